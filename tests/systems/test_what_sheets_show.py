"""Each game's sheet as its rules list it: stored values are shown, and a threshold appears as soon as it is met."""

import re
from html import unescape

import rules_py
from rules_py.play import Sheet
from rules_py.rendering.sheets import render_sheet
from tests.cases import check_each

SHOWN = {
    # X-M.A.S.
    "xmas: Wound boxes left and Spirit": ("xmas.operator", {"wounds": 1}, ["2 of 3", "Christmas Spirit 3"]),
    "xmas: On Lethal": ("xmas.operator", {"wounds": 3}, ["On Lethal: the next hit downs you."]),
    "xmas: Downed": ("xmas.operator", {"wounds": 3, "downed": True}, ["Downed: without first aid"]),
    "xmas: a Christmas Ghost": ("xmas.operator", {"ghost": True}, ["A Christmas Ghost: acting", "costs 1 Spirit"]),
    "xmas: the heavy weapon": ("xmas.operator", {"heavy_weapon": "empty"}, ["Empty"]),
    "xmas: the Pain Threshold fills up": ("xmas.enemy", {"pain_threshold": 6, "pain": 4}, ["2 of 6"]),
    "xmas: the Pain Threshold is met": ("xmas.enemy", {"pain_threshold": 6, "pain": 6}, ["Pain Threshold is met"]),
    # Sideworld
    "sideworld: healthy at half": ("sideworld.character", {"stamina_lost": 20}, ["20 of 40", "State Healthy"]),
    "sideworld: hurt below half": ("sideworld.character", {"stamina_lost": 21}, ["19 of 40", "State Hurt", "halved"]),
    "sideworld: incapacitated below a quarter": (
        "sideworld.character",
        {"stamina_lost": 31},
        ["State Incapacitated", "Out of the fight"],
    ),
    "sideworld: dead at 0": ("sideworld.character", {"stamina_lost": 40}, ["State Dead"]),
    "sideworld: a part hit once": ("sideworld.character", {"parts_hit": ["arms"]}, ["Arms: Muscle damaged"]),
    "sideworld: a part hit twice": ("sideworld.character", {"parts_hit": ["arms", "arms"]}, ["Arms: Muscle at zero"]),
    "sideworld: a severe wound": ("sideworld.character", {"severe_wounds": 1}, ["roll 1D100 for the body part"]),
    "sideworld: layers with the DC left": ("sideworld.character", {"layers": [[5, 135], [1, 5]]}, ["5/135, 1/5"]),
    "sideworld: recoil": (
        "sideworld.character",
        {"weapons": [{"name": "Rifle", "recoil": 7}]},
        ["Recoil", "Rifle", "7"],
    ),
    "sideworld: NE": ("sideworld.character", {"ne": 12, "ne_full": 90}, ["NE 12", "Full NE 90"]),
    "sideworld: poison": ("sideworld.character", {"poison": 30}, ["Poison Level 30"]),
    # PSIOPS
    "psiops: HP and maximum less injuries": ("psiops.operative", {"hp": 3, "injuries": 2}, ["3 of 4", "Injuries 2"]),
    "psiops: at 0 HP": ("psiops.operative", {"hp": 0, "past_zero": 2}, ["0 HP: roll 2D6 + STRENGTH less 2"]),
    "psiops: armor, momentum, stress": (
        "psiops.operative",
        {"armor": 2, "momentum": 5, "stress": 4},
        ["Armor 2", "Momentum 5", "Stress 4"],
    ),
    "psiops: stress at its limit": ("psiops.operative", {"stress": 6}, ["6 stress: roll +WILLPOWER."]),
    "psiops: fatigue fills slots": ("psiops.operative", {"fatigue": 3}, ["Fatigue 3", "Slots left 8"]),
    "psiops: too much for 12 slots": (
        "psiops.operative",
        {"fatigue": 12},
        ["More than you can carry", "1 slot too many"],
    ),
    "psiops: hands are 2 of them": (
        "psiops.operative",
        {"items": [{"name": name, "place": "hands"} for name in "abc"]},
        ["hands 3 of 2"],
    ),
    "psiops: ammo of each weapon": (
        "psiops.operative",
        {"weapons": [{"name": "Handgun", "ammo": 2}, {"name": "Rifle", "ammo": 0}]},
        ["Handgun", "2", "Out of ammo: Rifle."],
    ),
    "psiops: tactical supplies": ("psiops.operative", {"supplies": 1}, ["Tactical supplies 1"]),
    "psiops: talents that are spent": (
        "psiops.operative",
        {"talents": [{"talent": "14", "spent": True}]},
        ["Blink", "Yes"],
    ),
    "psiops: a clock": ("psiops.clock", {"segments": 6, "marked": 4}, ["4 of 6", "Segments left 2"]),
    "psiops: a clock that is full": ("psiops.clock", {"segments": 4, "marked": 4}, ["Full: the obstacle is overcome."]),
    "psiops: danger is here": ("psiops.clock", {"segments": 4, "marked": 4, "danger": True}, ["the danger is here"]),
    "psiops: a swarm by its size": (
        "psiops.swarm",
        {"size": 14, "lost": 4, "never_checks": True},
        ["10 of 14", "Armor", "Damage modifier", "Attacks"],
    ),
    "psiops: a swarm's first loss": ("psiops.swarm", {"lost": 1}, ["Morale check: the first loss. 1D6 below 3 holds."]),
    "psiops: half a swarm": ("psiops.swarm", {"lost": 7, "checks_held": 1}, ["Morale check: half is lost."]),
    "psiops: an enemy's HP and morale": ("psiops.enemy", {"hp": 2}, ["2 of 6", "Morale 3"]),
    # COMBAT!
    "combat: stunning and deadly damage": (
        "combat.character",
        {"stunning": 4, "deadly": 3},
        ["8 of 15", "Stunning damage 4", "Deadly damage 3"],
    ),
    "combat: stunned this turn": (
        "combat.character",
        {"stunned_turns": 1},
        ["Stunned", "REF 0 (of 3)", "DEF 10 (of 13)", "MOV 2 (of 6)"],
    ),
    "combat: unconscious": ("combat.character", {"stunning": 15}, ["State Unconscious", "Unconscious, until"]),
    "combat: dying": ("combat.character", {"deadly": 15}, ["State Dying"]),
    "combat: derived scores": ("combat.character", {}, ["DEF", "INI", "TGH", "LIF", "MOV"]),
    "combat: sprint turns left": ("combat.character", {"sprinted": 1}, ["Sprint turns left 2"]),
    # PUML
    "puml: dice of both sides, and whose phase": (
        "puml.fight",
        {"phase": "defence", "defence_dice": 4},
        ["Phase Defence", "Offense dice 5", "Defence dice 4"],
    ),
    "puml: who has acted": ("puml.fight", {"acted": ["Ada", "Bo"]}, ["Ada, Bo"]),
    "puml: exactly three dice": ("puml.fight", {"offense_dice": 3}, ["Three dice are left"]),
    "puml: the goal": ("puml.fight", {"goal": "The gate", "goal_spaces": 3, "goal_marked": 1}, ["The gate", "2"]),
    "puml: the goal is reached": (
        "puml.fight",
        {"goal": "The gate", "goal_spaces": 3, "goal_marked": 3},
        ["Reached: The gate."],
    ),
}


def sheet_text(sheet: Sheet) -> str:
    words = unescape(re.sub(r"<[^>]+>", " ", render_sheet(sheet)))
    return re.sub(r"\s+", " ", words)


@check_each("sheet_id, fields, shown", SHOWN.values(), SHOWN)
def test_sheet_shows_its_recorded_values(sheet_id, fields, shown):
    text = sheet_text(rules_py.sheet(sheet_id, **fields))
    assert [each for each in shown if each not in text] == [], text


@check_each("sheet_id, fields, shown", [case for case in SHOWN.values() if rules_py.sheet(case[0], **case[1]).warnings])
def test_sheet_warns_only_once_a_threshold_is_met(sheet_id, fields, shown):
    new = rules_py.sheet(sheet_id)
    met = rules_py.sheet(sheet_id, **fields)
    assert met.warnings and met.warnings != new.warnings and new.warnings == ()
