"""A server of a checkout in a process of its own, and what it costs."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.http import Failed

START_SECONDS = 30.0
LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/host/")
DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG: a server never outlives the run, however that ends."""


class Server:
    """A running server. Time and memory come from the kernel, so they need nothing of the server."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, said: Path) -> None:
        self.process = process
        self.port = port
        self.said = said

    def cpu(self) -> float:
        """Seconds of computing so far, of all its threads."""
        try:
            return time.clock_gettime((~self.process.pid << 3) | 2)
        except OSError:
            words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Resident bytes."""
        for name in ("smaps_rollup", "status"):
            with suppress(OSError):
                text = Path(f"/proc/{self.process.pid}/{name}").read_text()
                if found := re.search(r"^(?:Rss|VmRSS):\s+(\d+) kB", text, re.MULTILINE):
                    return int(found[1]) * 1024
        raise Failed("the kernel does not say how much memory the server holds")


def environment() -> dict[str, str]:
    """Nothing that could make a checkout import another one's code."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def check_own_code(checkout: Path) -> None:
    """Each side must run what lies in its own checkout."""
    command = [sys.executable, "-c", "import companion; print(companion.__file__)"]
    done = subprocess.run(
        command, cwd=checkout, env=environment(), capture_output=True, text=True, check=True
    )
    if not Path(done.stdout.strip()).is_relative_to(checkout.resolve()):
        raise Failed(f"{checkout} would run {done.stdout.strip()}")


@contextmanager
def serving(checkout: Path, scratch: Path) -> Iterator[Server]:
    check_own_code(checkout)
    said = scratch / "said.txt"
    options = ["--port", "0", "--local", "--no-browser", "--db", str(scratch / "tables.db")]
    if (checkout / "tests" / "demo").is_dir():
        options += ["--games", "tests/demo"]
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "companion.cli", "serve", *options],
            cwd=checkout,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent if sys.platform == "linux" else None,
        )
    try:
        yield Server(process, port_of(process, said), said)
    finally:
        stop(process)


def die_with_parent() -> None:
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)


def port_of(process: subprocess.Popen[bytes], said: Path) -> int:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if found := LINK.search(said.read_text(encoding="utf-8", errors="replace")):
            return int(found[1])
        time.sleep(0.05)
    raise Failed(f"the server did not start:\n{said.read_text(encoding='utf-8', errors='replace')}")


def stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(5)
