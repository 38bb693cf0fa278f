"""A table as one JSON document: export, import and replay speak the same format."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn

from companion.core.codec import DEEPEST, BadRecord, Codec
from companion.core.contract import Game
from companion.core.events import (
    Amended,
    PlayerJoined,
    PlayerRenamed,
    RulingMade,
    SetUp,
    Withheld,
    is_secret,
    seat_of,
)
from companion.core.ledger import Ledger
from companion.core.table import Entry
from companion.shelf import Shelf
from companion.tables.log import TableRow, record_of
from companion.tables.names import clean

FORMAT = 1
MOST_ENTRIES = 20_000
LONGEST_TEXT = 200
LARGEST = 10**12
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
    """The entry without its secret; that it changed another one, and what was lost by that, stays."""
    event = entry.event
    if not is_secret(event):
        return entry
    kept = Withheld(seat_of(event))
    return replace(entry, event=replace(event, event=kept) if isinstance(event, Amended) else kept)


def _bare(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not None}


def parse(text: str | bytes) -> Any:
    """JSON, or `BadRecord`. What could be read but never written again is refused too."""
    try:
        document = json.loads(text, parse_constant=_no_number)
        json.dumps(document, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not JSON: {error}") from None
    return document


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def read(shelf: Shelf, document: Any) -> tuple[Game, str, SetUp, list[Entry]]:
    """The game, title, set-up and entries of a document, or `BadRecord` that says what is wrong where."""
    if not isinstance(document, Mapping):
        raise BadRecord("a table file must be a JSON object")
    document = _tidy(document)
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
    if title not in [t.key for t in game.titles]:
        raise BadRecord(f"$.title: {game.key} has no title {str(title)[:40]!r}")
    read = [_entry(codec, n, record) for n, record in enumerate(entries, 1)]
    _refuse_doubled_keys(read)
    return game, title, SetUp(tuple(players), dict(options)), read


def _tidy(value: Any, path: str = "$", left: int = DEEPEST + 4) -> Any:
    """All texts as they may be shown, no number beyond reason, nothing too deep."""
    if isinstance(value, str):
        return clean(value, LONGEST_TEXT)
    if isinstance(value, int | float) and abs(value) > LARGEST:
        raise BadRecord(f"{path} is beyond {LARGEST}")
    if not isinstance(value, Mapping | list):
        return value
    if left == 0:
        raise BadRecord(f"{path}: more than {DEEPEST} levels inside each other")
    if isinstance(value, list):
        return [_tidy(part, f"{path}[{n}]", left - 1) for n, part in enumerate(value)]
    return {name: _tidy(part, f"{path}.{name[:40]}", left - 1) for name, part in value.items()}


def _named(event: Any) -> Any:
    """Names of people are as short in a file as on a page."""
    match event:
        case PlayerJoined() | PlayerRenamed():
            name = clean(event.name)
            if not name:
                raise BadRecord("every player needs a name")
            return replace(event, name=name)
        case Amended() | RulingMade():
            return replace(event, event=_named(event.event))
        case SetUp():
            return replace(event, players=tuple(clean(name) for name in event.players))
    return event


def _refuse_doubled_keys(entries: list[Entry]) -> None:
    first: dict[str, int] = {}
    for entry in entries:
        if entry.key and first.setdefault(entry.key, entry.seq) != entry.seq:
            raise BadRecord(f"$.entries[{entry.seq - 1}].key is that of entry {first[entry.key]}")


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
        event = _named(codec.decode(record))
    except BadRecord as bad:
        raise BadRecord(f"{where}: {bad}") from None
    return Entry(seq, event, record.get("at"), record.get("by"), record.get("key"))
