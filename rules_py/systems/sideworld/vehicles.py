"""Sideworld, Vehicles: risky manoeuvres, contests at the wheel, and crashes."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import Flag, RowOf, Whole
from rules_py.systems.sideworld.playing import SAVES, save_against
from rules_py.table_files import table

KPH_PER_VEHICLE_ROLL = 10
KPH_PER_OCCUPANT_ROLL = 20

Reactions = Annotated[int, Whole(0, 40, "the pilot's Reactions")]


@mechanic("sideworld.drive", title="Risky manoeuvre", page="sideworld/vehicles/#driving", headline="result",
          words={"result": SAVES})
def drive(dice: Dice, reactions: Reactions = 10,
          manoeuvre: Annotated[str, RowOf("sideworld.manoeuvres", "what you try")] = "sharp-turn",
          manual: Annotated[bool, Flag("you drive with manual controls")] = False,
          unskilled: Annotated[bool, Flag("you are no Pilot and lack the Skill for this vehicle")] = False,
          levels_above: Annotated[int, Whole(0, 5, "for Pilots: levels the vehicle is above yours")] = 0,
          handling: Annotated[int, Whole(-40, 40, "the vehicle's own bonus or penalty")] = 0,
          tracked: Annotated[bool, Flag("the vehicle has tracks")] = False):
    """A Save with Reactions, changed by driver, vehicle and manoeuvre together."""
    row, driver = table("sideworld.manoeuvres").row(manoeuvre), table("sideworld.vehicle-modifiers")
    spared = tracked and row["exempt"] == "Tracked vehicles"
    target = (reactions + handling + (0 if spared else row.number("modifier"))
              + manual * driver.row("manual").number("modifier")
              + unskilled * driver.row("unskilled").number("modifier")
              + levels_above * driver.row("levels-above").number("modifier"))
    dice.say(f"{row.name}: Reactions {reactions} come to {target}.")
    outcome = save_against(dice, target)
    dice.then({"success": "It works.", "failure": "It goes wrong.",
               "marginal": "It only just goes wrong: the GM may let you off lightly."}[outcome["result"]])
    if row["remark"] != "–":
        dice.then(row["remark"])
    return {"result": outcome["result"], "target": target, "roll": outcome["roll"]}


@mechanic("sideworld.contest", title="Contest of pilots", page="sideworld/vehicles/#contests", headline="win",
          words={"win": {"false": "Lost", "true": "Won"}})
def contest(dice: Dice, reactions: Reactions = 10,
            opponent: Annotated[int, Whole(0, 40, "the Reactions of the other pilot")] = 10):
    """1D20 + Reactions above the other pilot's 1D20 + Reactions; a tie is not enough."""
    own, other = dice.die(20, label="you"), dice.die(20, label="opponent")
    dice.say(f"{own} + {reactions} = {own + reactions} against {other} + {opponent} = {other + opponent}.")
    win = own + reactions > other + opponent
    dice.then("You get your way." if win else "The other pilot holds you off.")
    return {"win": win}


@mechanic("sideworld.crash", title="Crash", page="sideworld/vehicles/#crashes", headline="vehicle")
def crash(dice: Dice, kph: Annotated[int, Whole(0, 1000, "speed of the crash")] = 60):
    """2D6 per 10 kph to the vehicle; per 20 kph 2D6 to each seated occupant and 2D6×4 to each other one.

    Reading: only full tens and twenties count. Each occupant's damage is rolled by itself; this is one of each.
    """
    tens, twenties = kph // KPH_PER_VEHICLE_ROLL, kph // KPH_PER_OCCUPANT_ROLL
    return {
        "vehicle": dice.apart(lambda dice: damage_of(dice, "the vehicle", tens, 1)),
        "seated": dice.apart(lambda dice: damage_of(dice, "an occupant in a seat", twenties, 1)),
        "unseated": dice.apart(lambda dice: damage_of(dice, "an occupant without one", twenties, 4)),
    }


def damage_of(dice: Dice, whom: str, rolls: int, times: int) -> int:
    """2D6 for each of `rolls`, times a number, with what it does to whom."""
    damage = dice.total(f"{2 * rolls}d6*{times}" if times > 1 else f"{2 * rolls}d6", whom) if rolls else 0
    dice.then(f"{damage} damage to {whom}.")
    return damage
