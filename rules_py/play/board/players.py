"""The players' view: what a table of players may see of a fight, and nothing else.

It is plain JSON, so that a second screen or a link can have it without the fight. Keys of combatants, events and sheets
aren't in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rules_py.dice import DiceResult
from rules_py.errors import ParameterError
from rules_py.play.board.hand import describe_turn
from rules_py.play.board.moment import Happening, find_last_entries, list_happenings
from rules_py.play.board.sides import Life, describe_conditions, find_life, find_state, list_order, list_pools
from rules_py.play.board.tokens import Token, build_tokens
from rules_py.play.copies import replace
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.initiative import SideInitiative
from rules_py.play.fight.offers import is_decided
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant, LogEntry
from rules_py.play.fight.targeting import find_actor
from rules_py.play.sheet import Sheet
from rules_py.text.sentences import format_sentence, use_minus_sign
from rules_py.text.wording import decapitalize

HEALTH = ("words", "numbers", "nothing")
"""The ways to show the health of enemies."""

LONGEST_WORD, LONGEST_NAME, LONGEST_TITLE = 20, 40, 80
"""The numbers of letters of a word for health, of a name that players see, and of what they call the fight."""

MOST_ROUNDS = 2
"""The number of rounds whose events are shown."""

MOST_EVENTS = 12
"""The number of events that are shown."""

MOST_ENTRIES = 120
"""The number of entries of the log that are looked at for these events."""


UNTOLD = ("note", "dice")
"""The events that aren't for players."""


class Secrets(NamedTuple):
    """The choices of a GM about what players see.

    Attributes:
        hidden: the keys of those who aren't shown.
        names: other names for combatants, by their keys.
        health: how the health of enemies is shown, one of `HEALTH`.
        revealed: the keys of enemies whose numbers are shown all the same.
        words: the words for unhurt, hurt and badly hurt; () for those of the game.
        title: what the fight is called; "" for its own name.
    """

    hidden: frozenset[str] = frozenset()
    names: Mapping[str, str] = {}
    health: str = "words"
    revealed: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()
    title: str = ""


def read_secrets(data: object) -> Secrets:
    """Return a GM's choices from JSON. Parts that are missing have their defaults.

    Raises:
        RulesError: a part has another form; the message says which.
    """
    if not isinstance(data, Mapping):
        raise ParameterError("secrets", data, "an object with hidden, names, health, revealed and words")
    names = data.get("names") or {}
    if not isinstance(names, Mapping) or not all(isinstance(name, str) for name in names.values()):
        raise ParameterError("names", names, "names by combatant")
    health = data.get("health") or HEALTH[0]
    if health not in HEALTH:
        raise ParameterError("health", health, ", ".join(HEALTH))
    words = _read_texts(data, "words")
    if len(words) not in (0, 3):
        raise ParameterError("words", words, "three words, for unhurt, hurt and badly hurt")
    title = data.get("title") or ""
    if not isinstance(title, str):
        raise ParameterError("title", title, "text")
    return Secrets(
        frozenset(_read_texts(data, "hidden")),
        {str(key): name.strip()[:LONGEST_NAME] for key, name in names.items() if name.strip()},
        str(health),
        frozenset(_read_texts(data, "revealed")),
        tuple(word.strip()[:LONGEST_WORD] for word in words) if all(word.strip() for word in words) else (),
        title.strip()[:LONGEST_TITLE],
    )


def _read_texts(data: Mapping[str, Any], part: str) -> list[str]:
    found = data.get(part) or []
    if not isinstance(found, list | tuple) or not all(isinstance(each, str) for each in found):
        raise ParameterError(part, found, "a list of texts")
    return list(found)


def build_players_view(fight: Fight, secrets: Secrets, title: str = "") -> dict[str, Any]:
    """Return what players may see of a fight, as JSON.

    Players see their own side as it is. Of others they see no numbers and no text that has one, unless the GM shows
    them; of those who are hidden they see nothing. A text that would name somebody hidden is left out.

    Returns:
        `title`, `round`, `turn`: the fight's name, the round and whose turn it is; `sides`: each with `title`, `foe`
        and `pieces`; `order`: groups of `pieces` by their numbers; `pools`; `moment`: the last event or None; `rounds`:
        the latest events; `next`: the name of the player's character who is next, or "".
    """
    screen = _Screen(fight, secrets)
    is_over = is_decided(fight)
    return {
        "title": secrets.title or title,
        "round": "Over" if is_over else describe_turn(fight)[0],
        "turn": "" if is_over else screen.describe_turn(),
        "sides": [side for side in screen.list_sides() if side["pieces"]],
        "order": [] if is_over else screen.list_order(),
        "pools": screen.list_pools(),
        "moment": screen.build_moment(),
        "rounds": list(screen.list_rounds()),
        "next": "" if is_over else screen.find_next(),
    }


