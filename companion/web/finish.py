"""How it stands and how it came, and the table as a file to take along."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, render_template

from companion.tables import files
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.web.chart import chart
from companion.web.context import needs
from companion.web.screens import common

bp = Blueprint("finish", __name__)


@bp.get("/t/<table_id>/scores")
@needs("spectator")
def scores(live: LiveTable, member: Member) -> str:
    timeline = live.game.timeline(live.table.state)
    return render_template(
        "table/scores.html",
        **common(live),
        member=member,
        timeline=timeline,
        chart=chart(timeline, live.table.names),
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
