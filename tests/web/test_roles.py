"""Who may use which route. Drawn up from the app's own map: a route without a row here fails."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from desk import OPERATOR_TOKEN, ROLES, Desk, Device, Scene
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.shelf import Shelf

RANK = ("spectator", "seat", "scorer", "host")
TABLE = "/t/<table_id>"

ANYBODY = {
    "GET /",
    "GET /healthz",
    "GET /static/<path:name>",
    "GET /new/<title>",
    "POST /new/<title>",
    "POST /import",
    "GET /join",
    "POST /join",
    "GET /rules/<key>",
    "GET /check/<key>/<checker_key>",
    "GET /cards/<title>",
    "GET /cards/<title>/card",
    "POST /cards/<title>/card",
    "GET /cards/<title>/cards.json",
    "POST /cards/<title>/import",
    "GET /cards/<title>/import",
    "POST /cards/<title>/remove",
    "GET /cards/<title>/remove",
}
"""Open to every device in the house: they tell nothing about a table it does not sit at."""

BY_LINK = {"GET /host/<token>", "GET /j/<table_id>/<token>", f"GET {TABLE}/wait", f"POST {TABLE}/resume"}
"""Each has its own key and its own tests below."""

AT_THE_TABLE = {
    f"GET {TABLE}": "spectator",
    f"GET {TABLE}/watch": "spectator",
    f"GET {TABLE}/stream": "spectator",
    f"GET {TABLE}/here": "spectator",
    f"GET {TABLE}/log": "spectator",
    f"GET {TABLE}/more": "spectator",
    f"GET {TABLE}/scores": "spectator",
    f"GET {TABLE}/export.json": "spectator",
    f"GET {TABLE}/seats": "spectator",
    f"POST {TABLE}/seats": "spectator",  # sitting down is how a spectator becomes more
    f"POST {TABLE}/newcomer": "spectator",  # the same, under a new name
    f"POST {TABLE}/enter": "seat",
    f"POST {TABLE}/undo": "seat",
    f"POST {TABLE}/redo": "seat",
    f"GET {TABLE}/log/<int:seq>": "seat",
    f"POST {TABLE}/log/<int:seq>": "seat",
    f"POST {TABLE}/adjust": "seat",
    f"POST {TABLE}/options": "seat",
    f"POST {TABLE}/players": "seat",
    f"POST {TABLE}/answer": "seat",
    f"GET {TABLE}/card": "seat",
    f"POST {TABLE}/card": "seat",
    f"GET {TABLE}/host": "host",
    f"POST {TABLE}/lock": "host",
    f"POST {TABLE}/wifi": "host",
    f"POST {TABLE}/revert": "host",
}
"""The least role that may."""

FORMS: dict[str, dict[str, str]] = {
    "/seats": {"seat": "1"},
    "/newcomer": {"name": "Dee", "sit": "1"},
    "/enter": {"do": "count", "seat": "0", "n": "1"},
    "/undo": {"seq": "2"},
    "/redo": {"seq": "2"},
    "/log/<int:seq>": {"verb": "strike", "confirm": "1", "drops": ""},
    "/adjust": {"seat": "0", "amount": "3", "reason": "miscounted"},
    "/options": {"limit": "20"},
    "/players": {"seat": "0", "name": "Anna"},
    "/lock": {"locked": "1"},
    "/card": {"name": "Booster", "plus": "3"},
    "/wifi": {"name": "Home", "password": "secret"},
    "/revert": {"seat": "0"},
    "/answer": {"yes": "nobody"},
}
SETTLED = {200, 204, 303, 409, 422}


def keys(desk: Desk) -> dict[str, Rule]:
    return {
        f"{method} {rule.rule}": rule
        for rule in desk.app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in {"HEAD", "OPTIONS"}
    }


def ask(device: Device, key: str, scene: Scene, *, htmx: bool = False, method: str = "") -> TestResponse:
    """One request to a route of this scene's table, with a form that would work."""
    verb, rule = key.split(" ", 1)
    path = rule.replace("<table_id>", scene.live.row.id).replace("<int:seq>", "1")
    form = FORMS.get(rule.removeprefix(TABLE), {})
    if (method or verb) == "GET":
        return device.get(path, htmx=htmx, query_string=form if method else None, buffered=False)
    return device.post(path, {**form, "key": "matrix", "seen": str(scene.live.seq)}, htmx=htmx)


@pytest.fixture
def played(desk: Desk) -> Scene:
    """Two entries stand, one was undone; two players, so that somebody can still join."""
    scene = desk.scene("Ann", "Bo")
    scene.count(0, 1)
    scene.count(1, 2)
    return scene


def test_every_route_has_a_row(desk: Desk) -> None:
    assert set(keys(desk)) == ANYBODY | BY_LINK | set(AT_THE_TABLE)


