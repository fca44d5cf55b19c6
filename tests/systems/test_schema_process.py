"""The JSON Schema of every sheet, as the Ajv validator reads it."""

import json
import subprocess
from pathlib import Path

import rules_py
from rules_py.play.schema import build_schema
from rules_py.registry.play import find_sheet

PROJECT = Path(__file__).parents[2]
ASK = """
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
const [schema, instances] = JSON.parse(readFileSync(0, "utf-8"));
const validate = new Ajv({ allErrors: true, strict: true, strictTypes: false }).compile(schema);
console.log(JSON.stringify(instances.map((each) => validate(each) ? "" : JSON.stringify(validate.errors.slice(0, 3)))));
"""


def validate(instances: list[object]) -> list[str]:
    """Return the validation errors of each instance; empty for a valid instance."""
    schema = build_schema(find_sheet(id) for id in rules_py.sheets())
    said = subprocess.run(
        ["node", "--input-type=module", "-e", ASK],
        cwd=PROJECT,
        check=True,
        text=True,
        capture_output=True,
        input=json.dumps([schema, instances]),
    )
    return json.loads(said.stdout)


def test_json_schema_accepts_every_sheet_the_rules_create():
    kinds = [find_sheet(id) for id in rules_py.sheets()]
    made = [sheet.to_dict() for kind in kinds for sheet in (kind(), *kind.build_presets().values())]
    assert set(validate(made)) == {""}


def test_json_schema_rejects_what_the_rules_reject():
    wrong = [{"sheet": id, "fields": {"nope": 1}} for id in rules_py.sheets()]
    wrong += [
        {"sheet": "nope.nope", "fields": {}},
        {"sheet": "xmas.operator"},
        [],
        {"sheet": "xmas.operator", "fields": {"wounds": 7}},
        {"sheet": "xmas.operator", "fields": {"wounds": "1"}},
        {"sheet": "xmas.operator", "fields": {"weapons": [{"name": "Bow", "mode": "twang"}]}},
        {"sheet": "xmas.operator", "fields": {}, "colour": "green"},
    ]
    assert all(validate(wrong))
