"""The JSON Schemas of tables and front matter, as the Ajv validator reads them, agree with what check accepts."""

import json
import subprocess
import tomllib
from pathlib import Path

import yaml

from rules_py.tables.schema import build_table_schema
from rules_site.page_checks.schemas import build_meta_schema
from tests.checking.mistakes import MISTAKES

PROJECT = Path(__file__).parents[2]
SYSTEMS = PROJECT / "rules_py" / "systems"
GAME = PROJECT / "tests" / "fixtures" / "checked"
ASK = """
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
const [schema, instances] = JSON.parse(readFileSync(0, "utf-8"));
const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);
console.log(JSON.stringify(instances.map((each) => validate(each))));
"""


def validate(schema: object, instances: list[object]) -> list[bool]:
    """Return True for each valid instance."""
    said = subprocess.run(
        ["node", "--input-type=module", "-e", ASK],
        cwd=PROJECT,
        check=True,
        text=True,
        capture_output=True,
        input=json.dumps([schema, instances]),
    )
    return json.loads(said.stdout)


def list_wrong_files(numbers: set[str], file: str) -> list[str]:
    """Return the texts of a file of the small game with each mistake of some numbers."""
    text = (GAME / file).read_text(encoding="utf-8")
    return [text.replace(each.old, each.new, 1) for each in MISTAKES if each.number in numbers and each.file == file]


def test_schema_of_tables_accepts_all_tables_and_refuses_mistakes():
    tables = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(SYSTEMS.glob("*/data/*.toml"))]
    leaks = "moonbase_rules/data/leaks.toml"
    wrong = [tomllib.loads(text) for text in list_wrong_files({"FB121", "FB122", "FB127", "FB128"}, leaks)]
    assert len(tables) > 50 and len(wrong) >= 5
    assert validate(build_table_schema(), [*tables, *wrong]) == [True] * len(tables) + [False] * len(wrong)


def test_schema_of_front_matter_accepts_all_games_and_refuses_mistakes():
    paths = [path for path in sorted((PROJECT / "docs").glob("*/.meta.yml")) if "game:" in path.read_text("utf-8")]
    games = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in paths]
    meta = "docs/moonbase/.meta.yml"
    texts = list_wrong_files({"FB408", "FB415"}, meta) + list_wrong_files({"FB409"}, meta)[:3]
    wrong = [yaml.safe_load(text) for text in texts]
    assert len(games) == 5 and len(wrong) == 5
    assert validate(build_meta_schema(), [*games, *wrong]) == [True] * len(games) + [False] * len(wrong)
