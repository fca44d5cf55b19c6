"""Printed pages of sheets as HTML, filled in or blank: boxes to mark, tables, and ruled lines to write on.

What is marked now has a light stroke, so that a pencil can go on. Scripts of the page move what doesn't fit to further
pages: rows with `data-row` may leave their box.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from rules_py.mechanic.labels import label_for_value
from rules_py.parameters import Choice, Flag, Kind, ListOf, Notation, Number, Numbers, Parameter, RowOf, Whole
from rules_py.play.paper import (
    NAME,
    Bands,
    Box,
    Column,
    Entries,
    Facts,
    Halves,
    Hint,
    Lines,
    Marks,
    Pair,
    Part,
    Scores,
    Slots,
    Sums,
    Texts,
    Ticks,
    build_default_paper,
    find_table_id,
    is_label,
)
from rules_py.play.sheet import Sheet
from rules_py.rendering.numbers import format_signed
from rules_py.rendering.sheets import format_derived, format_field
from rules_py.tables import Row, Table, table
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text
from rules_py.text.wording import humanize

MOST_MARKS = 200
"""The most boxes that are printed for a number; a higher one is written."""

MANY_MARKS = 12
"""The number of boxes above which they are in groups of five."""

LARGE_MARKS = 7
"""The most boxes that are large, if they have a box of the page for themselves."""

RULED_LINES = 40
"""The lines in a box that grows, of which a page shows those that fit."""

MOST_COLUMNS = 6
"""The most columns of a list, besides its names, that no declaration chooses; other values are below the names."""

LONG_CELL = 20
"""The number of characters above which a cell of a table is a text."""

SHORT_HEAD = 10
"""The most characters of a head of a column that isn't broken into lines."""

SHORT_TICK = 13
"""The most characters of ticks that are in three columns."""

LONGEST_FIGURE = 5
"""The most characters of a figure or a short label in a row that is looked up."""

LONGEST_NAME = 24
"""The most characters of names in the first cells of a table."""

LONGEST_WIDE_NAME = 26
"""The most characters of a character's name in large type."""

PARTS_OF_ALL = {2: "half", 4: "a quarter"}
"""Names of parts by which boxes to mark are divided."""

ALSO = "Also"
"""The title of the box with the values that a declaration doesn't name."""


class Look(NamedTuple):
    """The look of a game's printed pages, which the site knows.

    Attributes:
        mark: the game's icon and name, as HTML.
        credit: the sentence about its authors and its licence.
        drawing: the address of its drawing; "" if there is none.
    """

    mark: str = ""
    credit: str = ""
    drawing: str = ""


PLAIN = Look()
"""The look of a page outside a site."""


def render_paper_sheet(sheet: Sheet, look: Look = PLAIN) -> str:
    """Render the printed page of a sheet with its values."""
    return _Leaf(type(sheet), sheet, look).render()


def render_blank_paper_sheet(kind: type[Sheet], look: Look = PLAIN) -> str:
    """Render the printed page of a type of sheet, to fill in by hand."""
    return _Leaf(kind, None, look).render()


