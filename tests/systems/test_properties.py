"""Properties of every mechanic of every game, for any parameters that it documents as valid."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

import rules_py
from rules_py.dice import DieSlot, RandomDice
from rules_py.errors import LongOddsError
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import find_play
from rules_py.text.serialization import to_text
from tests.cases import check_each
from tests.rules_py.brute_force import typed_value
from tests.rules_py.strategies import parameter_values, scale_examples

# Parameters that a mechanic may reject although each value is in its range; its error names them.
REFUSED_TOGETHER = {
    "combat.blow": ("life", "deadly_so_far"),  # more than life_max; more than the life already lost
    "combat.blunt": ("life", "deadly_so_far"),
    "combat.takedown": ("life", "deadly_so_far"),
    "combat.points": "raised",  # more levels than the attribute has
    "psiops.attack": ("range_band", "weapon", "cover"),  # out of this weapon's range; can't lay down suppressing fire
    "psiops.psychic-attack": "range_band",  # out of this talent's reach
    "psiops.focus-fire": "range_band",
    "psiops.takedown": ("range_band", "aiming"),  # no action is left to aim
    "psiops.swarm-takedown": ("range_band", "aiming"),
    "psiops.clock": "marked",  # more than the clock's segments
    "sideworld.ageing": "replaced",  # more than the number of attributes
    "sideworld.attack": "stamina_lost",  # all of the stamina
    "sideworld.attributes": "stamina_lost",
    "sideworld.turret": "stamina_lost",
    "sideworld.takedown": "stamina_lost",
    "xmas.crowd": "targets",  # no targets, or an impossible combination of them
}


def error_prefixes(mechanic_id: str) -> tuple[str, ...]:
    """Return the beginnings of a mechanic's errors about values that don't go together."""
    names = REFUSED_TOGETHER.get(mechanic_id, ())
    return tuple(f"{name}: got " for name in ((names,) if isinstance(names, str) else names))


EVERY_MECHANIC = check_each("mechanic_id", rules_py.mechanics())
WITH_PARAMETERS = check_each(
    "mechanic_id", [name for name in rules_py.mechanics() if rules_py.describe(name)["parameters"]]
)


@st.composite
def parameters(draw: st.DrawFn, mechanic_id: str) -> dict[str, Any]:
    """Draw parameters that a mechanic accepts, leaving some of them out."""
    described = rules_py.describe(mechanic_id)["parameters"]
    given = {part["name"]: draw(parameter_values(part)) for part in described if draw(st.booleans())}
    try:
        rules_py.roll(mechanic_id, seed=0, **given)
    except rules_py.RulesError as refusal:
        assert str(refusal).startswith(error_prefixes(mechanic_id)), refusal
        assume(False)
    return given


@EVERY_MECHANIC
@settings(max_examples=scale_examples(3))
@given(data=st.data(), seed=st.integers())
def test_resolving_a_rolls_faces_gives_the_same_roll(mechanic_id, data, seed):
    given = data.draw(parameters(mechanic_id))
    roll = rules_py.roll(mechanic_id, seed=seed, **given)
    assert rules_py.resolve(mechanic_id, roll.faces, **given) == roll


@EVERY_MECHANIC
@settings(max_examples=scale_examples(3))
@given(data=st.data(), seed=st.integers())
def test_requested_dice_match_the_dice_of_the_roll(mechanic_id, data, seed):
    """Faces entered in the requested slots resolve to the same faces, with the same labels in the roll."""
    given = data.draw(parameters(mechanic_id))
    mechanic, chance = find_mechanic(mechanic_id), RandomDice(seed)
    asking = mechanic.find_requested_dice([], given)
    while asking.missing_slots:
        with pytest.raises(rules_py.RulesError, match=f"takes one more, of a d{asking.missing_slots[0].sides}$"):
            mechanic.resolve(asking.faces, given)
        fallen = [replace(slot, face=slot.face or chance.next_face(slot.sides)) for slot in asking.slots]
        before, asking = asking, mechanic.find_requested_dice(fallen, given)
        assert len(asking.faces) > len(before.faces)
    roll = mechanic.resolve(asking.faces, given)
    assert [(slot.sides, slot.face) for slot in asking.slots] == [
        (thrown.sides, face) for thrown in roll.dice for face in thrown.faces
    ]
    labels = [thrown.label for thrown in roll.dice for _ in thrown.faces]
    assert all(slot.label in ("", label) for slot, label in zip(asking.slots, labels, strict=True))


@WITH_PARAMETERS
@settings(max_examples=scale_examples(3))
@given(data=st.data(), seed=st.integers())
def test_changing_a_parameter_keeps_all_entered_faces(mechanic_id, data, seed):
    """A face that still fits stays in its slot, in order; every other face stays available as a spare."""
    before = data.draw(parameters(mechanic_id))
    changed = data.draw(st.sampled_from(rules_py.describe(mechanic_id)["parameters"]))
    after = before | {changed["name"]: data.draw(parameter_values(changed))}
    mechanic, chance = find_mechanic(mechanic_id), RandomDice(seed)
    thrown: list[DieSlot] = []
    while (asking := mechanic.find_requested_dice(thrown, before)).missing_slots:
        thrown = [replace(slot, face=slot.face or chance.next_face(slot.sides)) for slot in asking.slots]
    try:
        asking = mechanic.find_requested_dice(thrown, after)
    except rules_py.RulesError:
        assume(False)
    shown = [slot for slot in asking.slots if slot.face is not None] + list(asking.spare_slots)

    def of(slots: list[DieSlot], kind: tuple[str, int]) -> list[int | None]:
        return [slot.face for slot in slots if (slot.label, slot.sides) == kind]

    for kind in {(slot.label, slot.sides) for slot in thrown}:
        assert of(shown, kind) == of(thrown, kind)
    assert len(shown) == len(thrown)
    first = asking.missing_slots[:1]
    assert not any(of(list(asking.spare_slots), (slot.label, slot.sides)) for slot in first)


@EVERY_MECHANIC
@settings(max_examples=scale_examples(3))
@given(data=st.data())
def test_odds_sum_to_1_and_contain_every_roll(mechanic_id, data):
    given = data.draw(parameters(mechanic_id))
    try:
        outcomes = rules_py.odds(mechanic_id, **given).outcomes
    except LongOddsError:
        assume(False)
    possible = {field: {typed_value(value) for value in chances} for field, chances in outcomes.items()}
    for chances in outcomes.values():
        assert sum(chances.values()) == 1
        assert all(chance > 0 for chance in chances.values())
    for seed in range(20):
        outcome = rules_py.roll(mechanic_id, seed=seed, **given).outcome
        assert list(outcome) == list(outcomes)
        assert all(typed_value(value) in possible[field] for field, value in outcome.items())


@WITH_PARAMETERS
@settings(max_examples=scale_examples(3))
@given(data=st.data(), seed=st.integers())
def test_text_parameters_equal_typed_values(mechanic_id, data, seed):
    given = data.draw(parameters(mechanic_id))
    as_text = {name: to_text(value) for name, value in given.items()}
    assert rules_py.roll(mechanic_id, seed=seed, **as_text) == rules_py.roll(mechanic_id, seed=seed, **given)


@WITH_PARAMETERS
def test_value_just_outside_a_range_is_rejected_by_name(mechanic_id):
    for parameter in rules_py.describe(mechanic_id)["parameters"]:
        low, high = parameter.get("range", (None, None))
        for outside in ([] if low is None else [low - 1]) + ([] if high is None else [high + 1]):
            with pytest.raises(rules_py.RulesError, match=f"^{parameter['name']}: got '{outside}', takes "):
                rules_py.roll(mechanic_id, **{parameter["name"]: outside})


@WITH_PARAMETERS
@settings(max_examples=scale_examples(3))
@given(
    data=st.data(),
    value=st.text(max_size=80)
    | st.integers()
    | st.floats()
    | st.none()
    | st.booleans()
    | st.lists(st.integers(-9, 9), max_size=3),
)
def test_any_value_is_accepted_or_rejected_in_one_line(mechanic_id, data, value):
    name = data.draw(st.sampled_from(rules_py.describe(mechanic_id)["parameters"]))["name"]
    try:
        rules_py.roll(mechanic_id, seed=0, **{name: value})
    except rules_py.RulesError as refusal:
        assert str(refusal).startswith((f"{name}: ", *error_prefixes(mechanic_id)))
        assert len(str(refusal).splitlines()) == 1


def test_no_two_choices_have_the_same_name():
    slugs = sorted({id.partition(".")[0] for id in rules_py.sheets()})
    changes = [change for slug in slugs for change in find_play(slug).changes.values()]
    owners = [*changes, *(find_mechanic(id) for id in rules_py.mechanics())]
    found = {
        f"{owner.id} {name}": list(names.values())
        for owner in owners
        for name, parameter in owner.parameters.items()
        if len(set((names := parameter.kind.names()).values())) < len(names)
    }
    assert found == {}
