"""Writes the list of names that changed since 0.1 into CHANGELOG.md, from `rules_py/_moved.py`.

`python -m tools.list_moved_names` writes it, with `--print` it only prints it.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from rules_py._moved import ATTRIBUTES, GROWN, KEYWORDS, MODULES, NAMES, ROOT

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"
START, END = "<!-- moved names: start -->\n", "<!-- moved names: end -->\n"


def main(arguments: list[str]) -> None:
    """Write the list, or print it."""
    if "--print" in arguments:
        sys.stdout.write(render_list())
    else:
        text = CHANGELOG.read_text(encoding="utf-8")
        CHANGELOG.write_text(replace_list(text), encoding="utf-8")


def replace_list(changelog: str) -> str:
    """Return a changelog with the current list between its markers."""
    before, _, rest = changelog.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}{render_list()}{END}{after}"


def render_list() -> str:
    """Render all old and new names as Markdown, each kind folded away under its heading."""
    grown = {old: " and ".join(f"`{ROOT}.{new}`" for new in modules) for old, modules in GROWN.items()}
    modules = [f"| `{ROOT}.{old}` | `{ROOT}.{new}` |" for old, new in sorted(MODULES.items())]
    modules += [f"| `{ROOT}.{old}`, the names that it no longer exports | {new} |" for old, new in grown.items()]
    parts = [
        _fold("Import paths", modules, "| Old | New |\n|---|---|"),
        _fold("Functions, classes and constants", _render_rows(NAMES), "| Module | Old → new |\n|---|---|"),
        _fold("Attributes and methods", _render_rows(ATTRIBUTES), "| Class | Old → new |\n|---|---|"),
        _fold("Keyword arguments", _render_rows(KEYWORDS), "| Function or class | Old → new |\n|---|---|"),
    ]
    return "\n".join(parts)


def _render_rows(renamed: Mapping[str, Mapping[str, str]]) -> list[str]:
    return [
        f"| `{ROOT}.{place.replace(':', '.')}` | {_render_pairs(names)} |" for place, names in sorted(renamed.items())
    ]


def _render_pairs(names: Mapping[str, str]) -> str:
    kept = {old: new.replace(":", ".") for old, new in names.items() if not new.startswith("_moved:")}
    return ", ".join(f"`{old}` → {f'`{new}`' if new else 'nothing'}" for old, new in sorted(kept.items()))


def _fold(title: str, rows: list[str], head: str) -> str:
    lines = "\n".join(rows)
    return f"<details>\n<summary>{title}</summary>\n\n{head}\n{lines}\n\n</details>\n"


if __name__ == "__main__":
    main(sys.argv[1:])
