"""PSIOPS changes of an operative: momentum, stress, panic and transcendence."""

from collections.abc import Mapping
from typing import Annotated, Any

from rules_py.errors import ForbiddenError
from rules_py.mechanic import Mechanic
from rules_py.parameters import RowOf, Whole
from rules_py.play import Log, QuickAction, Trigger, change
from rules_py.systems.psiops.action import action, determination, initiative, insertion, psionic, retreat
from rules_py.systems.psiops.combat import attack, defend, psychic_attack
from rules_py.systems.psiops.harm import dying
from rules_py.systems.psiops.sheets.harm import add_stress
from rules_py.systems.psiops.sheets.operative import (
    MOST_EFFECTS,
    MOST_EXTRA_ACTIONS,
    MOST_MOMENTUM,
    MOST_STRESS,
    MOST_SUPPLIES,
    Operative,
)
from rules_py.systems.psiops.stress import stress
from rules_py.systems.psiops.takedown import focus_fire, resolve_own_attack
from rules_py.tables import table

PLAYING, MOMENTUM, NERVES = "psiops/playing/", "psiops/momentum/", "psiops/stress/"

FAILED = {"source": "failed-roll"}
HURT = tuple(range(1, 61))
EARNING = (action, attack, psychic_attack, defend, initiative, retreat, psionic, stress, insertion)
"""Action rolls: they bring momentum unless it was spent on them."""


FAILURE, SUCCESS = {"band": "failure"}, {"band": ("partial", "success", "critical")}
RESULTS: tuple[tuple[Mechanic, tuple[Mapping[str, Any], Mapping[str, Any]]], ...] = (
    *((roll, (FAILURE, SUCCESS)) for roll in (action, attack, psychic_attack, defend)),
    *((roll, ({"success": False}, {"success": True})) for roll in (initiative, retreat, psionic)),
    (stress, ({"result": "panic"}, {"result": ("calm", "transcendent")})),
)
"""The action rolls of a mission, each with the conditions of a failure and of a success."""


UNASSISTED = {"ally": None, "momentum": (1, 2, 3)}
"""The conditions of a roll that brings momentum: no ally spent momentum on it, and its result brings some."""

GAINED_MOMENTUM = "You gain {momentum} momentum."
"""The consequence of an action roll that the change carries out."""


def has_next_advantage(operative: Operative) -> bool:
    """Return True if an advantage waits for the next action roll."""
    return operative.next_advantage


def is_at_the_limit(operative: Operative) -> bool:
    """Return True if the roll at 6 stress is still to be made."""
    return operative.at_the_limit


@change(
    "psiops.gain-momentum",
    sheet_types=Operative,
    title="Gain momentum",
    page=f"{MOMENTUM}#momentum",
    triggers=(
        *(
            Trigger(roll, "roller", conditions=UNASSISTED, momentum="momentum", carries_out=GAINED_MOMENTUM)
            for roll in (*EARNING, dying)
        ),
        Trigger(focus_fire, "roller", conditions=UNASSISTED, detail_rule=resolve_own_attack, momentum="momentum"),
    ),
)
def gain_momentum(
    operative: Operative, say: Log, momentum: Annotated[int, Whole(1, 3, "momentum that the roll brings")] = 1
) -> Operative:
    """Gain momentum from an action roll that succeeds, even partly, by its degree of success; none while Reckless."""
    if operative.has_effect("Reckless"):
        say("No momentum gained while Reckless.")
        return operative
    gained = operative.replace(momentum=min(MOST_MOMENTUM, operative.momentum + momentum))
    say(f"{momentum} momentum gained: {gained.momentum} now.")
    return gained


@change(
    "psiops.spend-momentum",
    sheet_types=Operative,
    title="Spend momentum",
    page=f"{MOMENTUM}#spending-momentum",
    triggers=(
        *(
            Trigger(roll, "roller", conditions={"spent_momentum": True}, fixed_params={"on": "push"})
            for roll in EARNING
        ),
        Trigger(determination, "roller", fixed_params={"on": "determination"}),
    ),
)
def spend_momentum(
    operative: Operative, say: Log, on: Annotated[str, RowOf("psiops.momentum-spends", "what it buys")] = "push"
) -> Operative:
    """Spend momentum at the table's price.

    Reading: the text doesn't say when you spend it, so you may also push yourself, or be assisted, after you know the
    result. The third die of the advantage is rolled then, and you lose the momentum that the roll had brought. An
    assist takes no action of the ally, but the ally has to be up.
    """
    return pay_momentum(operative, say, on, "psiops.spend-momentum")


def pay_momentum(operative: Operative, say: Log, on: str, change_id: str) -> Operative:
    """Return the operative with less momentum, at the table's price.

    Raises:
        ForbiddenError: the operative has too little momentum.
    """
    row = table("psiops.momentum-spends").row(on)
    if operative.momentum < row.number("cost"):
        raise ForbiddenError(change_id, f"{row.name} costs {row['cost']} momentum; you have {operative.momentum}")
    left = operative.replace(momentum=operative.momentum - row.number("cost"))
    say(f"{row.name}: {left.momentum} momentum left.")
    return left


