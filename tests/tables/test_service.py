"""Entering things: nobody sees what is not on disk, each is applied once, in one order, and stays."""

from __future__ import annotations

import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import gevent
import pytest
from keeping import ANN, Keeper, at_once, counters, facts

from companion.core.codec import BadRecord
from companion.core.contract import RuleViolation
from companion.core.events import Adjusted, Amended, PlayerRenamed, StruckOut
from companion.core.ledger import Refold
from companion.shelf import Shelf
from companion.tables.errors import AlreadyRecorded, NoSuchTable, StaleTable, TableRefusal
from companion.tables.live import LiveTable
from companion.tables.overtaken import Recorded, Sent
from companion.tables.service import CODE_LETTERS
from companion.tables.store import CannotWrite

MOMENT = 0.2


def counted(live: LiveTable, seat: int, n: int) -> Any:
    return live.ledger.codec.decode({"event": "Counted", "seat": seat, "data": {"n": n}})


def tap(key: str, body: str = "", seen: int | None = None) -> Sent:
    return Sent(by="Ann", key=key, fingerprint=body or f"body of {key}", seen=seen)


def stored(other: sqlite3.Connection, live: LiveTable) -> list[int]:
    rows = other.execute("select seq from entries where table_id = ? order by seq", (live.row.id,))
    return [seq for (seq,) in rows]


# -- the order of one entry


def test_nobody_sees_an_entry_before_it_is_on_disk(keeper: Keeper, other: sqlite3.Connection) -> None:
    live = keeper.table()
    before, version = live.table, live.version
    with live.listening() as woken:
        other.execute("begin immediate")
        entering = gevent.spawn(keeper.count, live, 0, 1)
        entering.join(MOMENT)
        assert not entering.dead
        assert live.table is before
        assert (live.seq, live.version, woken.is_set()) == (0, version, False)
        other.execute("rollback")
        assert entering.get(timeout=10) == Recorded(1)
        assert woken.is_set()
    assert counters(live) == [1, 0]


def test_who_is_told_of_an_entry_finds_it_on_disk(keeper: Keeper, other: sqlite3.Connection) -> None:
    live = keeper.table()
    found = []

    def listen() -> None:
        with live.listening() as woken:
            for _ in range(10):
                assert woken.wait(10)
                woken.clear()
                found.append((live.seq, len(stored(other, live))))

    listener = gevent.spawn(listen)
    gevent.idle()
    for _ in range(10):
        keeper.count(live, 0, 1)
        gevent.idle()
    listener.get(timeout=10)
    assert found == [(n, n) for n in range(1, 11)]


def test_a_held_up_entry_holds_up_only_its_own_table(keeper: Keeper, other: sqlite3.Connection) -> None:
    live, elsewhere = keeper.table(), keeper.table("Cy", "Di")
    other.execute("begin immediate")
    entering = [gevent.spawn(keeper.count, live, 0, 1), gevent.spawn(keeper.count, live, 0, 2)]
    gevent.joinall(entering, timeout=MOMENT)
    assert keeper.tables.table(elsewhere.row.id) is elsewhere
    assert keeper.tables.by_code(live.row.code) is live
    assert counters(elsewhere) == [0, 0]
    other.execute("rollback")
    gevent.joinall(entering, timeout=10, raise_error=True)
    assert counters(live) == [3, 0]


def test_an_entry_that_cannot_be_written_leaves_no_trace(
    shelf: Shelf, path: Path, other: sqlite3.Connection
) -> None:
    keeper = Keeper(shelf, path, busy_seconds=0.1)
    try:
        live = keeper.table()
        before = facts(live.ledger)
        with live.listening() as woken:
            other.execute("begin immediate")
            with pytest.raises(CannotWrite):
                keeper.count(live, 0, 1, tap("k"))
            other.execute("rollback")
            assert (live.seq, facts(live.ledger), woken.is_set()) == (0, before, False)
        assert keeper.count(live, 0, 1, tap("k")) == Recorded(1)
        assert keeper.count(live, 0, 1, tap("k")) == Recorded(1, again=True)
    finally:
        keeper.close()


