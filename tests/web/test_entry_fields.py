"""The form that changes any entry of any game, made from the types of its fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from any_event import of_event, of_table
from desk import PREVIEWED, Desk, Scene
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.codec import BadRecord
from companion.core.contract import Game
from companion.core.events import (
    Adjusted,
    CardDescribed,
    OptionChanged,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Withheld,
)
from companion.shelf import Shelf
from companion.tables.names import clean
from companion.web.fields import fields_of, read_fields

DEMO = Path(__file__).parent.parent / "demo"
CORE = (Adjusted, CardDescribed, OptionChanged, PlayerJoined, PlayerLeft, PlayerRenamed, Withheld)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    games = Shelf([DEMO]).games
    if "kind" in metafunc.fixturenames:
        kinds = {f"{game.key}-{kind.__name__}": kind for game in games.values() for kind in game.events}
        kinds |= {f"core-{kind.__name__}": kind for kind in CORE}
        metafunc.parametrize("kind", list(kinds.values()), ids=list(kinds))
    if "any_game" in metafunc.fixturenames:
        metafunc.parametrize("any_game", list(games.values()), ids=list(games))


def as_sent(event: Any) -> dict[str, str]:
    """The form as a browser sends it: every field as the page shows it."""
    return {field.name: "" if field.value is None else str(field.value) for field in fields_of(event)}


def tame(value: Any) -> bool:
    """Whether a value is one that people can type: clean texts, numbers within reason, not too deep."""
    match value:
        case str():
            return clean(value, 200) == value
        case bool() | None:
            return True
        case int() | float():
            return abs(value) < 10**15 and (isinstance(value, int) or value == float(repr(value)))
        case Mapping():
            return all(tame(part) for part in value.values())
        case list() | tuple() | set() | frozenset():
            return all(tame(part) for part in value)
    return hasattr(value, "__dataclass_fields__") and all(
        tame(getattr(value, name)) for name in value.__dataclass_fields__
    )


@settings(max_examples=40)
@given(data=st.data())
def test_every_kind_of_entry_survives_its_own_form(kind: type, data: st.DataObject) -> None:
    event = data.draw(of_event(kind, 3).filter(tame))
    assert read_fields(event, as_sent(event)) == event


def test_every_field_has_a_label_and_a_kind_the_page_can_show(kind: type) -> None:
    @settings(max_examples=20)
    @given(event=of_event(kind, 3))
    def check(event: Any) -> None:
        for field in fields_of(event):
            assert field.kind in {"seat", "choice", "number", "text", "json"}
            assert field.label[0].isupper()
            assert "_" not in field.label
            assert field.kind != "choice" or field.value is None or field.value in field.choices

    check()


ODD = st.sampled_from(
    [
        "",
        " ",
        "x",
        "-",
        "--1",
        "1.5",
        "1e3",
        "9" * 5000,
        "9" * 30,
        "NaN",
        "Infinity",
        "null",
        "[]",
        "{}",
        "[" * 20_000,
    ]
) | st.text(max_size=20)


@settings(max_examples=40)
@given(data=st.data())
def test_bad_values_give_a_sentence_and_nothing_else(kind: type, data: st.DataObject) -> None:
    event = data.draw(of_event(kind, 3))
    form = data.draw(st.fixed_dictionaries({}, optional={field.name: ODD for field in fields_of(event)}))
    with suppress(BadRecord):
        assert type(read_fields(event, form)) is kind


@settings(max_examples=40)
@given(data=st.data())
def test_whatever_stands_in_the_log_can_be_shown_as_a_form(
    any_game: Game, shelf: Shelf, data: st.DataObject
) -> None:
    rules = list(shelf.rules(any_game.key))
    event = data.draw(of_table(any_game, 3, rules))
    for field in fields_of(event):
        assert field.kind != "json" or json.loads(field.value) is not ...


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"seat": "1", "n": "3"}, 200),
        ({"seat": "1", "n": "−1"}, 422),
        ({"seat": "1", "n": ""}, 400),
        ({"seat": "", "n": "3"}, 400),
        ({"seat": "x", "n": "3"}, 400),
        ({"seat": "7", "n": "3"}, 422),
        ({"seat": "1", "n": "three"}, 400),
        ({"seat": "1", "n": "9" * 5000}, 400),
        ({}, 400),
    ],
)
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_the_page_that_changes_an_entry_answers_in_sentences(
    desk: Desk, scene: Scene, form: dict[str, str], status: int, htmx: bool
) -> None:
    scene.count(0, 2)
    before = desk.on_disk()
    answer = scene["seat"].post(f"{scene.path}/log/1", {**form, "verb": "amend"}, htmx=htmx)
    assert answer.status_code == status
    assert (status == 200) == ('role="alert"' not in answer.text)
    assert desk.on_disk() == before


def test_a_preview_tells_scores_and_losses_and_a_yes_makes_it_so(scene: Scene) -> None:
    scene.count(0, 4)
    scene.count(0, 5)
    scene.count(1, 5)
    form = {"verb": "amend", "seat": "0", "n": "9"}
    preview = scene["seat"].post(f"{scene.path}/log/1", form, htmx=True).text
    assert "#2" in preview
    assert "no longer fits" in preview
    assert "TALLY-2" in preview
    assert 'name="drops" value="2"' in preview
    assert scene.live.seq == 3
    agreed = scene.previewed(scene["seat"], "/log/1", **form)
    done = scene["seat"].post(f"{scene.path}/log/1", agreed, htmx=True)
    assert (done.status_code, done.headers["HX-Redirect"]) == (204, f"{scene.path}/log")
    assert scene.counters() == (9, 5, 0)


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_field_edited_after_the_preview_asks_for_a_new_one(scene: Scene, htmx: bool) -> None:
    scene.count(0, 4)
    agreed = scene.previewed(scene["seat"], "/log/1", verb="amend", seat="0", n="9")
    again = scene["seat"].post(f"{scene.path}/log/1", {**agreed, "n": "8"}, htmx=htmx)
    assert again.status_code == 200
    assert 'value="8"' in again.text
    assert scene.live.seq == 1
    found = {**agreed, "n": "8", **dict(PREVIEWED.findall(again.text))}
    assert scene["seat"].post(f"{scene.path}/log/1", found, htmx=htmx).status_code in (204, 303)
    assert scene.counters() == (8, 0, 0)


def test_what_stood_under_a_ruling_stays_under_it(scene: Scene) -> None:
    scene.enter(scene["seat"], do="count", seat=0, n=12, lift="TALLY-2", reason="card")
    form = scene.previewed(scene["seat"], "/log/1", verb="amend", seat="0", n="15")
    assert scene["seat"].post(f"{scene.path}/log/1", form).status_code == 303
    assert scene.counters() == (15, 0, 0)


def test_rules_of_the_house_change_for_the_whole_game_with_a_preview(scene: Scene) -> None:
    scene.enter(scene["seat"], do="count", seat=0, n=9)
    preview = scene["seat"].post(f"{scene.path}/options", {"limit": "20", "scope": "whole"})
    assert preview.status_code == 200
    assert scene.live.seq == 1
    form = scene.previewed(scene["seat"], "/options", limit="20", scope="whole")
    unseen = scene["seat"].post(f"{scene.path}/options", {**form, "limit": "5"})
    assert (unseen.status_code, scene.live.seq) in ((200, 1), (400, 1))
    assert scene["seat"].post(f"{scene.path}/options", form).status_code == 303
    assert scene.live.table.options.limit == 20
    for odd in ("11", "x", "", "9" * 5000):
        assert scene["seat"].post(f"{scene.path}/options", {"limit": odd}).status_code in (303, 400)
    assert scene.live.table.options.limit == 20
