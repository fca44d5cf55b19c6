"""The command line: every command, as text and as JSON, and its errors."""

import json
import sys
from pathlib import Path

import pytest

import rules_py
from tests.cases import check_each
from tests.rules_py import station

STATION_EXAMPLES = Path(station.FOLDER) / "station_rules/examples/attacks.toml"


@pytest.fixture
def as_json(run):
    """Return a function that runs a command with --json, expects success and parses the output."""

    def as_json(*arguments: str):
        status, out, err = run(*arguments, "--json")
        assert (status, err) == (0, "")
        assert out.count("\n") == 1
        return json.loads(out)

    return as_json


@pytest.fixture
def lines(run):
    """Return a function that runs a command, expects success and returns the printed lines."""

    def lines(*arguments: str) -> list[str]:
        status, out, err = run(*arguments)
        assert (status, err) == (0, "")
        return out.splitlines()

    return lines


def test_systems_command_lists_games(lines, as_json):
    assert as_json("systems") == as_json("--json", "systems") == list(rules_py.systems())
    assert lines("systems") == list(rules_py.systems())


def test_list_command_lists_mechanics(lines, as_json):
    assert as_json("list") == list(rules_py.mechanics())
    assert as_json("list", "station") == list(rules_py.mechanics("station"))
    assert [line.split()[0] for line in lines("list", "station")] == list(rules_py.mechanics("station"))
    assert "station.action  Action roll" in lines("list")


def test_tables_command_lists_tables(lines, as_json):
    assert as_json("tables") == list(rules_py.table_ids())
    assert as_json("tables", "station") == list(rules_py.table_ids("station"))
    assert "station.panic  Panic" in lines("tables", "station")


@check_each("mechanic_id", [*rules_py.mechanics(), "dice", "station.panic"])
def test_describe_command_matches_python(lines, as_json, mechanic_id):
    description = rules_py.describe(mechanic_id)
    assert as_json("describe", mechanic_id) == description
    title, *parameters = lines("describe", mechanic_id)
    assert description["title"] in title and description["rule"] in title
    assert [line.split("=")[0].strip() for line in parameters] == [part["name"] for part in description["parameters"]]


@pytest.mark.parametrize(
    "arguments",
    [
        ["roll", "station.action", "attribute=1", "advantage=true", "--seed", "5"],
        ["roll", "--seed", "5", "station.action", "attribute=1", "advantage=true"],
        ["roll", "station.action", "--seed", "5", "attribute=1", "advantage=true"],
        ["roll", "station.action", "attribute=1", "--seed", "5", "advantage=true"],
        ["roll", "--seed=5", "station.action", "advantage=true", "attribute=+1"],
        ["roll", "--json", "station.action", "advantage=TRUE", "--seed=5", "attribute=1"],
    ],
)
def test_roll_accepts_parameters_before_and_after_options(as_json, arguments):
    assert as_json(*arguments) == rules_py.roll("station.action", seed=5, attribute=1, advantage=True).to_dict()


def test_roll_without_a_seed_prints_all_keys(as_json):
    roll = as_json("roll", "station.dying", "strength=-1")
    assert list(roll) == ["mechanic", "params", "faces", "dice", "outcome", "steps"]
    assert roll == rules_py.resolve("station.dying", roll["faces"], strength=-1).to_dict()


def test_roll_accepts_lists_and_negative_numbers(as_json):
    assert (
        as_json("roll", "station.character", "taken_drives=Avenger,11", "--seed", "1")
        == rules_py.roll("station.character", seed=1, taken_drives=["13", "11"]).to_dict()
    )
    assert as_json("roll", "station.action", "attribute=-2", "--seed", "-1")["params"]["attribute"] == -2


def test_roll_as_text_shows_the_dice_and_the_outcome(lines):
    roll = rules_py.roll("station.action", seed=5, advantage=True)
    shown = lines("roll", "station.action", "advantage=true", "--seed", "5")
    assert " ".join(map(str, roll.faces)) in shown[0]
    assert f"kept {' '.join(map(str, roll.dice[0].kept))}" in shown[0]
    assert {f"total = {roll.outcome['total']}", f"band = {roll.outcome['band']}"} <= set(shown)
    assert set(roll.steps) | set(roll.consequences) <= set(shown)


