"""Sideworld: the layout of a character's sheet."""

from typing import Any

from rules_py.play.layout import (
    CardChange,
    CardRolls,
    Cards,
    Gauge,
    Layout,
    Row,
    Rows,
    Tab,
    Tallies,
    Texts,
    Tiles,
    Vitals,
)
from rules_py.play.steps import Step
from rules_py.systems.sideworld.body_parts import prosthetic, wound
from rules_py.systems.sideworld.combat import attack, unarmed
from rules_py.systems.sideworld.firing import group_attack
from rules_py.systems.sideworld.harm import heal
from rules_py.systems.sideworld.magic import scramble, spell
from rules_py.systems.sideworld.playing import initiative, save, sneak


def has_energy(character: Any) -> bool:
    """Return True if a character's body holds NE."""
    return bool(character.ne_full)


MAKING = (
    Step("Name and age", ("name", "age"), why="Who you are after your training"),
    Step(
        "Attributes",
        {
            "In a fight": ("attack", "dodge", "initiative", "reactions"),
            "Body": ("strength", "endurance", "run_speed", "constitution", "muscle"),
            "Mind": ("alertness", "intellect", "willpower", "wisdom"),
            "Among people": ("beauty", "charm"),
        },
        why="From your terms of training, healthy and at your age",
    ),
    Step("Stamina and actions", ("stamina", "actions"), why="How much you can take, and how fast you are"),
    Step("Weapons and armor", ("weapons", "parries", "layers"), why="A weapon for each range that you use it at"),
    Step("Magic", ("ne_full", "ne", "stores"), why="Only if your body holds NE"),
    Step("Gear and notes", ("gear", "notes"), why="What you use up, and everything else"),
)
"""The steps of making a character."""

CHARACTER = Layout(
    Vitals(
        Gauge(
            "stamina_left",
            "stamina",
            missing="stamina_lost",
            fewer="sideworld.take-damage",
            marks=("half", "quarter"),
        ),
        Gauge("ne", "ne_full"),
        "poison",
        "layers",
        "dead",
    ),
    Tiles("In a fight", unarmed, initiative, names=("Unarmed", "Initiative")),
    Tiles("Saves", save, by="attribute", first=("reactions_now", "willpower_now", "alertness_now")),
    Tab(
        "Fight",
        Cards(
            "weapons",
            attack,
            group_attack,
            button="Attack",
            facts=("bonus", "shot", "recoil_now"),
            changes=("sideworld.reload", "sideworld.load-round", "sideworld.fill-clip", "sideworld.aim"),
            gauge=("loaded", "clip"),
            ways=CardRolls("Ranges", "at_ranges", ("bonus", "damage")),
        ),
        Rows(
            "Turn",
            sneak,
            Row("sideworld.fire", "Rounds fired", "Fire"),
            Row("sideworld.move", "A motion", "Move"),
            "sideworld.end-turn",
        ),
        Rows(
            "Harm",
            "sideworld.take-damage",
            Row(wound, "A severe wound: which part?"),
            "sideworld.drain",
            Row("sideworld.die", "Dies at once", "Die"),
        ),
        Cards("parries", facts=("bonus", "resilience", "dc")),
    ),
    Tab(
        "Body",
        Tallies("parts_hit", "attributes", ("Hit", "halved"), ("Twice", "at zero"), change="sideworld.damage-part"),
        Texts("treated", "severe_wounds", "age"),
        Rows(
            "Recover",
            Row("sideworld.pass-hours", "Hours pass", "1 hour", (("hours", 1), ("asleep", False))),
            Row("sideworld.first-aid", "First aid", "Heal"),
            "sideworld.treat-part",
            heal,
            Row("sideworld.take-poison", "Drink or poison", "Take"),
        ),
        Cards("prosthetics", prosthetic, button="Roll", changes=("sideworld.prosthetic-fails", "sideworld.overhaul")),
        Cards("drained"),
        Rows("Years", "sideworld.grow-older", "sideworld.fit-prosthetic"),
    ),
    Tab(
        "Magic",
        Rows("Cast", spell, "sideworld.cast", Row("sideworld.regain-ne", "NE from a store", "Regain")),
        Cards("stores", changes=("sideworld.tap-store",)),
        Cards("effects", changes=(CardChange("sideworld.end-effect", button="End"),)),
        Rows(
            "If it is scrambled",
            scramble,
            Row("sideworld.chaos", "Magical chaos", "Choose"),
            Row("sideworld.begin-effect", "An effect begins", "Begin"),
        ),
    ),
    Tab("Kit", Cards("gear", changes=(CardChange("sideworld.use-gear", button="Use"),)), Texts("hands")),
    Texts("notes"),
    needs={
        "sideworld.cast": has_energy,
        "sideworld.regain-ne": has_energy,
        "sideworld.prosthetic": lambda character: bool(character.prosthetics),
    },
    making=MAKING,
)
