"""The form of a roll: what it is against, as fields that a reader sets, its odds, and what stays for the next roll."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from rules_py.errors import RulesError
from rules_py.parameters import Flag, ListOf, Number, Parameter, Whole
from rules_py.play.bindings import NO_ENTRY
from rules_py.play.previews import Result, format_whole_percent, shorten_label
from rules_py.play.roll_settings import PreparedRoll, list_form_params, list_helps
from rules_py.rendering.numbers import format_signed
from rules_py.rendering.open_sheet.elements import render_fold
from rules_py.rendering.open_sheet.rolls import format_field_score
from rules_py.rendering.open_sheet.view import SheetView
from rules_py.text.numbers import is_whole
from rules_py.text.sentences import join_names
from rules_py.text.serialization import to_text
from rules_py.text.wording import decapitalize

MOST_SEGMENTS = 5
"""The highest number of choices that are shown side by side."""

MOST_NAMED = 3
"""The highest number of facts that the sentence about what stays names."""


def render_roll_form(view: SheetView, prepared: PreparedRoll, by: str = "") -> str:
    """Render the fields of a roll.

    Args:
        view: the sheet's view.
        prepared: the roll.
        by: the choice that tiles make, so that the form leaves it out; "" if there is none.
    """
    mechanic = prepared.mechanic
    choices = [
        _render_choice(view, prepared, name, fields)
        for name, fields in prepared.binding.choices.items()
        if name not in prepared.fixed and name != by
    ]
    fields = _Fields()
    for name in list_form_params(prepared):
        parameter, value = mechanic.parameters[name], prepared.params[name]
        if isinstance(parameter.kind, Flag):
            chips = (
                fields.facts if parameter.kind.about else fields.once if _is_for_once(prepared, name) else fields.more
            )
            chips.append(_render_toggle(name, parameter.label, bool(value)))
            continue
        is_number = isinstance(parameter.kind, Whole | Number) and not parameter.kind.names()
        is_text = isinstance(parameter.kind, ListOf) or not (is_number or parameter.kind.names())
        if is_number:
            known = _list_known_numbers(prepared, name)
            field = _render_stepper(parameter, value, known, is_empty=name in prepared.asked)
        else:
            field = _render_other(prepared, parameter, value)
        group = next((title for title, names in mechanic.groups.items() if name in names), "")
        if is_text and not group:
            group = parameter.label  # a text or a list is rarely needed
        if group and value == parameter.default and name not in prepared.asked:
            fields.folded.setdefault(group, []).append(field)
        else:
            part = fields.texts if is_text else fields.others
            if is_number:
                part = fields.claims if parameter.kind.once and prepared.helps else fields.numbers
            part.append(field)
    helps = [_render_helps(view, prepared, name) for name in prepared.helps]
    return "".join(
        (
            *choices,
            *fields.others,
            _render_group(fields.numbers),
            *helps,
            _render_group(fields.claims),
            _render_chip_group("The situation", fields.facts),
            _render_chip_group("For this roll", fields.once),
            _render_chip_group("What else counts", fields.more),
            *fields.texts,
            *(render_fold(title, _render_group(inside)) for title, inside in fields.folded.items()),
        )
    )


class _Fields:
    """The fields of a form, by where they are.

    Attributes:
        others: words to choose from.
        texts: texts and lists, which are rarely needed.
        numbers: numbers.
        claims: numbers that count for one roll, which come after what helps.
        facts: conditions of the world.
        once: conditions that count for one roll.
        more: other conditions.
        folded: fields that are rarely needed and have their default, by the title under which they are folded.
    """

    def __init__(self) -> None:
        self.others: list[str] = []
        self.texts: list[str] = []
        self.numbers: list[str] = []
        self.claims: list[str] = []
        self.facts: list[str] = []
        self.once: list[str] = []
        self.more: list[str] = []
        self.folded: dict[str, list[str]] = {}


def _is_for_once(prepared: PreparedRoll, name: str) -> bool:
    """Return True for a condition that is dropped after the roll: a claim, or a value in place of the sheet's."""
    return prepared.mechanic.parameters[name].kind.once or name in prepared.binding.sources


def _render_group(fields: Sequence[str]) -> str:
    """Render fields side by side; nothing without any."""
    return f'<div class="fb-fields">{"".join(fields)}</div>' if fields else ""


