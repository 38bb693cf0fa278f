"""What phones listen to: the current screen at once, then again after every change, and a heartbeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request, stream_with_context

from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.web.context import needs
from companion.web.screens import host_parts, part, screen_parts, screens

bp = Blueprint("stream", __name__)

HEARTBEAT_SECONDS = 8.0


def message(seq: int, html: str) -> str:
    """One SSE message. Every line of the fragment becomes a data line, so no text can end it early."""
    lines = html.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return f"id: {seq}\n" + "".join(f"data: {line}\n" for line in lines) + "\n"


def watch_parts(live: LiveTable, member: Member) -> str:
    return part("public", screens().public(live)) + part("news", screens().news(live))


def log_parts(live: LiveTable, member: Member) -> str:
    return part("lines", screens().log(live, member)) + part("dock", screens().dock(live, member))


VIEWS: dict[str, Callable[[LiveTable, Member], str]] = {
    "play": screen_parts,
    "watch": watch_parts,
    "host": host_parts,
    "log": log_parts,
}


@bp.get("/t/<table_id>/stream")
@needs("spectator")
def stream(live: LiveTable, member: Member) -> Response:
    parts_of = VIEWS.get(request.args.get("view", ""), screen_parts)

    def messages() -> Iterator[str]:
        with live.listening() as changed:
            shown = None
            while (now := live.members.get(member.device)) is not None:
                if (live.version, now) != shown:
                    shown = (live.version, now)
                    yield message(live.seq, parts_of(live, now))
                elif not changed.wait(HEARTBEAT_SECONDS):
                    live.notice_absences()
                    yield "event: beat\ndata: \n\n"
                changed.clear()

    response = Response(stream_with_context(messages()), content_type="text/event-stream; charset=utf-8")
    response.headers["X-Accel-Buffering"] = "no"
    return response


@bp.get("/t/<table_id>/here")
@needs("spectator")
def here(live: LiveTable, member: Member) -> tuple[str, int]:
    """A sign of life: a stream alone does not show that a phone has gone."""
    return "", 204
