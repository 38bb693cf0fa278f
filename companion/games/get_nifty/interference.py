"""Help in a challenge: asked for, declined, refused, given. Who helps first counts first."""

from __future__ import annotations

from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.get_nifty.cancels import settle_cancels
from companion.games.get_nifty.challenge import flip, running, side_for
from companion.games.get_nifty.events import Side
from companion.games.get_nifty.model import Challenge, State
from companion.games.get_nifty.seating import check_seated, partner
from companion.games.get_nifty.totals import behind


def check_may_be_helped(state: State, now: Challenge, side: Side, lifted: frozenset[str]) -> None:
    losing = behind(state, now)
    if losing in (None, side) or "NIFTY-INTER-01" in lifted:
        return
    raise RuleViolation(
        "NIFTY-INTER-01",
        Text(
            "{who} is in front: only the side that is behind may ask for help.", who=Name(now.principal(side))
        ),
        liftable=True,
    )


def ask(state: State, seat: Seat, of: Seat | None, lifted: frozenset[str]) -> State:
    check_seated(state, seat)
    now = running(state)
    side = side_for(state, now, seat, None)
    check_may_be_helped(state, now, side, lifted)
    if of is not None:
        check_seated(state, of)
        check_outside(now, of)
    asked = (*(pair for pair in now.asked if pair != (side, of)), (side, of))
    declined = tuple(other for other in now.declined if other != of)
    return replace(state, challenge=replace(now, asked=asked, declined=declined))


def check_outside(now: Challenge, seat: Seat) -> None:
    if now.sides(seat):
        raise RuleViolation(
            "NIFTY-INTER-07", Text("{who} is part of this challenge already.", who=Name(seat))
        )


def decline(state: State, seat: Seat) -> State:
    """No penalty, and no way to be forced (NIFTY-INTER-11)."""
    check_seated(state, seat)
    now = running(state)
    check_outside(now, seat)
    asked = tuple(pair for pair in now.asked if pair[1] != seat)
    declined = (*(other for other in now.declined if other != seat), seat)
    offered = tuple(other for other in now.offered if other != seat)
    return replace(state, challenge=replace(now, asked=asked, declined=declined, offered=offered))


def offer(state: State, seat: Seat, lifted: frozenset[str]) -> State:
    """Would help: whoever asked may still turn it down (NIFTY-INTER-02)."""
    check_seated(state, seat)
    now = running(state)
    check_outside(now, seat)
    if not any(of in (seat, None) for _, of in now.asked) and "NIFTY-INTER-02" not in lifted:
        raise RuleViolation(
            "NIFTY-INTER-02", Text("Nobody has asked {who} for help.", who=Name(seat)), liftable=True
        )
    offered = (*(other for other in now.offered if other != seat), seat)
    declined = tuple(other for other in now.declined if other != seat)
    return replace(state, challenge=replace(now, offered=offered, declined=declined))


def refuse(state: State, seat: Seat, helper: Seat) -> State:
    check_seated(state, seat)
    check_seated(state, helper)
    now = running(state)
    side = side_for(state, now, seat, None)
    check_outside(now, helper)
    refused = (*(pair for pair in now.refused if pair != (side, helper)), (side, helper))
    offered = tuple(other for other in now.offered if other != helper)
    return replace(state, challenge=replace(now, refused=refused, offered=offered))


def join_side(state: State, seat: Seat, side: Side, lifted: frozenset[str]) -> State:
    """A helper comes in, with a team also the partner; their Objects count, and cancel, at once."""
    check_seated(state, seat)
    now = running(state)
    check_outside(now, seat)
    if (side, seat) in now.refused and "NIFTY-INTER-02" not in lifted:
        raise RuleViolation(
            "NIFTY-INTER-02",
            Text("{asker} does not want the help of {who}.", asker=Name(now.principal(side)), who=Name(seat)),
            [Offer(Text("Ask somebody else"), {"do": "ask", "seat": str(now.principal(side))})],
            liftable=True,
        )
    check_may_be_helped(state, now, side, lifted)
    other = partner(state, seat)
    new = (seat,) if other is None or now.sides(other) else (seat, other)
    return flip(settle_cancels(replace(state, challenge=with_helpers(now, side, new))))


def with_helpers(now: Challenge, side: Side, new: tuple[Seat, ...]) -> Challenge:
    if side == "attack":
        return replace(now, attack_helpers=(*now.attack_helpers, *new))
    return replace(now, defence_helpers=(*now.defence_helpers, *new))


def outsiders(state: State, now: Challenge) -> tuple[Seat, ...]:
    """Who could be asked: everybody on neither side."""
    return tuple(seat for seat in state.seats if not now.sides(seat))
