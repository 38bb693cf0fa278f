"""A table as one JSON document: export, import and replay speak the same format."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.core.codec import BadRecord, Codec
from companion.core.contract import Game
from companion.core.events import SetUp, Withheld, is_secret, seat_of
from companion.core.ledger import Ledger
from companion.core.table import Entry
from companion.shelf import Shelf
from companion.tables.log import TableRow, record_of

FORMAT = 1
MOST_ENTRIES = 20_000
FILE_KEYS = {"companion", "game", "title", "players", "options", "entries"}
ENTRY_KEYS = {"seq", "at", "by", "key", "seat", "event", "data"}


def export(row: TableRow, ledger: Ledger, *, secrets: bool = False) -> dict[str, Any]:
    """The whole table. While the game runs, secret entries are withheld unless `secrets`."""
    open_book = secrets or ledger.game.standings(ledger.table.state).finished
    return {
        "companion": FORMAT,
        "game": row.game,
        "title": row.title,
        "players": list(row.players),
        "options": dict(row.options),
        "entries": [
            _bare(record_of(ledger.codec, entry if open_book else _withheld(entry)))
            for entry in ledger.entries
        ],
    }


def _withheld(entry: Entry) -> Entry:
    if not is_secret(entry.event):
        return entry
    return Entry(entry.seq, Withheld(seat_of(entry.event)), entry.at, entry.by, entry.key)


def _bare(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not None}


def parse(text: str | bytes) -> Any:
    """JSON, or `BadRecord`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not JSON: {error}") from None


def read(shelf: Shelf, document: Any) -> tuple[Game, str, SetUp, list[Entry]]:
    """The game, title, set-up and entries of a document, or `BadRecord` that says what is wrong where."""
    if not isinstance(document, Mapping):
        raise BadRecord("a table file must be a JSON object")
    if document.get("companion") != FORMAT:
        raise BadRecord(f"$.companion must be {FORMAT}")
    if stray := set(document) - FILE_KEYS:
        raise BadRecord(f"$.{sorted(map(str, stray))[0]} is unknown")
    game = shelf.games.get(str(document.get("game")))
    if game is None:
        raise BadRecord(f"$.game: there is no game {str(document.get('game'))[:40]!r}")
    codec = Codec(game)
    players, options = document.get("players"), document.get("options", {})
    if not isinstance(players, list) or not all(isinstance(name, str) and name for name in players):
        raise BadRecord("$.players must be a list of names")
    if not isinstance(options, Mapping):
        raise BadRecord("$.options must be an object")
    codec.options(dict(options))
    entries = document.get("entries")
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise BadRecord(f"$.entries must be a list of at most {MOST_ENTRIES}")
    title = document.get("title", game.titles[0].key)
    if title not in {t.key for t in game.titles}:
        raise BadRecord(f"$.title: {game.key} has no title {str(title)[:40]!r}")
    return (
        game,
        title,
        SetUp(tuple(players), dict(options)),
        [_entry(codec, n, record) for n, record in enumerate(entries, 1)],
    )


def _entry(codec: Codec, seq: int, record: Any) -> Entry:
    where = f"$.entries[{seq - 1}]"
    if not isinstance(record, Mapping):
        raise BadRecord(f"{where} must be an object")
    if stray := set(record) - ENTRY_KEYS:
        raise BadRecord(f"{where}.{sorted(map(str, stray))[0]} is unknown")
    if record.get("seq", seq) != seq:
        raise BadRecord(f"{where}.seq must be {seq}")
    for name in ("at", "by", "key"):
        if not isinstance(record.get(name, None), str | None):
            raise BadRecord(f"{where}.{name} must be text")
    try:
        event = codec.decode(record)
    except BadRecord as bad:
        raise BadRecord(f"{where}: {bad}") from None
    return Entry(seq, event, record.get("at"), record.get("by"), record.get("key"))
