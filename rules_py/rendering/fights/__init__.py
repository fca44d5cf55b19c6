"""A fight as a fragment of HTML: who is there, whose turn it is, what they can do, and what just happened.

Each button carries its command in a data attribute: `data-act` holds a command (rules_py.play.fight.commands),
`data-view` the combatant to show, `data-open` a form to fill in first. So the page's script knows no rule.
"""

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Entry, Offer
from rules_py.registry.games import find
from rules_py.rendering.fights.actions import actor_html, also_struck, roll_row
from rules_py.rendering.fights.buttons import View, act_button, keep_button, names_of
from rules_py.rendering.fights.changes import for_all_html, hand_html, more_html
from rules_py.rendering.fights.combatants import join_html, sides_html
from rules_py.rendering.fights.summary import short_html, warnings_html
from rules_py.rendering.rolls import roll_html, roll_said

MOST_OF_LOG = 60


def fight_html(fight: Fight, view: View) -> str:
    """The whole fight, as one looks at it."""
    if not fight.fighting:
        return (
            f'{_board(fight)}{_beside(fight)}<p class="fb-fight-empty">Nobody is here yet. Who fights?</p>'
            f"{_happened(fight) if fight.log else ''}{join_html(fight, True)}"
        )
    by = _somebody(fight, view.get("by")) or fight.now
    at = _somebody(fight, view.get("at")) or (fight.facing(by) if by else None)
    if by and at == by:
        at = fight.facing(by)
    also = also_struck(fight, by, at, view) if by and at else []
    view = {**view, "also": also}
    actor = actor_html(fight, by, at, view) if by else ""
    return "".join(
        [
            _head(fight),
            _board(fight),
            _beside(fight),
            actor,
            _happened(fight),
            sides_html(fight, by, at, view),
            for_all_html(fight),
            _forecast(fight),
            join_html(fight, False),
            _log(fight),
        ]
    )


def fight_said(fight: Fight, count: int) -> str:
    """What the last events came to, for a screen reader."""
    return " ".join(said for entry in fight.log[len(fight.log) - count :] for said in entry.said)


def _somebody(fight: Fight, key: Any) -> str | None:
    return key if isinstance(key, str) and key in fight.fighting else None


# Where the fight stands


def _head(fight: Fight) -> str:
    if not fight.kind.order.has_turns:
        return ""
    names = names_of(fight, fight.due)
    tools = ""
    if fight.still_to_roll:
        mechanic = fight.kind.order.mechanic
        title = mechanic.title if mechanic else ""
        tools += act_button(f"Roll {title} for {_count(len(fight.still_to_roll))}", "fb-fight-order", {"act": "order"})
    if fight.due:
        tools += act_button("Next", "fb-fight-next", {"act": "turn"})
    who = f"<strong>{escape(names)}</strong>" if names else "Who acts first?"
    return (
        f'<div class="fb-fight-head"><p><span>Round {fight.round}</span> {who}</p>'
        f'<p class="fb-fight-tools">{tools}</p></div>'
    )


def _count(number: int) -> str:
    return "1" if number == 1 else f"all {number}"


def _board(fight: Fight) -> str:
    if fight.board is None:
        return ""
    return (
        f'<section class="fb-fight-board" aria-label="{escape(fight.board.title)}">{short_html(fight.board)}'
        f"{warnings_html(fight.board)}{hand_html(fight, BOARD)}{more_html(fight, BOARD, 'fb-fight-board-more')}"
        "</section>"
    )


def _beside(fight: Fight) -> str:
    """What stands beside the fight: each with its meter, what it takes a tap to do with it, and all else folded."""
    return "".join(
        f'<section class="fb-fight-board" aria-label="{escape(each.name)}"><strong>{escape(each.name)}</strong>'
        f"{short_html(each.sheet)}{warnings_html(each.sheet)}{hand_html(fight, each.key)}"
        f"{more_html(fight, each.key, f'fb-fight-beside-{number}')}</section>"
        for number, each in enumerate(fight.beside)
    )


def _happened(fight: Fight) -> str:
    """What happened last: an event, with a roll all that followed from it, or several rolls in short."""
    start = next(number for number in reversed(range(len(fight.log))) if not fight.log[number].event.get("follows"))
    since = fight.log[start:]
    several = sum(entry.roll is not None for entry in since) > 1
    told = "".join(_entry(fight, entry, several) for entry in since)
    back = _in_return(fight, since[0].event) if since[0].roll and not several else ""
    follows = "" if several else _following(fight, since[0])
    return (
        f'<section class="fb-fight-happened fb-result fb-new" aria-label="What happened">{told}{_due(fight)}'
        f'{follows}{_offers(fight)}{back}{_keeps(fight)}<p class="fb-fight-tools"><button type="button" '
        f'class="fb-undo" aria-label="Undo: {escape(undone(fight))}">Undo</button></p></section>'
    )


def _keeps(fight: Fight) -> str:
    """Once a fight is over: everybody's own sheet."""
    is_over = fight.log[-1].event["event"] == "end" or len({each.side for each in fight.up}) < len(
        {each.side for each in fight.fighting.values()}
    )
    names = "".join(keep_button(each, each.name) for each in fight.fighters.values()) if is_over else ""
    return f'<p class="fb-fight-keeps fb-fight-offer" hidden>Keep on their own sheets: {names}</p>' if names else ""


