"""The end of a fight: who has won, three facts from the log, and what returns to the sheets."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules_py.play.board.sides import find_state
from rules_py.play.fight.offers import is_decided
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.play.sheet import Sheet
from rules_py.text.sentences import join_names
from rules_py.text.serialization import to_text
from rules_py.text.wording import pluralize


class SheetReturn(NamedTuple):
    """The changes of a fight on a combatant's sheet.

    Attributes:
        changes: what differs, such as "HP 6 → 4".
    """

    key: str
    name: str
    changes: tuple[str, ...]


class Ending(NamedTuple):
    """The end of a fight.

    Attributes:
        stamp: what it is called, such as "Victory".
        is_won: True if the players' side is the only one left.
        sentence: who is left.
        facts: facts from the log, each with its name.
        returns: what returns to the sheets.
    """

    stamp: str
    is_won: bool
    sentence: str
    facts: tuple[tuple[str, str], ...]
    returns: tuple[SheetReturn, ...]


def describe_end(fight: Fight) -> str:
    """Describe the end of a decided fight in a sentence."""
    left = join_names(each.name for each in fight.active)
    return f"The fight is over. Still up: {left or 'nobody'}."


def build_ending(fight: Fight) -> Ending | None:
    """Return the end of a fight; None while it goes on, unless its last event has ended a period."""
    over = is_decided(fight)
    if not over and not (fight.log and fight.log[-1].event["event"] == "end"):
        return None
    sides = fight.active_sides
    side = sides[0] if len(sides) == 1 else ""
    first = next(iter(fight.rules.sides), "")
    stamp = ""
    if over:
        stamp = fight.rules.ends.get(side) or (
            "Nobody is left" if not side else "Victory" if side == first else "Defeat"
        )
    sentence = _describe_winners(fight, side) if over else ""
    returns = tuple(each for combatant in fight.participants.values() if (each := _find_return(fight, combatant)))
    return Ending(stamp, side == first, sentence, tuple(_list_facts(fight)) if over else (), returns)


def _describe_winners(fight: Fight, side: str) -> str:
    if not side:
        return "Nobody is left standing"
    return f"Still up: {join_names((each.name for each in fight.active if each.side == side), most=3)}"


def _list_facts(fight: Fight) -> Iterator[tuple[str, str]]:
    """Yield facts of the fight: its length, who is out by side, and who has dealt the most."""
    if fight.rules.order.has_turns:
        yield fight.rules.round_names.capitalize(), str(fight.round)
    for side, title in fight.rules.sides.items():
        there = [each for each in fight.participants.values() if each.side == side]
        out = [each for each in there if each.is_out]
        if out:
            words = [find_state(each.sheet) or ("fled" if each.has_withdrawn else "out") for each in out]
            counted = ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))
            yield title, f"{counted} of {len(there)}"
    dealt = _sum_damage(fight)
    if dealt:
        key = max(dealt, key=lambda each: dealt[each])
        if dealt[key] > 0 and key in fight.combatants:
            yield "Most harm", f"{fight.name_for(key)}, {dealt[key]}"


def _sum_damage(fight: Fight) -> dict[str, int]:
    """Sum what each combatant has taken off the meters of other sides."""
    dealt: dict[str, int] = {}
    actor: str | None = None
    for entry in fight.log:
        event: Any = entry.event
        if entry.roll is not None and event["event"] == "roll":
            actor = fight.find_actor_and_target(entry)[0]
        if event["event"] != "change" or not event.get("follows") or actor is None or actor not in fight.combatants:
            continue
        for key, result in zip((event["who"], *event.get("also", ())), entry.change_results, strict=False):
            meter = result.sheet.meter
            if meter and key in fight.combatants and fight.combatants[key].side != fight.combatants[actor].side:
                lost = getattr(result.sheet_before, meter[0]) - getattr(result.sheet, meter[0])
                dealt[actor] = dealt.get(actor, 0) + max(0, int(lost))
    return dealt


def _find_return(fight: Fight, combatant: Combatant) -> SheetReturn | None:
    """Return what the fight has changed on a combatant's sheet since they joined, or None."""
    before = _find_sheet_at_join(fight, combatant)
    if before is None:
        return None
    changes = tuple(_list_differences(before, combatant.sheet))
    return SheetReturn(combatant.key, combatant.name, changes) if changes else None


def _find_sheet_at_join(fight: Fight, combatant: Combatant) -> Sheet | None:
    for entry in fight.log:
        event: Any = entry.event
        if (
            event["event"] == "join"
            and combatant.key in (event["who"], combatant.key)
            and (combatant.key == event["who"] or combatant.key.startswith(f"{event['who']}-"))
        ):
            kind = type(combatant.sheet)
            return kind.from_fields(event["sheet"]["fields"]) if event["sheet"]["sheet"] == kind.id else None
    return None


def _list_differences(before: Sheet, after: Sheet) -> Iterator[str]:
    """Yield the fields that differ, with their values; lists by the number of their changed entries."""
    for name, parameter in after.parameters.items():
        old, new = getattr(before, name), getattr(after, name)
        if old == new or name == "name":
            continue
        if isinstance(new, tuple):
            differ = sum(1 for each in new if each not in old) or abs(len(new) - len(old))
            yield f"{parameter.label}: {pluralize(differ, 'change')}"
        elif isinstance(new, bool):
            yield parameter.label if new else f"no longer {parameter.label[:1].lower()}{parameter.label[1:]}"
        else:
            yield f"{parameter.label} {to_text(old)} → {to_text(new)}"
