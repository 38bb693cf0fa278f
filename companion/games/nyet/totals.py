"""Running totals, the length of the game, who leads, who won."""

from __future__ import annotations

from companion.core.contract import Moment, Offer, RuleViolation, Seat, Standing, Standings
from companion.core.text import Joined, Name, Text
from companion.games.nyet.model import State

ROUNDS = {2: 8, 3: 9, 4: 8, 5: 10}
"""By the number of players: each deals equally often (NYET-6.6 to 6.10)."""


def played_rounds(state: State, seat: Seat) -> tuple[int, ...]:
    """The points a player wrote down, round by round; 0 for a round before they came."""
    return tuple(scored.points.get(seat, 0) for scored in state.scored)


def totals_after(state: State, rounds: int) -> tuple[int, ...]:
    """Everybody's total after that many scored rounds, corrections made by then included."""
    return tuple(
        sum(played_rounds(state, seat)[:rounds])
        + sum(a.amount for a in state.adjustments if a.seat == seat and a.after <= rounds)
        for seat in range(len(state.present))
    )


def totals(state: State) -> tuple[int, ...]:
    return totals_after(state, len(state.scored))


# -- the length of the game


def round_number(state: State) -> int:
    """The number of the round being played, as people count it."""
    return state.options.first_round + len(state.scored)


def length_players(state: State) -> int:
    """How many sat down: who comes or goes later does not change the length (NYET-1.3)."""
    if not state.scored:
        return state.players
    teams = state.scored[0].outcome.teams
    return len(teams.wedge) + len(teams.circle)


def rounds_total(state: State) -> int | None:
    """How many rounds there will be; None when the game ends at a target."""
    if state.options.end == "target":
        return None
    return state.options.rounds or ROUNDS[length_players(state)]


def finished(state: State) -> bool:
    """Whether the game is over. It ends between rounds, never in the middle of one."""
    if state.round.touched:
        return False
    total = rounds_total(state)
    if total is None:
        return bool(state.scored) and max(totals(state)) >= state.options.target
    return round_number(state) > total


def check_running(state: State) -> None:
    """Refuse an entry for a round after the last one."""
    if not finished(state):
        return
    text = Text(
        "The game is over after {n} round.",
        many="The game is over after {n} rounds.",
        n=round_number(state) - 1,
    )
    way_out = (Offer(Text("Change the end of the game in the options to play on.")),)
    match length_players(state):
        case 5:
            raise RuleViolation("NYET-6.6", text, way_out)
        case 4:
            raise RuleViolation("NYET-6.7", text, way_out)
        case 3:
            raise RuleViolation("NYET-6.8", text, way_out)
        case _:
            raise RuleViolation("NYET-6.9", text, way_out)


# -- who leads


def leaders(state: State) -> tuple[Seat, ...]:
    """Who has the highest total. Who went home keeps theirs, and with it what it is worth."""
    now = totals(state)
    return tuple(seat for seat, total in enumerate(now) if total == max(now))


def headline(state: State) -> Text | None:
    first = leaders(state)
    names = Joined([Name(seat) for seat in first])
    if finished(state):
        if len(first) == 1:
            return Text("{who} wins", who=names)
        return Text("{who} win together", who=names)
    now = totals(state)
    others = [total for seat, total in enumerate(now) if seat not in first]
    if not state.scored and not state.adjustments:
        return None
    if len(first) > 1 or not others:
        return Text("{who} are level", who=names)
    return Text("{who} leads by {gap}", who=names, gap=now[first[0]] - max(others))


def standings(state: State) -> Standings:
    now = totals(state)
    order = sorted(now, reverse=True)
    won = leaders(state) if finished(state) else ()
    rows = tuple(
        Standing(
            seat,
            total,
            order.index(total) + 1,
            winner=seat in won,
            detail=None if state.present[seat] else Text("left"),
        )
        for seat, total in enumerate(now)
    )
    return Standings(rows, finished(state), headline(state))


def timeline(state: State) -> tuple[Moment, ...]:
    """Totals at the start and after every round. A correction counts from the round before it."""
    rounds = tuple(
        Moment(Text("Round {number}", number=scored.number), totals_after(state, n))
        for n, scored in enumerate(state.scored, 1)
    )
    return (Moment(Text("Start"), totals_after(state, 0)), *rounds)
