# ruff: noqa: E501, RUF001, SIM905 - a table of templates is easier to read in full lines
"""A grammar of the Python that rules may use, and random programs made with it.

An expression is a text with holes: `{int}` is any expression of that kind, `{=int}` a variable. The first ones of each
kind are the simplest, to which Hypothesis reduces a program that fails.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

TEXTS = (
    "''", "'a'", "'ab'", "'break;'", "'}break;{'", "'${x}'", "'`'", "'\"'", '"\'"', "'\\\\'", "'*/ //'", "'</script>'",
    "'\\n'", "'\\t a \\r\\n b '", "'🎲'", "'a🎲b🎲'", "'e\\u0301'", "'é'", "'ß'", "'ŉ'", "'ﬁ'", "'İ'", "'ΑΣ'", "'ς'",
    "'ǆ'", "'\\u3000x\\xa0'", "'\\ufeff'", "'\\x1c'", "'12'", "' -7 '", "'1_000'", "'0x10'", "'½'", "'²'", "'٣'",
    "'1.5'", "'1e3'", "'.5'", "'inf'", "'1/3'", "'-2/6'", "'3.'", "'a-b-c'", "'a, b'", "'aXbX'", "'aaa'", "'Two Words'",
    "\"it's a dog's\"", "'x1y'", "'\\u2028'", "'\\ud7ff'", "'￿'", "'𝒳'", "'{}'", "'%s'", "'None'",
    "'$.name'", "'`${$.b(1)}`'", "'\"$.add(1)\"; $f1'", "'$'",
)  # fmt: skip

EXPRESSIONS: Mapping[str, Sequence[str]] = {
    "int": (
        *"0 1 2 3 -1 7 10 -3 2**53 2**53+1 -(2**60) 10**18 9007199254740991 10**400 -(10**320)".split(),
        "{int} + {int}", "{int} - {int}", "{int} * {int}", "{int} // {int}", "{int} % {int}", "-{atom}",
        "abs({int})", "{atom} ** {small}", "{atom} << {small}", "{atom} >> {small}", "{int} & {int}", "{int} | {int}",
        "{int} ^ {int}", "len({text})", "len({ints})", "len({set})", "sum({ints})", "min({ints})", "max({ints})",
        "max({ints}, default={int})", "min({int}, {int})", "int({text})", "int({float})", "int({fraction})",
        "int({bool})", "round({float})", "round({fraction})", "round({int}, {small})", "math.floor({float})",
        "math.ceil({float})", "math.floor({fraction})", "math.ceil({fraction})", "{text}.find({text})",
        "{text}.rfind({text})", "{text}.index({text})", "{text}.count({text})",
        "{ints}[{index}]", "{tuple}[{index}]", "{ints}.index({int})", "{ints}.count({int})", "{dict}[{text}]",
        "{dict}.get({text}, {int})", "{dict}.pop({text}, {int})", "{=ints}.pop()", "{=ints}.pop({index})",
        "({int} if {bool} else {int})", "({int} or {int})", "({int} and {int})", "see({int})",
        "(lambda x: {int})({int})", "(lambda x, y={int}: x - y)({int})", "next(iter({ints}), {int})",
        "reduce(lambda a, b: a * 2 - b, {ints})", "reduce(lambda a, b: a - b, {ints}, {int})", "math.gcd({int}, {int})",
        "math.lcm({int}, {int})", "math.comb({small}, {small})", "math.isqrt(abs({int}))", "math.prod({ints})",
        "math.factorial({small})", "({int}).bit_length()",
        "int.from_bytes(({int}).to_bytes(9, 'little'), 'little')", "{fraction}.numerator", "{fraction}.denominator",
        "{point}.x", "{point}[{index}]", "{point}.total", "{card}.rank", "{=box}.size", "len({=box})",
        "Counter({text})[{text}]", "Counter({text}).total()", "range({index}, {index}, {stride})[{index}]",
        "len(range({index}, {index}, {stride}))", "sum(range({small}))", "sum({bool} for _ in {ints})",
        "sum(x for x in {ints} if x > {int})", "sum(1 for x in {set})", "sum({set})", "max({set}, default=0)",
        "divmod({int}, {int})[1]", "(kept := {int})", "sorted({ints})[{index}]", "len(set({ints}))",
        "add_default({int})", "add_default({int}, {int})", "add_default({int}, step={int})", "call_later({int})()",
        "len(list({ints}))", "round({float}, None)", "{ints}[{index}:{index}].pop()", "len({dict})", "int()",
        "next(count_up({small}, {small}, found), {int})", "next(x for x in {ints} if x > {int})",
    ),
    "atom": ("0", "1", "2", "-1", "({int})", "2**53", "3", "True"),
    "small": ("0", "1", "2", "3", "4"),
    "index": ("0", "1", "-1", "2", "-2", "3", "5", "-5", "9", "-9", "see(1)"),
    "end": ("", "", "0", "1", "-1", "2", "-2", "4", "-4", "9", "-9", "None"),
    "stride": ("1", "2", "-1", "-2", "3", "0"),
    "float": (
        *"0.5 0.0 -0.0 1.5 2.5 -2.5 0.1 1e16 1e-5 3.0 -7.5 1e22 123456.789 1e300 1.25e-7".split(),
        "{float} + {float}", "{float} - {float}", "{float} * {float}", "{float} / {float}", "{float} // {float}",
        "{float} % {float}", "{int} / {int}", "{float} + {int}", "{int} // {float}", "{int} % {float}",
        "{fraction} + {float}", "{fraction} // {float}", "-({float})", "abs({float})", "float({int})", "float({text})",
        "float({fraction})", "float({bool})", "round({float}, {small})", "round({float}, -1)", "sum({floats})",
        "sum({floats}, {float})", "sum({ints}, {float})", "math.sqrt(abs({float}))", "max({float}, {float})",
        "min({float}, {int})",
        "divmod({float}, {float})[0]", "{floats}[{index}]", "sum(x / 3 for x in {ints})",
        "({float} or {float})", "float('inf')", "sum([0.1] * 10)", "math.prod({floats})",
    ),
    "fraction": (
        "Fraction(1, 2)", "Fraction(1, 3)", "Fraction(-5, 2)", "Fraction(3)", "Fraction(0)", "Fraction({int}, {int})",
        "Fraction({text})", "Fraction({int})", "Fraction({fraction}, {int})", "{fraction} + {fraction}",
        "{fraction} - {int}", "{int} - {fraction}", "{fraction} * {fraction}", "{fraction} / {fraction}",
        "{int} / {fraction}", "{fraction} % {fraction}", "{fraction} % {int}", "-({fraction})", "abs({fraction})",
        "({fraction}) ** {small}", "({fraction}) ** -1", "round({fraction}, {small})", "sum({fractions}, Fraction(0))",
        "max({fraction}, {fraction})", "{card}.worth", "Fraction({float})", "Fraction()", "Fraction({int}, 10**320)",
    ),
    "bool": (
        "True", "False", "{int} < {int}", "{int} == {int}", "{int} != {int}", "{int} >= {float}", "{float} == {int}",
        "{float} < {float}", "{fraction} == {float}", "{fraction} < {int}", "{text} < {text}", "{text} == {text}",
        "{text} >= {text}", "{int} < {int} <= {int}", "{int} > see({int}) > {int}", "{int} < {int} > {int} != {int}",
        "not {bool}", "{bool} and {bool}", "{bool} or {bool}", "{text} in {text}", "{int} in {ints}",
        "{int} not in {tuple}", "{text} in {dict}", "{int} in {set}", "{float} in {ints}", "{int} in range({index}, "
        "{index}, {stride})", "{ints} == {ints}", "{ints} < {ints}", "{tuple} == {tuple}", "{tuple} <= {tuple}",
        "{tuple} == {ints}", "{dict} == {dict}", "{set} == {set}", "{set} <= {set}", "{set} < {set}", "{set} > {set}",
        "{set}.isdisjoint({ints})", "{set}.issubset({set})", "{set}.issuperset({ints})", "{card} < {card}",
        "{card} == {card}", "{card} >= {card}", "{point} < {point}", "{point} == {tuple}", "{box} == {box}",
        "isinstance({any}, int)", "isinstance({any}, (str, tuple))", "isinstance({any}, float)",
        "isinstance({any}, list | dict)", "isinstance({any}, set)", "isinstance({any}, frozenset)",
        "isinstance({any}, bool)", "isinstance({any}, Card)", "isinstance({any}, Fraction)", "any({ints})",
        "all({ints})", "any(x > {int} for x in {ints})", "all(see(x) for x in {ints})", "bool({any})", "bool({box})",
        "{text}.startswith({text})", "{text}.endswith(({text}, {text}))", "{text}.isalpha()", "{text}.isdigit()",
        "{text}.isdecimal()", "{text}.isalnum()", "{text}.isspace()", "{text}.isupper()", "{text}.islower()",
        "{text}.isidentifier()", "{text}.isprintable()", "{any} is None", "{any} == {any}", "{any} in [{any}, {any}]",
        "({float}).is_integer()", "callable({any})", "hasattr({card}, 'rank')",
    ),
    "text": (
        *(each.replace("{", "{{").replace("}", "}}") for each in TEXTS),
        "{text} + {text}", "{text} * {small}", "{text}[{index}]", "{text}[{end}:{end}]", "{text}[{end}:{end}:{stride}]",
        "{text}[::-1]", "str({any})", "repr({any})", "f'{{{any}}}'", "f'{{{any}!r}}|{{{int}}}'", "f'{{{any}!s:>9}}|'",
        "f'a{{{{{{{int}}}}}}}b'", "{text}.upper()", "{text}.lower()", "{text}.title()",
        "{text}.casefold()", "{text}.capitalize()", "{text}.strip()", "{text}.strip({text})", "{text}.lstrip({text})",
        "{text}.rstrip()", "{text}.replace({text}, {text})", "{text}.replace({text}, {text}, {small})",
        "{text}.removeprefix({text})", "{text}.removesuffix({text})", "{text}.zfill({small})", "{text}.ljust({small})",
        "{text}.rjust({small}, '*')", "{text}.join({texts})", "{text}.join(str(x) for x in "
        "{ints})", "{texts}[{index}]", "max({texts})", "min({texts}, key=len)",
        "({text} or {text})", "({text} if {bool} else {text})", "{card}.name", "type({any}).__name__",
        "f'{{{int}:{intspec}}}'", "f'{{{float}:{floatspec}}}'", "f'{{{text}:{textspec}}}'",
        "f'{{{fraction}:{fractionspec}}}'", "f'{{{float}:.{{{small}}}f}}'",
        "'{{}} and {{}}'.format({any}, {int})", "'{{0}}{{1}}{{0}}'.format({int}, {text})", "'{{a:>5}}'.format(a={text})",
        "next(iter({text}), {text})", "''.join(sorted({text}))", "''.join(reversed({text}))", "chr(97 + {small})",
        "''.join(x * 2 for x in {text})",
    ),
    "intspec": ("", "d", "3", "+d", "03d", ",", ">12,", "<5", "^6", "_", " d", "*^9", "=+6", ".2f", "%", "-", "05",
                ",.1f", "+.0%"),
    "floatspec": ("", ".1f", ".2f", ".0f", "g", ".3g", "%", ".1%", "+.1f", "08.2f", ",.2f", ">10", "<8", "^9.1f", "f",
                  "=+9.1f", "_.2f", ".17g", " .1f", "10", ".4g"),
    "textspec": ("", "s", ">5", "<5", "^5", "*^6", ".2", "5.1", "🎲>4", ".0"),
    "fractionspec": ("", ".2f", ".0f", ".1%", "+.2f", ",.2f", "08.2f"),
    "ints": (
        "[]", "[1]", "[2, 1]", "[3, 1, 2]", "[0, -1, 2**53]", "[True, 1]", "list({=ints})", "[{int}, {int}]",
        "[{int}, *{ints}]", "{ints} + {ints}", "{ints} * {small}", "{ints}[{end}:{end}]", "{ints}[{end}:{end}:{stride}]",
        "sorted({ints})", "sorted({ints}, reverse=True)", "sorted({ints}, key=lambda x: x % 2)",
        "sorted({ints}, key=lambda x: -x, reverse={bool})", "sorted({ints}, key=see)", "sorted({set})",
        "list(range({index}, {index}, {stride}))", "list(reversed({ints}))", "list(map(abs, {ints}))",
        "list(map(lambda x, y: x - y, {ints}, {ints}))", "list(filter(None, {ints}))", "[x for x in {ints}]",
        "[x * {int} for x in {ints} if x != {int}]", "[see(x + y) for x in {ints} for y in {ints} if x != y]",
        "[y for x in {ints} if (y := x * 2) > {int}]", "list(x for x in {ints})", "[*{tuple}]", "list({tuple})",
        "list({dict}.values())", "list(accumulate({ints}))", "list(accumulate({ints}, lambda a, b: a - b))",
        "list(chain({ints}, {tuple}))", "list(islice({ints}, {small}))", "list(islice({ints}, {small}, {small}))",
        "[f() for f in [lambda: x for x in {ints}]]", "[f() for f in [lambda x=x: x for x in {ints}]]",
        "list(count_up({small}, {small}, found))", "list(islice(count_up({small}, 9, found), {small}))",
        "{=box}.things", "({ints} or {ints})", "[len(x) for x in {texts}]", "[x for x in {ints} if x in {set}]",
        "list(zip({ints}, {ints}))[0:0]", "[sum(pair) for pair in pairwise({ints})]", "[*range({small})]",
        "[sum(each) for _, each in groupby({ints}, lambda x: x > 1)]", "{ints}.copy()",
        "[x - y for x, y in zip({ints}, {ints}, strict={bool})]", "[i * x for i, x in enumerate({ints}, {small})]",
    ),
    "floats": ("[]", "[0.1, 0.2, 0.3]", "[1e16, 1.0, -1e16]", "[-0.0]", "[{float}, {float}]", "[x / 7 for x in {ints}]",
               "sorted({floats})", "[0.1] * {small}", "[1e100, 1.0, -1e100, {float}]"),
    "fractions": ("[]", "[Fraction(1, 3), Fraction(1, 6)]", "[{fraction}, {fraction}]", "[Fraction(x, 7) for x in {ints}]"),
    "texts": (
        "[]", "['b', 'a']", "['a🎲', 'a￿', 'a']", "[{text}, {text}]", "{text}.split()", "{text}.split({text})",
        "{text}.split({text}, {small})", "{text}.rsplit({text}, {small})",
        "{text}.splitlines()", "list({text})", "sorted({texts})", "sorted({texts}, key=len)", "sorted({text})",
        "sorted({texts}, key=lambda x: x.lower(), reverse=True)",
        "list({text}.partition({text}))", "list({text}.rpartition({text}))", "[x.upper() for x in {texts}]",
        "list({dict})", "list({dict}.keys())", "[str(x) for x in {ints}]", "{texts}[{end}:{end}:{stride}]",
        "[key for key, _ in {dict}.items()]", "[*{text}]", "list(reversed({dict}))", "list(dict.fromkeys({texts}))",
        "[''.join(x) for x in combinations({text}, 2)]", "[a + b for a, b in product({text}, {text})]",
    ),
    "tuple": (
        "()", "(1,)", "(1, 2)", "(0, -1, 2**53)", "({int}, {int})", "({int}, *{ints})", "tuple({ints})",
        "tuple(x + 1 for x in {ints})", "{tuple} + {tuple}", "{tuple} * {small}", "{tuple}[{end}:{end}]",
        "{tuple}[{end}:{end}:{stride}]", "divmod({int}, {int})", "tuple(sorted({set}))", "tuple(range({small}))",
    ),
    "dict": (
        "{{}}", "{{'a': 1}}", "{{'b': 2, 'a': 1}}", "dict({=dict})", "{{{text}: {int}, {text}: {int}}}",
        "{{**{dict}, {text}: {int}}}", "{dict} | {dict}", "dict(zip({texts}, {ints}))", "{{x: len(x) for x in {texts}}}",
        "{{see(x): see(x + 1) for x in {ints}}}", "dict.fromkeys({text}, {int})", "dict(a={int}, b={int})",
        "dict(Counter({text}))", "{{x: y for x, y in {dict}.items() if y > {int}}}", "{dict}.copy()",
        "dict(sorted({dict}.items()))", "{{y: x for x, y in enumerate({texts})}}",
        "{{1: {int}, True: {int}, 1.0: {int}, 0: 1, False: 2}}", "{{{key}: {int}, {key}: {int}}}",
        "{{Fraction(1): {int}, 1: {int}, (1, 'a'): 1, (True, 'a'): 2}}", "dict(Counter({text}).most_common({small}))",
        "dict(Counter({texts}) + Counter({text}))",
    ),
    "set": (
        "set()", "{{1}}", "{{1, 2}}", "set({ints})", "frozenset({ints})", "{{{int}, {int}}}", "{set} | {set}",
        "{set} & {set}", "{set} - {set}", "{set} ^ {set}", "{{x % 3 for x in {ints}}}", "{set}.union({ints})",
        "{set}.difference({ints})", "{set}.intersection({set})", "{{1, True, 1.0}}", "set(range({small}))",
        "{set}.copy()",
    ),
    "point": ("Point(1)", "Point({int})", "Point({int}, {int})", "Point(y={int}, x={int})", "{point}._replace(y={int})",
              "Point(*({int}, {int}))"),
    "card": ("Card(1)", "Card({int})", "Card({int}, {text})", "Card(rank={int}, name={text}, worth={fraction})",
             "replace({card}, rank={int})", "{card}.raised()", "{card}.raised({int}, name={text})",
             "max([{card}, {card}])", "sorted([{card}, {card}])[0]"),
    "box": ("Box()", "Box({int}, {ints})", "Box({int}).add({int})", "{=box}"),
    "generator": ("iter({ints})", "(see(x) for x in {ints})", "count_up({small}, {small}, found)", "{=generator}",
                  "delegate({ints}, found)", "map(see, {ints})", "(x for x in {=generator} if x)",
                  "delegate({=generator}, found)", "iter({text})", "filter(None, {=generator})",
                  "enumerate({=generator})", "zip({=generator}, {ints})", "chain({=generator}, {ints})",
                  "islice({=generator}, {small})", "reversed({ints})", "iter({dict}.items())", "iter(range(3))"),
    "key": ("{int}", "{text}", "{float}", "None", "{bool}", "{fraction}", "{tuple}", "{point}", "{card}", "({key}, {key})",
            "frozenset({{{int}}})", "frozenset()"),
    "any": ("{int}", "{text}", "{float}", "None", "{bool}", "{fraction}", "{ints}", "{tuple}", "{dict}", "{point}",
            "{card}", "{box}", "{texts}", "({any}, {any})", "[{any}]", "frozenset({{{int}}})", "set()", "frozenset()",
            "({int}, {text})", "range({small})", "range({index}, {index}, {stride})"),
}  # fmt: skip

KINDS = (
    "int",
    "ints",
    "text",
    "float",
    "dict",
    "set",
    "texts",
    "fraction",
    "tuple",
    "box",
    "card",
    "point",
    "generator",
)
"""The kinds of variables."""

SHOWN = {
    "set": "sorted({0})",
    "generator": "list(islice({0}, 9))",
}
"""The expressions that record a variable, if its repr() doesn't."""