@change(
    "psiops.take-another-action",
    sheet_types=Operative,
    title="Take another action",
    page=f"{MOMENTUM}#spending-momentum",
    quick_actions=(QuickAction(),),
)
def take_another_action(operative: Operative, say: Log) -> Operative:
    """Push yourself to take one more action in this turn, at the table's price.

    Reading: you spend the momentum on the action and not on a roll, so a roll of this action still brings momentum.
    """
    if operative.out:
        raise ForbiddenError("psiops.take-another-action", f"the operative is {operative.state}, and can't act")
    paid = pay_momentum(operative, say, "push", "psiops.take-another-action")
    pushed = paid.replace(extra_actions=min(MOST_EXTRA_ACTIONS, operative.extra_actions + 1))
    say(f"{pushed.actions} actions in this turn.")
    return pushed


@change(
    "psiops.use-advantage",
    sheet_types=Operative,
    title="Advantage used",
    page=f"{PLAYING}#advantage",
    triggers=(
        *(
            Trigger(roll, "roller", conditions={"advantage": True}, applies_if=has_next_advantage)
            for roll in (*EARNING, determination, focus_fire)
        ),
        Trigger(
            dying,
            "roller",
            conditions={"conscious_advantage": True, "state": ("standing", "unconscious")},
            applies_if=has_next_advantage,
        ),
    ),
)
def use_advantage(operative: Operative, say: Log) -> Operative:
    """Use up the advantage with the next action roll."""
    if not operative.next_advantage:
        raise ForbiddenError("psiops.use-advantage", "the next roll has no advantage to use up")
    say("The advantage is used up.")
    return operative.replace(next_advantage=False)


@change(
    "psiops.gain-advantage",
    sheet_types=Operative,
    title="Advantage on the next roll",
    page=f"{PLAYING}#advantage",
    triggers=(
        Trigger(defend, "roller", conditions={"next_advantage": True}),
        Trigger(determination, "roller", conditions={"consequence": "avoided_with_advantage"}),
    ),
)
def gain_advantage(operative: Operative, say: Log) -> Operative:
    """Gain advantage on the next action roll, by a critical success in defending or resisting.

    Reading: two of them before that roll count as one.
    """
    say("Advantage on the next action roll.")
    return operative.replace(next_advantage=True)


@change(
    "psiops.arrive",
    sheet_types=Operative,
    title="Emergency insertion",
    page="psiops/harm/#emergency-insertion",
    triggers=(
        Trigger(insertion, "roller", conditions={"arrival": ("supply", "supply_with_advantage")}, arrival="arrival"),
    ),
)
def arrive(
    operative: Operative,
    say: Log,
    arrival: Annotated[str, RowOf("psiops.insertion-results", "how the roll went")] = "supply",
) -> Operative:
    """Arrive as a new character: a good roll brings a tactical supply, the best one advantage as well."""
    row = table("psiops.insertion-results").row(arrival)
    say(row["meaning"])
    if arrival not in ("supply", "supply_with_advantage"):
        return operative
    return operative.replace(
        supplies=min(MOST_SUPPLIES, operative.supplies + 1),
        next_advantage=operative.next_advantage or arrival == "supply_with_advantage",
    )


@change(
    "psiops.gain-stress",
    sheet_types=Operative,
    title="Gain stress",
    page=f"{NERVES}#sources",
    triggers=(
        *(
            Trigger(roll, "roller", conditions={"band": "failure"}, fixed_params=FAILED, is_optional=True)
            for roll in (action, attack, psychic_attack, defend)
        ),
        Trigger(defend, "roller", conditions={"damage": HURT}, fixed_params={"source": "damage"}, is_optional=True),
        *(
            Trigger(roll, "roller", conditions={"success": False}, fixed_params=FAILED, is_optional=True)
            for roll in (initiative, retreat, psionic)
        ),
        *(
            Trigger(
                roll,
                "roller",
                conditions={**failure, "is_insulted": True},
                fixed_params=FAILED,
                note="insulted",
                is_optional=True,
            )
            for roll, (failure, _) in RESULTS
        ),
    ),
)
def gain_stress(
    operative: Operative, say: Log, source: Annotated[str, RowOf("psiops.stress-sources", "what brings it")] = "damage"
) -> Operative:
    """Gain 1 stress from a source, if the GM says so; at 6 comes the roll.

    Reading: stress beyond 6 is lost, and the roll comes when 6 is reached.
    """
    if operative.stress == MOST_STRESS:
        raise ForbiddenError("psiops.gain-stress", f"stress is at its maximum of {MOST_STRESS}")
    say(f"{table('psiops.stress-sources').row(source).name}: 1 stress.")
    return add_stress(operative, say, 1)


def reduce_stress(operative: Operative, say: Log, points: int) -> Operative:
    """Return the operative with less stress; below 6 the limit can be reached again."""
    after = operative.replace(stress=max(0, operative.stress - points))
    say(f"Stress {after.stress}.")
    return after if after.stress == MOST_STRESS else after.replace(limit_rolled=False)


