"""The record of a fight: its log by rounds, with who acted, the targets and the dice; as text and Markdown, too."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules_py.play.board.moment import Happening, include_removed, list_happenings
from rules_py.play.fight.reducer import Fight
from rules_py.text.sentences import format_sentence, use_minus_sign


class RecordedRound(NamedTuple):
    """The rolls and changes of a round.

    Attributes:
        title: the round's name, or "" in games without turns.
        happenings: the rolls and changes, in order.
    """

    title: str
    happenings: tuple[Happening, ...]


def list_rounds(fight: Fight, person: str = "", start: int = 0) -> list[RecordedRound]:
    """Return the record of a fight by rounds, perhaps only of what one combatant did and met with.

    Args:
        fight: the fight.
        person: the combatant's key, or "" for everybody.
        start: the number of the first entry of the log, from 0.
    """
    numbers = {entry.id: entry.round for entry in fight.log}
    rounds: dict[int, list[Happening]] = {}
    for happening in list_happenings(include_removed(fight), fight.log[start:]):
        if not person or person in (*happening.who, *happening.targets):
            rounds.setdefault(numbers[happening.id], []).append(happening)
    name = fight.rules.round_name.capitalize()
    return [
        RecordedRound(f"{name} {number}" if fight.rules.order.has_turns else "", tuple(found))
        for number, found in rounds.items()
    ]


def name_people(fight: Fight, happening: Happening) -> str:
    """Return the names in a happening: those who acted, and their targets."""
    known = include_removed(fight)
    who, targets = (", ".join(map(known.name_for, keys)) for keys in (happening.who, happening.targets))
    return f"{who} → {targets}" if who and targets else who


def describe_details(happening: Happening) -> str:
    """Return the dice and the numbers of a happening in sentences."""
    faces = ", ".join(map(str, happening.roll.faces)) if happening.roll else ""
    dice = format_sentence(f"{happening.title}: {faces}" if faces else happening.title) if happening.roll else ""
    said = dict.fromkeys(each for each in (dice, *happening.effects, *happening.refused) if each)
    return " ".join(map(use_minus_sign, said))


def write_text(fight: Fight, name: str, person: str = "", start: int = 0) -> str:
    """Write the record as plain text.

    Args:
        fight: the fight.
        name: the fight's name.
        person: the key of the combatant that it is about, or "" for everybody.
        start: the number of the first entry of the log, from 0.
    """
    lines = [name]
    for each in list_rounds(fight, person, start):
        lines += ["", *([each.title] if each.title else [])]
        lines += [
            f"{title}{'. ' if details else ''}{details}" for title, details in _list_lines(fight, each.happenings)
        ]
    return "\n".join(lines) + "\n"


def write_markdown(fight: Fight, name: str, person: str = "") -> str:
    """Write the record as Markdown, with a heading for each round; the arguments are those of `write_text`."""
    lines = [f"# {_escape(name)}"]
    for each in list_rounds(fight, person):
        lines += ["", *([f"## {_escape(each.title)}", ""] if each.title else [])]
        for title, details in _list_lines(fight, each.happenings):
            lines.append(f"- **{_escape(title)}**{f' {_escape(details)}' if details else ''}")
    return "\n".join(lines) + "\n"


def _list_lines(fight: Fight, happenings: Sequence[Happening]) -> Iterator[tuple[str, str]]:
    """Yield the result of each happening with the names, and its details."""
    for each in happenings:
        names = name_people(fight, each)
        headline = each.headline
        if names and headline.startswith(f"{names}: "):
            names = ""
        yield f"{names}: {headline}" if names else headline, describe_details(each)


def _escape(text: str) -> str:
    """Return text with a backslash before each character that Markdown could read as a mark."""
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|" else letter for letter in text)