AUGMENTED = {
    "int": "+= -= *= //= %= &= |= ^=".split(),
    "float": "+= -= *= /= //= %=".split(),
    "fraction": "+= -= *= /=".split(),
    "text": ["+="],
    "ints": ["+=", "+="],
    "texts": ["+="],
    "tuple": ["+="],
    "dict": ["|="],
    "set": "|= &= -= ^=".split(),
}

CHANGES = {
    "ints": (
        "{0}.append({int})", "{0}.insert({index}, {int})", "{0}.extend({ints})", "{0}.extend({0})", "{0}.sort()",
        "{0}.sort(key=lambda x: x % 3, reverse={bool})", "{0}.reverse()", "{0}.remove({int})", "{0}.clear()",
        "{0}[{index}] = {int}", "{0}[see({small})] = see({int})", "{0}[{index}] += see({int})", "del {0}[{index}]",
        "{0}[{end}:{end}] = {ints}", "{0}[{end}:{end}:{stride}] = {ints}", "del {0}[{end}:{end}]",
        "del {0}[{end}:{end}:{stride}]", "{0}[{0}.index({int})] = {0}.pop()", "{0} *= {small}", "{0} += {tuple}",
        "{0}[{index}], {0}[{index}] = {int}, {int}", "{0} = {0} + [{int}]", "{0}[{index}] = kept = {int}",
    ),
    "dict": (
        "{0}[{text}] = {int}", "{0}[{text}] = len({0})", "{0}[{text}] = {0}.pop({text})", "{0}[str(see({int}))] = see("
        "{int})", "{0}.setdefault({text}, {int})", "{0}.update({dict})", "{0}.update(a={int})", "{0}.popitem()",
        "del {0}[{text}]", "{0}.clear()", "{0}[{text}] = {0}.get({text}, 0) + {int}", "{0}[{text}] += {int}",
        "{0}.update(zip({text}, {ints}))", "{0}[{key}] = {int}",
    ),
    "set": ("{0}.add({int})", "{0}.discard({int})", "{0}.remove({int})", "{0}.update({ints})", "{0} |= {set}",
            "{0}.pop()", "{0}.clear()"),
    "box": ("{0}.size += see({int})", "{0}.size = {int}", "{0}.things.append({int})", "{0}.things += {ints}",
            "{0}.things = {0}.things[::-1]", "{0}.add({int}).add({int})", "{0}.things[{index}] -= {int}"),
    "card": ("{0} = {0}.raised({int})", "{0}.rank = {int}"),
    "generator": ("found.append(next({0}))", "found.append(next({0}, {any}))", "found += islice({0}, {small})"),
    "texts": ("{0}.append({text})", "{0}.sort()", "{0}.sort(key=len)", "{0}[{index}] += {text}"),
}  # fmt: skip

