"""Characters for tests of printed sheets: one of each game, as players would have them."""

from typing import Any

CHARACTERS: dict[str, dict[str, Any]] = {
    "xmas.operator": {
        "name": "Jolly Jack",
        "tough": 2,
        "quick": 1,
        "social": -1,
        "wounds": 1,
        "guy_type": "“Too old for this sleigh”",
        "certifications": ["Demolitions", "Sleigh pilot"],
        "items": [
            {"name": "Grappling hook", "tags": "Sturdy"},
            {"name": "Goggles", "tags": "Infrared"},
            {"name": "Nutcracker minigun", "tags": "Heavy, Slow"},
        ],
        "weapons": [
            {"name": "Rifle"},
            {"name": "Candy-cane knife", "damage": "1d4"},
            {"name": "Nutcracker minigun", "damage": "2d6", "mode": "auto", "heavy": True},
        ],
    },
    "psiops.operative": {
        "name": "Kestrel",
        "strength": 1,
        "reflexes": 2,
        "willpower": 1,
        "hp": 5,
        "stress": 2,
        "momentum": 3,
        "armor": 3,
        "panic": ["2"],
        "talents": [{"talent": "14"}, {"talent": "66", "spent": True}],
        "skills": ["21", "43"],
        "drive": "42",
        "languages": ["Polish", "English", "Russian"],
        "weapons": [
            {"name": "Assault rifle", "kind": "assault", "damage": 2, "ammo": 5, "place": "hands", "slots": 2},
            {"name": "Handgun"},
            {"name": "Combat knife", "kind": "melee", "damage": 1, "ammo": 0, "full": 0},
            {"name": "Frag grenades", "kind": "thrown", "ammo": 2, "full": 2, "blast": True, "place": "backpack"},
        ],
        "items": [
            {"name": "Body armor", "place": "body"},
            {"name": "Helmet", "place": "body"},
            {"name": "First-aid kit"},
            {"name": "Hydro-pack, 2 L"},
            {"name": "Paracord, 20 m"},
            {"name": "Snacks", "slots": 0},
        ],
        "notes": "Owes the quartermaster a night-vision device.",
    },
    "puml.character": {
        "name": "Moss",
        "attributes": [
            {"name": "Brawn", "value": 2},
            {"name": "Wits", "value": 1},
            {"name": "Nerve", "value": 0},
            {"name": "Charm", "value": -1},
        ],
        "hits": 1,
        "hampered": True,
        "durability_lost": 1,
        "notes": "Raised by smugglers. Afraid of the dark, would never say so.",
    },
    "sideworld.character": {
        "name": "Anna Vance",
        "attack": 13,
        "dodge": 12,
        "initiative": 11,
        "reactions": 12,
        "strength": 9,
        "endurance": 12,
        "run_speed": 11,
        "muscle": 8,
        "alertness": 14,
        "intellect": 13,
        "willpower": 15,
        "beauty": 9,
        "charm": 7,
        "age": 28,
        "stamina": 40,
        "stamina_lost": 9,
        "ne": 12,
        "ne_full": 20,
        "parts_hit": ["arms"],
        "layers": [[5, 60]],
        "effects": [{"name": "Intangible", "turns": 3}],
        "weapons": [
            {"name": "Limtex Mini Gun", "bonus": 4, "damage": "2d6", "rounds": 100, "rate": 300, "clip": 250,
             "loaded": 220, "strikes": "bullets"},
            {"name": "Pistol", "bonus": 2, "damage": "1d8", "clip": 12, "loaded": 12, "strikes": "bullets"},
            {"name": "Sword", "bonus": 3, "strikes": "slow"},
        ],
        "parries": [{"name": "Sword", "bonus": 4}],
        "gear": [{"name": "First-aid kit", "number": 1}, {"name": "Spare clips", "number": 2}],
    },
    "combat.character": {
        "name": "Sgt. Cole",
        "reflexes": 4,
        "health": 3,
        "presence": 2,
        "will": 4,
        "bought_life": 3,
        "stunning": 2,
        "deadly": 3,
        "skills": [
            {"name": "Rifles", "level": 4},
            {"name": "Stealth", "level": 3},
            {"name": "First Aid", "attribute": "intellect", "level": 3},
            {"name": "Pistols", "level": 2},
            {"name": "Persuasion", "attribute": "presence", "level": 2},
        ],
        "skill_points": 28,
        "traits": [{"name": "Marksman", "cost": 5}],
        "weapons": [
            {"name": "Service rifle", "damage": "5d6", "harm": "deadly", "blunt": "no"},
            {"name": "Pistol", "damage": "4d6", "harm": "deadly", "blunt": "no"},
            {"name": "Fist", "blunt": "yes"},
        ],
        "allegiances": [
            {"kind": "person", "to": "Her platoon"},
            {"kind": "organization", "to": "The Army"},
        ],
        "experience": 16,
        "dead_lift": 90,
    },
}  # fmt: skip
"""The fields of a character of each game."""


def repeat_lists(fields: dict[str, Any], times: int, but: tuple[str, ...]) -> dict[str, Any]:
    """Return fields with every list several times as long, but for some."""
    return {
        name: value * times if isinstance(value, list) and name not in but else value for name, value in fields.items()
    }
