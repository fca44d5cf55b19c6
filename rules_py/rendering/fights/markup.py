"""Small parts of a board's markup: icons, tokens, dice, and controls that carry a command or a part of the view."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from rules_py.dice import DiceResult
from rules_py.mechanic import Roll
from rules_py.play.board.tokens import Token, Tokens
from rules_py.play.fight.reducer import Fight
from rules_py.play.pieces import CardFact, Counter
from rules_py.play.previews import has_results
from rules_py.rendering.fights.buttons import escape_json
from rules_py.text.sentences import MINUS

MOST_DICE = 12
"""The number of dice above which they are told in words only."""

BETWEEN_SUMS = '<span class="fb-hidden">; </span> '
"""HTML between dice of two sums, which a screen reader would otherwise read as one."""


def render_icon(name: str, css_class: str = "fb-icon") -> str:
    """Render an icon of the page's set."""
    return f'<svg class="{css_class}" aria-hidden="true"><use href="#fb-i-{name}"/></svg>'


def render_token(token: Token, marks: str = "") -> str:
    """Render a combatant's token, which isn't read out; `marks` are further attributes."""
    foe = " data-foe" if token.is_foe else ""
    return f'<i class="fb-token"{foe}{marks} aria-hidden="true">{escape(token.text)}</i>'


def render_tokens(keys: Sequence[str], tokens: Tokens) -> str:
    """Render the tokens of combatants."""
    return "".join(render_token(tokens[key]) for key in keys if key in tokens)


def data(name: str, value: Any) -> str:
    """Render an attribute with JSON."""
    return f' data-{name}="{escape_json(value)}"'


def label(text: str) -> str:
    """Render an `aria-label`, or nothing without a text."""
    return f' aria-label="{escape(text)}"' if text else ""


def render_button(
    content: str,
    css_class: str,
    *,
    act: Mapping[str, Any] | None = None,
    view: Mapping[str, Any] | None = None,
    name: str = "",
    more: str = "",
) -> str:
    """Render a button.

    Args:
        content: its text, as HTML.
        css_class: its class.
        act: the command that it executes.
        view: what it changes in the view.
        name: its name for screen readers.
        more: further attributes.
    """
    carried = (data("act", act) if act is not None else "") + (data("view", view) if view is not None else "")
    return f'<button type="button" class="{css_class}"{label(name)}{carried}{more}>{content}</button>'


def render_odds_request(command: Mapping[str, Any]) -> str:
    """Render the attribute with the command whose chances the page asks for once it has painted."""
    return data("odds", command)


def render_odds(fight: Fight, command: Mapping[str, Any]) -> tuple[str, str]:
    """Render the bar and the line that the page fills with the chances of a roll, and the attribute that asks for them.

    Both are as high before as after. A roll without grades has no bar, and one that can have no chance has neither.
    """
    mechanic = fight.context.find_mechanic(str(command["mechanic"]))
    has_bar = has_results(mechanic)
    is_against = command.get("at") is not None and mechanic.id in fight.context.changes_by_mechanic
    if not (has_bar or mechanic.chance is not None or is_against):
        return "", ""
    bar = '<span class="fb-chances" aria-hidden="true"></span>' if has_bar else ""
    return f'{bar}<span class="fb-board-odds"><b></b></span>', render_odds_request(command)


def render_share(now: str | int, most: str | int, shown: str = "") -> str:
    """Render how much is left of a maximum: "40/40", which a screen reader reads as "40 of 40".

    Args:
        now: how much is left.
        most: the maximum.
        shown: HTML of both in place of "40/40".
    """
    now, most = escape(str(now)), escape(str(most))
    return f'<span aria-hidden="true">{shown or f"{now}/{most}"}</span><span class="fb-hidden">{now} of {most}</span>'


def render_fact(fact: CardFact) -> str:
    """Render a fact of a card; a number that runs out has an icon."""
    if isinstance(fact, Counter):
        left = render_share(fact.left, fact.most)
        return f'<i>{render_icon("spray", "")}{left}<span class="fb-hidden"> left</span></i>'
    return escape(fact)


def render_life(label_text: str, now: int, most: int) -> str:
    """Render a meter as boxes or as a bar."""
    many = " data-many" if most > 12 else ""
    return (
        f'<span class="fb-life" style="--now:{max(0, now)};--most:{most}"{many}>'
        f"<span>{render_share(now, most, f'<b>{now}</b>/{most}')}"
        f'<span class="fb-hidden"> {escape(label_text)}</span></span></span>'
    )


def render_throw(roll: Roll) -> str:
    """Render the dice of a roll and the sum made with them."""
    if not roll.dice:
        return ""
    faces = [str(face) for face in roll.faces]
    if len(faces) > MOST_DICE:
        words = f'<span class="fb-hidden">Dice: {", ".join(faces)}. </span>'
        return f'<p class="fb-board-throw">{words}{len(faces)} dice{"".join(map(_render_sum, roll.dice))}</p>'
    return f'<p class="fb-board-throw">{BETWEEN_SUMS.join(map(render_dice, roll.dice))}</p>'


def render_dice(result: DiceResult) -> str:
    """Render dice that were rolled together, with the sum made with them, in which a screen reader reads the faces."""
    dropped = list(result.faces)
    for face in result.kept:
        dropped.remove(face)
    shown, words = "", []
    for face in result.faces:
        is_dropped = face in dropped
        if is_dropped:
            dropped.remove(face)
        shown += render_die(face, result.sides, is_dropped=is_dropped)
        words.append(f"{face} dropped" if is_dropped else str(face))
    return f'<span class="fb-hidden">{", ".join(words)} </span>{shown}{_render_sum(result)}'


def render_die(face: int, sides: int, *, is_dropped: bool = False) -> str:
    """Render a die that shows a face; dice with other than six sides show a number."""
    mark = " data-dropped" if is_dropped else ""
    if sides == 6:
        return f'<i class="fb-die" data-n="{face}"{mark} aria-hidden="true"></i>'
    return f'<i class="fb-die" data-sides="{sides}"{mark} aria-hidden="true">{face}</i>'


def _render_sum(result: DiceResult) -> str:
    if not result.sum_text:
        return f" {escape(result.label)}" if result.label else ""
    rest = result.sum_text.removeprefix(" + ".join(map(str, result.kept))).lstrip(", ")
    terms, sign, total = escape(space_signs(rest), quote=False).rpartition(" = ")
    return f" {terms} = <b>{total}</b>" if sign else f" {escape(rest, quote=False)}"


def space_signs(terms: str) -> str:
    """Put a space after the sign of each term of a sum.

    >>> space_signs("+2 attribute -1 range = 7")
    '+ 2 attribute − 1 range = 7'
    """
    return re.sub(r"(^|(?<= ))([+-])(?=\d)", r"\2 ", terms).replace("- ", f"{MINUS} ")


def render_ask_button(command: Mapping[str, Any], title: str, css_class: str) -> str:
    """Render the button with which a GM asks a player for the dice of a roll.

    Args:
        command: the command of the roll.
        title: the name of the roll for the player.
        css_class: the class of the button.
    """
    return render_button("Ask a player", css_class, more=data("ask", {"command": command, "title": title}))
