"""The deck: which cards there are, how many of each, and how they are dealt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.core.contract import Offer, RuleViolation
from companion.core.text import Text

COLOURS = ("blue", "red", "yellow", "green")
COPIES_OF_ONE = 3
ONES = COPIES_OF_ONE * len(COLOURS)

COLOUR_WORDS = {"blue": Text("Blue"), "red": Text("Red"), "yellow": Text("Yellow"), "green": Text("Green")}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour} {self.value}"

    @property
    def text(self) -> Text:
        return Text("{colour} {value}", colour=COLOUR_WORDS[self.colour], value=self.value)


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards are dealt to a number of players (NYET-3.7, 3.8, 3.13 to 3.16)."""

    players: int
    hand: int
    highest: int

    @property
    def deck(self) -> int:
        return len(COLOURS) * (COPIES_OF_ONE + self.highest - 1)

    @property
    def aside(self) -> int:
        return self.deck - self.players * self.hand


DEALS = {2: Deal(2, 15, 13), 3: Deal(3, 16, 10), 4: Deal(4, 15, 13), 5: Deal(5, 12, 13)}
"""By the number of players."""


def copies(value: int) -> int:
    return COPIES_OF_ONE if value == 1 else 1


def deck(players: int) -> tuple[Card, ...]:
    """Every card in use, copies included."""
    return tuple(
        Card(colour, value)
        for colour in COLOURS
        for value in range(1, DEALS[players].highest + 1)
        for _ in range(copies(value))
    )


def find_card(name: str) -> Card | None:
    """The card of that name, such as `red 7`, or None if no box holds it."""
    colour, _, digits = name.strip().lower().partition(" ")
    digits = digits.strip()
    if colour not in COLOURS or not (digits.isascii() and digits.isdigit() and len(digits) <= 2):
        return None
    return Card(colour, int(digits)) if 1 <= int(digits) <= 13 else None


def read_card(name: str, players: int) -> Card:
    """The card of that name, if it is in this table's deck."""
    card = find_card(name)
    if card is None:
        raise RuleViolation(
            "NYET-2.2",
            Text(
                "There is no card “{name}”: the cards are blue, red, yellow and green, 1 to {highest}.",
                name=name[:40],
                highest=DEALS[players].highest,
            ),
        )
    if card.value > DEALS[players].highest:
        raise RuleViolation(
            "NYET-3.9",
            Text("{card} is not in the game: with 3 players the 11, 12 and 13 are removed.", card=card.text),
        )
    return card


def left_over(colour: str, seen: Sequence[Card], players: int) -> tuple[Card, ...]:
    """The different cards of a colour that have not all been seen yet."""
    return tuple(
        card
        for value in range(1, DEALS[players].highest + 1)
        if seen.count(card := Card(colour, value)) < copies(value)
    )


def check_copies(card: Card, seen: Sequence[Card], fits: Iterable[Offer] = ()) -> None:
    """Refuse a card of which every copy has been seen."""
    if seen.count(card) >= copies(card.value):
        raise RuleViolation(
            "NYET-2.3",
            Text(
                "{card} is already gone: there is only one.",
                many="{card} is already gone: all {n} have been seen.",
                card=card.text,
                n=copies(card.value),
            ),
            tuple(fits),
        )
