"""What each event does: one branch, one call. Afterwards it is looked whether somebody has won."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import Any, assert_never

from companion.core.codec import BadRecord, convert
from companion.core.contract import RuleViolation, Seat, Setup
from companion.core.events import Adjusted, CardDescribed, OptionChanged, PlayerJoined, PlayerLeft
from companion.core.text import Text
from companion.games.get_nifty.book import describe
from companion.games.get_nifty.cancels import settle_cancels
from companion.games.get_nifty.challenge import add_cards, challenge, flip
from companion.games.get_nifty.closing import decide, end, enter_challenge, give_up
from companion.games.get_nifty.events import (
    CardLaid,
    CardRemoved,
    CardsAdded,
    Challenged,
    ChallengeDecided,
    ChallengeEnded,
    ChallengeEntered,
    DealerChosen,
    Discarded,
    DiscardOptionUsed,
    Event,
    GaveUp,
    HelpAsked,
    HelpDeclined,
    HelperJoined,
    HelpOffered,
    HelpRefused,
    NiftyPlayed,
    PlotPlayed,
    PutRight,
    Reshuffled,
    SpecialUsed,
    StatePlayed,
    TokenBought,
    TurnBegan,
)
from companion.games.get_nifty.interference import ask, decline, join_side, offer, refuse
from companion.games.get_nifty.model import Chair, Home, State
from companion.games.get_nifty.options import Options
from companion.games.get_nifty.plays import (
    discard,
    lay_card,
    play_plot,
    play_state,
    put_right,
    reshuffle,
    use_discard_option,
)
from companion.games.get_nifty.removal import remove
from companion.games.get_nifty.seating import (
    FEWEST,
    MOST,
    begin_turn,
    check_seated,
    choose_dealer,
    home_of,
    join,
    leave,
    with_home,
)
from companion.games.get_nifty.specials import use_special
from companion.games.get_nifty.token import buy, play_nifty
from companion.games.get_nifty.totals import nifty
from companion.games.get_nifty.winning import check_running, settle_win

OUTSIDE_PLAY = (PlayerJoined, PlayerLeft, Adjusted, OptionChanged, CardDescribed, PutRight)
"""What may be entered after the game is over too."""


def start(setup: Setup) -> State:
    n = setup.seats
    if not FEWEST <= n <= MOST:
        raise RuleViolation("NIFTY-SETUP-03", Text("{n} cannot play this: it takes 2 to 6 players.", n=n))
    teams = n == MOST and setup.options.six == "teams"
    return State(setup.options, teams, (Chair(),) * n, (Home(),) * (3 if teams else n), turn=1 % n)


def apply(state: State, event: Event, lifted: frozenset[str] = frozenset()) -> State:
    if not isinstance(event, OUTSIDE_PLAY):
        state = check_running(state, lifted)
    return settle_win(step(state, event, lifted))


def step(state: State, event: Event, lifted: frozenset[str]) -> State:
    match event:
        case DealerChosen(seat):
            return choose_dealer(state, seat)
        case TurnBegan(seat):
            return begin_turn(charted(state), seat)
        case StatePlayed(seat, card):
            return play_state(state, seat, card, lifted)
        case CardLaid():
            return lay_card(state, event, lifted)
        case PlotPlayed():
            return play_plot(state, event, lifted)
        case TokenBought(seat, cards):
            return buy(state, seat, cards, lifted)
        case NiftyPlayed(seat, cards):
            return play_nifty(state, seat, cards, lifted)
        case Discarded(seat, count, names):
            return discard(state, seat, count, names, lifted)
        case DiscardOptionUsed(seat, card, taken):
            return use_discard_option(state, seat, card, taken, lifted)
        case Reshuffled():
            return reshuffle(state)
        case Challenged(seat, kind, target, cards):
            return challenge(state, seat, kind, target, cards, lifted)
        case CardsAdded(seat, cards, side):
            return add_cards(state, seat, side, cards, lifted)
        case SpecialUsed(seat, card, side):
            return use_special(state, seat, card, side, lifted)
        case HelpAsked(seat, of):
            return ask(state, seat, of, lifted)
        case HelpDeclined(seat):
            return decline(state, seat)
        case HelpOffered(seat):
            return offer(state, seat, lifted)
        case HelpRefused(seat, helper):
            return refuse(state, seat, helper)
        case HelperJoined(seat, side):
            return join_side(state, seat, side, lifted)
        case GaveUp(seat, final, waived):
            return give_up(state, seat, final, waived, lifted)
        case ChallengeEnded(waived):
            return end(state, waived, lifted)
        case ChallengeDecided(won, waived):
            return decide(state, won, waived, lifted)
        case ChallengeEntered():
            return enter_challenge(state, event, lifted)
        case CardRemoved():
            return remove(state, event, lifted)
        case PutRight():
            return set_right(state, event)
        case PlayerJoined():
            return join(state)
        case PlayerLeft(seat):
            return leave(state, seat)
        case Adjusted(seat, amount, _):
            return adjust(state, seat, amount)
        case OptionChanged(name, value):
            return change_option(state, name, value)
        case CardDescribed(name, facts):
            return flip(settle_cancels(describe(state, name, facts)))
        case _:
            assert_never(event)


def charted(state: State) -> State:
    """Everybody's Niftyness at the end of a turn, for the chart."""
    totals = tuple(nifty(state, state.house(seat)).finite for seat in range(len(state.chairs)))
    return replace(state, chart=(*state.chart, (state.turn, totals)))


def set_right(state: State, event: PutRight) -> State:
    check_seated(state, event.seat)
    home = home_of(state, event.seat)
    return put_right(
        state,
        event.seat,
        replace(
            home,
            safe=event.safe or home.safe,
            weird=event.weird or home.weird,
            token=home.token if event.token is None else event.token,
        ),
    )


def adjust(state: State, seat: Seat, amount: int) -> State:
    check_seated(state, seat)
    home = home_of(state, seat)
    return with_home(state, state.house(seat), replace(home, adjusted=home.adjusted + amount))


def change_option(state: State, name: str, value: Any) -> State:
    """Another reading from here on. Whether six play in teams is settled with the set-up."""
    known = {field.name: getattr(state.options, field.name) for field in dataclasses.fields(Options)}
    if name not in known:
        raise RuleViolation("TABLE-OPTION", Text("There is no option “{name}”.", name=name[:40]))
    if name == "six" and len(state.chairs) == MOST and value != state.options.six:
        raise RuleViolation(
            "NIFTY-SIX-01", Text("Six have sat down already: change it in the set-up of the table.")
        )
    try:
        options: Options = convert({**known, name: value}, Options)
    except BadRecord as bad:
        raise RuleViolation(
            "TABLE-OPTION", Text("“{name}” cannot be that: {why}", name=name, why=str(bad))
        ) from None
    return replace(state, options=options)
