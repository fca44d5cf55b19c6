"""Combatants are brought up to date with the stored sheets that they joined as, in every game."""

import json
import random

import pytest

from rules_py.errors import ForbiddenError, RulesError
from rules_py.registry.play import find_play
from tests.systems.table_session import TableSession

GAMES = ("combat", "psiops", "puml", "sideworld", "xmas")
CASES_PER_SHEET = 12


def store(sheet):
    return {"sheet": sheet.id, "fields": json.loads(json.dumps(sheet.to_dict()["fields"]))}


KINDS = [pytest.param(slug, kind, id=kind.id) for slug in GAMES for kind in find_play(slug).fight_rules.sides_by_sheet]


def vary(sheet, rng):
    """Return the sheet with another value in up to three of its fields, as play elsewhere would leave it."""
    changed = sheet
    for name in rng.sample(sorted(sheet.parameters), k=min(3, len(sheet.parameters))):
        kind, value = sheet.parameters[name].kind, getattr(sheet, name)
        others = [other for other in kind.all_values() if other != value]
        if name == "name":
            others = ["Nick"]
        elif isinstance(value, int) and not isinstance(value, bool) and not others:
            others = [value - 1, value + 1]
        if others:
            try:
                changed = changed.replace(**{name: rng.choice(others)})
            except RulesError:  # this value contradicts another field
                continue
    return changed


@pytest.mark.parametrize(("slug", "kind"), KINDS)
def test_a_prepared_fight_starts_with_the_sheets_as_they_are_now(slug, kind):
    rng, compared = random.Random(kind.id), 0
    for _ in range(CASES_PER_SHEET):
        session = TableSession(slug)
        before = kind()
        session.execute("join", sheet=kind.id, data=store(before))
        now = vary(before, rng)
        joined = list(session.events)
        added = session.execute("prepare", stored={"n1": {"data": store(now), "since": store(before)["fields"]}})
        assert session.sheet("n1").fields == now.fields
        assert bool(added) == (now.fields != before.fields)
        compared += bool(added)
        if added:
            assert "is brought up to date" in session.fight.log[-1].messages[0]
            session.undo()
            assert session.events == joined
    assert compared


def hurt(session, key, hp):
    """Return a stored sheet that has lost HP since the combatant joined."""
    data = store(session.sheet(key))
    return {"data": {**data, "fields": {**data["fields"], "hp": hp}}, "since": data["fields"]}


@pytest.fixture
def prepared():
    session = TableSession("psiops")
    session.join("operative", name="Ada")
    session.join("operative", name="Bo")
    session.join("enemy")
    return session


def test_all_who_have_changed_are_updated_and_undone_together(prepared):
    joined = len(prepared.events)
    prepared.execute("prepare", stored={"n1": hurt(prepared, "n1", 3), "n2": hurt(prepared, "n2", 2), "n9": {}})
    assert [prepared.sheet(key).hp for key in ("n1", "n2")] == [3, 2]
    assert [entry.messages for entry in prepared.fight.log[joined:]] == [
        ("Ada is brought up to date: HP 3.",),
        ("Bo is brought up to date: HP 2.",),
    ]
    prepared.undo()
    assert len(prepared.events) == joined


@pytest.mark.parametrize(
    "begin",
    [
        {"act": "order"},
        {"act": "roll", "mechanic": "psiops.action", "by": "n1"},
        {"act": "end", "of": "mission"},
        {"act": "withdraw", "who": "n3"},
    ],
    ids=lambda begin: begin["act"],
)
def test_a_fight_that_has_begun_names_who_has_changed_and_offers_the_update(prepared, begin):
    stored = {"n1": hurt(prepared, "n1", 3)}
    prepared.execute(**begin)
    assert prepared.execute("prepare", stored=stored) == []
    html = prepared.html(stored=stored)
    assert "Ada’s own sheet has changed since they joined: HP." in html and "Bring Ada up to date" in html
    prepared.execute("update", who="n1", **stored["n1"])
    assert prepared.sheet("n1").hp == 3
    assert "Bring Ada up to date" not in prepared.html(stored=stored)
    with pytest.raises(ForbiddenError, match="Ada is up to date already"):
        prepared.execute("update", who="n1", **stored["n1"])


def test_an_update_keeps_what_the_fight_has_changed(prepared):
    stored = {"n1": hurt(prepared, "n1", 3)}
    prepared.execute("edit", who="n1", fields={"stress": 2, "name": "Ace"})
    stored["n1"]["data"]["fields"]["name"] = "Adelaide"
    prepared.execute("update", who="n1", **stored["n1"])
    sheet = prepared.sheet("n1")
    assert (sheet.hp, sheet.stress, sheet.name) == (3, 2, "Ace")


def test_a_field_that_both_have_changed_is_only_offered(prepared):
    stored = {"n1": hurt(prepared, "n1", 3), "n2": hurt(prepared, "n2", 2)}
    prepared.execute("edit", who="n1", fields={"hp": 4})
    prepared.execute("prepare", stored=stored)
    assert [prepared.sheet(key).hp for key in ("n1", "n2")] == [4, 2]
    assert "This fight has changed it, too" in prepared.html(stored=stored)


def test_fields_that_an_older_version_did_not_store_have_not_changed(prepared):
    data = store(prepared.sheet("n1"))
    older = {"data": data, "since": {"name": "Ada"}}
    assert prepared.execute("prepare", stored={"n1": older}) == []
    assert "up to date" not in prepared.html(stored={"n1": older})


@pytest.mark.parametrize(
    "each",
    [
        {"data": {"sheet": "psiops.enemy", "fields": {}}, "since": {}},
        {"data": {"sheet": "psiops.nobody", "fields": {}}, "since": {}},
        {"data": {"sheet": "psiops.operative", "fields": {"hp": "many"}}, "since": {}},
        {"data": {"sheet": "psiops.operative", "fields": {"hp": 3}}, "since": {"hp": []}},
        {"data": None},
    ],
)
def test_a_sheet_that_does_not_fit_changes_nothing(prepared, each):
    assert prepared.execute("prepare", stored={"n1": each}) == []
    assert "up to date" not in prepared.html(stored={"n1": each})
