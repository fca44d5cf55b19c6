"""COMBAT! sheets of characters and enemies, their changes, and the actions of a fight."""
