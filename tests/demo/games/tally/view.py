"""What a template may know, and how things are told."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.tally.model import Counted, Event, Guessed, GuessShown, State, TurnPassed

from companion.core.contract import Moment, Notice, Seat, Standing, Standings, Words
from companion.core.text import Name, Text


@dataclass(frozen=True, slots=True)
class Row:
    seat: int
    count: int
    present: bool
    leads: bool
    shown: int | None
    has_guessed: bool


@dataclass(frozen=True, slots=True)
class View:
    turn: int
    limit: int
    guessing: bool
    finished: bool
    rows: tuple[Row, ...]
    lead: int
    own_guess: int | None


def view(state: State, seat: Seat | None) -> View:
    lead = max(state.counters)
    rows = tuple(
        Row(
            n,
            count,
            state.present[n],
            count == lead and lead > 0,
            state.shown[n],
            state.guesses[n] is not None,
        )
        for n, count in enumerate(state.counters)
    )
    own = state.guesses[seat] if seat is not None and seat < len(state.guesses) else None
    return View(state.turn, state.options.limit, state.options.guessing, state.finished, rows, lead, own)


def tell(event: Event, seat: Seat | None) -> Text:
    match event:
        case Counted(who, n) if n >= 0:
            return Text("{who} counted +{n}", who=Name(who), n=n)
        case Counted(who, n):
            return Text("{who} took {n} back", who=Name(who), n=-n)
        case Guessed(who, number):
            return Text("{who} wrote down {number}", who=Name(who), number=number)
        case GuessShown(who, number):
            return Text("{who} guessed {number}", who=Name(who), number=number)
        case TurnPassed():
            return Text("The turn passed")
        case _:
            raise TypeError(event)


def words(state: State, event: Event) -> dict[str, Words]:
    return {"n": Words(Text("Counts")), "number": Words(Text("Guess"))}


def standings(state: State) -> Standings:
    order = sorted(state.counters, reverse=True)
    rows = tuple(
        Standing(seat, count, order.index(count) + 1, winner=state.finished and count == order[0])
        for seat, count in enumerate(state.counters)
    )
    return Standings(rows, state.finished)


def timeline(state: State) -> tuple[Moment, ...]:
    rows = state.rounds if state.finished else (*state.rounds, state.counters)
    seats = len(state.counters)
    return tuple(
        Moment(Text("Round {n}", n=n), tuple(row[seat] if seat < len(row) else 0 for seat in range(seats)))
        for n, row in enumerate(rows, 1)
    )


def notices(state: State) -> tuple[Notice, ...]:
    return tuple(
        Notice("TALLY-4", Text("{who} showed a guess above the limit.", who=Name(seat)), seat)
        for seat, shown in enumerate(state.shown)
        if shown is not None and shown > 3 * state.options.limit
    )
