"""Arrangements of a table on a card as HTML: conditions of its own, the side, the order, and a note."""

from collections.abc import Collection, Sequence
from html import escape

from rules_py.play.board.card import Switch
from rules_py.play.fight.arrangements import list_other_sides
from rules_py.play.fight.events import CONDITION, MOST_ROUNDS, NOTE, SCORE
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant, OwnCondition
from rules_py.rendering.fights.buttons import escape_json
from rules_py.rendering.fights.markup import render_button, render_icon
from rules_py.text.wording import decapitalize


def render_note(combatant: Combatant) -> str:
    """Render the note of the GM on a combatant's card, or nothing."""
    return f'<p class="fb-own-note">{escape(combatant.note)}</p>' if combatant.note else ""


def render_conditions(fight: Fight, key: str, switches: Sequence[Switch]) -> str:
    """Render the conditions of a combatant: those of the sheet, and those that the table has named; a tap ends one."""
    chips = "".join(_render_switch(each) for each in switches)
    own = fight.combatants[key].own_conditions if key in fight.combatants else ()
    for each in own:
        command = {"act": "condition", "who": key, "name": each.name, "over": True}
        label = escape(describe_condition(fight, each))
        chips += render_button(label, "fb-chip", act=command, more=' aria-pressed="true"')
    return chips


def describe_condition(fight: Fight, condition: OwnCondition) -> str:
    """Describe a condition that the table has named, with the rounds that it still lasts."""
    if condition.last_round is None:
        return condition.name
    return f"{condition.name} ({condition.last_round - fight.round + 1})"


def _render_switch(switch: Switch) -> str:
    pressed = f' aria-pressed="{str(switch.is_on).lower()}"'
    return render_button(escape(switch.label), "fb-chip", act=switch.command, more=pressed)


def render_new_condition(fight: Fight, key: str, also: Sequence[str]) -> str:
    """Render the way to a condition that the table names; it is folded.

    Args:
        fight: the fight.
        key: the combatant.
        also: further combatants who get it.
    """
    command = {"act": "condition", "who": key, **({"also": list(also)} if also else {})}
    name = f'<label>Name <input type="text" maxlength="{CONDITION.most}" autocomplete="off" data-param="name"></label>'
    word = fight.rules.round_names.capitalize()
    rounds = (
        f'<label>{word} <input type="number" inputmode="numeric" min="1" max="{MOST_ROUNDS}" data-param="rounds" '
        'placeholder="–"></label>'
        if fight.rules.order.has_turns
        else ""
    )
    add = render_button("Add", "fb-button fb-apply", act=command)
    fields = f'<div class="fb-change" data-fields="parts">{name}{rounds}{add}</div>'
    return f"<details><summary>Another condition</summary>{fields}</details>"


def render_arrangements(fight: Fight, key: str, hidden: Collection[str]) -> str:
    """Render what the table can arrange for a combatant; it is folded.

    Args:
        fight: the fight.
        key: the combatant.
        hidden: the keys of those that players don't see.
    """
    combatant = fight.combatants[key]
    sides = "".join(
        render_button(
            f"{render_icon('swap')}To {escape(decapitalize(fight.rules.sides[side]))}",
            "fb-button",
            act={"act": "side", "who": key, "side": side},
        )
        for side in list_other_sides(fight, combatant)
    )
    is_hidden = key in hidden
    word = "Show to players" if is_hidden else "Hide from players"
    secret = f' data-hide="{escape_json({"key": key, "on": not is_hidden})}"'
    sides += render_button(word, "fb-button fb-hide", more=secret)
    order = _render_order(fight, combatant) if key in fight.participants else ""
    return (
        f"<details><summary>Side, order, players’ view, note</summary>"
        f'<p class="fb-row">{sides}</p>{order}{_render_note_field(combatant)}</details>'
    )


def _render_order(fight: Fight, combatant: Combatant) -> str:
    """Render the ways to change a combatant's place in the order, or the reason why there are none."""
    order, key = fight.rules.order, combatant.key
    obstacle = order.find_obstacle(combatant, fight.round)
    moves = _render_moves(fight, combatant) if order.is_by_combatant else ""
    if obstacle:
        return f"<p><small>{escape(obstacle[:1].upper() + obstacle[1:])}.</small></p>"
    if not order.is_by_combatant:
        buttons = "".join(
            render_button(word, "fb-button", act={"act": "initiative", "who": key, "score": number})
            for word, number in (("Acts first", 1), ("Doesn’t act first", 0))
        )
        return f'<p class="fb-row">{buttons}</p>'
    now = str(combatant.score[0]) if combatant.score else ""
    score = (
        f'<label>{SCORE.label} <input type="number" inputmode="text" min="{SCORE.low}" max="{SCORE.high}" '
        f'data-param="score" value="{now}"></label>'
    )
    button = render_button("Set", "fb-button fb-apply", act={"act": "initiative", "who": key})
    return f'<div class="fb-change" data-fields="parts">{score}{button}</div>{moves}'


def _render_moves(fight: Fight, combatant: Combatant) -> str:
    """Render the buttons that move a combatant in the order, and that link them to another one."""
    key = combatant.key
    if combatant.leader is not None and fight.has_leader(combatant):
        name = fight.name_for(combatant.leader)
        alone = render_button("Act alone again", "fb-button", act={"act": "link", "who": key})
        return f'<p class="fb-row">Acts with {escape(name)} {alone}</p>'
    firsts = [group[0] for group in fight.groups]
    at = next((number for number, group in enumerate(fight.groups) if key in group), None)
    buttons = ""
    if at is not None and combatant.score is not None:
        if at > 0:
            act = {"act": "move", "who": key, "before": firsts[at - 1]}
            buttons += render_button(f"Before {escape(fight.name_for(firsts[at - 1]))}", "fb-button", act=act)
        if at + 1 < len(firsts):
            act = {"act": "move", "who": firsts[at + 1], "before": key}
            buttons += render_button(f"After {escape(fight.name_for(firsts[at + 1]))}", "fb-button", act=act)
    leaders = [
        each
        for each in fight.active
        if each.key != key and each.leader is None and each.side == combatant.side and not is_led(fight, key)
    ]
    options = "".join(f'<option value="{escape(each.key)}">{escape(each.name)}</option>' for each in leaders)
    link = ""
    if leaders:
        button = render_button("Act together", "fb-button fb-apply", act={"act": "link", "who": key})
        field = f'<label>With <select data-param="leader">{options}</select></label>'
        link = f'<div class="fb-change" data-fields="parts">{field}{button}</div>'
    return (f'<p class="fb-row">{buttons}</p>' if buttons else "") + link


def is_led(fight: Fight, key: str) -> bool:
    """Return True if others act in a combatant's turn."""
    return any(each.leader == key for each in fight.combatants.values())


def _render_note_field(combatant: Combatant) -> str:
    text = (
        f'<label>Note, for you alone <textarea rows="2" maxlength="{NOTE.most}" data-param="text">'
        f"{escape(combatant.note)}</textarea></label>"
    )
    button = render_button("Save the note", "fb-button fb-apply", act={"act": "note", "who": combatant.key})
    return f'<div class="fb-change" data-fields="parts">{text}{button}</div>'
