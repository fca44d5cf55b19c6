"""Rolls and odds as fragments of HTML: the same markup at build time and in the browser."""

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from rules_py import notation
from rules_py.mechanic import Mechanic, Roll
from rules_py.values import is_number, text_of

if TYPE_CHECKING:
    from rules_py.exact_odds import Distribution, Odds

MINUS = "\N{MINUS SIGN}"


def label_of(name: str) -> str:
    """A parameter's or field's name as people read it.

    >>> label_of("next_advantage")
    'Next advantage'
    """
    text = name.replace("_", " ")
    return "HP" if text == "hp" else text[:1].upper() + text[1:]


def name_of(mechanic: Mechanic, field: str, value: Any) -> str:
    """What an outcome value is called: its name in the mechanic's words, else the value itself."""
    names = mechanic.names.get(field, {})
    text = text_of(value)
    if text in names:
        return names[text]
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list | tuple):
        return ", ".join(text_of(part) for part in value) or "none"
    return text.replace("-", MINUS) if is_number(value) else text


def with_dice(text: str) -> str:
    """Text with its dice notation marked up, so that each can be rolled where it stands.

    >>> with_dice("Stunned for 1D6 rounds")
    'Stunned for <fb-die notation="1d6">1D6</fb-die> rounds'
    """
    parts, at = [], 0
    for found in notation.find(text):
        parts.append(escape(text[at:found.start], quote=False))
        parts.append(f'<fb-die notation="{escape(found.notation)}">{escape(found.text)}</fb-die>')
        at = found.end
    parts.append(escape(text[at:], quote=False))
    return "".join(parts).replace("\\", "")


def roll_html(mechanic: Mechanic, roll: Roll) -> str:
    """A roll: headline, every die, what follows, the steps in words."""
    value = roll.outcome[mechanic.headline]
    total = roll.outcome.get("total")
    aside = f' <span class="fb-total">{name_of(mechanic, "total", total)}</span>' \
        if total is not None and mechanic.headline != "total" else ""
    rest = [field for field in roll.outcome
            if field not in (mechanic.headline, "total", "roll") and roll.outcome[field] not in roll.follows]
    return "".join([
        f'<p class="fb-headline"{_tone(mechanic, mechanic.headline, value)}>'
        f'<strong>{escape(_headline(mechanic, roll))}</strong>{aside}</p>',
        _dice_html(roll),
        _list("ul", "fb-follows", [with_dice(text) for text in roll.follows]),
        _fields_html(mechanic, roll, rest),
        _list("ol", "fb-steps", [escape(step) for step in roll.steps]),
    ])


def roll_said(mechanic: Mechanic, roll: Roll) -> str:
    """A roll as one sentence, for a screen reader and a log."""
    total = roll.outcome.get("total")
    said = _headline(mechanic, roll)
    if total is not None and mechanic.headline != "total":
        said += f", {total}"
    if roll.dice:
        said += "; dice " + ", ".join(map(str, roll.faces))
    return f"{mechanic.title}: {said}."


def _headline(mechanic: Mechanic, roll: Roll) -> str:
    value = roll.outcome[mechanic.headline]
    name = name_of(mechanic, mechanic.headline, value)
    if text_of(value) in mechanic.names.get(mechanic.headline, {}) or mechanic.headline in ("total", "name"):
        return name
    return name if "roll" in roll.outcome and not mechanic.parameters else f"{label_of(mechanic.headline)} {name}"


def _tone(mechanic: Mechanic, field: str, value: Any) -> str:
    """Where a word stands between the worst (0) and the best (1) of its field, for its colour."""
    words = list(mechanic.names.get(field, ()))
    if text_of(value) not in words or len(words) < 2:
        return ""
    return f' style="--tone:{words.index(text_of(value)) / (len(words) - 1):.3g}"'