def test_a_refused_entry_is_not_written(keeper: Keeper, other: sqlite3.Connection) -> None:
    live = keeper.table()
    with pytest.raises(RuleViolation, match="TALLY-1"):
        keeper.count(live, 0, -1, tap("k"))
    assert stored(other, live) == []
    assert keeper.count(live, 0, 1, tap("k", "other")) == Recorded(1)


def test_a_request_that_dies_while_its_entry_is_written_costs_the_next_one_a_fresh_look_at_most(
    keeper: Keeper, other: sqlite3.Connection
) -> None:
    live = keeper.table()
    other.execute("begin immediate")
    entering = gevent.spawn(keeper.count, live, 0, 1, tap("k"))
    entering.join(MOMENT)
    entering.kill()
    other.execute("rollback")
    keeper.store.write(lambda db: None)
    assert stored(other, live) == [1]
    with pytest.raises(StaleTable):
        keeper.count(live, 1, 1)
    assert counters(live) == [1, 0]
    assert keeper.count(live, 0, 1, tap("k")) == Recorded(1, again=True)
    assert keeper.count(live, 1, 1) == Recorded(2)


# -- many at once


def test_racing_writers_get_numbers_without_a_gap_and_each_is_applied_once(
    keeper: Keeper, other: sqlite3.Connection
) -> None:
    live = keeper.table(limit=50)
    answers = at_once(*(partial(keeper.count, live, n % 2, 1, tap(f"k{n}")) for n in range(60)))
    assert sorted(answer.seq for answer in answers) == list(range(1, 61))
    assert counters(live) == [30, 30]
    assert stored(other, live) == list(range(1, 61))
    assert counters(keeper.again(live)) == [30, 30]


def test_tables_do_not_get_in_each_others_way(keeper: Keeper) -> None:
    tables = [keeper.table(limit=50) for _ in range(6)]
    at_once(*(partial(keeper.count, live, n % 2, 1) for live in tables for n in range(20)))
    assert [counters(live) for live in tables] == [[10, 10]] * 6


def test_of_many_on_the_same_decision_exactly_one_is_accepted(keeper: Keeper) -> None:
    live = keeper.table()
    for turn in range(1, 6):
        seen = live.seq
        answers = at_once(
            *(partial(keeper.play, live, tap(f"{turn}-{n}", seen=seen), do="pass") for n in range(12))
        )
        assert [type(answer) for answer in answers].count(Recorded) == 1
        assert [type(answer) for answer in answers].count(StaleTable) == 11
        assert live.seq == turn


def test_an_old_number_is_refused_only_where_order_matters(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 1)
    assert keeper.count(live, 0, 1, Sent(seen=0)) == Recorded(2)
    with pytest.raises(StaleTable, match="how it stands"):
        keeper.play(live, Sent(seen=1), do="pass")
    assert keeper.play(live, Sent(seen=2), do="pass") == Recorded(3)
    assert keeper.play(live, Sent(), do="pass") == Recorded(4)


def test_another_program_that_writes_to_the_same_table_makes_it_stale_and_corrupts_nothing(
    keeper: Keeper, shelf: Shelf, path: Path, other: sqlite3.Connection
) -> None:
    live = keeper.table()
    keeper.count(live, 0, 1)
    second = Keeper(shelf, path)
    try:
        theirs = second.tables.table(live.row.id)
        second.count(theirs, 1, 5, tap("theirs"))
        with live.listening() as woken:
            with pytest.raises(StaleTable, match="elsewhere"):
                keeper.count(live, 0, 2, tap("mine"))
            assert woken.is_set()
        assert counters(live) == [1, 5]
        assert keeper.tables.table(live.row.id) is live
        assert keeper.count(live, 1, 5, tap("theirs")) == Recorded(2, again=True)
        assert keeper.count(live, 0, 2, tap("mine")) == Recorded(3)
        with pytest.raises(StaleTable):
            second.count(theirs, 0, 2, tap("mine"))
        assert second.count(theirs, 0, 2, tap("mine")) == Recorded(3, again=True)
        assert facts(theirs.ledger) == facts(live.ledger)
    finally:
        second.close()
    assert stored(other, live) == [1, 2, 3]


# -- keys


