"""Complete builds: pages have all their content, and a mistake stops the build with one sentence and no traceback."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

import rules_py

PROJECT = Path(__file__).parents[2]
FRONT_MATTER = "---\ntitle: A page\ntags:\n  - one\n---\n\n"


@pytest.fixture
def build_pages(site, caplog):
    """Return a function that builds a small site in this process."""

    def make(pages: dict[str, str]) -> Path:
        folder = site(pages)
        with caplog.at_level(logging.INFO, "mkdocs"):
            build(load_config(str(folder / "mkdocs.yml")))
        return folder / "site"

    return make


@pytest.fixture
def list_errors(build_pages, caplog):
    """Return a function that builds a small site with mistakes and returns the author's error messages."""

    def list_errors(pages: dict[str, str]) -> list[str]:
        with pytest.raises(Abort):
            build_pages(pages)
        told = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert not any(record.exc_info for record in told)
        return [record.getMessage() for record in told]

    return list_errors


BLOCK = "# Page\n\n::: files psiops\n"
PAGES = {
    "index.md": f"{BLOCK}\n[Frail](other.md#panic-2) and [the roll](other.md#psiops.action)\n",
    "other.md": f"{BLOCK}\n::: table psiops.panic\n\nRoll 1D6.\n\n::: roller psiops.action\n\n"
    "::: odds psiops.action over=attribute\n",
    "deep/index.md": BLOCK,
    "deep/er/page.md": BLOCK,
}

THEME_SCRIPTS = ("lunr/tinyseg.js", "workers/search.js", "bundle.js")


@pytest.fixture(scope="module")
def built(make_site, tmp_path_factory) -> Path:
    """Return the folder of a small site, built in this process."""
    folder = make_site(tmp_path_factory.mktemp("built") / "mini", PAGES, PROJECT)
    for place in THEME_SCRIPTS:
        path = folder / "theme" / "assets" / "javascripts" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("0")
    build(load_config(str(folder / "mkdocs.yml")))
    return folder / "site"


def test_built_pages_are_complete_without_scripts(built):
    html = (built / "other/index.html").read_text()
    assert ":::" not in html and "Frail" in html and '<fb-die notation="1d6" plan=' in html and "41.7%" in html


def test_addresses_are_correct_at_every_page_depth(built):
    for place, root in (
        ("index.html", ""),
        ("other/index.html", "../"),
        ("deep/index.html", "../"),
        ("deep/er/page/index.html", "../../../"),
    ):
        assert f'href="{root}assets/css/files.css"' in (built / place).read_text(), place


def test_links_to_rows_and_rollers_are_validated(built):
    assert 'href="other/#panic-2"' in (built / "index.html").read_text()


def test_built_site_contains_python_and_the_schema_of_sheets(built):
    assets = built / "assets"
    assert list(assets.glob("python/*/pyodide.asm.wasm")) and list(assets.glob("python/*/rules_py-*.whl"))
    schema = json.loads((assets / "sheets.schema.json").read_text(encoding="utf-8"))
    assert set(schema["$defs"]) == set(rules_py.sheets())


def test_link_to_a_missing_row_stops_the_build(build_pages, caplog):
    with pytest.raises(Abort):
        build_pages(
            {"index.md": "# Home\n\n[Nothing](other.md#panic-7)\n", "other.md": f"{BLOCK}\n::: table psiops.panic\n"}
        )
    assert "panic-7" in caplog.text


def test_built_site_omits_the_themes_search(built):
    left = (built / "assets" / "javascripts").rglob("*")
    assert [path.name for path in left] == ["bundle.js"]


MISTAKES = {
    "::: table psiops.nothing": "table: got 'psiops.nothing', takes one of ",
    "::: roller psiops.nothing": "mechanic: got 'psiops.nothing', takes one of ",
    "::: roller psiops.action attribute=9": "attribute: got '9', takes a whole number from -3 to 3",
    "::: roller psiops.action luck=1": "luck: not a parameter of psiops.action, it takes ",
    "::: odds psiops.action over=luck": "over: got 'luck', takes a parameter of psiops.action",
    "::: tabel psiops.panic": "block: got '::: tabel psiops.panic', takes ::: table",
}
"""What the build says of a block with a mistake."""

