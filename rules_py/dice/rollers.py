"""Dice that produce one face at a time, at random or from faces that the caller supplies."""

import random
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rules_py import notation
from rules_py.dice.base import Dice, HitFunction, Outcome, Pool, Rule, SettleFunction, TooLong
from rules_py.dice.transcript import DiceResult, NextRoll, TableRowRef, Transcript
from rules_py.errors import FaceError, ParameterError
from rules_py.text.numbers import parse_int
from rules_py.text.sentences import use_minus_sign
from rules_py.text.wording import pluralize

if TYPE_CHECKING:
    from rules_py.tables import Row, Table

DRAWN_BITS = 48
DRAWN_NUMBERS = 2**DRAWN_BITS
"""The bits of one draw from the system's randomness, few enough for exact numbers in JavaScript."""

TYPE_FACES = "Type what the dice show, with commas between them: 4, 5."
"""The message for players about text that isn't a list of faces."""


class RecordingDice(Dice):
    """Dice that produce one face after another and record a transcript."""

    def __init__(self) -> None:
        self.transcript = Transcript()
        self._is_repeating = False

    def next_face(self, sides: int) -> int:
        """Return the next face of a die, 1 to `sides`."""
        raise NotImplementedError

    def throw(self, count: int, sides: int, label: str, die_labels: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Return the faces of dice that are rolled together, in order.

        Args:
            count: the number of dice.
            sides: the sides of each die.
            label: the rule's name for them, or "".
            die_labels: names of the single dice, if they are read differently: the tens, the ones.
        """
        return tuple([self.next_face(sides) for _ in range(count)])

    def pool(self, count: int, sides: int = 6, *, drop: str | None = None, label: str = "") -> Pool:
        faces = self.throw(count, sides, label)
        kept = list(faces)
        if drop == "lowest":
            kept.remove(min(kept))
        elif drop == "highest":
            kept.remove(max(kept))
        self.record(sides, faces, tuple(kept), label or f"{count}d{sides}")
        return Pool(tuple(sorted(kept)))

    def record(
        self, sides: int, faces: tuple[int, ...], kept: tuple[int, ...], label: str, names: tuple[str, ...] = ()
    ) -> None:
        """Record dice that were rolled together.

        Args:
            sides: the sides of each die.
            faces: their faces, in order.
            kept: the faces that count.
            label: the name of the dice.
            names: what each face shows, from the first one, or () if that is its number.
        """
        self.transcript.dice_results.append(DiceResult(sides, faces, kept, label, names=names))

    def total(self, dice: str, label: str = "") -> int:
        added = _read_sum(dice)
        if added is None:
            return notation.parse(dice).roll(self, label)
        if not added.terms:
            return added.number
        faces: list[int] = []
        for term, text in added.terms:
            faces += term.throw(self, label or text)
        total = sum(faces) + added.number
        if added.number or len(faces) > 1:
            self._show_sum(f"{' + '.join(map(str, faces))}{added.number_text} = {total}")
        return total

    def add_up(self, rolled: Iterable[int], *added: tuple[str, int]) -> int:
        rolled = tuple(rolled)
        total, results = super().add_up(rolled, *added), self.transcript.dice_results
        if not results:
            return total
        last = results[-1]
        is_last_pool = rolled == last.kept or (len(rolled) == len(last.kept) and sorted(rolled) == sorted(last.kept))
        terms = " + ".join(map(str, last.kept if is_last_pool else rolled))
        if last.sum_text and last.sum_text.endswith(f" = {terms}"):  # the number that `total` returned
            terms = last.sum_text.partition(" = ")[0]
        for name, value in added:
            if value:
                terms += f", {value:+d} {name}" if name else f", {value:+d}"
        text = use_minus_sign(f"{terms} = {total}") if terms != str(total) else ""
        self._show_sum(text)
        return total

    def _show_sum(self, text: str) -> None:
        """Show how the latest dice add up."""
        results = self.transcript.dice_results
        results[-1] = results[-1]._replace(sum_text=text)

    def row(self, table: "Table", *, exclude: Iterable["Row"] = (), label: str = "") -> "Row":
        taken = set(exclude)
        label = label or table.title
        while (row := table.row_for_roll(notation.parse(table.dice).roll(self, label))) in taken:
            self.say(f"{label}: {row.name} is taken, so it is rolled again.")
        return row

    def field(self, rule: Rule, name: str, /, **params: Any) -> Any:
        return self._run_part(rule, **params)[name]

    def fields(self, rule: Rule, names: tuple[str, ...], /, **params: Any) -> Outcome:
        outcome = self._run_part(rule, **params)
        return {name: outcome[name] for name in names}

    def _run_part(self, rule: Rule, /, **params: Any) -> Outcome:
        """Run a rule of which only fields are read, and drop the rolls and rows that it offers."""
        seen = self.transcript
        offered = list(seen.next_rolls), list(seen.rows)
        outcome = rule(self, **params)
        seen.next_rolls, seen.rows = offered
        return outcome

    def roll_independently[Part](self, part: Callable[[Dice], Part]) -> Part:
        return part(self)

    def fold[State: Hashable](self, step: Callable[[Dice, State], State], start: State, times: int) -> State:
        state = start
        with self._mark_repeating():
            for _ in range(times):
                state = step(self, state)
        return state

    def roll_until[State: Hashable](
        self,
        step: Callable[[Dice, State], State],
        start: State,
        done: Callable[[State], bool],
        at_most: int,
        too_long: TooLong = "",
    ) -> tuple[int | None, State]:
        state = start
        with self._mark_repeating():
            for number in range(1, at_most + 1):
                state = step(self, state)
                if done(state):
                    return number, state
        return None, state

    def limit_odds(self, number: int, most: int, too_long: TooLong) -> None:
        """Do nothing, as a roll goes through one case."""

    @contextmanager
    def _mark_repeating(self) -> Iterator[None]:
        """Mark steps as repeated, so that their verdicts and consequences become steps of the whole."""
        outer, self._is_repeating = self._is_repeating, True
        try:
            yield
        finally:
            self._is_repeating = outer

    def run_down_until[Stage: Hashable](
        self,
        hit: HitFunction[Stage],
        settle: SettleFunction[Stage],
        start: tuple[Stage, int],
        done: Callable[[Stage], bool],
        at_most: int,
        too_long: TooLong,
    ) -> tuple[int | None, Stage]:
        def step(dice: Dice, state: tuple[Stage, int]) -> tuple[Stage, int]:
            stage, left = state
            if (taken := hit(dice, stage)) is None:
                return state
            stage, points = taken
            return settle(dice, stage, left - points)

        number, (stage, _) = self.roll_until(step, start, lambda state: done(state[0]), at_most)
        return number, stage

    def say(self, text: str) -> None:
        self.transcript.steps.append(text)

    def verdict(self, text: str) -> None:
        if self._is_repeating:
            self.say(f"{text}.")
        else:
            self.transcript.set_verdict(text)

    def add_consequence(self, text: str) -> None:
        (self.transcript.steps if self._is_repeating else self.transcript.consequences).append(text)

    def offer_roll(self, text: str, mechanic: str, *, at_once: bool = False, **preset_params: Any) -> None:
        if not self._is_repeating:
            self.transcript.next_rolls.append(NextRoll(text, mechanic, preset_params, at_once))

    def offer_row(self, table: "Table", row: "Row") -> None:
        if not self._is_repeating:
            self.transcript.rows.append(TableRowRef(table.title, row.name, table.page_anchor_for(row)))


class RandomDice(RecordingDice):
    """Fair dice from the operating system's randomness, or repeatable ones from a seed or a `Random`."""

    def __init__(self, seed: int | random.Random | None = None) -> None:
        super().__init__()
        self._draw_below = (
            _draw_from_system
            if seed is None
            else (seed if isinstance(seed, random.Random) else random.Random(seed)).randrange
        )

    def next_face(self, sides: int) -> int:
        return self._draw_below(sides) + 1


def draw_below(source: random.Random, limit: int) -> int:
    """Return a number below a limit, fair to the last bit.

    One draw of many bits takes less time than `randrange`, which draws few bits again and again. The highest numbers
    that would favour low results are drawn again.
    """
    if limit > DRAWN_NUMBERS:
        return source.randrange(limit)
    while (drawn := source.getrandbits(DRAWN_BITS)) >= DRAWN_NUMBERS - DRAWN_NUMBERS % limit:
        pass
    return drawn % limit


def _draw_from_system(limit: int) -> int:
    return draw_below(_get_system_random(), limit)


@cache
def _get_system_random() -> random.SystemRandom:
    return random.SystemRandom()


class FaceQueue:
    """Known faces in the order in which they fall, for one roll or for several rolls one after another."""

    def __init__(self, faces: Iterable[int]) -> None:
        if isinstance(faces, str) or not isinstance(faces, Iterable):
            raise ParameterError("faces", faces, "a list of whole numbers", plain=TYPE_FACES)
        self._faces = list(faces)
        self._next_index = 0
        self._error: ParameterError | None = None

    def take(self, sides: int) -> int:
        """Return the next face, which a die of `sides` sides shows.

        Raises:
            ParameterError: no faces are left, or the die doesn't have this one.
        """
        if self._next_index == len(self._faces):
            self._error = ParameterError(
                "faces",
                self._faces,
                f"one more, of a d{sides}",
                got=pluralize(len(self._faces), "face"),
                plain=f"One more die is needed: a d{sides}.",
            )
            raise self._error
        face = self._faces[self._next_index]
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
            self._error = FaceError(face, sides, self._next_index + 1)
            raise self._error
        self._next_index += 1
        return face

    def announce(self, who: str) -> None:
        """Take note of the roller whose dice are taken next."""

    def take_throw(self, count: int, sides: int, label: str, die_labels: tuple[str, ...]) -> tuple[int, ...]:
        """Return the next faces, of dice that are rolled together; the arguments are those of `RecordingDice.throw`.

        Raises:
            ParameterError: as for `take`.
        """
        return tuple([self.take(sides) for _ in range(count)])

    def require_all_used(self) -> None:
        """Raise an error if faces are left, or if a roll among several had none or a wrong one.

        Raises:
            ParameterError: there are too many faces, or `take` has failed.
        """
        if self._error is not None:
            raise self._error
        if self._next_index < len(self._faces):
            got = pluralize(len(self._faces), "face")
            needed = "1 die is" if self._next_index == 1 else f"{self._next_index or 'No'} dice are"
            raise ParameterError(
                "faces",
                self._faces,
                f"{pluralize(self._next_index, 'face')} here",
                got=got,
                plain=f"{needed} rolled here; you typed {got}.",
            )


class GivenDice(RecordingDice):
    """Dice with known faces, read in the order in which the rule requests them."""

    def __init__(self, faces: Iterable[int] | FaceQueue) -> None:
        super().__init__()
        self._queue = faces if isinstance(faces, FaceQueue) else FaceQueue(faces)

    def next_face(self, sides: int) -> int:
        return self._queue.take(sides)

    def throw(self, count: int, sides: int, label: str, die_labels: tuple[str, ...] = ()) -> tuple[int, ...]:
        return self._queue.take_throw(count, sides, label, die_labels)

    def require_all_used(self) -> None:
        """Raise an error if there are faces that the rule didn't request.

        Raises:
            ParameterError: there are too many faces.
        """
        self._queue.require_all_used()


type DiceSource = int | random.Random | FaceQueue | None
"""A seed or a `Random` for repeatable rolls, known faces, or None for the operating system's randomness."""


def create_dice(source: DiceSource) -> RecordingDice:
    """Create the dice of a roll; known faces are left in their queue for the rolls after it."""
    return GivenDice(source) if isinstance(source, FaceQueue) else RandomDice(source)


class ExtendedDice(RecordingDice):
    """The dice of an earlier roll, which keep their faces, and further dice.

    The rule may request more dice than before, such as a third one for an advantage. A throw keeps the faces of the
    earlier throw with the same label, or else of the next one with the same kind of dice.
    """

    def __init__(self, earlier: Iterable[DiceResult], further: RecordingDice) -> None:
        """Take the results of the earlier roll, and the dice that produce further faces."""
        super().__init__()
        self._earlier, self._further = list(earlier), further

    def throw(self, count: int, sides: int, label: str, die_labels: tuple[str, ...] = ()) -> tuple[int, ...]:
        kept = _take_earlier(self._earlier, count, sides, label)
        return (*kept, *(self._further.next_face(sides) for _ in range(count - len(kept))))


def _take_earlier(earlier: list[DiceResult], count: int, sides: int, label: str) -> tuple[int, ...]:
    """Take the earlier throw that a throw continues off the list, and return the faces that it keeps."""
    same = [each for each in earlier if each.sides == sides]
    found = next((each for each in same if each.label == label), None) or (
        next((each for each in same if each.label == f"{len(each.faces)}d{sides}"), None)
        if label in ("", f"{count}d{sides}")
        else None
    )
    if found is None:
        return ()
    earlier.remove(found)
    return found.faces[:count]


def find_further_faces(earlier: Iterable[DiceResult], extended: Iterable[DiceResult]) -> list[int]:
    """Return the faces that `ExtendedDice` added to the dice of an earlier roll, in the order in which they fell."""
    left = list(earlier)
    further: list[int] = []
    for each in extended:
        further += each.faces[len(_take_earlier(left, len(each.faces), each.sides, each.label)) :]
    return further


class _Sum(NamedTuple):
    """Dice and a number that are added up.

    Attributes:
        terms: the dice, each with its notation.
        number_text: the number as a sum shows it, such as ", +5", or "".
    """

    terms: tuple[tuple[notation.DiceTerm, str], ...]
    number: int
    number_text: str


@lru_cache(maxsize=512)
def _read_sum(dice: str) -> _Sum | None:
    """Parse notation whose total is simply the sum of its dice and a number; return None for any other."""
    terms, number = [], 0
    for part in notation.walk_nodes(notation.parse(dice)):
        if isinstance(part, notation.DiceTerm):
            terms.append((part, str(part)))
        elif isinstance(part, notation.Number):
            number += part.value
        elif not isinstance(part, notation.BinaryOperation) or part.operator != "+":
            return None
    return _Sum(tuple(terms), number, f", {number:+d}" if number else "")


def read_faces(text: str) -> list[int]:
    """Parse faces that are separated by commas or spaces; the last one may be followed by a comma.

    >>> read_faces("4,5"), read_faces(" 4 5, 6,"), read_faces("")
    ([4, 5], [4, 5, 6], [])

    Raises:
        ParameterError: the text has something other than whole numbers.
    """
    written = text.strip().removesuffix(",").rstrip()
    try:
        return [parse_int(part) for part in re.split(r"\s*,\s*|\s+", written)] if written else []
    except ValueError:
        raise ParameterError(
            "faces", text, "whole numbers separated by commas, such as 4,5", plain=TYPE_FACES
        ) from None
