"""X-M.A.S.: the changes of operators and enemies."""

from typing import Annotated

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.parameters import Flag, RowOf, Whole
from rules_py.play import Log, QuickAction, Trigger, change
from rules_py.systems.xmas.combat import MODES, attack, crowd, is_hitting_all
from rules_py.systems.xmas.harm import first_aid, hurt
from rules_py.systems.xmas.playing import test
from rules_py.systems.xmas.sheets.characters import BEYOND_HARM, MOST_SPIRIT, Enemy, Operator
from rules_py.tables import table

IN_RADIUS = {
    "mode": tuple(mode for mode in MODES if is_hitting_all(mode)),
    "band": tuple(row.key for row in table("xmas.bands").rows if row.key != "naughty"),
}
"""The conditions of a hit on everyone in the radius."""


TESTS = (test, attack, crowd, first_aid)
"""The rolls that are tests: an ally can grant a re-roll of each, and a tag against oneself earns Spirit."""


def can_be_hurt(operator: Operator) -> bool:
    """Return True if an operator can be hurt: they are neither Downed nor a Christmas Ghost."""
    return operator.state not in BEYOND_HARM


def is_downed(operator: Operator) -> bool:
    """Return True if an operator needs first aid."""
    return operator.state == "downed"


def is_up(enemy: Enemy) -> bool:
    """Return True if an enemy's Pain Threshold isn't met yet."""
    return not enemy.out


@change(
    "xmas.take-damage",
    sheet_types=Operator,
    title="Take damage",
    page="xmas/harm/#getting-hurt",
    triggers=(Trigger(hurt, "target", damage="damage", applies_if=can_be_hurt),),
)
def take_damage(operator: Operator, say: Log, damage: Annotated[int, Whole(1, 99, "damage taken")] = 1) -> Operator:
    """Fill Wound boxes with damage and ignore the overflow; a hit while On Lethal downs the operator.

    Reading: an operator who is Downed or a Christmas Ghost can't be hurt further.
    """
    return apply_damage(operator, say, damage, "xmas.take-damage")


def apply_damage(operator: Operator, say: Log, damage: int, change_id: str) -> Operator:
    """Return the operator after damage."""
    if operator.state in BEYOND_HARM:
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
    "xmas.take-blast",
    sheet_types=Operator,
    title="Take a Blast",
    page="xmas/combat/#eliminations",
    triggers=tuple(
        Trigger(roll, "target", conditions=IN_RADIUS, damage="rolled", applies_if=can_be_hurt)
        for roll in (attack, crowd)
    ),
)
def take_blast(
    operator: Operator, say: Log, damage: Annotated[int, Whole(0, 99, "damage of the Blast")] = 1
) -> Operator:
    """Take the damage of an ally's Blast, which hits everyone in its radius.

    Reading: operators have no Armor, so they take the damage as it is rolled.
    """
    return apply_damage(operator, say, damage, "xmas.take-blast") if damage else operator


@change(
    "xmas.tend",
    sheet_types=Operator,
    title="First aid worked",
    page="xmas/harm/#first-aid",
    triggers=(Trigger(first_aid, "target", conditions={"saved": True}, applies_if=is_downed),),
)
def tend(operator: Operator, say: Log) -> Operator:
    """Save an operator who is Downed, by first aid before the scene ends.

    Reading: the Wound boxes stay full, so the operator is On Lethal.
    """
    if not is_downed(operator):
        raise ForbiddenError("xmas.tend", "only a Downed operator needs first aid")
    say("Saved, and On Lethal.")
    return operator.replace(downed=False)


@change("xmas.heal", sheet_types=Operator, title="Heal 1 Wound", page="xmas/spirit/#spending")
def heal(operator: Operator, say: Log) -> Operator:
    """Heal 1 Wound between scenes for an ally's Spirit, which ends being On Lethal."""
    if operator.wounds == 0 or operator.state in BEYOND_HARM:
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
    triggers=tuple(Trigger(roll, "ally", conditions={"reroll": True}, fixed_params={"on": "reroll"}) for roll in TESTS),
    quick_actions=(
        QuickAction(f"Haunt {find_price('haunt')}", {"on": "haunt"}),
        QuickAction(f"Heal {{}} {find_price('heal')}", {"on": "heal"}, ally_change="xmas.heal", downtime_after="scene"),
    ),
    current_params={"needs_empty": True},
)
def spend_spirit(
    operator: Operator,
    say: Log,
    on: Annotated[str, RowOf("xmas.spirit-spends", "what the Spirit buys")] = "reroll",
    needs_empty: Annotated[bool, Flag("only an empty heavy weapon is reloaded")] = False,
) -> Operator:
    """Spend Spirit as in the table; a reload makes the heavy weapon ready."""
    if on == "reload" and needs_empty and operator.heavy_weapon != "empty":
        raise ForbiddenError("xmas.spend-spirit", "the heavy weapon has ammo, so there is nothing to reload")
    return pay_spirit(operator, say, on, "xmas.spend-spirit")


