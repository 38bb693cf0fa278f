"""The rules of a game, row by row: what every "why?" points to."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, abort, render_template, request

from companion.web.context import came_from, parts

bp = Blueprint("rules", __name__)


@bp.get("/rules/<key>")
def page(key: str) -> str:
    game = parts().shelf.games.get(key)
    if game is None:
        abort(404)
    rows = list(parts().shelf.rules(key).values())
    wanted = request.args.get("q", "").strip()[:60]
    if wanted:
        rows = [row for row in rows if wanted.casefold() in f"{row.id} {row.section} {row.rule}".casefold()]
    live = came_from(game)
    return render_template(
        "rules.html",
        game=game,
        title=game.titles[0],
        sections=[(name, list(group)) for name, group in groupby(rows, key=lambda row: row.section)],
        wanted=wanted,
        live=live,
        options={o.rule: o for o in game.asked if o.rule},
        rulings={rule for rule, _ in live.table.rulings} if live else set(),
    )