LEADING_CONTENT = {
    "": 1,
    "\n\n": 3,
    "---\ntitle: A\n---\n": 4,
    "---\ntitle: A\n---\n\n\n\n": 7,
    f"{FRONT_MATTER}# Page\n\n": 9,
    "---\ntitle: A\n...\n\n": 5,
    "\ufeff---\ntitle: A\n---\n\n": 5,
    "title: A\ntags: b\n\n": 4,
    "---\ntitle: A\n---\n\nA line with a form\x0cfeed and a separator\u2028in it.\n\n": 7,
    f"{FRONT_MATTER}# Page\n\n".replace("\n", "\r\n"): 9,
}
"""The line of a mistake after each text at a page's beginning."""


def test_error_names_file_and_line_after_any_leading_content(list_errors):
    pages, expected = {}, []
    for number, (block, told) in enumerate(MISTAKES.items()):
        pages[f"moon/base{number}.md"] = f"{FRONT_MATTER}# Page\n\nText.\n\n{block}\n\nMore.\n"
        expected.append(f"docs/moon/base{number}.md:11: {told}")
    for number, (before, line) in enumerate(LEADING_CONTENT.items()):
        for end in ("", "\r\n" if "\r" in before else "\n"):
            name = f"page{number}{'-ended' if end else ''}.md"
            pages[name] = f"{before}::: table nothing{end}"
            expected.append(f"docs/{name}:{line}: table: got 'nothing', takes one of ")
    found = list_errors({"index.md": "# Home\n", **pages})
    assert not any("\n" in each for each in found)
    assert len(found) == len(expected)
    for start in expected:
        assert any(each.startswith(start) for each in found), (start, found)


def test_a_build_names_every_mistake_at_once(list_errors):
    found = list_errors(
        {"index.md": "# Home\n\n::: table psiops.panik\n\n:: dice d6\n", "other.md": "# Other\n\n::: dice 2d\n"}
    )
    assert [each.partition(": ")[0] for each in found] == ["docs/index.md:3", "docs/index.md:5", "docs/other.md:3"]
    assert [each[-7:] for each in found] == ["[FB402]", "[FB405]", "[FB404]"]
    assert "Did you mean psiops.panic?" in found[0]


def run_mkdocs(folder: Path, project: Path) -> subprocess.CompletedProcess:
    """Run `mkdocs build` as an author does."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "-f", folder / "mkdocs.yml"],
        cwd=project,
        capture_output=True,
        check=False,
        text=True,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )


def test_an_author_sees_one_sentence_and_no_traceback(site):
    run = run_mkdocs(site({"index.md": "# Home\n\n::: table psiops.nothing\n"}), PROJECT)
    assert run.returncode == 1
    assert "docs/index.md:3: table: got 'psiops.nothing', takes one of " in run.stderr
    assert "Traceback" not in run.stdout + run.stderr


def test_invalid_data_row_stops_the_build_with_its_line(site, project):
    data = project / "rules_py" / "systems" / "psiops" / "data" / "panic.toml"
    lines = data.read_text().splitlines()
    row = lines.index('roll = "3"')
    lines[row] = 'roll = "three"'
    data.write_text("\n".join(lines) + "\n")
    run = run_mkdocs(site({"index.md": "# Home\n\n::: table psiops.panic\n"}, project), project)
    assert run.returncode == 1
    assert f"rules_py/systems/psiops/data/panic.toml:{row}: roll: got 'three', takes" in run.stderr
    assert "Traceback" not in run.stdout + run.stderr


def test_missing_node_modules_names_the_setup_command(site, project):
    (project / "node_modules").unlink()
    run = run_mkdocs(site({"index.md": "# Home\n"}, project), project)
    assert run.returncode == 1
    assert "run `make setup`" in run.stderr and "Traceback" not in run.stdout + run.stderr
