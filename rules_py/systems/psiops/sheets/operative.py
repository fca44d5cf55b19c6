"""PSIOPS: the sheet of an operative."""

from typing import Annotated, Any, NamedTuple

from rules_py.errors import ParameterError
from rules_py.parameters import Choice, Flag, ListOf, NamedWhole, Record, RowOf, Text, Whole
from rules_py.play import ChosenWith, Condition, RollBinding, Sheet, Without, derived, warning
from rules_py.systems.psiops.action import action, determination, initiative, insertion, psionic, retreat
from rules_py.systems.psiops.character import MAXIMUM_HP, STARTING_MOMENTUM
from rules_py.systems.psiops.combat import COVER, attack, defend, psychic_attack
from rules_py.systems.psiops.harm import dying
from rules_py.systems.psiops.sheets.creation import ATTRIBUTES, count_languages
from rules_py.systems.psiops.sheets.inventory import NEARBY, SLOTS, Item, Weapon, count_filled_slots
from rules_py.systems.psiops.sheets.lasting import (
    EFFECT_DICE,
    FROZEN,
    INVISIBILITY,
    TALENT_ATTACKS,
    LastingList,
    describe_lasting,
    find_kind,
    find_power,
)
from rules_py.systems.psiops.sheets.layout import OPERATIVE
from rules_py.systems.psiops.sheets.paper import OPERATIVE_PAPER
from rules_py.systems.psiops.sheets.rounds import Blows
from rules_py.systems.psiops.stress import stress as stress_roll
from rules_py.systems.psiops.swarm import swarm_takedown
from rules_py.systems.psiops.takedown import focus_fire, takedown
from rules_py.tables import table
from rules_py.text.wording import pluralize

MOST_ARMOR = 3
MOST_STRESS = 6
MOST_PAST_ZERO = 20
MOST_MOMENTUM = 99
MOST_SUPPLIES = 12
MOST_EFFECTS = 12
MOST_EXTRA_ACTIONS = 20
MOST_ADVANCES = 40
ACTIONS = 2
"""The number of actions that everybody has in a turn."""

STARTING_SUPPLIES = 2
CONDITIONS = ("awake", "unconscious", "incapacitated", "dead")
BONUSES = ("none", *table("psiops.rest-choices").keys)
"""The bonuses of a rendezvous, of which everybody chooses one."""

Score = Annotated[int, Whole(-3, 3, "an attribute")]
Cover = Annotated[int, NamedWhole(0, 3, "the cover taken: 0 none, 1 low, 2 medium, 3 high", *COVER, label="Cover")]
Prone = Annotated[bool, Flag("lying prone")]


class Talent(NamedTuple):
    """A psionic talent, either available or spent until a rest."""

    talent: Annotated[str, RowOf("psiops.talents", "a psionic talent")] = "11"
    spent: Annotated[bool, Flag("it failed, and is gone until a rest")] = False

    @property
    def die(self) -> int:
        """The sides of the die of its effect; 0 if it has none."""
        return EFFECT_DICE.get(self.talent, 0)

    @property
    def damage(self) -> int | None:
        """The damage modifier of an attack with it, or None if it is no attack."""
        return TALENT_ATTACKS[self.talent].damage if self.talent in TALENT_ATTACKS else None

    @property
    def reach(self) -> str | None:
        """The farthest range of an attack with it, or None if it is no attack."""
        return TALENT_ATTACKS[self.talent].reach if self.talent in TALENT_ATTACKS else None

    @property
    def range_band(self) -> str | None:
        """The range of an attack with it to begin with: nearby, or close if it reaches no further."""
        return None if self.reach is None else min(NEARBY, self.reach, key=table("psiops.ranges").keys.index)

    @property
    def burns(self) -> bool | None:
        """True if a target that it hits burns; None if it is no attack."""
        return TALENT_ATTACKS[self.talent].burns if self.talent in TALENT_ATTACKS else None


