"""PSIOPS: momentum, stress, panic and transcendence, as changes of an operative."""

from typing import Annotated

from rules_py.errors import RulesError
from rules_py.parameters import RowOf, Whole
from rules_py.play import After, AtHand, Say, change
from rules_py.systems.psiops.action import action, determination, initiative, insertion, psionic, retreat
from rules_py.systems.psiops.combat import attack, defend
from rules_py.systems.psiops.harm import dying
from rules_py.systems.psiops.sheets.harm import stressed
from rules_py.systems.psiops.sheets.operative import MOST_STRESS, Operative
from rules_py.systems.psiops.stress import stress
from rules_py.tables import table

PLAYING, MOMENTUM, NERVES = "psiops/playing/", "psiops/momentum/", "psiops/stress/"

FAILED = {"source": "failed-roll"}
HURT = tuple(range(1, 61))
EARNING = (action, attack, defend, initiative, retreat, psionic, stress, insertion)
"""Action rolls: they bring momentum unless it was spent on them."""


@change(
    "psiops.gain-momentum",
    of=Operative,
    title="Gain momentum",
    page=f"{MOMENTUM}#momentum",
    after=tuple(After(roll, "roller", momentum="momentum") for roll in (*EARNING, dying)),
)
def gain_momentum(
    operative: Operative, say: Say, momentum: Annotated[int, Whole(1, 3, "momentum that the roll brings")] = 1
) -> Operative:
    """Every action roll that succeeds, even partly, brings momentum by its degree of success; none while Reckless."""
    if operative.in_force("Reckless"):
        raise RulesError("psiops.gain-momentum: the operative is Reckless, and gains no momentum")
    gained = operative.but(momentum=operative.momentum + momentum)
    say(f"{momentum} momentum gained: {gained.momentum} now.")
    return gained


@change(
    "psiops.spend-momentum",
    of=Operative,
    title="Spend momentum",
    page=f"{MOMENTUM}#spending-momentum",
    after=(
        *(After(roll, "roller", when={"spent_momentum": True}, given={"on": "push"}) for roll in EARNING),
        After(determination, "roller", given={"on": "determination"}),
    ),
)
def spend_momentum(
    operative: Operative, say: Say, on: Annotated[str, RowOf("psiops.momentum-spends", "what it buys")] = "push"
) -> Operative:
    """Momentum buys what the table says, at the table's price."""
    row = table("psiops.momentum-spends").row(on)
    if operative.momentum < row.number("cost"):
        raise RulesError(
            f"psiops.spend-momentum: {row.name} costs {row['cost']} momentum, and there is {operative.momentum}"
        )
    left = operative.but(momentum=operative.momentum - row.number("cost"))
    say(f"{row.name}: {left.momentum} momentum left.")
    return left


@change(
    "psiops.use-advantage",
    of=Operative,
    title="Advantage used",
    page=f"{PLAYING}#advantage",
    after=tuple(After(roll, "roller", when={"advantage": True}, quietly=True) for roll in (*EARNING, determination)),
)
def use_advantage(operative: Operative, say: Say) -> Operative:
    """The next action roll uses the advantage up."""
    if not operative.next_advantage:
        raise RulesError("psiops.use-advantage: takes an operative whose next roll has advantage")
    say("The advantage is used.")
    return operative.but(next_advantage=False)


@change(
    "psiops.gain-advantage",
    of=Operative,
    title="Advantage on the next roll",
    page=f"{PLAYING}#advantage",
    after=(
        After(defend, "roller", when={"next_advantage": True}),
        After(determination, "roller", when={"consequence": "avoided_with_advantage"}),
    ),
)
def gain_advantage(operative: Operative, say: Say) -> Operative:
    """A critical success in defending or resisting gives the next action roll advantage.

    Reading: two of them before that roll are one.
    """
    say("Advantage on the next action roll.")
    return operative.but(next_advantage=True)


@change(
    "psiops.arrive",
    of=Operative,
    title="Emergency insertion",
    page="psiops/harm/#emergency-insertion",
    after=(After(insertion, "roller", when={"arrival": ("supply", "supply_with_advantage")}, arrival="arrival"),),
)
def arrive(
    operative: Operative,
    say: Say,
    arrival: Annotated[str, RowOf("psiops.insertion-results", "how the roll went")] = "supply",
) -> Operative:
    """A new character who arrives well brings an extra tactical supply, and at best an advantage on the next roll."""
    row = table("psiops.insertion-results").row(arrival)
    say(row["meaning"])
    if arrival not in ("supply", "supply_with_advantage"):
        return operative
    return operative.but(
        supplies=operative.supplies + 1, next_advantage=operative.next_advantage or arrival == "supply_with_advantage"
    )


