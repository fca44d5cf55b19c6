"""Who acts in a fight, and what they can do."""

from functools import cache
from html import escape
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.bindings import Fills
from rules_py.play.fight.reducer import Fight
from rules_py.play.sheet import Sheet
from rules_py.rendering.fights.buttons import View, act_button, form_button, names_of
from rules_py.rendering.fights.changes import hand_html, more_html
from rules_py.rendering.fights.summary import warnings_html
from rules_py.text.formatting import label_of, text_of

AT_HAND = 1
"""Rolls against somebody that stand ready; the others are a tap away."""


def actor_html(fight: Fight, by: str, at: str | None, view: View) -> str:
    """Whoever acts, against whom, what they can do first, and the rest of it folded away."""
    actor = fight.of(by)
    targets = names_of(fight, (key for key in (at, *view["also"]) if key))
    against = f" <span>against</span> <strong>{escape(targets)}</strong>" if targets else ""
    rolls = [
        each
        for each in fight.possible(by, at)
        if each[1] != by or not view["also"] or each[2] is None or _strikes_several(fight, each, view)
    ]
    own = [each for each in rolls if each[1] == by and each[2] is not None]
    main = [*own[:AT_HAND], *(each for each in rolls if each[1] != by)]
    rest = [*own[AT_HAND:], *(each for each in rolls if each[2] is None and _does_something(fight, each[0].mechanic))]
    others = "".join(roll_row(fight, each, view, "fb-fight-other") for each in rest)
    of_target = more_html(fight, at, "fb-fight-more-at") if at else ""
    return (
        f'<section class="fb-fight-actor" aria-label="{escape(actor.name)} acts">'
        f'<p class="fb-fight-who"><strong>{escape(actor.name)}</strong>{against}</p>{warnings_html(actor.sheet)}'
        f"{''.join(roll_row(fight, each, view, 'fb-roll') for each in main)}{hand_html(fight, by, _all(fight))}"
        f'<div class="fb-fight-mores">{more_html(fight, by, "fb-fight-more", others)}{of_target}</div></section>'
    )


def _does_something(fight: Fight, mechanic: Mechanic) -> bool:
    """Whether a roll has a place in a fight: it has dice, or something follows from it. The rest are calculations."""
    return bool(fight.known.led_to.get(mechanic.id)) or has_dice(mechanic)


@cache
def has_dice(mechanic: Mechanic) -> bool:
    """Whether a rule asks for dice, as its form starts."""
    return bool(mechanic.asks((), {}).slots)


def _all(fight: Fight) -> str:
    """A button with which all who may act do so at once."""
    if len(fight.due) < 2 or fight.deed(fight.due[0]) is None:
        return ""
    return act_button(f"All {len(fight.due)} act", "fb-fight-all", {"act": "all"})


def roll_row(fight: Fight, possible: tuple[Fills, str, str | None], view: View, css_class: str) -> str:
    """A roll that somebody can make, with what they choose for it, and a form that has all of it."""
    fills, by, at = possible
    mechanic = fills.mechanic
    chosen = _chosen(fight, fills, by, view)
    try:
        params = fight.filled(mechanic, by, at, chosen)
    except RulesError:  # the sheet has changed since it was chosen
        chosen, params = {}, fight.filled(mechanic, by, at)
    act = {"act": "roll", "mechanic": mechanic.id, "by": by, "at": at, "chosen": chosen}
    if by != at and view.get("also") and mechanic in fight.kind.several:
        act["also"] = view["also"]
        params = fight.filled(mechanic, by, at, chosen, view["also"])
    sheet = fight.of(by).sheet
    selects = "".join(_choice(sheet, name, fields, chosen.get(name)) for name, fields in fills.choices.items())
    who = "" if fight.now == by or at is None else f"{fight.of(by).name}: "
    adjust = form_button(
        "Adjust", "mechanic", mechanic.id, params, {**act, "act": "rolled"}, f"Adjust {mechanic.title}"
    )
    return f'<div class="fb-fight-roll">{act_button(f"{who}{mechanic.title}", css_class, act)}{selects}{adjust}</div>'


def _chosen(fight: Fight, fills: Fills, by: str, view: View) -> dict[str, Any]:
    """What fills a roll: as chosen now, else as it was last time."""
    chosen = {**fight.chosen_before(by, fills.mechanic.id), **dict(view.get("chosen") or {})}
    return {name: value for name, value in chosen.items() if name in fills.choices}


def _strikes_several(fight: Fight, possible: tuple[Fills, str, str | None], view: View) -> bool:
    fills, by, at = possible
    try:
        return at is not None and fight.strikes_several(fills, by, _chosen(fight, fills, by, view))
    except RulesError:  # the sheet has changed since it was chosen
        return fight.strikes_several(fills, by)


def also_struck(fight: Fight, by: str, at: str, view: View) -> list[str]:
    """More targets, as long as there is a roll that strikes several."""
    there = [
        key
        for key in view.get("also") or ()
        if key in fight.fighters and key not in (by, at) and not fight.of(key).is_out
    ]
    return there if may_strike_several(fight, by, at, view) else []


def may_strike_several(fight: Fight, by: str, at: str, view: View) -> bool:
    """Whether somebody has a roll that can be against several at once."""
    return any(_strikes_several(fight, each, view) for each in fight.possible(by, at) if each[1] == by)


def _choice(sheet: Sheet, name: str, fields: tuple[str, ...], chosen: Any) -> str:
    """A list of the fields that can fill a parameter, or of the entries of the sheet's list."""
    if fields:
        options = [(field, f"{sheet.label_of(field)} {_signed(getattr(sheet, field))}") for field in fields]
    else:
        options = [(str(number), str(next(iter(entry)))) for number, entry in enumerate(getattr(sheet, name))]
    if len(options) < 2:
        return ""
    shown = "".join(
        f'<option value="{escape(value)}"{" selected" if str(chosen) == value else ""}>{escape(text)}</option>'
        for value, text in options
    )
    kind = "field" if fields else "entry"
    return (
        f'<select class="fb-fight-choice" data-choose="{escape(name)}" data-kind="{kind}" '
        f'aria-label="{escape(label_of(name))}">{shown}</select>'
    )


def _signed(value: Any) -> str:
    return f"{value:+d}".replace("-", "−") if isinstance(value, int) and not isinstance(value, bool) else text_of(value)
