"""Flask: thin, and it names no game."""

from __future__ import annotations

from flask import Flask, request
from flask_babel import Babel
from flask_compress import Compress
from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined

from companion.web import cards, checkers, finish, history, home, join, play, rules, settings, setup, stream
from companion.web.assets import init_assets
from companion.web.context import Parts
from companion.web.errors import init_errors
from companion.web.guesses import Guesses
from companion.web.htmx import init_htmx
from companion.web.screens import Screens
from companion.web.security import init_security
from companion.web.texts import init_texts

BODY_BYTES = 64_000
IMPORT_BYTES = 2_100_000


def create_app(parts: Parts) -> Flask:
    app = Flask("companion", static_folder=None, template_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=BODY_BYTES,
        MAX_FORM_PARTS=200,
        COMPRESS_ALGORITHM="gzip",
        COMPRESS_MIMETYPES=["text/html", "application/json"],
        COMPRESS_STREAMS=False,
    )
    app.extensions["companion"] = parts
    app.extensions["screens"] = Screens()
    app.extensions["guesses"] = Guesses()
    loaders = [FileSystemLoader(folder) for folder in parts.shelf.folders("templates")]
    app.jinja_loader = ChoiceLoader(loaders)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    Babel(app)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    Compress(app)
    init_htmx(app)
    init_texts(app)

    @app.before_request
    def allow_larger_imports() -> None:
        """Before anything reads the form."""
        if request.endpoint == "home.bring_in":
            request.max_content_length = IMPORT_BYTES

    init_security(app)
    init_assets(app, parts.shelf.folders("static"))
    init_errors(app)
    app.jinja_env.globals["known_cards"] = cards.known_cards
    for module in (home, setup, join, play, stream, history, settings, finish, rules, checkers, cards):
        app.register_blueprint(module.bp)

    @app.get("/healthz")
    def healthz() -> tuple[str, int]:
        return "", 204

    return app
