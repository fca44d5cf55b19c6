"""The icons that a game may name. The page draws them from one set, Material Design Icons."""

from rules_py.errors import DataError

ICONS = frozenset(
    (
        "attack",
        "shoot",
        "aim",
        "blast",
        "heavy",
        "spray",
        "talent",
        "magic",
        "cover",
        "move",
        "flee",
        "hold",
        "risk",
        "help",
        "aid",
        "team",
        "talk",
        "steady",
        "resist",
        "spirit",
        "ghost",
        "lift",
        "think",
        "fire",
        "prone",
        "pinned",
        "skull",
        "swap",
    )
)
"""The icons of actions, conditions and cards."""


def check_icon(icon: str, place: str) -> None:
    """Check that the page has an icon; "" is the default of its kind.

    Raises:
        DataError: it isn't one of `ICONS`.
    """
    if icon and icon not in ICONS:
        raise DataError(f"{place}: got the icon {icon}, takes one of {', '.join(sorted(ICONS))}")
