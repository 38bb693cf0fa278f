"""What lies in front of everybody: State cards, Objects, token, Niftyness with its sum opened out."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import Seat
from companion.core.text import Text
from companion.games.get_nifty.cardview import NeedView, PieceView, TermView, need_view, piece_view, term_view
from companion.games.get_nifty.events import Side, Slot
from companion.games.get_nifty.model import House, Sort, State
from companion.games.get_nifty.pieces import draws
from companion.games.get_nifty.seating import partner
from companion.games.get_nifty.totals import needs, nifty, nifty_terms
from companion.games.get_nifty.winning import has_reached, target
from companion.games.get_nifty.words import SLOT_NAMES


@dataclass(frozen=True, slots=True)
class SlotView:
    sort: Sort
    slot: Slot
    label: Text


@dataclass(frozen=True, slots=True)
class StepView:
    """One step on the way: SAFE, WEIRD, token, points."""

    label: Text
    done: bool


@dataclass(frozen=True, slots=True)
class NiftyView:
    """`number` is None while it is not known or without end; `to_go` likewise."""

    text: str
    number: int | None
    infinite: bool
    terms: tuple[TermView, ...]
    target: int
    to_go: int | None
    needs: tuple[NeedView, ...]


@dataclass(frozen=True, slots=True)
class HomeView:
    """A player, or a team of two with shared State cards and token. `keeper` has them in front."""

    house: House
    seats: tuple[Seat, ...]
    keeper: Seat
    safe: SlotView
    weird: SlotView
    token: bool
    under: tuple[PieceView, ...]
    nifty: NiftyView
    steps: tuple[StepView, ...]
    winner: bool


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player. `hand` and `draws` are None when nobody can know."""

    seat: Seat
    house: House
    present: bool
    on_turn: bool
    dealer: bool
    partner: Seat | None
    objects: tuple[PieceView, ...]
    hand: int | None
    draws: int | None
    side: Side | None


def nifty_view(state: State, house: House) -> NiftyView:
    terms = nifty_terms(state, house)
    total, limit = nifty(state, house), target(state)
    number = total.number if isinstance(total.number, int) else None
    to_go = 0 if total.infinite else None if number is None else max(limit - number, 0)
    open_needs = () if total.known else needs(terms)
    return NiftyView(
        total.text,
        number,
        total.infinite,
        tuple(term_view(term) for term in terms),
        limit,
        to_go,
        tuple(need_view(need) for need in open_needs),
    )


# -- people


def slot_view(sort: Sort, slot: Slot) -> SlotView:
    return SlotView(sort, slot, SLOT_NAMES[slot])


def missing_of(sort: Sort, slot: Slot) -> Text:
    """What has to come yet: the card, or the marker on it."""
    return Text("{card}", card=sort) if slot == "none" else Text("the marker on {card}", card=sort)


def steps(state: State, house: House) -> tuple[StepView, ...]:
    """The way to win, in this order (NIFTY-OBJ-01)."""
    home = state.homes[house]
    return (
        StepView(missing_of("SAFE", home.safe), home.safe == "marked"),
        StepView(missing_of("WEIRD", home.weird), home.weird == "marked"),
        StepView(Text("NIFTY token"), home.token),
        StepView(Text("{n} points", n=target(state)), has_reached(state, house)),
    )


def home_view(state: State, house: House) -> HomeView:
    home = state.homes[house]
    seats = tuple(seat for seat in range(len(state.chairs)) if state.house(seat) == house)
    keeper = next(iter(state.members(house)), seats[0])
    return HomeView(
        house,
        seats,
        keeper,
        slot_view("SAFE", home.safe),
        slot_view("WEIRD", home.weird),
        home.token,
        tuple(piece_view(state, piece) for piece in home.under),
        nifty_view(state, house),
        steps(state, house),
        state.over is not None and house in state.over.houses,
    )


def player_view(state: State, seat: Seat) -> PlayerView:
    chair, house = state.chairs[seat], state.house(seat)
    sides = () if state.challenge is None else state.challenge.sides(seat)
    return PlayerView(
        seat,
        house,
        chair.present,
        seat == state.turn,
        seat == state.dealer,
        partner(state, seat),
        tuple(piece_view(state, piece) for piece in chair.objects),
        chair.hand,
        None if chair.hand is None else draws(chair.hand),
        sides[-1] if sides else None,
    )
