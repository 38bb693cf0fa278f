"""The worked examples beside the games: table files, read without the layers above the core."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.core.codec import Codec
from companion.core.contract import Game
from companion.core.events import SetUp
from companion.core.ledger import Ledger
from companion.core.table import Entry, Table
from companion.shelf import Shelf


@dataclass(frozen=True)
class Example:
    game: Game
    path: Path

    @property
    def document(self) -> dict[str, Any]:
        return dict(json.loads(self.path.read_text(encoding="utf-8")))

    @property
    def setup(self) -> SetUp:
        document = self.document
        return SetUp(tuple(document["players"]), document.get("options", {}))

    @property
    def entries(self) -> list[Entry]:
        codec = Codec(self.game)
        return [Entry(n, codec.decode(record)) for n, record in enumerate(self.document["entries"], 1)]

    @property
    def expected(self) -> Path:
        return self.path.with_suffix(".expected.json")


def package(key: str) -> Path:
    """The folder of a game that is on the shelf."""
    return Path(sys.modules[f"companion.games.{key}"].__path__[0])


def examples(game: Game) -> list[Example]:
    found = sorted((package(game.key) / "examples").glob("*.json"))
    return [Example(game, path) for path in found if not path.name.endswith(".expected.json")]


def all_examples(shelf: Shelf) -> list[Example]:
    return [example for game in shelf.games.values() for example in examples(game)]


@cache
def tables_on_the_way(game_key: str, shelf: Shelf) -> tuple[Table, ...]:
    """The table after every entry of every example: places from which to go on."""
    tables = []
    for example in examples(shelf.games[game_key]):
        ledger = Ledger(example.game, example.setup)
        tables.append(ledger.table)
        for entry in example.entries:
            ledger.accept(ledger.propose(entry))
            tables.append(ledger.table)
    return tuple(tables)
