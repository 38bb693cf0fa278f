"""One trick: which card follows, which one wins and why, what is loot. Knows no table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.text import Text
from companion.games.nyet.cards import COLOUR_WORDS, Card

SUPER = "supertrump"
"""The suit of supertrumps that have no trump colour to adopt (NYET-5.19)."""


@dataclass(frozen=True, slots=True)
class Trumps:
    """What is trump and supertrump; `own_suit` says what supertrumps are when nothing is trump."""

    trump: str | None = None
    supertrump: str | None = None
    own_suit: bool = True

    def is_super(self, card: Card) -> bool:
        return card.value == 1 and card.colour == self.supertrump

    def suit(self, card: Card) -> str:
        """What a card counts as: a supertrump is of the trump colour, whatever is printed (NYET-5.16)."""
        if not self.is_super(card):
            return card.colour
        if self.trump is not None:
            return self.trump
        return SUPER if self.own_suit else card.colour

    def strength(self, card: Card, led: Card) -> tuple[int, int]:
        """The higher wins; equal cards are decided by who played last."""
        if self.is_super(card):
            return (3, 0)
        suit = self.suit(card)
        if suit == self.trump:
            return (2, card.value)
        return (1, card.value) if suit == self.suit(led) else (0, 0)


def suit_text(suit: str) -> Text:
    return Text("supertrump") if suit == SUPER else COLOUR_WORDS[suit]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Which card wins (its place in the trick) and the rule that says so."""

    at: int
    rule: str
    why: Text


def judge(trumps: Trumps, cards: Sequence[Card]) -> Verdict:
    """Who wins the cards, in the order they were played."""
    strengths = [trumps.strength(card, cards[0]) for card in cards]
    best = max(strengths)
    at = max(n for n, strength in enumerate(strengths) if strength == best)
    card, tied = cards[at].text, strengths.count(best) > 1
    match best[0], tied:
        case 3, True:
            return Verdict(at, "NYET-7.2", Text("{card} is the last supertrump", card=card))
        case 3, _:
            return Verdict(at, "NYET-5.33", Text("{card} is a supertrump", card=card))
        case 2, True:
            return Verdict(at, "NYET-5.32", Text("{card} is the last of the equal trumps", card=card))
        case 2, _:
            return Verdict(at, "NYET-5.31", Text("{card} is the highest trump", card=card))
        case _, True:
            return Verdict(at, "NYET-5.30", Text("{card} is the last of the equal cards", card=card))
        case _:
            return Verdict(at, "NYET-5.29", Text("{card} is the highest of the led colour", card=card))


def is_loot(trumps: Trumps, card: Card, supertrumps_too: bool) -> bool:
    """Whether an opponent's card counts as loot for the winner of its trick."""
    return card.value == 1 and (supertrumps_too or not trumps.is_super(card))


# -- following


def playable(trumps: Trumps, led: Card | None, hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a hand that may be played: those that follow, or any if none does."""
    if led is None:
        return tuple(hand)
    suit = trumps.suit(led)
    return tuple(card for card in hand if trumps.suit(card) == suit) or tuple(hand)


def follow_rule(trumps: Trumps, led: Card) -> str:
    """The rule that makes people follow this lead."""
    if trumps.is_super(led):
        return "NYET-5.26" if trumps.trump is not None else "NYET-5.19"
    return "NYET-5.25" if trumps.suit(led) == trumps.trump else "NYET-5.23"
