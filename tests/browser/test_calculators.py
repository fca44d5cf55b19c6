"""Calculators: every change is answered at once with the rules' own numbers, and is stored in the address.

The tests run on every `<game>/calc/` page of the site, without naming any.
"""

import json
import os
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from playwright.sync_api import Page, expect

from rules_py.error_messages import error_message
from rules_py.errors import RulesError
from rules_py.mechanic.calculator import Calculator
from rules_py.mechanic.labels import label_for_outcome, label_for_value
from rules_py.parameters import Parameter
from rules_py.registry import games
from rules_py.rendering.answers import describe_answers
from rules_py.rendering.numbers import format_percent
from rules_py.text.sentences import MINUS
from rules_py.text.serialization import to_text
from rules_py.text.wording import decapitalize
from tests.browser.axe import find_violations
from tests.browser.conftest import START

PROJECT = Path(__file__).parents[2]
SITE = Path(os.environ.get("SITE_DIR", PROJECT / "site"))
SLUGS = sorted(path.parent.parent.name for path in SITE.glob("*/calc/index.html"))

READ_ANSWERS = """root => {
    const text = (element) => element.textContent.replace(/\\s+/g, " ").trim();
    return [...root.querySelectorAll(".fb-panel")].map((panel) => ({
        title: text(panel.querySelector(".fb-panel-title")),
        numbers: [...panel.querySelectorAll(".fb-numbers > div")].map((pair) => [...pair.children].map(text)),
        rows: [...panel.querySelectorAll(".fb-odds-table tbody tr")].map((row) => [...row.children].map(text)),
    }));
}"""

TO_THE_MIDDLE = "field => field.closest('.fb-field, .fb-toggle').scrollIntoView({ block: 'center' })"
DICE_TO_TRY = ("1d6", "2d6+1", "3d6kh2", "2d10-2", "1d4*5", "12")


class CalculatorPage:
    """A calculator on a page, with its expected numbers."""

    def __init__(self, page: Page, slug: str):
        self.page = page
        self.path = f"/{slug}/calc/"
        self.calculator: Calculator = games.find_calculator(f"{slug}.calc")
        self.root = page.locator(f'fb-calc[calculator="{self.calculator.id}"]')
        self.body = self.root.locator(".fb-calc-body")
        self.summary = self.root.locator(".fb-calc-summary")
        self.error = self.root.locator(".fb-error")
        self.picks = self.root.locator(".fb-pick select")

    @property
    def defaults(self) -> dict[str, str]:
        return {name: to_text(value) for name, value in self.calculator.check({}).items()}

    def values(self) -> dict[str, str]:
        """Return the form's values, as text."""
        return self.root.locator("form").evaluate("""form => Object.fromEntries([...form.elements]
            .filter((field) => field.name && (field.type !== "radio" || field.checked))
            .map((field) => [field.name, field.type === "checkbox" ? String(field.checked) : field.value]))""")

    def field(self, name: str):
        return self.root.locator(f'[name="{name}"]')

    def address_params(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.address).query))

    @property
    def address(self) -> str:
        """The address according to the page; Playwright notices changes a moment later."""
        return self.page.evaluate("location.href")

    def expect_address(self, compare_to: dict[str, str] | None = None) -> None:
        """Expect the address to contain exactly the values that differ from the defaults."""
        changed = changed_values(self.values(), self.defaults)
        if compare_to is not None:
            others = changed_values(compare_to, self.defaults)
            changed |= {"vs": str(len(others))} | {f"vs.{name}": value for name, value in others.items()}
        assert self.address_params() == changed

    def expect_numbers(self, compare_to: dict[str, str] | None = None) -> None:
        """Expect every number to become what the rules give for the form's values."""
        wanted = expected_numbers(self.calculator, self.values(), compare_to)
        self.root.evaluate(
            """async (root, [wanted, patience]) => {
            const read = READ_ANSWERS;
            const end = Date.now() + patience;
            while (JSON.stringify(read(root)) !== JSON.stringify(wanted) && Date.now() < end)
              await new Promise((next) => setTimeout(next, 50));
        }""".replace("READ_ANSWERS", READ_ANSWERS),
            [wanted, START],
        )
        assert self.root.evaluate(READ_ANSWERS) == wanted
        expect(self.error).to_have_count(0)

    def expect_answer(self, compare_to: dict[str, str] | None = None) -> None:
        """Expect the numbers, or the rules' error message if the values don't go together."""
        refusal = error_for(self.calculator, self.values())
        if refusal:
            expect(self.error).to_have_text(refusal)
        else:
            self.expect_numbers(compare_to)


