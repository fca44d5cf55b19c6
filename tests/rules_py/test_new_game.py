"""Games that `new` writes: they roll, have odds, sheets and fights at once, and nothing is written over."""

import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import rules_py
from rules_py.discovery import CHOSEN_GAMES
from rules_py.errors import UnknownIdError
from rules_py.formats.licences import LICENCE_KINDS, find_licence
from rules_py.play.fight.commands import execute
from rules_py.registry.examples import find_differences, list_examples
from rules_py.registry.games import find_calculator, find_game
from rules_py.registry.play import create_fight
from rules_py.scaffold import build_files, read_answers, write_game
from rules_py.scaffold.writer import TEMPLATES, list_words
from tests.rules_py import new_games

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # not a terminal
    return tmp_path


@pytest.mark.parametrize(("slug", "place"), [("newone", "package"), ("newtwo", "repository")])
def test_a_new_game_works_at_once(tmp_path, slug, place):
    with new_games.install(tmp_path, slug, title="Moon Base", die="d20", place=place):
        assert rules_py.mechanics(slug) == (f"{slug}.repair", f"{slug}.attack", f"{slug}.initiative")
        assert rules_py.resolve(f"{slug}.repair", [10], skill=2).outcome == {"total": 12, "fixed": True}
        assert rules_py.odds(f"{slug}.repair", skill=2).outcomes["fixed"][True] == Fraction(11, 20), "10 or more"
        assert rules_py.resolve(f"{slug}.trouble", [5]).outcome["name"] == "Cut"
        hero = rules_py.change(rules_py.sheet(f"{slug}.hero"), f"{slug}.take-harm", amount=4).sheet
        assert (hero.left, rules_py.change(hero, f"{slug}.rest").sheet.left) == (2, 6)
        assert find_calculator(f"{slug}.calc").title == "Moon Base calculator"
        assert find_licence(slug).list_missing_parts() == []
        assert [find_differences(each) for each in list_examples(slug)] == [[], []]


def test_a_new_game_is_fought_to_its_end(tmp_path):
    with new_games.install(tmp_path, "newthree"):
        fight = create_fight("newthree")
        for key, side in (("ann", "heroes"), ("bob", "foes")):
            sheet = {"sheet": "newthree.hero", "fields": {}}
            fight = fight.apply({"event": "join", "who": key, "side": side, "sheet": sheet})
        strike = {"act": "roll", "mechanic": "newthree.attack", "by": "ann", "at": "bob"}
        for faces in ([6, 6, 4], [1, 1], [6, 1, 2]):
            fight = execute(fight, {**strike, "faces": faces}).fight
        assert [each.key for each in fight.active] == ["ann"]
        assert [messages for entry in fight.log for messages in entry.messages][-1].endswith("0 health left.")


def test_a_game_of_tables_needs_no_python(tmp_path):
    with new_games.install(tmp_path, "newfour", kind="tables") as answers:
        (tmp_path / answers.package / "__init__.py").unlink()
        (tmp_path / answers.package / "data" / "Odd Jobs.md").write_text("# Work\n\n1. Dig.\n2. Dive.\n", "utf-8")
        assert rules_py.table_ids("newfour") == ("newfour.odd-jobs", "newfour.rumours", "newfour.weather")
        assert rules_py.odds("newfour.weather").outcomes["weather"]["Storm"] == Fraction(6, 36)
        rumour = rules_py.resolve("newfour.rumours", [2])
        assert rumour.outcome == {"roll": "2", "rumour": "A stranger, all in grey, asks for you.", "true": "No"}
        assert rumour.verdict == "A stranger, all in grey, asks for you"
        assert rules_py.table("newfour.odd-jobs").title == "Work"
        assert find_game("newfour").pages == ("newfour/",)


def test_an_unknown_rule_is_refused_where_no_game_has_rules(tmp_path, monkeypatch):
    with new_games.install(tmp_path, "neweleven", kind="tables"):
        monkeypatch.setenv(CHOSEN_GAMES, "neweleven")
        with pytest.raises(UnknownIdError, match="takes one of neweleven.rumours, neweleven.weather"):
            rules_py.roll("neweleven.wether")
        with pytest.raises(UnknownIdError, match=r"takes a game's name, a dot and a rule's name \(games: neweleven\)"):
            rules_py.roll("moon.repair")


def test_a_folder_of_tables_is_a_game_of_the_repository(tmp_path):
    with new_games.install(tmp_path, "newfive", kind="tables", place="repository"):
        (tmp_path / "rules_py/systems/newfive/__init__.py").unlink()
        assert rules_py.resolve("newfive.rumours", [1]).outcome["true"] == "Yes"


def test_the_command_writes_what_the_flags_say(run, in_folder):
    status, out, err = run("new", "newsix", "--title", "Deep Six", "--colour", "#AA8800", "--json")
    assert (status, err) == (0, "")
    written = json.loads(out)
    assert (written["slug"], written["folder"]) == ("newsix", str(in_folder / "newsix"))
    assert all((in_folder / "newsix" / file).is_file() for file in written["files"])
    look = (in_folder / "newsix/newsix_rules/pages/.meta.yml").read_text(encoding="utf-8")
    assert 'name: "Deep Six"' in look and 'light: "#695400"' in look
    assert "newgame" not in "".join(build_files(read_answers("newsix", {})).values()).lower()


