"""A new game with a reader's rule, as the files that `rules-py new` would write."""

import ast
import io
import re
import zipfile
from collections.abc import Mapping

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.registry.games import has_game
from rules_py.scaffold import build_files, read_answers
from rules_py.scaffold.answers import PACKAGE

USUAL_SLUG = "mygame"
"""The slug of a game whose rule begins with the name of a known game."""

DATE = (1980, 1, 1, 0, 0, 0)
"""The date of the files in a zip."""


def build_game(mechanic: Mechanic, source: str) -> tuple[str, dict[str, str]]:
    """Return the slug of a new game with a rule, and the text of each of its files by path.

    Raises:
        RulesError: the rule's id isn't written in its text.
    """
    slug, name = _choose_slug(mechanic), mechanic.id.partition(".")[2]
    answers = read_answers(slug, {"title": slug.capitalize(), "place": PACKAGE})
    files = build_files(answers)
    template = "\n".join(files.values())
    while f"{slug}.{name}" in template:
        name += "-of-mine"  # the templates have rules, too
    module = name.replace("-", "_")
    page = f"{answers.package}/pages/index.md"
    section = f"## {mechanic.title} {{ #{name} }}\n\n::: roller {slug}.{name}\n\n"
    files[f"{answers.package}/{module}.py"] = _rename(mechanic, source, f"{slug}.{name}", f"{slug}/#{name}")
    files[page] = re.sub(r"^::: roller .*\n\n", lambda _: section, files[page], count=1, flags=re.MULTILINE)
    look = f"{answers.package}/pages/.meta.yml"
    files[look] = re.sub(r"^roll: .*", f"roll: {slug}.{name}", files[look], flags=re.MULTILINE)
    return slug, files


def zip_files(folder: str, files: Mapping[str, str]) -> bytes:
    """Return texts by path as a zip with one folder."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"{folder}/{path}", DATE), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _choose_slug(mechanic: Mechanic) -> str:
    slug = mechanic.id.partition(".")[0]
    return USUAL_SLUG if has_game(slug) else slug


def _rename(mechanic: Mechanic, source: str, id: str, page: str) -> str:
    """Return a rule's text with another id and page."""
    for function in ast.parse(source).body:
        if not isinstance(function, ast.FunctionDef):
            continue
        for call in filter(lambda each: isinstance(each, ast.Call), function.decorator_list):
            assert isinstance(call, ast.Call)
            named = {each.arg: each.value for each in call.keywords}
            at = call.args[0] if call.args else named.get("id")
            if isinstance(at, ast.Constant) and at.value == mechanic.id:
                new = {at: id} | ({named["page"]: page} if "page" in named else {})
                return _replace(source, new)
    raise RulesError(f"{mechanic.id}: got an id that isn't written in the rule's decorator, takes it there in quotes")


def _replace(source: str, texts: Mapping[ast.expr, str]) -> str:
    """Return a text with other texts in quotes in the places of expressions."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]  # columns count bytes
    for node, text in sorted(texts.items(), key=lambda each: (each[0].lineno, each[0].col_offset), reverse=True):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        before, after = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
        lines[first : last + 1] = [before + f'"{text}"'.encode() + after]
    return b"".join(lines).decode()
