"""The fixtures of versions 0.1 and 0.2, and a comparison of their answers with today's."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).parents[1] / "fixtures"
FOLDER = FIXTURES / "version_0_1"

MAY_GROW = frozenset({"cells", "derived", "fields", "outcome", "outcomes", "params", "mean"})
"""Parts of the JSON that may get more keys: a rule may get parameters, and a sheet fields."""


RECORD = re.compile(r"\.fields\.\w+\.\d+$")
"""The place of an entry in a list of a sheet, such as a weapon, which may get more keys as well."""


def read_saved(path: str, version: str = "version_0_1") -> Any:
    """Return the JSON of a fixture file."""
    return json.loads((FIXTURES / version / path).read_text(encoding="utf-8"))


def find_differences(before: Any, now: Any, where: str = "") -> list[str]:
    """List the differences between today's JSON and the released JSON, except for permitted additional keys."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        found = [f"{where}.{key} is gone" for key in before if key not in now]
        if where.rpartition(".")[2] not in MAY_GROW and not RECORD.search(where):
            found += [f"{where}.{key} is new" for key in now if key not in before]
        return found + [
            each for key in before if key in now for each in _compare_parts(before[key], now[key], where, key)
        ]
    if isinstance(before, list) and isinstance(now, list):
        if _are_parameters(before) and _are_parameters(now):
            return find_differences(
                {each["name"]: each for each in before}, {each["name"]: each for each in now}, "params"
            )
        if where.endswith(".range") and _is_wider(before, now):
            return []
        if where.endswith(".choices") and all(choice in now for choice in before):
            return []
        if len(before) != len(now):
            return [f"{where} has {len(now)} entries, had {len(before)}"]
        return [each for at, pair in enumerate(zip(before, now)) for each in _compare_parts(*pair, where, str(at))]
    return [] if before == now and type(before) is type(now) else [f"{where} is {now!r}, was {before!r}"]


def _compare_parts(before: Any, now: Any, where: str, key: str) -> list[str]:
    return find_differences(before, now, f"{where}.{key}")


def _is_wider(before: list[Any], now: list[Any]) -> bool:
    """Return True if a range of whole numbers takes every number that it took before."""
    if not all(isinstance(end, int) for end in (*before, *now)):
        return False
    return now[0] <= before[0] and now[1] >= before[1]


def _are_parameters(listed: list[Any]) -> bool:
    return bool(listed) and all(
        isinstance(each, Mapping) and {"name", "kind", "default"} <= set(each) for each in listed
    )
