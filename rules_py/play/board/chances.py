"""Chances of a play: the shares of its grades, its success, and what it does to the one who is acted against.

They are exact. The changes that the roll triggers for a target are applied to the target's sheet for each outcome, so
the chance to take somebody out comes from the same declarations as the roll itself.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from rules_py.dice.base import Outcome, Rule
from rules_py.errors import LongOddsError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.grades import GRADES
from rules_py.play.bindings import Trigger
from rules_py.play.board.sides import find_state
from rules_py.play.changes import Change
from rules_py.play.fight.actions import ALLY, SUCCESS, Action, Attempt
from rules_py.play.fight.events import read_choices
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import fill_params
from rules_py.play.previews import compute_results, compute_roll_chance
from rules_py.play.sheet import Sheet
from rules_py.probability.enumeration import compute_field_distribution
from rules_py.scheduling import run_memoized
from rules_py.text.numbers import sum_fractions

Command = Mapping[str, Any]

MOST_OUTCOMES = 2_000
"""The number of different outcomes above which nobody's sheet is changed for each of them."""

MOST_LETTERS = 10
"""The length of the longest state that a chance names."""


class PlayChance(NamedTuple):
    """The chances of a play.

    Attributes:
        shares: the chance of each grade of `GRADES`, the worst first; empty if the roll has none.
        success: the chance of a success for the one who acts, or None if there is no success.
        word: the word for it.
        out: the chance that the one who is acted against is out of the fight afterwards, or None.
        out_word: the word for that, such as "down".
    """

    shares: tuple[tuple[str, Fraction], ...] = ()
    success: Fraction | None = None
    word: str = ""
    out: Fraction | None = None
    out_word: str = "out"


class Harm(NamedTuple):
    """The chances of what a roll does to the one who is acted against.

    Attributes:
        hurt: the chance that their meter falls.
        out: the chance that they are out of the fight afterwards.
        word: the state in which they are then, or "out".
    """

    hurt: Fraction
    out: Fraction
    word: str


NO_CHANCE = PlayChance()


def compute_play_chance(fight: Fight, command: Command) -> PlayChance:
    """Compute the chances of a roll's command; `NO_CHANCE` for one that is refused or whose odds would take too long.

    Raises:
        TimeSliceExpired: they need another time slice.
    """
    try:
        return _compute_chance(fight, command)
    except RulesError:
        return NO_CHANCE


def _compute_chance(fight: Fight, command: Command) -> PlayChance:
    mechanic = fight.context.find_mechanic(str(command.get("mechanic")))
    by, at, chosen = command.get("by"), command.get("at"), read_choices(command)
    given = dict(command.get("params") or {})
    also = tuple(command.get("also") or ())
    params = mechanic.check({**fill_params(fight, mechanic, by, at, chosen, also, given), **given})
    action = fight.rules.actions_by_id.get(mechanic.id)
    is_answered = action is not None and at is not None and action.is_reaction(params)
    victim = by if is_answered else at
    is_there = victim is not None and victim in fight.combatants
    harm = _compute_harm(fight, mechanic, params, command, action, str(victim)) if is_there else None
    shares = _compute_shares(mechanic, params)
    if is_answered:
        worst_last = tuple(reversed(shares))
        turned = tuple(zip((grade for grade, _ in shares), (share for _, share in worst_last), strict=True))
        hurt = harm.hurt if harm else None
        return PlayChance(turned, hurt, "hit", harm.out if harm else None, harm.word if harm else "out")
    chance = compute_roll_chance(mechanic, params)
    word = chance.word or (action.chance if action else SUCCESS)
    return PlayChance(shares, chance.probability, word, harm.out if harm else None, harm.word if harm else "out")


def _compute_shares(mechanic: Mechanic, params: Mapping[str, Any]) -> tuple[tuple[str, Fraction], ...]:
    """Compute the chance of each grade; () if the roll has none."""
    results = compute_results(mechanic, params)
    if not any(each.grade for each in results):
        return ()
    return tuple((grade, sum_fractions(each.chance for each in results if each.grade == grade)) for grade in GRADES)


# The one who is acted against


