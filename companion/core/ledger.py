"""The folded log of one table: what stands, what was undone, and what a change would do.

Nothing here changes until `accept`: `propose` works out what the table would be, the caller
writes the entry down, and only then is it taken over.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.core.codec import BadRecord, Codec
from companion.core.contract import Game, RuleViolation
from companion.core.corrections import (
    Reads,
    Step,
    common,
    newest_first,
    redo_target,
    standing_steps,
    subject,
    undone,
)
from companion.core.events import (
    Amended,
    Correction,
    Redone,
    SetUp,
    StruckOut,
    Undone,
    is_quiet,
    is_secret,
    may_read,
    seat_of,
)
from companion.core.table import Entry, Table, next_table, note_of, open_table
from companion.core.text import Text

CHECKPOINT = 32
CHANGE = "TABLE-CHANGE"
UNDO = "TABLE-UNDO"


def everything(_event: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Misfit:
    """A later entry that no longer fits after a change, and why."""

    seq: int
    event: Any
    why: RuleViolation


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the table would be with one more entry: the first `keep` steps, then `steps`."""

    entry: Entry
    keep: int
    base: Table
    steps: tuple[Step, ...] = ()
    tables: tuple[Table, ...] = ()
    misfits: tuple[Misfit, ...] = ()

    @property
    def table(self) -> Table:
        return self.tables[-1] if self.tables else self.base


class Refold(Exception):
    """An entry of a stored log that the rules refuse: its number, the refusal, who sat there then."""

    def __init__(self, seq: int, why: RuleViolation | BadRecord, names: tuple[str, ...] = ()) -> None:
        super().__init__(f"entry {seq}: {why}")
        self.seq = seq
        self.why = why
        self.names = names