def test_roll_command_rolls_a_table(as_json):
    assert as_json("roll", "station.talents", "--seed", "2") == rules_py.roll("station.talents", seed=2).to_dict()


def test_roll_command_runs_a_calculation(as_json):
    roll = as_json("roll", "station.swarm", "size=14", "hit=5")
    assert (roll["faces"], roll["dice"]) == ([], [])
    assert roll["outcome"] == {"size": 9, "attacks": 3}


@pytest.mark.parametrize(
    "arguments",
    [
        ["resolve", "station.action", "--faces", "4,5", "attribute=1"],
        ["resolve", "station.action", "attribute=1", "--faces=4,5"],
        ["resolve", "--faces", " 4, 5", "station.action", "attribute=1"],
    ],
)
def test_resolve_command_matches_python(as_json, arguments):
    assert as_json(*arguments) == rules_py.resolve("station.action", [4, 5], attribute=1).to_dict()


def test_resolve_command_accepts_no_faces(as_json):
    assert as_json("resolve", "station.swarm", "--faces=") == rules_py.resolve("station.swarm", []).to_dict()


def test_odds_command_matches_python(as_json):
    odds = as_json("odds", "station.action", "attribute=2", "skill=true")
    assert list(odds) == ["mechanic", "params", "outcomes", "mean"]
    assert odds == rules_py.odds("station.action", attribute=2, skill=True).to_dict()
    assert as_json("odds", "station.character", "taken_drives=11") == json.loads(
        json.dumps(rules_py.odds("station.character", taken_drives=[11]).to_dict())
    )


def test_odds_as_text_are_exact_and_in_percent(lines):
    shown = lines("odds", "station.morale", "morale=3")
    assert [line.split() for line in shown if "true" in line] == [["true", "33.333%", "1/3"]]


def test_odds_as_text_show_cumulative_chances(lines):
    shown = [line.split() for line in lines("odds", "station.takedown", "hp=1", "horizon=2")]
    odds = rules_py.odds("station.takedown", hp=1, horizon=2)
    assert ["within", "2", f"{float(odds.compute_cumulative('rounds')[2]):.3%}"] in shown
    assert "later" in [line[0] for line in shown]


@pytest.mark.parametrize(
    ("counts", "chances"), [("at-least", ["1/1", "5/6", "1/2", "1/6"]), ("at-most", ["1/6", "1/2", "5/6", "1/1"])]
)
def test_odds_command_adds_at_least_and_at_most(as_json, lines, counts, chances):
    odds = as_json("odds", f"--{counts}", "dice", "notation=1d2+1d3")
    assert odds.pop(counts) == {"total": dict(zip("2345", chances, strict=True))}
    assert odds == rules_py.odds("dice", notation="1d2+1d3").to_dict()
    assert [line.split()[2] for line in lines("odds", "dice", "notation=1d2+1d3", f"--{counts}")[1:]] == [
        chance.removesuffix("/1") for chance in chances
    ]
    assert "holds" not in as_json("odds", f"--{counts}", "station.morale")[counts], "yes or no is no more or less"


@check_each("table_id", rules_py.table_ids())
def test_table_command_matches_python(lines, as_json, table_id):
    table = rules_py.table(table_id)
    assert as_json("table", table_id) == table.to_dict()
    title, *rows = lines("table", table_id)
    assert table.title in title
    assert len(rows) == len(table.rows)
    assert all(row.name in shown for row, shown in zip(table.rows, rows))


@pytest.mark.parametrize("arguments", [["dice", "2d6+1", "--seed", "3"], ["dice", "--seed", "3", "2D6 + 1"]])
def test_dice_command_rolls_notation(as_json, arguments):
    roll = as_json(*arguments)
    assert roll == rules_py.roll("dice", seed=3, notation="2d6+1").to_dict()
    assert roll["outcome"] == {"total": sum(roll["faces"]) + 1}


