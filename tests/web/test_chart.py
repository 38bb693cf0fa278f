"""The chart: every line ends where its total is, and no name covers another."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from companion.core.contract import Moment
from companion.core.text import Text
from companion.web.chart import HEIGHT, LINE_GAP, chart

totals = st.integers(-500, 500)


@given(st.lists(st.tuples(totals, totals, totals, totals, totals, totals), max_size=30))
def test_names_stand_apart_and_inside(rows: list[tuple[int, ...]]) -> None:
    drawn = chart([Moment(Text("x"), row) for row in rows], ["A", "Bo", "Cy" * 20, "D", "E", "F"])
    places = sorted(line.label_y for line in drawn.lines)
    assert all(b - a >= LINE_GAP - 0.2 for a, b in itertools.pairwise(places))
    assert 0 <= places[0] <= places[-1] <= HEIGHT
    for line in drawn.lines:
        assert len(line.points.split()) == len(rows) + 1
        assert all(0 <= float(y) <= HEIGHT for y in (point.split(",")[1] for point in line.points.split()))


def test_the_higher_total_stands_higher() -> None:
    drawn = chart([Moment(Text("Round 1"), (3, -2)), Moment(Text("Round 2"), (9, 4))], ["Ann", "Bo"])
    ann, bo = drawn.lines
    assert ann.end[1] < bo.end[1] < drawn.zero
