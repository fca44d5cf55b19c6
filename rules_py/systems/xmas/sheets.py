"""X-M.A.S. sheets of operators and enemies, and their changes."""

from typing import Annotated, NamedTuple

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.mechanic.calculator import TablePreset
from rules_py.parameters import Choice, Flag, ListOf, Notation, Record, RowOf, Text, Whole
from rules_py.play import FightRules, Log, QuickAction, RollBinding, Sheet, Trigger, change, derived, warning
from rules_py.systems.xmas.combat import MODES, attack, crowd, is_adding_one, is_hitting_all
from rules_py.systems.xmas.harm import first_aid, hurt
from rules_py.systems.xmas.playing import test
from rules_py.tables import table

STATS = ("tough", "quick", "smart", "social")
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

    @property
    def strikes_several(self) -> bool:
        """True if one attack may have several targets: Blast, or automatic fire that is shared out."""
        return is_hitting_all(self.mode) or is_adding_one(self.mode)


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
    spirit: Annotated[int, Whole(0, 99, "Christmas Spirit left", label="Christmas Spirit")] = STARTING_SPIRIT
    heavy_weapon: Annotated[str, Choice(HEAVY, "the heavy weapon: ready, deployed for this scene, or out of ammo")] = (
        "ready"
    )
    weapons: Annotated[tuple[Weapon, ...], ListOf(Record(Weapon, "a weapon"), "weapons", most=12)] = (Weapon(),)
    notes: Annotated[str, Text("certifications, items with their tags, Guy Type", most=2000, lines=True)] = ""

    rolls = (
        RollBinding(test, stat=STATS),
        RollBinding(attack, stat=STATS, damage="weapons.damage", mode="weapons.mode", ap="weapons.ap"),
        RollBinding(crowd, stat=STATS, damage="weapons.damage", mode="weapons.mode", ap="weapons.ap"),
        RollBinding(first_aid, stat="quick"),
    )
    met_by = (RollBinding(hurt, wounds_left="boxes_left", lethal="lethal"),)
    meter = ("boxes_left", "wound_boxes")
    glance = ("spirit",)

    @derived(label="Free Wound boxes")
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

    @derived(label="Out of the fight")
    def out(self) -> bool:
        """Return True if the operator can't act until an ally does something; a Christmas Ghost acts for 1 Spirit."""
        return self.state == "downed"

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


class Enemy(Sheet, id="xmas.enemy", title="Enemy", page="xmas/command/#the-enemies"):
    """An enemy with a Pain Threshold that fills up."""

    name: Annotated[str, Text("its name")] = ""
    kind: Annotated[str, RowOf("xmas.enemies", "the enemy whose damage it deals")] = "grunt"
    pain_threshold: Annotated[int, Whole(1, 40, "damage that takes it out")] = 3
    armor: Annotated[int, Whole(0, 2, "its Armor")] = 0
    pain: Annotated[int, Whole(0, 40, "damage so far")] = 0

    rolls = (RollBinding(hurt, enemy="kind"),)
    met_by = (RollBinding(attack, armor="armor"), RollBinding(crowd, targets="as_targets"))
    ready = (
        TablePreset(
            "Enemy",
            "xmas.enemies",
            {"kind": "name", "name": "name", "pain_threshold": "pain_threshold", "armor": "armor"},
        ),
    )
    meter = ("left", "pain_threshold")
    glance = ("armor",)

    @property
    def as_targets(self) -> tuple[tuple[int, int], ...]:
        """The enemy as a target of an attack on several; empty once the Pain Threshold is met."""
        return ((self.left, self.armor),) if self.left else ()

    @derived(label="Pain it can take")
    def left(self) -> int:
        """Return the damage it can take until it is out."""
        return self.pain_threshold - self.pain

    @derived(label="Out of the fight")
    def out(self) -> bool:
        """Return True if the Pain Threshold is met."""
        return self.left == 0

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


@change(
    "xmas.take-damage",
    sheet_types=Operator,
    title="Take damage",
    page="xmas/harm/#getting-hurt",
    triggers=(Trigger(hurt, "target", damage="damage"),),
)
def take_damage(operator: Operator, say: Log, damage: Annotated[int, Whole(1, 99, "damage taken")] = 1) -> Operator:
    """Fill Wound boxes with damage and ignore the overflow; a hit while On Lethal downs the operator.

    Reading: an operator who is Downed or a Christmas Ghost can't be hurt further.
    """
    return apply_damage(operator, say, damage, "xmas.take-damage")