HELPED = tuple(f"advantage_on_{attribute}" for attribute in ATTRIBUTES)
AS_CHOSEN: dict[str, Any] = {"attribute": ATTRIBUTES, "advantage": ChosenWith("attribute", HELPED)}
ATTACKING: dict[str, Any] = AS_CHOSEN | {
    "disadvantage": "fearful",
    "damage": "weapons.damage",
    "weapon": "weapons.kind",
    "range_band": "weapons.range_band",
    "own_cover": "cover",
    "prone": "prone",
}
UNARMED = Without("weapons", label="Unarmed", damage=-1, weapon="melee", range_band="close")
"""An attack without a weapon."""

NO_TALENT = Without("talents", die=0)
"""A roll for a talent that isn't on the sheet."""

DODGING = ("reflexes", "strength", "tactics", "willpower")
"""The attributes to defend with, the one for dodging bullets first."""

ATTACKED: dict[str, Any] = {"armor": "armor_now", "cover": "cover", "target_prone": "prone"}

NO_HP = Without("hp_to_go", reason="The target is at 0 HP already.")


class Operative(Sheet, id="psiops.operative", title="Operative", page="psiops/character/#creating-a-character"):
    """A member of the squad.

    Reading: being fearful is for combat. The sheet fills it in for attacking, defending, acting first and retreating,
    and for every other action roll while an enemy is up in a fight.

    Reading: whether a roll would benefit an ally is for the table to say, so the disadvantage of a Selfish operative is
    ticked by hand.

    Reading: tactical supplies fill no slot: they represent things that you don't have yet.

    Reading: the 14 things of a new operative go into 12 slots, since clothes and the backpack fill none, and snacks go
    with another item.

    Reading: for your languages the higher of WILLPOWER and TACTICS counts, and one below 0 takes none away.

    Reading: a talent kept twice is listed once, and how it got better is a note. A skill kept twice is listed once.

    Reading: a grenade launcher is a heavy weapon, as in the skill of that name, and has the figures of the grenade that
    it fires, as it has none of its own. A claymore lies where you left it, so no range counts.
    """

    name: Annotated[str, Text("the codename", label="Codename")] = ""
    strength: Annotated[int, Whole(-3, 3, "STRENGTH", label="STRENGTH")] = 0
    reflexes: Annotated[int, Whole(-3, 3, "REFLEXES", label="REFLEXES")] = 0
    tactics: Annotated[int, Whole(-3, 3, "TACTICS", label="TACTICS")] = 0
    willpower: Annotated[int, Whole(-3, 3, "WILLPOWER", label="WILLPOWER")] = 0
    hp: Annotated[int, Whole(0, 40, "Hit Points left", label="HP")] = MAXIMUM_HP
    max_hp: Annotated[int, Whole(1, 40, "maximum HP without injuries", label="Maximum HP")] = MAXIMUM_HP
    injuries: Annotated[int, Whole(0, 40, "injuries; each takes 1 off the maximum HP")] = 0
    past_zero: Annotated[
        int,
        Whole(0, MOST_PAST_ZERO, "damage past 0 HP, until you make the roll for it", label="Damage past 0 HP"),
    ] = 0
    condition: Annotated[str, Choice(CONDITIONS, "the operative's condition apart from HP")] = "awake"
    tended: Annotated[bool, Flag("looked after while incapacitated, so out of danger")] = False
    armor: Annotated[int, Whole(0, 9, "armor that is worn and held; at most 3 of it counts")] = 0
    cover: Cover = 0
    prone: Prone = False
    shielded: Annotated[
        bool, Flag("the talent Kinetic shield is up: +1 armor until the battle ends", label="Kinetic shield")
    ] = False
    momentum: Annotated[int, Whole(0, MOST_MOMENTUM, "momentum to spend")] = STARTING_MOMENTUM
    next_advantage: Annotated[bool, Flag("advantage on the next action roll", label="Advantage on the next roll")] = (
        False
    )
    stress: Annotated[int, Whole(0, MOST_STRESS, "stress")] = 0
    limit_rolled: Annotated[
        bool, Flag("the roll at 6 stress is made, and stress has not fallen since", label="Rolled at the limit")
    ] = False
    panic: Annotated[
        tuple[str, ...],
        ListOf(RowOf("psiops.panic", "a kind of panic"), "panic until the mission ends or a rest", most=MOST_EFFECTS),
    ] = ()
    transcendence: Annotated[
        tuple[str, ...],
        ListOf(
            RowOf("psiops.transcendent", "a kind of transcendence"),
            "transcendence until the mission ends or a rest",
            most=MOST_EFFECTS,
        ),
    ] = ()
    fatigue: Annotated[int, Whole(0, sum(SLOTS.values()), "fatigue; each fills a slot")] = 0
    deprived: Annotated[bool, Flag("going without food, water, warmth or the like")] = False
    psychic_healed: Annotated[
        bool, Flag("healed by a mind since the last damage; not again until more damage", label="Psychic healing done")
    ] = False
    talents: Annotated[tuple[Talent, ...], ListOf(Record(Talent, "a talent"), "psionic talents", most=36)] = ()
    skills: Annotated[tuple[str, ...], ListOf(RowOf("psiops.skills", "a skill"), "skills", most=36)] = ()
    drive: Annotated[str, RowOf("psiops.drives", "what the operative wants", allow_none=True)] = "none"
    languages: Annotated[
        tuple[str, ...], ListOf(Text("a language", most=40), "languages, the native one first", most=12)
    ] = ()
    weapons: Annotated[tuple[Weapon, ...], ListOf(Record(Weapon, "a weapon"), "weapons", most=20)] = (Weapon(),)
    items: Annotated[tuple[Item, ...], ListOf(Record(Item, "an item"), "everything else that is carried", most=40)] = ()
    supplies: Annotated[int, Whole(0, MOST_SUPPLIES, "tactical supplies", label="Tactical supplies")] = (
        STARTING_SUPPLIES
    )
    blows: Blows = ()
    extra_actions: Annotated[
        int, Whole(0, MOST_EXTRA_ACTIONS, "further actions in this turn, bought with momentum", label="Further actions")
    ] = 0
    lasting: LastingList = ()
    holding: Annotated[
        str, Text("when the held action happens; empty if none is held", most=100, label="Holding an action until")
    ] = ""
    held_second: Annotated[
        bool, Flag("a held attack would be the second one of this round", label="Held action is a second attack")
    ] = False
    rendezvous: Annotated[
        str, Choice(BONUSES, "the bonus taken at the rendezvous of this mission", label="Rendezvous bonus")
    ] = "none"
    advances: Annotated[
        int, Whole(0, MOST_ADVANCES, "advances earned and not yet spent", label="Advances to spend")
    ] = 0
    advanced: Annotated[bool, Flag("an advance is earned in this mission", label="Advance earned")] = False
    notes: Annotated[str, Text("backstory, what improved, anything else", most=2000, lines=True)] = ""

    rolls = (
        RollBinding(action, **AS_CHOSEN),
        RollBinding(attack, UNARMED, **ATTACKING),
        RollBinding(
            psychic_attack,
            Without("talents", reason="Choose a talent that attacks, such as Kinetic blast."),
            attribute="willpower",
            advantage="advantage_on_willpower",
            disadvantage="fearful",
            damage="talents.damage",
            reach="talents.reach",
            range_band="talents.range_band",
            burns="talents.burns",
            own_cover="cover",
            prone="prone",
        ),
        RollBinding(focus_fire, UNARMED, **ATTACKING),
        RollBinding(takedown, UNARMED, **ATTACKING),
        RollBinding(swarm_takedown, UNARMED, **ATTACKING),
        RollBinding(
            defend,
            attribute=DODGING,
            armor="armor_now",
            cover="cover",
            disadvantage="fearful",
            advantage=ChosenWith("attribute", tuple(f"advantage_on_{attribute}" for attribute in DODGING)),
            helpless="helpless",
        ),
        RollBinding(
            initiative,
            attribute="tactics",
            advantage="advantage_on_tactics",
            disadvantage="fearful",
            hopeless="hopeless",
        ),
        RollBinding(retreat, attribute="reflexes", advantage="advantage_on_reflexes", disadvantage="fearful"),
        RollBinding(
            psionic,
            NO_TALENT,
            "talents",
            attribute="willpower",
            advantage="advantage_on_willpower",
            die="talents.die",
        ),
        RollBinding(stress_roll, willpower="willpower", advantage="advantage_on_willpower"),
        RollBinding(determination, **AS_CHOSEN),
        RollBinding(
            dying,
            strength="strength",
            past_zero="past_zero",
            max_hp="max_hp",
            injuries="injuries_then",
            advantage="powerful",
            conscious_advantage="next_advantage",
        ),
        RollBinding(insertion, **AS_CHOSEN),
    )
    layout = OPERATIVE
    paper = OPERATIVE_PAPER
    met_by = (
        RollBinding(attack, **ATTACKED),
        RollBinding(psychic_attack, **ATTACKED),
        RollBinding(focus_fire, **ATTACKED),
        RollBinding(takedown, NO_HP, hp="hp_to_go", **ATTACKED),
    )
    meter, glance = ("hp", "max_hp_now"), ("state", "momentum", "stress")
    hand = ("hp", "stress", "momentum")
    conditions = (
        Condition("cover", icon="cover"),
        Condition("prone", icon="prone"),
        Condition("shielded", "shield", icon="magic"),
        Condition("holding", "holds", icon="hold"),
    )

    @derived(label="Maximum HP now")
    def max_hp_now(self) -> int:
        """Return the maximum minus the injuries."""
        return max(0, self.max_hp - self.injuries)

    @derived
    def state(self) -> str:
        """Return the state in one word; `down` is at 0 HP with the roll still to be made."""
        if self.condition == "dead" or self.max_hp_now == 0:
            return "dead"
        if self.hp == 0:
            return "incapacitated" if self.condition == "incapacitated" else "down"
        return "unconscious" if self.condition == "unconscious" else "standing"

    @derived(label="Out of the fight")
    def out(self) -> bool:
        """Return True if the operative can't act."""
        return self.state != "standing"

    @property
    def at_zero(self) -> bool:
        """True if the roll at 0 HP is still to be made."""
        return self.state == "down"

    @property
    def helpless(self) -> bool:
        """True for an operative who can be attacked and can't defend.

        Reading: operatives who fall in a turn were on their feet when it began, so they still defend in it.

        Reading: the stunned and the paralyzed can't defend.
        """
        return self.state in ("unconscious", "incapacitated") or find_kind(self, *FROZEN) is not None

    @property
    def is_invisible(self) -> bool:
        """True while the talent Invisibility lasts."""
        return find_power(self, INVISIBILITY) is not None

    @property
    def actions(self) -> int:
        """The number of actions in this turn, with those that momentum has bought."""
        return ACTIONS + self.extra_actions

    @derived(label="HP until down")
    def hp_to_go(self) -> int | None:
        """Return the HP left, or None at 0."""
        return self.hp or None

    @derived(label="Injuries with the next one")
    def injuries_then(self) -> int:
        """Return the injuries including the next one, which the roll at 0 HP takes off the maximum."""
        return self.injuries + 1

    @derived
    def armor_now(self) -> int:
        """Return the armor that counts: at most 3 of what is worn, never below 0.

        Reading: Frail, Stalwart and a kinetic shield change the worn armor before the limit of 3.
        """
        worn = self.armor + self.shielded + self.has_effect("Stalwart") - self.has_effect("Frail")
        return min(MOST_ARMOR, max(0, worn))

    @derived
    def fearful(self) -> bool:
        """Return True if action rolls in combat have disadvantage."""
        return self.has_effect("Fearful") > 0

    @derived
    def hopeless(self) -> bool:
        """Return True if every initiative roll fails."""
        return self.has_effect("Hopeless") > 0

    @derived
    def powerful(self) -> bool:
        """Return True if every STRENGTH roll has advantage, including the one at 0 HP."""
        return self.has_effect("Powerful") > 0

    @derived(label="Advantage on +STRENGTH")
    def advantage_on_strength(self) -> bool:
        """Return True if the operative is Powerful or the next action roll has advantage."""
        return self.powerful or self.next_advantage

    @derived(label="Advantage on +REFLEXES")
    def advantage_on_reflexes(self) -> bool:
        """Return True if the operative is Dexterous or the next action roll has advantage."""
        return self.has_effect("Dexterous") > 0 or self.next_advantage

    @derived(label="Advantage on +TACTICS")
    def advantage_on_tactics(self) -> bool:
        """Return True if the operative is Cunning or the next action roll has advantage."""
        return self.has_effect("Cunning") > 0 or self.next_advantage

    @derived(label="Advantage on +WILLPOWER")
    def advantage_on_willpower(self) -> bool:
        """Return True if the operative is Focused or the next action roll has advantage."""
        return self.has_effect("Focused") > 0 or self.next_advantage

    @derived
    def at_the_limit(self) -> bool:
        """Return True if stress has reached its maximum and +WILLPOWER is still to be rolled."""
        return self.stress == MOST_STRESS and not self.limit_rolled

    @derived
    def slots_left(self) -> int:
        """Return the number of free slots; negative if too much is carried."""
        return sum(SLOTS.values()) - count_filled_slots(self.carried) - self.fatigue

    @derived(label="Languages in all")
    def languages_most(self) -> int:
        """Return the number of languages a new operative with these scores may have."""
        return count_languages(self.tactics, self.willpower)

    @property
    def carried(self) -> tuple[Weapon | Item, ...]:
        """All carried things that may fill slots."""
        return (*self.weapons, *self.items)

    def has_effect(self, effect: str) -> int:
        """Return the number of active panics or transcendences with this name; several add up."""
        return sum(row.name == effect for row in self.effects)

    @property
    def effects(self) -> tuple[Any, ...]:
        """The table rows of the active panics and transcendences."""
        return (
            *(table("psiops.panic").row(key) for key in self.panic),
            *(table("psiops.transcendent").row(key) for key in self.transcendence),
        )

    @warning
    def rolls_at_zero(self) -> str | None:
        past = f" less {self.past_zero}" if self.past_zero else ""
        return f"0 HP: roll 2D6 + STRENGTH{past} to see how bad it is." if self.state == "down" else None

    @warning
    def bleeding(self) -> str | None:
        return (
            "Incapacitated: dead in 10 minutes if nobody looks after you."
            if self.state == "incapacitated" and not self.tended
            else None
        )

    @warning
    def knocked_out(self) -> str | None:
        return "Unconscious: an ally can bring you round." if self.state == "unconscious" else None

    @warning
    def stressed(self) -> str | None:
        return f"{MOST_STRESS} stress: roll +WILLPOWER." if self.at_the_limit else None

    @warning
    def affected(self) -> str | None:
        return " ".join(f"{row.name}: {row['effect']}" for row in self.effects) or None

    @warning
    def lasts(self) -> str | None:
        return describe_lasting(self)

    @warning
    def holds(self) -> str | None:
        return f"Holding an action until {self.holding}." if self.holding else None

    @warning
    def has_advances(self) -> str | None:
        return f"{pluralize(self.advances, 'advance')} to spend at base." if self.advances else None

    @warning
    def out_of_ammo(self) -> str | None:
        empty = [weapon.name for weapon in self.weapons if weapon.empty]
        return f"Out of ammo: {', '.join(empty)}." if empty else None

    @warning
    def starving(self) -> str | None:
        return (
            "Deprived: a rendezvous can't heal you, and each day after the first brings 1 fatigue."
            if self.deprived
            else None
        )

    @warning
    def overloaded(self) -> str | None:
        full = {place: count_filled_slots(self.carried, place) for place in SLOTS}
        said = [f"{place} {full[place]} of {slots}" for place, slots in SLOTS.items() if full[place] > slots]
        if self.slots_left < 0:
            said.append(f"{pluralize(-self.slots_left, 'slot')} too many in all")
        return f"More than you can carry: {', '.join(said)}." if said else None

    def check(self) -> None:
        if self.hp > self.max_hp_now:
            less = f" less {self.injuries} for injuries" if self.injuries else ""
            raise ParameterError(
                "hp",
                self.hp,
                f"at most {self.max_hp_now}",
                note=f"the maximum of {self.max_hp}{less}",
                plain=f"HP can be at most {self.max_hp_now}, the maximum{f' of {self.max_hp}{less}' if less else ''}; "
                f"you entered {self.hp}.",
            )