def _dice_html(roll: Roll) -> str:
    groups = []
    for thrown in roll.dice:
        dropped = list(thrown.faces)
        for face in thrown.kept:
            dropped.remove(face)
        faces = []
        for face in thrown.faces:
            if face in dropped:
                dropped.remove(face)
                faces.append(f'<s class="fb-face" data-sides="{thrown.sides}">{face}'
                             '<span class="fb-hidden"> dropped</span></s>')
            else:
                faces.append(f'<span class="fb-face" data-sides="{thrown.sides}">{face}</span>')
        groups.append(f'<span class="fb-thrown"><span class="fb-thrown-label">{escape(thrown.label)}</span> '
                      f'{" ".join(faces)}</span>')
    return f'<p class="fb-dice">{" ".join(groups)}</p>' if groups else ""


def _fields_html(mechanic: Mechanic, roll: Roll, fields: list[str]) -> str:
    pairs = "".join(f"<div><dt>{escape(label_of(field))}</dt>"
                    f"<dd>{escape(name_of(mechanic, field, roll.outcome[field]))}</dd></div>" for field in fields)
    return f'<dl class="fb-fields-out">{pairs}</dl>' if pairs else ""


def _list(tag: str, css_class: str, items: list[str]) -> str:
    return f'<{tag} class="{css_class}">{"".join(f"<li>{item}</li>" for item in items)}</{tag}>' if items else ""


def odds_html(mechanic: Mechanic, odds: "Odds") -> str:
    """The odds of every field: the headline first, the others folded."""
    fields = [mechanic.headline, *(field for field in odds.outcomes if field != mechanic.headline)]
    parts = []
    for field in fields:
        chances = odds.outcomes[field]
        if len(chances) > MOST_ROWS or (len(chances) == 1 and field != mechanic.headline):
            continue
        table = _odds_table(mechanic, odds, field)
        parts.append(f'<p class="fb-odds-head">{escape(label_of(field))}{_mean(odds, field)}</p>{table}'
                     if field == mechanic.headline else
                     f'<details class="fb-more"><summary>{escape(label_of(field))}{_mean(odds, field)}</summary>'
                     f"{table}</details>")
    return "".join(parts) or "<p>Too many different outcomes to list.</p>"


MOST_ROWS = 150


def _odds_table(mechanic: Mechanic, odds: "Odds", field: str) -> str:
    chances = odds.outcomes[field]
    most = max(chances.values())
    within = odds.within(field) if mechanic.within == field else {}
    head = f"<th scope=\"col\">{escape(label_of(field))}</th><th scope=\"col\">Chance</th>"
    if within:
        head += '<th scope="col">Within</th>'
    rows = []
    for value, chance in chances.items():
        share = f'<td class="fb-chance"><span class="fb-bar" style="--share:{float(chance / most):.4g}"></span>' \
                f'<span title="{chance}">{percent(chance)}</span></td>'
        sum_cell = f"<td>{percent(within[value])}</td>" if value in within else "<td>–</td>" if within else ""
        rows.append(f'<tr{_tone(mechanic, field, value)}><th scope="row">{escape(name_of(mechanic, field, value))}</th>'
                    f"{share}{sum_cell}</tr>")
    return (f'<table class="fb-odds-table"><caption class="fb-hidden">{escape(label_of(field))}{_mean(odds, field)}</caption>'
            f'<thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>')


def _mean(odds: "Odds", field: str) -> str:
    mean = odds.mean.get(field)
    return "" if mean is None else f', on average {float(mean):.2f}'.replace("-", MINUS)


def percent(chance: Fraction) -> str:
    """A chance in per cent as people want it: one decimal, and never a false 0 or 100.

    >>> percent(Fraction(5, 12)), percent(Fraction(1)), percent(Fraction(1, 10**6)), percent(1 - Fraction(1, 10**6))
    ('41.7%', '100%', '<0.1%', '>99.9%')
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 1000):
        return "<0.1%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{float(chance):.1%}"
