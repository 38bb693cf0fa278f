"""Timings as ratios of one run on one machine: absolute figures say little, ratios hold.

`python tests/tools/bench.py`. Nothing here is a test; nothing leaves this machine.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import gevent

from companion.shelf import Shelf
from companion.tables.live import LiveTable
from companion.tables.log import Log
from companion.tables.overtaken import Sent
from companion.tables.service import Tables
from companion.tables.store import Store

DEMO = Path(__file__).parents[1] / "demo"
SECONDS = 2.0


def rate(step: Callable[[], object], seconds: float = SECONDS) -> float:
    """How often per second `step` can be done."""
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        step()
        done += 1
    return done / (time.perf_counter() - start)


class Bench:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = Store(folder / "bench.db")
        self.tables = Tables(Shelf([DEMO]), Log(self.store), b"bench")
        self.count = 0

    def open(self) -> LiveTable:
        return self.tables.open("tally", ["Ann", "Bo"], {"limit": 50})

    def enter(self, live: LiveTable) -> None:
        self.count += 1
        form = {"do": "count", "seat": "0", "n": "1" if live.table.state.counters[0] == 0 else "-1"}
        self.tables.play(live, None, form, Sent("Ann", f"key{self.count}", "", live.seq))

    def undo(self, live: LiveTable) -> None:
        target = live.ledger.undo_target()
        assert target is not None
        self.tables.undo(live, target.seq, Sent())
        self.enter(live)

    def long_log(self) -> dict[str, float]:
        short, long = self.open(), self.open()
        for _ in range(50):
            self.enter(short)
        for _ in range(5000):
            self.enter(long)
        return {
            "entry after 5,000 : after 50": rate(lambda: self.enter(short)) / rate(lambda: self.enter(long)),
            "undo after 5,000 : after 50": rate(lambda: self.undo(short)) / rate(lambda: self.undo(long)),
        }

    def many_tables(self, tables: int = 32) -> float:
        """Entries per second with several tables at once, each waiting for its own commits."""
        lives = [self.open() for _ in range(tables)]
        end = time.perf_counter() + SECONDS
        before = self.count

        def keep_going(live: LiveTable) -> None:
            while time.perf_counter() < end:
                self.enter(live)

        start = time.perf_counter()
        gevent.joinall([gevent.spawn(keep_going, live) for live in lives], raise_error=True)
        return (self.count - before) / (time.perf_counter() - start)

    def raw_commits(self) -> float:
        conn = sqlite3.connect(self.folder / "raw.db", isolation_level=None)
        conn.execute("pragma journal_mode = wal")
        conn.execute("pragma synchronous = full")
        conn.execute("create table t (a, b)")
        return rate(lambda: conn.execute("insert into t values (1, 'x')"))


def main() -> None:
    with tempfile.TemporaryDirectory() as tmp:
        bench = Bench(Path(tmp))
        figures = bench.long_log()
        together, raw = bench.many_tables(), bench.raw_commits()
        figures["entries/s at 32 tables : raw commits/s"] = together / raw
        figures["entries/s at 32 tables : at one"] = together / bench.many_tables(1)
        bench.store.close()
    for name, figure in figures.items():
        print(f"{figure:8.2f}  {name}")


if __name__ == "__main__":
    main()
