"""The card book: cards a group typed in once, per game and edition. It only suggests.

What counts at a table is what its log says (`CardDescribed`), so changing the book never changes
what was decided, and a replay needs no book. The other way round the book learns what tables learn.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

from companion.core.contract import Game
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


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a table learnt about a card. What was only heard with a play never replaces what is known."""

    name: str
    facts: Mapping[str, Any]
    whole: Mapping[str, Any]
    """All that the table knows of it: for a book that has no such card."""
    heard: bool = True

    def added_to(self, known: Mapping[str, Any] | None) -> dict[str, Any]:
        if known is None:
            return dict(self.whole)
        return {**self.facts, **known} if self.heard else {**known, **self.facts}


def key_of(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


def _loosely(name: str) -> str:
    """Without spaces and signs: `Bun Bun` is `Bun-Bun`."""
    return "".join(sign for sign in key_of(name) if sign.isalnum())


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
        """The card with this name or alias, best as it was typed, else whatever its signs."""
        cards = self.all(game, edition)
        for key in (key_of, _loosely):
            wanted = key(name)
            by_name = (card for card in cards if key(card.name) == wanted)
            by_alias = (card for card in cards if wanted in map(key, _aliases(card)))
            if wanted and (found := next(by_name, None) or next(by_alias, None)):
                return found
        return None

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

    def learn(self, game: Game, edition: str, lessons: Iterable[Lesson], at: str) -> bool:
        """Take over what a table learnt; whether there was anything new in it."""
        news = [
            replace(lesson, name=old.name if old else clean(lesson.name, LONGEST_NAME))
            for lesson in lessons
            for old in [self.find(game, edition, lesson.name)]
            if old is None or lesson.added_to(old.facts) != old.facts
        ]
        if not news:
            return False
        printed = {key_of(card.name): card.facts for card in (game.cards.printed if game.cards else ())}

        def job(db: Database) -> None:
            where = "from cards where game = ? and edition = ?"
            room = MOST_CARDS - db.execute(f"select count(*) {where}", (game.key, edition)).fetchone()[0]
            for lesson in news[: max(room, 0)]:
                place = (game.key, edition, key_of(lesson.name))
                row = db.execute(f"select facts {where} and key = ?", place).fetchone()
                known = json.loads(row[0]) if row else printed.get(place[2])
                facts = json.dumps(lesson.added_to(known), ensure_ascii=False)
                db.execute(
                    "insert or replace into cards values (?, ?, ?, ?, ?, ?)", (*place, lesson.name, facts, at)
                )

        self.store.write(job)
        return True

    def remove(self, game: Game, edition: str, name: str) -> None:
        """Forget what was typed in; of a printed card what is printed stays."""
        sql = "delete from cards where game = ? and edition = ? and key = ?"
        self.store.write(lambda db: db.execute(sql, (game.key, edition, key_of(name))))

    def export(self, game: Game, edition: str) -> dict[str, Any]:
        return {
            "companion_cards": FORMAT,
            "game": game.key,
            "edition": edition,
            "cards": [{"name": c.name, "facts": dict(c.facts)} for c in self.all(game, edition)],
        }


def _aliases(card: Card) -> list[str]:
    aliases = card.facts.get("aliases", [])
    return [str(alias) for alias in aliases] if isinstance(aliases, list) else []


def _hit(card: Card, key: str) -> bool:
    words = " ".join((card.name, *_aliases(card)))
    return any(word.startswith(key) for word in key_of(words).split()) or key_of(card.name).startswith(key)
