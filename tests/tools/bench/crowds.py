"""A hundred tables at once: opening phones, entries as fast as they are answered, and at a steady rate."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import partial

import gevent
from bench.http import Failed
from bench.phones import ARRIVES_WITHIN, Table, opened, seat_phones
from bench.scripts import Script
from bench.sides import Crowd, Side, Sizes, interleaved, together, wait_until_quiet
from gevent.lock import RLock

CLOSED_WITHIN = 60.0


def places(script: Script, tables: int, needed: int) -> list[int]:
    """Where in the script each table begins: spread over all of it that leaves enough to play."""
    room = max(len(script.steps) - needed, 0)
    return [room * number // max(tables - 1, 1) for number in range(tables)]


def needed(sizes: Sizes) -> int:
    """How many entries a table makes in all, at most."""
    steady = sum(math.ceil(rate * seconds / sizes.tables) for rate, seconds in sizes.steady)
    return (sizes.per_table + steady) * sizes.rounds


# -- opening


def opening(side: Side, script: Script, sizes: Sizes, phones: int) -> Crowd:
    """Tables from files, then everybody joins: computing, time and memory of the joining alone."""
    begin = places(script, max(phones // sizes.phones, sizes.tables), needed(sizes))
    tables = [opened(side.host, script.file(at), at) for at in begin]
    crowd = Crowd(side, script, tables)
    cpu, memory, start = side.server.cpu(), side.server.memory(), time.monotonic()
    together(partial(seat_phones, table, len(script.players), sizes.phones) for table in tables)
    wall, count = time.monotonic() - start, len(crowd.phones)
    wait_until_quiet(tables)
    name = f"{script.game}: opening {count} phones"
    side.note(f"{name}, CPU per phone", "ms", (side.server.cpu() - cpu) * 1000 / count)
    side.note(f"{name}, time in all", "s", wall)
    side.note(f"{name}, memory per idle phone", "kB", (side.server.memory() - memory) / 1024 / count)
    for table in tables:
        table.check()
    crowd.keep(sizes.tables)
    return crowd


# -- as fast as answered


def closed_loop(crowd: Crowd, sizes: Sizes) -> None:
    """Every table enters the same number; its next goes out when the one before was answered."""
    crowd.everybody_is_here()
    side, script = crowd.side, crowd.script
    messages = crowd.messages
    own, cpu, start = time.process_time(), side.server.cpu(), time.monotonic()
    with gevent.Timeout(CLOSED_WITHIN, Failed("entries take too long")):
        together((partial(several, table, script, sizes.per_table) for table in crowd.tables), sizes.tables)
        wall = time.monotonic() - start
        for table in crowd.tables:
            table.all_have_seen(table.phones, table.told)
    entries = sizes.per_table * len(crowd.tables)
    name = f"{script.game}: {len(crowd.tables)} tables x {sizes.phones} phones"
    side.note(f"{name}, CPU per entry", "ms", (side.server.cpu() - cpu) * 1000 / entries)
    side.note(f"{name}, entries per second", "/s", entries / wall)
    each = (crowd.messages - messages) / entries / sizes.phones
    side.note(f"{name}, messages per entry and phone", "", each)
    side.note(f"{name}, load generator busy", "%", (time.process_time() - own) / wall * 100)
    crowd.back_to_normal()


def several(table: Table, script: Script, entries: int) -> None:
    for _ in range(entries):
        table.enter(script.steps[table.seq])


# -- at a steady rate


def open_loop(crowd: Crowd, rate: int, seconds: float) -> None:
    """Entries fall due at their time, whether or not the server keeps up; lateness counts."""
    crowd.everybody_is_here()
    locks = [RLock() for _ in crowd.tables]
    start, taps = time.monotonic() + 0.05, []
    for number in range(int(rate * seconds)):
        due, at = start + number / rate, number % len(crowd.tables)
        gevent.sleep(max(due - time.monotonic(), 0))
        taps.append(gevent.spawn(tapped, crowd.tables[at], locks[at], crowd.script, due))
    gevent.joinall(taps, timeout=ARRIVES_WITHIN, raise_error=True)
    if not all(tap.ready() for tap in taps):
        raise Failed(f"{rate} entries a second never arrived")
    took = [tap.get() * 1000 for tap in taps]
    name = f"{crowd.script.game}: {rate} entries/s, tap to all phones"
    for percent in (50, 99):
        crowd.side.note(f"{name}, p{percent}", "ms", *took, percent=percent)
    crowd.back_to_normal()


def tapped(table: Table, lock: RLock, script: Script, due: float) -> float:
    """Seconds from when the tap was due until the last phone had it."""
    with lock:
        step = script.steps[table.seq]
        table.enter(step)
        seq = table.seq
    return table.all_have_seen(table.readers(step), seq) - due


def measure(sides: Sequence[Side], script: Script, sizes: Sizes, phones: int) -> None:
    """On servers that have played the game before, and hold little else."""
    crowds = [opening(side, script, sizes, phones) for side in sides]
    for _ in range(sizes.rounds):
        interleaved(crowds, 1, partial(closed_loop, sizes=sizes))
        for rate, seconds in sizes.steady:
            interleaved(crowds, 1, partial(open_loop, rate=rate, seconds=seconds))
    for crowd in crowds:
        crowd.keep(0)
