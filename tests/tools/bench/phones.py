"""Phones and the tables they sit at: joining by the invite link, a seat, the page, the stream, entries."""

from __future__ import annotations

import itertools
import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

import gevent
from bench.http import Answer, Connection, Failed, Stream
from bench.scripts import Step
from gevent.event import Event
from gevent.lock import RLock

CSRF = re.compile(r'name="csrf" value="([0-9a-f]{32})"')
SEEN = re.compile(r'name="seen" value="(\d+)"')
LISTEN = re.compile(r'"(/t/[0-9a-f]{16}/stream[^"]*)"')
TABLE = re.compile(r"/t/([0-9a-f]{16})")
ARRIVES_WITHIN = 30.0
REPORT_AFTER = 6.0
"""As the page's script: a beat or a message is answered with a sign of life, this often at most."""

_keys = (f"{secrets.token_hex(6)}-{number}" for number in itertools.count())


class Phone:
    """A browser without a screen: one kept connection, one stream, its cookie and its token."""

    def __init__(self, port: int, *, gzip: bool = False) -> None:
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self.coding = "gzip" if gzip else "identity"
        self.cookie = self.csrf = ""
        self.seen = 0
        self.stream: Stream | None = None
        self._link = Connection(port)
        self._listening = Connection(port)
        self._reader: gevent.Greenlet[..., None] | None = None
        self._reporter: gevent.Greenlet[..., None] | None = None
        self._failures: list[BaseException] = []
        self._changed = Event()
        self._arrivals: deque[tuple[int, float]] = deque(maxlen=32)
        self._using = RLock()
        self._here = ""
        self._reported = time.monotonic()
        self.reports = True

    # -- requests

    def _request(self, method: str, path: str, *lines: str, body: bytes = b"") -> bytes:
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        head.append(f"Accept-Encoding: {self.coding}")
        if self.cookie:
            head.append(f"Cookie: {self.cookie}")
        return "\r\n".join([*head, *lines, "", ""]).encode() + body

    def _ask(self, request: bytes) -> Answer:
        with self._using:
            answer = self._link.ask(request)
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        return answer

    def get(self, path: str) -> Answer:
        answer = self._ask(self._request("GET", path))
        if answer.headers.get("content-type", "").startswith("text/html") and answer.status == 200:
            self.csrf = found[1] if (found := CSRF.search(answer.text)) else self.csrf
        return answer

    def page(self, path: str) -> str:
        """A page, wherever it leads."""
        answer = self.get(path)
        while answer.status in (302, 303):
            answer = self.get(where(answer))
        if answer.status != 200:
            raise Failed(f"GET {path}: {answer.status}")
        return answer.text

    def post(self, path: str, fields: Mapping[str, object], *, htmx: bool = False) -> Answer:
        body = urlencode({"csrf": self.csrf, **fields}, doseq=True).encode()
        return self._send(path, body, "application/x-www-form-urlencoded", htmx)

    def upload(self, path: str, content: bytes) -> Answer:
        mark = secrets.token_hex(12)
        head = (
            f'--{mark}\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{self.csrf}\r\n'
            f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="table.json"\r\n'
            "Content-Type: application/json\r\n\r\n"
        )
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        return self._send(path, body, f"multipart/form-data; boundary={mark}", False)

    def _send(self, path: str, body: bytes, kind: str, htmx: bool) -> Answer:
        lines = [f"Origin: {self.origin}", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        return self._ask(self._request("POST", path, *lines, *(["HX-Request: true"] * htmx), body=body))

    # -- at a table

    def join(self, table: Table, seat: int | None) -> None:
        """From the QR code to a live screen."""
        self.page(table.invite)
        if seat is not None:
            answer = self.post(f"{table.here}/seats", {"seat": seat})
            if answer.status != 303 or where(answer) != table.here:
                raise Failed(f"no seat {seat}: {answer.status}")
        self.listen(self.page(table.here), table)

    def listen(self, page: str, table: Table) -> None:
        """Open the stream a page names, and go on reading it."""
        found = LISTEN.search(page)
        if found is None:
            raise Failed("a page names no stream")
        shown = SEEN.search(page)
        self.seen = int(shown[1]) if shown else table.seq
        self._here = f"{table.here}/here"
        self.stream = Stream(self._listening, self._heard, self._alive)
        request = self._request("GET", found[1].replace("&amp;", "&"), "Accept: text/event-stream")
        self._failures = table.failures
        self._reader = self._aside(self._follow, request)

    def _aside(self, job: Callable[..., None], *words: bytes) -> gevent.Greenlet[..., None]:
        """Do something while the phone goes on; that it failed comes out when its table is looked at."""

        def watched() -> None:
            try:
                job(*words)
            except Exception as failure:
                self._failures.append(failure)

        return gevent.spawn(watched)

    def _follow(self, request: bytes) -> None:
        assert self.stream is not None
        self._listening.open().settimeout(None)
        self.stream.read(request)

    def _heard(self, seq: int) -> None:
        if seq > self.seen:
            self.seen = seq
            self._arrivals.append((seq, time.monotonic()))
            self._changed.set()

    def _alive(self) -> None:
        if self.reports and time.monotonic() - self._reported > REPORT_AFTER:
            self._reporter = self._aside(self.report)

    def report(self) -> None:
        """A sign of life: a stream alone does not show that a phone is there."""
        self._reported = time.monotonic()
        answer = self._ask(self._request("GET", self._here))
        if not 200 <= answer.status < 300:
            raise Failed(f"a sign of life was answered with {answer.status}")

    def has_seen(self, seq: int, deadline: float) -> float:
        """Wait for a message that is at least this new; when the first such came."""
        while self.seen < seq:
            self._changed.clear()
            if not self._changed.wait(max(deadline - time.monotonic(), 0)):
                raise Failed(f"a phone has seen {self.seen} and never {seq}")
        return next((at for known, at in self._arrivals if known >= seq), time.monotonic())

    def leave(self) -> None:
        self.reports = False
        gevent.killall([job for job in (self._reader, self._reporter) if job is not None])
        self._listening.close()
        self._link.close()


def where(answer: Answer) -> str:
    """Where a redirect leads, on this server."""
    parts = urlsplit(answer.headers["location"])
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


@dataclass
class Table:
    """One table, its phones in the order of the seats, and how far it is."""

    id: str
    port: int
    invite: str
    seq: int
    phones: list[Phone] = field(default_factory=list)
    failures: list[BaseException] = field(default_factory=list)
    told: int = 0
    """The last entry that every phone must have heard of: others may hear nothing of a secret one."""

    @property
    def here(self) -> str:
        return f"/t/{self.id}"

    @property
    def text(self) -> int:
        return sum(phone.stream.text for phone in self.phones if phone.stream)

    @property
    def size(self) -> int:
        return sum(phone.stream.size for phone in self.phones if phone.stream)

    def enter(self, step: Step) -> Answer:
        """Send one entry as a thumb does; anything but a yes is a failure."""
        if self.failures:
            raise Failed(f"table {self.id}: {self.failures[0]!r}")
        fields = {**step.fields, "key": next(_keys), "seen": self.seq}
        answer = self.phones[step.seat].post(f"{self.here}/enter", fields, htmx=True)
        if not 200 <= answer.status < 300:
            raise Failed(f"{step.fields} after entry {self.seq}: {answer.status} {refusal(answer.text)}")
        self.seq += 1
        self.told = self.told if step.secret else self.seq
        return answer

    def undo(self) -> Answer:
        """Take the last entry back; that is an entry too."""
        fields = {"seq": self.seq, "key": next(_keys), "seen": self.seq}
        answer = self.phones[0].post(f"{self.here}/undo", fields, htmx=True)
        if not 200 <= answer.status < 300:
            raise Failed(f"undo of {self.seq}: {answer.status} {refusal(answer.text)}")
        self.seq += 1
        self.told = self.seq
        return answer

    def readers(self, step: Step) -> Sequence[Phone]:
        return [self.phones[step.seat]] if step.secret else self.phones

    def all_have_seen(self, phones: Sequence[Phone], seq: int) -> float:
        """When the last of these phones had a message that is at least this new."""
        deadline = time.monotonic() + ARRIVES_WITHIN
        return max(phone.has_seen(seq, deadline) for phone in phones)

    def check(self) -> None:
        """No stream broke, nobody was left behind, nobody is ahead of what was entered."""
        self.all_have_seen(self.phones, self.told)
        if self.failures or any(phone.seen > self.seq for phone in self.phones):
            seen = [phone.seen for phone in self.phones]
            raise Failed(f"table {self.id} at entry {self.seq}: {seen} {self.failures!r}")

    def close(self) -> None:
        for phone in self.phones:
            phone.leave()
        self.phones.clear()


def refusal(page: str) -> str:
    """The words of a refusal, without its markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())[:300]


def opened(host: Phone, content: bytes, entries: int) -> Table:
    """A table from a file, through the start page's upload; its invite link is on the host's page."""
    answer = host.upload("/import", content)
    if answer.status != 303:
        raise Failed(f"a table file was answered with {answer.status}: {refusal(answer.text)}")
    found = TABLE.search(where(answer))
    assert found is not None
    link = re.search(rf"/j/{found[1]}/[\w-]+", host.page(where(answer)))
    if link is None:
        raise Failed("the host's page shows no invite link")
    return Table(found[1], host.port, link[0], entries)


def seat_phones(table: Table, seats: int, phones: int, *, gzip: bool = False) -> None:
    """Sit phones down, one after the other; those beyond the seats just watch."""
    for number in range(phones):
        phone = Phone(table.port, gzip=gzip)
        table.phones.append(phone)
        phone.join(table, number if number < seats else None)
