"""The file: what is in force on it, group commit, what happens when it cannot be written, its schema."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import gevent
import pytest
from keeping import at_once
from sqlite_utils import Database

from companion.server import signing_key
from companion.tables.migrations import migrations
from companion.tables.store import CannotWrite, Store

TABLES = ("tables", "entries", "members")
WORD = "insert into words values (?)"


def add_table(db: Any, table_id: str = "t") -> None:
    db.execute(
        "insert into tables values (?, ?, 'tally', 'tally', '[]', '{}', '2025', 0, 0)", (table_id, table_id)
    )


def add_entry(db: Any, seq: int, table_id: str = "t", key: str | None = None) -> None:
    sql = "insert into entries values (?, ?, null, null, ?, null, null, 'TurnPassed', '{}')"
    db.execute(sql, (table_id, seq, key))


@pytest.fixture
def words(store: Store) -> list[str]:
    """Every statement on the writing connection, once there is a table of words."""
    store.write(lambda db: db.execute("create table words (word text primary key) strict"))
    said: list[str] = []
    store.write(lambda db: db.conn.set_trace_callback(said.append))
    said.clear()
    return said


def test_the_writing_connection_syncs_every_commit(store: Store) -> None:
    assert store.pragmas() == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_the_reading_connection_cannot_write(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store.rows("delete from tables returning id")


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_strict(store: Store, name: str) -> None:
    (row,) = store.rows("select strict from pragma_table_list where name = ?", (name,))
    assert row["strict"] == 1


def test_an_entry_needs_its_table_and_a_number_of_its_own(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        store.write(partial(add_entry, seq=1))
    store.write(add_table)
    store.write(partial(add_entry, seq=1, key="k"))
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        store.write(partial(add_entry, seq=1))
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        store.write(partial(add_entry, seq=2, key="k"))


@pytest.mark.parametrize("sql", ["update entries set event = 'x'", "delete from entries"])
def test_entries_are_only_ever_added(store: Store, other: sqlite3.Connection, sql: str) -> None:
    store.write(add_table)
    store.write(partial(add_entry, seq=1))
    with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
        store.write(lambda db: db.execute(sql))
    with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
        other.execute(sql)
    assert len(store.rows("select * from entries")) == 1


def test_writers_at_the_same_moment_share_one_transaction(store: Store, words: list[str]) -> None:
    answers = at_once(
        *(partial(store.write, lambda db, n=n: db.execute(WORD, (f"word {n}",)).rowcount) for n in range(20))
    )
    assert answers == [1] * 20
    assert [said for said in words if said == "begin immediate"] == ["begin immediate"]
    assert [said for said in words if said == "commit"] == ["commit"]
    assert len(store.rows("select * from words")) == 20


def test_who_comes_while_a_commit_runs_waits_for_the_next(store: Store, words: list[str]) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def slow(db: Any) -> None:
        inside.set()
        assert go_on.wait(10)
        db.execute(WORD, ("slow",))

    def late() -> None:
        gevent.get_hub().threadpool.apply(inside.wait, (10,))
        waiting = [gevent.spawn(store.write, lambda db, n=n: db.execute(WORD, (f"{n}",))) for n in range(5)]
        gevent.idle()
        go_on.set()
        gevent.joinall(waiting, timeout=10, raise_error=True)

    assert at_once(partial(store.write, slow), late) == [None, None]
    assert words.count("commit") == 2


def test_one_bad_job_does_not_spoil_the_others(store: Store, words: list[str]) -> None:
    def bad(db: Any) -> None:
        db.execute(WORD, ("half",))
        raise ValueError("no")

    def good(word: str) -> Any:
        return partial(store.write, lambda db: db.execute(WORD, (word,)).rowcount)

    answers = at_once(good("one"), partial(store.write, bad), good("two"), good("one"), good("three"))
    assert answers[0] == answers[2] == answers[4] == 1
    assert isinstance(answers[1], ValueError)
    assert isinstance(answers[3], sqlite3.IntegrityError)
    assert store.rows("select word from words order by word") == [
        {"word": "one"},
        {"word": "three"},
        {"word": "two"},
    ]
    assert store.write(lambda db: db.conn.in_transaction)
    assert words[-1] == "commit"


def test_a_job_sees_what_it_wrote_and_gives_its_answer_back(store: Store, words: list[str]) -> None:
    def job(db: Any) -> int:
        db.execute(WORD, ("one",))
        return int(db.execute("select count(*) from words").fetchone()[0])

    assert store.write(job) == 1


def test_a_file_held_by_another_program_cannot_be_written_and_later_can(
    store: Store, other: sqlite3.Connection
) -> None:
    other.execute("begin immediate")
    with pytest.raises(CannotWrite, match="locked"):
        store.write(add_table)
    assert store.rows("select * from tables") == []
    other.execute("rollback")
    store.write(add_table)
    assert len(store.rows("select * from tables")) == 1


def test_all_who_wait_for_a_held_file_are_told_and_none_of_them_is_written_later(
    store: Store, other: sqlite3.Connection
) -> None:
    other.execute("begin immediate")
    answers = at_once(*(partial(store.write, partial(add_table, table_id=str(n))) for n in range(8)))
    assert {type(answer) for answer in answers} == {CannotWrite}
    assert len({id(answer) for answer in answers}) == 8
    other.execute("rollback")
    store.write(add_table)
    assert [row["id"] for row in store.rows("select id from tables")] == ["t"]


def test_a_full_disk_says_no_and_the_next_write_works_once_there_is_room(store: Store) -> None:
    def limit(pages: int) -> int:
        return store.write(lambda db: int(db.execute(f"pragma max_page_count = {pages}").fetchone()[0]))

    store.write(add_table)
    full = limit(1)

    def fill() -> None:
        for seq in range(1, 5000):
            store.write(partial(add_entry, seq=seq, key=f"key {seq}"))

    with pytest.raises(CannotWrite, match="full"):
        fill()
    before = store.rows("select count(*) as n, max(seq) as last from entries")[0]
    assert before["n"] == before["last"]
    limit(full * 1000)
    store.write(partial(add_entry, seq=before["last"] + 1))
    assert store.rows("pragma integrity_check") == [{"integrity_check": "ok"}]


def test_opening_makes_the_folder_and_reading_works_at_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "not" / "there" / "companion.db")
    try:
        assert store.rows("select * from tables") == []
    finally:
        store.close()


def test_what_was_written_is_there_after_opening_again(path: Path) -> None:
    for n in range(3):
        store = Store(path)
        assert len(store.rows("select * from tables")) == n
        store.write(partial(add_table, table_id=str(n)))
        store.close()
    assert not path.with_name("companion.db-wal").exists(), "a closed file is one file"


SYNCS = """
import sys
from pathlib import Path
from companion.tables.store import Store
store = Store(Path(sys.argv[1]))
store.write(lambda db: db.execute("create table words (word text) strict"))
print("ready", flush=True)
for n in range(40):
    store.write(lambda db: db.execute("insert into words values ('x')"))
    sys.stdout.write(".")
    sys.stdout.flush()
