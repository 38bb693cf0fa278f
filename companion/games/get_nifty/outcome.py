"""What a finished challenge does: cards leave, State cards turn, helpers gain, in this order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from companion.core.contract import RuleViolation, Seat
from companion.core.text import Text
from companion.games.get_nifty.book import card_of, stat_of
from companion.games.get_nifty.cancels import SIDES
from companion.games.get_nifty.events import Side, Slot
from companion.games.get_nifty.model import Challenge, Change, House, Outcome, Piece, Sort, State
from companion.games.get_nifty.numbers import Total
from companion.games.get_nifty.pieces import pick_up, take_back, to_pile
from companion.games.get_nifty.seating import house_name, with_home
from companion.games.get_nifty.totals import losing, side_total, stat_for


def resolve(
    state: State, now: Challenge, won: Side, waived: tuple[Seat, ...], lifted: frozenset[str] = frozenset()
) -> State:
    """Discards first, then the State cards; whether somebody wins the game is looked at after that."""
    sums = told_sums(state, now, won)
    check_waivers(state, now, won, waived, lifted)
    state, discarded, returned = clear(state, now, won)
    waiving = frozenset(state.house(seat) for seat in waived if 0 <= seat < len(state.chairs))
    changes = tuple(state_changes(state, now, won, waiving))
    replaced = sum(change.why == "took" and change.before == "fluxed" for change in changes)
    for change in changes:
        state = with_slot(state, change.house, change.sort, change.after)
    ended = Outcome(
        now.kind,
        now.attacker,
        now.defender,
        won == "defence",
        *sums,
        changes,
        discarded,
        returned,
        replaced,
        tuple(lost.piece for lost in now.gone),
        state.turns,
    )
    return replace(state, challenge=None, last=ended, cards_out=state.cards_out + replaced)


def told_sums(state: State, now: Challenge, won: Side) -> tuple[Total | None, Total | None]:
    """Both totals where they decided it: not if nobody played a card, or a ruling went against them."""
    attack, defence = side_total(state, now, "attack"), side_total(state, now, "defence")
    played = now.attack or now.defence or now.gone
    return (attack, defence) if played and losing(attack, defence) not in (None, won) else (None, None)


def with_slot(state: State, house: House, sort: Sort, slot: Slot) -> State:
    home = state.homes[house]
    return with_home(state, house, replace(home, safe=slot) if sort == "SAFE" else replace(home, weird=slot))


# -- cards that leave


def clear(state: State, now: Challenge, won: Side) -> tuple[State, tuple[Piece, ...], tuple[Piece, ...]]:
    """Characters and Boredom cards are discarded, or return if their text says so; used Objects go too."""
    returned = tuple(
        piece
        for side in SIDES
        if side != won
        for piece in now.pieces(side)
        if piece.kind != "number" and card_of(state, piece).returns
    )
    cards = tuple(piece for piece in (*now.attack, *now.defence) if piece not in returned)
    objects = used_objects(state, now)
    state = to_pile(pick_up(state, objects), (*cards, *objects))
    for piece in returned:
        state = take_back(state, piece.seat)
    return state, (*cards, *objects), returned


def used_objects(state: State, now: Challenge) -> tuple[Piece, ...]:
    """Single-Use Objects that are used up: by their Special, or because they came from the hand just now."""
    return tuple(
        piece
        for chair in state.chairs
        for piece in chair.objects
        if piece.id in now.used
        or (card_of(state, piece).single_use and (piece.id in now.fresh or counted(state, now, piece)))
    )


def counted(state: State, now: Challenge, piece: Piece) -> bool:
    """Whether the table uses Objects up by counting their numbers, and these were counted."""
    if state.options.single_use != "stats":
        return False
    stats = [stat_for(now.kind, side) for side in now.sides(piece.seat)]
    return any(stat != "value" and stat_of(state, piece, stat) != 0 for stat in stats)


# -- State cards


def gained(state: State, slot: Slot) -> Slot:
    """A State card after a successful defence."""
    if slot == "up":
        return "marked"
    if slot == "fluxed":
        return "marked" if state.options.flux == "mark" else "up"
    return slot


def state_changes(state: State, now: Challenge, won: Side, waiving: frozenset[House]) -> Iterator[Change]:
    if won == "defence":
        yield from gains(state, now, "defence", waiving)
        return
    yield from losses(state, now, waiving)


def gains(state: State, now: Challenge, side: Side, waiving: frozenset[House]) -> Iterator[Change]:
    """Markers for a won side: in defence its principal, and helpers with a card of their own."""
    houses = dict.fromkeys(state.house(seat) for seat in now.seats(side))
    first = state.house(now.principal(side))
    for house in houses:
        slot = state.homes[house].slot(now.sort)
        after = gained(state, slot)
        if after == slot or (house != first and house in waiving) or (side == "attack" and house == first):
            continue
        why: Literal["defended", "helped"] = "defended" if house == first else "helped"
        yield Change(house, now.sort, slot, after, why)


def losses(state: State, now: Challenge, waiving: frozenset[House]) -> Iterator[Change]:
    """A marker is lost; an unmarked card is taken by who needs it, or Fluxed if nobody does."""
    loser = state.house(now.defender)
    slot = state.homes[loser].slot(now.sort)
    own = loser == state.house(now.attacker)
    thief = None
    if not (own and state.options.own_loss == "harmless"):
        if slot == "marked":
            yield Change(loser, now.sort, slot, "up", "lost")
        elif slot != "none":
            thief = taker(state, now, waiving)
            yield from theft(state, now, thief)
    if state.options.helper_marks == "both":
        blessed = gains(state, now, "attack", waiving)
        yield from (change for change in blessed if change.house not in (thief, loser))


def theft(state: State, now: Challenge, thief: House | None) -> Iterator[Change]:
    loser = state.house(now.defender)
    slot = state.homes[loser].slot(now.sort)
    if thief is not None:
        yield Change(loser, now.sort, slot, "none", "stolen")
        yield Change(thief, now.sort, state.homes[thief].slot(now.sort), "up", "took")
    elif slot == "up":
        yield Change(loser, now.sort, slot, "fluxed", "lost")


def taker(state: State, now: Challenge, waiving: frozenset[House]) -> House | None:
    """Who gets a State card that is lost: the challenger if it is needed there, else helpers in order."""
    loser = state.house(now.defender)
    helpers = tuple(dict.fromkeys(state.house(seat) for seat in now.attack_helpers))
    first = state.house(now.attacker)
    helpers = tuple(house for house in helpers if house not in (first, loser))
    allowed = {"helpers": helpers, "first": helpers[:1], "flux": ()}[state.options.spare_card]
    candidates = (first, *allowed) if first != loser else allowed
    return next((house for house in candidates if needs_card(state, now, house, waiving)), None)


def needs_card(state: State, now: Challenge, house: House, waiving: frozenset[House]) -> bool:
    slot = state.homes[house].slot(now.sort)
    if slot == "none":
        return house not in waiving or house == state.house(now.attacker)
    return slot == "fluxed" and state.options.fluxed_thief == "needs" and house not in waiving


def check_waivers(
    state: State, now: Challenge, won: Side, waived: tuple[Seat, ...], lifted: frozenset[str]
) -> None:
    """A challenger without a card of that sort takes it; only a Fluxed one may be kept instead."""
    if won != "attack" or now.attacker not in waived or "NIFTY-DANGER-12" in lifted:
        return
    thief, loser = state.house(now.attacker), state.house(now.defender)
    free = state.homes[thief].slot(now.sort) == "none" and thief != loser
    if free and state.homes[loser].slot(now.sort) in ("up", "fluxed"):
        raise RuleViolation(
            "NIFTY-DANGER-12",
            Text(
                "{who} has no {card} and takes the one that was lost.",
                who=house_name(state, thief),
                card=now.sort,
            ),
            liftable=True,
        )
