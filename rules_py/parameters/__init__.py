"""Parameters of mechanics: accepted values, parsing from text, error messages and form controls."""

from rules_py.parameters.choices import Choice, Flag, NamedWhole, RowOf
from rules_py.parameters.kind import Control, Kind
from rules_py.parameters.numbers import EntryOf, Number, Numbers, Whole
from rules_py.parameters.parameter import RESERVED, Parameter, check_all
from rules_py.parameters.records import Record
from rules_py.parameters.texts import ListOf, Notation, Text

__all__ = [
    "RESERVED",
    "Choice",
    "Control",
    "EntryOf",
    "Flag",
    "Kind",
    "ListOf",
    "NamedWhole",
    "Notation",
    "Number",
    "Numbers",
    "Parameter",
    "Record",
    "RowOf",
    "Text",
    "Whole",
    "check_all",
]
