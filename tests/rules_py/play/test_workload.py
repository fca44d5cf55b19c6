"""The work of a fight from a link: it is counted without a replay, and the refusal names the budget."""

import re

import pytest
from hypothesis import given, strategies as st

from rules_py.errors import RulesError, UnknownIdError
from rules_py.play.fight.event_titles import TITLES
from rules_py.play.fight.events import EVENTS as KINDS_OF_EVENTS
from rules_py.play.fight.workload import MOST_WORK, check_workload, count_work
from rules_py.rendering.fights.event_list import MOST_LISTED, render_event_list

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
)
PARTS = st.sampled_from(
    ["event", "who", "by", "count", "sheet", "fields", "name", "faces", "mechanic", "change", "text"]
)
EVENTS = st.lists(
    JSON | st.dictionaries(PARTS, JSON | st.sampled_from(["join", "roll", "note"]), max_size=6), max_size=9
)


def join(count: int | str = 1) -> dict:
    return {"event": "join", "who": "n1", "count": count, "sheet": {"sheet": "a.b", "fields": {"name": "Ann <b>"}}}


def find_mechanic(id: str):
    raise UnknownIdError("mechanic", id)


@pytest.mark.parametrize(
    ("events", "work", "most"),
    [
        ([], 0, 0),
        ([{"event": "turn"}], 1, 0),
        ([join(20), {"event": "turn"}, {"event": "turn"}], 60, 20),
        ([join("3"), join(), {"event": "leave", "who": "n1"}, {"event": "turn"}], 3 + 4 + 3 + 3, 4),
        ([join("99")], 20, 20),  # the rules accept 20 at once
    ],
)
def test_each_event_counts_the_combatants(events, work, most):
    assert count_work(events) == (work, most)


def test_the_budget_is_named_in_the_refusal():
    events = [join(20)] * 10 + [{"event": "turn"}] * 1000
    with pytest.raises(RulesError, match="1,010 events with up to 200 combatants.* 1,000 events"):
        check_workload(events)
    check_workload(events[:-10])
    check_workload([join()] * 40 + [{"event": "turn"}] * (MOST_WORK // 40 - 40))


@given(events=JSON | EVENTS)
def test_any_json_is_counted_and_listed(events):
    check_workload(events)
    html = render_event_list(events, find_mechanic)
    assert "<script" not in html and html.count("<li") <= MOST_LISTED


def test_the_latest_events_are_listed_with_names():
    roll = {"event": "roll", "by": "n1-2", "mechanic": "moon.jump", "faces": [4, 5]}
    html = render_event_list([join(3), *[{"event": "turn"}] * 200, roll], find_mechanic)
    items = re.findall(r'<li value="(\d+)">(.*?)</li>', html)
    assert items[0] == ("202", "Ann &lt;b&gt; 2: moon.jump: 4, 5")
    assert items[1] == ("201", "Next turn") and len(items) == MOST_LISTED


def test_each_kind_of_event_has_a_title():
    """A roll has its rule's title, a change that of its id, and the end of a period the period's name."""
    assert {*TITLES, "roll", "change", "end"} == set(KINDS_OF_EVENTS)
    events = [join(2), {"event": "side", "who": "n1"}, {"event": "end", "of": "scene"}, {"event": "odd <i>"}]
    titles = re.findall(r">([^<>]+)</li>", render_event_list(events, find_mechanic))
    assert titles == ["Odd &lt;i&gt;", "End of the scene", "Ann &lt;b&gt;: Other side", "Ann &lt;b&gt;: Joined (2)"]
