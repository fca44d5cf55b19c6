"""A made-up game small enough to solve by hand: two duellists strike in turn until one has no points left."""

from fractions import Fraction
from functools import partial
from typing import Annotated

from rules_py.dice import Dice
from rules_py.errors import RulesError
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Flag, Whole
from rules_py.play import (
    Action,
    Attempt,
    FightRules,
    IndividualInitiative,
    Limit,
    Log,
    Order,
    RollBinding,
    Sheet,
    Trigger,
    change,
    derived,
)
from rules_py.play.fight.config import FightContext
from rules_py.play.fight.reducer import Fight


@mechanic("duel.strike", title="Strike", page="duel/#strike", headline="damage")
def strike(dice: Dice, hits_from: Annotated[int, Whole(1, 7, "the lowest face that hits; 7 for never")] = 3) -> Outcome:
    """Roll a die: from `hits_from` up it deals 1 damage, and a 6 deals 2."""
    face = dice.die(6)
    return {"damage": 0 if face < hits_from else 2 if face == 6 else 1}


@mechanic("duel.draw", title="Who is first", page="duel/#draw", headline="total")
def draw(dice: Dice) -> Outcome:
    """Roll a die; on a tie the combatant who joined first acts first."""
    return {"total": dice.die(6)}


class Duellist(Sheet, id="duel.duellist", title="Duellist", page="duel/"):
    """A combatant with points."""

    points: Annotated[int, Whole(0, 20, "points left")] = 2
    hits_from: Annotated[int, Whole(1, 7, "the lowest face that hits")] = 3
    dazed: Annotated[bool, Flag("can't strike")] = False
    strikes: Annotated[int, Whole(1, 3, "how often in a turn")] = 1

    rolls = (RollBinding(strike, hits_from="hits_from"), RollBinding(draw))
    met_by = (RollBinding(strike),)
    meter = ("points", "points")

    @derived
    def out(self) -> bool:
        """Return True if no points are left."""
        return self.points == 0


@change(
    "duel.bleed",
    sheet_types=Duellist,
    title="Bleed",
    page="duel/",
    triggers=(Trigger(strike, "target", damage="damage"),),
)
def bleed(duellist: Duellist, say: Log, damage: Annotated[int, Whole(0, 9, "points lost")] = 1) -> Duellist:
    """Lose points."""
    if duellist.out:
        raise RulesError("duel.bleed: nobody bleeds twice")
    return duellist.replace(points=max(0, duellist.points - damage))


def require_senses(attempt: Attempt) -> str | None:
    """Require that the actor isn't dazed."""
    return f"{attempt.actor_name} is dazed." if attempt.actor.dazed else None


STRIKE = Action(strike, {"senses": require_senses}, limit=Limit(lambda attempt: attempt.actor.strikes))
MECHANICS = {each.id: each for each in (strike, draw)}
SHEETS: dict[str, type[Sheet]] = {"duel.duellist": Duellist}


def _find(registry: dict, id: str, *_):
    if id not in registry:
        raise RulesError(f"id: got {id!r}, takes one of {', '.join(registry)}")
    return registry[id]


CONTEXT = FightContext(
    {bleed.id: bleed}, partial(_find, SHEETS), partial(_find, {bleed.id: bleed}), partial(_find, MECHANICS)
)
SIDES = {"ours": "Ours", "theirs": "Theirs"}


def make_duel(ours: list[dict], theirs: list[dict], *events: dict, order: Order | None = None) -> Fight:
    """Create a fight of duellists with these fields; their keys are a1, a2, … and b1, b2, …."""
    kind = FightRules(
        "duel/",
        SIDES,
        {Duellist: ("ours", "theirs")},
        order or IndividualInitiative(draw),
        declared_actions=(STRIKE, Action(draw, is_free=True)),
    )
    made = Fight("duel", kind, CONTEXT)
    for side, letter, those in (("ours", "a", ours), ("theirs", "b", theirs)):
        for number, fields in enumerate(those, 1):
            made = made.apply(
                {
                    "event": "join",
                    "who": f"{letter}{number}",
                    "side": side,
                    "sheet": {"sheet": "duel.duellist", "fields": fields},
                }
            )
    for event in events:
        made = made.apply(event)
    return made


FIRST_WINS_TIES = Fraction(21, 36)


def win_chance(my_points: int, your_points: int, my_hits: int, your_hits: int) -> Fraction:
    """Compute the chance that the duellist who strikes next wins, without the project's rules or probability code."""
    if my_points == 0 or your_points == 0:
        return Fraction(int(your_points == 0))

    def hit_chances(hits: int) -> dict[int, Fraction]:
        ones, twos = max(0, 6 - hits), int(hits <= 6)
        return {0: Fraction(6 - ones - twos, 6), 1: Fraction(ones, 6), 2: Fraction(twos, 6)}

    def chance_after(mine_: int, yours_: int) -> Fraction:
        """Return my chance when you strike next, after a hit."""
        return 1 - win_chance(yours_, mine_, your_hits, my_hits)

    me, you = hit_chances(my_hits), hit_chances(your_hits)
    # x is my chance when I strike next. If I miss, you strike; if you miss too, I strike again.
    hit = sum(me[n] * chance_after(my_points, max(0, your_points - n)) for n in (1, 2) if me[n])
    struck = sum(you[n] * win_chance(max(0, my_points - n), your_points, my_hits, your_hits) for n in (1, 2) if you[n])
    return (hit + me[0] * struck) / (1 - me[0] * you[0])
