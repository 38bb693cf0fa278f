"""Wrong join codes: how many came lately, and when to stop listening."""

from __future__ import annotations

import time
from collections import deque

from flask import abort, current_app

GUESSES_PER_MINUTE = 10
GUESSES_IN_ALL = 300


class Guesses:
    """How many wrong codes came lately, per device and in all."""

    def __init__(self) -> None:
        self._wrong: deque[tuple[float, str]] = deque()

    def check(self, who: str) -> None:
        since = time.monotonic() - 60
        while self._wrong and self._wrong[0][0] < since:
            self._wrong.popleft()
        mine = sum(1 for _, other in self._wrong if other == who)
        if mine >= GUESSES_PER_MINUTE or len(self._wrong) >= GUESSES_IN_ALL:
            abort(429, "Too many wrong codes. Wait a minute, or scan the code instead.")

    def wrong(self, who: str) -> None:
        self._wrong.append((time.monotonic(), who))


def guesses() -> Guesses:
    found: Guesses = current_app.extensions["guesses"]
    return found
