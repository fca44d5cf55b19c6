"""A sheet in short, as a fight shows it."""

from html import escape

from rules_py.play.sheet import Sheet
from rules_py.text.formatting import text_of


def short_html(sheet: Sheet) -> str:
    """What one looks at first: the meter, and a few words and numbers."""
    shown = ""
    if sheet.meter:
        value, most = (getattr(sheet, name) for name in sheet.meter)
        share = max(0, min(100, round(100 * value / most))) if most else 0
        shown += (
            f'<span class="fb-meter" style="--share:{share}%"><b>{text_of(value)}</b>/{text_of(most)} '
            f"<small>{escape(sheet.label_of(sheet.meter[0]))}</small></span>"
        )
    for name in sheet.glance:
        if getattr(sheet, name) in ((), "", None):
            continue
        value = escape(text_of(getattr(sheet, name)).replace(",", ", "))
        shown += f'<span class="fb-short">{escape(sheet.label_of(name))} <b>{value}</b></span>'
    return shown


def warnings_html(sheet: Sheet) -> str:
    """What is worth reading of a sheet now."""
    return "".join(f'<p class="fb-fight-warning">{escape(said)}</p>' for said in sheet.warnings)
