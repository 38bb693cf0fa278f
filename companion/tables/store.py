"""One SQLite file: one connection that writes, in one OS thread, and one that reads.

Whoever writes waits until it is on disk. What waits at the same moment, across all tables, shares
one transaction and so one sync; if that fails, each is tried alone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import gevent
from gevent.event import AsyncResult, Event
from gevent.threadpool import ThreadPool
from sqlite_utils import Database

from companion.tables.migrations import upgrade

T = TypeVar("T")
Job = Callable[[Database], Any]

BUSY_SECONDS = 10.0
PRAGMAS = {"journal_mode": "wal", "synchronous": "full", "foreign_keys": "on"}


class CannotWrite(Exception):
    """The disk says no: full, read-only, or held by somebody else."""


def connect(path: Path, busy_seconds: float, *, readonly: bool = False) -> Database:
    mode = "ro" if readonly else "rwc"
    conn = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=busy_seconds, check_same_thread=False
    )
    if readonly:
        return Database(conn)
    try:
        for name, value in PRAGMAS.items():
            conn.execute(f"pragma {name} = {value}")
        db = Database(conn)
        upgrade(db)
    except BaseException:
        conn.close()
        raise
    return db


class Store:
    """The file. `write` runs a job and returns once it is committed; `rows` reads.

    `busy_seconds` is how long a write waits for another program that holds the file.
    """

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._pool = ThreadPool(1)
        self._waiting: list[tuple[Job, AsyncResult[Any]]] = []
        self._wake = Event()
        opened = self._pool.apply(_opened, (path, busy_seconds))
        if isinstance(opened, Exception):
            self._pool.kill()
            raise opened
        self._db: Database = opened
        self._reader = connect(path, busy_seconds, readonly=True)
        self._collector = gevent.spawn(self._collect)

    def write(self, job: Callable[[Database], T]) -> T:
        """Run a job on the writing connection; returns after the commit, raises `CannotWrite` if none."""
        done: AsyncResult[T] = AsyncResult()
        self._waiting.append((job, done))
        self._wake.set()
        return cast(T, done.get())

    def rows(self, sql: str, params: Sequence[Any] = ()) -> list[dict[str, Any]]:
        return list(self._reader.query(sql, params))

    def pragmas(self) -> dict[str, Any]:
        """What is in force on the connection that writes."""
        return self.write(lambda db: {name: db.execute(f"pragma {name}").fetchone()[0] for name in PRAGMAS})

    def close(self) -> None:
        """The writer goes last and so folds its journal in: what is left is one file."""
        self._collector.kill()
        self._reader.close()
        self._pool.apply(self._db.close)
        self._pool.kill()

    def _collect(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            jobs = [job for job, _ in batch]
            outcomes = self._pool.apply(self._commit, (jobs,))
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                if isinstance(outcome, BaseException):
                    done.set_exception(outcome)
                else:
                    done.set(outcome)

    def _commit(self, jobs: list[Job]) -> list[Any]:
        """All jobs in one transaction, or each in its own if that fails. Runs in the writer's thread.

        If none can even begin, all are refused at once: waiting again for each would hold everybody up.
        """
        try:
            self._db.execute("begin immediate")
        except Exception as error:
            return [_as_refusal(error) for _ in jobs]
        try:
            return self._together(jobs)
        except Exception as error:
            if len(jobs) == 1:
                return [_as_refusal(error)]
        return [outcome for job in jobs for outcome in self._commit([job])]

    def _together(self, jobs: list[Job]) -> list[Any]:
        try:
            outcomes = [job(self._db) for job in jobs]
            self._db.execute("commit")
        except BaseException:
            if self._db.conn.in_transaction:
                self._db.execute("rollback")
            raise
        return outcomes


def _opened(path: Path, busy_seconds: float) -> Database | Exception:
    """The connection, or why there is none: gevent prints what a job in a pool raises."""
    try:
        return connect(path, busy_seconds)
    except Exception as error:
        return error


def _as_refusal(error: Exception) -> Exception:
    if isinstance(error, sqlite3.OperationalError | sqlite3.DatabaseError) and not isinstance(
        error, sqlite3.IntegrityError
    ):
        refusal = CannotWrite(str(error))
        refusal.__cause__ = error
        return refusal
    return error
