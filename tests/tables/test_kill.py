"""Acknowledged means on disk: the server is killed again and again while four phones write (R1)."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from running import DEMO, Phone, serve_command, start

KILLS = 30 * int(os.environ.get("COMPANION_SOAK", "1"))
WRITERS = 4
MOST_PER_ROUND = 80
ROUND_SECONDS = 1.0


@dataclass
class Writer:
    """One phone that enters one number after the other and remembers what it was told."""

    name: int
    table: str
    phone: Phone
    acknowledged: dict[str, int] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    sent: int = 0

    def numbers(self) -> Iterator[tuple[str, int]]:
        """What was sent without an answer comes first, with its old key."""
        yield from list(self.unknown.items())
        while True:
            self.sent += 1
            yield f"key-{self.name}-{self.sent}", self.name * 10_000_000 + self.sent

    def write(self, url: str, until: int | None = None) -> None:
        """Until the line goes dead, or so many are acknowledged."""
        with self.phone.twin(url) as phone:
            for key, number in self.numbers():
                if until is not None and not self.unknown and len(self.acknowledged) >= until:
                    return
                self.unknown[key] = number
                try:
                    answer = phone.enter(self.table, key, do="show", seat=self.name % 2, number=number)
                except httpx.HTTPError:
                    return
                del self.unknown[key]
                if answer.status_code == 303:
                    self.acknowledged[key] = number
                else:
                    self.refused.append(f"{answer.status_code}: {answer.text[:300]}")
                    return


def stored(folder: Path, copy: Path) -> list[tuple[str, int, str, int]]:
    """Table, seq, key and number of every entry, from a copy of what the disk holds now."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for path in folder.glob("companion.db*"):
        shutil.copy(path, copy)
    db = sqlite3.connect(copy / "companion.db")
    try:
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
        rows = db.execute("select table_id, seq, key, data from entries order by table_id, seq").fetchall()
    finally:
        db.close()
    return [(table, seq, key, json.loads(data)["number"]) for table, seq, key, data in rows]


def check(rows: list[tuple[str, int, str, int]], writers: list[Writer]) -> None:
    found = {(table, key): number for table, _, key, number in rows}
    assert len(found) == len(rows), "an entry is doubled"
    for writer in writers:
        lost = {k for k, n in writer.acknowledged.items() if found.pop((writer.table, k), None) != n}
        assert not lost, "acknowledged entries are lost"
        for key, number in writer.unknown.items():
            assert found.pop((writer.table, key), number) == number
    assert not found, "entries are invented"
    for table in {row[0] for row in rows}:
        seqs = [seq for other, seq, _, _ in rows if other == table]
        assert seqs == list(range(1, len(seqs) + 1)), "the numbers have gaps"


def wait_for(writers: list[Writer], acknowledged: int, thread: threading.Thread) -> None:
    """Until so many entries are acknowledged in all; on a slow machine not for long."""
    deadline = time.monotonic() + ROUND_SECONDS
    while sum(len(w.acknowledged) for w in writers) < acknowledged and time.monotonic() < deadline:
        thread.join(0.002)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed(
    tmp_path: Path, record_property: pytest.RecordProperty
) -> None:
    folder = tmp_path / "data"
    command = serve_command(folder / "companion.db", "--games", str(DEMO))
    chance = random.Random()
    writers: list[Writer] = []
    answered = 0
    for _ in range(KILLS):
        server = start(command)
        try:
            while len(writers) < WRITERS:
                phone = Phone(server.url)
                table = writers[-1].table if len(writers) % 2 else phone.open_table("tally", "Ann", "Bo")
                phone = writers[-1].phone if len(writers) % 2 else phone
                writers.append(Writer(len(writers), table, phone))
            threads = [threading.Thread(target=w.write, args=(server.url,)) for w in writers]
            for thread in threads:
                thread.start()
            wait_for(writers, answered + chance.randint(0, MOST_PER_ROUND), threads[0])
            threads[0].join(chance.uniform(0, 0.02))
        finally:
            server.kill()
            server.process.communicate()
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()
        check(stored(folder, tmp_path / "copy"), writers)
        answered = sum(len(w.acknowledged) for w in writers)
    unknown = sum(len(w.unknown) for w in writers)

    server = start(command)
    try:
        for writer in writers:
            writer.write(server.url, until=len(writer.acknowledged) + len(writer.unknown))
    finally:
        server.stop()
    rows = stored(folder, tmp_path / "copy")
    check(rows, writers)
    for writer in writers:
        assert not writer.unknown
        assert not writer.refused
        writer.phone.http.close()
    assert len(rows) == sum(len(w.acknowledged) for w in writers)
    record_property("kills", KILLS)
    record_property("acknowledged", len(rows))
    record_property("unknown at the last kill", unknown)
    print(f"{KILLS} kills, {len(rows)} acknowledged ({answered} before the last start), 0 lost")
    assert len(rows) > KILLS, "too few entries for this to prove anything"
