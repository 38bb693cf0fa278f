"""The score sheet: every round, every total, and the sums behind them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import Seat
from companion.core.text import Joined, Name, Text
from companion.games.nyet.board import LINES, box_text
from companion.games.nyet.model import Adjustment, Scored, State
from companion.games.nyet.scoring import seat_sum
from companion.games.nyet.totals import totals_after
from companion.games.nyet.trickview import TrickView, past_tricks, side_key


@dataclass(frozen=True, slots=True)
class Cell:
    """A player's part of a round; `points` is None for somebody who did not play it."""

    seat: Seat
    points: int | None
    total: int
    side: str
    sum: Text | None
    dealt: bool
    leads: bool
    owner: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    number: int
    value: int
    dealer: Seat
    doubled: bool
    cells: tuple[Cell, ...]
    boxes: tuple[Text | None, ...]
    tricks: tuple[TrickView, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """Players who wrote down the same in the round just scored, the best first, and how it came."""

    seats: tuple[Seat, ...]
    names: Joined
    points: int
    sum: Text


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a total: a round or a correction."""

    label: Text
    amount: int
    sum: Text | None = None


def sheet(state: State) -> tuple[SheetRow, ...]:
    return tuple(sheet_row(state, at, scored) for at, scored in enumerate(state.scored))


def sheet_row(state: State, at: int, scored: Scored) -> SheetRow:
    after = totals_after(state, at + 1)
    best = max(after)
    return SheetRow(
        scored.number,
        scored.outcome.value,
        scored.dealer,
        scored.outcome.doubled,
        tuple(cell(state, scored, seat, total, total == best) for seat, total in enumerate(after)),
        tuple(
            None if box is None else box_text(state, line, box)
            for line, box in zip(LINES, scored.boxes, strict=True)
        ),
        past_tricks(state, at),
    )


def cell(state: State, scored: Scored, seat: Seat, total: int, leads: bool) -> Cell:
    played = seat in scored.points
    return Cell(
        seat,
        scored.points.get(seat),
        total,
        side_key(scored.outcome.teams, seat) if played else "",
        points_sum(scored, seat) if played else None,
        seat == scored.dealer,
        leads,
        seat == scored.outcome.owner,
    )


def points_sum(scored: Scored, seat: Seat) -> Text:
    return seat_sum(scored.outcome, seat, scored.options)


def last_shares(state: State) -> tuple[Share, ...]:
    """What the last round brought; players whose sums differ are told apart."""
    if not state.scored:
        return ()
    last = state.scored[-1]
    found: list[tuple[int, Text, list[Seat]]] = []
    for seat, points in sorted(last.points.items()):
        how = points_sum(last, seat)
        with_them = next((seats for p, h, seats in found if (p, h) == (points, how)), None)
        if with_them is None:
            found.append((points, how, [seat]))
        else:
            with_them.append(seat)
    shares = [
        Share(tuple(seats), Joined([Name(seat) for seat in seats]), points, how)
        for points, how, seats in found
    ]
    return tuple(sorted(shares, key=lambda share: -share.points))


def terms(state: State, seat: Seat) -> tuple[Term, ...]:
    """Every total opens to its sum."""
    found = [term(change) for change in state.adjustments if change.seat == seat and change.after == 0]
    for n, scored in enumerate(state.scored, 1):
        if seat in scored.points:
            label = Text("Round {number}", number=scored.number)
            found.append(Term(label, scored.points[seat], points_sum(scored, seat)))
        found += [term(change) for change in state.adjustments if change.seat == seat and change.after == n]
    return tuple(found)


def term(change: Adjustment) -> Term:
    return Term(Text("{reason}", reason=change.reason or "±"), change.amount)
