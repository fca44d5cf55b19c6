"""The points that are left to buy a sheet with, and the prices of what they buy."""

from html import escape

from rules_py.play.budget import Price
from rules_py.play.sheet import Sheet
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text


def describe_price(price: Price) -> str:
    """Describe what the next point of a number or an entry of a list costs.

    >>> describe_price(Price("strength", None, 10))
    '+1 costs 10'
    >>> describe_price(Price("traits", 0, -5))
    'gives 5 back'
    """
    does = f"costs {price.cost}" if price.cost > 0 else f"gives {-price.cost} back"
    return does if price.entry is not None else f"+1 {does}"


def render_budget(sheet: Sheet, left: str) -> str:
    """Render the points that are left to buy a sheet with, and what is wrong with it so far."""
    points = getattr(sheet, left)
    label = sheet.label_for(left)
    warnings = "".join(f"<p>{escape(each)}</p>" for each in sheet.warnings)
    state = " data-overspent" if points < 0 else ""
    return f'<p class="fb-budget-left"{state}><b>{use_minus_sign(to_text(points))}</b> {escape(label)}</p>{warnings}'
