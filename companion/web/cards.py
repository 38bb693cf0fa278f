"""The card book's pages: find a card, type one in, take the book along as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from companion.core.codec import BadRecord
from companion.core.contract import Game, RuleViolation, Title
from companion.core.events import CardDescribed
from companion.core.text import Text
from companion.tables.cardforms import BadCard, card_from, cards_in_file, typed
from companion.tables.cards import Card, key_of
from companion.tables.errors import StaleTable, TableRefusal
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.tables.store import CannotWrite
from companion.web.context import came_from, device, may_enter, needs, parts, sent
from companion.web.errors import Problem, of
from companion.web.htmx import is_htmx
from companion.web.play import fingerprint

bp = Blueprint("cards", __name__)

REFUSED = (TableRefusal, RuleViolation, StaleTable, CannotWrite)
"""What is told on the page where it was typed."""


def the_book(title_key: str) -> tuple[Game, Title]:
    found = parts().shelf.titles.get(title_key)
    if found is None or found[0].cards is None:
        abort(404)
    return found


@bp.get("/cards/<title>")
def book(title: str) -> str:
    """All cards of a game, found again with two letters."""
    return book_page(title)


def book_page(title: str, problem: Problem | None = None) -> str:
    game, edition = the_book(title)
    letters = request.args.get("q", "").strip()[:40]
    cards = parts().tables.cards
    shown = cards.search(game, title, letters) if letters else cards.all(game, title)
    page = "cards/list.html" if is_htmx() else "cards/book.html"
    live = table_asked_for(title)
    kept = cards.find(game, title, request.args.get("kept", "")[:60])
    brought = [request.args.get(name, 0, type=int) for name in ("added", "stayed")]
    return render_template(
        page,
        game=game,
        title=edition,
        cards=shown,
        letters=letters,
        live=live,
        problem=problem,
        kept=kept,
        brought=brought,
    )


@bp.get("/cards/<title>/card")
def edit(title: str) -> str:
    game, _edition = the_book(title)
    name = request.args.get("name", "")[:60]
    card = (parts().tables.cards.find(game, title, name) if name else None) or Card(name, {})
    live = table_asked_for(title)
    if live is not None and game.cards is not None:
        facts = live.table.cards.get(card.name, card.facts)
        card = replace(card, facts={**facts, **game.cards.known(live.table.state, card.name)})
    return card_page(title, card, live)


def card_page(
    title: str, card: Card, live: LiveTable | None, problem: Problem | None = None, wrong: str = ""
) -> str:
    """The form of a card. `wrong` is the field that a problem is about."""
    game, edition = the_book(title)
    kept = parts().tables.cards.find(game, title, card.name) if card.name else None
    printed = game.cards.printed if game.cards else ()
    return render_template(
        "cards/card.html",
        game=game,
        title=edition,
        card=card,
        live=live,
        enters=live is not None and may_enter(live.members[device()]),
        was=request.form.get("was", kept.name if kept and request.method == "GET" else ""),
        kept=kept if kept and not kept.source else None,
        printed=kept is not None and key_of(kept.name) in {key_of(one.name) for one in printed},
        problem=problem,
        wrong=wrong,
    )


@bp.post("/cards/<title>/card")
def save(title: str) -> Any:
    """A card typed in or changed: for the book, and for no table that has decided something by it."""
    game, _edition = the_book(title)
    live = table_asked_for(title)
    try:
        card = typed_in(game, title)
        keep(game, title, card)
    except REFUSED as no:
        return once_more(game, title, no, live)
    return to_the_book(title, card.name)


def typed_in(game: Game, title: str) -> Card:
    """The card of the form; another card of the book is never written over."""
    card = card_from(game, dict(request.form.lists()))
    there = parts().tables.cards.find(game, title, card.name)
    other = there is not None and key_of(there.name) != key_of(request.form.get("was", ""))
    if there is not None and other and there.facts != card.facts:
        text = Text(
            "{name} is in the book already: change that card, or name this one otherwise.", name=there.name
        )
        raise BadCard("name", text)
    return card


def keep(game: Game, title: str, card: Card) -> None:
    """Into the book; under another name than before, it leaves the old one."""
    parts().tables.keep_cards(game, title, [card])
    was = request.form.get("was", "")[:60]
    if was and key_of(was) != key_of(card.name):
        parts().tables.forget_card(game, title, was)


@bp.get("/t/<table_id>/card")
@needs("seat")
def to_the_form(live: LiveTable, member: Member) -> Any:
    if live.game.cards is None:
        abort(404)
    name = request.args.get("name", "")[:60] or None
    form = url_for("cards.edit", title=live.row.title, table=live.row.id, name=name)
    return redirect(form, code=303)


@bp.post("/t/<table_id>/card")
@needs("seat")
def describe(live: LiveTable, member: Member) -> Any:
    """What a card says, for this table from here on, and for the book."""
    if live.game.cards is None:
        abort(404)
    try:
        card = typed_in(live.game, live.row.title)
        who = sent(live, member, fingerprint("card", card.name, card.facts))
        recorded = parts().tables.record(live, lambda: CardDescribed(card.name, card.facts), who)
        keep(live.game, live.row.title, card)
    except REFUSED as no:
        return once_more(live.game, live.row.title, no, live)
    if not recorded.again:
        live.tell_all(Text("The card is kept: {card}", card=card.name))
    return redirect(url_for("cards.book", title=live.row.title, table=live.row.id, kept=card.name), code=303)


def once_more(game: Game, title: str, no: Exception, live: LiveTable | None) -> Any:
    """The form again with all that was typed, and what would fit."""
    if is_htmx():
        raise no
    given = dict(request.form.lists())
    card = Card("".join(given.get("name", [])[:1]), typed(game, given))
    problem = in_words(no, Text("Nothing was kept yet. What you typed is still here."))
    return card_page(title, card, live, problem, getattr(no, "field", "")), problem.status


def in_words(no: Exception, text: Text) -> Problem:
    """A refusal with its own sentence as the head."""
    problem = of(no)
    head = no.text if isinstance(no, TableRefusal) else problem.head
    return replace(problem, head=head, text=text if problem.status == 422 else problem.text)


@bp.post("/cards/<title>/remove")
def remove(title: str) -> Any:
    """A card is no longer in the book; what is printed stays, and so does what tables know."""
    game, _edition = the_book(title)
    parts().tables.forget_card(game, title, request.form.get("name", "")[:60])
    return to_the_book(title)


@bp.get("/cards/<title>/remove")
@bp.get("/cards/<title>/import")
def to_the_book(title: str, kept: str | None = None) -> Any:
    the_book(title)
    live = table_asked_for(title)
    place = url_for("cards.book", title=title, table=live.row.id if live else None, kept=kept)
    return redirect(place, code=303)


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
    try:
        if upload is None or not upload.filename:
            raise TableRefusal(Text("Choose a file first."))
        added, stayed = bring(game, title, cards_in_file(game, upload.read()))
    except BadRecord as bad:
        head = Text("This file cannot be brought in: {why}.", why=str(bad).removesuffix("."))
        text = Text("Nothing was added. What fits is a file made with “Save the book as a file”.")
        return book_page(title, Problem(422, head, text)), 422
    except REFUSED as no:
        problem = in_words(no, Text("Nothing was added."))
        return book_page(title, problem), problem.status
    live = table_asked_for(title)
    table = live.row.id if live else None
    return redirect(url_for("cards.book", title=title, table=table, added=added, stayed=stayed), code=303)


def bring(game: Game, title: str, cards: Sequence[Card]) -> tuple[int, int]:
    """Cards of a file into the book: how many, and how many stayed as the book has them."""
    book = {key_of(card.name): card for card in parts().tables.cards.all(game, title) if not card.source}
    here = [
        card for card in cards if key_of(card.name) in book and book[key_of(card.name)].facts != card.facts
    ]
    stay = [] if request.form.get("replace") else here
    added = [card for card in cards if card not in stay]
    parts().tables.keep_cards(game, title, added)
    return len(added), len(stay)


def known_cards(game: Game, title: Title) -> list[Card]:
    """For a game's own pages: the cards to tap."""
    return parts().tables.cards.all(game, title.key)


def table_asked_for(title: str) -> LiveTable | None:
    """The table somebody came from, if this is its book and they sit at it."""
    live = came_from(the_book(title)[0])
    return live if live is not None and live.row.title == title else None
