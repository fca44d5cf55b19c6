"""PSIOPS changes of an operative: talents, fatigue, the rendezvous, the end of a mission, and advancement."""

from typing import Annotated

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.parameters import Choice, EntryOf, Flag, RowOf, Whole
from rules_py.play import Log, QuickAction, Trigger, change
from rules_py.registry.games import find_mechanic
from rules_py.systems.psiops.action import psionic
from rules_py.systems.psiops.character import STARTING_MOMENTUM
from rules_py.systems.psiops.combat import psychic_attack
from rules_py.systems.psiops.harm import rest
from rules_py.systems.psiops.sheets.creation import ATTRIBUTES
from rules_py.systems.psiops.sheets.harm import restore_hp
from rules_py.systems.psiops.sheets.lasting import RECOVER
from rules_py.systems.psiops.sheets.momentum import has_stress, reduce_stress
from rules_py.systems.psiops.sheets.operative import MOST_ADVANCES, STARTING_SUPPLIES, Operative, Talent
from rules_py.systems.psiops.sheets.rendezvous import NOTED, Noted, note_bonus
from rules_py.tables import table

TALENTS, RECOVERY, FATIGUE = "psiops/talents/#psionic-talents", "psiops/harm/#recovery", "psiops/harm/#fatigue"
ADVANCING = "psiops/character/#advancement"
HIGHEST_SCORE = 3


@change(
    "psiops.spend-talent",
    sheet_types=Operative,
    title="A talent fails",
    page=TALENTS,
    triggers=tuple(
        Trigger(roll, "roller", conditions={"success": False}, talent="talents") for roll in (psionic, psychic_attack)
    ),
)
def spend_talent(
    operative: Operative,
    say: Log,
    talent: Annotated[int, EntryOf(0, 35, "the talent, by its number from 0", list_field="talents")] = 0,
) -> Operative:
    """Spend a talent that fails, until a rest at a rendezvous or the end of the mission."""
    if talent >= len(operative.talents) or operative.talents[talent].spent:
        raise ParameterError(
            "talent",
            talent,
            "the number from 0 of a talent that isn't spent",
            plain="This talent is spent already."
            if talent < len(operative.talents)
            else "This talent isn't on the sheet.",
        )
    talents = list(operative.talents)
    talents[talent] = talents[talent]._replace(spent=True)
    say(f"{table('psiops.talents').row(talents[talent].talent).name} is spent until a rest.")
    return operative.replace(talents=talents)


@change("psiops.gain-fatigue", sheet_types=Operative, title="Gain fatigue", page=FATIGUE)
def gain_fatigue(
    operative: Operative, say: Log, fatigue: Annotated[int, Whole(1, 6, "fatigue gained")] = 1
) -> Operative:
    """Gain fatigue, each point filling a slot. If all are full, something has to be left behind."""
    tired = operative.replace(fatigue=operative.fatigue + fatigue)
    say(
        f"Fatigue {tired.fatigue}: {tired.slots_left} slots left."
        if tired.slots_left >= 0
        else f"Fatigue {tired.fatigue}: leave something behind."
    )
    return tired


@change("psiops.go-without", sheet_types=Operative, title="Go without for a day", page=FATIGUE)
def go_without(operative: Operative, say: Log) -> Operative:
    """Go a day without food, water, warmth or the like: deprived, and from the second day on 1 fatigue a day."""
    if not operative.deprived:
        say("Deprived.")
        return operative.replace(deprived=True)
    tired = operative.replace(fatigue=operative.fatigue + 1)
    say(f"Another day without: fatigue {tired.fatigue}.")
    return tired


@change("psiops.get-enough", sheet_types=Operative, title="No longer deprived", page=FATIGUE)
def get_enough(operative: Operative, say: Log) -> Operative:
    """Stop being deprived; the fatigue stays until a rest."""
    if not operative.deprived:
        raise ForbiddenError("psiops.get-enough", "the operative isn't deprived")
    say("No longer deprived.")
    return operative.replace(deprived=False)


