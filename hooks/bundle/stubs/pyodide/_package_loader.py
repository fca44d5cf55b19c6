"""Where packages belong; the worker puts them there itself, so nothing here unpacks any."""

from collections import UserString
from site import getsitepackages

SITE_PACKAGES = UserString(getsitepackages()[0])  # not plain text, as Pyodide asks it for its __str__
DSO_DIR = UserString("/usr/lib")


def init_loaded_packages() -> None:
    """Note packages that loadPackage has loaded: none."""
