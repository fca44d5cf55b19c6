"""PSIOPS changes of an operative: damage, dying and recovery."""

from typing import Annotated

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Choice, Flag, Text, Whole
from rules_py.play import Log, QuickAction, Trigger, change
from rules_py.play.bindings import Role
from rules_py.systems.psiops.action import psionic
from rules_py.systems.psiops.combat import attack, defend, psychic_attack
from rules_py.systems.psiops.harm import STATES, dying
from rules_py.systems.psiops.sheets.lasting import (
    CHOKE,
    MINUTE,
    PSYCHIC_HEALING,
    Lasting,
    add_lasting,
    break_concentration,
    drop_bleeding,
)
from rules_py.systems.psiops.sheets.operative import MOST_PAST_ZERO, MOST_STRESS, Operative
from rules_py.systems.psiops.sheets.rounds import Attacker, add_blow, remove_blow
from rules_py.systems.psiops.takedown import focus_fire

HARM = "psiops/harm/"
MINUTES_TO_LIVE = 10
"""The minutes after which an incapacitated operative who isn't looked after dies."""


def is_alive(operative: Operative) -> bool:
    """Return True if the operative isn't dead."""
    return operative.state != "dead"


CHOKED = {"success": True, "talent": CHOKE}
"""The conditions of a roll for a talent that strangles its target."""


@change(
    "psiops.take-damage",
    sheet_types=Operative,
    title="Take damage",
    page=f"{HARM}#damage",
    triggers=(
        Trigger(defend, "roller", damage="damage", by="name", applies_if=is_alive),
        *(
            Trigger(roll, "target", damage="damage", by="name", applies_if=is_alive)
            for roll in (attack, psychic_attack, focus_fire)
        ),
        Trigger(
            psionic, "anybody", conditions=CHOKED, damage="effect", by="name", is_optional=True, applies_if=is_alive
        ),
    ),
)
def take_damage(
    operative: Operative,
    say: Log,
    damage: Annotated[int, Whole(0, 60, "damage after armor and cover", label="Damage")] = 1,
    stress: Annotated[bool, Flag("the GM adds 1 stress for it", label="1 stress")] = False,
    by: Attacker = "",
) -> Operative:
    """Subtract damage from HP, of several attackers only the highest each round; damage past 0 counts for a roll.

    Reading: an operative who is hit again before that roll adds the damage to it. One who is hit while incapacitated
    makes a new roll, with all of that damage past zero. More than 20 past zero makes no difference to the roll.

    Reading: damage happens at once, and a later attacker's higher damage adds the difference. Damage without a named
    attacker counts in full.
    """
    if operative.state == "dead":
        raise ForbiddenError("psiops.take-damage", "the operative is dead")
    if damage == 0:
        say("No damage.")
        return operative
    hit, damage = add_blow(operative.replace(psychic_healed=False), say, by, damage)
    if damage == 0:
        return hit
    hit = break_concentration(drop_bleeding(hit), say)
    if damage < operative.hp:
        hit = hit.replace(hp=operative.hp - damage)
        say(f"{damage} damage: {hit.hp} HP left.")
    else:
        waiting = operative.past_zero if operative.state == "down" else 0
        past_zero = min(MOST_PAST_ZERO, waiting + damage - operative.hp)
        hit = hit.replace(hp=0, past_zero=past_zero, condition="awake", tended=False)
        say(f"{damage} damage: 0 HP, {past_zero} past zero. Roll 2D6 + STRENGTH to see how bad it is.")
    return add_stress(hit, say, 1) if stress else hit


def add_stress(operative: Operative, say: Log, points: int) -> Operative:
    """Return the operative with more stress, at most 6."""
    after = operative.replace(stress=min(MOST_STRESS, operative.stress + points))
    say(f"Stress {after.stress}." + (" Roll +WILLPOWER." if after.at_the_limit else ""))
    return after


