"""The start page: what is on the shelf, the tables to go on with, a table from a file."""

from __future__ import annotations

import hmac
from contextlib import closing
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.text import Text
from companion.tables import files
from companion.tables.errors import TableRefusal
from companion.tables.log import TableRow
from companion.web.context import device, parts

bp = Blueprint("home", __name__)

IMPORT_BYTES = 2_000_000
MOST_LISTED = 200


@bp.get("/")
def start() -> str:
    mine = parts().tables.log.tables_of(device())
    rest = [row for row in all_tables() if row not in mine] if is_operator() else []
    return render_template(
        "home/start.html",
        titles=parts().shelf.titles.values(),
        mine=mine[:MOST_LISTED],
        rest=rest[:MOST_LISTED],
        names_of=parts().shelf.titles,
    )


@bp.get("/host/<token>")
def claim(token: str) -> Response:
    """The link from the terminal: whoever opens it looks after this server."""
    if not hmac.compare_digest(token.encode(), parts().operator_token.encode()):
        abort(404)
    parts().operators.add(device())
    return redirect(url_for("home.start"), code=303)


def is_operator() -> bool:
    return device() in parts().operators


def all_tables() -> list[TableRow]:
    return parts().tables.log.tables()


@bp.post("/import")
def bring_in() -> Any:
    """A table from a file: always a new table, checked entry by entry."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise TableRefusal(Text("Choose a file first."))
    with closing(upload):
        content = upload.read(IMPORT_BYTES + 1)
    if len(content) > IMPORT_BYTES:
        abort(413)
    document = files.parse(content)
    _game, title, setup, entries = files.read(parts().shelf, document)
    live = parts().tables.open(title, setup.players, setup.options, host=device(), entries=entries)
    return redirect(url_for("join.host", table_id=live.row.id), code=303)


@bp.post("/t/<table_id>/resume")
def resume(table_id: str) -> Response:
    """Whoever looks after the server may take up any table again as its host."""
    if not is_operator():
        abort(403, "Open the link from the terminal first.")
    live = parts().tables.table(table_id)
    parts().seating.make_host(live, device())
    return redirect(url_for("join.host", table_id=table_id), code=303)
