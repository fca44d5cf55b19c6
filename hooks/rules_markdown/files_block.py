"""`::: files SLUG`: a game's tables as files, and its rules' dice in the notations of other programs."""

from rules_py.formats import (
    find_licence,
    find_rule_dice,
    list_table_formats,
    write_foundry_roll,
    write_obsidian_dice,
    write_roll_command,
)
from rules_py.registry.games import find_game

from ..open_data import name_game_file, name_table_file
from .block_parser import Block, BlockKind
from .page import Page
from .templates import render


def files_block(block: Block, page: Page) -> str:
    """Render the lists of files and of dice."""
    game = find_game(block.id)
    tables = [
        {
            "table": table,
            "files": [
                {"title": each.title, "href": page.root + name_table_file(table, each)}
                for each in list_table_formats(table)
            ],
        }
        for table in sorted(game.tables.values(), key=lambda table: table.title)
    ]
    rules = [
        {
            "rule": rule,
            "dice": [
                {
                    "command": write_roll_command(each.node),
                    "foundry": write_foundry_roll(each.node, each.label or rule.title),
                    "obsidian": write_obsidian_dice(each.node),
                }
                for each in dice
            ],
        }
        for rule in game.mechanics.values()
        if (dice := find_rule_dice(rule))
    ]
    return render(
        "files.html",
        anchor=page.unique_anchor("files"),
        root=page.root,
        tables=tables,
        rules=rules,
        json=page.root + name_game_file(block.id),
        line=find_licence(block.id).line,
    )


FILES = BlockKind("files", files_block, options=(), accepts_presets=False)
