"""What stands on every answer, also on every kind of error."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.cookies import SimpleCookie

import pytest
from desk import Desk, Scene
from werkzeug.test import TestResponse

from companion.web.guesses import GUESSES_PER_MINUTE

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PAGES = [
    *("/", "/new/tally", "/join", "/rules/tally", "{here}", "{here}/watch", "{here}/log", "{here}/log/1"),
    *("{here}/more", "{here}/scores", "{here}/seats", "{here}/host", "{here}/export.json", "{here}/stream"),
    *("{here}/here", "/healthz"),
]
ERRORS = [400, 403, 404, 405, 409, 413, 422, 429, 500, 503]
MONTH = 30 * 24 * 3600


@contextmanager
def wrong(status: int, desk: Desk, scene: Scene, *, htmx: bool = False) -> Iterator[TestResponse]:
    """An answer with this status, provoked the way it happens."""
    seat, path = scene["seat"], f"{scene.path}/enter"
    with ExitStack() as stack:
        match status:
            case 400:
                yield seat.post(path, {"do": "dance"}, htmx=htmx)
            case 403:
                yield scene["spectator"].post(path, {"do": "pass"}, htmx=htmx)
            case 404:
                yield seat.get("/t/0000000000000000", htmx=htmx)
            case 405:
                yield seat.get(path, htmx=htmx)
            case 409:
                scene.enter(scene.seats[1], do="count", seat=0, n=1)
                yield seat.post(path, {"do": "pass", "seen": "0"}, htmx=htmx)
            case 413:
                yield seat.post(path, {"do": "x" * 70_000}, htmx=htmx)
            case 422:
                yield seat.post(path, {"do": "count", "seat": "0", "n": "-1"}, htmx=htmx)
            case 429:
                for _ in range(GUESSES_PER_MINUTE):
                    seat.post("/join", {"code": "XXXXXX"})
                yield seat.post("/join", {"code": "XXXXXX"}, htmx=htmx)
            case 500:
                patch = stack.enter_context(pytest.MonkeyPatch.context())
                patch.setitem(desk.app.view_functions, "play.table", lambda table_id: 1 / 0)
                yield seat.get(scene.path, htmx=htmx)
            case 503:
                stack.enter_context(desk.cannot_write())
                yield seat.post(path, {"do": "pass"}, htmx=htmx)
            case _:
                raise AssertionError(status)


def check(answer: TestResponse) -> None:
    headers = answer.headers
    assert headers["Content-Security-Policy"] == CSP
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "geolocation=()" in headers["Permissions-Policy"]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    for banner in ("Server", "X-Powered-By", "Via"):
        assert not re.search(r"\d", headers.get(banner, ""))
    assert len(headers.getlist("Content-Security-Policy")) == 1
    for name in ("Access-Control-Allow-Origin", "Access-Control-Allow-Credentials"):
        assert name not in headers


def check_cookie(answer: TestResponse) -> None:
    (raw,) = answer.headers.getlist("Set-Cookie")
    (cookie,) = SimpleCookie(raw).values()
    assert cookie.key == "companion_device"
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert not cookie["domain"]
    assert 0 < int(cookie["max-age"]) <= MONTH
    assert re.fullmatch("[0-9a-f]{32}", cookie.value)


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_the_headers_and_is_never_stored(scene: Scene, path: str, htmx: bool) -> None:
    scene.count(0, 1)
    answer = scene["host"].get(path.format(here=scene.path), htmx=htmx, buffered=False)
    assert answer.status_code in (200, 204)
    check(answer)
    check_cookie(answer)
    assert answer.headers["Cache-Control"] == "no-store"
    answer.close()


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("status", ERRORS)
def test_every_error_has_the_headers_and_is_never_stored(
    desk: Desk, scene: Scene, status: int, htmx: bool
) -> None:
    with wrong(status, desk, scene, htmx=htmx) as answer:
        assert answer.status_code == status
        check(answer)
        check_cookie(answer)
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.mimetype == "text/html"


def test_a_redirect_has_the_headers(scene: Scene) -> None:
    answer = scene["seat"].post(f"{scene.path}/enter", {"do": "pass"})
    assert answer.status_code == 303
    check(answer)
    check_cookie(answer)
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_refused_host_name_gets_the_headers_but_no_cookie(scene: Scene) -> None:
    answer = scene["seat"].get("/", host="evil.example")
    check(answer)
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "bad",
    ["", "x", "0" * 31, "0" * 33, "é" * 16, "../../../../../../../../../../x", "0" * 31 + "\t", '"' * 32],
)
def test_an_odd_cookie_is_replaced_by_a_fresh_one(desk: Desk, bad: str) -> None:
    device = desk.device()
    device.cookie = bad.encode().decode("latin-1")
    answer = device.get("/")
    check_cookie(answer)
    assert f"companion_device={bad};" not in answer.headers["Set-Cookie"]


def test_a_device_keeps_its_cookie(scene: Scene) -> None:
    assert scene["seat"].token in scene["seat"].get("/").headers["Set-Cookie"]


def test_no_stored_or_exported_text_holds_a_token(desk: Desk, scene: Scene) -> None:
    scene.count(0, 1)
    device = scene["seat"]
    stored = str([desk.store.rows(f"select * from {name}") for name in ("tables", "entries", "members")])
    exported = device.get(f"{scene.path}/export.json").text
    log = device.get(f"{scene.path}/log").text
    for secret in (device.token, desk.tables.invite(scene.live.row.id), desk.parts.secret.hex()):
        assert secret not in stored + exported + log
    assert device.id not in exported + log


# -- files that never change


def links(page: str) -> set[str]:
    return set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))


def test_files_named_by_their_content_may_be_kept_for_a_year(scene: Scene) -> None:
    found = {
        link.replace("&amp;", "&")
        for path in ("/", scene.path)
        for link in links(scene["seat"].get(path).text)
    }
    assert len(found) >= 6
    for link in found:
        answer = scene["seat"].get(link)
        assert answer.status_code == 200
        check(answer)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in answer.headers
        plain = scene["seat"].get(link.split("?")[0] + "?v=000000000000")
        assert plain.headers["Cache-Control"] == "no-cache"
        packed = scene["seat"].get(link, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Vary"] == "Accept-Encoding"
        check(packed)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "nothing.css",
        "../pyproject.toml",
        "%2e%2e/pyproject.toml",
        "css/../../README.md",
        "/etc/passwd",
        "\x00",
    ],
)
def test_there_is_nothing_beside_the_files(desk: Desk, name: str) -> None:
    answer = desk.device().get(f"/static/{name}")
    assert answer.status_code in (404, 308)
    check(answer)


def test_healthz_tells_nothing(desk: Desk) -> None:
    answer = desk.device().get("/healthz")
    assert (answer.status_code, answer.data) == (204, b"")


def test_an_export_is_a_file_to_keep(scene: Scene) -> None:
    answer = scene["seat"].get(f"{scene.path}/export.json")
    assert answer.mimetype == "application/json"
    name = f'attachment; filename="tally-{scene.live.row.code}.json"'
    assert answer.headers["Content-Disposition"] == name


def test_a_large_import_is_not_stopped_by_the_limit_of_other_forms(desk: Desk) -> None:
    device = desk.device()
    answer = device.post("/import", {"file": (io.BytesIO(b" " * 100_000), "table.json")})
    assert answer.status_code == 400
