"""State and events of Tally."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from companion.core.events import TableChange


@dataclass(frozen=True, slots=True)
class Options:
    limit: Literal[10, 20, 50] = 10
    guessing: bool = True


@dataclass(frozen=True, slots=True)
class Counted:
    """A counter went up or down."""

    seat: int
    n: int


@dataclass(frozen=True, slots=True)
class Guessed:
    """A guess of the final sum, written down in secret."""

    secret: ClassVar[bool] = True
    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class GuessShown:
    """A guess is put on the table."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class TurnPassed:
    ordered: ClassVar[bool] = True


Event: TypeAlias = Counted | Guessed | GuessShown | TurnPassed | TableChange
EVENTS: tuple[type, ...] = (Counted, Guessed, GuessShown, TurnPassed)


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    counters: tuple[int, ...]
    present: tuple[bool, ...]
    guesses: tuple[int | None, ...]
    shown: tuple[int | None, ...]
    turn: int = 0
    rounds: tuple[tuple[int, ...], ...] = ()
    finished: bool = False
    cards: tuple[tuple[str, int], ...] = ()
