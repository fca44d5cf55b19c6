"""Charts and tables of odds: they show every value, at its height, with its number."""

import re
from fractions import Fraction
from html import escape
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from rules_py.errors import LongOddsError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.calculator import Calculator, Chance, Panel
from rules_py.mechanic.labels import label_for_outcome
from rules_py.parameters import Choice, Flag, ListOf, Parameter, Whole
from rules_py.probability.odds import Odds, compute_odds
from rules_py.rendering.answers import describe_answers, render_answers, render_answers_summary
from rules_py.rendering.charts import Bar, Line, render_bars, render_lines
from rules_py.rendering.heatmap import describe_sweep, render_heatmap, render_panel_sweep, render_sweep
from rules_py.rendering.numbers import format_percent
from rules_py.rendering.odds import describe_odds, render_odds
from rules_py.rendering.rolls import describe_roll, render_roll
from rules_py.text.sentences import MINUS

SVG = "fb-svg-"


def tree(html: str) -> ElementTree.Element:
    """Parse an HTML fragment into elements; it must be well formed."""
    return ElementTree.fromstring(f"<div>{html}</div>")


def find_elements(root: ElementTree.Element, tag: str, css_class: str = "") -> list[ElementTree.Element]:
    return [each for each in root.iter(tag) if css_class in each.get("class", "").split() or not css_class]


