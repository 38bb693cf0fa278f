"""The form that changes any entry of any game, made from the types of its fields."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from any_event import of_event, of_table
from desk import PREVIEWED, Desk, Scene
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.contract import BadForm, Form, Game
from companion.core.events import (
    Adjusted,
    CardDescribed,
    OptionChanged,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    SetUp,
    Withheld,
)
from companion.core.table import Table, open_table
from companion.core.text import say
from companion.shelf import Shelf
from companion.tables.names import clean
from companion.web.changing.fields import fields_of, read_fields

DEMO = Path(__file__).parent.parent / "demo"
Kind = tuple[Game, type]
CORE = (Adjusted, CardDescribed, OptionChanged, PlayerJoined, PlayerLeft, PlayerRenamed, Withheld)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    games = Shelf([DEMO]).games
    if "any_kind" in metafunc.fixturenames:
        kinds = [(game, kind) for game in games.values() for kind in (*game.events, *CORE)]
        metafunc.parametrize("any_kind", kinds, ids=[f"{game.key}-{kind.__name__}" for game, kind in kinds])
    if "any_game" in metafunc.fixturenames:
        metafunc.parametrize("any_game", list(games.values()), ids=list(games))


def a_table(game: Game) -> Table:
    return open_table(game, SetUp(("Ann", "Bo", "Cy"), {}))


def as_sent(event: Any, table: Table) -> Form:
    """The form as a browser sends it: every field as the page shows it."""
    return Form({field.name: list(field.typed) for field in fields_of(event, table)})


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
def test_every_kind_of_entry_survives_its_own_form(any_kind: Kind, data: st.DataObject) -> None:
    game, kind = any_kind
    event = data.draw(of_event(kind, 3).filter(tame))
    assert read_fields(event, a_table(game), as_sent(event, a_table(game))) == event


PYTHON_WORDS = {"True", "False", "None", "null", "inf"}


def test_every_field_is_asked_for_in_words(any_kind: Kind) -> None:
    game, kind = any_kind

    @settings(max_examples=20)
    @given(event=of_event(kind, 3).filter(tame))
    def check(event: Any) -> None:
        table = a_table(game)
        shown = fields_of(event, table)
        names = {field.name.split(".")[0] for field in shown}
        owed = {f.name for f in dataclasses.fields(event)} - {"facts", "event"}
        assert names >= owed or kind in (Withheld, OptionChanged)
        for field in shown:
            label = say(field.label, table.names)
            assert field.kind in {"pick", "ticks", "number", "text", "lines"}
            assert label[0].isupper()
            assert "_" not in label
            if field.kind in ("pick", "ticks"):
                labels = [say(text, table.names) for _, text in field.choices]
                assert set(field.typed) <= {key for key, _ in field.choices}
                assert field.kind == "ticks" or len(field.typed) == 1
                assert all(label.strip() for label in labels)
                assert not PYTHON_WORDS & (set(labels) - vars_of(event))

    check()


def vars_of(event: Any) -> set[str]:
    """The texts people typed themselves, which may be anything."""
    return {str(getattr(event, f.name)) for f in dataclasses.fields(event)}


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
def test_bad_values_give_a_sentence_that_names_the_field_and_nothing_else(
    any_kind: Kind, data: st.DataObject
) -> None:
    game, kind = any_kind
    table = a_table(game)
    event = data.draw(of_event(kind, 3))
    fields = fields_of(event, table)
    form = data.draw(st.fixed_dictionaries({}, optional={field.name: ODD for field in fields}))
    try:
        found = read_fields(event, table, Form(form))
    except BadForm as bad:
        said = say(bad.text, table.names)
        assert any(said.startswith(say(field.label, table.names)) for field in fields)
        assert "`$" not in said
        assert fields_of(event, table, Form(form))
    else:
        assert table.codec.decode(table.codec.encode(found)) == found


@settings(max_examples=40)
@given(data=st.data())
def test_whatever_stands_in_the_log_can_be_shown_as_a_form(
    any_game: Game, shelf: Shelf, data: st.DataObject
) -> None:
    rules = list(shelf.rules(any_game.key))
    event = data.draw(of_table(any_game, 3, rules))
    event = getattr(event, "event", event)
    table = a_table(any_game)
    for field in fields_of(event, table):
        assert say(field.label, table.names)
    assert read_fields(event, table, as_sent(event, table)) == event


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"seat": "1", "n": "3"}, 200),
        ({"seat": "1", "n": "−1"}, 422),
        ({"seat": "1", "n": ""}, 400),
        ({"seat": "", "n": "3"}, 400),
        ({"seat": "x", "n": "3"}, 400),
        ({"seat": "7", "n": "3"}, 400),
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


def test_for_the_whole_game_takes_the_place_of_from_here_on(scene: Scene) -> None:
    seat = scene["seat"]
    seat.post(f"{scene.path}/options", {"limit": "20", "scope": "on"})
    assert scene.live.table.options.limit == 20
    form = scene.previewed(seat, "/options", limit="50", scope="whole")
    assert seat.post(f"{scene.path}/options", form).status_code == 303
    assert scene.live.table.options.limit == 50
    assert scene.live.ledger.steps[0].event.options["limit"] == 50
    seat.post(f"{scene.path}/options", {"limit": "20", "scope": "on"})
    form = scene.previewed(seat, "/options", limit="20", scope="whole")
    assert seat.post(f"{scene.path}/options", form).status_code == 303
    assert scene.live.ledger.steps[0].event.options["limit"] == 20


# -- Get Nifty and NΣT! as people say them


def labelled(page: str, name: str) -> list[str]:
    """What stands in the boxes of a field."""
    return re.findall(rf'<input class="(?:text|num)" name="{name}" value="([^"]*)"', page)


@pytest.fixture
def nifty(desk: Desk) -> Scene:
    """Ann challenges Ben, Cleo has joined and adds 2."""
    scene = desk.scene("Ann", "Ben", "Cleo", title="get_nifty")
    for form in (
        {"do": "challenge", "kind": "danger", "target": 1, "card": "7"},
        {"do": "ask", "seat": 1},
        {"do": "join", "seat": 2, "side": "defence"},
        {"do": "add", "seat": 2, "card": "2"},
    ):
        answer = scene.enter(scene["seat"], **form)
        assert answer.status_code == 200, answer.text
    return scene


def test_a_card_of_get_nifty_is_changed_as_people_say_it(nifty: Scene) -> None:
    page = nifty["seat"].get(f"{nifty.path}/log/4").text
    assert labelled(page, "cards") == ["2", ""]
    assert "follows from the table" in page
    for odd in ("{", "null", "None", "&#34;card&#34;"):
        assert odd not in page.split('id="edit"')[1].split('id="lines"')[0]
    form = {"verb": "amend", "seat": "2", "side": "", "cards": ["0"]}
    assert nifty["seat"].post(f"{nifty.path}/log/4", form, htmx=True).status_code == 200
    form["cards"] = ["Zoe=3, object=2", "−1"]
    page = nifty["seat"].post(f"{nifty.path}/log/4", form, htmx=True).text
    assert labelled(page, "cards") == ["Zoe=3", "object=2", "−1", ""]
    agreed = {**form, **dict(PREVIEWED.findall(page))}
    assert nifty["seat"].post(f"{nifty.path}/log/4", agreed, htmx=True).status_code == 204
    step = nifty.live.ledger.standing(4)
    assert step is not None
    assert [(p.card, p.value, p.kind) for p in step.event.cards] == [
        ("Zoe", 3, None),
        ("", 2, "object"),
        ("", -1, None),
    ]


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_bad_card_is_told_with_its_field_and_what_would_fit(nifty: Scene, htmx: bool) -> None:
    form = {"verb": "amend", "seat": "2", "side": "", "cards": ["Zoe=9999"]}
    answer = nifty["seat"].post(f"{nifty.path}/log/4", form, htmx=htmx)
    assert answer.status_code == 400
    assert "Cards: “Zoe=9999” is no number on a card." in answer.text
    assert "Bun-Bun, 7, −1, ∞, Zoe=3, object=2" in answer.text
    if not htmx:
        assert labelled(answer.text, "cards") == ["Zoe=9999", ""]
        assert 'id="edit"' in answer.text


def test_a_refusal_goes_with_the_next_preview_that_works(scene: Scene) -> None:
    scene.count(0, 2)
    form = {"verb": "amend", "seat": "0", "n": "11"}
    refused = scene["seat"].post(f"{scene.path}/log/1", form, htmx=True)
    assert refused.status_code == 422
    assert 'hx-target="#slip"' in refused.text
    shown = scene["seat"].post(f"{scene.path}/log/1", {**form, "n": "3"}, htmx=True).text
    assert '<hx-partial hx-target="#slip" hx-swap="innerHTML"><span hidden></span></hx-partial>' in shown


def test_boxes_and_cards_of_nyet_are_changed_by_their_names(desk: Desk) -> None:
    scene = desk.scene("Ann", "Bo", "Cy", title="nyet")
    kinds = {kind.__name__: kind for kind in scene.live.game.events}
    table = scene.live.table
    shown = {f.name: f for f in fields_of(kinds["BoardRead"](("1", "pass", "red", "none", "-2")), table)}
    assert [shown[f"boxes.{n}"].typed for n in range(5)] == [("1",), ("pass",), ("red",), ("none",), ("-2",)]
    said = [say(dict(shown[f"boxes.{n}"].choices)[shown[f"boxes.{n}"].typed[0]], ()) for n in range(5)]
    assert said == ["Bear", "Pass left", "Red", "No Supertrump", "−2"]
    played = kinds["CardPlayed"](0, "red 7")
    assert read_fields(played, table, Form({"seat": "0", "card": "Blue 12"})).card == "blue 12"
    with pytest.raises(BadForm) as bad:
        read_fields(played, table, Form({"seat": "0", "card": "blu 12"}))
    assert say(bad.value.text, ()) == "Card: “blu 12” is no card. A colour and a number, such as red 7."


def test_an_entry_without_anything_to_change_says_so(desk: Desk) -> None:
    scene = desk.scene("Ann", "Ben", title="get_nifty")
    scene.enter(scene["seat"], do="reshuffle")
    page = scene["seat"].get(f"{scene.path}/log/1").text
    assert "It can be struck out." in page
    assert 'value="amend"' not in page
