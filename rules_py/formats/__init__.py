"""Formats of other programs: a game's tables, dice and enemies as files and text that they read.

Everything ends with the game's licence line, so that it travels along.
"""

from rules_py.formats.dice import RuleDice, find_rule_dice, write_foundry_roll, write_obsidian_dice, write_roll_commands
from rules_py.formats.games import build_game_data
from rules_py.formats.licences import Licence, find_licence
from rules_py.formats.statblocks import write_statblock
from rules_py.formats.tables import TABLE_FORMATS, TableFormat, find_table_format, list_table_formats

__all__ = [
    "TABLE_FORMATS",
    "Licence",
    "RuleDice",
    "TableFormat",
    "build_game_data",
    "find_licence",
    "find_rule_dice",
    "find_table_format",
    "list_table_formats",
    "write_foundry_roll",
    "write_obsidian_dice",
    "write_roll_commands",
    "write_statblock",
]
