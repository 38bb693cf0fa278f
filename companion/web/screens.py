"""The parts of a table's screens, rendered once per change and shared by all phones that may see them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from flask import current_app, render_template, url_for

from companion.core.contract import Seat
from companion.core.corrections import Step, undone
from companion.core.events import Amended, Correction, Redone, StruckOut, Undone, may_read, seat_of
from companion.core.table import Entry, tell
from companion.core.text import Text
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.tables.names import short_names
from companion.web.security import csrf_token

LOG_PAGE = 60
CSRF_MARK, KEY_MARK = "\ue000csrf\ue000", "\ue000key\ue000"
PER_PHONE = {"csrf_token": lambda: CSRF_MARK, "new_key": lambda: KEY_MARK}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log as somebody may read it."""

    seq: int
    text: Text
    at: str | None
    by: str | None
    seat: Seat | None
    gone: bool
    changeable: bool


class Screens:
    """Fragments by table, version and who looks."""

    def __init__(self) -> None:
        self._cache: WeakKeyDictionary[LiveTable, tuple[int, dict[Any, str]]] = WeakKeyDictionary()

    def fragment(self, live: LiveTable, name: str, seat: Seat | None = None, **more: Any) -> str:
        """A fragment, from the cache if nothing has changed. `more` must be hashable."""
        version, kept = self._cache.get(live, (-1, {}))
        if version != live.version:
            kept = {}
            self._cache[live] = (live.version, kept)
        key = (name, seat, tuple(sorted(more.items())))
        if key not in kept:
            filled = {**common(live), **FILLERS[name](live, seat), **PER_PHONE, **more}
            kept[key] = render_template(name, seat=seat, **filled)
        return _for_this_phone(kept[key])

    def public(self, live: LiveTable) -> str:
        return self.fragment(live, "table/public.html")

    def own(self, live: LiveTable, member: Member, typed: Mapping[str, str] | None = None) -> str:
        if not typed:
            return self.fragment(live, "table/seat.html", member.seat, role=member.role)
        filled = {**common(live), **_seat(live, member.seat), "typed": typed}
        return render_template("table/seat.html", seat=member.seat, role=member.role, **filled)

    def dock(self, live: LiveTable, member: Member) -> str:
        return self.fragment(live, "table/dock.html", member.seat, role=member.role)

    def log(self, live: LiveTable, member: Member, *, whole: bool = False) -> str:
        name = "table/log_whole.html" if whole else "table/log_lines.html"
        return self.fragment(live, name, member.seat, role=member.role)

    def requests(self, live: LiveTable, member: Member) -> str:
        return self.fragment(live, "table/requests.html", member.seat, role=member.role)

    def seats(self, live: LiveTable, member: Member) -> str:
        return self.fragment(live, "table/seats.html", role=member.role)

    def host_dock(self, live: LiveTable) -> str:
        return self.fragment(live, "join/host_dock.html")

    def news(self, live: LiveTable) -> str:
        return self.fragment(live, "table/news.html", fresh=live.has_fresh_news())


def _for_this_phone(html: str) -> str:
    """Fragments are shared, so what belongs to one phone is put in last."""
    if CSRF_MARK not in html and KEY_MARK not in html:
        return html
    return html.replace(CSRF_MARK, csrf_token()).replace(KEY_MARK, secrets.token_hex(8))


def screens() -> Screens:
    found: Screens = current_app.extensions["screens"]
    return found


def part(target: str, html: str) -> str:
    """A fragment that is morphed into the page where `target` stands."""
    return f'<hx-partial hx-target="#{target}" hx-swap="innerMorph">{html}</hx-partial>'


def pieces(live: LiveTable, member: Member, typed: Mapping[str, str] | None = None) -> dict[str, str]:
    """All that may change on a phone at the table, by the place where it stands."""
    s = screens()
    return {
        "public": s.public(live),
        "seat": s.own(live, member, typed),
        "dock": s.dock(live, member),
        "requests": s.requests(live, member),
        "news": s.news(live),
    }


def host_parts(live: LiveTable, member: Member) -> str:
    """All that may change on the host's page."""
    s = screens()
    changing = {
        "seats": s.seats(live, member),
        "requests": s.requests(live, member),
        "host-dock": s.host_dock(live),
    }
    return "".join(part(target, html) for target, html in changing.items())


def screen_parts(live: LiveTable, member: Member) -> str:
    return "".join(part(target, html) for target, html in pieces(live, member).items())


