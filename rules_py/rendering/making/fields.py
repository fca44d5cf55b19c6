"""The fields of a step: rows to choose from, numbers, words, and lists whose entries a player writes."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from rules_py.parameters import Choice, Flag, Kind, ListOf, Notation, Number, Numbers, Parameter, Record, Text, Whole
from rules_py.play.layout import Cards
from rules_py.play.making import SWAPPED, split_words
from rules_py.play.steps import Step, find_table_id, find_text_about, is_choice_of_rows
from rules_py.rendering.fights.buttons import escape_json
from rules_py.rendering.labels import mark_up_dice
from rules_py.rendering.making.view import MakingView, Trial, format_value, render_tap
from rules_py.rendering.open_sheet.elements import render_fold
from rules_py.rendering.open_sheet.rolls import render_fact
from rules_py.tables import Row, table
from rules_py.text.sentences import join_names, use_minus_sign
from rules_py.text.serialization import to_text
from rules_py.text.wording import decapitalize, humanize

LONGEST_ROW_TEXT = 110
"""The length up to which a row's text is shown whole; of a longer one, the rest is folded."""

LONGEST_FACT = 18
"""The length up to which a cell of a row is a fact; a longer one is a text."""

MOST_STEPPERS = 6
"""The highest number of numbers that have buttons for one more and one less; of more, each is a field."""

MOST_PARTS = 4
"""The number of an entry's parts that are in view, those on its card among them; the others are folded."""


def render_fields(view: MakingView, step: Step) -> str:
    """Render the fields of a step."""
    lists = [name for name in step.fields if isinstance(view.making.find_parameter(step, name).kind, ListOf)]
    if len(lists) > 1 and len(lists) == len(step.fields):
        shown = view.making.progress.view if view.making.progress.view in lists else lists[0]
        return _render_switch(view, step, lists, shown) + _render_field(view, step, shown)
    numbers = sum(isinstance(view.making.find_parameter(step, name).kind, Whole | Number) for name in step.fields)
    if numbers > MOST_STEPPERS:
        return "".join(_render_group_of_inputs(view, step, title, names) for title, names in step.groups.items())
    return "".join(_render_group(view, step, title, names) for title, names in step.groups.items())


def _render_switch(view: MakingView, step: Step, lists: Sequence[str], shown: str) -> str:
    """Render the lists of a step as a switch, with the number of rows in each or of entries."""
    inside = ""
    for name in lists:
        parameter = view.making.find_parameter(step, name)
        chosen = len(view.making.read_value(step, name))
        number = len(view.making.list_keys(step, name)) if is_choice_of_rows(parameter) else chosen
        act = render_tap({"do": "view", "field": name})
        inside += (
            f'<button type="button" class="fb-switch-part"{act} '
            f'aria-pressed="{"true" if name == shown else "false"}">{escape(_name_list(parameter))}'
            f"<small>{f'{chosen} of {number}' if number > chosen > 0 else number}</small></button>"
        )
    return f'<div class="fb-switch" role="group" aria-label="{escape(step.title)}">{inside}</div>'


def _name_list(parameter: Parameter) -> str:
    return humanize(parameter.name) if parameter.label == parameter.kind.help else parameter.label


def _render_group(view: MakingView, step: Step, title: str, names: Sequence[str]) -> str:
    """Render fields below each other, the numbers among them in one box."""
    numbers = [name for name in names if isinstance(view.making.find_parameter(step, name).kind, Whole | Number)]
    others = "".join(_render_field(view, step, name) for name in names if name not in numbers)
    rows = "".join(_render_stepper_row(view, step, name) for name in numbers)
    head = f'<h5 class="fb-step-group">{escape(title)}</h5>' if title else ""
    return head + others + (f'<ul class="fb-box fb-step-rows">{rows}</ul>' if rows else "")


def _render_field(view: MakingView, step: Step, name: str) -> str:
    parameter = view.making.find_parameter(step, name)
    kind = parameter.kind
    if is_choice_of_rows(parameter):
        return _render_rows_to_choose(view, step, parameter)
    if isinstance(kind, Choice):
        return _render_words_to_choose(view, step, parameter)
    if isinstance(kind, ListOf):
        return _render_words(view, step, name) if isinstance(kind.entry, Text) else _render_entries(view, step, name)
    act = {"do": "set", "field": name}
    return _render_control(view.label(step, name), kind, act, view.making.read_value(step, name), "")


# Numbers


