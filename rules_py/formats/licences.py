"""The licence of a game's text and data, which its package states in `licence.toml`."""

from functools import cache
from typing import NamedTuple

from rules_py import discovery
from rules_py.discovery import Package
from rules_py.errors import DataError

LICENCE_FILE = "licence.toml"
_KEYS = ("credit", "spdx", "url")


class Licence(NamedTuple):
    """The credit of a game, and the terms of its text and data.

    Attributes:
        credit: the game, its author and the licence in words, or "" if the package states nothing.
        spdx: the licence's SPDX expression, or "" if the game states none.
        url: the address of the licence's text, or "".
    """

    credit: str = ""
    spdx: str = ""
    url: str = ""

    @property
    def line(self) -> str:
        """The line that goes along with exported text.

        >>> Licence("Moonbase by its makers, CC BY 4.0", "CC-BY-4.0", "https://example.org/by").line
        'Moonbase by its makers, CC BY 4.0 (in other words; https://example.org/by)'
        """
        if not self.credit:
            return ""
        notes = "; ".join(["in other words", *([self.url] if self.url else [])])
        return f"{self.credit[0].upper()}{self.credit[1:]} ({notes})"


@cache
def find_licence(slug: str) -> Licence:
    """Return the licence of a game; an empty one if its package states none.

    Args:
        slug: the game's slug.

    Raises:
        DataError: the file isn't TOML with texts under the known names.
    """
    package = discovery.find_package(slug)
    return _read_licence(package) if package else Licence()


def _read_licence(package: Package) -> Licence:
    import tomllib  # only an export and the build need it

    text = package.read_file(LICENCE_FILE)
    if text is None:
        return Licence()
    place = package.path_for(LICENCE_FILE)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{place}: got text that is not TOML ({error}), takes {', '.join(_KEYS)}") from None
    for key, value in data.items():
        if key not in _KEYS or not isinstance(value, str):
            raise DataError(f"{place}: {key}: got {value!r}, takes {', '.join(_KEYS)}, each with text in quotes")
    return Licence(**data)