def test_the_same_tap_twice_is_one_entry_with_the_same_answer(keeper: Keeper) -> None:
    live = keeper.table()
    assert keeper.count(live, 0, 1, tap("k")) == Recorded(1)
    keeper.count(live, 1, 1)
    assert keeper.count(live, 0, 1, tap("k")) == Recorded(1, again=True)
    assert counters(live) == [1, 1]
    live = keeper.again(live)
    assert keeper.count(live, 0, 1, tap("k")) == Recorded(1, again=True)
    assert live.seq == 2


def test_the_same_tap_many_times_at_once_is_one_entry(keeper: Keeper) -> None:
    live = keeper.table()
    answers = at_once(*(partial(keeper.count, live, 0, 1, tap("k")) for _ in range(20)))
    assert {answer.seq for answer in answers} == {1}
    assert [answer.again for answer in answers].count(False) == 1
    assert counters(live) == [1, 0]


def test_a_key_that_was_used_for_something_else_is_refused_and_says_where(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 1)
    keeper.count(live, 0, 1, tap("k", "one"))
    for _ in range(2):
        with pytest.raises(AlreadyRecorded) as refused:
            keeper.count(live, 0, 2, tap("k", "two"))
        assert refused.value.seq == 2
        live = keeper.again(live)
    assert live.seq == 2


def test_equal_entries_with_keys_of_their_own_both_count(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 1, tap("k1", "same"))
    keeper.count(live, 0, 1, tap("k2", "same"))
    assert counters(live) == [2, 0]


def test_a_key_belongs_to_its_table(keeper: Keeper) -> None:
    one, two = keeper.table(), keeper.table()
    assert keeper.count(one, 0, 1, tap("k")) == keeper.count(two, 0, 1, tap("k")) == Recorded(1)


def test_a_repeated_roll_keeps_the_number_that_fell_first(keeper: Keeper) -> None:
    live = keeper.table(limit=50)
    for _ in range(10):
        keeper.play(live, tap("k"), do="roll", seat=0)
    assert live.seq == 1
    assert counters(live)[0] in {1, 2, 3}
    assert counters(keeper.again(live)) == counters(live)


@pytest.mark.parametrize("restart", [False, True])
def test_a_repeated_undo_gets_the_same_answer_whatever_came_after_it(keeper: Keeper, restart: bool) -> None:
    live = keeper.table()
    keeper.count(live, 0, 1)
    first = keeper.tables.undo(live, 1, tap("undo"))
    keeper.count(live, 1, 1)
    live = keeper.again(live) if restart else live
    assert first == Recorded(2)
    assert keeper.tables.undo(live, 1, tap("undo")) == Recorded(2, again=True)
    with pytest.raises(AlreadyRecorded):
        keeper.tables.undo(live, 3, tap("undo", "other"))
    assert counters(live) == [0, 1]


@pytest.mark.parametrize("restart", [False, True])
def test_a_repeated_redo_gets_the_same_answer_whatever_came_after_it(keeper: Keeper, restart: bool) -> None:
    live = keeper.table()
    keeper.count(live, 0, 1)
    keeper.tables.undo(live, 1, ANN)
    assert keeper.tables.redo(live, 1, tap("redo")) == Recorded(3)
    keeper.tables.undo(live, 1, ANN)
    live = keeper.again(live) if restart else live
    assert keeper.tables.redo(live, 1, tap("redo")) == Recorded(3, again=True)
    assert counters(live) == [0, 0]


@pytest.mark.parametrize("restart", [False, True])
def test_a_repeated_change_gets_the_same_answer_whatever_came_after_it(keeper: Keeper, restart: bool) -> None:
    live = keeper.table()
    keeper.count(live, 0, 1)
    change = Amended(1, counted(live, 0, 4))
    assert keeper.tables.change(live, change, tap("change")) == Recorded(2)
    keeper.tables.change(live, Amended(1, counted(live, 1, 5)), ANN)
    live = keeper.again(live) if restart else live
    assert keeper.tables.change(live, change, tap("change")) == Recorded(2, again=True)
    with pytest.raises(AlreadyRecorded):
        keeper.tables.change(live, change, tap("change", "other"))
    assert counters(live) == [0, 5]


# -- putting right


