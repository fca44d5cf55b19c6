"""The games, each a folder here. A game that is not on this machine is not known, and that is all."""
