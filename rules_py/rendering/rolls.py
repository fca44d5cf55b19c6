"""A roll as an HTML card and as a sentence, with the result first and the arithmetic last and folded."""

import json
from html import escape
from typing import Any

from rules_py.dice import DiceResult, DiceSum, NextRoll, TableRowRef
from rules_py.mechanic import Mechanic, Roll
from rules_py.rendering.labels import find_grade, label_for_outcome, mark_up_dice, render_tone
from rules_py.text.sentences import MINUS, use_minus_sign
from rules_py.text.serialization import to_text

MOST_FACES = 12
"""The number of dice above which they are folded together with the arithmetic."""


HIDDEN_COMMA = '<span class="fb-hidden">,</span>'
"""The comma between dice and what is added to them, for screen readers and copied text."""


def render_roll(mechanic: Mechanic, roll: Roll) -> str:
    """Render a roll: the verdict, the dice, the consequences, the follow-up rolls, and the folded steps."""
    return "".join(
        [
            f'<p class="fb-headline"{_render_grade(mechanic, roll)}'
            f"{render_tone(mechanic, mechanic.headline, roll.outcome[mechanic.headline])}>"
            f"<strong>{escape(verdict_for(mechanic, roll), quote=False)}</strong></p>",
            "" if _has_many_dice(roll) else _render_dice(mechanic, roll),
            _render_list(
                "ul",
                "fb-follows",
                [mark_up_dice(text) for text in _drop_repeated(verdict_for(mechanic, roll), roll.consequences)],
            ),
            _render_fields(mechanic, roll),
            _render_follow_ups(roll),
            _render_steps(roll, _render_dice(mechanic, roll) if _has_many_dice(roll) else ""),
        ]
    )


def _render_grade(mechanic: Mechanic, roll: Roll) -> str:
    grade = find_grade(mechanic, mechanic.headline, roll.outcome[mechanic.headline])
    return f' data-grade="{grade}"' if grade else ""


def describe_roll(mechanic: Mechanic, roll: Roll) -> str:
    """Describe a roll in a sentence, for a screen reader and a log."""
    said = verdict_for(mechanic, roll)
    counted = find_counted_sum(roll)
    if _has_total(mechanic, roll):
        total = label_for_outcome(mechanic, "total", roll.outcome["total"])
        said += f", total {total}" if counted is None else f", {describe_sum(counted)}"
    if roll.dice and not (_has_total(mechanic, roll) and counted is not None and counted.rolled == roll.faces):
        said += "; dice " + ", ".join(map(str, roll.faces))
    return f"{mechanic.title}: {said}."


def verdict_for(mechanic: Mechanic, roll: Roll) -> str:
    """Return the verdict of a roll: the rule's text, or the label and value of its headline."""
    if roll.verdict:
        return use_minus_sign(roll.verdict)
    value = roll.outcome[mechanic.headline]
    name = label_for_outcome(mechanic, mechanic.headline, value)
    is_name = to_text(value) in mechanic.names.get(mechanic.headline, {}) or mechanic.headline == "name"
    return name if is_name else f"{mechanic.label_for(mechanic.headline)}: {name}"


def _drop_repeated(verdict: str, follows: tuple[str, ...]) -> list[str]:
    """Return the consequences that the verdict doesn't already contain."""
    return [text for text in follows if text.removesuffix(".").casefold() not in verdict.casefold()]


def _has_total(mechanic: Mechanic, roll: Roll) -> bool:
    """Return True if the roll has a total to show in addition to the verdict."""
    return "total" in roll.outcome and mechanic.headline != "total" and bool(roll.dice)


def _has_many_dice(roll: Roll) -> bool:
    """Return True if the roll has too many dice to show next to its result."""
    return len(roll.faces) > MOST_FACES


def find_counted_sum(roll: Roll) -> DiceSum | None:
    """Return the sum that gives the outcome's total, or None if the rule showed none."""
    return next((each for each in roll.sums if each.total == roll.outcome.get("total")), None)


def describe_sum(dice_sum: DiceSum) -> str:
    """Describe a sum: its dice, what is added to them and the total.

    >>> describe_sum(DiceSum(1, (5, 1), (("attribute", 1), ("modifier", -2))))
    '5 + 1, +1 attribute, −2 modifier = 5'
    """
    return f"{_join_numbers(dice_sum.rolled)}{_format_added(dice_sum)} = {use_minus_sign(str(dice_sum.total))}"


def summarize_sum(mechanic: Mechanic, roll: Roll) -> str:
    """Return what follows the dice of a roll in a log: what is added and the total, or "" without a total.

    If the sum isn't that of the dice themselves, such as after a reroll, it has its numbers too.
    """
    counted = find_counted_sum(roll)
    if counted is None or not _has_total(mechanic, roll):
        return ""
    if _count_covered(roll, counted) != len(roll.dice):
        return describe_sum(counted)
    return f"{_format_added(counted).removeprefix(', ')} = {use_minus_sign(str(counted.total))}".strip()


def _join_numbers(numbers: tuple[int, ...]) -> str:
    """Join numbers by plus and minus signs.

    >>> _join_numbers((2, -1))
    '2 − 1'
    """
    first, *others = numbers
    return use_minus_sign(str(first)) + "".join(f" {'+' if number >= 0 else MINUS} {abs(number)}" for number in others)


def _format_added(dice_sum: DiceSum) -> str:
    return "".join(f", {use_minus_sign(f'{value:+d}')} {name}".rstrip() for name, value in dice_sum.added)


