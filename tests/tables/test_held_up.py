"""While another program holds the file: no answer before the commit, and no page waits for it."""

from __future__ import annotations

import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from running import DEMO, Phone, Running, serving, start

IMPATIENT = """
import sys
from pathlib import Path
from companion.server import Server
server = Server(Path(sys.argv[1]), 0, bind="127.0.0.1", games=(Path(sys.argv[2]),), busy_seconds=0.5)
server.run(lambda: print(server.host_link, flush=True))
"""
"""A server that waits half a second for the file instead of ten."""


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "companion.db"


@pytest.fixture
def impatient(db: Path) -> Iterator[Running]:
    server = start([sys.executable, "-c", IMPATIENT, str(db), str(DEMO)])
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def holding(db: Path) -> Iterator[Callable[[], None]]:
    """Another program that is in the middle of writing; what it gives lets go."""
    other = sqlite3.connect(db, isolation_level=None, check_same_thread=False)
    try:
        other.execute("begin immediate")
        yield lambda: other.execute("rollback") and None
    finally:
        other.close()


def recorded(db: Path) -> list[tuple[int, str]]:
    other = sqlite3.connect(db)
    try:
        return other.execute("select seq, key from entries order by table_id, seq").fetchall()
    finally:
        other.close()


def later(pool: ThreadPoolExecutor, phone: Phone, table: str, key: str) -> Future[httpx.Response]:
    return pool.submit(phone.enter, table, key, do="count", seat=0, n=1)


def test_an_entry_is_answered_only_after_the_commit_and_pages_do_not_wait_for_it(db: Path) -> None:
    with serving(db) as server, Phone(server.url) as ann, Phone(server.url) as other:
        table, elsewhere = ann.open_table("tally", "Ann", "Bo"), other.open_table("tally", "Cy", "Di")
        with ThreadPoolExecutor() as pool, holding(db) as let_go, ann.twin() as watcher:
            answer = later(pool, ann, table, "held")
            slowest = 0.0
            for path, phone in [(f"/t/{elsewhere}", other), (f"/t/{table}", watcher), ("/", other)] * 5:
                began = time.monotonic()
                page = phone.get(path)
                slowest = max(slowest, time.monotonic() - began)
                assert page.status_code == 200
                assert 'data-count="0">1<' not in page.text
            assert slowest < 2.0
            with pytest.raises(NotYet):
                answer.result(0.3)
            let_go()
            assert answer.result(10).status_code == 303
        assert 'data-count="0">1<' in ann.get(f"/t/{table}").text
        assert ann.enter(table, "held", do="count", seat=0, n=1).status_code == 303
    assert recorded(db) == [(1, "held")]


def test_a_stream_says_nothing_of_an_entry_before_it_is_on_disk(db: Path) -> None:
    with serving(db) as server, Phone(server.url) as ann, ann.twin() as listener:
        table = ann.open_table("tally", "Ann", "Bo")
        listener.http.cookies.update(ann.http.cookies)
        heard: list[str] = []
        shown = threading.Event()

        def listen() -> None:
            with listener.http.stream("GET", f"/t/{table}/stream") as stream:
                for line in stream.iter_lines():
                    heard.append(line)
                    if line.startswith("id: 1"):
                        shown.set()
                        return

        with ThreadPoolExecutor() as pool:
            listening = pool.submit(listen)
            with holding(db) as let_go:
                answer = later(pool, ann, table, "held")
                assert not shown.wait(0.5)
                assert not answer.done()
                let_go()
                assert shown.wait(10)
            listening.result(10)
            assert answer.result(10).status_code == 303
        assert "id: 0" in heard


def test_a_file_held_too_long_gives_a_clear_refusal_and_the_same_key_works_afterwards(
    db: Path, impatient: Running
) -> None:
    with Phone(impatient.url) as ann:
        table = ann.open_table("tally", "Ann", "Bo")
        with holding(db):
            refused = ann.enter(table, "held", do="count", seat=0, n=1)
            assert refused.status_code == 503
            assert "Cannot write right now" in refused.text
            assert "Nothing was recorded." in refused.text
            assert "Traceback" not in refused.text
            assert 'data-count="0">0<' in ann.get(f"/t/{table}").text
        assert recorded(db) == []
        assert ann.enter(table, "held", do="count", seat=0, n=1).status_code == 303
        assert ann.enter(table, "next", do="count", seat=0, n=1).status_code == 303
        assert 'data-count="0">2<' in ann.get(f"/t/{table}").text
    assert recorded(db) == [(1, "held"), (2, "next")]


def test_many_who_wait_for_a_held_file_are_refused_together_not_one_after_the_other(
    db: Path, impatient: Running
) -> None:
    with Phone(impatient.url) as ann, ThreadPoolExecutor(6) as pool:
        tables = [ann.open_table("tally", "Ann", "Bo") for _ in range(6)]
        twins = [ann.twin() for _ in tables]
        with holding(db):
            began = time.monotonic()
            answers = [later(pool, phone, table, "held") for phone, table in zip(twins, tables, strict=True)]
            assert {answer.result(10).status_code for answer in answers} == {503}
            assert time.monotonic() - began < 6 * 0.5
        for twin in twins:
            twin.http.close()
    assert recorded(db) == []


def test_sitting_down_opening_and_locking_are_refused_and_not_half_done(db: Path, impatient: Running) -> None:
    with Phone(impatient.url) as ann:
        table = ann.open_table("tally", "Ann", "Bo", mode="host")
        ann.get(f"/t/{table}/host")
        with holding(db):
            assert ann.post(f"/t/{table}/seats", seat=0).status_code == 503
            assert ann.post(f"/t/{table}/lock", locked="1").status_code == 503
            assert ann.post("/new/tally", player=["Cy", "Di"], mode="solo").status_code == 503
        assert ann.post(f"/t/{table}/seats", seat=0).status_code == 303
        assert ann.post(f"/t/{table}/lock", locked="1").status_code == 303
    other = sqlite3.connect(db)
    try:
        assert other.execute("select seat from members").fetchall() == [(0,)]
        assert other.execute("select locked from tables").fetchall() == [(1,)]
    finally:
        other.close()