def text(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def cells(table: ElementTree.Element) -> list[list[str]]:
    """Return the rows of a table's body as text."""
    [body] = find_elements(table, "tbody")
    return [[text(cell) for cell in row] for row in body]


def heads(table: ElementTree.Element) -> list[str]:
    return [text(cell) for cell in find_elements(find_elements(table, "thead")[0], "th")]


def numbers(html: str) -> dict[str, str]:
    return {
        text(pair.find("dt")): text(pair.find("dd"))
        for each in find_elements(tree(html), "dl", "fb-numbers")
        for pair in each
    }


# Bars


def heights(svg: str, kind: str) -> list[float]:
    return [float(rect.get("height")) for rect in find_elements(tree(svg), "rect", SVG + kind)]


CHANCES = st.lists(st.integers(1, 1000), min_size=2, max_size=60).map(
    lambda weights: [Fraction(weight, sum(weights)) for weight in weights]
)


@given(CHANCES)
def test_bar_heights_are_proportional_to_chances(chances):
    drawn = heights(render_bars([Bar(str(place), chance) for place, chance in enumerate(chances)], "t"), "bar")
    tallest, most = max(drawn), max(chances)
    assert drawn == pytest.approx([float(chance / most) * tallest for chance in chances], abs=0.06)


@given(CHANCES)
def test_bars_share_a_baseline_within_the_chart(chances):
    svg = tree(render_bars([Bar(str(place), chance) for place, chance in enumerate(chances)], "t"))[0]
    _, _, width, height = map(float, svg.get("viewBox").split())
    boxes = [
        tuple(float(rect.get(name)) for name in ("x", "y", "width", "height")) for rect in find_elements(svg, "rect")
    ]
    assert all(x >= 0 and x + wide <= width and y >= 0 and y + high <= height for x, y, wide, high in boxes)
    assert max(y + high for _, y, _, high in boxes) - min(y + high for _, y, _, high in boxes) <= 0.11
    assert all(x + wide <= after + 0.11 for (x, _, wide, _), (after, *_) in pairwise(boxes))


def test_comparison_bars_use_the_same_scale():
    svg = render_bars([Bar("a", Fraction(1, 2), Fraction(1, 4)), Bar("b", Fraction(1, 2), Fraction(3, 4))], "t")
    [a, b], [beside_a, beside_b] = heights(svg, "bar"), heights(svg, "beside")
    assert beside_b > a == b > beside_a
    assert (a, beside_a) == pytest.approx((beside_b * 2 / 3, beside_b / 3), abs=0.06)


@given(CHANCES)
def test_every_bar_has_a_title_and_labels_are_thinned(chances):
    svg = tree(render_bars([Bar(f"v{place}", chance) for place, chance in enumerate(chances)], "t"))
    assert [text(title) for title in find_elements(svg, "title")] == [
        f"v{place}: {format_percent(chance)}" for place, chance in enumerate(chances)
    ]
    labels = [
        text(label) for label in find_elements(svg, "text", "fb-svg-label") if label.get("text-anchor") == "middle"
    ]
    assert labels[0] == "v0" and len(labels) <= 12
    assert len(chances) > 12 or labels == [f"v{place}" for place in range(len(chances))]


def test_bar_title_includes_the_compared_chance():
    svg = render_bars([Bar("a", Fraction(1, 2), Fraction(1, 4)), Bar("b", Fraction(1, 2), Fraction(0))], "t")
    assert [text(title) for title in find_elements(tree(svg), "title")] == [
        "a: 50.0%, compared with 25.0%",
        "b: 50.0%, compared with 0%",
    ]


def test_only_comparison_charts_have_a_legend():
    alone, compared = (render_bars([Bar("a", Fraction(1), beside)], "t") for beside in (None, Fraction(1, 2)))
    assert find_elements(tree(alone), "p") == []
    [legend] = find_elements(tree(compared), "p", "fb-legend")
    assert text(legend) == "this set-up compared with"


def test_chart_names_are_escaped():
    svg = tree(render_bars([Bar("<b>&", Fraction(1)), Bar("c", Fraction(0))], 'a "title" <b>'))
    assert svg[0].get("aria-label") == 'a "title" <b>'
    assert find_elements(svg, "b") == []


def test_long_names_are_truncated_only_in_labels():
    names = ["Partial success against the odds", "Critical", *"abcdefg"]
    svg = tree(render_bars([Bar(name, Fraction(1, 9)) for name in names], "t"))
    assert [text(title).split(":")[0] for title in find_elements(svg, "title")] == names
    label = text(next(label for label in find_elements(svg, "text") if label.get("text-anchor") == "middle"))
    assert label.endswith("…") and names[0].startswith(label[:-1])


def test_grid_labels_include_the_highest_bar():
    svg = tree(render_bars([Bar("a", Fraction(1, 40)), Bar("b", Fraction(1, 20))], "t"))
    assert [text(mark) for mark in find_elements(svg, "text") if mark.get("text-anchor") == "end"] == [
        "0%",
        "2.5%",
        "5%",
    ]


# Lines


def test_line_passes_through_its_values():
    svg = tree(render_lines(["0", "1", "2"], [Line("hit", [0, 0.5, 1])], "t"))
    points = [tuple(map(float, point.split(","))) for point in find_elements(svg, "polyline")[0].get("points").split()]
    assert (
        points[0][1] - points[1][1] == pytest.approx(points[1][1] - points[2][1], abs=0.11)
        and points[0][1] > points[2][1]
    )
    assert (
        points[1][0] - points[0][0] == pytest.approx(points[2][0] - points[1][0], abs=0.11)
        and points[0][0] < points[2][0]
    )
    dots = [re.match(r"M(\S+) (\S+?)m", dot.get("d")).groups() for dot in find_elements(svg, "path", SVG + "dot")]
    assert [(float(x), float(y)) for x, y in dots] == points
    assert [text(title) for title in find_elements(svg, "title")] == ["hit"]


SHARES = st.lists(st.integers(0, 20).map(lambda twentieths: twentieths / 20), min_size=3, max_size=3)


@given(st.lists(SHARES, min_size=2, max_size=12))
def test_lines_differ_by_dash_and_marker(all_shares):
    lines = [Line(f"L{place}", shares, mark=place) for place, shares in enumerate(all_shares)]
    svg = tree(render_lines("abc", lines, "t"))
    looks = [
        (line.get("stroke-dasharray"), re.sub(r"M\S+ \S+?m", "", dot.get("d")))
        for line, dot in zip(find_elements(svg, "polyline"), find_elements(svg, "path", SVG + "dot")[::3], strict=True)
    ]
    assert len(set(looks)) == len(all_shares)


@given(st.lists(SHARES, min_size=1, max_size=12))
def test_line_names_are_placed_at_their_ends_without_overlap(all_shares):
    svg = tree(render_lines("abc", [Line(f"L{place}", shares) for place, shares in enumerate(all_shares)], "t"))[0]
    _, _, width, height = map(float, svg.get("viewBox").split())
    names = find_elements(svg, "text", SVG + "name")
    assert [text(name) for name in names] == [f"L{place}" for place in range(len(all_shares))]
    at = sorted(float(name.get("y")) for name in names)
    assert all(after - before >= 9.8 for before, after in pairwise(at)) and at[0] > 0 and at[-1] <= height
    last = max(
        float(point.split(",")[0]) for line in find_elements(svg, "polyline") for point in line.get("points").split()
    )
    assert all(last < float(name.get("x")) < width for name in names)
    by_end = sorted(zip(all_shares, names, strict=True), key=lambda pair: -pair[0][-1])
    heights = [float(name.get("y")) for _, name in by_end]
    assert heights == sorted(heights), "names stand in the order of their lines' ends"


# Heatmaps

WORDS = {"miss": "Missed", "graze": "Grazed", "hit": "Hit hard"}


def rule(dice, bonus, kind, lucky):
    """Roll a die plus a bonus: 5 grazes and 7 hits. A heavy shot takes a bonus of at most 2."""
    if kind == "heavy" and bonus > 2:
        raise RulesError("bonus: too much for heavy")
    total = (dice.pool(2, drop="lowest").total if lucky else dice.die(6)) + bonus
    return {"total": total, "result": "hit" if total >= 7 else "graze" if total >= 5 else "miss"}


TOY = Mechanic(
    "toy.shot",
    "Shot",
    rule,
    "toy/",
    {
        "bonus": Parameter("bonus", Whole(0, 4, "a bonus"), 0),
        "kind": Parameter("kind", Choice(("light", "heavy"), "kind"), "light"),
        "lucky": Parameter("lucky", Flag("luck"), False),
    },
    headline="result",
    words={"result": WORDS},
)


def toy_odds(**given) -> dict:
    return compute_odds(TOY, TOY.check(given))


def render_shown_heatmap(field: str, **more) -> ElementTree.Element:
    rows = [(bonus, toy_odds(bonus=bonus)[field]) for bonus in range(5)]
    return tree(render_heatmap(TOY, field, "bonus", rows, "Title", **more))


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Fraction(132, 5), "26.4"),
        (Fraction(-1, 8), f"{MINUS}0.125"),
        (Fraction(100, 7), "100/7"),
        (Fraction(1, 1600), "1/1600"),
        (3, "3"),
        (-2, f"{MINUS}2"),
    ],
)
def test_fractions_are_shown_as_decimals_if_exact(value, name):
    assert label_for_outcome(TOY, "score", value) == name


