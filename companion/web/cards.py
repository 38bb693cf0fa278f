"""The card book's pages: find a card, type one in, take the book along as a file."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from companion.core.contract import Game, Title
from companion.core.events import CardDescribed
from companion.core.text import Text
from companion.tables import files
from companion.tables.cards import Card, card_name, cards_in, facts_from
from companion.tables.errors import TableRefusal
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.web.context import device, needs, parts, sent
from companion.web.htmx import is_htmx
from companion.web.play import done, fingerprint

bp = Blueprint("cards", __name__)


def the_book(title_key: str) -> tuple[Game, Title]:
    found = parts().shelf.titles.get(title_key)
    if found is None or found[0].cards is None:
        abort(404)
    return found


@bp.get("/cards/<title>")
def book(title: str) -> str:
    """All cards of a game, found again with two letters."""
    game, edition = the_book(title)
    letters = request.args.get("q", "").strip()[:40]
    cards = parts().tables.cards
    shown = cards.search(game, title, letters) if letters else cards.all(game, title)
    page = "cards/list.html" if is_htmx() else "cards/book.html"
    return render_template(
        page, game=game, title=edition, cards=shown, letters=letters, live=table_asked_for()
    )


@bp.get("/cards/<title>/card")
def edit(title: str) -> str:
    game, edition = the_book(title)
    name = request.args.get("name", "")[:60]
    card = parts().tables.cards.find(game, title, name) if name else None
    live = table_asked_for()
    if live is not None and name in live.table.cards:
        card = Card(name, live.table.cards[name])
    shown = card or Card(name, {})
    return render_template("cards/card.html", game=game, title=edition, card=shown, live=live)


@bp.post("/cards/<title>/card")
def save(title: str) -> Any:
    """A card typed in or changed: for the book, and for no table that has decided something by it."""
    game, _edition = the_book(title)
    card = Card(card_name(request.form.get("name", "")), facts_from(game, dict(request.form.lists())))
    parts().tables.keep_cards(game, title, [card])
    return redirect(url_for("cards.book", title=title), code=303)


@bp.post("/t/<table_id>/card")
@needs("seat")
def describe(live: LiveTable, member: Member) -> Any:
    """What a card says, for this table from here on, and for the book."""
    if live.game.cards is None:
        abort(404)
    card = Card(card_name(request.form.get("name", "")), facts_from(live.game, dict(request.form.lists())))
    who = sent(live, member, fingerprint("card", card.name, card.facts))
    recorded = parts().tables.record(live, lambda: CardDescribed(card.name, card.facts), who)
    parts().tables.keep_cards(live.game, live.row.title, [card])
    return done(live, member, recorded.seq)


@bp.get("/cards/<title>/cards.json")
def export(title: str) -> Response:
    game, _edition = the_book(title)
    document = parts().tables.cards.export(game, title)
    response = Response(msgspec.json.format(msgspec.json.encode(document), indent=1))
    response.content_type = "application/json"
    response.headers["Content-Disposition"] = f'attachment; filename="{title}-cards.json"'
    return response


@bp.post("/cards/<title>/import")
def bring_in(title: str) -> Any:
    game, _edition = the_book(title)
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise TableRefusal(Text("Choose a file first."))
    parts().tables.keep_cards(game, title, cards_in(game, files.parse(upload.read())))
    return redirect(url_for("cards.book", title=title), code=303)


def known_cards(game: Game, title: Title) -> list[Card]:
    """For a game's own pages: the cards to tap."""
    return parts().tables.cards.all(game, title.key)


def table_asked_for() -> LiveTable | None:
    """The table somebody came from, if they sit at it."""
    table_id = request.args.get("table", "")
    if not table_id:
        return None
    live = parts().tables.table(table_id)
    return live if device() in live.members else None
