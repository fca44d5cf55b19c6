"""PSIOPS: the layout of an operative's sheet."""

from collections.abc import Callable
from typing import Any

from rules_py.play.layout import Cards, Facts, Gauge, Gauges, Happenings, Layout, Tab, Tiles
from rules_py.systems.psiops.action import action, determination, initiative, insertion, psionic, retreat
from rules_py.systems.psiops.combat import attack, defend
from rules_py.systems.psiops.harm import dying
from rules_py.systems.psiops.stress import stress
from rules_py.tables import table


def has_talent(name: str) -> Callable[[Any], bool]:
    """Return a function that returns True for an operative with a talent."""
    key = next(row.key for row in table("psiops.talents").rows if row.name == name)
    return lambda operative: any(talent.talent == key for talent in operative.talents)


OPERATIVE = Layout(
    Tab(
        "Play",
        Gauges(
            Gauge("hp", "max_hp_now", fewer="psiops.take-damage"),
            "stress",
            "momentum",
            "supplies",
            "fatigue",
            "prone",
            "next_advantage",
            "deprived",
        ),
        Facts("state", "armor_now", "cover"),
        Tiles("Act", action, by="attribute"),
        Cards("weapons", attack, changes=("psiops.resupply",), gauge=("ammo", "full")),
        Tiles("React", defend, initiative, retreat, stress, dying, determination, insertion),
        Cards("talents", psionic, changes=("psiops.start-power",), spent="spent"),
        Cards("skills"),
        Cards("panic"),
        Cards("transcendence"),
        Cards("lasting", changes=("psiops.end-effect",)),
        Happenings(
            "Get hurt",
            "psiops.take-damage",
            "psiops.sacrifice-armor",
            "psiops.gain-stress",
            "psiops.gain-fatigue",
            "psiops.go-without",
            "psiops.afflict",
        ),
        Happenings(
            "In a battle",
            "psiops.take-position",
            "psiops.take-another-action",
            "psiops.hold-action",
            "psiops.act-now",
            "psiops.concentrate",
            "psiops.appear",
            "psiops.raise-shield",
            "psiops.drain",
            "psiops.end-round",
            "psiops.end-fight",
        ),
        Happenings(
            "Momentum and stress",
            "psiops.gain-momentum",
            "psiops.spend-momentum",
            "psiops.calm-down",
            "psiops.overcome",
            "psiops.take-courage",
            "psiops.recover",
        ),
        Happenings(
            "Down", "psiops.settle-dying", "psiops.revive", "psiops.tend", "psiops.bleed-out", "psiops.psychic-healing"
        ),
        Happenings(
            "Rendezvous and rest",
            "psiops.take-rest",
            "psiops.heal",
            "psiops.gather-intel",
            "psiops.get-enough",
            "psiops.arrive",
        ),
        Happenings("The end", "psiops.end-mission"),
    ),
    Tab(
        "Kit",
        Facts("slots_left", "armor"),
        Cards("items"),
        Happenings(
            "Kit",
            "psiops.draw-weapon",
            "psiops.unpack",
            "psiops.use-supply",
            "psiops.take-weapon",
            "psiops.take-gear",
            "psiops.find-ammo",
        ),
    ),
    Tab(
        "Advance",
        Facts("advances", "drive", "languages", "injuries"),
        Happenings(
            "Advance",
            "psiops.earn-advance",
            "psiops.raise-attribute",
            "psiops.raise-hp",
            "psiops.learn-talent",
            "psiops.learn-skill",
            "psiops.change-drive",
        ),
        Happenings("At base", "psiops.treat-injuries"),
    ),
    needs={
        "psiops.drain": has_talent("Vampire"),
        "psiops.raise-shield": has_talent("Kinetic shield"),
        "psiops.appear": has_talent("Invisibility"),
    },
    omits=(
        "psiops.spend-ammo",
        "psiops.spend-talent",
        "psiops.hold-second-attack",
        "psiops.use-advantage",
        "psiops.gain-advantage",
        "psiops.keep-calm",
        "psiops.panic",
        "psiops.transcend",
    ),
)
