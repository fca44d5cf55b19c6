"""`::: roller ID`: a mechanic's form, with presets and hidden fields, and its odds for readers without scripts."""

from typing import Any

from hooks.rules_markdown.block_line import Block, mechanic_of
from hooks.rules_markdown.source import Source
from hooks.rules_markdown.templates import render
from rules_py import RulesError, show
from rules_py.exact_odds import Odds, odds_of
from rules_py.mechanic import Mechanic
from rules_py.parameters import Parameter

MOST_SEGMENTS = 5


def roller_block(block: Block, source: Source) -> str:
    """The form's HTML."""
    mechanic, params = mechanic_of(block)
    odds = Odds(mechanic.id, params, odds_of(mechanic, params))
    return render("roller.html", mechanic=mechanic, anchor=source.own_anchor(anchor_of(mechanic)), root=source.root,
                  title=block.options.get("title", mechanic.title), action=action_of(mechanic, odds),
                  fields=fields_of(mechanic, params, block),
                  odds=show.odds_html(mechanic, odds) if has_dice(odds) else None,
                  steppable=steppable(mechanic.parameters))


def anchor_of(mechanic: Mechanic) -> str:
    """A mechanic's id, or what can't be mistaken for a heading's where the id is a single word."""
    return mechanic.id if "." in mechanic.id else f"roller-{mechanic.id}"


def fields_of(mechanic: Mechanic, params: dict[str, Any], block: Block) -> list[dict[str, Any]]:
    """The form's fields, toggles last, without those that the block hides."""
    hidden = [name for name in block.options.get("hide", "").split(",") if name]
    for name in hidden:
        if name not in mechanic.parameters:
            raise RulesError(f"hide: got {name!r}, takes parameters of {mechanic.id}: {', '.join(mechanic.parameters)}")
    fields = [field_of(parameter, params[name], name in hidden) for name, parameter in mechanic.parameters.items()]
    return sorted(fields, key=lambda field: field["control"] == "toggle")


def steppable(parameters: dict[str, Parameter]) -> list[str]:
    """The parameters with values that a "what if" can run through."""
    return [name for name, parameter in parameters.items() if parameter.kind.word in ("int", "bool", "choice")]


def has_dice(odds: Odds) -> bool:
    """Whether anything about the outcome is left to dice."""
    return any(len(chances) > 1 for chances in odds.outcomes.values())


def action_of(mechanic: Mechanic, odds: Odds) -> str:
    """What the button says."""
    return "Roll" if has_dice(odds) else "Work it out"


def field_of(parameter: Parameter, value: Any, hidden: bool = False) -> dict[str, Any]:
    """What a form field needs: the parameter's description, its control and its value here."""
    about = parameter.describe()
    control = {"int": "stepper", "bool": "toggle", "list": "list", "notation": "dice"}.get(about["kind"], "text")
    if about["kind"] == "choice":
        longest = sum(len(str(choice)) + 3 for choice in about["choices"])
        control = "segments" if len(about["choices"]) <= MOST_SEGMENTS and longest <= 40 else "select"
    return about | {"control": "hidden" if hidden else control, "value": value, "label": show.label_of(parameter.name),
                    "names": names_of(parameter, about)}


def names_of(parameter: Parameter, about: dict[str, Any]) -> dict[str, str]:
    """What each choice is called, of a list's entries too."""
    choices = about.get("choices") or about.get("entry", {}).get("choices", ())
    names = parameter.kind.names()
    return {str(choice): names.get(str(choice)) or show.label_of(str(choice)) for choice in choices}