store.close()
"""


@pytest.mark.skipif(not shutil.which("strace"), reason="only where strace is installed")
def test_every_commit_is_synced_before_it_is_answered(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    watched = ["strace", "-f", "-qq", "-o", str(trace), "-e", "trace=fsync,fdatasync,write"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [*watched, sys.executable, "-c", SYNCS, str(tmp_path / "a.db")],
        capture_output=True,
        text=True,
        env=env,
    )
    if "ptrace" in run.stderr and run.returncode:
        pytest.skip("strace may not watch here")
    assert run.returncode == 0, run.stderr
    after = trace.read_text().split('"ready', 1)[1]
    synced = 0
    for line in after.splitlines():
        if ("sync(" in line and "unfinished" not in line) or "sync resumed" in line:
            synced += 1
        elif 'write(1, "."' in line:
            assert synced >= 1, "answered without a sync"
            synced = 0


# -- the schema


def steps() -> list[str]:
    return [step.name for step in migrations.pending(Database(memory=True))]


def schema(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute(
            "select sql from sqlite_master where sql is not null order by name"
        ).fetchall()
    finally:
        connection.close()
    return [sql for (sql,) in rows]


def test_every_step_of_the_schema_is_applied_once(path: Path) -> None:
    for _ in range(2):
        store = Store(path)
        applied = [row["name"] for row in store.rows("select name from _sqlite_migrations order by id")]
        store.close()
        assert applied == steps()


@pytest.mark.parametrize("done", range(len(steps()) + 1))
def test_a_file_made_by_an_older_version_opens_and_keeps_what_it_holds(tmp_path: Path, done: int) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    db = Database(old)
    migrations.apply(db, stop_before=steps()[done:][:1])
    if done:
        add_table(db)
        add_entry(db, 1)
        db.conn.commit()
    db.close()
    for file in (old, new):
        store = Store(file)
        held = store.rows("select table_id, seq from entries")
        store.close()
        assert held == ([{"table_id": "t", "seq": 1}] if file == old and done else [])
    assert schema(old) == schema(new)


def test_a_step_that_is_cut_off_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    db = Database(file)
    with pytest.raises(RuntimeError), db.atomic():
        migrations.apply(db)
        raise RuntimeError("the power went")
    db.close()
    store = Store(file)
    assert store.rows("select * from tables") == []
    store.close()


def test_a_file_of_a_newer_version_is_refused_and_left_as_it_is(path: Path) -> None:
    Store(path).close()
    db = Database(path)
    db["_sqlite_migrations"].insert({"migration_set": "companion", "name": "m999", "applied_at": "2099"})
    db.close()
    before = path.read_bytes()
    with pytest.raises(sqlite3.DatabaseError, match="newer companion"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"not a database, but long enough to look like one" * 40, b"SQLite format 3"]
)
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.db"
    file.write_bytes(content)
    with pytest.raises(sqlite3.DatabaseError):
        Store(file)
    assert file.read_bytes() == content


def test_the_signing_key_is_made_once_whole_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "companion.key"
    key = signing_key(path)
    assert len(key) == 32
    assert signing_key(path) == key
    assert path.stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir()] == ["companion.key"]
    path.write_bytes(b"short")
    with pytest.raises(SystemExit, match="damaged"):
        signing_key(path)
