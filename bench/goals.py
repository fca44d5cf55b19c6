"""Goals that the benchmarks show and tests check."""

FIRST_VIEW_GOAL = 256_000
"""The maximum number of bytes, 250 KiB, that a page loads before its rules, from a host that compresses with gzip."""
