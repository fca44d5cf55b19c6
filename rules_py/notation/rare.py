"""Notation that isn't plain, which the full grammar parses. Each kind is a class with all that is asked of it."""

from rules_py.notation.nodes import Node
from rules_py.scheduling import run_to_completion


class RareNode(Node):
    """A part of notation that isn't plain. It counts the ways to roll its totals."""

    def find_totals(self) -> set[int]:
        return set(run_to_completion(self.count_ways()))
