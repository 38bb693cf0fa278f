"""Tokens: whose turn it is, how many are to come, what may be covered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.nyet.board import LINE_WORDS, LINES, bare, box_text, check_box, covered, open_boxes
from companion.games.nyet.model import State, Token
from companion.games.nyet.seating import check_seated, clockwise, left_of
from companion.games.nyet.totals import check_running


def tokens_left(state: State) -> int:
    """How many tokens are still to be placed: a line is closed at one bare box (NYET-4.7)."""
    return sum(len(open_boxes(state, line)) - 1 for line in LINES)


def next_token(state: State) -> Seat | None:
    """Who covers the next box: the dealer first, then clockwise."""
    if not tokens_left(state):
        return None
    tokens = state.round.tokens
    return left_of(state, tokens[-1].seat) if tokens else clockwise(state, state.dealer)[0]


def tokens_of(state: State) -> dict[Seat, int]:
    """How many of the tokens still to be placed fall to each player."""
    start = next_token(state)
    order = clockwise(state, state.dealer if start is None else start)
    left, players = tokens_left(state), len(order)
    return {seat: (left - n + players - 1) // players for n, seat in enumerate(order)}


def token_offers(state: State, seat: Seat, lines: Sequence[int] = LINES) -> list[Offer]:
    """Boxes that could be covered now."""
    return [
        Offer(
            Text("{line}: {box}", line=LINE_WORDS[line], box=box_text(state, line, box)),
            {"do": "token", "seat": str(seat), "line": str(line), "box": box},
        )
        for line in lines
        if bare(state, line) is None
        for box in open_boxes(state, line)
    ]


def place_token(state: State, seat: Seat, line: int, box: str, lifted: frozenset[str]) -> State:
    check_running(state)
    check_seated(state, seat)
    check_box(state, line, box)
    turn = next_token(state)
    if turn is not None and seat != turn and "NYET-4.2" not in lifted:
        raise RuleViolation(
            "NYET-4.2",
            Text("It is {turn}'s turn to cover a box, not {who}'s.", turn=Name(turn), who=Name(seat)),
            [
                Offer(
                    Text("It was {turn}'s token", turn=Name(turn)),
                    {"do": "token", "seat": str(turn), "line": str(line), "box": box},
                )
            ],
            liftable=True,
        )
    gone = covered(state, line)
    if box in gone:
        by = gone[box]
        seen = Text("{who} covered it", who=Name(by)) if by is not None else Text("nobody plays it")
        raise RuleViolation(
            "NYET-4.3",
            Text("{box} is already covered: {seen}.", box=box_text(state, line, box), seen=seen),
            token_offers(state, seat, [line]),
        )
    last = bare(state, line)
    if last is not None:
        raise RuleViolation(
            "NYET-4.6",
            Text("Line {n} is closed: only {box} is left.", n=line, box=box_text(state, line, last)),
            token_offers(state, seat),
        )
    return replace(state, round=replace(state.round, tokens=(*state.round.tokens, Token(seat, line, box))))
