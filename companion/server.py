"""The server: one gevent process, the addresses a phone can reach, the QR code in the terminal."""

from __future__ import annotations

import ipaddress
import logging
import os
import secrets
import signal
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer

from companion.shelf import Shelf
from companion.tables.log import Log
from companion.tables.seating import Seating
from companion.tables.service import Tables
from companion.tables.store import BUSY_SECONDS, Store
from companion.web import create_app
from companion.web.context import Parts


def signing_key(path: Path) -> bytes:
    """The key that signs invitations and tokens: made on the first start, readable by its owner only.

    It appears under its name in one step, so that a start cut short leaves none rather than half of one.
    """
    if path.exists():
        key = path.read_bytes()
        if len(key) < 32:
            raise SystemExit(f"{path} is damaged: move it away and start again.")
        return key
    key = secrets.token_bytes(32)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
    return key


class AlreadyRunning(Exception):
    """Another server keeps this file."""


def claim(path: Path) -> sqlite3.Connection:
    """Say that this process serves the file. The claim ends with the process, however that ends."""
    held = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        held.execute("begin exclusive")
    except sqlite3.OperationalError as error:
        held.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise AlreadyRunning(path) from None
        raise
    return held


def lan_addresses() -> list[str]:
    """This machine's own numeric addresses, the likeliest first. Sends nothing."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        infos = []
    found += [str(info[4][0]) for info in infos]
    usable = [a for a in dict.fromkeys(found) if not ipaddress.ip_address(a).is_loopback]
    return [a for a in usable if a != "0.0.0.0"] or ["127.0.0.1"]


class Server:
    """Everything between the socket and the file, made once."""

    def __init__(
        self,
        db: Path,
        port: int,
        *,
        bind: str = "0.0.0.0",
        names: tuple[str, ...] = (),
        games: tuple[Path, ...] = (),
        busy_seconds: float = BUSY_SECONDS,
    ) -> None:
        db.parent.mkdir(parents=True, exist_ok=True)
        self._claim = claim(db.with_suffix(".claim"))
        self.store = Store(db, busy_seconds=busy_seconds)
        self.shelf = Shelf(games)
        log = Log(self.store)
        self.secret = signing_key(db.with_suffix(".key"))
        tables = Tables(self.shelf, log, self.secret)
        self.listener = self._listen(bind, port)
        self.port = self.listener.getsockname()[1]
        self.names = names
        self.local = ipaddress.ip_address(bind).is_loopback
        self.operator_token = secrets.token_urlsafe(16)
        parts = Parts(
            tables=tables,
            seating=Seating(log),
            shelf=self.shelf,
            secret=self.secret,
            operator_token=self.operator_token,
            addresses=self.addresses,
            hosts=frozenset({"localhost", *names, f"{socket.gethostname().lower()}.local"}),
        )
        self.app = create_app(parts)
        self.requests = Pool()
        self._stopped = Event()
        self.wsgi = WSGIServer(
            self.listener, self.app, spawn=self.requests, log=None, error_log=logging.getLogger("companion")
        )

    def _listen(self, bind: str, port: int) -> socket.socket:
        listener: Any = gevent.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind((bind, port))
        listener.listen(256)
        return listener  # type: ignore[no-any-return]

    def addresses(self) -> list[str]:
        """Where phones can reach this server; asked anew each time, since laptops move."""
        hosts = self.names or (("127.0.0.1",) if self.local else tuple(lan_addresses()))
        return [f"http://{host}:{self.port}" for host in hosts]

    @property
    def host_link(self) -> str:
        return f"http://127.0.0.1:{self.port}/host/{self.operator_token}"

    def run(self, started: Callable[[], None]) -> None:
        """Serve until Ctrl-C; then end the streams and close the file."""
        for number in (signal.SIGINT, signal.SIGTERM):
            gevent.signal_handler(number, self._stopped.set)
        self.wsgi.start()
        started()
        self._stopped.wait()
        self.wsgi.stop(timeout=0.3)
        self.store.close()
        self._claim.close()