def reset_for_mission(operative: Operative, say: Log) -> Operative:
    """Return the operative with starting momentum, and without panic and transcendence."""
    ended = ", ".join(row.name for row in operative.effects)
    say(f"Momentum {STARTING_MOMENTUM}." + (f" No longer: {ended}." if ended else ""))
    return operative.replace(momentum=STARTING_MOMENTUM, panic=(), transcendence=())


def reject_dead(operative: Operative, change_id: str) -> None:
    """Raise a ForbiddenError for operatives who are dead or still have to roll at 0 HP: they get no rest."""
    if operative.state in ("dead", "down"):
        raise ForbiddenError(
            change_id,
            "the operative is dead" if operative.state == "dead" else "the roll at 0 HP comes before any rest",
        )


@change(
    "psiops.heal",
    sheet_types=Operative,
    title="Heal at the rendezvous",
    page=RECOVERY,
    triggers=(Trigger(rest, "roller", fixed_params=NOTED, is_optional=True, hp="hp"),),
    quick_actions=(QuickAction("Everybody heals", NOTED, is_for_all=True, mechanic=rest),),
    own_dice={"hp": 6},
)
def heal(
    operative: Operative,
    say: Log,
    hp: Annotated[int, Whole(1, 6, "1D6, the HP that healing recovers", label="HP")] = 1,
    noted: Noted = False,
) -> Operative:
    """Recover 1D6 HP, reset momentum, and end panic and transcendence; not for the deprived.

    Reading: spent talents wait for a rest.
    """
    if operative.deprived:
        raise ForbiddenError("psiops.heal", "a deprived operative can't heal at a rendezvous")
    healed = reset_for_mission(restore_hp(operative, say, hp, "psiops.heal"), say)
    return note_bonus(healed, say, "heal") if noted else healed


@change(
    "psiops.take-rest",
    sheet_types=Operative,
    title="Rest at the rendezvous",
    page=RECOVERY,
    triggers=(Trigger(rest, "roller", fixed_params=NOTED, is_optional=True, stress="stress"),),
    quick_actions=(QuickAction("Everybody rests", NOTED, is_for_all=True, mechanic=rest),),
    own_dice={"stress": 6},
)
def take_rest(
    operative: Operative,
    say: Log,
    stress: Annotated[int, Whole(1, 6, "1D6, the stress that resting removes", label="Stress removed")] = 1,
    noted: Noted = False,
) -> Operative:
    """Remove 1D6 stress and 1 fatigue, restore talents, reset momentum, and end panic and transcendence.

    Reading: the text says that a rest takes off 1 fatigue, and also that fatigue lasts until you rest. We follow the
    first: of several, a rest removes 1.
    """
    reject_dead(operative, "psiops.take-rest")
    rested = reduce_stress(operative, say, stress).replace(fatigue=max(0, operative.fatigue - 1))
    say(f"Fatigue {rested.fatigue}; every talent is available again.")
    rested = reset_for_mission(rested.replace(talents=restore_talents(operative)), say)
    return note_bonus(rested, say, "rest") if noted else rested


@change("psiops.gather-intel", sheet_types=Operative, title="Intel at the rendezvous", page=RECOVERY)
def gather_intel(operative: Operative, say: Log) -> Operative:
    """Get a useful fact about the mission from the GM, at a rendezvous.

    Reading: only healing and resting reset momentum and end panic and transcendence.
    """
    reject_dead(operative, "psiops.gather-intel")
    return note_bonus(operative, say, "intel")


def restore_talents(operative: Operative) -> tuple[Talent, ...]:
    """Return the talents, none of them spent."""
    return tuple(each._replace(spent=False) for each in operative.talents)