def _render_group_of_inputs(view: MakingView, step: Step, title: str, names: Sequence[str]) -> str:
    """Render numbers to type one after the other, two side by side."""
    inside = "".join(_render_number_input(view, step, name) for name in names)
    head = f"<legend>{escape(title)}</legend>" if title else ""
    return f'<fieldset class="fb-number-group">{head}<div class="fb-number-fields">{inside}</div></fieldset>'


def _render_number_input(view: MakingView, step: Step, name: str) -> str:
    value = to_text(view.making.read_value(step, name)) if view.making.is_given(step, name) else ""
    kind = view.making.find_parameter(step, name).kind
    return (
        f'<label class="fb-number-field"><span>{escape(view.label(step, name))}</span>'
        f"{_render_number(kind, {'do': 'set', 'field': name}, value)}</label>"
    )


def _render_number(kind: Kind, act: Mapping[str, Any], value: str, label: str = "", extra: str = "") -> str:
    """Render an input for a number, with the numeric keypad unless it may be negative."""
    low, high = (kind.low, kind.high) if isinstance(kind, Whole | Number) else (0, None)
    mode = "text" if low < 0 else "decimal" if isinstance(kind, Number) else "numeric"
    most = "" if high is None else f' max="{high}"'
    step = "any" if isinstance(kind, Number) else "1"
    named = f' aria-label="{escape(label)}"' if label else ""
    return (
        f'<input type="number" inputmode="{mode}" enterkeyhint="next" name="{_name_input(act)}" min="{low}"{most} '
        f'step="{step}" value="{escape(value)}" placeholder="–" autocomplete="off" '
        f'data-set="{escape_json(act)}"{named}{extra}>'
    )


def _name_input(act: Mapping[str, Any]) -> str:
    """Return the name of an input, which tells it from all others in the page."""
    parts = [to_text(act[key]) for key in ("field", "at", "part") if key in act]
    return escape("-".join(parts))


def _render_stepper_row(view: MakingView, step: Step, name: str) -> str:
    """Render a number with its name, what it is, what one more costs, and buttons for one less and one more."""
    making, parameter = view.making, view.making.find_parameter(step, name)
    value, is_given = making.read_value(step, name), making.is_given(step, name)
    label = view.label(step, name)
    less, more = _find_steps(view, step, name, value, is_given)
    trials = [None if act is None else view.try_act(act) for act in (less, more)]
    about = [find_text_about(step, name)]
    line = (making.progress.rolled or {}).get(name, "")
    if step.shows.get(name):
        about.append(f"{format_value(parameter, value)} bought" if value else "")
    shown = to_text(getattr(view.sheet, step.shows[name])) if name in step.shows else ""
    price = trials[1].price if trials[1] else None
    note = next((each.reason for each in trials[1:] if each and each.reason), "")
    warning = next((each.note for each in trials[1:] if each and each.note), "")
    notes = "".join(
        (
            f"<small>{escape(use_minus_sign(' · '.join(filter(None, about))))}</small>" if any(about) else "",
            f'<small class="fb-dice-line">{escape(use_minus_sign(line.replace(" - ", " − ")))}</small>' if line else "",
            f'<small class="fb-why-not">{escape(note)}</small>' if note else "",
            f'<small class="fb-warns">{escape(warning)}</small>' if warning else "",
        )
    )
    field = (
        f'<b class="fb-stepper-value">{escape(shown)}</b>'
        if shown
        else _render_number(parameter.kind, {"do": "set", "field": name}, to_text(value) if is_given else "", label)
    )
    swap = _render_swap(view, step, name, label)
    steppers = (
        _render_step_button(f"{label}: one less", "−", less, trials[0], None)
        + field
        + _render_step_button(f"{label}: one more", "+", more, trials[1], price)
    )
    return (
        f'<li class="fb-step-row fb-step-row--number" data-key="{escape(name)}">'
        f'<b class="fb-step-row-name">{escape(label)}</b>{swap}<span class="fb-stepper">{steppers}</span>{notes}</li>'
    )


def _find_steps(
    view: MakingView, step: Step, name: str, value: Any, is_given: bool
) -> tuple[Mapping[str, Any] | None, Mapping[str, Any] | None]:
    """Return the taps for one less and one more, or None at the limits; the first tap gives an empty number."""
    kind = view.making.find_parameter(step, name).kind
    low, high = (kind.low, kind.high) if isinstance(kind, Whole | Number) else (0, None)
    about = {"do": "set", "step": step.title, "field": name}
    if not is_given:
        return {**about, "value": value}, {**about, "value": value}
    less = {**about, "value": value - 1} if value > low else None
    more = {**about, "value": value + 1} if high is None or value < high else None
    return less, more


