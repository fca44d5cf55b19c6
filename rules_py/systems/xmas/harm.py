"""X-M.A.S., Getting Hurt: wounds, going down, and first aid."""

from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Flag, Notation, RowOf, Whole
from rules_py.systems.xmas.playing import offer_hit, test
from rules_py.tables import table
from rules_py.text.wording import pluralize

LISTED_DAMAGE = "0"
"""The dice that stand for the damage of the enemy in the list."""

STATES = {"downed": "Downed", "lethal": "On Lethal", "standing": "Standing"}


@mechanic(
    "xmas.hurt",
    title="Getting hurt",
    page="xmas/harm/#getting-hurt",
    headline="state",
    words={"state": STATES},
    chance=("not downed", {"state": ("lethal", "standing")}),
    labels={"wounds_left": "Wound boxes left"},
    groups={"An enemy that isn't in the list": ("own_damage",)},
)
def hurt(
    dice: Dice,
    enemy: Annotated[str, RowOf("xmas.enemies", "the enemy that hits you", label="Hit by", about="enemy")] = "grunt",
    wounds_left: Annotated[int, Whole(0, 6, "your free Wound boxes", label="Wound boxes left")] = 3,
    lethal: Annotated[bool, Flag("you are already On Lethal", label="On Lethal")] = False,
    own_damage: Annotated[
        str,
        Notation("damage dice of an enemy that isn't in the list; 0 if it is", low=0, high=60, label="Its damage dice"),
    ] = LISTED_DAMAGE,
) -> Outcome:
    """Fill Wound boxes with the enemy's damage; the last one puts you On Lethal, and a hit there downs you.

    What would overflow is ignored, so with one free box you survive any hit.

    Reading: with no box free you are On Lethal, ticked or not, so the next hit downs you.
    """
    listed = table("xmas.enemies").row(enemy)["damage"]
    damage = dice.total(listed if own_damage == LISTED_DAMAGE else own_damage, label="damage")
    left = max(0, wounds_left - damage)
    if damage == 0:
        state = "lethal" if lethal or wounds_left == 0 else "standing"
        dice.verdict("No damage")
    elif lethal or wounds_left == 0:
        dice.say(f"{damage} damage while On Lethal.")
        state = "downed"
        dice.verdict("You are Downed")
        dice.add_consequence("Without first aid before the scene ends, you die.")
        dice.offer_roll("First aid by an ally", "xmas.first-aid")
    elif left == 0:
        dice.say(f"{damage} damage fills {wounds_left} of {wounds_left} free boxes; any overflow is ignored.")
        state = "lethal"
        dice.verdict("Your last box is full: you are On Lethal")
        dice.add_consequence("The next hit downs you.")
    else:
        dice.say(f"{damage} damage fills {damage} of {wounds_left} free boxes.")
        state = "standing"
        dice.verdict(f"{damage} damage: you have {left} Wound {'box' if left == 1 else 'boxes'} left")
    return {"damage": damage, "wounds_left": left, "state": state}


@mechanic(
    "xmas.hold-out",
    title="How long you last",
    page="xmas/harm/#how-long",
    headline="hits",
    cumulative="hits",
    forwards_to=hurt,
    omit=("own_damage",),
)
def hold_out(dice: Dice, **blow: Any) -> Outcome:
    """Count hits of the same enemy until one downs you, without healing or an ally who takes one for you."""

    def run_hit(dice: Dice, before: tuple[int, str]) -> tuple[int, str]:
        left, state = before
        hit = dice.fields(
            hurt, ("wounds_left", "state"), enemy=blow["enemy"], wounds_left=left, lethal=state == "lethal"
        )
        return hit["wounds_left"], hit["state"]

    start = blow["wounds_left"], "lethal" if blow["lethal"] else "standing"
    hits = dice.count(run_hit, start, lambda now: now[1] == "downed", blow["wounds_left"] + 1)
    dice.verdict(f"It takes {pluralize(hits or 0, 'hit')} to down you")
    return {"hits": hits}


@mechanic(
    "xmas.first-aid",
    title="First aid",
    page="xmas/harm/#first-aid",
    headline="saved",
    forwards_to=test,
    words={"saved": {"false": "Not saved", "true": "Saved"}, "band": "xmas.bands"},
)
def first_aid(dice: Dice, stat: Annotated[int, Whole(-3, 4, "your QUICK", label="QUICK")] = 0, **roll: Any) -> Outcome:
    """Make a +QUICK test to tend an ally who is Downed: Mostly Nice or better saves them.

    Without first aid before the scene ends, the operator dies and comes back as a Christmas Ghost. Ghosts can talk and
    float through walls, and pay 1 Spirit for each act on the physical world, such as shooting.

    Reading: Mostly Nice is a success with a cost, so it saves your ally too.
    """
    outcome = dice.fields(test, ("total", "band"), stat=stat, **roll)
    saved = outcome["band"] != "naughty"
    dice.verdict("Your ally lives" if saved else "Your ally is still Downed")
    if not saved:
        offer_hit(dice)
    return outcome | {"saved": saved}
