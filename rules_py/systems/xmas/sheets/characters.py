"""X-M.A.S.: the sheets of operators and enemies."""

from typing import Annotated, NamedTuple

from rules_py.errors import ParameterError
from rules_py.mechanic.calculator import TablePreset
from rules_py.notation import compute_bounds, parse
from rules_py.parameters import Choice, Flag, ListOf, Notation, Record, RowOf, Text, Whole
from rules_py.play import CardFact, Condition, RollBinding, Sheet, Without, derived, open_question, warning
from rules_py.systems.xmas.combat import MODES, attack, crowd, is_adding_one, is_hitting_all
from rules_py.systems.xmas.harm import LISTED_DAMAGE, first_aid, hurt
from rules_py.systems.xmas.playing import test
from rules_py.systems.xmas.sheets.layout import ENEMY, OPERATOR
from rules_py.systems.xmas.sheets.paper import ENEMY_PAPER, OPERATOR_PAPER
from rules_py.tables import table

STATS = ("tough", "quick", "smart", "social")
MOST_SPIRIT = 99
STARTING_SPIRIT = 3
HEAVY = ("ready", "deployed", "empty")
BEYOND_HARM = {"downed": "Downed operator", "ghost": "Christmas Ghost"}
"""The states in which an operator can't be hurt or healed, in a refusal's words."""

Stat = Annotated[int, Whole(-3, 4, "a stat")]


class Weapon(NamedTuple):
    """A weapon on an operator's sheet."""

    name: Annotated[str, Text("its name")] = "Rifle"
    damage: Annotated[str, Notation("its damage", low=0, high=60)] = "1d6"
    mode: Annotated[str, Choice(MODES, "how it fires")] = "single"
    ap: Annotated[bool, Flag("it ignores Armor", label="AP")] = False
    heavy: Annotated[bool, Flag("it is your heavy weapon, which lasts for one scene")] = False

    @property
    def card(self) -> tuple[CardFact, ...]:
        """The facts of its card: its damage and how it fires."""
        return self.damage.upper(), self.mode.replace("_", " ")

    @property
    def strikes_several(self) -> bool:
        """True if one attack may have several targets: Blast, or automatic fire that is shared out."""
        return is_hitting_all(self.mode) or is_adding_one(self.mode)

    @property
    def worth(self) -> int:
        """The rank of the weapon when an operator chooses: its damage, but the heavy weapon last, as it is used up."""
        return -1 if self.heavy else sum(compute_bounds(parse(self.damage)))


class Item(NamedTuple):
    """A piece of gear on an operator's sheet."""

    name: Annotated[str, Text("its name")] = "Item"
    tags: Annotated[str, Text("its tags, which help or get in the way", label="Tags")] = ""


NO_WEAPON = Without("weapons", reason="There is no weapon on the sheet. Add one with the damage that Command gives it.")