@change(
    "psiops.recover",
    sheet_types=Operative,
    title="The talent Recover",
    page="psiops/talents/#talents-list",
    triggers=(
        Trigger(
            psionic,
            "anybody",
            conditions={"success": True, "talent": RECOVER},
            fixed_params={"of": "stress"},
            stress="effect",
            is_optional=True,
            applies_if=has_stress,
        ),
    ),
    own_dice={"stress": lambda _, params: 6 if params["of"] == "stress" else 0},
)
def recover(
    operative: Operative,
    say: Log,
    of: Annotated[str, Choice(("fatigue", "stress"), "the effect to remove: 1 fatigue, or 1D6 stress")] = "fatigue",
    stress: Annotated[int, Whole(1, 6, "1D6, the stress to remove, if you choose stress", label="Stress removed")] = 1,
) -> Operative:
    """Remove 1 fatigue or 1D6 stress, by the talent Recover."""
    if (operative.fatigue if of == "fatigue" else operative.stress) == 0:
        raise ParameterError(
            "of", of, "an effect that the operative has", plain=f"The operative has no {of} to remove."
        )
    if of == "stress":
        return reduce_stress(operative, say, stress)
    say(f"Fatigue {operative.fatigue - 1}.")
    return operative.replace(fatigue=operative.fatigue - 1)


@change(
    "psiops.end-mission",
    sheet_types=Operative,
    title="End the mission",
    page="psiops/momentum/#accumulating-momentum",
    ends="mission",
)
def end_mission(operative: Operative, say: Log) -> Operative:
    """End the mission: reset momentum, supplies, ammo and talents, and end fatigue, panic and transcendence.

    Reading: between missions the text has no rule for HP, stress or an injury that gets no care; they stay.

    Reading: the text starts you at 2 momentum for each “mission session” and also lets momentum outlast a session. We
    read it as 2 at the start of a mission, kept until one of the resets.
    """
    if operative.state == "dead":
        return operative
    home = reset_for_mission(operative, say).replace(
        supplies=max(operative.supplies, STARTING_SUPPLIES),
        fatigue=0,
        deprived=False,
        talents=restore_talents(operative),
        weapons=[weapon._replace(ammo=max(weapon.ammo, weapon.full)) for weapon in operative.weapons],
        next_advantage=False,
        shielded=False,
        cover=0,
        prone=False,
        lasting=(),
        holding="",
        held_second=False,
        rendezvous="none",
        advanced=False,
    )
    say(f"Back at base: tactical supplies {home.supplies}, every weapon full, every talent available, no fatigue.")
    return home


@change("psiops.earn-advance", sheet_types=Operative, title="You acted on your drive", page=ADVANCING)
def earn_advance(operative: Operative, say: Log) -> Operative:
    """Earn an advance by acting on the drive; back at base, it buys a reward.

    Reading: a mission brings each operative at most one advance, since a drive asks how the mission went. An advance
    that isn't spent at once is kept.
    """
    if operative.advanced:
        raise ForbiddenError("psiops.earn-advance", "the operative has earned the advance of this mission already")
    earned = operative.replace(advances=min(MOST_ADVANCES, operative.advances + 1), advanced=True)
    say(f"{earned.advances} to spend at base.")
    return earned


Earned = Annotated[bool, Flag("the reward takes an advance that was earned")]
EARNED = {"earned": True}
"""The parameters of new rewards: earlier ones were also given without an advance."""


def spend_advance(operative: Operative, change_id: str, earned: bool) -> Operative:
    """Return the operative with an advance spent.

    Raises:
        ForbiddenError: there is none, and it has to be earned.
    """
    if earned and not operative.advances:
        raise ForbiddenError(change_id, "no advance is left to spend: earn one by acting on the drive in a mission")
    return operative.replace(advances=max(0, operative.advances - 1))