def changed_values(values: dict[str, str], others: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if value != others[name]}


def error_for(about: Calculator, values: dict[str, str]) -> str:
    """Return the error message with which the rules reject these values, or an empty string."""
    try:
        about.answer(about.check(values))
    except RulesError as error:
        return error_message(error, about.parameters)
    return ""


def expected_numbers(about: Calculator, values: dict[str, str], compare_to: dict[str, str] | None = None) -> list[dict]:
    """Compute the panels that the page should show."""
    answers = about.answer(about.check(values))
    others = about.answer(about.check(compare_to)) if compare_to is not None else [(None, None)] * len(answers)
    panels = []
    for (panel, odds), (_, other) in zip(answers, others, strict=True):
        numbers = [
            [
                chance.title,
                format_percent(chance.compute_probability(odds))
                + (
                    format_change(
                        chance.compute_probability(odds) - chance.compute_probability(other), 100, 1, " points"
                    )
                    if other
                    else ""
                ),
            ]
            for chance in panel.chances
        ]
        if panel.field in odds.mean:
            mean, others_mean = odds.mean[panel.field], other.mean.get(panel.field) if other else None
            numbers.append(
                [
                    "On average",
                    f"{float(mean):.2f}".replace("-", MINUS)
                    + (format_change(mean - others_mean, 1, 2, "") if others_mean is not None else ""),
                ]
            )
        within = odds.compute_cumulative(panel.field) if panel.mechanic.cumulative == panel.field else {}
        chances, beside_it = odds.outcomes[panel.field], other.outcomes[panel.field] if other else {}
        words = list(panel.mechanic.names.get(panel.field, ()))
        rows = [
            [
                label_for_outcome(panel.mechanic, panel.field, value),
                format_percent(chances.get(value, 0)),
            ]
            + ([format_percent(within[value]) if value in within else "–"] if within else [])
            + (
                [
                    format_percent(beside_it.get(value, 0)),
                    format_change(chances.get(value, 0) - beside_it.get(value, 0), 100, 1, "").strip(),
                ]
                if other
                else []
            )
            for value in sorted({*chances, *beside_it}, key=lambda value: sort_key(value, words))
        ]
        panels.append({"title": panel.title, "numbers": numbers, "rows": rows})
    return panels


def sort_key(value, words: list[str]) -> tuple:
    """Return a key that sorts numbers by size, then words in the order of the rules."""
    is_word = isinstance(value, str | bool)
    return is_word, (words.index(to_text(value)) if to_text(value) in words else len(words)) if is_word else value


def format_change(difference, scale: int, decimals: int, unit: str) -> str:
    if not difference:
        return " same"
    return f" {'+' if difference > 0 else MINUS}{abs(float(difference) * scale):.{decimals}f}{unit}"


def another_value(parameter: Parameter, current: str) -> str:
    """Return another valid value, as text that a reader might enter."""
    about = parameter.describe()
    match about["kind"]:
        case "bool":
            return "false" if current == "true" else "true"
        case "int":
            _, high = about["range"]
            return str(int(current) + (1 if high is None or int(current) < high else -1))
        case "choice":
            choices = [str(choice) for choice in about["choices"]]
            return choices[(choices.index(current) + 1) % len(choices)]
        case _:
            return next(dice for dice in DICE_TO_TRY if dice != current and accepts(parameter, dice))


def accepts(parameter: Parameter, text: str) -> bool:
    try:
        parameter.accept(text)
    except RulesError:
        return False
    return True


