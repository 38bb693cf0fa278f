"""A real companion in its own process, and phones that talk to it over HTTP."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

DEMO = Path(__file__).parent.parent / "demo"
START_SECONDS = 30.0
HOST_LINK = re.compile(r"(http://127\.0\.0\.1:\d+)(/host/\S+)")
CSRF = re.compile(r'name="csrf" value="([0-9a-f]{32})"')
TABLE = re.compile(r"/t/([0-9a-f]{16})")


class Running:
    """A server process that has said where it listens."""

    def __init__(self, process: subprocess.Popen[str], url: str, host_path: str) -> None:
        self.process = process
        self.url = url
        self.host_path = host_path

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> str:
        """Ctrl-C, and what was still said."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            rest, _ = self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            rest, _ = self.process.communicate()
        return rest


def start(command: Sequence[str], **popen: Any) -> Running:
    """Start a server and wait until it has printed its host link."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", **popen
    )
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if found := HOST_LINK.search(line):
            return Running(process, found[1], found[2])
    process.communicate()
    raise AssertionError(f"the server did not start:\n{''.join(said)}")


def serve_command(db: Path, *more: str, python: str = sys.executable) -> list[str]:
    """`companion serve` on loopback, on any free port, with the demo game."""
    options = ["--port", "0", "--local", "--no-browser", "--db", str(db)]
    return [python, "-m", "companion.cli", "serve", *options, *more]


@contextmanager
def serving(db: Path) -> Iterator[Running]:
    server = start(serve_command(db, "--games", str(DEMO)))
    try:
        yield server
    finally:
        server.stop()


class Phone:
    """A browser without a screen: keeps its cookie, sends the token and the origin."""

    def __init__(self, url: str, *, timeout: float = 20.0) -> None:
        self.http = httpx.Client(base_url=url, timeout=timeout, trust_env=False)
        self.csrf = ""

    def __enter__(self) -> Phone:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def twin(self, url: str | None = None) -> Phone:
        """The same device on another connection, and perhaps another port."""
        other = Phone(url or str(self.http.base_url), timeout=self.http.timeout.read or 20.0)
        other.http.cookies.update(self.http.cookies)
        other.csrf = self.csrf
        return other

    def get(self, path: str) -> httpx.Response:
        answer = self.http.get(path)
        if found := CSRF.search(answer.text):
            self.csrf = found[1]
        return answer

    def post(self, path: str, **fields: Any) -> httpx.Response:
        origin = str(self.http.base_url).rstrip("/")
        return self.http.post(path, data={"csrf": self.csrf, **fields}, headers={"Origin": origin})

    def open_table(self, title: str, *players: str, **fields: Any) -> str:
        """Opens a table through the start page and answers with its id."""
        self.get(f"/new/{title}")
        answer = self.post(f"/new/{title}", player=list(players), **{"mode": "solo", **fields})
        assert answer.status_code == 303, answer.text
        found = TABLE.search(answer.headers["Location"])
        assert found is not None
        return found[1]

    def enter(self, table: str, key: str, **fields: Any) -> httpx.Response:
        return self.post(f"/t/{table}/enter", key=key, **fields)


def wait_until(true: Any, seconds: float = 10.0) -> None:
    """Ask again and again until it holds; fails after a while."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.01)
