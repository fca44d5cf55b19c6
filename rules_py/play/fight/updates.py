"""Updates of combatants from the sheets they joined as, which may have changed elsewhere since then."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from rules_py.errors import ParameterError, RulesError
from rules_py.play.fight.events import EditEvent, SheetJson, Values
from rules_py.play.fight.fields import check_fields
from rules_py.play.fight.state import FightState
from rules_py.play.sheet import read_sheet
from rules_py.text.serialization import to_json


class StoredSheet(TypedDict):
    """A stored sheet that a combatant joined as.

    Attributes:
        data: the sheet as it is now.
        since: the fields that the sheet had when it last matched the combatant.
    """

    data: SheetJson
    since: Values


@dataclass(frozen=True)
class SheetUpdate:
    """The fields of a stored sheet that have changed elsewhere, and that the combatant doesn't have yet.

    Attributes:
        who: the combatant's key.
        fields: the new values by field.
        has_conflict: True if the fight has changed one of these fields, too.
    """

    who: str
    fields: Mapping[str, Any]
    has_conflict: bool

    def build_event(self) -> EditEvent:
        """Build the event that brings the combatant up to date."""
        return {"event": "edit", "who": self.who, "fields": to_json(self.fields), "stored": True}


def find_updates(fight: FightState, stored: Mapping[str, Any]) -> Iterator[SheetUpdate]:
    """Yield an update for each combatant whose stored sheet has changed since it last matched the combatant.

    A combatant who has got another name in the fight keeps it.

    Args:
        stored: the stored sheets by the combatants' keys, as `StoredSheet`; those that can't be read are left out.

    Raises:
        RulesError: a part has another JSON type; the message says which.
    """
    for key, each in stored.items():
        if not isinstance(each, Mapping):
            raise ParameterError("stored", each, "a sheet with data and since, by combatant")
        check_fields(each)
        if key not in fight.combatants or each.get("data") is None:
            continue
        sheet = fight.combatants[key].sheet
        try:
            now = read_sheet(each["data"], fight.context.find_sheet)
            before = type(sheet).from_fields(each.get("since") or {})
        except RulesError:
            continue
        if now.id != sheet.id:
            continue
        fields, in_fight, at_join = now.fields, sheet.fields, before.fields
        changed = {
            name: value
            for name, value in fields.items()
            if value != at_join[name]
            and value != in_fight[name]
            and not (name == "name" and in_fight[name] != at_join[name])
        }
        if changed:
            yield SheetUpdate(key, changed, any(in_fight[name] != at_join[name] for name in changed))
