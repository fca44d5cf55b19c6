"""PUML: sheets of characters and enemies.

The chapter names no attributes and doesn't say how much damage a hit does or how it heals. So a character has the
attributes that its player writes down, and hits are counted, as in the rules for a whole fight.
"""

from typing import Annotated, Any, ClassVar, NamedTuple

from rules_py.errors import ForbiddenError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Choice, Flag, ListOf, Record, RowOf, Text, Whole
from rules_py.play import Condition, Log, QuickAction, RollBinding, Sheet, Trigger, Without, change, derived, warning
from rules_py.play.bindings import Role
from rules_py.systems.puml.action import action
from rules_py.systems.puml.combat import SIDES, build_outcome, defence, offense, tag_team
from rules_py.systems.puml.phases import (
    AN_ACTION,
    count_dice_left,
    count_dice_taken,
    fight,
    goal,
    phase,
    rest_of_round,
    takedown,
)
from rules_py.systems.puml.sheets.layout import CHARACTER, ENEMY
from rules_py.systems.puml.sheets.paper import CHARACTER_PAPER, ENEMY_PAPER
from rules_py.systems.puml.twists import complication, ultra_success
from rules_py.tables import table
from rules_py.text.wording import pluralize

HITS = 30
"""The most hits that a sheet can count."""

LISTS = {
    complication: (table("puml.complications"), "puml/twists/#complications-list"),
    ultra_success: (table("puml.ultra-successes"), "puml/twists/#ultra-successes-list"),
}
"""The table of each roll for a twist, and the table's place on a page."""


IN_OFFENSE = {"side": "offense"}
"""The condition of a roll in the offense, in which hits are dealt."""


def offer_after(roll: Mechanic, row: str, role: Role, **about: Any) -> Trigger:
    """Return the trigger of a change that the table may apply after a complication or an ultra success.

    Args:
        roll: the roll for a twist.
        row: the key of the twist in the roll's table.
        role: decides whose sheet the change applies to.
        **about: the rest of the trigger; its conditions are added to the twist's name.
    """
    conditions = {"name": LISTS[roll][0].row(row).name, **about.pop("conditions", {})}
    return Trigger(roll, role, is_optional=True, conditions=conditions, **about)


class Attribute(NamedTuple):
    """An attribute with the name that the table gives it."""

    name: Annotated[str, Text("its name", most=40)] = "Attribute"
    value: Annotated[int, Whole(-3, 3, "the attribute")] = 0


class Fighter(Sheet):
    """The base of characters and enemies: hits, and the number of hits that puts them out.

    Reading: as in the rule for how long a side lasts, every hit counts 1.
    """

    name: Annotated[str, Text("their name")] = ""
    hits: Annotated[int, Whole(0, HITS, "hits taken", label="Hits taken")] = 0
    hits_most: Annotated[int, Whole(1, HITS, "hits that put them out", label="Hits they can take")] = 2

    half_hit: Annotated[bool, Flag("half a hit more, by ½ DAMAGE", label="Half a hit more")] = False

    meter = ("hits_left", "hits_most")
    conditions: ClassVar[tuple[Condition, ...]] = (Condition("half_hit", "half a hit"),)

    @derived
    def hits_left(self) -> int:
        """Return the hits until they are out."""
        return max(0, self.hits_most - self.hits)

    @derived(label="Hits to go")
    def hits_to_go(self) -> int | None:
        """Return the hits until they are out, or None once they are."""
        return self.hits_left or None

    @derived(label="Out of the fight")
    def out(self) -> bool:
        """Return True if they have taken all the hits they can."""
        return self.hits_left == 0

    @warning
    def taken_out(self) -> str | None:
        return "Out of the fight." if self.out else None

    @warning
    def halved(self) -> str | None:
        return "Half a hit more: another half makes it a whole hit." if self.half_hit and not self.out else None


def describe_rest(fighter: Fighter) -> str:
    """Describe the hits that a combatant can still take."""
    return "out of the fight" if fighter.out else f"{fighter.hits_left} to go"


def is_up(fighter: Fighter) -> bool:
    """Return True if a combatant can still take a hit."""
    return not fighter.out


NO_ATTRIBUTES = Without("attributes", attribute=0, defence_attribute=0)
IS_OUT = Without("hits_to_go", reason="They are out of the fight already.")