def _compute_harm(
    fight: Fight,
    mechanic: Mechanic,
    params: Mapping[str, Any],
    command: Command,
    action: Action | None,
    victim: str,
) -> Harm | None:
    """Compute what a roll does to a combatant; None if it triggers nothing for them, or if that would take too long."""
    sheet = fight.sheet_for(victim)
    triggers = list(_list_triggers(fight, mechanic, victim, command, sheet))
    if not triggers:
        return None
    details = [each.detail_rule for _, each in triggers if each.detail_rule is not None]
    if any(each is not details[0] for each in details):
        return None
    rule: Rule = details[0] if details else mechanic
    facts = _find_facts(fight, command, action, params)
    names = _find_outcome_names(mechanic, rule, params, triggers)
    given = tuple(params.items())
    try:
        distribution = run_memoized((rule, names, given), lambda: compute_field_distribution(rule, names, given))
    except LongOddsError:
        return None
    if len(distribution.weights) > MOST_OUTCOMES:
        return None
    hurt, out = [], []
    words: dict[str, None] = {}
    for values, weight in distribution.weights:
        after = _apply(sheet, triggers, dict(zip(names, values, strict=True)), params, facts)
        share = Fraction(weight, distribution.denominator)
        if _read_meter(after) < _read_meter(sheet):
            hurt.append(share)
        if after.is_out:
            out.append(share)
            words[find_state(after)] = None
    word = next(iter(words)) if len(words) == 1 else ""
    return Harm(sum_fractions(hurt), sum_fractions(out), word if 0 < len(word) <= MOST_LETTERS else "out")


def _list_triggers(
    fight: Fight, mechanic: Mechanic, victim: str, command: Command, sheet: Sheet
) -> Iterator[tuple[Change, Trigger]]:
    """Yield the changes that a roll applies to a combatant without a decision, each with its trigger."""
    role = "target" if victim == command.get("at") else "roller"
    for change in fight.context.changes_by_mechanic.get(mechanic.id, ()):
        if not isinstance(sheet, change.sheet_types):
            continue
        for trigger in change.triggers_by_mechanic[mechanic.id]:
            if trigger.role == role and not trigger.is_optional and not trigger.replaced_change:
                yield change, trigger


def _find_facts(fight: Fight, command: Command, action: Action | None, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices of a roll, and the facts that its action gives to the triggers."""
    by, at = command.get("by"), command.get("at")
    chosen = read_choices(command)
    found: dict[str, Any] = {name: value for name, value in chosen.items() if name != ALLY}
    if action is None or by is None or by not in fight.combatants:
        return found
    attempt = Attempt(fight, action, by, at, tuple(command.get("also") or ()), chosen, params)
    found["name"] = fight.name_for(attempt.actor_key)
    return {**found, **(action.facts(attempt) if action.facts else {})}


def _find_outcome_names(
    mechanic: Mechanic, rule: Rule, params: Mapping[str, Any], triggers: list[tuple[Change, Trigger]]
) -> tuple[str, ...]:
    """Return the outcome fields that the triggers depend on."""
    known = _find_fields(rule, params)
    wanted = dict.fromkeys(name for _, each in triggers for name in (*each.conditions, *each.sources.values()))
    return tuple(name for name in wanted if name in known)


def _find_fields(rule: Rule, params: Mapping[str, Any]) -> Outcome:
    """Return an outcome of a rule, for the names of its fields."""
    from rules_py.dice import RandomDice

    return rule(RandomDice(0), **params)


def _apply(
    sheet: Sheet,
    triggers: list[tuple[Change, Trigger]],
    outcome: Outcome,
    params: Mapping[str, Any],
    facts: Mapping[str, Any],
) -> Sheet:
    """Return a sheet after the changes that an outcome triggers."""
    for change, trigger in triggers:
        found = trigger.build_params_from(outcome, params, facts)
        if found is None or not (trigger.applies_if is None or trigger.applies_if(sheet)):
            continue
        try:
            sheet = change.apply(sheet, change.with_current_params(found)).sheet
        except RulesError:
            continue
    return sheet


def _read_meter(sheet: Sheet) -> int:
    return int(getattr(sheet, sheet.meter[0])) if sheet.meter else 0
