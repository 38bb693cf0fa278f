"""A tap made on an older screen: another phone may have entered the same, or something else, meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.core.contract import BadForm, RuleViolation
from companion.core.events import is_ordered
from companion.core.table import Table
from companion.core.text import Text
from companion.tables.errors import StaleTable
from companion.tables.live import LiveTable

RECENT = 32
"""How many entries back two taps may still be one."""

Tap: TypeAlias = Callable[[Table], Any]
"""What a tap means on a table: the event, or a refusal."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What came along with an entry: who tapped, the key of the tap, a digest of what was sent, and
    the last entry the phone had seen."""

    by: str | None = None
    key: str | None = None
    fingerprint: str | None = None
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """The number an entry got; `again` if it had been recorded before, `twin` if by another tap."""

    seq: int
    again: bool = False
    twin: bool = False


def refuse_if_overtaken(live: LiveTable, event: Any, sent: Sent, tap: Tap) -> None:
    """What rests on the table being as it was seen must not come after what somebody else entered.

    What the same person entered since moved nothing they do not know of: a phone that was away sends
    one tap after the other. Only the very same entry, once more from the old screen, is asked about.
    """
    if sent.seen is None or sent.seen >= live.seq or not is_ordered(event):
        return
    since = live.ledger.entries[sent.seen :]
    own = sent.by is not None and len(since) <= RECENT and all(entry.by == sent.by for entry in since)
    if own:
        standing = [step.event for entry in since if (step := live.ledger.standing(entry.seq))]
        own = event not in standing and meant_then(live, tap, sent) not in standing
    if not own:
        raise StaleTable(Text("This is how it stands now."), again=True)


def twin_of(live: LiveTable, tap: Tap, sent: Sent, *, stale: bool) -> Recorded | None:
    """The entry somebody else made of the same tap, since this phone last looked.

    The same person's second tap on an older screen may be meant, so that is still asked about.
    """
    meant = meant_then(live, tap, sent)
    if meant is None or sent.seen is None:
        return None
    for entry in reversed(live.ledger.entries[max(sent.seen, live.seq - RECENT) :]):
        step = live.ledger.standing(entry.seq)
        if step is not None and step.event == meant and not (stale and entry.by == sent.by):
            return Recorded(entry.seq, again=True, twin=True)
    return None


def meant_then(live: LiveTable, tap: Tap, sent: Sent) -> Any:
    """What a tap meant on the older screen it was made on, if that screen offered it."""
    if sent.seen is None or sent.seen >= live.seq:
        return None
    try:
        return tap(live.ledger.table_after(sent.seen))
    except (RuleViolation, BadForm):
        return None