PATTERNS = (
    "_", "int(number)", "int(number) if number > 1", "str(kept)", "None", "True", "1 | 2", "'a' | 'break;'", "[]",
    "[first]", "[first, *rest]", "[*_, last]", "(1, second)", "[int(first), str(second)]", "Point(x, y=2)", "Point(x, y)",
    "Card(rank=1)", "Card(rank, name)", "Box(size=size)", "float(number) | int(number)", "[Point(x), *_]", "-1", "0.5",
    "list(rest)", "tuple(rest)", "bool(number)", "dict(kept)", "[1 | 2 as first, *rest]", "(True | None) as kept",
    "[[first, _], *rest]", "Fraction(numerator=number)", "str()", "[_, _]",
)  # fmt: skip

ERRORS = (
    "ValueError", "ZeroDivisionError", "(KeyError, IndexError)", "LookupError", "Refused", "Wrong", "Exception",
    "(ArithmeticError, TypeError)", "StopIteration",
)  # fmt: skip

RAISED = (
    "ValueError('no')",
    "Refused({text})",
    "Wrong({text})",
    "KeyError({text})",
    "ZeroDivisionError",
    "IndexError()",
)

HOLE = re.compile(r"\{\{|\}\}|\{(=?)(\w+)\}")
DEEPEST = 3