def test_two_undos_of_one_entry_take_back_one_entry(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 1)
    keeper.count(live, 0, 2)
    answers = at_once(*(partial(keeper.tables.undo, live, 2, tap(f"k{n}")) for n in range(5)))
    assert [answer.again for answer in answers].count(False) == 1
    assert counters(live) == [1, 0]
    assert live.seq == 3


def test_undo_of_what_is_no_longer_last_is_stale(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 1)
    keeper.count(live, 0, 2)
    with pytest.raises(StaleTable):
        keeper.tables.undo(live, 1, ANN)
    with pytest.raises(StaleTable):
        keeper.tables.undo(live, 9, ANN)
    with pytest.raises(StaleTable):
        keeper.tables.undo(live, 0, ANN)
    assert counters(live) == [3, 0]


def test_a_whole_game_can_be_undone_and_redone_after_a_restart(keeper: Keeper) -> None:
    live = keeper.table(limit=50)
    start = facts(live.ledger)
    for n in range(1, 9):
        keeper.count(live, n % 2, n)
    end = facts(live.ledger)
    for seq in range(8, 0, -1):
        live = keeper.again(live)
        keeper.tables.undo(live, seq, ANN)
    assert facts(live.ledger) == start
    for seq in range(1, 9):
        live = keeper.again(live)
        keeper.tables.redo(live, seq, ANN)
    assert facts(live.ledger) == end
    assert keeper.tables.redo(live, 8, ANN).again


def test_redo_after_a_new_entry_is_stale(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 1)
    keeper.tables.undo(live, 1, ANN)
    keeper.count(live, 0, 2)
    with pytest.raises(StaleTable):
        keeper.tables.redo(live, 1, ANN)


def test_a_change_must_name_just_the_losses_the_person_was_shown(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 3)
    keeper.count(live, 0, -2)
    change = Amended(1, counted(live, 0, 1))
    shown = live.ledger.preview(change).entry.event
    assert shown.drops == (2,)
    with pytest.raises(StaleTable, match="moved on"):
        keeper.tables.change(live, change, ANN)
    keeper.count(live, 0, -1)
    with pytest.raises(StaleTable, match="moved on"):
        keeper.tables.change(live, Amended(1, counted(live, 0, 1), (2, 3)), ANN)
    assert keeper.tables.change(live, shown, ANN) == Recorded(4)
    assert counters(live) == counters(keeper.again(live)) == [0, 0]


def test_a_change_of_an_entry_that_is_gone_is_refused(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 3)
    keeper.tables.change(live, StruckOut(1), ANN)
    for change in (StruckOut(1), Amended(1, counted(live, 0, 1)), StruckOut(7), StruckOut(0)):
        with pytest.raises(RuleViolation, match="TABLE-CHANGE"):
            keeper.tables.change(live, change, ANN)
    with pytest.raises(BadRecord):
        keeper.tables.change(live, Amended(0, counted(live, 0, 1)), ANN)
    assert live.seq == 2


def test_two_changes_at_once_are_one_after_the_other(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 3)
    keeper.count(live, 0, 1)
    changes = [StruckOut(1), Amended(1, counted(live, 0, 5)), StruckOut(1)]
    answers = at_once(*(partial(keeper.tables.change, live, change, ANN) for change in changes))
    assert answers[0] == Recorded(3)
    assert [answer.rule for answer in answers[1:]] == ["TABLE-CHANGE"] * 2
    assert counters(live) == counters(keeper.again(live)) == [1, 0]


def test_a_ruling_is_recorded_with_its_reason_and_survives(keeper: Keeper) -> None:
    live = keeper.table()
    form = {"do": "count", "seat": "0", "n": "12"}
    with pytest.raises(RuleViolation, match="TALLY-2"):
        keeper.tables.play(live, None, form, ANN)
    keeper.tables.play(live, None, form, ANN, lift=frozenset({"TALLY-2", "TALLY-1"}), reason="the card")
    assert keeper.again(live).table.rulings == live.table.rulings == (("TALLY-2", "the card"),)


def test_what_cannot_be_lifted_stays_refused(keeper: Keeper) -> None:
    live = keeper.table()
    with pytest.raises(RuleViolation, match="TALLY-1"):
        keeper.tables.play(
            live, None, {"do": "count", "seat": "0", "n": "-1"}, ANN, lift=frozenset({"TALLY-1"})
        )


# -- opening, finding, bringing in


