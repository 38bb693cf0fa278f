"""A name of which only the beginning was typed: asked about, lest a slip becomes a card of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from companion.core.contract import Form, Offer, RuleViolation
from companion.core.text import Text
from companion.games.get_nifty.book import find
from companion.games.get_nifty.cards import RESERVED, key
from companion.games.get_nifty.facts import name_in
from companion.games.get_nifty.model import State

FIELDS = {
    "lay": ("card",),
    "plot": ("card",),
    "token": ("card",),
    "nifty": ("card",),
    "challenge": ("card",),
    "add": ("card",),
    "duel": ("attack", "defence"),
}
"""The entries that make a card known which nobody knew, and the fields that name it."""
FEWEST_LETTERS = 2
MOST_OFFERS = 6


def check_names(state: State, form: Form) -> None:
    """Refuse a name that only begins like known ones, unless the form says that it is `sure`."""
    sure = {key(name) for name in form.all("sure")}
    for field in FIELDS.get(form.get("do", ""), ()):
        for word in form.all(field):
            name = name_in(word) if word.strip() else ""
            if not name or key(name) in sure | RESERVED or find(state, name) is not None:
                continue
            if near := cards_like(state, name, form.near.get(name, ())):
                raise RuleViolation(
                    "NIFTY-CARD-01",
                    Text("No card is called “{name}” yet. Which one is it?", name=name),
                    [
                        *(Offer(Text("{card}", card=card), meant(form, field, word, card)) for card in near),
                        Offer(Text("“{name}” is a new card", name=name), surely(form, name)),
                    ],
                )


def cards_like(state: State, name: str, of_the_book: Iterable[str]) -> tuple[str, ...]:
    """Known cards of whose name or alias a word begins like this, the likeliest first."""
    wanted = key(name)
    if len(wanted) < FEWEST_LETTERS:
        return ()
    here = (
        card.name
        for card in state.book.values()
        if any(
            beginning.startswith(wanted) for said in (card.name, *card.aliases) for beginning in heads(said)
        )
    )
    both = {key(card): card for card in (*of_the_book, *here)}
    found = sorted(both.values(), key=lambda card: (not key(card).startswith(wanted), key(card)))
    return tuple(found[:MOST_OFFERS])


def heads(name: str) -> Iterator[str]:
    """The whole name and each of its words, without signs."""
    yield key(name)
    yield from (key(word) for word in re.findall(r"\w+", name))


# -- what is offered: the same entry with another name, or with a promise


Fields: TypeAlias = dict[str, str | tuple[str, ...]]


def same(form: Form) -> Fields:
    return {name: one_or_all(form.all(name)) for name in form}


def one_or_all(values: list[str]) -> str | tuple[str, ...]:
    return values[0] if len(values) == 1 else tuple(values)


def meant(form: Form, field: str, word: str, card: str) -> Fields:
    """The form with a card's full name in place of what was typed; a number behind it stays."""
    full = card + word.strip()[len(name_in(word)) :]
    return {**same(form), field: one_or_all([full if other == word else other for other in form.all(field)])}


def surely(form: Form, name: str) -> Fields:
    return {**same(form), "sure": one_or_all([*form.all("sure"), name])}
