"""Examples in docstrings, marked as code for mkdocstrings: our docstrings have them without a heading."""

import re
from typing import Any

from griffe import Extension, Object

_EXAMPLES = re.compile(r"^>>> .*(?:\n(?!\n).+)*", re.MULTILINE)


class Examples(Extension):
    """Puts the examples of each docstring into fences, so that they aren't taken for quotations."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Mark the examples of an object's docstring."""
        if obj.docstring:
            obj.docstring.value = mark_examples(obj.docstring.value)


def mark_examples(text: str) -> str:
    r"""Return a docstring with each block of examples in a fence.

    >>> mark_examples("Add.\n\n>>> 1 + 1\n2\n\nArgs:")
    'Add.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nArgs:'
    """
    return _EXAMPLES.sub(lambda found: f"```pycon\n{found[0]}\n```", text)
