"""Short words for the tests of Get Nifty: set a table, enter what happened, expect a refusal.

Card numbers in these tests are made up, except those that `printed.py` has from the rulebook.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import pytest

from companion.core.contract import Form, RuleViolation, Setup
from companion.core.events import CardDescribed
from companion.core.text import say
from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import (
    CardLaid,
    CardsAdded,
    Challenged,
    DealerChosen,
    GaveUp,
    HelperJoined,
    Play,
    PlotPlayed,
    PutRight,
)
from companion.games.get_nifty.fields import play as word_play
from companion.games.get_nifty.model import State
from companion.games.get_nifty.totals import behind, nifty, side_total

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")
A, B, C, D = 0, 1, 2, 3


class Draw:
    """Chance that always gives the same."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def pick(self, count: int) -> int:
        return self.number % count

    def roll(self, sides: int) -> int:
        return self.number % sides + 1


def new(players: int = 4, turn: int = A, **options: Any) -> State:
    """A table at which it is this player's turn."""
    state: State = GAME.start(Setup(players, GAME.options(**options)))
    return play(state, DealerChosen((turn - 1) % players))


def play(state: State, *events: Any, lifted: frozenset[str] = frozenset()) -> State:
    for event in events:
        state = GAME.apply(state, event, lifted)
    return state


def tap(state: State, query: str, seat: int | None = None, chance: Draw | None = None) -> Any:
    """The event that a button with this value is read as."""
    return GAME.read(state, seat, Form(parse_qs(query, keep_blank_values=True)), chance or Draw())


def enter(state: State, *queries: str) -> State:
    for query in queries:
        state = play(state, tap(state, query))
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
    if caught.value.liftable:
        assert_lifted(rule, state, event, lifted | {rule})
    return caught.value


def assert_lifted(rule: str, state: State, event: Any, lifted: frozenset[str]) -> None:
    """A ruling sets the rule aside; if anything is still wrong, it is another rule."""
    try:
        GAME.apply(state, event, lifted)
        still = ""
    except RuleViolation as no:
        still = no.rule
    assert still != rule


# -- cards


def plays(*words: object) -> tuple[Play, ...]:
    return tuple(word_play(str(word)) for word in words)


def know(state: State, name: str, kind: str = "character", **facts: Any) -> State:
    return play(state, CardDescribed(name, {"kind": kind, **facts}))


def obj(state: State, seat: int, name: str, **facts: Any) -> State:
    """An Object that already lies in front of a player."""
    full = {"d": 0, "s": 0, "w": 0, "n": 0, **facts}
    state = know(state, name, "object", **full)
    turn = state.turn
    return (
        lifted_play(state, CardLaid(seat, name), "NIFTY-OBJECT-05")
        if seat != turn
        else play(state, CardLaid(seat, name))
    )


def lifted_play(state: State, event: Any, *rules: str) -> State:
    return play(state, event, lifted=frozenset(rules))


def plot(state: State, name: str, seat: int | None = None, **numbers: Any) -> State:
    state = know(state, name, "plot", **{"d": 0, "s": 0, "w": 0, "n": 0, **numbers})
    return play(state, PlotPlayed(state.turn if seat is None else seat, name))


# -- challenges


def danger(state: State, seat: int, target: int, *words: object) -> State:
    return play(state, Challenged(seat, "danger", target, plays(*words)))


def boredom(state: State, seat: int, target: int, *words: object) -> State:
    return play(state, Challenged(seat, "boredom", target, plays(*words)))


def add(state: State, seat: int, *words: object, side: Any = None) -> State:
    return play(state, CardsAdded(seat, plays(*words), side))


def help_(state: State, seat: int, side: Any = "defence") -> State:
    return play(state, HelperJoined(seat, side))


def end(state: State, *waived: int) -> State:
    """The losing side gives up, and nobody answers the last call."""
    assert state.challenge is not None
    losing = behind(state, state.challenge)
    assert losing is not None
    return play(state, GaveUp(state.challenge.principal(losing), True, waived))


def sums(state: State) -> tuple[Any, Any]:
    """Both totals: numbers, `inf`, or None."""
    assert state.challenge is not None
    return tuple(side_total(state, state.challenge, side).number for side in ("attack", "defence"))  # type: ignore[return-value]


# -- what lies there


def right(state: State, seat: int, safe: Any = None, weird: Any = None, token: Any = None) -> State:
    return play(state, PutRight(seat, safe, weird, token))


def slots(state: State, seat: int) -> tuple[str, str]:
    home = state.homes[state.house(seat)]
    return home.safe, home.weird


def safe(state: State, seat: int) -> str:
    return slots(state, seat)[0]


def weird(state: State, seat: int) -> str:
    return slots(state, seat)[1]


def objects(state: State, seat: int) -> list[str]:
    return [piece.name for piece in state.chairs[seat].objects]


def pile(state: State) -> list[str]:
    return sorted(piece.name for piece in state.pile)


def points(state: State, seat: int) -> Any:
    return nifty(state, state.house(seat)).number


def winners(state: State) -> list[int]:
    return [row.seat for row in GAME.standings(state).rows if row.winner]


def said(texts: Any) -> list[str]:
    return [say(text, NAMES).replace("\N{NO-BREAK SPACE}", " ") for text in texts]


def ready(state: State, seat: int) -> State:
    """Safe, Weird and with a token."""
    return right(state, seat, "marked", "marked", True)


def rules_noticed(state: State) -> list[str]:
    return [notice.rule for notice in GAME.notices(state)]