def table_page(
    live: LiveTable, member: Member, problem: object = None, typed: Mapping[str, str] | None = None
) -> str:
    """The whole page; without scripts also the way to show a refusal, with what was typed still there."""
    filled = pieces(live, member, typed)
    return render_template("table/page.html", **common(live), member=member, problem=problem, pieces=filled)


def common(live: LiveTable) -> dict[str, Any]:
    """What every template about a table may know."""
    table = live.table
    return {
        "live": live,
        "code": live.row.code,
        "solo": live.row.solo and len(live.members) <= 1,
        "game": live.game,
        "title": live.game.title(live.row.title),
        "names": table.names,
        "short": short_names(table.names),
        "players": table.players,
        "options": table.options,
        "seq": live.seq,
        "standings": live.game.standings(table.state),
        "notices": live.game.notices(table.state),
        "here": url_for("play.table", table_id=live.row.id),
    }


def _public(live: LiveTable, seat: Seat | None) -> dict[str, Any]:
    last = live.ledger.undo_target(partial(may_read, viewer=None))
    return {"view": live.game.view(live.table.state, None), "last": last and told(live, last, None)}


def _seat(live: LiveTable, seat: Seat | None) -> dict[str, Any]:
    return {"view": live.game.view(live.table.state, seat), "typed": {}}


def _dock(live: LiveTable, seat: Seat | None) -> dict[str, Any]:
    reads = partial(may_read, viewer=seat)
    undo, redo = live.ledger.undo_target(reads), live.ledger.redo_target(reads)
    return {
        "undo": undo and Line(undo.seq, told(live, undo, seat), None, undo.by, None, False, False),
        "redo": redo and Line(redo.seq, told(live, redo, seat), None, redo.by, None, False, False),
    }


def _log(live: LiveTable, seat: Seat | None) -> dict[str, Any]:
    return {"lines": log_lines(live, seat)}


def _whole_log(live: LiveTable, seat: Seat | None) -> dict[str, Any]:
    return {"lines": log_lines(live, seat, None)}


def _nothing(live: LiveTable, seat: Seat | None) -> dict[str, Any]:
    return {}


FILLERS = {
    "table/public.html": _public,
    "table/seat.html": _seat,
    "table/dock.html": _dock,
    "table/log_lines.html": _log,
    "table/log_whole.html": _whole_log,
    "table/requests.html": _nothing,
    "table/seats.html": _nothing,
    "table/news.html": _nothing,
    "join/host_dock.html": _nothing,
}


def told(live: LiveTable, entry: Entry, viewer: Seat | None) -> Text:
    """An entry in words; a correction says what it is about."""
    step = live.ledger.standing(entry.seq)
    note = step.note if step is not None and step.event is entry.event else None
    return tell(live.game, entry.event, viewer, _about(live, entry, viewer), note)


def _about(live: LiveTable, entry: Entry, viewer: Seat | None) -> Text | None:
    match entry.event:
        case Undone(seq):
            return Text("Undone: {what}", what=told(live, live.ledger.entries[seq - 1], viewer))
        case Redone(seq):
            return Text("Put back: {what}", what=told(live, live.ledger.entries[seq - 1], viewer))
        case StruckOut(seq):
            return Text("Struck out: {what}", what=told(live, live.ledger.entries[seq - 1], viewer))
        case Amended(seq, event, _):
            return Text("Changed #{seq}: {what}", seq=seq, what=tell(live.game, event, viewer))
        case _:
            return None


def log_lines(live: LiveTable, viewer: Seat | None, most: int | None = LOG_PAGE) -> list[Line]:
    """The newest lines first; what stands now is shown where it was changed."""
    entries = live.ledger.entries[-most:] if most else live.ledger.entries
    back = undone(entries)
    return [
        _line(live, entry, live.ledger.standing(entry.seq), viewer, undone=entry.seq in back)
        for entry in reversed(entries)
    ]


def _line(live: LiveTable, entry: Entry, step: Step | None, viewer: Seat | None, *, undone: bool) -> Line:
    correction = isinstance(entry.event, Correction)
    event = step.event if step else entry.event
    text = (
        told(live, entry, viewer)
        if correction or not step
        else tell(live.game, event, viewer, note=step.note)
    )
    return Line(
        seq=entry.seq,
        text=text,
        at=entry.at,
        by=entry.by,
        seat=seat_of(event),
        gone=undone or (step is None and not correction),
        changeable=step is not None and may_read(event, viewer),
    )
