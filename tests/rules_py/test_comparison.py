"""Compared scenarios as a page shows them: each with its name, its figures and every probability."""

import json
from xml.etree import ElementTree

import pytest

import rules_py
from rules_py import bridge
from rules_py.probability.cumulative import AT_LEAST, AT_MOST, cumulate
from rules_py.registry import games
from rules_py.rendering.numbers import format_percent

LOUD = "<b>Loud</b>"


def ask(kind, *about) -> dict:
    return json.loads(bridge.ANSWERS[kind](*about))


def tree(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<div>{html}</div>")


def text(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def rows(table: ElementTree.Element) -> list[list[str]]:
    return [[text(cell) for cell in row] for row in table.find("tbody")]


def tables(root: ElementTree.Element, css: str) -> list[ElementTree.Element]:
    return [table for table in root.iter("table") if table.get("class") == css]


def format_set_ups(*set_ups) -> str:
    return json.dumps([{"name": name, **what} for name, what in set_ups])


@pytest.mark.parametrize("counts", ["exactly", AT_LEAST, AT_MOST])
def test_comparison_lists_every_chance_of_each_scenario(counts):
    answer = ask(
        "odds",
        "station.action",
        '{"attribute": "2"}',
        format_set_ups((LOUD, {"params": {"attribute": "-1"}}), ("Third", {"params": {}})),
        counts,
        "Mine",
    )
    root = tree(answer["html"])
    assert not list(root.iter("b")), "a name is text"
    table = tables(root, "fb-laid-table")[0]
    assert [text(cell) for cell in table.find("thead").iter("th")][1:] == ["Mine", LOUD, "Third"]
    names = rules_py.table("station.bands").names
    expected = [
        cumulate(
            {
                band: rules_py.odds("station.action", attribute=attribute).outcomes["band"].get(band, 0)
                for band in names
            },
            counts,
        )
        for attribute in (2, -1, 0)
    ]
    assert rows(table) == [
        [name, *(format_percent(each[band]) if each[band] else "–" for each in expected)]
        for band, name in names.items()
    ]
    chart = next(svg for svg in root.iter("svg") if svg.get("role") == "img")
    assert [text(title) for title in chart.iter("title")] == ["Mine", LOUD, "Third"]
    looks = {
        (line.get("stroke-dasharray"), group.get("class"))
        for group in chart.iter("g")
        for line in group
        if line.tag == "polyline"
    }
    assert len(looks) == 3, "each line has dashes and a colour of its own"


def test_dice_comparison_shows_win_lose_and_tie_chances():
    answer = ask("odds", "dice", '{"notation": "1d6"}', format_set_ups(("Ones", {"dice": "1d4"})), "exactly", "Six")
    pairs = {text(pair.find("dt")): text(pair.find("dd")) for each in tree(answer["html"]).iter("dl") for pair in each}
    falls = [(one, other) for one in range(1, 7) for other in range(1, 5)]
    assert pairs == {
        "Six is higher": f"{sum(one > other for one, other in falls) / 24:.1%}",
        "Both the same": f"{sum(one == other for one, other in falls) / 24:.1%}",
        "Ones is higher": f"{sum(one < other for one, other in falls) / 24:.1%}",
    }


@pytest.mark.parametrize("id", [f"{slug}.calc" for slug in rules_py.systems() if games.has_calculator(f"{slug}.calc")])
def test_every_calculator_compares_scenarios_and_dice(id):
    answer = ask(
        "calculate", id, "{}", format_set_ups(("Same", {"params": {}}), ("Club", {"dice": "2d6"})), AT_LEAST, "A"
    )
    root = tree(answer["html"])
    for (panel, odds), section in zip(
        games.find_calculator(id).answer(games.find_calculator(id).check({})), root.iter("section"), strict=True
    ):
        legend = rows(tables(section, "fb-laid")[0])
        numeric = panel.field in odds.mean
        assert [row[0] for row in legend] == ["A", "Same", *(["Club"] if numeric else [])]
        assert legend[0][1:] == legend[1][1:], "the same set-up has the same numbers"
        assert not numeric or legend[2][-1] == "7.00"


@pytest.mark.parametrize(
    ("about", "said"),
    [
        (("2d6", [("A", {"dice": "3d"})], "exactly"), "The sides of the dice are missing: write 3d6"),
        (("2d6", [("A", {"dice": "900d999"})], "exactly"), "The odds of 900d999 would take too long."),
        (
            ("2d6", [("A", {"dice": "1d6"})] * 5, "exactly"),
            "You can compare up to 5 set-ups. Remove one",
        ),
        (("2d6", [("A", {"dice": "1d6"})], "mostly"), "Chances are counted exactly, at least or at most."),
        (
            ("2d6", [("A" * 41, {"dice": "1d6"})], "exactly"),
            "The name of a set-up takes 1 to 40 characters",
        ),
    ],
)
def test_invalid_comparison_answers_with_one_sentence(about, said):
    notation, set_ups, counts = about
    answer = ask("odds", "dice", json.dumps({"notation": notation}), format_set_ups(*set_ups), counts, "Mine")
    assert said in answer["error"]


def test_comparison_of_many_totals_has_only_a_chart():
    answer = ask("odds", "dice", '{"notation": "100d6"}', format_set_ups(("B", {"dice": "101d6"})), AT_LEAST, "A")
    root = tree(answer["html"])
    assert not tables(root, "fb-laid-table")
    lines = list(root.iter("polyline"))
    assert len(lines) == 2 and all(len(line.get("points").split()) < 400 for line in lines)
    assert len(list(root.iter("path"))) < 100


@pytest.mark.parametrize(("kind", "id"), [("odds", "station.action"), ("calculate", "combat.calc")])
def test_pair_is_a_list_of_one_other_scenario(kind, id):
    other = {next(iter(games.find_calculator(id).parameters if kind == "calculate" else {"attribute": 0})): "2"}
    as_list, as_object = (
        ask(kind, id, "{}", json.dumps(compare_to), AT_LEAST) for compare_to in ([{"params": other}], other)
    )
    assert as_list == as_object and "error" not in as_list
    assert "Compared with" in as_list["html"]
