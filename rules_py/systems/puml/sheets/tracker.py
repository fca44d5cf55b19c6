"""PUML: the sheet of a fight's action dice, its phase, its attackers and its goal."""

from typing import Annotated

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.parameters import Choice, Flag, ListOf, RowOf, Text, Whole
from rules_py.play import Log, RollBinding, Sheet, Trigger, Without, change, derived, warning
from rules_py.systems.puml.action import action
from rules_py.systems.puml.combat import SIDES, build_outcome, defence, offense, tag_team
from rules_py.systems.puml.phases import (
    AN_ACTION,
    count_dice_left,
    count_dice_taken,
    fight,
    goal as goal_roll,
    phase as phase_roll,
    rest_of_round,
    takedown,
)
from rules_py.systems.puml.sheets.characters import LISTS, ActingSide, FreeAttack, Result, ThirdDie, offer_after
from rules_py.systems.puml.twists import complication, ultra_success
from rules_py.tables import table

FULL = table("puml.threat-levels").row("normal").number("dice")
"""The dice of both sides if neither is more of a threat than usual."""

TRACKER, GOAL = "puml/dice/#tracker", "puml/twists/#combat-momentum"


class Tracker(Sheet, id="puml.fight", title="Action dice", page=TRACKER):
    """The dice of both sides: the players spend theirs in the offense, then the enemies theirs in the defence phase.

    Reading: the referee sets both pools at the start of each phase. The tracker starts each round with the dice you
    gave it, so change them when the referee does. Dice that the offense leaves are gone when its phase ends.

    Reading: an enemy who has no dice for an action left before the phase begins has no phase in this round.
    """

    phase: Annotated[str, Choice(SIDES, "the phase now: offense is the players'", label="Phase")] = "offense"
    offense_dice: Annotated[int, Whole(0, 7, "dice left to the players' side", label="Offense dice")] = FULL
    defence_dice: Annotated[int, Whole(0, 7, "dice left to the enemy", label="Defence dice")] = FULL
    offense_starts: Annotated[
        int, Whole(3, 7, "offense dice when a round begins", label="Offense dice to begin with")
    ] = FULL
    defence_starts: Annotated[
        int, Whole(3, 7, "defence dice when a round begins", label="Defence dice to begin with")
    ] = FULL
    acted: Annotated[tuple[str, ...], ListOf(Text("a name", most=100), "who has attacked in this phase", most=60)] = ()
    teamed: Annotated[
        tuple[str, ...],
        ListOf(
            Text("a name", most=100),
            "who has acted in a tag team in this phase, and can't act again in it",
            label="Tag teams of this phase",
            most=60,
        ),
    ] = ()
    goal: Annotated[str, Text("what you want to reach apart from winning")] = ""
    goal_spaces: Annotated[int, Whole(0, 30, "spaces of the goal's tracker; 0 without a goal")] = 0
    goal_marked: Annotated[int, Whole(0, 30, "spaces marked off")] = 0
    structures_destroyed: Annotated[
        int,
        Whole(0, 30, "structures and vehicles that ultra successes destroyed", label="Structures, vehicles destroyed"),
    ] = 0

    glance = ("phase", "offense_dice", "defence_dice", "acted", "goal_progress")
    rolls = (
        RollBinding(complication),
        RollBinding(ultra_success, side="phase"),
        RollBinding(
            phase_roll,
            Without("dice_of_a_phase", reason="Too few dice are left to begin a phase."),
            side="phase",
            dice="dice_of_a_phase",
        ),
        RollBinding(rest_of_round, side="phase", offense_dice="offense_dice", defence_dice="defence_dice"),
        RollBinding(takedown, side="phase", dice="dice_to_begin"),
        RollBinding(fight, side="phase", offense_dice="offense_starts", defence_dice="defence_starts"),
        RollBinding(
            goal_roll,
            Without("goal_left", reason="There is no goal, or it is reached already."),
            spaces="goal_left",
            offense_dice="offense_starts",
            defence_dice="defence_starts",
        ),
    )
    met_by = (RollBinding(tag_team, side="phase"),)

    @property
    def dice(self) -> int:
        """The dice left in the current phase."""
        return self.count_dice(self.phase)

    def count_dice(self, side: str) -> int:
        """Return the dice left to a side."""
        return self.offense_dice if side == "offense" else self.defence_dice

    @derived(label="Dice at the start of the phase")
    def dice_to_begin(self) -> int:
        """Return the dice at the start of the current phase."""
        return self.offense_starts if self.phase == "offense" else self.defence_starts

    @derived(label="Dice left in the phase")
    def dice_of_a_phase(self) -> int | None:
        """Return the dice of the current phase, or None if they are too few for the beginning of a phase."""
        return self.dice if self.dice > AN_ACTION else None

    @derived(label="The next offense action takes all three dice")
    def third_for_offense(self) -> bool:
        """Return True if exactly three offense dice are left, so that the next action has advantage."""
        return self.phase == "offense" and self.dice == AN_ACTION + 1

    @derived(label="The next defence action takes all three dice")
    def third_for_defence(self) -> bool:
        """Return True if exactly three defence dice are left, so that the next defender has disadvantage."""
        return self.phase == "defence" and self.dice == AN_ACTION + 1

    @derived(label="Spaces left to the goal")
    def goal_left(self) -> int | None:
        """Return the unmarked spaces of the goal, or None without a goal or once it is reached."""
        return self.goal_spaces - self.goal_marked or None

    @derived(label="Goal so far")
    def goal_progress(self) -> str | None:
        """Return the marked spaces of the goal, or None without a goal."""
        return f"{self.goal_marked} of {self.goal_spaces}" if self.goal_spaces else None

    @warning
    def third_die(self) -> str | None:
        if self.third_for_offense:
            return "Three dice are left: the next action takes them all, with advantage."
        return (
            "Three dice are left: the next action takes them all, with disadvantage for the defender."
            if self.third_for_defence
            else None
        )

    @warning
    def reached(self) -> str | None:
        return f"Reached: {self.goal or 'the goal'}." if self.goal_spaces and not self.goal_left else None

    @warning
    def destroyed(self) -> str | None:
        count = self.structures_destroyed
        return f"Structures and vehicles destroyed: {count}." if count else None

    def check(self) -> None:
        if self.goal_marked > self.goal_spaces:
            raise ParameterError(
                "goal_marked",
                self.goal_marked,
                f"at most {self.goal_spaces}",
                given={"goal_spaces": self.goal_spaces},
                plain=f"You can't mark more spaces of the goal than it has: {self.goal_marked} of {self.goal_spaces}.",
            )


