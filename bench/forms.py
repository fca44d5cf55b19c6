"""The forms of a built site whose numbers change with their values: rollers with odds, and calculators."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import override

from rules_py.bridge.answers import find_parameters
from rules_py.text.serialization import to_text
from rules_site.pages import list_page_files

CALCULATOR = "fb-calc"
ID_ATTRIBUTES = {"fb-roller": "mechanic", CALCULATOR: "calculator"}
NUMBERS = {"fb-roller": ".fb-odds-body", CALCULATOR: ".fb-calc-body"}
"""The selector of the numbers, by the name of the element."""

MAX_REPEATS = 1000
"""The number of random changes to earlier sets of values after which a plan ends."""


@dataclass
class Form:
    """A form on a page.

    Attributes:
        element: the name of its element, `fb-roller` or `fb-calc`.
        id: the id of the mechanic or calculator.
        anchor: the element's id on the page.
        address: the page's address.
        names: the fields that a reader can change.
        has_numbers: True if the form shows odds or a calculator's answers.
    """

    element: str
    id: str
    anchor: str
    address: str
    names: list[str] = field(default_factory=list)
    has_numbers: bool = False

    @property
    def is_calculator(self) -> bool:
        return self.element == CALCULATOR


class _FormParser(HTMLParser):
    """A parser that collects a page's forms, without those of templates."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._address = address
        self._form: Form | None = None
        self._templates = 0

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "template":
            self._templates += 1
        if self._templates:
            return
        if tag in ID_ATTRIBUTES:
            self._form = Form(tag, values[ID_ATTRIBUTES[tag]], values["id"], self._address)
            self.forms.append(self._form)
        elif self._form:
            self._add_part(self._form, tag, values)

    def _add_part(self, form: Form, tag: str, values: Mapping[str, str]) -> None:
        name = values.get("name", "")
        if tag in ("input", "select") and name and values.get("type") != "hidden" and name not in form.names:
            form.names.append(name)
        form.has_numbers |= NUMBERS[form.element].removeprefix(".") in values.get("class", "").split()

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag == "template":
            self._templates -= 1
        elif not self._templates and tag in ID_ATTRIBUTES:
            self._form = None


def find_forms(site: Path) -> list[Form]:
    """Return a form of each mechanic and calculator: the first one with the most fields."""
    found: dict[str, Form] = {}
    for path in list_page_files(site):
        address = path.parent.relative_to(site).as_posix()
        for form in read_forms(path.read_text(encoding="utf-8"), "" if address == "." else f"{address}/"):
            if form.has_numbers and len(form.names) > len(found[form.id].names if form.id in found else ()):
                found[form.id] = form
    return list(found.values())


def read_forms(html: str, address: str) -> list[Form]:
    """Return the forms of a page."""
    parser = _FormParser(address)
    parser.feed(html)
    return parser.forms


def plan_changes(form: Form, start: Mapping[str, str], count: int) -> list[tuple[str, str]]:
    """Return random changes of single fields to new values, the same ones each time.

    Each field takes the values that its "What if another …" shows. No set of values comes twice. The plan ends early if
    no single change leads to a new one.

    Args:
        form: the form.
        start: the values of its fields.
        count: the maximum number of changes.
    """
    parameters = {name: each for name, each in find_parameters(form.id).items() if name in form.names}
    series = {name: [to_text(value) for value in each.kind.sweep(each.default)] for name, each in parameters.items()}
    names = [name for name, values in series.items() if values]
    source, values, found = random.Random(form.id), dict(start), list[tuple[str, str]]()
    seen, repeats = {tuple(values.items())}, 0
    while names and len(found) < count and repeats < MAX_REPEATS:
        name = source.choice(names)
        values[name], before = source.choice(series[name]), values[name]
        if tuple(values.items()) in seen:
            values[name] = before
            repeats += 1
            continue
        seen.add(tuple(values.items()))
        found.append((name, values[name]))
    return found


def list_values(start: Mapping[str, str], changes: list[tuple[str, str]]) -> list[dict[str, str]]:
    """Return all values of a form after each change."""
    found = [dict(start)]
    for name, value in changes:
        found.append(found[-1] | {name: value})
    return found[1:]
