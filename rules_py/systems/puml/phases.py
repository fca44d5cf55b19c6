"""PUML, Combat: the results of a phase, a round and a whole fight, and the time until a goal is reached."""

from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.mechanic.presets import TablePreset
from rules_py.parameters import Choice, Flag, Whole
from rules_py.systems.puml.action import Attribute
from rules_py.systems.puml.combat import SIDES, defence, offense
from rules_py.text.wording import LATER, conclude_count, pluralize

AN_ACTION = 2
"""The dice of an action; one more die buys advantage or disadvantage."""

MOST_ATTACKERS = 3
"""The maximum number of attackers, as 7 dice are enough for 3 actions."""


def attackers_kind(side: str) -> Whole:
    """Return the parameter kind of the number of attackers on a side."""
    return Whole(
        1,
        MOST_ATTACKERS,
        f"how many {side} can attack, each once a phase; a tag team counts as one",
        label=f"How many {side} attack",
    )


def third_die_kind(label: str) -> Choice:
    """Return the parameter kind that says if third dice are spent."""
    return Choice(("never", "always"), "spend a third die on each action that can have one", label=label)


def horizon_kind() -> Whole:
    """Return the parameter kind of the number of rounds to look ahead."""
    return Whole(1, 60, "how many rounds to look ahead", label="Rounds to look ahead")


def count_dice_taken(left: int, third: bool) -> int:
    """Count the dice that an action takes: 2, or 3 if the third is requested or would be the only one left."""
    return AN_ACTION + (left == AN_ACTION + 1 or (third and left > AN_ACTION))


def count_dice_left(left: int, came: Outcome) -> int:
    """Count the dice after an action: failed offense and successful defence lose one more, an ultra in defence all."""
    return 0 if came.get("phase_switch") else left - min(left, came.get("dice_lost", 0) + came.get("dice_removed", 0))