def test_every_view_about_a_table_says_whom_it_needs(desk: Desk) -> None:
    found = {}
    for key, rule in keys(desk).items():
        if "table_id" in rule.arguments and key not in BY_LINK:
            found[key] = getattr(desk.app.view_functions[rule.endpoint], "needs", None)
    assert found == AT_THE_TABLE


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("key", AT_THE_TABLE)
def test_a_role_gets_what_it_may_and_no_more(
    desk: Desk, played: Scene, key: str, role: str, htmx: bool
) -> None:
    before = desk.on_disk()
    answer = ask(played[role], key, played, htmx=htmx)
    status = answer.status_code
    answer.close()
    if role not in RANK:
        assert status == 404
    elif RANK.index(role) < RANK.index(AT_THE_TABLE[key]):
        assert status == 403
    elif key == f"POST {TABLE}/answer":
        assert status == (200 if htmx else 303) if role == "host" else status == 403  # no such request
    else:
        assert status in SETTLED
        return
    assert desk.on_disk() == before


@pytest.mark.parametrize("key", AT_THE_TABLE)
def test_at_another_table_every_role_is_a_stranger(desk: Desk, played: Scene, scene: Scene, key: str) -> None:
    before = desk.on_disk()
    answers = {role: ask(played[role], key, scene) for role in ROLES}
    assert {role: answer.status_code for role, answer in answers.items()} == dict.fromkeys(ROLES, 404)
    assert desk.on_disk() == before


@pytest.mark.parametrize("key", [*AT_THE_TABLE, f"GET {TABLE}/wait"])
def test_a_stranger_cannot_tell_a_table_from_none(desk: Desk, scene: Scene, key: str) -> None:
    stranger = scene["stranger"]
    there = ask(stranger, key, scene)
    nowhere = desk.scene()
    nowhere.live.row = type(nowhere.live.row)(**{**_fields(nowhere.live.row), "id": "0" * 16})
    gone = ask(stranger, key, nowhere)
    assert (there.status_code, there.text) == (gone.status_code, gone.text)
    assert scene.live.row.code not in there.text
    assert "Ann" not in there.text


