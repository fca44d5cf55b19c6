"""Stub of Pyodide's package loader: only the paths, because the worker unpacks the packages itself."""

from collections import UserString
from site import getsitepackages

SITE_PACKAGES = UserString(getsitepackages()[0])  # not a str, because Pyodide calls its __str__
DSO_DIR = UserString("/usr/lib")


def init_loaded_packages() -> None:
    """Record no packages: loadPackage has loaded none."""
