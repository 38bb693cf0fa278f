"""What every test may use: the shelf with the demo game on it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from companion.core.contract import Game
from companion.shelf import Shelf

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "tools"))
pytest_plugins = ["rule_plugin"]

settings.register_profile("companion", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("companion")


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    """All games and the demo game."""
    return Shelf([HERE / "demo"])


@pytest.fixture(scope="session")
def tally(shelf: Shelf) -> Game:
    """The demo game: the smallest that needs everything."""
    return shelf.games["tally"]
