"""The end of a round: counted from its tricks, or void. `result` enters a whole round at once."""

from __future__ import annotations

from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.nyet.board import bare_boxes, value
from companion.games.nyet.flow import tricks_total
from companion.games.nyet.model import Count, Outcome, Round, Scored, State, Teams
from companion.games.nyet.scoring import seat_points, side_points
from companion.games.nyet.seating import left_of
from companion.games.nyet.teams import check_owner, owner_of, teams_of
from companion.games.nyet.totals import check_running, round_number


def side_count(state: State, teams: Teams, side: int) -> Count:
    """Tricks and loot that the members of a side won together (NYET-6.1, 6.2)."""
    return sum((state.round.count(seat) for seat in teams.members(side)), Count())


def score_round(state: State, doubled: bool | None) -> State:
    """Count the recorded tricks. Scoring comes once, after the last of them."""
    check_running(state)
    recorded = len(state.round.tricks)
    teams, total, worth = teams_of(state), tricks_total(state), value(state)
    if teams is None or total is None or worth is None or recorded < total:
        raise RuleViolation(
            "NYET-4.19",
            Text(
                "The round is scored after its last trick: {recorded} of {total} are recorded.",
                recorded=recorded,
                total=state.deal.hand if total is None else total,
            ),
            [Offer(Text("Enter the result of the whole round instead."))],
        )
    owner = owner_of(state)
    if owner is not None and doubled is None and state.options.bonus_declinable:
        raise RuleViolation(
            "NYET-6.15",
            Text("{who} decides: is the result doubled?", who=Name(owner)),
            [
                Offer(Text("Doubled"), {"do": "score", "doubled": "1"}),
                Offer(Text("As it is"), {"do": "score", "doubled": "0"}),
            ],
        )
    counts = (side_count(state, teams, 0), side_count(state, teams, 1))
    own = None if owner is None else state.round.count(owner)
    return close_round(state, Outcome(teams, counts, worth, owner, own, decide(state, teams, doubled)))


def decide(state: State, teams: Teams, doubled: bool | None) -> bool:
    """Whether the Bonus card doubles: as decided, or always where it may not be declined."""
    if teams.smaller is None:
        if doubled:
            check_owner(teams, teams.wedge[0], teams.wedge[0])
        return False
    if doubled is False and not state.options.bonus_declinable:
        raise RuleViolation(
            "NYET-6.15", Text("At this table the Bonus card always doubles: it cannot be declined.")
        )
    return bool(doubled) or not state.options.bonus_declinable


def close_round(state: State, outcome: Outcome) -> State:
    """Write the round down, clear the board, move the deal to the left."""
    scored = Scored(
        round_number(state),
        state.dealer,
        outcome,
        side_points(outcome, state.options),
        seat_points(outcome, state.options),
        bare_boxes(state),
        replace(state.round, hands={}, laid={}),
        state.options,
    )
    after = replace(state, scored=(*state.scored, scored))
    return fresh_round(after, left_of(state, state.dealer))


def fresh_round(state: State, dealer: Seat) -> State:
    """The board is cleared; the characters that nobody plays stay covered (NYET-3.5, 4.20)."""
    return replace(state, dealer=dealer, round=Round())


def void_round(state: State) -> State:
    """Nothing counts; the same dealer deals again."""
    check_running(state)
    return fresh_round(state, state.dealer)