class _Leaf:
    def __init__(self, kind: type[Sheet], sheet: Sheet | None, look: Look) -> None:
        self.kind = kind
        self.look = look
        self.sheet = sheet
        self.new = kind()
        self.paper = kind.paper or build_default_paper(kind)
        self.in_slots = [name for part in self.paper.list_parts() if isinstance(part, Slots) for name in part.entries]

    def render(self) -> str:
        """Render the page: its head, its columns and its foot."""
        also = self._render_also()
        columns = [self._render_column(column) for column in self.paper.columns]
        if also:
            columns[-1] = _put_before_lines(columns[-1], also)
        inside = "".join(f'<div class="fb-leaf-column">{"".join(boxes)}</div>' for boxes in columns)
        name = self._say(NAME) if NAME in self.kind.parameters else ""
        named = self.kind.parameters[NAME].label if NAME in self.kind.parameters else self.kind.title
        aside = "".join(self._render_fact(each) for each in self.paper.head)
        long = " fb-leaf-name--long" if len(name) > LONGEST_WIDE_NAME else ""
        return (
            f'<div class="fb-leaf"><div class="fb-leaf-head">{self._render_drawing()}'
            f'<div><p class="fb-leaf-game">{self.look.mark}</p><p class="fb-leaf-name{long}">{escape(name)}</p>'
            f"<small>{escape(named)}</small></div>"
            f'<div class="fb-leaf-aside">{aside}</div></div>'
            f'<div class="fb-leaf-body">{inside}</div>'
            f'<div class="fb-leaf-foot"><span class="fb-leaf-credit">{escape(self.look.credit)}</span>'
            f"<span>{escape(self.kind.title)}</span></div></div>"
        )

    def _render_drawing(self) -> str:
        mask = f"mask-image:url({self.look.drawing}),linear-gradient(90deg,transparent,#000 40%)"
        style = f' style="{escape(mask)}"' if self.look.drawing else ""
        return f'<span class="fb-leaf-art"{style}></span>'

    def _render_column(self, column: Column) -> list[str]:
        return [
            f'<div class="fb-leaf-pair">{"".join(map(self._render_box, each.boxes))}</div>'
            if isinstance(each, Pair)
            else self._render_box(each)
            for each in column.boxes
        ]

    def _render_box(self, box: Box) -> str:
        hint = f'<small class="fb-leaf-note">{escape(use_minus_sign(box.hint))}</small>' if box.hint else ""
        inside = "".join(self._render_part(part, box) for part in box.parts)
        grows = " fb-leaf-box--grows" if any(isinstance(part, Lines) for part in box.parts) else ""
        return (
            f'<section class="fb-leaf-box{grows}"><p class="fb-leaf-title">{escape(box.title)}</p>{hint}{inside}'
            "</section>"
        )

    def _render_part(self, part: Part, box: Box) -> str:
        match part:
            case Marks():
                marks = [each for each in box.parts if isinstance(each, Marks)]
                return self._render_marks(part, is_alone=len(marks) == 1 and part is box.parts[0])
            case Scores():
                return self._render_scores(part)
            case Halves():
                return self._render_halves(part)
            case Sums():
                return self._render_sums(part)
            case Ticks():
                return self._render_ticks(part)
            case Bands():
                return _render_bands(part)
            case Entries():
                return self._render_entries(part)
            case Texts():
                return self._render_texts(part)
            case Slots():
                return self._render_slots(part)
            case Facts():
                return self._render_facts(part)
            case Lines():
                return self._render_lines(part)
            case Hint():
                return f'<p class="fb-leaf-hint">{escape(use_minus_sign(part.text))}</p>'
        return ""

    # Values

    def _find(self, name: str) -> Any:
        """Return a value of the sheet; None on a blank page, and for a label."""
        return None if self.sheet is None or is_label(name) else getattr(self.sheet, name)

    def _label(self, name: str) -> str:
        if is_label(name):
            return name
        if name in self.kind.parameters:
            return self.kind.parameters[name].heading
        return self.kind.derivations[name].label if name in self.kind.derivations else humanize(name)

    def _say(self, name: str) -> str:
        """Return a value in words; "" on a blank page, for a label and for a value that there isn't."""
        value = self._find(name)
        if self.sheet is None or value is None or value in ("", "none", ()):
            return ""
        if name in self.kind.parameters:
            kind = self.kind.parameters[name].kind
            return format_field(self.sheet, name) if isinstance(kind, ListOf | Numbers) else _format(kind, value)
        return format_derived(value)

    def _render_fact(self, name: str) -> str:
        return f"<div><small>{escape(self._label(name))}</small><b>{escape(self._say(name))}</b></div>"

    def _render_facts(self, part: Facts) -> str:
        totals = "".join(
            f"<div><small>{escape(label)}</small><b>{escape('' if self.sheet is None else to_text(count(self.sheet)))}"
            "</b></div>"
            for label, count in part.totals.items()
        )
        return f'<div class="fb-leaf-facts">{"".join(map(self._render_fact, part.values))}{totals}</div>'

    # Numbers

    def _render_scores(self, part: Scores) -> str:
        first = self.kind.parameters.get(part.values[0])
        if first is not None and isinstance(first.kind, ListOf):
            tiles = self._list_score_tiles(first, part.rows)
        else:
            tiles = [self._render_score(name, part) for name in part.values]
        tall = " fb-leaf-scores--three" if len(tiles) % 3 == 0 else ""
        return f'{_render_group(part.title)}<div class="fb-leaf-scores{tall}">{"".join(tiles)}</div>'

    def _render_score(self, name: str, part: Scores) -> str:
        value = self._find(name + part.counted)
        about = ""
        if part.about:
            text = table(part.about[0]).row(name)[part.about[1]]
            about = f"<small>{escape(text.partition(':')[0])}</small>"
        if part.twice:
            about += f"<small>twice: <b>{'' if value is None else _format_number(2 * value)}</b></small>"
        shown = "" if value is None else self._format_score(name, value)
        return _render_tile(shown, escape(self._label(name)) + about)

    def _format_score(self, name: str, value: Any) -> str:
        parameter = self.kind.parameters.get(name)
        return _format(parameter.kind, value) if parameter else format_derived(value)

    def _list_score_tiles(self, parameter: Parameter, rows: int) -> list[str]:
        kinds = [kind for kind, _ in parameter.kind.entries().values()]
        entries = () if self.sheet is None else self.sheet.fields[parameter.name]
        tiles = [_render_tile(_format(kinds[1], entry[1]), escape(to_text(entry[0]))) for entry in entries]
        blank = '<i class="fb-leaf-write"></i>'
        return [*tiles, *(_render_tile("", blank) for _ in range(max(rows - len(tiles), 0)))]

    def _render_halves(self, part: Halves) -> str:
        rows = []
        for name in part.values:
            value = self._find(name)
            now = self._find(name + part.now) if part.now else None
            cells = ["", "", ""]
            if value is not None:
                cells = [_format_number(value), _format_number(value // 2), "" if now == value else _format_number(now)]
            full, half, left = map(escape, cells)
            rows.append(
                f"<tr><th>{escape(self._label(name))}</th><td><b>{full}</b></td><td>{half}</td>"
                f'<td class="fb-leaf-light">{left}</td></tr>'
            )
        title = _render_head(part.title, is_narrow=False)
        head = f"<tr>{title}<th>Healthy</th><th>Half</th><th>Now</th></tr>"
        return f'<table class="fb-leaf-halves">{head}{"".join(rows)}</table>'

    def _render_sums(self, part: Sums) -> str:
        made = table(part.about[0])
        rows = [
            [
                f"<b>{escape(self._label(name))}</b>",
                escape(use_minus_sign(made.row(name)[part.about[1]])),
                f"<b>{escape(self._say(name))}</b>",
                f"<b>{escape(self._say(part.bought + name))}</b>",
            ]
            for name in part.values
        ]
        return _render_rows([("", False), ("", False), ("Score", True), ("Bought", True)], rows, 0, is_beside=False)

    def _render_marks(self, part: Marks, *, is_alone: bool) -> str:
        value, most, worse = self._find(part.value), self._count_boxes(part), self._find(part.worse) or 0
        label = "" if is_alone else self._render_marks_label(part)
        if most > MOST_MARKS or (value is not None and value > MOST_MARKS):
            said = "" if value is None else f"{_format_number(value)} of {_format_number(most)}"
            return (
                f'<div class="fb-leaf-track">{label}<span><b class="fb-leaf-light">{said}</b>'
                '<i class="fb-leaf-write"></i></span></div>'
            )
        value = (most if part.lost else 0) if value is None else value
        marked = most - value if part.lost else worse + value
        most = max(most, marked)
        from_end = part.lost and not part.below
        heavy = list(range(1, self.kind.parameters[part.value].default + 1)) if part.start else []
        heavy += [most] if part.limit else []
        if self.sheet is not None or not isinstance(part.boxes, str):
            heavy += [most - -(-most // share) + 1 for share in part.below]
        boxes = ""
        for number in range(1, most + 1):
            is_marked = number > most - marked if from_end else number <= marked
            classes = [
                *(["key"] if number in heavy else []),
                *(["worse"] if is_marked and number <= worse else ["on"] if is_marked else []),
            ]
            boxes += f'<i class="{" ".join(classes)}"></i>' if classes else "<i></i>"
        boxes += '<i class="more"></i>' * part.room
        size = " fb-leaf-marks--many" if most > MANY_MARKS else ""
        if is_alone and most + part.room <= LARGE_MARKS:
            size = " fb-leaf-marks--large"
        below = "".join(f"{self._describe_share(share, most)}: {said}. " for share, said in part.below.items())
        hint = f'<p class="fb-leaf-hint">{escape(below.strip())}</p>' if below else ""
        alone = " fb-leaf-track--alone" if is_alone else ""
        return f'<div class="fb-leaf-track{alone}">{label}<span class="fb-leaf-marks{size}">{boxes}</span></div>{hint}'

    def _describe_share(self, share: int, most: int) -> str:
        """Return the part of all below which something happens: below half, 20."""
        named = f"Below {PARTS_OF_ALL.get(share, f'1/{share}')}"
        return named if self.sheet is None else f"{named} ({-(-most // share)})"

    def _render_marks_label(self, part: Marks) -> str:
        if not part.value:
            return '<i class="fb-leaf-write"></i>'
        hint = f"<small>{escape(use_minus_sign(part.hint))}</small>" if part.hint else ""
        return f"<b>{escape(self._label(part.value))}{hint}</b>"

    def _count_boxes(self, part: Marks) -> int:
        if isinstance(part.boxes, str):
            shown = self.new if self.sheet is None else self.sheet
            most = 0 if self.sheet is None and part.new else int(getattr(shown, part.boxes))
            return most or part.new
        kind = None if is_label(part.value) else self.kind.parameters[part.value].kind
        return part.boxes or (kind.high if isinstance(kind, Whole) and kind.high is not None else 0)

    # Ticks

    def _render_ticks(self, part: Ticks) -> str:
        single: list[str] = []
        groups: list[str] = []
        for name in part.values:
            parameter = self.kind.parameters.get(name)
            value = self._find(name)
            if parameter is not None and isinstance(parameter.kind, Choice):
                names = parameter.kind.names()
                others = [each for each in parameter.kind.choices if each != parameter.default]
                ticks = [_render_tick(names[to_text(each)], value == each) for each in others]
                if len(part.values) > 1:
                    single += ticks
                else:
                    groups.append(_render_tick_group(parameter.label, ticks))
            elif parameter is not None and find_table_id(parameter):
                rows = table(find_table_id(parameter)).rows
                if isinstance(parameter.kind, ListOf) and isinstance(parameter.kind.entry, RowOf):
                    choices = parameter.kind.entry.choices
                    rows = tuple(row for row in rows if row.key in choices)
                groups.append(_render_row_ticks(part, parameter.label, rows, value or ()))
            else:
                single.append(_render_tick(self._label(name), value is True))
        return f"{_render_tick_group('', single) if single else ''}{''.join(groups)}"

    # Lists

    def _render_entries(self, part: Entries) -> str:
        if is_label(part.entries):
            heads = [(name, False) for name in (part.columns or ("",))]
            return _render_rows(heads, [], part.rows, part.beside)
        kind = self.kind.parameters[part.entries].kind
        entries: Sequence[Any] = () if self.sheet is None else self.sheet.fields[part.entries]
        if isinstance(kind, ListOf) and isinstance(kind.entry, Numbers):
            written = ["" for _ in part.columns]
            rows = [[*(escape(_format_number(number)) for number in entry), *written] for entry in entries]
            heads = [(humanize(name), True) for name in kind.entry.parts]
            return _render_rows([*heads, *((name, False) for name in part.columns)], rows, part.rows, part.beside)
        kinds = {name: each for name, (each, _) in kind.entries().items()}
        if not kinds:
            names = kind.names()
            rows = [[f"<b>{escape(names.get(to_text(each), to_text(each)))}</b>"] for each in entries]
            return _render_rows([("", False)], rows, part.rows, part.beside)
        first = next(iter(kinds))
        columns = part.columns or tuple(name for name in kinds if name != first)[:MOST_COLUMNS]
        heads = [("", False), *self._list_heads(part, kinds, columns)]
        rows = [self._render_entry(part, kinds, columns, entry) for entry in entries]
        blank = ["" for _ in heads]
        if part.marks:
            full = kind.entries()[part.marks[1]][1]
            blank[-1] = _render_small_marks(full, full)
        return _render_rows(heads, rows, part.rows, part.beside, blank)

    def _list_heads(
        self, part: Entries, kinds: dict[str, Kind], columns: tuple[str, ...]
    ) -> Iterator[tuple[str, bool]]:
        """Yield the heads of the columns after the first, each with True if the column is as narrow as a number."""
        for name in columns:
            if name != next(iter(kinds)):
                yield _label_part(kinds, name), isinstance(kinds.get(name), Whole | Number | Flag)
        if part.looks_up:
            found = table(find_table_id(self.kind.parameters[part.entries], part.looks_up[0]))
            is_single = len(part.looks_up[1]) == 1
            for column in part.looks_up[1]:
                yield _label_part(kinds, part.looks_up[0]) if is_single else found.columns[column], True
        for name in part.totals:
            yield name, True
        if part.marks:
            yield _label_part(kinds, part.marks[0]), False

    def _render_entry(self, part: Entries, kinds: dict[str, Kind], columns: tuple[str, ...], entry: Any) -> list[str]:
        first = next(iter(kinds))
        shown = [first, *columns, *((part.looks_up[0],) if part.looks_up else ()), *(part.marks or ())]
        name = _format(kinds[first], getattr(entry, first))
        cells = [f"<b>{escape(name)}</b>{self._render_rest(part.entries, kinds, shown, entry)}"]
        for column in columns:
            if is_label(column):
                cells.append("")
            elif column != first:
                value = getattr(entry, column)
                cells.append(escape(_format(kinds[column], value) if column in kinds else format_derived(value)))
        if part.looks_up:
            table_id = find_table_id(self.kind.parameters[part.entries], part.looks_up[0])
            key = getattr(entry, part.looks_up[0])
            row = None if key == "none" else table(table_id).row(key)
            cells += [escape(_format_cell(row, column)) for column in part.looks_up[1]]
        cells += [f"<b>{escape(to_text(count(self.sheet, entry)))}</b>" for count in part.totals.values()]
        if part.marks:
            left, full = (getattr(entry, each) for each in part.marks)
            cells.append(_render_small_marks(full, left))
        return cells

    def _render_rest(self, field: str, kinds: dict[str, Kind], shown: list[str], entry: Any) -> str:
        """Render the parts of an entry that have no column, where they differ from a new entry's."""
        in_slots = self._list_slot_parts() if field in self.in_slots else []
        defaults = self.kind.parameters[field].kind.entries()
        said = [
            _label_part(kinds, name)
            if value is True
            else f"{_label_part(kinds, name)} {_format(kind, value)} {kind.unit}".rstrip()
            for name, kind in kinds.items()
            if name not in (*shown, *in_slots) and (value := getattr(entry, name)) != defaults[name][1]
        ]
        return f"<small>{escape(' · '.join(said))}</small>" if said else ""

    def _list_slot_parts(self) -> list[str]:
        return [name for part in self.paper.list_parts() if isinstance(part, Slots) for name in (part.by, part.size)]

    def _render_slots(self, part: Slots) -> str:
        things = [] if self.sheet is None else [each for name in part.entries for each in self.sheet.fields[name]]
        filled: list[str] = []
        for place, number in part.places.items():
            names: list[str] = []
            for each in things:
                if getattr(each, part.by) == place and getattr(each, part.size):
                    names += [each.name, *("″" for _ in range(getattr(each, part.size) - 1))]
            names += ["" for _ in range(number - len(names))]
            filled += [
                f"<div data-row><small>{escape(humanize(place))}</small><span>{escape(name)}</span></div>"
                for name in names
            ]
        free = [each.name for each in things if not getattr(each, part.size)]
        bundled = f'<p class="fb-leaf-hint">Without a slot: {escape(", ".join(free))}</p>' if free else ""
        return f'<div class="fb-leaf-slots">{"".join(filled)}</div>{bundled}'

    # Texts

    def _render_texts(self, part: Texts) -> str:
        parameter = self.kind.parameters[part.value]
        value = self._find(part.value)
        table_id = find_table_id(parameter)
        if not isinstance(parameter.kind, ListOf):
            if table_id:
                rows = [] if value is None or value == "none" else [table(table_id).row(value)]
                return "".join(_render_text(table(table_id), row, part.columns, "") for row in rows) or _rule(3)
            return f'<p class="fb-leaf-said">{escape(value)}</p>{_rule(1)}' if value else _rule(2)
        entries = value or ()
        if not table_id:
            names = parameter.kind.names()
            pills = [f"<span>{escape(names.get(to_text(each), to_text(each)))}</span>" for each in entries]
            pills += ["<span></span>" for _ in range(max(part.rows - len(entries), 0 if entries else 1))]
            return f'<div class="fb-leaf-pills">{"".join(pills)}</div>'
        texts = []
        for entry in entries:
            key = entry if isinstance(entry, str) else entry[0]
            tick = _render_tick(humanize(part.spent), getattr(entry, part.spent)) if part.spent else ""
            texts.append(_render_text(table(table_id), table(table_id).row(key), part.columns, tick))
        write = f'<p><i class="fb-leaf-write"></i>{_render_blank_tick(part.spent)}</p>'
        blank = f'<div class="fb-leaf-text fb-leaf-text--blank">{write}</div>'
        blank += _rule(2) if self.sheet is None and part.spent else ""
        return "".join(texts) + blank * max(part.rows - len(texts), 1)

    def _render_lines(self, part: Lines) -> str:
        value = self._find(part.value) if part.value else None
        said = "".join(f"<p data-row>{escape(line)}</p>" for line in (value or "").splitlines())
        return f'{said}<div class="fb-leaf-lines" aria-hidden="true">{"<i></i>" * RULED_LINES}</div>'

    def _render_also(self) -> str:
        """Render the values that the declaration doesn't name, where they differ from a new sheet's."""
        if self.sheet is None:
            return ""
        named = [NAME, *self.paper.list_named()]
        facts: list[str] = []
        lists: list[str] = []
        for name, parameter in self.kind.parameters.items():
            value = self.sheet.fields[name]
            if name in named or value == parameter.default:
                continue
            if isinstance(parameter.kind, ListOf) and parameter.kind.entries() and "" not in parameter.kind.entries():
                lists.append(_render_group(parameter.label) + self._render_entries(Entries(name, rows=0)))
            elif value is True:
                facts.append(f"<div><b>{escape(parameter.label)}</b></div>")
            else:
                facts.append(f"<div><small>{escape(parameter.label)}</small><b>{escape(self._say(name))}</b></div>")
        inside = f'<div class="fb-leaf-facts">{"".join(facts)}</div>' if facts else ""
        inside += "".join(lists)
        if not inside:
            return ""
        return f'<section class="fb-leaf-box"><p class="fb-leaf-title">{ALSO}</p>{inside}</section>'


def _put_before_lines(boxes: list[str], box: str) -> list[str]:
    """Return the boxes of a column with one more, before the ruled lines at its end."""
    return [*boxes[:-1], box, *boxes[-1:]] if boxes and "fb-leaf-box--grows" in boxes[-1] else [*boxes, box]


def _format(kind: Kind, value: Any) -> str:
    """Format a value for players: numbers that may be negative have a sign, dice a capital D."""
    if isinstance(kind, Flag):
        return "yes" if value else ""
    if isinstance(kind, Whole) and kind.low < 0 and not kind.names():
        return _format_number(value) if value == 0 else format_signed(value)
    if isinstance(kind, Notation):
        return use_minus_sign(str(value).upper())
    if value in ("none", ""):
        return ""
    return label_for_value(Parameter("", kind, value), value)


def _format_number(value: Any) -> str:
    return use_minus_sign(to_text(value))


def _format_cell(row: Row | None, column: str) -> str:
    """Return a cell of a looked-up row, a dash for a long word such as "impossible"."""
    text = "–" if row is None else row[column]
    return use_minus_sign(text) if len(text) <= LONGEST_FIGURE else "–"


def _label_part(kinds: dict[str, Kind], name: str) -> str:
    if is_label(name):
        return name
    kind = kinds.get(name)
    return kind.label if kind is not None and kind.label else humanize(name)


def _render_tile(value: str, name: str) -> str:
    return f'<div class="fb-leaf-score"><b>{escape(value)}</b><span>{name}</span></div>'


def _render_group(title: str) -> str:
    return f'<p class="fb-leaf-group">{escape(title)}</p>' if title else ""


def _render_tick(label: str, is_on: bool) -> str:
    on = " fb-leaf-tick--on" if is_on else ""
    return f'<span class="fb-leaf-tick{on}">{escape(use_minus_sign(label))}</span>'


def _render_blank_tick(part: str) -> str:
    return _render_tick(humanize(part), False) if part else ""


def _render_tick_group(title: str, ticks: Iterable[str]) -> str:
    return f'{_render_group(title)}<div class="fb-leaf-ticks">{"".join(ticks)}</div>'


def _render_row_ticks(part: Ticks, title: str, rows: Sequence[Row], keys: Sequence[str]) -> str:
    """Render a box, or several, for each row of a table; those that a list names are marked."""
    if part.times == 1:
        ticks = "".join(_render_tick(row.name, row.key in keys) for row in rows)
        short = " fb-leaf-ticks--short" if all(len(row.name) <= SHORT_TICK for row in rows) else ""
        return f'{_render_group(title)}<div class="fb-leaf-ticks{short}">{ticks}</div>'
    shown = [
        [
            f"<b>{escape(row.name)}</b>",
            _render_small_marks(part.times, list(keys).count(row.key), from_end=False),
            escape(row[part.column]) if part.column else "",
        ]
        for row in rows
    ]
    return _render_rows([("", False)] * 3, shown, 0, is_beside=False)


def _render_small_marks(count: int, number: int, *, from_end: bool = True) -> str:
    """Render small boxes.

    Args:
        count: the number of boxes.
        number: the number of boxes that are left open at the beginning, or that are marked there.
        from_end: True if the boxes after these are marked.
    """
    boxes = "".join('<i class="on"></i>' if (each > number) == from_end else "<i></i>" for each in range(1, count + 1))
    return f'<span class="fb-leaf-marks fb-leaf-marks--small">{boxes}</span>' if count else ""


def _render_rows(
    heads: Sequence[tuple[str, bool]],
    rows: Sequence[Sequence[str]],
    least: int,
    is_beside: bool,
    blank: Sequence[str] = (),
) -> str:
    """Render rows with their heads, and empty ones after them: at least one, if there are any.

    Args:
        heads: the head of each column, with True if the column is as narrow as a number.
        rows: the cells.
        least: the least number of rows.
        is_beside: True to print two rows next to one another.
        blank: the cells of an empty row.
    """
    narrow = [_mark_narrow(is_narrow) for _, is_narrow in heads]
    empty = max(least - len(rows), 1) if least else 0
    cells = blank or ["" for _ in heads]
    body = "".join(
        f"<tr data-row>{''.join(f'<td{narrow[number]}>{cell}</td>' for number, cell in enumerate(row))}</tr>"
        for row in (*rows, *([cells] * empty))
    )
    head = "".join(_render_head(name, is_narrow=is_narrow) for name, is_narrow in heads)
    head = f"<thead><tr>{head}</tr></thead>" if any(name for name, _ in heads) else ""
    grows = " fb-leaf-rows--list" if least else ""
    shown = f'<table class="fb-leaf-rows{grows}">{head}<tbody>{body}</tbody></table>'
    return f'<div class="fb-leaf-beside">{shown}</div>' if is_beside else shown


def _render_bands(part: Bands) -> str:
    """Render a table of the game: a short first cell and the only text after it share a cell."""
    shown = table(part.table_id)
    columns = part.columns or tuple(shown.columns)
    if part.to_tick:
        return _render_tick_group("", [_render_tick(row.name, False) for row in shown.rows])
    if part.across:
        ladder = "".join(
            f"<div><b>{escape(use_minus_sign(row[columns[0]]))}</b><small>{escape(row[columns[-1]])}</small></div>"
            for row in shown.rows
        )
        return f'<div class="fb-leaf-across">{ladder}</div>'
    long = [column for column in columns if any(len(row[column]) > LONG_CELL for row in shown.rows)]
    first, others = columns[0], columns[1:]
    is_named = all(len(row[first]) <= LONGEST_NAME for row in shown.rows)
    is_joined = (
        is_named and others[:1] == tuple(each for each in long if each != first) and shown.rows[0][first][:1].isalpha()
    )
    heads = [("", False), *((shown.columns[column], column not in long) for column in others[1 if is_joined else 0 :])]
    if len(heads) == 2 and not heads[1][1]:
        heads[1] = ("", False)
    rolls = {row.key: row.roll for row in (table(part.rolls) if part.rolls else shown).rows}
    is_rolled = any(rolls.values())
    rows = []
    for row in shown.rows:
        roll = _render_head(_format_roll(rolls.get(row.key)), is_narrow=False) if is_rolled else ""
        name = escape(use_minus_sign(row[first]))
        if part.rolls and row.key not in rolls and row.note:
            name += f"<small>{escape(row.note)}</small>"
        cells = [f"<b>{name}</b>" if is_named else name, *(escape(use_minus_sign(row[each])) for each in others)]
        if is_joined:
            cells = [cells[0] if cells[1] == "–" else f"{cells[0]}. {cells[1]}", *cells[2:]]
        inside = "".join(f"<td{_mark_narrow(heads[number][1])}>{cell}</td>" for number, cell in enumerate(cells))
        rows.append(f"<tr>{roll}{inside}</tr>")
    head = "".join(_render_head(name, is_narrow=is_narrow) for name, is_narrow in heads)
    head = f"<tr>{'<td></td>' if is_rolled else ''}{head}</tr>" if any(name for name, _ in heads) else ""
    return f'{_render_group(part.title)}<table class="fb-leaf-bands">{head}{"".join(rows)}</table>'


def _render_head(name: str, *, is_narrow: bool) -> str:
    """Render the head of a column or a row, or an empty cell for one without."""
    cell = "th" if name else "td"
    return f"<{cell}{_mark_narrow(is_narrow)}>{escape(_keep_together(name))}</{cell}>"


def _mark_narrow(is_narrow: bool) -> str:
    return ' class="narrow"' if is_narrow else ""


def _keep_together(head: str) -> str:
    """Return a short head of a column with spaces at which it isn't broken."""
    return head.replace(" ", "\u00a0") if len(head) <= SHORT_HEAD else head


def _format_roll(roll: str | None) -> str:
    """Format the numbers of a row: 7–9, and 6− for 6 or less."""
    text = roll or ""
    return text[:-1] + "−" if text.endswith("-") else text.replace("-", "–")


def _render_text(shown: Table, row: Row, columns: tuple[str, ...], tick: str) -> str:
    """Render a row of a table with its texts; those after the first have their heads."""
    others = columns or tuple(shown.columns)[1:]
    texts = "".join(
        f"<span>{f'<i>{escape(shown.columns[column])}:</i> ' if number else ''}{escape(use_minus_sign(row[column]))}"
        "</span> "
        for number, column in enumerate(others)
    )
    name = f"<b>{escape(row.name)}</b>"
    shown_text = f"<p>{name}{tick}</p><p>{texts}</p>" if tick else f"<p>{name}. {texts}</p>"
    return f'<div class="fb-leaf-text" data-row>{shown_text}</div>'


def _rule(lines: int) -> str:
    return f'<div class="fb-leaf-ruled" aria-hidden="true">{"<i></i>" * lines}</div>'