class ProgramWriter:
    """Writes a random program."""

    def __init__(self, choose: Callable[[int], int], size: int = 7) -> None:
        """Take a function that returns a number below another, and the greatest number of statements of a block."""
        self._choose, self._size = choose, size
        self._names: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self._count = 0
        self._lines: list[str] = []
        self._left = 40

    def write(self) -> str:
        """Return the text of a program."""
        self._lines = [
            "from tests.rules_js.programs.parts import *",
            "def main():",
            "    found = []",
            "    kept = 0",
            "    def see(value):",
            "        found.append(value)",
            "        return value",
            "    def add_default(value, step=see(3)):",
            "        return value + step",
            "    def call_later(value):",
            "        nonlocal kept",
            "        kept += 1",
            "        return lambda: value - kept",
        ]
        for kind in ("int", "ints", "text"):
            self._add_variable(kind, 1)
        self._block(1, is_in_loop=False, size=self._size)
        for kind, names in self._names.items():
            for name in names:
                self._add(1, f"found.append({SHOWN.get(kind, '{0}').format(name)})")
        self._add(1, "return found")
        return "\n".join(self._lines) + "\n"

    def _pick(self, some: Sequence[Any]) -> Any:
        return some[self._choose(len(some))]

    def _add(self, indent: int, line: str) -> None:
        self._lines.append("    " * indent + line)

    def _expression(self, kind: str, depth: int = 0) -> str:
        names = self._names.get(kind)
        if names and self._choose(3) == 1:
            return self._pick(names)
        texts = EXPRESSIONS[kind]
        if depth >= DEEPEST:
            texts = [each for each in texts if "{" not in each.replace("{{", "")] or texts[:1]
        return self._fill(self._pick(texts), depth + 1)

    def _fill(self, text: str, depth: int = 1, subject: str = "") -> str:
        """Return a text whose holes are filled."""

        def fill(found: re.Match[str]) -> str:
            if found[2] is None:
                return found[0][0]
            if found[2] == "0":
                return subject
            if found[1]:
                names = self._names[found[2]]
                return self._pick(names) if names else self._expression_without_variable(found[2])
            written = self._expression(found[2], depth)
            is_plain = re.fullmatch(r"[\w.]*|'[^'\\]*'|\[[^][]*\]|\w+\([^()]*\)", written)
            is_part = found[2] in ("intspec", "floatspec", "textspec", "fractionspec", "end")
            return written if is_plain or is_part else f"({written})"

        return HOLE.sub(fill, text)

    def _expression_without_variable(self, kind: str) -> str:
        return {"ints": "[1, 2]", "dict": "{'a': 1}", "box": "Box(1)", "generator": "iter([1, 2])"}.get(kind, "0")

    def _add_variable(self, kind: str, indent: int) -> None:
        self._count += 1
        name = f"{kind}{self._count}"
        value = self._expression(kind, DEEPEST - 1)
        self._add(indent, f"{name} = {f'set({value})' if kind == 'set' else value}")  # a set that may change
        self._names[kind].append(name)

    def _block(self, indent: int, is_in_loop: bool, size: int = 3) -> None:
        before = {kind: list(names) for kind, names in self._names.items()}
        for _ in range(1 + self._choose(size)):
            if indent > 1 or self._choose(4) == 3:
                self._statement(indent, is_in_loop)
                continue
            self._declare(indent)
            self._add(indent, "try:")  # most errors end a part of the program, and not all of it
            self._block(indent + 1, is_in_loop)
            self._add(indent, "except Exception as error:")
            self._add(indent + 1, "found.append(type(error).__name__)")
        if indent > 1:
            self._names = before  # a block may not run

    def _statement(self, indent: int, is_in_loop: bool) -> None:
        self._left -= 1
        simple: list[Callable[[int], None]] = [
            self._record, self._record_with_guard, self._declare, self._change, self._augment, self._unpack,
        ]  # fmt: skip
        if is_in_loop:
            simple.append(self._jump)
        compound: list[Callable[[int, bool], None]] = [
            self._if,
            self._for,
            self._while,
            self._try,
            self._with,
            self._match,
            self._define,
            self._raise,
        ]
        if self._left < 0 or indent > 4 or self._choose(5) < 3:
            self._pick(simple)(indent)
        else:
            self._pick(compound)(indent, is_in_loop)

    def _record(self, indent: int) -> None:
        kind = self._pick([kind for kind in EXPRESSIONS if not kind.endswith(("spec", "end", "set", "generator"))])
        self._add(indent, f"found.append({self._expression(kind)})")

    def _record_with_guard(self, indent: int) -> None:
        self._add(indent, "try:")
        self._record(indent + 1)
        self._add(indent, "except (ArithmeticError, LookupError, ValueError) as error:")
        self._add(indent + 1, "found.append(type(error).__name__)")

    def _declare(self, indent: int) -> None:
        self._add_variable(self._pick(KINDS), indent)

    def _choose_variable(self, kinds: Sequence[str]) -> tuple[str, str] | None:
        some = [(kind, name) for kind in kinds for name in self._names[kind]]
        return self._pick(some) if some else None

    def _change(self, indent: int) -> None:
        if (chosen := self._choose_variable(tuple(CHANGES))) is None:
            return self._record(indent)
        kind, name = chosen
        if kind != "generator" and self._choose(3) == 0:
            other = f"{kind}{self._count + 1}"  # another name of the same value
            self._count += 1
            self._add(indent, f"{other} = {name}")
            self._names[kind].append(other)
        self._add(indent, self._fill(self._pick(CHANGES[kind]), subject=name))
        return None

    def _augment(self, indent: int) -> None:
        if (chosen := self._choose_variable(tuple(AUGMENTED))) is None:
            return self._record(indent)
        kind, name = chosen
        self._add(indent, f"{name} {self._pick(AUGMENTED[kind])} {self._expression(kind)}")
        return None

    def _unpack(self, indent: int) -> None:
        target = self._pick(("a, b", "a, *b", "*a, b", "(a, b), *c", "a, (b, *c)", "[a]"))
        value = self._expression(self._pick(("ints", "tuple", "text", "texts", "point", "generator", "dict")))
        self._add(indent, "try:")
        self._add(indent + 1, "a = b = c = None")
        self._add(indent + 1, f"{target} = {value}")
        self._add(indent + 1, "found.append((a, b, c))")
        self._add(indent, "except ValueError:")
        self._add(indent + 1, "found.append('not unpacked')")

    def _jump(self, indent: int) -> None:
        self._add(indent, f"if {self._expression('bool')}:")
        self._add(indent + 1, self._pick(("break", "continue", "return found")))

    def _if(self, indent: int, is_in_loop: bool) -> None:
        self._add(indent, f"if {self._expression(self._pick(('bool', 'bool', 'any')))}:")
        self._block(indent + 1, is_in_loop)
        if self._choose(2):
            self._add(indent, "else:")
            self._block(indent + 1, is_in_loop)

    def _for(self, indent: int, is_in_loop: bool) -> None:
        kind, how = self._pick((("int", "{ints}"), ("text", "{text}"), ("int", "range({small})"), ("text", "list({dict})"),
                                ("int", "{=generator}"), ("int", "{tuple}"), ("int", "sorted({set})")))  # fmt: skip
        self._count += 1
        name = f"each{self._count}"
        self._add(indent, f"{name} = None")
        self._add(indent, f"for {name} in {self._fill(how)}:")
        self._add(indent + 1, "step(found)")
        if how != "{=generator}":
            self._names[kind].append(name)
        self._block(indent + 1, is_in_loop=True)
        if name in self._names[kind]:
            self._names[kind].remove(name)
        self._else(indent, is_in_loop)
        self._add(indent, f"found.append({name})")

    def _else(self, indent: int, is_in_loop: bool) -> None:
        if self._choose(2):
            self._add(indent, "else:")
            self._add(indent + 1, "found.append('else')")
            self._block(indent + 1, is_in_loop)  # a break here belongs to the loop around this one

    def _while(self, indent: int, is_in_loop: bool) -> None:
        self._count += 1
        name = f"left{self._count}"
        self._add(indent, f"{name} = {self._pick(('3', '1', '0', '2'))}")
        self._add(indent, f"while {name} > 0{self._pick(('', f' and {self._expression("bool")}'))}:")
        self._add(indent + 1, f"{name} -= 1")
        self._add(indent + 1, "step(found)")
        self._block(indent + 1, is_in_loop=True)
        self._else(indent, is_in_loop)

    def _try(self, indent: int, is_in_loop: bool) -> None:
        self._add(indent, "try:")
        self._block(indent + 1, is_in_loop)
        has_handler = self._choose(4) != 3
        if has_handler:
            for _ in range(1 + self._choose(2)):
                self._add(indent, f"except {self._pick(ERRORS)}{self._pick(('', ' as error'))}:")
                self._add(indent + 1, "found.append('caught')")
                self._block(indent + 1, is_in_loop)
                if self._choose(4) == 3:
                    self._add(indent + 1, "raise")
            if self._choose(2):
                self._add(indent, "else:")
                self._block(indent + 1, is_in_loop)
        if not has_handler or self._choose(2):
            self._add(indent, "finally:")
            self._add(indent + 1, "found.append('finally')")
            self._block(indent + 1, is_in_loop=False)

    def _with(self, indent: int, is_in_loop: bool) -> None:
        how = self._pick(("suppress(ValueError)", "note(found, 'a') as said", "suppress(LookupError, ArithmeticError)",
                          "note(found, 'a') as said, note(found, 'b')"))  # fmt: skip
        self._add(indent, f"with {how}:")
        self._block(indent + 1, is_in_loop)

    def _match(self, indent: int, is_in_loop: bool) -> None:
        self._add(indent, "first = second = rest = last = number = x = y = rank = name = size = None")
        self._add(indent, f"match {self._expression('any')}:")
        for _ in range(1 + self._choose(3)):
            pattern = self._pick(PATTERNS)
            if pattern == "_":
                continue
            self._add(indent + 1, f"case {pattern}:")
            self._add(indent + 2, f"found.append({pattern!r})")
            self._block(indent + 2, is_in_loop, 2)
        self._add(indent + 1, "case _:")
        self._add(indent + 2, "found.append('other')")
        self._add(indent, "found.append([first, second, rest, last, number, x, y, rank, name, size, kept])")

    def _define(self, indent: int, is_in_loop: bool) -> None:
        self._count += 1
        name = f"function{self._count}"
        before = {kind: list(names) for kind, names in self._names.items()}
        self._add(indent, f"def {name}(given, other={self._expression('int')}, *, last={self._expression('text')}):")
        outer = self._pick(self._names["int"]) if self._names["int"] else ""
        if outer and outer.startswith("int"):
            self._add(indent + 1, f"nonlocal {outer}")
        is_generator = self._choose(3) == 2
        if is_generator:
            self._add(indent + 1, "yield given")
        # Names of the function around this one may be read, and only the nonlocal one may be assigned.
        self._names = {kind: [] for kind in KINDS}
        self._names["int"] = ["given", "other", *([outer] if outer.startswith("int") else [])]
        self._names["text"] = ["last"]
        self._block(indent + 1, is_in_loop=False)
        self._add(indent + 1, f"return {self._expression('int')}")
        self._names = before
        call = self._fill(self._pick((f"{name}({{int}})", f"{name}({{int}}, {{int}})", f"{name}({{int}}, last={{text}})",
                                      f"{name}(other={{int}}, given={{int}})", f"{name}(*[{{int}}, {{int}}])")))  # fmt: skip
        self._add(indent, f"called = {call}")
        self._add(indent, f"found.append({'list(called)' if is_generator else 'called'})")

    def _raise(self, indent: int, is_in_loop: bool) -> None:
        self._add(indent, f"if {self._expression('bool')}:")
        self._add(indent + 1, f"raise {self._fill(self._pick(RAISED))}")


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Return the texts of random programs."""
    return ProgramWriter(lambda count: draw(st.integers(0, count - 1)) if count > 1 else 0).write()
