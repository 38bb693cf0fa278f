"""What holds for a whole table: options, people, and free corrections of a score."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.codec import convert
from companion.core.contract import RuleViolation
from companion.core.events import Adjusted, Amended, OptionChanged, PlayerLeft, PlayerRenamed, SetUp
from companion.core.table import next_table
from companion.core.text import Text
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.tables.names import clean, player_names
from companion.web.changing.preview import effect_of
from companion.web.context import may_enter, needs, parts, sent
from companion.web.history import confirmed, digest, make_change, refuse_absurd, was_shown
from companion.web.play import done, fingerprint
from companion.web.screens import common
from companion.web.setup import chosen

bp = Blueprint("settings", __name__)


@bp.get("/t/<table_id>/more")
@needs("spectator")
def more(live: LiveTable, member: Member) -> str:
    return render_template(
        "table/more.html",
        **common(live),
        member=member,
        may_enter=may_enter(member),
        values={o.name: getattr(live.table.options, o.name) for o in live.game.asked},
    )


@bp.post("/t/<table_id>/adjust")
@needs("seat")
def adjust(live: LiveTable, member: Member) -> Response:
    """A free correction with a reason is always possible."""
    raw = {name: request.form.get(name, "").replace("\N{MINUS SIGN}", "-") for name in ("seat", "amount")}
    reason = clean(request.form.get("reason", ""), 80)
    event = convert({**raw, "reason": reason}, Adjusted, strict=False)
    refuse_absurd(event)
    recorded = parts().tables.record(
        live, lambda: event, sent(live, member, fingerprint("adjust", raw, reason))
    )
    return done(live, member, recorded.seq)


@bp.post("/t/<table_id>/options")
@needs("seat")
def options(live: LiveTable, member: Member) -> Any:
    """Another option: from here on, or for the whole game by amending the set-up, with a preview."""
    typed = dict(request.form.lists())
    given = live.ledger.codec.options(
        msgspec.to_builtins(live.table.options) | chosen(live.game, typed), strict=False
    )
    new = msgspec.to_builtins(given)
    old = msgspec.to_builtins(live.table.options)
    changed = {name: value for name, value in new.items() if value != old[name]}
    if request.form.get("scope") == "whole":
        began = msgspec.to_builtins(live.ledger.codec.options(live.ledger.steps[0].event.options))
        changed = changed or {name: value for name, value in new.items() if value != began[name]}
        if changed:
            return amend_setup(live, member, began | changed, changed, new)
    if not changed:
        return redirect(url_for("play.table", table_id=live.row.id), code=303)
    check_together(live, changed)
    for name, value in changed.items():
        who = sent(live, member, fingerprint("option", name, value))
        who = replace(who, key=f"{who.key}:{name}" if who.key else None)
        recorded = parts().tables.record(live, partial(OptionChanged, name, value), who)
    return done(live, member, recorded.seq)


def check_together(live: LiveTable, changed: dict[str, Any]) -> None:
    """Several options are changed all or none."""
    table = live.table
    for name, value in changed.items():
        table = next_table(table, OptionChanged(name, value))


def amend_setup(
    live: LiveTable, member: Member, began: dict[str, Any], changed: dict[str, Any], typed: dict[str, Any]
) -> Any:
    """From the first entry on: what was changed "from here on" meanwhile would stand against it and goes."""
    setup = live.ledger.steps[0].event
    against = tuple(
        step.seq
        for step in live.ledger.steps
        if isinstance(step.event, OptionChanged) and step.event.name in changed
    )
    wanted = Amended(0, SetUp(setup.players, began), against)
    agreed = replace(wanted, drops=confirmed())
    if "confirm" in request.form and was_shown(live, agreed):
        return make_change(live, member, agreed, against)
    proposal = live.ledger.preview(wanted)
    return render_template(
        "table/setup_change.html",
        **common(live),
        member=member,
        values=typed,
        effect=effect_of(live, member, proposal),
        drops=",".join(map(str, proposal.entry.event.drops)),
        previewed=digest(live, proposal.entry.event),
    )


@bp.post("/t/<table_id>/players")
@needs("seat")
def players(live: LiveTable, member: Member) -> Response:
    """Rename a player, or let one leave."""
    seat = request.form.get("seat", -1, type=int)
    event: PlayerRenamed | PlayerLeft
    if "leave" in request.form:
        event = PlayerLeft(seat)
    else:
        others = [name for n, name in enumerate(live.table.names) if n != seat]
        event = PlayerRenamed(seat, player_names([request.form.get("name", "")], others)[0])
    if not 0 <= seat < len(live.table.players):
        raise RuleViolation("TABLE-SEAT", Text("There is no such player."))
    record = live.ledger.codec.encode(event)
    recorded = parts().tables.record(live, lambda: event, sent(live, member, fingerprint("player", record)))
    return done(live, member, recorded.seq)
