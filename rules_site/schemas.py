"""The JSON Schemas of sheets, tables and front matter, which editors read from a site."""

import json
from pathlib import Path

from rules_py.play.schema import build_schema
from rules_py.registry.play import find_sheet, list_sheet_ids
from rules_py.tables.schema import build_table_schema

from .page_checks.schemas import build_meta_schema


def write(site: Path) -> None:
    """Write the schemas into a finished site."""
    folder = site / "assets"
    folder.mkdir(parents=True, exist_ok=True)
    schemas = {
        "sheets": build_schema(find_sheet(id) for id in list_sheet_ids()),
        "table": build_table_schema(),
        "meta": build_meta_schema(),
    }
    for name, schema in schemas.items():
        (folder / f"{name}.schema.json").write_text(json.dumps(schema, indent=1), encoding="utf-8")
