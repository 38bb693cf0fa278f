"""One table in memory: its folded log, who sits where, who listens, who is away."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from gevent.event import Event
from gevent.lock import RLock

from companion.core.contract import Game, Seat
from companion.core.events import is_secret, seat_of
from companion.core.ledger import Ledger
from companion.core.table import Table
from companion.core.text import Text
from companion.tables.log import Member, TableRow

AWAY_SECONDS = 20.0
REQUEST_SECONDS = 120.0
NEWS_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody asks to be let in (seat None) or for a seat whose phone is here."""

    id: str
    device: str
    seat: Seat | None
    at: float
    since: str = ""


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened at the table besides entries: shown to all for a moment."""

    number: int
    text: Text
    at: float


@dataclass(eq=False)
class LiveTable:
    """All of one table. Whoever changes it holds `lock`; `version` grows with every visible change."""

    row: TableRow
    game: Game
    ledger: Ledger
    members: dict[str, Member] = field(default_factory=dict)
    keys: dict[str, tuple[int, str | None]] = field(default_factory=dict)
    requests: dict[str, Request] = field(default_factory=dict)
    news: News | None = None
    reverts: dict[Seat, tuple[Member, ...]] = field(default_factory=dict)
    wifi: tuple[str, str] | None = None
    version: int = 0
    born: str = field(default_factory=lambda: secrets.token_hex(4))
    lock: RLock = field(default_factory=RLock)
    _listeners: set[Event] = field(default_factory=set)
    _seen: dict[str, float] = field(default_factory=dict)
    _away_shown: frozenset[Seat] = frozenset()

    @property
    def table(self) -> Table:
        return self.ledger.table

    @property
    def seq(self) -> int:
        return self.ledger.seq

    # -- listening

    @contextmanager
    def listening(self) -> Iterator[Event]:
        """An event that is set whenever there is something new to show."""
        event = Event()
        self._listeners.add(event)
        try:
            yield event
        finally:
            self._listeners.discard(event)

    def announce(self) -> None:
        self.version += 1
        for event in tuple(self._listeners):
            event.set()

    def stamp(self, member: Member) -> str:
        """Names exactly what a member sees now: a page with this stamp is up to date."""
        return f"{self.born}.{self.version}.{member.role}.{member.seat}"

    def tell_all(self, text: Text) -> None:
        self.news = News(self.news.number + 1 if self.news else 1, text, time.monotonic())
        self.announce()

    def has_fresh_news(self) -> bool:
        return self.news is not None and time.monotonic() - self.news.at < NEWS_SECONDS

    # -- who is here

    def saw(self, device: str) -> None:
        """A sign of life from a device."""
        self._seen[device] = time.monotonic()
        self.notice_absences()

    def notice_absences(self) -> None:
        away = frozenset(seat for seat in range(len(self.table.players)) if not self.is_here(seat))
        if away != self._away_shown:
            self._away_shown = away
            self.announce()

    def is_here(self, seat: Seat) -> bool:
        """Whether the phone that holds the seat gave a sign of life lately."""
        since = time.monotonic() - AWAY_SECONDS
        return any(self._seen.get(m.device, since) > since for m in self.holders(seat))

    def has_secrets(self, seat: Seat) -> bool:
        """Whether whoever takes the seat would read what its player wrote down in secret."""
        return any(is_secret(step.event) and seat_of(step.event) == seat for step in self.ledger.steps)

    def holders(self, seat: Seat) -> list[Member]:
        return [member for member in self.members.values() if member.seat == seat]

    def hosts(self) -> list[Member]:
        return [member for member in self.members.values() if member.role == "host"]

    def open_requests(self) -> list[Request]:
        since = time.monotonic() - REQUEST_SECONDS
        return [request for request in self.requests.values() if request.at > since]

    def relocked(self, locked: bool) -> None:
        self.row = replace(self.row, locked=locked)