def test_heatmap_has_value_rows_and_outcome_columns_worst_first():
    root = render_shown_heatmap("result")
    assert heads(root) == ["Bonus", "Missed", "Grazed", "Hit hard"]
    assert cells(root) == [
        [str(bonus)]
        + [format_percent(chance) if (chance := toy_odds(bonus=bonus)["result"].get(word)) else "–" for word in WORDS]
        for bonus in range(5)
    ]
    assert find_elements(root, "svg") == []


def test_heatmap_cell_colour_follows_its_share():
    shares = [
        re.search(r"--share:([\d.]+)", cell.get("style"))[1]
        for cell in find_elements(render_shown_heatmap("result"), "td")
    ]
    assert [float(share) for share in shares[:3]] == pytest.approx([4 / 6, 2 / 6, 0], abs=0.001)


def test_heatmap_marks_only_the_current_row():
    marked = [row for row in find_elements(render_shown_heatmap("result", current=3), "tr") if row.get("aria-current")]
    assert [text(row[0]) for row in marked] == ["3"]
    assert [row for row in find_elements(render_shown_heatmap("result"), "tr") if row.get("aria-current")] == []


def test_related_heatmaps_have_the_same_columns():
    rows = [(0, {"miss": Fraction(1)})]
    assert heads(tree(render_heatmap(TOY, "result", "bonus", rows, "t"))) == ["Bonus", "Missed"]
    assert heads(
        tree(render_heatmap(TOY, "result", "bonus", rows, "t", extra_distributions=[{"hit": Fraction(1)}]))
    ) == [
        "Bonus",
        "Missed",
        "Hit hard",
    ]


