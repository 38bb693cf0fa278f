"""A disk that fails: one failing write or sync at a time, or no room at all, and then it works again."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from running import DEMO, Phone, serving

SOAK = int(os.environ.get("COMPANION_SOAK", "1"))
FAULTS = 12 * SOAK
ENTRIES = 8

GAME = """
import sqlite3
import sys
from pathlib import Path
from companion.shelf import Shelf
from companion.tables.log import Log
from companion.tables.overtaken import Sent
from companion.tables.service import Tables
from companion.tables.store import CannotWrite, Store
try:
    store = Store(Path(sys.argv[1]))
except sqlite3.Error:
    sys.exit(3)
tables = Tables(Shelf([Path(sys.argv[2])]), Log(store), b"s" * 32)
live = tables.table(sys.argv[3])
form = {"do": "count", "seat": "0", "n": "1"}
for n in range(int(sys.argv[4])):
    for attempt in range(3):
        try:
            recorded = tables.play(live, None, form, Sent("Ann", f"k{n}", "f"))
        except CannotWrite:
            assert live.seq == n, "a refused entry is seen"
            print("refused", flush=True)
        else:
            print("recorded", recorded.seq, flush=True)
            break
store.close()
"""
"""Enters one after the other; what is refused is entered again with the same key. 3: it cannot even open."""


def new_table(path: Path) -> str:
    code = (
        "import sys; from pathlib import Path; from companion.shelf import Shelf; "
        "from companion.tables.log import Log; from companion.tables.service import Tables; "
        "from companion.tables.store import Store; store = Store(Path(sys.argv[1])); "
        "print(Tables(Shelf([Path(sys.argv[2])]), Log(store), b'').open('tally', ['Ann', 'Bo'], {}).row.id); "
        "store.close()"
    )
    made = subprocess.run(
        [sys.executable, "-c", code, path, DEMO], capture_output=True, text=True, check=True
    )
    return made.stdout.strip()


def entries(path: Path) -> list[tuple[int, str]]:
    db = sqlite3.connect(path)
    try:
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
        return db.execute("select seq, key from entries order by table_id, seq").fetchall()
    finally:
        db.close()


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace"), reason="only where strace is installed")
def test_any_single_write_or_sync_that_fails_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """R3: the n-th call fails, for some n of all; the next try works without a restart."""
    empty = tmp_path / "empty.db"
    table = new_table(empty)
    chance = random.Random()
    refused = 0
    for round_ in range(FAULTS):
        path = tmp_path / f"{round_}.db"
        shutil.copy(empty, path)
        call, error = chance.choice(["pwrite64", "fdatasync"]), chance.choice(["EIO", "ENOSPC"])
        fault = f"inject={call}:error={error}:when={chance.randint(1, 4 * ENTRIES)}"
        watched = ["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}", "-e", fault]
        game = [sys.executable, "-c", GAME, path, DEMO, table, str(ENTRIES)]
        run = subprocess.run([*watched, *game], capture_output=True, text=True, timeout=60)
        if run.returncode and "ptrace" in run.stderr:
            pytest.skip("strace may not watch here")
        if run.returncode == 3:
            run = subprocess.run(game, capture_output=True, text=True, timeout=60)
        assert (run.returncode, run.stderr) == (0, ""), fault
        told = run.stdout.split("\n")
        refused += told.count("refused")
        assert [line for line in told if line.startswith("recorded")] == [
            f"recorded {n}" for n in range(1, ENTRIES + 1)
        ], fault
        assert entries(path) == [(n + 1, f"k{n}") for n in range(ENTRIES)], fault
    print(f"{FAULTS} faults, {refused} refusals, 0 lost")


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limits from outside here")
def test_without_room_entries_are_refused_pages_still_come_and_later_it_works(tmp_path: Path) -> None:
    """R4: no file of the server may grow; nothing acknowledged is lost, nothing needs a restart."""
    db = tmp_path / "companion.db"
    with serving(db) as server, Phone(server.url) as ann:
        table = ann.open_table("tally", "Ann", "Bo")
        room = db.with_name("companion.db-wal").stat().st_size + 20_000
        was = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        acknowledged, refused = [], []
        for n in range(200):
            answer = ann.enter(table, f"k{n}", do="show", seat=0, number=n)
            assert answer.status_code in {303, 503}
            if answer.status_code == 503:
                assert "Cannot write right now" in answer.text
                refused.append(f"k{n}")
                if len(refused) == 5:
                    break
            else:
                acknowledged.append(f"k{n}")
        assert acknowledged
        assert len(refused) == 5
        for path in ("", "/log", "/scores", "/export.json"):
            assert ann.get(f"/t/{table}{path}").status_code == 200
        assert len(ann.get(f"/t/{table}/export.json").json()["entries"]) == len(acknowledged)

        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, was)
        for key in refused:
            answer = ann.enter(table, key, do="show", seat=0, number=int(key[1:]))
            assert answer.status_code == 303
        acknowledged += refused
    assert [key for _, key in entries(db)] == acknowledged
