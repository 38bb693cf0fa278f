"""What each event does: one branch, one call."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import Any, assert_never

from companion.core.codec import BadRecord, convert
from companion.core.contract import RuleViolation, Setup
from companion.core.events import Adjusted, CardDescribed, OptionChanged, PlayerJoined, PlayerLeft
from companion.core.text import Text
from companion.games.nyet.board import boxes, read_board, read_line
from companion.games.nyet.discards import check_step, discard, finish, pass_card
from companion.games.nyet.events import (
    BoardRead,
    BonusGiven,
    CardPlayed,
    CardsLaidAway,
    CharacterChosen,
    DealerChosen,
    Discarded,
    DiscardsFinished,
    Event,
    HandNoted,
    LineRead,
    Passed,
    ResultEntered,
    RoundScored,
    RoundVoided,
    TeamsFormed,
    TokenPlaced,
    TrickWon,
)
from companion.games.nyet.flow import check_board, check_teams_formed
from companion.games.nyet.hands import lay_away, note_hand
from companion.games.nyet.model import Adjustment, State, Teams
from companion.games.nyet.options import Options, check_options
from companion.games.nyet.play import play_card, win_trick
from companion.games.nyet.result import enter_result
from companion.games.nyet.rounds import score_round, void_round
from companion.games.nyet.seating import (
    FEWEST,
    MOST,
    check_seated,
    choose_character,
    choose_dealer,
    join,
    leave,
)
from companion.games.nyet.teams import form_teams, give_bonus
from companion.games.nyet.tokens import place_token
from companion.games.nyet.totals import check_running, finished, round_number, rounds_total


def start(setup: Setup) -> State:
    if not FEWEST <= setup.seats <= MOST:
        raise RuleViolation("NYET-3.1", Text("{n} cannot play this: it takes 2 to 5 players.", n=setup.seats))
    check_options(setup.options)
    state = State(setup.options, (True,) * setup.seats, (None,) * setup.seats)
    if finished(state):
        raise RuleViolation(
            "NYET-1.3",
            Text(
                "There is no round {n} in this game: it has {total}.",
                n=round_number(state),
                total=rounds_total(state),
            ),
        )
    return state


def apply(state: State, event: Event, lifted: frozenset[str] = frozenset()) -> State:
    match event:
        case DealerChosen(seat):
            return choose_dealer(state, seat, lifted)
        case CharacterChosen(seat, character):
            return choose_character(state, seat, character)
        case TokenPlaced(seat, line, box):
            return place_token(state, seat, line, box, lifted)
        case LineRead(line, box):
            return read_line(state, line, box)
        case BoardRead(named):
            return read_board(state, named)
        case TeamsFormed(seat, wedge, circle):
            return form_teams(state, check_board(state), seat, Teams(wedge, circle), lifted)
        case BonusGiven(seat, to):
            return give_bonus(state, check_teams_formed(state), seat, to, lifted)
        case Discarded(seat, count, ones):
            return discard(state, seat, count, ones, lifted)
        case Passed(seat, to):
            return pass_card(state, seat, to, lifted)
        case DiscardsFinished():
            return finish(state, lifted)
        case HandNoted(seat, cards):
            check_running(state)
            check_seated(state, seat)
            return note_hand(state, seat, cards)
        case CardsLaidAway(seat, cards):
            check_seated(state, seat)
            check_step(state, lifted)
            return lay_away(state, seat, cards)
        case CardPlayed(seat, card):
            return play_card(state, seat, card, lifted)
        case TrickWon(seat, loot):
            return win_trick(state, seat, loot, lifted)
        case ResultEntered():
            return enter_result(state, event)
        case RoundScored(doubled):
            return score_round(state, doubled)
        case RoundVoided():
            return void_round(state)
        case PlayerJoined():
            return join(state)
        case PlayerLeft(seat):
            return leave(state, seat)
        case Adjusted(seat, amount, reason):
            return adjust(state, seat, amount, reason)
        case OptionChanged(name, value):
            return change_option(state, name, value)
        case CardDescribed():
            return state
        case _:
            assert_never(event)


def adjust(state: State, seat: int, amount: int, reason: str) -> State:
    if not 0 <= seat < len(state.present):
        check_seated(state, seat)
    change = Adjustment(len(state.scored), seat, amount, reason)
    return replace(state, adjustments=(*state.adjustments, change))


def change_option(state: State, name: str, value: Any) -> State:
    """Another board or reading from here on. A box that this round already speaks of must stay."""
    known = {field.name: getattr(state.options, field.name) for field in dataclasses.fields(Options)}
    if name not in known:
        raise RuleViolation("TABLE-OPTION", Text("There is no option “{name}”.", name=name[:40]))
    try:
        options: Options = convert({**known, name: value}, Options)
    except BadRecord as bad:
        raise RuleViolation(
            "TABLE-OPTION", Text("“{name}” cannot be that: {why}", name=name, why=str(bad))
        ) from None
    check_options(options)
    after = replace(state, options=options)
    spoken_of = [(token.line, token.box) for token in state.round.tokens]
    spoken_of += [(line, box) for line, box in enumerate(state.round.read, 1) if box is not None]
    for line, box in spoken_of:
        if box not in boxes(after, line):
            raise RuleViolation(
                "NYET-4.5",
                Text("Line {line} of this round already speaks of “{box}”.", line=line, box=box),
            )
    return after
