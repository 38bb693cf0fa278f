"""Sides and the Bonus card: the first player's choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Joined, Name, Text
from companion.games.nyet.board import first_player
from companion.games.nyet.model import State, Teams

SIZES = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3)}
"""By the number of players, the smaller side first (NYET-5.2)."""


def teams_of(state: State) -> Teams | None:
    """The sides of this round; with two players there is nothing to choose."""
    if state.round.teams is None and state.players == 2:
        return Teams(state.seats[:1], state.seats[1:])
    return state.round.teams


def possible_teams(state: State) -> tuple[Teams, ...]:
    """Every way to form the sides. Where they are equal, the lowest seat is on the wedge."""
    seats, (small, large) = state.seats, SIZES[state.players]
    return tuple(
        Teams(wedge, tuple(seat for seat in seats if seat not in wedge))
        for wedge in combinations(seats, small)
        if small != large or seats[0] in wedge
    )


def names(seats: Sequence[Seat]) -> Joined:
    return Joined([Name(seat) for seat in seats])


def team_offers(state: State, chooser: Seat) -> list[Offer]:
    return [
        Offer(
            Text("{wedge} against {circle}", wedge=names(teams.wedge), circle=names(teams.circle)),
            {"do": "teams", "seat": str(chooser), "wedge": ",".join(map(str, teams.wedge))},
        )
        for teams in possible_teams(state)
    ]


def check_teams(state: State, wedge: Sequence[Seat], circle: Sequence[Seat]) -> Teams:
    """Two sides that hold everybody exactly once and have the right sizes."""
    both = (*wedge, *circle)
    for seat in state.seats:
        if both.count(seat) != 1:
            seen = Text("on neither side") if seat not in both else Text("on a side more than once")
            raise RuleViolation(
                "NYET-5.4",
                Text("{who} must be on exactly one side, and is {seen}.", who=Name(seat), seen=seen),
                team_offers(state, state.seats[0]),
            )
    stranger = next((seat for seat in both if seat not in state.seats), None)
    if stranger is not None:
        raise RuleViolation(
            "NYET-5.4",
            Text("{who} does not play and cannot be on a side.", who=Name(stranger)),
            team_offers(state, state.seats[0]),
        )
    small, large = SIZES[state.players]
    if sorted((len(wedge), len(circle))) != [small, large]:
        raise RuleViolation(
            "NYET-5.2",
            Text(
                "{players} players split {small} against {large}, not {wedge} against {circle}.",
                players=state.players,
                small=small,
                large=large,
                wedge=len(wedge),
                circle=len(circle),
            ),
            team_offers(state, state.seats[0]),
        )
    return Teams(tuple(wedge), tuple(circle))


def form_teams(state: State, first: Seat, seat: Seat, teams: Teams, lifted: frozenset[str]) -> State:
    if seat != first and "NYET-4.10" not in lifted:
        raise RuleViolation(
            "NYET-4.10",
            Text("{first} is first and forms the sides, not {who}.", first=Name(first), who=Name(seat)),
            team_offers(state, first),
            liftable=True,
        )
    now = state.round
    if now.teams is not None and (now.owner is not None or now.done or now.tricks or now.plays):
        raise RuleViolation(
            "NYET-5.4",
            Text("The sides stand for this round."),
            [Offer(Text("Change the older entry in the log if they were entered wrongly."))],
        )
    return replace(state, round=replace(now, teams=check_teams(state, teams.wedge, teams.circle)))


# -- the Bonus card


def uses_bonus(state: State) -> bool:
    """There is a smaller side only with 3 and 5 players (NYET-6.13)."""
    small, large = SIZES[state.players]
    return small != large


def owner_of(state: State) -> Seat | None:
    """Who holds the Bonus card; a lone player has it in any case (NYET-6.17)."""
    return state.round.owner if state.round.owner is not None else lone_owner(teams_of(state))


def lone_owner(teams: Teams | None) -> Seat | None:
    smaller = None if teams is None or teams.smaller is None else teams.members(teams.smaller)
    return smaller[0] if smaller is not None and len(smaller) == 1 else None


def bonus_offers(teams: Teams, chooser: Seat) -> list[Offer]:
    if teams.smaller is None:
        return []
    return [
        Offer(
            Text("{who} gets the Bonus card", who=Name(seat)),
            {"do": "bonus", "seat": str(chooser), "to": str(seat)},
        )
        for seat in teams.members(teams.smaller)
    ]


def check_owner(teams: Teams, owner: Seat, chooser: Seat) -> None:
    """The Bonus card exists only for somebody on the smaller side."""
    if teams.smaller is None:
        raise RuleViolation(
            "NYET-6.13",
            Text("There is no Bonus card with {n} players.", n=len(teams.wedge) + len(teams.circle)),
        )
    smaller = teams.members(teams.smaller)
    if owner not in smaller:
        raise RuleViolation(
            "NYET-6.14",
            Text("The Bonus card goes to the smaller side: {smaller}.", smaller=names(smaller)),
            bonus_offers(teams, chooser),
        )


def check_one_owner(owners: Sequence[Seat]) -> None:
    if len(set(owners)) > 1:
        raise RuleViolation(
            "NYET-2.5", Text("There is one Bonus card, so {n} cannot have it.", n=len(set(owners)))
        )


def give_bonus(state: State, teams: Teams, seat: Seat, to: Seat, lifted: frozenset[str]) -> State:
    first = first_player(state)
    chooser = seat if first is None else first
    check_owner(teams, to, chooser)
    if seat != chooser and "NYET-6.16" not in lifted:
        raise RuleViolation(
            "NYET-6.16",
            Text("{first} gives the Bonus card, not {who}.", first=Name(chooser), who=Name(seat)),
            bonus_offers(teams, chooser),
            liftable=True,
        )
    if state.round.owner is not None:
        check_one_owner([state.round.owner, to])
    return replace(state, round=replace(state.round, owner=to))
