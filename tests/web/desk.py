"""A web app on a file of its own, and browsers that meet it as phones do: with cookie, Origin, token."""

from __future__ import annotations

import hashlib
import itertools
import re
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.shelf import Shelf
from companion.tables.live import LiveTable
from companion.tables.log import Log, Member
from companion.tables.overtaken import Sent
from companion.tables.seating import Seating
from companion.tables.service import Tables, now
from companion.tables.store import Store
from companion.web import create_app
from companion.web.context import Parts
from companion.web.security import COOKIE

HERE = "192.168.7.20:8080"
ADDRESSES = (f"http://{HERE}", "http://10.0.0.7:8080")
OPERATOR_TOKEN = "operator-token-of-the-tests"
CSRF = re.compile(r'name="csrf" value="([0-9a-f]{32})"')
PREVIEWED = re.compile(r'name="(drops|confirm|previewed)" value="([^"]*)"')
ROLES = ("stranger", "spectator", "seat", "scorer", "host", "operator")


class Desk:
    """The app and its parts."""

    def __init__(self, folder: Path, shelf: Shelf) -> None:
        self.store = Store(folder / "companion.db", busy_seconds=0.05)
        log = Log(self.store)
        secret = secrets.token_bytes(32)
        self.tables = Tables(shelf, log, secret)
        self.seating = Seating(log)
        self.parts = Parts(
            tables=self.tables,
            seating=self.seating,
            shelf=shelf,
            secret=secret,
            operator_token=OPERATOR_TOKEN,
            addresses=lambda: list(ADDRESSES),
            hosts=frozenset({"localhost", "table.test"}),
        )
        self.app: Flask = create_app(self.parts)

    def device(self) -> Device:
        return Device(self)

    def on_disk(self) -> list[dict[str, Any]]:
        """Equal to an earlier answer only if nothing at all was written since."""
        return self.store.rows("pragma data_version")

    def open(self, *players: str, title: str = "tally", **options: Any) -> LiveTable:
        return self.tables.open(title, players or ("Ann", "Bo", "Cy"), options)

    def scene(self, *players: str, **options: Any) -> Scene:
        """A table with somebody of every role; the players have sat down."""
        return Scene(self, self.open(*players, **options))

    @contextmanager
    def cannot_write(self) -> Iterator[None]:
        """Another program holds the file, so nothing can be written for now."""
        other = sqlite3.connect(self.store.path, isolation_level=None)
        other.execute("begin immediate")
        try:
            yield
        finally:
            other.execute("rollback")
            other.close()

    def close(self) -> None:
        self.store.close()


class Device:
    """One browser."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.client = desk.app.test_client(use_cookies=False)
        self.token = secrets.token_hex(16)
        self.cookie: str | None = self.token
        self.id = hashlib.sha256(self.token.encode()).hexdigest()
        self._csrf = ""

    @property
    def csrf(self) -> str:
        """The token that stands in this device's pages."""
        if not self._csrf:
            found = CSRF.search(self.get("/").text)
            assert found
            self._csrf = found[1]
        return self._csrf

    def get(self, path: str, *, htmx: bool = False, **more: Any) -> TestResponse:
        return self.open("GET", path, htmx=htmx, **more)

    def post(
        self,
        path: str,
        form: Mapping[str, Any] | None = None,
        *,
        htmx: bool = False,
        origin: str | None = f"http://{HERE}",
        csrf: str | None = "own",
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> TestResponse:
        """Post as a browser does from our own page, unless told otherwise."""
        data = dict(form or {})
        if csrf is not None:
            data["csrf"] = self.csrf if csrf == "own" else csrf
        sent = {**(headers or {}), **({"Origin": origin} if origin is not None else {})}
        return self.open("POST", path, htmx=htmx, headers=sent, data=data, **more)

    def open(
        self,
        method: str,
        path: str,
        *,
        htmx: bool = False,
        host: str = HERE,
        headers: Any = None,
        **more: Any,
    ) -> TestResponse:
        sent = {"Host": host, **(headers or {}), **({"HX-Request": "true"} if htmx else {})}
        if self.cookie is not None:
            sent["Cookie"] = f"{COOKIE}={self.cookie}"
        return self.client.open(path, method=method, base_url=f"http://{HERE}", headers=sent, **more)

    @contextmanager
    def stream(self, path: str) -> Iterator[Iterator[str]]:
        """The messages of a stream, one at a time."""
        answer = self.get(path, buffered=False)
        assert answer.status_code == 200, answer.status
        try:
            yield (part.decode() for part in answer.response)  # type: ignore[union-attr]
        finally:
            answer.close()


@dataclass
class Scene:
    """A table and its people: a device per seat, and one of every other role."""

    desk: Desk
    live: LiveTable
    seats: list[Device] = field(default_factory=list)
    others: dict[str, Device] = field(default_factory=dict)
    _taps: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self.seats = [self.desk.device() for _ in self.live.table.players]
        self.others = {role: self.desk.device() for role in ROLES if role != "seat"}
        self.desk.parts.operators.add(self.others["operator"].id)
        here = [Member(device.id, "seat", seat, now()) for seat, device in enumerate(self.seats)]
        here += [Member(self.others[role].id, role, None, now()) for role in ("spectator", "scorer", "host")]
        self.desk.seating.log.put_members(self.live.row.id, here)
        self.live.members.update({member.device: member for member in here})
        for member in here:
            self.live.saw(member.device)

    def __getitem__(self, role: str) -> Device:
        return self.seats[0] if role == "seat" else self.others[role]

    @property
    def path(self) -> str:
        return f"/t/{self.live.row.id}"

    @property
    def everybody(self) -> dict[str, Device]:
        """All who may look."""
        found = {role: self.others[role] for role in ("spectator", "scorer", "host")}
        return found | {f"seat {n}": device for n, device in enumerate(self.seats)}

    def enter(self, device: Device, *, htmx: bool = True, **form: Any) -> TestResponse:
        """An entry of the game, with a key of its own."""
        sent = {"key": f"tap{next(self._taps)}", "seen": str(self.live.seq), **form}
        return device.post(f"{self.path}/enter", sent, htmx=htmx)

    def previewed(self, device: Device, path: str, **form: str) -> dict[str, str]:
        """The form of a change as its preview sends it, after a look at the preview."""
        shown = device.post(self.path + path, form)
        found = dict(PREVIEWED.findall(shown.text))
        assert found.keys() == {"confirm", "drops", "previewed"}, shown.text
        return {**form, **found}

    def count(self, seat: int, n: int) -> TestResponse:
        answer = self.enter(self.seats[0], do="count", seat=seat, n=n)
        assert answer.status_code == 200, answer.text
        return answer

    def record(self, event: Any) -> int:
        """An event of any kind, past the web."""
        return self.desk.tables.record(self.live, lambda: event, Sent(by="Ann")).seq

    def counters(self) -> tuple[int, ...]:
        return tuple(self.live.table.state.counters)