def _render_step_button(
    label: str, sign: str, act: Mapping[str, Any] | None, trial: Trial | None, price: int | None
) -> str:
    is_closed = act is None or trial is None or trial.reason != ""
    said = f"{label}, costs {price}" if price and price > 0 else label
    small = f"<small>{price}</small>" if price and price > 0 else ""
    does = " disabled" if is_closed or act is None else render_tap(act, sign)
    return f'<button type="button" class="fb-stepper-button" aria-label="{escape(said)}"{does}>{sign}{small}</button>'


def _render_swap(view: MakingView, step: Step, name: str, label: str) -> str:
    """Render the button that swaps a score with another one."""
    if not view.making.can_swap(step):
        return ""
    is_tapped = view.making.progress.swap == (name,)
    act = render_tap({"do": "swap", "field": name})
    return (
        f'<button type="button" class="fb-swap"{act} aria-pressed="{"true" if is_tapped else "false"}" '
        f'aria-label="Swap {escape(label)}">⇅</button>'
    )


def render_dice(view: MakingView, step: Step) -> str:
    """Render the button that rolls a step, what the dice said, and what may be swapped."""
    making = view.making
    parts: list[str] = []
    if step.roll:
        missing = max(0, making.count_needed(step) - making.count_chosen(step))
        word = "Roll again" if missing == 0 else "Roll"
        act = render_tap({"do": "roll", "step": step.title})
        said = "" if missing == 0 else " or choose yourself, for example what your own dice say"
        parts.append(
            f'<button type="button" class="fb-do fb-make-roll"{act}>{word}'
            f'<span class="fb-hidden">: {escape(step.title)}</span></button><small>{said}</small>'
        )
    inside = f'<div class="fb-step-dice">{"".join(parts)}</div>' if parts else ""
    if making.can_swap(step):
        tapped = making.progress.swap
        words = (
            f"Now tap the score that {escape(view.label(step, tapped[0]))} swaps with."
            if tapped
            else "You may swap two scores once: tap both."
        )
        inside += f'<p class="fb-step-hint">{words}</p>'
    elif step.swaps and len(making.progress.swap) == SWAPPED:
        names = join_names(view.label(step, name) for name in making.progress.swap)
        act = render_tap({"do": "unswap", "step": step.title})
        inside += (
            f'<p class="fb-step-hint">{escape(names)} have changed places. '
            f'<button type="button" class="fb-do"{act}>Swap back</button></p>'
        )
    return inside


# Rows of tables, and words


def _render_rows_to_choose(view: MakingView, step: Step, parameter: Parameter) -> str:
    rows = table(find_table_id(parameter))
    chosen = view.making.list_chosen(step, parameter.name)
    inside = "".join(
        _render_option(view, step, parameter.name, key, name, rows.row(key), is_chosen=key in chosen)
        for key, name in view.making.list_keys(step, parameter.name).items()
    )
    return f'<ul class="fb-box fb-options" aria-label="{escape(_name_list(parameter))}">{inside}</ul>'


def _render_words_to_choose(view: MakingView, step: Step, parameter: Parameter) -> str:
    """Render the words of a choice, each with what a table says about it."""
    rows = table(step.texts[0]) if step.texts else None
    chosen = view.making.list_chosen(step, parameter.name)
    inside = "".join(
        _render_option(
            view,
            step,
            parameter.name,
            key,
            name.replace("-", " "),
            rows.row(key) if rows and key in rows.keys else None,
            is_chosen=key in chosen,
        )
        for key, name in view.making.list_keys(step, parameter.name).items()
    )
    label = escape(view.label(step, parameter.name))
    return f'<ul class="fb-box fb-options" aria-label="{label}">{inside}</ul>'