@change(
    "psiops.settle-dying",
    sheet_types=Operative,
    title="Result of the roll at 0 HP",
    page=f"{HARM}#dying",
    triggers=(
        Trigger(
            dying,
            "roller",
            fixed_params={"counts_down": True},
            state="state",
            hp="hp",
            injury="injury",
            applies_if=lambda operative: operative.at_zero,
        ),
    ),
)
def settle_dying(
    operative: Operative,
    say: Log,
    state: Annotated[str, Choice(tuple(STATES), "the result of the roll at 0 HP")] = "standing",
    hp: Annotated[int, Whole(0, 40, "the HP that it leaves", label="HP")] = 1,
    injury: Annotated[bool, Flag("it brings an injury")] = True,
    counts_down: Annotated[
        bool, Flag("the rounds until an incapacitated operative dies are counted", label="Count the 10 minutes")
    ] = False,
) -> Operative:
    """Settle the roll at 0 HP: dead, incapacitated, unconscious or back up, mostly with an injury.

    The fight counts the rounds in which an incapacitated operative has to be looked after.
    """
    if operative.state != "down":
        raise ForbiddenError("psiops.settle-dying", "the operative has no roll at 0 HP to make")
    settled = operative.replace(past_zero=0, tended=False, injuries=operative.injuries + injury)
    if injury:
        say(f"An injury: maximum HP {settled.max_hp_now}.")
    if state == "dead" or settled.max_hp_now == 0:
        say("Dead.")
        return settled.replace(condition="dead")
    condition = state if state in ("incapacitated", "unconscious") else "awake"
    left = 0 if state == "incapacitated" else hp
    if left == 0 and state != "incapacitated":
        raise ParameterError(
            "hp",
            left,
            f"1 to {settled.max_hp_now}",
            given={"state": state},
            plain=f"An operative who is {state} has at least 1 HP.",
        )
    if left > settled.max_hp_now:
        raise ParameterError(
            "hp",
            left,
            f"at most {settled.max_hp_now}",
            note="the maximum after this injury",
            plain=f"After this injury the maximum is {settled.max_hp_now} HP; you entered {left}.",
        )
    say(f"{STATES[state]}, with {left} HP.")
    if state == "incapacitated" and counts_down:
        settled = add_lasting(settled, say, Lasting("Bleeding out", "bleeding", MINUTES_TO_LIVE * MINUTE))
    return settled.replace(condition=condition, hp=left)


@change(
    "psiops.revive",
    sheet_types=Operative,
    title="Revive",
    page=f"{HARM}#dying",
    quick_actions=(QuickAction("Revive {}", ally_change="psiops.revive"),),
)
def revive(operative: Operative, say: Log) -> Operative:
    """Revive an unconscious operative, by an ally."""
    if operative.state != "unconscious":
        raise ForbiddenError(
            "psiops.revive", f"only an unconscious operative can be revived; this one is {operative.state}"
        )
    say("Back on their feet.")
    return operative.replace(condition="awake")


def describe_no_danger(operative: Operative) -> str:
    """Return the reason why an operative isn't about to die."""
    return "the operative is looked after already" if operative.tended else "the operative isn't incapacitated"


@change(
    "psiops.tend",
    sheet_types=Operative,
    title="Look after",
    page=f"{HARM}#dying",
    quick_actions=(QuickAction("Look after {}", ally_change="psiops.tend"),),
)
def tend(operative: Operative, say: Log) -> Operative:
    """Look after an incapacitated operative, who then doesn't die.

    Reading: they stay at 0 HP and can't act until they get HP back.
    """
    if operative.state != "incapacitated" or operative.tended:
        raise ForbiddenError("psiops.tend", describe_no_danger(operative))
    say("Looked after, and out of danger.")
    return drop_bleeding(operative).replace(tended=True)


@change("psiops.bleed-out", sheet_types=Operative, title="Nobody came", page=f"{HARM}#dying")
def bleed_out(operative: Operative, say: Log) -> Operative:
    """Kill an incapacitated operative who was left alone for 10 minutes."""
    if operative.state != "incapacitated" or operative.tended:
        raise ForbiddenError("psiops.bleed-out", describe_no_danger(operative))
    say("Dead.")
    return operative.replace(condition="dead")


BLOCKED: tuple[tuple[Mechanic, Role], ...] = ((defend, "roller"), (attack, "target"), (psychic_attack, "target"))
"""The rolls whose damage a piece of armor can block, each with the role of the operative who wears it."""


NOTES_OF_A_BLOW = {"blows", "psychic_healed"}
"""The fields of an operative that every blow sets, even if its damage doesn't count."""

ARMOR_PIECES = ("helmet", "shield", "armor")
"""The words by which a piece of armor is recognized among the items, the first to go first."""


