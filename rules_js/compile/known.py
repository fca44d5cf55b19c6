"""The Python objects that the runtime has by hand: builtins, parts of the standard library, the registry's lookups."""

import builtins
import collections
import collections.abc
import contextlib
import dataclasses
import fractions
import functools
import html
import inspect
import itertools
import json
import math
import operator
import random
import re
import time
import types
import typing
from typing import Any

from rules_py.play import copies
from rules_py.registry import games, play
from rules_py.tables import registry as tables

BUILTINS = (
    "abs all any bool callable dict divmod enumerate filter float frozenset getattr hasattr int isinstance "
    "issubclass iter len list map max min next object range repr reversed round set sorted str sum tuple type zip "
    "BaseException Exception ArithmeticError AttributeError IndexError KeyError LookupError NotImplementedError "
    "OverflowError RecursionError RuntimeError StopIteration TypeError ValueError ZeroDivisionError "
    "UnicodeDecodeError property chr bytearray"
).split()

MODULES: dict[Any, str] = {
    collections: "Counter defaultdict",
    collections.abc: "Callable Iterable Iterator Mapping",
    contextlib: "contextmanager suppress",
    dataclasses: "replace is_dataclass",
    fractions: "Fraction",
    functools: "reduce partial",
    html: "escape",
    itertools: "accumulate chain combinations count groupby islice pairwise permutations product repeat "
    "takewhile combinations_with_replacement",
    json: "dumps loads JSONDecodeError",
    math: "ceil comb floor gcd isqrt lcm log10 prod sqrt factorial isfinite",
    operator: "add sub",
    random: "Random SystemRandom",
    re: "compile fullmatch match search split sub findall",
    time: "perf_counter",
    inspect: "",
    types: "",
    typing: "cast",
}


def _collect() -> dict[int, str]:
    found = {id(getattr(builtins, name)): f"$.{name}" for name in BUILTINS}
    for module, names in MODULES.items():
        for name in names.split():
            value = getattr(module, name)
            found.setdefault(id(value), f"$.{module.__name__.replace('.', '_')}_{name}")
    found[id(itertools.chain.from_iterable)] = "$.itertools_chain_from_iterable"
    found[id(type(None))] = "$.NoneType"
    found[id(typing.Any)] = "$.object"
    return found


REFUSED = {
    hash: "hash(), which differs from run to run (compare the values themselves)",
    id: "id(), which differs from run to run (compare with `is`, or name the things)",
}
"""The builtins that can't be the same in JavaScript, with a way to do without."""

KNOWN = _collect()
"""The runtime's name of a Python object, by the object's id."""

HOSTS = {
    id(games.find_mechanic): "$.findMechanic",
    id(games.find_calculator): "$.findCalculator",
    id(games.has_calculator): "$.hasCalculator",
    id(games.has_game): "$.hasGame",
    id(games.has_mechanic): "$.hasMechanic",
    id(games.systems): "$.listGames",
    id(play.find_play): "$.findPlay",
    id(tables.table): "$.findTable",
    id(copies.replace): "$.copyWith",
}
"""The functions that the runtime has by hand: lookups in the files of rules that a page has loaded, and copies."""