def apply_damage(operator: Operator, say: Log, damage: int, change_id: str) -> Operator:
    """Return the operator after damage."""
    if operator.state in ("downed", "ghost"):
        raise ForbiddenError(change_id, f"a {BEYOND_HARM[operator.state]} can't be hurt any more")
    if operator.lethal:
        say("Hit while On Lethal: Downed.")
        return operator.replace(downed=True)
    filled = min(damage, operator.boxes_left)
    hit = operator.replace(wounds=operator.wounds + filled)
    say(
        f"{damage} damage fills {filled} Wound box{'' if filled == 1 else 'es'}"
        + (", the last: On Lethal." if hit.lethal else f"; {hit.boxes_left} left.")
    )
    return hit


@change(
    "xmas.tend",
    sheet_types=Operator,
    title="First aid worked",
    page="xmas/harm/#first-aid",
    triggers=(Trigger(first_aid, "target", conditions={"saved": True}),),
)
def tend(operator: Operator, say: Log) -> Operator:
    """Save an operator who is Downed, by first aid before the scene ends.

    Reading: the Wound boxes stay full, so the operator is On Lethal.
    """
    if operator.state != "downed":
        raise ForbiddenError("xmas.tend", "only a Downed operator needs first aid")
    say("Saved, and On Lethal.")
    return operator.replace(downed=False)


@change("xmas.heal", sheet_types=Operator, title="Heal 1 Wound", page="xmas/spirit/#spending")
def heal(operator: Operator, say: Log) -> Operator:
    """Heal 1 Wound between scenes for an ally's Spirit, which ends being On Lethal."""
    if operator.wounds == 0 or operator.state in ("downed", "ghost"):
        is_up = operator.state not in BEYOND_HARM
        raise ForbiddenError(
            "xmas.heal", "there is no Wound to heal" if is_up else f"a {BEYOND_HARM[operator.state]} can't heal a Wound"
        )
    say("1 Wound healed." + (" No longer On Lethal." if operator.lethal else ""))
    return operator.replace(wounds=operator.wounds - 1)


def find_price(on: str) -> str:
    """Return the price of something in Spirit, from the table."""
    return f"−{table('xmas.spirit-spends').row(on)['cost']}"


@change(
    "xmas.spend-spirit",
    sheet_types=Operator,
    title="Spend Spirit",
    page="xmas/spirit/#spending",
    triggers=tuple(
        Trigger(roll, "ally", conditions={"reroll": True}, fixed_params={"on": "reroll"})
        for roll in (test, attack, crowd, first_aid)
    ),
    quick_actions=(
        QuickAction(f"Haunt {find_price('haunt')}", {"on": "haunt"}),
        QuickAction(f"Heal {{}} {find_price('heal')}", {"on": "heal"}, ally_change="xmas.heal", downtime_after="scene"),
    ),
)
def spend_spirit(
    operator: Operator, say: Log, on: Annotated[str, RowOf("xmas.spirit-spends", "what the Spirit buys")] = "reroll"
) -> Operator:
    """Spend Spirit as in the table; a reload makes the heavy weapon ready."""
    return pay_spirit(operator, say, on, "xmas.spend-spirit")


def pay_spirit(operator: Operator, say: Log, on: str, change_id: str) -> Operator:
    """Return the operator after they paid Spirit for something."""
    row = table("xmas.spirit-spends").row(on)
    if operator.spirit < row.number("cost"):
        raise ForbiddenError(change_id, f"{row.name} costs {row['cost']} Spirit; you have {operator.spirit}")
    if on == "haunt" and not operator.ghost:
        raise ParameterError(
            "on",
            on,
            "anything but haunt",
            note="the operator isn't a Christmas Ghost",
            plain="Only a Christmas Ghost can haunt.",
        )
    left = operator.replace(spirit=operator.spirit - row.number("cost"))
    say(f"{row.name}: {left.spirit} Spirit left.")
    return left.replace(heavy_weapon="ready") if on == "reload" else left


