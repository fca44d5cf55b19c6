"""Random programs mean the same in JavaScript, or the compiler or the runtime refuses them."""

import warnings

import pytest
from hypothesis import assume, event, given, settings

from tests.rules_js.programs.grammar import programs
from tests.rules_js.programs.running import REFUSALS, Programs

TEST_PROGRAMS = 300
TRIAL_PROGRAMS = 20_000


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    with Programs(tmp_path_factory.mktemp("programs")) as node:
        yield node


def compare(node, text):
    """Fail if a program's JavaScript has another result than Python, and return the kind of its result."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            python, javascript = node.compare(text)
        except SyntaxError:  # no Python: a walrus where none is allowed
            return "invalid"
    if javascript[0] in REFUSALS:
        return "refused"
    assert javascript == python, text
    return "same"


@given(programs())
@settings(max_examples=TEST_PROGRAMS)
def test_random_programs_have_the_same_results(node, text):
    kind = compare(node, text)
    assume(kind != "invalid")
    event(kind)


HEAD = "from tests.rules_js.programs.parts import *\nvalue, values, text = 5, [3, 1], 'ab'\n"

ORDERS = (
    "[each for each in {1, 2}]", "{each: 1 for each in set(values)}", "list({each for each in values})",
    "tuple(frozenset(values))", "','.join({'a', 'b'})", "[*{1, 2}]", "next(iter({1, 2}))", "str({1, 2})",
    "f'{set(values)}'", "list(enumerate(set(values) | {9}))", "list({1}.union(values))", "dict.fromkeys({1, 2})",
    "max({1, 2}, key=lambda each: 0)", "sorted({1, 2}, key=lambda each: 0)", "(found := {1, 2}) and list(found)",
    "(lambda: [each for each in {1, 2}])()", "list({1} if value else values)", "list(find_seen([]))",
)  # fmt: skip
"""Expressions that depend on the order of a set."""

REFUSED = {
    "+value": "UAdd in line 5",
    "f'{text!a}'": "!a (use !r) in line 5",
    "hash(value) % 6": "hash(), which differs from run to run (compare the values themselves) in line 5",
    "id(values) % 6": "id(), which differs from run to run (compare with `is`, or name the things) in line 5",
    "sorted(values, key=hash)": "hash(), which differs from run to run (compare the values themselves) in line 5",
    **dict.fromkeys(ORDERS, "sort it: sorted(...)) in line 5"),
}
"""Expressions that the compiler refuses, each with a part of its message."""

REFUSED_STATEMENTS = (
    ("for each in {1, 2}: pass",), ("found = set(values)", "for each in found: pass"), ("a, b = {1, 2}",),
    ("found: set[int] = make(values)", "return list(found)"), ("found = [0]", "found.extend({1, 2})"),
    ("def use(given: frozenset[int]): return list(given)", "return use(frozenset())"),
)  # fmt: skip
"""Statements that depend on the order of a set."""

STOPPED = (
    "2 ** -1", "0.5 ** 2", "2 ** 0.5", "f'{value:x}'", "f'{value:#d}'", "f'{0.5:e}'", "f'{1e9:g}'", "f'{text:05}'",
    "f'{Fraction(1, 3):g}'", "f'{1234:08,}'", "f'{0.5:n}'", "text.find('a', 1)", "text.split(sep='a')",
    "text.center(9)", "text.swapcase()", "text.replace('', '-')", "text.split(None, 1)", "text.rsplit()",
    "'{0.real}'.format(1)", "list(next(iter(())) for _ in values)",
    "'{!r}'.format(1)", "'Σ'.title()", "'ß'.capitalize()", "'ΐ'.casefold()", "'①'.isdigit()", "int('٣')", "int('1_0')",
    "int('ff', 16)", "float('nan')", "Fraction('1_0')", "Counter('a') | Counter('b')", "Counter('a') & Counter('b')",
    "repr([{1, 2}])", "list([{1, 2}][0])", "','.join([{'a', 'b'}][0])", "[*[frozenset(values)][0]]",
    "(5).to_bytes(2)", "(5).to_bytes(2, 'big')", "int.from_bytes(bytearray(2), 'big')", "bytearray(2)[::-1]",
    "range(2**60)", "values.__setitem__", "{1}.symmetric_difference({2})",
)  # fmt: skip
"""Expressions that the runtime doesn't have: it stops, rather than to raise what a rule could catch."""


def write_program(expression):
    return f"{HEAD}def main():\n    try:\n        return {expression}\n    except Exception:\n        return 'caught'\n"


@pytest.mark.parametrize("statements", REFUSED_STATEMENTS)
def test_the_compiler_refuses_the_order_of_a_set(node, statements):
    text = "\n    ".join([f"{HEAD}def make(values): return values\ndef main():", *statements])
    _, (kind, reason) = node.compare(text + "\n")
    assert (kind, "sort it: sorted(...)" in reason) == ("refused", True)


