"""The line's arithmetic: what goes over it takes its turn, whoever sends it."""

import pytest

from bench.line import Line


@pytest.mark.parametrize("line", [Line(), Line(megabits=80)])
def test_what_is_sent_arrives_whole_and_in_order(line):
    got = bytearray()
    line.send(got.extend, bytes(range(256)) * 500)
    assert bytes(got) == bytes(range(256)) * 500


def test_all_connections_share_the_line():
    line = Line(megabits=8)
    first, second = line._turn(60_000_000), line._turn(60_000_000)
    assert second - first == pytest.approx(60)
