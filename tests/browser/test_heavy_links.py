"""The heaviest fights that links can bring are refused in words."""

import base64
import json
import zlib

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.trial

PAGE = "/psiops/fight/"


def build_events(enemies: int, turns: int) -> list[dict]:
    """Return the events of a fight with this many enemies and turns."""
    sheet = {"sheet": "psiops.enemy", "fields": {"name": "Rat"}}
    joins = [{"event": "join", "who": f"n{at}", "sheet": sheet, "count": 20} for at in range(enemies // 20)]
    keys = [f"n{at}-{number}" for at in range(enemies // 20) for number in range(1, 21)]
    scores = [{"event": "initiative", "who": key, "score": 5} for key in keys]
    return [*joins, *scores, *[{"event": "turn"}] * turns]


def build_fragment(events: list[dict]) -> str:
    """Return the fragment of a link with a fight."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(json.dumps({"fight": "psiops", "events": events}).encode()) + packer.flush()
    return f"#fight=z{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def test_a_link_over_the_budget_is_refused_in_words(make_page, fb):
    page = make_page("phone")
    page.goto(f"{PAGE}{build_fragment(build_events(200, 4700))}")
    notice = page.locator("fb-fight .fb-fight-notice")
    expect(notice).to_contain_text("too long to open here", timeout=fb.START)
    expect(notice).to_contain_text("200 combatants")
    expect(notice).to_contain_text("may have 1,000 events")