@change(
    "xmas.protect",
    sheet_types=Operator,
    title=f"Protect {find_price('protect')}",
    page="xmas/spirit/#spending",
    triggers=(Trigger(hurt, "guard", replaced_change="xmas.take-damage", damage="damage"),),
)
def protect(
    operator: Operator, say: Log, damage: Annotated[int, Whole(1, 99, "damage that an ally was about to take")] = 1
) -> Operator:
    """Take the damage of an ally who is about to be hurt, for Spirit.

    Reading: an operator who is Downed or a Christmas Ghost can't be hurt and so protects nobody.
    """
    return apply_damage(pay_spirit(operator, say, "protect", "xmas.protect"), say, damage, "xmas.protect")


EARNED = {"guy-type": "Guy Type", "kindness": "Kindness", "one-liner": "One-liner"}
"""Short labels of the ways to earn Spirit in a fight."""


def find_gain(on: str) -> str:
    """Return the Spirit that something earns, from the table."""
    return table("xmas.spirit-gains").row(on)["gain"]


@change(
    "xmas.gain-spirit",
    sheet_types=Operator,
    title="Gain Spirit",
    page="xmas/spirit/#earning",
    triggers=tuple(
        Trigger(roll, "roller", conditions={"negative_tag": True}, fixed_params={"on": "negative-tag"})
        for roll in (test, attack, crowd, first_aid)
    ),
    quick_actions=(
        *(QuickAction(f"{text} {find_gain(on)}", {"on": on}) for on, text in EARNED.items()),
        QuickAction(
            f"{table('xmas.spirit-gains').row('childs-faith').name}: {find_gain('childs-faith')} Spirit for all",
            {"on": "childs-faith"},
            is_for_all=True,
        ),
    ),
)
def gain_spirit(
    operator: Operator, say: Log, on: Annotated[str, RowOf("xmas.spirit-gains", "what earned it")] = "guy-type"
) -> Operator:
    """Earn Spirit as in the table."""
    row = table("xmas.spirit-gains").row(on)
    gained = operator.replace(spirit=operator.spirit + row.number("gain"))
    say(f"{row.name}: {gained.spirit} Spirit now.")
    return gained


@change(
    "xmas.deploy-heavy",
    sheet_types=Operator,
    title="Deploy the heavy weapon",
    page="xmas/combat/#heavy-weapons",
    quick_actions=(QuickAction("Heavy weapon"),),
)
def deploy_heavy(operator: Operator, say: Log) -> Operator:
    """Deploy the heavy weapon, which then fires for the rest of the scene."""
    if operator.heavy_weapon != "ready":
        is_out = operator.heavy_weapon == "empty"
        raise ForbiddenError(
            "xmas.deploy-heavy",
            "the heavy weapon is out of ammo: spend Spirit to reload it"
            if is_out
            else "the heavy weapon is deployed already",
        )
    say("The heavy weapon is deployed until the scene ends.")
    return operator.replace(heavy_weapon="deployed")


@change("xmas.end-scene", sheet_types=Operator, title="End the scene", page="xmas/harm/#first-aid", ends="scene")
def end_scene(operator: Operator, say: Log) -> Operator:
    """End the scene: Downed operators die and become Christmas Ghosts, and deployed heavy weapons are out of ammo."""
    after = operator
    if operator.downed:
        say("No first aid in time: a Christmas Ghost now.")
        after = after.replace(downed=False, ghost=True)
    if operator.heavy_weapon == "deployed":
        say("The heavy weapon is out of ammo until Spirit reloads it.")
        after = after.replace(heavy_weapon="empty")
    return after


@change(
    "xmas.fill-threshold",
    sheet_types=Enemy,
    title="Deal damage",
    page="xmas/combat/#eliminations",
    triggers=(Trigger(attack, "target", damage="damage"), Trigger(crowd, "target", is_per_target=True, damage="dealt")),
)
def fill_threshold(enemy: Enemy, say: Log, damage: Annotated[int, Whole(0, 999, "damage after Armor")] = 1) -> Enemy:
    """Add damage until it meets the Pain Threshold; the excess is lost."""
    if enemy.out:
        raise ForbiddenError("xmas.fill-threshold", "the enemy is out of the fight already")
    hit = enemy.replace(pain=min(enemy.pain_threshold, enemy.pain + damage))
    say(f"{damage} damage: " + ("out of the fight." if hit.out else f"{hit.left} to go."))
    return hit


FIGHT = FightRules(
    "xmas/fight/",
    {"squad": "The squad", "enemies": "Enemies"},
    {Operator: "squad", Enemy: "enemies"},
    multi_target_rolls={crowd: "weapons.strikes_several"},
)