@mechanic(
    "puml.phase",
    title="A whole phase",
    page="puml/dice/#a-whole-phase",
    headline="hits",
    presets=(TablePreset("Your side is", "puml.threat-levels", {"dice": "dice"}, label="level"),),
)
def phase(
    hand: Dice,
    /,
    side: Annotated[str, Choice(SIDES, "the side whose dice these are: offense is yours", label="Phase")] = "offense",
    dice: Annotated[int, Whole(3, 7, "dice in the phase's tracker", label="Dice in the tracker")] = 5,
    attribute: Attribute = 0,
    extra: Annotated[str, third_die_kind("Third die")] = "never",
    attackers: Annotated[
        int,
        Whole(
            1,
            MOST_ATTACKERS,
            "how many can attack, each once a phase; a tag team counts as one",
            label="How many attack",
        ),
    ] = MOST_ATTACKERS,
) -> Outcome:
    """Act until the dice are gone; hits are dealt in the offense and taken in the defence.

    Reading: the text doesn't say what a single leftover die does. It can't pay for an action, so the phase ends there.

    Reading: everybody attacks at most once a phase, so seven dice are more than two people can attack with. Set how
    many there are. The dice they leave can go to other actions, which aren't counted here. A tag team counts as one
    attacker.
    """

    def run_action(hand: Dice, state: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        left, actions, hits, complications = state
        if left < AN_ACTION or actions == attackers:
            return state
        taken = count_dice_taken(left, extra == "always")
        third = taken > AN_ACTION
        left -= taken
        hand.say(f"Action {actions + 1} takes {taken} dice; {left} left.")
        if side == "offense":
            came = hand.fields(offense, ("damage", "complication", "dice_lost"), attribute=attribute, advantage=third)
        else:
            came = hand.fields(
                defence,
                ("damage", "complication", "dice_removed", "phase_switch"),
                attribute=attribute,
                disadvantage=third,
            )
        return count_dice_left(left, came), actions + 1, hits + came["damage"], complications + came["complication"]

    left, actions, hits, complications = hand.fold(run_action, (dice, 0, 0, 0), dice // AN_ACTION)
    hits_of = "You take" if side == "defence" else "You deal"
    hand.verdict(
        f"{hits_of} {pluralize(hits, 'hit') if hits else 'no hit'} in {pluralize(actions, 'action')}"
        + (f", with {pluralize(complications, 'complication')}" if complications else "")
    )
    if left >= AN_ACTION:
        hand.add_consequence(f"Everybody has attacked; {left} dice are left for other actions.")
    return {"actions": actions, "hits": hits, "complications": complications}


@mechanic(
    "puml.takedown",
    title="How long a side lasts",
    page="puml/dice/#how-long",
    headline="rounds",
    cumulative="rounds",
    forwards_to=phase,
)
def takedown(
    hand: Dice,
    /,
    hits: Annotated[int, Whole(1, 30, "hits that put a side out", label="Hits it can take")] = 2,
    horizon: Annotated[int, horizon_kind()] = 20,
    **tracker: Any,
) -> Outcome:
    """Count rounds until the phases of one side add up to `hits`; `later` beyond the horizon.

    Reading: the chapter speaks of damage, and other chapters say how much a hit does. Here every hit counts 1. The
    tracker starts every round with the dice you set.
    """

    def run_round(hand: Dice, so_far: int) -> int:
        landed: int = hand.field(phase, "hits", **tracker)
        return min(hits, so_far + landed)

    rounds = hand.count(run_round, 0, lambda so_far: so_far >= hits, horizon)
    return {
        "rounds": conclude_count(
            hand,
            rounds,
            lambda round: f"That side is out in round {round}",
            f"Not enough hits in {pluralize(horizon, 'round')}",
        )
    }


Now = Annotated[str, Choice(SIDES, "the phase now: offense is your side's", label="Whose phase")]
OffenseDice = Annotated[int, Whole(0, 7, "dice in your side's tracker", label="Offense dice")]
DefenceDice = Annotated[int, Whole(0, 7, "dice in the enemy's tracker", label="Defence dice")]
DefenceAttribute = Annotated[int, Whole(-3, 3, "the attribute you defend with", label="Defence attribute")]
OffenseThird = Annotated[str, third_die_kind("Third offense die")]
DefenceThird = Annotated[str, third_die_kind("Third defence die")]
OffenseAttackers = Annotated[int, attackers_kind("of you")]
DefenceAttackers = Annotated[int, attackers_kind("enemies")]


SCORE = {"dealt": "Hits dealt", "taken": "Hits taken"}


@mechanic(
    "puml.round",
    title="The rest of a round",
    page="puml/dice/#a-round",
    headline="dealt",
    labels=SCORE | {"successes": "Successful actions"},
    groups={
        "Third dice and who attacks": (
            "offense_third_die",
            "defence_third_die",
            "offense_attackers",
            "defence_attackers",
        )
    },
    presets=(
        TablePreset("Your side is", "puml.threat-levels", {"offense_dice": "dice"}, label="level"),
        TablePreset("Their side is", "puml.threat-levels", {"defence_dice": "dice"}, label="level"),
    ),
)
def rest_of_round(
    dice: Dice,
    side: Now = "offense",
    offense_dice: OffenseDice = 5,
    defence_dice: DefenceDice = 5,
    attribute: Attribute = 0,
    defence_attribute: DefenceAttribute = 0,
    offense_third_die: OffenseThird = "never",
    defence_third_die: DefenceThird = "never",
    offense_attackers: OffenseAttackers = MOST_ATTACKERS,
    defence_attackers: DefenceAttackers = MOST_ATTACKERS,
) -> Outcome:
    """Play the rest of a round: your offense, unless it is over, and then the defence."""
    none = {"actions": 0, "hits": 0, "complications": 0}
    dealt = (
        none
        if side == "defence"
        else run_phase(dice, "offense", offense_dice, attribute, offense_third_die, offense_attackers)
    )
    taken = run_phase(dice, "defence", defence_dice, defence_attribute, defence_third_die, defence_attackers)
    complications = dealt["complications"] + taken["complications"]
    dice.verdict(
        f"You deal {pluralize(dealt['hits'], 'hit')} and take {taken['hits']}"
        + (f", with {pluralize(complications, 'complication')}" if complications else "")
    )
    return {
        "dealt": dealt["hits"],
        "taken": taken["hits"],
        "successes": dealt["hits"] + taken["actions"] - taken["hits"],
        "complications": complications,
    }


def run_phase(dice: Dice, side: str, pool: int, attribute: int, extra: str, attackers: int) -> Outcome:
    """Run one phase with any number of dice."""
    dice.say(f"{side.capitalize()} phase, with the tracker at {pool}.")
    return dice.fields(
        phase,
        ("actions", "hits", "complications"),
        side=side,
        dice=pool,
        attribute=attribute,
        extra=extra,
        attackers=attackers,
    )


WINNERS = {"enemy": "The enemy", "nobody": "Nobody yet", "you": "Your side"}


@mechanic(
    "puml.fight",
    title="A whole fight",
    page="puml/dice/#fight",
    headline="winner",
    forwards_to=rest_of_round,
    words={"winner": WINNERS},
    labels=SCORE,
)
def fight(
    dice: Dice,
    hits: Annotated[int, Whole(1, 30, "hits that put the enemy out", label="Hits they can take")] = 2,
    hits_taken: Annotated[int, Whole(1, 30, "hits that put your side out", label="Hits you can take")] = 2,
    horizon: Annotated[int, horizon_kind()] = 20,
    side: Now = "offense",
    **pools: Any,
) -> Outcome:
    """Play phase after phase, until either side has taken all the hits it can.

    Reading: as in the rule for how long a side lasts, every hit counts 1 and the trackers start each round with the
    same number of dice.
    """

    def run_one_phase(dice: Dice, state: tuple[str, int, int]) -> tuple[str, int, int]:
        whose, dealt, taken = state
        if whose == "offense":
            came = run_phase(
                dice,
                whose,
                pools["offense_dice"],
                pools["attribute"],
                pools["offense_third_die"],
                pools["offense_attackers"],
            )
            return "defence", min(hits, dealt + came["hits"]), taken
        came = run_phase(
            dice,
            whose,
            pools["defence_dice"],
            pools["defence_attribute"],
            pools["defence_third_die"],
            pools["defence_attackers"],
        )
        return "offense", dealt, min(hits_taken, taken + came["hits"])

    begun = 1 if side == "defence" else 0
    phases, (_, dealt, taken) = dice.roll_until(
        run_one_phase, (side, 0, 0), lambda now: now[1] == hits or now[2] == hits_taken, 2 * horizon - begun
    )
    winner = "you" if dealt == hits else "enemy" if taken == hits_taken else "nobody"
    rounds = None if phases is None else (phases + begun + 1) // 2
    if winner == "nobody":
        dice.verdict(f"Neither side is out after {pluralize(horizon, 'round')}")
    else:
        dice.verdict(
            f"You win: the enemy is out in round {rounds}"
            if winner == "you"
            else f"The enemy wins: your side is out in round {rounds}"
        )
    dice.add_consequence(f"You dealt {pluralize(dealt, 'hit')} and took {taken}.")
    return {"winner": winner, "rounds": rounds or LATER, "dealt": dealt, "taken": taken}


@mechanic(
    "puml.goal",
    title="Reaching a goal",
    page="puml/twists/#goal",
    headline="rounds",
    cumulative="rounds",
    forwards_to=rest_of_round,
    omit=("side",),
)
def goal(
    dice: Dice,
    spaces: Annotated[int, Whole(1, 30, "spaces of the goal's tracker", label="Spaces on the tracker")] = 6,
    partial: Annotated[bool, Flag("partial successes mark off a space, too", label="Partial successes count")] = True,
    horizon: Annotated[int, horizon_kind()] = 20,
    **pools: Any,
) -> Outcome:
    """Count rounds until enough successful actions, in the offense and in the defence, have marked off every space.

    Reading: partial successes count as well, unless you say otherwise. One of the complications takes that movement
    away, so there must have been some to take; the roller never brings that one.
    """

    def run_round(dice: Dice, marked: int) -> int:
        came = dice.fields(rest_of_round, ("successes", "complications"), side="offense", **pools)
        marks: int = came["successes"] - (0 if partial else came["complications"])
        return min(spaces, marked + marks)

    rounds = dice.count(run_round, 0, lambda marked: marked == spaces, horizon)
    return {
        "rounds": conclude_count(
            dice,
            rounds,
            lambda round: f"Round {round} marks off the last space",
            f"The goal isn't reached after {pluralize(horizon, 'round')}",
        )
    }
