"""Tests that ask for `any_game` or `example` run for every game, or every worked example, on the shelf."""

from __future__ import annotations

from pathlib import Path

import pytest
from example_files import all_examples

from companion.shelf import Shelf

DEMO = Path(__file__).parent.parent / "demo"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "any_game" in metafunc.fixturenames:
        games = Shelf([DEMO]).games
        metafunc.parametrize("any_game", list(games.values()), ids=list(games))
    if "example" in metafunc.fixturenames:
        examples = all_examples(Shelf([DEMO]))
        names = [f"{example.game.key}/{example.path.stem}" for example in examples]
        metafunc.parametrize("example", examples, ids=names)
