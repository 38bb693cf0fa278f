"""A preview shows what a change would do to everybody, not to the scores alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from desk import Desk, Scene


@pytest.fixture
def nifty(desk: Desk) -> Scene:
    """Ben has SAFE, Ann attacks with 7, Ben answers with 5 and gives up: Ann takes the SAFE."""
    return desk.scene("Ann", "Ben", "Cleo", title="get_nifty")


def played(scene: Scene, *forms: dict[str, Any]) -> None:
    for form in forms:
        answer = scene.enter(scene["seat"], **form)
        assert answer.status_code == 200, answer.text


DUEL: tuple[dict[str, Any], ...] = (
    {"do": "turn", "seat": 0},
    {"do": "right", "seat": 1, "safe": "up"},
    {"do": "challenge", "kind": "danger", "target": 1, "card": "7"},
    {"do": "add", "seat": 1, "card": "5"},
    {"do": "giveup", "seat": 1},
    {"do": "close"},
)


def preview(scene: Scene, seq: int, **form: Any) -> str:
    answer = scene["seat"].post(f"{scene.path}/log/{seq}", {"verb": "amend", **form}, htmx=True)
    assert answer.status_code == 200, answer.text
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub("</?bdi>", "", answer.text)).split())


def test_state_cards_that_change_hands_are_shown(nifty: Scene) -> None:
    played(nifty, *DUEL)
    said = preview(nifty, 3, seat="0", kind="danger", target="1", cards=["9"])
    assert "was no SAFE" not in said
    said = preview(nifty, 2, seat="1", safe="marked", weird="", token="")
    assert "Ben 0 SAFE in play, no WEIRD, no token was no SAFE, no WEIRD, no token" in said
    assert "Ann 0 no SAFE, no WEIRD, no token was SAFE in play, no WEIRD, no token" in said
    assert "Cleo 0 no change" in said


def test_a_changed_sum_of_a_running_challenge_is_shown(nifty: Scene) -> None:
    played(nifty, *DUEL[:4])
    said = preview(nifty, 4, seat="1", side="", cards=["6"])
    assert "Now Danger: Ann against Ben, 7 : 5" in said
    assert "Then Danger: Ann against Ben, 7 : 6" in said


def test_a_change_that_changes_nothing_says_so(nifty: Scene) -> None:
    played(nifty, {"do": "right", "seat": 1, "safe": "up", "reason": "x"})
    assert "only the line in the log" in preview(
        nifty, 1, seat="1", safe="up", weird="", token="", reason="y"
    )


def test_a_preview_says_who_would_win_and_that_the_game_would_not_be_over(scene: Scene) -> None:
    scene.count(0, 9)
    for _ in range(3):
        scene.enter(scene["seat"], do="pass")
    assert "The game would be over: Ann wins." in preview(scene, 1, seat="0", n="10")
    form = scene.previewed(scene["seat"], "/log/1", verb="amend", seat="0", n="10")
    scene["seat"].post(f"{scene.path}/log/1", form)
    assert "The game would not be over." in preview(scene, 1, seat="0", n="9")
    assert "The game would be over: Bo wins." in preview(scene, 1, seat="1", n="10")


def test_a_preview_of_nyet_shows_what_the_board_would_say(desk: Desk) -> None:
    scene = desk.scene("Ann", "Bo", "Cy", title="nyet")
    played(scene, {"do": "line", "line": 3, "box": "red"})
    said = preview(scene, 1, line="3", box="blue")
    assert "Now Trump: Red" in said
    assert "Then Trump: Blue" in said
