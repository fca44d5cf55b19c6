"""COMBAT!: damage, stuns, turns, sprints, what comes back, and experience."""

from typing import Annotated

from rules_py.errors import RulesError
from rules_py.parameters import Flag, RowOf, Whole
from rules_py.play import After, AtHand, Say, Tell, change
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
from rules_py.systems.combat.sheets.characters import Character, short
from rules_py.systems.combat.sheets.combatants import Enemy
from rules_py.text.wording import counted

FIGHTERS = (Character, Enemy)


@change(
    "combat.take-damage",
    of=FIGHTERS,
    title="Lose LIF",
    page="combat/derived/#life",
    after=(After(blow, "target", damage="lost", harm="harm"), After(blunt, "target", damage="lost", harm="harm")),
)
def take_damage[F: (Character, Enemy)](
    fighter: F,
    say: Say,
    damage: Annotated[int, Whole(0, None, "LIF lost in one blow, after TGH", label="LIF lost")] = 5,
    harm: Harm = "stunning",
) -> F:
    """Damage comes off LIF; more than half the LIF score at once stuns.

    Reading: LIF is never less than 0, and what goes beyond it is not counted. Deadly damage to somebody without any
    LIF left takes the place of stunning damage.
    """
    if fighter.state == "dying":
        raise RulesError("combat.take-damage: there is no LIF left that deadly damage hasn't taken, and it takes some")
    deadly = min(fighter.full_life, fighter.deadly + (damage if harm == "deadly" else 0))
    stunning = min(fighter.full_life - deadly, fighter.stunning + (damage if harm == "stunning" else 0))
    hit = fighter.but(stunning=stunning, deadly=deadly)
    say(f"{damage} {harm} damage: {hit.life_left} LIF left.")
    if hit.state != "up":
        say(WHAT_STATES_MEAN[hit.state])
    return stunned(hit, say, hit.acted) if is_stunning(damage, fighter.full_life) else hit


def stunned[F: (Character, Enemy)](fighter: F, say: Say, acted: bool) -> F:
    """Somebody whom something stuns: it costs this turn's action where that is still to come, else the next one's."""
    if fighter.state == "up":
        say(WHAT_A_STUN_DOES)
    return fighter.but(stunned_turns=max(fighter.stunned_turns, 2 if acted else 1))


@change(
    "combat.stun",
    of=FIGHTERS,
    title="Stunned",
    page="combat/derived/#stun-turn",
    after=(After(stun, "target", when={"acted": (False, True)}, acted="acted"),),
)
def stun_fighter[F: (Character, Enemy)](
    fighter: F,
    say: Say,
    acted: Annotated[bool, Flag("this turn's action is spent", label="Has acted")] = False,
) -> F:
    """Something stuns somebody, until the end of the turn whose action it costs."""
    if fighter.state != "up":
        raise RulesError(f"combat.stun: this one is {fighter.state}, and a stun is for somebody who is up")
    return stunned(fighter, say, acted)


@change("combat.act", of=FIGHTERS, title="Action taken", page="combat/derived/#stun-turn", ends="turn")
def act[F: (Character, Enemy)](fighter: F, say: Tell) -> F:
    """This turn's action is spent, or lost to a stun: whatever stuns now costs the next one."""
    if fighter.stunned:
        say("No action: stunned.")
    else:
        say.aside("Has acted in this turn.")
    return fighter.but(acted=True)


@change("combat.end-turn", of=FIGHTERS, title="End the turn", page="combat/derived/#stun-turn", ends="round")
def end_turn[F: (Character, Enemy)](fighter: F, say: Tell) -> F:
    """At a turn's end, stuns that cost its action are over, and everybody can act again."""
    left = max(0, fighter.stunned_turns - 1)
    if fighter.stunned:
        say("Still stunned: the next action is lost." if left else "No longer stunned.")
    elif fighter.acted:
        say.aside("Can act again.")
    return fighter.but(stunned_turns=left, acted=False)


