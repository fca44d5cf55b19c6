"""The line's arithmetic: what goes over it takes its turn, whoever sends it."""

import pytest

from bench.throttled_link import ThrottledLink


@pytest.mark.parametrize("line", [ThrottledLink(), ThrottledLink(megabits=80)])
def test_what_is_sent_arrives_whole_and_in_order(line):
    got = bytearray()
    line.send(got.extend, bytes(range(256)) * 500)
    assert bytes(got) == bytes(range(256)) * 500


def test_all_connections_share_the_line():
    line = ThrottledLink(megabits=8)
    assert [line.reserve(1_000_000, since) for since in (10.0, 10.0, 10.5)] == [11.0, 12.0, 13.0]


def test_a_line_that_was_idle_saves_nothing_up():
    line = ThrottledLink(megabits=8)
    assert [line.reserve(1_000_000, since) for since in (10.0, 100.0)] == [11.0, 101.0]


def test_a_sender_that_wakes_up_late_makes_up_for_it():
    line = ThrottledLink(megabits=8)
    passed = line.reserve(1_000_000, 10.0)  # it wakes up at 11.4 and sends its next piece
    assert line.reserve(1_000_000, passed) == 12.0
