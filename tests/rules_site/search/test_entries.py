"""Search entries of a built page."""

import pytest

from rules_site.search import Entry, Page, SearchError, extract_entries

PAGE = """
<html><body><nav><h2 id="elsewhere">Menu</h2></nav><article>
<h1 id="airlock">Airlock<a class="headerlink" href="#airlock">#</a></h1>
<p>Mind the <fb-die>1D6</fb-die> seals.</p>
<h2 id="leaks">Leaks<a class="headerlink" href="#leaks">#</a></h2>
<p>Air is lost.</p><ul><li>Slowly.</li></ul>
<fb-table class="fb-table" table="moon.leaks" plan='["dice",1,6]'>
<table id="table-leaks"><caption>Small leaks</caption><tbody>
<tr id="leaks-1"><th><a href="#leaks-1">1–3</a></th><td data-heading="Leak">Hiss</td><td data-heading="Loss">2</td></tr>
<tr id="leaks-4"><th><a href="#leaks-4">4–6</a></th><td data-heading="Leak">Whistle</td>
<td data-heading="Loss">Half of what is left in the whole of the station.</td></tr>
</tbody></table><p class="fb-table-note">Roll each hour.</p></fb-table>
<h2 id="repair">Repair</h2>
<fb-roller id="moon.repair" mechanic="moon.repair"><p class="fb-title"><span>Repair roll</span> <a>rule</a></p>
<p>Not prose</p></fb-roller>
</article></body></html>
"""


def test_extract_entries_finds_sections_tables_rows_and_rollers():
    assert extract_entries(PAGE, Page("moon/airlock/", "Airlock", words={"leaks": "vacuum, hole"})) == [
        Entry("page", "Airlock", "", text="Mind the 1D6 seals."),
        Entry("section", "Leaks", "leaks", text="Air is lost. Slowly.", words="vacuum, hole"),
        Entry("table", "Small leaks", "table-leaks", "Leaks", "Roll each hour.", can_roll=True),
        Entry("row", "Hiss", "leaks-1", "Small leaks", "Loss: 2", "1–3"),
        Entry("row", "Whistle", "leaks-4", "Small leaks", "Half of what is left in the whole of the station.", "4–6"),
        Entry("section", "Repair", "repair"),
        Entry("roller", "Repair roll", "moon.repair", "Repair"),
    ]


def test_table_without_dice_cannot_roll_from_search():
    assert not any(
        entry.can_roll for entry in extract_entries(PAGE.replace("plan=", "data-plan="), Page("moon/", "Moon"))
    )


def test_calculator_page_gives_a_single_entry():
    html = '<article><h1 id="calc-page">Sums</h1><p>Set it.</p><fb-calc id="calc"></fb-calc></article>'
    assert extract_entries(html, Page("moon/calc/", "Sums")) == [Entry("calculator", "Sums", "calc")]


def test_search_words_for_an_unknown_anchor_are_rejected():
    takes = "^moon/airlock.md: search: got 'leeks', takes anchors of this page: leaks, repair$"
    with pytest.raises(SearchError, match=takes):
        extract_entries(PAGE, Page("moon/airlock/", "Airlock", "moon/airlock.md", words={"leeks": "soup"}))
