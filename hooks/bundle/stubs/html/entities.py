"""No named characters: the rules write HTML, with html.escape, and read none."""

html5 = None
