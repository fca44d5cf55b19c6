"""Copies of immutable objects, faster than `dataclasses.replace`, for states that a forecast copies very often."""

from typing import Any


def replace[T](instance: T, **changes: Any) -> T:
    """Return a copy of a frozen dataclass with other values in these fields; cached values aren't copied.

    Its class may not have a `__post_init__`, because that isn't called.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Place:
    ...     row: int
    ...     column: int = 0
    >>> replace(Place(2, 3), row=1)
    Place(row=1, column=3)

    Raises:
        TypeError: a name is no field.
    """
    made = object.__new__(type(instance))
    fields: dict[str, Any] = type(instance).__dataclass_fields__  # type: ignore[attr-defined]
    if not changes.keys() <= fields.keys():
        raise TypeError(f"{type(instance).__name__} has no field {', '.join(sorted(changes.keys() - fields.keys()))}")
    values = vars(instance)
    vars(made).update({name: values[name] for name in fields} | changes)
    return made
