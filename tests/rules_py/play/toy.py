"""A made-up game's sheets: a rover with a hull, an engine and tools."""

from typing import Annotated, NamedTuple

from rules_py.dice import Dice
from rules_py.errors import RulesError
from rules_py.mechanic import Outcome, mechanic
from rules_py.mechanic.calculator import TablePreset
from rules_py.parameters import Flag, ListOf, Record, Text, Whole
from rules_py.play import Log, RollBinding, Sheet, Trigger, Without, change, derived, warning


@mechanic("toy.ram", title="Ram", page="toy/rover/#ram", headline="damage")
def ram(
    dice: Dice,
    drive: Annotated[int, Whole(0, 9, "your drive")] = 0,
    plating: Annotated[int, Whole(0, 9, "their plating")] = 0,
    weight: Annotated[int, Whole(0, 9, "of what you ram with")] = 1,
    loud: Annotated[bool, Flag("whether all hear it")] = False,
) -> Outcome:
    """Roll a die, add your drive and your tool's weight, and subtract their plating."""
    damage = max(0, dice.die(6) + drive + weight - plating)
    return {"damage": damage, "bump": 2 if loud else 0}


class Tool(NamedTuple):
    """A tool to ram with."""

    name: Annotated[str, Text("its name", most=10)] = "Beam"
    weight: Annotated[int, Whole(0, 9, "kilograms")] = 1


class Rover(Sheet, id="toy.rover", title="Rover", page="toy/rover/#rover"):
    """A vehicle with a hull and an engine."""

    name: Annotated[str, Text("its name", most=20)] = ""
    hull: Annotated[int, Whole(1, 9, "what it can take")] = 5
    dents: Annotated[int, Whole(0, 9, "what it took")] = 0
    speed: Annotated[int, Whole(0, 9, "on plains")] = 2
    torque: Annotated[int, Whole(0, 9, "uphill")] = 4
    tools: Annotated[tuple[Tool, ...], ListOf(Record(Tool, "a tool"), "tools", most=3)] = (Tool(), Tool("Pole", 3))

    rolls = (RollBinding(ram, Without("tools", weight=0), drive=("speed", "torque"), weight="tools.weight"),)
    met_by = (RollBinding(ram, plating="left"),)
    ready = (TablePreset("Drinks", "station.enemies", {"name": "name", "hull": "pain_threshold"}),)

    @derived(label="Hull left")
    def left(self) -> int:
        """Return the undamaged part of the hull."""
        return self.hull - self.dents

    @warning
    def wrecked(self) -> str | None:
        return "A wreck." if self.left == 0 else None

    def check(self) -> None:
        if self.dents > self.hull:
            raise RulesError(f"dents: got {self.dents}, takes at most the hull's {self.hull}")


@change(
    "toy.dent",
    sheet_types=Rover,
    title="Dent",
    page="toy/rover/#dents",
    triggers=(
        Trigger(ram, "target", damage="damage"),
        Trigger(ram, "roller", conditions={"loud": True}, fixed_params={"damage": 1}),
    ),
)
def dent(rover: Rover, say: Log, damage: Annotated[int, Whole(0, 99, "damage")] = 1) -> Rover:
    """Add dents, at most as many as the hull takes."""
    if rover.left == 0:
        raise RulesError("toy.dent: a wreck takes no more dents")
    say(f"{damage} damage.")
    return rover.replace(dents=min(rover.hull, rover.dents + damage))
