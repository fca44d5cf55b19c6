"""Checks of games: every mistake in tables, rules, sheets, fights, examples and pages, with its number and place."""
