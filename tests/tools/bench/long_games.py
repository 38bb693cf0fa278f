"""One long game per shelf key, tap by tap: who sends which form. All of a shape that repeats.

`Move(fields)` is sent by the player the entry is about; a secret says by whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Fields: TypeAlias = dict[str, str | list[str]]


@dataclass(frozen=True)
class Move:
    """One tap. With `seat` None it comes from the phone of whom the entry names."""

    fields: Fields
    seat: int | None = None


@dataclass(frozen=True)
class LongGame:
    players: tuple[str, ...]
    moves: Callable[[], Iterator[Move]]
    options: dict[str, Any] = field(default_factory=dict)


def tap(**fields: object) -> Move:
    words = {name: list(map(str, v)) if isinstance(v, list) else str(v) for name, v in fields.items()}
    return Move(words)


# -- NΣT!: eight rounds of four, each with all tokens, sides, discards, every trick and its score

NYET_LINES = {
    1: ("1", "2", "3", "4"),
    2: ("discard2", "except1", "pass", "nyet", "discard1"),
    3: ("blue", "none", "yellow", "green", "red"),
    4: ("red", "yellow", "none", "green", "blue"),
    5: ("1", "-2", "4", "2", "3"),
}
NYET_TRICKS = 14
"""Fifteen cards each, one of them thrown away."""


def nyet_moves() -> Iterator[Move]:
    for number in range(8):
        yield from nyet_round(number)


def nyet_round(number: int) -> Iterator[Move]:
    """The last box of every line stays bare; on the first line who is first, one further each round."""
    first = number % 4
    for line, boxes in NYET_LINES.items():
        order = boxes[first + 1 :] + boxes[: first + 1] if line == 1 else boxes
        for box in order[:-1]:
            yield tap(do="token", line=line, box=box)
    yield tap(do="teams", wedge=f"{first},{(first + 2) % 4}")
    for seat in range(4):
        yield tap(do="discarded", seat=seat, count=1)
    for trick in range(NYET_TRICKS):
        yield tap(do="trick", winner=(trick + number) % 4, loot=int(trick % 3 == 0))
    yield tap(do="score")


# -- Get Nifty: turns, Objects, challenges in numbers and with cards, help, a last call

NIFTY_CIRCLES = 3


def nifty_moves() -> Iterator[Move]:
    yield tap(do="dealer", seat=3)
    for seat in range(4):
        yield tap(do="describe", name=f"Agent {seat}", kind="character", d=4, s=4, w=1, n=1)
        yield tap(do="describe", name=f"Gadget {seat}", kind="object", d=0, s=1, w=0, n=0)
    for seat in range(4):
        yield tap(do="state", card="SAFE", seat=seat)
        yield tap(do="lay", card=f"Gadget {seat}", seat=seat)
        yield tap(do="turn")
    for circle in range(NIFTY_CIRCLES):
        for seat in range(4):
            yield from nifty_turn(circle, seat)


def nifty_turn(circle: int, seat: int) -> Iterator[Move]:
    """A challenge in which the lead changes and somebody helps; every other one in numbers only."""
    target, helper = (seat + 1) % 4, (seat + 2) % 4
    named = circle % 2 == 0
    yield tap(do="discard", count=1, seat=seat)
    yield tap(do="challenge", kind="danger", target=target, seat=seat, card=f"Agent {seat}" if named else "4")
    yield tap(do="add", seat=target, side="defence", card=f"Agent {target}" if named else "4")
    yield tap(do="add", seat=seat, side="attack", card="7")
    yield tap(do="ask", seat=target, of=helper)
    yield tap(do="offer", seat=helper)
    yield tap(do="join", seat=helper, side="defence")
    yield tap(do="add", seat=helper, side="defence", card=["3", "2"] if circle % 3 else ["1"])
    if circle % 3:
        yield tap(do="giveup", seat=seat)
    else:
        yield tap(do="giveup", seat=target)
    yield tap(do="close")
    yield tap(do="turn")


# -- tally: secret guesses, then counts and passes

TALLY_ROUNDS = 30


def tally_moves() -> Iterator[Move]:
    for seat in range(3):
        yield Move({"do": "guess", "number": str(80 + seat)}, seat)
    for number in range(TALLY_ROUNDS):
        for seat in range(3):
            yield tap(do="count", seat=seat, n=1 + (number + seat) % 2)
            yield tap(do="pass")


LONG_GAMES = {
    "nyet": LongGame(("Ann", "Bo", "Cy", "Di"), nyet_moves),
    "get_nifty": LongGame(("Ann", "Bo", "Cy", "Di"), nifty_moves),
    "tally": LongGame(("Ann", "Bo", "Cy"), tally_moves, {"limit": 50}),
}
