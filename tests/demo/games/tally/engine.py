"""What each event does to the counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar, assert_never

from companion.games.tally.model import Counted, Event, Guessed, GuessShown, State, TurnPassed

from companion.core.contract import Offer, RuleViolation, Setup
from companion.core.events import Adjusted, CardDescribed, OptionChanged, PlayerJoined, PlayerLeft
from companion.core.text import Name, Text


def start(setup: Setup) -> State:
    n = setup.seats
    return State(setup.options, (0,) * n, (True,) * n, (None,) * n, (None,) * n)


def apply(state: State, event: Event, lifted: frozenset[str]) -> State:
    match event:
        case Counted(seat, n):
            return count(state, seat, n, lifted)
        case Guessed(seat, number):
            return replace(state, guesses=put(state.guesses, seat, number))
        case GuessShown(seat, number):
            return replace(state, shown=put(state.shown, seat, number))
        case TurnPassed():
            return pass_turn(state)
        case PlayerJoined():
            return join(state)
        case PlayerLeft(seat):
            return replace(state, present=put(state.present, seat, False))
        case Adjusted(seat, amount, _):
            return replace(state, counters=put(state.counters, seat, state.counters[seat] + amount))
        case OptionChanged(name, value):
            return replace(state, options=replace(state.options, **{name: value}))
        case CardDescribed(name, facts):
            return replace(state, cards=describe(state.cards, name, facts))
        case _:
            assert_never(event)


T = TypeVar("T")


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def count(state: State, seat: int, n: int, lifted: frozenset[str]) -> State:
    now = state.counters[seat]
    limit = state.options.limit
    if now + n < 0:
        raise RuleViolation(
            "TALLY-1",
            Text("{who} has only {now}: {n} would go below zero.", who=Name(seat), now=now, n=n),
            [Offer(Text("Down to zero"), {"do": "count", "seat": str(seat), "n": str(-now)})] if now else [],
        )
    if now + n > limit and "TALLY-2" not in lifted:
        raise RuleViolation(
            "TALLY-2",
            Text(
                "{who} stops at {limit}: {now} and {n} is too much.",
                who=Name(seat),
                limit=limit,
                now=now,
                n=n,
            ),
            [
                Offer(
                    Text("Up to {limit}", limit=limit),
                    {"do": "count", "seat": str(seat), "n": str(limit - now)},
                )
            ]
            if now < limit
            else [],
            liftable=True,
        )
    return replace(state, counters=put(state.counters, seat, now + n))


def pass_turn(state: State) -> State:
    seats = len(state.counters)
    turn = state.turn
    for _ in range(seats):
        turn = (turn + 1) % seats
        if state.present[turn]:
            break
    if turn > state.turn:
        return replace(state, turn=turn)
    finished = any(n >= state.options.limit for n in state.counters)
    return replace(state, turn=turn, rounds=(*state.rounds, state.counters), finished=finished)


def describe(
    cards: tuple[tuple[str, int], ...], name: str, facts: Mapping[str, Any]
) -> tuple[tuple[str, int], ...]:
    plus = facts.get("plus")
    known = {**dict(cards), name: plus} if isinstance(plus, int) else dict(cards)
    return tuple(sorted(known.items()))


def join(state: State) -> State:
    if len(state.counters) >= 3:
        raise RuleViolation("TABLE-PLAYERS", Text("Three is the most that can play this."))
    return replace(
        state,
        counters=(*state.counters, 0),
        present=(*state.present, True),
        guesses=(*state.guesses, None),
        shown=(*state.shown, None),
    )
