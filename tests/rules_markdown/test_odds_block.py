"""`::: odds ID over=…`: a table of probabilities, with a row for each value and a table for each group."""

import rules_py
from rules_py.rendering.numbers import format_percent
from rules_py.text.sentences import MINUS

BANDS = rules_py.table("psiops.bands").names


def cells(table):
    return [[cell.text for cell in row.all("td")] for row in table.one("tbody").all("tr")]


def heads(table):
    return [row.one("th").text for row in table.one("tbody").all("tr")]


def expected(mechanic, field, keys, over, values, **params):
    rows = []
    for value in values:
        chances = rules_py.odds(mechanic, **params | {over: value}).outcomes[field]
        rows.append([format_percent(chances[key]) if chances.get(key) else "–" for key in keys])
    return rows


def test_odds_table_has_a_row_per_value_and_a_column_per_outcome(render):
    table = render("::: odds psiops.action field=band over=attribute").one("table", "fb-heat-table")
    assert heads(table) == [str(value).replace("-", MINUS) for value in range(-3, 4)]
    assert [cell.text for cell in table.one("thead").all("th")] == ["Attribute", *BANDS.values()]
    assert cells(table) == expected("psiops.action", "band", BANDS, "attribute", range(-3, 4))


def test_odds_table_defaults_to_the_headline_field(render):
    named, unnamed = (
        render(f"::: odds psiops.action {field} over=attribute").one("tbody").text for field in ("field=band", "")
    )
    assert named == unnamed


def test_odds_block_has_a_table_for_each_group(render):
    tables = render("::: odds psiops.action over=attribute by=advantage").all("table", "fb-heat-table")
    assert len(tables) == 2
    for table, advantage in zip(tables, (False, True)):
        assert table.one("caption").text.endswith(f"Advantage: {'Yes' if advantage else 'No'}")
        assert cells(table) == expected("psiops.action", "band", BANDS, "attribute", range(-3, 4), advantage=advantage)


def test_odds_tables_of_all_groups_have_the_same_columns(render):
    tables = render("::: odds psiops.action over=modifier:0..1 by=attribute:-3,3").all("table", "fb-heat-table")
    for table, attribute in zip(tables, (-3, 3), strict=True):
        assert [cell.text for cell in table.one("thead").all("th")] == ["Modifier", *BANDS.values()]
        assert cells(table) == expected("psiops.action", "band", BANDS, "modifier", (0, 1), attribute=attribute)


def test_presets_apply_to_every_row(render):
    table = render("::: odds psiops.action over=attribute:0..1 modifier=2 skill=true").one("table", "fb-heat-table")
    keys = [key for key in BANDS if BANDS[key] in [cell.text for cell in table.one("thead").all("th")]]
    assert cells(table) == expected("psiops.action", "band", keys, "attribute", (0, 1), modifier=2, skill=True)


def test_range_syntax_accepts_dash_dots_and_commas(render):
    for text, rows in (("armor:1-3", ["1", "2", "3"]), ("armor:1..3", ["1", "2", "3"]), ("armor:0,3", ["0", "3"])):
        page = render(f"::: odds psiops.attack field=damage over={text}")
        assert heads(page.one("table", "fb-heat-table")) == rows
    below = render("::: odds psiops.action over=attribute:-2..-1").one("table", "fb-heat-table")
    assert heads(below) == [f"{MINUS}2", f"{MINUS}1"]


def test_flags_and_choices_can_be_swept(render):
    assert heads(render("::: odds psiops.action over=advantage").one("table", "fb-heat-table")) == ["No", "Yes"]
    assert heads(render("::: odds psiops.clock over=segments").one("table", "fb-heat-table")) == ["4", "6", "8"]


def test_odds_tables_show_parameter_labels(sample_game_on_path, render):
    page = render("::: odds made-up.all over=number:0..1 by=few")
    assert [table.one("caption").text for table in page.all("table")] == [
        f'All <kinds> & "more": total by target\'s REF · Colour: {colour}' for colour in ("Red", "Blue")
    ]
    assert {table.one("thead").all("th")[0].text for table in page.all("table")} == {"Target's REF (m)"}


def test_custom_title_is_escaped(render):
    page = render('::: odds psiops.action over=attribute title="A <b>title</b> & more"')
    assert page.one("caption").text == "A <b>title</b> & more"
    assert page.all("b") == []
    assert page.one("div", "fb-scroll")["aria-label"] == "A <b>title</b> & more"


def test_every_odds_table_has_a_unique_id(render):
    page = render("::: odds psiops.action over=attribute by=advantage\n\n::: odds psiops.action over=modifier")
    ids = [element["id"] for element in page.all() if "id" in element]
    assert {"odds-psiops-action", "counts-psiops-action"} < set(ids) and len(ids) == len(set(ids))


def test_chances_of_each_row_add_up_to_100_percent(render):
    for row in cells(render("::: odds psiops.action over=attribute").one("table", "fb-heat-table")):
        assert abs(sum(float(cell.rstrip("%").lstrip("<>")) for cell in row if cell != "–") - 100) < 0.5
