"""Several phones at several tables at the same moment, with repeats: one order, each tap once (R15, R17)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from keeping import Keeper, at_once, facts

from companion.core.contract import RuleViolation
from companion.core.events import Undone
from companion.core.ledger import Ledger
from companion.shelf import Shelf
from companion.tables.errors import AlreadyRecorded, StaleTable
from companion.tables.live import LiveTable
from companion.tables.overtaken import Recorded, Sent

TAPS = st.tuples(
    st.integers(0, 1),  # which table
    st.sampled_from(["count", "count", "pass", "undo"]),
    st.integers(0, 1),  # which seat
    st.integers(-2, 5),  # how many
    st.sampled_from([f"k{n}" for n in range(12)]),  # keys are few, so they come again
)
ROUNDS = st.lists(st.lists(TAPS, min_size=1, max_size=8), min_size=1, max_size=5)


def tap(keeper: Keeper, live: LiveTable, seen: int, tapped: tuple[Any, ...]) -> Recorded:
    _, what, seat, n, key = tapped
    body = f"{what} {seat} {n}" if what == "count" else f"{what} {seen if what == 'undo' else ''}"
    sent = Sent("Ann", key, body, seen)
    if what == "undo":
        return keeper.tables.undo(live, seen, sent)
    return keeper.play(live, sent, do=what, seat=seat, n=n)


@settings(max_examples=60)
@given(ROUNDS)
def test_whatever_is_tapped_at_once_is_recorded_once_and_in_one_order(
    shelf: Shelf, rounds: list[list[tuple[Any, ...]]]
) -> None:
    with TemporaryDirectory() as folder:
        keeper = Keeper(shelf, Path(folder) / "companion.db")
        try:
            tables = [keeper.table(), keeper.table(limit=20)]
            for taps in rounds:
                seen = [live.seq for live in tables]
                before = [set(live.keys) for live in tables]
                answers = at_once(*(partial(tap, keeper, tables[t[0]], seen[t[0]], t) for t in taps))
                for live, old in zip(tables, before, strict=True):
                    mine = [(t, a) for t, a in zip(taps, answers, strict=True) if tables[t[0]] is live]
                    check_answers(live, old, mine)
            for live in tables:
                check_order(keeper, live)
        finally:
            keeper.close()


def check_answers(live: LiveTable, old: set[str], told: list[tuple[tuple[Any, ...], Any]]) -> None:
    fresh = [t[4] for t, answer in told if isinstance(answer, Recorded) and not answer.again]
    assert len(set(fresh)) == len(fresh), "one key, two entries"
    assert not set(fresh) & old
    assert set(live.keys) == old | set(fresh)
    for (_, what, _, _, key), answer in told:
        assert isinstance(answer, Recorded | AlreadyRecorded | StaleTable | RuleViolation), answer
        if isinstance(answer, Recorded) and not answer.again:
            assert live.ledger.entries[answer.seq - 1].key == key
        elif isinstance(answer, Recorded) and answer.twin:
            assert live.ledger.standing(answer.seq), "a twin is an entry that counts, under another key"
        elif (isinstance(answer, Recorded) and what != "undo") or isinstance(answer, AlreadyRecorded):
            assert live.keys[key][0] == answer.seq
    passed = [t for t, answer in told if t[1] == "pass" and t[4] in fresh and isinstance(answer, Recorded)]
    assert len({t[4] for t in passed}) <= 1, "of several on one decision one is accepted"


def check_order(keeper: Keeper, live: LiveTable) -> None:
    entries = live.ledger.entries
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert len({entry.key for entry in entries}) == len(entries)
    undone = [entry.event.seq for entry in entries if isinstance(entry.event, Undone)]
    assert len(set(undone)) == len(undone), "one entry, undone twice"
    stored = [record["key"] for record in keeper.log.records(live.row.id)]
    assert stored == [entry.key for entry in entries]
    again = Ledger.load(live.game, live.ledger.setup, entries)
    assert facts(again) == facts(live.ledger)