def _fields(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


@pytest.mark.parametrize(
    "key", [key for key in (*AT_THE_TABLE, *ANYBODY, *BY_LINK) if key.startswith("POST")]
)
def test_nothing_that_changes_works_by_get(desk: Desk, played: Scene, key: str) -> None:
    before = desk.on_disk()
    for role in ("host", "seat", "operator"):
        answer = ask(played[role], key.replace("<title>", "tally"), played, method="GET")
        also_a_page = key.replace("POST", "GET") in keys(desk)
        assert answer.status_code in ({200, 303, 404} if also_a_page else {405, 404})
        assert desk.on_disk() == before


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused_everywhere(desk: Desk, played: Scene, method: str) -> None:
    before = desk.on_disk()
    for key in AT_THE_TABLE:
        path = key.split(" ")[1].replace("<table_id>", played.live.row.id).replace("<int:seq>", "1")
        headers = {"Origin": "http://192.168.7.20:8080", "X-CSRF": played["host"].csrf}
        assert played["host"].open(method, path, headers=headers).status_code == 405
    assert desk.on_disk() == before


def test_a_spectator_adds_no_player_without_sitting_down(desk: Desk) -> None:
    scene = desk.scene("Ann", "Bo")
    answer = scene["spectator"].post(f"{scene.path}/newcomer", {"name": "Dee"})
    assert answer.status_code == 403
    assert scene.live.table.names == ("Ann", "Bo")
    assert scene["scorer"].post(f"{scene.path}/newcomer", {"name": "Dee"}).status_code == 303
    assert scene.live.table.names == ("Ann", "Bo", "Dee")


# -- routes with a key of their own


def test_the_link_in_the_qr_code_lets_in_as_a_spectator(desk: Desk, scene: Scene) -> None:
    invite = desk.tables.invite(scene.live.row.id)
    stranger = scene["stranger"]
    for wrong in (invite[:-1], invite + "A", "A" * len(invite), desk.tables.invite("0" * 16)):
        assert stranger.get(f"/j/{scene.live.row.id}/{wrong}").status_code == 404
    assert stranger.get(f"/j/{'0' * 16}/{desk.tables.invite('0' * 16)}").status_code == 404
    assert stranger.id not in scene.live.members
    assert stranger.get(f"/j/{scene.live.row.id}/{invite}").status_code == 303
    assert scene.live.members[stranger.id].role == "spectator"


def test_the_link_in_the_qr_code_takes_nothing_away(desk: Desk, scene: Scene) -> None:
    invite = desk.tables.invite(scene.live.row.id)
    before = dict(scene.live.members)
    for device in scene.everybody.values():
        assert device.get(f"/j/{scene.live.row.id}/{invite}").status_code == 303
    assert scene.live.members == before


def test_a_locked_table_lets_nobody_new_in(desk: Desk, scene: Scene) -> None:
    desk.seating.lock(scene.live, True)
    stranger, spectator = scene["stranger"], scene["spectator"]
    invite = desk.tables.invite(scene.live.row.id)
    assert stranger.get(f"/j/{scene.live.row.id}/{invite}").status_code == 422
    assert stranger.post("/join", {"code": scene.live.row.code}).status_code == 422
    assert spectator.post(f"{scene.path}/seats", {"seat": "0"}).status_code == 422
    assert stranger.id not in scene.live.members
    assert scene.live.members[spectator.id].seat is None
    assert not scene.live.requests


def test_only_who_has_knocked_may_wait(scene: Scene) -> None:
    stranger = scene["stranger"]
    assert stranger.get(f"{scene.path}/wait").status_code == 404
    assert stranger.post("/join", {"code": scene.live.row.code}).status_code == 303
    assert stranger.get(f"{scene.path}/wait").status_code == 200
    assert scene["operator"].get(f"{scene.path}/wait").status_code == 404
    for device in scene.everybody.values():
        assert device.get(f"{scene.path}/wait").status_code == 303


def test_a_knock_is_answered_by_the_host_only(scene: Scene) -> None:
    stranger = scene["stranger"]
    stranger.post("/join", {"code": scene.live.row.code})
    (request,) = scene.live.requests
    for role in ("spectator", "seat", "scorer"):
        assert scene[role].post(f"{scene.path}/answer", {"yes": request}).status_code == 403
    assert stranger.id not in scene.live.members
    assert scene["host"].post(f"{scene.path}/answer", {"yes": request}).status_code == 303
    assert scene.live.members[stranger.id].role == "spectator"


def test_a_seat_in_use_is_given_away_by_its_phone_or_the_host_only(scene: Scene) -> None:
    spectator = scene["spectator"]
    answer = spectator.post(f"{scene.path}/seats", {"seat": "1"})
    assert answer.headers["Location"].endswith("/seats")
    assert scene.live.members[spectator.id].seat is None
    (request,) = scene.live.requests
    for device in (scene["seat"], scene["scorer"], scene.seats[2]):
        assert device.post(f"{scene.path}/answer", {"yes": request}).status_code == 403
    assert scene.seats[1].post(f"{scene.path}/answer", {"yes": request}).status_code == 303
    assert scene.live.members[spectator.id].seat == 1
    assert scene.live.members[scene.seats[1].id].role == "spectator"


def test_the_link_of_the_terminal_makes_an_operator(desk: Desk, scene: Scene) -> None:
    stranger = scene["stranger"]
    for wrong in ("x", OPERATOR_TOKEN[:-1], OPERATOR_TOKEN + "x", "\u00e9"):
        assert stranger.get(f"/host/{wrong}").status_code == 404
    assert stranger.id not in desk.parts.operators
    assert "All tables on this computer" not in stranger.get("/").text
    assert stranger.get(f"/host/{OPERATOR_TOKEN}").status_code == 303
    assert "All tables on this computer" in stranger.get("/").text


@pytest.mark.parametrize("role", ROLES)
def test_only_an_operator_takes_up_a_table_again(desk: Desk, scene: Scene, role: str) -> None:
    before = desk.on_disk()
    answer = scene[role].post(f"{scene.path}/resume")
    nowhere = scene[role].post(f"/t/{'0' * 16}/resume")
    if role == "operator":
        assert (answer.status_code, nowhere.status_code) == (303, 404)
        assert scene.live.members[scene[role].id].role == "host"
    else:
        assert (answer.status_code, nowhere.status_code) == (403, 403)
        assert desk.on_disk() == before


@pytest.mark.parametrize("role", ["stranger", "operator"])
def test_anybody_in_the_house_may_open_a_table_and_becomes_its_host(
    desk: Desk, scene: Scene, role: str
) -> None:
    device = scene[role]
    form = {"player": ["Di", "Ed"], "mode": "host"}
    answer = device.post("/new/tally", form)
    assert answer.status_code == 303
    live = desk.tables.table(answer.headers["Location"].split("/")[2])
    assert {m.device: m.role for m in live.members.values()} == {device.id: "host"}
    document = {"companion": 1, "game": "tally", "players": ["Di", "Ed"], "entries": []}
    answer = device.post("/import", {"file": (io.BytesIO(json.dumps(document).encode()), "table.json")})
    assert answer.status_code == 303


def test_pages_for_anybody_name_no_table_of_others(scene: Scene) -> None:
    stranger = scene["stranger"]
    for path in ("/", "/new/tally", "/join", "/rules/tally", f"/rules/tally?table={scene.live.row.id}"):
        page = stranger.get(path).text
        assert scene.live.row.code not in page
        assert scene.live.row.id not in page
        assert "Ann" not in page


def test_the_rules_page_does_not_tell_a_table_from_none(scene: Scene) -> None:
    there = scene["stranger"].get(f"/rules/tally?table={scene.live.row.id}")
    nowhere = scene["stranger"].get("/rules/tally?table=0000000000000000")
    assert (there.status_code, there.text) == (nowhere.status_code, nowhere.text)


def test_the_rules_of_one_game_are_not_read_by_the_options_of_another(
    desk: Desk, scene: Scene, shelf: Shelf
) -> None:
    for key in shelf.games:
        assert scene["seat"].get(f"/rules/{key}?table={scene.live.row.id}").status_code == 200
