"""What can be seen happening at the table. The log holds these, and never a sum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from companion.core.events import TableChange


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """Who deals the first round; a draw was made while the entry was read."""

    ordered: ClassVar[bool] = True
    seat: int


@dataclass(frozen=True, slots=True)
class CharacterChosen:
    """A player takes a character, 1 to 5; 0 gives it back."""

    seat: int
    character: int


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """A token covers a box of a line, 1 to 5."""

    ordered: ClassVar[bool] = True
    seat: int
    line: int
    box: str


@dataclass(frozen=True, slots=True)
class LineRead:
    """The box left bare on one line, without the order of the tokens."""

    line: int
    box: str


@dataclass(frozen=True, slots=True)
class BoardRead:
    """The bare boxes of all five lines at once."""

    boxes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamsFormed:
    """The first player says who is with whom. `seat` is who decided."""

    seat: int
    wedge: tuple[int, ...]
    circle: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BonusGiven:
    """The first player (`seat`) hands the Bonus card to somebody."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A player threw cards away; `ones` of them are known to be 1s."""

    seat: int
    count: int
    ones: int = 0


@dataclass(frozen=True, slots=True)
class Passed:
    """A player handed one card to a neighbour."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class DiscardsFinished:
    """Everybody has discarded or passed as line 2 says."""


@dataclass(frozen=True, slots=True)
class HandNoted:
    """The cards a player holds now, for their own eyes."""

    secret: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsLaidAway:
    """The cards a player discarded or passed, for their own eyes."""

    secret: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card on the table, such as `red 7`."""

    ordered: ClassVar[bool] = True
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A whole trick at once: who took it and how many loot cards lay in it."""

    ordered: ClassVar[bool] = True
    seat: int
    loot: int = 0


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A whole round at once. What is left out is known already or follows from the rest."""

    ordered: ClassVar[bool] = True
    wedge: tuple[int, ...] = ()
    circle: tuple[int, ...] = ()
    value: int | None = None
    discard: str = ""
    wedge_tricks: int | None = None
    circle_tricks: int | None = None
    wedge_loot: int = 0
    circle_loot: int = 0
    owner: int | None = None
    doubled: bool | None = None
    owner_tricks: int | None = None
    owner_loot: int | None = None


@dataclass(frozen=True, slots=True)
class RoundScored:
    """The recorded tricks are counted; `doubled` is the Bonus holder's decision."""

    ordered: ClassVar[bool] = True
    doubled: bool | None = None


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round does not count; the same dealer deals again."""

    ordered: ClassVar[bool] = True
    reason: str = ""


Event: TypeAlias = (
    DealerChosen
    | CharacterChosen
    | TokenPlaced
    | LineRead
    | BoardRead
    | TeamsFormed
    | BonusGiven
    | Discarded
    | Passed
    | DiscardsFinished
    | HandNoted
    | CardsLaidAway
    | CardPlayed
    | TrickWon
    | ResultEntered
    | RoundScored
    | RoundVoided
    | TableChange
)

EVENTS: tuple[type, ...] = (
    DealerChosen,
    CharacterChosen,
    TokenPlaced,
    LineRead,
    BoardRead,
    TeamsFormed,
    BonusGiven,
    Discarded,
    Passed,
    DiscardsFinished,
    HandNoted,
    CardsLaidAway,
    CardPlayed,
    TrickWon,
    ResultEntered,
    RoundScored,
    RoundVoided,
)