def test_a_file_is_never_written_over(run, in_folder):
    readme = in_folder / "newsix" / "README.md"
    readme.parent.mkdir()
    readme.write_text("Mine.")
    status, out, err = run("new", "newsix", "--yes")
    assert (status, out) == (2, "") and "and README.md exists there already" in err
    assert [path.name for path in readme.parent.iterdir()] == ["README.md"] and readme.read_text() == "Mine."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dice"], "a game has this name"),
        (["Moon base"], "takes 2 to 30 small letters and digits that begin with a letter"),
        (["newsix", "--die", "6d6!"], "die: got '6d6!', takes up to 10 dice with 4 to 100 sides, such as 2d6 or d20"),
        (["newsix", "--title", 'A "B"'], "title: got 'A \"B\"', takes a line of at most 100 characters"),
        (["newsix", "--licence", "GPL"], "licence: got 'GPL', takes CC0-1.0, CC-BY-3.0"),
        (["newsix", "--folder", "file/below"], "folder: got file/below, takes a folder that can be written into"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused_in_a_sentence(run, in_folder, arguments, said):
    (in_folder / "file").touch()
    status, out, err = run("new", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1) and said in err
    assert list(in_folder.iterdir()) == [in_folder / "file"]


def test_a_name_that_a_game_has_is_refused(run, in_folder):
    status, out, err = run("new", "psiops")
    assert (status, out) == (2, "") and "and a game has this name: take another, such as psiops2" in err
    assert err.endswith(", or change that game in rules_py/systems/psiops/\n")


def test_each_question_is_asked_with_its_default(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    asked = []

    def ask(question, default):
        asked.append(f"{question.name}={default}")
        return {"title": "Moon", "die": "d8"}.get(question.name, "")

    answers = read_answers("newseven", {"makers": "Ann"}, ask)
    assert (answers.title, answers.die, answers.makers, answers.place) == ("Moon", "d8", "Ann", "package")
    assert [each.partition("=")[0] for each in asked] == [
        "title",
        "tagline",
        "licence",
        "kind",
        "die",
        "colour",
        "mark",
    ]
    assert asked[0] == "title=Newseven"
    asked.clear()
    read_answers("newseven", {"kind": "tables"}, ask)
    assert "die=2d6" not in asked, "a game of tables has no rules"


@pytest.mark.parametrize("kind", LICENCE_KINDS)
def test_each_kind_of_licence_has_the_parts_that_it_needs(tmp_path, kind):
    slug = "lic" + "".join(filter(str.isalnum, kind.lower()))
    with new_games.install(tmp_path, slug, licence=kind, kind="tables"):
        assert find_licence(slug).kind == kind and find_licence(slug).list_missing_parts() == []


def test_the_templates_contain_each_word_that_is_replaced():
    texts = "".join(path.read_text("utf-8") for path in TEMPLATES.rglob("*") if path.suffix in (".py", ".md", ".toml"))
    texts += "".join(path.read_text("utf-8") for path in TEMPLATES.rglob(".meta.yml"))
    assert [word for word in list_words(read_answers("newsix", {})) if word not in texts] == []


def test_written_code_follows_the_rules_of_this_project(tmp_path):
    for kind in ("rules", "tables"):
        write_game(read_answers("neweight", {"kind": kind, "title": "A", "place": "package"}), tmp_path / kind)
    command = [sys.executable, "-m", "ruff"]
    # The games' tests are unittest's, so that they need nothing else.
    for words in (["check", "--quiet", "--ignore=PT009"], ["format", "--check", "--quiet"]):
        settings = ["--config", str(PROJECT / "pyproject.toml"), "--no-cache"]
        done = subprocess.run([*command, *words, *settings, str(tmp_path)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_tests_of_a_new_game_pass(tmp_path):
    for slug, kind in (("newnine", "rules"), ("newten", "tables")):
        with new_games.install(tmp_path / slug, slug, kind=kind):
            command = [sys.executable, "-m", "unittest", "discover", "tests"]
            done = subprocess.run(
                command,
                cwd=tmp_path / slug,
                env={"PYTHONPATH": f"{PROJECT}:{tmp_path / slug}"},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0 and "OK" in done.stderr, done.stderr


def test_a_game_that_is_not_installed_says_how_to_install_it(run, in_folder, monkeypatch):
    assert run("new", "newlone", "--yes")[0] == 0
    monkeypatch.chdir(in_folder / "newlone")
    for arguments in (["check", "newlone"], ["roll", "newlone.repair"]):
        status, out, err = run(*arguments)
        assert (status, out) == (2, "") and err.endswith(
            "Install the game of this folder first: pip install --editable .\n"
        )
