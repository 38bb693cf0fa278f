"""The log of a table, and every way to put something right: change, strike out, adjust, options, people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec
from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.core.codec import convert
from companion.core.contract import RuleViolation
from companion.core.corrections import Step
from companion.core.events import (
    Adjusted,
    Amended,
    OptionChanged,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RulingMade,
    SetUp,
    StruckOut,
    may_read,
)
from companion.core.ledger import Proposal
from companion.core.table import tell
from companion.core.text import Text
from companion.tables import files
from companion.tables.errors import StaleTable, TableRefusal
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.tables.names import clean, player_names
from companion.tables.service import Sent
from companion.web.context import may_enter, needs, parts, sent
from companion.web.fields import fields_of, read_fields
from companion.web.home import chosen
from companion.web.htmx import is_htmx
from companion.web.play import done, fingerprint
from companion.web.screens import common, log_lines, screens

bp = Blueprint("history", __name__)


@dataclass(frozen=True, slots=True)
class Delta:
    """One player's score before and after a change."""

    seat: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Lost:
    """A later entry that a change would drop, as the person may read it."""

    seq: int
    text: Text
    why: Text
    rule: str


@bp.get("/t/<table_id>/log")
@needs("spectator")
def log(live: LiveTable, member: Member) -> str:
    return log_page(live, member)


def log_page(live: LiveTable, member: Member, **editing: Any) -> str:
    return render_template(
        "table/log.html",
        **common(live),
        member=member,
        lines_html=screens().log(live, member),
        dock=screens().dock(live, member),
        older=len(log_lines(live, member.seat)) < live.seq,
        **{"editing": None, "problem": None, **editing},
    )


@bp.get("/t/<table_id>/log/<int:seq>")
@needs("seat")
def edit(live: LiveTable, member: Member, seq: int) -> str:
    step = standing(live, member, seq)
    return edit_page(live, member, step, inner(step.event))


def edit_page(
    live: LiveTable, member: Member, step: Step, event: Any, proposal: Proposal | None = None, verb: str = ""
) -> str:
    page = {
        "editing": step,
        "verb": verb,
        "was": tell(live.game, step.event, member.seat),
        "fields": fields_of(event),
        "proposal": proposal,
        "deltas": deltas(live, proposal) if proposal else (),
        "lost": losses(live, member, proposal) if proposal else (),
        "drops": ",".join(map(str, proposal.entry.event.drops)) if proposal else "",
    }
    if is_htmx():
        return render_template("table/edit.html", **common(live), member=member, **page)
    return log_page(live, member, **page)


@bp.post("/t/<table_id>/log/<int:seq>")
@needs("seat")
def change(live: LiveTable, member: Member, seq: int) -> Any:
    """First a preview of what the change does, then the change itself with the losses confirmed."""
    verb = request.form.get("verb", "amend")
    wanted: Amended | StruckOut = StruckOut(seq, confirmed())
    if verb == "strike" and parts().tables.known(live, sent_with(live, member, wanted)):
        return changed(live, member)
    step = standing(live, member, seq)
    if verb == "strike":
        event, wanted = inner(step.event), StruckOut(seq)
    else:
        event = fit_to_stand(live, member, inner(step.event), read_fields(inner(step.event), request.form))
        wanted = Amended(seq, rewrap(step.event, event))
    if "confirm" not in request.form:
        return edit_page(live, member, step, event, live.ledger.preview(wanted), verb)
    return make_change(live, member, replace(wanted, drops=confirmed()))


def confirmed() -> tuple[int, ...]:
    """The entries the person agreed to lose."""
    given = request.form.get("drops", "").split(",")
    return tuple(int(n) for n in given if n.isdecimal() and len(n) < 10)


def fit_to_stand(live: LiveTable, member: Member, old: Any, event: Any) -> Any:
    """The changed event, held to what is asked of a new one."""
    if not may_read(event, member.seat):
        raise TableRefusal(Text("A secret stays with its own player."))
    match event:
        case Adjusted():
            refuse_absurd(event)
        case PlayerJoined(name) | PlayerRenamed(name=name):
            others = [other for other in live.table.names if other != old.name]
            return replace(event, name=player_names([name], others)[0])
    return event


