"""The site while its author edits it: `mkdocs serve` shows each saved page, rule, table and style where it is open.

Three kinds of processes share the work, because an interpreter can't unload the rules that it has imported:

- The server (`server.py`) watches the files, answers browsers and never imports a game.
- A builder (`builder.py`) has imported the rules as they were at its start. It renders a page when a browser asks for
  it, and answers questions about rules. A saved rule starts another builder, which takes over once its pages are right.
- The assets (`assets.py`) are compiled, bundled and proven in the background.

Nothing of this is in a built site.
"""
