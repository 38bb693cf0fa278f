"""What is compared: a server per checkout, with the figures that were taken from it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import gevent
from gevent.pool import Pool

from bench.phones import Phone, Table, opened, seat_phones
from bench.scripts import Script
from bench.server import Server

AT_ONCE = 25
QUIET_SECONDS = 0.1
SETTLE_SECONDS = 8.0
T = TypeVar("T")


@dataclass(frozen=True)
class Sizes:
    """How much is done. `rounds` is how often each side takes its turn."""

    rounds: int = 2
    tables: int = 100
    phones: int = 4
    opening: int = 1000
    per_table: int = 6
    rates: tuple[int, ...] = (20, 100)
    seconds: float = 4.0
    long: int = 5000
    short: int = 50
    long_entries: int = 30
    whole_entries: int = 4
    whole_games: bool = True
    """Whether every example is played from its first entry to its last, or only its ends."""


FULL = Sizes()
QUICK = Sizes(
    rounds=1, tables=25, opening=100, per_table=4, seconds=2.0, long=1000, long_entries=10, whole_games=False
)
TINY = Sizes(
    rounds=1, tables=2, opening=8, per_table=2, rates=(4,), seconds=1.0, long=80, long_entries=2,
    whole_entries=1, whole_games=False,
)  # fmt: skip


@dataclass
class Figure:
    """One line of the report: every measurement of it, in the order they were made."""

    unit: str
    values: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.values)


@dataclass
class Side:
    """A checkout's server, the host's device on it, and its figures by name."""

    name: str
    server: Server
    host: Phone
    figures: dict[str, Figure] = field(default_factory=dict)

    def note(self, name: str, unit: str, value: float) -> None:
        self.figures.setdefault(name, Figure(unit)).values.append(value)

    def table(self, content: bytes, entries: int, seats: int, phones: int, *, gzip: bool = False) -> Table:
        """A table from a file, with phones."""
        table = opened(self.host, content, entries)
        seat_phones(table, seats, phones, gzip=gzip)
        return table


def side_of(name: str, server: Server) -> Side:
    side = Side(name, server, Phone(server.port))
    side.host.page("/")
    return side


def interleaved(both: Sequence[T], rounds: int, measure: Callable[[T], object]) -> None:
    """Base, head, base, head, ...: what the machine does meanwhile falls on both."""
    for _ in range(rounds):
        for one in both:
            measure(one)


def together(jobs: Iterable[Callable[[], T]], at_once: int = AT_ONCE) -> list[T]:
    """Run jobs side by side; the first failure ends them all."""
    pool = Pool(at_once)
    started = [pool.spawn(job) for job in jobs]
    try:
        gevent.joinall(started, raise_error=True)
    finally:
        pool.kill()
    return [job.value for job in started]


@dataclass
class Crowd:
    """Many tables of one game on one side, each at another place of its script."""

    side: Side
    script: Script
    tables: list[Table]

    @property
    def phones(self) -> list[Phone]:
        return [phone for table in self.tables for phone in table.phones]

    def everybody_is_here(self) -> None:
        """Signs of life from all, then quiet: during a measurement nobody comes or goes."""
        for phone in self.phones:
            phone.reports = False
        together(phone.report for phone in self.phones)
        self.quiet()

    def quiet(self) -> None:
        """Wait until no stream says anything any more."""
        deadline, before = time.monotonic() + SETTLE_SECONDS, -1
        while (now := sum(table.text for table in self.tables)) != before and time.monotonic() < deadline:
            before = now
            gevent.sleep(QUIET_SECONDS)

    def back_to_normal(self) -> None:
        for table in self.tables:
            table.check()
        for phone in self.phones:
            phone.reports = True

    def keep(self, tables: int) -> None:
        for table in self.tables[tables:]:
            table.close()
        del self.tables[tables:]
