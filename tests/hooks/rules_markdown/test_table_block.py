"""`::: table ID`: the rows as they are in the data, an anchor for each, a button where there is a die."""

import json

import pytest

import rules_py


@pytest.fixture
def odd(with_made_up, render):
    """A table with everything that may trip up a page."""
    return render("::: table made-up.odd")


def test_every_row_and_cell_is_there_in_order(render):
    table = rules_py.table("psiops.talents")
    rows = render("::: table psiops.talents").one("tbody").all("tr")
    for row, data in zip(rows, table.rows, strict=True):
        *cells, last = data.cells.values()
        assert [cell.text for cell in row.all("td")] == [*cells, last + (data.note or "")]
    assert [row.one("th").text for row in rows] == [row.roll for row in table.rows]


def test_each_row_has_an_anchor_and_a_link_to_it(render):
    rows = render("::: table psiops.talents").one("tbody").all("tr")
    for row, data in zip(rows, rules_py.table("psiops.talents").rows, strict=True):
        assert row["id"] == f"talents-{data.roll}"
        assert row["data-roll"] == data.roll
        assert row.one("a")["href"] == f"#talents-{data.roll}"


def test_a_table_with_a_die_has_a_button_and_a_place_for_the_result(render):
    table = render("::: table psiops.talents").one("fb-table")
    assert (table["table"], table["die"]) == ("psiops.talents", "d66")
    assert table.one("button", "fb-roll").text == "Roll D66"
    assert "hidden" in table.one("div", "fb-table-result")


def test_a_table_with_a_die_brings_what_it_takes_to_roll_on_it(odd):
    assert json.loads(odd.one("fb-table")["plan"]) == ["dice", 1, 4]
    ends = [
        {name: row[name] for name in ("data-low", "data-high") if name in row} for row in odd.one("tbody").all("tr")
    ]
    assert ends == [{"data-high": "1"}, {"data-low": "2", "data-high": "3"}, {"data-low": "4"}]


def test_a_table_that_is_only_looked_up_has_neither(render):
    page = render("::: table psiops.bands")
    assert not {"die", "plan"} & set(page.one("fb-table").attributes)
    assert "data-low" not in page.one("tbody").all("tr")[1]
    assert page.all("button", "fb-roll") == [] and page.all("div", "fb-table-result") == []


def test_title_and_headings(render):
    table = render("::: table psiops.talents")
    assert table.one("caption").text == "Psionic talents"
    assert [cell.text for cell in table.one("thead").all("th")] == ["D66", "Talent", "What it does"]
    assert [cell["data-heading"] for cell in table.one("tr", id="talents-11").all("td")] == ["Talent", "What it does"]


def test_a_title_of_ones_own(render):
    table = render('::: table psiops.talents title="What your mind can do"')
    assert table.one("caption").text == "What your mind can do"
    assert table.one("div", "fb-scroll")["aria-label"] == "What your mind can do"


def test_dice_in_cells_become_chips(render):
    die = render("::: table psiops.talents").one("tr", id="talents-15").one("fb-die")
    assert (die.text, die["notation"]) == ("1D6", "1d6")


def test_a_roll_column_is_headed_even_without_a_die(render):
    heads = render("::: table psiops.bands").one("thead").all("th")
    assert heads[0].text == "Total"


def test_rows_are_written_for_people_and_anchored_for_addresses(odd):
    rows = odd.one("tbody").all("tr")
    assert [row.one("th").text for row in rows] == ["1 or less", "2–3", "4 or more"]
    assert [row["id"] for row in rows] == ["odd-low", "odd-mid-way", "odd-4-or-more"]


def test_text_from_data_is_never_markup(odd):
    assert odd.all("script") == [] and odd.all("b") == [] and odd.all("i") == [] and odd.all("turns") == []
    assert odd.one("caption").text == "Odd & <b>ends</b>"
    assert odd.one("tr", id="odd-low").all("td")[0].text == "<script>alert(1)</script>"
    assert odd.one("tr", id="odd-low").all("td")[1].text == 'It says "boo" & takes 2D6+1 <hours>.'
    assert odd.one("tr", id="odd-low").all("td")[1]["data-heading"] == "What <i>happens</i>"


def test_notes_of_rows_and_of_the_table_are_there_with_their_dice(odd):
    assert odd.one("span", "fb-row-note").text == "Or 1D3 & more."
    assert odd.one("p", "fb-table-note").text == "Lasts 1D6 <turns>."
    assert [die["notation"] for die in odd.all("fb-die")] == ["2d6+1", "1d3", "1d6"]


def test_a_number_below_zero_has_a_minus_sign(odd):
    assert odd.one("tr", id="odd-mid-way").all("td")[1].text == "\N{MINUS SIGN}1"


def test_every_table_of_every_game_is_rendered(render):
    for id in rules_py.table_ids():
        assert len(render(f"::: table {id}").one("tbody").all("tr")) == len(rules_py.table(id).rows), id


def test_a_stacked_cell_that_says_nothing_is_marked_as_such(render):
    """Every manoeuvre used to say "Not for: -" below its text."""
    page = render("::: table sideworld.manoeuvres")
    assert "fb-table--stacked" in page.one("fb-table").classes
    cells = page.all("td")
    assert [cell for cell in cells if "fb-nothing" in cell.classes] == [cell for cell in cells if cell.text in "-−–"]