class Character(Fighter, id="puml.character", title="Character", page="puml/combat/#combat"):
    """A player's character, or an ally."""

    attributes: Annotated[tuple[Attribute, ...], ListOf(Record(Attribute, "an attribute"), "attributes", most=12)] = (
        Attribute(),
    )
    hampered: Annotated[
        bool, Flag("disadvantage on the next combat action", label="Disadvantage on the next action")
    ] = False
    free_attack: Annotated[
        bool, Flag("an attack that takes no dice, after an ultra success in the defence", label="Free attack")
    ] = False
    durability_lost: Annotated[
        int, Whole(0, 99, "durability that gear has lost by complications", label="Durability lost")
    ] = 0
    notes: Annotated[str, Text("gear, traits, anything else", most=2000, lines=True)] = ""
    offense_dice: Annotated[
        int, Whole(0, 7, "dice of your side, if you count them on this sheet", label="Offense dice")
    ] = 0
    defence_dice: Annotated[
        int, Whole(0, 7, "dice of the enemy, if you count them on this sheet", label="Defence dice")
    ] = 0

    conditions = (
        *Fighter.conditions,
        Condition("hampered"),
        Condition("free_attack", "free attack"),
    )
    rolls = (
        RollBinding(offense, Without("attributes", attribute=0), attribute="attributes.value", disadvantage="hampered"),
        RollBinding(defence, Without("attributes", attribute=0), attribute="attributes.value", hampered="hampered"),
        RollBinding(tag_team, Without("attributes", first=0), first="attributes.value"),
        RollBinding(action, Without("attributes", attribute=0), attribute="attributes.value"),
        RollBinding(phase, Without("attributes", attribute=0), attribute="attributes.value"),
        RollBinding(takedown, Without("attributes", attribute=0), attribute="attributes.value"),
        RollBinding(rest_of_round, NO_ATTRIBUTES, attribute="attributes.value", defence_attribute="attributes.value"),
        RollBinding(
            fight,
            NO_ATTRIBUTES,
            IS_OUT,
            attribute="attributes.value",
            defence_attribute="attributes.value",
            hits_taken="hits_to_go",
        ),
        RollBinding(goal, NO_ATTRIBUTES, attribute="attributes.value", defence_attribute="attributes.value"),
    )
    layout = CHARACTER
    paper = CHARACTER_PAPER

    @warning
    def third_die(self) -> str | None:
        is_last = self.offense_dice == AN_ACTION + 1
        return "Three offense dice are left: your attack takes them all, with advantage." if is_last else None

    @warning
    def held_back(self) -> str | None:
        return "Disadvantage on the next combat action." if self.hampered else None

    @warning
    def free(self) -> str | None:
        return "The next attack is free: it takes no dice." if self.free_attack else None

    @warning
    def worn(self) -> str | None:
        return f"Durability lost: {self.durability_lost}." if self.durability_lost else None


class Enemy(Fighter, id="puml.enemy", title="Enemy", page="puml/combat/#phases"):
    """An enemy, who attacks with the dice of the defence phase; the target makes the roll."""

    gear_destroyed: Annotated[
        int, Whole(0, 30, "armor and accessories that ultra successes destroyed", label="Gear destroyed")
    ] = 0

    layout = ENEMY
    paper = ENEMY_PAPER
    met_by = (
        RollBinding(offense),
        RollBinding(tag_team),
        RollBinding(defence),
        RollBinding(takedown, IS_OUT, hits="hits_to_go"),
        RollBinding(fight, IS_OUT, hits="hits_to_go"),
    )

    @warning
    def stripped(self) -> str | None:
        return f"Armor and accessories destroyed: {self.gear_destroyed}." if self.gear_destroyed else None


@change(
    "puml.take-hit",
    sheet_types=(Character, Enemy),
    title="Take a hit",
    page="puml/combat/#what-a-roll-does",
    triggers=(
        Trigger(offense, "target", conditions={"damage": True}, applies_if=is_up),
        Trigger(defence, "roller", conditions={"damage": True}, applies_if=is_up),
        Trigger(tag_team, "target", conditions={"side": "offense", "damage": True}, applies_if=is_up),
        Trigger(tag_team, "roller", conditions={"side": "defence", "damage": True}, applies_if=is_up),
        Trigger(tag_team, "partner", is_optional=True, conditions={"side": "defence", "damage": True}, note="as well"),
        Trigger(
            tag_team,
            "partner",
            is_optional=True,
            conditions={"side": "defence", "damage": True},
            replaced_change="puml.take-hit",
            note="in place of the other",
        ),
        offer_after(ultra_success, "double-damage", "target", conditions=IN_OFFENSE, applies_if=is_up),
        offer_after(complication, "trade", "roller"),
    ),
    quick_actions=(QuickAction(),),
)
def take_hit(fighter: Fighter, say: Log, hits: Annotated[int, Whole(1, 4, "hits taken", label="Hits")] = 1) -> Fighter:
    """Take hits for damage that is dealt, until enough hits put the combatant out; double damage is one more.

    Reading: excess hits are lost.
    """
    if fighter.out:
        raise ForbiddenError("puml.take-hit", "this combatant is out of the fight already")
    hit = fighter.replace(hits=min(fighter.hits_most, fighter.hits + hits))
    say(f"{pluralize(hits, 'hit')}: {describe_rest(hit)}.")
    return hit


