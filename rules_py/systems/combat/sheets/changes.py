"""COMBAT! changes: damage, stuns, turns, sprints, healing and experience."""

from typing import Annotated

from rules_py.errors import ForbiddenError
from rules_py.parameters import Choice, Flag, RowOf, Whole
from rules_py.play import Log, LogToAll, QuickAction, Trigger, change
from rules_py.systems.combat.characters import experience
from rules_py.systems.combat.derived import move
from rules_py.systems.combat.fighting import (
    WHAT_A_STUN_DOES,
    WHAT_STATES_MEAN,
    Harm,
    blow,
    blunt,
    is_stunning,
    stun,
)
from rules_py.systems.combat.sheets.characters import HIGHEST, Character, short_label_for
from rules_py.systems.combat.sheets.combatants import Enemy, Fighter
from rules_py.text.wording import pluralize

FIGHTERS = (Character, Enemy)


def has_life_to_lose(fighter: Fighter) -> bool:
    """Return True unless deadly damage has taken all LIF already."""
    return fighter.life_state != "dying"


def is_up(fighter: Fighter) -> bool:
    """Return True if LIF is left."""
    return fighter.life_state == "up"


@change(
    "combat.take-damage",
    sheet_types=FIGHTERS,
    title="Lose LIF",
    page="combat/derived/#life",
    triggers=(
        Trigger(blow, "target", damage="lost", harm="harm", simultaneous="simultaneous", applies_if=has_life_to_lose),
        Trigger(blunt, "target", damage="lost", harm="harm", simultaneous="simultaneous", applies_if=has_life_to_lose),
    ),
)
def take_damage[F: (Character, Enemy)](
    fighter: F,
    say: Log,
    damage: Annotated[int, Whole(0, None, "LIF lost in one blow, after TGH", label="LIF lost")] = 5,
    harm: Harm = "stunning",
    simultaneous: Annotated[
        bool, Flag("the attacker acts at the same time, so that a stun costs the next turn", label="At the same time")
    ] = False,
) -> F:
    """Subtract damage from LIF; more than half the LIF score at once stuns.

    Reading: LIF is never less than 0, and damage beyond it is not counted. Deadly damage to a combatant without any LIF
    left takes the place of stunning damage, so an unconscious combatant can still be hit and left dying.
    """
    if not has_life_to_lose(fighter):
        raise ForbiddenError("combat.take-damage", "there is no LIF left to lose")
    deadly = min(fighter.full_life, fighter.deadly + (damage if harm == "deadly" else 0))
    stunning = min(fighter.full_life - deadly, fighter.stunning + (damage if harm == "stunning" else 0))
    hit = fighter.replace(stunning=stunning, deadly=deadly)
    say(f"{damage} {harm} damage: {hit.life_left} LIF left.")
    if not is_up(hit):
        say(WHAT_STATES_MEAN[hit.life_state])
    return apply_stun(hit, say, hit.acted or simultaneous) if is_stunning(damage, fighter.full_life) else hit


def apply_stun[F: (Character, Enemy)](fighter: F, say: Log, acted: bool) -> F:
    """Stun a combatant: it costs this turn's action if that is still to come, else the next one's."""
    if is_up(fighter):
        say(WHAT_A_STUN_DOES)
    return fighter.replace(stunned_turns=max(fighter.stunned_turns, 2 if acted else 1))


@change(
    "combat.stun",
    sheet_types=FIGHTERS,
    title="Stunned",
    page="combat/derived/#stun-turn",
    triggers=(Trigger(stun, "target", conditions={"acted": (False, True)}, acted="acted", applies_if=is_up),),
)
def stun_fighter[F: (Character, Enemy)](
    fighter: F,
    say: Log,
    acted: Annotated[bool, Flag("this turn's action is spent", label="Has acted")] = False,
) -> F:
    """Stun a combatant until the end of the turn whose action it costs."""
    if not is_up(fighter):
        raise ForbiddenError(
            "combat.stun", f"only a combatant who is up can be stunned; this one is {fighter.life_state}"
        )
    return apply_stun(fighter, say, acted)


@change("combat.act", sheet_types=FIGHTERS, title="Action taken", page="combat/derived/#stun-turn", ends="turn")
def act[F: (Character, Enemy)](
    fighter: F,
    say: LogToAll,
    taken: Annotated[bool, Flag("the action is taken, and not lost to a stun", label="Taken")] = False,
) -> F:
    """Spend this turn's action, or lose it to a stun; a later stun costs the next one."""
    if fighter.stunned and not taken and not fighter.acted:
        say("No action: stunned.")
    else:
        say.log_detail("No action left in this turn.")
    return fighter.replace(acted=True)


@change("combat.end-turn", sheet_types=FIGHTERS, title="End the turn", page="combat/derived/#stun-turn", ends="round")
def end_turn[F: (Character, Enemy)](fighter: F, say: LogToAll) -> F:
    """End the turn: stuns that cost its action are over, and everybody can act again."""
    left = max(0, fighter.stunned_turns - 1)
    if fighter.stunned:
        say("Still stunned: the next action is lost." if left else "No longer stunned.")
    elif fighter.acted:
        say.log_detail("Free to act again.")
    return fighter.replace(stunned_turns=left, acted=False)


OUT_OF_BREATH = "out of breath"

Anyway = Annotated[bool, Flag("although they are down, stunned or out of breath", label="Anyway")]


def find_hindrance(character: Character, is_sprint: bool = True) -> str | None:
    """Return the state that keeps a character from moving or sprinting, or None."""
    if character.state != "up":
        return character.state
    if character.stunned:
        return "stunned"
    return OUT_OF_BREATH if is_sprint and character.sprint_left == 0 else None


