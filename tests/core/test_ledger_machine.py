"""The ledger against a naive model that counts everything again from the first entry each time."""

from __future__ import annotations

import dataclasses
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from book import Book, facts
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.core.contract import RuleViolation
from companion.core.events import (
    Adjusted,
    Amended,
    PlayerJoined,
    Redone,
    RulingMade,
    SetUp,
    StruckOut,
    Undone,
    may_read,
)
from companion.core.ledger import Ledger
from companion.core.table import Entry
from companion.shelf import Shelf

GAME = Shelf([Path(__file__).parent.parent / "demo"]).games["tally"]
KINDS = {kind.__name__: kind for kind in GAME.events}
GUESSED: type = KINDS["Guessed"]
VIEWERS = [None, 0, 1, 2]


class Refused(Exception):
    """The naive model says no."""


@dataclasses.dataclass
class Act:
    """Something people did that is not undo or redo."""

    seq: int
    event: Any
    done: bool = True
    undone_at: int = 0

    def is_for(self, acts: list[Act], viewer: int | None) -> bool:
        """Whether a viewer may read it: a guess is for its own seat, and so is all that is about it."""
        match self.event:
            case StruckOut(seq):
                return next(act for act in acts if act.seq == seq).is_for(acts, viewer)
            case Amended(_, event, _) | event:
                return not isinstance(event, GUESSED) or event.seat == viewer


class Naive:
    """Tally as a child would do it: cross out, rub in, and add up all lines again from the top.

    Knows nothing of the engine or the ledger: limits, seats and corrections are written down anew here.
    """

    def __init__(self, players: int, limit: int) -> None:
        self.setup = (players, limit)
        self.length = 0
        self.acts: list[Act] = []

    # what people do

    def enter(self, event: Any) -> None:
        self.length += 1
        self.acts.append(Act(self.length, event))

    def undo_target(self, viewer: int | None) -> Act | None:
        lines = self.lines()
        for act in reversed(self.read_by(viewer)):
            if act.done and (isinstance(act.event, Amended | StruckOut) or act.seq in lines):
                return act
        return None

    def redo_target(self, viewer: int | None) -> Act | None:
        acts = self.read_by(viewer)
        last = max((act for act in acts if not act.done), key=lambda act: act.undone_at, default=None)
        return last if last and not any(act.seq > last.undone_at for act in acts) else None

    def read_by(self, viewer: int | None) -> list[Act]:
        return [act for act in self.acts if act.is_for(self.acts, viewer)]

    def turn(self, act: Act) -> bool:
        """Undo what is done, or put it back; not if something else would no longer fit."""
        act.done = not act.done
        if self.add_up(self.lines())[1]:
            act.done = not act.done
            return False
        self.length += 1
        act.undone_at = self.length
        return True

    # what it adds up to

    def lines(self, extra: Any = None) -> dict[int, Any]:
        """The lines that count, by number; line 0 is who plays and up to what."""
        lines: dict[int, Any] = {0: self.setup}
        for act in [*self.acts, *([Act(-1, extra)] if extra else [])]:
            if not act.done:
                continue
            match act.event:
                case Amended(0, SetUp(players, options), drops):
                    lines[0] = (len(players), options.get("limit", 10))
                case Amended(seq, event, drops):
                    if seq in lines:
                        lines[seq] = event
                case StruckOut(seq, drops):
                    lines.pop(seq, None)
                case event:
                    lines[act.seq] = event
                    drops = ()
            for drop in drops:
                lines.pop(drop, None)
        return lines

    def add_up(self, lines: dict[int, Any], must: int | None = None) -> tuple[tuple[int, ...], list[int]]:
        """The counters, and the lines that do not fit and were left out (line `must` has to fit)."""
        players, limit = lines[0]
        counters = [0] * players
        misfits = []
        for seq, event in sorted(lines.items(), key=lambda line: line[0]):
            try:
                if seq:
                    self.line(counters, limit, event)
            except Refused:
                if seq == must:
                    raise
                misfits.append(seq)
        return tuple(counters), misfits

    def line(self, counters: list[int], limit: int, event: Any, lifted: bool = False) -> None:
        match event:
            case RulingMade(rules, inner, _):
                self.line(counters, limit, inner, "TALLY-2" in rules)
            case PlayerJoined():
                if len(counters) == 3:
                    raise Refused
                counters.append(0)
            case _ if not 0 <= event.seat < len(counters):
                raise Refused
            case Adjusted(seat, amount, _):
                counters[seat] += amount
            case GUESSED():
                pass
            case _:
                after = counters[event.seat] + event.n
                if after < 0 or (after > limit and not lifted):
                    raise Refused
                counters[event.seat] = after


SEATS = st.integers(0, 2)
COUNTS = st.builds(KINDS["Counted"], SEATS, st.integers(-4, 7))
EVENTS = st.one_of(
    COUNTS,
    COUNTS,
    COUNTS,
    st.builds(RulingMade, st.sampled_from([("TALLY-2",), ("TALLY-1",), ()]), COUNTS),
    st.builds(Adjusted, SEATS, st.integers(-3, 3), st.just("why")),
    st.builds(PlayerJoined, st.just("Cy")),
    st.builds(GUESSED, SEATS, st.integers(0, 3)),
)
SETUPS = st.builds(
    SetUp,
    st.sampled_from([("Ann", "Bo"), ("Ann", "Bo", "Cy")]),
    st.sampled_from([{}, {"limit": 10}, {"limit": 20}]),
)


