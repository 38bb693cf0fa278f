"""What only one seat may see: its own hand and which cards of it may be played."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import Seat
from companion.core.text import Text
from companion.games.nyet.buttons import entry
from companion.games.nyet.cards import Card
from companion.games.nyet.hands import cards_held, legal_cards, trusted
from companion.games.nyet.model import State
from companion.games.nyet.play import next_player
from companion.games.nyet.trickview import may_play


@dataclass(frozen=True, slots=True)
class HeldCard:
    card: Card
    label: Text
    legal: bool
    entry: str


@dataclass(frozen=True, slots=True)
class OwnView:
    """What only this seat may see. `noted` is False until a hand was entered or when it is out of date."""

    seat: Seat
    noted: bool
    holds: int
    to_move: bool
    cards: tuple[HeldCard, ...]


def own_view(state: State, seat: Seat) -> OwnView:
    hand = trusted(state, seat)
    to_move = may_play(state) and next_player(state) == seat
    legal = legal_cards(state, seat) if to_move else ()
    cards = tuple(
        HeldCard(card, card.text, card in legal, entry("card", seat=seat, card=card)) for card in hand or ()
    )
    return OwnView(seat, hand is not None, cards_held(state, seat), to_move, cards)
