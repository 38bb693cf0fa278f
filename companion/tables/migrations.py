"""The schema, step by step. A released step is never edited: the next change is a new step."""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database, Migrations

migrations = Migrations("companion")


def upgrade(db: Database) -> None:
    """Apply the steps that are missing. A file with steps unknown here is left alone."""
    known = {step.name for step in migrations.pending(Database(memory=True))}
    if any(step.name not in known for step in migrations.applied(db)):
        raise sqlite3.DatabaseError("it was made by a newer companion, install that one")
    migrations.apply(db)


@migrations()
def m001_tables_entries_members(db: Database) -> None:
    db.table("tables").create(
        {
            "id": str,
            "code": str,
            "game": str,
            "title": str,
            "players": str,
            "options": str,
            "opened_at": str,
            "solo": int,
            "locked": int,
        },
        pk="id",
        not_null={"code", "game", "title", "players", "options", "opened_at", "solo", "locked"},
        strict=True,
    )
    db.table("tables").create_index(["code"], unique=True)
    db.table("entries").create(
        {
            "table_id": str,
            "seq": int,
            "at": str,
            "by": str,
            "key": str,
            "fingerprint": str,
            "seat": int,
            "event": str,
            "data": str,
        },
        pk=("table_id", "seq"),
        not_null={"event", "data"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    db.table("entries").create_index(["table_id", "key"], unique=True)
    for verb in ("update", "delete"):
        db.execute(
            f"create trigger entries_no_{verb} before {verb} on entries "
            "begin select raise(abort, 'entries are only ever added'); end"
        )
    db.table("members").create(
        {"table_id": str, "device": str, "role": str, "seat": int, "since": str},
        pk=("table_id", "device"),
        not_null={"role", "since"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )


@migrations()
def m002_cards(db: Database) -> None:
    db.table("cards").create(
        {"game": str, "edition": str, "key": str, "name": str, "facts": str, "changed_at": str},
        pk=("game", "edition", "key"),
        not_null={"name", "facts", "changed_at"},
        strict=True,
    )
