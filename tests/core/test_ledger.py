"""What a log of entries adds up to, and how it is corrected."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from book import Book, facts

from companion.core.codec import BadRecord
from companion.core.contract import Game, RuleViolation
from companion.core.events import (
    Adjusted,
    Amended,
    OptionChanged,
    PlayerJoined,
    Redone,
    RulingMade,
    SetUp,
    StruckOut,
    Undone,
    Withheld,
)
from companion.core.ledger import CHECKPOINT, Ledger, Refold
from companion.core.table import Entry


def test_proposing_changes_nothing_until_it_is_accepted(book: Book) -> None:
    proposal = book.propose(book.counted(0, 3))
    assert book.counters == (0, 0)
    assert book.counters_of(proposal.table.state) == (3, 0)
    book.ledger.accept(proposal)
    assert book.counters == (3, 0)
    assert book.ledger.seq == 1


@pytest.mark.parametrize("seq", [0, 2, -1])
def test_an_entry_with_the_wrong_number_is_refused(book: Book, seq: int) -> None:
    with pytest.raises(BadRecord):
        book.ledger.propose(Entry(seq, book.counted(0, 1)))


def test_a_refused_entry_leaves_no_trace(book: Book) -> None:
    book.count(0, 9)
    before = facts(book)
    with pytest.raises(RuleViolation, match="TALLY-2"):
        book.count(0, 2)
    assert facts(book) == before
    assert book.ledger.seq == 1


@pytest.mark.parametrize("event", [SetUp(("Ann", "Bo"), {}), "Counted", None, RulingMade((), Undone(1))])
def test_what_is_no_event_of_this_game_cannot_stand_in_the_log(book: Book, event: object) -> None:
    book.count(0, 1)
    with pytest.raises(BadRecord):
        book.enter(event)


class TestUndoAndRedo:
    def test_undo_takes_back_the_latest_first(self, book: Book) -> None:
        book.count(0, 1).count(0, 2).count(1, 4)
        assert book.undo().counters == (3, 0)
        assert book.undo().counters == (1, 0)
        assert book.undo().counters == (0, 0)
        assert book.ledger.undo_target() is None

    def test_redo_puts_back_in_the_opposite_order(self, book: Book) -> None:
        book.count(0, 1).count(0, 2).count(1, 4).undo(3)
        assert book.redo().counters == (1, 0)
        assert book.redo().counters == (3, 0)
        assert book.redo().counters == (3, 4)
        assert book.ledger.redo_target() is None

    def test_undo_after_redo_takes_the_same_entry_back_again(self, book: Book) -> None:
        book.count(0, 1).count(0, 2).undo().redo().undo()
        assert book.counters == (1, 0)
        assert book.undo().counters == (0, 0)
        assert book.redo(2).counters == (3, 0)

    def test_a_new_entry_ends_redo_and_undo_goes_on_below_it(self, book: Book) -> None:
        book.count(0, 1).count(0, 2).undo().count(1, 5)
        assert book.ledger.redo_target() is None
        assert book.counters == (1, 5)
        assert book.undo().counters == (1, 0)
        assert book.undo().counters == (0, 0)
        assert book.redo(2).counters == (1, 5)
        assert book.ledger.redo_target() is None

    def test_undo_names_its_target_so_two_taps_undo_one_entry(self, book: Book) -> None:
        book.count(0, 1).count(0, 2)
        target = book.ledger.undo_target()
        assert target is not None
        assert target.seq == 2
        book.enter(Undone(2))
        with pytest.raises(RuleViolation, match="TABLE-UNDO"):
            book.enter(Undone(2))
        assert book.counters == (1, 0)

    @pytest.mark.parametrize("seq", [0, 1, 3, 99, -1])
    def test_only_the_last_entry_that_counts_can_be_undone(self, book: Book, seq: int) -> None:
        book.count(0, 1).count(0, 2)
        with pytest.raises(RuleViolation, match="TABLE-UNDO"):
            book.enter(Undone(seq))

    @pytest.mark.parametrize("seq", [0, 1, 3, 4, 99, -1])
    def test_only_the_last_undone_entry_can_be_put_back(self, book: Book, seq: int) -> None:
        book.count(0, 1).count(0, 2).undo()
        with pytest.raises(RuleViolation, match="TABLE-UNDO"):
            book.enter(Redone(seq))

    def test_nothing_can_be_undone_or_redone_at_an_untouched_table(self, book: Book) -> None:
        assert book.ledger.undo_target() is None
        assert book.ledger.redo_target() is None
        for event in (Undone(1), Redone(1), Undone(0), Redone(0)):
            with pytest.raises(RuleViolation, match="TABLE-UNDO"):
                book.enter(event)

    def test_a_redone_entry_cannot_be_redone_twice(self, book: Book) -> None:
        book.count(0, 1).undo().redo()
        with pytest.raises(RuleViolation, match="TABLE-UNDO"):
            book.enter(Redone(1))

    def test_everything_the_table_knows_comes_and_goes_with_its_entry(self, book: Book) -> None:
        before = facts(book)
        book.enter(PlayerJoined("Cy"), OptionChanged("limit", 20), Adjusted(2, 3, "late"))
        after = facts(book)
        assert facts(book.undo(3)) == before
        assert facts(book.redo(3)) == after

    def test_is_gone_tells_what_no_longer_counts(self, book: Book) -> None:
        book.count(0, 1).count(0, 2).undo()
        assert [book.ledger.is_gone(seq) for seq in (0, 1, 2, 99)] == [False, False, True, False]


class TestAmending:
    def test_an_amended_entry_counts_as_changed_and_all_after_it_again(self, book: Book) -> None:
        book.count(0, 4).count(1, 1).amend(1, book.counted(0, 6))
        assert book.counters == (6, 1)
        assert book.standing == [1, 2]

    def test_the_preview_shows_what_no_longer_fits_and_changes_nothing(self, book: Book) -> None:
        book.count(0, 4).count(0, 5).count(1, 2).count(0, 1)
        before = facts(book)
        preview = book.ledger.preview(Amended(1, book.counted(0, 9)))
        assert facts(book) == before
        assert [misfit.seq for misfit in preview.misfits] == [2]
        assert preview.misfits[0].why.rule == "TALLY-2"
        assert book.counters_of(preview.table.state) == (10, 2)
        assert preview.entry == Entry(5, Amended(1, book.counted(0, 9), (2,)))

    def test_a_confirmed_preview_is_accepted_strictly(self, book: Book) -> None:
        book.count(0, 4).count(0, 5).count(1, 2)
        preview = book.ledger.preview(Amended(1, book.counted(0, 9)))
        book.ledger.accept(book.ledger.propose(preview.entry))
        assert book.counters == (9, 2)
        assert book.standing == [1, 3]
        assert facts(book.again()) == facts(book)

    def test_a_change_that_leaves_misfits_is_refused_unless_they_are_dropped(self, book: Book) -> None:
        book.count(0, 4).count(0, 5)
        with pytest.raises(RuleViolation, match="TALLY-2"):
            book.amend(1, book.counted(0, 9))
        assert book.counters == (9, 0)

    def test_the_changed_entry_itself_must_fit(self, book: Book) -> None:
        book.count(0, 4)
        for change in (Amended(1, book.counted(0, -1)), Amended(1, book.counted(5, 1))):
            with pytest.raises(RuleViolation):
                book.ledger.preview(change)
            with pytest.raises(RuleViolation):
                book.enter(change)

    def test_given_drops_are_kept_and_misfits_are_added(self, book: Book) -> None:
        book.count(0, 4).count(1, 1).count(0, 5).count(1, 2)
        preview = book.ledger.preview(Amended(1, book.counted(0, 9), (2,)))
        assert preview.entry.event.drops == (2, 3)
        assert book.counters_of(preview.table.state) == (9, 2)

    def test_undo_of_an_amendment_restores_what_it_dropped(self, book: Book) -> None:
        book.count(0, 4).count(0, 5).count(1, 2)
        before = facts(book)
        book.amend(1, book.counted(0, 9), 2)
        assert book.ledger.is_gone(2)
        assert facts(book.undo()) == before
        assert book.standing == [1, 2, 3]
        assert book.redo().counters == (9, 2)

    def test_the_latest_of_two_amendments_counts_and_undo_brings_the_first_back(self, book: Book) -> None:
        book.count(0, 1).amend(1, book.counted(0, 2)).amend(1, book.counted(0, 3))
        assert book.counters == (3, 0)
        assert book.undo().counters == (2, 0)
        assert book.undo().counters == (1, 0)
        assert book.redo(2).counters == (3, 0)

    def test_an_undone_and_an_unknown_entry_cannot_be_amended(self, book: Book) -> None:
        book.count(0, 1).count(0, 1).undo()
        for seq in (2, 3, 4, 99, -1):
            with pytest.raises(RuleViolation, match="TABLE-CHANGE"):
                book.amend(seq, book.counted(0, 2))

    @pytest.mark.parametrize("drops", [(1,), (0,), (4,), (99,), (2, 3)])
    def test_only_later_entries_that_count_can_be_dropped(self, book: Book, drops: tuple[int, ...]) -> None:
        book.count(0, 1).count(0, 1).count(1, 1).undo()
        with pytest.raises(BadRecord):
            book.amend(1, book.counted(0, 2), *drops)
        with pytest.raises(BadRecord):
            book.strike_out(1, *drops)

    @pytest.mark.parametrize("event", [Undone(1), Amended(1, None), SetUp(("Ann", "Bo"), {}), Redone(1)])
    def test_an_entry_cannot_become_a_correction_or_a_set_up(self, book: Book, event: object) -> None:
        book.count(0, 1)
        with pytest.raises(BadRecord):
            book.amend(1, event)

    def test_an_amendment_may_be_a_ruling(self, book: Book) -> None:
        book.count(0, 4)
        book.amend(1, RulingMade(("TALLY-2",), book.counted(0, 12), "the card says so"))
        assert book.counters == (12, 0)
        assert book.ledger.table.rulings == (("TALLY-2", "the card says so"),)

    def test_an_amendment_may_hide_behind_withheld_and_still_drop(self, book: Book) -> None:
        book.count(0, 4).count(0, 5).count(1, 2).amend(1, Withheld(0), 2)
        assert book.counters == (0, 2)

    def test_standing_tells_what_took_the_place_of_an_entry(self, book: Book) -> None:
        book.count(0, 1).count(0, 2).amend(1, book.counted(1, 7))
        step = book.ledger.standing(1)
        assert step is not None
        assert step.event == book.counted(1, 7)
        assert book.ledger.standing(3) is None


class TestAmendingTheSetUp:
    def test_everything_is_counted_again_from_the_new_set_up(self, book: Book) -> None:
        book.count(0, 9).amend(0, SetUp(("Ann", "Bo", "Cy"), {"limit": 20})).count(0, 9).count(2, 1)
        assert book.counters == (18, 0, 1)
        assert book.ledger.table.names == ("Ann", "Bo", "Cy")
        assert facts(book.again()) == facts(book)

    def test_who_no_longer_sits_there_makes_later_entries_misfits(self, tally: Game) -> None:
        book = Book(tally, "Ann", "Bo", "Cy").count(2, 1).count(0, 1)
        preview = book.ledger.preview(Amended(0, SetUp(("Ann", "Bo"), {})))
        assert [(misfit.seq, misfit.why.rule) for misfit in preview.misfits] == [(1, "TABLE-SEAT")]
        assert book.counters_of(preview.table.state) == (1, 0)

    def test_a_smaller_limit_makes_later_entries_misfits(self, tally: Game) -> None:
        book = Book(tally, limit=20).count(0, 15).count(1, 5)
        preview = book.ledger.preview(Amended(0, SetUp(("Ann", "Bo"), {"limit": 10})))
        assert [misfit.seq for misfit in preview.misfits] == [1]

    def test_it_can_be_undone(self, book: Book) -> None:
        book.count(0, 9)
        before = facts(book)
        book.amend(0, SetUp(("Bea", "Bo"), {"limit": 50}))
        assert facts(book.undo()) == before
        assert book.redo().ledger.table.names == ("Bea", "Bo")

    def test_a_set_up_that_cannot_be_is_refused(self, book: Book) -> None:
        with pytest.raises(RuleViolation, match="TABLE-PLAYERS"):
            book.amend(0, SetUp(("Ann",), {}))
        with pytest.raises(BadRecord, match="limit"):
            book.amend(0, SetUp(("Ann", "Bo"), {"limit": 11}))
        with pytest.raises(BadRecord):
            book.amend(0, book.counted(0, 1))
        with pytest.raises(RuleViolation, match="TABLE-CHANGE"):
            book.strike_out(0)

    def test_an_impossible_set_up_is_refused_from_the_start(self, tally: Game) -> None:
        with pytest.raises(RuleViolation, match="TABLE-PLAYERS"):
            Book(tally, "Ann", "Bo", "Cy", "Di")
        with pytest.raises(BadRecord, match="colour"):
            Book(tally, colour="red")


class TestStrikingOut:
    def test_a_struck_out_entry_never_happened(self, book: Book) -> None:
        book.count(0, 4).count(1, 1).strike_out(1)
        assert book.counters == (0, 1)
        assert book.standing == [2]

    def test_what_no_longer_fits_must_be_dropped(self, book: Book) -> None:
        book.count(0, 4).count(0, -3).count(1, 1)
        with pytest.raises(RuleViolation, match="TALLY-1"):
            book.strike_out(1)
        preview = book.ledger.preview(StruckOut(1))
        assert preview.entry.event == StruckOut(1, (2,))
        book.ledger.accept(preview)
        assert book.counters == (0, 1)

    def test_it_can_be_undone_and_redone(self, book: Book) -> None:
        book.count(0, 4).count(0, -3).strike_out(1, 2)
        assert book.undo().counters == (1, 0)
        assert book.redo().counters == (0, 0)

    def test_a_struck_out_entry_can_not_be_struck_out_again(self, book: Book) -> None:
        book.count(0, 4).strike_out(1)
        with pytest.raises(RuleViolation, match="TABLE-CHANGE"):
            book.strike_out(1)

    def test_undo_passes_over_what_is_struck_out_to_its_striking(self, book: Book) -> None:
        book.count(0, 1).count(1, 2).strike_out(2)
        target = book.ledger.undo_target()
        assert target is not None
        assert target.seq == 3
        assert book.undo().counters == (1, 2)
        assert book.undo().counters == (1, 0)


class TestReplay:
    def test_the_same_log_gives_the_same_table(self, book: Book) -> None:
        book.count(0, 4).count(0, 5).count(1, 2).amend(1, book.counted(0, 9), 2).undo().redo()
        book.enter(PlayerJoined("Cy")).strike_out(3).undo()
        assert facts(book.again()) == facts(book)
        assert book.again().ledger.steps == book.ledger.steps

    @pytest.mark.parametrize(
        ("events", "seq", "rule"),
        [
            ([("Counted", 0, 4), ("Counted", 0, 4), ("Counted", 0, 4)], 3, "TALLY-2"),
            ([("Counted", 7, 4)], 1, "TABLE-SEAT"),
            ([("Counted", -1, 4)], 1, "TABLE-SEAT"),
            ([("Counted", 0, 4), Undone(1), Undone(1)], 3, "TABLE-UNDO"),
            ([("Counted", 0, 4), StruckOut(1), StruckOut(1)], 3, "TABLE-CHANGE"),
            ([("Counted", 0, 4), ("Counted", 0, -2), StruckOut(1)], 3, "TALLY-1"),
        ],
    )
    def test_the_first_entry_the_rules_refuse_ends_it_by_number(
        self, book: Book, events: list[Any], seq: int, rule: str
    ) -> None:
        real = [book.kinds[e[0]](*e[1:]) if isinstance(e, tuple) else e for e in events]
        entries = [Entry(n, event) for n, event in enumerate(real, 1)]
        with pytest.raises(Refold) as refused:
            Ledger.load(book.game, SetUp(("Ann", "Bo"), {}), entries)
        assert refused.value.seq == seq
        assert isinstance(refused.value.why, RuleViolation)
        assert refused.value.why.rule == rule
        assert f"entry {seq}" in str(refused.value)

    def test_an_entry_of_the_wrong_shape_ends_it_too(self, book: Book) -> None:
        with pytest.raises(Refold) as refused:
            Ledger.load(book.game, SetUp(("Ann", "Bo"), {}), [Entry(1, SetUp((), {}))])
        assert isinstance(refused.value.why, BadRecord)

    def test_a_hole_in_the_numbers_ends_it(self, book: Book) -> None:
        entries = [Entry(1, book.counted(0, 1)), Entry(3, book.counted(0, 1))]
        with pytest.raises(Refold) as refused:
            Ledger.load(book.game, SetUp(("Ann", "Bo"), {}), entries)
        assert refused.value.seq == 3


class Counting:
    """A game that counts how often `apply` is called."""

    def __init__(self, game: Game) -> None:
        self.calls = 0
        self._apply = game.apply
        self.game = replace(game, apply=self.apply)

    def apply(self, state: Any, event: Any, lifted: frozenset[str]) -> Any:
        self.calls += 1
        return self._apply(state, event, lifted)

    def during(self, book: Book, *events: object) -> int:
        before = self.calls
        book.enter(*events)
        return self.calls - before


def seesaw(book: Book, entries: int) -> Book:
    for n in range(entries):
        book.count(0, 1 if n % 2 == 0 else -1)
    return book


class TestCheckpoints:
    def test_undo_below_what_is_remembered_counts_again(self, book: Book) -> None:
        far = 3 * CHECKPOINT + 5
        seesaw(book, far).undo(far)
        assert book.counters == (0, 0)
        assert book.standing == []
        seesaw(book.redo(far), 1)
        assert book.counters == (2, 0)
        assert facts(book.again()) == facts(book)

    @pytest.mark.parametrize("steps", [CHECKPOINT - 1, CHECKPOINT, CHECKPOINT + 1, 2 * CHECKPOINT])
    def test_the_edges_of_a_checkpoint_are_no_edges(self, book: Book, steps: int) -> None:
        states = [facts(book)]
        for n in range(3 * CHECKPOINT):
            book.count(0, 1 if n % 2 == 0 else -1)
            states.append(facts(book))
        assert facts(book.undo(steps)) == states[-1 - steps]
        assert facts(book.redo(steps)) == states[-1]

    def test_an_early_entry_of_a_long_game_can_be_amended(self, book: Book) -> None:
        seesaw(book, 4 * CHECKPOINT).amend(3, book.counted(1, 1), 4)
        assert book.counters == (0, 1)
        assert facts(book.again()) == facts(book)

    def test_few_tables_of_a_long_game_are_kept(self, book: Book) -> None:
        seesaw(book, 20 * CHECKPOINT)
        assert len(book.ledger._tables) <= 20 + CHECKPOINT + 1

    def test_entry_5000_costs_as_much_as_entry_50(self, tally: Game) -> None:
        counting = Counting(tally)
        book = Book(counting.game)
        seesaw(book, 49)
        early = counting.during(book, book.counted(1, 1))
        early_undo = counting.during(book, Undone(50))
        early_redo = counting.during(book, Redone(50))
        seesaw(book, 4_947)
        assert counting.during(book, book.counted(0, 0)) == early == 1
        assert counting.during(book, Undone(5_000)) == early_undo == 0
        assert counting.during(book, Redone(5_000)) == early_redo == 1

    def test_an_undo_never_counts_more_than_a_checkpoint_again(self, tally: Game) -> None:
        counting = Counting(tally)
        book = seesaw(Book(counting.game), 6 * CHECKPOINT)
        for n in range(5 * CHECKPOINT):
            assert counting.during(book, Undone(6 * CHECKPOINT - n)) < CHECKPOINT