class Operator(Sheet, id="xmas.operator", title="Operator", page="xmas/playing/#your-stats"):
    """A member of the squad, alive or as a Christmas Ghost."""

    name: Annotated[str, Text("the operator's name")] = ""
    tough: Annotated[int, Whole(-3, 4, "TOUGH", label="TOUGH")] = 0
    quick: Annotated[int, Whole(-3, 4, "QUICK", label="QUICK")] = 0
    smart: Annotated[int, Whole(-3, 4, "SMART", label="SMART")] = 0
    social: Annotated[int, Whole(-3, 4, "SOCIAL", label="SOCIAL")] = 0
    wound_boxes: Annotated[int, Whole(1, 6, "Wound boxes in all")] = 3
    wounds: Annotated[int, Whole(0, 6, "Wound boxes that are full", label="Wounds")] = 0
    downed: Annotated[bool, Flag("down; dies at the end of the scene without first aid")] = False
    ghost: Annotated[bool, Flag("dead, and back as a Christmas Ghost", label="Christmas Ghost")] = False
    spirit: Annotated[int, Whole(0, MOST_SPIRIT, "Christmas Spirit left", label="Christmas Spirit")] = STARTING_SPIRIT
    heavy_weapon: Annotated[str, Choice(HEAVY, "the heavy weapon: ready, deployed for this scene, or out of ammo")] = (
        "ready"
    )
    weapons: Annotated[tuple[Weapon, ...], ListOf(Record(Weapon, "a weapon"), "weapons", most=12)] = (Weapon(),)
    guy_type: Annotated[str, Text("the Guy Type, which earns Spirit", label="Guy Type")] = ""
    certifications: Annotated[tuple[str, ...], ListOf(Text("a certification"), "certifications", most=12)] = ()
    items: Annotated[tuple[Item, ...], ListOf(Record(Item, "an item"), "items with their tags", most=20)] = ()
    notes: Annotated[str, Text("anything else", most=2000, lines=True)] = ""

    rolls = (
        RollBinding(test, stat=STATS),
        RollBinding(attack, NO_WEAPON, stat=STATS, damage="weapons.damage", mode="weapons.mode", ap="weapons.ap"),
        RollBinding(crowd, NO_WEAPON, stat=STATS, damage="weapons.damage", mode="weapons.mode", ap="weapons.ap"),
        RollBinding(first_aid, stat="quick"),
    )
    layout = OPERATOR
    paper = OPERATOR_PAPER
    met_by = (RollBinding(hurt, wounds_left="boxes_left", lethal="lethal"), RollBinding(first_aid))
    meter = ("boxes_left", "wound_boxes")
    glance = ("spirit",)
    hand = ("boxes_left", "spirit")
    conditions = (Condition("lethal", "Lethal", icon="skull"), Condition("ghost", "Ghost", icon="ghost"))

    @derived(label="Wound boxes left")
    def boxes_left(self) -> int:
        """Return the number of free Wound boxes."""
        return self.wound_boxes - self.wounds

    @derived(label="On Lethal")
    def lethal(self) -> bool:
        """Return True if no box is free, so that the next hit downs the operator."""
        return self.boxes_left == 0

    @derived
    def state(self) -> str:
        """Return the operator's state in one word."""
        if self.ghost:
            return "ghost"
        return "downed" if self.downed else "lethal" if self.lethal else "standing"

    @property
    def carries_heavy_weapon(self) -> bool:
        """True if one of the weapons is heavy."""
        return any(weapon.heavy for weapon in self.weapons)

    @derived(label="Out of the fight")
    def out(self) -> bool:
        """Return True if the operator is Downed, or a Christmas Ghost without the Spirit that each act costs.

        Reading: the squad has lost a fight when no operator can act and an enemy is left. A ghost who takes out the
        last enemy with the last Spirit has won.
        """
        return self.state == "downed" or (self.state == "ghost" and self.spirit == 0)

    @warning
    def next_hit(self) -> str | None:
        return "On Lethal: the next hit downs you." if self.state == "lethal" else None

    @warning
    def dying(self) -> str | None:
        return "Downed: without first aid before the scene ends, you die." if self.state == "downed" else None

    @warning
    def haunting(self) -> str | None:
        return "A Christmas Ghost: acting on the physical world costs 1 Spirit each time." if self.ghost else None

    def check(self) -> None:
        if self.wounds > self.wound_boxes:
            raise ParameterError(
                "wounds",
                self.wounds,
                f"at most {self.wound_boxes}",
                given={"wound_boxes": self.wound_boxes},
                plain=f"You can't have more Wounds than Wound boxes: {self.wounds} of {self.wound_boxes}.",
            )
        if self.downed and not self.lethal:
            raise ParameterError(
                "downed",
                self.downed,
                "False",
                note="a Wound box is free",
                plain="An operator with a free Wound box isn't Downed.",
            )


