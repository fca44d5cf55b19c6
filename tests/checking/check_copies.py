"""Checks copies of the small game of `tests/fixtures/checked`, whose folders come by standard input, one a line.

Each is checked in a copy of this process, which has imported all that a check needs. This process has one thread, as
`fork` needs it; that of the tests has more.
"""

import json
import os
import sys
import traceback
from pathlib import Path

from rules_py.checking.game import check_game
from rules_py.checking.session import Session

PROJECT = Path(__file__).parents[2]


def check_copy(folder: Path) -> str:
    """Return the report about the game in a folder as JSON, or the traceback of an error."""
    sys.path.insert(0, str(folder))
    try:
        session = Session("moonbase", folder / "docs")
        check_game(session)
        return json.dumps(session.report.to_dict())
    except BaseException:
        return json.dumps({"error": traceback.format_exc()})


def main() -> None:
    """Answer each folder with a line of JSON."""
    check_game(Session("puml", PROJECT / "docs"))
    for line in sys.stdin:
        reader, writer = os.pipe()
        if (child := os.fork()) == 0:
            os.close(reader)
            with os.fdopen(writer, "w", encoding="utf-8") as answer:
                answer.write(check_copy(Path(line.strip())))
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as answer:
            print(answer.read(), flush=True)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