def change_field(calc: CalculatorPage, name: str, press) -> None:
    """Change one field as a reader does, by a tap or by typing."""
    parameter, field = calc.calculator.parameters[name], calc.field(name)
    kind, current = parameter.kind.word, calc.values()[name]
    if kind == "list":
        press(calc.root.locator(f'fb-list:has([name="{name}"]) .fb-add'))
        return
    value = another_value(parameter, current)
    if kind == "bool":
        press(field)
    elif field.count() > 1:
        press(calc.root.locator(f'[name="{name}"][value="{value}"]'))
    elif field.evaluate("field => field.localName") == "select":
        field.select_option(value)
    elif kind == "int":
        press(calc.root.locator(f'.fb-stepper:has([name="{name}"]) [data-step="{int(value) - int(current)}"]'))
    else:
        field.fill(value)
    assert calc.values()[name] == value


@pytest.fixture(params=SLUGS)
def slug(request) -> str:
    return request.param


@pytest.fixture
def open_calculator(fb):
    """Return a function that opens a fresh calculator on a warm page; `query` is the link's query."""

    def open_calculator(page: Page, slug: str, query: str = "") -> CalculatorPage:
        calc = CalculatorPage(page, slug)
        if urlsplit(page.url).path == calc.path:
            fb.go_to(page, "/licences/")
        fb.follow_link_to(page, f"{calc.path}{query and '?' + query}")
        expect(calc.root).to_be_visible()
        return calc

    return open_calculator


def choose_parameters(about: Calculator) -> list[str]:
    """Return a parameter of each kind, from all sides."""
    first = {parameter.kind.word: name for name, parameter in reversed(about.parameters.items())}
    last_number = [name for name, parameter in about.parameters.items() if parameter.kind.word == "int"][-1:]
    return list(dict.fromkeys([*first.values(), *last_number]))


def test_every_game_calculator_has_the_calc_address():
    own = []
    for slug in games.systems():
        try:
            own.append(games.find_calculator(f"{slug}.calc").id.removesuffix(".calc"))
        except RulesError:
            continue
    assert own == SLUGS


@pytest.mark.trial
def test_every_field_change_updates_numbers_and_address(warm_page, slug, open_calculator, fb):
    calc = open_calculator(warm_page, slug)
    calc.expect_numbers()
    warm_page.evaluate("window.kept = true")
    entries = warm_page.evaluate("history.length")
    for name in calc.calculator.parameters:
        before = calc.values()
        change_field(calc, name, fb.press)
        assert list(changed_values(calc.values(), before)) == [name]
        calc.expect_address()
        calc.expect_answer()
        if error_for(calc.calculator, calc.values()):  # so that the next values have numbers again
            calc = open_calculator(warm_page, slug)
            warm_page.evaluate("window.kept = true")
            entries = warm_page.evaluate("history.length")
    assert warm_page.evaluate("window.kept === true")
    assert warm_page.evaluate("history.length") == entries, "each change is a step for the back button"


def test_restoring_a_default_clears_the_address(warm_desktop, slug, open_calculator, fb):
    calc = open_calculator(warm_desktop, slug)
    number = next(name for name, parameter in calc.calculator.parameters.items() if parameter.kind.word == "int")
    default = calc.defaults[number]
    calc.field(number).fill(another_value(calc.calculator.parameters[number], default))
    assert number in calc.address_params()
    calc.field(number).fill(default)
    assert calc.address_params() == {}
    calc.expect_numbers()


@pytest.mark.trial
def test_comparing_shows_differences_from_the_saved_set_up(warm_page, slug, open_calculator, fb):
    calc = open_calculator(warm_page, slug)
    first, second = whole_number_names(calc.calculator)
    change_field(calc, first, fb.press)
    beside = calc.values()
    fb.press(calc.root.get_by_role("button", name="Compare with this"))
    expect(calc.root.get_by_role("button", name="Stop comparing")).to_have_attribute("aria-pressed", "true")
    calc.expect_numbers(beside)
    change_field(calc, second, fb.press)
    calc.expect_numbers(beside)
    calc.expect_address(beside)
    expect(calc.body.locator(".fb-svg-beside").first).to_be_attached()

    fb.press(calc.root.get_by_role("button", name="Stop comparing"))
    calc.expect_numbers()
    calc.expect_address()
    expect(calc.body.locator(".fb-svg-beside")).to_have_count(0)


