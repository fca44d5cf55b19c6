"""`::: files SLUG`: a game's tables as files, and its rules' dice in other notations; `::: files all`: all games."""

from rules_py import Table
from rules_py.formats import (
    TableFormat,
    find_licence,
    find_rule_dice,
    list_table_formats,
    write_foundry_roll,
    write_obsidian_dice,
    write_roll_commands,
)
from rules_py.registry.games import find_game, systems

from .block_parser import Block, BlockKind
from .page import Page
from .templates import render

ALL = "all"
"""The id that lists all games."""

DATA = "data"
"""The folder of these files in the site."""


def files_block(block: Block, page: Page) -> str:
    """Render the lists of files and of dice of a game, or the list of all games."""
    if block.id == ALL:
        names = {slug: find_licence(slug).sources for slug in systems()}
        games = {slug: sources[0].title if sources else slug for slug, sources in names.items()}
        return render(
            "games_files.html", root=page.root, games={slug: (games[slug], name_game_file(slug)) for slug in games}
        )
    game = find_game(block.id)
    tables = [
        {
            "table": table,
            "files": [
                {"title": each.title, "path": name_table_file(table, each)} for each in list_table_formats(table)
            ],
        }
        for table in sorted(game.tables.values(), key=lambda table: table.title)
    ]
    rules = [
        {
            "rule": rule,
            "dice": [
                {
                    "commands": write_roll_commands(each.node),
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
        json=name_game_file(block.id),
        line=find_licence(block.id).line,
    )


def name_game_file(slug: str) -> str:
    """Return the path of a game's JSON."""
    return f"{DATA}/{slug}.json"


def name_table_file(table: Table, form: TableFormat) -> str:
    """Return the path of a table in a format."""
    return f"{DATA}/{table.game}/{table.short_id}{form.suffix}"


FILES = BlockKind("files", files_block, options=(), accepts_presets=False)
