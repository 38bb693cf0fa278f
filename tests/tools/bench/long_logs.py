"""Tables with thousands of entries: one more entry, an undo, a whole log, an old entry changed."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Callable, Sequence
from statistics import mean

import gevent
from bench.examples import SETTLE, Cost, entered
from bench.http import TIMEOUT, Failed
from bench.phones import Phone, Table, refusal
from bench.scripts import counting, long_tally
from bench.sides import Side, Sizes, interleaved
from gevent.event import Event

SEATS = 3
AMENDED = 10
HIDDEN = r'name="{}" value="([^"]*)"'


class Long:
    """A short and a long table of one side."""

    def __init__(self, side: Side, sizes: Sizes) -> None:
        self.side, self.sizes = side, sizes
        self.short, self.long = (
            side.table(long_tally(entries), entries, SEATS, sizes.phones)
            for entries in (sizes.short, sizes.long)
        )
        self.changed_to = 1
        for table in (self.short, self.long):
            self.undo(table)

    def close(self) -> None:
        self.short.close()
        self.long.close()

    # -- one more entry, an undo

    def entries(self) -> None:
        early, late = (self.costs(table, self.enter) for table in (self.short, self.long))
        name = f"entry {self.sizes.long:,} : entry {self.sizes.short}"
        self.side.note(f"{name}, CPU", ":1", mean(c.cpu for c in late) / mean(c.cpu for c in early))
        self.side.note(f"{name}, bytes", ":1", mean(c.text for c in late) / mean(c.text for c in early))
        self.side.note(f"entry {self.sizes.long:,}, CPU", "ms", mean(c.cpu for c in late))

    def undos(self) -> None:
        early, late = (self.costs(table, self.undo) for table in (self.short, self.long))
        name = f"undo after {self.sizes.long:,} : after {self.sizes.short}"
        self.side.note(f"{name}, CPU", ":1", mean(c.cpu for c in late) / mean(c.cpu for c in early))

    def costs(self, table: Table, act: Callable[[Table], Cost]) -> list[Cost]:
        return [act(table) for _ in range(self.sizes.long_entries)]

    def enter(self, table: Table) -> Cost:
        return entered(self.side, table, counting(table.seq))

    def undo(self, table: Table) -> Cost:
        """Takes the last entry back, then enters it again."""
        last = counting(table.seq - 1)
        cpu, text = self.side.server.cpu(), table.text
        answer = table.undo()
        table.all_have_seen(table.phones, table.seq)
        gevent.sleep(SETTLE)
        cost = Cost((self.side.server.cpu() - cpu) * 1000, len(answer.body) + table.text - text, 0)
        entered(self.side, table, last)
        return cost

    # -- a phone that shows the whole log

    def whole_log(self) -> None:
        plain = self.costs(self.long, self.enter)
        reader = Phone(self.side.server.port)
        reader.page(self.long.invite)
        reader.listen(reader.page(f"{self.long.here}/log?all=1"), self.long)
        self.long.phones.append(reader)
        watched = [self.enter(self.long) for _ in range(self.sizes.whole_entries)]
        self.long.phones.remove(reader)
        reader.leave()
        name = f"entry of {self.sizes.long:,} with a phone on the whole log"
        self.side.note(f"{name}, CPU", "ms", mean(c.cpu for c in watched))
        self.side.note(
            f"{name}, CPU : without", ":1", mean(c.cpu for c in watched) / mean(c.cpu for c in plain)
        )
        self.side.note(f"{name}, bytes", "B", mean(c.text for c in watched))

    # -- an old entry changed while another table plays

    def amending(self) -> None:
        """The worst of a few: how long another table can be held up."""
        both = [self.one_amending() for _ in range(self.sizes.amends)]
        name = f"entry {AMENDED} of {self.sizes.long:,} changed"
        self.side.note(f"{name}, time in all", "ms", max(took for took, _ in both) * 1000)
        self.side.note(f"{name}, another table's worst answer", "ms", max(held for _, held in both) * 1000)

    def one_amending(self) -> tuple[float, float]:
        """How long it took, and the worst answer that another table got meanwhile."""
        stop = Event()
        other = gevent.spawn(self.keep_entering, stop)
        gevent.sleep(0.05)
        begin = time.monotonic()
        self.amend()
        end = time.monotonic()
        stop.set()
        held = [done - sent for sent, done in other.get(timeout=TIMEOUT) if done > begin and sent < end]
        return end - begin, max(held, default=0.0)

    def keep_entering(self, stop: Event) -> list[tuple[float, float]]:
        """Another table enters as fast as it is answered: when each was sent, and answered."""
        took = []
        deadline = time.monotonic() + TIMEOUT
        while not stop.is_set() and time.monotonic() < deadline:
            sent = time.monotonic()
            self.short.enter(counting(self.short.seq))
            took.append((sent, time.monotonic()))
        return took

    def amend(self) -> None:
        """As the log's page does it: what would it change, then yes."""
        phone, where = self.long.phones[0], f"{self.long.here}/log/{AMENDED}"
        phone.page(where)
        self.changed_to = 3 - self.changed_to
        fields: dict[str, object] = {"seat": 0, "n": self.changed_to, "verb": "amend", "seen": self.long.seq}
        preview = phone.post(where, fields, htmx=True)
        if preview.status != 200:
            raise Failed(f"no preview: {preview.status} {refusal(preview.text)}")
        fields |= {name: hidden(preview.text, name) for name in ("drops", "previewed")}
        answer = phone.post(where, {**fields, "confirm": 1}, htmx=True)
        if not 200 <= answer.status < 300:
            raise Failed(f"no change: {answer.status} {refusal(answer.text)}")
        self.long.seq += 1
        self.long.told = self.long.seq


def hidden(page: str, name: str) -> str:
    found = re.search(HIDDEN.format(name), page)
    if found is None:
        raise Failed(f"a preview without {name}")
    return html.unescape(found[1])


def measure(sides: Sequence[Side], sizes: Sizes) -> None:
    both = [Long(side, sizes) for side in sides]
    for act in (Long.entries, Long.undos, Long.whole_log, Long.amending):
        interleaved(both, sizes.rounds, act)
    for long in both:
        long.long.check()
        long.short.check()
        long.close()