class _Told(NamedTuple):
    """An event as players see it.

    Attributes:
        id: the id of the event.
        is_quiet: True for an event that isn't listed, such as a new turn.
        shown: its parts as JSON.
    """

    id: str
    is_quiet: bool
    shown: dict[str, Any]


class _Screen:
    """A fight on its way to the players' view: who is shown, and by which names."""

    def __init__(self, fight: Fight, secrets: Secrets) -> None:
        self.fight, self.secrets = fight, secrets
        self.first = next(iter(fight.rules.sides), "")
        self.shown = [each for each in fight.combatants.values() if each.key not in secrets.hidden]
        names = {each.key: secrets.names.get(each.key) or each.name for each in self.shown}
        self.names: Mapping[str, str] = names
        known = {each.key: replace(each, name=names[each.key]) for each in self.shown}
        self.tokens: Mapping[str, Token] = build_tokens(replace(fight, combatants=known))
        self.numbers = {each.key: number for number, each in enumerate(self.shown)}
        everybody = sorted(fight.combatants.values(), key=lambda each: len(each.name), reverse=True)
        self.latest: list[_Told] | None = None
        self.to_replace = [(each.name, names.get(each.key)) for each in everybody if names.get(each.key) != each.name]

    def is_own(self, key: str) -> bool:
        """Return True for a combatant of the players' side."""
        return self.fight.combatants[key].side == self.first

    def has_numbers(self, key: str) -> bool:
        """Return True for a combatant whose numbers players may see."""
        return self.is_own(key) or self.secrets.health == "numbers" or key in self.secrets.revealed

    def tell(self, text: str, *, keeps_numbers: bool = True) -> str:
        """Return a text with the names that players know; "" if it names somebody hidden, or has a hidden number."""
        told = text
        for number, (name, known) in enumerate(self.to_replace):
            if not _has_name(told, name):
                continue
            if known is None:
                return ""
            told = _replace_name(told, name, f"\0{number}\0")
        bare = told
        for number, (_, known) in enumerate(self.to_replace):
            told = told.replace(f"\0{number}\0", known or "")
            bare = bare.replace(f"\0{number}\0", "")
        if not keeps_numbers:
            for name in sorted(self.names.values(), key=len, reverse=True):
                bare = _replace_name(bare, name, "")
            if any(letter.isdigit() for letter in bare):
                return ""
        return told

    # Pieces

    def list_sides(self) -> list[dict[str, Any]]:
        sides = [side for side in self.fight.rules.sides if side not in self.fight.rules.bystander_sides]
        return [
            {
                "title": self.fight.rules.sides[side],
                "foe": side != self.first,
                "pieces": [self.build_piece(each) for each in self.shown if each.side == side],
            }
            for side in (*sides[1:], *sides[:1])
        ]

    def build_piece(self, combatant: Combatant) -> dict[str, Any]:
        fight, key, sheet = self.fight, combatant.key, combatant.sheet
        has_numbers = self.has_numbers(key)
        life = find_life(sheet)
        states = list(describe_conditions(sheet)) if self.is_own(key) else list(self._list_open_conditions(sheet))
        states += [each.name for each in combatant.own_conditions]
        return {
            "number": self.numbers[key],
            "name": self.names[key],
            "token": self.tokens[key].text,
            "word": self.describe_health(combatant, sheet),
            "hurt": self.rank_health(sheet, life) if self.is_told(key) else 0,
            "now": max(0, life.now) if life is not None and has_numbers and not combatant.is_out else None,
            "most": life.most if life is not None and has_numbers and not combatant.is_out else None,
            "states": [told for each in states if (told := self.tell(each))],
            "out": combatant.is_out,
            "acts": key in fight.available_actors and fight.rules.order.has_turns,
            "done": key in fight.acted_keys,
        }

    def is_told(self, key: str) -> bool:
        """Return True for a combatant about whose health players learn anything."""
        return self.has_numbers(key) or self.secrets.health != "nothing"

    def describe_health(self, combatant: Combatant, sheet: Sheet) -> str:
        """Return a combatant's state in a word: out of the fight, or the word for their health."""
        if combatant.has_withdrawn:
            return "fled"
        if sheet.is_out:
            state = find_state(sheet)
            return state if state and not any(letter.isdigit() for letter in state) else "out"
        if not self.is_told(combatant.key):
            return ""
        words = self.secrets.words or self.fight.rules.health
        return words[self.rank_health(sheet, find_life(sheet))]

    def rank_health(self, sheet: Sheet, life: Life | None) -> int:
        """Return 0 for somebody unhurt, 1 for hurt, 2 for badly hurt."""
        if life is None or life.now >= life.most:
            return 0
        return 2 if life.is_low else 1

    def _list_open_conditions(self, sheet: Sheet) -> Iterator[str]:
        """Yield the conditions that everybody at a table sees: declared ones, without a number."""
        declared = [each for each in sheet.conditions if getattr(sheet, each.value) not in (0, False, "", None, ())]
        for told in list(describe_conditions(sheet))[: len(declared)]:
            if not any(letter.isdigit() for letter in told):
                yield told

    # The order

    def describe_turn(self) -> str:
        """Describe whose turn it is, unless somebody hidden has it."""
        group = self.fight.current_group
        shown = [key for key in group if key in self.numbers]
        is_by_side = isinstance(self.fight.rules.order, SideInitiative)
        if len(shown) < len(group) and not (is_by_side and shown):
            return ""
        return self.tell(describe_turn(self.fight)[1])

    def list_order(self) -> list[dict[str, Any]]:
        """Return the order of the round without those who are hidden; initiative scores aren't told."""
        found = []
        for group in list_order(self.fight, find_actor(self.fight)):
            pieces = [self.numbers[key] for key in group.keys if key in self.numbers]
            if pieces:
                found.append({"pieces": pieces, "together": group.is_together})
        return found

    def find_next(self) -> str:
        """Return the name of the player's character who is next in the order, or "" if that is nobody or hidden."""
        fight = self.fight
        if not fight.rules.order.has_turns or fight.is_open or isinstance(fight.rules.order, SideInitiative):
            return ""
        waiting = [group for group in fight.groups if not set(group) & set(fight.current_group)]
        left = [[key for key in group if key not in fight.acted_keys] for group in waiting]
        following = next((group for group in left if group), [])
        if not following and fight.groups:
            following = list(fight.groups[0])
        names = [self.names[key] for key in following if key in self.names and self.is_own(key)]
        return names[0] if names and names[0] not in [self.names.get(key) for key in fight.current_group] else ""

    def list_pools(self) -> list[dict[str, Any]]:
        """Return what the fight shares, except for what belongs to enemies or is hidden."""
        found = []
        for pool in list_pools(self.fight, BOARD, {}):
            if pool.key in self.secrets.hidden or pool.is_foe:
                continue
            title = self.secrets.names.get(pool.key) or self.tell(pool.title)
            if title:
                found.append({"kind": pool.kind, "title": title, "now": pool.now, "most": pool.most})
        return found

    # Events

    def build_moment(self) -> dict[str, Any] | None:
        """Return the last event with its dice, or the one before that players see; None without any."""
        last = next(self._tell_entries(find_last_entries(self.fight)), None)
        if last is None or last.is_quiet:
            last = next(reversed(self._tell_latest()), last)
        return last and last.shown

    def list_rounds(self) -> Iterator[dict[str, Any]]:
        """Yield the latest rounds with their events, without dice."""
        fight = self.fight
        numbers = {each.id: each.round for each in fight.log[-MOST_ENTRIES:]}
        rounds: dict[int, list[dict[str, Any]]] = {}
        for each in self._tell_latest()[-MOST_EVENTS:]:
            shown = {part: each.shown[part] for part in ("who", "targets", "title", "grade", "text")}
            rounds.setdefault(numbers[each.id], []).append(shown)
        name = fight.rules.round_name.capitalize()
        for number in list(rounds)[-MOST_ROUNDS:]:
            yield {"title": f"{name} {number}" if fight.rules.order.has_turns else "", "events": rounds[number]}

    def _tell_latest(self) -> list[_Told]:
        """Return the latest events that are listed."""
        if self.latest is None:
            entries = self.fight.log[-MOST_ENTRIES:]
            start = next((number for number, each in enumerate(entries) if not each.event.get("follows")), 0)
            self.latest = [each for each in self._tell_entries(entries[start:]) if not each.is_quiet]
        return self.latest

    def _tell_entries(self, entries: Sequence[LogEntry]) -> Iterator[_Told]:
        """Yield each happening in entries of the log that players see."""
        indices = {entry.id: number for number, entry in enumerate(entries)}
        happenings = list(list_happenings(self.fight, entries))
        starts = [*(indices[each.id] for each in happenings), len(entries)]
        for number, happening in enumerate(happenings):
            told = self._tell_happening(happening, entries[starts[number] : starts[number + 1]])
            if told is not None:
                yield told

    def _tell_happening(self, happening: Happening, entries: Sequence[LogEntry]) -> _Told | None:
        """Return a happening as players see it; None if it is about somebody hidden, or if there is nothing to tell."""
        event: Mapping[str, Any] = entries[0].event
        hidden, by = self.secrets.hidden, str(event.get("by") or "")
        joined = self._list_joined(event) if event["event"] == "join" else []
        if any(key in hidden for key in (*happening.who, *happening.targets, *joined)) or event["event"] in UNTOLD:
            return None
        everybody = (*happening.who, *happening.targets)
        is_open = happening.roll is not None and (by not in self.fight.combatants or self.has_numbers(by))
        has_sum = is_open and all(self.has_numbers(key) for key in everybody)
        results = dict.fromkeys(self._tell_results(entries))
        headline = self._tell_headline(happening, entries[0], is_open=is_open)
        text = " ".join(format_sentence(each) for each in (headline, *results) if each)
        if not text and happening.roll is None:
            return None
        dice = happening.roll.dice if is_open and happening.roll is not None else ()
        shown = {
            "who": [self.numbers[key] for key in happening.who],
            "targets": [self.numbers[key] for key in happening.targets],
            "title": self.tell(happening.title, keeps_numbers=is_open),
            "grade": happening.grade,
            "text": text,
            "dice": [_show_dice(each, has_sum=has_sum) for each in dice],
        }
        is_quiet = happening.roll is None and event["event"] in ("join", "leave", "edit", "order", "turn")
        return _Told(happening.id, is_quiet, shown)

    def _list_joined(self, event: Mapping[str, Any]) -> list[str]:
        who = str(event.get("who"))
        return [key for key in self.fight.combatants if key == who or key.startswith(f"{who}-")]

    def _tell_headline(self, happening: Happening, entry: LogEntry, *, is_open: bool) -> str:
        """Return the result of a roll in words, or what happened without one."""
        event: Mapping[str, Any] = entry.event
        headline = use_minus_sign(happening.headline)
        if happening.roll is not None:
            everybody = (*happening.who, *happening.targets)
            return self.tell(headline, keeps_numbers=is_open and all(self.has_numbers(key) for key in everybody))
        keys = [str(key) for key in (event.get("who"), *event.get("also", ())) if key in self.fight.combatants]
        is_known = bool(keys) and all(self.has_numbers(key) for key in keys)
        if event["event"] in ("change", "edit") and keys and not is_known:
            return ""  # words for their health tell it
        return self.tell(headline, keeps_numbers=is_known)

    def _tell_results(self, entries: Sequence[LogEntry]) -> Iterator[str]:
        """Yield the effects of changes: on the players' side as the log has them, on others in words for health.

        Those on the roller come last.
        """
        first: Mapping[str, Any] = entries[0].event
        changes = [entry for entry in entries if entry.event["event"] == "change"]
        for entry in sorted(changes, key=lambda each: _find_recipient(each) == first.get("by")):
            event: Mapping[str, Any] = entry.event
            keys = [str(key) for key in (event["who"], *event.get("also", ()))]
            known = [key for key in keys if key in self.numbers]
            if known and all(self.has_numbers(key) for key in keys if key in self.fight.combatants):
                if entry is not entries[0]:  # its headline has its message
                    yield from filter(None, (self.tell(use_minus_sign(each)) for each in entry.messages))
                continue
            for key, result in zip(keys, entry.change_results, strict=False):
                if key in known and (told := self._tell_result(key, result.sheet_before, result.sheet)):
                    yield told

    def _tell_result(self, key: str, before: Sheet, after: Sheet) -> str:
        """Return a change of somebody's health in words, or "" if players see no difference."""
        combatant = self.fight.combatants[key]
        there = Combatant(combatant.key, combatant.side, after, combatant.name)
        was = Combatant(combatant.key, combatant.side, before, combatant.name)
        word = self.describe_health(there, after)
        is_hit = find_life(before) != find_life(after) and self.is_told(key)
        if not word or (word == self.describe_health(was, before) and not is_hit):
            return ""
        return f"{self.names[key]}: {decapitalize(word)}"


