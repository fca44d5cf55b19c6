"""Today's text for readers, for the places where the fixtures store version 0.1's text.

`python -m tests.compatibility.reword` overwrites the fixtures with it after a rewording.
"""

import tempfile
from pathlib import Path
from typing import Any

from tests.compatibility.answers import apply_changes
from tests.compatibility.commands import answer, extract_words, write
from tests.compatibility.released import FOLDER, read_saved


def render_texts(name: str, scratch: Path) -> dict[str, Any]:
    """Return today's text for a file of stored words."""
    kind, _, slug = name.removesuffix(".json").partition("-")
    if kind == "answers":
        commands = {each: before["command"] for each, before in read_saved(f"answers/{slug}.json").items()}
        wanted = read_saved(f"words/{name}")
        found = {each: answer(*command) for each, command in commands.items() if each in wanted}
        return _extract_stored(name, {**found, **({} if slug == "dice" else apply_changes(slug, scratch))})
    files = sorted((FOLDER / "fights" / slug).glob("*.json"))
    return {file.stem: extract_words(answer("fight", str(file))) for file in files}


def _extract_stored(name: str, found: dict[str, Any]) -> dict[str, Any]:
    """Return the words of the answers whose words the fixtures store."""
    return {each: extract_words(found[each]) for each in read_saved(f"words/{name}") if each in found}


def main() -> None:
    """Overwrite the fixtures' words with today's text."""
    for path in sorted((FOLDER / "words").glob("*.json")):
        with tempfile.TemporaryDirectory() as scratch:
            write(FOLDER, f"words/{path.name}", render_texts(path.name, Path(scratch)))


if __name__ == "__main__":
    main()