def refuse_absurd(event: Adjusted) -> None:
    if abs(event.amount) > 10**6:
        raise TableRefusal(Text("That is more than anybody ever scored."))


def make_change(live: LiveTable, member: Member, wanted: Amended | StruckOut) -> BaseResponse:
    parts().tables.change(live, wanted, sent_with(live, member, wanted))
    return changed(live, member)


def sent_with(live: LiveTable, member: Member, wanted: Amended | StruckOut) -> Sent:
    return sent(live, member, fingerprint("change", live.ledger.codec.encode(wanted)))


def changed(live: LiveTable, member: Member) -> BaseResponse:
    if is_htmx():
        answer = Response(status=204)
        answer.headers["HX-Redirect"] = url_for("history.log", table_id=live.row.id)
        return answer
    return done(live, member, live.seq)


def standing(live: LiveTable, member: Member, seq: int) -> Step:
    step = live.ledger.standing(seq) if seq else None
    if step is None:
        raise StaleTable(Text("That entry no longer counts."))
    if not may_read(step.event, member.seat):
        raise TableRefusal(Text("Only its own player may change a secret."))
    return step


def inner(event: Any) -> Any:
    return event.event if isinstance(event, RulingMade) else event


def rewrap(old: Any, event: Any) -> Any:
    """What stood under a ruling stays under it."""
    return replace(old, event=event) if isinstance(old, RulingMade) else event


def deltas(live: LiveTable, proposal: Proposal) -> tuple[Delta, ...]:
    before = {s.seat: s.score for s in live.game.standings(live.table.state).rows}
    after = {s.seat: s.score for s in live.game.standings(proposal.table.state).rows}
    return tuple(Delta(seat, before.get(seat), score) for seat, score in after.items())


def losses(live: LiveTable, member: Member, proposal: Proposal) -> tuple[Lost, ...]:
    return tuple(
        Lost(misfit.seq, tell(live.game, misfit.event, member.seat), misfit.why.text, misfit.why.rule)
        if may_read(misfit.event, member.seat)
        else Lost(misfit.seq, tell(live.game, misfit.event, member.seat), Text("It no longer fits."), "")
        for misfit in proposal.misfits
    )


# -- more: corrections that are not about one entry


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
def adjust(live: LiveTable, member: Member) -> BaseResponse:
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
    if not changed:
        return redirect(url_for("play.table", table_id=live.row.id), code=303)
    if request.form.get("scope") == "whole":
        return amend_setup(live, member, new)
    recorded = None
    for name, value in changed.items():
        who = sent(live, member, fingerprint("option", name, value))
        who = replace(who, key=f"{who.key}:{name}" if who.key else None)
        recorded = parts().tables.record(live, partial(OptionChanged, name, value), who)
    assert recorded is not None
    return done(live, member, recorded.seq)


def amend_setup(live: LiveTable, member: Member, new: dict[str, Any]) -> Any:
    setup = live.ledger.steps[0].event
    wanted = Amended(0, SetUp(setup.players, new))
    if "confirm" in request.form:
        return make_change(live, member, replace(wanted, drops=confirmed()))
    proposal = live.ledger.preview(wanted)
    return render_template(
        "table/setup_change.html",
        **common(live),
        member=member,
        values=new,
        deltas=deltas(live, proposal),
        lost=losses(live, member, proposal),
        drops=",".join(map(str, proposal.entry.event.drops)),
    )


@bp.post("/t/<table_id>/players")
@needs("seat")
def players(live: LiveTable, member: Member) -> BaseResponse:
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


@bp.get("/t/<table_id>/scores")
@needs("spectator")
def scores(live: LiveTable, member: Member) -> str:
    return render_template(
        "table/scores.html",
        **common(live),
        member=member,
        timeline=live.game.timeline(live.table.state),
        view=live.game.view(live.table.state, None),
    )


@bp.get("/t/<table_id>/export.json")
@needs("spectator")
def export(live: LiveTable, member: Member) -> Response:
    """The whole table as a file. Secrets stay out while the game runs, for the host too."""
    document = msgspec.json.format(msgspec.json.encode(files.export(live.row, live.ledger)), indent=1)
    response = Response(document, content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{live.row.game}-{live.row.code}.json"'
    return response