GRUNT = table("xmas.enemies").row("grunt")
"""The enemy whose numbers a new sheet has."""


class EnemyAttack(NamedTuple):
    """One of several attacks of an enemy."""

    name: Annotated[str, Text("its name")] = "Bite"
    damage: Annotated[str, Notation("its damage", low=0, high=60)] = "1d6"

    @property
    def card(self) -> tuple[CardFact, ...]:
        """The fact of its card: its damage."""
        return (self.damage.upper(),)

    @property
    def worth(self) -> int:
        """The rank of the attack when an enemy chooses: its lowest and its highest damage, added."""
        return sum(compute_bounds(parse(self.damage)))


class Enemy(Sheet, id="xmas.enemy", title="Enemy", page="xmas/command/#the-enemies"):
    """An enemy with a Pain Threshold that fills up."""

    name: Annotated[str, Text("its name")] = ""
    kind: Annotated[str, RowOf("xmas.enemies", "the enemy whose damage it deals")] = "grunt"
    pain_threshold: Annotated[int, Whole(1, 40, "damage that takes it out", label="Pain Threshold")] = 3
    armor: Annotated[int, Whole(0, 2, "its Armor")] = 0
    pain: Annotated[int, Whole(0, 40, "damage so far")] = 0
    damage: Annotated[
        str, Notation("its own damage dice; 0: those of its kind", low=0, high=60, label="Its own damage dice")
    ] = LISTED_DAMAGE
    attacks: Annotated[
        tuple[EnemyAttack, ...],
        ListOf(Record(EnemyAttack, "an attack"), "its attacks, in place of the damage above", most=12),
    ] = ()

    rolls = (
        RollBinding(
            hurt, Without("attacks", fields={"own_damage": "damage"}), enemy="kind", own_damage="attacks.damage"
        ),
    )
    met_by = (RollBinding(attack, armor="armor"), RollBinding(crowd, targets="as_targets"))
    ready = (
        TablePreset(
            "Enemy",
            "xmas.enemies",
            {"kind": "name", "name": "name", "pain_threshold": "pain_threshold", "armor": "armor"},
        ),
    )
    layout = ENEMY
    paper = ENEMY_PAPER
    meter = ("left", "pain_threshold")
    glance = ("armor",)

    @property
    def as_targets(self) -> tuple[tuple[int, int], ...]:
        """The enemy as a target of an attack on several; empty once the Pain Threshold is met."""
        return ((self.left, self.armor),) if self.left else ()

    @derived(label="Pain Threshold left")
    def left(self) -> int:
        """Return the damage it can take until it is out."""
        return self.pain_threshold - self.pain

    @derived(label="Out of the fight")
    def out(self) -> bool:
        """Return True if the Pain Threshold is met."""
        return self.left == 0

    @open_question
    def unlike_its_kind(self) -> str | None:
        """Return a hint if an enemy of another kind still has the numbers with which a sheet begins."""
        row = table("xmas.enemies").row(self.kind)
        pain_threshold, armor = row.number("pain_threshold"), row.number("armor")
        is_untouched = (self.pain_threshold, self.armor) == (GRUNT.number("pain_threshold"), GRUNT.number("armor"))
        if not is_untouched or (pain_threshold, armor) == (self.pain_threshold, self.armor):
            return None
        return (
            f"{row.name} usually has Pain Threshold {pain_threshold} and Armor {armor}; this one has "
            f"{self.pain_threshold} and {self.armor}."
        )

    @warning
    def taken_out(self) -> str | None:
        return "Out of the fight: the Pain Threshold is met." if self.out else None

    def check(self) -> None:
        if self.pain > self.pain_threshold:
            raise ParameterError(
                "pain",
                self.pain,
                f"at most {self.pain_threshold}",
                given={"pain_threshold": self.pain_threshold},
                plain=f"Pain can't be more than the Pain Threshold: {self.pain} of {self.pain_threshold}.",
            )
