"""JSON Schema of sheets: https://json-schema.org/draft/2020-12/schema."""

from collections.abc import Iterable
from typing import Any

from rules_py.parameters import Choice, Flag, Kind, ListOf, Number, Numbers, Record, RowOf, Text, Whole
from rules_py.play.sheet import Sheet
from rules_py.text.serialization import to_json

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def build_schema(sheets: Iterable[type[Sheet]]) -> dict[str, Any]:
    """Build the JSON Schema of these types of sheet, each defined under its id."""
    definitions = {sheet.id: _build_sheet_schema(sheet) for sheet in sheets}
    return {
        "$schema": DRAFT,
        "title": "A sheet",
        "oneOf": [{"$ref": f"#/$defs/{id}"} for id in definitions],
        "$defs": definitions,
    }


def _build_sheet_schema(sheet: type[Sheet]) -> dict[str, Any]:
    fields = {
        name: _build_kind_schema(parameter.kind) | {"title": parameter.heading, "default": to_json(parameter.default)}
        for name, parameter in sheet.parameters.items()
    }
    return {
        "title": sheet.title,
        "type": "object",
        "required": ["sheet", "fields"],
        "additionalProperties": False,
        "properties": {
            "sheet": {"const": sheet.id},
            "fields": {"type": "object", "additionalProperties": False, "properties": fields},
            "derived": {
                "type": "object",
                "description": "What follows from the fields; worked out anew when read.",
                "properties": {name: {"title": found.label} for name, found in sheet.derivations.items()},
            },
            "warnings": {"type": "array", "items": {"type": "string"}},
        },
    }


def _build_kind_schema(kind: Kind) -> dict[str, Any]:
    return {"description": kind.help} | _build_type_schema(kind)


def _build_type_schema(kind: Kind) -> dict[str, Any]:
    match kind:
        case Flag():
            return {"type": "boolean"}
        case Whole():
            return {"type": "integer", "minimum": kind.low} | ({} if kind.high is None else {"maximum": kind.high})
        case Number():
            return {
                "anyOf": [
                    {"type": "number", "minimum": kind.low, "maximum": kind.high},
                    {"type": "string", "pattern": "^[+-]?[0-9]+/[1-9][0-9]*$"},
                ]
            }
        case Choice() | RowOf():
            return {"enum": list(kind.choices)}
        case Text():
            return {"type": "string", "maxLength": kind.most}
        case ListOf():
            return {"type": "array", "maxItems": kind.most, "items": _build_kind_schema(kind.entry)}
        case Record():
            return {
                "type": "object",
                "additionalProperties": False,
                "properties": {name: _build_kind_schema(part) for name, part in kind.kinds.items()},
            }
        case Numbers():
            return {
                "type": "array",
                "minItems": len(kind.parts),
                "maxItems": len(kind.parts),
                "items": {"type": "integer", "minimum": kind.low, "maximum": kind.high},
            }
        case _:
            return {"type": "string", "description": f"{kind.help}; {kind.describe_accepted()}"}
