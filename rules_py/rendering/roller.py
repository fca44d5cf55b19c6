"""A roller as HTML: a mechanic's form with its odds."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from rules_py.mechanic import Mechanic
from rules_py.probability.cumulative import is_ordered
from rules_py.rendering.forms import (
    list_sweepable_labels,
    render_comparison_button,
    render_counts_place,
    render_inputs,
    render_what_if,
)
from rules_py.rendering.odds import has_order, render_odds

if TYPE_CHECKING:
    from rules_py.probability.odds import Odds

LONG_FORM = 8
"""The number of fields above which a form is laid out as a long one."""


@dataclass(frozen=True, kw_only=True)
class RollerOptions:
    """The place and the options of a roller.

    Attributes:
        anchor: the id of its element.
        title: its title.
        attributes: further attributes of its element.
        root: the relative path to the site's root, such as `../`.
        workbench: the address from there of the page on which readers change rules; "" without one.
        repeats_heading: True if the title only repeats the heading above it.
        is_rule_above: True if the heading above it is that of its rule.
        has_odds: False to leave out the odds.
        opening: the first dice that it requests, as JSON; "" if they aren't known.
    """

    anchor: str
    title: str
    attributes: Mapping[str, str | None]
    root: str = ""
    workbench: str = ""
    repeats_heading: bool = False
    is_rule_above: bool = False
    has_odds: bool = True
    opening: str = ""


def render_roller(mechanic: Mechanic, odds: "Odds | None", form: Mapping[str, Any], options: RollerOptions) -> str:
    """Render a mechanic's form, which rolls, with the odds of its values.

    Args:
        mechanic: the mechanic.
        odds: the odds of the form's values; None if they would take too long.
        form: the form's fields as `group_fields` has built them.
        options: where it is, and how it looks there.
    """
    anchor, rolls = options.anchor, odds is None or is_rolled(odds)
    repeats = options.repeats_heading
    title_class = ' class="fb-repeats"' if repeats else ""
    title = f'<span id="{anchor}-title"{title_class}>{escape(options.title)}</span>'
    tools = _render_tools(mechanic, form, options)
    attributes = {"mechanic": mechanic.id, **options.attributes}
    parts = [
        f'<fb-roller class="fb-roller" id="{anchor}" role="group" aria-labelledby="{anchor}-title"'
        f"{''.join(map(_render_attribute, attributes.items()))}>",
        f'<form class="fb-form{" fb-form--long" if form["count"] > LONG_FORM else ""}" novalidate>',
        f'<p class="fb-title{" fb-title--empty" if repeats else ""}">{title}{"" if repeats else f" {tools}"}</p>',
        '<div class="fb-inputs">',
        render_inputs(form, anchor),
        "</div>",
        f'<div class="fb-actions">\n<button class="fb-roll" type="submit">{"Roll" if rolls else "Calculate"}</button>',
        f'<button class="fb-own-open" type="button" aria-expanded="false" aria-controls="{anchor}-own">My dice</button>'
        if rolls
        else "",
        f'<span class="fb-about">{tools}</span>' if repeats else "",
        "</div>",
        f'<div class="fb-own" id="{anchor}-own" role="group" aria-label="Your own dice"'
        f"{_render_attribute(('data-opening', options.opening)) if options.opening else ''} hidden></div>"
        if rolls
        else "",
        '</form>\n<div class="fb-result"></div>',
        _render_odds_fold(mechanic, odds, form, options) if odds and rolls and options.has_odds else "",
        "</fb-roller>",
    ]
    return "\n".join(filter(None, parts))


def is_rolled(odds: "Odds") -> bool:
    """Return True if a roll has several outcomes; a mechanic without dice has no odds to show."""
    return any(len(chances) > 1 for chances in odds.outcomes.values())


def _render_attribute(attribute: tuple[str, str | None]) -> str:
    name, value = attribute
    return f" {name}" if value is None else f' {name}="{escape(value)}"'


def _render_tools(mechanic: Mechanic, form: Mapping[str, Any], options: RollerOptions) -> str:
    """Render the button that explains the fields, and the link to the rule."""
    explain = (
        '<button type="button" class="fb-explain" aria-expanded="false" aria-label="What these mean" '
        'title="What these mean">?</button> '
        if form["count"]
        else ""
    )
    here = " fb-rule-link--here" if options.is_rule_above else ""
    page = escape(mechanic.page)
    return f'{explain}<a class="fb-rule-link{here}" href="{options.root}{page}" data-page="{page}">rule</a>'


def _render_odds_fold(mechanic: Mechanic, odds: "Odds", form: Mapping[str, Any], options: RollerOptions) -> str:
    ordered = _find_ordered(mechanic, odds)
    counts = render_counts_place() if ordered == "headline" else ""
    counts_of_others = render_counts_place("fb-counts-of-others") if ordered == "others" else ""
    parts = [
        f'<details class="fb-odds"><summary>Odds</summary>{counts}<div class="fb-odds-body">'
        f"{render_odds(mechanic, odds)}</div>{counts_of_others}",
        render_comparison_button() if form["count"] else "",
        render_what_if(list_sweepable_labels(mechanic.parameters)),
        _render_change_link(mechanic, options) if options.workbench else "",
        "</details>",
    ]
    return "\n".join(filter(None, parts))


def _render_change_link(mechanic: Mechanic, options: RollerOptions) -> str:
    page = f"{options.workbench}#rule={escape(mechanic.id)}"
    link = f'<a href="{options.root}{page}" data-page="{page}">Change this rule</a>'
    return f'<div class="fb-change-rule">{link}</div>'


def _find_ordered(mechanic: Mechanic, odds: "Odds") -> str:
    """Return the fields whose odds can be counted as at least or at most: the "headline", only "others" or ""."""
    if is_ordered(mechanic, mechanic.headline, odds.outcomes[mechanic.headline]):
        return "headline"
    return "others" if has_order(mechanic, odds) else ""
