"""A summary of a sheet, as a fight shows it."""

from html import escape

from rules_py.play.sheet import Sheet
from rules_py.text.serialization import to_text


def render_sheet_summary(sheet: Sheet) -> str:
    """Render the sheet's meter and its most important values."""
    shown = ""
    if sheet.meter:
        value, most = (getattr(sheet, name) for name in sheet.meter)
        share = max(0, min(100, round(100 * value / most))) if most else 0
        shown += (
            f'<span class="fb-meter" style="--share:{share}%"><b>{to_text(value)}</b>/{to_text(most)} '
            f"<small>{escape(sheet.label_for(sheet.meter[0]))}</small></span>"
        )
    for name in sheet.glance:
        if getattr(sheet, name) in ((), "", None):
            continue
        value = escape(to_text(getattr(sheet, name)).replace(",", ", "))
        shown += f'<span class="fb-short">{escape(sheet.label_for(name))} <b>{value}</b></span>'
    return shown


def render_warnings(sheet: Sheet) -> str:
    """Render the sheet's current warnings."""
    return "".join(f'<p class="fb-fight-warning">{escape(said)}</p>' for said in sheet.warnings)
