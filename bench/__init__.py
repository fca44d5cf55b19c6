"""Speed, measured in a real browser on the built site: `make bench`."""
