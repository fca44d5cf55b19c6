"""Registries of games, and of their mechanics, calculators, sheets, changes and fights by id."""
