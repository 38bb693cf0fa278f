"""Fixtures of the web tests: one app for all of them, tables of their own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from desk import Desk, Scene

from companion.shelf import Shelf
from companion.web.guesses import Guesses

MEMORY = Path("/dev/shm")


@pytest.fixture(scope="session")
def desk(shelf: Shelf) -> Iterator[Desk]:
    """The app on a file of its own, with the demo game on the shelf.

    The file lies in memory where it can: what a sync is worth is proved elsewhere.
    """
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        desk = Desk(Path(folder), shelf)
        yield desk
        desk.close()


@pytest.fixture(autouse=True)
def no_wrong_codes_yet(desk: Desk) -> None:
    """The app is shared: wrong codes of one test must not lock out the next."""
    desk.app.extensions["guesses"] = Guesses()


@pytest.fixture
def scene(desk: Desk) -> Scene:
    """A table of three with somebody of every role."""
    return desk.scene()
