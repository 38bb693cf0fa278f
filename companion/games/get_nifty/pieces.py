"""Physical cards: how an entry becomes a piece, and where pieces go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.core.contract import RuleViolation, Seat
from companion.core.text import Text
from companion.games.get_nifty.book import find, learn
from companion.games.get_nifty.cards import STAT_NAMES, Kind, check_name, key
from companion.games.get_nifty.events import Play
from companion.games.get_nifty.model import HAND, Piece, State, put
from companion.games.get_nifty.numbers import HIGHEST, Number

NUMBER = "Number"


def make(
    state: State,
    seat: Seat,
    name: str,
    kind: Kind,
    numbers: Mapping[str, Number | None],
    *,
    bare: bool = False,
) -> tuple[State, Piece]:
    """A piece from what was seen. `kind` is what it must be if nobody knows better; `bare`: no card."""
    given = {stat: number for stat, number in numbers.items() if number is not None}
    for stat, number in given.items():
        if isinstance(number, int) and abs(number) > HIGHEST:
            raise RuleViolation(
                "NIFTY-CHAR-02", Text("{stat} {n} is on no card.", stat=STAT_NAMES[stat], n=str(number)[:12])
            )
    at, state = state.serial, replace(state, serial=state.serial + 1)
    if bare:
        return state, Piece(at, NUMBER, "number", seat, tuple(given.items()))
    if not name.strip():
        return state, Piece(at, f"{kind.capitalize()} {at + 1}", kind, seat, tuple(given.items()))
    check_name(name)
    name = name.strip()
    state = learn(state, name, kind, given)
    card = find(state, name)
    assert card is not None
    own = tuple((stat, number) for stat, number in given.items() if card.stat(stat) != number)
    return state, Piece(at, card.name, card.kind or kind, seat, own)


def in_play(state: State) -> frozenset[str]:
    """Names of the cards that lie on the table just now, and so are in nobody's hand."""
    now = state.challenge
    fought = () if now is None else (*now.attack, *now.defence, *(gone.piece for gone in now.gone))
    objects = (piece for chair in state.chairs for piece in chair.objects)
    under = (piece for home in state.homes for piece in home.under)
    plot = () if state.plot is None else (state.plot,)
    return frozenset(piece.name for piece in (*fought, *objects, *under, *plot))


def make_all(
    state: State, seat: Seat, plays: Iterable[Play], kind: Kind, stat: str
) -> tuple[State, tuple[Piece, ...]]:
    """The pieces of one entry; a number without a name and a kind is a bare number."""
    found = []
    for play in plays:
        bare = not play.card.strip() and play.kind is None and play.value is not None
        known = find(state, play.card) if play.card.strip() else None
        is_kind = (known.kind if known else None) or play.kind or kind
        counts = "value" if is_kind == "boredom" else stat
        state, piece = make(state, seat, play.card, is_kind, {counts: play.value}, bare=bare)
        if bare:
            piece = replace(piece, own=((stat, play.value or 0),))
        found.append(piece)
    return state, tuple(found)


def is_bare(plays: Iterable[Play]) -> bool:
    return any(not play.card.strip() and play.kind is None for play in plays)


# -- hands


def draws(hand: int) -> int:
    """How many cards bring a hand to five (NIFTY-TURN-03)."""
    return max(HAND - hand, 0)


def with_hand(state: State, seat: Seat, hand: int | None) -> State:
    chair = replace(state.chairs[seat], hand=hand if hand is None or hand >= 0 else None)
    return replace(state, chairs=put(state.chairs, seat, chair))


def spend(state: State, seat: Seat, pieces: Iterable[Piece]) -> State:
    """The hand after cards left it; a bare number may have been any number of cards."""
    gone = tuple(pieces)
    hand = state.chairs[seat].hand
    if hand is None or any(piece.kind == "number" for piece in gone):
        return with_hand(state, seat, None)
    return with_hand(state, seat, hand - len(gone))


def take_back(state: State, seat: Seat, count: int = 1) -> State:
    hand = state.chairs[seat].hand
    return with_hand(state, seat, None if hand is None else hand + count)


# -- places


def to_pile(state: State, pieces: Iterable[Piece]) -> State:
    gone = tuple(pieces)
    unnamed = any(piece.kind == "number" for piece in gone)
    return replace(state, pile=(*state.pile, *gone), pile_open=state.pile_open or unnamed)


def lay(state: State, piece: Piece) -> State:
    """An Object in front of its owner."""
    chair = state.chairs[piece.seat]
    return replace(
        state, chairs=put(state.chairs, piece.seat, replace(chair, objects=(*chair.objects, piece)))
    )


def pick_up(state: State, pieces: Iterable[Piece]) -> State:
    """These Objects no longer lie in front of anybody."""
    ids = {piece.id for piece in pieces}
    return replace(
        state,
        chairs=tuple(
            replace(chair, objects=tuple(piece for piece in chair.objects if piece.id not in ids))
            for chair in state.chairs
        ),
    )


def named(pieces: Iterable[Piece], state: State, name: str) -> Piece | None:
    """The last of these pieces that goes by a name."""
    card = find(state, name)
    wanted = key(card.name) if card else key(name)
    return next((piece for piece in reversed(tuple(pieces)) if key(piece.name) == wanted), None)
