"""The rest of Python's library, for what tests themselves import. The rules have to do with what the site serves."""

import sys
from importlib.machinery import ModuleSpec, PathFinder

THE_RULES = ("rules_py/", "icepool/")
IMPORT_FRAMES = ("<frozen ", "/lib/")
"""Where imports pass through on their way: importlib, and the library itself where it imports late."""


class ExtraStdlibFinder:
    """Finds in another archive what is missing in the site's own, unless the rules ask for it."""

    def __init__(self, archive: str):
        self.archive = archive
        self.served = next(path for path in sys.path if path.endswith(".zip"))

    def find_spec(self, name: str, path: list[str] | None = None, target: object = None) -> ModuleSpec | None:
        if _importing_file().startswith(THE_RULES):
            return None
        return PathFinder.find_spec(name, [each.replace(self.served, self.archive) for each in path or [self.served]])


STUBBED_MODULES = ("tokenize", "_colorize", "html.entities", "html")
"""Modules of which the site has its own, with less in them than tests need, and what took from them what it needs."""


def install(archive: str) -> None:
    sys.meta_path.append(ExtraStdlibFinder(archive))
    for name in STUBBED_MODULES:
        folder = "/".join((archive, *name.split(".")[:-1]))
        PathFinder.find_spec(name, [folder]).loader.exec_module(sys.modules[name])


def _importing_file() -> str:
    """The file that asked for the import."""
    frame = sys._getframe(2)
    while frame.f_back and frame.f_code.co_filename.startswith(IMPORT_FRAMES):
        frame = frame.f_back
    return frame.f_code.co_filename
