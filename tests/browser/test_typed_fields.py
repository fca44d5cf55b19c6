"""Fields on a fight's page: a redraw takes neither what is typed or chosen in them, nor the focus."""

import pytest
from playwright.sync_api import expect

from rules_py.registry.games import systems
from tests.browser.boards import Board, lay_out_four_against_six
from tests.browser.opened_sheets import EMPTY_PAGE

DRAWERS = [
    "piece n1",
    "piece n6",
    "join squad",
    "join enemies",
    "more",
    "form",
    "players",
    "menu",
    "encounters",
    "share",
    "",
]
SLUGS = [slug for slug in systems() if slug != "puml"]  # which has one side

LIST_FIELDS = """() => {
    for (const fold of document.querySelectorAll("fb-fight details")) fold.open = true;
    window.fields = [...document.querySelectorAll("fb-fight :is(input, textarea, select)")]
        .filter((each) => each.checkVisibility() && !each.disabled && !each.readOnly);
    return fields.map((each) => each.type);
}"""
DESCRIBE = """(field) => field && field.matches("fb-fight *") ? [
    field.closest("label")?.innerText.trim() ?? "", field.getAttribute("aria-label") ?? "", field.dataset.param ?? "",
    field.name.replace(/^fb-.*/, ""), field.type,
    field.closest(".fb-drawer")?.getAttribute("aria-label") ?? "", field.value,
].join(" | ") : "no field" """
CHOOSE_LAST = """(field) => {
    field.focus();
    field.selectedIndex = field.options.length - 1;
}"""
TEXTS = {"text": "1d6", "textarea": "1d6", "number": "1"}
"""Values that each field of their type takes, also one for the dice of a weapon."""


@pytest.fixture
def open_board(make_page, fb):
    def open_board(slug):
        page = make_page("desktop")
        page.goto(EMPTY_PAGE)
        return Board(page, fb, slug, lay_out_four_against_six(slug))

    return open_board


def redraw(board, number):
    """Change the fight without a tap, so that all of the board is drawn again."""
    board.page.evaluate("document.querySelector('.fb-mat').dataset.before = ''")
    assert board.act({"act": "note", "who": "n9", "text": f"Note {number}"})
    expect(board.root.locator(".fb-mat[data-before]")).to_have_count(0)


def open_drawer(board, name):
    kind, _, about = name.partition(" ")
    board.look({"open": name if about else kind or None})
    if name == "players":
        board.drawer.locator(".fb-players-people").wait_for()


def open_card(board, key):
    board.look({"open": f"piece {key}"})
    board.page.evaluate(LIST_FIELDS)
    return board.drawer


@pytest.mark.parametrize("slug", SLUGS)
def test_a_redraw_takes_no_typed_text_and_no_focus(open_board, slug):
    board, number, taken = open_board(slug), 0, []
    describe = f"() => ({DESCRIBE})(document.activeElement)"
    found = set()
    for drawer in DRAWERS:
        open_drawer(board, drawer)
        for at, kind in enumerate(board.page.evaluate(LIST_FIELDS)):
            board.page.evaluate(LIST_FIELDS)
            field = board.page.evaluate_handle("at => fields[at]", at).as_element()
            if kind == "select-one" and field.evaluate("(field) => Boolean(field.closest('[data-fields]'))"):
                field.evaluate(CHOOSE_LAST)
            elif kind in TEXTS:
                field.focus()
                board.page.keyboard.press("ControlOrMeta+a")
                board.page.keyboard.type(TEXTS[kind])
            else:
                continue
            before = board.page.evaluate(describe)
            number += 1
            redraw(board, number)
            if (after := board.page.evaluate(describe)) != before:
                taken.append(f"{drawer}: {before} → {after}")
            found.add(kind)
    assert taken == []
    assert found >= {*TEXTS} and number >= 10


def test_a_note_stays_while_it_is_typed_and_is_replaced_once_it_has_been_saved(open_board):
    board = open_board("xmas")
    card = open_card(board, "n1")
    note = card.get_by_label("Note, for you alone")
    board.act({"act": "note", "who": "n1", "text": "From elsewhere"})
    expect(note).to_have_value("From elsewhere")
    note.fill("Typed here")
    board.act({"act": "note", "who": "n1", "text": "From elsewhere again"})
    expect(note).to_have_value("Typed here")
    board.tap(card.get_by_role("button", name="Save the note"))
    assert board.events[-1]["text"] == "Typed here"
    board.act({"act": "note", "who": "n1", "text": "Later"})
    expect(note).to_have_value("Later")


def test_what_is_typed_for_one_combatant_is_not_drawn_for_another(open_board):
    board = open_board("xmas")
    open_card(board, "n1").get_by_label("Note, for you alone").fill("About Kestrel")
    open_card(board, "n2")
    expect(board.drawer.get_by_label("Note, for you alone")).to_have_value("")


def test_those_who_join_have_the_name_that_was_typed_before_a_redraw_and_the_next_ones_do_not(open_board):
    board = open_board("xmas")
    board.look({"open": "join enemies"})
    name = board.drawer.get_by_label("Name")
    name.fill("Wyx")
    redraw(board, 1)
    board.tap(board.drawer.locator(".fb-fight-add").first)
    expect(board.piece("Wyx")).to_be_visible()
    expect(name).to_have_value("")


@pytest.mark.examples(2)
@pytest.mark.parametrize("way", ["moves focused fields", "takes the focus from moved fields"])
def test_a_name_for_players_that_was_typed_before_a_redraw_is_stored_by_enter(open_board, way):
    board = open_board("xmas")
    if way == "takes the focus from moved fields":
        board.page.evaluate("delete Element.prototype.moveBefore")
    open_drawer(board, "players")
    name = board.drawer.get_by_label("Name of Guard 1 for players")
    name.fill("A stranger")
    redraw(board, 1)
    expect(name).to_be_focused()
    board.page.keyboard.press("Enter")
    board.page.wait_for_function("""async () => {
        const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
        const [fight] = await keep.list("fights");
        return Object.values(fight.players?.names ?? {}).includes("A stranger");
    }""")
    redraw(board, 2)
    expect(name).to_have_value("A stranger")


def test_a_number_for_a_roll_that_was_typed_before_a_redraw_counts_by_enter(open_board):
    board = open_board("psiops")
    board.look({"open": "form"})
    field = board.drawer.locator("input[type=number]").first
    field.fill("3")
    redraw(board, 1)
    board.page.keyboard.press("Tab")
    board.wait()
    redraw(board, 2)
    expect(field).to_have_value("3")
