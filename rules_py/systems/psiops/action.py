"""PSIOPS, Playing the Game: the action roll and rolls that work like it."""

from typing import Annotated, NamedTuple

from rules_py.dice import Dice, Pool
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, Flag, Whole
from rules_py.tables import Row, table
from rules_py.text.wording import decapitalize, format_terms

Attribute = Annotated[int, Whole(-3, 3, "the attribute you roll with", label="Attribute")]
Modifier = Annotated[
    int, Whole(-6, 6, "everything else that is added or taken off", label="Modifier", neutral="no modifier")
]
Advantage = Annotated[bool, Flag("roll one die more and drop the lowest", label="Advantage", once=True)]
Disadvantage = Annotated[bool, Flag("roll one die more and drop the highest", label="Disadvantage", once=True)]
Skill = Annotated[bool, Flag("you have a skill that fits", label="Skill", neutral="no skill")]
SpentMomentum = Annotated[
    bool, Flag("you spent momentum on this roll, so it brings none", label="Momentum spent", once=True)
]


class ActionRoll(NamedTuple):
    """The parameters of each action roll besides its attribute."""

    modifier: Modifier = 0
    advantage: Advantage = False
    disadvantage: Disadvantage = False
    skill: Skill = False
    spent_momentum: SpentMomentum = False

    def make(self, dice: Dice, attribute_name: str, attribute: int, *, good_enough: str = "success") -> int:
        """Make the roll and return its total; `good_enough` is as in `roll_action`."""
        added = ((attribute_name, attribute), ("modifier", self.modifier))
        return roll_action(dice, added, self.advantage, self.disadvantage, self.skill, good_enough=good_enough)[1]

    def succeed(self, dice: Dice, attribute_name: str, attribute: int) -> tuple[int, bool]:
        """Make a roll that only has to succeed; return the total and True on a partial success or better.

        A skill's die is rolled again only if the first total fails.
        """
        total = self.make(dice, attribute_name, attribute, good_enough="partial")
        return total, table("psiops.bands").row_for_roll(total).key != "failure"


PLAIN_ROLL = ActionRoll()

SUCCESS = {"false": "Failure", "true": "Success"}


def roll_two(dice: Dice, advantage: bool = False, disadvantage: bool = False, label: str = "") -> Pool:
    """Roll 2D6; advantage rolls a third and drops the lowest, disadvantage the highest; both cancel."""
    if advantage == disadvantage:
        if advantage:
            dice.say("Advantage and disadvantage cancel each other out.")
        return dice.pool(2, label=label)
    return dice.pool(3, drop="lowest" if advantage else "highest", label=label)


def add_up(dice: Dice, pool: Pool, *added: tuple[str, int]) -> int:
    """Return the total of the kept dice and modifiers, and log the step."""
    total = dice.add_up(pool.kept, *added)
    dice.say(f"{' + '.join(map(str, pool.kept))}{format_terms(*added)} = {total}.")
    return total


def roll_action(
    dice: Dice,
    added: tuple[tuple[str, int], ...],
    advantage: bool,
    disadvantage: bool,
    skill: bool,
    *,
    good_enough: str = "success",
) -> tuple[Pool, int]:
    """Make an action roll; return its two dice and its total.

    With a skill, the lowest kept die is rolled again if the first total falls short of `good_enough`, a degree of
    success, and the second result counts.
    """
    pool = roll_two(dice, advantage, disadvantage)
    total = add_up(dice, pool, *added)
    enough = table("psiops.bands").row(good_enough).bounds[0]
    if skill and total < enough:
        dice.say(f"Below {enough}, so the skill rolls the {pool.lowest} again; the new face counts.")
        pool = pool.replace_lowest(dice.die(6, label="skill"))
        total = add_up(dice, pool, *added)
    return pool, total


def find_row(dice: Dice, table_id: str, total: int) -> Row:
    """Return the row of a results table for a total, and log the step."""
    row = table(table_id).row_for_roll(total)
    dice.say(f"{total} is {row.roll}: {row.name}.")
    return row


def find_result(dice: Dice, table_id: str, total: int) -> Row:
    """Return the row of a results table for a total; it gives the verdict and the consequence."""
    row = find_row(dice, table_id, total)
    dice.verdict(row.name)
    dice.add_consequence(row["meaning"])
    return row


def compute_momentum(dice: Dice, total: int, spent_momentum: bool) -> int:
    """Compute the momentum gained by the total of an action roll, 0 if momentum was spent on it."""
    momentum = 0 if spent_momentum else table("psiops.bands").row_for_roll(total).number("momentum")
    if momentum:
        dice.add_consequence(f"You gain {momentum} momentum.")
    return momentum


@mechanic(
    "psiops.action",
    title="Action roll",
    page="psiops/playing/#roll-the-dice",
    headline="band",
    words={"band": "psiops.bands"},
    labels={"band": "Result"},
)
def action(
    dice: Dice,
    attribute: Attribute = 0,
    roll: ActionRoll = PLAIN_ROLL,
) -> Outcome:
    """Roll 2D6 + attribute; the total's band says how well it goes and how much momentum it brings.

    Reading: the rule for skills leaves the die and the moment to you. The rollers and the odds always choose the lower
    of the dice you kept, and roll it again when the first total is below 10. Where a roll only has to succeed
    (initiative, a retreat, a talent, staying conscious), they roll it again only when it failed.

    Reading: some rules, damage for one, ask for your lowest or highest die. Look only at the two dice you kept.
    """
    total = roll.make(dice, "attribute", attribute)
    band = find_result(dice, "psiops.bands", total)
    if band.key in ("failure", "partial"):
        dice.offer_roll("Resist a consequence", "psiops.determination")
    return {"total": total, "band": band.key, "momentum": compute_momentum(dice, total, roll.spent_momentum)}


