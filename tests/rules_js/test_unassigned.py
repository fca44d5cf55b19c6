"""The compiler finds each name that may be read before it has a value, and no name that surely has one."""

import ast
import textwrap

from rules_js.compile.unassigned import find_uncertain_reads
from tests.cases import check_each

UNCERTAIN = {
    "if a:\n x = 1\nreturn x": ["x"],
    "while a:\n x = 1\nreturn x": ["x"],
    "for x in a:\n pass\nelse:\n y = 1\nreturn x + y": ["x"],
    "for b in a:\n if b:\n  break\n x = 1\nreturn x": ["x"],
    "for b in a:\n if b:\n  break\nelse:\n x = 1\nreturn x": ["x"],
    "while True:\n if a:\n  break\n x = 1\nreturn x": ["x"],
    "try:\n x = a()\nexcept E:\n y = x\nreturn x": ["x", "x"],
    "try:\n a()\nexcept E as error:\n pass\nreturn error": ["error"],
    "for b in a:\n try:\n  a(error)\n except E as error:\n  pass": ["error"],
    "with a:\n x = 1\nreturn x": ["x"],
    "match a:\n case [x]:\n  y = 1\n case str(x):\n  return y\nreturn x": ["y", "x"],
    "match a:\n case 1 if (x := a):\n  return x\nreturn x": ["x"],
    "if a and (x := a):\n return x\nreturn x": ["x"],
    "if a or (x := a):\n return x\nreturn x": ["x"],
    "return (x if a else x) if (x := a) else y\ny = 1": ["y"],
    "x += 1\nreturn x": ["x"],
    "b = [y for z in a if (y := z)]\nreturn y": ["y"],
    "def f():\n return x\nx = 1\nreturn f()": ["x"],
    "f = lambda: x\nx = 1": ["x"],
    "if a:\n x = 1\ndef f():\n nonlocal x\n x += 1\n return x": ["x"],
    "return (a < 1 < (x := 2)) and x": ["x"],
    "x[0] = 1\nx = []": ["x"],
}
"""The statements of functions of `a` with the uncertain names that they read."""

CERTAIN = [
    "x = 1\nreturn x",
    "if a:\n x = 1\nelse:\n x = 2\nreturn x",
    "if a:\n x = 1\nelse:\n return 2\nreturn x",
    "while True:\n x = 1\n if a:\n  break\nreturn x",
    "for x in a:\n y = x\n if y:\n  continue\n a(x, y)",
    "for b in a:\n if b:\n  x = 1\n  break\nelse:\n x = 2\nreturn x",
    "try:\n x = a()\nexcept E:\n return 0\nreturn x",
    "try:\n x = a()\nexcept E as error:\n raise F(error)\nelse:\n return x",
    "try:\n a()\nfinally:\n x = 1\nreturn x",
    "with a as (x, *y):\n z = x\n return y, z",
    "match a:\n case [x, *y] | (y, x):\n  return x, y\n case {'b': z} if z:\n  return z\n case w:\n  x = w\nreturn x",
    "if a and (x := a) and x > 1:\n return x",
    "if not (a and (x := a)):\n return 0\nreturn x",
    "if not a or not (x := a):\n return 0\nreturn x",
    "return x if (x := a) else 0",
    "return [x + y for x in a for y in a if (z := x) and z]",
    "x = 1\ndef f(b, c=x):\n return b + c + x\nreturn f(x)",
    "from b import c\nimport d.e\nx: int = c\nreturn d, x",
    "def f():\n return f\nx = lambda b: b\nreturn x",
    "a[0], x = 1, 2\nx += 1\nassert (y := x)\nreturn y",
]
"""The statements of functions of `a` that read only names with a value."""


def list_uncertain(body):
    (function,) = ast.parse(f"def main(a):\n{textwrap.indent(body, ' ')}").body
    found = sorted(find_uncertain_reads(function), key=lambda node: (node.lineno, node.col_offset))
    return [node.id for node in found]


@check_each("body", UNCERTAIN)
def test_uncertain_names_are_found(body):
    assert list_uncertain(body) == UNCERTAIN[body]


@check_each("body", CERTAIN)
def test_names_with_a_value_are_certain(body):
    assert list_uncertain(body) == []
