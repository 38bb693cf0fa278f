"""The storing layer on a real file, in this process."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from keeping import Keeper

from companion.shelf import Shelf
from companion.tables.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "companion.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store(path, busy_seconds=0.2)
    yield store
    store.close()


@pytest.fixture
def other(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that looks at the same file."""
    path.parent.mkdir(exist_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    yield connection
    connection.close()


@pytest.fixture
def keeper(shelf: Shelf, path: Path) -> Iterator[Keeper]:
    keeper = Keeper(shelf, path)
    yield keeper
    keeper.close()