def whole_number_names(about: Calculator) -> list[str]:
    return [name for name, parameter in about.parameters.items() if parameter.kind.word == "int"][:2]


@pytest.mark.trial
def test_copied_address_shows_the_same_numbers_in_another_browser(warm_desktop, make_page, slug, open_calculator, fb):
    """The browser has no stored data; it shows both scenarios and their differences."""
    calc = open_calculator(warm_desktop, slug)
    for name in choose_parameters(calc.calculator):
        change_field(calc, name, fb.press)
        if error_for(calc.calculator, calc.values()):
            calc = open_calculator(warm_desktop, slug)
    beside = calc.values()
    fb.press(calc.root.get_by_role("button", name="Compare with this"))
    change_field(calc, whole_number_names(calc.calculator)[1], fb.press)
    calc.expect_numbers(beside)
    there = CalculatorPage(make_page("phone"), slug)
    there.page.goto(calc.address)
    assert there.values() == calc.values()
    there.expect_numbers(beside)
    there.expect_address(beside)


@pytest.mark.trial
def test_defaults_can_be_compared_with(warm_desktop, slug, open_calculator, fb):
    calc = open_calculator(warm_desktop, slug)
    fb.press(calc.root.get_by_role("button", name="Compare with this"))
    calc.expect_address(calc.defaults)
    there = open_calculator(warm_desktop, slug, urlsplit(calc.address).query)
    there.expect_numbers(there.defaults)


def test_opening_the_page_shows_prerendered_answers(warm_desktop, slug, open_calculator):
    """The page contains the answers to the defaults."""
    calc = open_calculator(warm_desktop, slug)
    assert calc.values() == calc.defaults
    assert calc.root.evaluate(READ_ANSWERS) == expected_numbers(calc.calculator, calc.defaults)


DUPLICATE_CALCULATOR = """() => {
    const [calculator, ...others] = document.querySelectorAll("fb-calc");
    const html = calculator.outerHTML;
    others.forEach((other) => other.remove());
    const open = (id) => {
        const copy = new DOMParser().parseFromString(html, "text/html").querySelector("fb-calc");
        copy.id = id;
        document.querySelector("article").append(copy);
    };
    calculator.remove();
    open("calc");
    open("calc-2");
}"""
"""Script that replaces the page's calculator by two fresh ones, as a page may have two."""


def test_two_calculators_on_a_page_use_prefixed_addresses(warm_desktop, slug, open_calculator):
    calc = open_calculator(warm_desktop, slug)
    number = next(name for name, parameter in calc.calculator.parameters.items() if parameter.kind.word == "int")
    values = another_value(calc.calculator.parameters[number], calc.defaults[number]), calc.defaults[number]
    warm_desktop.evaluate(DUPLICATE_CALCULATOR)
    first, second = (warm_desktop.locator(f'fb-calc#{id} [name="{number}"]') for id in ("calc", "calc-2"))
    first.fill(values[0])
    second.fill(values[0])
    assert calc.address_params() == {f"calc.{number}": values[0], f"calc-2.{number}": values[0]}
    first.fill(values[1])
    assert calc.address_params() == {f"calc-2.{number}": values[0]}
    warm_desktop.locator("#calc-2 .fb-beside").click()
    first.fill(values[0])
    assert calc.address_params() == {
        number: values[0],
        f"calc-2.{number}": values[0],
        "calc-2.vs": "1",
        f"calc-2.vs.{number}": values[0],
    }
    warm_desktop.evaluate(DUPLICATE_CALCULATOR)
    for field in (first, second):
        expect(field).to_have_value(values[0])
    expect(warm_desktop.locator("#calc-2 .fb-beside")).to_have_attribute("aria-pressed", "true")
    expect(warm_desktop.locator("#calc .fb-beside")).to_have_attribute("aria-pressed", "false")


# Values in links


def invalid_values(about: Calculator) -> list[tuple[str, str]]:
    """Return an invalid value for a parameter of each kind that the form itself rejects, and an unknown name."""
    wrong = {"int": "-1000000000", "choice": "banana", "bool": "maybe"}
    firsts = {parameter.kind.word: name for name, parameter in reversed(about.parameters.items())}
    return [(name, wrong[kind]) for kind, name in firsts.items() if kind in wrong] + [("luckiest", "7")]


