"""Speed, bytes and scale, measured in a real browser beside stock Pyodide: `make bench`."""