@change(
    "psiops.raise-attribute",
    sheet_types=Operative,
    title="Raise an attribute",
    page=ADVANCING,
    current_params=EARNED,
)
def raise_attribute(
    operative: Operative,
    say: Log,
    attribute: Annotated[str, Choice(ATTRIBUTES, "the attribute that rises")] = "strength",
    earned: Earned = False,
) -> Operative:
    """Add 1 to an attribute, up to 3, as an advance."""
    score = operative.fields[attribute]
    if score >= HIGHEST_SCORE:
        raise ParameterError(
            "attribute",
            attribute,
            f"an attribute below {HIGHEST_SCORE}",
            plain=f"{attribute.upper()} is at its maximum of {HIGHEST_SCORE}: choose another attribute.",
        )
    spent = spend_advance(operative, "psiops.raise-attribute", earned)
    say(f"{attribute.upper()} {score + 1}.")
    return spent.replace(**{attribute: score + 1})


@change(
    "psiops.raise-hp",
    sheet_types=Operative,
    title="Raise maximum HP",
    page=ADVANCING,
    current_params=EARNED,
    own_dice={"hp": 6},
)
def raise_hp(
    operative: Operative,
    say: Log,
    hp: Annotated[int, Whole(1, 6, "1D6, added to the maximum", label="HP")] = 1,
    earned: Earned = False,
) -> Operative:
    """Add 1D6 to the maximum HP, as an advance.

    Reading: HP stay as they are.
    """
    raised = spend_advance(operative, "psiops.raise-hp", earned).replace(max_hp=operative.max_hp + hp)
    say(f"Maximum HP {raised.max_hp_now}.")
    return raised


@change(
    "psiops.learn-talent",
    sheet_types=Operative,
    title="Learn a talent",
    page=ADVANCING,
    triggers=(Trigger(find_mechanic("psiops.talents"), "roller", is_optional=True, talent="name"),),
    current_params=EARNED,
)
def learn_talent(
    operative: Operative,
    say: Log,
    talent: Annotated[str, RowOf("psiops.talents", "the talent, rolled with a D66")] = "11",
    earned: Earned = False,
) -> Operative:
    """Learn a new random talent, as an advance; a talent the operative already has is rolled again."""
    if any(each.talent == talent for each in operative.talents):
        known = table("psiops.talents").row(talent).name
        raise ParameterError("talent", known, "a new talent", plain=f"The operative has {known} already: roll again.")
    spent = spend_advance(operative, "psiops.learn-talent", earned)
    say(f"New talent: {table('psiops.talents').row(talent).name}.")
    return spent.replace(talents=(*operative.talents, Talent(talent)))


@change("psiops.learn-skill", sheet_types=Operative, title="Learn a skill", page=ADVANCING, current_params=EARNED)
def learn_skill(
    operative: Operative,
    say: Log,
    skill: Annotated[str, RowOf("psiops.skills", "the skill, chosen")] = "11",
    earned: Earned = False,
) -> Operative:
    """Learn a new skill of the player's choice, as an advance."""
    if skill in operative.skills:
        known = table("psiops.skills").row(skill).name
        raise ParameterError(
            "skill", known, "a new skill", plain=f"The operative has {known} already: choose another skill."
        )
    spent = spend_advance(operative, "psiops.learn-skill", earned)
    say(f"New skill: {table('psiops.skills').row(skill).name}.")
    return spent.replace(skills=(*operative.skills, skill))


@change("psiops.change-drive", sheet_types=Operative, title="A new drive", page=ADVANCING)
def change_drive(
    operative: Operative,
    say: Log,
    drive: Annotated[str, RowOf("psiops.drives", "a drive that nobody on the team has")] = "11",
) -> Operative:
    """Replace a drive that has come to its end by another, between missions after advancing."""
    if drive == operative.drive:
        known = table("psiops.drives").row(drive).name
        raise ParameterError(
            "drive", known, "a new drive", plain=f"{known} is the operative's drive already: choose another."
        )
    say(f"New drive: {table('psiops.drives').row(drive).name}.")
    return operative.replace(drive=drive)
