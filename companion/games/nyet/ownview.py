"""What only one seat may see: its own hand and which cards of it may be played."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import Seat
from companion.core.text import Text
from companion.games.nyet.buttons import entry
from companion.games.nyet.cards import COLOURS, Card
from companion.games.nyet.hands import all_laid, cards_held, legal_cards, trusted
from companion.games.nyet.model import State
from companion.games.nyet.play import next_player
from companion.games.nyet.trickview import may_play


@dataclass(frozen=True, slots=True)
class HeldCard:
    """`copy` tells the three 1s of a colour apart."""

    card: Card
    copy: int
    label: Text
    legal: bool
    entry: str


@dataclass(frozen=True, slots=True)
class OwnView:
    """What only this seat may see. `noted` is False until a hand was entered or when it is out of date.

    `laid`: the cards of line 2 are laid away; the table is told by another entry, which rests on no secret.
    """

    seat: Seat
    noted: bool
    holds: int
    to_move: bool
    laid: bool
    complete: bool
    cards: tuple[HeldCard, ...]


def own_view(state: State, seat: Seat) -> OwnView:
    hand = trusted(state, seat)
    to_move = may_play(state) and next_player(state) == seat
    legal = legal_cards(state, seat) if to_move else ()
    held = tuple(sorted(hand or (), key=lambda card: (COLOURS.index(card.colour), card.value)))
    cards = tuple(
        HeldCard(
            card, held[:at].count(card) + 1, card.text, card in legal, entry("card", seat=seat, card=card)
        )
        for at, card in enumerate(held)
    )
    holds = cards_held(state, seat)
    complete = hand is not None and len(hand) == holds
    return OwnView(seat, hand is not None, holds, to_move, all_laid(state, seat), complete, cards)
