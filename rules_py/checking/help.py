"""Help against common exceptions of authors' code."""

import re

_HELP = (
    (r"missing \d+ required .*'page'", 'It takes page="<game>/<page>/#<section>", the section that has the rule.'),
    (r"missing \d+ required .*'headline'", 'It takes headline="<name>", the field of the outcome to show first.'),
    (r"missing \d+ required .*'title'", 'It takes title="<words>", which readers see.'),
    (r"'NoneType' object has no attribute 'items'", "A rule returns its outcome, such as {'total': 7}."),
    (r"\bNameError: name ", "Import the name, or correct its spelling."),
    (r"maximum recursion depth exceeded", "It calls itself without an end."),
    (r"'TablePreset' object is not iterable", "Write several in a tuple, and one as (TablePreset(...),)."),
    (
        r"Mechanic\.__call__\(\) takes 2 positional",
        "Name another rule's parameters: repair(dice, skill=skill).",
    ),
    (r"empty range for randrange\(\)", "A die has at least one side."),
    (r"'NoneType' object is not subscriptable", "A rule returns its outcome, such as {'total': 7}."),
)
"""A sentence by a pattern of the exception's text."""


def find_help(said: str) -> str:
    """Return a sentence that helps against an exception with this text, or "".

    >>> find_help("'NoneType' object is not subscriptable"), find_help("division by zero")
    ("A rule returns its outcome, such as {'total': 7}.", '')
    """
    return next((help for pattern, help in _HELP if re.search(pattern, said)), "")