def error_prefix(about: Calculator, name: str) -> str:
    """Return the beginning of the error message about an invalid value."""
    return about.parameters[name].label if name in about.parameters else f"The link sets “{name}”"


@pytest.mark.trial
def test_invalid_link_value_keeps_default_and_says_so(warm_page, slug, open_calculator, fb):
    about = games.find_calculator(f"{slug}.calc")
    for name, value in invalid_values(about):
        good = next(
            each for each, parameter in about.parameters.items() if parameter.kind.word == "bool" and each != name
        )
        calc = open_calculator(warm_page, slug, urlencode({name: value, good: "true"}))
        expect(calc.error).to_have_count(1)
        said = calc.error.inner_text()
        assert said.startswith(error_prefix(about, name)) and said.endswith(
            ("so nothing was changed.", "so it was ignored.")
        ), said
        assert value in said or name not in about.parameters, said
        assert calc.values() == calc.defaults | {good: "true"}
        assert fb.is_in_view(calc.error)


@pytest.mark.trial
def test_repeated_link_value_is_named_and_the_first_is_used(warm_desktop, slug, open_calculator):
    about = games.find_calculator(f"{slug}.calc")
    name = next(name for name, parameter in about.parameters.items() if parameter.kind.word == "int")
    value = another_value(about.parameters[name], to_text(about.check({})[name]))
    calc = open_calculator(warm_desktop, slug, f"{name}={value}&{name}={default_text(about, name)}")
    expect(calc.error).to_have_text(
        f"The link sets {calc.calculator.parameters[name].label} twice; the first value is used."
    )
    assert calc.values()[name] == value


def default_text(about: Calculator, name: str) -> str:
    return to_text(about.check({})[name])


def test_invalid_comparison_value_is_named_as_comparison(warm_desktop, slug, open_calculator):
    about = games.find_calculator(f"{slug}.calc")
    for name, value in invalid_values(about):
        calc = open_calculator(warm_desktop, slug, f"vs=1&vs.{name}={value}")
        expect(calc.error).to_contain_text(f"Other set-up: {error_prefix(about, name)}")
        expect(calc.error).to_have_count(1)
        assert calc.values() == calc.defaults


@pytest.mark.trial
def test_rule_error_shows_one_sentence_and_no_numbers(warm_desktop, slug, open_calculator):
    about = games.find_calculator(f"{slug}.calc")
    for name, parameter in about.parameters.items():
        if parameter.kind.word in ("int", "bool", "choice", "list"):
            continue
        calc = open_calculator(warm_desktop, slug, f"{name}=banana")
        expect(calc.error).to_have_count(1)
        expect(calc.error).to_contain_text(parameter.label)
        if calc.values()[name] == calc.defaults[name]:  # the field itself rejected the value
            assert calc.root.evaluate(READ_ANSWERS) == expected_numbers(about, calc.defaults)
        else:
            assert {text for text in calc.root.locator(".fb-numbers dd").all_inner_texts() if text} == {"…"}


def test_empty_number_field_shows_error_until_a_digit_is_typed(warm_desktop, slug, open_calculator):
    """An empty field gives an error message with the form's label, and the next digit is answered."""
    calc = open_calculator(warm_desktop, slug)
    name = next(name for name, parameter in calc.calculator.parameters.items() if parameter.kind.word == "int")
    calc.field(name).fill("")
    expect(calc.error).to_have_text(
        re.compile(
            f"^{re.escape(calc.calculator.parameters[name].label)} takes a whole number from .*; "
            r"you entered nothing\.$"
        )
    )
    calc.field(name).fill(another_value(calc.calculator.parameters[name], calc.defaults[name]))
    calc.expect_numbers()


# Preset lists, the summary that stays in view, and announcements


