"""Who has won: at any moment, on anybody's turn, with the delays of the rulebook."""

from __future__ import annotations

from dataclasses import replace

from companion.core.contract import Offer, RuleViolation
from companion.core.text import Text
from companion.games.get_nifty.model import House, State, Victory
from companion.games.get_nifty.numbers import Total, at_least
from companion.games.get_nifty.seating import clockwise, house_name
from companion.games.get_nifty.totals import nifty, nifty_so_far

TARGETS = {2: 20, 3: 18, 4: 16, 5: 14, 6: 12}
"""By the number of players, each alone. The rulebook ends at five; 12 continues its row."""
TEAM_TARGET = 18


def target(state: State) -> int:
    return TEAM_TARGET if state.teams else TARGETS[len(state.seats)]


def has_reached(state: State, house: House) -> bool:
    """Token, both markers and enough Niftyness; an Object played in the running challenge must wait."""
    home = state.homes[house]
    if not (home.token and home.settled and state.members(house)):
        return False
    limit = target(state)
    return at_least(nifty(state, house), limit) and at_least(nifty_so_far(state, house), limit)


def in_turn_order(state: State) -> tuple[House, ...]:
    """Houses as their first member comes, beginning with the player on turn."""
    return tuple(dict.fromkeys(state.house(seat) for seat in clockwise(state, state.turn)))


def settle_win(state: State) -> State:
    """Look whether somebody has won; done after every entry."""
    if state.over is not None:
        return state
    if state.challenge is not None and state.options.win_in_challenge == "after":
        return state
    reached = tuple(house for house in in_turn_order(state) if has_reached(state, house))
    if not reached:
        return state
    won = winners(state, reached)
    others = tuple(house for house in reached if house not in won)
    totals = tuple(nifty(state, house) for house in won)
    return replace(state, over=Victory(won, totals, target(state), others))


def winners(state: State, reached: tuple[House, ...]) -> tuple[House, ...]:
    if state.options.several == "shared":
        return reached
    if state.options.several == "highest":
        return (max(reached, key=lambda house: (height(nifty(state, house)), -reached.index(house))),)
    return reached[:1]


def height(total: Total) -> tuple[bool, int]:
    return total.infinite, total.finite


def check_running(state: State, lifted: frozenset[str]) -> State:
    """Nothing more is played after a win, unless the table decides to go on."""
    if state.over is None:
        return state
    if "NIFTY-WIN-01" not in lifted:
        raise RuleViolation(
            "NIFTY-WIN-01",
            Text("The game is over: {who} got Nifty.", who=house_name(state, state.over.houses[0])),
            [Offer(Text("Undo the last entry if it was wrong."))],
            liftable=True,
        )
    return replace(state, over=None)