def _render_choice(view: SheetView, prepared: PreparedRoll, name: str, fields: Sequence[str]) -> str:
    """Render a choice of the roll: a field of the sheet, or an entry of a list."""
    options: list[tuple[str, str, str]]
    if fields:
        label = prepared.mechanic.parameters[name].label
        options = [(field, view.label(field), format_field_score(view, field)) for field in fields]
    else:
        label = view.label(name)
        entries = getattr(view.sheet, name)
        options = [(str(number), view.name_entry(name, number), "") for number in range(len(entries))]
        if no_entry := prepared.binding.label_for_no_entry(name):
            options.append((str(NO_ENTRY), no_entry, ""))
    if len(options) < 2:
        return ""
    picked = to_text(prepared.chosen.get(name, options[0][0]))
    return _render_options(name, label, options, picked)


def _render_options(name: str, label: str, options: Sequence[tuple[str, str, str]], picked: str) -> str:
    """Render options with their effects: side by side if they are few, or else as a list to choose from."""
    if len(options) > MOST_SEGMENTS:
        inside = "".join(
            f'<option value="{escape(value)}"{" selected" if value == picked else ""}>'
            f"{escape(f'{text} {effect}'.strip())}</option>"
            for value, text, effect in options
        )
        id = f"fb-set-{escape(name)}"
        return (
            f'<div class="fb-field"><label for="{id}">{escape(label)}</label>'
            f'<select id="{id}" name="{escape(name)}">{inside}</select></div>'
        )
    inside = "".join(
        f'<label><input type="radio" name="{escape(name)}" value="{escape(value)}"'
        f"{' checked' if value == picked else ''}><span>{escape(text)}"
        f"{f' <small>{escape(effect)}</small>' if effect else ''}</span></label>"
        for value, text, effect in options
    )
    return (
        f'<fieldset class="fb-field fb-segments"><legend>{escape(label)}</legend>'
        f'<span class="fb-segment-row">{inside}</span></fieldset>'
    )


def _render_other(prepared: PreparedRoll, parameter: Parameter, value: Any) -> str:
    """Render a parameter that is a word, a text or a list."""
    names = parameter.kind.names()
    if names and not isinstance(parameter.kind, ListOf):
        effects = _find_effects(prepared, parameter)
        options = [(text, name, effects.get(text, "")) for text, name in names.items()]
        return _render_options(parameter.name, parameter.label, options, to_text(value))
    id = f"fb-set-{escape(parameter.name)}"
    return (
        f'<div class="fb-field fb-field--wide"><label for="{id}">{escape(parameter.label)}</label><input type="text" '
        f'id="{id}" name="{escape(parameter.name)}" value="{escape(to_text(value))}" autocomplete="off"></div>'
    )


def _find_effects(prepared: PreparedRoll, parameter: Parameter) -> dict[str, str]:
    """Return what each value of a choice adds to the roll's total, compared with no effect at all.

    The same dice are rolled with each value, so that only the value makes a difference.
    """
    totals: dict[str, Any] = {}
    for value in parameter.kind.all_values():
        try:
            rolled = prepared.mechanic.roll({**prepared.params, parameter.name: value}, 0)
        except RulesError:
            totals[to_text(value)] = None
            continue
        totals[to_text(value)] = rolled.outcome.get("total")
    known = [total for total in totals.values() if is_whole(total)]
    if not known or (len(set(known)) == 1 and len(known) == len(totals)):
        return {}
    most = max(known)
    return {
        text: (format_signed(total - most) if total != most else "0") if is_whole(total) else "no reach"
        for text, total in totals.items()
    }


def _list_known_numbers(prepared: PreparedRoll, name: str) -> Sequence[tuple[str, str]]:
    """Return the numbers that a table of the rules has for a parameter, such as Target Numbers, with their names."""
    for preset in prepared.mechanic.presets:
        if set(preset.columns) == {name}:
            return [(cells[name], entry) for entry, cells in preset.filled_entries(prepared.mechanic.parameters)]
    return ()


