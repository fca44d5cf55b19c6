"""Types' methods, operators and pure library functions that any rule may use.

Only the profile of called functions runs this, so that future rules find what they need. Nothing is checked, and errors
are part of the workload.
"""

import bisect
import builtins
import collections
import contextlib
import copy
import fractions
import functools
import gc
import html
import itertools
import json
import math
import operator
import random
import re
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

from rules_py import bridge

NUMBERS = (
    0,
    1,
    -1,
    7,
    -300,
    10**6,
    2**40,
    -(2**70),
    10**40,
    True,
    0.0,
    -2.5,
    1e300,
    math.inf,
    math.nan,
    fractions.Fraction(-7, 3),
    fractions.Fraction(10**30, 7),
)
TEXTS = (
    "",
    "a",
    "Fieldbook",
    " two words\n",
    "12",
    "3d6+1",
    "ärger",
    "Ω≈ç",
    "💥🎲",
    "x" * 300,
    "%s and %d",
    "{} {x}",
    "a,b,,c",
)
COLLECTIONS = (
    [],
    [3, 1, 2],
    ["b", "a"],
    (),
    (1, "x"),
    {},
    {"a": 1, "b": [2]},
    {1, 2},
    set(),
    frozenset({2, "c"}),
    range(5),
    range(9, 0, -2),
    collections.Counter("abca"),
    collections.defaultdict(list, x=[1]),
    slice(1, None, 2),
)
OTHERS = (None, Ellipsis, NotImplemented, len, str.upper, int, type, ValueError("bad"), object(), lambda *_: 0)
VALUES = (*NUMBERS, *TEXTS, *COLLECTIONS, *OTHERS)
SAMPLE_VALUES = (0, 2, -1, 2.5, "a", "12", None, (1, "x"), [3, 1, 2], {"a": 1}, {1, 2}, str.upper)

SPECS = ("", "d", "5", "<8", ">+8,", "08.3f", "^10", "x", "#b", "e", "%", "_", "n", "c", "s", "!", ".2", "=+9", "*^9")
PATTERNS = (
    r"\s*[+-]?[0-9]{1,100}\s*",
    r"(?i)(\d+)d(?P<sides>\d+)(?:[kl]h?\d)?",
    r"^a*?(b|c)+$",
    r"(?<=a)b(?!c)",
    r"(a)?(?(1)b|c)",
    r"[^\W\d_]+",
    r"\bword\b|.",
    r"(?s)x.*?y",
    r"([a-z])\1",
    r"(?x) a \# b",
    r"[Ä-ü]+",
    r"(?a)\w",
    r"[",
    r"(?P<n>",
    r"*",
    r"a{3,1}",
)
JSON = ("{", '{"a" 1}', "[1,]", '"\\u12"', "nul", "1e", '"\n"', "[" * 3000, '{"a": 1, "a": 2}', "-", "\ufeff1", "1e999")
TOML = (
    'a = 1\n[b.c]\nd = "x"\ne = [1, 2.5, true, 1979-05-27T07:32:00Z]\n[[f]]\ng = { h = """\nlong""" }',
    "a = ",
    "a = 0xff\nb = 1_000\nc = inf\nd = 12:30:00\n'e e' = '''x'''",
    "[a",
    'a = "\\q"',
    "a = 1\na = 2",
)

EXCLUDED_NAMES = {
    "breakpoint",
    "exit",
    "quit",
    "help",
    "input",
    "open",
    "print",
    "exec",
    "eval",
    "copyright",
    "credits",
    "license",
    "__import__",
    "__init_subclass__",
    "__subclasshook__",
    "__class__",
    "__reduce__",
    "__reduce_ex__",
}
COLLECTED_TYPES: set[type] = set()
UNBOUNDED_NAMES = {
    "__pow__",
    "__rpow__",
    "__ipow__",
    "__lshift__",
    "__rlshift__",
    "__mul__",
    "__rmul__",
    "__imul__",
    "pow",
    "to_bytes",
    "ipow",
    "lshift",
    "ilshift",
    "mul",
    "imul",
    "concat",
    "factorial",
    "comb",
    "perm",
    "bytes",
    "bytearray",
    "range",
    "repeat",
    "center",
    "ljust",
    "rjust",
    "zfill",
    "list",
    "tuple",
    "set",
    "frozenset",
    "sorted",
    "sum",
    "min",
    "max",
    "any",
    "all",
    "nlargest",
    "nsmallest",
    "heapify",
    "isqrt",
    "Fraction",
}
"""Functions that would not finish with large numbers."""


def call_safely(call: Callable[..., Any], *values: Any) -> Any:
    """Return the result of a call, or None if it raises; take the first items of an iterator."""
    with contextlib.suppress(Exception):
        found = call(*values)
        if type(found) not in COLLECTED_TYPES:
            COLLECTED_TYPES.add(type(found))
            collect_garbage(call, *values)
        return list(itertools.islice(found, 20)) if isinstance(found, Iterator) else found


def collect_garbage(call: Callable[..., Any], *values: Any) -> None:
    """Trigger garbage collection of a call's result, once while it is in use and once when it is garbage.

    In a rule, the time of garbage collection depends on earlier allocations, so it would only be profiled by chance.
    """
    circle = [call(*values)]
    gc.collect(0)
    circle.append(circle)
    del circle
    gc.collect(0)


def copy_if_mutable(value: Any) -> Any:
    """Return a copy of a mutable collection, and any other value unchanged."""
    return copy.copy(value) if isinstance(value, list | dict | set) else value


def is_bounded_call(name: str, value: Any) -> bool:
    """Return True if a call with this value finishes."""
    is_number = isinstance(value, int | float | fractions.Fraction)
    return name not in UNBOUNDED_NAMES or not is_number or -1000 < value < 1000