class Ledger:
    """Entries in order and the table they add up to. One owner at a time (the table's lock)."""

    def __init__(self, game: Game, setup: SetUp) -> None:
        first = open_table(game, setup)
        self.game = game
        self.setup = setup
        self.codec: Codec = first.codec
        self.entries: list[Entry] = []
        self.steps: list[Step] = [Step(0, setup)]
        self._tables: dict[int, Table] = {0: first}

    @classmethod
    def load(cls, game: Game, setup: SetUp, entries: Iterable[Entry]) -> Ledger:
        """The ledger of a stored log. Strict: an entry that does not fit raises `Refold`."""
        ledger = cls(game, setup)
        for entry in entries:
            try:
                ledger.accept(ledger.propose(entry))
            except (RuleViolation, BadRecord) as why:
                raise Refold(entry.seq, why, ledger.table.names) from why
        return ledger

    @property
    def seq(self) -> int:
        return len(self.entries)

    @property
    def table(self) -> Table:
        return self._tables[len(self.steps) - 1]

    def table_after(self, seq: int) -> Table:
        """The table as the entries up to a number make it, corrections made since included."""
        last = bisect_right(self.steps, seq, key=lambda step: step.seq) - 1
        at = last
        while at not in self._tables:
            at -= 1
        table = self._tables[at]
        for step in self.steps[at + 1 : last + 1]:
            table = next_table(table, step.event)
        return table

    # -- proposing and accepting

    def propose(self, entry: Entry) -> Proposal:
        """What the table would be with this entry; raises what the rules raise."""
        if entry.seq != self.seq + 1:
            raise BadRecord(f"entry {entry.seq} cannot follow entry {self.seq}")
        if isinstance(entry.event, Correction):
            self._check(entry.event)
            return self._refold(entry, strict=True)
        table = next_table(self.table, entry.event)
        step = Step(entry.seq, entry.event, note_of(self.table, entry.event, table))
        return Proposal(entry, len(self.steps), self.table, (step,), (table,))

    def preview(self, change: Amended | StruckOut) -> Proposal:
        """What a change of an older entry would do; the later entries that would not fit are dropped."""
        self._check(change)
        return self._refold(Entry(self.seq + 1, change), strict=False)

    def accept(self, proposal: Proposal) -> None:
        """Take over what is now on disk."""
        self.entries.append(proposal.entry)
        for n in range(proposal.keep, len(self.steps)):
            self._tables.pop(n, None)
        del self.steps[proposal.keep :]
        for step, table in zip(proposal.steps, proposal.tables, strict=True):
            self._remember(step, table)

    def _remember(self, step: Step, table: Table) -> None:
        """Keep the last few tables and one in every `CHECKPOINT`, so that going back is cheap."""
        n = len(self.steps)
        self.steps.append(step)
        self._tables[n] = table
        if (n - CHECKPOINT) % CHECKPOINT:
            self._tables.pop(n - CHECKPOINT, None)

    # -- what may be undone, redone, changed

    def undo_target(self, reads: Reads = everything) -> Entry | None:
        """The entry one undo would take back: the latest that still counts and that one may read."""
        counting = (e for e, gone in newest_first(self.entries) if not gone and self._counts(e))
        loud = (entry for entry in counting if not is_quiet(entry.event))
        return next((entry for entry in loud if reads(subject(self.entries, entry.event))), None)

    def redo_target(self, reads: Reads = everything) -> Entry | None:
        """The entry one redo would put back: the last undone, unless something came after."""
        return redo_target(self.entries, reads)

    def undone(self) -> set[int]:
        """The entries that are undone now."""
        return undone(self.entries)

    def is_gone(self, seq: int) -> bool:
        """Whether an entry was undone, struck out or dropped."""
        return 0 < seq <= self.seq and self.standing(seq) is None

    def standing(self, seq: int) -> Step | None:
        """What stands in the place of an entry now."""
        at = bisect_left(self.steps, seq, key=lambda step: step.seq)
        found = self.steps[at] if at < len(self.steps) else None
        return found if found is not None and found.seq == seq else None

    def _counts(self, entry: Entry) -> bool:
        return isinstance(entry.event, Amended | StruckOut) or not self.is_gone(entry.seq)

    def _reads_it(self, seq: int) -> Reads:
        """What the people read who may undo or redo an entry: all that is open, or one seat's secrets too."""
        about = subject(self.entries, self.entries[seq - 1].event) if 0 < seq <= self.seq else None
        return partial(may_read, viewer=seat_of(about) if is_secret(about) else None)

    def _check(self, change: Correction) -> None:
        match change:
            case Undone(seq):
                target = self.undo_target(self._reads_it(seq))
                if target is None or target.seq != seq:
                    raise RuleViolation(UNDO, Text("Entry {seq} is not the last one.", seq=seq))
            case Redone(seq):
                target = self.redo_target(self._reads_it(seq))
                if target is None or target.seq != seq:
                    raise RuleViolation(UNDO, Text("Entry {seq} cannot be put back.", seq=seq))
            case Amended(seq, event, drops):
                self._check_change(seq, drops)
                if isinstance(event, Correction) or isinstance(event, SetUp) != (seq == 0):
                    raise BadRecord(f"entry {seq} cannot become {type(event).__name__}")
            case StruckOut(seq, drops):
                if seq == 0:
                    raise RuleViolation(CHANGE, Text("The set-up cannot be struck out."))
                self._check_change(seq, drops)

    def _check_change(self, seq: int, drops: tuple[int, ...]) -> None:
        standing = {step.seq for step in self.steps}
        if seq not in standing:
            raise RuleViolation(CHANGE, Text("Entry {seq} no longer counts.", seq=seq))
        if any(drop <= seq or drop not in standing for drop in drops):
            raise BadRecord("drops must be later entries that count")

    # -- folding again

    def _refold(self, entry: Entry, *, strict: bool) -> Proposal:
        last = self.steps[-1]
        if isinstance(entry.event, Undone) and entry.event.seq == last.seq:
            steps = self.steps[:-1]
        else:
            steps = standing_steps(self.setup, [*self.entries, entry])
        same = common(self.steps, steps)
        base_at = same - 1
        while base_at >= 0 and base_at not in self._tables:
            base_at -= 1
        if base_at < 0:
            setup = steps[0].event
            base, keep = open_table(self.game, setup), 0
            done, tables, todo = [steps[0]], [base], steps[1:]
        else:
            base, keep = self._tables[base_at], base_at + 1
            done, tables, todo = [], [], steps[keep:]
        misfits: list[Misfit] = []
        table = base
        for step in todo:
            before = table
            try:
                table = next_table(table, step.event)
            except RuleViolation as why:
                if strict or step.seq == entry.event.seq:
                    raise
                misfits.append(Misfit(step.seq, step.event, why))
            else:
                done.append(replace(step, note=note_of(before, step.event, table)))
                tables.append(table)
        if misfits:
            drops = (*entry.event.drops, *(misfit.seq for misfit in misfits))
            entry = replace(entry, event=replace(entry.event, drops=drops))
        return Proposal(entry, keep, base, tuple(done), tuple(tables), tuple(misfits))