@pytest.mark.parametrize("expression", REFUSED)
def test_the_compiler_refuses_what_it_could_get_wrong(node, expression):
    _, (kind, reason) = node.compare(write_program(expression))
    assert kind == "refused"
    assert REFUSED[expression] in reason


def test_the_runtime_stops_at_what_it_could_get_wrong(node):
    results = {expression: node.compare(write_program(expression))[1][0] for expression in STOPPED}
    assert {expression: kind for expression, kind in results.items() if kind not in REFUSALS} == {}


UNLIKE = (0xB5, 0x149, 0x17F, 0x1F0, 0x345, 0x390, 0x3B0, 0x3D0, 0x3D1, 0x3D5, 0x3D6, 0x3F0, 0x3F1, 0x3F5, 0x587)
LETTERS = [
    chr(code)
    for code in (
        *range(0x10A0), *range(0x10D0, 0x13A0), *range(0x1E00, 0x1E96), *range(0x1EA0, 0x1F00), *range(0x3000, 0x3400),
        *range(0x3400, 0xA000, 50), *range(0xAC00, 0xD7A4, 50), *range(0x1D400, 0x1D800), *range(0x1F300, 0x1F700),
    )
    if code not in UNLIKE and chr(code).isprintable()
]  # fmt: skip
"""Letters of most languages, letters that imitate a font, emoji, and the signs between them."""

WITHOUT_CAPITALS = "ßΣƛɤʕ" + "".join(map(chr, (*range(0x1C4, 0x1CD), *range(0x1F1, 0x1F4), *range(0x10D0, 0x1100))))
"""Letters that the runtime turns into no capitals."""


def test_letters_of_names_change_their_case_as_in_python(node):
    text = f"""
LETTERS = {LETTERS!r}
def main():
    words = [word for each in LETTERS for word in (each, each + "b", "b" + each, "Б" + each + each, each + "Д")]
    plain = [each for each in words if not any(letter in {WITHOUT_CAPITALS!r} for letter in each)]
    return [each.casefold() for each in words], [each.capitalize() for each in plain], [each.title() for each in plain]
"""
    python, javascript = node.compare(text)
    assert python == javascript
    assert python[0] == "value"


def test_emoji_that_the_browser_may_not_know_have_no_capitals(node):
    text = f"""
EMOJI = {[*map(chr, (*range(0x1F000, 0x1F100), *range(0x1F200, 0x1FB00)))]!r}
def main():
    return [at for at, each in enumerate(EMOJI) if not each == each.casefold() == each.capitalize() == each.title()]
"""
    assert node.compare(text) == (("value", "[]"), ("value", "[]"))


LIKE_CODE = (
    "$.name", "`${$.b(1)}`", '"$.add(1)"', r'\"$.one\"', "'$.one", r"\$.equal", "$f1", "$_add", "$", "a as $_b",
    'import { x as $_x } from "./runtime.js";', "$.define($f1, {names: []});", "function* $f1() {", "//$.a\n/*$.b",
)  # fmt: skip
"""Texts that look like JavaScript that the compiler writes."""


def test_texts_and_patterns_that_look_like_code_stay_as_they_are(node):
    text = f"""
import re
TEXTS = {LIKE_CODE!r}
NUMBERS = {{text: at for at, text in enumerate(TEXTS)}}
PATTERNS = [re.compile(re.escape(text)) for text in TEXTS]
def give(text={LIKE_CODE[1]!r}):
    return text
def list_texts():
    yield from {LIKE_CODE!r}
def main():
    matches = [pattern.fullmatch(text) is not None for pattern, text in zip(PATTERNS, TEXTS, strict=True)]
    chosen = [f"{{each}}{LIKE_CODE[0]}" for each in list_texts() if each in ({LIKE_CODE[0]!r}, {LIKE_CODE[2]!r})]
    nested = (lambda text={LIKE_CODE[3]!r}: text)()
    return [*TEXTS, NUMBERS, {dict.fromkeys(LIKE_CODE, "$.b(1)")!r}, matches, chosen, nested, give(), give(text="$f1")]
"""
    python, javascript = node.compare(text)
    assert python == javascript
    assert python[0] == "value"


def test_a_name_without_a_value_stops(node):
    lines = ["def main():", "    try:", "        if value > 9:", "            late = 1", "        return [late]"]
    lines += ["    except Exception:", "        return 'none'"]
    python, javascript = node.compare(HEAD + "\n".join(lines) + "\n")
    assert (python, javascript[0]) == (("value", "'none'"), "stopped")


def test_an_error_in_finally_hides_no_missing_part(node):
    lines = ["def main():", "    try:", "        try:", "            return 0.5 ** 2", "        finally:"]
    lines += ["            raise ValueError", "    except ValueError:", "        return 'hidden'"]
    python, javascript = node.compare("\n".join(lines) + "\n")
    assert (python, javascript[0]) == (("value", "'hidden'"), "stopped")


@pytest.mark.trial
@given(programs())
@settings(max_examples=TRIAL_PROGRAMS)
def test_many_random_programs_have_the_same_results(node, text):
    assume(compare(node, text) != "invalid")
