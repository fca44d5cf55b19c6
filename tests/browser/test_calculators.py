"""Calculators: what a reader sets is answered at once with the rules' own numbers, and is in the address.

Every `<game>/calc/` page of the site is tried; none is named here.
"""

import json
import os
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from rules_py import rendering
from rules_py.errors import RulesError
from rules_py.mechanic.calculator import Calculator
from rules_py.parameters import Parameter
from rules_py.registry import games
from rules_py.text.formatting import to_text
from tests.browser.axe import violations
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


class Calc:
    """A calculator on a page, and what its numbers should be."""

    def __init__(self, page: Page, slug: str):
        self.page = page
        self.path = f"/{slug}/calc/"
        self.about: Calculator = games.find_calculator(f"{slug}.calc")
        self.root = page.locator(f'fb-calc[calculator="{self.about.id}"]')
        self.body = self.root.locator(".fb-calc-body")
        self.summary = self.root.locator(".fb-calc-summary")
        self.error = self.root.locator(".fb-error")
        self.picks = self.root.locator(".fb-pick select")

    @property
    def defaults(self) -> dict[str, str]:
        return {name: to_text(value) for name, value in self.about.check({}).items()}

    def values(self) -> dict[str, str]:
        """What the form says, as text."""
        return self.root.locator("form").evaluate("""form => Object.fromEntries([...form.elements]
            .filter((field) => field.name && (field.type !== "radio" || field.checked))
            .map((field) => [field.name, field.type === "checkbox" ? String(field.checked) : field.value]))""")

    def field(self, name: str):
        return self.root.locator(f'[name="{name}"]')

    def in_address(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.address).query))

    @property
    def address(self) -> str:
        """The page's own word; Playwright hears of a change a moment later."""
        return self.page.evaluate("location.href")

    def expect_address(self, beside: dict[str, str] | None = None) -> None:
        """The address has what differs from the defaults, and nothing else."""
        changed = differing(self.values(), self.defaults)
        if beside is not None:
            others = differing(beside, self.defaults)
            changed |= {"vs": str(len(others))} | {f"vs.{name}": value for name, value in others.items()}
        assert self.in_address() == changed

    def expect_numbers(self, beside: dict[str, str] | None = None) -> None:
        """Every number comes to be what the rules give for what the form says."""
        wanted = numbers_of(self.about, self.values(), beside)
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

    def expect_answer(self, beside: dict[str, str] | None = None) -> None:
        """The numbers, or the rules' own refusal of what is set together."""
        refusal = refused(self.about, self.values())
        if refusal:
            expect(self.error).to_have_text(refusal)
        else:
            self.expect_numbers(beside)


def differing(values: dict[str, str], others: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if value != others[name]}


def refused(about: Calculator, values: dict[str, str]) -> str:
    """The sentence with which the rules refuse a set-up, nothing where they take it."""
    try:
        about.answer(about.check(values))
    except RulesError as error:
        return rendering.error_message(error, about.parameters)
    return ""


