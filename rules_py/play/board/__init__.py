"""The board of a fight: everything that a table sees of it for a view, apart from how a page draws it.

It is built on what the fight knows: whose turn it is (`state`), what combatants can do (`targeting`), and what has to
be decided (`offers`). It knows no game.
"""