def reject_calm(operative: Operative, change_id: str) -> None:
    """Raise a ForbiddenError if there is no stress to reduce."""
    if operative.stress == 0:
        raise ForbiddenError(change_id, "there is no stress to lose")


@change(
    "psiops.calm-down",
    sheet_types=Operative,
    title="1 momentum for 1 stress",
    page=f"{NERVES}#reducing",
    quick_actions=(QuickAction(),),
)
def calm_down(operative: Operative, say: Log) -> Operative:
    """Spend 1 momentum to remove 1 stress."""
    reject_calm(operative, "psiops.calm-down")
    if operative.momentum == 0:
        raise ForbiddenError("psiops.calm-down", "this costs 1 momentum, and none is left")
    return reduce_stress(operative.replace(momentum=operative.momentum - 1), say, 1)


@change("psiops.overcome", sheet_types=Operative, title="Overcome an opponent or obstacle", page=f"{NERVES}#reducing")
def overcome(operative: Operative, say: Log) -> Operative:
    """Remove 1 stress after getting the better of an opponent or obstacle that matters."""
    reject_calm(operative, "psiops.overcome")
    return reduce_stress(operative, say, 1)


def has_stress(operative: Operative) -> bool:
    """Return True if there is stress to lose."""
    return operative.stress > 0


@change(
    "psiops.take-courage",
    sheet_types=Operative,
    title="An ally is Courageous",
    page=f"{NERVES}#transcendence",
    triggers=tuple(
        Trigger(roll, "anybody", conditions={**success, "encourages": True}, is_optional=True, applies_if=has_stress)
        for roll, (_, success) in RESULTS
    ),
)
def take_courage(operative: Operative, say: Log) -> Operative:
    """Remove 2 stress when a Courageous ally within sight succeeds at an action roll.

    Reading: a partial success is a success here, too.
    """
    reject_calm(operative, "psiops.take-courage")
    return reduce_stress(operative, say, 2)


def reject_below_limit(operative: Operative, change_id: str) -> None:
    """Raise a ForbiddenError unless the roll at 6 stress is due."""
    if not operative.at_the_limit:
        raise ForbiddenError(
            change_id,
            f"the roll at {MOST_STRESS} stress is made already"
            if operative.stress == MOST_STRESS
            else f"this comes at {MOST_STRESS} stress; you have {operative.stress}",
        )


@change(
    "psiops.keep-calm",
    sheet_types=Operative,
    title="Keep it together",
    page=f"{NERVES}#the-limit",
    triggers=(Trigger(stress, "roller", conditions={"result": "calm"}, removed="removed", applies_if=is_at_the_limit),),
)
def keep_calm(
    operative: Operative,
    say: Log,
    removed: Annotated[int, Whole(1, 2, "stress that the roll removes", label="Stress removed")] = 1,
) -> Operative:
    """Keep it together at the limit and lose 1 or 2 stress, by the roll."""
    reject_below_limit(operative, "psiops.keep-calm")
    return reduce_stress(operative, say, removed)


@change(
    "psiops.panic",
    sheet_types=Operative,
    title="Panic",
    page=f"{NERVES}#panic",
    triggers=(Trigger(stress, "roller", conditions={"result": "panic"}, effect="effect", applies_if=is_at_the_limit),),
)
def panic(
    operative: Operative, say: Log, effect: Annotated[str, RowOf("psiops.panic", "what the panic does")] = "1"
) -> Operative:
    """Panic after a failed roll at the limit, in addition to other panic; Reckless loses all momentum at once.

    Reading: stress stays at 6, and the next roll comes once it has fallen and reached 6 again.
    """
    reject_below_limit(operative, "psiops.panic")
    row = table("psiops.panic").row(effect)
    say(f"{row.name}: {row['effect']}")
    panicked = operative.replace(limit_rolled=True, panic=(*operative.panic, row.key)[-MOST_EFFECTS:])
    return panicked.replace(momentum=0) if row.name == "Reckless" else panicked


@change(
    "psiops.transcend",
    sheet_types=Operative,
    title="Transcend",
    page=f"{NERVES}#transcendence",
    triggers=(
        Trigger(stress, "roller", conditions={"result": "transcendent"}, effect="effect", applies_if=is_at_the_limit),
    ),
)
def transcend(
    operative: Operative,
    say: Log,
    effect: Annotated[str, RowOf("psiops.transcendent", "what transcendence does")] = "1",
) -> Operative:
    """Transcend after the best roll at the limit: lose all stress and add a kind of transcendence."""
    reject_below_limit(operative, "psiops.transcend")
    row = table("psiops.transcendent").row(effect)
    say(f"{row.name}: {row['effect']}")
    transcended = operative.replace(transcendence=(*operative.transcendence, row.key)[-MOST_EFFECTS:])
    return reduce_stress(transcended, say, MOST_STRESS)
