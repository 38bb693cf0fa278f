"""What stands before every view and on every answer: Host, Origin, CSRF, device cookie, headers."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request
from flask_babel import gettext

from companion.web.context import parts

COOKIE = "companion_device"
COOKIE_SECONDS = 30 * 24 * 3600
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HOST = re.compile(r"(?P<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII)
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


def init_security(app: Flask) -> None:
    app.before_request(check_host)
    app.before_request(know_device)
    app.before_request(check_origin)
    app.after_request(add_headers)
    app.jinja_env.globals["csrf_token"] = csrf_token


def host_is_ours(host: str, names: frozenset[str], addresses: Callable[[], Sequence[str]]) -> bool:
    """Against DNS rebinding: a name must be ours; a number must be one a home network uses, or our own."""
    found = HOST.fullmatch(host.lower())
    if found is None:
        return False
    name = found["name"].strip("[]")
    if name in names:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    if address.is_loopback or address.is_private or address.is_link_local:
        return True
    return any(urlsplit(known).hostname == name for known in addresses())


def check_host() -> Response | None:
    """Answers by itself, in plain text: without a name that can be believed no address can be built."""
    if host_is_ours(request.headers.get("Host", ""), parts().hosts, parts().addresses):
        return None
    text = gettext("This address is not mine. Open the one on the host's screen.")
    return Response(text, 400, content_type="text/plain; charset=utf-8")


def know_device() -> None:
    """Every browser gets a secret token; only its digest is ever stored."""
    token = request.cookies.get(COOKIE, "")
    fresh = not (len(token) == 32 and token.isascii() and token.isalnum())
    if fresh:
        token = secrets.token_hex(16)
    g.token, g.fresh = token, fresh
    g.device = hashlib.sha256(token.encode()).hexdigest()


def csrf_token() -> str:
    return hmac.new(parts().secret, f"csrf:{g.token}".encode(), hashlib.sha256).hexdigest()[:32]


def check_origin() -> None:
    """Two independent checks on everything that changes something: where from, and our token."""
    if request.method in SAFE_METHODS:
        return
    if request.headers.get("Origin") not in {f"http://{request.host}", f"https://{request.host}"}:
        abort(403, "This came from another page. Open the table again and retry.")
    given = request.form.get("csrf") or request.headers.get("X-CSRF") or ""
    if g.fresh or not hmac.compare_digest(given.encode(), csrf_token().encode()):
        abort(403, "This page is too old. Reload it and try again.")


def add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers[name] = value
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    if getattr(g, "token", None) and not request.path.startswith("/static/"):
        response.set_cookie(COOKIE, g.token, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax")
    return response