@change(
    "puml.take-back-hit",
    sheet_types=(Character, Enemy),
    title="Take a hit back",
    page=LISTS[complication][1],
    triggers=(offer_after(complication, "nothing", "target", conditions={"dealt": True}),),
)
def take_back_hit(fighter: Fighter, say: Log) -> Fighter:
    """Take back the damage of the roll that brought the complication, and nothing else."""
    if not fighter.hits:
        raise ForbiddenError("puml.take-back-hit", "there is no hit to take back")
    spared = fighter.replace(hits=fighter.hits - 1)
    say(f"No damage after all: {spared.hits_left} to go.")
    return spared


@change(
    "puml.count-half-hit",
    sheet_types=(Character, Enemy),
    title="Half a hit",
    page=LISTS[complication][1],
    triggers=(
        offer_after(
            complication, "half-damage", "target", conditions={"dealt": True}, fixed_params={"is_spared": True}
        ),
        offer_after(complication, "half-damage", "roller", conditions={"dealt": False}),
    ),
)
def count_half_hit(
    fighter: Fighter,
    say: Log,
    is_spared: Annotated[bool, Flag("half of a hit that was counted is taken back", label="Take it back")] = False,
) -> Fighter:
    """Count half a hit more, or half a hit less, by a complication.

    Reading: ½ DAMAGE leaves half of the hit that the attack dealt. After a roll that dealt none, such as a defence, it
    costs the roller half a hit. Two halves are a hit, and a single half puts no combatant out.
    """
    if is_spared and not fighter.half_hit and not fighter.hits:
        raise ForbiddenError("puml.count-half-hit", "there is no hit to halve")
    if fighter.out and not is_spared:
        raise ForbiddenError("puml.count-half-hit", "this combatant is out of the fight already")
    before = 2 * fighter.hits + fighter.half_hit
    hits, half = divmod(before - 1 if is_spared else before + 1, 2)
    after = fighter.replace(hits=hits, half_hit=bool(half))
    say(f"{pluralize(hits, 'hit')}{' and a half' if half else ''}: {describe_rest(after)}.")
    return after


def is_hampered(character: Character) -> bool:
    """Return True if a complication left a disadvantage for the next combat action."""
    return character.hampered


def use_up(character: Character, say: Log, field: str, name: str, change_id: str) -> Character:
    """Return a character who has used up something that a twist left for their next action."""
    if not getattr(character, field):
        raise ForbiddenError(change_id, f"there is no {name} to use up")
    say(f"The {name} is used up.")
    return character.replace(**{field: False})


@change(
    "puml.use-disadvantage",
    sheet_types=Character,
    title="Disadvantage used",
    page=LISTS[complication][1],
    triggers=(
        Trigger(offense, "roller", conditions={"disadvantage": True}, applies_if=is_hampered),
        Trigger(defence, "roller", conditions={"hampered": True}, applies_if=is_hampered),
        Trigger(tag_team, "roller", conditions={"hampered": True}, applies_if=is_hampered),
        Trigger(tag_team, "partner", conditions={"hampered": True}, applies_if=is_hampered),
    ),
)
def use_disadvantage(character: Character, say: Log) -> Character:
    """Use up the disadvantage of a complication with the next combat action."""
    return use_up(character, say, "hampered", "disadvantage", "puml.use-disadvantage")


@change(
    "puml.hamper",
    sheet_types=Character,
    title="Disadvantage on the next action",
    page=LISTS[complication][1],
    triggers=(offer_after(complication, "disadvantage", "roller"),),
)
def hamper(character: Character, say: Log) -> Character:
    """Give the next combat action disadvantage, by a complication.

    Reading: a defence and a tag team's roll are combat actions, too. Either member's disadvantage counts for a team.
    Other tasks aren't, so the disadvantage stays.
    """
    say("Disadvantage on the next combat action.")
    return character.replace(hampered=True)


@change(
    "puml.gain-free-attack",
    sheet_types=Character,
    title="A free attack",
    page=LISTS[ultra_success][1],
    triggers=(offer_after(ultra_success, "free-attack", "roller"),),
)
def gain_free_attack(character: Character, say: Log) -> Character:
    """Gain a free attack by an ultra success in the defence.

    Reading: it takes no dice, not even a third one, and doesn't count as the attack of the phase.
    """
    say("The next attack is free.")
    return character.replace(free_attack=True)


