"""Stub without named character references: the rules only write HTML, with html.escape, and never parse it."""

html5 = None
