"""Stopping and starting again: streams end, one file is left, and everybody finds their place."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from running import Phone, serving

INVITATION = re.compile(r"/j/[0-9a-f]{16}/[\w-]+")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "companion.db"


def listen(phone: Phone, table: str, open_now: threading.Event) -> str:
    """Everything a stream says until it ends."""
    heard = ""
    try:
        with phone.http.stream("GET", f"/t/{table}/stream") as stream:
            for text in stream.iter_text():
                heard += text
                open_now.set()
    except httpx.RemoteProtocolError:
        heard += "(cut)"
    return heard


def test_ctrl_c_ends_the_streams_and_leaves_one_file(db: Path) -> None:
    with serving(db) as server, Phone(server.url) as ann, ThreadPoolExecutor(3) as pool:
        table = ann.open_table("tally", "Ann", "Bo")
        ann.enter(table, "k", do="count", seat=0, n=1)
        twins = [ann.twin() for _ in range(3)]
        opened = [threading.Event() for _ in twins]
        streams = [pool.submit(listen, t, table, o) for t, o in zip(twins, opened, strict=True)]
        assert all(event.wait(10) for event in opened)
        said = server.stop()
        assert server.process.returncode == 0
        assert "Traceback" not in said
        assert all("id: 1" in stream.result(10) for stream in streams)
        for twin in twins:
            twin.http.close()
    assert sorted(path.name for path in db.parent.iterdir()) == ["companion.db", "companion.key"]


def test_after_a_restart_everybody_finds_their_place(db: Path) -> None:
    with serving(db) as server, Phone(server.url) as host, Phone(server.url) as ann:
        table = host.open_table("tally", "Ann", "Bo", mode="host")
        found = INVITATION.search(host.get(f"/t/{table}/host").text)
        assert found is not None
        assert ann.get(found[0]).status_code == 303
        ann.get(f"/t/{table}/seats")
        assert ann.post(f"/t/{table}/seats", seat=0).status_code == 303
        assert ann.enter(table, "guess", do="guess", number=42).status_code == 303
        cookies, csrf = ann.http.cookies, ann.csrf

    with serving(db) as server, Phone(server.url) as back, Phone(server.url) as late:
        back.http.cookies.update(cookies)
        page = back.get(f"/t/{table}")
        assert page.status_code == 200
        assert "data-guess>42<" in page.text, "its seat and its secret are still its own"
        assert back.csrf == csrf, "a page that was left open can still send"
        assert back.enter(table, "guess", do="guess", number=42).status_code == 303
        assert back.enter(table, "next", do="count", seat=1, n=2).status_code == 303
        assert len(back.get(f"/t/{table}/export.json").json()["entries"]) == 2
        assert late.get(found[0]).status_code == 303, "the printed code still opens the table"
        assert late.get(f"/t/{table}").status_code == 200
