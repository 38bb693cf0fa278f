"""A table after some of its entries: players, options, the game's state. One step at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from companion.core.codec import BadRecord, Codec
from companion.core.contract import Game, RuleViolation, Seat, Setup
from companion.core.events import (
    Adjusted,
    CardDescribed,
    OptionChanged,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RulingMade,
    SetUp,
    Withheld,
    is_secret,
    may_read,
    seat_of,
    tell_core,
)
from companion.core.text import Joined, Name, Text

NOBODY_THERE = "TABLE-SEAT"
"""Rule ids beginning with TABLE belong to the table itself, not to a game."""


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    present: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: what people saw, when, and who tapped it."""

    seq: int
    event: Any
    at: str | None = None
    by: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """All that can be known after an entry. Frozen: the next entry makes the next table."""

    game: Game
    codec: Codec
    players: tuple[Player, ...]
    options: Any
    state: Any
    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    rulings: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)


def open_table(game: Game, setup: SetUp, codec: Codec | None = None) -> Table:
    """A fresh table, or `BadRecord`/`RuleViolation` if these people cannot play that game."""
    codec = codec or Codec(game)
    options = codec.options(dict(setup.options))
    if len(setup.players) not in game.seats:
        raise RuleViolation(
            "TABLE-PLAYERS",
            Text(
                "{count} cannot play this: it takes {low} to {high} players.",
                count=len(setup.players),
                low=game.seats.start,
                high=game.seats.stop - 1,
            ),
        )
    state = game.start(Setup(len(setup.players), options))
    players = tuple(Player(name) for name in setup.players)
    return Table(game, codec, players, options, state)


def next_table(table: Table, event: Any, lifted: frozenset[str] = frozenset()) -> Table:
    """The table after one more event that is not a correction of others."""
    seat = seat_of(event)
    if seat is not None and not 0 <= seat < len(table.players):
        raise RuleViolation(NOBODY_THERE, Text("There is no player {n} here.", n=seat + 1))
    match event:
        case Withheld():
            return table
        case RulingMade(rules, inner, reason):
            after = next_table(table, inner, lifted | frozenset(rules))
            return replace(after, rulings=(*after.rulings, *((rule, reason) for rule in rules)))
        case PlayerRenamed(seat, name):
            return replace(table, players=_with_player(table, seat, name=name))
        case PlayerJoined(name):
            table = replace(table, players=(*table.players, Player(name)))
        case PlayerLeft(seat):
            table = replace(table, players=_with_player(table, seat, present=False))
        case OptionChanged(name, value):
            table = replace(table, options=_with_option(table, name, value))
            event = OptionChanged(name, getattr(table.options, name))
        case CardDescribed(name, facts):
            table = replace(table, cards={**table.cards, name: facts})
        case Adjusted():
            pass
        case _ if type(event) not in table.game.events:
            raise BadRecord(f"{type(event).__name__} cannot stand here")
    return replace(table, state=table.game.apply(table.state, event, lifted))


def _with_player(table: Table, seat: Seat, **change: Any) -> tuple[Player, ...]:
    players = list(table.players)
    players[seat] = replace(players[seat], **change)
    return tuple(players)


def _with_option(table: Table, name: str, value: Any) -> Any:
    known = msgspec.to_builtins(table.options)
    if name not in known:
        raise RuleViolation("TABLE-OPTION", Text("There is no option “{name}”.", name=name[:40]))
    try:
        return table.codec.options({**known, name: value})
    except BadRecord as bad:
        raise RuleViolation(
            "TABLE-OPTION", Text("“{name}” cannot be that: {why}", name=name, why=str(bad))
        ) from None


def note_of(before: Table, event: Any, after: Table) -> Text | None:
    """What followed from an event, for the log. A secret one has nothing that all may read."""
    if isinstance(event, RulingMade):
        event = event.event
    if type(event) not in after.game.events or is_secret(event):
        return None
    return after.game.note(before.state, event, after.state)


def tell(
    game: Game, event: Any, viewer: Seat | None, told: Text | None = None, note: Text | None = None
) -> Text:
    """One line of the log as `viewer` may read it. `told` is what a correction is about."""
    if note is not None and may_read(event, viewer):
        return Text("{what} ({note})", what=tell(game, event, viewer, told), note=note)
    if not may_read(event, viewer):
        seat = seat_of(event)
        if seat is None:
            return Text("A secret entry")
        return Text("{who} entered something secret", who=Name(seat))
    if isinstance(event, RulingMade):
        what = tell(game, event.event, viewer)
        rules = ", ".join(event.rules)
        if event.reason:
            return Text("{what} (ruling on {rules}: {why})", what=what, rules=rules, why=event.reason)
        return Text("{what} (ruling on {rules})", what=what, rules=rules)
    if isinstance(event, OptionChanged):
        return tell_option(game, event)
    if isinstance(event, CardDescribed) and event.facts and game.cards:
        return Text("{name}: {facts}", name=event.name, facts=game.cards.line(event.facts))
    return told or tell_core(event) or game.tell(event, viewer)


def tell_option(game: Game, event: OptionChanged) -> Text:
    """An option by its label and that of its value, as the set-up page has them."""
    option = next((option for option in game.asked if option.name == event.name), None)
    if option is None:
        return Text("From here on: another “{option}”", option=event.name.replace("_", " ")[:40])
    many = isinstance(event.value, list | tuple)
    labels = {str(choice.value): choice.label for choice in option.choices}
    said = [labels.get(str(value), str(value)) for value in (event.value if many else [event.value])]
    return Text("From here on “{option}”: {value}", option=option.label, value=Joined(said))
