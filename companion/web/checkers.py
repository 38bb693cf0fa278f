"""Pages that need no table: one sum, one trick, one argument settled."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from companion.core.contract import BadForm, Cards, Form, Game, RuleViolation
from companion.tables.live import LiveTable
from companion.web.context import came_from, parts
from companion.web.errors import of

bp = Blueprint("checkers", __name__)


def known_here(game: Game, here: LiveTable | None) -> Cards:
    """The cards of the book, and over them what the table says that the page was opened from."""
    if game.cards is None:
        return {}
    book = parts().tables.cards.all(game, here.row.title if here else game.titles[0].key)
    return {card.name: card.facts for card in book} | (dict(here.table.cards) if here else {})


@bp.get("/check/<key>/<checker_key>")
def page(key: str, checker_key: str) -> str | tuple[str, int]:
    """A form and its answer on one page; the address holds the question, so it can be passed on."""
    game = parts().shelf.games.get(key)
    checker = next((c for c in game.checkers if c.key == checker_key), None) if game else None
    if game is None or checker is None:
        abort(404)
    asked = dict(request.args.lists())
    here = came_from(game)
    cards, state = known_here(game, here), here.table.state if here else None
    context = {"game": game, "title": game.titles[0], "checker": checker, "asked": request.args, "live": here}
    template = f"{key}/check_{checker_key}.html"
    try:
        return render_template(
            template, **context, view=checker.view(Form(asked), cards, state), problem=None
        )
    except (RuleViolation, BadForm) as no:
        view = checker.view(Form({}), cards, state)
        return render_template(template, **context, view=view, problem=of(no)), 422
