"""Compile the rules into a folder: python -m hooks.rules_compiler FOLDER.

It runs in its own interpreter, so that no earlier work has changed the data, and without the old names of 0.1, which
browsers don't get either.
"""

import sys
from pathlib import Path


def main(folder: Path) -> None:
    """Write the modules and the runtime, and print what isn't compiled: a construct, or a rule that differs."""
    sys.modules["rules_py._moved"] = None  # type: ignore[assignment]
    from .build import write_modules
    from .proof import find_unproven

    problems = write_modules(folder)
    unproven = find_unproven(folder)
    if unproven:
        write_modules(folder, unproven)
    for problem in (*problems, *map(str, unproven.values())):
        print(problem)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