@pytest.mark.trial
def test_preset_list_fills_in_numbers(warm_page, slug, open_calculator):
    calc = open_calculator(warm_page, slug)
    for at in range(calc.picks.count()):
        pick = calc.picks.nth(at)
        options = [
            value for value in pick.locator("option").evaluate_all("all => all.map((each) => each.value)") if value
        ]
        for value in dict.fromkeys((options[0], options[-1])):
            pick.select_option(value)
            assert calc.values() | json.loads(value) == calc.values()
            calc.expect_address()
            calc.expect_answer()


@pytest.mark.trial
def test_summary_stays_in_view_on_a_phone_while_the_form_changes(warm_phone, slug, open_calculator, fb):
    calc = open_calculator(warm_phone, slug)
    for name in list(calc.calculator.parameters)[::4]:  # far enough apart to scroll
        calc.field(name).first.evaluate(TO_THE_MIDDLE)
        assert fb.is_in_view(calc.summary)
        change_field(calc, name, fb.press)
        assert fb.is_in_view(calc.summary)
        calc.expect_answer()
        if error_for(calc.calculator, calc.values()):
            calc = open_calculator(warm_phone, slug)
            continue
        shown = list(
            zip(calc.summary.locator("dt").all_inner_texts(), calc.summary.locator("dd").all_inner_texts(), strict=True)
        )
        known = [tuple(pair) for panel in expected_numbers(calc.calculator, calc.values()) for pair in panel["numbers"]]
        assert shown and set(shown) <= set(known)


def test_desktop_shows_answers_next_to_the_form(warm_desktop, slug, open_calculator, fb):
    calc = open_calculator(warm_desktop, slug)
    expect(calc.summary).to_be_hidden()
    for name in calc.calculator.parameters:
        calc.field(name).first.evaluate(TO_THE_MIDDLE)
        expect(calc.body.locator(".fb-numbers").first).to_be_in_viewport()


@pytest.mark.trial
@pytest.mark.examples(2)
def test_what_if_runs_every_panel_over_a_parameter(warm_page, slug, open_calculator, fb):
    calc = open_calculator(warm_page, slug)
    buttons = calc.root.locator(".fb-what-if-row button")
    for button in (buttons.first, buttons.nth(1)):
        fb.press(button)
        expect(button).to_have_attribute("aria-pressed", "true")
        over = button.get_attribute("data-over")
        asking = [panel for panel in calc.calculator.panels if panel.local_name_for(over)]
        heats = calc.root.locator(".fb-what-if-body .fb-heat-table")
        swept = [panel.mechanic.parameters[panel.local_name_for(over)] for panel in asking]
        expect(heats.locator("caption")).to_have_text(
            [
                f"{panel.title}: what if {decapitalize(parameter.label)} changes"
                for panel, parameter in zip(asking, swept, strict=True)
            ]
        )
        current = calc.calculator.parameters[over].default
        for heat, parameter in zip(heats.all(), swept, strict=True):
            expect(heat.locator('tr[aria-current="true"] th')).to_have_text(label_for_value(parameter, current))
    change_field(calc, over, fb.press)
    calc.expect_answer()
    fb.press(button)
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(calc.root.locator(".fb-what-if-body")).to_be_hidden()


@pytest.mark.trial
@pytest.mark.chromium
def test_new_numbers_are_announced_keep_details_open_and_have_a_link(warm_desktop, slug, open_calculator, fb):
    warm_desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    calc = open_calculator(warm_desktop, slug)
    details = calc.body.locator("details")
    fb.press(details.first.locator("summary"))
    change_field(calc, choose_parameters(calc.calculator)[0], fb.press)
    calc.expect_numbers()
    expect(details.first).to_have_attribute("open", "")
    expect(fb.live_region(warm_desktop)).to_have_text(
        describe_answers(calc.calculator.answer(calc.calculator.check(calc.values())))
    )
    fb.press(calc.root.get_by_role("button", name="Copy link"))
    expect(calc.root.get_by_role("button", name="Link copied")).to_be_visible()
    assert warm_desktop.evaluate("navigator.clipboard.readText()") == calc.address


