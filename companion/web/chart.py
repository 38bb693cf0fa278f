"""The course of a game as lines: where they run, and where their names stand without covering each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.contract import Moment, Seat

WIDTH, HEIGHT, MARGIN, NAMES = 320.0, 150.0, 10.0, 90.0
LINE_GAP = 13.0
LONGEST = 10


@dataclass(frozen=True, slots=True)
class Line:
    seat: Seat
    points: str
    end: tuple[float, float]
    label: str
    label_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    width: float
    height: float
    zero: float
    right: float
    lines: tuple[Line, ...]


def chart(timeline: Sequence[Moment], names: Sequence[str]) -> Chart:
    """Lines from nothing through every moment, and a name at the end of each."""
    totals = [(0,) * len(names), *(moment.totals for moment in timeline)]
    low = min(0, *(min(row) for row in totals))
    high = max(1, *(max(row) for row in totals))
    right = WIDTH - NAMES

    def x(n: int) -> float:
        return round(n * right / max(len(totals) - 1, 1), 1)

    def y(total: int) -> float:
        return round(MARGIN + (high - total) * (HEIGHT - 2 * MARGIN) / (high - low), 1)

    ends = [y(totals[-1][seat]) for seat in range(len(names))]
    labels = spread(ends)
    lines = tuple(
        Line(
            seat,
            " ".join(f"{x(n)},{y(row[seat])}" for n, row in enumerate(totals)),
            (right, ends[seat]),
            name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…",
            labels[seat],
        )
        for seat, name in enumerate(names)
    )
    return Chart(WIDTH, HEIGHT, y(0), right, lines)


def spread(wanted: Sequence[float]) -> list[float]:
    """Places as near as can be to those wanted, none closer than a line of text."""
    placed = list(wanted)
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    lowest = LINE_GAP / 2
    for n in order:
        placed[n] = lowest = max(wanted[n], lowest)
        lowest += LINE_GAP
    bottom = HEIGHT - LINE_GAP / 2
    for n in reversed(order):
        placed[n] = bottom = min(placed[n], bottom)
        bottom -= LINE_GAP
    return [round(place, 1) for place in placed]
