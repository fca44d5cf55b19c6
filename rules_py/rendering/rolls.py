"""A roll as an HTML card and as a sentence, with the result first and the arithmetic last and folded."""

import json
from collections.abc import Sequence
from html import escape
from typing import Any

from rules_py.dice import DiceResult, NextRoll, TableRowRef
from rules_py.mechanic import Mechanic, Roll
from rules_py.mechanic.grades import find_roll_grade
from rules_py.mechanic.labels import label_for_outcome
from rules_py.rendering.labels import mark_up_dice, render_roll_tone
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text

MOST_FACES = 12
"""The number of dice above which they are folded together with the arithmetic."""


def render_roll(mechanic: Mechanic, roll: Roll) -> str:
    """Render a roll: the verdict, the dice, the consequences, the follow-up rolls, and the folded steps."""
    return "".join(
        [
            f'<p class="fb-headline"{_render_grade(mechanic, roll)}'
            f"{render_roll_tone(mechanic, roll.outcome)}>"
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


def render_answer(mechanic: Mechanic, roll: Roll, steps: Sequence[str] = (), offers: str = "") -> str:
    """Render a roll as the answer on a sheet: its verdict, its dice, what followed, and what may follow.

    Args:
        mechanic: the roll's mechanic.
        roll: the roll.
        steps: the sentences of the changes that followed and have happened.
        offers: buttons for what may follow, as HTML.
    """
    grade = find_roll_grade(mechanic, roll.outcome)
    head, colon, rest = verdict_for(mechanic, roll).partition(": ")
    said = f"<b>{escape(head, quote=False)}</b>{escape(colon + rest, quote=False)}"
    sentences = [*_drop_repeated(verdict_for(mechanic, roll), roll.consequences), *steps]
    text = " ".join(mark_up_dice(each) for each in sentences)
    dice = _render_dice(mechanic, roll) if not _has_many_dice(roll) else ""
    kind = f" fb-answer--{grade}" if grade else ""
    return "".join(
        (
            f'<div class="fb-answer{kind}"><p class="fb-verdict">{said}</p>',
            f'<div class="fb-answer-dice">{dice}</div>' if dice else "",
            f"<p>{text}</p>" if text else "",
            _render_fields(mechanic, roll),
            f'<p class="fb-offers">{offers}</p>' if offers else "",
            _render_follow_ups(roll),
            "</div>",
        )
    )


def _render_grade(mechanic: Mechanic, roll: Roll) -> str:
    grade = find_roll_grade(mechanic, roll.outcome)
    return f' data-grade="{grade}"' if grade else ""


def describe_roll(mechanic: Mechanic, roll: Roll) -> str:
    """Describe a roll in a sentence, for a screen reader and a log."""
    said = verdict_for(mechanic, roll)
    sum_text = summarize_sum(mechanic, roll)
    if sum_text:
        said += f", {sum_text}"
    elif _has_total(mechanic, roll):
        said += f", total {label_for_outcome(mechanic, 'total', roll.outcome['total'])}"
    if len(roll.faces) > sum_text.count(" + ") + len(sum_text[:1]):  # the sum doesn't have all dice
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


def summarize_sum(mechanic: Mechanic, roll: Roll) -> str:
    """Return the sum that gives a roll's total, "5 + 1, +1 attribute = 7", or "" if it shows none."""
    total = f" = {label_for_outcome(mechanic, 'total', roll.outcome['total'])}" if _has_total(mechanic, roll) else "-"
    return next((each.sum_text for each in roll.dice if each.sum_text.endswith(total)), "")


def _render_dice(mechanic: Mechanic, roll: Roll) -> str:
    groups = [_render_dice_result(result) for result in roll.dice]
    if _has_total(mechanic, roll) and not summarize_sum(mechanic, roll):
        groups.append(
            f'<span class="fb-total">total <b>{label_for_outcome(mechanic, "total", roll.outcome["total"])}</b></span>'
        )
    return f'<p class="fb-dice">{" ".join(groups)}</p>' if groups else ""


def _render_dice_result(result: DiceResult) -> str:
    """Render dice and the sum made with them, which doesn't repeat their faces."""
    dropped = list(result.faces)
    for face in result.kept:
        dropped.remove(face)
    rest = result.sum_text.removeprefix(" + ".join(map(str, result.kept)))
    is_beside = rest[:2] in (", ", " =")
    faces, sign = "", " "
    for face in result.faces:
        shows = escape(result.name_face(face), quote=False)
        if face in dropped:
            dropped.remove(face)
            faces += (
                f' <s class="fb-face" data-sides="{result.sides}">{shows}<span class="fb-hidden"> dropped</span></s>'
            )
        else:
            faces += f'{sign}<span class="fb-face" data-sides="{result.sides}">{shows}</span>'
            sign = " + " if is_beside else " "
    if result.sum_text:
        terms, _, total = escape(rest if is_beside else f" so {result.sum_text}", quote=False).partition(" = ")
        faces += f'<span class="fb-total">{terms} = <b>{total}</b></span>'
    label = escape(result.label, quote=False)
    return f'<span class="fb-thrown"><span class="fb-thrown-label">{label}</span>{faces}</span>'


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
    return f'<details class="fb-more fb-how"><summary>The math</summary>{steps}</details>' if steps else ""


def _render_list(tag: str, css_class: str, items: list[str]) -> str:
    return f'<{tag} class="{css_class}">{"".join(f"<li>{item}</li>" for item in items)}</{tag}>' if items else ""
