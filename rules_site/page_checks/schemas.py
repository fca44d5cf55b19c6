"""The keys of front matter as JSON Schemas, which editors read too, and the check of values against them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

DRAFT = "https://json-schema.org/draft/2020-12/schema"
COLOUR = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
TEXT = {"type": "string"}

PAGE_KEYS: Mapping[str, Any] = {
    "properties": {
        "title": {**TEXT, "description": "the page's title"},
        "description": {**TEXT, "description": "a sentence or two for search engines and shared links"},
        "search": {
            "type": "object",
            "additionalProperties": TEXT,
            "description": "words that people search for, by the anchor of the section that answers",
        },
        "screen": {"type": "boolean", "description": "true for a GM's screen, whose sections are tiles"},
        "hide": {
            "type": "array",
            "items": {"enum": ["navigation", "toc", "path", "footer", "tags", "feedback"]},
            "description": "parts of the theme that the page doesn't show",
        },
        "aside": {"type": "boolean", "description": "true for a page about the site, which a search shows last"},
        "credit": {**TEXT, "description": "the line at the foot of the page, if it isn't that of the licence"},
        "template": {**TEXT, "description": "a template of the theme"},
        "icon": {**TEXT, "description": "an icon of the theme"},
        "status": {**TEXT, "description": "a status of the theme"},
        "subtitle": {**TEXT, "description": "a second line in the navigation"},
        "tags": {"type": "array", "description": "the page's tags"},
    },
    "required": [],
}
"""The keys of a page's front matter."""

GAME_KEYS: Mapping[str, Any] = {
    "properties": {
        "game": {**TEXT, "description": "the game's slug, which is the name of the folder"},
        "name": {**TEXT, "description": "the game's name"},
        "tagline": {**TEXT, "description": "the game in a sentence"},
        "mark": {**TEXT, "pattern": "^[\\w-]+(/[\\w-]+)+$", "description": "an icon such as material/rocket-launch"},
        "accent": {
            "type": "object",
            "properties": {"light": COLOUR, "dark": COLOUR},
            "required": ["light", "dark"],
            "additionalProperties": False,
            "description": "the game's colours on light and on dark pages, such as #5b3fa0",
        },
        "doors": {
            "type": "object",
            "additionalProperties": TEXT,
            "maxProperties": 3,
            "description": "the three links that the landing page and the home page show first",
        },
        "roll": {**TEXT, "description": "the id of the roll that players make most"},
        "paper": {
            "enum": ["folder", "stitched", "ledger", "die", "stencil"],
            "description": "the look of printed sheets",
        },
    },
    "required": ["game", "name", "mark", "accent"],
}
"""The keys of a game's `.meta.yml`."""

_TYPES: Mapping[str, type] = {"string": str, "object": dict, "array": list, "boolean": bool}
_WORDS = {"string": "text", "object": "{ key: value }", "array": "a list", "boolean": "true or false"}


def build_meta_schema() -> dict[str, Any]:
    """Build the JSON Schema of a game's `.meta.yml`."""
    return {
        "$schema": DRAFT,
        "title": "A game's .meta.yml",
        "type": "object",
        "properties": {**GAME_KEYS["properties"], **PAGE_KEYS["properties"]},
        "required": GAME_KEYS["required"],
        "additionalProperties": False,
    }


def find_wrong_values(data: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the key and a sentence for each value that its schema doesn't accept; other keys are left out."""
    for key, value in data.items():
        if key in known:
            yield from _find_wrong(key, value, known[key])


def _find_wrong(key: str, value: Any, schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    name = key.replace("/", ": ")
    kind = schema.get("type")
    if "enum" in schema and value not in schema["enum"]:
        yield key, f"{name}: got {value!r:.60}, takes one of {', '.join(schema['enum'])}"
    elif kind and not isinstance(value, _TYPES[kind]):
        yield key, f"{name}: got {value!r:.60}, takes {_WORDS[kind]}: {schema.get('description', 'a value')}"
    elif "pattern" in schema and not re.search(schema["pattern"], value):
        takes = "a colour such as #5b3fa0" if schema is COLOUR else schema["description"]
        yield key, f"{name}: got {value!r:.60}, takes {takes}"
    elif kind == "array" and "items" in schema:
        for each in value:
            yield from _find_wrong(key, each, schema["items"])
    elif kind == "object":
        yield from _find_wrong_entries(key, value, schema)


def _find_wrong_entries(key: str, value: Mapping[Any, Any], schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    name, properties, others = key.replace("/", ": "), schema.get("properties", {}), schema.get("additionalProperties")
    for each in schema.get("required", ()):
        if each not in value:
            yield key, f"{name}: {each} is missing, takes {', '.join(schema['required'])}"
    if len(value) > schema.get("maxProperties", len(value)):
        yield key, f"{name}: got {len(value)}, takes at most {schema['maxProperties']}"
    for inner, part in value.items():
        if inner in properties:
            yield from _find_wrong(f"{key}/{inner}", part, properties[inner])
        elif others is False:
            yield f"{key}/{inner}", f"{name}: got {inner}, takes {', '.join(properties)}"
        elif others:
            yield from _find_wrong(f"{key}/{inner}", part, others)
