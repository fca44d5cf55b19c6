"""`::: odds ID over=…`: a table of chances, a row for each value and a table for each group."""

import rules_py
from rules_py import rendering

BANDS = rules_py.table("psiops.bands").names


def cells(table):
    return [[cell.text for cell in row.all("td")] for row in table.one("tbody").all("tr")]


def heads(table):
    return [row.one("th").text for row in table.one("tbody").all("tr")]


def expected(mechanic, field, keys, over, values, **params):
    rows = []
    for value in values:
        chances = rules_py.odds(mechanic, **params | {over: value}).outcomes[field]
        rows.append([rendering.format_percent(chances[key]) if chances.get(key) else "–" for key in keys])
    return rows


def test_a_row_for_each_value_and_a_column_for_each_outcome(render):
    table = render("::: odds psiops.action field=band over=attribute").one("table", "fb-heat-table")
    assert heads(table) == [str(value).replace("-", rendering.MINUS) for value in range(-3, 4)]
    assert [cell.text for cell in table.one("thead").all("th")] == ["Attribute", *BANDS.values()]
    assert cells(table) == expected("psiops.action", "band", BANDS, "attribute", range(-3, 4))


def test_the_headline_is_the_field_where_none_is_named(render):
    named, unnamed = (
        render(f"::: odds psiops.action {field} over=attribute").one("tbody").text for field in ("field=band", "")
    )
    assert named == unnamed


def test_a_table_for_each_group(render):
    tables = render("::: odds psiops.action over=attribute by=advantage").all("table", "fb-heat-table")
    assert len(tables) == 2
    for table, advantage in zip(tables, (False, True)):
        assert table.one("caption").text.endswith(f"Advantage: {'Yes' if advantage else 'No'}")
        assert cells(table) == expected("psiops.action", "band", BANDS, "attribute", range(-3, 4), advantage=advantage)


def test_groups_have_the_same_columns(render):
    tables = render("::: odds psiops.action over=modifier:0..1 by=attribute:-3,3").all("table", "fb-heat-table")
    for table, attribute in zip(tables, (-3, 3), strict=True):
        assert [cell.text for cell in table.one("thead").all("th")] == ["Modifier", *BANDS.values()]
        assert cells(table) == expected("psiops.action", "band", BANDS, "modifier", (0, 1), attribute=attribute)


def test_presets_hold_for_every_row(render):
    table = render("::: odds psiops.action over=attribute:0..1 modifier=2 skill=true").one("table", "fb-heat-table")
    keys = [key for key in BANDS if BANDS[key] in [cell.text for cell in table.one("thead").all("th")]]
    assert cells(table) == expected("psiops.action", "band", keys, "attribute", (0, 1), modifier=2, skill=True)


def test_a_range_can_be_written_in_either_way(render):
    for text, rows in (("armor:1-3", ["1", "2", "3"]), ("armor:1..3", ["1", "2", "3"]), ("armor:0,3", ["0", "3"])):
        page = render(f"::: odds psiops.attack field=damage over={text}")
        assert heads(page.one("table", "fb-heat-table")) == rows
    below = render("::: odds psiops.action over=attribute:-2..-1").one("table", "fb-heat-table")
    assert heads(below) == [f"{rendering.MINUS}2", f"{rendering.MINUS}1"]


def test_yes_and_no_and_choices_are_run_through(render):
    assert heads(render("::: odds psiops.action over=advantage").one("table", "fb-heat-table")) == ["No", "Yes"]
    assert heads(render("::: odds psiops.clock over=segments").one("table", "fb-heat-table")) == ["4", "6", "8"]


def test_parameters_go_by_their_labels(with_made_up, render):
    page = render("::: odds made-up.all over=number:0..1 by=few")
    assert [table.one("caption").text for table in page.all("table")] == [
        f'All <kinds> & "more": total by target\'s REF · Colour: {colour}' for colour in ("Red", "Blue")
    ]
    assert {table.one("thead").all("th")[0].text for table in page.all("table")} == {"Target's REF (m)"}


def test_the_title_is_ones_own_and_never_markup(render):
    page = render('::: odds psiops.action over=attribute title="A <b>title</b> & more"')
    assert page.one("caption").text == "A <b>title</b> & more"
    assert page.all("b") == []
    assert page.one("div", "fb-scroll")["aria-label"] == "A <b>title</b> & more"


def test_every_table_has_an_id_of_its_own(render):
    page = render("::: odds psiops.action over=attribute by=advantage\n\n::: odds psiops.action over=modifier")
    ids = [element["id"] for element in page.all() if "id" in element]
    assert {"odds-psiops-action", "counts-psiops-action"} < set(ids) and len(ids) == len(set(ids))


def test_chances_of_a_row_add_up(render):
    for row in cells(render("::: odds psiops.action over=attribute").one("table", "fb-heat-table")):
        assert abs(sum(float(cell.rstrip("%").lstrip("<>")) for cell in row if cell != "–") - 100) < 0.5
