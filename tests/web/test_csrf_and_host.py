"""What comes from another page or under a foreign name changes nothing and learns nothing."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from desk import ADDRESSES, HERE, Desk, Scene
from werkzeug.test import TestResponse

from companion.web.qr import svg
from companion.web.security import host_is_ours

DOCUMENT = json.dumps({"companion": 1, "game": "tally", "players": ["Di", "Ed"], "entries": []}).encode()
CHANGES: dict[str, dict[str, Any]] = {
    "/new/tally": {"player": ["Di", "Ed"], "mode": "host"},
    "/import": {},
    "/join": {"code": "{code}"},
    "{here}/seats": {"watch": "1"},
    "{here}/newcomer": {"name": "Dee"},
    "{here}/enter": {"do": "count", "seat": "0", "n": "1"},
    "{here}/undo": {"seq": "2"},
    "{here}/redo": {"seq": "2"},
    "{here}/log/1": {"verb": "strike", "confirm": "1"},
    "{here}/adjust": {"seat": "0", "amount": "3", "reason": "why"},
    "{here}/options": {"limit": "20"},
    "{here}/players": {"seat": "0", "name": "Anna"},
    "{here}/answer": {"yes": "x"},
    "{here}/lock": {"locked": "1"},
    "{here}/wifi": {"name": "Home", "password": "pw"},
    "{here}/revert": {"seat": "0"},
    "{here}/card": {"name": "Booster", "plus": "3"},
    "/cards/tally/card": {"name": "Booster", "plus": "3"},
    "/cards/tally/import": {},
    "/cards/tally/remove": {"name": "Booster"},
    "{here}/resume": {},
}
ATTACKS: dict[str, dict[str, Any]] = {
    "another site": {"origin": "http://evil.example"},
    "a look-alike": {"origin": f"http://{HERE}.evil.example"},
    "another port": {"origin": "http://192.168.7.20:9090"},
    "no port": {"origin": "http://192.168.7.20"},
    "another scheme": {"origin": f"ftp://{HERE}"},
    "user part": {"origin": f"http://evil@{HERE}"},
    "null": {"origin": "null"},
    "none": {"origin": None},
    "empty": {"origin": ""},
    "nonsense": {"origin": "http://["},
    "no token": {"csrf": None},
    "empty token": {"csrf": ""},
    "wrong token": {"csrf": "0" * 32},
    "odd token": {"csrf": "é\x00" * 16},
    "token of another device": {"csrf": "other"},
    "token only in the address": {"csrf": None, "query_string": "own"},
}


def test_every_route_that_changes_something_is_attacked(desk: Desk) -> None:
    def shape(path: str) -> str:
        for concrete, rule in (
            ("{here}", "/t/<table_id>"),
            ("/log/1", "/log/<int:seq>"),
            ("tally", "<title>"),
        ):
            path = path.replace(concrete, rule)
        return path

    known = {rule.rule for rule in desk.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert {shape(path) for path in CHANGES} == known


def attack(scene: Scene, path: str, **how: Any) -> TestResponse:
    host = scene["host"]
    form = {
        k: v if isinstance(v, list) else v.format(code=scene.live.row.code) for k, v in CHANGES[path].items()
    }
    if path == "/import":
        form["file"] = (io.BytesIO(DOCUMENT), "table.json")
    if how.get("csrf") == "other":
        how["csrf"] = scene["seat"].csrf
    if how.get("query_string") == "own":
        how["query_string"] = {"csrf": host.csrf}
    return host.post(path.format(here=scene.path), form, **how)


@pytest.mark.parametrize("how", ATTACKS)
@pytest.mark.parametrize("path", CHANGES)
def test_a_post_that_is_not_from_our_own_page_is_refused(
    desk: Desk, scene: Scene, path: str, how: str
) -> None:
    scene.count(0, 1)
    scene.count(1, 1)
    desk.parts.operators.add(scene["host"].id)
    seats, before, version = dict(scene.live.members), desk.on_disk(), scene.live.version
    answer = attack(scene, path, **ATTACKS[how])
    assert answer.status_code == 403
    assert "Location" not in answer.headers
    assert (scene.live.members, desk.on_disk(), scene.live.version) == (seats, before, version)
    assert (scene.live.wifi, scene.live.row.locked, scene.live.requests) == (None, False, {})


@pytest.mark.parametrize("path", CHANGES)
def test_the_same_post_from_our_own_page_is_not(desk: Desk, path: str) -> None:
    """Else the test above would prove nothing."""
    scene = desk.scene("Ann", "Bo")
    scene.count(0, 1)
    desk.parts.operators.add(scene["host"].id)
    assert attack(scene, path).status_code != 403


def test_a_first_request_without_cookie_changes_nothing_even_with_a_right_looking_token(desk: Desk) -> None:
    device = desk.device()
    token = device.csrf
    device.cookie = None
    before = desk.on_disk()
    assert device.post("/new/tally", {"player": ["A", "B"]}, csrf=token).status_code == 403
    assert desk.on_disk() == before


def test_the_token_may_come_as_a_header(scene: Scene) -> None:
    seat = scene["seat"]
    form = {"do": "count", "seat": "0", "n": "1"}
    answer = seat.post(f"{scene.path}/enter", form, csrf=None, headers={"X-CSRF": seat.csrf})
    assert answer.status_code == 303
    answer = seat.post(f"{scene.path}/enter", form, csrf=None, headers={"X-CSRF": scene["host"].csrf})
    assert answer.status_code == 403


# -- the name under which we are asked

FOREIGN = [
    *(
        "evil.example",
        "evil.example:8080",
        "companion.evil.example",
        "localhost.evil.example",
        "table.test.evil.org",
    ),
    *(
        "127.0.0.1.evil.example",
        "192.168.7.20.nip.io",
        "192-168-7-20.evil.example",
        "a.local",
        "evil.local:8080",
        "example",
    ),
    *("8.8.8.8", "8.8.8.8:8080", "1.1.1.1", "203.0.114.1", "[2606:4700::1111]", "[2606:4700::1111]:8080"),
    *(
        "",
        " ",
        ".",
        "..",
        "-",
        "_",
        "*",
        "?",
        "#",
        "@",
        "/",
        "\\",
        ":",
        ":80",
        ":8080",
        "[",
        "]",
        "[]",
        "[::",
        "::1",
    ),
    *(
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "017700000001",
        "0177.0.0.1",
        "127.1",
        "127.0.1",
        "127.0.0.1.",
    ),
    *("127.0.0.1:", "127.0.0.1:x", "127.0.0.1:80:80", "127.0.0.1:99999999", "127.0.0.1:-1", "127.0.0.1 evil"),
    *("127.0.0.1,evil.example", "127.0.0.1;evil", "127.0.0.1/evil", "127.0.0.1?evil", "127.0.0.1#evil"),
    *(
        "127.0.0.1\\evil",
        "evil.example@127.0.0.1",
        "evil:x@127.0.0.1",
        "127.0.0.1@evil.example",
        "127.0.0.1\tevil",
    ),
    *(
        "localhost evil",
        "localhost/evil",
        "localhost@evil",
        "localhost,evil",
        "localhost.",
        "localhost..",
        ".localhost",
    ),
    *(
        "localhost\\.evil",
        "localhost%00.evil",
        "localhost%2eevil",
        "l0calhost",
        "lоcalhost",
        "ⓛocalhost",
    ),
    *("１２７.0.0.1", "127。0。0。1", "١٢٧.0.0.1", "table.test.", "table.tes", "ttable.test", "table..test"),
    *(
        "<script>",
        "'\"><img src=x>",
        "{{7*7}}",
        "$(id)",
        "%0d%0aX: y",
        "null",
        "undefined",
        "true",
        "file",
        "http://",
    ),
    *(
        "http://127.0.0.1",
        "//127.0.0.1",
        "a" * 300,
        "9" * 300,
        "1.2.3",
        "1.2.3.4.5",
        "256.0.0.1",
        "fe80::1",
        "[fe80::zz]",
    ),
]
OURS = [
    *(HERE, "192.168.7.20", "localhost", "localhost:8080", "LOCALHOST", "table.test:8080", "127.0.0.1:8080"),
    *("10.0.0.7:8080", "172.16.3.4", "169.254.1.1", "[::1]:8080", "[fd00::1]:8080", "[fe80::1]"),
]
PLACES = [
    "/",
    "/healthz",
    "{here}",
    "{here}/stream",
    "/static/css/table.css",
    "/nowhere",
    "/j/x/y",
    "{here}/export.json",
]


@pytest.mark.parametrize("place", PLACES)
def test_under_a_foreign_name_there_is_nothing_here(desk: Desk, scene: Scene, place: str) -> None:
    path = place.format(here=scene.path)
    assert len(FOREIGN) >= 100
    for host in FOREIGN:
        answer = scene["host"].get(path, host=host.encode().decode("latin-1"))
        assert answer.status_code == 400, host
        page = answer.text
        assert scene.live.row.code not in page
        assert scene.live.row.id not in page
        assert scene["host"].csrf not in page
        assert "Ann" not in page
        assert not answer.headers.get("Set-Cookie")


def test_a_post_under_a_foreign_name_changes_nothing(desk: Desk, scene: Scene) -> None:
    before = desk.on_disk()
    for host in FOREIGN:
        sent = host.encode().decode("latin-1")
        origin = f"http://{sent}" if sent.isprintable() else None
        answer = scene["host"].post(f"{scene.path}/lock", {"locked": "1"}, host=sent, origin=origin)
        assert answer.status_code == 400, host
    assert desk.on_disk() == before


@pytest.mark.parametrize("host", OURS)
def test_our_own_names_and_the_numbers_of_a_home_network_are_ours(scene: Scene, host: str) -> None:
    assert scene["host"].get("/join", host=host).status_code == 200


def test_a_number_the_qr_code_offers_is_ours_even_if_it_is_no_private_one() -> None:
    offered = ["http://100.64.3.4:8080", "http://198.51.7.9:8080"]
    for host in ("100.64.3.4", "100.64.3.4:8080", "198.51.7.9:8080"):
        assert host_is_ours(host, frozenset({"localhost"}), lambda: offered)
        assert not host_is_ours(host, frozenset({"localhost"}), lambda: offered[:0])


@pytest.mark.parametrize("host", OURS)
def test_the_join_link_and_its_qr_code_never_come_from_the_host_header(
    desk: Desk, scene: Scene, host: str
) -> None:
    invite = f"/j/{scene.live.row.id}/{desk.tables.invite(scene.live.row.id)}"
    for number, address in enumerate(ADDRESSES):
        forged = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
        page = scene["host"].get(f"{scene.path}/host?address={number}", host=host, headers=forged).text
        assert str(svg(address + invite, "QR code that opens this table")) in page
        assert f'value="{address}{invite}"' in page
        assert "evil.example" not in page
    for odd in ("-1", "2", "x", "9" * 400):
        page = scene["host"].get(f"{scene.path}/host?address={odd}", host=host).text
        assert str(svg(ADDRESSES[0] + invite, "QR code that opens this table")) in page


def test_redirects_stay_on_this_server(scene: Scene) -> None:
    seat = scene["seat"]
    places = [
        *(
            "http://evil.example",
            "//evil.example",
            "/\\evil.example",
            "javascript:alert(1)",
            f"{scene.path}/../../x",
        ),
        *(
            f"{scene.path}/x\r\nSet-Cookie: a=b",
            f"{scene.path}@evil.example",
            f"{scene.path}/\x00",
            "é" * 100,
        ),
    ]
    for back in places:
        answer = seat.post(f"{scene.path}/enter", {"do": "count", "seat": "0", "n": "0", "back": back})
        assert answer.status_code == 303, back
        assert answer.headers["Location"].startswith(scene.path)
        assert "\n" not in answer.headers["Location"]
        assert "a=b" not in str(answer.headers.getlist("Set-Cookie"))
    answer = seat.post(f"{scene.path}/enter", {"do": "pass", "back": f"{scene.path}/log"})
    assert answer.headers["Location"] == f"{scene.path}/log"
