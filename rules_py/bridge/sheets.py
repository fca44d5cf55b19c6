"""Handlers for sheets: a sheet from its fields, its JSON or a roll, changes to it, and its bindings to rolls."""

import json
from html import escape
from typing import TYPE_CHECKING, Any

from rules_py.bridge.answers import Answer, answers, find_no_parameters, find_parameters, find_play_parameters
from rules_py.bridge.rolls import build_roll_answer
from rules_py.dice import read_faces
from rules_py.errors import ParameterError
from rules_py.registry.games import find_mechanic
from rules_py.text.serialization import to_json, to_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules_py.parameters import Parameter
    from rules_py.play import Change, Sheet
    from rules_py.play.solo import Solo


def _find_form(id: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    return find_play_parameters(id)


def _find_change_form(id: str, fields: str, change: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    return find_play_parameters(id, change)


def _find_leads_form(id: str, mechanic: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    return find_parameters(mechanic)


@answers(_find_form)
def sheet(id: str, fields: str) -> Answer:
    """Return a sheet from its fields, a JSON object of values as text or as in a sheet's JSON."""
    from rules_py.registry.play import find_sheet

    return _build_sheet_answer(find_sheet(id).from_fields(json.loads(fields)))


@answers(_find_form)
def cockpit(id: str, fields: str, choices_json: str) -> Answer:
    """Return a sheet to play from.

    `choices_json` has the player's choices by mechanic.
    """
    from rules_py.registry.play import find_sheet

    return _build_cockpit_answer(find_sheet(id).from_fields(json.loads(fields)), json.loads(choices_json))


@answers(_find_leads_form)
def act(
    id: str, mechanic: str, fields: str, choices_json: str, override: str = "[]", seed: int | None = None
) -> Answer:
    """Make a roll of a sheet's owner, pay its price and apply what follows for them.

    `choices_json` has the choices for the roll, and `override` the names of requirements that the player waives. The
    answer has the roll with a title that names the choices, the sheet afterwards, and `changed` like that of a change.
    """
    from rules_py.play.roll_titles import title_roll
    from rules_py.registry.play import find_sheet

    solo = _build_solo(find_sheet(id).from_fields(json.loads(fields)))
    binding = solo.find_binding(mechanic)
    chosen = solo.choose(binding, _parse_choices(json.loads(choices_json)))
    made = solo.roll(binding, chosen, {}, json.loads(override), seed)
    before, after = solo.sheet.fields, made.sheet.fields
    return {
        **_name_result(build_roll_answer(binding.mechanic, made.roll), title_roll(binding, solo.sheet, chosen)),
        "sheet": made.sheet.to_dict(),
        "steps": list(made.steps),
        "changed": to_json({name: (value, after[name]) for name, value in before.items() if value != after[name]}),
    }


def _name_result(answer: Answer, title: str) -> Answer:
    """Return a roll's answer with a title that says what it was rolled with."""
    about = answer["about"]
    return {
        **answer,
        "html": f'<p class="fb-result-title">{escape(title)}</p>{answer["html"]}',
        "said": f"{title}{answer['said'].removeprefix(about['title'])}",
        "about": {**about, "title": title},
    }


@answers(_find_form)
def read(id: str, data: str) -> Answer:
    """Return a sheet from its JSON, as in a file or a link; `id` is the sheet type that it names."""
    from rules_py.play.sheet import read_sheet
    from rules_py.registry.play import find_sheet

    return _build_sheet_answer(read_sheet(json.loads(data), find_sheet))


@answers(_find_change_form)
def change(id: str, fields: str, change: str, params: str, seed: int | None = None) -> Answer:
    """Return a sheet after a change; `changed` has the fields that differ, with old and new values.

    Parameters with an own die that are left open are rolled, with dice that `seed` seeds.
    """
    from rules_py.registry.play import find_change, find_sheet

    before = find_sheet(id).from_fields(json.loads(fields))
    rule = find_change(change, before)
    given, rolled = rule.roll_open_params(before, json.loads(params), seed)
    changed = _build_solo(before).change(rule, given, rolled)
    return _build_sheet_answer(changed.sheet) | {
        "steps": list(changed.steps),
        "changed": changed.to_dict()["changed"],
    }


@answers(_find_form)
def make(id: str, params: str, faces: str, choices_json: str) -> Answer:
    """Return the sheet that a roll generates.

    It is built from the roll's parameters and faces, and from the player's choices.
    """
    from rules_py.registry.play import find_sheet

    kind = find_sheet(id)
    if kind.made_by is None:
        raise ParameterError(
            "sheet", id, "one that a roll makes", plain="No roll makes this kind of sheet. Fill it in yourself."
        )
    rolled = kind.made_by.mechanic.resolve(read_faces(faces), json.loads(params))
    return _build_sheet_answer(kind.from_roll(rolled, **json.loads(choices_json)))


@answers(find_no_parameters)
def fill(id: str, fields: str, choices_json: str) -> Answer:
    """Return the roll parameters that a sheet fills in, by mechanic.

    `choices_json` has the player's choices, also by mechanic.
    """
    from rules_py.registry.play import find_sheet
    from rules_py.rendering.prefill import prefill_params

    made, choices = find_sheet(id).from_fields(json.loads(fields)), json.loads(choices_json)
    return {
        "rolls": {
            each.mechanic.id: prefill_params(made, each, _parse_choices(choices.get(each.mechanic.id, {})))
            for each in made.rolls
        }
    }


@answers(_find_leads_form)
def leads(id: str, mechanic: str, params: str, faces: str, choices_json: str) -> Answer:
    """Return the changes of a sheet type that a roll leads to, with their parameters.

    `choices_json` has the roller's choices. `role` in the answer says whose sheet a change is for: the roller's, the
    target's or anyone's.
    """
    from rules_py.registry.play import find_play, find_sheet

    kind = find_sheet(id)
    rolled = find_mechanic(mechanic).resolve(read_faces(faces), json.loads(params))
    return {
        "changes": [
            {
                "id": change.id,
                "title": change.title,
                "role": after.role,
                "params": to_json(given),
                "with": _describe_params(change, given),
            }
            for change in find_play(id.partition(".")[0]).changes_for(kind)
            for after, given in change.match_triggers(rolled, _parse_choices(json.loads(choices_json)))
            if after.role not in ("fight", "guard", "partner")
        ]
    }


def _describe_params(change: "Change", params: dict[str, Any]) -> str:
    """Describe the parameters of a change in words: `Damage 4`."""
    words = []
    for name, value in params.items():
        if (parameter := change.parameters.get(name)) is None:
            continue  # players don't see it
        said = parameter.kind.names().get(to_text(value), to_text(value))
        words += [] if value is False else [parameter.label] if value is True else [f"{parameter.label} {said}"]
    return ", ".join(words)


def _parse_choices(choices: dict[str, str]) -> dict[str, str | int]:
    """Parse choices from text; entries of lists become numbers."""
    return {name: int(value) if value.removeprefix("-").isdecimal() else value for name, value in choices.items()}


def _build_solo(sheet: "Sheet") -> "Solo":
    from rules_py.play.solo import Solo
    from rules_py.registry.play import create_fight, find_play

    slug = sheet.id.partition(".")[0]
    return Solo(sheet, create_fight(slug) if find_play(slug).fight_rules else None)


def _build_cockpit_answer(sheet: "Sheet", choices: "Mapping[str, Mapping[str, str]]") -> Answer:
    from rules_py.registry.play import find_play
    from rules_py.rendering.cockpit import render_cockpit

    changes = find_play(sheet.id.partition(".")[0]).changes_for(type(sheet))
    chosen = {mechanic: _parse_choices(dict(picked)) for mechanic, picked in choices.items()}
    return {
        **_build_sheet_answer(sheet),
        "cockpit": render_cockpit(_build_solo(sheet), changes, chosen),
        **_build_budget(sheet),
    }


def _build_budget(sheet: "Sheet") -> Answer:
    """Return the points that are left to buy the sheet with, and the prices; nothing if it isn't bought."""
    from rules_py.play.budget import list_prices
    from rules_py.rendering.cockpit import describe_price, render_budget

    left = sheet.layout.budget if sheet.layout else ""
    if not left:
        return {}
    return {
        "budget": {
            "html": render_budget(sheet, left),
            "prices": [
                {"field": each.field, "entry": each.entry, "text": describe_price(each)}
                for each in list_prices(sheet, left)
            ],
        }
    }


def _build_sheet_answer(sheet: "Sheet") -> Answer:
    from rules_py.rendering.sheets import describe_sheet, render_sheet

    return {
        "sheet": sheet.to_dict(),
        "short": sheet.list_non_default_fields(),
        "html": render_sheet(sheet),
        "said": describe_sheet(sheet),
    }
