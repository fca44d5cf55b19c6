"""`::: calculator ID`: a game's calculator: a form with two sides, and the answers to what it is set to."""

import json

from hooks.rules_markdown.block_line import Block
from hooks.rules_markdown.roller_block import field_of, steppable
from hooks.rules_markdown.source import Source
from hooks.rules_markdown.templates import render
from rules_py import RulesError, show
from rules_py.calculator import Calculator, Pick
from rules_py.games import calculator


def calculator_block(block: Block, source: Source) -> str:
    """The form, and the answers for the presets, which a reader without scripts sees too."""
    shown = calculator(block.id)
    params = shown.check(block.presets)
    sides = [{"title": title, "fields": side_fields(shown, names, params),
              "picks": [pick_of(pick, shown) for pick in shown.picks.get(title, ())]}
             for title, names in shown.sides.items()]
    answers = shown.answer(params)
    return render("calculator.html", calculator=shown, anchor=source.own_anchor("calc"), sides=sides,
                  steppable=steppable(shown.parameters),
                  title=block.options.get("title", shown.title), answers=show.answers_html(answers), summary=show.summary_html(answers))


def side_fields(shown: Calculator, names: tuple[str, ...], params: dict) -> list[dict]:
    """A side's form fields, toggles last."""
    fields = [field_of(shown.parameters[name], params[name]) for name in names]
    return sorted(fields, key=lambda field: field["control"] == "toggle")


def pick_of(pick: Pick, shown: Calculator) -> dict:
    """A list's entries, each with the values it fills in; those that hold no such number are left out."""
    options = []
    for label, cells in pick.entries():
        try:
            sets = {name: str(shown.parameters[name].accept(cells[cell])) for name, cell in pick.sets.items()}
        except RulesError:
            continue
        options.append({"label": label, "sets": json.dumps(sets)})
    return {"title": pick.title, "options": options}
