"""The order of a round: which step it is at, and what must come before what."""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.nyet.board import (
    DISCARD,
    LINE_WORDS,
    bare,
    box_text,
    first_player,
    line_offers,
    open_boxes,
    open_lines,
)
from companion.games.nyet.model import State, Teams
from companion.games.nyet.options import LINE_TWO
from companion.games.nyet.teams import bonus_offers, names, owner_of, team_offers, teams_of, uses_bonus
from companion.games.nyet.totals import check_running, finished

Phase: TypeAlias = Literal["board", "teams", "bonus", "discard", "tricks", "scoring", "over"]

CARDS_OUT = dict(zip(LINE_TWO, (3, 2, 1, 1, 0, 0), strict=True))
"""How many cards every player throws away under a box of line 2; a pass changes nothing."""


def tricks_under(state: State, box: str) -> int:
    """How many tricks a round has (NYET-4.17)."""
    return state.deal.hand - CARDS_OUT[box]


def tricks_total(state: State) -> int | None:
    box = bare(state, DISCARD)
    return None if box is None else tricks_under(state, box)


def yet_to_discard(state: State) -> tuple[Seat, ...]:
    """Who has not confirmed the discard or pass of line 2 (NYET-5.11)."""
    if bare(state, DISCARD) in (None, "nyet"):
        return ()
    return tuple(seat for seat in state.seats if seat not in state.round.done)


def phase(state: State) -> Phase:
    """The step the round is at."""
    if finished(state):
        return "over"
    if open_lines(state):
        return "board"
    if teams_of(state) is None:
        return "teams"
    started = bool(state.round.tricks or state.round.plays)
    if uses_bonus(state) and owner_of(state) is None and not started:
        return "bonus"
    if yet_to_discard(state) and not started:
        return "discard"
    return "tricks" if len(state.round.tricks) < (tricks_total(state) or 0) else "scoring"


def check_board(state: State) -> Seat:
    """The NY3T! phase comes first. Returns the first player."""
    check_running(state)
    for line in open_lines(state):
        raise RuleViolation(
            "NYET-4.1",
            Text(
                "The NY3T! phase comes first: line {line} ({name}) still has {n} bare boxes.",
                line=line,
                name=LINE_WORDS[line],
                n=len(open_boxes(state, line)),
            ),
            line_offers(state, line),
        )
    first = first_player(state)
    assert first is not None, "line 1 never leaves a character bare that nobody plays"
    return first


def check_teams_formed(state: State) -> Teams:
    """Before anything else the first player forms the sides."""
    first = check_board(state)
    teams = teams_of(state)
    if teams is None:
        raise RuleViolation(
            "NYET-4.10", Text("{first} forms the sides first.", first=Name(first)), team_offers(state, first)
        )
    return teams


def check_bonus_given(state: State, lifted: frozenset[str]) -> Teams:
    """After the sides comes the Bonus card."""
    teams = check_teams_formed(state)
    first = check_board(state)
    later = state.round.done or state.round.tricks or state.round.plays
    if uses_bonus(state) and owner_of(state) is None and not later and "NYET-4.11" not in lifted:
        raise RuleViolation(
            "NYET-4.11",
            Text("{first} gives the Bonus card to somebody first.", first=Name(first)),
            bonus_offers(teams, first),
            liftable=True,
        )
    return teams


def check_discards_done(state: State, lifted: frozenset[str]) -> Teams:
    """All discard before the first lead; asked for only where some have confirmed it."""
    teams = check_bonus_given(state, lifted)
    waiting = () if state.round.tricks or state.round.plays else yet_to_discard(state)
    if state.round.done and waiting and "NYET-4.12" not in lifted:
        box = bare(state, DISCARD) or ""
        raise RuleViolation(
            "NYET-4.12",
            Text(
                "{box} comes before the first trick: not yet confirmed by {who}.",
                box=box_text(state, DISCARD, box),
                who=names(waiting),
            ),
            [Offer(Text("All have done it"), {"do": "discarded", "who": "all"})],
            liftable=True,
        )
    return teams
