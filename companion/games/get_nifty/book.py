"""The cards this table knows: printed ones, described ones, and those that were only named so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.get_nifty.cards import Card, Kind, check_name, described, facts_of, is_meant, key, keys
from companion.games.get_nifty.model import Challenge, Home, Piece, State
from companion.games.get_nifty.numbers import Number
from companion.games.get_nifty.printed import BOOK

RECENT = 12


@dataclass(frozen=True, slots=True)
class Need:
    """A number that a sum is waiting for: which stat of which card. `bonus` is a Plot's, for that word."""

    card: str
    stat: str
    bonus: str = ""


def find(state: State, name: str) -> Card | None:
    wanted = key(name)
    found = state.book.get(wanted)
    return found or next((card for card in state.book.values() if wanted in keys(card)), None)


def known(state: State, name: str) -> dict[str, Any]:
    """What this table knows of a card by itself, as a description; nothing of one it has not met."""
    card = find(state, name)
    return {} if card is None or card is BOOK.get(key(card.name)) else facts_of(card)


def learned(before: State, after: State) -> tuple[str, ...]:
    """The cards of which more is known, or something else."""
    if after.book is before.book:
        return ()
    return tuple(card.name for plain, card in after.book.items() if before.book.get(plain) is not card)


def card_of(state: State, piece: Piece) -> Card:
    """What is known of a card on the table; its place says what kind it is if nobody else did."""
    kind = None if piece.kind == "number" else piece.kind
    return state.book.get(key(piece.name)) or Card(piece.name, kind)


def stat_of(state: State, piece: Piece, stat: str) -> Number | None:
    for name, number in piece.own:
        if name == stat:
            return number
    return None if piece.kind == "number" else card_of(state, piece).stat(stat)


def learn(state: State, name: str, kind: Kind, numbers: Mapping[str, Number]) -> State:
    """Remember a card that was played: its kind and the numbers said with it, where none were known."""
    card = find(state, name) or Card(name)
    new: dict[str, Any] = {stat: n for stat, n in numbers.items() if card.stat(stat) is None}
    card = replace(card, kind=card.kind or kind, heard=(*card.heard, *new), **new)
    recent = (card.name, *(other for other in state.recent if other != card.name))[:RECENT]
    return replace(state, book={**state.book, key(card.name): card}, recent=recent)


def describe(state: State, name: str, facts: Mapping[str, Any]) -> State:
    """A card as the table reads it now: all of it, over what the rulebook prints and what plays said.

    Holds from here on for every copy that lies anywhere.
    """
    check_name(name)
    old = find(state, name) or Card(name.strip())
    heard: dict[str, Any] = {stat: old.stat(stat) for stat in old.heard}
    base = BOOK.get(key(old.name)) or Card(old.name, old.kind)
    card = described(replace(base, heard=old.heard, **heard), facts)
    card = replace(card, heard=tuple(stat for stat in card.heard if stat not in facts))
    state = replace(state, book={**state.book, key(card.name): card})
    stats = frozenset(facts)
    return replace(
        state,
        chairs=tuple(replace(c, objects=plain(c.objects, card, stats)) for c in state.chairs),
        homes=tuple(plain_home(home, card, stats) for home in state.homes),
        plot=None if state.plot is None else plain((state.plot,), card, stats)[0],
        challenge=None if state.challenge is None else plain_challenge(state.challenge, card, stats),
    )


def plain(pieces: Iterable[Piece], card: Card, stats: frozenset[str]) -> tuple[Piece, ...]:
    """The pieces of that card without numbers of their own for these stats: the description counts."""
    return tuple(
        replace(piece, own=tuple(pair for pair in piece.own if pair[0] not in stats))
        if piece.own and piece.kind != "number" and key(piece.name) == key(card.name)
        else piece
        for piece in pieces
    )


def plain_home(home: Home, card: Card, stats: frozenset[str]) -> Home:
    return replace(home, under=plain(home.under, card, stats))


def plain_challenge(challenge: Challenge, card: Card, stats: frozenset[str]) -> Challenge:
    return replace(
        challenge,
        attack=plain(challenge.attack, card, stats),
        defence=plain(challenge.defence, card, stats),
    )


def plot_bonuses(state: State, piece: Piece, stat: str) -> tuple[tuple[str, Number | None], ...]:
    """What the Plot adds to a Character in one stat: the word it goes by and the amount."""
    if state.plot is None or piece.kind != "character":
        return ()
    card = card_of(state, piece)
    return tuple(
        (bonus.of, bonus.amount)
        for bonus in card_of(state, state.plot).bonuses
        if bonus.stat == stat and is_meant(card, bonus.of)
    )
