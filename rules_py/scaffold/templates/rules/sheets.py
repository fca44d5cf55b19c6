"""New Game: the sheet of a hero, what changes it, and fights."""

from typing import Annotated

from rules_py.authoring import (
    Action,
    FightRules,
    IndividualInitiative,
    Limit,
    Log,
    RollBinding,
    Sheet,
    Text,
    Trigger,
    Whole,
    actor_is_up,
    change,
    derived,
    target_is_up,
)

from .checks import USUAL, Defence, Skill, attack, initiative, repair


class Hero(Sheet, id="newgame.hero", title="Hero", page="newgame/#heroes"):
    """A hero, or anybody who fights one."""

    name: Annotated[str, Text("the hero's name", label="Name")] = ""
    skill: Skill = 2
    defence: Defence = USUAL
    health: Annotated[int, Whole(1, 20, "the harm that puts the hero out of the fight", label="Health")] = 6
    harm: Annotated[int, Whole(0, 99, "harm taken", label="Harm")] = 0

    rolls = (
        RollBinding(repair, skill="skill"),
        RollBinding(attack, skill="skill"),
        RollBinding(initiative, skill="skill"),
    )
    met_by = (RollBinding(attack, defence="defence"),)
    meter = ("left", "health")

    @derived(label="Health left")
    def left(self) -> int:
        """Return the harm that the hero can still take."""
        return max(0, self.health - self.harm)

    @derived(label="Out of the fight")
    def out(self) -> bool:
        """Return True if no health is left."""
        return self.left == 0


@change(
    "newgame.take-harm",
    sheet_types=Hero,
    title="Take harm",
    page="newgame/#heroes",
    triggers=(Trigger(attack, "target", conditions={"hit": True}, amount="harm"),),
)
def take_harm(hero: Hero, say: Log, amount: Annotated[int, Whole(1, 99, "harm", label="Harm")] = 1) -> Hero:
    """Harm adds up until no health is left."""
    after = hero.replace(harm=min(hero.health, hero.harm + amount))
    say(f"{amount} harm, {after.left} health left.")
    return after


@change("newgame.rest", sheet_types=Hero, title="Rest", page="newgame/#heroes")
def rest(hero: Hero, say: Log) -> Hero:
    """Take away all harm after a night."""
    say("All harm is gone.")
    return hero.replace(harm=0)


FIGHT = FightRules(
    "newgame/fight/",
    {"heroes": "Heroes", "foes": "Foes"},
    {Hero: ("heroes", "foes")},
    order=IndividualInitiative(initiative),
    declared_actions=(
        Action(
            attack,
            requires={"actor": actor_is_up, "target": target_is_up},
            limit=Limit(most=lambda attempt: 1, pool="action"),
            icon="attack",
            chance="hit",
        ),
        Action(initiative, is_free=True),
    ),
)
