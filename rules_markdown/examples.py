"""Examples of a rule on its page, at the end of the section whose anchor they name."""

import re
from collections.abc import Collection, Iterator

from rules_py.errors import DataError
from rules_py.play.examples import PlayedExample, find_differences
from rules_py.registry import games
from rules_py.registry.examples import list_examples, play
from rules_py.rendering.examples import render_examples

MOST_SHOWN = 2
"""The number of examples of an anchor that a page shows."""

IDS = re.compile(r'\sid="([^"]+)"')


def find_anchors(html: str) -> set[str]:
    """Return the ids in a block's HTML."""
    return set(IDS.findall(html))


def render_section_examples(address: str, anchors: Collection[str]) -> str:
    """Render the first examples of each of some anchors of a page; "" if there are none.

    An example that the rules contradict isn't shown: a test reports it.

    Args:
        address: the page's address relative to the site's root, such as `moon/base/`.
        anchors: the ids in a section of it.
    """
    shown = list(_iter_true_examples(address, anchors))
    return render_examples(shown) if shown else ""


def _iter_true_examples(address: str, anchors: Collection[str]) -> Iterator[PlayedExample]:
    slug = address.partition("/")[0]
    if not games.has_game(slug):
        return
    counts: dict[str, int] = {}
    for example in list_examples(slug):
        page, _, anchor = example.rule.partition("#")
        if page != address or anchor not in anchors or counts.get(anchor, 0) >= MOST_SHOWN:
            continue
        try:
            played = play(example)
        except DataError:
            continue
        if not find_differences(played):
            counts[anchor] = counts.get(anchor, 0) + 1
            yield played
