"""Sideworld: the layout of a character's sheet."""

from typing import Any

from rules_py.play.layout import Cards, Facts, Gauge, Gauges, Happenings, Layout, Tab, Tiles
from rules_py.systems.sideworld.combat import attack, unarmed
from rules_py.systems.sideworld.harm import heal
from rules_py.systems.sideworld.magic import scramble, spell
from rules_py.systems.sideworld.playing import initiative, save, sneak


def has_energy(character: Any) -> bool:
    """Return True if a character's body holds NE."""
    return bool(character.ne_full)


CHARACTER = Layout(
    Tab(
        "Play",
        Gauges(
            Gauge("stamina_left", "stamina", missing="stamina_lost", fewer="sideworld.take-damage"),
            Gauge("ne", "ne_full"),
            "poison",
            "dead",
        ),
        Facts("state", "layers", "actions"),
        Cards(
            "weapons",
            attack,
            changes=("sideworld.reload", "sideworld.load-round", "sideworld.fill-clip", "sideworld.aim"),
            gauge=("loaded", "clip"),
        ),
        Tiles("Save", save, by="attribute"),
        Tiles("Act", initiative, unarmed, sneak, scramble, spell),
        Cards("parries"),
        Cards("stores", changes=("sideworld.tap-store",)),
        Cards("effects", changes=("sideworld.end-effect",)),
        Cards("gear", changes=("sideworld.use-gear",)),
        Happenings("Get hurt", "sideworld.take-damage", "sideworld.damage-part", "sideworld.drain", "sideworld.die"),
        Happenings("Poison", "sideworld.take-poison"),
        Happenings("Recover", "sideworld.pass-hours", "sideworld.first-aid", "sideworld.treat-part"),
        Happenings("Magic", "sideworld.cast", "sideworld.regain-ne", "sideworld.chaos", "sideworld.begin-effect"),
        Happenings("Turn", "sideworld.fire", "sideworld.end-turn"),
    ),
    Tab(
        "Body",
        Facts("age", "parts_hit", "treated", "severe_wounds"),
        Tiles("Heal", heal),
        Cards("prosthetics", changes=("sideworld.prosthetic-fails", "sideworld.overhaul")),
        Cards("drained"),
        Happenings("Years", "sideworld.grow-older", "sideworld.fit-prosthetic"),
    ),
    needs={"sideworld.cast": has_energy, "sideworld.regain-ne": has_energy},
)
