"""PUML sheets of the action dice, characters and enemies, and their changes."""