def test_a_code_is_six_characters_that_cannot_be_misread(keeper: Keeper) -> None:
    assert not set("0O1IL") & set(CODE_LETTERS)
    codes = [keeper.table().row.code for _ in range(30)]
    assert len(set(codes)) == 30
    assert all(len(code) == 6 and set(code) <= set(CODE_LETTERS) for code in codes)


def test_a_table_is_found_by_its_code_however_it_is_typed(keeper: Keeper) -> None:
    live = keeper.table()
    assert keeper.tables.by_code(f" {live.row.code.lower()} ") is live
    for missing in ("", "AAAAAA", "%", live.row.code[:5]):
        with pytest.raises(NoSuchTable):
            keeper.tables.by_code(missing)
    with pytest.raises(NoSuchTable):
        keeper.tables.table("nothing")


def test_an_invitation_fits_its_table_alone(keeper: Keeper) -> None:
    one, two = keeper.table().row.id, keeper.table().row.id
    token = keeper.tables.invite(one)
    assert len(token) >= 22
    assert keeper.tables.is_invited(one, token)
    assert keeper.tables.is_invited(one, keeper.tables.invite(one))
    for wrong in (keeper.tables.invite(two), token[:-1], token + "A", token.swapcase(), "", "é"):
        assert not keeper.tables.is_invited(one, wrong)


def test_an_invitation_survives_a_restart_and_needs_the_secret(keeper: Keeper) -> None:
    live = keeper.table()
    token = keeper.tables.invite(live.row.id)
    keeper.again(live)
    assert keeper.tables.is_invited(live.row.id, token)
    keeper.tables._secret = b"x" * 32
    assert not keeper.tables.is_invited(live.row.id, token)


def test_a_table_that_the_rules_refuse_is_not_opened(keeper: Keeper) -> None:
    for players in ([], ["Ann"], ["Ann", "Bo", "Cy", "Di"]):
        with pytest.raises(RuleViolation, match="TABLE-PLAYERS"):
            keeper.tables.open("tally", players, {})
    with pytest.raises(BadRecord, match="options"):
        keeper.tables.open("tally", ["Ann", "Bo"], {"limit": 11})
    with pytest.raises(TableRefusal):
        keeper.tables.open("tally", ["Ann", "ann"], {})
    assert keeper.log.tables() == []


def test_bringing_in_the_same_entries_twice_makes_two_tables(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 3, tap("k"))
    keeper.count(live, 1, 4)
    entries = list(live.ledger.entries)
    copies = [keeper.tables.open("tally", ["Ann", "Bo"], {}, entries=entries) for _ in range(2)]
    assert len({live.row.id, *(copy.row.id for copy in copies)}) == 3
    assert len({live.row.code, *(copy.row.code for copy in copies)}) == 3
    keeper.count(copies[0], 0, 1)
    assert [counters(keeper.again(t)) for t in (live, *copies)] == [[3, 4], [4, 4], [3, 4]]


def test_a_key_of_an_imported_entry_is_known(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.count(live, 0, 3, tap("k"))
    copy = keeper.tables.open("tally", ["Ann", "Bo"], {}, entries=list(live.ledger.entries))
    for table in (copy, keeper.again(copy)):
        with pytest.raises(AlreadyRecorded):
            keeper.count(table, 0, 3, tap("k"))


def test_entries_that_the_rules_refuse_are_not_brought_in(keeper: Keeper) -> None:
    live = keeper.table(limit=50)
    keeper.count(live, 0, 30)
    with pytest.raises(Refold, match="entry 1"):
        keeper.tables.open("tally", ["Ann", "Bo"], {"limit": 10}, entries=list(live.ledger.entries))
    assert len(keeper.log.tables()) == 1


def test_who_entered_what_and_when_is_kept(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.tables.record(live, lambda: Adjusted(1, -3, "dropped a card"), Sent(by="Bo", key="k"))
    keeper.tables.record(live, lambda: PlayerRenamed(0, "Ännchen ☃"), ANN)
    entries = live.ledger.entries
    assert keeper.again(live).ledger.entries == entries
    assert [entry.by for entry in entries] == ["Bo", "Ann"]
    assert all(entry.at is not None and entry.at.endswith("Z") for entry in entries)