def pay_spirit(operator: Operator, say: Log, on: str, change_id: str) -> Operator:
    """Return the operator after they paid Spirit for something."""
    row = table("xmas.spirit-spends").row(on)
    if operator.spirit < row.number("cost"):
        what, way_out = row.name, ""
        if on == "haunt" and operator.ghost:
            what, way_out = "acting on the physical world", ". Earn some first, or only talk"
        raise ForbiddenError(change_id, f"{what} costs {row['cost']} Spirit; you have {operator.spirit}{way_out}")
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
    triggers=(
        Trigger(hurt, "guard", replaced_change="xmas.take-damage", damage="damage"),
        *(
            Trigger(roll, "guard", conditions=IN_RADIUS, replaced_change="xmas.take-blast", damage="rolled")
            for roll in (attack, crowd)
        ),
    ),
)
def protect(
    operator: Operator, say: Log, damage: Annotated[int, Whole(1, 99, "damage that an ally was about to take")] = 1
) -> Operator:
    """Take the damage of an ally who is about to be hurt, for Spirit.

    Reading: an operator who is Downed or a Christmas Ghost can't be hurt and so protects nobody. A Blast from your own
    side hurts like any other hit, so you can take it for an ally, even if it hits you as well.
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
        for roll in TESTS
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
    return add_spirit(operator, say, row.name, row.number("gain"))


def add_spirit(operator: Operator, say: Log, source: str, amount: int) -> Operator:
    """Return the operator with more Spirit, up to the most that a sheet counts."""
    gained = operator.replace(spirit=min(MOST_SPIRIT, operator.spirit + amount))
    lost = operator.spirit + amount - gained.spirit
    say(f"{source}: {gained.spirit} Spirit now{f', the most that a sheet counts; {lost} is lost' if lost else ''}.")
    return gained


@change("xmas.receive-spirit", sheet_types=Operator, title="Spirit from Command", page="xmas/spirit/#earning")
def receive_spirit(
    operator: Operator,
    say: Log,
    amount: Annotated[int, Whole(1, 9, "Spirit that Command hands out", label="Spirit")] = 1,
) -> Operator:
    """Gain Spirit at Command's discretion.

    Reading: Command has no Spirit to spend, so what Command hands out is new.
    """
    return add_spirit(operator, say, "Spirit from Command", amount)


@change(
    "xmas.deploy-heavy",
    sheet_types=Operator,
    title="Deploy the heavy weapon",
    page="xmas/combat/#heavy-weapons",
    quick_actions=(QuickAction(),),
    current_params={"needs_weapon": True},
)
def deploy_heavy(
    operator: Operator,
    say: Log,
    needs_weapon: Annotated[bool, Flag("one of the weapons on the sheet has to be heavy")] = False,
) -> Operator:
    """Deploy the heavy weapon, which then fires for the rest of the scene."""
    if needs_weapon and not operator.carries_heavy_weapon:
        raise ForbiddenError("xmas.deploy-heavy", "no weapon on the sheet is heavy")
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
    triggers=(
        Trigger(attack, "target", damage="damage", applies_if=is_up),
        Trigger(crowd, "target", is_per_target=True, damage="dealt", applies_if=is_up),
    ),
)
def fill_threshold(enemy: Enemy, say: Log, damage: Annotated[int, Whole(0, 999, "damage after Armor")] = 1) -> Enemy:
    """Add damage until it meets the Pain Threshold; the excess is lost."""
    if enemy.out:
        raise ForbiddenError("xmas.fill-threshold", "the enemy is out of the fight already")
    hit = enemy.replace(pain=min(enemy.pain_threshold, enemy.pain + damage))
    say(f"{damage} damage: " + ("out of the fight." if hit.out else f"{hit.left} to go."))
    return hit
