"""The sides of a board: a piece for each combatant, the order in which they act, and what the fight shares."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rules_py.play.board.tokens import find_stem
from rules_py.play.fight.initiative import SideInitiative
from rules_py.play.fight.pools import Clock, DicePool, Track
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.play.sheet import Sheet
from rules_py.text.serialization import to_text
from rules_py.text.wording import decapitalize

HIDDEN_STATES = frozenset(("standing", "up", "healthy"))
"""The words of states that say nothing."""


MOST_PIECES = 6
"""The number of pieces in a row of enemies above which those that are alike are stacked."""


class Life(NamedTuple):
    """A combatant's meter."""

    label: str
    now: int
    most: int

    @property
    def is_low(self) -> bool:
        """True at half or less."""
        return 2 * self.now <= self.most


class Piece(NamedTuple):
    """A combatant on the board.

    Attributes:
        role: "acts", "target" or "".
        word: the word in place of the meter, such as "down", or "".
        states: the conditions in words.
        icon: the icon of the first condition that has one, or "".
        is_out: True if the combatant is out of the fight.
        has_acted: True once they have had their turn.
        must_roll: True if they have to make a roll.
        stamp: the difference that the last command made to the meter, or 0.
        health: the word for their health.
        members: the keys of all combatants that it stands for; () for one combatant.
    """

    key: str
    name: str
    role: str
    life: Life | None
    word: str
    states: tuple[str, ...]
    icon: str
    is_out: bool
    has_acted: bool
    must_roll: bool
    stamp: int
    health: str
    members: tuple[str, ...] = ()


class Side(NamedTuple):
    """A side of the board."""

    id: str
    title: str
    is_foe: bool
    pieces: tuple[Piece, ...]


def list_sides(
    fight: Fight,
    by: str | None,
    targets: Sequence[str],
    stamps: Mapping[str, int],
    owing: Sequence[str],
    hidden: Sequence[str] = (),
) -> list[Side]:
    """Return the sides with their pieces, the first side last: it is the own one.

    Args:
        fight: the fight.
        by: the combatant who acts.
        targets: the keys of the targets.
        stamps: the differences that the last command made.
        owing: the keys of those who have to make a roll.
        hidden: the keys of those that players don't see.
    """
    found = []
    for number, (side, title) in enumerate(fight.rules.sides.items()):
        if side in fight.rules.bystander_sides:
            continue
        there = [each for each in fight.participants.values() if each.side == side]
        pieces = [build_piece(fight, each, by, targets, stamps, owing) for each in there]
        pieces = [each._replace(states=(*each.states, "hidden")) if each.key in hidden else each for each in pieces]
        if number and len(pieces) > MOST_PIECES:
            pieces = stack_pieces(fight, pieces)
        found.append(Side(side, title, number > 0, tuple(pieces)))
    return [*found[1:], *found[:1]]


def stack_pieces(fight: Fight, pieces: Sequence[Piece]) -> list[Piece]:
    """Return pieces with one in place of several that are alike: of one kind, with the same sheet and marks.

    Those who act, who are a target or whose meter has just changed keep pieces of their own.
    """
    alike: list[tuple[Piece, list[str]]] = []
    for piece in pieces:
        for first, keys in alike:
            if _is_alike(fight, first, piece):
                keys.append(piece.key)
                break
        else:
            alike.append((piece, [piece.key]))
    return [first if len(keys) == 1 else _stack(first, keys) for first, keys in alike]


def _is_alike(fight: Fight, first: Piece, other: Piece) -> bool:
    marked = any(each.role or each.stamp or each.must_roll for each in (first, other))
    if marked or find_stem(first.name) != find_stem(other.name):
        return False
    if first._replace(key=other.key, name=other.name) != other:
        return False
    sheets = [fight.sheet_for(each.key) for each in (first, other)]
    own, others = ({**sheet.fields, "name": ""} for sheet in sheets)
    return first.is_out or (type(sheets[0]) is type(sheets[1]) and own == others)


def _stack(first: Piece, keys: Sequence[str]) -> Piece:
    return first._replace(name=f"{find_stem(first.name)} ×{len(keys)}", members=tuple(keys))


