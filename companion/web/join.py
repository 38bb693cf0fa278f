"""Getting to the table: the QR code, the short code, choosing a seat, and what the host decides."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.events import PlayerJoined
from companion.core.text import Text
from companion.tables.errors import NoSuchTable, TableRefusal
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.tables.names import clean, player_names
from companion.web import qr
from companion.web.context import NotAllowed, device, may_enter, needs, parts, sent
from companion.web.guesses import guesses
from companion.web.htmx import fragments, is_htmx
from companion.web.play import fingerprint
from companion.web.screens import common, host_parts, screens

bp = Blueprint("join", __name__)


@bp.get("/j/<table_id>/<token>")
def invited(table_id: str, token: str) -> Response:
    """The address in the QR code."""
    if not parts().tables.is_invited(table_id, token):
        raise NoSuchTable(table_id)
    live = parts().tables.table(table_id)
    member = parts().seating.admit(live, device())
    where = "join.seats" if member.seat is None and member.role == "spectator" else "play.table"
    return redirect(url_for(where, table_id=table_id), code=303)


@bp.get("/join")
def knock() -> str:
    return render_template("join/knock.html", code=clean(request.args.get("code", ""), 12))


@bp.post("/join")
def ask() -> Response:
    """The short code only asks to be let in."""
    guesses().check(device())
    code = clean(request.form.get("code", ""), 12).upper().replace(" ", "")
    try:
        live = parts().tables.by_code(code)
    except NoSuchTable:
        guesses().wrong(device())
        raise TableRefusal(Text("There is no open table with the code {code}.", code=code)) from None
    if device() in live.members:
        return redirect(url_for("play.table", table_id=live.row.id), code=303)
    parts().seating.ask_in(live, device())
    return redirect(url_for("join.waiting", table_id=live.row.id), code=303)


@bp.get("/t/<table_id>/wait")
def waiting(table_id: str) -> str | Response:
    """Until somebody lets this phone in."""
    live = parts().tables.table(table_id)
    if device() in live.members:
        return redirect(url_for("join.seats", table_id=table_id), code=303)
    mine = [request for request in live.requests.values() if request.device == device()]
    if not mine:
        raise NoSuchTable(table_id)
    asked = any(request in live.open_requests() for request in mine)
    return render_template("join/waiting.html", asked=asked, code=live.row.code)


@bp.get("/t/<table_id>/seats")
@needs("spectator")
def seats(live: LiveTable, member: Member) -> str:
    asked = {r.seat for r in live.open_requests() if r.device == member.device}
    return render_template("join/seats.html", **common(live), member=member, asked=asked)


@bp.post("/t/<table_id>/seats")
@needs("spectator")
def sit(live: LiveTable, member: Member) -> Response:
    here = url_for("play.table", table_id=live.row.id)
    if request.form.get("watch"):
        parts().seating.stand_up(live, member.device)
        return redirect(here, code=303)
    seated = parts().seating.sit(live, member.device, request.form.get("seat", -1, type=int))
    return redirect(here if seated else url_for("join.seats", table_id=live.row.id), code=303)


@bp.post("/t/<table_id>/newcomer")
@needs("spectator")
def newcomer(live: LiveTable, member: Member) -> Response:
    """Somebody who is not on the list sits down."""
    if live.row.locked:
        raise TableRefusal(Text("The table is locked. Ask the host to open it."))
    sits = bool(request.form.get("sit"))
    if not sits and not may_enter(member):
        raise NotAllowed
    name = clean(request.form.get("name", ""))

    def joined() -> PlayerJoined:
        return PlayerJoined(player_names([name], live.table.names)[0])

    parts().tables.record(live, joined, sent(live, member, fingerprint("join", name)))
    if sits and name in live.table.names:
        parts().seating.sit(live, member.device, live.table.names.index(name))
    return redirect(url_for("play.table", table_id=live.row.id), code=303)


@bp.get("/t/<table_id>/host")
@needs("host")
def host(live: LiveTable, member: Member) -> str:
    """The big QR code and who is there."""
    invite = url_for("join.invited", table_id=live.row.id, token=parts().tables.invite(live.row.id))
    addresses = parts().addresses()
    chosen = request.args.get("address", 0, type=int)
    chosen = chosen if 0 <= chosen < len(addresses) else 0
    link = addresses[chosen] + invite
    wifi = live.wifi
    return render_template(
        "join/host.html",
        **common(live),
        member=member,
        link=link,
        qr_svg=qr.svg(link, "QR code that opens this table"),
        addresses=addresses,
        chosen=chosen,
        wifi_name=wifi[0] if wifi else "",
        wifi_svg=qr.svg(qr.wifi(*wifi), "QR code that joins the Wi-Fi") if wifi else "",
        seats_html=screens().seats(live, member),
        requests_html=screens().requests(live, member),
        dock_html=screens().host_dock(live),
    )


@bp.post("/t/<table_id>/lock")
@needs("host")
def lock(live: LiveTable, member: Member) -> Response:
    parts().seating.lock(live, request.form.get("locked") == "1")
    return back_to_host(live, member)


@bp.post("/t/<table_id>/wifi")
@needs("host")
def wifi(live: LiveTable, member: Member) -> Response:
    """Kept in memory only: a password is nobody's score."""
    name = request.form.get("name", "")[:64]
    live.wifi = (name, request.form.get("password", "")[:128]) if name else None
    return redirect(url_for("join.host", table_id=live.row.id), code=303)


@bp.post("/t/<table_id>/answer")
@needs("seat")
def answer(live: LiveTable, member: Member) -> Response:
    request_id = request.form.get("yes") or request.form.get("no") or ""
    if not parts().seating.may_answer(live, member, request_id):
        raise NotAllowed
    parts().seating.answer(live, request_id, yes="yes" in request.form)
    return back_to_host(live, member)


@bp.post("/t/<table_id>/revert")
@needs("host")
def revert(live: LiveTable, member: Member) -> Response:
    parts().seating.revert(live, request.form.get("seat", -1, type=int))
    return back_to_host(live, member)


def back_to_host(live: LiveTable, member: Member) -> Response:
    if is_htmx():
        return fragments(host_parts(live, member))
    where = "join.host" if member.role == "host" and not live.row.solo else "play.table"
    return redirect(url_for(where, table_id=live.row.id), code=303)
