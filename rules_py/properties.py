"""Properties of declarations."""

from functools import cached_property


class precomputed_property[T](cached_property[T]):  # noqa: N801 - a decorator, named like cached_property
    """A cached property that reads signatures or annotations: compiled rules contain its value instead of its code."""
