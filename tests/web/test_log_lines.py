"""Lines of the log say what followed from an entry, and folding never asks twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from book import Book
from desk import Desk, Scene

from companion.core.contract import Game
from companion.core.corrections import Step
from companion.core.ledger import Ledger
from companion.core.text import Text, say
from companion.shelf import Shelf
from companion.web.screens import log_lines


def lines(scene: Scene) -> list[str]:
    with scene.desk.app.test_request_context():
        said = [say(line.text, scene.live.table.names) for line in reversed(log_lines(scene.live, 0))]
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in said]


def played(scene: Scene, *forms: dict[str, Any]) -> None:
    for form in forms:
        answer = scene.enter(scene["seat"], **form)
        assert answer.status_code == 200, answer.text


DUEL: tuple[dict[str, Any], ...] = (
    {"do": "turn", "seat": 0},
    {"do": "challenge", "kind": "danger", "target": 1, "card": "7"},
    {"do": "add", "seat": 1, "card": "5"},
    {"do": "giveup", "seat": 1},
    {"do": "close"},
)


def test_a_challenge_says_who_won_and_how(desk: Desk) -> None:
    scene = desk.scene("Ann", "Ben", "Cleo", title="get_nifty")
    played(scene, *DUEL)
    assert lines(scene)[-2:] == ["Ben gives up", "The challenge is over (7 : 5, Ben does not withstand)"]
    form = {"verb": "amend", "seat": "0", "kind": "danger", "target": "1", "cards": ["9"]}
    agreed = scene.previewed(scene["seat"], "/log/2", **form)  # type: ignore[arg-type]
    assert scene["seat"].post(f"{scene.path}/log/2", agreed).status_code == 303
    assert lines(scene)[4] == "The challenge is over (9 : 5, Ben does not withstand)"
    scene["seat"].post(f"{scene.path}/undo", {"seq": "6"})
    assert lines(scene)[4] == "The challenge is over (7 : 5, Ben does not withstand)"
    again = Ledger.load(scene.live.game, scene.live.ledger.setup, scene.live.ledger.entries)
    assert [step.note for step in again.steps] == [step.note for step in scene.live.ledger.steps]


def test_tricks_and_rounds_of_nyet_have_their_numbers(desk: Desk) -> None:
    scene = desk.scene("Ann", "Bo", title="nyet")
    kinds = {kind.__name__: kind for kind in scene.live.game.events}
    scene.record(kinds["BoardRead"](("1", "nyet", "red", "none", "2")))
    for seat in (1, 0):
        scene.record(kinds["TrickWon"](seat))
    assert lines(scene)[0].endswith("(round 1)")
    assert lines(scene)[1:] == [
        "Bo won a trick (round 1, trick 1)",
        "Ann won a trick (round 1, trick 2)",
    ]


def test_a_correction_that_was_undone_no_longer_counts(desk: Desk) -> None:
    scene = desk.scene("Ann", "Bo")
    for _ in range(3):
        scene.count(0, 1)
    for form in ({"verb": "strike"}, {"verb": "amend", "seat": "0", "n": "2"}):
        place = "/log/1" if form["verb"] == "strike" else "/log/2"
        agreed = scene.previewed(scene["seat"], place, **form)
        assert scene["seat"].post(scene.path + place, agreed).status_code == 303
    assert gone(scene) == [1]
    scene["seat"].post(f"{scene.path}/undo", {"seq": "5"})
    scene["seat"].post(f"{scene.path}/undo", {"seq": "4"})
    assert gone(scene) == [4, 5]
    scene["seat"].post(f"{scene.path}/redo", {"seq": "4"})
    assert gone(scene) == [1, 5]


def gone(scene: Scene) -> list[int]:
    with scene.desk.app.test_request_context():
        return [line.seq for line in reversed(log_lines(scene.live, 0)) if line.gone]


@pytest.fixture
def counting(shelf: Shelf) -> tuple[Game, list[int]]:
    """Tally, with a note that counts how often it is asked for."""
    asked: list[int] = []

    def note(before: Any, event: Any, after: Any) -> Text | None:
        asked.append(1)
        return Text("{n} now", n=sum(after.counters))

    return replace(shelf.games["tally"], note=note), asked


def test_a_note_is_made_once_for_each_entry_and_never_for_a_secret(counting: tuple[Game, list[int]]) -> None:
    game, asked = counting
    book = Book(game, limit=50)
    for n in range(100):
        book.count(0, 1 if n % 2 == 0 else -1)
    assert len(asked) == 100
    book.enter(book.kinds["Guessed"](0, 7))
    assert len(asked) == 100
    assert book.ledger.steps[-1] == Step(101, book.kinds["Guessed"](0, 7))
    assert book.ledger.steps[99].note == Text("{n} now", n=1)
