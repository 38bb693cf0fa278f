"""Tables on a file that can be closed and opened again, and short ways to enter things."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import gevent

from companion.core.ledger import Ledger
from companion.shelf import Shelf
from companion.tables.live import LiveTable
from companion.tables.log import Log
from companion.tables.overtaken import Recorded, Sent
from companion.tables.seating import Seating
from companion.tables.service import Tables
from companion.tables.store import BUSY_SECONDS, Store

SECONDS = 20.0
ANN = Sent(by="Ann")


class Keeper:
    """One server's worth of tables, without the server."""

    def __init__(self, shelf: Shelf, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.shelf, self.path, self.busy_seconds = shelf, path, busy_seconds
        self.open_file()

    def open_file(self) -> None:
        self.store = Store(self.path, busy_seconds=self.busy_seconds)
        self.log = Log(self.store)
        self.tables = Tables(self.shelf, self.log, b"s" * 32)
        self.seating = Seating(self.log)

    def close(self) -> None:
        self.store.close()

    def again(self, live: LiveTable) -> LiveTable:
        """The same table after a restart: nothing is left in memory."""
        self.close()
        self.open_file()
        return self.tables.table(live.row.id)

    def table(self, *players: str, **options: Any) -> LiveTable:
        return self.tables.open("tally", players or ("Ann", "Bo"), options)

    def play(self, live: LiveTable, sent: Sent = ANN, own: int | None = None, **form: Any) -> Recorded:
        return self.tables.play(live, own, {name: str(value) for name, value in form.items()}, sent)

    def count(self, live: LiveTable, seat: int, n: int, sent: Sent = ANN) -> Recorded:
        return self.play(live, sent, do="count", seat=seat, n=n)


def counters(live: LiveTable) -> list[int]:
    return [row.count for row in live.game.view(live.table.state, None).rows]


def facts(ledger: Ledger) -> tuple[object, ...]:
    """Everything that can be known about a table now."""
    table = ledger.table
    return table.players, table.options, table.state, table.cards, table.rulings


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Run jobs as greenlets side by side; their answers, or what they raised."""

    def outcome(job: Callable[[], Any]) -> Any:
        try:
            return job()
        except Exception as error:
            return error

    greenlets: Sequence[Any] = [gevent.spawn(outcome, job) for job in jobs]
    gevent.joinall(greenlets, timeout=SECONDS)
    assert all(greenlet.dead for greenlet in greenlets), "somebody waits for ever"
    return [greenlet.value for greenlet in greenlets]