@pytest.mark.parametrize("lines", [False, True])
def test_outcome_colour_does_not_depend_on_other_outcomes(lines):
    """A target certain to stay healthy was once drawn in red, as the first of all possible outcomes."""

    def looks(rows):
        root = tree(render_heatmap(TOY, "result", "bonus", rows, "t", lines=lines))
        return {
            text(head): (head.get("style"), ElementTree.tostring(head[0]) if lines else None)
            for head in find_elements(find_elements(root, "thead")[0], "th")[1:]
        }

    every = looks([(bonus, toy_odds(bonus=bonus)["result"]) for bonus in range(5)])
    assert len(set(every.values())) == len(every) == 3
    for word, name in WORDS.items():
        assert looks([(0, {word: Fraction(1)})]) == {name: every[name]}


def test_heatmap_without_order_uses_plain_colours():
    rows = [(0, {True: Fraction(1, 2), False: Fraction(1, 2)})]
    [table] = find_elements(tree(render_heatmap(TOY, "odd", "bonus", rows, "t")), "table")
    assert "fb-heat-plain" in table.get("class")


def test_heatmap_lines_show_each_outcome():
    [svg] = find_elements(render_shown_heatmap("result", lines=True), "svg", "fb-svg")
    assert [text(title) for title in find_elements(svg, "title")] == list(WORDS.values())


def test_heatmap_of_many_numbers_shows_mean_and_thresholds():
    chances = {value: Fraction(1, 100) for value in range(-10, 90)}
    root = tree(render_heatmap(TOY, "total", "bonus", [(0, chances)], "t", lines=True))
    names, [row] = heads(root), cells(root)
    assert names[1] == "On average" and row[1] == "39.50"
    for name, cell in zip(names[2:], row[2:], strict=True):
        least = int(name.removesuffix(" or more").replace(MINUS, "-"))
        assert cell == format_percent(sum(chance for value, chance in chances.items() if value >= least))
    assert len(find_elements(find_elements(root, "svg")[0], "polyline")) == len(names) - 2


# What if


def test_what_if_covers_a_parameter_and_marks_the_current_value():
    root = tree(render_sweep(TOY, TOY.check({"bonus": 2, "lucky": True}), "bonus", "result"))
    assert [row[0] for row in cells(root)] == ["0", "1", "2", "3", "4"]
    assert [text(row[0]) for row in find_elements(root, "tr") if row.get("aria-current")] == ["2"]
    for bonus, row in enumerate(cells(root)):
        chances = toy_odds(bonus=bonus, lucky=True)["result"]
        assert row[1:] == [format_percent(chances[word]) if word in chances else "–" for word in WORDS]


def test_what_if_of_a_number_has_decreasing_thresholds():
    root = tree(render_sweep(TOY, TOY.check({}), "bonus", "total"))
    names = heads(root)
    assert names[1] == "On average" and all(name.endswith(" or more") for name in names[2:])
    for bonus, row in enumerate(cells(root)):
        chances = toy_odds(bonus=bonus)["total"]
        assert row[1] == f"{3.5 + bonus:.2f}"
        shares = [
            sum(chance for total, chance in chances.items() if total >= int(name.split()[0])) for name in names[2:]
        ]
        assert row[2:] == [format_percent(share) if share else "–" for share in shares]


