"""`::: compare`: a card for each roll, with its probabilities and the changes that bonuses and advantages make."""

import re
from fractions import Fraction
from xml.etree import ElementTree

import markdown
import pytest

import rules_py
from rules_markdown import makeExtension
from rules_markdown.block_kinds import KINDS
from rules_markdown.block_parser import parse_block
from rules_markdown.compare_block import describe_nearest_bonus
from rules_markdown.page import BlockError
from rules_py.errors import RulesError
from rules_py.mechanic.labels import label_for_outcome
from rules_py.registry.games import find_mechanic
from rules_py.rendering.numbers import format_percent, format_points
from rules_py.text.sentences import MINUS

ACTION, TEST, TO_HIT = "psiops.action", "xmas.test", "sideworld.to-hit"


def render_line(line: str) -> ElementTree.Element:
    """Render a page that consists of this line, as elements."""
    page = makeExtension(path="docs/compare.md", lines_before=3, root="../")
    return ElementTree.fromstring(f"<div>{markdown.markdown(line, extensions=[page])}</div>")


def cards(line: str) -> list[ElementTree.Element]:
    """Return the page's cards without templates, which a browser doesn't render."""
    root = render_line(line)
    for parent in list(root.iter()):
        for template in parent.findall("template"):
            parent.remove(template)
    return list(root.iter("section"))


