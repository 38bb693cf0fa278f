"""The table itself: its page, the view from across the table, and what people enter."""

from __future__ import annotations

import hashlib
import json
from functools import partial

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.events import may_read
from companion.core.table import Entry
from companion.core.text import Text
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.tables.names import clean
from companion.web.context import needs, parts, seat_name, sent
from companion.web.errors import entry_fields
from companion.web.htmx import fragments, is_htmx
from companion.web.screens import common, screen_parts, screens, table_page, told

bp = Blueprint("play", __name__)


@bp.get("/t/<table_id>")
@needs("spectator")
def table(live: LiveTable, member: Member) -> str:
    return table_page(live, member)


@bp.get("/t/<table_id>/watch")
@needs("spectator")
def watch(live: LiveTable, member: Member) -> str:
    """For the tablet in the middle: nothing to tap, readable from across the table."""
    return render_template(
        "table/watch.html",
        **common(live),
        member=member,
        public=screens().public(live),
        news=screens().news(live),
    )


@bp.post("/t/<table_id>/enter")
@needs("seat")
def enter(live: LiveTable, member: Member) -> Response:
    fields = entry_fields()
    lift = frozenset(request.form.getlist("lift"))
    recorded = parts().tables.play(
        live,
        member.seat,
        fields,
        sent(live, member, fingerprint("enter", fields, sorted(lift))),
        lift=lift,
        reason=clean(request.form.get("reason", ""), 120),
    )
    return done(live, member, recorded.seq, twin=recorded.twin)


@bp.post("/t/<table_id>/undo")
@needs("seat")
def undo(live: LiveTable, member: Member) -> Response:
    seq = request.form.get("seq", 0, type=int)
    recorded = parts().tables.undo(
        live, seq, sent(live, member, fingerprint("undo", seq)), partial(may_read, viewer=member.seat)
    )
    return done(live, member, recorded.seq)


@bp.post("/t/<table_id>/redo")
@needs("seat")
def redo(live: LiveTable, member: Member) -> Response:
    seq = request.form.get("seq", 0, type=int)
    recorded = parts().tables.redo(
        live, seq, sent(live, member, fingerprint("redo", seq)), partial(may_read, viewer=member.seat)
    )
    return done(live, member, recorded.seq)


def fingerprint(*what: object) -> str:
    """A digest that tells whether the same key came with the same entry."""
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:32]


def done(live: LiveTable, member: Member, seq: int, *, twin: bool = False) -> Response:
    """The answer to something recorded: the fresh screen, or for a plain form back to the page.

    Of two who enter the same at the same moment the slower one is told who was first.
    """
    if not is_htmx():
        here = url_for("play.table", table_id=live.row.id)
        back = f"{here}/log" if request.form.get("back") == f"{here}/log" else here
        return redirect(back, code=303)
    entry = live.ledger.entries[seq - 1]
    status = render_template(
        "table/recorded.html",
        **common(live),
        text=was_entered(live, member, entry) if twin else told(live, entry, member.seat),
        entry=entry,
    )
    return fragments(status + screen_parts(live, member), trigger="recorded")


def was_entered(live: LiveTable, member: Member, entry: Entry) -> Text:
    if entry.by in live.table.names and entry.by != seat_name(live, member.seat):
        return Text("{who} has entered that already", who=entry.by)
    return Text("That has been entered already")