def test_dice_command_accepts_a_leading_minus(as_json, run):
    status, out, err = run("dice", "--json", "--", "-1+2d6")
    assert (status, err) == (0, "")
    assert json.loads(out)["params"] == {"notation": "-1+2d6"}


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["roll", "--help"], ["odds", "-h"]])
def test_help_exits_with_status_0(run, arguments):
    status, out, err = run(*arguments)
    assert (status, err) == (0, "")
    assert out.startswith("usage: python -m rules_py")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], ["COMMAND"]),
        ([""], ["COMMAND", "''"]),
        (["dance"], ["COMMAND", "'dance'", "roll", "odds"]),
        (["systems", "station"], ["station"]),
        (["systems", "--bogus"], ["--bogus"]),
        (["systems", "--bogus\nsecond line"], ["--bogus"]),
        (["list", "nothing"], ["game", "'nothing'", "station"]),
        (["list", "nothing\nmore"], ["game", "station"]),
        (["list", "station", "more"], ["more"]),
        (["tables", "nothing"], ["game", "'nothing'", "station"]),
        (["describe"], ["ID"]),
        (["describe", "station.nothing"], ["mechanic", "'station.nothing'", "station.action"]),
        (["describe", "station.weapons"], ["station.weapons", "table"]),
        (["table"], ["ID"]),
        (["table", "station.nothing"], ["table", "'station.nothing'", "station.talents"]),
        (["table", "station.talents", "row=11"], ["row=11"]),
        (["roll"], ["ID"]),
        (["roll", ""], ["mechanic", "''"]),
        (["roll", "attribute=1", "station.action"], ["mechanic", "'attribute=1'"]),
        (["roll", "station.nothing"], ["mechanic", "'station.nothing'", "station.action"]),
        (["roll", "station.action", "attribute=4"], ["attribute", "'4'", "from -3 to 3"]),
        (["roll", "station.action", "attribute=-4"], ["attribute", "'-4'", "from -3 to 3"]),
        (["roll", "station.action", "attribute="], ["attribute", "''", "from -3 to 3"]),
        (["roll", "station.action", "attribute=1.5"], ["attribute", "'1.5'", "a whole number"]),
        (["roll", "station.action", "attribute=one\ntwo"], ["attribute", "a whole number"]),
        (["roll", "station.action", "advantage=yes"], ["advantage", "'yes'", "true or false"]),
        (["roll", "station.action", "bogus=1"], ["bogus", "attribute, modifier"]),
        (["roll", "station.action", "Attribute=1"], ["Attribute", "attribute, modifier"]),
        (["roll", "station.action", "=1"], ["parameter", "'=1'", "name=value"]),
        (["roll", "station.action", "attribute"], ["'attribute'", "name=value"]),
        (["roll", "station.action", "attribute=1", "attribute=2"], ["attribute", "twice", "one value"]),
        (["roll", "station.action", "attribute=1", "--seed", "1", "attribute=2"], ["attribute", "twice", "one value"]),
        (["roll", "station.action", "--seed", "x"], ["--seed", "'x'", "a whole number"]),
        (["roll", "station.action", "--seed", "1.5"], ["--seed", "'1.5'", "a whole number"]),
        (["roll", "station.action", "--seed"], ["--seed"]),
        (["roll", "station.action", "--faces", "4,5"], ["--faces"]),
        (["roll", "station.action", "--see", "5"], ["--see"]),
        (["roll", "station.attack", "weapon=sword"], ["weapon", "'sword'", "handgun, assault-rifle"]),
        (["roll", "station.attack", "weapon=melee", "range_band=far"], ["range_band", "far", "close"]),
        (["roll", "station.character", "taken_drives=Nobody"], ["taken_drives", "'Nobody'", "station.drives"]),
        (["roll", "station.clock", "segments=5"], ["segments", "'5'", "4, 6 or 8"]),
        (["roll", "station.weapons"], ["station.weapons", "without dice"]),
        (["resolve", "station.action"], ["faces", "0 faces", "one more"]),
        (["resolve", "station.action", "--faces", "4,5", "--faces", "1,1"], ["faces", "twice"]),
        (["resolve", "station.action", "--faces", "-1,2"], ["faces", "-1", "1 to 6"]),
        (["resolve", "station.action", "--faces", "\uff14,5"], ["faces", "whole numbers"]),
        (["resolve", "station.action", "--faces", "4"], ["faces", "1 face", "one more"]),
        (["resolve", "station.action", "--faces", "4,5,6"], ["faces", "3 faces", "2 faces"]),
        (["resolve", "station.action", "--faces", "4,7"], ["faces", "7", "1 to 6"]),
        (["resolve", "station.action", "--faces", "4,0"], ["faces", "0", "1 to 6"]),
        (["resolve", "station.action", "--faces", "4;5"], ["faces", "'4;5'", "commas"]),
        (["resolve", "station.action", "--faces", "4,,5"], ["faces", "'4,,5'", "commas"]),
        (["resolve", "station.action", "--faces="], ["faces", "0 faces"]),
        (["resolve", "station.action", "--faces=-1,5"], ["faces", "-1", "1 to 6"]),
        (["resolve", "station.action", "--faces", "4,5", "--seed", "1"], ["--seed"]),
        (["odds", "station.action", "attribute=9"], ["attribute", "'9'", "from -3 to 3"]),
        (["odds", "station.attack", "weapon=thrown", "range_band=remote"], ["range_band", "remote", "close or nearby"]),
        (["odds", "station.clock", "segments=4", "marked=5"], ["marked", "5", "0 to 4"]),
        (["odds", "station.action", "--seed", "1"], ["--seed"]),
        (["odds", "dice", "notation=2d"], ["notation", "'2d'", "character 3"]),
        (["odds", "dice", "--at-least", "--at-most"], ["counts", "--at-least and --at-most", "takes one of them"]),
        (["dice"], ["NOTATION"]),
        (["dice", ""], ["notation", "''"]),
        (["dice", "2d6\n+"], ["notation"]),
        (["dice", "2d6+"], ["notation", "'2d6+'", "character 5"]),
        (["dice", "1001d6"], ["notation", "'1001d6'", "1 to 1000 dice"]),
        (["dice", "2d6", "3d6"], ["3d6"]),
        (["dice", "2d6", "--seed", "x"], ["--seed", "'x'", "a whole number"]),
    ],
    ids=" ".join,
)
def test_invalid_input_exits_with_status_2_and_one_line(run, arguments, said):
    for more in ([], ["--json"]):
        status, out, err = run(*arguments, *(more if arguments else []))
        assert status == 2
        assert out == ""
        assert err.startswith("rules_py: ") and err.endswith("\n")
        assert len(err.splitlines()) == 1
        assert all(part in err for part in said), err