def _render_stepper(parameter: Parameter, value: Any, known: Sequence[tuple[str, str]], *, is_empty: bool) -> str:
    """Render a number with buttons for one less and one more; an empty one still needs a value.

    The page suggests the numbers that a table of the rules has.
    """
    kind, label = parameter.kind, escape(parameter.label)
    low, high = (kind.low, kind.high) if isinstance(kind, Whole | Number) else (0, None)
    mode = "text" if low < 0 else "decimal" if isinstance(kind, Number) else "numeric"
    most = "" if high is None else f' max="{high}"'
    step = "any" if isinstance(kind, Number) else "1"
    shown = "" if is_empty else escape(to_text(value))
    options = "".join(f'<option value="{escape(number)}">{escape(text)}</option>' for number, text in known)
    listed = f"fb-numbers-{escape(parameter.name)}"
    suggested = f' list="{listed}"' if options else ""
    return (
        f'<div class="fb-field"><label>{escape(parameter.heading)}</label><span class="fb-stepper">'
        f'<button type="button" data-step="-1" aria-label="{label}: one less" tabindex="-1">−</button>'
        f'<input type="number" inputmode="{mode}" name="{escape(parameter.name)}" aria-label="{label}" value="{shown}" '
        f'data-default="{escape(to_text(parameter.default))}" min="{low}"{most} step="{step}" '
        f'placeholder="–"{suggested}>'
        f'<button type="button" data-step="1" aria-label="{label}: one more" tabindex="-1">+</button></span>'
        + (f'<datalist id="{listed}">{options}</datalist>' if options else "")
        + "</div>"
    )


def _render_toggle(name: str, text: str, is_checked: bool, value: str = "true", note: str = "") -> str:
    small = f" <small>{escape(note)}</small>" if note else ""
    checked = " checked" if is_checked else ""
    return (
        f'<label class="fb-toggle"><input type="checkbox" name="{escape(name)}" value="{escape(value)}"{checked}>'
        f"<span>{escape(text)}{small}</span></label>"
    )


def _render_chip_group(title: str, chips: Iterable[str]) -> str:
    inside = "".join(chips)
    if not inside:
        return ""
    return (
        f'<fieldset class="fb-field fb-field--wide"><legend>{escape(title)}</legend>'
        f'<div class="fb-chips">{inside}</div></fieldset>'
    )


def _render_helps(view: SheetView, prepared: PreparedRoll, name: str) -> str:
    """Render what the sheet has that may help, as boxes that count."""
    claimed = prepared.helps[name]
    chips = (
        _render_toggle(name, word, word in claimed, value=word) for word in list_helps(view.sheet, view.layout, name)
    )
    return _render_chip_group(prepared.mechanic.parameters[name].label, chips)


# Odds


def render_odds_bar(results: Sequence[Result]) -> str:
    """Render the chances of all results as a bar, with a key below; nothing for a roll without success."""
    shown = [each for each in results if each.grade]
    if not shown:
        return ""
    bar = "".join(f'<i class="{each.grade}" style="--of:{float(100 * each.chance):.4g}"></i>' for each in shown)
    key = "".join(
        f'<div class="{each.grade}"><b>{escape(format_whole_percent(each.chance))}</b>{escape(each.label)}'
        f"{f'<br/>{escape(_format_totals(each.totals))}' if each.totals else ''}</div>"
        for each in shown
    )
    return f'<div class="fb-chance-bar" aria-hidden="true">{bar}</div><div class="fb-chance-key">{key}</div>'


def _format_totals(totals: str) -> str:
    """Format the totals of a table's row with typographic signs: "6−", "7–9"."""
    return f"{totals[:-1]}−" if totals.endswith("-") else totals.replace("-", "–")


# What stays


def describe_what_stays(prepared: PreparedRoll) -> str:
    """Describe in one sentence what stays for the next roll; "" if the form has nothing of the kind."""
    rare = {name for names in prepared.mechanic.groups.values() for name in names}
    names = [*list_form_params(prepared), *prepared.helps]
    parameters = [prepared.mechanic.parameters[name] for name in names if name not in rare]
    ordered = sorted(parameters, key=lambda each: (not each.kind.names(), isinstance(each.kind, Flag)))
    facts = [shorten_label(each) for each in ordered if each.kind.about]
    once = [decapitalize(each.label) for each in parameters if each.kind.once]
    if facts:
        return f"{_join(facts)} {'stay' if len(facts) > 1 else 'stays'} for your next roll."
    if once:
        return f"{_join(once)} {'are' if len(once) > 1 else 'is'} for this roll only."
    return ""


def _join(names: Sequence[str]) -> str:
    """Join some names with commas and "and", the first with a capital."""
    shown = list(dict.fromkeys(names))
    if len(shown) > MOST_NAMED:
        shown = [*shown[: MOST_NAMED - 1], "the rest"]
    text = join_names(shown)
    return text[:1].upper() + text[1:]


def list_texts(prepared: PreparedRoll) -> Mapping[str, str]:
    """Return the parameters of a roll that differ from their defaults, as text."""
    parameters = prepared.mechanic.parameters
    return {name: to_text(value) for name, value in prepared.params.items() if value != parameters[name].default}
