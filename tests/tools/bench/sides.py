"""What is compared: a server per checkout, with the figures that were taken from it."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import gevent
from bench.phones import Phone, Table, opened, seat_phones
from bench.scripts import Script
from bench.server import Server, serving
from gevent.pool import Pool

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
    per_table: int = 3
    steady: tuple[tuple[int, float], ...] = ((20, 4.0), (100, 2.0))
    """Entries a second, and for how many seconds."""
    long: int = 5000
    short: int = 50
    long_entries: int = 50
    whole_entries: int = 4
    amends: int = 3
    whole_games: bool = True
    """Whether every example is played from its first entry to its last, or only its ends."""


FULL = Sizes()
QUICK = Sizes(
    rounds=1, tables=10, opening=40, steady=((20, 1.0), (100, 0.5)), long=1000, long_entries=10,
    whole_entries=2, amends=1, whole_games=False,
)  # fmt: skip
TINY = Sizes(
    rounds=1, tables=2, opening=8, per_table=2, steady=((8, 1.0),), long=80, long_entries=2,
    whole_entries=1, amends=1, whole_games=False,
)  # fmt: skip


@dataclass
class Figure:
    """One line of the report: every measurement of it, in the order they were made."""

    unit: str
    percent: int = 50
    values: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        """The median; of a p99 what one in a hundred exceeds."""
        if self.percent == 50:
            return statistics.median(self.values)
        return sorted(self.values)[min(len(self.values) * self.percent // 100, len(self.values) - 1)]


@dataclass
class Checkout:
    """A folder with the code of one side, and the side's figures by name."""

    name: str
    folder: Path
    figures: dict[str, Figure] = field(default_factory=dict)


@dataclass
class Side:
    """A checkout's server and the host's device on it."""

    server: Server
    host: Phone
    figures: dict[str, Figure]

    def note(self, name: str, unit: str, *values: float, percent: int = 50) -> None:
        self.figures.setdefault(name, Figure(unit, percent)).values.extend(values)

    def table(self, content: bytes, entries: int, seats: int, phones: int, *, gzip: bool = False) -> Table:
        """A table from a file, with phones that have been told all about each other."""
        table = opened(self.host, content, entries)
        seat_phones(table, seats, phones, gzip=gzip)
        wait_until_quiet([table])
        return table


@contextmanager
def fresh_servers(checkouts: Iterable[Checkout], scratch: Path) -> Iterator[list[Side]]:
    """A new server for each checkout, for as long as something is measured."""
    with ExitStack() as stack:
        sides = []
        for checkout in checkouts:
            folder = Path(tempfile.mkdtemp(prefix=f"{checkout.name}-", dir=scratch))
            server = stack.enter_context(serving(checkout.folder, folder))
            sides.append(Side(server, Phone(server.port), checkout.figures))
            sides[-1].host.page("/")
        yield sides


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
    return [job.get() for job in started]


def wait_until_quiet(tables: Sequence[Table]) -> None:
    """Until no stream says anything any more."""
    deadline, before = time.monotonic() + SETTLE_SECONDS, -1
    while (now := sum(table.text for table in tables)) != before and time.monotonic() < deadline:
        before = now
        gevent.sleep(QUIET_SECONDS)


@dataclass
class Crowd:
    """Many tables of one game on one side, each at another place of its script."""

    side: Side
    script: Script
    tables: list[Table]

    @property
    def phones(self) -> list[Phone]:
        return [phone for table in self.tables for phone in table.phones]

    @property
    def messages(self) -> int:
        return sum(phone.stream.messages for phone in self.phones if phone.stream)

    def everybody_is_here(self) -> None:
        """Signs of life from all, then quiet: during a measurement nobody comes or goes."""
        for phone in self.phones:
            phone.reports = False
        together(phone.report for phone in self.phones)
        wait_until_quiet(self.tables)

    def back_to_normal(self) -> None:
        for table in self.tables:
            table.check()
        for phone in self.phones:
            phone.reports = True

    def keep(self, tables: int) -> None:
        for table in self.tables[tables:]:
            table.close()
        del self.tables[tables:]
