"""Setting a table up: names, the rules of the house, totals so far; for this device or for phones."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for

from companion.core.codec import BadRecord, Codec
from companion.core.contract import Game, Option, RuleViolation
from companion.core.events import Adjusted
from companion.core.table import Entry
from companion.core.text import Text
from companion.tables.errors import TableRefusal
from companion.tables.service import now
from companion.web.context import device, parts
from companion.web.errors import Problem, of

bp = Blueprint("setup", __name__)


@bp.get("/new/<title>")
def new(title: str) -> str:
    return setup_page(title)


def setup_page(
    title_key: str, typed: dict[str, list[str]] | None = None, problem: Problem | None = None
) -> str:
    found = parts().shelf.titles.get(title_key)
    if found is None:
        abort(404)
    game, title = found
    defaults = {o.name: getattr(game.options(), o.name) for o in game.asked} | dict(title.preset)
    last = parts().tables.log.tables_of(device())
    names = list(last[0].players) if last else []
    if typed is not None:
        names = typed.get("player", [])
        defaults |= chosen(game, typed)
    return render_template(
        "home/setup.html",
        game=game,
        title=title,
        values=defaults,
        players=names[: game.seats.stop - 1],
        totals=(typed or {}).get("total", []),
        problem=problem,
    )


@bp.post("/new/<title>")
def create(title: str) -> Any:
    """Open a table; a refusal shows the same page again with everything still filled in."""
    typed = dict(request.form.lists())
    found = parts().shelf.titles.get(title)
    if found is None:
        abort(404)
    solo = request.form.get("mode") != "host"
    try:
        rows = [pair for pair in names_and_totals(typed) if pair[0].strip()]
        codec = Codec(found[0])
        options = codec.options(chosen(found[0], typed), strict=False)
        live = parts().tables.open(
            title,
            [name for name, _ in rows],
            msgspec.to_builtins(options),
            host=device(),
            solo=solo,
            entries=carried_over([total for _, total in rows]),
        )
    except (RuleViolation, TableRefusal, BadRecord) as no:
        return setup_page(title, typed, of(no)), 422
    where = "play.table" if solo else "join.host"
    return redirect(url_for(where, table_id=live.row.id), code=303)


def names_and_totals(typed: dict[str, list[str]]) -> list[tuple[str, str]]:
    totals = typed.get("total", [])
    return [(name, totals[n] if n < len(totals) else "") for n, name in enumerate(typed.get("player", []))]


def carried_over(totals: list[str]) -> list[Entry]:
    """A game taken up in the middle starts with the totals so far."""
    given = [(seat, raw.strip().replace("\N{MINUS SIGN}", "-")) for seat, raw in enumerate(totals)]
    amounts = []
    for seat, raw in given:
        if raw and not raw.removeprefix("-").isdecimal():
            raise TableRefusal(Text("A total is a whole number, not “{raw}”.", raw=raw[:20]))
        if len(raw) > 7 or abs(int(raw or 0)) > 10**6:
            raise TableRefusal(Text("That is more than anybody ever scored."))
        if raw and int(raw):
            amounts.append((seat, int(raw)))
    return [
        Entry(n, Adjusted(seat, amount, "carried over"), now()) for n, (seat, amount) in enumerate(amounts, 1)
    ]


def chosen(game: Game, typed: dict[str, list[str]]) -> dict[str, Any]:
    """The options as they stand in the form; what is not there keeps its default."""
    return {o.name: _value(o, typed[o.name]) for o in game.asked if o.name in typed}


def _value(option: Option, given: list[str]) -> Any:
    by_text = {str(choice.value): choice.value for choice in option.choices}
    values = [by_text.get(raw, raw) for raw in given if raw]
    return values if option.many else (values[0] if values else "")
