"""The throttled link's arithmetic: transfers queue up, whichever connection sends them."""

import pytest

from bench.throttled_link import ThrottledLink


@pytest.mark.parametrize("line", [ThrottledLink(), ThrottledLink(megabits=80)])
def test_link_delivers_all_bytes_in_order(line):
    got = bytearray()
    line.send(got.extend, bytes(range(256)) * 500)
    assert bytes(got) == bytes(range(256)) * 500


def test_connections_share_the_bandwidth():
    line = ThrottledLink(megabits=8)
    assert [line.reserve(1_000_000, since) for since in (10.0, 10.0, 10.5)] == [11.0, 12.0, 13.0]


def test_idle_link_accumulates_no_bandwidth():
    line = ThrottledLink(megabits=8)
    assert [line.reserve(1_000_000, since) for since in (10.0, 100.0)] == [11.0, 101.0]


def test_late_sender_catches_up():
    line = ThrottledLink(megabits=8)
    passed = line.reserve(1_000_000, 10.0)  # the sender wakes up at 11.4 and sends its next piece
    assert line.reserve(1_000_000, passed) == 12.0
