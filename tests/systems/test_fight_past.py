"""The open log of boards in all games: its events, its edits and its slides are answered, and nothing is stored."""

import json
from itertools import count
from random import Random

import pytest

from rules_js.proof.play_cases import Buttons, merge_view
from rules_py import bridge
from rules_py.registry.play import replay
from tests.systems.shown_board import parse
from tests.systems.test_revisions import SLUGS, play_random_steps


def ask(slug, events, seed=3, **view):
    return json.loads(bridge.past(f"{slug}.fight", json.dumps(events), json.dumps(view), seed))


@pytest.fixture(scope="module", params=SLUGS)
def played(request):
    """Return a game and the events of a random fight in which somebody rolled dice."""
    slug = request.param
    return slug, next(events for events in play_fights(slug) if find_roll(slug, events))


def play_fights(slug):
    """Yield the events of random fights."""
    for number in count():
        _, _, table = play_random_steps(slug, Random(f"past {number} of {slug}"))
        yield [{"id": entry.id, **entry.event} for entry in table.fight.log]


def find_roll(slug, events):
    """Return the first event with dice that has a row in the log, or None."""
    rows = read_rows(ask(slug, events, open="log")["html"])
    return next((each for each in events if each.get("faces") and each["id"] in rows), None)


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


def read_rows(html):
    """Return the rows of an open log by the ids of their events."""
    found = {}
    for row in parse(html).css(".fb-event"):
        view = json.loads(row.attributes["data-view"])
        found[view["event"]] = row
    return found


def read_words(row):
    """Return the result in a row of the log, and its details."""
    return [each.text() for each in (row.css_first(".fb-grade"), row.css_first("small")) if each is not None]


def read_names(row):
    """Return the names in a row of the log as a screen reader says them."""
    return [each.text() for each in row.css(".fb-hidden")]


def test_edited_event_shows_its_new_words_before_the_old_ones_crossed_out(played):
    slug, events = played
    before = read_rows(ask(slug, events, open="log")["html"])
    roll = find_roll(slug, events)
    rolled = roll["id"]
    edit = {"do": "change", "event": rolled, "parts": {"faces": None}}
    answers = (ask(slug, events, seed, open="log", edits=[edit]) for seed in count())
    answer = next(each for each in answers if each["events"][0]["faces"] != roll["faces"])
    made = [*events[: answer["start"]], *answer["events"]]
    new = read_rows(ask(slug, made, open="log")["html"])[rolled]
    shown = read_rows(answer["html"])[rolled]
    assert read_words(shown) == read_words(new) != read_words(before[rolled])
    assert shown.css_first(".fb-edited").text() == "Changed"
    for old, now in zip(read_words(before[rolled]), read_words(new), strict=True):
        assert (old in shown.css_first("del").text()) == (old != now)


def test_only_an_event_that_is_taken_out_is_crossed_out(played):
    slug, events = played
    *others, last = read_rows(ask(slug, events, open="log")["html"])
    shown = read_rows(ask(slug, events, open="log", edits=[{"do": "remove", "event": last}])["html"])
    assert shown[last].css_first(".fb-grade").text() == shown[last].css_first("del").text()
    assert shown[last].css_first(".fb-edited").text() == "Taken out"
    assert not any(shown[each].css("del") for each in others)


def test_log_names_those_who_were_removed_from_the_fight(played):
    slug, events = played
    fight = replay(slug, events)
    before = ask(slug, events, open="log")
    gone = [*events, *({"id": f"gone-{key}", "event": "leave", "who": key} for key in fight.combatants)]
    after = ask(slug, gone, open="log")
    rows, left = read_rows(before["html"]), read_rows(after["html"])
    for id, row in rows.items():
        assert read_words(left[id]) == read_words(row)
        assert read_names(left[id]) == read_names(row)
    assert after["text"].startswith(before["text"])


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
