"""What corrections make of a log: which entries count, and what stands in their place.

Everything is read backwards, since only a later entry can say that an earlier one does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.core.events import Amended, Correction, Redone, SetUp, StruckOut, Undone, is_quiet
from companion.core.table import Entry
from companion.core.text import Text

Reads: TypeAlias = Callable[[object], bool]
"""Whether somebody may read an event; undo and redo pass over what they may not."""


@dataclass(frozen=True, slots=True)
class Step:
    """An entry that counts, with the event that stands in its place and what followed from it."""

    seq: int
    event: Any
    note: Text | None = None


def newest_first(entries: Sequence[Entry]) -> Iterator[tuple[Entry, bool]]:
    """The entries but for undo and redo, from the last one back; with each, whether it is undone."""
    gone: set[int] = set()
    back: set[int] = set()
    for entry in reversed(entries):
        match entry.event:
            case Redone(seq):
                back.add(seq)
            case Undone(seq) if seq in back:
                back.discard(seq)
            case Undone(seq):
                gone.add(seq)
            case _:
                yield entry, entry.seq in gone


def undone(entries: Sequence[Entry]) -> set[int]:
    """The entries that are undone now."""
    return {entry.seq for entry, gone in newest_first(entries) if gone}


def subject(entries: Sequence[Entry], event: Any) -> Any:
    """What an event is about: a correction without words of its own is about the entry it names."""
    while isinstance(event, Undone | Redone | StruckOut):
        event = entries[event.seq - 1].event
    return event


def redo_target(entries: Sequence[Entry], reads: Reads) -> Entry | None:
    """The entry one redo would put back: the last undone, unless something came after."""
    back: set[int] = set()
    for entry in reversed(entries):
        match entry.event:
            case Redone(seq):
                back.add(seq)
            case Undone(seq) if seq in back:
                back.discard(seq)
            case event if is_quiet(event) or not reads(subject(entries, event)):
                pass
            case Undone(seq):
                return entries[seq - 1]
            case _ if entry.seq not in back:
                return None
    return None


def standing_steps(setup: SetUp, entries: Sequence[Entry]) -> list[Step]:
    """Every entry that counts, in order, the set-up first."""
    gone: set[int] = set()
    changed: dict[int, Any] = {}
    for entry, is_undone in newest_first(entries):
        match entry.event:
            case _ if is_undone:
                gone.add(entry.seq)
            case Amended(seq, event, drops):
                changed.setdefault(seq, event)
                gone.update(drops)
            case StruckOut(seq, drops):
                gone.update((seq, *drops))
    return [
        Step(0, changed.get(0, setup)),
        *(
            Step(entry.seq, changed.get(entry.seq, entry.event))
            for entry in entries
            if entry.seq not in gone and not isinstance(entry.event, Correction)
        ),
    ]


def common(old: Sequence[Step], new: Sequence[Step]) -> int:
    """How many steps at the beginning are the same in both."""
    pairs = enumerate(zip(old, new, strict=False))
    same = (n for n, (a, b) in pairs if a.seq != b.seq or a.event is not b.event)
    return next(same, min(len(old), len(new)))