def test_examples_command_checks_the_examples_of_a_game_and_of_a_file(run, lines, as_json, tmp_path):
    assert lines("examples", "station") == ["1 example: none differ."]
    (example,) = as_json("examples", "station")
    assert (example["title"], example["differences"]) == ("A hit takes points off.", [])
    file = tmp_path / "attacks.toml"
    file.write_text(STATION_EXAMPLES.read_text().replace("hp = 4", "hp = 3"))
    status, out, err = run("examples", "station", str(file))
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        f"{file}:1: A hit takes points off.",
        "  Bob's hp is 4, not 3.",
        "1 example: 1 differs.",
    ]


def test_examples_command_names_a_mistake_in_a_file(run, tmp_path):
    file = tmp_path / "attacks.toml"
    file.write_text(STATION_EXAMPLES.read_text().replace("clause", "claws"))
    status, out, err = run("examples", "station", str(file))
    assert (status, out) == (2, "")
    assert err.startswith(f"rules_py: {file}:1: claws: takes one of title, rule, clause")


@pytest.mark.parametrize(
    ("called", "said"),
    [("/usr/bin/rules-py", "rules-py: "), ("rules_py/__main__.py", "rules_py: "), ("rules-py.exe", "rules-py: ")],
)
def test_command_line_calls_itself_by_the_name_it_was_called_with(run, monkeypatch, called, said):
    monkeypatch.setattr(sys, "argv", [called])
    name = "rules-py" if said == "rules-py: " else "python -m rules_py"
    assert run("--help")[1].startswith(f"usage: {name} ")
    assert run("nothing")[2].startswith(said) and run("nothing")[2].endswith(f"see `{name} --help`\n")


def test_version_is_the_package_s(run):
    assert run("--version") == (0, f"rules-py {rules_py.__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("list statoin", "station"),
        ("roll station.atack", "station.attack"),
        ("roll statoin.panic", "station.panic"),
        ("table station.weapon", "station.weapons"),
        ("sheet station.krew", "station.crew"),
        ("roll station.attack covr=1", "cover"),
        ("roll station.attack range_band=closer", "close"),
    ],
)
def test_closest_name_is_suggested(run, arguments, meant):
    with station.install():
        status, _, err = run(*arguments.split())
    assert status == 2 and err.endswith(f". Did you mean {meant}?\n")
