"""Events that belong to every game. Events of a game are frozen dataclasses like these.

An event that is about one seat has a field `seat`. Class attributes say how it is treated:
`ordered` (refused when somebody else entered something since the phone last looked) and
`secret` (only its own seat may read it).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from companion.core.text import Name, Text


@dataclass(frozen=True, slots=True)
class SetUp:
    """What the table starts from. It stands before entry 1 and can be amended as number 0."""

    players: tuple[str, ...]
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Undone:
    """Takes the named entry back, as if it had never been entered."""

    seq: int


@dataclass(frozen=True, slots=True)
class Redone:
    """Puts an entry back that was undone."""

    seq: int


@dataclass(frozen=True, slots=True)
class Amended:
    """Changes an older entry; `drops` are the later entries the person agreed to lose."""

    seq: int
    event: Any
    drops: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StruckOut:
    """Removes an older entry; `drops` as in `Amended`."""

    seq: int
    drops: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RulingMade:
    """The table decides that the named rules do not hold for this one entry."""

    rules: tuple[str, ...]
    event: Any
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Withheld:
    """Stands in an export for a secret entry of a game that is still running."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A new player sits down at the next free seat."""

    name: str


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    seat: int


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A free correction of a score, with a reason. Also how a game is taken up in the middle."""

    seat: int
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class OptionChanged:
    """An option has another value from here on."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class CardDescribed:
    """What a card says, as facts of this table. A later description never changes what was decided.

    It is quiet: undo passes over it, since knowing a card is no play.
    """

    quiet: ClassVar[bool] = True
    name: str
    facts: Mapping[str, Any]


Correction: TypeAlias = Undone | Redone | Amended | StruckOut
"""Events that say what to make of other entries."""

TableChange: TypeAlias = PlayerJoined | PlayerLeft | Adjusted | OptionChanged | CardDescribed
"""Core events that every game's `apply` answers to."""

CORE_EVENTS: tuple[type, ...] = (
    SetUp,
    Undone,
    Redone,
    Amended,
    StruckOut,
    RulingMade,
    Withheld,
    PlayerRenamed,
    PlayerJoined,
    PlayerLeft,
    Adjusted,
    OptionChanged,
    CardDescribed,
)


def is_secret(event: object) -> bool:
    """Whether only the event's own seat may read it; a ruling is as secret as what it holds."""
    if isinstance(event, Amended | RulingMade):
        return is_secret(event.event)
    return bool(getattr(event, "secret", False))


def is_ordered(event: object) -> bool:
    """Whether the event rests on the table being just as the phone showed it."""
    if isinstance(event, RulingMade):
        return is_ordered(event.event)
    return bool(getattr(event, "ordered", False))


def is_quiet(event: object) -> bool:
    """Whether undo passes over the event; it can still be changed or struck out."""
    return bool(getattr(event, "quiet", False))


def seat_of(event: object) -> int | None:
    """Whom the event is about."""
    if isinstance(event, Amended | RulingMade):
        return seat_of(event.event)
    seat = getattr(event, "seat", None)
    return seat if isinstance(seat, int) else None


def may_read(event: object, viewer: int | None) -> bool:
    return not is_secret(event) or (viewer is not None and viewer == seat_of(event))


def tell_core(event: object) -> Text | None:
    """One line of the log for a core event that stands by itself, else None."""
    match event:
        case PlayerRenamed(seat, name):
            return Text("{who} is now called {name}", who=Name(seat), name=name)
        case PlayerJoined(name):
            return Text("{name} joined", name=name)
        case PlayerLeft(seat):
            return Text("{who} left", who=Name(seat))
        case Adjusted(seat, amount, reason):
            sign = f"+{amount}" if amount >= 0 else f"\N{MINUS SIGN}{-amount}"
            line = Text("{who} {sign}: {reason}", who=Name(seat), sign=sign, reason=reason)
            return line if reason else Text("{who} {sign}", who=Name(seat), sign=sign)
        case CardDescribed(name, _):
            return Text("Card described: {name}", name=name)
        case SetUp():
            return Text("The set-up")
        case Withheld():
            return Text("A secret entry")
        case _:
            return None
