"""HTTP/1.1 by hand over gevent sockets: cheap enough that the server is what is measured."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from gevent import socket

TIMEOUT = 60.0
BLOCK = 1 << 18
SEQ = re.compile(rb"(?:^|\n)id: ?(\d+)")


class Failed(Exception):
    """The server did not do what a phone may expect; the run is worth nothing."""


@dataclass(frozen=True)
class Answer:
    """`size` is the body as it was sent, `wire` everything that came with it."""

    status: int
    headers: dict[str, str]
    body: bytes
    size: int
    wire: int

    @property
    def text(self) -> str:
        return self.body.decode()


class Dechunker:
    """Takes the frames of a chunked body away, in whatever pieces it comes."""

    def __init__(self) -> None:
        self.ended = False
        self._rest = b""
        self._left = 0
        self._skip = 0

    def feed(self, data: bytes) -> bytes:
        out: list[bytes] = []
        data, at = self._rest + data, 0
        self._rest = b""
        while at < len(data) and not self.ended:
            if self._left:
                piece = data[at : at + self._left]
                out.append(piece)
                self._left -= len(piece)
                self._skip = 0 if self._left else 2
                at += len(piece)
            elif self._skip:
                step = min(self._skip, len(data) - at)
                self._skip -= step
                at += step
            else:
                at = self._begin(data, at)
        return b"".join(out)

    def _begin(self, data: bytes, at: int) -> int:
        end = data.find(b"\r\n", at)
        if end < 0:
            self._rest = data[at:]
            return len(data)
        self._left = int(data[at:end].split(b";")[0], 16)
        self.ended = self._left == 0
        return end + 2


class Connection:
    """One connection that stays open between requests, as a browser's does."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None

    def open(self) -> socket.socket:
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=TIMEOUT)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._socket

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def head(self, request: bytes) -> tuple[int, dict[str, str], bytes, int]:
        """Send a request; status, headers, what came of the body already, bytes read."""
        link = self.open()
        link.sendall(request)
        data = b""
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self.more()
        first, *lines = data[:end].decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        return int(first.split()[1]), headers, data[end + 4 :], len(data)

    def more(self) -> bytes:
        data = self.open().recv(BLOCK)
        if not data:
            self.close()
            raise Failed("the server closed a connection")
        return bytes(data)

    def ask(self, request: bytes) -> Answer:
        """Send a request and read the whole answer."""
        status, headers, data, wire = self.head(request)
        if "chunked" in headers.get("transfer-encoding", ""):
            frames = Dechunker()
            body = frames.feed(data)
            while not frames.ended:
                data = self.more()
                wire += len(data)
                body += frames.feed(data)
        else:
            body, length = data, int(headers.get("content-length", "0"))
            while len(body) < length:
                data = self.more()
                wire += len(data)
                body += data
        if headers.get("connection", "").lower() == "close":
            self.close()
        plain = zlib.decompress(body, 31) if headers.get("content-encoding") == "gzip" and body else body
        return Answer(status, headers, plain, len(body), wire)


class Stream:
    """A stream of server-sent events that is read to its end; counts what it carries.

    `text` is the messages' own length (beats left out, before compression), `size` the body as sent,
    `wire` everything.
    """

    def __init__(
        self, connection: Connection, heard: Callable[[int], None], alive: Callable[[], None]
    ) -> None:
        self._connection = connection
        self._heard = heard
        self._alive = alive
        self.coding = ""
        self.text = self.size = self.wire = self.messages = 0

    def read(self, request: bytes) -> None:
        """Until the connection is closed from here; a stream that the server ends is a failure."""
        status, headers, data, self.wire = self._connection.head(request)
        if status != 200:
            raise Failed(f"a stream was answered with {status}")
        self.coding = headers.get("content-encoding", "")
        unzip = zlib.decompressobj(31) if self.coding == "gzip" else None
        frames, rest = Dechunker(), b""
        while not frames.ended:
            body = frames.feed(data)
            self.size += len(body)
            rest = self._messages(rest + (unzip.decompress(body) if unzip else body))
            data = self._connection.more()
            self.wire += len(data)
        raise Failed("the server ended a stream")

    def _messages(self, text: bytes) -> bytes:
        """Take in whole messages; what is left over is the beginning of the next."""
        *whole, rest = text.split(b"\n\n")
        if whole:
            self._alive()
        for message in whole:
            found = SEQ.search(message)
            if found is None and message.startswith(b"event: beat"):
                continue
            self.messages += 1
            self.text += len(message) + 2
            if found is not None:
                self._heard(int(found[1]))
        return rest
