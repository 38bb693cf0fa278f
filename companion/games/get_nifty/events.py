"""What can be seen happening at the table. The log holds these, and never a sum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

from companion.core.events import TableChange
from companion.games.get_nifty.cards import Kind
from companion.games.get_nifty.numbers import Number

Side: TypeAlias = Literal["attack", "defence"]
ChallengeKind: TypeAlias = Literal["danger", "boredom"]
Slot: TypeAlias = Literal["none", "up", "marked", "fluxed"]


@dataclass(frozen=True, slots=True)
class Play:
    """One card as it was seen: its name, or only the number that counts here, or both."""

    card: str = ""
    value: Number | None = None
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """Who dealt; the player on the left begins."""

    ordered: ClassVar[bool] = True
    seat: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this player's turn now; the one before has drawn up to five."""

    ordered: ClassVar[bool] = True
    seat: int


@dataclass(frozen=True, slots=True)
class StatePlayed:
    """SAFE or WEIRD, laid in front of oneself."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card laid in front of oneself: an Object. Numbers are those of a card nobody named or described."""

    seat: int
    card: str = ""
    d: Number | None = None
    s: Number | None = None
    w: Number | None = None
    n: Number | None = None


@dataclass(frozen=True, slots=True)
class PlotPlayed:
    """A Plot in the middle, in place of the old one."""

    ordered: ClassVar[bool] = True
    seat: int
    card: str = ""
    d: Number | None = None
    s: Number | None = None
    w: Number | None = None
    n: Number | None = None


@dataclass(frozen=True, slots=True)
class TokenBought:
    """A NIFTY token; `cards` are the price from the hand, empty if nobody wrote it down."""

    seat: int
    cards: tuple[Play, ...] = ()


@dataclass(frozen=True, slots=True)
class NiftyPlayed:
    """Characters laid under the own token."""

    seat: int
    cards: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    """Cards thrown away from the hand, named or only counted."""

    seat: int
    count: int = 0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiscardOptionUsed:
    """A Character thrown away to take a card from the discard pile."""

    seat: int
    card: str
    taken: str


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards became the new draw pile."""


@dataclass(frozen=True, slots=True)
class Challenged:
    """`seat` challenges `target`, who may be the same, and plays the first cards."""

    ordered: ClassVar[bool] = True
    seat: int
    kind: ChallengeKind
    target: int
    cards: tuple[Play, ...] = ()


@dataclass(frozen=True, slots=True)
class CardsAdded:
    """More cards in a challenge, all in one play. A side is named only where the player has both."""

    ordered: ClassVar[bool] = True
    seat: int
    cards: tuple[Play, ...]
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class SpecialUsed:
    """The owner declares that a card's Special is used now."""

    ordered: ClassVar[bool] = True
    seat: int
    card: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class HelpAsked:
    """A player who is behind asks for help: one other player, or anybody."""

    ordered: ClassVar[bool] = True
    seat: int
    of: int | None = None


@dataclass(frozen=True, slots=True)
class HelpDeclined:
    """A player who was asked would rather not."""

    seat: int


@dataclass(frozen=True, slots=True)
class HelpOffered:
    """A player who was asked would help; whoever asked has not said yes yet."""

    seat: int


@dataclass(frozen=True, slots=True)
class HelpRefused:
    """The asking player does not want this helper."""

    seat: int
    helper: int


@dataclass(frozen=True, slots=True)
class HelperJoined:
    """A player joins a side: was asked, agreed, and was accepted."""

    ordered: ClassVar[bool] = True
    seat: int
    side: Side


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The losing side adds no more. `final`: the last call for Plots was made too, and nobody wanted."""

    ordered: ClassVar[bool] = True
    seat: int
    final: bool = False
    waived: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChallengeEnded:
    """Nobody wants anything at the last call. `waived`: who leaves a gain that is theirs to leave."""

    ordered: ClassVar[bool] = True
    waived: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChallengeDecided:
    """The table says itself who won the running challenge."""

    ordered: ClassVar[bool] = True
    won: Side
    waived: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChallengeEntered:
    """A whole challenge at once: cards or numbers of both sides, or no more than who won."""

    ordered: ClassVar[bool] = True
    seat: int
    kind: ChallengeKind
    target: int
    attack: tuple[Play, ...] = ()
    defence: tuple[Play, ...] = ()
    attack_helpers: tuple[int, ...] = ()
    defence_helpers: tuple[int, ...] = ()
    used: tuple[str, ...] = ()
    won: Side | None = None
    waived: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardRemoved:
    """A card of this player left its place, and why. `by` names what cancelled it."""

    ordered: ClassVar[bool] = True
    seat: int
    card: str
    why: Literal["cancelled", "used", "discarded", "taken", "gone"] = "gone"
    by: str = ""


@dataclass(frozen=True, slots=True)
class PutRight:
    """How it really lies in front of a player: a correction, or a game taken up in the middle."""

    seat: int
    safe: Slot | None = None
    weird: Slot | None = None
    token: bool | None = None
    reason: str = ""


GameEvent: TypeAlias = (
    DealerChosen
    | TurnBegan
    | StatePlayed
    | CardLaid
    | PlotPlayed
    | TokenBought
    | NiftyPlayed
    | Discarded
    | DiscardOptionUsed
    | Reshuffled
    | Challenged
    | CardsAdded
    | SpecialUsed
    | HelpAsked
    | HelpDeclined
    | HelpOffered
    | HelpRefused
    | HelperJoined
    | GaveUp
    | ChallengeEnded
    | ChallengeDecided
    | ChallengeEntered
    | CardRemoved
    | PutRight
)

Event: TypeAlias = GameEvent | TableChange
EVENTS: tuple[type, ...] = get_args(GameEvent)
