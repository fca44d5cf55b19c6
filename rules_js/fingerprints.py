"""Fingerprints of compiled rules: digests of everything that a rule's answers depend on.

A rule with the fingerprint of a proven one needs no proof of its own.
"""

import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from rules_py.registry import games, play
from rules_py.registry.examples import list_examples
from rules_py.tables import registry
from rules_support.node import ESBUILD_VERSION

from .compile.lookups import find_ids
from .compile.program import Item
from .link.modules import CompiledRules
from .proof.proof import PROVEN_QUESTIONS

NAME = re.compile(r"\$[fcdm]\d+\b")


def compute_fingerprints(compiled: CompiledRules) -> dict[str, str]:
    """Return the fingerprint of each mechanic and calculator by its id, and of each game's play by its slug."""
    graph = ItemGraph(compiled)
    surroundings = hashlib.sha256(sys.version.encode())
    for path in _list_surroundings():
        surroundings.update(hashlib.sha256(path.read_bytes()).digest())
    found = {}
    for each in compiled.registrations:
        if each.kind in PROVEN_QUESTIONS:
            digest = surroundings.copy()
            for part in graph.list_contents(each.id, each.kind):
                digest.update(part.encode())
            if each.kind == "play":
                digest.update(repr(list_examples(each.id)).encode())
            found[each.id] = digest.hexdigest()
    return found


def _list_surroundings() -> Iterator[Path]:
    """Yield the files that every answer depends on besides compiled rules, and those that decide what is proven."""
    folder = Path(__file__).parent
    yield from sorted((folder / "runtime").glob("*.js"))
    yield from sorted(path for path in (folder / "proof").iterdir() if path.is_file())
    if ESBUILD_VERSION.is_file():  # a site that a wheel finishes has no Node, and proves nothing
        yield ESBUILD_VERSION
    for module in (games, play, registry):  # the runtime has its own lookups
        yield Path(str(module.__file__))


class ItemGraph:
    """The items of a program, and the items that they refer to.

    The compiler numbers its items, and one more item changes the numbers of others. So an item's content is its
    JavaScript without names of items, and with the positions of those items in a walk.
    """

    def __init__(self, compiled: CompiledRules) -> None:
        self._items = compiled.program.items
        self._questions = {each.id: each.root for each in compiled.registrations if each.kind == "question"}
        self._roots: dict[str, list[str]] = {}
        for each in compiled.registrations:
            if each.kind != "question":
                self._roots.setdefault(each.id, []).append(each.root)  # a table can be a mechanic too
        self._contents: dict[str, tuple[str, tuple[str, ...]]] = {}

    def list_contents(self, id: str, kind: str) -> Iterator[str]:
        """Yield the contents of all items that answers about a rule or about a game's play depend on.

        A fight may ask for any rule of its game.
        """
        yield id
        questions = (self._questions.get(name) for name in PROVEN_QUESTIONS[kind])
        roots = [*filter(None, questions), *self._roots[id]]
        if kind == "play":
            roots += [root for other, roots in self._roots.items() if other.startswith(f"{id}.") for root in roots]
        positions = {root: at for at, root in enumerate(dict.fromkeys(roots))}
        pending = list(positions)
        for name in pending:  # it grows
            text, uses = self._read_item(name)
            for use in uses:
                if use not in positions:
                    positions[use] = len(positions)
                    pending.append(use)
            yield f"{text}{[positions[use] for use in uses]}"

    def _read_item(self, name: str) -> tuple[str, tuple[str, ...]]:
        """Return an item's text without the names of items, and the items that it refers to.

        A rule looks up others by their ids, so an id in a text is a reference too.
        """
        if name not in self._contents:
            item = self._items[name]
            parts = [item.head, *sorted(item.statements, key=lambda statement: _hide_names(statement, item))]
            text = "\n".join(parts)
            uses = [each for each in NAME.findall(text) if each in item.uses]
            uses += [root for id in find_ids(text, self._roots) for root in self._roots[id]]
            self._contents[name] = _hide_names(text, item), tuple(uses)
        return self._contents[name]


def _hide_names(text: str, item: Item) -> str:
    return NAME.sub(lambda match: "$" if match[0] in item.uses or match[0] == item.name else match[0], text)
