"""Where in the game an event stood and what followed from it, for its line in the log."""

from __future__ import annotations

from companion.core.text import Joined, Name, Text
from companion.games.nyet.events import (
    BoardRead,
    CardPlayed,
    Event,
    ResultEntered,
    RoundScored,
    RoundVoided,
    TeamsFormed,
    TrickWon,
)
from companion.games.nyet.model import State
from companion.games.nyet.totals import finished, headline, round_number


def note(before: State, event: Event, after: State) -> Text | None:
    match event:
        case CardPlayed() | TrickWon():
            return trick_note(before, event, after)
        case ResultEntered() | RoundScored() if len(after.scored) > len(before.scored):
            return round_note(before, after)
        case BoardRead() | TeamsFormed() | RoundVoided():
            return Text("round {number}", number=round_number(before))
        case _:
            return None


def trick_note(before: State, event: CardPlayed | TrickWon, after: State) -> Text:
    trick = len(before.round.tricks) + 1
    said = Text("round {number}, trick {trick}", number=round_number(before), trick=trick)
    if isinstance(event, TrickWon) or len(after.round.tricks) < trick:
        return said
    return Text("{said}: {who} takes it", said=said, who=Name(after.round.tricks[-1].winner))


def round_note(before: State, after: State) -> Text:
    scored = after.scored[-1].points
    points = [Text("{who} {points}", who=Name(seat), points=signed(n)) for seat, n in scored.items()]
    said = Text("round {number}: {points}", number=round_number(before), points=Joined(points))
    won = headline(after) if finished(after) else None
    return said if won is None else Text("{said}; {won}", said=said, won=won)


def signed(points: int) -> str:
    return f"\N{MINUS SIGN}{-points}" if points < 0 else f"+{points}"
