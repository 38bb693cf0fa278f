"""The state of a table: who sits there, the round being played, the rounds scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.contract import Seat
from companion.games.nyet.cards import DEALS, Card, Deal
from companion.games.nyet.options import Options

NO_BOXES: tuple[str | None, ...] = (None,) * 5


@dataclass(frozen=True, slots=True)
class Token:
    seat: Seat
    line: int
    box: str


@dataclass(frozen=True, slots=True)
class Teams:
    """The two sides of a round. The Bonus card exists only where one of them is smaller."""

    wedge: tuple[Seat, ...]
    circle: tuple[Seat, ...]

    def side(self, seat: Seat) -> int:
        """0 for the wedge, 1 for the circle."""
        return 0 if seat in self.wedge else 1

    def members(self, side: int) -> tuple[Seat, ...]:
        return (self.wedge, self.circle)[side]

    def foes(self, seat: Seat) -> tuple[Seat, ...]:
        return self.members(1 - self.side(seat))

    @property
    def smaller(self) -> int | None:
        """The side with fewer members, if there is one."""
        if len(self.wedge) == len(self.circle):
            return None
        return 0 if len(self.wedge) < len(self.circle) else 1


@dataclass(frozen=True, slots=True)
class Play:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that was taken; `plays` as far as cards were entered."""

    leader: Seat
    winner: Seat
    loot: int
    plays: tuple[Play, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """Tricks and loot of a player or a side."""

    tricks: int = 0
    loot: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(self.tricks + other.tricks, self.loot + other.loot)

    def __sub__(self, other: Count) -> Count:
        return Count(self.tricks - other.tricks, self.loot - other.loot)

    @property
    def units(self) -> int:
        return self.tricks + self.loot


@dataclass(frozen=True, slots=True)
class Round:
    """What is known of the round being played."""

    tokens: tuple[Token, ...] = ()
    read: tuple[str | None, ...] = NO_BOXES
    teams: Teams | None = None
    owner: Seat | None = None
    done: tuple[Seat, ...] = ()
    ones_out: int = 0
    tricks: tuple[Trick, ...] = ()
    plays: tuple[Play, ...] = ()
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    laid: Mapping[Seat, int] = field(default_factory=dict)
    """How many cards of a noted hand were laid away, as secret as the hand."""

    @property
    def touched(self) -> bool:
        """Whether anything but a secret hand was entered."""
        return bool(self.tokens or self.teams or self.tricks or self.plays) or any(self.read)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card seen on the table in this round."""
        taken = tuple(play.card for trick in self.tricks for play in trick.plays)
        return (*taken, *(play.card for play in self.plays))

    def count(self, seat: Seat) -> Count:
        """What a player has won in the tricks recorded so far."""
        won = [trick.loot for trick in self.tricks if trick.winner == seat]
        return Count(len(won), sum(won))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts a round is scored from. `owner_count` is what the Bonus holder won of the side's count."""

    teams: Teams
    counts: tuple[Count, Count]
    value: int
    owner: Seat | None = None
    owner_count: Count | None = None
    doubled: bool = False


@dataclass(frozen=True, slots=True)
class Scored:
    """A round that is over."""

    number: int
    dealer: Seat
    outcome: Outcome
    sides: tuple[int, int]
    points: Mapping[Seat, int]
    boxes: tuple[str | None, ...]
    played: Round
    options: Options
    """As they were in that round."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A free correction, and after how many scored rounds it was made."""

    after: int
    seat: Seat
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    present: tuple[bool, ...]
    chosen: tuple[int | None, ...]
    dealer: Seat = 0
    round: Round = Round()
    scored: tuple[Scored, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody who plays, clockwise."""
        return tuple(seat for seat, here in enumerate(self.present) if here)

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def deal(self) -> Deal:
        return DEALS[self.players]
