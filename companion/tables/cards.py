"""The card book: cards a group typed in once, per game and edition. It only suggests.

What counts at a table is what its log says (`CardDescribed`), so changing the book never changes
what was decided, and a replay needs no book.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from companion.core.codec import BadRecord
from companion.core.contract import Game
from companion.core.text import Text
from companion.tables.errors import TableRefusal
from companion.tables.names import clean
from companion.tables.store import Store

LONGEST_NAME = 40
MOST_CARDS = 2_000
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Card:
    """A card as the book knows it; `source` says where printed facts come from."""

    name: str
    facts: Mapping[str, Any]
    source: str = ""


def key_of(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


class Cards:
    """All card books in one file. What the rulebook prints is in them from the start."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def all(self, game: Game, edition: str) -> list[Card]:
        printed = game.cards.printed if game.cards else ()
        known = {key_of(card.name): Card(card.name, card.facts, card.source) for card in printed}
        sql = "select key, name, facts from cards where game = ? and edition = ? order by key"
        for row in self.store.rows(sql, (game.key, edition)):
            known[row["key"]] = Card(row["name"], json.loads(row["facts"]))
        return sorted(known.values(), key=lambda card: key_of(card.name))

    def find(self, game: Game, edition: str, name: str) -> Card | None:
        """The card with this name or alias."""
        key = key_of(name)
        cards = self.all(game, edition)
        by_name = next((card for card in cards if key_of(card.name) == key), None)
        return by_name or next((card for card in cards if key in map(key_of, _aliases(card))), None)

    def search(self, game: Game, edition: str, letters: str) -> list[Card]:
        """Cards of which a word begins with these letters, the likeliest first."""
        key = key_of(letters)
        hits = [card for card in self.all(game, edition) if _hit(card, key)]
        return sorted(hits, key=lambda card: not key_of(card.name).startswith(key))

    def put(self, game: Game, edition: str, cards: Iterable[Card], at: str) -> None:
        rows = [
            (game.key, edition, key_of(card.name), card.name, json.dumps(card.facts, ensure_ascii=False), at)
            for card in cards
        ]

        def job(db: Database) -> None:
            for row in rows:
                db.execute("insert or replace into cards values (?, ?, ?, ?, ?, ?)", row)

        self.store.write(job)

    def export(self, game: Game, edition: str) -> dict[str, Any]:
        return {
            "companion_cards": FORMAT,
            "game": game.key,
            "edition": edition,
            "cards": [{"name": c.name, "facts": dict(c.facts)} for c in self.all(game, edition)],
        }


def cards_in(game: Game, document: Any) -> list[Card]:
    """The cards of a card file, or `BadRecord` that says what is wrong where."""
    if not isinstance(document, Mapping) or document.get("companion_cards") != FORMAT:
        raise BadRecord(f"a card file must be a JSON object with companion_cards: {FORMAT}")
    if document.get("game") != game.key:
        raise BadRecord(f"these cards are for {str(document.get('game'))[:40]!r}")
    given = document.get("cards")
    if not isinstance(given, list) or len(given) > MOST_CARDS:
        raise BadRecord(f"$.cards must be a list of at most {MOST_CARDS}")
    return [_read(game, n, item) for n, item in enumerate(given)]


def card_name(raw: str) -> str:
    name = clean(raw, LONGEST_NAME)
    if not name:
        raise TableRefusal(Text("A card needs a name."))
    return name


def facts_from(game: Game, given: Mapping[str, list[str]]) -> dict[str, Any]:
    """The facts as a form gives them; what is left empty is not known."""
    facts: dict[str, Any] = {}
    for field in game.cards.fields if game.cards else ():
        value = _fact(field.kind, given.get(field.name, []))
        if value is not None:
            facts[field.name] = value
    return facts


def _fact(kind: str, raw: list[str]) -> Any:
    first = clean(raw[0], 200) if raw else ""
    if kind == "flag":
        return True if first else None
    if not first:
        return None
    if kind == "number":
        return _number(first)
    if kind == "words":
        words = [clean(word, LONGEST_NAME) for part in raw for word in part.split(",")]
        return [word for word in words if word]
    return first


def _number(raw: str) -> int | str:
    text = raw.replace("\N{MINUS SIGN}", "-")
    if text in {"inf", "\N{INFINITY}"}:
        return "inf"
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        raise TableRefusal(Text("“{raw}” is no number.", raw=raw[:20]))
    return int(text)


def _read(game: Game, n: int, item: Any) -> Card:
    where = f"$.cards[{n}]"
    if not isinstance(item, Mapping) or not isinstance(item.get("name"), str) or not item["name"].strip():
        raise BadRecord(f"{where} must have a name")
    facts = item.get("facts", {})
    known = {field.name for field in game.cards.fields} if game.cards else set()
    if not isinstance(facts, Mapping) or not set(facts) <= known:
        raise BadRecord(f"{where}.facts must hold only {', '.join(sorted(known))}")
    return Card(clean(item["name"], LONGEST_NAME), dict(facts))


def _aliases(card: Card) -> list[str]:
    aliases = card.facts.get("aliases", [])
    return [str(alias) for alias in aliases] if isinstance(aliases, list) else []


def _hit(card: Card, key: str) -> bool:
    words = " ".join((card.name, *_aliases(card)))
    return any(word.startswith(key) for word in key_of(words).split()) or key_of(card.name).startswith(key)
