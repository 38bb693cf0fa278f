"""Cards to tap: those this table knows, then those of the card book that it has not met yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.core.text import Text
from companion.games.get_nifty.cards import Card, described
from companion.games.get_nifty.cardview import CardView, card_view

LETTERS = {"d": "D", "s": "S", "w": "W", "n": "N", "value": "Boredom"}


class BookCard(Protocol):
    """A card as the card book hands it out."""

    @property
    def name(self) -> str: ...
    @property
    def facts(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class TapCard:
    name: str
    number: str
    """What it counts here; empty where all its numbers are shown."""
    line: Text | None
    initial: str
    words: str
    """All that it may be found by."""


def cards_to_tap(
    known: Iterable[CardView], book: Iterable[BookCard], kinds: tuple[str, ...], stat: str = ""
) -> tuple[TapCard, ...]:
    """`stat`: the number that counts here; without it all of them are shown."""
    typed_in = {card.name: card for card in book}
    cards = [from_book(card, typed_in) for card in known if card.kind in kinds]
    new = not_met_yet(known, typed_in.values(), kinds)
    return tuple(tap_card(card, stat) for card in (*cards, *new))


def from_book(card: CardView, book: Mapping[str, BookCard]) -> CardView:
    """A card of which this table knows only what the rulebook prints: as the book has it."""
    better = book.get(card.name) if card.source else None
    return card if better is None else card_view(described(Card(card.name), better.facts))


def not_met_yet(
    known: Iterable[CardView], book: Iterable[BookCard], kinds: tuple[str, ...]
) -> list[CardView]:
    met = {card.name for card in known}
    found = (card_view(described(Card(one.name), one.facts)) for one in book if one.name not in met)
    return [card for card in found if card.kind in kinds]


def tap_card(card: CardView, stat: str = "", line: Text | None = None) -> TapCard:
    numbers = {one.stat: one.number for one in card.stats}
    if not stat:
        line = Text(
            "{stats}", stats=", ".join(f"{LETTERS[name]}\N{NO-BREAK SPACE}{n}" for name, n in numbers.items())
        )
    words = " ".join((card.name, *card.aliases))
    return TapCard(card.name, numbers.get(stat, ""), line, card.initial, words)