def with_dice(tracker: Tracker, side: str, dice: int) -> Tracker:
    """Return the tracker with this number of dice left to a side."""
    return tracker.replace(offense_dice=dice) if side == "offense" else tracker.replace(defence_dice=dice)


def start_next_phase(tracker: Tracker, say: Log) -> Tracker:
    """Start the next phase: everybody may act again, and after the defence a new round begins."""
    fresh = tracker.replace(acted=(), teamed=())
    if tracker.phase == "offense":
        say("The defence phase begins.")
        switched = fresh.replace(phase="defence", offense_dice=0)
        return switched if switched.dice >= AN_ACTION else start_next_phase(switched, say)
    say("A new round: the offense phase begins.")
    return fresh.replace(phase="offense", offense_dice=tracker.offense_starts, defence_dice=tracker.defence_starts)


def end_phase_if_spent(tracker: Tracker, say: Log) -> Tracker:
    """Start the next phase if the dice of this one are not enough for an action."""
    return tracker if tracker.dice >= AN_ACTION else start_next_phase(tracker, say)


WHO_ACTS = {"offense": "the players", "defence": "the enemies"}
UNMARKED = {"marks": False}
"""The part of an action's price that leaves the goal alone, which `mark_goal` marks off after the roll."""


def describe_phase(phase: str) -> str:
    """Describe the current phase to those who can't act in it."""
    return f"It is the {phase} phase now: {WHO_ACTS[phase]} act. End the phase first."