def _render_option(
    view: MakingView, step: Step, field: str, key: str, name: str, row: Row | None, *, is_chosen: bool
) -> str:
    """Render something to choose: its name, what a die would say, and what it does; a closed one says why."""
    act = {"do": "choose", "step": step.title, "field": field, "value": key}
    is_single = view.making.is_single(step, field)
    is_full = view.making.is_full(step) and not is_single
    trial = Trial() if is_chosen else Trial(reason="full") if is_full else view.try_act(act)
    facts, texts = _describe_row(view, step, field, row)
    why = trial.reason if trial.reason and not is_full else ""
    die = f'<i class="fb-option-die" aria-hidden="true">{escape(row.roll)}</i>' if row and row.roll else ""
    short = _shorten_text(texts[0][1]) if texts else ""
    small = "".join(
        (
            f"<small>{escape(use_minus_sign(facts))}</small>" if facts else "",
            f"<small>{escape(short)}</small>" if short else "",
            f'<small class="fb-why-not">{escape(why)}</small>' if why else "",
            f'<small class="fb-warns">{escape(trial.note)}</small>' if trial.note else "",
        )
    )
    box = "fb-option-mark fb-option-mark--one" if is_single else "fb-option-mark"
    closed = " disabled" if trial.reason else render_tap(act)
    is_cut = len(texts) > 1 or (bool(texts) and short != texts[0][1])
    folded = _render_texts(name, texts) if is_cut else ""
    return (
        f'<li class="fb-option" data-key="{escape(field)}-{escape(key)}"><button type="button" class="fb-option-pick" '
        f'aria-pressed="{"true" if is_chosen else "false"}"{closed}><span class="{box}"></span>'
        f'<span class="fb-option-words"><b>{escape(name)}</b>{small}</span>{die}</button>{folded}</li>'
    )


def _render_texts(name: str, texts: Sequence[tuple[str, str]]) -> str:
    """Render the texts of a row, folded; of several, each with its heading."""
    inside = "".join(
        f"<p>{f'<b>{escape(heading)}:</b> ' if len(texts) > 1 else ''}{mark_up_dice(text)}</p>"
        for heading, text in texts
    )
    return (
        '<details class="fb-fold-text fb-option-more"><summary>All of it<span class="fb-hidden">: '
        f"{escape(name)}</span></summary>{inside}</details>"
    )


def _shorten_text(text: str) -> str:
    """Return the beginning of a text: its first sentence, or as many words as there is room for."""
    if len(text) <= LONGEST_ROW_TEXT:
        return text
    first = text.partition(". ")[0]
    return f"{first}." if len(first) <= LONGEST_ROW_TEXT else f"{text[:LONGEST_ROW_TEXT].rpartition(' ')[0]} …"


def _describe_row(view: MakingView, step: Step, field: str, row: Row | None) -> tuple[str, list[tuple[str, str]]]:
    """Return the facts of a row, which are its short cells, and its texts with their headings."""
    if row is None:
        return "", []
    id = find_table_id(view.making.find_parameter(step, field)) or (step.texts[0] if step.texts else "")
    headings = table(id).columns
    facts: list[str] = []
    texts: list[tuple[str, str]] = []
    for column, text in row.cells.items():
        if text in (row.name, "–", ""):
            continue
        if len(text) > LONGEST_FACT:
            texts.append((headings[column], text))
        elif text == "yes":
            facts.append(headings[column])
        else:
            facts.append(text if text[:1].isalpha() else f"{headings[column]} {text}")
    return " · ".join(facts), texts


# Lists of words


def _render_words(view: MakingView, step: Step, name: str) -> str:
    """Render a list of texts: each with a button that takes it out, and a field for the next one."""
    making = view.making
    words = making.read_value(step, name)
    rows = "".join(
        f'<li class="fb-step-row"><div class="fb-step-row-text"><b>{escape(word)}</b></div>'
        f"{_render_remover(name, at, word)}</li>"
        for at, word in enumerate(words)
    )
    listed = f'<ul class="fb-box fb-step-rows">{rows}</ul>' if rows else ""
    if making.is_full(step):
        return listed + f'<p class="fb-step-hint">{escape(making.describe_full(step))}</p>'
    label = escape(view.label(step, name))
    return listed + (
        f'<div class="fb-add-word"><label><span>{"Another one" if words else label}</span>'
        f'<input type="text" name="{escape(name)}-new" autocomplete="off" enterkeyhint="done" '
        f'data-add="{escape_json({"do": "add", "field": name})}"></label>'
        f'<button type="button" class="fb-do" data-add-word>Add</button></div>'
    )


def _render_remover(name: str, at: int, owner: str) -> str:
    act = render_tap({"do": "remove", "field": name, "at": at})
    return (
        f'<button type="button" class="fb-do fb-do--quiet"{act}>Remove'
        f'<span class="fb-hidden">: {escape(owner)}</span></button>'
    )


# Lists of entries


