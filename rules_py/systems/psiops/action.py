"""PSIOPS, Playing the Game: the action roll and the rolls that are made like it."""

from typing import Annotated

from rules_py.dice import Dice, Pool
from rules_py.mechanic import mechanic
from rules_py.parameters import Flag, Whole
from rules_py.table_files import table
from rules_py.tables import Row

Attribute = Annotated[int, Whole(-3, 3, "the attribute you roll with")]
Modifier = Annotated[int, Whole(-6, 6, "everything else that is added or taken off")]
Advantage = Annotated[bool, Flag("roll one die more and drop the lowest")]
Disadvantage = Annotated[bool, Flag("roll one die more and drop the highest")]
Skill = Annotated[bool, Flag("you have a skill that fits")]
SpentMomentum = Annotated[bool, Flag("you spent momentum on this roll, so it brings none")]


def roll_two(dice: Dice, advantage: bool = False, disadvantage: bool = False, label: str = "") -> Pool:
    """2D6; advantage rolls a third and drops the lowest, disadvantage the highest; both cancel."""
    if advantage == disadvantage:
        if advantage:
            dice.say("Advantage and disadvantage cancel each other out.")
        return dice.pool(2, label=label)
    return dice.pool(3, drop="lowest" if advantage else "highest", label=label)


def add_up(dice: Dice, pool: Pool, *added: tuple[str, int]) -> int:
    """The total of the kept dice and what is added, with a step that says so."""
    total = pool.total + sum(value for _, value in added)
    parts = "".join(f" {value:+d} ({name})" for name, value in added if value)
    dice.say(f"{' + '.join(map(str, pool.kept))}{parts} = {total}.")
    return total


def result_of(dice: Dice, table_id: str, total: int, follow: str = "meaning") -> Row:
    """The row of a results table for a total, with what follows from it."""
    row = table(table_id).at(total)
    dice.say(f"{total} is {row.roll}: {row.name}.")
    dice.then(row[follow])
    return row


def action_total(dice: Dice, attribute: int, modifier: int, advantage: bool, disadvantage: bool, skill: bool) -> int:
    """The total of an action roll.

    Reading: with a skill, the lowest kept die is rolled again when the first total is below 10, and
    the second result stands.
    """
    pool = roll_two(dice, advantage, disadvantage)
    total = add_up(dice, pool, ("attribute", attribute), ("modifier", modifier))
    if skill and total < 10:
        dice.say(f"Below 10, so the skill rolls the {pool.lowest} again; the new face stands.")
        pool = pool.replace_lowest(dice.die(6, label="skill"))
        total = add_up(dice, pool, ("attribute", attribute), ("modifier", modifier))
    return total


@mechanic("psiops.action", title="Action roll", page="psiops/playing/#roll-the-dice", headline="band",
          words={"band": "psiops.bands"})
def action(dice: Dice, attribute: Attribute = 0, modifier: Modifier = 0, advantage: Advantage = False,
           disadvantage: Disadvantage = False, skill: Skill = False, spent_momentum: SpentMomentum = False):
    """2D6 + attribute; the total's band says how well it goes and how much momentum it brings."""
    total = action_total(dice, attribute, modifier, advantage, disadvantage, skill)
    band = result_of(dice, "psiops.bands", total)
    momentum = 0 if spent_momentum else band.number("momentum")
    if momentum:
        dice.then(f"You gain {momentum} momentum.")
    return {"total": total, "band": band.key, "momentum": momentum}


@mechanic("psiops.determination", title="Determination roll", page="psiops/playing/#determination",
          headline="consequence", words={"consequence": "psiops.determination-results"})
def determination(dice: Dice, attribute: Attribute = 0, modifier: Modifier = 0, advantage: Advantage = False,
                  disadvantage: Disadvantage = False, skill: Skill = False, spent_momentum: SpentMomentum = False):
    """Resist a consequence; the momentum it costs is spent, so none comes back."""
    total = action_total(dice, attribute, modifier, advantage, disadvantage, skill)
    return {"total": total, "consequence": result_of(dice, "psiops.determination-results", total).key}


@mechanic("psiops.insertion", title="Emergency insertion", page="psiops/harm/#emergency-insertion",
          headline="arrival", words={"arrival": "psiops.insertion-results"})
def insertion(dice: Dice, attribute: Attribute = 0, modifier: Modifier = 0, advantage: Advantage = False,
              disadvantage: Disadvantage = False, skill: Skill = False, spent_momentum: SpentMomentum = False):
    """How a new character arrives in the middle of things."""
    total = action_total(dice, attribute, modifier, advantage, disadvantage, skill)
    return {"total": total, "arrival": result_of(dice, "psiops.insertion-results", total).key}


SUCCESS = {"false": "Failure", "true": "Success"}


def succeed(dice: Dice, attribute_name: str, attribute: int, modifier: int,
            advantage: bool, disadvantage: bool) -> dict[str, int | bool]:
    """A roll that only has to succeed: a partial success or better does."""
    pool = roll_two(dice, advantage, disadvantage)
    total = add_up(dice, pool, (attribute_name, attribute), ("modifier", modifier))
    return {"total": total, "success": table("psiops.bands").at(total).key != "failure"}


@mechanic("psiops.initiative", title="Initiative", page="psiops/combat/#initiative", headline="success",
          words={"success": SUCCESS})
def initiative(dice: Dice, attribute: Annotated[int, Whole(-3, 3, "your TACTICS")] = 0, modifier: Modifier = 0,
               advantage: Advantage = False, disadvantage: Disadvantage = False):
    """+TACTICS in the first round: succeed to act before the opponents."""
    outcome = succeed(dice, "TACTICS", attribute, modifier, advantage, disadvantage)
    dice.then("You act before your opponents." if outcome["success"] else "You lose your turn in the first round.")
    return outcome


@mechanic("psiops.retreat", title="Retreat", page="psiops/combat/#retreat", headline="success",
          words={"success": SUCCESS})
def retreat(dice: Dice, attribute: Annotated[int, Whole(-3, 3, "your REFLEXES")] = 0, modifier: Modifier = 0,
            advantage: Advantage = False, disadvantage: Disadvantage = False):
    """+REFLEXES to run from a fight, or to leave close range without a blow."""
    outcome = succeed(dice, "REFLEXES", attribute, modifier, advantage, disadvantage)
    dice.then("You get away." if outcome["success"] else "You don't get away.")
    return outcome


@mechanic("psiops.psionic", title="Psionic talent", page="psiops/talents/#psionic-talents", headline="success",
          words={"success": SUCCESS})
def psionic(dice: Dice, attribute: Annotated[int, Whole(-3, 3, "your WILLPOWER")] = 0, modifier: Modifier = 0,
            advantage: Advantage = False, disadvantage: Disadvantage = False):
    """+WILLPOWER each time you use a talent."""
    outcome = succeed(dice, "WILLPOWER", attribute, modifier, advantage, disadvantage)
    dice.then("The power manifests, and you can use it again." if outcome["success"] else
              "The power doesn't manifest, and you can't use it again until you rest at a rendezvous point "
              "or between missions.")
    return outcome