@change(
    "combat.sprint",
    of=Character,
    title="Sprint",
    page="combat/moving/#move",
    after=(After(move, "roller", if_wanted=True),),
    at_hand=(AtHand(),),
)
def sprint(character: Character, say: Say) -> Character:
    """A turn of sprinting, of as many as HLT; then comes a rest."""
    if character.state != "up" or character.stunned or character.sprint_left == 0:
        how = character.state if character.state != "up" else "stunned" if character.stunned else "out of breath"
        raise RulesError(
            f"combat.sprint: the character is {how}, and sprinting takes somebody who is up, has turns of "
            "it left, and is not stunned"
        )
    ran = character.but(sprinted=character.sprinted + 1)
    meters = move.resolve((), {"move": character.move}).outcome["sprint"]
    say(f"Up to {meters} meters. {counted(ran.sprint_left, 'more turn')} of sprinting left.")
    return ran


@change("combat.rest", of=Character, title="Catch breath", page="combat/moving/#move", at_hand=(AtHand(),))
def rest(
    character: Character, say: Say, minutes: Annotated[int, Whole(1, 60, "minutes of rest", unit="min")] = 1
) -> Character:
    """A minute of rest for each turn that was sprinted.

    Reading: each minute gives one turn of it back.
    """
    if not character.sprinted:
        raise RulesError("combat.rest: no turn was sprinted, and a rest is for those that were")
    rested = character.but(sprinted=max(0, character.sprinted - minutes))
    say(
        f"{counted(rested.sprint_left, 'turn')} of sprinting again"
        + (f", {counted(rested.rest_owed, 'minute')} of rest to go." if rested.sprinted else ".")
    )
    return rested


@change("combat.heal", of=FIGHTERS, title="LIF comes back", page="combat/derived/#life")
def heal[F: (Character, Enemy)](
    fighter: F,
    say: Say,
    points: Annotated[int, Whole(1, 200, "LIF that comes back", label="LIF")] = 1,
    harm: Harm = "stunning",
) -> F:
    """Healing, medical aid, or stunning damage that wears off: LIF comes back, and whoever has some wakes up.

    Reading: how fast is not in the text that we hold, so the table says how much.
    """
    taken = fighter.stunning if harm == "stunning" else fighter.deadly
    if not taken:
        raise RulesError(f"combat.heal: there is no {harm} damage, and it takes some")
    left = max(0, taken - points)
    healed = fighter.but(stunning=left) if harm == "stunning" else fighter.but(deadly=left)
    say(
        f"{taken - left} LIF back: {healed.life_left} LIF left."
        + (" Up again." if fighter.out and not healed.out else "")
    )
    return healed


@change("combat.earn-experience", of=Character, title="Earn Experience Points", page="combat/characters/#experience")
def earn_experience(
    character: Character,
    say: Say,
    points: Annotated[int, Whole(1, 1000, "Experience Points earned", label="Points")] = 5,
) -> Character:
    """Experience Points, to be spent on attributes."""
    earned = character.but(experience=character.experience + points)
    say(f"{earned.experience} Experience Points now.")
    return earned


@change("combat.raise-attribute", of=Character, title="Raise an attribute", page="combat/characters/#experience")
def raise_attribute(
    character: Character,
    say: Say,
    attribute: Annotated[str, RowOf("combat.attributes", "the attribute that rises", label="Attribute")] = "strength",
    levels: Annotated[int, Whole(1, 15, "how many levels it rises", label="Levels to gain")] = 1,
) -> Character:
    """For each level on the way, 5 times that level in Experience Points.

    Reading: it is the attribute itself that is paid for; what a trait adds comes on top as before.
    """
    level = int(getattr(character, attribute))
    cost = experience.resolve((), {"level": level, "levels": levels}).outcome["cost"]
    if character.experience < cost:
        raise RulesError(
            f"combat.raise-attribute: {short(attribute)} {level + levels} costs {cost} Experience Points, "
            f"and there are {character.experience}"
        )
    left = character.experience - cost
    say(f"{short(attribute)} {level + levels} for {counted(cost, 'Experience Point')}; {left} left.")
    return character.but(experience=left, **{attribute: level + levels})
