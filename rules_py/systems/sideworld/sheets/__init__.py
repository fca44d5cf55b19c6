"""Sideworld sheets of characters, objects, vehicles and walls, their changes, and the actions of a fight."""
