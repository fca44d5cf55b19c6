"""The licence of a game's text and data, which its package states in `licence.toml`."""

from functools import cache
from typing import Any, NamedTuple

from rules_py import discovery
from rules_py.discovery import Package
from rules_py.errors import DataError

LICENCE_FILE = "licence.toml"

SOURCES = "sources"
"""The name under which a file lists works."""

_TEXTS = ("credit", "kind", "spdx", "url", "changes", "notice", "reserved", "remark")
_SOURCE_TEXTS = ("title", "by", "kind", "url", "use")


class LicenceKind(NamedTuple):
    """A kind of licence.

    Attributes:
        name: its short name.
        full_name: its name in full; "" if it is the same.
        url: the address of its text, or "".
        needs: the parts of `licence.toml` that it asks for.
        shares_alike: whether an adaptation must have the same licence.
        takes_notice_along: whether each copy must have the notice.
        spdx: its SPDX expression if it isn't its id; "" if it has none.
    """

    name: str
    full_name: str = ""
    url: str = ""
    needs: tuple[str, ...] = ()
    shares_alike: bool = False
    takes_notice_along: bool = False
    spdx: str | None = None


_CREATIVE_COMMONS = "https://creativecommons.org"
_ATTRIBUTED = (SOURCES, "changes")
_OPEN_GAME = (SOURCES, "notice", "reserved")

LICENCE_KINDS = {
    "CC0-1.0": LicenceKind(
        "CC0 1.0", "Creative Commons Zero 1.0 Universal", f"{_CREATIVE_COMMONS}/publicdomain/zero/1.0/"
    ),
    "CC-BY-3.0": LicenceKind(
        "CC BY 3.0",
        "Creative Commons Attribution 3.0 Unported",
        f"{_CREATIVE_COMMONS}/licenses/by/3.0/",
        _ATTRIBUTED,
    ),
    "CC-BY-4.0": LicenceKind(
        "CC BY 4.0",
        "Creative Commons Attribution 4.0 International",
        f"{_CREATIVE_COMMONS}/licenses/by/4.0/",
        _ATTRIBUTED,
    ),
    "CC-BY-NC-4.0": LicenceKind(
        "CC BY-NC 4.0",
        "Creative Commons Attribution-NonCommercial 4.0 International",
        f"{_CREATIVE_COMMONS}/licenses/by-nc/4.0/",
        _ATTRIBUTED,
    ),
    "CC-BY-SA-4.0": LicenceKind(
        "CC BY-SA 4.0",
        "Creative Commons Attribution-ShareAlike 4.0 International",
        f"{_CREATIVE_COMMONS}/licenses/by-sa/4.0/",
        _ATTRIBUTED,
        shares_alike=True,
    ),
    "CC-BY-NC-SA-4.0": LicenceKind(
        "CC BY-NC-SA 4.0",
        "Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International",
        f"{_CREATIVE_COMMONS}/licenses/by-nc-sa/4.0/",
        _ATTRIBUTED,
        shares_alike=True,
    ),
    "MIT": LicenceKind(
        "MIT licence", url="https://spdx.org/licenses/MIT.html", needs=("notice",), takes_notice_along=True
    ),
    "LicenseRef-OGL-1.0a": LicenceKind("Open Game License 1.0a", needs=_OPEN_GAME, takes_notice_along=True),
    "LicenseRef-ORC": LicenceKind("ORC License", "Open RPG Creative License", "", _OPEN_GAME, takes_notice_along=True),
    "permission": LicenceKind("Used by permission", needs=(SOURCES, "notice"), spdx=""),
    "own": LicenceKind("All rights reserved by its makers", needs=("notice",), spdx=""),
    "mechanics": LicenceKind("No licence stated: mechanics only, in our words", needs=(SOURCES, "reserved"), spdx=""),
}
"""The kinds of licences by id. A licence that isn't among them gives its `spdx` expression and `url` itself."""


class Source(NamedTuple):
    """A work that a game's text and data come from.

    Attributes:
        title: its name.
        by: its authors and publisher.
        kind: the id of its licence, or "" if it states none.
        url: its address, or "".
        use: in a few words, the parts that come from it.
    """

    title: str = ""
    by: str = ""
    kind: str = ""
    url: str = ""
    use: str = ""


