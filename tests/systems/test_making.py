"""Making a character of each game step by step, as the page asks for it."""

import json
import random
from collections import Counter
from itertools import combinations
from typing import Annotated, Any

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

import rules_py
from rules_py import bridge
from rules_py.errors import DataError
from rules_py.parameters import Flag, ListOf, Numbers, Record, RowOf, Text, Whole
from rules_py.play import Sheet
from rules_py.play.layout import Layout, Texts
from rules_py.play.making import Making, Progress, list_steps
from rules_py.play.steps import Kit, Step, build_default_steps
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import find_sheet

CHARACTERS = ("psiops.operative", "xmas.operator", "combat.character", "sideworld.character", "puml.character")
each_character = pytest.mark.parametrize("kind", CHARACTERS)
every_sheet = pytest.mark.parametrize("kind", sorted(rules_py.sheets()))

RUNS, TAPS = 3, 30
"""The number of random characters of each kind, and of taps in each."""


class Page:
    """A character that is being made, as the page has it: everything goes through the bridge as JSON."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.fields: dict[str, Any] | None = None
        self.progress: dict[str, Any] = {}
        self.refusal = ""
        self.tap(None)

    def tap(self, act: dict[str, Any] | None, seed: int = 0) -> bool:
        """Do something, and return True unless the rules refuse it."""
        texts = [json.dumps(each) for each in (self.fields, self.progress, act)]
        answer = json.loads(bridge.ANSWERS["making"](self.kind, *texts, 0, seed))
        self.refusal = answer.get("error", "")
        if not self.refusal:
            self.answer = answer
            self.fields, self.progress = answer["sheet"]["fields"], answer["progress"]
        return not self.refusal

    def open(self, title: str) -> None:
        if self.progress["open"] != title:
            assert self.tap({"do": "open", "step": title})

    @property
    def steps(self) -> list[LexborNode]:
        return LexborHTMLParser(self.answer["steps"]).css(".fb-making-step")

    @property
    def main_tap(self) -> dict[str, Any] | None:
        """The act of the main button in the bar; None if it opens the finished sheet."""
        found = LexborHTMLParser(self.answer["bar"]).css_first(".fb-making-next[data-make]")
        return json.loads(found.attributes["data-make"] or "") if found else None

    @property
    def bar(self) -> list[str]:
        """The words of the buttons in the bar."""
        return [each.text() for each in LexborHTMLParser(self.answer["bar"]).css("button")]

    @property
    def titles(self) -> list[str]:
        return [step.attributes["data-title"] for step in self.steps]

    @property
    def count(self) -> str:
        """The count of the open step, such as "1 of 2"."""
        found = LexborHTMLParser(self.answer["steps"]).css_first('[data-state="open"] .fb-step-count')
        return found.text() if found else ""

    @property
    def body(self) -> LexborNode:
        found = LexborHTMLParser(self.answer["steps"]).css_first(".fb-step-body")
        assert found is not None
        return found

    def list_options(self) -> list[str]:
        return [each.text() for each in self.body.css(".fb-option-words > b")]

    @property
    def sheet(self) -> Sheet:
        return find_sheet(self.kind).from_fields(self.fields)


def choose(page: Page, step: str, field: str, *keys: str) -> None:
    page.open(step)
    for key in keys:
        assert page.tap({"do": "choose", "field": field, "value": key}), page.refusal


# The texts of the games


def test_operative_is_made_in_the_steps_of_the_text():
    page = Page("psiops.operative")
    assert page.titles == [
        "Attributes", "Talents", "Equipment", "Grenades", "Drive", "Skills", "Languages", "Codename",
    ]  # fmt: skip
    counts = {}
    for title in page.titles:
        page.open(title)
        counts[title] = page.count
    assert counts == {
        "Attributes": "0 of 4",
        "Talents": "0 of 2",
        "Equipment": "0 of 2",
        "Grenades": "0 of 1",
        "Drive": "0 of 1",
        "Skills": "0 of 2",
        "Languages": "0 of 2",
        "Codename": "",
    }
    numbers = {}
    for title in ("Talents", "Equipment", "Grenades", "Drive", "Skills"):
        page.open(title)
        numbers[title] = len(page.list_options())
    assert numbers == {"Talents": 36, "Equipment": 8, "Grenades": 4, "Drive": 36, "Skills": 36}
    made = page.sheet
    assert (made.hp, made.max_hp, made.momentum, made.armor, made.supplies) == (6, 6, 2, 2, 2)
    assert [weapon.name for weapon in made.weapons] == ["Combat knife", "Handgun"]
    assert len(made.items) == 11  # the kit's 14 things without its weapons and the grenades that aren't chosen yet


def test_dice_do_the_first_two_steps_the_drive_and_the_skills():
    made = Making.begin(find_sheet("psiops.operative"))
    assert [step.title for step in made.list_rollable()] == ["Attributes", "Talents", "Drive", "Skills"]
    page = Page("psiops.operative")
    assert page.tap({"do": "roll-rest"}, seed=3)
    assert page.progress["open"] == "Equipment"
    assert "Roll the rest" not in page.answer["bar"]
    rolled = page.sheet
    assert len({talent.talent for talent in rolled.talents}) == len(set(rolled.skills)) == 2
    assert rolled.drive != "none"


def test_scores_are_rolled_as_in_the_text():
    """D3, plus 1, minus another D3."""
    seen = set()
    for seed in range(60):
        page = Page("psiops.operative")
        assert page.tap({"do": "roll"}, seed=seed)
        for name, line in page.progress["rolled"].items():
            first, second = int(line[0]), int(line.split(" - ")[1][0])
            assert {first, second} <= {1, 2, 3}
            assert page.fields[name] == first + 1 - second
            seen.add(page.fields[name])
    assert seen == {-1, 0, 1, 2, 3}


def test_two_scores_change_places_once():
    page = Page("psiops.operative")
    for name, value in (("strength", 3), ("reflexes", -1), ("tactics", 0)):
        assert page.tap({"do": "set", "field": name, "value": str(value)})
    assert not page.tap({"do": "swap", "field": "strength"}), "a score is missing"
    assert page.tap({"do": "set", "field": "willpower", "value": "1"})
    assert page.tap({"do": "swap", "field": "strength"})
    assert page.tap({"do": "swap", "field": "willpower"})
    assert [page.fields[name] for name in ("strength", "reflexes", "tactics", "willpower")] == [1, -1, 0, 3]
    assert not page.tap({"do": "swap", "field": "tactics"})
    assert "changed places already" in page.refusal
    assert page.tap({"do": "unswap"})
    assert [page.fields[name] for name in ("strength", "reflexes", "tactics", "willpower")] == [3, -1, 0, 1]


def test_two_things_are_chosen_over_weapons_and_gear():
    page = Page("psiops.operative")
    choose(page, "Equipment", "weapons", "assault-rifle")
    choose(page, "Equipment", "gear", "binoculars")
    assert page.count == "2 of 2"
    assert not page.tap({"do": "choose", "field": "gear", "value": "bolt-cutters"})
    assert page.refusal == "2 of 2 chosen: take one back first."
    names = {each.name for each in (*page.sheet.weapons, *page.sheet.items)}
    assert {"Assault rifle", "Binoculars"} <= names
    choose(page, "Equipment", "weapons", "assault-rifle")
    assert page.count == "1 of 2"
    assert "Assault rifle" not in {each.name for each in page.sheet.weapons}


def test_any_two_things_fit_into_the_slots():
    kind = find_sheet("psiops.operative")
    names = [("weapons", key) for key in rules_py.table("psiops.weapons").keys]
    names += [("gear", key) for key in rules_py.table("psiops.gear").keys]
    equipment = next(step for step in list_steps(kind) if step.title == "Equipment")
    begun = Making.begin(kind)
    for (one, first), (other, second) in combinations(names, 2):
        made = begun.choose(equipment, one, first).choose(equipment, other, second)
        assert not made.sheet.warnings, (first, second)


@pytest.mark.parametrize(("tactics", "willpower", "most"), [(-1, -1, 2), (0, 0, 2), (1, 3, 5), (2, -1, 4)])
def test_languages_are_two_and_one_for_each_point(tactics, willpower, most):
    page = Page("psiops.operative")
    assert page.tap({"do": "set", "field": "tactics", "value": tactics})
    assert page.tap({"do": "set", "field": "willpower", "value": willpower})
    page.open("Languages")
    for number in range(most):
        assert page.tap({"do": "add", "field": "languages", "value": f"Language {number}"}), page.refusal
    assert page.count == f"{most} of {most}"
    assert not page.tap({"do": "add", "field": "languages", "value": "One more"})


def test_grenades_of_the_kit_are_of_the_chosen_kind():
    page = Page("psiops.operative")
    choose(page, "Grenades", "grenades", "smoke")
    assert "Two grenades, smoke" in {item.name for item in page.sheet.items}
    choose(page, "Grenades", "grenades", "frag")
    assert not [item.name for item in page.sheet.items if "grenades" in item.name.lower()]
    assert [(weapon.ammo, weapon.full) for weapon in page.sheet.weapons if "renade" in weapon.name] == [(2, 2)]


def test_kit_leaves_alone_what_the_player_added():
    page = Page("psiops.operative")
    page.fields["items"].append({"name": "Grandfather's watch", "place": "body", "slots": 0})
    choose(page, "Equipment", "weapons", "shotgun")
    choose(page, "Equipment", "weapons", "shotgun")
    assert "Grandfather's watch" in {item.name for item in page.sheet.items}


def test_operator_has_four_stats_and_three_spirit():
    page = Page("xmas.operator")
    page.open("Stats")
    assert page.count == "0 of 4"
    made = page.sheet
    assert (made.spirit, made.weapons, made.items) == (3, (), ())
    page.open("Items and tags")
    assert page.tap({"do": "add", "field": "items"})
    assert page.tap({"do": "word", "field": "items", "at": 0, "part": "tags", "value": "Slow"})
    assert page.tap({"do": "word", "field": "items", "at": 0, "part": "tags", "value": "Warm"})
    assert page.fields["items"][0]["tags"] == "Slow, Warm"
    assert page.tap({"do": "word", "field": "items", "at": 0, "part": "tags", "value": "Slow"})
    assert page.fields["items"][0]["tags"] == "Warm"


@pytest.mark.parametrize(("campaign", "points"), [("realistic", 230), ("cinematic", 315)])
def test_character_points_of_the_campaign_are_spent_to_the_last(campaign, points):
    page = Page("combat.character")
    choose(page, "Name and campaign", "campaign", campaign)
    left = points - 6 * 3 * 10
    shown = LexborHTMLParser(page.answer["steps"]).css_first(".fb-budget-left b")
    assert shown.text() == str(left)
    page.open("Attributes")
    prices = {each.text() for each in page.body.css('.fb-stepper-button[data-key$="+"] small')}
    assert prices == {"10"}
    levels = left // 10
    for name in ("strength", "reflexes", "health", "will"):
        more = min(levels, 4)  # 7 is the highest attribute of a realistic campaign
        levels -= more
        assert page.tap({"do": "set", "field": name, "value": 3 + more})
    assert (levels, page.sheet.points_left) == (0, left % 10)
    assert not page.sheet.warnings


def test_steps_say_the_prices_of_the_scores_that_follow():
    page = Page("combat.character")
    page.open("Scores that follow")
    rows = {row.css_first("b").text(): row for row in page.body.css(".fb-step-row")}
    prices = {name: int(row.css_first('[data-key$="+"] small').text()) for name, row in rows.items()}
    assert prices == {"DEF": 5, "INI": 3, "TGH": 5, "LIF": 2, "MOV": 5}
    assert rows["LIF"].css_first(".fb-stepper-value").text() == "15"  # 3 × 3 + 2 × 3
    page.open("Attributes")
    assert page.tap({"do": "set", "field": "health", "value": "5"})
    page.open("Scores that follow")
    rows = {row.css_first("b").text(): row for row in page.body.css(".fb-step-row")}
    assert rows["LIF"].css_first(".fb-stepper-value").text() == "21"


def test_points_that_are_missing_close_a_step():
    page = Page("combat.character")
    page.open("Attributes")
    assert page.tap({"do": "set", "field": "will", "value": 8})
    row = page.body.css_first('[data-key="strength"]')
    assert "disabled" in row.css(".fb-stepper-button")[1].attributes
    assert row.css_first(".fb-why-not").text() == "Costs 10, 0 left."


def test_advantages_cost_two_five_or_ten():
    page = Page("combat.character")
    page.open("Advantages")
    assert page.tap({"do": "add", "field": "traits"})
    before = page.sheet.points_left
    spent = []
    for cost in (2, 5, 10):
        assert page.tap({"do": "part", "field": "traits", "at": 0, "part": "cost", "value": str(cost)})
        spent.append(before - page.sheet.points_left + 2)
    assert spent == [2, 5, 10]


def test_character_of_sideworld_has_fifteen_attributes_that_nobody_has_given():
    page = Page("sideworld.character")
    page.open("Attributes")
    assert page.count == "0 of 15"
    inputs = page.body.css("input")
    assert [each.attributes["value"] for each in inputs] == [""] * 15
    assert {each.attributes["inputmode"] for each in inputs} == {"numeric"}
    assert page.tap({"do": "set", "field": "attack", "value": "13"})
    assert page.count == "1 of 15"
    assert page.tap({"do": "set", "field": "attack", "value": ""})
    assert page.count == "0 of 15"


def test_character_of_puml_names_the_attributes():
    page = Page("puml.character")
    assert page.titles == ["Name", "Attributes", "Hits", "Gear and notes"]
    page.open("Attributes")
    assert page.fields["attributes"] == []
    assert page.tap({"do": "add", "field": "attributes"})
    assert page.tap({"do": "part", "field": "attributes", "at": 0, "part": "name", "value": "Nerve"})
    assert page.tap({"do": "part", "field": "attributes", "at": 0, "part": "value", "value": "3"})
    assert page.fields["attributes"] == [{"name": "Nerve", "value": 3}]
    assert not page.tap({"do": "part", "field": "attributes", "at": 0, "part": "value", "value": "4"})
    page.open("Hits")
    assert page.fields["hits_most"] == 2


# Every game


@every_sheet
def test_every_step_can_be_opened_and_passed(kind):
    page = Page(kind)
    for title in page.titles:
        page.open(title)
        assert [step.attributes["data-title"] for step in page.steps if step.css_first(".fb-step-body")] == [title]
    page.open(page.titles[0])
    for _ in page.titles:
        if not page.progress["open"]:
            break
        assert page.tap({"do": "next"})
    assert page.answer["bar"]


@every_sheet
def test_second_tap_on_the_next_step_does_not_skip_it(kind):
    page = Page(kind)
    for _ in page.titles[1:]:
        before, tap = page.progress["open"], page.main_tap
        if not tap:
            break
        assert page.tap(tap)
        opened = page.progress["open"]
        assert opened != before
        assert page.tap(tap)
        assert page.progress["open"] == opened


@each_character
def test_bar_goes_on_while_no_step_is_open(kind):
    page = Page(kind)
    first = page.progress["open"]
    assert page.tap({"do": "open", "step": first})
    assert page.progress["open"] == ""
    tap = page.main_tap
    for _ in range(2):
        assert page.tap(tap)
        assert page.progress["open"] == first


@each_character
def test_last_step_leads_back_to_what_is_missing_or_opens_the_sheet_as_it_is(kind):
    page = Page(kind)
    for title in page.titles[1:]:
        assert page.bar[0].lower() == f"next: {title}".lower()
        assert page.tap(page.main_tap)
    counts = [step.css_first(".fb-step-count") for step in page.steps[:-1]]
    missing = [
        title for title, count in zip(page.titles, counts, strict=False) if count and count.text().startswith("0 of")
    ]
    if missing:
        assert page.bar[0].lower() == f"back to: {missing[0]}".lower()
        assert page.bar[-1] == "Open it as it is"
    else:
        assert page.bar == ["Open the sheet"]


def test_only_a_step_in_which_something_is_chosen_has_a_tick():
    page = Page("xmas.operator")
    assert page.tap({"do": "next"})
    assert page.steps[0].attributes["data-state"] == "todo"
    assert page.steps[0].css_first("small").text() == "Skipped"
    page.open("Name and Guy Type")
    assert page.tap({"do": "set", "field": "name", "value": "Nick"})
    assert page.tap({"do": "next"})
    assert page.steps[0].attributes["data-state"] == "done"
    assert page.steps[0].css_first("small").text() == "Nick"


@each_character
def test_nothing_is_chosen_before_the_player_chooses(kind):
    page = Page(kind)
    for title in page.titles:
        page.open(title)
        step = next(each for each in list_steps(find_sheet(kind)) if each.title == title)
        pressed = page.body.css('[aria-pressed="true"]:not(.fb-switch-part)')
        assert step.starts or not pressed, title
        given = [each.attributes.get("value") for each in page.body.css("input[type=number]")]
        assert step.starts or not any(given), title
    assert [step.attributes["data-state"] for step in page.steps].count("done") == 0


@pytest.mark.parametrize("run", range(RUNS))
@each_character
def test_random_choices_are_never_refused_and_leave_no_problem(kind, run):
    source = random.Random(f"{kind} {run}")
    page = Page(kind)
    begun = set(page.sheet.warnings)
    for _ in range(TAPS):
        act = choose_tap(source, page)
        assert page.tap(act, source.randrange(2**32)), (act, page.refusal)
    if len(page.sheet.derivations) and hasattr(page.sheet, "points_left"):
        assert page.sheet.points_left >= 0
    assert set(page.sheet.warnings) <= begun | set(page.sheet.open_questions)
    assert json.loads(bridge.ANSWERS["sheet"](kind, json.dumps(page.fields)))["sheet"]["fields"] == page.fields
    again = Progress.read(json.loads(json.dumps(page.progress)))
    assert again.to_dict() == page.progress


def choose_tap(source: random.Random, page: Page) -> dict[str, Any]:
    """Return a random tap that the page offers, apart from those that it warns about."""
    tree = LexborHTMLParser(f"<div>{page.answer['steps']}{page.answer['bar']}</div>")
    acts = [
        json.loads(each.attributes["data-make"])
        for each in tree.css("[data-make]")
        if "disabled" not in each.attributes and not is_warned_about(each)
    ]
    for each in tree.css("[data-set], [data-add]"):
        act = json.loads(each.attributes.get("data-set") or each.attributes["data-add"])
        if (value := choose_value(source, each)) is not None:
            acts.append({**act, "value": value})
    kinds = sorted({act["do"] for act in acts})
    wanted = source.choice(kinds)  # else long tables are tapped most
    return source.choice([act for act in acts if act["do"] == wanted])


def is_warned_about(node: LexborNode) -> bool:
    row = node.parent
    return (row is not None and row.css_first(".fb-warns") is not None) or (
        row is not None
        and row.parent is not None
        and row.tag == "span"
        and row.parent.css_first(".fb-warns") is not None
    )


def choose_value(source: random.Random, node: LexborNode) -> str | None:
    """Return a value that a field of the page takes; None for one whose values have effects on prices and limits."""
    attributes = node.attributes
    if node.tag == "select":
        return source.choice([each.attributes["value"] for each in node.css("option")])
    if attributes.get("type") == "number":
        if node.parent is not None and "fb-stepper" in (node.parent.attributes.get("class") or ""):
            return None
        low, high = int(attributes["min"]), int(attributes.get("max", 20))
        return str(source.randint(low, min(high, low + 10)))
    if "damage" in (attributes.get("name") or ""):
        return source.choice(["2d6", "1d8+1"])
    return source.choice(["Warm", "Old friend", "Élan – 3"])


# Sheets without declared steps


@every_sheet
def test_steps_are_built_for_a_sheet_that_declares_none(kind):
    sheet = find_sheet(kind)
    steps = build_default_steps(sheet)
    named = Counter(name for step in steps for name in step.fields)
    assert max(named.values()) == 1
    for name, parameter in sheet.parameters.items():
        if not isinstance(parameter.kind, Flag):
            assert named[name] == 1, name


@each_character
def test_game_works_without_its_declared_steps(kind, monkeypatch):
    monkeypatch.setattr(find_sheet(kind).layout, "making", ())
    source = random.Random(kind)
    page = Page(kind)
    assert page.titles
    for _ in range(TAPS):
        act = choose_tap(source, page)
        if not page.tap(act, 1):
            assert act["do"] in ("set", "part", "add", "word"), (
                act,
                page.refusal,
            )  # typed values may contradict others


class Mole(Sheet):
    """An animal of a sixth game."""

    name: Annotated[str, Text("its name")] = ""
    paws: Annotated[int, Whole(0, 9, "its paws")] = 4
    tunnels: Annotated[tuple[str, ...], ListOf(Text("a tunnel"), "its tunnels", most=3)] = ()
    depth: Annotated[tuple[tuple[int, int], ...], ListOf(Numbers(("from", "to"), "a depth"), "its depths")] = ()
    talent: Annotated[str, RowOf("psiops.talents", "what it can do", allow_none=True)] = "none"
    notes: Annotated[str, Text("anything else", lines=True)] = ""


def test_sixth_game_gets_steps():
    made = Making.begin(Mole)
    assert [step.title for step in made.steps] == ["Name", "Numbers", "Tunnels", "Depth", "Talent", "Notes"]
    made = made.act({"do": "set", "step": "Name", "field": "name", "value": "Moll"}, find_mechanic)
    made = made.act({"do": "add", "step": "Depth", "field": "depth"}, find_mechanic)
    made = made.act({"do": "part", "step": "Depth", "field": "depth", "at": 0, "part": "to", "value": 7}, find_mechanic)
    made = made.act({"do": "choose", "step": "Talent", "field": "talent", "value": "14"}, find_mechanic)
    assert (made.sheet.name, made.sheet.depth, made.sheet.talent) == ("Moll", ((0, 7),), "14")


def build_nothing() -> dict[str, Any]:
    return {}


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Step("Legs", "legs"), "makes legs in a step"),
        (Step("Paws", "paws", shows={"paws": "speed"}), "shows speed in a step"),
        (Step("Paws", "paws", count="most"), "shows most in a step"),
        (Step("Paws", "paws", words={"tunnels": ("Old",)}), "describes tunnels in a step"),
        (Step("What it has on its four feet", "paws"), "takes a title of at most 24 letters"),
        (Step("Kit", "paws", kit=Kit(build_nothing)), "makes paws in a step"),
    ],
)
def test_wrong_step_is_rejected_where_it_is_declared(step, said):
    with pytest.raises(DataError, match=said):
        Layout(Texts("name"), making=(step,)).check_declaration(Mole)


def test_anything_else_than_progress_is_none():
    for data in (None, 3, [], "x", {"open": 3, "passed": "x", "chosen": [], "rolled": {"a": 1}, "number": "x"}):
        assert Progress.read(data).passed == ()


@pytest.mark.parametrize(
    "act", [{}, {"do": "choose"}, {"do": "dance", "field": "strength"}, {"do": "next", "step": "x"}]
)
def test_tap_on_nothing_is_refused(act):
    assert not Page("psiops.operative").tap(act)


def test_records_of_rows_are_chosen_and_records_with_texts_are_written():
    from rules_py.play.steps import is_choice_of_rows

    chosen = {
        f"{kind}.{name}"
        for kind in CHARACTERS
        for step in list_steps(find_sheet(kind))
        for name in step.fields
        if isinstance((parameter := step.find_parameter(find_sheet(kind), name)).kind, ListOf | Record)
        and is_choice_of_rows(parameter)
    }
    assert chosen == {
        "psiops.operative.talents",
        "psiops.operative.weapons",
        "psiops.operative.gear",
        "psiops.operative.skills",
    }
