"""`::: table ID`: the rows as in the data, an anchor for each, and a roll button if the table has a die."""

import json

import pytest

import rules_py


@pytest.fixture
def odd_table(sample_game_on_path, render):
    """Render a table with every special case."""
    return render("::: table made-up.odd")


def test_table_block_has_every_row_and_cell_in_order(render):
    table = rules_py.table("psiops.talents")
    rows = render("::: table psiops.talents").one("tbody").all("tr")
    for row, data in zip(rows, table.rows, strict=True):
        *cells, last = data.cells.values()
        assert [cell.text for cell in row.all("td")] == [*cells, last + (data.note or "")]
    assert [row.one("th").text for row in rows] == [row.roll for row in table.rows]


def test_each_row_has_an_anchor_and_links_to_it(render):
    rows = render("::: table psiops.talents").one("tbody").all("tr")
    for row, data in zip(rows, rules_py.table("psiops.talents").rows, strict=True):
        assert row["id"] == f"talents-{data.roll}"
        assert row["data-roll"] == data.roll
        assert row.one("a")["href"] == f"#talents-{data.roll}"


def test_table_with_a_die_has_a_roll_button_and_result_area(render):
    table = render("::: table psiops.talents").one("fb-table")
    assert (table["table"], table["die"]) == ("psiops.talents", "d66")
    assert table.one("button", "fb-roll").text == "Roll D66"
    assert "hidden" in table.one("div", "fb-table-result")


def test_table_with_a_die_has_its_plan_and_row_bounds(odd_table):
    assert json.loads(odd_table.one("fb-table")["plan"]) == ["dice", 1, 4]
    ends = [
        {name: row[name] for name in ("data-low", "data-high") if name in row}
        for row in odd_table.one("tbody").all("tr")
    ]
    assert ends == [{"data-high": "1"}, {"data-low": "2", "data-high": "3"}, {"data-low": "4"}]


def test_table_without_a_die_has_no_plan_or_roll_button(render):
    page = render("::: table psiops.bands")
    assert not {"die", "plan"} & set(page.one("fb-table").attributes)
    assert "data-low" not in page.one("tbody").all("tr")[1]
    assert page.all("button", "fb-roll") == [] and page.all("div", "fb-table-result") == []


def test_table_block_shows_title_and_headings(render):
    table = render("::: table psiops.talents")
    assert table.one("caption").text == "Psionic talents"
    assert [cell.text for cell in table.one("thead").all("th")] == ["D66", "Talent", "What it does"]
    assert [cell["data-heading"] for cell in table.one("tr", id="talents-11").all("td")] == ["Talent", "What it does"]


def test_title_option_replaces_the_table_title(render):
    table = render('::: table psiops.talents title="What your mind can do"')
    assert table.one("caption").text == "What your mind can do"
    assert table.one("div", "fb-scroll")["aria-label"] == "What your mind can do"


def test_dice_in_cells_become_chips(render):
    die = render("::: table psiops.talents").one("tr", id="talents-15").one("fb-die")
    assert (die.text, die["notation"]) == ("1D6", "1d6")


def test_roll_column_has_a_heading_without_a_die(render):
    heads = render("::: table psiops.bands").one("thead").all("th")
    assert heads[0].text == "Total"


def test_row_ranges_are_readable_and_anchors_are_url_safe(odd_table):
    rows = odd_table.one("tbody").all("tr")
    assert [row.one("th").text for row in rows] == ["1 or less", "2–3", "4 or more"]
    assert [row["id"] for row in rows] == ["odd-low", "odd-mid-way", "odd-4-or-more"]


def test_table_text_is_escaped(odd_table):
    assert (
        odd_table.all("script") == []
        and odd_table.all("b") == []
        and odd_table.all("i") == []
        and odd_table.all("turns") == []
    )
    assert odd_table.one("caption").text == "Odd & <b>ends</b>"
    assert odd_table.one("tr", id="odd-low").all("td")[0].text == "<script>alert(1)</script>"
    assert odd_table.one("tr", id="odd-low").all("td")[1].text == 'It says "boo" & takes 2D6+1 <hours>.'
    assert odd_table.one("tr", id="odd-low").all("td")[1]["data-heading"] == "What <i>happens</i>"


def test_row_and_table_notes_contain_dice_chips(odd_table):
    assert odd_table.one("span", "fb-row-note").text == "Or 1D3 & more."
    assert odd_table.one("p", "fb-table-note").text == "Lasts 1D6 <turns>."
    assert [die["notation"] for die in odd_table.all("fb-die")] == ["2d6+1", "1d3", "1d6"]


def test_negative_numbers_use_the_minus_sign(odd_table):
    assert odd_table.one("tr", id="odd-mid-way").all("td")[1].text == "\N{MINUS SIGN}1"


def test_every_table_of_every_game_is_rendered(render):
    for id in rules_py.table_ids():
        assert len(render(f"::: table {id}").one("tbody").all("tr")) == len(rules_py.table(id).rows), id


def test_empty_stacked_cells_are_marked(render):
    """Every manoeuvre once showed "Not for: -" below its text."""
    page = render("::: table sideworld.manoeuvres")
    assert "fb-table--stacked" in page.one("fb-table").classes
    cells = page.all("td")
    assert [cell for cell in cells if "fb-nothing" in cell.classes] == [cell for cell in cells if cell.text in "-−–"]
