"""The parts of Python's library that only tests import; the rules use only the files that the site serves."""

import sys
from importlib.machinery import ModuleSpec, PathFinder

THE_RULES = ("rules_py/",)
IMPORT_FRAMES = ("<frozen ", "/lib/")
"""File name prefixes of frames that an import passes through: importlib, and the library's own late imports."""


class ExtraStdlibFinder:
    """Import finder that takes modules from another archive, unless the rules import them."""

    def __init__(self, archive: str):
        self.archive = archive
        self.served = next(path for path in sys.path if path.endswith(".zip"))

    def find_spec(self, name: str, path: list[str] | None = None, target: object = None) -> ModuleSpec | None:
        if _importing_file().startswith(THE_RULES):
            return None
        return PathFinder.find_spec(name, [each.replace(self.served, self.archive) for each in path or [self.served]])


STUBBED_MODULES = ("tokenize", "_colorize", "html.entities", "html")
"""Modules that the site replaces by smaller stubs, and the modules that import from these."""


def install(archive: str) -> None:
    sys.meta_path.append(ExtraStdlibFinder(archive))
    for name in STUBBED_MODULES:
        folder = "/".join((archive, *name.split(".")[:-1]))
        PathFinder.find_spec(name, [folder]).loader.exec_module(sys.modules[name])


def _importing_file() -> str:
    """Return the file that contains the import."""
    frame = sys._getframe(2)
    while frame.f_back and frame.f_code.co_filename.startswith(IMPORT_FRAMES):
        frame = frame.f_back
    return frame.f_code.co_filename
