"""Specials that the owner declares. Never forced; a Single-Use Object is used up by it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.contract import RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.get_nifty.book import card_of
from companion.games.get_nifty.cancels import declared_hits, strike
from companion.games.get_nifty.challenge import flip, running, side_for
from companion.games.get_nifty.events import Side
from companion.games.get_nifty.model import Challenge, Piece, State
from companion.games.get_nifty.numbers import Total
from companion.games.get_nifty.pieces import named
from companion.games.get_nifty.seating import check_seated
from companion.games.get_nifty.totals import side_total


def use_special(state: State, seat: Seat, name: str, side: Side | None, lifted: frozenset[str]) -> State:
    check_seated(state, seat)
    now = running(state)
    on = side_for(state, now, seat, side, lifted)
    return declare(state, now, find_special(state, now, seat, name, lifted), on)


def find_special(state: State, now: Challenge, seat: Seat, name: str, lifted: frozenset[str]) -> Piece:
    objects = state.chairs[seat].objects
    fresh = tuple(piece for piece in objects if piece.id not in now.used)
    played = tuple(piece for piece in (*now.attack, *now.defence) if piece.seat == seat)
    piece = named((*played, *fresh), state, name)
    if piece is not None:
        return piece
    used = named(objects, state, name)
    if used is not None and "NIFTY-SINGLE-01" not in lifted:
        raise RuleViolation(
            "NIFTY-SINGLE-01", Text("{card} was used already and is used up.", card=used.name), liftable=True
        )
    if used is not None:
        return used
    raise RuleViolation(
        "NIFTY-CANCEL-07",
        Text("{who} has no {card} in play to use.", who=Name(seat), card=name[:40] or Text("such card")),
    )


def declare(state: State, now: Challenge, piece: Piece, side: Side) -> State:
    """What it cancels goes at once; its own numbers stop counting if it is used up by that."""
    after = strike(state, now, declared_hits(state, now, piece, side))
    left = after.challenge or now
    if card_of(state, piece).single_use and piece.kind == "object":
        left = replace(left, used=(*left.used, piece.id))
    return flip(replace(after, challenge=left))


@dataclass(frozen=True, slots=True)
class Forecast:
    """Both totals as they would be if this Special were used now."""

    seat: Seat
    side: Side
    card: str
    attack: Total
    defence: Total
    cancels: tuple[str, ...]


def forecasts(state: State, now: Challenge) -> tuple[Forecast, ...]:
    """Every Special that may be declared now, with "if used" beside what counts now."""
    sides: tuple[Side, ...] = ("attack", "defence")
    return tuple(
        forecast(state, now, piece, side)
        for side in sides
        for seat in now.seats(side)
        for piece in state.chairs[seat].objects
        if piece.id not in now.used and may_be_declared(state, piece)
    )


def may_be_declared(state: State, piece: Piece) -> bool:
    card = card_of(state, piece)
    return card.single_use and bool(card.special or card.cancels)


def forecast(state: State, now: Challenge, piece: Piece, side: Side) -> Forecast:
    after = declare(state, now, piece, side)
    then = after.challenge or now
    lost = [gone.piece.name for gone in then.gone[len(now.gone) :]]
    return Forecast(
        piece.seat,
        side,
        piece.name,
        side_total(after, then, "attack"),
        side_total(after, then, "defence"),
        tuple(lost),
    )