def build_piece(
    fight: Fight,
    combatant: Combatant,
    by: str | None,
    targets: Sequence[str],
    stamps: Mapping[str, int],
    owing: Sequence[str],
) -> Piece:
    """Return a combatant's piece."""
    key, sheet = combatant.key, combatant.sheet
    life = find_life(sheet)
    word = "fled" if combatant.has_withdrawn else (find_state(sheet) or "out") if combatant.is_out else ""
    return Piece(
        key,
        combatant.name,
        "acts" if key == by else "target" if key in targets else "",
        life,
        word,
        tuple(list_states(combatant)),
        _find_condition_icon(sheet),
        combatant.is_out,
        key in fight.acted_keys or has_had_spotlight(fight, key),
        key in owing,
        stamps.get(key, 0),
        describe_health(fight, life),
    )


def find_life(sheet: Sheet) -> Life | None:
    """Return a sheet's meter, or None if it has none."""
    if sheet.meter is None:
        return None
    now, most = (getattr(sheet, name) for name in sheet.meter)
    return Life(sheet.label_for(sheet.meter[0]), int(now), int(most))


def describe_health(fight: Fight, life: Life | None) -> str:
    """Return the word for a combatant's health."""
    unhurt, hurt, badly = fight.rules.health
    if life is None or life.now >= life.most:
        return unhurt
    return badly if life.is_low else hurt


def find_state(sheet: Sheet) -> str:
    """Return the state of a sheet in one word, or "" if it has none."""
    state = getattr(sheet, "state", "")
    return str(state).replace("_", " ") if isinstance(state, str) and state not in HIDDEN_STATES else ""


def describe_conditions(sheet: Sheet) -> Iterator[str]:
    """Yield the conditions of a combatant in words; without declared ones, the glance of their sheet."""
    for condition in sheet.conditions:
        value = getattr(sheet, condition.value)
        if value in (0, False, "", None, ()):
            continue
        yield condition.word or _describe_value(sheet, condition.value, value)
    for name in sheet.glance:
        value = getattr(sheet, name)
        if name == "state" or name in sheet.hand or value in (0, False, "", None, (), "0"):
            continue
        yield f"{decapitalize(sheet.label_for(name))} {to_text(value).replace(',', ', ')}"


def list_states(combatant: Combatant) -> Iterator[str]:
    """Yield the conditions of a combatant in words, with those that the table has named."""
    yield from describe_conditions(combatant.sheet)
    for each in combatant.own_conditions:
        yield each.name


def _describe_value(sheet: Sheet, name: str, value: Any) -> str:
    """Describe a value in a word or two: a true one by its name, a number with it."""
    label = name.replace("_", " ")
    if isinstance(value, bool) or not isinstance(value, int):
        return label
    parameter = sheet.parameters.get(name)
    named = parameter.kind.names().get(str(value)) if parameter else None
    return f"{decapitalize(named)} {label}" if named else f"{label} {value}"


def _find_condition_icon(sheet: Sheet) -> str:
    return next((each.icon for each in sheet.conditions if each.icon and getattr(sheet, each.value)), "")


def has_had_spotlight(fight: Fight, key: str) -> bool:
    """Return True if a combatant has acted more often than another of their side, in games without turns."""
    if fight.rules.order.has_turns:
        return False
    counts = count_spotlights(fight)
    side = fight.combatants[key].side
    least = min((counts.get(each.key, 0) for each in fight.active if each.side == side), default=0)
    return counts.get(key, 0) > least


def count_spotlights(fight: Fight) -> dict[str, int]:
    """Count how often each combatant has acted since the last break."""
    since = fight.last_break_index
    counts: dict[str, int] = {}
    for index, actor, _ in fight.past_actions:
        if actor is not None and index > since:
            counts[actor] = counts.get(actor, 0) + 1
    return counts


# Order


class OrderGroup(NamedTuple):
    """Combatants with the same place in the order.

    Attributes:
        label: the score, or a word before them; "".
        keys: the combatants.
        is_together: True if they act at the same time.
        acting: those whose turn it is.
        done: those who have acted.
    """

    label: str
    keys: tuple[str, ...]
    is_together: bool
    acting: frozenset[str]
    done: frozenset[str]


