"""The short code: guessing is limited, and a right one only asks to be let in."""

from __future__ import annotations

import pytest
from desk import Desk, Scene

from companion.web.guesses import GUESSES_IN_ALL, GUESSES_PER_MINUTE


@pytest.mark.parametrize(
    "code", ["XXXXXX", "", " ", "é", "x" * 60, "0", "'; drop table entries", "<b>", "\x00", "%"]
)
def test_a_wrong_code_is_told_and_asks_nobody(desk: Desk, scene: Scene, code: str) -> None:
    before = desk.on_disk()
    answer = scene["stranger"].post("/join", {"code": code})
    assert answer.status_code == 422
    assert "There is no open table" in answer.text
    assert "<b>" not in answer.text.split("There is no open table")[1].split("</p>")[0]
    assert desk.on_disk() == before


def test_after_some_wrong_codes_a_device_must_wait_also_with_a_right_one(scene: Scene) -> None:
    stranger = scene["stranger"]
    statuses = [stranger.post("/join", {"code": "XXXXXX"}).status_code for _ in range(GUESSES_PER_MINUTE + 2)]
    assert statuses == [422] * GUESSES_PER_MINUTE + [429, 429]
    right = stranger.post("/join", {"code": scene.live.row.code})
    assert right.status_code == 429
    assert not scene.live.requests
    assert scene["spectator"].post("/join", {"code": scene.live.row.code}).status_code == 303


def test_after_a_minute_it_may_try_again(desk: Desk, scene: Scene) -> None:
    stranger = scene["stranger"]
    for _ in range(GUESSES_PER_MINUTE + 1):
        stranger.post("/join", {"code": "XXXXXX"})
    guesses = desk.app.extensions["guesses"]
    guesses._wrong = type(guesses._wrong)((at - 61, who) for at, who in guesses._wrong)
    assert stranger.post("/join", {"code": scene.live.row.code}).status_code == 303


def test_fresh_cookies_do_not_help_for_long(desk: Desk, scene: Scene) -> None:
    token = desk.device()
    for _ in range(GUESSES_IN_ALL):
        desk.app.extensions["guesses"].wrong("somebody")
    assert token.post("/join", {"code": scene.live.row.code}).status_code == 429
    invite = desk.tables.invite(scene.live.row.id)
    assert token.get(f"/j/{scene.live.row.id}/{invite}").status_code == 303


@pytest.mark.parametrize("written", ["{0}", "{1}", " {0} ", "{2} {3}"])
def test_a_right_code_only_asks_to_be_let_in(scene: Scene, written: str) -> None:
    stranger, code = scene["stranger"], scene.live.row.code
    answer = stranger.post("/join", {"code": written.format(code, code.lower(), code[:3], code[3:])})
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{scene.path}/wait"
    assert stranger.id not in scene.live.members
    assert stranger.get(scene.path).status_code == 404
    assert "knocks" in scene["host"].get(f"{scene.path}/host").text
    assert "knocks" not in scene["seat"].get(scene.path).text


def test_knocking_twice_is_knocking_once_but_works_again_after_the_knock_is_forgotten(scene: Scene) -> None:
    stranger, code = scene["stranger"], scene.live.row.code
    for _ in range(3):
        stranger.post("/join", {"code": code})
    (knock,) = scene.live.open_requests()
    scene.live.requests[knock.id] = type(knock)(knock.id, knock.device, knock.seat, knock.at - 1000)
    assert not scene.live.open_requests()
    stranger.post("/join", {"code": code})
    assert len(scene.live.open_requests()) == 1


def test_a_phone_that_was_turned_away_learns_nothing_more(scene: Scene) -> None:
    stranger = scene["stranger"]
    stranger.post("/join", {"code": scene.live.row.code})
    (knock,) = scene.live.requests
    scene["host"].post(f"{scene.path}/answer", {"no": knock})
    assert stranger.id not in scene.live.members
    assert stranger.get(f"{scene.path}/wait").status_code == 404


def test_who_sits_there_already_goes_straight_to_the_table(scene: Scene) -> None:
    answer = scene["seat"].post("/join", {"code": scene.live.row.code})
    assert answer.headers["Location"] == scene.path
    assert not scene.live.requests