def call_methods() -> None:
    """Call every method of every type with no, one and two arguments."""
    for value in VALUES:
        for name in set(dir(value)) - EXCLUDED_NAMES:
            if not is_bounded_call(name, value) or not callable(call_safely(getattr, value, name)):
                continue
            call_safely(getattr(copy_if_mutable(value), name))
            for one in SAMPLE_VALUES:
                call_safely(getattr(copy_if_mutable(value), name), one)
                call_safely(getattr(copy_if_mutable(value), name), one, 3)


def call_operators() -> None:
    """Call every operator with all values."""
    for name, function in vars(operator).items():
        if name.startswith("_") or not callable(function):
            continue
        values = [value for value in VALUES if is_bounded_call(name, value)]
        for one in values:
            call_safely(function, copy_if_mutable(one))
            call_safely(function, copy_if_mutable(one), 0, 1)
            for other in values:
                call_safely(function, copy_if_mutable(one), other)


def call_functions() -> None:
    """Call every built-in function and type, and those of the modules that rules import."""
    modules = (builtins, math, itertools, functools, bisect, textwrap, html, copy, fractions)
    for name, call in (pair for module in modules for pair in vars(module).items()):
        if name in EXCLUDED_NAMES or name.startswith("_") or not callable(call):
            continue
        call_safely(call)
        for one in VALUES:
            if is_bounded_call(name, one):
                call_safely(call, copy_if_mutable(one))
        for one, other in itertools.product(SAMPLE_VALUES, SAMPLE_VALUES):
            call_safely(call, copy_if_mutable(one), other)
            call_safely(call, copy_if_mutable(one), other, 2)


def call_random_functions() -> None:
    """Call random number functions with and without a seed."""
    names = (
        "random",
        "getrandbits",
        "randrange",
        "randint",
        "choice",
        "choices",
        "shuffle",
        "sample",
        "gauss",
        "uniform",
    )
    for source, name in itertools.product((random.Random("seed"), random.SystemRandom()), names):
        for given in ((), (5,), (1, 6), ([1, 2, 3],), ([1, 2, 3], 2), (2**64,)):
            call_safely(getattr(source, name), *map(copy_if_mutable, given))


def call_text_functions() -> None:
    """Call formatting, encoding, JSON and TOML functions with valid and invalid input."""
    for value, spec in itertools.product(VALUES, SPECS):
        call_safely(format, value, spec)
        call_safely(("%" + spec).__mod__, value)
        call_safely(f"{{!r:{spec}}}".format, value)
    for value in TEXTS:
        for encoding, errors in itertools.product(("utf-8", "ascii", "nothing"), ("strict", "replace", "ignore")):
            call_safely(bytes.decode, call_safely(str.encode, value, encoding, errors) or b"\xc3(", encoding, errors)
    written = {"indent": 1}, {"sort_keys": True}, {"ensure_ascii": False, "separators": (",", ":")}
    for value, options in itertools.product(VALUES, ({}, *written)):
        call_safely(json.loads, call_safely(functools.partial(json.dumps, **options), value))
    for content in JSON:
        call_safely(json.loads, content)
    for content in TOML:
        call_safely(tomllib.loads, content)


def call_regex_functions() -> None:
    """Call regular expression functions and the methods of their matches."""
    asks = (re.match, re.search, re.fullmatch, re.split, re.findall, re.finditer)
    for pattern, flags in itertools.product(PATTERNS, (0, re.IGNORECASE, re.MULTILINE | re.DOTALL)):
        for content, ask in itertools.product(TEXTS, asks):
            found = call_safely(functools.partial(ask, flags=flags), pattern, content)
            for name in ("groups", "groupdict", "span", "start", "end", "group", "__repr__"):
                call_safely(lambda found=found, name=name: getattr(found, name)())
            call_safely(lambda found=found: found.expand(r"\g<0>"))
        for content in TEXTS:
            call_safely(re.sub, pattern, r"<\g<0>>", content)
            call_safely(re.sub, pattern, lambda match: match[0].upper(), content)


def call_with_large_numbers() -> None:
    """Compute with integers of thousands of digits, as in odds of a thousand dice.

    Python has separate algorithms for them.
    """
    numbers = [
        sign * base**power + more
        for base, power in ((3, 50), (7, 700), (10, 998), (2, 9000), (10, 4001))
        for sign in (1, -1)
        for more in (0, 1)
    ]
    calls = (
        operator.add,
        operator.sub,
        operator.mul,
        operator.floordiv,
        operator.mod,
        operator.truediv,
        divmod,
        math.gcd,
        math.lcm,
        operator.and_,
        operator.or_,
        operator.xor,
        operator.lt,
        operator.eq,
        fractions.Fraction,
    )
    for one, other in itertools.product(numbers, numbers):
        for call in calls:
            call_safely(call, one, other)
    for number in numbers:
        for call in (
            str,
            repr,
            hash,
            float,
            bool,
            math.isqrt,
            math.log2,
            int.bit_length,
            lambda one: f"{one:,}",
            lambda one: int(str(one)),
            lambda one: one**3,
            lambda one: one << 77,
            lambda one: one >> 77,
            lambda one: pow(7, abs(one), 10**30),
            lambda one: one.to_bytes(3000, signed=True),
        ):
            call_safely(call, number)
    for wanted in ("998d10", "60d20kh3"):
        call_safely(
            bridge.odds,
            "dice",
            json.dumps({"notation": wanted}),
            json.dumps([{"name": "Other", "dice": "997d11"}]),
            "at-least",
            "Mine",
        )


def run() -> None:
    """Run everything."""
    for part in (
        call_methods,
        call_operators,
        call_functions,
        call_random_functions,
        call_text_functions,
        call_regex_functions,
        call_with_large_numbers,
    ):
        part()