class Corrected(RuleBasedStateMachine):
    """Everything people may do to a log, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.book = Book(GAME)
        self.naive = Naive(2, 10)

    @rule(event=EVENTS)
    def enter(self, event: Any) -> None:
        number = self.naive.length + 1
        try:
            self.naive.add_up({**self.naive.lines(), number: event}, must=number)
        except Refused:
            with pytest.raises(RuleViolation):
                self.book.enter(event)
        else:
            self.book.enter(event)
            self.naive.enter(event)

    @rule(viewer=st.sampled_from(VIEWERS))
    def undo(self, viewer: int | None) -> None:
        if act := self.naive.undo_target(viewer):
            self.turn(act, Undone(act.seq))

    @rule(viewer=st.sampled_from(VIEWERS))
    def redo(self, viewer: int | None) -> None:
        if act := self.naive.redo_target(viewer):
            self.turn(act, Redone(act.seq))

    def turn(self, act: Act, event: Undone | Redone) -> None:
        if self.naive.turn(act):
            self.book.enter(event)
        else:
            with pytest.raises(RuleViolation):
                self.book.enter(event)

    @rule(data=st.data(), event=EVENTS)
    def amend(self, data: st.DataObject, event: Any) -> None:
        lines = sorted(self.naive.lines())
        seq = data.draw(st.sampled_from(lines), label="line")
        self.change(data, Amended(seq, event if seq else data.draw(SETUPS, label="set-up")))

    @precondition(lambda self: len(self.naive.lines()) > 1)
    @rule(data=st.data())
    def strike_out(self, data: st.DataObject) -> None:
        self.change(data, StruckOut(data.draw(st.sampled_from(sorted(self.naive.lines())[1:]), label="line")))

    def change(self, data: st.DataObject, change: Any) -> None:
        later = [seq for seq in self.naive.lines() if seq > change.seq]
        dropped = data.draw(st.sets(st.sampled_from(later), max_size=2) if later else st.just(set()))
        change = dataclasses.replace(change, drops=tuple(sorted(dropped)))
        try:
            counters, misfits = self.naive.add_up(self.naive.lines(change), must=change.seq)
        except Refused:
            with pytest.raises(RuleViolation):
                self.book.ledger.preview(change)
            with pytest.raises(RuleViolation):
                self.book.enter(change)
            return
        preview = self.book.ledger.preview(change)
        assert [misfit.seq for misfit in preview.misfits] == misfits
        assert self.book.counters_of(preview.table.state) == counters
        if misfits:
            with pytest.raises(RuleViolation):
                self.book.enter(change)
        self.book.enter(preview.entry.event)
        self.naive.enter(preview.entry.event)

    @invariant()
    def both_say_the_same(self) -> None:
        counters, misfits = self.naive.add_up(self.naive.lines())
        assert misfits == []
        assert self.book.counters == counters
        assert self.book.ledger.seq == self.naive.length
        assert self.book.standing == sorted(self.naive.lines())[1:]
        for viewer in VIEWERS:
            reads = partial(may_read, viewer=viewer)
            undo, redo = self.book.ledger.undo_target(reads), self.book.ledger.redo_target(reads)
            back, again = self.naive.undo_target(viewer), self.naive.redo_target(viewer)
            assert (undo.seq if undo else None) == (back.seq if back else None)
            assert (redo.seq if redo else None) == (again.seq if again else None)

    def teardown(self) -> None:
        again = Ledger.load(GAME, self.book.ledger.setup, self.book.ledger.entries)
        assert again.steps == self.book.ledger.steps
        assert again.table.state == self.book.ledger.table.state
        assert again.table.players == self.book.ledger.table.players


def test_the_ledger_adds_up_as_a_naive_model_does() -> None:
    run_state_machine_as_test(Corrected, settings=settings(max_examples=150, stateful_step_count=40))


@given(events=st.lists(EVENTS, max_size=12), cut=st.integers(0, 12))
def test_undo_equals_never_entered(events: list[Any], cut: int) -> None:
    book, never = Book(GAME), Book(GAME)
    for n, event in enumerate(events):
        try:
            book.enter(event)
        except RuleViolation:
            continue
        if n < cut:
            never.enter(event)
    book.undo(len(book.standing) - len(never.standing))
    assert facts(book) == facts(never)
    assert book.ledger.steps == never.ledger.steps


@given(events=st.lists(EVENTS, max_size=12), data=st.data())
def test_striking_out_equals_never_entered(events: list[Any], data: st.DataObject) -> None:
    book = Book(GAME)
    for event in events:
        try:
            book.enter(event)
        except RuleViolation:
            continue
    if not book.standing:
        return
    seq = data.draw(st.sampled_from(book.standing))
    kept = [step.event for step in book.ledger.steps[1:]]
    preview = book.ledger.preview(StruckOut(seq))
    book.ledger.accept(preview)
    never = Book(GAME)
    for n, event in enumerate(kept, 1):
        if n not in (seq, *preview.entry.event.drops):
            never.enter(event)
    assert facts(book) == facts(never)


@given(events=st.lists(EVENTS, min_size=1, max_size=12), data=st.data())
def test_amending_equals_having_entered_it_so(events: list[Any], data: st.DataObject) -> None:
    book = Book(GAME)
    accepted = []
    for event in events:
        try:
            book.enter(event)
        except RuleViolation:
            continue
        accepted.append(event)
    if not accepted:
        return
    seq, other = data.draw(st.sampled_from(book.standing)), data.draw(EVENTS)
    try:
        book.ledger.accept(book.ledger.preview(Amended(seq, other)))
    except RuleViolation:
        return
    accepted[seq - 1] = other
    dropped = book.ledger.entries[-1].event.drops
    entries = [event for n, event in enumerate(accepted, 1) if n not in dropped]
    directly = Ledger.load(GAME, book.ledger.setup, [Entry(n, event) for n, event in enumerate(entries, 1)])
    assert directly.table.state == book.ledger.table.state
    assert directly.table.players == book.ledger.table.players
