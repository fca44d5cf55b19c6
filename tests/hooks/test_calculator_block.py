"""`::: calculator`: the form, the lists that fill it in, and the answers that stand in the page before any script runs."""

import json
import re
from html import unescape
from html.parser import HTMLParser

import markdown
import pytest

import rules_py
from hooks.rules_markdown import source
from rules_py import games, show
from rules_py.errors import RulesError
from rules_py.values import text_of


def calculators() -> list[str]:
    found = []
    for slug in rules_py.systems():
        try:
            found.append(games.calculator(f"{slug}.calc").id)
        except RulesError:
            continue
    return found


class Page(HTMLParser):
    """Form fields by name with their values, labels, legends, options, and every id."""

    def __init__(self, html: str):
        super().__init__()
        self.fields: dict[str, list[dict]] = {}
        self.options: dict[str, list[tuple[str, str]]] = {}
        self.ids: list[str] = []
        self.labelled: list[str] = []
        self._select = self._option = None
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list) -> None:
        given = dict(attributes)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "label" and "for" in given:
            self.labelled.append(given["for"])
        if tag in ("input", "select") and "name" in given:
            self.fields.setdefault(given["name"], []).append(given | {"tag": tag})
        if tag == "select":
            self._select = given["id"]
            self.options[self._select] = []
        if tag == "option":
            self._option = given
            self.options[self._select].append([given["value"], "", "selected" in given])

    def handle_data(self, data: str) -> None:
        if self._option:
            self.options[self._select][-1][1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "option":
            self._option = None

    def value(self, name: str) -> str:
        """What a field says as the page opens."""
        fields = self.fields[name]
        kind = fields[0].get("type", "select")
        if kind == "radio":
            return next(field["value"] for field in fields if "checked" in field)
        if kind == "checkbox":
            return str("checked" in fields[0]).lower()
        if kind == "select":
            return next(value for value, _, chosen in self.options[fields[0]["id"]] if chosen)
        return fields[0]["value"]


def rendered(line: str) -> str:
    source.begin(source.Source(path="docs/calc.md", root="../"))
    return markdown.markdown(line, extensions=["hooks.rules_markdown"])


@pytest.fixture(params=calculators())
def calculator(request):
    return games.calculator(request.param)


@pytest.fixture
def html(calculator) -> str:
    return rendered(f"::: calculator {calculator.id}")


def test_the_form_has_a_side_for_each_of_the_calculators(html, calculator):
    assert [unescape(legend) for legend in re.findall(r'<fieldset class="fb-side">\s*<legend>(.*?)</legend>', html)] == list(calculator.sides)


def test_the_form_opens_with_the_calculators_defaults(html, calculator):
    page, defaults = Page(html), calculator.check({})
    assert set(page.fields) == set(defaults)
    assert {name: page.value(name) for name in defaults} == {name: text_of(value) for name, value in defaults.items()}
    assert all(field["data-default"] == page.value(name) for name, fields in page.fields.items() for field in fields)


def test_ids_are_given_once_and_every_label_has_its_field(html):
    page = Page(html)
    assert len(page.ids) == len(set(page.ids))
    assert set(page.labelled) <= set(page.ids)


def test_the_answers_to_its_defaults_stand_in_the_page(html, calculator):
    answers = calculator.answer(calculator.check({}))
    assert show.answers_html(answers) in html
    assert show.summary_html(answers) in html


def test_a_list_that_fills_in_offers_the_rows_that_hold_values(html, calculator):
    offered = [options for name, options in Page(html).options.items() if "-pick-" in name]
    assert len(offered) == sum(map(len, calculator.picks.values()))
    for pick, options in zip([pick for side in calculator.sides for pick in calculator.picks.get(side, ())], offered, strict=True):
        (nothing, prompt, _), *options = options
        assert (nothing, prompt) == ("", "choose …") and options
        for value, label, _ in options:
            assert label.strip()
            calculator.check(json.loads(value))
            assert set(json.loads(value)) == set(pick.sets)


def test_the_page_may_preset_values(calculator):
    name, parameter = next((name, parameter) for name, parameter in calculator.parameters.items() if parameter.kind.word == "int")
    low, high = parameter.describe()["range"]
    value = low if parameter.default != low else low + 1
    page = Page(html := rendered(f"::: calculator {calculator.id} {name}={value}"))
    assert page.value(name) == page.fields[name][0]["data-default"] == str(value)
    assert show.answers_html(calculator.answer(calculator.check({name: value}))) in html


def test_a_title_names_the_answers(calculator):
    assert f'aria-label="{calculator.title}"' in rendered(f"::: calculator {calculator.id}")
    assert 'aria-label="Who wins"' in rendered(f'::: calculator {calculator.id} title="Who wins"')


def test_two_on_one_page_have_ids_of_their_own(calculator):
    page = Page(rendered(f"::: calculator {calculator.id}\n\n::: calculator {calculator.id}"))
    assert len(page.ids) == len(set(page.ids))


@pytest.mark.parametrize(("line", "said"), [
    ("toy.calc", "calculator: got 'toy.calc', takes an id such as "),
    ("{id} luck=1", "luck: not a parameter of "),
    ("{id} other.calc", "block: got 'other.calc', takes name=value after the id"),
])
def test_what_is_not_there_stops_with_its_place(calculator, line, said):
    with pytest.raises(source.BlockError, match=f"^docs/calc.md:1: {re.escape(said)}"):
        rendered("::: calculator " + line.format(id=calculator.id))
