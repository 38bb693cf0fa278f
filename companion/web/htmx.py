"""The fence around htmx-flask: the only module that imports it.

Used: `request.htmx` as a truth value and `trigger=` of its response. Its `reswap` is broken and
its other request attributes speak the vocabulary of an older htmx, so nothing else of it is.
"""

from __future__ import annotations

from typing import cast

from flask import Flask, Response, request
from htmx_flask import Htmx
from htmx_flask import make_response as htmx_response


def init_htmx(app: Flask) -> None:
    Htmx(app)


def is_htmx() -> bool:
    """Whether a page of ours asks for fragments, not for a whole page."""
    return bool(getattr(request, "htmx", False))


def fragments(html: str, status: int = 200, trigger: str | None = None) -> Response:
    """Fragments for a page that is already there; `trigger` is an event the page hears of."""
    response = cast(Response, htmx_response(html, trigger=trigger) if trigger else htmx_response(html))
    response.status_code = status
    return response