@change(
    "psiops.sacrifice-armor",
    sheet_types=Operative,
    title="Sacrifice armor",
    page="psiops/defense/#armor",
    triggers=tuple(
        Trigger(
            roll,
            role,
            fixed_params={"takes_item": True},
            replaced_change="psiops.take-damage",
            replaces_if=lambda hit: bool(hit.differences.keys() - NOTES_OF_A_BLOW),
            is_optional=True,
            applies_if=lambda operative: operative.armor > 0,
        )
        for roll, role in BLOCKED
    ),
)
def sacrifice_armor(
    operative: Operative,
    say: Log,
    armor: Annotated[int, Whole(1, 3, "the bonus of the item that is lost", label="Armor lost")] = 1,
    blocked: Annotated[
        int, Whole(0, 60, "damage of the attack that is on the sheet already", label="Damage blocked")
    ] = 0,
    by: Attacker = "",
    item: Annotated[
        str, Text("the item that is destroyed, if it is among the items", most=100, label="Destroyed item")
    ] = "",
    takes_item: Annotated[
        bool, Flag("a piece of armor among the items is destroyed if no item is named", label="Find the item")
    ] = False,
) -> Operative:
    """Destroy an item with an armor bonus to block all damage of one attack, with everything that the damage led to.

    If no item is named, a helmet, shield or armor among the items goes, the helmet first.
    """
    if operative.state == "dead":
        raise ForbiddenError("psiops.sacrifice-armor", "the operative is dead")
    if armor > operative.armor:
        raise ParameterError(
            "armor",
            armor,
            f"at most {operative.armor}",
            note="the worn armor",
            plain=f"The operative wears {operative.armor or 'no'} armor, so {armor} can't be lost.",
        )
    names = [each.name.casefold() for each in operative.items]
    if item and item.casefold() not in names:
        raise ParameterError(
            "item",
            item,
            "the name of an item on the sheet",
            plain=f"“{item}” isn't among the items.",
        )
    items = list(operative.items)
    if takes_item and not item:
        item = next((name for piece in ARMOR_PIECES for name in names if piece in name), "")
    if item:
        say(f"{items.pop(names.index(item.casefold())).name} is destroyed.")
    spared, back = remove_blow(operative, by, blocked)
    hp = operative.hp - operative.past_zero + back
    left = spared.replace(
        armor=operative.armor - armor, hp=min(operative.max_hp_now, max(0, hp)), past_zero=max(0, -hp), items=items
    )
    say(f"No damage from this attack: {left.hp} HP. Armor {left.armor} is left.")
    return left


def can_be_healed(operative: Operative) -> bool:
    """Return True if psychic healing works on the operative."""
    return (
        operative.state not in ("dead", "down") and not operative.psychic_healed and operative.hp < operative.max_hp_now
    )


@change(
    "psiops.psychic-healing",
    sheet_types=Operative,
    title="Psychic healing",
    page="psiops/talents/#talents-list",
    triggers=(
        Trigger(
            psionic,
            "anybody",
            conditions={"success": True, "talent": PSYCHIC_HEALING},
            hp="effect",
            is_optional=True,
            applies_if=can_be_healed,
        ),
    ),
    own_dice={"hp": 3},
)
def psychic_healing(
    operative: Operative, say: Log, hp: Annotated[int, Whole(1, 3, "1D3, the HP that the talent heals", label="HP")] = 1
) -> Operative:
    """Heal 1D3 HP by a mind, and not again until the target takes damage again."""
    if operative.psychic_healed:
        raise ForbiddenError("psiops.psychic-healing", "psychic healing works again only after the next damage")
    return restore_hp(operative, say, hp, "psiops.psychic-healing").replace(psychic_healed=True)


@change("psiops.drain", sheet_types=Operative, title="Vampire", page="psiops/talents/#talents-list")
def drain(
    operative: Operative,
    say: Log,
    damage: Annotated[int, Whole(0, 40, "damage that the unarmed attack did", label="Damage done")] = 2,
) -> Operative:
    """Heal half the damage of an unarmed attack, by the talent Vampire.

    Reading: half is rounded down.
    """
    if operative.state != "standing":
        raise ForbiddenError("psiops.drain", f"the operative is {operative.state}, and can't attack")
    return restore_hp(operative, say, damage // 2, "psiops.drain")


def restore_hp(operative: Operative, say: Log, hp: int, by: str) -> Operative:
    """Return the operative with HP restored up to the maximum; an incapacitated one wakes.

    Raises:
        ForbiddenError: the operative is dead or still has to roll at 0 HP.
    """
    if operative.state in ("dead", "down"):
        raise ForbiddenError(
            by, "the operative is dead" if operative.state == "dead" else "the roll at 0 HP comes before any healing"
        )
    after = drop_bleeding(operative).replace(hp=min(operative.max_hp_now, operative.hp + hp), tended=False)
    if after.hp and operative.condition == "incapacitated":
        after = after.replace(condition="awake")
    say(f"{after.hp - operative.hp} HP back: {after.hp} of {after.max_hp_now}.")
    return after


@change("psiops.treat-injuries", sheet_types=Operative, title="Treat injuries at base", page=f"{HARM}#injuries")
def treat_injuries(
    operative: Operative, say: Log, injuries: Annotated[int, Whole(1, 39, "injuries that are treated")] = 1
) -> Operative:
    """Treat injuries between missions, with medical care at base; the maximum HP rises again.

    Reading: HP stay as they are.
    """
    if operative.state == "dead" or injuries > operative.injuries:
        raise ForbiddenError(
            "psiops.treat-injuries",
            "the operative is dead"
            if operative.state == "dead"
            else f"only {operative.injuries} of these {injuries} injuries can be treated"
            if operative.injuries
            else "there is no injury to treat",
        )
    treated = operative.replace(injuries=operative.injuries - injuries)
    say(f"{injuries} treated: maximum HP {treated.max_hp_now}.")
    return treated
