"""A roll as a fragment of HTML, and as a sentence."""

from html import escape

from rules_py.mechanic import Mechanic, Roll
from rules_py.show.words import label_of, name_of, tone_of, with_dice
from rules_py.values import text_of


def roll_html(mechanic: Mechanic, roll: Roll) -> str:
    """A roll: headline, every die, what follows, the steps in words."""
    value = roll.outcome[mechanic.headline]
    total = roll.outcome.get("total")
    aside = f' <span class="fb-total">{name_of(mechanic, "total", total)}</span>' \
        if total is not None and mechanic.headline != "total" else ""
    rest = [field for field in roll.outcome
            if field not in (mechanic.headline, "total", "roll") and roll.outcome[field] not in roll.follows]
    return "".join([
        f'<p class="fb-headline"{tone_of(mechanic, mechanic.headline, value)}>'
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
