"""A roll as a card, a fragment of HTML, and as a sentence: first what it comes to, the arithmetic last and folded."""

import json
from html import escape
from typing import Any

from rules_py.dice import NamedRow, NextRoll, Thrown
from rules_py.mechanic import Mechanic, Roll
from rules_py.rendering.labels import name_of, tone_of, with_dice
from rules_py.rendering.numbers import with_minus
from rules_py.text.formatting import text_of

MOST_FACES = 12
"""With more, the dice are folded away with the arithmetic."""


def roll_html(mechanic: Mechanic, roll: Roll) -> str:
    """A roll: the verdict, every die, what follows, the rolls that follow, and folded how it came about."""
    return "".join(
        [
            f'<p class="fb-headline"{tone_of(mechanic, mechanic.headline, roll.outcome[mechanic.headline])}>'
            f"<strong>{escape(verdict_of(mechanic, roll), quote=False)}</strong></p>",
            "" if _many_dice(roll) else _dice_html(mechanic, roll),
            _list("ul", "fb-follows", [with_dice(text) for text in _beyond(verdict_of(mechanic, roll), roll.follows)]),
            _fields_html(mechanic, roll),
            _next_html(roll),
            _how_html(roll, _dice_html(mechanic, roll) if _many_dice(roll) else ""),
        ]
    )


def roll_said(mechanic: Mechanic, roll: Roll) -> str:
    """A roll as one sentence, for a screen reader and a log."""
    said = verdict_of(mechanic, roll)
    if _has_total(mechanic, roll):
        said += f", total {name_of(mechanic, 'total', roll.outcome['total'])}"
    if roll.dice:
        said += "; dice " + ", ".join(map(str, roll.faces))
    return f"{mechanic.title}: {said}."


def verdict_of(mechanic: Mechanic, roll: Roll) -> str:
    """What a roll comes to: the rule's own words, else the value of its headline with what that is called."""
    if roll.verdict:
        return with_minus(roll.verdict)
    value = roll.outcome[mechanic.headline]
    name = name_of(mechanic, mechanic.headline, value)
    is_name = text_of(value) in mechanic.names.get(mechanic.headline, {}) or mechanic.headline == "name"
    return name if is_name else f"{mechanic.label_of(mechanic.headline)}: {name}"


def _beyond(verdict: str, follows: tuple[str, ...]) -> list[str]:
    """What follows, without what the verdict says already."""
    return [text for text in follows if text.removesuffix(".").casefold() not in verdict.casefold()]


def _has_total(mechanic: Mechanic, roll: Roll) -> bool:
    """Whether there is a total to tell beside the verdict."""
    return "total" in roll.outcome and mechanic.headline != "total" and bool(roll.dice)


def _many_dice(roll: Roll) -> bool:
    """Whether its dice would bury what it came to."""
    return len(roll.faces) > MOST_FACES


def _dice_html(mechanic: Mechanic, roll: Roll) -> str:
    groups = [_thrown_html(thrown) for thrown in roll.dice]
    if _has_total(mechanic, roll):
        groups.append(f'<span class="fb-total">total <b>{name_of(mechanic, "total", roll.outcome["total"])}</b></span>')
    return f'<p class="fb-dice">{" ".join(groups)}</p>' if groups else ""


def _thrown_html(thrown: Thrown) -> str:
    dropped = list(thrown.faces)
    for face in thrown.kept:
        dropped.remove(face)
    faces = []
    for face in thrown.faces:
        if face in dropped:
            dropped.remove(face)
            faces.append(
                f'<s class="fb-face" data-sides="{thrown.sides}">{face}<span class="fb-hidden"> dropped</span></s>'
            )
        else:
            faces.append(f'<span class="fb-face" data-sides="{thrown.sides}">{face}</span>')
    return (
        f'<span class="fb-thrown"><span class="fb-thrown-label">{escape(thrown.label, quote=False)}</span> '
        f"{' '.join(faces)}</span>"
    )


def _next_html(roll: Roll) -> str:
    """A button for each roll that follows, and a link to each row that was named."""
    items = [*map(_next_roll_html, roll.next_rolls), *map(_row_html, roll.rows)]
    return f'<p class="fb-next">{"".join(items)}</p>' if items else ""


def _next_roll_html(following: NextRoll) -> str:
    from rules_py.registry.games import find

    known = {name: text_of(value) for name, value in following.known.items()}
    return (
        f'<fb-next mechanic="{escape(following.mechanic)}" home="{escape(find(following.mechanic).home)}" '
        f'known="{escape(json.dumps(known))}"{" at-once" if following.at_once else ""}>'
        f"{escape(following.text, quote=False)}</fb-next>"
    )


def _row_html(row: NamedRow) -> str:
    return (
        f'<a class="fb-next-row" data-page="{escape(row.page)}"><small>{escape(row.table, quote=False)}</small> '
        f"{escape(row.text, quote=False)}</a>"
    )


def _fields_html(mechanic: Mechanic, roll: Roll) -> str:
    """The outcome fields that belong on a list; all of them where the rule has no verdict of its own."""
    names = mechanic.listed or (
        (name for name in roll.outcome if name not in (mechanic.headline, "total", "roll")) if not roll.verdict else ()
    )
    pairs = "".join(
        f"<div{_breadth(roll.outcome[name])}><dt>{escape(mechanic.label_of(name))}</dt> "
        f"<dd>{escape(name_of(mechanic, name, roll.outcome[name]))}</dd></div>"
        for name in names
    )
    return f'<dl class="fb-fields-out">{pairs}</dl>' if pairs else ""


def _breadth(value: Any) -> str:
    """A list of values has a line of its own."""
    return ' class="fb-wide"' if isinstance(value, list | tuple) else ""


def _how_html(roll: Roll, dice: str) -> str:
    steps = dice + _list("ol", "fb-steps", [escape(step, quote=False) for step in roll.steps])
    return f'<details class="fb-more fb-how"><summary>How it came about</summary>{steps}</details>' if steps else ""


def _list(tag: str, css_class: str, items: list[str]) -> str:
    return f'<{tag} class="{css_class}">{"".join(f"<li>{item}</li>" for item in items)}</{tag}>' if items else ""