def test_what_if_of_attempts_shows_cumulative_chances():
    root = tree(render_sweep(UNTIL, {"bonus": 0}, "bonus", "shots"))
    assert heads(root)[1:] == ["Within 1", "Within 2", "Within 3"]
    for bonus, row in enumerate(cells(root)):
        miss = Fraction(5 - bonus, 6)
        assert row[1:] == [format_percent(1 - miss**shots) for shots in (1, 2, 3)]


def test_what_if_without_valid_values_raises_the_rules_error():
    never = Mechanic(
        "toy.never", "Never", reject_everything, "toy/", {"on": Parameter("on", Flag("on"), False)}, headline="sum"
    )
    with pytest.raises(RulesError, match="^on: got it, takes nothing"):
        render_sweep(never, {"on": False}, "on", "sum")


def reject_everything(dice, on):
    raise RulesError("on: got it, takes nothing")


def test_what_if_covers_every_panel_using_the_parameter():
    renamed = Panel("Its answer", TOY, "result", renames={"bonus": "its_bonus"})
    calc = Calculator("toy.calc", "Toy", {"Both": ("kind", "lucky", "bonus", "its_bonus")}, (SHOT, renamed))
    [asking] = calc.find_panels("its_bonus")
    root = tree(render_panel_sweep(asking, calc.check({"bonus": 1, "its_bonus": 3}), "its_bonus"))
    assert [text(row[0]) for row in find_elements(root, "tr") if row.get("aria-current")] == ["3"]
    assert [text(caption) for caption in find_elements(root, "caption")] == ["Its answer: what if bonus changes"]
    assert calc.find_panels("lucky") == [SHOT, renamed]
    with pytest.raises(
        RulesError, match="^over: got 'speed', takes a parameter of toy.calc: kind, lucky, bonus, its_bonus$"
    ):
        calc.find_panels("speed")


def test_spoken_odds_use_headline_words_or_the_average():
    assert describe_odds(TOY, toy_odds()["result"]) == "Shot: Missed 66.7%, Grazed 33.3%."
    numbers = Mechanic("toy.sum", "Sum", lambda dice: {"sum": dice.die(6)}, "toy/", {}, headline="sum")
    assert describe_odds(numbers, compute_odds(numbers, {})["sum"], "1d6") == "1d6: On average 3.50."


def test_spoken_odds_list_only_the_likeliest_words():
    names = {f"w{rank}": f"Word {rank}" for rank in range(1, 9)}
    many = Mechanic(
        "toy.many", "Many", lambda dice: {"word": f"w{dice.die(8)}"}, "toy/", {}, headline="word", words={"word": names}
    )
    chances = {f"w{rank}": Fraction(rank, 36) for rank in range(1, 9)}
    assert describe_odds(many, chances).count("Word") == 6 and "Word 2 " not in describe_odds(many, chances)


def test_spoken_what_if_gives_first_and_last_row():
    given = TOY.check({"bonus": 2})
    assert describe_sweep(TOY, given, "bonus", "result") == (
        "Shot. Bonus 0: Missed 66.7%, Grazed 33.3%; Bonus 4: Grazed 33.3%, Hit hard 66.7%."
    )
    assert describe_sweep(TOY, given, "bonus", "total").startswith("Shot. Bonus 0: On average 3.50; Bonus 4: ")


def test_compared_odds_show_both_chances_and_the_difference():
    here, there = (Odds(TOY.id, {}, toy_odds(bonus=bonus)) for bonus in (0, 4))
    rows = [[text(cell) for cell in row] for row in find_elements(tree(render_odds(TOY, here, there)), "tr")]
    totals = {row[0]: row[1:] for row in rows if row[0].isdigit()}
    assert totals["1"] == ["16.7%", "0%", "+16.7"] and totals["10"] == ["0%", "16.7%", f"{MINUS}16.7"]
    assert totals["5"] == ["16.7%", "16.7%", "same"] and list(totals) == [str(total) for total in range(1, 11)]


