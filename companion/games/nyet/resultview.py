"""What the quick entry of a whole round asks for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import Seat
from companion.core.text import Text
from companion.games.nyet.board import DISCARD, VALUE, bare, box_text, boxes, value
from companion.games.nyet.flow import tricks_total, tricks_under
from companion.games.nyet.model import State
from companion.games.nyet.teams import owner_of, possible_teams, teams_of, uses_bonus


@dataclass(frozen=True, slots=True)
class ResultView:
    """What the quick entry of a whole round must ask for; what is known is filled in."""

    value: int | None
    values: tuple[int, ...]
    discard: str | None
    discards: tuple[tuple[str, Text, int], ...]
    totals: tuple[int, ...]
    wedge: tuple[Seat, ...]
    circle: tuple[Seat, ...]
    sides: tuple[tuple[tuple[Seat, ...], tuple[Seat, ...]], ...]
    bonus: bool
    owner: Seat | None
    asks_owner: bool
    asks_decision: bool
    asks_own_count: bool


def result_view(state: State) -> ResultView:
    box, teams, bonus = bare(state, DISCARD), teams_of(state), uses_bonus(state)
    total = tricks_total(state)
    known = boxes(state, DISCARD)
    owner = owner_of(state)
    return ResultView(
        value(state),
        tuple(int(number) for number in boxes(state, VALUE)),
        box,
        tuple((other, box_text(state, DISCARD, other), tricks_under(state, other)) for other in known),
        (total,) if total is not None else tuple(sorted({tricks_under(state, other) for other in known})),
        () if teams is None else teams.wedge,
        () if teams is None else teams.circle,
        tuple((choice.wedge, choice.circle) for choice in possible_teams(state)),
        bonus,
        owner,
        bonus and owner is None and state.players > 3,
        bonus and state.options.bonus_declinable,
        bonus and state.options.bonus == "share" and state.players > 3,
    )
