"""What followed from an event, for its line in the log."""

from __future__ import annotations

from companion.core.text import Joined, Name, Text
from companion.games.get_nifty.events import (
    ChallengeDecided,
    ChallengeEnded,
    ChallengeEntered,
    Event,
    GaveUp,
)
from companion.games.get_nifty.model import Outcome, State
from companion.games.get_nifty.seating import house_name


def note(before: State, event: Event, after: State) -> Text | None:
    """How a challenge ended, who left a gain, and who won the game."""
    ended = after.last is not None and after.last is not before.last
    said = [ended_text(after.last), *left_texts(after, event, after.last)] if ended and after.last else []
    now = after.challenge
    if isinstance(event, GaveUp) and now is not None and now.alone:
        held = now.given_up == "attack"
        said.append(Text("the defence holds") if held else Text("the defence does not hold"))
    if after.over is not None and before.over is None:
        names = Joined([house_name(after, house) for house in after.over.houses], " and ")
        said.append(Text("{who} got Nifty", who=names))
    return Text("{said}", said=Joined(said, "; ")) if said else None


def left_texts(state: State, event: Event, ended: Outcome) -> list[Text]:
    """Who left a gain that was theirs to leave."""
    if not isinstance(event, GaveUp | ChallengeEnded | ChallengeDecided | ChallengeEntered):
        return []
    houses = dict.fromkeys(state.house(seat) for seat in event.waived if 0 <= seat < len(state.chairs))
    return [
        Text(
            "{who} leaves the {card}",
            many="{who} leave the {card}",
            who=house_name(state, house),
            card="SAFE" if ended.kind == "danger" else "WEIRD",
            n=len(state.members(house)),
        )
        for house in houses
    ]


def ended_text(ended: Outcome) -> Text:
    who = Name(ended.defender)
    said = Text("{who} withstands", who=who) if ended.defended else Text("{who} does not withstand", who=who)
    if ended.attack is None or ended.defence is None:
        return said
    return Text(
        "{attack} : {defence}, {said}", attack=ended.attack.text, defence=ended.defence.text, said=said
    )