@mechanic(
    "psiops.determination",
    title="Determination roll",
    page="psiops/momentum/#determination",
    headline="consequence",
    words={"consequence": "psiops.determination-results"},
)
def determination(
    dice: Dice,
    attribute: Attribute = 0,
    roll: ActionRoll = PLAIN_ROLL,
) -> Outcome:
    """Resist a consequence; it always costs momentum, so it never brings any."""
    total = roll.make(dice, "attribute", attribute)
    row = find_result(dice, "psiops.determination-results", total)
    dice.verdict(f"The consequence: {decapitalize(row.name)}")
    return {"total": total, "consequence": row.key}


@mechanic(
    "psiops.insertion",
    title="Emergency insertion",
    page="psiops/harm/#emergency-insertion",
    headline="arrival",
    words={"arrival": "psiops.insertion-results"},
    tones={"normal": "good"},
)
def insertion(
    dice: Dice,
    attribute: Attribute = 0,
    roll: ActionRoll = PLAIN_ROLL,
) -> Outcome:
    """Roll 2D6 + attribute for the arrival of a new character in the middle of a mission.

    Reading: any roll of 2D6 + an attribute counts as an action roll here, emergency insertion too, so a skill that fits
    helps and the roll brings momentum. The one exception is the roll at 0 HP: nobody attempts anything there.
    """
    total = roll.make(dice, "attribute", attribute)
    arrival = find_result(dice, "psiops.insertion-results", total)
    dice.verdict(f"You arrive: {decapitalize(arrival.name)}")
    return {"total": total, "arrival": arrival.key, "momentum": compute_momentum(dice, total, roll.spent_momentum)}


@mechanic(
    "psiops.initiative",
    title="Initiative",
    page="psiops/combat/#initiative",
    headline="success",
    words={"success": SUCCESS},
    labels={"success": "Result"},
)
def initiative(
    dice: Dice,
    attribute: Annotated[int, Whole(-3, 3, "your TACTICS", label="TACTICS")] = 0,
    roll: ActionRoll = PLAIN_ROLL,
    hopeless: Annotated[bool, Flag("a panic makes you fail all initiative rolls", label="Hopeless")] = False,
) -> Outcome:
    """Roll +TACTICS in the first round: succeed to act before the opponents.

    A skill's die is rolled again only if the first total fails.

    Reading: a Hopeless operative rolls all the same, and fails whatever the total is, without momentum.
    """
    total, success = roll.succeed(dice, "TACTICS", attribute)
    if hopeless and success:
        dice.say("Hopeless: the roll fails all the same.")
    success = success and not hopeless
    dice.verdict("You act before your opponents" if success else "You lose your turn in the first round")
    if not success:
        dice.offer_roll("Defend when they attack", "psiops.defend")
    return {
        "total": total,
        "success": success,
        "momentum": compute_momentum(dice, total, roll.spent_momentum or hopeless),
    }


@mechanic(
    "psiops.retreat",
    title="Retreat",
    page="psiops/defense/#retreat",
    headline="success",
    words={"success": SUCCESS},
    labels={"success": "Result"},
)
def retreat(
    dice: Dice,
    attribute: Annotated[int, Whole(-3, 3, "your REFLEXES", label="REFLEXES")] = 0,
    roll: ActionRoll = PLAIN_ROLL,
) -> Outcome:
    """Roll +REFLEXES to run from a fight, or to leave close range without a blow.

    A skill's die is rolled again only if the first total fails.
    """
    total, success = roll.succeed(dice, "REFLEXES", attribute)
    dice.verdict("You get away" if success else "You don't get away")
    return {"total": total, "success": success, "momentum": compute_momentum(dice, total, roll.spent_momentum)}


@mechanic(
    "psiops.psionic",
    title="Use a talent",
    page="psiops/talents/#psionic-talents",
    headline="success",
    words={"success": SUCCESS},
    labels={"success": "Result", "effect": "Effect die"},
)
def psionic(
    dice: Dice,
    attribute: Annotated[int, Whole(-3, 3, "your WILLPOWER", label="WILLPOWER")] = 0,
    roll: ActionRoll = PLAIN_ROLL,
    die: Annotated[
        int,
        Choice(
            (0, 3, 6),
            "the die of the talent's effect, such as 1D6 rounds; it is rolled if the talent works, 0 for none",
            label="Effect die",
        ),
    ] = 0,
) -> Outcome:
    """Roll +WILLPOWER each time you use a talent.

    A skill's die is rolled again only if the first total fails.
    """
    total, success = roll.succeed(dice, "WILLPOWER", attribute)
    effect = dice.die(die, label="effect") if success and die else 0
    dice.verdict("The talent works" if success else "The talent fails and is spent")
    dice.add_consequence(
        "You keep it for another try." if success else "A rest at a rendezvous or between missions brings it back."
    )
    if effect:
        dice.add_consequence(f"Its 1D{die} is {effect}.")
    momentum = compute_momentum(dice, total, roll.spent_momentum)
    return {"total": total, "success": success, "momentum": momentum, "effect": effect}