def _find_recipient(entry: LogEntry) -> str | None:
    event: Mapping[str, Any] = entry.event
    return event.get("who")


def _show_dice(dice: DiceResult, *, has_sum: bool) -> dict[str, Any]:
    """Return dice as JSON; their sum may have a number of the one they were rolled against."""
    shown = {"sides": dice.sides, "faces": list(dice.faces), "kept": list(dice.kept)}
    return {**shown, "sum": dice.sum_text if has_sum else ""}


def _has_name(text: str, name: str) -> bool:
    return _replace_name(text, name, "") != text


def _replace_name(text: str, name: str, replacement: str) -> str:
    """Replace a name where it isn't part of another word.

    >>> _replace_name("Al hits Alma, and Al is hit", "Al", "X")
    'X hits Alma, and X is hit'
    """
    if not name:
        return text
    found, rest, before = "", text, ""
    while (start := rest.find(name)) >= 0:
        end = start + len(name)
        previous = rest[start - 1] if start else before
        following = rest[end : end + 1]
        is_apart = not (previous.isalnum() and name[:1].isalnum()) and not (following.isalnum() and name[-1:].isalnum())
        found += rest[:start] + (replacement if is_apart else name)
        before, rest = rest[end - 1 : end], rest[end:]
    return found + rest
