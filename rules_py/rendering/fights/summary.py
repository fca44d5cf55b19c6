"""Summaries: of a sheet, as a fight shows it, and of a fight, as a page lists it."""

from collections.abc import Sequence
from html import escape
from itertools import chain
from typing import Any

from rules_py.play.fight.offers import is_decided
from rules_py.play.fight.reducer import Fight
from rules_py.play.sheet import Sheet
from rules_py.rendering.fights.markup import render_share
from rules_py.text.sentences import join_names
from rules_py.text.serialization import to_text

MOST_NAMED = 4
"""The maximum number of names in a fight's summary."""


def render_sheet_summary(sheet: Sheet) -> str:
    """Render the sheet's meter and its most important values."""
    shown = ""
    if sheet.meter:
        value, most = (getattr(sheet, name) for name in sheet.meter)
        share = max(0, min(100, round(100 * value / most))) if most else 0
        shown += (
            f'<span class="fb-meter" style="--share:{share}%">{render_share(value, most, f"<b>{value}</b>/{most}")} '
            f"<small>{escape(sheet.label_for(sheet.meter[0]))}</small></span>"
        )
    for name in sheet.glance:
        if getattr(sheet, name) in ((), "", None):
            continue
        value = escape(to_text(getattr(sheet, name)).replace(",", ", "))
        shown += f'<span class="fb-short">{escape(sheet.label_for(name))} <b>{value}</b></span>'
    return shown


def render_warnings(sheet: Sheet) -> str:
    """Render the sheet's current warnings, apart from what it leaves open: a side says that once for all."""
    said_once = sheet.open_questions
    return "".join(
        f'<p class="fb-fight-warning">{escape(said)}</p>' for said in sheet.warnings if said not in said_once
    )


def summarize_fight(fight: Fight) -> dict[str, Any]:
    """Summarize a fight as JSON, which a page stores with the fight so that it can list it without the rules.

    Returns:
        `line`: the combatants and, once it has begun, the round, such as "Kestrel, Guard ×3, round 3"; `fallen`: the
        name and the side of each combatant who is out because of their sheet, without objects; `winner`: the name of
        the only side that is left, or "" if the fight isn't decided; `state`: "prepared", "running" or "over";
        `names`: those of all combatants, by which a fight is found.
    """
    objects, sides = fight.rules.objects, fight.rules.sides
    left = {each.side for each in fight.active}
    is_over = is_decided(fight)
    names = _join_groups([each.name for each in fight.participants.values()])
    has_rounds = fight.rules.order.has_turns and fight.has_begun and names
    return {
        "line": f"{names}, {fight.rules.round_name} {fight.round}" if has_rounds else names,
        "fallen": [
            {"name": fight.name_for(each.key), "side": sides[each.side]}
            for each in fight.participants.values()
            if each.sheet.is_out and not isinstance(each.sheet, objects)
        ],
        "winner": next((sides[side] for side in sorted(left)), "") if is_over else "",
        "state": "over" if is_over else "running" if fight.has_begun else "prepared",
        "names": [each.name for each in fight.participants.values()],
    }


def _join_groups(names: Sequence[str]) -> str:
    """Join names, shortened if there are many; numbered ones, such as Guard 1 and Guard 2, are "Guard ×2".

    >>> _join_groups(["Guard 1", "Ada", "Guard 2", "Unit 7"])
    'Guard ×2, Ada and Unit 7'
    >>> _join_groups(["Ada", "Bo", "Cy", "Di", "Guard 1", "Guard 2"])
    'Ada, Bo, Cy and 3 more'
    """
    groups: dict[str, list[str]] = {}
    for name in names:
        kind, _, number = name.rpartition(" ")
        groups.setdefault(kind if kind and number.isdigit() else name, []).append(name)
    said = [f"{kind} ×{len(same)}" if len(same) > 1 else same[0] for kind, same in groups.items()]
    if len(said) > MOST_NAMED:
        said[MOST_NAMED - 1 :] = chain(*list(groups.values())[MOST_NAMED - 1 :])  # each of the others is counted
    return join_names(said, most=MOST_NAMED - 1)
