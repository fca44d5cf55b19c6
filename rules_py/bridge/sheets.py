"""Handlers for sheets: a sheet from its fields, its JSON or a roll, changes to it, and its bindings to rolls."""

import json
from html import escape
from typing import TYPE_CHECKING, Any

from rules_py.bridge.answers import Answer, answers, find_no_parameters, find_parameters, find_play_parameters
from rules_py.bridge.rolls import build_roll_answer
from rules_py.dice import FaceQueue, read_faces
from rules_py.errors import ParameterError, RulesError
from rules_py.registry.games import find_mechanic
from rules_py.text.serialization import to_json, to_text

if TYPE_CHECKING:
    from rules_py.parameters import Parameter
    from rules_py.play import Change, Sheet
    from rules_py.play.roll_settings import PreparedRoll
    from rules_py.play.solo import Solo, SoloRoll
    from rules_py.rendering.open_sheet.view import SheetView


def _find_form(id: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    return find_play_parameters(id)


def _find_change_form(id: str, fields: str, change: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    return find_play_parameters(id, change)


def _find_leads_form(id: str, mechanic: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    return find_parameters(mechanic)


def _find_control_form(id: str, fields: str, kept: str, control: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    return find_parameters(str(_read_object(json.loads(control)).get("roll", "")))


def _read_object(data: Any) -> dict[str, Any]:
    """Return JSON that should be an object, or an empty one."""
    return data if isinstance(data, dict) else {}


def _read_fixed(control: Any) -> dict[str, Any]:
    """Return the choices that a control fixes."""
    from rules_py.play.roll_settings import read_choice

    chosen = _read_object(_read_object(control).get("chosen"))
    return {name: read_choice(value) for name, value in chosen.items()}


def _prepare(view: "SheetView", mechanic: str, control: Any) -> "PreparedRoll":
    """Prepare a roll with the choices and the parameters that its control fixes."""
    return view.prepare(mechanic, _read_fixed(control), _read_object(_read_object(control).get("params")))


@answers(_find_form)
def sheet(id: str, fields: str) -> Answer:
    """Return a sheet from its fields, a JSON object of values as text or as in a sheet's JSON."""
    from rules_py.registry.play import find_sheet

    return _build_sheet_answer(find_sheet(id).from_fields(json.loads(fields)))


@answers(_find_form)
def open_sheet(id: str, fields: str, kept: str, panels: str = "") -> Answer:
    """Return a sheet to play from.

    Args:
        id: the sheet's type.
        fields: the sheet's fields, as JSON.
        kept: what the player has set for the sheet's rolls, as JSON; see `rules_py.play.roll_settings`.
        panels: "first" leaves the panels after the first one empty.
    """
    from rules_py.registry.play import find_sheet

    made = find_sheet(id).from_fields(json.loads(fields))
    return _build_open_sheet_answer(made, json.loads(kept), is_first_only=panels == "first")


@answers(_find_leads_form)
def act(
    id: str,
    mechanic: str,
    fields: str,
    kept: str,
    control: str,
    override: str = "[]",
    seed: int | None = None,
    faces: str = "",
) -> Answer:
    """Make a roll of a sheet's owner, pay its price and apply what follows for them.

    The answer has the roll with a title that names the choices, the sheet afterwards, `changed` like that of a change,
    and what the player has set from now on.

    Args:
        id: the sheet's type.
        mechanic: the roll.
        fields: the sheet's fields, as JSON.
        kept: what the player has set for the sheet's rolls, as JSON.
        control: the control that was tapped, as JSON: `chosen` has the choices that it fixes.
        override: the names of requirements that the player waives, as JSON.
        seed: seeds the dice.
        faces: the faces of the player's own dice, `4,5`; "" to roll.
    """
    from rules_py.play.roll_titles import title_roll
    from rules_py.registry.play import find_sheet
    from rules_py.rendering.rolls import render_answer

    view = build_view(find_sheet(id).from_fields(json.loads(fields)), json.loads(kept))
    prepared = _prepare(view, mechanic, json.loads(control))
    _reject_asked(prepared)
    own_faces = read_faces(faces) if faces else None
    made = view.solo.roll(prepared.binding, prepared.chosen, prepared.given, json.loads(override), seed, own_faces)
    before, after = view.sheet.fields, made.sheet.fields
    shown = made.roll._replace(consequences=made.consequences)
    answer = _name_result(
        build_roll_answer(prepared.mechanic, made.roll),
        title_roll(prepared.binding, view.sheet, prepared.chosen),
    )
    return {
        **answer,
        "html": render_answer(prepared.mechanic, shown, made.steps, _render_offers(view, prepared, made)),
        "tone": answer["about"]["grade"],
        "sheet": made.sheet.to_dict(),
        "steps": list(made.steps),
        "changed": to_json({name: (value, after[name]) for name, value in before.items() if value != after[name]}),
        "kept": view.settings.drop_once(prepared.binding, prepared.key).to_dict(),
    }


@answers(_find_control_form)
def roll_form(id: str, fields: str, kept: str, control: str, values: str = "null") -> Answer:
    """Return the form of a roll, and what the roll comes to with what the reader has set in it.

    Args:
        id: the sheet's type.
        fields: the sheet's fields, as JSON.
        kept: what the player has set for the sheet's rolls, as JSON.
        control: the control of the roll, as JSON.
        values: the values of the form's fields by name, as JSON, or "null" to open it.
    """
    from rules_py.error_messages import error_message
    from rules_py.play.previews import compute_results, compute_roll_chance, describe_dice
    from rules_py.play.roll_settings import list_form_params, read_form
    from rules_py.registry.play import find_sheet
    from rules_py.rendering.open_sheet.elements import render_parts_of_line
    from rules_py.rendering.open_sheet.form import describe_what_stays, list_texts, render_odds_bar, render_roll_form

    about, given = _read_object(json.loads(control)), json.loads(values)
    by = str(about.get("by", ""))
    view = build_view(find_sheet(id).from_fields(json.loads(fields)), json.loads(kept))
    prepared = _prepare(view, str(about.get("roll", "")), about)
    shown = [*list_form_params(prepared), *prepared.helps]
    if given is not None:
        view = view.with_settings(read_form(prepared, view.sheet, view.settings, _read_object(given)))
        prepared = _prepare(view, str(about.get("roll", "")), about)
    mechanic = prepared.mechanic
    reason, odds, chance = view.find_reason(prepared), "", ""
    if not prepared.asked and prepared.refusal is None:
        try:
            odds = render_odds_bar(compute_results(mechanic, prepared.params))
            chance = compute_roll_chance(mechanic, prepared.params).text
        except RulesError as error:
            odds = f"<p>{escape(error_message(error, mechanic.parameters))}</p>"
    can_waive = bool(reason) and view.can_be_overridden(prepared)
    done = by != ""
    next_control = {name: part for name, part in about.items() if name not in ("asks", "anyway")}
    return {
        "title": about.get("title", mechanic.title),
        "about": mechanic.title,
        "rule": mechanic.page,
        "mechanic": mechanic.id,
        "params": list_texts(prepared),
        "form": render_roll_form(view, prepared, by)
        if given is None or shown != [*list_form_params(prepared), *prepared.helps]
        else "",
        "line": render_parts_of_line(
            prepared.describe_line(
                (by,) if by else (), "" if prepared.refusal else describe_dice(mechanic, prepared.params)
            )
        ),
        "odds": odds,
        "chance": "" if done else chance,
        "button": "Done" if done else "Roll anyway" if can_waive else about.get("button", "Roll"),
        "reason": reason,
        "asked": list(prepared.asked),
        "control": {**next_control, **({"anyway": True} if can_waive else {})},
        "stays": describe_what_stays(prepared),
        "kept": view.settings.to_dict(),
    }


@answers(_find_form)
def chances(id: str, fields: str, kept: str, controls: str) -> Answer:
    """Return a text with the chance of each of some rolls, which are a JSON list of controls; "" if it isn't known."""
    from rules_py.play.previews import compute_roll_chance
    from rules_py.registry.play import find_sheet

    view = build_view(find_sheet(id).from_fields(json.loads(fields)), json.loads(kept))
    found: list[str] = []
    for control in json.loads(controls):
        about = _read_object(control)
        text = ""
        if about.get("roll") in view.bindings:
            try:
                prepared = _prepare(view, about["roll"], about)
                if not prepared.asked and prepared.refusal is None:
                    text = compute_roll_chance(prepared.mechanic, prepared.params).text
            except RulesError:
                text = ""  # such odds would take too long
        found.append(text)
    return {"chances": found}


def _name_result(answer: Answer, title: str) -> Answer:
    """Return a roll's answer with a title that says what it was rolled with."""
    about = answer["about"]
    return {
        **answer,
        "said": f"{title}{answer['said'].removeprefix(about['title'])}",
        "about": {**about, "title": title},
    }


def _reject_asked(prepared: "PreparedRoll") -> None:
    """Reject a roll that still needs a number about the opponent, or one that the sheet lacks.

    Raises:
        RulesError: the roll asks for a number.
    """
    for name in prepared.asked:
        parameter = prepared.mechanic.parameters[name]
        said = prepared.missing.get(name) or f"Which {parameter.label}? Enter it first."
        raise ParameterError(name, "", parameter.kind.describe_accepted(), plain=said)


def _render_offers(view: "SheetView", prepared: "PreparedRoll", made: "SoloRoll") -> str:
    """Render buttons for the changes that may follow from a roll for its roller, if the table decides so."""
    from rules_py.rendering.open_sheet.elements import render_control

    offers: dict[str, str] = {}
    for change in view.change_list:
        for after, params in change.match_triggers(made.roll, dict(prepared.chosen)):
            if after.role != "roller" or not after.is_optional or change.id in offers:
                continue
            known = {name: value for name, value in params.items() if name in change.parameters}
            _, reason = view.try_change(change, known)
            if not reason:
                control = {"change": change.id, "title": change.title, "params": to_json(known), "asks": False}
                offers[change.id] = render_control("fb-do", escape(change.title), control, change.title)
    return "".join(offers.values())


@answers(_find_form)
def read(id: str, data: str) -> Answer:
    """Return a sheet from its JSON, as in a file or a link; `id` is the sheet type that it names."""
    from rules_py.play.sheet import read_sheet
    from rules_py.registry.play import find_sheet

    return _build_sheet_answer(read_sheet(json.loads(data), find_sheet))


@answers(_find_change_form)
def change(id: str, fields: str, change: str, params: str, seed: int | None = None, faces: str = "") -> Answer:
    """Return a sheet after a change; `changed` has the fields that differ, with old and new values.

    Parameters with an own die that are left open are rolled, with dice that `seed` seeds, or show the player's faces.
    """
    from rules_py.registry.play import find_change, find_sheet

    before = find_sheet(id).from_fields(json.loads(fields))
    rule = find_change(change, before)
    queue = FaceQueue(read_faces(faces)) if faces else None
    given, rolled = rule.roll_open_params(before, json.loads(params), queue or seed)
    if queue is not None:
        queue.require_all_used()
    changed = _build_solo(before).change(rule, given, rolled)
    return _build_sheet_answer(changed.sheet) | {
        "steps": list(changed.steps),
        "changed": changed.to_dict()["changed"],
    }


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


def build_view(sheet: "Sheet", kept: Any) -> "SheetView":
    """Build the view of a sheet with what the player has set for its rolls."""
    from rules_py.play.roll_settings import SheetSettings
    from rules_py.registry.play import find_play
    from rules_py.rendering.open_sheet.view import SheetView

    changes = find_play(sheet.id.partition(".")[0]).changes_for(type(sheet))
    return SheetView(_build_solo(sheet), changes, SheetSettings.read(kept))


def _build_open_sheet_answer(sheet: "Sheet", kept: Any, *, is_first_only: bool) -> Answer:
    from rules_py.rendering.open_sheet.page import describe_first_gauge, describe_plate, render_open_sheet

    view = build_view(sheet, kept)
    return {
        **_build_sheet_answer(sheet),
        "plate": describe_plate(sheet),
        "parts": render_open_sheet(view, is_first_only=is_first_only),
        "short_gauge": describe_first_gauge(view),
        **_build_budget(sheet),
    }


def _build_budget(sheet: "Sheet") -> Answer:
    """Return the points that are left to buy the sheet with, and the prices; nothing if it isn't bought."""
    from rules_py.play.budget import list_prices
    from rules_py.rendering.budget import describe_price, render_budget

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