@change(
    "combat.go",
    sheet_types=Character,
    title="Move or run",
    page="combat/moving/#move",
    triggers=(Trigger(move, "roller", is_optional=True),),
    quick_actions=(
        QuickAction("Move", changes_nothing=True),
        QuickAction("Run", {"pace": "run"}, changes_nothing=True),
    ),
    current_params={"anyway": False},
)
def go(
    character: Character,
    say: Log,
    pace: Annotated[str, Choice(("move", "run"), "up to MOV meters, or twice as far", label="Pace")] = "move",
    anyway: Anyway = False,
) -> Character:
    """Move up to MOV meters, or run up to twice as far, with the action of the turn."""
    if (why := find_hindrance(character, is_sprint=False)) is not None and not anyway:
        raise ForbiddenError("combat.go", f"the character is {why}, and can't move")
    meters = move.resolve((), {"move": character.move}).outcome["walk" if pace == "move" else pace]
    say(f"Up to {meters} meters.")
    return character


@change(
    "combat.sprint",
    sheet_types=Character,
    title="Sprint",
    page="combat/moving/#move",
    triggers=(Trigger(move, "roller", is_optional=True),),
    quick_actions=(QuickAction(),),
    current_params={"anyway": False},
)
def sprint(character: Character, say: Log, anyway: Anyway = False) -> Character:
    """Sprint for a turn, at most HLT turns before a rest."""
    if (why := find_hindrance(character)) is not None and not anyway:
        needs = " and needs a rest first" if why == OUT_OF_BREATH else ", and can't sprint"
        raise ForbiddenError("combat.sprint", f"the character is {why}{needs}")
    ran = character.replace(sprinted=min(HIGHEST, character.sprinted + 1))
    meters = move.resolve((), {"move": character.move}).outcome["sprint"]
    say(f"Up to {meters} meters. {pluralize(ran.sprint_left, 'more turn')} of sprinting left.")
    return ran


@change(
    "combat.rest",
    sheet_types=Character,
    title="Catch breath",
    page="combat/moving/#move",
    quick_actions=(QuickAction(),),
)
def rest(
    character: Character, say: Log, minutes: Annotated[int, Whole(1, 60, "minutes of rest", unit="min")] = 1
) -> Character:
    """Rest for a minute for each turn that was sprinted.

    Reading: each minute gives one turn of it back.
    """
    if not character.sprinted:
        raise ForbiddenError("combat.rest", "there is no sprint to rest from")
    rested = character.replace(sprinted=max(0, character.sprinted - minutes))
    say(
        f"{pluralize(rested.sprint_left, 'turn')} of sprinting left"
        + (f", {pluralize(rested.rest_owed, 'minute')} of rest to go." if rested.sprinted else ".")
    )
    return rested


@change("combat.heal", sheet_types=FIGHTERS, title="Regain LIF", page="combat/derived/#life")
def heal[F: (Character, Enemy)](
    fighter: F,
    say: Log,
    points: Annotated[int, Whole(1, 200, "LIF regained", label="LIF")] = 1,
    harm: Harm = "stunning",
) -> F:
    """Restore LIF through healing, medical aid or stunning damage that wears off; a combatant with LIF wakes up.

    Reading: the text that we hold doesn't say how fast, so the table decides the amount.
    """
    taken = fighter.stunning if harm == "stunning" else fighter.deadly
    if not taken:
        raise ForbiddenError("combat.heal", f"there is no {harm} damage to heal")
    left = max(0, taken - points)
    healed = fighter.replace(stunning=left) if harm == "stunning" else fighter.replace(deadly=left)
    say(
        f"{taken - left} LIF back: {healed.life_left} LIF left."
        + (" Up again." if fighter.out and not healed.out else "")
    )
    return healed


@change(
    "combat.earn-experience",
    sheet_types=Character,
    title="Earn Experience Points",
    page="combat/characters/#experience",
)
def earn_experience(
    character: Character,
    say: Log,
    points: Annotated[int, Whole(1, 1000, "Experience Points earned", label="Points")] = 5,
) -> Character:
    """Earn Experience Points, to be spent on attributes."""
    earned = character.replace(experience=character.experience + points)
    say(f"{earned.experience} Experience Points now.")
    return earned


@change(
    "combat.raise-attribute",
    sheet_types=Character,
    title="Raise an attribute",
    page="combat/characters/#experience",
    current_params={"noted": True},
)
def raise_attribute(
    character: Character,
    say: Log,
    attribute: Annotated[str, RowOf("combat.attributes", "the attribute that rises", label="Attribute")] = "strength",
    levels: Annotated[int, Whole(1, 15, "how many levels it rises", label="Levels to gain")] = 1,
    noted: Annotated[bool, Flag("the levels are noted, so that they cost no Character Points", label="Noted")] = False,
) -> Character:
    """Raise an attribute for Experience Points: 5 times the new level, for each level gained.

    The new levels cost no Character Points.

    Reading: only the attribute itself is paid for; a trait's bonus is added as before.
    """
    level = int(getattr(character, attribute))
    cost = experience.resolve((), {"level": level, "levels": levels}).outcome["cost"]
    if character.experience < cost:
        raise ForbiddenError(
            "combat.raise-attribute",
            f"{short_label_for(attribute)} {level + levels} costs {cost} Experience Points; "
            f"you have {character.experience}",
        )
    left = character.experience - cost
    say(f"{short_label_for(attribute)} {level + levels} for {pluralize(cost, 'Experience Point')}; {left} left.")
    raised = (*character.raised, *([attribute] * levels)) if noted else character.raised
    return character.replace(experience=left, raised=raised, **{attribute: level + levels})