def _render_entries(view: MakingView, step: Step, name: str) -> str:
    """Render the entries of a list: the open one as fields, the others as rows, and a button for the next."""
    making, parameter = view.making, view.making.find_parameter(step, name)
    names = view.name_entries(step, name)
    kind = parameter.kind
    entry_kind = kind.entry if isinstance(kind, ListOf) else kind
    is_plain = _is_plain(entry_kind)
    inside = ""
    for at, entry in enumerate(making.read_value(step, name)):
        is_open = is_plain or (making.progress.entry, making.progress.number) == (name, at)
        inside += (
            _render_open_entry(view, step, name, at, entry, entry_kind, names[at], is_plain=is_plain)
            if is_open
            else _render_closed_entry(name, at, entry, entry_kind, names[at])
        )
    listed = f'<ul class="fb-box fb-step-rows">{inside}</ul>' if inside else ""
    most = kind.most if isinstance(kind, ListOf) else 0
    if making.is_full(step) or len(names) >= most:
        return listed
    act = render_tap({"do": "add", "step": step.title, "field": name})
    noun = decapitalize(entry_kind.help)
    return listed + (
        f'<button type="button" class="fb-do fb-add-entry"{act}>Add {escape(_add_another(noun, bool(names)))}</button>'
    )


def _add_another(noun: str, has_entries: bool) -> str:
    """Return an entry's name after "Add": "a weapon", or "another weapon"."""
    for article in ("a ", "an "):
        if has_entries and noun.startswith(article):
            return f"another {noun.removeprefix(article)}"
    return noun


def _is_plain(kind: Kind) -> bool:
    """Return True for entries of a name and a number, or of numbers, which are all open."""
    if isinstance(kind, Numbers):
        return True
    parts = list(kind.kinds.values()) if isinstance(kind, Record) else []
    return len(parts) <= 2 and any(isinstance(part, Whole) for part in parts)


def _render_closed_entry(name: str, at: int, entry: Any, kind: Kind, owner: str) -> str:
    act = render_tap({"do": "edit", "field": name, "at": at})
    parts = list(kind.entries())[1:]
    facts = [
        render_fact(part, kind.entries()[part][0], getattr(entry, part))
        for part in parts
        if getattr(entry, part) != kind.entries()[part][1] or isinstance(kind.entries()[part][0], Notation | Choice)
    ]
    shown = " · ".join(filter(None, facts))
    return (
        f'<li class="fb-step-row" data-key="{escape(name)}-{at}"><div class="fb-step-row-text"><b>{escape(owner)}</b>'
        f'{f"<small>{shown}</small>" if shown else ""}</div><button type="button" class="fb-do"'
        f'{act}>Change<span class="fb-hidden">: {escape(owner)}</span></button></li>'
    )


def _render_open_entry(
    view: MakingView, step: Step, name: str, at: int, entry: Any, kind: Kind, owner: str, *, is_plain: bool
) -> str:
    """Render the fields of an entry; parts that its card doesn't show are folded."""
    if isinstance(kind, Numbers):
        inside = "".join(
            f'<label class="fb-number-field"><span>{escape(humanize(part))}</span>'
            f"{_render_number(Whole(kind.low, kind.high, part), _part(name, at, part), to_text(value))}</label>"
            for part, value in zip(kind.parts, entry, strict=True)
        )
        return (
            f'<li class="fb-entry fb-entry--plain" data-list="{escape(name)}" data-key="{escape(name)}-{at}">'
            f'<div class="fb-number-fields">{inside}</div>{_render_remover(name, at, owner)}</li>'
        )
    parts = kind.entries()
    first = _list_first_parts(view, name, parts)
    shown = "".join(_render_part(view, step, name, at, part, parts[part][0], entry) for part in parts if part in first)
    rest = "".join(
        _render_part(view, step, name, at, part, parts[part][0], entry) for part in parts if part not in first
    )
    tools = _render_remover(name, at, owner)
    if not is_plain:
        act = render_tap({"do": "edit", "field": name, "at": at})
        tools += (
            f'<button type="button" class="fb-do"{act}>Done<span class="fb-hidden">: {escape(owner)}</span></button>'
        )
    look = "fb-entry fb-entry--plain" if is_plain else "fb-entry"
    return (
        f'<li class="{look}" data-list="{escape(name)}" data-key="{escape(name)}-{at}">'
        f'<div class="fb-entry-parts">{shown}</div>{render_fold("More about it", rest)}'
        f'<div class="fb-entry-tools">{tools}</div></li>'
    )


