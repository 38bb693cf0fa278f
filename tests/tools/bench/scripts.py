"""What the load generator replays: forms for the server, and the same entries as a table file.

Run in the checkout under test, `python -m bench.scripts`, it prints one JSON object; the generator itself
never imports the application. A game with a long game in `long_games` plays that; any other plays its
longest example, for which its contract must have `form(state, event)`, the inverse of `read`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.long_games import LONG_GAMES, Fields, LongGame

DEMO = Path("tests/demo")
ROUND_ENDS = {"RoundScored", "ResultEntered"}
"""Events that close a scored round."""


@dataclass(frozen=True)
class Step:
    """One entry: the seat whose phone sends it, its form, whether others may see it, the round it is in."""

    seat: int
    fields: Fields
    secret: bool
    round: int


@dataclass(frozen=True)
class Script:
    """A whole game: `records` are the same entries as a table file has them."""

    game: str
    title: str
    players: list[str]
    options: dict[str, Any]
    steps: list[Step]
    records: list[dict[str, Any]]

    def file(self, entries: int) -> bytes:
        """A table file of the first entries."""
        return table_file(self.game, self.title, self.players, self.options, self.records[:entries])


def table_file(
    game: str, title: str, players: list[str], options: dict[str, Any], records: list[dict[str, Any]]
) -> bytes:
    whole = {"companion": 1, "game": game, "title": title, "players": players, "options": options}
    return json.dumps({**whole, "entries": records}, ensure_ascii=False).encode()


def long_tally(entries: int) -> bytes:
    """A table file of any length: one counter up and down."""
    counts = [{"seat": 0, "event": "Counted", "data": {"n": n}} for n in [9, *[1, -1] * (entries // 2)]]
    return table_file("tally", "tally", ["Ann", "Bo", "Cy"], {"limit": 50}, counts[:entries])


def counting(seq: int) -> Step:
    """The entry that goes on with a long tally."""
    return Step(0, {"do": "count", "seat": "0", "n": "1" if seq % 2 else "-1"}, False, 1)


def loaded(text: str) -> list[Script]:
    """The scripts as they were printed."""
    return [
        Script(**{**script, "steps": [Step(**step) for step in script["steps"]]})
        for script in json.loads(text)
    ]


# -- everything below runs in the checkout under test


def written() -> Iterator[Script]:
    from companion.shelf import Shelf

    for key, game in Shelf([DEMO] if DEMO.is_dir() else []).games.items():
        long_game = LONG_GAMES.get(key)
        if long_game is not None:
            yield from_moves(game, long_game)
        elif hasattr(game, "form"):
            yield from_example(game, longest_example(key))
        else:
            print(f"{key}: left out, it has no long game here and no `form`", file=sys.stderr)


def from_moves(game: Any, played: LongGame) -> Script:
    """Every form read as the server reads it, so that each is known to fit."""
    from companion.core.contract import Form
    from companion.core.events import SetUp

    folded = Folded(game, SetUp(played.players, played.options))
    for move in played.moves():
        state = folded.ledger.table.state
        folded.add(move.fields, game.read(state, move.seat, Form(move.fields), NoChance()))
    return folded.script(game.titles[0].key)


def longest_example(key: str) -> Path:
    import importlib

    folder = Path(importlib.import_module(f"companion.games.{key}").__path__[0]) / "examples"
    files = [path for path in folder.glob("*.json") if not path.name.endswith(".expected.json")]
    return max(files, key=lambda path: len(json.loads(path.read_text(encoding="utf-8"))["entries"]))


def from_example(game: Any, path: Path) -> Script:
    from companion.shelf import Shelf
    from companion.tables import files

    _, title, setup, entries = files.read(Shelf([DEMO]), json.loads(path.read_text(encoding="utf-8")))
    folded = Folded(game, setup)
    for entry in entries:
        if type(entry.event) in game.events:
            folded.add(dict(game.form(folded.ledger.table.state, entry.event)), entry.event)
    return folded.script(title)


class NoChance:
    """Scripts leave nothing to chance."""

    def roll(self, sides: int) -> int:
        raise AssertionError("a script must not roll")

    def pick(self, count: int) -> int:
        raise AssertionError("a script must not draw")


class Folded:
    """A table that is played while the script is written."""

    def __init__(self, game: Any, setup: Any) -> None:
        from companion.core.ledger import Ledger

        self.setup = setup
        self.ledger = Ledger(game, setup)
        self.steps: list[Step] = []
        self.round = 1

    def add(self, fields: Fields, event: Any) -> None:
        from companion.core.events import is_secret, seat_of
        from companion.core.table import Entry

        seat = seat_of(event)
        self.ledger.accept(self.ledger.propose(Entry(self.ledger.seq + 1, event)))
        self.steps.append(Step(0 if seat is None else seat, fields, is_secret(event), self.round))
        self.round += type(event).__name__ in ROUND_ENDS

    def script(self, title: str) -> Script:
        from companion.tables.log import record_of

        records = [bare(record_of(self.ledger.codec, entry)) for entry in self.ledger.entries]
        names, options = list(self.setup.players), dict(self.setup.options)
        return Script(self.ledger.game.key, title, names, options, self.steps, records)


def bare(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not None}


if __name__ == "__main__":
    print(json.dumps([asdict(script) for script in written()], ensure_ascii=False))
