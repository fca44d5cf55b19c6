"""Parameters of mechanics: accepted values, parsing from text, error messages and form controls.

Each kind is imported when a rule needs it: plain dice need one of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_py.parameters.choices import Choice as Choice, Flag as Flag, NamedWhole as NamedWhole, RowOf as RowOf
    from rules_py.parameters.decimals import Number as Number, Numbers as Numbers
    from rules_py.parameters.kind import Control as Control, Kind as Kind
    from rules_py.parameters.notations import Notation as Notation
    from rules_py.parameters.numbers import Whole as Whole
    from rules_py.parameters.parameter import RESERVED as RESERVED, Parameter as Parameter, check_all as check_all
    from rules_py.parameters.records import EntryOf as EntryOf, Record as Record
    from rules_py.parameters.texts import ListOf as ListOf, Text as Text


_EXPORTS = {
    "choices": ("Choice", "Flag", "NamedWhole", "RowOf"),
    "decimals": ("Number", "Numbers"),
    "kind": ("Control", "Kind"),
    "notations": ("Notation",),
    "numbers": ("Whole",),
    "parameter": ("RESERVED", "Parameter", "check_all"),
    "records": ("EntryOf", "Record"),
    "texts": ("ListOf", "Text"),
}
"""The exported names of each module."""


def __getattr__(name: str) -> Any:
    """Import the module that has an exported name (PEP 562).

    Raises:
        AttributeError: the package doesn't export the name.
    """
    for module, names in _EXPORTS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
