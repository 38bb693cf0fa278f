"""The real server as its own process, as `companion` starts it."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "tests" / "demo"
LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/host/(\S+)")

CSRF = re.compile(r'name="csrf" value="(\w+)"')
INVITATION = re.compile(r'value="(http://[^"]+/j/(\w+)/[^"]+)"')


@dataclass(frozen=True)
class Table:
    """What the host's screen shows of a table."""

    id: str
    link: str
    code: str = ""

    def under(self, address: str) -> str:
        """The same invitation, reached by another address."""
        return address + urlsplit(self.link).path


class House:
    """One server: started, killed and started again on the same file and port."""

    def __init__(self, folder: Path, name: str = "table.test") -> None:
        self.db = folder / "companion.db"
        self.errors = folder / "errors.txt"
        self.name = name
        self.port = 0
        self.operator = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://{self.name}:{self.port}"

    @property
    def operator_link(self) -> str:
        """The link from the terminal, under the name the phones use."""
        return f"{self.address}/host/{self.operator}"

    def start(self, name: str | None = None) -> House:
        self.name = name or self.name
        command = [sys.executable, "-m", "companion.cli", "serve", "--port", str(self.port)]
        command += ["--db", str(self.db), "--no-browser", "--local", "--name", self.name]
        command += ["--games", str(DEMO)]
        with self.errors.open("a") as errors:
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := LINK.search(line):
                self.port, self.operator = int(found[1]), found[2]
                return self
        raise AssertionError(f"The server did not start:\n{self.errors.read_text()}")

    def table(self, *players: str) -> Table:
        """A table for tests in which nobody looks at the host's screen: opened without a browser."""
        here = f"http://127.0.0.1:{self.port}"
        with httpx.Client(base_url=here, headers={"Origin": here}, follow_redirects=True) as host:
            csrf = CSRF.search(host.get("/new/tally").text)
            assert csrf
            form = {"csrf": csrf[1], "player": players or ("Ann", "Bo"), "mode": "host"}
            found = INVITATION.search(host.post("/new/tally", data=form).text)
        assert found
        return Table(found[2], found[1])

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()

    def answers_at(self) -> float:
        """When the port first answered, on the clock of `time.monotonic`."""
        until = time.monotonic() + 10
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                continue
            return time.monotonic()
        raise AssertionError("The port does not answer.")

    def complaints(self) -> str:
        """What the server wrote to its error log."""
        return self.errors.read_text()