def test_field_of_only_one_scenario_is_shown_alone():
    def rule(dice, attacks):
        return {"hit": dice.die(6) > 3} | ({"lost": 1} if attacks else {})

    side = Mechanic(
        "toy.side", "Side", rule, "toy/", {"attacks": Parameter("attacks", Flag("attacks"), True)}, headline="lost"
    )
    attack, defence = (Odds.compute(side, {"attacks": attacks}) for attacks in (True, False))
    root = tree(render_odds(side, attack, defence))
    assert ["Compared with" in text(head) for head in find_elements(root, "thead")] == [False, True]


def test_what_if_skips_values_the_rule_rejects():
    root = tree(render_sweep(TOY, TOY.check({"kind": "heavy", "bonus": 1}), "bonus", "result"))
    assert [row[0] for row in cells(root)] == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("over", "values", "current"), [("kind", ["Light", "Heavy"], "Light"), ("lucky", ["No", "Yes"], "No")]
)
def test_what_if_covers_choices_and_flags(over, values, current):
    root = tree(render_sweep(TOY, TOY.check({}), over, "result"))
    assert [row[0] for row in cells(root)] == values
    assert [text(row[0]) for row in find_elements(root, "tr") if row.get("aria-current")] == [current]


def sweep_values(low: int, high: int | None, current: int) -> list[int]:
    far = Mechanic(
        "toy.far",
        "Far",
        lambda dice, reach: {"near": dice.die(6) + reach},
        "toy/",
        {"reach": Parameter("reach", Whole(low, high, "reach"), low)},
        headline="near",
    )
    root = tree(render_sweep(far, far.check({"reach": current}), "reach", "near"))
    assert [text(row[0]) for row in find_elements(root, "tr") if row.get("aria-current")] == [
        str(current).replace("-", MINUS)
    ]
    return [int(row[0].replace(MINUS, "-")) for row in cells(root)]


@given(st.integers(-500, 500), st.integers(0, 500), st.data())
def test_long_range_is_sampled_around_the_current_value(low, length, data):
    current = data.draw(st.integers(low, low + length))
    steps = sweep_values(low, low + length, current)
    assert low <= steps[0] and steps[-1] <= low + length and current in steps
    [apart] = {after - before for before, after in pairwise(steps)} or {1}
    assert apart <= max(1, abs(current) / 8)
    assert len(steps) <= 13
    assert len(steps) == 13 or length < 13 or apart * 13 > length - apart


def test_open_ended_range_is_limited():
    assert sweep_values(0, None, 0) == list(range(13))
    assert 40 in sweep_values(0, None, 40) and sweep_values(0, None, 40)[0] > 12


def damage_after_toughness(dice, toughness):
    return {"lost": max(0, dice.die(6) + dice.die(6) - toughness)}


def test_what_if_skips_repeated_rows():
    """Toughness 0 to 100 against two dice once gave ten rows of 0.00."""
    soak = Mechanic(
        "toy.soak",
        "Soak",
        damage_after_toughness,
        "toy/",
        {"toughness": Parameter("toughness", Whole(0, 100, "toughness"), 8)},
        headline="lost",
    )
    rows = cells(tree(render_sweep(soak, {"toughness": 8}, "toughness", "lost")))
    assert [row[0] for row in rows] == [str(toughness) for toughness in range(2, 13)]
    assert [row[1] for row in rows].count("0.00") == 1
    rows = cells(tree(render_sweep(soak, {"toughness": 30}, "toughness", "lost")))
    assert [row[0] for row in rows] == ["28", "30", "32"], "what is set is shown with what is beside it"


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ("speed", "over: got 'speed', takes a parameter of toy.list: many"),
        ("many", "over: got 'many', takes a parameter that is a number, dice, a choice or a yes or no"),
    ],
)
def test_what_if_rejects_unsweepable_parameters(over, said):
    many = Mechanic(
        "toy.list",
        "List",
        lambda dice, many: {"sum": dice.die(6)},
        "toy/",
        {"many": Parameter("many", ListOf(Whole(0, 9, "one"), "many"), ())},
        headline="sum",
    )
    with pytest.raises(RulesError) as refusal:
        render_sweep(many, many.check({}), over, "sum")
    assert str(refusal.value) == said


