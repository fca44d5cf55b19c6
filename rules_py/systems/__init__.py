"""The games, each in its own folder. A game that isn't installed is simply unknown."""
