"""Titles of rolls that name what a sheet made them with."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.play.bindings import RollBinding
from rules_py.play.sheet import Sheet
from rules_py.text.sentences import join_names


def title_roll(binding: RollBinding, sheet: Sheet, chosen: Mapping[str, Any]) -> str:
    """Return a roll's title with the names of its choices, such as "Attack with STRENGTH and Rifle".

    Args:
        binding: the roll.
        sheet: the roller's sheet when it was rolled.
        chosen: the choices; without one, the first field or entry counts.
    """
    names = [name for name in _name_choices(binding, sheet, chosen) if name]
    return f"{binding.mechanic.title} with {join_names(names)}" if names else binding.mechanic.title


def _name_choices(binding: RollBinding, sheet: Sheet, chosen: Mapping[str, Any]) -> Iterator[str]:
    """Yield the name of each choice; "" for an entry without a name, or if there is nothing to choose."""
    for name, fields in binding.choices.items():
        if fields:
            yield sheet.label_for(str(chosen.get(name, fields[0]))).removesuffix(" now")
        else:
            names, number = sheet.name_entries(name), chosen.get(name, 0)
            yield names[number] if 0 <= number < len(names) else binding.label_for_no_entry(name)
