"""Pages that need no table: one sum, one trick, one argument settled."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from companion.core.contract import BadForm, Form, RuleViolation
from companion.web.context import parts
from companion.web.errors import of

bp = Blueprint("checkers", __name__)


@bp.get("/check/<key>/<checker_key>")
def page(key: str, checker_key: str) -> str | tuple[str, int]:
    """A form and its answer on one page; the address holds the question, so it can be passed on."""
    game = parts().shelf.games.get(key)
    checker = next((c for c in game.checkers if c.key == checker_key), None) if game else None
    if game is None or checker is None:
        abort(404)
    asked = dict(request.args.lists())
    context = {"game": game, "title": game.titles[0], "checker": checker, "asked": request.args}
    template = f"{key}/check_{checker_key}.html"
    try:
        return render_template(template, **context, view=checker.view(Form(asked)), problem=None)
    except (RuleViolation, BadForm) as no:
        view = checker.view(Form({}))
        return render_template(template, **context, view=view, problem=of(no)), 422