# A calculator's answers

SHOT = Panel("One shot", TOY, "total", (Chance("Hits", "result", lambda result: result == "hit"),))
HOW = Panel("How well", TOY, "result")
UNTIL = Mechanic(
    "toy.until",
    "Until",
    lambda dice, bonus: {
        "shots": dice.count(lambda dice, hit: dice.die(6) + bonus >= 6, False, bool, at_most=3) or "never"
    },
    "toy/",
    {"bonus": TOY.parameters["bonus"]},
    headline="shots",
    cumulative="shots",
    words={"shots": {"never": "Not in time"}},
)
LASTS = Panel("Shots until it falls", UNTIL, "shots")


def answers(*panels: Panel, **given) -> list:
    given = {"kind": "light", "lucky": False, "bonus": 0} | given
    return [
        (
            panel,
            Odds(panel.mechanic.id, panel.build_params(given), compute_odds(panel.mechanic, panel.build_params(given))),
        )
        for panel in panels
    ]


def test_answer_shows_numbers_chart_and_every_chance():
    html = render_answers(answers(SHOT, HOW, bonus=2))
    root = tree(html)
    assert [text(title) for title in find_elements(root, "h3")] == ["One shot", "How well"]
    assert numbers(html) == {"Hits": "33.3%", "On average": "5.50"}
    titles = [text(title) for title in find_elements(root, "title")]
    assert titles == [f"{total}: 16.7%" for total in range(3, 9)] + [
        "Missed: 33.3%",
        "Grazed: 33.3%",
        "Hit hard: 33.3%",
    ]
    assert [cells(table) for table in find_elements(root, "table")] == [
        [[str(total), "16.7%"] for total in range(3, 9)],
        [["Missed", "33.3%"], ["Grazed", "33.3%"], ["Hit hard", "33.3%"]],
    ]


def test_long_chart_thins_labels_but_its_table_is_complete():
    total = Mechanic("toy.sum", "Sum", lambda dice: {"sum": dice.total("6d20")}, "toy/", {}, headline="sum")
    root = tree(render_answers(answers(Panel("Sum", total, "sum"))))
    labels = [label for label in find_elements(root, "text") if label.get("text-anchor") == "middle"]
    assert len(labels) <= 12 and len(find_elements(root, "title")) == 115
    chances = compute_odds(total, {})["sum"]
    assert cells(find_elements(root, "table")[0]) == [
        [str(value), format_percent(chance)] for value, chance in chances.items()
    ]


def test_certain_answer_has_no_chart():
    fixed = Mechanic("toy.sure", "Sure", lambda dice: {"sum": 3}, "toy/", {}, headline="sum")
    root = tree(render_answers(answers(Panel("Sure", fixed, "sum"))))
    assert find_elements(root, "svg") == [] and cells(find_elements(root, "table")[0]) == [["3", "100%"]]


@given(st.integers(0, 4), st.integers(0, 4), st.booleans(), st.booleans())
def test_answer_shows_correct_differences_to_the_comparison(bonus, other, lucky, others_luck):
    one, two = answers(SHOT, bonus=bonus, lucky=lucky), answers(SHOT, bonus=other, lucky=others_luck)
    shown = numbers(render_answers(one, two))
    hits, others = (SHOT.chances[0].compute_probability(odds) for [(_, odds)] in (one, two))
    means = [odds.mean["total"] for [(_, odds)] in (one, two)]
    assert shown == {
        "Hits": f"{format_percent(hits)} {format_change(hits - others, 100, 1, ' points')}",
        "On average": f"{float(means[0]):.2f} {format_change(means[0] - means[1], 1, 2, '')}",
    }


