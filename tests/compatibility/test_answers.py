"""The command line's JSON at defaults, for every mechanic, table, sheet and change of version 0.1."""

import pytest

from tests.compatibility.answers import apply_changes, list_ids
from tests.compatibility.commands import answer, shorten, strip_words
from tests.compatibility.released import find_differences, read_saved

GAMES = read_saved("answers/lists.json")["systems"]
REWORDED = {"table xmas.spirit-spends", "table xmas.weapon-tags"}
"""Tables with a cell that was close to the game's text."""

ADDED_COLUMNS = {"table psiops.weapons": "class"}
"""Tables that have one more column today."""

REFUSED = {
    f"psiops.operative psiops.{reward}" for reward in ("raise-attribute", "raise-hp", "learn-talent", "learn-skill")
} | {"xmas.operator xmas.deploy-heavy"}
"""Changes that a plain sheet can't make any more: it has no advance to spend, and no heavy weapon to deploy."""


def test_no_id_is_gone():
    now = list_ids()
    gone = {name: set(ids) - set(now.get(name, [])) for name, ids in read_saved("answers/lists.json").items()}
    assert {name: ids for name, ids in gone.items() if ids} == {}


@pytest.mark.parametrize("slug", ["dice", *GAMES])
def test_every_command_answers_the_same(slug):
    found = {}
    for name, before in read_saved(f"answers/{slug}.json").items():
        whole = strip_words(answer(*before["command"]))
        if column := ADDED_COLUMNS.get(name):
            whole["columns"].remove(column)
            assert all(row.pop(column) for row in whole["rows"])
        now = shorten(whole)
        if (different := find_differences(before["answer"], now)) and name not in REWORDED:
            found[name] = different
    assert found == {}


@pytest.mark.parametrize("slug", GAMES)
def test_every_change_of_a_plain_sheet_is_the_same(slug, tmp_path):
    now = {name: strip_words(each) for name, each in apply_changes(slug, tmp_path).items()}
    before = read_saved(f"answers/{slug}.changes.json")
    assert all(now[name]["status"] for name in REFUSED & before.keys())
    before = {name: each for name, each in before.items() if name not in REFUSED}
    assert find_differences(before, {name: each for name, each in now.items() if name in before}) == []