def list_order(fight: Fight, by: str | None) -> list[OrderGroup]:
    """Return the order of the round; in games without turns, who has had the spotlight."""
    if not fight.rules.order.has_turns:
        first = next(iter(fight.rules.sides), "")
        keys = tuple(each.key for each in fight.active if each.side == first)
        done = frozenset(key for key in keys if has_had_spotlight(fight, key))
        return [OrderGroup("spotlight", keys, False, frozenset((by,) if by else ()), done)] if keys else []
    is_by_side = isinstance(fight.rules.order, SideInitiative)
    current = fight.available_actors
    return [
        OrderGroup(
            "" if is_by_side else _find_score(fight, group[0]),
            group,
            not is_by_side and len(group) > 1,
            frozenset(key for key in group if (key == by if by in current and is_by_side else key in current)),
            frozenset(key for key in group if key in fight.acted_keys),
        )
        for group in fight.groups
    ]


def list_scores(fight: Fight) -> list[str]:
    """Return those who have a place in the order, each with the score: ["Guard 2 at 28", "Ada at 21"]."""
    return [
        f"{fight.name_for(key)} at {group.label}"
        for group in list_order(fight, None)
        if group.label
        for key in group.keys
    ]


def _find_score(fight: Fight, key: str) -> str:
    score = fight.combatants[key].score
    return str(score[0]) if score else ""


# What the fight shares


class ShownPool(NamedTuple):
    """Something that the fight shares.

    Attributes:
        kind: "clock", "dice", "track" or "words".
        key: the key of the sheet that has it.
        title: what it is called.
        now, most: its numbers.
        is_foe: True if it belongs to another side than the first.
        taken: the number of dice that the action in hand takes.
    """

    kind: str
    key: str
    title: str
    now: int = 0
    most: int = 0
    is_foe: bool = False
    taken: int = 0


def list_pools(fight: Fight, board_key: str, taken: Mapping[tuple[str, str], int]) -> list[ShownPool]:
    """Return what the fight shares: the declared pools, or the glance of the shared sheet in words.

    Args:
        fight: the fight.
        board_key: the key of the sheet that everybody shares.
        taken: what the action in hand takes off the values of sheets, by their keys and names.
    """
    sheets = [*([(board_key, fight.board)] if fight.board is not None else [])]
    sheets += [(each.key, each.sheet) for each in fight.bystanders]
    first = next(iter(fight.rules.sides), "")
    found = []
    for key, sheet in sheets:
        name = fight.name_for(key)
        shown = [
            pool for pool in (_show_pool(each, key, name, sheet, first, taken) for each in fight.rules.pools) if pool
        ]
        if not shown:
            shown = [ShownPool("words", key, text) for text in _describe_glance(sheet)] or [
                ShownPool("words", key, name)
            ]
        found += shown
    return found


def _show_pool(
    pool: Clock | DicePool | Track,
    key: str,
    name: str,
    sheet: Sheet,
    first: str,
    taken: Mapping[tuple[str, str], int],
) -> ShownPool | None:
    """Return a pool as a sheet has it, or None if the sheet doesn't have it."""
    match pool:
        case Clock():
            if not (sheet.has_value(pool.filled) and sheet.has_value(pool.segments)):
                return None
            return ShownPool("clock", key, name, int(getattr(sheet, pool.filled)), int(getattr(sheet, pool.segments)))
        case DicePool():
            if not (sheet.has_value(pool.left) and sheet.has_value(pool.most)):
                return None
            title = pool.title or sheet.label_for(pool.left)
            left, most = int(getattr(sheet, pool.left)), int(getattr(sheet, pool.most))
            spent = min(left, taken.get((key, pool.left), 0))
            return ShownPool("dice", key, title, left, max(left, most), pool.side not in ("", first), spent)
        case Track():
            if not (sheet.has_value(pool.marked) and sheet.has_value(pool.spaces)):
                return None
            spaces = int(getattr(sheet, pool.spaces))
            title = str(getattr(sheet, pool.name)) if pool.name and getattr(sheet, pool.name) else "Goal"
            return ShownPool("track", key, title, int(getattr(sheet, pool.marked)), spaces) if spaces else None


def _describe_glance(sheet: Sheet) -> Iterator[str]:
    for name in sheet.glance:
        value = getattr(sheet, name)
        if value not in ((), "", None):
            yield f"{sheet.label_for(name)} {to_text(value).replace(',', ', ')}"