def numbers_of(about: Calculator, values: dict[str, str], beside: dict[str, str] | None = None) -> list[dict]:
    """What the page should show, worked out here."""
    answers = about.answer(about.check(values))
    others = about.answer(about.check(beside)) if beside is not None else [(None, None)] * len(answers)
    panels = []
    for (panel, odds), (_, other) in zip(answers, others, strict=True):
        numbers = [
            [
                chance.title,
                rendering.format_percent(chance.compute_probability(odds))
                + (
                    changed(chance.compute_probability(odds) - chance.compute_probability(other), 100, 1, " points")
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
                    f"{float(mean):.2f}".replace("-", rendering.MINUS)
                    + (changed(mean - others_mean, 1, 2, "") if others_mean is not None else ""),
                ]
            )
        within = odds.compute_cumulative(panel.field) if panel.mechanic.cumulative == panel.field else {}
        chances, beside_it = odds.outcomes[panel.field], other.outcomes[panel.field] if other else {}
        words = list(panel.mechanic.names.get(panel.field, ()))
        rows = [
            [
                rendering.label_for_outcome(panel.mechanic, panel.field, value),
                rendering.format_percent(chances.get(value, 0)),
            ]
            + ([rendering.format_percent(within[value]) if value in within else "–"] if within else [])
            + (
                [
                    rendering.format_percent(beside_it.get(value, 0)),
                    changed(chances.get(value, 0) - beside_it.get(value, 0), 100, 1, "").strip(),
                ]
                if other
                else []
            )
            for value in sorted({*chances, *beside_it}, key=lambda value: in_words(value, words))
        ]
        panels.append({"title": panel.title, "numbers": numbers, "rows": rows})
    return panels


def in_words(value, words: list[str]) -> tuple:
    """Numbers by size, then words as the rules list them."""
    is_word = isinstance(value, str | bool)
    return is_word, (words.index(to_text(value)) if to_text(value) in words else len(words)) if is_word else value


def changed(difference, scale: int, decimals: int, unit: str) -> str:
    if not difference:
        return " same"
    return f" {'+' if difference > 0 else rendering.MINUS}{abs(float(difference) * scale):.{decimals}f}{unit}"


def another_value(parameter: Parameter, current: str) -> str:
    """A value as text that a reader might set instead."""
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
            return next(dice for dice in DICE_TO_TRY if dice != current and takes(parameter, dice))


def takes(parameter: Parameter, text: str) -> bool:
    try:
        parameter.accept(text)
    except RulesError:
        return False
    return True


def change(calc: Calc, name: str, press) -> None:
    """Change one field as a reader does, by a tap or by typing."""
    parameter, field = calc.about.parameters[name], calc.field(name)
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
def visit(fb):
    """Opens a calculator, untouched, on a page on which Python runs; `query` is what the link says about it."""

    def to(page: Page, slug: str, query: str = "") -> Calc:
        calc = Calc(page, slug)
        if urlsplit(page.url).path == calc.path:
            fb.go_to(page, "/licences/")
        fb.follow_link_to(page, f"{calc.path}{query and '?' + query}")
        expect(calc.root).to_be_visible()
        return calc

    return to


def some_names(about: Calculator) -> list[str]:
    """A parameter of each kind, from all sides."""
    first = {parameter.kind.word: name for name, parameter in reversed(about.parameters.items())}
    last_number = [name for name, parameter in about.parameters.items() if parameter.kind.word == "int"][-1:]
    return list(dict.fromkeys([*first.values(), *last_number]))


def test_every_calculator_of_a_game_has_its_short_address():
    own = []
    for slug in games.systems():
        try:
            own.append(games.find_calculator(f"{slug}.calc").id.removesuffix(".calc"))
        except RulesError:
            continue
    assert own == SLUGS


@pytest.mark.examples(1)
def test_every_change_is_answered_at_once_and_kept_in_the_address(warm_page, slug, visit, fb):
    calc = visit(warm_page, slug)
    calc.expect_numbers()
    warm_page.evaluate("window.kept = true")
    entries = warm_page.evaluate("history.length")
    for name in calc.about.parameters:
        before = calc.values()
        change(calc, name, fb.press)
        assert list(differing(calc.values(), before)) == [name]
        calc.expect_address()
        calc.expect_answer()
        if refused(calc.about, calc.values()):  # what comes next is to be worked out again
            calc = visit(warm_page, slug)
            warm_page.evaluate("window.kept = true")
            entries = warm_page.evaluate("history.length")
    assert warm_page.evaluate("window.kept === true")
    assert warm_page.evaluate("history.length") == entries, "each change is a step for the back button"


def test_changing_back_leaves_nothing_in_the_address(warm_desktop, slug, visit, fb):
    calc = visit(warm_desktop, slug)
    number = next(name for name, parameter in calc.about.parameters.items() if parameter.kind.word == "int")
    default = calc.defaults[number]
    calc.field(number).fill(another_value(calc.about.parameters[number], default))
    assert number in calc.in_address()
    calc.field(number).fill(default)
    assert calc.in_address() == {}
    calc.expect_numbers()


@pytest.mark.examples(2)
def test_a_set_up_is_compared_with_another(warm_page, slug, visit, fb):
    calc = visit(warm_page, slug)
    first, second = numbers_to_change(calc.about)
    change(calc, first, fb.press)
    beside = calc.values()
    fb.press(calc.root.get_by_role("button", name="Compare with this"))
    expect(calc.root.get_by_role("button", name="Stop comparing")).to_have_attribute("aria-pressed", "true")
    calc.expect_numbers(beside)
    change(calc, second, fb.press)
    calc.expect_numbers(beside)
    calc.expect_address(beside)
    expect(calc.body.locator(".fb-svg-beside").first).to_be_attached()

    fb.press(calc.root.get_by_role("button", name="Stop comparing"))
    calc.expect_numbers()
    calc.expect_address()
    expect(calc.body.locator(".fb-svg-beside")).to_have_count(0)


def numbers_to_change(about: Calculator) -> list[str]:
    return [name for name, parameter in about.parameters.items() if parameter.kind.word == "int"][:2]


@pytest.mark.examples(1)
def test_the_address_opened_elsewhere_shows_the_same_numbers(warm_desktop, new_page, slug, visit, fb):
    """In a browser that was never here: both set-ups, the differences and all."""
    calc = visit(warm_desktop, slug)
    for name in some_names(calc.about):
        change(calc, name, fb.press)
        if refused(calc.about, calc.values()):
            calc = visit(warm_desktop, slug)
    beside = calc.values()
    fb.press(calc.root.get_by_role("button", name="Compare with this"))
    change(calc, numbers_to_change(calc.about)[1], fb.press)
    calc.expect_numbers(beside)
    there = Calc(new_page("phone"), slug)
    there.page.goto(calc.address)
    assert there.values() == calc.values()
    there.expect_numbers(beside)
    there.expect_address(beside)


@pytest.mark.examples(1)
def test_a_set_up_with_nothing_changed_can_be_the_one_beside(warm_desktop, slug, visit, fb):
    calc = visit(warm_desktop, slug)
    fb.press(calc.root.get_by_role("button", name="Compare with this"))
    calc.expect_address(calc.defaults)
    there = visit(warm_desktop, slug, urlsplit(calc.address).query)
    there.expect_numbers(there.defaults)


def test_nothing_is_worked_out_again_by_opening_the_page(warm_desktop, slug, visit):
    """The answers to the defaults come with the page."""
    calc = visit(warm_desktop, slug)
    assert calc.values() == calc.defaults
    assert calc.root.evaluate(READ_ANSWERS) == numbers_of(calc.about, calc.defaults)


TWO_OF_THEM = """() => {
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
"""The page's calculator twice, untouched, as a page may have two."""


@pytest.mark.examples(1)
def test_two_calculators_of_a_page_are_told_apart_by_their_ids(warm_desktop, slug, visit):
    calc = visit(warm_desktop, slug)
    number = next(name for name, parameter in calc.about.parameters.items() if parameter.kind.word == "int")
    values = another_value(calc.about.parameters[number], calc.defaults[number]), calc.defaults[number]
    warm_desktop.evaluate(TWO_OF_THEM)
    first, second = (warm_desktop.locator(f'fb-calc#{id} [name="{number}"]') for id in ("calc", "calc-2"))
    first.fill(values[0])
    second.fill(values[0])
    assert calc.in_address() == {f"calc.{number}": values[0], f"calc-2.{number}": values[0]}
    first.fill(values[1])
    assert calc.in_address() == {f"calc-2.{number}": values[0]}
    warm_desktop.locator("#calc-2 .fb-beside").click()
    first.fill(values[0])
    assert calc.in_address() == {
        number: values[0],
        f"calc-2.{number}": values[0],
        "calc-2.vs": "1",
        f"calc-2.vs.{number}": values[0],
    }
    warm_desktop.evaluate(TWO_OF_THEM)
    for field in (first, second):
        expect(field).to_have_value(values[0])
    expect(warm_desktop.locator("#calc-2 .fb-beside")).to_have_attribute("aria-pressed", "true")
    expect(warm_desktop.locator("#calc .fb-beside")).to_have_attribute("aria-pressed", "false")


# What a link may say


def nonsense(about: Calculator) -> list[tuple[str, str]]:
    """A wrong value for a parameter of each kind that the form itself refuses, and a name that is not there."""
    wrong = {"int": "-1000000000", "choice": "banana", "bool": "maybe"}
    firsts = {parameter.kind.word: name for name, parameter in reversed(about.parameters.items())}
    return [(name, wrong[kind]) for kind, name in firsts.items() if kind in wrong] + [("luckiest", "7")]


def told_of(about: Calculator, name: str) -> str:
    """How a sentence about a wrong value begins."""
    return about.parameters[name].label if name in about.parameters else f"The link sets “{name}”"


@pytest.mark.examples(1)
def test_nonsense_in_a_link_leaves_the_default_and_is_named_in_one_sentence(warm_page, slug, visit, fb):
    about = games.find_calculator(f"{slug}.calc")
    for name, value in nonsense(about):
        good = next(
            each for each, parameter in about.parameters.items() if parameter.kind.word == "bool" and each != name
        )
        calc = visit(warm_page, slug, urlencode({name: value, good: "true"}))
        expect(calc.error).to_have_count(1)
        said = calc.error.inner_text()
        assert said.startswith(told_of(about, name)) and said.endswith(".") and said.count(".") == 1, said
        assert value in said or name not in about.parameters, said
        assert calc.values() == calc.defaults | {good: "true"}
        assert fb.in_view(calc.error)


def test_a_value_given_twice_is_named_and_the_first_one_stands(warm_desktop, slug, visit):
    about = games.find_calculator(f"{slug}.calc")
    name = next(name for name, parameter in about.parameters.items() if parameter.kind.word == "int")
    value = another_value(about.parameters[name], to_text(about.check({})[name]))
    calc = visit(warm_desktop, slug, f"{name}={value}&{name}={calc_default(about, name)}")
    expect(calc.error).to_have_text(f"The link sets {calc.about.parameters[name].label} twice; the first value stands.")
    assert calc.values()[name] == value


def calc_default(about: Calculator, name: str) -> str:
    return to_text(about.check({})[name])


@pytest.mark.examples(1)
def test_nonsense_in_the_set_up_beside_is_named_as_such(warm_desktop, slug, visit):
    about = games.find_calculator(f"{slug}.calc")
    for name, value in nonsense(about):
        calc = visit(warm_desktop, slug, f"vs=1&vs.{name}={value}")
        expect(calc.error).to_contain_text(f"Beside it: {told_of(about, name)}")
        expect(calc.error).to_have_count(1)
        assert calc.values() == calc.defaults


def test_what_only_the_rules_can_refuse_is_one_sentence_and_has_no_numbers(warm_desktop, slug, visit):
    about = games.find_calculator(f"{slug}.calc")
    for name, parameter in about.parameters.items():
        if parameter.kind.word in ("int", "bool", "choice", "list"):
            continue
        calc = visit(warm_desktop, slug, f"{name}=banana")
        expect(calc.error).to_have_count(1)
        expect(calc.error).to_contain_text(parameter.label)
        if calc.values()[name] == calc.defaults[name]:  # the field itself refused it
            assert calc.root.evaluate(READ_ANSWERS) == numbers_of(about, calc.defaults)
        else:
            assert {text for text in calc.root.locator(".fb-numbers dd").all_inner_texts() if text} == {"…"}


def test_a_number_being_typed_waits_for_its_digits(warm_desktop, slug, visit):
    """An empty field is no crash: a sentence names it as the form does, and the next digit is answered."""
    calc = visit(warm_desktop, slug)
    name = next(name for name, parameter in calc.about.parameters.items() if parameter.kind.word == "int")
    calc.field(name).fill("")
    expect(calc.error).to_have_text(
        re.compile(
            f"^{re.escape(calc.about.parameters[name].label)} takes a whole number from .*; you entered nothing\\.$"
        )
    )
    calc.field(name).fill(another_value(calc.about.parameters[name], calc.defaults[name]))
    calc.expect_numbers()


# Lists that fill in, the line that stays in view, and what is said


def test_a_list_fills_its_numbers_in(warm_page, slug, visit):
    calc = visit(warm_page, slug)
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


@pytest.mark.examples(1)
def test_the_key_numbers_stay_in_view_on_a_phone_while_the_form_changes(warm_phone, slug, visit, fb):
    calc = visit(warm_phone, slug)
    for name in list(calc.about.parameters)[::4]:  # far enough apart to scroll
        calc.field(name).first.evaluate(TO_THE_MIDDLE)
        assert fb.in_view(calc.summary)
        change(calc, name, fb.press)
        assert fb.in_view(calc.summary)
        calc.expect_answer()
        if refused(calc.about, calc.values()):
            calc = visit(warm_phone, slug)
            continue
        shown = list(
            zip(calc.summary.locator("dt").all_inner_texts(), calc.summary.locator("dd").all_inner_texts(), strict=True)
        )
        known = [tuple(pair) for panel in numbers_of(calc.about, calc.values()) for pair in panel["numbers"]]
        assert shown and set(shown) <= set(known)


@pytest.mark.examples(1)
def test_on_a_desktop_the_answers_stand_beside_the_form(warm_desktop, slug, visit, fb):
    calc = visit(warm_desktop, slug)
    expect(calc.summary).to_be_hidden()
    for name in calc.about.parameters:
        calc.field(name).first.evaluate(TO_THE_MIDDLE)
        expect(calc.body.locator(".fb-numbers").first).to_be_in_viewport()


@pytest.mark.examples(1)
def test_a_screen_reader_is_told_the_new_numbers(warm_desktop, slug, visit, fb):
    calc = visit(warm_desktop, slug)
    change(calc, some_names(calc.about)[0], fb.press)
    calc.expect_numbers()
    expect(fb.live(warm_desktop)).to_have_text(
        rendering.describe_answers(calc.about.answer(calc.about.check(calc.values())))
    )


@pytest.mark.examples(1)
def test_what_is_open_stays_open_while_numbers_change(warm_desktop, slug, visit, fb):
    calc = visit(warm_desktop, slug)
    details = calc.body.locator("details")
    fb.press(details.first.locator("summary"))
    change(calc, some_names(calc.about)[0], fb.press)
    calc.expect_numbers()
    expect(details.first).to_have_attribute("open", "")


@pytest.mark.examples(2)
def test_what_if_runs_every_panel_over_a_parameter(warm_page, slug, visit, fb):
    calc = visit(warm_page, slug)
    buttons = calc.root.locator(".fb-what-if-row button")
    for button in (buttons.first, buttons.nth(1)):
        fb.press(button)
        expect(button).to_have_attribute("aria-pressed", "true")
        over = button.get_attribute("data-over")
        asking = [panel for panel in calc.about.panels if panel.own_name(over)]
        heats = calc.root.locator(".fb-what-if-body .fb-heat-table")
        swept = [panel.mechanic.parameters[panel.own_name(over)] for panel in asking]
        expect(heats.locator("caption")).to_have_text(
            [
                f"{panel.title}: what if {rendering.decapitalize(parameter.label)} were another"
                for panel, parameter in zip(asking, swept, strict=True)
            ]
        )
        current = calc.about.parameters[over].default
        for heat, parameter in zip(heats.all(), swept, strict=True):
            expect(heat.locator('tr[aria-current="true"] th')).to_have_text(
                rendering.label_for_value(parameter, current)
            )
    change(calc, over, fb.press)
    calc.expect_answer()
    fb.press(button)
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(calc.root.locator(".fb-what-if-body")).to_be_hidden()


@pytest.mark.chromium
@pytest.mark.examples(1)
def test_the_link_is_copied(warm_desktop, slug, visit, fb):
    warm_desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    calc = visit(warm_desktop, slug)
    change(calc, some_names(calc.about)[0], fb.press)
    fb.press(calc.root.get_by_role("button", name="Copy link"))
    expect(calc.root.get_by_role("button", name="Link copied")).to_be_visible()
    assert warm_desktop.evaluate("navigator.clipboard.readText()") == calc.address


@pytest.mark.examples(1)
def test_axe_has_nothing_to_say_while_two_set_ups_are_compared(warm_page, slug, visit, fb):
    calc = visit(warm_page, slug)
    fb.press(calc.root.get_by_role("button", name="Compare with this"))
    change(calc, some_names(calc.about)[0], fb.press)
    calc.expect_numbers(calc.defaults)
    calc.body.evaluate("body => body.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert violations(warm_page, ".md-content") == []


# Any state there and back


def texts_of(parameter: Parameter, about: dict) -> st.SearchStrategy[str]:
    """Any value a form may hold, as text."""
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
            return st.lists(texts_of(parameter, about["entry"]), max_size=min(about["most"], 4)).map(",".join)
        case _:
            return st.sampled_from([dice for dice in (*DICE_TO_TRY, "1D6 + 2") if takes(parameter, dice)])


def states_of(about: Calculator) -> st.SearchStrategy[dict[str, str]]:
    """Any state of a form: some of its values as they were, some set to anything they take."""
    defaults = {name: to_text(value) for name, value in about.check({}).items()}
    return st.fixed_dictionaries(
        {}, optional={name: texts_of(parameter, parameter.describe()) for name, parameter in about.parameters.items()}
    ).map(lambda some: defaults | some)


THERE_AND_BACK = """async ({ state, beside, module }) => {
    const { values: { setValue, valuesOf } } = await import(module);
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
    const back = { refusals, state: valuesOf(there.form), beside: there.beside ?? null, address,
                   said: there.querySelector(".fb-error")?.textContent ?? "", kept: kept.length };
    place.remove();
    sessionStorage.clear();
    history.replaceState(history.state, "", location.pathname);
    return back;
}"""
"""Sets a calculator as a reader does, then opens the address that it made in an untouched one, in a tab that keeps
another set-up."""


@pytest.mark.examples(1)
def test_any_state_comes_back_from_its_address(warm_desktop, slug, visit):
    calc = visit(warm_desktop, slug)
    states = states_of(calc.about)

    @settings(max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(states, st.none() | states)
    def there_and_back(state: dict[str, str], beside: dict[str, str] | None) -> None:
        back = warm_desktop.evaluate(
            THERE_AND_BACK, {"state": state, "beside": beside, "module": "/assets/js/page/main.js"}
        )
        assert (back["refusals"], back["said"], back["kept"]) == ([], "", 1), back["address"]
        assert (back["state"], back["beside"]) == (state, beside), back["address"]

    there_and_back()
