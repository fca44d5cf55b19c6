"""Goals that the benchmarks show and tests check."""

FIRST_VIEW_GOAL = 254_000
"""The maximum number of bytes that a page loads before its rules, from a host that compresses with gzip."""
