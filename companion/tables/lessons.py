"""What the card book may learn from an entry at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.contract import Game
from companion.core.events import Amended, CardDescribed, RulingMade, is_secret
from companion.tables.cards import Lesson


def lessons(game: Game, before: Any, after: Any, event: Any) -> list[Lesson]:
    """The facts of cards that are others in the state after the event than before it."""
    book = game.cards
    if book is None or is_secret(event):
        return []
    meant = event.event if isinstance(event, Amended | RulingMade) else event
    heard = not isinstance(meant, CardDescribed)
    return [
        Lesson(name, facts, book.known(after, name), heard)
        for name in book.learned(before, after)
        if (facts := _news(book.known(before, name), book.known(after, name)))
    ]


def _news(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {fact: value for fact, value in after.items() if before.get(fact) != value}
