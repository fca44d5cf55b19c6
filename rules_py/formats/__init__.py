"""Formats of other programs: a game's tables, dice and enemies as files and text that they read.

Everything ends with the game's licence line, so that it travels along.
"""

from rules_py.formats.dice import (
    RuleDice as RuleDice,
    find_rule_dice as find_rule_dice,
    write_foundry_roll as write_foundry_roll,
    write_obsidian_dice as write_obsidian_dice,
    write_roll_commands as write_roll_commands,
)
from rules_py.formats.games import build_game_data as build_game_data
from rules_py.formats.licences import Licence as Licence, find_licence as find_licence
from rules_py.formats.statblocks import write_statblock as write_statblock
from rules_py.formats.tables import (
    TABLE_FORMATS as TABLE_FORMATS,
    TableFormat as TableFormat,
    find_table_format as find_table_format,
    list_table_formats as list_table_formats,
)