@change(
    "puml.use-free-attack",
    sheet_types=Character,
    title="Free attack used",
    page=LISTS[ultra_success][1],
    triggers=(Trigger(offense, "roller", conditions={"is_free": True}),),
)
def use_free_attack(character: Character, say: Log) -> Character:
    """Use up the free attack."""
    return use_up(character, say, "free_attack", "free attack", "puml.use-free-attack")


@change(
    "puml.lose-durability",
    sheet_types=Character,
    title="Lose durability",
    page=LISTS[complication][1],
    triggers=(offer_after(complication, "durability", "roller"),),
)
def lose_durability(character: Character, say: Log) -> Character:
    """Count durability that a character's gear loses by a complication."""
    after = character.replace(durability_lost=character.durability_lost + 1)
    say(f"Durability lost: {after.durability_lost}.")
    return after


ANY_BAND = {"band": tuple(row.key for row in table("puml.outcomes").rows)}
"""The condition of any outcome."""

ActingSide = Annotated[str, Choice(SIDES, "whose action it is", label="Phase")]
Result = Annotated[str, RowOf("puml.outcomes", "how the roll went", label="Result")]
ThirdDie = Annotated[
    bool,
    Flag("a third die is spent, for advantage in the offense and disadvantage in the defence", label="Third die"),
]
FreeAttack = Annotated[bool, Flag("a free attack, which takes no dice", label="Free attack")]


def spend_after(roll: Mechanic, side: str, **sources: Any) -> Trigger:
    """Return the trigger that spends the dice of a side after its roll, if the sheet counts any."""
    return Trigger(
        roll,
        "roller",
        conditions=ANY_BAND,
        fixed_params={"side": side},
        applies_if=lambda character: getattr(character, f"{side}_dice") > 0,
        band="band",
        **sources,
    )


@change(
    "puml.spend-dice",
    sheet_types=Character,
    title="Spend dice",
    page="puml/dice/#spending",
    triggers=(
        spend_after(offense, "offense", third="advantage", is_free="is_free"),
        spend_after(defence, "defence", third="disadvantage"),
    ),
)
def spend_dice(
    character: Character,
    say: Log,
    side: ActingSide = "offense",
    band: Result = "success",
    third: ThirdDie = False,
    is_free: FreeAttack = False,
) -> Character:
    """Spend the dice of an action that are counted on the sheet, as the tracker of a fight does."""
    field = f"{side}_dice"
    dice = getattr(character, field)
    taken = 0 if is_free else min(dice, count_dice_taken(dice, third))
    left = count_dice_left(dice - taken, build_outcome(side, band))
    say(f"{side.capitalize()} dice on the sheet: {left} left.")
    return character.replace(**{field: left})


@change("puml.set-own-dice", sheet_types=Character, title="Dice of a new round", page="puml/dice/#threats")
def set_own_dice(
    character: Character,
    say: Log,
    offense_threat: Annotated[str, RowOf("puml.threat-levels", "your side", label="Your side is")] = "normal",
    defence_threat: Annotated[str, RowOf("puml.threat-levels", "the enemy", label="The enemy is")] = "normal",
) -> Character:
    """Set the dice of both sides on the sheet at the start of a round, by the threat that each of them is."""
    own, enemy = (table("puml.threat-levels").row(each).number("dice") for each in (offense_threat, defence_threat))
    say(f"Offense dice: {own}. Defence dice: {enemy}.")
    return character.replace(offense_dice=own, defence_dice=enemy)


@change(
    "puml.destroy-gear",
    sheet_types=Enemy,
    title="Armor or an accessory is destroyed",
    page=LISTS[ultra_success][1],
    triggers=(offer_after(ultra_success, "destroy-gear", "target"),),
)
def destroy_gear(enemy: Enemy, say: Log) -> Enemy:
    """Count a piece of an enemy's gear that an ultra success destroys."""
    after = enemy.replace(gear_destroyed=enemy.gear_destroyed + 1)
    say(f"Armor and accessories destroyed: {after.gear_destroyed}.")
    return after


@change("puml.end-fight", sheet_types=Character, title="End the fight", page="puml/combat/#combat", ends="fight")
def end_fight(character: Character, say: Log) -> Character:
    """End the fight, and with it a disadvantage or a free attack that was left for the next action."""
    if character.hampered:
        say("The disadvantage is over.")
    if character.free_attack:
        say("The free attack is gone.")
    return character.replace(hampered=False, free_attack=False)