def text(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def rows(card: ElementTree.Element) -> list[list[str]]:
    return [[text(cell) for cell in row] for row in card.find("table").find("tbody")]


def heads(card: ElementTree.Element) -> list[str]:
    return [text(cell) for cell in card.find("table").find("thead").iter("th")]


def numbers(card: ElementTree.Element) -> dict[str, str]:
    return {text(pair.find("dt")): text(pair.find("dd")) for pair in card.iter("div") if pair.find("dt") is not None}


def bands(mechanic_id: str, **params) -> dict[str, Fraction]:
    odds = rules_py.odds(mechanic_id, **params)
    about = find_mechanic(mechanic_id)
    return {
        label_for_outcome(about, about.headline, value): chance
        for value, chance in odds.outcomes[about.headline].items()
    }


def change(after: dict[str, Fraction], before: dict[str, Fraction], name: str) -> str:
    """Return an outcome's change in percentage points, formatted as in a cell."""
    difference = 100 * float(after.get(name, 0) - before.get(name, 0))
    return f"{difference:+.1f}".replace("-", MINUS) if difference else "0"


# The line


def test_options_after_an_id_belong_to_that_id():
    block = parse_block(
        f"::: compare {ACTION} plus=attribute attribute=1 {TEST} {TO_HIT} title='To hit' dodge=9", KINDS
    )
    assert (block.id, block.options, block.presets) == (ACTION, {"plus": "attribute"}, {"attribute": "1"})
    assert [(other.id, other.options, other.presets) for other in block.other_blocks] == [
        (TEST, {}, {}),
        (TO_HIT, {"title": "To hit"}, {"dodge": "9"}),
    ]


def test_other_block_kinds_accept_only_one_id():
    with pytest.raises(RulesError, match="takes name=value after the id"):
        parse_block(f"::: roller {ACTION} {TEST}", KINDS)
    assert parse_block(f"::: roller {ACTION} attribute=1", KINDS).other_blocks == ()


# The cards


def test_each_mechanic_gets_a_card_with_title_and_dice():
    shown = cards(f"::: compare {ACTION} title='The first' {TO_HIT} dodge=9 attack=12")
    assert [text(card.find("div/h3")) for card in shown] == ["The first", find_mechanic(TO_HIT).title]
    assert [text(card.find("div/p")) for card in shown] == [
        "2D6",
        "1D20 attacker, 1D20 defender, target's Dodge 9, your Attack 12",
    ]
    assert [card.find("div/h3/a").get("href") for card in shown] == [
        f"../{find_mechanic(each).page}" for each in (ACTION, TO_HIT)
    ]


@pytest.mark.parametrize(
    ("mechanic_id", "plus", "advantage", "presets"),
    [
        (ACTION, "attribute", "advantage", {}),
        (ACTION, "modifier", "skill", {"attribute": -2}),
        (TEST, "stat", "reroll", {"tags": 2}),
    ],
)
def test_card_chances_and_changes_match_the_rules(mechanic_id, plus, advantage, presets):
    given = " ".join(f"{name}={value}" for name, value in presets.items())
    [card] = cards(f"::: compare {mechanic_id} plus={plus} advantage={advantage} {given}")
    start = rules_py.roll(mechanic_id, **presets).params[plus]
    now, raised, better = (bands(mechanic_id, **presets | more) for more in ({}, {plus: start + 1}, {advantage: True}))
    assert heads(card) == ["Outcome", "Chance", "+1", find_mechanic(mechanic_id).parameters[advantage].label]
    assert {row[0] for row in rows(card)} == set(now) | set(raised) | set(better)
    for name, chance, plus_change, advantage_change in rows(card):
        assert chance == format_percent(now.get(name, Fraction(0)))
        assert plus_change == change(raised, now, name)
        assert advantage_change == change(better, now, name)


def test_possible_outcomes_are_listed_from_worst_to_best():
    [card] = cards(f"::: compare {ACTION}")
    assert [row[0] for row in rows(card)] == list(rules_py.table("psiops.bands").names.values())[:3]
    [card] = cards(f"::: compare {ACTION} plus=attribute")
    assert [row[:2] for row in rows(card)][-1] == [list(rules_py.table("psiops.bands").names.values())[3], "0%"]


def test_footer_compares_bonuses_by_the_worst_outcome():
    [card] = cards(f"::: compare {ACTION} plus=attribute advantage=advantage")
    worst = next(iter(rules_py.table("psiops.bands").names.values()))
    now, one, better = (bands(ACTION, **given)[worst] for given in ({}, {"attribute": 1}, {"advantage": True}))
    assert numbers(card) == {
        f"+1 against “{worst}”": f"{format_points(now - one)} points",
        f"Advantage against “{worst}”": f"{format_points(now - better)} points, between +1 and +2",
    }
    assert bands(ACTION, attribute=2)[worst] < better < one


def test_card_without_bonus_or_advantage_shows_only_chances():
    [card] = cards(f"::: compare {TO_HIT} field=margin")
    assert heads(card) == ["Outcome", "Chance"] and numbers(card) == {}
    assert dict(rows(card)) == {name: format_percent(chance) for name, chance in bands(TO_HIT).items()}


@pytest.mark.parametrize(("line", "field"), [(ACTION, "total"), (f"{TO_HIT} field=margin", "margin"), (TO_HIT, "hit")])
def test_chart_shows_the_given_field_total_or_headline(line, field):
    [card] = cards(f"::: compare {line}")
    mechanic = find_mechanic(line.split()[0])
    chances = rules_py.odds(mechanic.id).outcomes[field]
    assert [text(title) for title in card.iter("title")] == [
        f"{label_for_outcome(mechanic, field, value)}: {format_percent(chance)}" for value, chance in chances.items()
    ]


def test_chart_bars_have_the_colour_of_their_outcome():
    [card] = cards(f"::: compare {ACTION}")
    tones = {text(row[0]): row.get("style") for row in card.find("table").find("tbody")}
    for group in card.iter("g"):
        total = int(text(group.find("title")).split(":")[0])
        band = rules_py.table("psiops.bands").row_for_roll(total).name
        assert group.get("style") == tones[band]


def test_compare_block_is_one_element_without_scripts():
    root = render_line(f"Before.\n\n::: compare {ACTION} {TEST}\n\nAfter.")
    assert [child.tag for child in root] == ["p", "fb-counted", "p"]
    assert not list(root.iter("script"))
    assert [each.tag for each in root.iter() if each.tag.startswith("fb-")] == ["fb-counted"]


# Errors


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"{ACTION} plus=luck", "plus: got 'luck', takes one of psiops.action: attribute, modifier"),
        (f"{ACTION} plus=skill", "plus: got 'skill', takes one of psiops.action: attribute, modifier"),
        (f"{TEST} {ACTION} advantage=attribute", "advantage: got 'attribute', takes one of psiops.action: advantage, "),
        ("sideworld.save advantage=luck", "advantage: got 'luck', takes one of sideworld.save: there is none"),
        (f"{ACTION} attribute=3 plus=attribute", "plus: got attribute at 3, takes a number that can be one more"),
        (f"{ACTION} attribute=9", "attribute: got '9', takes a whole number from -3 to 3"),
        (f"{ACTION} field=luck", "field: got 'luck', takes a field of psiops.action: total, band, momentum"),
        (
            "sideworld.initiative",
            "compare: got sideworld.initiative, takes a mechanic whose total is one of a few words",
        ),
        (f"{ACTION} psiops.nothing", "mechanic: got 'psiops.nothing', takes one of "),
        ("", "block: got '::: compare', takes ::: table, "),
    ],
)
def test_invalid_compare_line_is_an_error_with_its_line(line, said):
    with pytest.raises(BlockError, match=f"^{re.escape(f'docs/compare.md:5: {said}')}"):
        render_line(f"\n::: compare {line}".rstrip())


@pytest.mark.parametrize(
    ("reached", "said"),
    [
        (Fraction(5, 8), ""),
        (Fraction(1, 2), ""),
        (Fraction(3, 8), "between +0 and +1"),
        (Fraction(1, 4), "as +1"),
        (Fraction(1, 5), "between +1 and +2"),
        (Fraction(1, 8), "as +2"),
        (Fraction(1, 9), ""),
    ],
)
def test_advantage_is_described_by_the_nearest_bonus(reached, said):
    assert describe_nearest_bonus([Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)], reached) == said
