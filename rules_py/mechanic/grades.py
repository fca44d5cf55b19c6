"""Grades of rolls: how well the roller has done, from the outcome fields that tell it."""

from collections.abc import Sequence
from typing import Any

from rules_py.dice.base import Outcome
from rules_py.mechanic.definition import Mechanic
from rules_py.text.serialization import to_text

GRADES = ("bad", "mixed", "good", "best")
"""The grades of rolls, the worst first. Results that are neither have no grade, ""."""


def compute_tone(mechanic: Mechanic, field: str, value: Any) -> float | None:
    """Compute a word's tone, from the worst (0) to the best (1) of its field, or None for other values."""
    rank = find_rank(mechanic, field, value)
    if rank is None:
        return None
    last = len(mechanic.names[field]) - 1
    return (last - rank if field in mechanic.opposed else rank) / last


def compute_roll_tone(mechanic: Mechanic, outcome: Outcome) -> float | None:
    """Compute the success of the roller, from the worst result (0) to the best (1), or None if a roll has none."""
    return _compute_tone_of_values(mechanic, [outcome[field] for field in mechanic.grading_fields])


def _compute_tone_of_values(mechanic: Mechanic, values: Sequence[Any]) -> float | None:
    tones = [
        _compute_field_tone(mechanic, field, value)
        for field, value in zip(mechanic.grading_fields, values, strict=True)
    ]
    if not tones or tones[0] is None:
        return None
    return 0.5 if tones[0] == 0 and any(tones[1:]) else tones[0]


def _compute_field_tone(mechanic: Mechanic, field: str, value: Any) -> float | None:
    """Compute the tone of a graded field: of its word, or else 0 for 0, false and empty values, and 1 for others."""
    if field in mechanic.names or mechanic.graded_by is None:
        return compute_tone(mechanic, field, value)
    return float(any(value) if isinstance(value, list | tuple) else bool(value))


def find_roll_grade(mechanic: Mechanic, outcome: Outcome) -> str:
    """Return the grade of a roll, by which results look different without colour: "bad", "mixed", "good" or "best".

    It is the success of the roller, graded like the words of a field. Results that are neither have no grade, "".
    """
    return grade_values(mechanic, [outcome[field] for field in mechanic.grading_fields])


def grade_values(mechanic: Mechanic, values: Sequence[Any]) -> str:
    """Return the grade of a roll by the values of the mechanic's grading fields, in their order."""
    tone = _compute_tone_of_values(mechanic, values)
    if tone is None:
        return ""
    return mechanic.tones.get(to_text(values[0])) or _find_grade(mechanic, mechanic.grading_fields[0], tone)


def find_grade(mechanic: Mechanic, field: str, value: Any) -> str:
    """Return a word's grade: "bad", "mixed", "good" or "best".

    The worst word of a field is bad. Up to the middle they are mixed, and above it good. The last row of a results
    table with more than three rows is best. Values without a rank have no grade, "". The mechanic's own `tones` come
    before all of this.
    """
    tone = compute_tone(mechanic, field, value)
    if tone is None:
        return ""
    own = mechanic.tones.get(to_text(value)) if field in mechanic.grading_fields[:1] else None
    return own or _find_grade(mechanic, field, tone)


def _find_grade(mechanic: Mechanic, field: str, tone: float) -> str:
    if tone == 1:
        is_of_table = isinstance(mechanic.words.get(field), str)
        return "best" if is_of_table and len(mechanic.names[field]) > 3 else "good"
    return "bad" if tone == 0 else "mixed" if tone <= 0.5 else "good"


def find_rank(mechanic: Mechanic, field: str, value: Any) -> int | None:
    """Return a word's index among the words of its field, the worst first, or None for values without a rank."""
    words, word = mechanic.names.get(field, {}), to_text(value)
    return list(words).index(word) if word in words and len(words) > 1 else None
