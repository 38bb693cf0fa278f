"""Every "no" in one shape: what is wrong, why, what would fit. One fragment shows them all."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from urllib.parse import parse_qs

from flask import Flask, Response, g, make_response, render_template, request, url_for
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from companion.core.codec import BadRecord
from companion.core.contract import BadForm, Form, Game, Offer, Rule, RuleViolation
from companion.core.events import may_read
from companion.core.ledger import Refold
from companion.core.table import tell
from companion.core.text import Text
from companion.tables.errors import AlreadyRecorded, NoSuchTable, StaleTable, TableRefusal
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.tables.store import CannotWrite
from companion.web.context import NotAllowed, parts
from companion.web.htmx import fragments, is_htmx
from companion.web.screens import common, screen_parts, table_page, told

log = logging.getLogger("companion")

CONTROL = {"csrf", "key", "seen", "lift", "reason"}


@dataclass(frozen=True)
class Problem:
    """Something a person must be told, with the way out."""

    status: int
    head: Text
    text: Text
    rule: Rule | None = None
    rule_id: str = ""
    allowed: Sequence[Offer] = ()
    liftable: bool = False
    change: int | None = None
    typed: list[tuple[str, str]] = field(default_factory=list)
    action: str = ""
    entry: Text | None = None
    meanwhile: Text | None = None
    """What somebody entered that this phone had not seen yet."""
    again: bool = False
    """Whether the same, sent once more, can be carried out."""


BROKEN = Problem(500, Text("That went wrong"), Text("It is not your fault. Reload and try again."))


def of(error: Exception) -> Problem:
    """What to tell people about an exception."""
    match error:
        case RuleViolation():
            return _refused(error)
        case AlreadyRecorded(seq=seq):
            return Problem(409, Text("Already recorded"), error.text, change=seq)
        case StaleTable():
            head = Text("Somebody was faster")
            return Problem(409, head, error.text, entry=entry_meant(), again=error.again)
        case TableRefusal() | BadForm():
            status = 422 if isinstance(error, TableRefusal) else 400
            return Problem(status, Text("That does not work"), error.text)
        case BadRecord():
            return Problem(400, Text("That could not be read"), Text("{why}", why=str(error)))
        case Refold(seq=seq, why=why):
            text = why.text if isinstance(why, RuleViolation) else Text("{why}", why=str(why))
            return Problem(422, Text("Entry {seq} does not fit", seq=seq), text)
        case CannotWrite():
            text = Text("Nothing was recorded. Check the disk of the host's computer; your entry stays here.")
            return Problem(503, Text("Cannot write right now"), text, again=True)
        case NotAllowed():
            return Problem(403, Text("Not from this phone"), Text("Take a seat first, or ask the host."))
        case NoSuchTable():
            text = Text("Scan the code on the host's screen, or type it on the start page.")
            return Problem(404, Text("No such table here"), text)
        case RequestEntityTooLarge():
            text = Text("Entries may hold 64 kB, table files 2 MB.")
            return Problem(413, Text("That is too much at once"), text)
        case HTTPException(code=404 | 405 as code):
            text = Text("There is no such page. Go back, or begin at the start page.")
            return Problem(code, Text("Nothing here"), text)
        case HTTPException(code=code, description=description):
            return Problem(code or 500, Text("That does not work"), Text("{why}", why=description or ""))
        case _:
            return BROKEN


def _refused(no: RuleViolation) -> Problem:
    live = getattr(g, "live", None)
    rule = parts().shelf.rules(live.game.key).get(no.rule) if live else None
    return Problem(
        status=422,
        head=no.text,
        text=Text("Nothing was recorded.")
        if was_one_tap()
        else Text("Nothing was recorded; your entry stays."),
        rule=rule,
        rule_id=no.rule,
        allowed=no.allowed,
        liftable=no.liftable,
        meanwhile=unseen(live) if live else None,
    )


def unseen(live: LiveTable) -> Text | None:
    """The latest entry of all, if it came after what the phone showed."""
    seen = request.form.get("seen", "")
    last = live.ledger.undo_target(partial(may_read, viewer=None))
    new = last is not None and seen.isdecimal() and len(seen) < 10 and int(seen) < last.seq
    return told(live, last, None) if last is not None and new else None


def was_one_tap() -> bool:
    """Whether the entry was packed into one button, so that there is no form it could stay in."""
    return not (set(request.form) - CONTROL - {"play", "back"})


def entry_meant() -> Text | None:
    """What somebody tried to enter, in words, as far as it can still be read."""
    live, member = getattr(g, "live", None), getattr(g, "member", None)
    if live is None or member is None or not request.path.endswith("/enter"):
        return None
    try:
        form = Form(entry_fields())
        event = live.game.read(live.table.state, member.seat, form, parts().tables.chance)
        return tell(live.game, event, member.seat)
    except (RuleViolation, BadForm, BadRecord):
        return None


def entry_fields() -> dict[str, list[str]]:
    """What was entered: the fields of the form, and those packed into the button that was tapped."""
    fields = {name: values for name, values in request.form.lists() if name not in CONTROL}
    for packed in fields.pop("play", []):
        fields.update(parse_qs(packed, keep_blank_values=True))
    return fields


def answer(error: Exception) -> Response:
    """The answer to a request that cannot be done."""
    problem = of(error)
    if problem.status == 500:
        log.exception("unexpected", exc_info=error)
        return shown(problem)
    if request.method == "POST":
        problem = replace(problem, typed=typed(problem), action=request.path)
    try:
        return shown(problem, getattr(g, "live", None), getattr(g, "member", None))
    except Exception as worse:
        log.exception("unexpected", exc_info=worse)
        return shown(BROKEN)


def typed(problem: Problem) -> list[tuple[str, str]]:
    """What was sent, so that it can be sent again. What a refusal asks for anew is left out."""
    try:
        sent = list(request.form.items(multi=True))
    except HTTPException:
        return []
    anew = CONTROL - ({"lift"} if problem.liftable else {"reason"})
    return [(name, value) for name, value in sent if name not in anew]


def shown(problem: Problem, live: LiveTable | None = None, member: Member | None = None) -> Response:
    """As a fragment where a page of ours asked, else as a page: the table's own if it has one."""
    if is_htmx():
        known = common(live) if live else {"names": (), "game": None, "here": None, "seq": 0}
        fresh = screen_parts(live, member) if live and member and problem.status == 409 else ""
        return fragments(render_template("table/slip.html", problem=problem, **known) + fresh, problem.status)
    if live is not None and member is not None and not request.path.endswith("/stream"):
        return make_response(table_page(live, member, problem, dict(problem.typed)), problem.status)
    return make_response(render_template("error.html", problem=problem), problem.status)


def init_errors(app: Flask) -> None:
    app.register_error_handler(Exception, answer)
    app.jinja_env.globals["rules_url"] = rules_url


def rules_url(game: Game, rule: str, here: str | None = None) -> str:
    """Where a rule can be read; from a table, with the way back."""
    table = here.rsplit("/", 1)[-1] if here else None
    return url_for("rules.page", key=game.key, table=table) + f"#{rule}"
