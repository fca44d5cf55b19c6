"""Checks of the blocks on a page."""

import re

from rules_markdown.block_kinds import KINDS
from rules_markdown.block_parser import MARK, Block, is_block, parse_block, without_left_out_games
from rules_markdown.page import Page
from rules_markdown.page_text import find_open_fence
from rules_markdown.problems import describe_block_error, is_of_game
from rules_py import table
from rules_py.checking.limits import RULE_SECONDS
from rules_py.checking.problems import Problem
from rules_py.checking.session import Session, SkippedError
from rules_py.registry.games import find_mechanic
from rules_site.gm_screen import WIDTHS

from .page_files import CODE, PageFile, iter_text

_NAMES = "|".join(KINDS)
_COLONS = re.compile(rf"\s*(?P<mark>:{{1,2}}|:{{4,}}|: : :)\s*(?P<kind>{_NAMES})\b(?=\s+\S)")
_INSIDE = re.compile(rf"(?P<before>.*\S.*?):::\s*(?P<kind>{_NAMES})\s+\S")
_WIDTH = re.compile(r"##\s.*\{[^}]*\bwidth=[\"']?(?P<width>[^\s}\"']*)")


def check_blocks(session: Session, page: PageFile) -> None:
    """Report the mistakes in the blocks of a page, and collect the ids that they give out."""
    rendered = Page(path=page.path, address=page.address)
    for number, line in iter_text(page):
        if is_block(line) and not line.strip().startswith(f"{MARK}:"):
            _check_block(session, page, rendered, number, line)
            continue
        text = CODE.sub("", line)
        if found := _COLONS.match(text):
            said = f"block: got {found['mark']} {found['kind']}, takes {MARK} {found['kind']}"
            session.add(Problem("FB405", page.place(number), said))
            page.has_unknown_anchors = True
        elif found := _INSIDE.match(text):
            said = f"block: got {found['before'].strip()!r:.60} before {MARK} {found['kind']}, takes a line of its own"
            session.add(Problem("FB406", page.place(number), said))
            page.has_unknown_anchors = True
        elif page.meta.get("screen") and (found := _WIDTH.match(text)) and found["width"] not in map(str, WIDTHS):
            said = f"width: got {found['width']!r}, takes {WIDTHS[0]} to {WIDTHS[-1]} columns of twelve"
            session.add(Problem("FB418", page.place(number), said))
    page.anchors |= rendered.anchors
    start = find_open_fence([line for _, line in page.lines])
    if start is not None and any(is_block(line) for _, line in page.lines[start:]):
        place = page.place(page.lines[start][0])
        session.add(Problem("FB417", place, "got a fence of code without an end, takes a second one"))
        page.has_unknown_anchors = True


def _check_block(session: Session, page: PageFile, rendered: Page, number: int, line: str) -> None:
    block = None
    try:
        block = without_left_out_games(parse_block(line, KINDS))
        if block is None:
            page.has_unknown_anchors = True
            return
        if _is_excused(session, block):
            page.has_unknown_anchors = True
            page.tables.add(block.id)
            return
        if block.kind.name == "table":
            page.tables.add(block.id)
        elif block.kind.name == "paper":
            page.tables |= _list_printed_tables(block)
        place = page.place(number)
        said = f"{block.id}: the block isn't done within {RULE_SECONDS:g} seconds"
        with session.step(f"block {place}", RULE_SECONDS, Problem("FB416", place, said), is_located=False):
            (block.kind.check or block.kind.render)(block, rendered)
        _add_anchors(page, block)
    except SkippedError:
        page.has_unknown_anchors = True
    except Exception as error:
        page.has_unknown_anchors = True
        if block is not None and is_of_game(error):
            return  # the game's own check reports it
        session.add(describe_block_error(error, page.place(number), line, block))


def _is_excused(session: Session, block: Block) -> bool:
    """Return True if a block is about a game, a table or a rule that has problems itself."""
    ids = [each.id.removeprefix("fight:").removeprefix("sheet:") for each in (block, *block.other_blocks)]
    if any(id in session.broken for id in ids) or (session.broken and session.slug in ids):
        return True
    return not session.is_loaded and any(id.partition(".")[0] == session.slug for id in ids)


def _list_printed_tables(block: Block) -> set[str]:
    names = ",".join((block.options.get("cards", ""), block.options.get("reference", ""))).split(",")
    return {name if "." in name else f"{block.id}.{name.strip()}" for name in names if name.strip()}


def _add_anchors(page: PageFile, block: Block) -> None:
    """Add the ids that a block gives out, if its check hasn't done so."""
    match block.kind.name:
        case "table":
            shown = table(block.id)
            page.anchors |= {shown.short_id, shown.anchor, *(shown.anchor_for(row) for row in shown.rows)}
        case "roller":
            page.anchors.add(block.options.get("anchor", find_mechanic(block.id).anchor))
        case "order":
            page.anchors.add(f"order-{block.id.replace('.', '-')}")
        case "sheets" | "paper":
            page.anchors.add(block.kind.name)
        case "fight":
            page.anchors.add("fight-now")