def _render_dice(mechanic: Mechanic, roll: Roll) -> str:
    counted = find_counted_sum(roll)
    covered = {each.position: _count_covered(roll, each) for each in roll.sums}
    joined = {position - back for position, count in covered.items() for back in range(count - 1)}
    added_up = {position - back for position, count in covered.items() for back in range(count)}
    groups = []
    for position, result in enumerate(roll.dice, 1):
        sums = "".join(
            _render_sum(each, counted is None or each is counted, is_beside_dice=covered[position] > 0)
            for each in roll.sums
            if each.position == position
        )
        groups.append(
            f"{'+ ' if position in joined else ''}{_render_dice_result(result, sums, is_sum=position in added_up)}"
        )
    if counted is None and _has_total(mechanic, roll):
        groups.append(
            f'<span class="fb-total">total <b>{label_for_outcome(mechanic, "total", roll.outcome["total"])}</b></span>'
        )
    return f'<p class="fb-dice">{" ".join(groups)}</p>' if groups else ""


def _count_covered(roll: Roll, dice_sum: DiceSum) -> int:
    """Return how many of the latest dice results a sum adds up, or 0 if it doesn't add up whole results."""
    kept: list[int] = []
    for count, result in enumerate(reversed(roll.dice[: dice_sum.position]), 1):
        kept = [*kept, *result.kept]
        if sorted(kept) == sorted(dice_sum.rolled):
            return count
    return 0


def _render_sum(dice_sum: DiceSum, is_counted: bool, is_beside_dice: bool) -> str:
    """Render a sum after its dice; without the dice themselves if those are beside it."""
    if len(dice_sum.rolled) == 1 and not dice_sum.added:
        return ""
    numbers = "" if is_beside_dice else f"so {_join_numbers(dice_sum.rolled)}"
    terms = escape(f"{numbers}{_format_added(dice_sum)}", quote=False)
    total = use_minus_sign(str(dice_sum.total))
    return (
        f'{HIDDEN_COMMA if terms.startswith(", ") else ""} <span class="fb-total">{terms.removeprefix(", ")}'
        f"{' ' if terms else ''}= {f'<b>{total}</b>' if is_counted else total}</span>"
    )


def _render_dice_result(result: DiceResult, sums: str, is_sum: bool) -> str:
    dropped = list(result.faces)
    for face in result.kept:
        dropped.remove(face)
    faces, kept = [], 0
    for face in result.faces:
        if face in dropped:
            dropped.remove(face)
            faces.append(
                f'<s class="fb-face" data-sides="{result.sides}">{face}<span class="fb-hidden"> dropped</span></s>'
            )
        else:
            kept += 1
            plus = "+ " if is_sum and kept > 1 else ""
            faces.append(f'{plus}<span class="fb-face" data-sides="{result.sides}">{face}</span>')
    return (
        f'<span class="fb-thrown"><span class="fb-thrown-label">{escape(result.label, quote=False)}</span> '
        f"{' '.join(faces)}{sums}</span>"
    )


def _render_follow_ups(roll: Roll) -> str:
    """Render a button for each follow-up roll, and a link to each named row."""
    items = [*map(_render_next_roll, roll.next_rolls), *map(_render_row, roll.rows)]
    return f'<p class="fb-next">{"".join(items)}</p>' if items else ""


def _render_next_roll(next_roll: NextRoll) -> str:
    from rules_py.registry.games import find_mechanic

    known = {name: to_text(value) for name, value in next_roll.preset_params.items()}
    return (
        f'<fb-next mechanic="{escape(next_roll.mechanic)}" home="{escape(find_mechanic(next_roll.mechanic).home)}" '
        f'known="{escape(json.dumps(known))}"{" at-once" if next_roll.at_once else ""}>'
        f"{escape(next_roll.text, quote=False)}</fb-next>"
    )


def _render_row(row: TableRowRef) -> str:
    return (
        f'<a class="fb-next-row" data-page="{escape(row.page)}"><small>{escape(row.table_title, quote=False)}</small> '
        f"{escape(row.row_name, quote=False)}</a>"
    )


def _render_fields(mechanic: Mechanic, roll: Roll) -> str:
    """Render the outcome's listed fields, or all of them if the rule has no verdict."""
    names = mechanic.listed_fields or (
        (name for name in roll.outcome if name not in (mechanic.headline, "total", "roll")) if not roll.verdict else ()
    )
    pairs = "".join(
        f"<div{_render_width_class(roll.outcome[name])}><dt>{escape(mechanic.label_for(name))}</dt> "
        f"<dd>{escape(label_for_outcome(mechanic, name, roll.outcome[name]))}</dd></div>"
        for name in names
    )
    return f'<dl class="fb-fields-out">{pairs}</dl>' if pairs else ""


def _render_width_class(value: Any) -> str:
    """Return the class that gives a list of values its own line."""
    return ' class="fb-wide"' if isinstance(value, list | tuple) else ""


def _render_steps(roll: Roll, dice: str) -> str:
    steps = dice + _render_list("ol", "fb-steps", [escape(step, quote=False) for step in roll.steps])
    return f'<details class="fb-more fb-how"><summary>How it came about</summary>{steps}</details>' if steps else ""


def _render_list(tag: str, css_class: str, items: list[str]) -> str:
    return f'<{tag} class="{css_class}">{"".join(f"<li>{item}</li>" for item in items)}</{tag}>' if items else ""