def _part(name: str, at: int, part: str) -> Mapping[str, Any]:
    return {"do": "part", "field": name, "at": at, "part": part}


def _list_first_parts(view: MakingView, name: str, parts: Mapping[str, tuple[Kind, Any]]) -> list[str]:
    """Return the parts of an entry that are in view: its first one, those on its card, and the next few."""
    layout = view.sheet.layout
    cards = [each for each in layout.list_sections() if isinstance(each, Cards)] if layout else []
    facts = next((each.facts for each in cards if each.entries == name and each.facts), None)
    known = dict.fromkeys([next(iter(parts)), *(part for part in facts or () if part in parts)])
    others = [part for part in parts if part not in known]
    return [*known, *others[: max(0, MOST_PARTS - len(known))]]


def _render_part(view: MakingView, step: Step, name: str, at: int, part: str, kind: Kind, entry: Any) -> str:
    value = getattr(entry, part)
    label = kind.label or humanize(part)
    offered = step.words.get(f"{name}.{part}")
    if offered is not None and isinstance(kind, Text):
        return _render_tags(view, step, name, at, part, value, label, offered)
    return _render_control(label, kind, _part(name, at, part), value, f"{name} {at + 1}")


def _render_tags(
    view: MakingView, step: Step, name: str, at: int, part: str, value: str, label: str, offered: Sequence[str]
) -> str:
    """Render a text with commas as chips: its words, those that the rules name, and those of the other entries."""
    words = split_words(value)
    others = [word for entry in view.making.read_value(step, name) for word in split_words(getattr(entry, part))]
    chips = ""
    for word in dict.fromkeys((*words, *offered, *others)):
        act = render_tap({"do": "word", "field": name, "at": at, "part": part, "value": word})
        chips += (
            f'<button type="button" class="fb-chip" aria-pressed="{"true" if word in words else "false"}"'
            f"{act}>{escape(word)}</button>"
        )
    add = escape_json({"do": "word", "field": name, "at": at, "part": part})
    return (
        f'<div class="fb-entry-part fb-entry-part--wide" role="group" aria-label="{escape(label)}">'
        f'<span class="fb-part-label">{escape(label)}</span><div class="fb-chips">{chips}</div>'
        f'<div class="fb-add-word"><label><span>Another</span><input type="text" autocomplete="off" '
        f'enterkeyhint="done" name="{escape(name)}-{at}-{escape(part)}-new" data-add="{add}"></label>'
        '<button type="button" class="fb-do" data-add-word>Add</button></div></div>'
    )


def _render_control(label: str, kind: Kind, act: Mapping[str, Any], value: Any, owner: str) -> str:
    """Render the control for a value of a kind."""
    named = escape(label)
    if isinstance(kind, Flag):
        chip = render_tap({**act, "value": not value})
        return (
            f'<div class="fb-entry-part"><button type="button" class="fb-chip"{chip} '
            f'aria-pressed="{"true" if value else "false"}">{named}</button></div>'
        )
    names = kind.names()
    if names and not isinstance(kind, ListOf):
        options = "".join(
            f'<option value="{escape(text)}"{" selected" if text == to_text(value) else ""}>{escape(name)}</option>'
            for text, name in names.items()
        )
        return (
            f'<label class="fb-entry-part"><span class="fb-part-label">{named}</span>'
            f'<select name="{_name_input(act)}" data-set="{escape_json(act)}">{options}</select></label>'
        )
    if isinstance(kind, Whole | Number):
        field = _render_number(kind, act, to_text(value))
        head = f'<span class="fb-part-label">{named}</span>'
        return f'<label class="fb-entry-part fb-entry-part--number">{head}{field}</label>'
    if isinstance(kind, Text) and kind.lines:
        return (
            f'<label class="fb-entry-part fb-entry-part--wide"><span class="fb-part-label">{named}</span>'
            f'<textarea rows="4" name="{_name_input(act)}" maxlength="{kind.most}" data-set="{escape_json(act)}">'
            f"{escape(value)}</textarea></label>"
        )
    most = f' maxlength="{kind.most}"' if isinstance(kind, Text) else ""
    wide = " fb-entry-part--wide" if isinstance(kind, Text) else ""
    return (
        f'<label class="fb-entry-part{wide}"><span class="fb-part-label">{named}</span>'
        f'<input type="text" autocomplete="off" enterkeyhint="next" name="{_name_input(act)}"{most} '
        f'value="{escape(to_text(value))}" data-set="{escape_json(act)}"></label>'
    )
