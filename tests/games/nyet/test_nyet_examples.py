"""The worked examples: folded through the codec as any log is. They freeze the stored format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from nyet_table import NAMES

import companion.games.nyet as package
from companion.core.codec import Codec
from companion.core.events import SetUp
from companion.core.ledger import Ledger
from companion.core.table import Entry, tell
from companion.core.text import say
from companion.games.nyet import GAME
from companion.games.nyet.board import LINES
from companion.games.nyet.options import LINE_TWO, Options

FOLDER = Path(package.__path__[0]) / "examples"
CODEC = Codec(GAME)

TOTALS = {
    "NYET-1.3-in-the-middle": [31, 12, -5, -21],
    "NYET-1.3-other-number-of-rounds": [15, 15],
    "NYET-1.3-to-a-target": [60, 60],
    "NYET-3.3-characters": [0, 0, 0],
    "NYET-4.2-vetoes-hidden": [0, 0, 0, 0, 0],
    "NYET-4.21-void-round": [0, 0, 0],
    "NYET-4.7-seventeen-tokens": [33, 21],
    "NYET-4.8-every-box": [75, 67, 68, 56, 53],
    "NYET-5.10-nobody-discards": [20, 36, 36, 36, 20],
    "NYET-5.14-no-trump": [0, 0, 0],
    "NYET-5.19-a-suit-of-their-own": [0, 0, 0],
    "NYET-5.19-printed-colour": [0, 0, 0],
    "NYET-5.22-other-numbers": [-18, -39],
    "NYET-5.23-revoke-comes-to-light": [0, 0, 0],
    "NYET-5.39-beaten-supertrump-is-loot": [0, 0, 16, 16],
    "NYET-5.39-beaten-supertrump-is-no-loot": [0, 0, 15, 15],
    "NYET-5.5-discard-3": [48, 21, 21],
    "NYET-5.6-discard-2": [6, 9, 6, 9],
    "NYET-5.7-discard-1": [24, 24, 18, 18],
    "NYET-5.8-except-1": [0, 0],
    "NYET-5.9-pass-left": [30, 0, 30, 0],
    "NYET-6.15-always-doubles": [-18, -18, -28],
    "NYET-6.15-declined": [-12, -12, -20, -20, -20],
    "NYET-6.15-doubles-the-share": [18, 18, 20, 20, 20],
    "NYET-6.15-doubles-the-sheet": [24, 12, 20, 20, 20],
    "NYET-6.15-doubles-the-side": [24, 24, 20, 20, 20],
    "NYET-6.5-only-the-difference": [0, 0, 2, 2, 2],
    "NYET-7.2-last-supertrump-wins": [0, 0, 0, 0],
}


def load(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def steps(doc: dict[str, Any]) -> list[Ledger]:
    """The table after every entry."""
    events = [CODEC.decode(record) for record in doc["entries"]]
    setup = SetUp(tuple(doc["players"]), doc["options"])
    entries = [Entry(n, event) for n, event in enumerate(events, 1)]
    return [Ledger.load(GAME, setup, entries[:n]) for n in range(len(entries) + 1)]


@pytest.mark.parametrize("name", sorted(TOTALS))
def test_an_example_adds_up(name: str) -> None:
    last = steps(load(name))[-1].table
    assert [row.score for row in GAME.standings(last.state).rows] == TOTALS[name]


@pytest.mark.parametrize("name", sorted(TOTALS))
def test_every_step_of_an_example_can_be_shown_and_told(name: str) -> None:
    doc = load(name)
    for n, ledger in enumerate(steps(doc)):
        for seat in (None, *range(len(doc["players"]))):
            GAME.view(ledger.table.state, seat)
            if n:
                assert say(tell(GAME, ledger.entries[-1].event, seat), NAMES)


@pytest.mark.parametrize("name", sorted(TOTALS))
def test_an_example_survives_the_codec(name: str) -> None:
    for record in load(name)["entries"]:
        event = CODEC.decode(record)
        assert CODEC.decode(CODEC.encode(event)) == event


def test_every_example_is_expected_and_named_by_a_rule() -> None:
    found = {path.stem for path in FOLDER.glob("*.json")}
    assert found == set(TOTALS)
    rules = {line.split("\t")[0] for line in (FOLDER.parent / "rules.tsv").read_text("utf-8").splitlines()}
    assert all("-".join(name.split("-")[:2]) in rules for name in found)


def test_there_is_an_example_for_every_box_and_every_option() -> None:
    boxes: set[tuple[int, str]] = set()
    options: set[str] = set()
    for name in TOTALS:
        options |= set(load(name)["options"])
        for scored in steps(load(name))[-1].table.state.scored:
            boxes |= set(zip(LINES, scored.boxes, strict=True))
    colours = ("blue", "red", "yellow", "green", "none")
    printed = {(1, str(n)) for n in range(1, 6)} | {(2, box) for box in LINE_TWO}
    printed |= {(line, box) for line in (3, 4) for box in colours}
    printed |= {(5, str(value)) for value in Options().values}
    assert printed <= boxes
    assert {option.name for option in GAME.asked} <= options
