"""PSIOPS: the layout of an operative's sheet."""

from collections.abc import Callable
from typing import Any

from rules_py.play.layout import Advance, Cards, Gauge, Layout, Row, Rows, Slots, Tab, Texts, Tiles, Vitals
from rules_py.play.steps import Kit, Step
from rules_py.systems.psiops.action import action, determination, initiative, insertion, psionic, retreat
from rules_py.systems.psiops.character import STARTING_SKILLS, STARTING_TALENTS, attribute_score
from rules_py.systems.psiops.combat import attack, defend, psychic_attack
from rules_py.systems.psiops.harm import dying
from rules_py.systems.psiops.sheets.creation import ATTRIBUTES, CHOSEN_ITEMS, pack
from rules_py.systems.psiops.stress import stress
from rules_py.tables import table


def has_talent(name: str) -> Callable[[Any], bool]:
    """Return a function that returns True for an operative with a talent."""
    key = next(row.key for row in table("psiops.talents").rows if row.name == name)
    return lambda operative: any(talent.talent == key for talent in operative.talents)


NOTED = (("noted", True),)
"""The parameters of a bonus that counts as the one of this mission."""

KIT = Kit(pack)

MAKING = (
    Step(
        "Attributes",
        ATTRIBUTES,
        roll=attribute_score,
        swaps=True,
        texts=("psiops.attributes", "use"),
        why="What you add to your rolls",
    ),
    Step("Talents", "talents", count=STARTING_TALENTS, roll="psiops.talents", why="What your mind can do"),
    Step("Equipment", ("weapons", "gear"), count=CHOSEN_ITEMS, kit=KIT, why="On top of the basic kit"),
    Step("Grenades", "grenades", kit=KIT, why="The two in your basic kit are of one kind"),
    Step("Drive", "drive", roll="psiops.drives", why="Acting on it earns advances. No two in a team share one."),
    Step("Skills", "skills", count=STARTING_SKILLS, roll="psiops.skills", why="Where a bad roll gets a second chance"),
    Step("Languages", "languages", count="languages_most", why="Your native one first"),
    Step("Codename", "name", why="What the team calls you"),
)
"""The steps of making an operative."""

OPERATIVE = Layout(
    Vitals(
        Gauge("hp", "max_hp_now", fewer="psiops.take-damage"),
        Gauge("stress", 6, harm=True),
        "momentum",
        "supplies",
        "cover",
        "fatigue",
        "armor_now",
        "prone",
        "next_advantage",
        "deprived",
    ),
    Tiles("Attributes", action, by="attribute"),
    Tab(
        "Fight",
        Rows(
            "Down",
            Row(dying, "At 0 HP"),
            Row("psiops.settle-dying", "How the roll came out", "Choose"),
            Row("psiops.revive", "An ally brings you round", "Wake"),
            Row("psiops.tend", "An ally looks after you", "Tend"),
            Row("psiops.bleed-out", "Nobody came in 10 minutes", "Die"),
        ),
        Cards(
            "weapons",
            attack,
            button="Attack",
            facts=("damage", "kind"),
            changes=("psiops.draw-weapon",),
            gauge=("ammo", "full"),
        ),
        Rows("React", defend, Row(initiative, "Act first"), retreat, Row(determination, "Resist a consequence")),
        Rows(
            "In a battle",
            "psiops.take-damage",
            Row("psiops.sacrifice-armor", "Block with armor", "Choose"),
            Row("psiops.take-position", "Cover and stance", "Choose"),
            Row("psiops.take-another-action", "Push for another action", "Push"),
            "psiops.hold-action",
            "psiops.act-now",
            Row("psiops.concentrate", "Concentrate on a power", "Choose"),
            Row("psiops.appear", "No longer invisible", "Appear"),
            Row("psiops.raise-shield", "Kinetic shield", "Raise"),
            Row("psiops.drain", "Vampire", "Heal"),
            Row("psiops.afflict", "Burning, stunned or worse", "Choose"),
            Row("psiops.psychic-healing", "Psychic healing"),
            "psiops.end-round",
            "psiops.end-fight",
        ),
        Cards("lasting", changes=("psiops.end-effect",)),
    ),
    Tab(
        "Mind",
        Cards(
            "talents", psionic, psychic_attack, button="Use", facts=(), changes=("psiops.start-power",), spent="spent"
        ),
        Texts("skills"),
        Rows(
            "Momentum",
            Row("psiops.calm-down", "Calm down"),
            "psiops.spend-momentum",
            Row("psiops.gain-momentum", "Gain momentum", "Gain"),
        ),
        Rows(
            "Stress",
            stress,
            Row("psiops.gain-stress", "Gain stress", "Gain"),
            Row("psiops.overcome", "You overcame something", "Calm"),
            Row("psiops.take-courage", "An ally is Courageous", "Calm"),
            Row("psiops.recover", "The talent Recover", "Choose"),
        ),
        Texts("panic", "transcendence"),
    ),
    Tab(
        "Kit",
        Slots("weapons", "items", by="place"),
        Rows(
            "Supplies and ammo",
            "psiops.use-supply",
            "psiops.find-ammo",
            Row("psiops.unpack", "Take an item out", "Choose"),
            Row("psiops.take-weapon", "Take a weapon", "Choose"),
            Row("psiops.take-gear", "Take gear", "Choose"),
            "psiops.gain-fatigue",
            Row("psiops.go-without", "A day without food or rest", "Go on"),
            Row("psiops.get-enough", "No longer deprived", "Eat"),
        ),
        Texts("slots_left", "armor"),
    ),
    Tab(
        "Mission",
        Rows(
            "At the rendezvous",
            Row("psiops.heal", "Heal", params=NOTED),
            Row("psiops.take-rest", "Rest", params=NOTED),
            Row("psiops.resupply", "Resupply", "Choose", NOTED),
            Row("psiops.gather-intel", "Intel", "Take"),
        ),
        Advance(
            "advances",
            Row("psiops.raise-attribute", "An attribute"),
            Row("psiops.raise-hp", "Maximum HP"),
            Row("psiops.learn-talent", "A talent", "Learn"),
            Row("psiops.learn-skill", "A skill", "Learn"),
        ),
        Rows(
            "Drive and base",
            Row("psiops.earn-advance", "You acted on your drive", "I did"),
            Row("psiops.change-drive", "A new drive", "Choose"),
            Row("psiops.treat-injuries", "Treat injuries", "Treat"),
        ),
        Rows(
            "The end",
            "psiops.end-mission",
            Row(insertion, "Emergency insertion"),
            Row("psiops.arrive", "Arrive in the middle", "Choose"),
        ),
        Texts("languages", "injuries"),
    ),
    Texts("drive", "notes"),
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
    helps={"skill": ("skills",)},
    making=MAKING,
)
