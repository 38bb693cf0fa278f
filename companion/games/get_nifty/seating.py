"""Who sits where: turn order, houses, hands drawn up to five, people who come and go."""

from __future__ import annotations

from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Joined, Name, Text
from companion.games.get_nifty.model import HAND, Chair, Home, House, State, put
from companion.games.get_nifty.pieces import draws, to_pile, with_hand

FEWEST = 2
MOST = 6
OPPOSITE = 3
"""In teams of six the partner sits three seats further."""


def check_seated(state: State, seat: Seat) -> None:
    if not (0 <= seat < len(state.chairs) and state.chairs[seat].present):
        raise RuleViolation("TABLE-SEAT", Text("{who} does not sit here.", who=Name(seat)))


def clockwise(state: State, start: Seat) -> tuple[Seat, ...]:
    """Everybody who plays, beginning with `start` or whoever sits next if that chair is empty."""
    return tuple(sorted(state.seats, key=lambda seat: (seat - start) % len(state.chairs)))


def left_of(state: State, seat: Seat) -> Seat:
    return clockwise(state, (seat + 1) % len(state.chairs))[0]


def partner(state: State, seat: Seat) -> Seat | None:
    """The other member of the team, if there is one."""
    others = [other for other in state.members(state.house(seat)) if other != seat]
    return others[0] if others else None


def house_name(state: State, house: House) -> object:
    """A player's name, or both of a team."""
    names = [Name(seat) for seat in range(len(state.chairs)) if state.house(seat) == house]
    return Joined(names, " & ") if len(names) > 1 else names[0]


def home_of(state: State, seat: Seat) -> Home:
    return state.homes[state.house(seat)]


def with_home(state: State, house: House, home: Home) -> State:
    return replace(state, homes=put(state.homes, house, home))


# -- turns


def choose_dealer(state: State, seat: Seat) -> State:
    """The player on the dealer's left begins (NIFTY-TURN-01)."""
    check_seated(state, seat)
    check_no_challenge(state)
    return replace(state, dealer=seat, turn=left_of(state, seat))


def begin_turn(state: State, seat: Seat) -> State:
    """The old player draws up to five at the end of the turn, the new one at its beginning."""
    check_seated(state, seat)
    check_no_challenge(state)
    after = with_hand(state, state.turn, refilled(state.chairs[state.turn].hand))
    hand = after.chairs[seat].hand
    after = with_hand(after, seat, refilled(hand))
    return replace(after, turn=seat, turns=state.turns + 1, drew=None if hand is None else draws(hand))


def refilled(hand: int | None) -> int:
    return HAND if hand is None else hand + draws(hand)


def check_no_challenge(state: State) -> None:
    challenge = state.challenge
    if challenge is None:
        return
    text = Text(
        "The challenge of {attacker} against {defender} is still on: it ends when the losing side says so.",
        attacker=Name(challenge.attacker),
        defender=Name(challenge.defender),
    )
    ways = (
        Offer(Text("The defence won"), {"do": "decide", "won": "defence"}),
        Offer(Text("The attack won"), {"do": "decide", "won": "attack"}),
    )
    if challenge.kind == "danger":
        raise RuleViolation("NIFTY-DANGER-16", text, ways)
    raise RuleViolation("NIFTY-WEIRD-11", text, ways)


# -- coming and going


def join(state: State) -> State:
    """A new player sits down after the last seat."""
    check_no_challenge(state)
    if len(state.seats) >= MOST:
        raise RuleViolation("NIFTY-SETUP-03", Text("Six play already, and no more can."))
    if state.teams or (len(state.seats) == MOST - 1 and state.options.six == "teams"):
        raise RuleViolation(
            "NIFTY-SIX-01",
            Text(
                "Six play as three teams, partners opposite: open a new table for that, or play as singles."
            ),
        )
    return replace(state, chairs=(*state.chairs, Chair()), homes=(*state.homes, Home()))


def leave(state: State, seat: Seat) -> State:
    """Somebody goes home; what lay in front of them is discarded, a team's cards stay with the partner."""
    if not (0 <= seat < len(state.chairs) and state.chairs[seat].present):
        return state
    check_no_challenge(state)
    if len(state.seats) <= FEWEST:
        raise RuleViolation(
            "NIFTY-SETUP-03", Text("Two is the fewest: without {who} nobody can play.", who=Name(seat))
        )
    objects = state.chairs[seat].objects
    after = to_pile(replace(state, chairs=put(state.chairs, seat, Chair(False, (), None))), objects)
    if not after.members(after.house(seat)):
        home = home_of(after, seat)
        cards = (home.safe != "none") + (home.weird != "none")
        after = with_home(after, after.house(seat), replace(home, safe="none", weird="none"))
        after = replace(after, cards_out=after.cards_out + cards)
    after = replace(after, pile_open=True, dealer=clockwise(after, after.dealer)[0])
    return replace(after, turn=clockwise(after, after.turn)[0])