def format_change(difference: Fraction, scale: int, decimals: int, unit: str) -> str:
    if not difference:
        return "same"
    number = f"{abs(float(difference) * scale):.{decimals}f}"
    return f"{'+' if difference > 0 else MINUS}{number}{unit}"


def test_comparison_chart_has_bars_for_values_of_both_scenarios():
    root = tree(render_answers(answers(SHOT, bonus=0), answers(SHOT, bonus=4)))
    titles = [text(title) for title in find_elements(root, "title")]
    assert titles == [
        f"{total}: {'16.7%' if total <= 6 else '0%'}, compared with {'16.7%' if total >= 5 else '0%'}"
        for total in range(1, 11)
    ]
    assert len(find_elements(root, "rect", "fb-svg-beside")) == 10


def test_answer_without_comparison_shows_no_differences():
    html = render_answers(answers(SHOT))
    assert "fb-change" not in html and "fb-svg-beside" not in html and "beside" not in html


def test_attempts_are_cumulated_and_compared():
    [odds] = [odds for _, odds in answers(LASTS, bonus=0)]
    within = odds.compute_cumulative("shots")
    assert within == {1: Fraction(1, 6), 2: 1 - Fraction(5, 6) ** 2, 3: 1 - Fraction(5, 6) ** 3}
    [table] = find_elements(tree(render_answers(answers(LASTS))), "table", "fb-within")
    assert cells(table) == [[str(number), format_percent(within[min(number, 3)])] for number in range(1, 7)]
    [table] = find_elements(tree(render_answers(answers(LASTS), answers(LASTS, bonus=4))), "table", "fb-within")
    assert heads(table) == ["Shots", "Chance", "Compared with"]
    assert [row[2] for row in cells(table)][:3] == [
        format_percent(1 - Fraction(1, 6) ** number) for number in (1, 2, 3)
    ]


def test_summary_has_the_key_number_of_each_panel():
    assert numbers(render_answers_summary(answers(SHOT, LASTS, bonus=2))) == {
        "Hits": "33.3%",
        "On average": "5.50",
    }


def test_summary_shows_nothing_of_a_panel_without_odds_and_names_other_averages():
    [shot] = answers(SHOT, bonus=2)
    refused = (SHOT, LongOddsError("too long"))
    assert numbers(render_answers_summary([refused, shot])) == {"Hits": "33.3%"}
    assert numbers(render_answers_summary([shot, refused])) == {"Hits": "33.3%", "On average": "5.50"}
    mean_only = (Panel("Later", TOY, "total"), shot[1])
    assert numbers(render_answers_summary([refused, mean_only])) == {"Later, on average": "5.50"}


def test_spoken_answer_is_a_sentence_about_the_first_panel():
    assert describe_answers(answers(SHOT, HOW, bonus=2)) == "One shot: Hits 33.3%, On average 5.50."


def test_panel_titles_are_escaped():
    loud = Panel("<b>Bang</b>", TOY, "total", (Chance("<i>Hits</i>", "result", lambda result: result == "hit"),))
    for html in (render_answers(answers(loud)), render_answers_summary(answers(loud))):
        assert find_elements(tree(html), "b") == find_elements(tree(html), "i") == []
        assert escape("<i>Hits</i>") in html


def test_outcome_fields_can_have_custom_labels():
    cast = Mechanic(
        "toy.cast",
        "Cast",
        lambda dice: {"ne_left": dice.die(4), "ne_spent": dice.die(6)},
        "toy/",
        {},
        headline="ne_left",
        labels={"ne_left": "NE left"},
    )
    rolled = render_roll(cast, cast.resolve([3, 5], {}))
    assert "<strong>NE left: 3</strong>" in rolled
    assert "<dt>Ne spent</dt> <dd>5</dd>" in rolled
    assert describe_roll(cast, cast.resolve([3, 5], {})) == "Cast: NE left: 3; dice 3, 5."
    odds = render_odds(cast, Odds(cast.id, {}, compute_odds(cast, {})))
    assert '<th scope="col">NE left</th>' in odds
    assert "Ne left" not in odds
