"""Tables, entries and members as rows: what is written and how it is read back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from companion.core.codec import Codec
from companion.core.table import Entry
from companion.tables.store import Store

APPEND = (
    "insert into entries (table_id, seq, at, by, key, fingerprint, seat, event, data) "
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is stored of a table besides its entries."""

    id: str
    code: str
    game: str
    title: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    opened_at: str
    solo: bool
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A device at a table: spectator < seat < scorer < host; `seat` is the place it holds, if any."""

    device: str
    role: str
    seat: int | None
    since: str


class Log:
    """Reads and writes rows. Everything that writes waits for the commit."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add_table(self, row: TableRow, entries: list[dict[str, Any]], host: Member | None) -> None:
        def job(db: Database) -> None:
            db.table("tables").insert(
                {
                    "id": row.id,
                    "code": row.code,
                    "game": row.game,
                    "title": row.title,
                    "players": json.dumps(row.players, ensure_ascii=False),
                    "options": json.dumps(row.options, ensure_ascii=False),
                    "opened_at": row.opened_at,
                    "solo": int(row.solo),
                    "locked": int(row.locked),
                }
            )
            for values in entries:
                db.execute(APPEND, _values(row.id, values, None))
            if host is not None:
                _put_member(db, row.id, host)

        self.store.write(job)

    def append(self, table_id: str, record: dict[str, Any], fingerprint: str | None) -> None:
        values = _values(table_id, record, fingerprint)
        self.store.write(lambda db: db.execute(APPEND, values))

    def put_members(self, table_id: str, members: list[Member]) -> None:
        def job(db: Database) -> None:
            for member in members:
                _put_member(db, table_id, member)

        self.store.write(job)

    def set_locked(self, table_id: str, locked: bool) -> None:
        values = (int(locked), table_id)
        self.store.write(lambda db: db.execute("update tables set locked = ? where id = ?", values))

    def tables(self, where: str = "1", params: tuple[Any, ...] = ()) -> list[TableRow]:
        sql = f"select * from tables where {where} order by opened_at desc, id"
        return [_table_row(row) for row in self.store.rows(sql, params)]

    def tables_of(self, device: str) -> list[TableRow]:
        return self.tables("id in (select table_id from members where device = ?)", (device,))

    def members(self, table_id: str) -> list[Member]:
        sql = "select device, role, seat, since from members where table_id = ? order by since"
        return [Member(**row) for row in self.store.rows(sql, (table_id,))]

    def records(self, table_id: str) -> Iterator[dict[str, Any]]:
        sql = "select * from entries where table_id = ? order by seq"
        for row in self.store.rows(sql, (table_id,)):
            del row["table_id"]
            row["data"] = json.loads(row["data"])
            yield row


def record_of(codec: Codec, entry: Entry) -> dict[str, Any]:
    """An entry as it is stored and exported."""
    return {"seq": entry.seq, "at": entry.at, "by": entry.by, "key": entry.key, **codec.encode(entry.event)}


def entry_of(codec: Codec, record: Mapping[str, Any]) -> Entry:
    return Entry(record["seq"], codec.decode(record), record["at"], record["by"], record["key"])


def _values(table_id: str, record: Mapping[str, Any], fingerprint: str | None) -> tuple[Any, ...]:
    return (
        table_id,
        record["seq"],
        record["at"],
        record["by"],
        record["key"],
        fingerprint,
        record["seat"],
        record["event"],
        json.dumps(record["data"], ensure_ascii=False, separators=(",", ":")),
    )


def _put_member(db: Database, table_id: str, member: Member) -> None:
    db.execute(
        "insert or replace into members (table_id, device, role, seat, since) values (?, ?, ?, ?, ?)",
        (table_id, member.device, member.role, member.seat, member.since),
    )


def _table_row(row: dict[str, Any]) -> TableRow:
    row["players"] = tuple(json.loads(row["players"]))
    row["options"] = json.loads(row["options"])
    row["solo"], row["locked"] = bool(row["solo"]), bool(row["locked"])
    return TableRow(**row)
