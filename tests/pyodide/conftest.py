"""Exclusion of this folder from pytest: its files run in Pyodide or start it."""

collect_ignore_glob = ["*"]
