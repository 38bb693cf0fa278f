"""Who sits where: turn order, characters, the dealer, people who come and go."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.nyet.model import Round, State

T = TypeVar("T")
MOST = 5
FEWEST = 2


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def check_seated(state: State, seat: Seat) -> None:
    if not (0 <= seat < len(state.present) and state.present[seat]):
        raise RuleViolation("TABLE-SEAT", Text("{who} does not sit here.", who=Name(seat)))


def clockwise(state: State, start: Seat) -> tuple[Seat, ...]:
    """Everybody who plays, beginning with `start` or whoever sits next if that chair is empty."""
    return tuple(sorted(state.seats, key=lambda seat: (seat - start) % len(state.present)))


def left_of(state: State, seat: Seat) -> Seat:
    return clockwise(state, (seat + 1) % len(state.present))[0]


# -- characters


def characters(state: State) -> dict[Seat, int]:
    """Who plays which character, 1 to 5. Who has not chosen gets that of the seat, else the lowest free."""
    known = {seat: n for seat in state.seats if (n := state.chosen[seat])}
    taken = set(known.values())
    known |= {
        seat: seat + 1 for seat in state.seats if seat not in known and seat < MOST and seat + 1 not in taken
    }
    free = iter(n for n in range(1, MOST + 1) if n not in known.values())
    return {seat: known.get(seat) or next(free) for seat in state.seats}


def choose_character(state: State, seat: Seat, character: int) -> State:
    check_seated(state, seat)
    if state.round.touched or any(seat in scored.points for scored in state.scored):
        raise RuleViolation(
            "NYET-3.5",
            Text("{who} keeps the character: those that nobody plays stay out all game.", who=Name(seat)),
        )
    if not 0 <= character <= MOST:
        raise RuleViolation("NYET-2.1", Text("There is no character {n}, only 1 to 5.", n=character))
    holder = next((s for s in state.seats if s != seat and state.chosen[s] == character), None)
    if character and holder is not None:
        taken = {state.chosen[s] for s in state.seats}
        raise RuleViolation(
            "NYET-3.3",
            Text(
                "{name} is already taken: {who} plays it.",
                name=state.options.characters[character - 1][0],
                who=Name(holder),
            ),
            [
                Offer(
                    Text("{name}", name=state.options.characters[n - 1][0]),
                    {"do": "character", "seat": str(seat), "character": str(n)},
                )
                for n in range(1, MOST + 1)
                if n not in taken
            ],
        )
    return replace(state, chosen=put(state.chosen, seat, character or None))


# -- the dealer


def choose_dealer(state: State, seat: Seat, lifted: frozenset[str]) -> State:
    check_seated(state, seat)
    if state.scored and "NYET-4.21" not in lifted:
        raise RuleViolation(
            "NYET-4.21",
            Text(
                "The deal goes round: {dealer} deals this round, not {who}.",
                dealer=Name(state.dealer),
                who=Name(seat),
            ),
            liftable=True,
        )
    if state.round.tokens and seat != state.dealer:
        raise RuleViolation(
            "NYET-4.2",
            Text("{dealer} has dealt: tokens are already on the board.", dealer=Name(state.dealer)),
            [Offer(Text("Void the round first."), {"do": "void"})],
        )
    return replace(state, dealer=seat)


# -- coming and going


def join(state: State) -> State:
    """A new player sits down after the last seat, between two rounds."""
    if state.players >= MOST:
        raise RuleViolation("NYET-2.1", Text("Five play already, and there are only five characters."))
    if state.round.touched:
        raise RuleViolation(
            "NYET-3.12",
            Text("The cards of this round are dealt: a new player comes in with the next deal."),
            [Offer(Text("Void this round and deal again"), {"do": "void"})],
        )
    return replace(state, present=(*state.present, True), chosen=(*state.chosen, None))


def leave(state: State, seat: Seat) -> State:
    """Somebody goes home. Scored rounds stay; the hands no longer fit, so the running round is void."""
    if not (0 <= seat < len(state.present) and state.present[seat]):
        return state
    if state.players <= FEWEST:
        raise RuleViolation(
            "NYET-3.1", Text("Two is the fewest: without {who} nobody can play.", who=Name(seat))
        )
    kept = characters(state)
    chosen = tuple(None if at == seat else kept.get(at, old) for at, old in enumerate(state.chosen))
    after = replace(state, present=put(state.present, seat, False), chosen=chosen, round=Round())
    return replace(after, dealer=clockwise(after, state.dealer)[0])
