"""A bad link between a phone and the server: it passes, stalls (nothing arrives, nothing ends), cuts, or
lets questions through and loses the answers.

Playwright's own "offline" leaves open streams delivering, so it cannot show what a dead link does.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from types import TracebackType

PASS, STALL, CUT, DEAF = "pass", "stall", "cut", "deaf"


class FaultProxy:
    """Forwards TCP to a port of this machine, in the mode it is in; one thread does it all."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.mode = PASS
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.port: int = self._listener.getsockname()[1]
        self._peer: dict[socket.socket, socket.socket] = {}
        self._servers: set[socket.socket] = set()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> FaultProxy:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._thread.join(5)
        self._listener.close()

    def pass_on(self) -> None:
        self.mode = PASS

    def stall(self) -> None:
        """Nothing arrives any more, in either direction, and nobody is told."""
        self.mode = STALL

    def cut(self) -> None:
        """What is open ends at once, and nothing new gets through."""
        self.mode = CUT

    def lose_answers(self) -> None:
        """What the phone sends arrives; the line breaks when the server answers."""
        self.mode = DEAF

    def _run(self) -> None:
        with selectors.DefaultSelector() as waiting:
            self._waiting = waiting
            waiting.register(self._listener, selectors.EVENT_READ)
            while not self._stopping.is_set():
                if self.mode == CUT:
                    self._drop(*self._peer)
                ready = [] if self.mode == STALL else waiting.select(0.02)
                if self.mode == STALL:
                    self._stopping.wait(0.02)
                for key, _ in ready:
                    if self.mode in (CUT, STALL):  # it changed while waiting
                        break
                    self._serve(key.fileobj)  # type: ignore[arg-type]
            self._drop(*self._peer)

    def _serve(self, sock: socket.socket) -> None:
        if sock is self._listener:
            self._accept()
        elif sock in self._peer:
            try:
                lost = self.mode == DEAF and sock in self._servers
                data = b"" if lost else sock.recv(65536)
                if data:
                    self._peer[sock].sendall(data)
            except OSError:
                data = b""
            if not data:
                self._drop(sock)

    def _accept(self) -> None:
        phone, _ = self._listener.accept()
        try:
            if self.mode == CUT:
                raise ConnectionError
            server = socket.create_connection(("127.0.0.1", self.target), 5)
        except OSError:
            phone.close()
            return
        for sock in (phone, server):
            sock.settimeout(5)
            self._waiting.register(sock, selectors.EVENT_READ)
        self._peer |= {phone: server, server: phone}
        self._servers.add(server)

    def _drop(self, *socks: socket.socket) -> None:
        for sock in socks:
            for end in (sock, self._peer.get(sock)):
                if end is not None and self._peer.pop(end, None) is not None:
                    with contextlib.suppress(KeyError, ValueError):
                        self._waiting.unregister(end)
                    self._servers.discard(end)
                    end.close()
