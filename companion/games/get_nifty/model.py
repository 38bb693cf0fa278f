"""The state of a table: what lies in front of whom, the Plot, the open challenge, who has won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypeVar

from companion.core.contract import Seat
from companion.games.get_nifty.cards import Card, Kind
from companion.games.get_nifty.events import ChallengeKind, Side, Slot
from companion.games.get_nifty.numbers import Number, Total
from companion.games.get_nifty.options import Options
from companion.games.get_nifty.printed import BOOK

T = TypeVar("T")
House: TypeAlias = int
"""Who has State cards of their own: a player, or a team of two."""
Sort: TypeAlias = Literal["SAFE", "WEIRD"]
HAND = 5


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical card that was seen (or a bare number). `own` are numbers typed in for this one only."""

    id: int
    name: str
    kind: Kind | Literal["number"]
    seat: Seat
    own: tuple[tuple[str, Number], ...] = ()


@dataclass(frozen=True, slots=True)
class Chair:
    """What belongs to one player. `hand` is None when it cannot be known."""

    present: bool = True
    objects: tuple[Piece, ...] = ()
    hand: int | None = HAND


@dataclass(frozen=True, slots=True)
class Home:
    """What belongs to a player, or to both partners of a team."""

    safe: Slot = "none"
    weird: Slot = "none"
    token: bool = False
    under: tuple[Piece, ...] = ()
    adjusted: int = 0

    def slot(self, sort: Sort) -> Slot:
        return self.safe if sort == "SAFE" else self.weird

    @property
    def settled(self) -> bool:
        """Both Safe and Weird."""
        return self.safe == self.weird == "marked"


@dataclass(frozen=True, slots=True)
class Gone:
    """A card that was cancelled in this challenge, by what, and what it had counted on its side or sides."""

    piece: Piece
    sides: tuple[Side, ...]
    by: str
    was: tuple[Number | None, ...]


@dataclass(frozen=True, slots=True)
class Challenge:
    kind: ChallengeKind
    attacker: Seat
    defender: Seat
    attack: tuple[Piece, ...] = ()
    defence: tuple[Piece, ...] = ()
    attack_helpers: tuple[Seat, ...] = ()
    defence_helpers: tuple[Seat, ...] = ()
    gone: tuple[Gone, ...] = ()
    used: tuple[int, ...] = ()
    """Single-Use Objects whose Special was declared: they count no more and go at the end."""
    fresh: tuple[int, ...] = ()
    """Objects played from the hand into this challenge."""
    asked: tuple[tuple[Side, Seat | None], ...] = ()
    offered: tuple[Seat, ...] = ()
    declined: tuple[Seat, ...] = ()
    refused: tuple[tuple[Side, Seat], ...] = ()
    given_up: Side | None = None

    @property
    def sort(self) -> Sort:
        return "SAFE" if self.kind == "danger" else "WEIRD"

    @property
    def alone(self) -> bool:
        """Against oneself."""
        return self.attacker == self.defender

    def pieces(self, side: Side) -> tuple[Piece, ...]:
        return self.attack if side == "attack" else self.defence

    def principal(self, side: Side) -> Seat:
        return self.attacker if side == "attack" else self.defender

    def helpers(self, side: Side) -> tuple[Seat, ...]:
        return self.attack_helpers if side == "attack" else self.defence_helpers

    def seats(self, side: Side) -> tuple[Seat, ...]:
        return (self.principal(side), *self.helpers(side))

    def sides(self, seat: Seat) -> tuple[Side, ...]:
        both: tuple[Side, ...] = ("attack", "defence")
        return tuple(side for side in both if seat in self.seats(side))


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one State card."""

    house: House
    sort: Sort
    before: Slot
    after: Slot
    why: Literal["defended", "helped", "lost", "stolen", "took"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a challenge ended and what that did."""

    kind: ChallengeKind
    attacker: Seat
    defender: Seat
    defended: bool
    attack: Total | None
    defence: Total | None
    changes: tuple[Change, ...]
    discarded: tuple[Piece, ...]
    returned: tuple[Piece, ...]
    replaced: int = 0
    """Fluxed cards that made room for a stolen one and were discarded."""
    cancelled: tuple[Piece, ...] = ()
    turns: int = 0
    """In which turn of the game that was."""


@dataclass(frozen=True, slots=True)
class Victory:
    """Who won, with how much, and who else was there at the same moment."""

    houses: tuple[House, ...]
    totals: tuple[Total, ...]
    target: int
    others: tuple[House, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    teams: bool
    chairs: tuple[Chair, ...]
    homes: tuple[Home, ...]
    turn: Seat
    dealer: Seat = 0
    turns: int = 1
    drew: int | None = 0
    """How many cards the player on turn drew at its beginning."""
    book: Mapping[str, Card] = field(default_factory=lambda: dict(BOOK), compare=False)
    """What is known of cards. No part of how the game stands: undo passes over descriptions."""
    plot: Piece | None = None
    pile: tuple[Piece, ...] = ()
    pile_open: bool = False
    """Whether cards nobody named may lie in the discard pile."""
    challenge: Challenge | None = None
    last: Outcome | None = None
    over: Victory | None = None
    recent: tuple[str, ...] = ()
    chart: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Everybody's Niftyness, as far as known, when a turn ended."""
    serial: int = 0
    cards_out: int = 0
    """Fluxed State cards that were replaced and discarded, and those of players who left."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody who plays, clockwise."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.present)

    def house(self, seat: Seat) -> House:
        return seat % len(self.homes)

    def members(self, house: House) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.house(seat) == house)
