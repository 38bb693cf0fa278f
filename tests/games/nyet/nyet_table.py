"""Short words for the tests of NΣT!: set a table, enter what happened, expect a refusal."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import pytest

from companion.core.contract import Form, RuleViolation, Setup
from companion.core.text import say
from companion.games.nyet import GAME
from companion.games.nyet.events import BoardRead, BonusGiven, TeamsFormed, TrickWon
from companion.games.nyet.model import State
from companion.games.nyet.seating import characters

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus")


class Draw:
    """Chance that always gives the same."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def pick(self, count: int) -> int:
        return self.number % count

    def roll(self, sides: int) -> int:
        return self.number % sides + 1


def new(players: int, **options: Any) -> State:
    state: State = GAME.start(Setup(players, GAME.options(**options)))
    return state


def play(state: State, *events: Any, lifted: frozenset[str] = frozenset()) -> State:
    for event in events:
        state = GAME.apply(state, event, lifted)
    return state


def tap(state: State, query: str, seat: int | None = None, chance: Draw | None = None) -> Any:
    """The event that a button with this value is read as."""
    values = parse_qs(query, keep_blank_values=True)
    return GAME.read(state, seat, Form(values), chance or Draw())


def enter(state: State, *queries: str, seat: int | None = None) -> State:
    for query in queries:
        state = play(state, tap(state, query, seat))
    return state


def refuses(rule: str, state: State, event: Any, lifted: frozenset[str] = frozenset()) -> RuleViolation:
    """The event, or the button's value, is refused by that rule, in words that can be said."""
    with pytest.raises(RuleViolation) as caught:
        if isinstance(event, str):
            event = tap(state, event)
        GAME.apply(state, event, lifted)
    assert caught.value.rule == rule, say(caught.value.text, NAMES)
    assert say(caught.value.text, NAMES)
    for offer in caught.value.allowed:
        assert say(offer.label, NAMES)
        if offer.form:
            assert GAME.read(state, None, Form(offer.form), Draw()) is not None
    return caught.value


def board(
    state: State,
    first: int = 0,
    discard: str = "nyet",
    trump: str = "red",
    supertrump: str = "blue",
    value: int = 3,
) -> State:
    """The whole board read at once; `first` is the seat of the first player."""
    return play(state, BoardRead((str(characters(state)[first]), discard, trump, supertrump, str(value))))


def ready(players: int, wedge: tuple[int, ...] = (), owner: int | None = None, **kw: Any) -> State:
    """A table just before the discards: board read, sides formed, Bonus card given."""
    lines = {key: kw.pop(key) for key in ("first", "discard", "trump", "supertrump", "value") if key in kw}
    state = board(new(players, **kw), **lines)
    first = lines.get("first", 0)
    if wedge:
        circle = tuple(seat for seat in range(players) if seat not in wedge)
        state = play(state, TeamsFormed(first, wedge, circle))
    if owner is not None:
        state = play(state, BonusGiven(first, owner))
    return state


def tricks(state: State, *won: tuple[int, int]) -> State:
    """Tricks one by one: winner and loot."""
    return play(state, *(TrickWon(winner, loot) for winner, loot in won))


def total_of(state: State) -> list[int]:
    return [row.score for row in GAME.standings(state).rows]
