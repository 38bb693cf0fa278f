"""Fixtures of the core tests."""

from __future__ import annotations

import pytest
from book import Book

from companion.core.contract import Game


@pytest.fixture
def book(tally: Game) -> Book:
    """An open table of two with nothing entered."""
    return Book(tally)
