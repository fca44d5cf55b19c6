"""The open log of boards in all games: its events, its edits and its slides are answered, and nothing is stored."""

import json
from random import Random

import pytest

from rules_js.proof.play_cases import Buttons, merge_view
from rules_py import bridge
from rules_py.registry.play import replay
from tests.systems.shown_board import parse
from tests.systems.test_revisions import SLUGS, play_random_steps


def ask(slug, events, **view):
    return json.loads(bridge.past(f"{slug}.fight", json.dumps(events), json.dumps(view), 3))


@pytest.fixture(scope="module", params=SLUGS)
def played(request):
    """Return a game and the events of a random fight."""
    _, _, table = play_random_steps(request.param, Random(f"past {request.param}"))
    return request.param, [{"id": entry.id, **entry.event} for entry in table.fight.log]


def test_each_event_opens_and_every_edit_in_it_is_answered(played):
    slug, events = played
    log = ask(slug, events, open="log")
    assert (log["start"], log["events"]) == (len(events), [])
    opened = [view for view in read_views(log["html"]) if view.get("event")]
    assert len(opened) == len(parse(log["html"]).css(".fb-event"))
    for view in Random(f"opened {slug}").sample(opened, min(8, len(opened))):
        panel = ask(slug, events, open="log", **view)
        assert parse(panel["html"]).css_first(".fb-past") is not None
        for change in [each for each in read_views(panel["html"]) if each.get("edits") or each.get("before")]:
            answer = ask(slug, events, **merge_view({"open": "log", **view}, change))
            if "error" not in answer:
                made = [*events[: answer["start"]], *answer["events"]]
                assert replay(slug, made) is not None
                assert not change.get("before") or answer["events"] == []


def read_views(html):
    page = Buttons()
    page.feed(html)
    return page.views


def test_each_slide_shows_the_board_as_it_was(played):
    slug, events = played
    first = parse(ask(slug, events, slide=1)["html"]).css_first(".fb-past-hand .fb-words")
    count = int(first.text().rpartition(" ")[2])
    for number in (1, (count + 1) // 2, count, count + 5):
        shown = parse(ask(slug, events, slide=number)["html"])
        assert shown.css_first(".fb-past-hand .fb-words").text() == f"{min(number, count)} of {count}"
        assert not shown.css("[data-act], .fb-undo")


def test_record_is_the_same_in_html_text_and_markdown(played):
    slug, events = played
    log = ask(slug, events, open="log", name="The *radio* mast")
    rows = [each.text(strip=True) for each in parse(log["html"]).css(".fb-event .fb-grade")]
    text, markdown = log["text"].splitlines(), log["markdown"].splitlines()
    assert text[0] == "The *radio* mast" and markdown[0] == "# The \\*radio\\* mast"
    assert len([line for line in markdown if line.startswith("- **")]) == len(rows)
    body = [line for line in text[1:] if line and not line.startswith("Round ")]
    assert len(body) == len([row for row in rows if not row.startswith("Round ")])


def test_edit_of_a_past_that_has_changed_is_refused(played):
    slug, events = played
    assert (
        ask(slug, events, edits=[{"do": "remove", "event": "e999"}])["error"] == "This event isn't in the log any more."
    )
    assert "error" in ask(slug, events, before="e999")
    assert "error" in ask(slug, events, edits="none") and "error" in ask(slug, events, slide="two")
