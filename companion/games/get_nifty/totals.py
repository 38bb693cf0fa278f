"""Sums, term by term: both sides of a challenge, and everybody's Niftyness."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.core.contract import Seat
from companion.games.get_nifty.book import Need, plot_bonuses, stat_of
from companion.games.get_nifty.events import ChallengeKind, Side
from companion.games.get_nifty.model import Challenge, House, Piece, State
from companion.games.get_nifty.numbers import Number, Total, add_up

What: TypeAlias = Literal["card", "number", "object", "plot", "bonus", "adjusted"]

ATTACK_STAT: dict[ChallengeKind, str] = {"danger": "d", "boredom": "value"}
DEFENCE_STAT: dict[ChallengeKind, str] = {"danger": "s", "boredom": "w"}


@dataclass(frozen=True, slots=True)
class Term:
    """One summand. `by` names what cancelled it; then `number` is 0 and `was` what it had been."""

    name: str
    number: Number | None
    what: What
    stat: str
    seat: Seat | None = None
    piece: int | None = None
    helper: bool = False
    bonus: str = ""
    by: str = ""
    was: Number | None = None


def stat_for(kind: ChallengeKind, side: Side) -> str:
    """The stat that counts on a side: Danger or Boredom in attack, Safety or Weirdness in defence."""
    return ATTACK_STAT[kind] if side == "attack" else DEFENCE_STAT[kind]


def total(terms: Iterable[Term]) -> Total:
    return add_up(term.number for term in terms)


def needs(terms: Iterable[Term]) -> tuple[Need, ...]:
    """The numbers that are missing in a sum."""
    open_terms = [term for term in terms if term.number is None]
    return tuple(dict.fromkeys(Need(term.name, term.stat, term.bonus) for term in open_terms))


# -- a challenge


def side_terms(state: State, challenge: Challenge, side: Side) -> tuple[Term, ...]:
    """Cards played, Objects of everybody on the side, the Plot once, and what was cancelled as 0."""
    stat = stat_for(challenge.kind, side)
    played = [term for piece in challenge.pieces(side) for term in card_terms(state, challenge, side, piece)]
    gone = tuple(
        Term(
            lost.piece.name,
            0,
            "object" if lost.piece.kind == "object" else "card",
            stat,
            lost.piece.seat,
            lost.piece.id,
            lost.piece.seat != challenge.principal(side),
            by=lost.by,
            was=lost.was[lost.sides.index(side)],
        )
        for lost in challenge.gone
        if side in lost.sides
    )
    if stat == "value":
        return (*played, *gone)
    return (*played, *object_terms(state, challenge, side, stat), *plot_terms(state, stat), *gone)


def card_terms(state: State, challenge: Challenge, side: Side, piece: Piece) -> list[Term]:
    stat = stat_for(challenge.kind, side)
    helper = piece.seat != challenge.principal(side)
    what: What = "number" if piece.kind == "number" else "card"
    terms = [Term(piece.name, stat_of(state, piece, stat), what, stat, piece.seat, piece.id, helper)]
    plot = "" if state.plot is None else state.plot.name
    bonuses = plot_bonuses(state, piece, stat)
    return terms + [Term(plot, n, "bonus", stat, piece.seat, None, helper, of) for of, n in bonuses]


def object_terms(state: State, challenge: Challenge, side: Side, stat: str) -> tuple[Term, ...]:
    return tuple(
        Term(
            piece.name,
            stat_of(state, piece, stat),
            "object",
            stat,
            seat,
            piece.id,
            seat != challenge.principal(side),
        )
        for seat in challenge.seats(side)
        for piece in state.chairs[seat].objects
        if piece.id not in challenge.used
    )


def plot_terms(state: State, stat: str) -> tuple[Term, ...]:
    if state.plot is None:
        return ()
    return (Term(state.plot.name, stat_of(state, state.plot, stat), "plot", stat, piece=state.plot.id),)


def side_total(state: State, challenge: Challenge, side: Side) -> Total:
    return total(side_terms(state, challenge, side))


def behind(state: State, challenge: Challenge) -> Side | None:
    """The side that is losing; a tie defends, so then it is the attack. None while that is not known."""
    return losing(side_total(state, challenge, "attack"), side_total(state, challenge, "defence"))


def losing(attack: Total, defence: Total) -> Side | None:
    if defence.infinite:
        return "attack"
    if not (attack.known and defence.known):
        return None
    if attack.infinite:
        return "defence"
    return "defence" if defence.finite < attack.finite else "attack"


def missing(state: State, challenge: Challenge) -> tuple[Need, ...]:
    """The numbers without which nobody can say who is losing."""
    if behind(state, challenge) is not None:
        return ()
    sides: tuple[Side, ...] = ("attack", "defence")
    found = [need for side in sides for need in needs(side_terms(state, challenge, side))]
    return tuple(dict.fromkeys(found))


# -- Niftyness


def nifty_terms(state: State, house: House, without: Iterable[int] = ()) -> tuple[Term, ...]:
    """Characters under the token with what the Plot adds to them, the Plot once, Objects in play."""
    home, left_out = state.homes[house], {*without, *used_up(state)}
    under = [term for piece in home.under for term in scored_terms(state, piece)]
    objects = [
        Term(piece.name, stat_of(state, piece, "n"), "object", "n", seat, piece.id)
        for seat, chair in enumerate(state.chairs)
        if state.house(seat) == house
        for piece in chair.objects
        if piece.id not in left_out
    ]
    adjusted = [Term("", home.adjusted, "adjusted", "n")] if home.adjusted else []
    return (*under, *plot_terms(state, "n"), *objects, *adjusted)


def scored_terms(state: State, piece: Piece) -> list[Term]:
    plot = "" if state.plot is None else state.plot.name
    what: What = "number" if piece.kind == "number" else "card"
    first = Term(piece.name, stat_of(state, piece, "n"), what, "n", piece.seat, piece.id)
    return [first, *(Term(plot, n, "bonus", "n", bonus=of) for of, n in plot_bonuses(state, piece, "n"))]


def used_up(state: State) -> tuple[int, ...]:
    return () if state.challenge is None else state.challenge.used


def nifty(state: State, house: House) -> Total:
    return total(nifty_terms(state, house))


def nifty_so_far(state: State, house: House) -> Total:
    """Without the Objects that were played in the running challenge (NIFTY-WIN-12)."""
    fresh = () if state.challenge is None else state.challenge.fresh
    return total(nifty_terms(state, house, fresh))
