"""Words on the board: the sentence of a button, what it assumes, and the facts of cards."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules_py.parameters import Whole
from rules_py.play.bindings import NO_ENTRY, RollBinding
from rules_py.play.board.draft import OPTION, Draft
from rules_py.play.board.plays import Play
from rules_py.play.fight.actions import ALLY
from rules_py.play.fight.reducer import Fight
from rules_py.play.pieces import CardFact
from rules_py.play.previews import Origin, describe_line, find_own_origins, find_target_origins
from rules_py.play.sheet import Sheet
from rules_py.text.sentences import join_some, use_minus_sign
from rules_py.text.serialization import to_text
from rules_py.text.wording import decapitalize


class Card(NamedTuple):
    """A card to act with: an entry of a list, a field, or a way to make a change.

    Attributes:
        name: its name.
        facts: two facts at most.
        choice: the name of the choice, and its value.
        is_chosen: True for the card that is laid out.
        is_empty: True if it is used up.
    """

    name: str
    facts: tuple[CardFact, ...]
    choice: tuple[str, Any]
    is_chosen: bool
    is_empty: bool = False


def find_card_list(play: Play) -> str:
    """Return the list whose entries are the cards of a play: the declared one, or the first of its binding."""
    if play.binding is None:
        return ""
    lists = [name for name, fields in play.binding.choices.items() if not fields]
    wanted = play.action.cards if play.action else ""
    return wanted if wanted in lists else next(iter(lists), "")


def list_cards(fight: Fight, draft: Draft) -> list[Card]:
    """Return the cards to act with; without a choice there are none."""
    play = draft.play
    if play.binding is None:
        return _list_option_cards(draft) if len(play.options) > 1 else []
    name = find_card_list(play)
    return list_entry_cards(fight.acting_sheet_for(play.by), play.binding, name, draft.chosen) if name else []


def _list_option_cards(draft: Draft) -> list[Card]:
    return [
        Card(option.label, (), (OPTION, number), number == draft.option)
        for number, option in enumerate(draft.play.options)
    ]


def list_entry_cards(sheet: Sheet, binding: RollBinding, name: str, chosen: Mapping[str, Any]) -> list[Card]:
    """Return a card for each entry of a list, and one for none of them if that can be chosen."""
    entries, number = getattr(sheet, name), chosen.get(name, 0)
    cards = [
        Card(
            sheet.title_entry(name, index),
            tuple(getattr(entry, "card", ())) or _describe_only_value(binding, name, entry),
            (name, index),
            index == number,
            bool(getattr(entry, "empty", False)),
        )
        for index, entry in enumerate(entries)
    ]
    if label := binding.label_for_no_entry(name):
        cards.append(Card(label, (), (name, NO_ENTRY), number == NO_ENTRY or not entries))
    return cards


def _describe_only_value(binding: RollBinding, name: str, entry: Any) -> tuple[CardFact, ...]:
    """Return the number of an entry if it fills nothing else, such as the value of an attribute."""
    parts = [
        (source.partition(".")[2], binding.mechanic.parameters[parameter].kind)
        for parameter, source in binding.sources.items()
        if isinstance(source, str) and source.startswith(f"{name}.")
    ]
    part, kind = parts[0] if len(parts) == 1 else ("", None)
    if not isinstance(kind, Whole):
        return ()
    return (format_number(getattr(entry, part), is_signed=kind.low < 0),)


def format_number(value: Any, *, is_signed: bool) -> str:
    """Format a value; whole numbers get a sign if numbers of their kind can be below 0."""
    if is_signed and isinstance(value, int) and not isinstance(value, bool):
        return use_minus_sign(f"{value:+d}")
    return to_text(value)


# Sentences


def say_play(fight: Fight, draft: Draft) -> str:
    """Return the sentence of a button: the action, its card if it has no title of its own, and the targets."""
    play = draft.play
    if play.binding is None:
        if play.options and (len(play.options) > 1 or play.options[0].label != (play.change and play.change.title)):
            return play.options[draft.option].label
        return play.title
    card = name_card(fight, draft)
    victim = play.by if play.is_answered else play.at
    targets = join_some(fight.name_for(key) for key in (victim, *draft.also) if key is not None)
    template = play.action.says if play.action and not play.is_answered else ""
    if template:
        is_entry = card in fight.acting_sheet_for(play.by).name_entries(find_card_list(play)) if card else False
        within = card if is_entry or template.startswith("{card}") else decapitalize(card)
        said = template.replace("{card}", within or play.title).replace("{target}", targets)
        return said.strip()
    return f"{play.title} {targets}" if targets else play.title


def name_card(fight: Fight, draft: Draft) -> str:
    """Return the name of the card that is laid out, or ""."""
    play, name = draft.play, find_card_list(draft.play)
    if play.binding is None or not name:
        return ""
    names, number = fight.acting_sheet_for(play.by).name_entries(name), draft.chosen.get(name, 0)
    return names[number] if 0 <= number < len(names) else play.binding.label_for_no_entry(name)


def format_times(count: int) -> str:
    """Return the words after the name of somebody who is meant several times; "" for once.

    >>> format_times(1), format_times(2), format_times(3)
    ('', ' twice', ' 3 times')
    """
    return {1: "", 2: " twice"}.get(count, f" {count} times")


def name_count(count: int) -> str:
    """Return a count of everybody concerned in words.

    >>> name_count(2), name_count(3), name_count(7)
    ('both', 'all three', 'all 7')
    """
    return {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}.get(count, f"all {count}")


def describe_assumptions(fight: Fight, draft: Draft) -> str:
    """Describe what a button assumes: the roller's numbers, and what is known about the target and the fight."""
    play = draft.play
    if play.binding is None or not draft.params:
        return ""
    mechanic = play.binding.mechanic
    sheet = fight.acting_sheet_for(play.by)
    own = {name: choice for name, choice in draft.chosen.items() if name != ALLY}
    origins = _find_origins(fight, draft, play.binding, sheet, own)
    params = {name: draft.params.get(name, parameter.default) for name, parameter in mechanic.parameters.items()}
    line = describe_line(mechanic, params, origins, hidden=(find_card_list(play),))
    ally = draft.chosen.get(ALLY)
    helped = f"with {fight.name_for(ally)}" if ally in fight.combatants else ""
    return ", ".join(part for part in (line.text, helped) if part)


def _find_origins(
    fight: Fight, draft: Draft, binding: RollBinding, sheet: Sheet, chosen: Mapping[str, Any]
) -> dict[str, Origin]:
    """Return the origins of a roll's parameters: the sheets, the fight and the table."""
    mechanic = binding.mechanic
    found: dict[str, Origin] = {}
    others = [fight.board] if fight.board is not None else []
    if draft.play.at is not None:
        others.append(fight.sheet_for(draft.play.at))
    for other in others:
        for met in other.met_by:
            if met.mechanic is mechanic:
                found |= find_target_origins(met, other)
    from_sheet = find_own_origins(binding, sheet, chosen)
    filled = dict.fromkeys((name for name in draft.params if name not in found), Origin("fight"))
    return filled | found | from_sheet | dict.fromkeys(draft.given, Origin("player"))
