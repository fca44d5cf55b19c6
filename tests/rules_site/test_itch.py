"""The zip of a game's blocks for hosts of HTML games."""

import re
import zipfile
from pathlib import Path

import pytest

from rules_site import embed, itch
from rules_site.__main__ import main
from rules_site.pages import BuiltPage

BLOCKS = """<fb-roller id="a" mechanic="psiops.attack"><p><span id="a-title">Attack</span></p><a class="fb-rule-link"
href="../../psiops/combat/#attack" data-page="psiops/combat/#attack">rule</a></fb-roller>
<fb-table table="psiops.panic"><table id="panic"><caption>Panic</caption></table></fb-table>"""
RULES = ("runtime.js", "core.js", "psiops.js", "psiops.combat.js", "psiops-odds.js", "puml.js", "puml-odds.js")


@pytest.fixture
def site(tmp_path) -> Path:
    """Return the folder of a site with two blocks."""
    data = {"meta": {"game": "psiops", "name": "PSIOPS"}, "site": {"name": "Book", "url": "https://example.org/book/"}}
    embed.write(tmp_path, [BuiltPage(Path(), "psiops/combat/", BLOCKS, data)], {})
    for path in (*itch.NEEDED, *(f"assets/rules/abc/{name}" for name in RULES)):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)
    return tmp_path


def read_zip(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_zip_of_a_block_begins_with_it_and_has_the_rules_of_its_game_alone(site):
    said = itch.write_zip(site, "psiops.attack", site / "a.zip")
    found = read_zip(site / "a.zip")
    rules = {name.rpartition("/")[2] for name in found if name.startswith("assets/rules/")}
    assert rules == {"runtime.js", "core.js", "psiops.js", "psiops.combat.js", "psiops-odds.js"}
    assert [name for name in found if name.endswith(".html")] == ["index.html"]
    assert 'src="assets/js/entry/embed.js"' in found["index.html"]
    assert '<meta name="fb-site" content="https://example.org/book/">' in found["index.html"]
    assert 'href="https://example.org/book/psiops/combat/#attack"' in found["index.html"]
    assert '="../' not in found["index.html"]
    assert said.endswith(" of 1,000 files, 0.0 of 500 MB; its links lead to https://example.org/book/")


def test_zip_of_a_game_begins_with_a_list_of_its_blocks(site):
    itch.write_zip(site, "psiops", site / "a.zip")
    found = read_zip(site / "a.zip")
    assert '<li><a href="embed/psiops/attack/index.html">Attack</a></li>' in found["index.html"]
    assert "PSIOPS 0.5 by Zachary Taylor" in found["index.html"]
    assert 'href="../../../assets/css/embed.css"' in found["embed/psiops/panic/index.html"]
    assert 'href="https://example.org/book/psiops/combat/#panic"' in found["embed/psiops/panic/index.html"]


def test_the_guides_commands_write_zips(site, capsys, monkeypatch):
    monkeypatch.chdir(site.parent)
    guide = (Path(__file__).parents[2] / "docs" / "authoring" / "embed.md").read_text()
    commands = re.findall(r"^python -m rules_site (zip .*)$", guide, re.MULTILINE)
    assert [main(command.replace(" site ", f" {site.name} ").split()) for command in commands] == [0, 0]
    assert capsys.readouterr().out.count(" of 1,000 files") == 2


def test_the_same_site_gives_the_same_zip(site):
    for name in ("a.zip", "b.zip"):
        itch.write_zip(site, "psiops", site / name)
    assert (site / "a.zip").read_bytes() == (site / "b.zip").read_bytes()


@pytest.mark.parametrize(
    ("sizes", "problem"),
    [
        ({f"{at}.js": 1 for at in range(1_001)}, "1,001 files are more than 1,000"),
        ({f"{at}.js": 200_000_000 for at in range(3)}, "600 MB are more than 500"),
        ({"a.js": 200_000_001}, "a.js has more than 200 MB"),
        ({"a" * 241: 1}, f"{'a' * 40}… has more than 240 characters"),
    ],
)
def test_limits_of_itch_io_are_checked(sizes, problem):
    assert itch.find_problems(sizes) == [problem]


def test_limits_themselves_are_allowed():
    assert itch.find_problems({"a" * 240: 200_000_000, **{f"{at}.js": 1 for at in range(999)}}) == []


def test_a_site_without_the_step_names_the_command_that_adds_it(tmp_path, capsys):
    (tmp_path / "embed").mkdir()
    assert main(["zip", str(tmp_path), "psiops"]) == 1
    assert capsys.readouterr().err.endswith(f"takes them from rules-site finish {tmp_path} --with embed\n")


@pytest.mark.parametrize("name", ["psiops.nothing", "nothing", "../secret", ""])
def test_an_unknown_block_gets_one_sentence(site, name, capsys):
    assert main(["zip", str(site), name, "--to", str(site / "a.zip")]) == 1
    said = capsys.readouterr().err
    assert said == f"{name}: the site has no such block, takes a game (psiops) or an id such as psiops.attack\n"
    assert not (site / "a.zip").exists()
