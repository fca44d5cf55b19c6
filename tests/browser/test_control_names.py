"""Names that the page gives to the controls of fights and sheets, by which a repeated tap finds the control it meant.

An answer draws everything again. A control that means the same as before then has the same name, whatever numbers it
shows, and controls that do different things have different names.
"""

import json
from contextlib import suppress

import pytest

import rules_py
from rules_py.bridge.sheets import open_sheet
from rules_py.errors import ParameterError
from rules_py.parameters import Whole
from rules_py.play import Sheet
from rules_py.play.fight.reducer import Fight
from rules_py.registry.examples import list_examples, play
from rules_py.rendering.fights import render_fight
from rules_py.text.serialization import to_json
from tests.browser.opened_sheets import SLUGS, fill_lists, list_kinds

MOST_EXAMPLES = 20
"""The number of a game's examples whose fights are drawn, or a few more."""

NAME_CONTROLS = """async (drawings) => {
    const { nameControl } = await import(new URL("/assets/js/entry/main.js", location.href));
    const plain = (text) => text.replace(/[\\d−+]+/g, "#").replace(/\\s+/g, " ").trim();
    const ownText = (element) => [...(element?.childNodes ?? [])]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data).join(" ");
    const labelOf = (control) => control.getAttribute("aria-label")
        ?? control.querySelector("strong")?.textContent ?? control.textContent;
    const textOf = (control, selector, part) => control.closest(selector)?.querySelector(part)?.textContent ?? "";
    const wordsAround = (control) => [
        control.closest("[aria-label]:not(button, select, input)")?.getAttribute("aria-label") ?? "",
        textOf(control, ".fb-board-hand", ".fb-actor h3"),
        textOf(control, "fieldset", "legend"),
        textOf(control, "details", "summary"),
        textOf(control, ".fb-piece", ".fb-board-name"),
        textOf(control, ".fb-change", "button"),
        textOf(control, "label", ".fb-hidden"),
        textOf(control, ".fb-sheet-part", ".fb-sheet-part-title"),
        ownText(control.closest("p")),
    ];
    // An amendment belongs to one roll; a combatant is shown as the actor or as the target.
    // The math is that of one roll.
    const aimOf = ({ act = "", view = "{}" }) => act.includes('"amend"') ? act : view.includes('"math') ? view
        : "by" in JSON.parse(view) ? "by" : "";
    return drawings.map((html) => {
        const stage = document.createElement("div");
        stage.innerHTML = html;
        return [...stage.querySelectorAll(":is(button, select, input):enabled, summary, [data-to]")].map((control) => ({
            name: nameControl(control),
            seen: [control.localName, ...wordsAround(control), labelOf(control)].map(plain).join(" | ")
                + aimOf(control.dataset),
            does: ["act", "view", "open", "do", "to", "step"].map((each) => control.dataset[each] ?? "").join(" "),
        }));
    });
}"""
"""Script that lists the controls of each drawing: the name that the page gives it, the words with which a player tells
it from others, without numbers, and what it does."""


def find_renamed(before, after):
    """Return the controls that mean the same before and after, and have another name."""
    names = ({}, {})
    for drawn, controls in zip(names, (before, after), strict=True):
        for each in controls:
            drawn.setdefault(each["seen"], []).append(each["name"])
    earlier, later = names
    return [
        (seen, earlier[seen], later[seen])
        for seen in earlier.keys() & later.keys()
        if len(earlier[seen]) == len(later[seen]) and earlier[seen] != later[seen]
    ]


def find_namesakes(controls):
    """Return what the controls with the same name do, if it differs."""
    does = {}
    for each in controls:
        does.setdefault(each["name"], set()).add(each["does"])
    return [(name, deeds) for name, deeds in does.items() if len(deeds) > 1]


def check_names(page, drawings):
    """Check the names in each drawing, and in each next one."""
    named = page.evaluate(NAME_CONTROLS, [html for pair in drawings for html in pair])
    assert all(named)
    pairs = list(zip(named[::2], named[1::2], strict=True))
    assert [each for before, after in pairs for each in find_renamed(before, after)] == []
    assert [each for drawn in named for each in find_namesakes(drawn)] == []


def list_fights(slug: str) -> list[tuple[Fight, Fight]]:
    """Return the fight before and after the action of some of a game's examples, spread over all of them."""
    examples = list_examples(slug)
    played = (play(each) for each in examples[:: max(1, len(examples) // MOST_EXAMPLES)])
    return [(each.before, each.after) for each in played]


@pytest.mark.parametrize("slug", SLUGS)
def test_controls_of_a_fight_keep_their_names(warm_phone, slug):
    drawings = []
    for before, after in list_fights(slug):
        drawn = render_fight(before, {})
        drawings += [(drawn, render_fight(before, {"also": []})), (drawn, render_fight(after, {}))]
    check_names(warm_phone, drawings)


def list_neighbours(sheet: Sheet) -> list[Sheet]:
    """Return the sheets that differ from a sheet in one number, by 1."""
    found = []
    for name, parameter in sheet.parameters.items():
        if isinstance(parameter.kind, Whole):
            for step in (-1, 1):
                with suppress(ParameterError):
                    found.append(sheet.from_fields({**sheet.fields, name: sheet.fields[name] + step}))
    return found


def draw_sheet(sheet: Sheet) -> str:
    return json.loads(open_sheet(sheet.id, json.dumps(to_json(sheet.fields)), "{}"))["parts"]


@pytest.mark.parametrize("kind", [kind for slug in SLUGS for kind in list_kinds(slug)])
def test_controls_of_a_sheet_keep_their_names(warm_phone, kind):
    """Two rifles once shared their buttons' name, because it had no digits."""
    fields = fill_lists(kind)
    if "weapons" in fields:
        fields["weapons"] = [{"name": "Rifle 1"}, {"name": "Rifle 2"}]
    sheet = rules_py.sheet(kind, **fields)
    drawn = draw_sheet(sheet)
    check_names(warm_phone, [(drawn, draw_sheet(each)) for each in list_neighbours(sheet)])


def test_stored_character_who_changes_keeps_the_name_of_their_button(warm_phone, fb):
    fb.clear_storage(warm_phone)
    fb.go_to(warm_phone, "/xmas/fight/")
    names = warm_phone.evaluate(
        """async ([sheet, join]) => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const { nameControl } = await import(new URL("/assets/js/entry/main.js", location.href));
        await customElements.whenDefined("fb-fight");
        const { id } = await keep.add("sheets", { game: "xmas", name: "Ada", data: sheet });
        const names = [];
        for (const wounds of [0, 1]) {
            await keep.update("sheets", id, ({ data }) => ({ data: { ...data, fields: { ...data.fields, wounds } } }));
            await document.querySelector("fb-fight").act(join);
            names.push(nameControl(document.querySelector("[data-kept]")));
        }
        return names;
    }""",
        [rules_py.sheet("xmas.operator", name="Ada").to_dict(), {"act": "join", "sheet": "xmas.enemy"}],
    )
    fb.clear_storage(warm_phone)
    assert names[0] and names[0] == names[1]
