"""The worked examples beside the games replay strictly and end as written down.

`NAME.json` is a table file; `NAME.expected.json` beside it says how the game stands at its end:
`{"scores": [...], "ranks": [...], "winners": [...], "finished": ...}`, by seat, if people have
something to settle `"notices": [rule ids]`, and entries that cannot follow: `"refuses": [...]`, each
an entry with the `rule` that refuses it.
"""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from book import Book
from example_files import Example

from companion.core.codec import Codec
from companion.core.contract import RuleViolation
from companion.core.events import is_quiet
from companion.core.ledger import Ledger
from companion.core.table import Entry, tell
from companion.core.text import say


def replayed(example: Example) -> Ledger:
    return Ledger.load(example.game, example.setup, example.entries)


def result(ledger: Ledger) -> dict[str, Any]:
    state = ledger.table.state
    standings = ledger.game.standings(state)
    rows = sorted(standings.rows, key=lambda row: row.seat)
    found = {
        "scores": [row.score for row in rows],
        "ranks": [row.rank for row in rows],
        "winners": [row.seat for row in rows if row.winner],
        "finished": standings.finished,
    }
    if notices := [notice.rule for notice in ledger.game.notices(state)]:
        found["notices"] = notices
    return found


def test_an_example_fits_the_schema(example: Example) -> None:
    jsonschema.validate(example.document, Codec(example.game).schema)


def test_an_example_ends_as_written_down(example: Example) -> None:
    assert example.expected.is_file(), f"{example.expected.name} is missing beside the example"
    ledger = replayed(example)
    assert result(ledger) == {key: value for key, value in expected(example).items() if key != "refuses"}


def expected(example: Example) -> dict[str, Any]:
    return dict(json.loads(example.expected.read_text(encoding="utf-8")))


def test_an_example_refuses_what_cannot_follow(example: Example) -> None:
    ledger = replayed(example)
    for record in expected(example).get("refuses", ()):
        rule = record.pop("rule")
        event = Codec(example.game).decode(record)
        with pytest.raises(RuleViolation) as refusal:
            ledger.propose(Entry(len(ledger.entries) + 1, event))
        assert refusal.value.rule == rule


def test_an_example_survives_being_written_again(example: Example) -> None:
    codec = Codec(example.game)
    for record, entry in zip(example.document["entries"], example.entries, strict=True):
        written = json.loads(json.dumps(codec.encode(entry.event)))
        assert codec.decode(written) == entry.event
        given = {"seat": None, "data": {}, **record}
        assert written["seat"] == given["seat"]
        assert given["data"].items() <= written["data"].items() or "event" in given["data"]


def test_an_example_can_be_looked_at_after_every_entry(example: Example) -> None:
    ledger = Ledger(example.game, example.setup)
    for entry in example.entries:
        proposal = ledger.propose(entry)
        ledger.accept(proposal)
        table = ledger.table
        for viewer in (None, *range(len(table.players))):
            example.game.view(table.state, viewer)
            for step in proposal.steps:
                assert say(tell(example.game, step.event, viewer), table.names)


def test_an_example_can_be_undone_to_the_start_and_back(example: Example) -> None:
    ledger = replayed(example)
    book = Book(example.game, *example.setup.players, **example.setup.options)
    book.enter(*(entry.event for entry in ledger.entries if is_quiet(entry.event)))
    start, book.ledger = book.ledger.table, ledger
    end, times = ledger.table, 0
    while ledger.undo_target() is not None:
        book.undo()
        times += 1
    assert (ledger.table.state, ledger.table.players) == (start.state, start.players)
    book.redo(times)
    assert (ledger.table.state, ledger.table.players) == (end.state, end.players)