class Licence(NamedTuple):
    """The credit of a game, and the terms of its text and data.

    Attributes:
        credit: the game, its author and the licence in words, or "" if the package states nothing.
        spdx: the licence's SPDX expression, or "" if the game states none.
        url: the address of the licence's text, or "".
        kind: the licence's id in `LICENCE_KINDS`, or "" if it isn't there.
        notice: the text that its makers ask everyone to keep.
        changes: the differences from the sources, in a sentence or two.
        reserved: the parts that aren't under the licence.
        remark: anything else that readers should know.
        sources: the works that the text and data come from, the game itself first.
    """

    credit: str = ""
    spdx: str = ""
    url: str = ""
    kind: str = ""
    notice: str = ""
    changes: str = ""
    reserved: str = ""
    remark: str = ""
    sources: tuple[Source, ...] = ()

    @property
    def terms(self) -> LicenceKind:
        """The kind of licence; one that isn't in the list has the expression as its name."""
        return LICENCE_KINDS.get(self.kind) or LicenceKind(self.spdx or "No licence stated", url=self.url)

    @property
    def line(self) -> str:
        """The line that goes along with exported text.

        >>> Licence("Moonbase by its makers, CC BY 4.0", url="https://example.org/by", changes="Our wording.").line
        'Moonbase by its makers, CC BY 4.0 (in other words; https://example.org/by)'
        >>> Licence("Moonbase by its makers", changes="None: this is the game's own text.").line
        'Moonbase by its makers'
        """
        if not self.credit:
            return ""
        is_changed = bool(self.changes) and not self.changes.startswith("None")
        notes = "; ".join(filter(None, ["in other words" if is_changed else "", self.url]))
        notice = f". {self.notice}" if self.terms.takes_notice_along and self.notice else ""
        return f"{self.credit[0].upper()}{self.credit[1:]}{f' ({notes})' if notes else ''}{notice}"

    def list_missing_parts(self) -> list[str]:
        """List the names of the parts that its kind asks for and the file doesn't have.

        >>> Licence("Moonbase by its makers", kind="CC-BY-4.0", changes="None.").list_missing_parts()
        ['sources']
        """
        return [part for part in ("credit", *self.terms.needs) if not getattr(self, part)]

    def to_dict(self) -> dict[str, Any]:
        """Return all parts and the line as JSON."""
        return self._asdict() | {"sources": [source._asdict() for source in self.sources], "line": self.line}


@cache
def find_licence(slug: str) -> Licence:
    """Return the licence of a game; an empty one if its package states none.

    Args:
        slug: the game's slug.

    Raises:
        DataError: the file isn't TOML with texts under the known names.
    """
    package = discovery.find_package(slug)
    return read_licence(package) if package else Licence()


def read_licence(package: Package) -> Licence:
    """Read the licence of a game's package; an empty one if the package states none.

    Raises:
        DataError: the file isn't TOML with texts under the known names.
    """
    import tomllib  # only an export and the build need it

    text = package.read_file(LICENCE_FILE)
    if text is None:
        return Licence()
    place = package.path_for(LICENCE_FILE)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{place}: got text that is not TOML ({error}), takes {', '.join(_TEXTS)}") from None
    sources = _read_sources(place, data.pop(SOURCES, []))
    _check_texts(place, data, (*_TEXTS, SOURCES))
    _check_kind(place, data)
    kind = data.get("kind") or (data["spdx"] if data.get("spdx") in LICENCE_KINDS else "")
    known = LICENCE_KINDS.get(kind)
    if known:
        data = {"spdx": kind if known.spdx is None else known.spdx, "url": known.url} | data
    return Licence(**data | {"kind": kind, SOURCES: sources})


def _read_sources(place: str, listed: Any) -> tuple[Source, ...]:
    if not isinstance(listed, list) or not all(isinstance(source, dict) for source in listed):
        raise DataError(f"{place}: {SOURCES}: got {listed!r}, takes a part [[{SOURCES}]] for each work")
    for source in listed:
        _check_texts(place, source, _SOURCE_TEXTS)
        _check_kind(place, source)
    return tuple(Source(**source) for source in listed)


def _check_texts(place: str, data: dict[str, Any], known: tuple[str, ...]) -> None:
    for key, value in data.items():
        if key not in known or not isinstance(value, str):
            raise DataError(f"{place}: {key}: got {value!r}, takes {', '.join(known)}, each with text in quotes")


def _check_kind(place: str, data: dict[str, Any]) -> None:
    kind = data.get("kind", "")
    if kind and kind not in LICENCE_KINDS:
        raise DataError(f"{place}: kind: got {kind!r}, takes {', '.join(LICENCE_KINDS)}")