@pytest.mark.trial
def test_comparison_has_no_axe_violations(warm_page, slug, open_calculator, fb):
    calc = open_calculator(warm_page, slug)
    fb.press(calc.root.get_by_role("button", name="Compare with this"))
    change_field(calc, choose_parameters(calc.calculator)[0], fb.press)
    calc.expect_numbers(calc.defaults)
    calc.body.evaluate("body => body.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert find_violations(warm_page, ".md-content") == []


# Round trips of any state


def value_texts(parameter: Parameter, about: dict) -> st.SearchStrategy[str]:
    """Return a strategy for any value that a form may hold, as text."""
    match about["kind"]:
        case "int":
            low, high = about["range"]
            return st.integers(low, low + 10**6 if high is None else high).map(str)
        case "bool":
            return st.sampled_from(["true", "false"])
        case "choice":
            return st.sampled_from(about["choices"]).map(str)
        case "numbers":
            return st.tuples(*(st.integers(*about["range"]) for _ in about["parts"])).map(
                lambda parts: "/".join(map(str, parts))
            )
        case "list":
            return st.lists(value_texts(parameter, about["entry"]), max_size=min(about["most"], 4)).map(",".join)
        case _:
            return st.sampled_from([dice for dice in (*DICE_TO_TRY, "1D6 + 2") if accepts(parameter, dice)])


def form_states(about: Calculator) -> st.SearchStrategy[dict[str, str]]:
    """Return a strategy for any state of a form: some values at their defaults, others at any valid value."""
    defaults = {name: to_text(value) for name, value in about.check({}).items()}
    return st.fixed_dictionaries(
        {},
        optional={name: value_texts(parameter, parameter.describe()) for name, parameter in about.parameters.items()},
    ).map(lambda some: defaults | some)


ROUND_TRIP = """async ({ state, beside, module }) => {
    const { values: { readValues, setValue } } = await import(module);
    window.pristine ??= {};
    const html = window.pristine[location.pathname] ??= await (await fetch(location.pathname)).text();
    const place = document.createElement("div");
    document.querySelector("article").append(place);
    const open = () => {
        const calculator = new DOMParser().parseFromString(html, "text/html").querySelector("fb-calc");
        calculator.update = () => {}; // numbers are another test's
        place.replaceChildren(calculator);
        return calculator;
    };
    const set = (calculator, values) => {
        const refusals = Object.entries(values)
            .map(([name, value]) => setValue(calculator.form, name, value)).filter(Boolean);
        calculator.form.querySelector("[name]").dispatchEvent(new Event("input", { bubbles: true }));
        return refusals;
    };
    history.replaceState(history.state, "", location.pathname);
    sessionStorage.clear(); // what the tab had been set to before
    const here = open();
    const refusals = [];
    if (beside) {
        refusals.push(...set(here, beside));
        here.querySelector(".fb-beside").click();
    }
    refusals.push(...set(here, state));
    const address = location.href;
    const kept = Object.keys(sessionStorage).filter((key) => key.startsWith("fieldbook:set-up:"));
    sessionStorage.clear();
    // What an address says goes first, wholly; one that says nothing is opened where nothing was set.
    for (const key of location.search ? kept : []) sessionStorage.setItem(key, JSON.stringify({ ...beside, vs: "0" }));
    const there = open();
    const back = { refusals, state: readValues(there.form), beside: there.comparedSetUp, address,
                   said: there.querySelector(".fb-error")?.textContent ?? "", kept: kept.length };
    place.remove();
    sessionStorage.clear();
    history.replaceState(history.state, "", location.pathname);
    return back;
}"""
"""Script that sets a calculator as a reader does, then opens the resulting address in a fresh calculator, in a tab that
stores another scenario.
"""


@pytest.mark.trial
def test_any_form_state_round_trips_through_the_address(warm_desktop, slug, open_calculator):
    calc = open_calculator(warm_desktop, slug)
    states = form_states(calc.calculator)

    @settings(max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(states, st.none() | states)
    def there_and_back(state: dict[str, str], beside: dict[str, str] | None) -> None:
        back = warm_desktop.evaluate(
            ROUND_TRIP, {"state": state, "beside": beside, "module": "/assets/js/entry/main.js"}
        )
        assert (back["refusals"], back["said"], back["kept"]) == ([], "", 1), back["address"]
        assert (back["state"], back["beside"]) == (state, beside), back["address"]

    there_and_back()
