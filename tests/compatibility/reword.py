"""Today's text for readers, for the places where the fixtures store the released commit's text.

`python -m tests.compatibility.reword` overwrites the fixtures with it after a rewording.
"""

import tempfile
from pathlib import Path
from typing import Any

from tests.compatibility.answers import changed
from tests.compatibility.commands import answer, words, write
from tests.compatibility.released import FOLDER, saved


def texts(name: str, scratch: Path) -> dict[str, Any]:
    """Return today's text for a file of stored words."""
    kind, _, slug = name.removesuffix(".json").partition("-")
    if kind == "answers":
        commands = {each: before["command"] for each, before in saved(f"answers/{slug}.json").items()}
        wanted = saved(f"words/{name}")
        found = {each: answer(*command) for each, command in commands.items() if each in wanted}
        return _of_each(name, {**found, **({} if slug == "dice" else changed(slug, scratch))})
    files = sorted((FOLDER / "fights" / slug).glob("*.json"))
    return {file.stem: words(answer("fight", str(file))) for file in files}


def _of_each(name: str, found: dict[str, Any]) -> dict[str, Any]:
    """Return the words of the answers whose words the fixtures store."""
    return {each: words(found[each]) for each in saved(f"words/{name}") if each in found}


def main() -> None:
    """Overwrite the fixtures' words with today's text."""
    for path in sorted((FOLDER / "words").glob("*.json")):
        with tempfile.TemporaryDirectory() as scratch:
            write(FOLDER, f"words/{path.name}", texts(path.name, Path(scratch)))


if __name__ == "__main__":
    main()