@change(
    "psiops.gain-stress",
    of=Operative,
    title="Gain stress",
    page=f"{NERVES}#sources",
    after=(
        *(
            After(roll, "roller", when={"band": "failure"}, given=FAILED, if_wanted=True)
            for roll in (action, attack, defend)
        ),
        After(defend, "roller", when={"damage": HURT}, given={"source": "damage"}, if_wanted=True),
        *(
            After(roll, "roller", when={"success": False}, given=FAILED, if_wanted=True)
            for roll in (initiative, retreat, psionic)
        ),
    ),
)
def gain_stress(
    operative: Operative, say: Say, source: Annotated[str, RowOf("psiops.stress-sources", "what brings it")] = "damage"
) -> Operative:
    """Each time something like this happens it brings 1 stress, if the GM says so; at 6 comes the roll.

    Reading: at 6 there is no more to gain.
    """
    if operative.stress == MOST_STRESS:
        raise RulesError(f"psiops.gain-stress: stress is at {MOST_STRESS}, and goes no higher")
    say(f"{table('psiops.stress-sources').row(source).name}: 1 stress.")
    return stressed(operative, say, 1)


def relieved(operative: Operative, say: Say, points: int) -> Operative:
    """The operative with less stress; below 6 the limit can be reached again."""
    after = operative.but(stress=max(0, operative.stress - points))
    say(f"Stress {after.stress}.")
    return after if after.stress == MOST_STRESS else after.but(limit_rolled=False)


def refuse_calm(operative: Operative, change_id: str) -> None:
    """Refuse to take stress off where there is none."""
    if operative.stress == 0:
        raise RulesError(f"{change_id}: there is no stress to lose")


@change(
    "psiops.calm-down", of=Operative, title="1 momentum for 1 stress", page=f"{NERVES}#reducing", at_hand=(AtHand(),)
)
def calm_down(operative: Operative, say: Say) -> Operative:
    """1 momentum takes off 1 stress."""
    refuse_calm(operative, "psiops.calm-down")
    if operative.momentum == 0:
        raise RulesError("psiops.calm-down: it costs 1 momentum, and there is 0")
    return relieved(operative.but(momentum=operative.momentum - 1), say, 1)


@change("psiops.overcome", of=Operative, title="Overcame an opponent or obstacle", page=f"{NERVES}#reducing")
def overcome(operative: Operative, say: Say) -> Operative:
    """Getting the better of an opponent or obstacle that matters takes off 1 stress."""
    refuse_calm(operative, "psiops.overcome")
    return relieved(operative, say, 1)


@change("psiops.take-courage", of=Operative, title="An ally is Courageous", page=f"{NERVES}#transcendence")
def take_courage(operative: Operative, say: Say) -> Operative:
    """When a Courageous ally within sight succeeds at an action roll, 2 stress go."""
    refuse_calm(operative, "psiops.take-courage")
    return relieved(operative, say, 2)


def refuse_no_limit(operative: Operative, change_id: str) -> None:
    """Refuse what only the roll at 6 stress does."""
    if not operative.at_the_limit:
        why = "the roll for it is made" if operative.stress == MOST_STRESS else f"this comes at {MOST_STRESS}"
        raise RulesError(f"{change_id}: stress is at {operative.stress}, and {why}")


@change(
    "psiops.keep-calm",
    of=Operative,
    title="Keep it together",
    page=f"{NERVES}#the-limit",
    after=(After(stress, "roller", when={"result": "calm"}, removed="removed"),),
)
def keep_calm(
    operative: Operative,
    say: Say,
    removed: Annotated[int, Whole(1, 2, "stress that the roll removes", label="Stress removed")] = 1,
) -> Operative:
    """Whoever keeps it together at the limit loses 1 or 2 stress, by the roll."""
    refuse_no_limit(operative, "psiops.keep-calm")
    return relieved(operative, say, removed)


@change(
    "psiops.panic",
    of=Operative,
    title="Panic",
    page=f"{NERVES}#panic",
    after=(After(stress, "roller", when={"result": "panic"}, effect="effect"),),
)
def panic(
    operative: Operative, say: Say, effect: Annotated[str, RowOf("psiops.panic", "what the panic does")] = "1"
) -> Operative:
    """A failed roll at the limit brings panic, which adds to what is there; Reckless loses all momentum at once.

    Reading: stress stays at 6, and the next roll comes once it has fallen and reached 6 again.
    """
    refuse_no_limit(operative, "psiops.panic")
    row = table("psiops.panic").row(effect)
    say(f"{row.name}: {row['effect']}")
    panicked = operative.but(limit_rolled=True, panic=(*operative.panic, row.key))
    return panicked.but(momentum=0) if row.name == "Reckless" else panicked


@change(
    "psiops.transcend",
    of=Operative,
    title="Transcend",
    page=f"{NERVES}#transcendence",
    after=(After(stress, "roller", when={"result": "transcendent"}, effect="effect"),),
)
def transcend(
    operative: Operative,
    say: Say,
    effect: Annotated[str, RowOf("psiops.transcendent", "what transcendence does")] = "1",
) -> Operative:
    """The best roll at the limit takes all stress off and brings transcendence, which adds to what is there."""
    refuse_no_limit(operative, "psiops.transcend")
    row = table("psiops.transcendent").row(effect)
    say(f"{row.name}: {row['effect']}")
    return relieved(operative.but(transcendence=(*operative.transcendence, row.key)), say, MOST_STRESS)