def _in_return(fight: Fight, event: Mapping[str, Any]) -> str:
    """Where nobody waits for a turn: what whoever was rolled against may do to whoever rolled."""
    by, at = _somebody(fight, event.get("by")), _somebody(fight, event.get("at"))
    if fight.kind.order.has_turns or not by or not at or fight.of(at).is_out or fight.of(by).side == fight.of(at).side:
        return ""
    return "".join(
        roll_row(fight, each, {}, "fb-fight-other") for each in fight.possible(at, by) if each[2] is not None
    )


def undone(fight: Fight) -> str:
    """What undoing takes back, in words: the last event, with the roll that it followed from."""
    entry = next(each for each in reversed(fight.log) if not each.event.get("follows"))
    return " ".join(entry.said[:1]).rstrip(".")


def _entry(fight: Fight, entry: Entry, is_short: bool) -> str:
    if entry.event["event"] == "turn":  # whose turn it is first, then what the last one's end brought
        first, *rest = reversed(entry.said)
        return f'<p class="fb-fight-said">{escape(first)}</p>' + "".join(
            f'<p class="fb-fight-what">{escape(said)}</p>' for said in reversed(rest)
        )
    if entry.roll is None:
        return "".join(f'<p class="fb-fight-said">{escape(said)}</p>' for said in entry.said)
    event = entry.event
    sides = ([event.get("by")], [event.get("at"), *(event.get("also") or ())])
    names = (", ".join(fight.fighters[str(key)].name for key in keys if key in fight.fighters) for keys in sides)
    who = [name for name in names if name]
    mechanic = find(entry.roll.mechanic)
    refused = "".join(f'<p class="fb-fight-warning">{escape(said)}</p>' for said in entry.event.get("refused", ()))
    return (
        f'<p class="fb-fight-what">{escape(mechanic.title)}{": " if who else ""}{escape(" → ".join(who))}</p>'
        f"{_rolled(mechanic, entry.roll, is_short)}{refused}"
    )


def _rolled(mechanic: Mechanic, roll: Roll, is_short: bool) -> str:
    if is_short:
        return f'<p class="fb-fight-said">{escape(roll_said(mechanic, roll))}</p>'
    return roll_html(mechanic, replace(roll, next_rolls=()))  # a fight has its own buttons, which do what follows


def _due(fight: Fight) -> str:
    """What has to be rolled now, for whom and why."""
    found = []
    for owed in fight.due_rolls:
        act = {
            "act": "roll",
            "mechanic": owed.mechanic.id,
            "by": owed.who[0],
            **({"params": owed.due.params} if owed.due.params else {}),
        }
        why = f" {owed.due.why}." if owed.due.why else ""
        button = act_button(owed.mechanic.title, "fb-fight-due", act)
        found.append(f'<p class="fb-fight-offer">{escape(names_of(fight, owed.who))}:{escape(why)} {button}</p>')
    return "".join(found)


def _following(fight: Fight, entry: Entry) -> str:
    """What a roll calls for at once, where nobody owes it by their sheet: a table that says more, say."""
    act = {part: entry.event[part] for part in ("by", "at") if entry.event.get(part)}
    owed = {mechanic.id for mechanic in fight.kind.owed}
    buttons = "".join(
        act_button(each.text, "fb-fight-due", {"act": "roll", "mechanic": each.mechanic, "params": each.known, **act})
        for each in (entry.roll.next_rolls if entry.roll else ())
        if each.at_once and each.mechanic not in owed
    )
    return f'<p class="fb-fight-offer">{buttons}</p>' if buttons else ""


def _offers(fight: Fight) -> str:
    """What the last roll leads to where the table decides, or where it is not clear for whom."""
    found = []
    for offer in fight.offers:
        if offer.who is not None and not (offer.if_wanted and offer.who in (*fight.fighters, BOARD)):
            continue
        buttons = "".join(
            act_button(
                fight.name_of(key),
                "fb-offer",
                {
                    "act": "change",
                    "change": offer.change.id,
                    "who": key,
                    "params": offer.params,
                    **({"instead": offer.instead} if offer.instead else {}),
                },
            )
            for key in ((offer.who,) if offer.who else fight.picks(offer))
            if _is_possible(fight, offer, key)
        )
        if buttons:
            found.append(f'<p class="fb-fight-offer">{escape(_called(offer))}: {buttons}</p>')
    return "".join(found)


def _is_possible(fight: Fight, offer: Offer, key: str) -> bool:
    """Whether the rules allow a change: what they forbid is no button."""
    try:
        offer.change.apply(fight.sheet_of(key), offer.params)
    except RulesError:
        return False
    return True


def _called(offer: Offer) -> str:
    """What a change is called, with what was chosen for it where the table has a name for that."""
    chosen = (offer.change.parameters[name].kind.names().get(str(value)) for name, value in offer.params.items())
    named = ", ".join(name[:1].lower() + name[1:] for name in (*chosen, offer.note) if name)
    return f"{offer.change.title} ({named})" if named else offer.change.title


def _forecast(fight: Fight) -> str:
    """Where the page's script asks what the fight will come to: as long as two sides have somebody who is up."""
    return '<div class="fb-forecast-place"></div>' if len({each.side for each in fight.up}) > 1 else ""


def _log(fight: Fight) -> str:
    lines = [said for entry in fight.log[-MOST_OF_LOG:] for said in entry.said]
    items = "".join(f"<li>{escape(said)}</li>" for said in reversed(lines))
    return f'<details class="fb-fight-log"><summary>What happened so far</summary><ol reversed>{items}</ol></details>'
