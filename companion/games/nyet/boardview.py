"""The board as a page draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.contract import Seat
from companion.core.text import Text
from companion.games.nyet.board import (
    FIRST,
    LINE_WORDS,
    LINES,
    bare,
    box_text,
    boxes,
    covered,
    open_boxes,
)
from companion.games.nyet.buttons import entry
from companion.games.nyet.cards import COLOURS
from companion.games.nyet.model import State
from companion.games.nyet.seating import characters
from companion.games.nyet.tokens import next_token, tokens_left, tokens_of


@dataclass(frozen=True, slots=True)
class CharacterView:
    number: int
    name: str
    colour: str
    symbol: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class BoxView:
    """`status`: open, covered, spare (a character nobody plays), or won (in force)."""

    box: str
    label: Text
    status: Literal["open", "covered", "spare", "won"]
    colour: str
    character: CharacterView | None
    by: Seat | None
    token: str
    read: str


@dataclass(frozen=True, slots=True)
class LineView:
    number: int
    name: Text
    boxes: tuple[BoxView, ...]
    open: int
    closed: bool
    won: str | None
    won_label: Text | None


@dataclass(frozen=True, slots=True)
class TokensView:
    """Whose token is next, how many lie there, how many are to come and from whom."""

    turn: Seat | None
    placed: int
    left: int
    left_of: tuple[tuple[Seat, int], ...]


def character_views(state: State) -> tuple[CharacterView, ...]:
    players = {n: seat for seat, n in characters(state).items()}
    return tuple(
        CharacterView(n, name, colour, symbol, players.get(n))
        for n, (name, colour, symbol) in enumerate(state.options.characters, 1)
    )


def line_view(state: State, line: int) -> LineView:
    won = bare(state, line)
    return LineView(
        line,
        LINE_WORDS[line],
        tuple(box_view(state, line, box) for box in boxes(state, line)),
        len(open_boxes(state, line)),
        won is not None,
        won,
        None if won is None else box_text(state, line, won),
    )


def box_view(state: State, line: int, box: str) -> BoxView:
    gone = covered(state, line)
    by = gone.get(box)
    return BoxView(
        box,
        box_text(state, line, box),
        status(state, line, box),
        box if box in COLOURS else "",
        character_views(state)[int(box) - 1] if line == FIRST else None,
        by if state.options.vetoes else None,
        entry("token", line=line, box=box) if line_open(state, line, box) else "",
        entry("line", line=line, box=box) if box not in gone else "",
    )


def line_open(state: State, line: int, box: str) -> bool:
    return bare(state, line) is None and box in open_boxes(state, line)


def status(state: State, line: int, box: str) -> Literal["open", "covered", "spare", "won"]:
    if bare(state, line) == box:
        return "won"
    gone = covered(state, line)
    if box in gone and gone[box] is None:
        return "spare"
    return "open" if box in open_boxes(state, line) else "covered"


def line_views(state: State) -> tuple[LineView, ...]:
    return tuple(line_view(state, line) for line in LINES)


def tokens_view(state: State) -> TokensView:
    return TokensView(
        next_token(state),
        len(state.round.tokens),
        tokens_left(state),
        tuple(sorted(tokens_of(state).items())),
    )