def describe_attacker(name: str) -> str:
    """Describe a combatant who can't attack again in this phase."""
    return f"{name} has attacked in this phase already. Let someone else act, or end the phase."


def describe_team_member(name: str) -> str:
    """Describe a combatant who can't act again in this phase after a tag team action."""
    return f"{name} has acted in a tag team in this phase. Let someone else act, or end the phase."


@change(
    "puml.take-action",
    sheet_types=Tracker,
    title="An action",
    page="puml/dice/#spending",
)
def take_action(
    tracker: Tracker,
    say: Log,
    side: ActingSide = "offense",
    band: Result = "success",
    third: ThirdDie = False,
    who: Annotated[str, Text("who attacks; empty to note nobody", most=100)] = "",
    marks: Annotated[bool, Flag("a success marks off a space of the goal", label="Marks the goal")] = True,
    partner: Annotated[str, Text("the other member of a tag team; empty without one", most=100)] = "",
    free: FreeAttack = False,
    out_of_turn: Annotated[
        bool, Flag("it counts in any phase, and after an attack in this phase", label="Out of turn")
    ] = False,
) -> Tracker:
    """Spend 2 dice, or 3, on an action; failed offense and successful defence lose one more, and successes mark a goal.

    Exactly three dice are spent together. An ultra in defence ends the phase, and so does the last die.

    Reading: a tag team is one action, and the attack of both members. After it, neither of them can attack, do another
    task or make a free attack in the phase. Other tasks of the offense take dice like an attack, lose a die if they
    fail, and don't count as an attack. A free attack that fails loses a die, too.
    """
    is_in_phase = side == tracker.phase
    if not (is_in_phase or free or out_of_turn):
        raise ParameterError("side", side, tracker.phase, note="the current phase", plain=describe_phase(tracker.phase))
    for each in (who, partner):
        if each and each in tracker.acted and not out_of_turn:
            raise ParameterError(
                "who", each, "a combatant who hasn't attacked in this phase", plain=describe_attacker(each)
            )
    dice = tracker.count_dice(side)
    if dice < AN_ACTION and not free:
        remaining = f"only {dice} is" if dice else "none are"
        raise ForbiddenError(
            "puml.take-action", f"an action takes {AN_ACTION} dice, and {remaining} left in this phase"
        )
    taken = 0 if free else count_dice_taken(dice, third)
    came = build_outcome(side, band)
    left = count_dice_left(dice - taken, came if is_in_phase else came | {"phase_switch": False})
    lost = dice - taken - left
    if free:
        say(f"A free attack takes no dice{f', but {lost} is lost: {left} left' if lost else ''}.")
    else:
        say(f"{taken} dice for the action{f', and {lost} more' if lost else ''}: {left} left.")
    after = with_dice(tracker, side, left).replace(
        acted=add_names(tracker.acted, who, partner),
        teamed=add_names(tracker.teamed, who, partner) if partner else tracker.teamed,
    )
    if marks and tracker.goal_left and band != "failure":
        after = mark_space(after, say)
    return end_phase_if_spent(after, say) if is_in_phase else after


def add_names(names: tuple[str, ...], *added: str) -> tuple[str, ...]:
    """Return the names with those that are added, each once and none of them empty."""
    return tuple(dict.fromkeys((*names, *(each for each in added if each))))


def mark_space(tracker: Tracker, say: Log) -> Tracker:
    """Return the tracker with another space of the goal marked off."""
    after = tracker.replace(goal_marked=tracker.goal_marked + 1)
    say(f"The goal: {after.goal_progress}.")
    return after


def has_spaces_left(tracker: Tracker) -> bool:
    """Return True if there is a goal with a space that isn't marked off."""
    return tracker.goal_left is not None


SUCCEEDED = {"band": tuple(row.key for row in table("puml.outcomes").rows if row.key != "failure")}
"""The condition of a successful outcome, complication or not."""


