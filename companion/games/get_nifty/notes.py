"""What followed from an event, for its line in the log."""

from __future__ import annotations

from companion.core.text import Joined, Name, Text
from companion.games.get_nifty.events import Event
from companion.games.get_nifty.model import Outcome, State
from companion.games.get_nifty.seating import house_name


def note(before: State, event: Event, after: State) -> Text | None:
    """How a challenge ended, and who won the game."""
    ended = after.last is not None and after.last is not before.last
    said = [ended_text(after.last)] if ended and after.last else []
    if after.over is not None and before.over is None:
        names = Joined([house_name(after, house) for house in after.over.houses], " and ")
        said.append(Text("{who} got Nifty", who=names))
    return Text("{said}", said=Joined(said, "; ")) if said else None


def ended_text(ended: Outcome) -> Text:
    who = Name(ended.defender)
    said = Text("{who} withstands", who=who) if ended.defended else Text("{who} does not withstand", who=who)
    if ended.attack is None or ended.defence is None:
        return said
    return Text(
        "{attack} : {defence}, {said}", attack=ended.attack.text, defence=ended.defence.text, said=said
    )
