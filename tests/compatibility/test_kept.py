"""Sheets and fights that versions 0.1 and 0.2 stored in files, links and databases: the rules accept all of them."""

import json
from collections.abc import Iterator
from typing import Any

import rules_py
from rules_py.registry.play import read_fight
from rules_py.rendering.fights.summary import summarize_fight
from tests.compatibility.commands import answer
from tests.compatibility.released import find_differences, read_saved


def iter_stored() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every stored sheet and fight, with the place where it is stored."""
    for version in ("version_0_1", "version_0_2"):
        for name, backup in read_saved("backups.json", version).items():
            file = backup["file"]
            records = [*file.get("sheets", []), *file.get("fights", [])] if "fieldbook" in file else [{"data": file}]
            yield from ((f"{version} file {name}", record["data"]) for record in records)
        for link in read_saved("links.json", version):
            if "brings" in link:
                yield f"{version} link {link['name']}", link["brings"]["data"]
        for name, database in read_saved("databases.json", version).items():
            for store in ("sheets", "fights"):
                records = database["stores"][store]["records"]
                yield from ((f"{version} {name} {store}", record["data"]) for record in records)


def test_every_kept_sheet_is_taken_with_all_its_fields():
    sheets = {(place, data["sheet"]): data for place, data in iter_stored() if "sheet" in data}
    assert len({sheet for _, sheet in sheets}) >= 15
    for (place, sheet), data in sheets.items():
        now = rules_py.sheet(sheet, **data["fields"]).to_dict()
        assert find_differences({"fields": data["fields"]}, {"fields": now["fields"]}) == [], place
        assert set(data.get("derived", {})) <= set(now["derived"]), place


def test_every_kept_fight_is_taken(tmp_path):
    fights = [(place, data) for place, data in iter_stored() if "fight" in data]
    assert {data["fight"] for _, data in fights} == {"combat", "psiops", "puml", "sideworld", "xmas"}
    file = tmp_path / "fight.json"
    for place, data in fights:
        file.write_text(json.dumps(data), encoding="utf-8")
        assert "fighters" in answer("fight", str(file)), place


def test_fights_of_version_0_2_have_the_same_end():
    (database,) = read_saved("databases.json", "version_0_2").values()
    fights = database["stores"]["fights"]["records"]
    assert len(fights) == 5
    for fight in fights:
        now = summarize_fight(read_fight(fight["data"]))
        assert {part: now[part] for part in ("fallen", "winner")} == {
            part: fight["summary"][part] for part in ("fallen", "winner")
        }, fight["name"]
        assert now["state"] == ("over" if now["winner"] else "running")
