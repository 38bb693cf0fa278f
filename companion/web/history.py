"""The log of a table, and how an older entry is changed or struck out, with what that does shown first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.core.codec import BadRecord
from companion.core.contract import BadForm, Form, RuleViolation
from companion.core.corrections import Step
from companion.core.events import (
    Adjusted,
    Amended,
    PlayerJoined,
    PlayerRenamed,
    RulingMade,
    StruckOut,
    may_read,
)
from companion.core.ledger import Proposal
from companion.core.table import tell
from companion.core.text import Text
from companion.tables.errors import AlreadyRecorded, StaleTable, TableRefusal
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.tables.names import player_names
from companion.tables.overtaken import Sent
from companion.web.changing.blanks import Field
from companion.web.changing.fields import fields_of, read_fields
from companion.web.changing.preview import effect_of
from companion.web.context import needs, parts, sent
from companion.web.errors import of, shown
from companion.web.htmx import is_htmx
from companion.web.play import done, fingerprint
from companion.web.screens import LOG_PAGE, common, screens

bp = Blueprint("history", __name__)


@bp.get("/t/<table_id>/log")
@needs("spectator")
def log(live: LiveTable, member: Member) -> str:
    return log_page(live, member, whole="all" in request.args)


def log_page(live: LiveTable, member: Member, *, whole: bool = False, **editing: Any) -> str:
    return render_template(
        "table/log.html",
        **common(live),
        member=member,
        lines_html=screens().log(live, member, whole=whole),
        dock=screens().dock(live, member),
        whole=whole,
        older=not whole and live.seq > LOG_PAGE,
        **{"editing": None, "problem": None, **editing},
    )


@bp.get("/t/<table_id>/log/<int:seq>")
@needs("seat")
def edit(live: LiveTable, member: Member, seq: int) -> str:
    step = standing(live, member, seq)
    return edit_page(live, member, step, fields_of(inner(step.event), live.table))


def edit_page(
    live: LiveTable,
    member: Member,
    step: Step,
    fields: list[Field],
    proposal: Proposal | None = None,
    verb: str = "",
    problem: object = None,
    moved: Text | None = None,
) -> str:
    """The form for an entry. `moved` says why a preview that was agreed to comes once more."""
    page: dict[str, Any] = {
        "editing": step,
        "verb": verb,
        "was": tell(live.game, step.event, member.seat, note=step.note),
        "fields": fields,
        "problem": problem,
        "moved": moved,
        "proposal": proposal,
        "effect": effect_of(live, member, proposal) if proposal else None,
        "drops": ",".join(map(str, proposal.entry.event.drops)) if proposal else "",
        "previewed": digest(live, proposal.entry.event) if proposal else "",
    }
    if is_htmx():
        form = render_template("table/edit.html", **common(live), member=member, **page)
        again = f'<hx-partial hx-target="#edit" hx-swap="innerHTML">{form}</hx-partial>' if moved else form
        return again + render_template("table/unslip.html")
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
    old = inner(step.event)
    typed = None if verb == "strike" else Form(dict(request.form.lists()))
    moved = None
    try:
        if typed is None:
            event, wanted = old, StruckOut(seq)
        else:
            event = fit_to_stand(live, member, old, read_fields(old, live.table, typed))
            wanted = Amended(seq, rewrap(step.event, event))
        agreed = replace(wanted, drops=confirmed())
        if "confirm" in request.form and (verb == "strike" or was_shown(live, agreed)):
            try:
                return make_change(live, member, agreed)
            except AlreadyRecorded:
                raise
            except StaleTable as late:
                moved, step = late.text, standing(live, member, seq)
        proposal = live.ledger.preview(wanted)
    except (BadForm, BadRecord, RuleViolation, TableRefusal) as no:
        problem = replace(of(no), liftable=False)
        if is_htmx():
            return shown(problem, live, member)
        return edit_page(
            live, member, step, fields_of(old, live.table, typed), problem=problem
        ), problem.status
    page = edit_page(live, member, step, fields_of(event, live.table), proposal, verb, moved=moved)
    return page, 409 if moved else 200


def digest(live: LiveTable, change: Amended | StruckOut) -> str:
    """Names a change and its losses, so that only what was shown in a preview is recorded."""
    return fingerprint("preview", live.ledger.codec.encode(change))


def was_shown(live: LiveTable, change: Amended | StruckOut) -> bool:
    return request.form.get("previewed") == digest(live, change)


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


def make_change(
    live: LiveTable, member: Member, wanted: Amended | StruckOut, against: tuple[int, ...] = ()
) -> BaseResponse:
    parts().tables.change(live, wanted, sent_with(live, member, wanted), against)
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