@change(
    "puml.mark-goal",
    sheet_types=Tracker,
    title="Mark off a space of the goal",
    page=GOAL,
    triggers=tuple(
        Trigger(roll, "fight", conditions=SUCCEEDED, applies_if=has_spaces_left)
        for roll in (offense, defence, tag_team, action)
    ),
)
def mark_goal(tracker: Tracker, say: Log) -> Tracker:
    """Mark off a space of the goal for a successful outcome.

    Reading: a partial success marks the goal, too.
    """
    if not has_spaces_left(tracker):
        raise ForbiddenError("puml.mark-goal", "there is no space of a goal left to mark")
    return mark_space(tracker, say)


@change("puml.end-phase", sheet_types=Tracker, title="End the phase", page="puml/combat/#rounds", ends="phase")
def end_phase(tracker: Tracker, say: Log) -> Tracker:
    """End the phase, whatever dice are left; everybody may act again."""
    return start_next_phase(tracker, say)


@change(
    "puml.change-defence-dice",
    sheet_types=Tracker,
    title="Add or remove a defence die",
    page=LISTS[complication][1],
    triggers=(
        offer_after(complication, "more-dice", "fight", fixed_params={"dice": 1}),
        offer_after(ultra_success, "fewer-dice", "fight", fixed_params={"dice": -1}),
    ),
)
def change_defence_dice(
    tracker: Tracker, say: Log, dice: Annotated[int, Choice((-1, 1), "a die more, or one fewer")] = 1
) -> Tracker:
    """Add a die to the enemy's by a complication, or remove one by an ultra success.

    Reading: a tracker never has more than 7 dice, and one without any can't lose one.

    Reading: if the last defence dice are used already, the new round has begun, and the die counts in it.
    """
    after = tracker.replace(defence_dice=tracker.defence_dice + dice)
    say(f"Defence dice: {after.defence_dice}.")
    return end_phase_if_spent(after, say) if tracker.phase == "defence" else after


@change(
    "puml.hold-goal",
    sheet_types=Tracker,
    title="Take back a space of the goal",
    page=GOAL,
    triggers=(offer_after(complication, "nothing", "fight", conditions={"marked": True}),),
)
def hold_goal(tracker: Tracker, say: Log) -> Tracker:
    """Take back the space of the goal that the roll marked off, by a complication."""
    if tracker.goal_marked == 0:
        raise ForbiddenError("puml.hold-goal", "no space of the goal is marked yet")
    say(f"The goal: {tracker.goal_marked - 1} of {tracker.goal_spaces}.")
    return tracker.replace(goal_marked=tracker.goal_marked - 1)


@change(
    "puml.destroy-structure",
    sheet_types=Tracker,
    title="A structure or vehicle is destroyed",
    page=LISTS[ultra_success][1],
    triggers=(offer_after(ultra_success, "destroy-structure", "fight"),),
)
def destroy_structure(tracker: Tracker, say: Log) -> Tracker:
    """Count a structure or a vehicle that an ultra success destroys."""
    after = tracker.replace(structures_destroyed=tracker.structures_destroyed + 1)
    say(f"Structures and vehicles destroyed: {after.structures_destroyed}.")
    return after


@change("puml.set-dice", sheet_types=Tracker, title="Set the dice by the threat", page="puml/dice/#threats")
def set_dice(
    tracker: Tracker,
    say: Log,
    side: Annotated[str, Choice(SIDES, "whose dice", label="Whose dice")] = "defence",
    threat: Annotated[str, RowOf("puml.threat-levels", "how much of a threat that side is")] = "normal",
) -> Tracker:
    """Set the dice of a side, by the threat that it is."""
    dice = table("puml.threat-levels").row(threat).number("dice")
    say(f"{side.capitalize()} dice: {dice}.")
    if side == "offense":
        return tracker.replace(offense_starts=dice, offense_dice=dice if tracker.phase == "offense" else 0)
    return tracker.replace(defence_starts=dice, defence_dice=dice)


@change("puml.begin-anew", sheet_types=Tracker, title="A new fight", page=TRACKER, ends="fight")
def begin_anew(tracker: Tracker, say: Log) -> Tracker:
    """Begin the next fight in the offense phase, with both trackers at their start values and the same goal."""
    say("Ready for the next fight.")
    return start_next_phase(tracker.replace(phase="defence", structures_destroyed=0), lambda said: None)
