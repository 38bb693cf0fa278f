"""Long random games through the service: the file, an export and a second reading all say the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from keeping import ANN, Keeper, facts

from companion.core.codec import BadRecord
from companion.core.contract import BadForm, RuleViolation
from companion.core.events import (
    Adjusted,
    Amended,
    CardDescribed,
    OptionChanged,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    StruckOut,
)
from companion.core.ledger import Ledger
from companion.shelf import Shelf
from companion.tables import files
from companion.tables.errors import StaleTable
from companion.tables.live import LiveTable
from companion.tables.overtaken import Sent

REFUSALS = (RuleViolation, BadRecord, BadForm, StaleTable)
SEATS = st.integers(0, 2)
SMALL = st.integers(-4, 12)
Tap = tuple[str, int, int]
TAPS: st.SearchStrategy[Tap] = st.tuples(
    st.sampled_from(
        ["count"] * 5
        + ["guess"] * 2
        + ["show", "pass", "roll", "rule", "undo", "undo", "redo", "amend", "amend", "strike", "setup"]
        + ["adjust", "join", "leave", "rename", "option", "card", "secret"]
    ),
    SEATS,
    SMALL,
)


def tap(keeper: Keeper, live: LiveTable, what: str, seat: int, n: int, sent: Sent) -> None:
    """One thing people do, through the service."""
    tables, ledger = keeper.tables, live.ledger
    some = (abs(n) * 7 + seat) % (live.seq + 1)
    events: dict[str, Callable[[], Any]] = {
        "adjust": lambda: Adjusted(seat, n, "found one"),
        "join": lambda: PlayerJoined("Cy"),
        "leave": lambda: PlayerLeft(seat),
        "rename": lambda: PlayerRenamed(seat, f"Nr {n} ☃"),
        "option": lambda: OptionChanged("limit", [10, 20, 50][seat]),
        "card": lambda: CardDescribed("Fish", {"worth": n}),
    }
    forms = {
        "count": {"do": "count", "seat": seat, "n": n},
        "guess": {"do": "guess", "number": 7000 + n},
        "show": {"do": "show", "seat": seat, "number": abs(n)},
        "pass": {"do": "pass"},
        "roll": {"do": "roll", "seat": seat},
        "rule": {"do": "count", "seat": seat, "n": 9},
    }
    if what in events:
        tables.record(live, events[what], sent)
    elif what in forms:
        form = {name: str(value) for name, value in forms[what].items()}
        lift = frozenset({"TALLY-2"} if what == "rule" else ())
        tables.play(live, seat if what == "guess" else None, form, sent, lift=lift, reason="the card")
    elif what == "undo" and (target := ledger.undo_target()):
        tables.undo(live, target.seq, sent)
    elif what == "redo" and (target := ledger.redo_target()):
        tables.redo(live, target.seq, sent)
    elif what == "setup":
        change(keeper, live, Amended(0, files_setup(ledger, limit=[10, 20, 50][seat])), sent)
    elif what == "strike":
        change(keeper, live, StruckOut(some), sent)
    elif what == "amend":
        change(keeper, live, Amended(some, event(live, "Counted", seat, n=n)), sent)
    elif what == "secret":
        change(keeper, live, Amended(some, event(live, "Guessed", seat, number=7000 + n)), sent)


def files_setup(ledger: Ledger, **options: Any) -> Any:
    setup = ledger.steps[0].event
    return type(setup)(setup.players, {**setup.options, **options})


def event(live: LiveTable, name: str, seat: int, **data: Any) -> Any:
    return live.ledger.codec.decode({"event": name, "seat": seat, "data": data})


def change(keeper: Keeper, live: LiveTable, wanted: Amended | StruckOut, sent: Sent) -> None:
    shown = live.ledger.preview(wanted).entry.event
    keeper.tables.change(live, shown, sent)


def standings(ledger: Ledger) -> Any:
    return ledger.game.standings(ledger.table.state)


def read_back(shelf: Shelf, live: LiveTable, *, secrets: bool) -> tuple[str, Ledger]:
    text = json.dumps(files.export(live.row, live.ledger, secrets=secrets))
    game, _, setup, entries = files.read(shelf, files.parse(text))
    return text, Ledger.load(game, setup, entries)


@settings(max_examples=60)
@given(st.lists(TAPS, min_size=12, max_size=50), st.sampled_from([10, 20, 50]), st.sampled_from([2, 3]))
def test_the_file_the_export_and_the_memory_agree_after_any_play(
    shelf: Shelf, taps: list[Tap], limit: int, seats: int
) -> None:
    with TemporaryDirectory() as folder:
        keeper = Keeper(shelf, Path(folder) / "companion.db")
        try:
            live = keeper.table(*("Ann", "Bo", "Cia")[:seats], limit=limit)
            for number, (what, seat, n) in enumerate(taps):
                before = (live.seq, facts(live.ledger))
                try:
                    tap(keeper, live, what, seat, n, Sent("Ann", f"k{number}", "f"))
                except REFUSALS:
                    assert (live.seq, facts(live.ledger)) == before
            check(keeper, shelf, live)
        finally:
            keeper.close()


def check(keeper: Keeper, shelf: Shelf, live: LiveTable) -> None:
    opened = keeper.again(live)
    assert opened is not live
    assert facts(opened.ledger) == facts(live.ledger)
    assert opened.ledger.entries == live.ledger.entries
    assert opened.ledger.steps == live.ledger.steps
    assert opened.keys == live.keys
    assert opened.row == live.row

    _, whole = read_back(shelf, live, secrets=True)
    assert facts(whole) == facts(live.ledger)
    assert whole.entries == live.ledger.entries
    public, withheld = read_back(shelf, live, secrets=False)
    assert standings(withheld) == standings(live.ledger)
    if not standings(live.ledger).finished:
        assert "Guessed" not in public
        assert '"number": 70' not in public

    players, options = live.ledger.setup.players, live.ledger.setup.options
    copies = [keeper.tables.open("tally", players, options, entries=whole.entries) for _ in range(2)]
    assert len({opened.row.id, *(copy.row.id for copy in copies)}) == 3
    for copy in copies:
        assert facts(copy.ledger) == facts(live.ledger)
    keeper.tables.record(copies[0], lambda: Adjusted(0, 1, ""), ANN)
    assert opened.seq == copies[1].seq == live.seq
