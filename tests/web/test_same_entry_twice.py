"""An entry counts once, however often it is sent; who looked at an old table is told so."""

from __future__ import annotations

import re

import pytest
from desk import PREVIEWED, Desk, Scene

COUNT = {"do": "count", "seat": "0", "n": "1"}


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_the_same_entry_sent_again_is_recorded_once_and_answered_the_same(scene: Scene, htmx: bool) -> None:
    form = {**COUNT, "key": "k1", "seen": "0"}
    answers = [scene["seat"].post(f"{scene.path}/enter", form, htmx=htmx) for _ in range(5)]
    assert {answer.status_code for answer in answers} == {200 if htmx else 303}
    without_keys = {re.sub("[0-9a-f]{16}", "", answer.text) for answer in answers}
    assert len(without_keys) == 1
    assert scene.live.seq == 1


def test_the_same_entry_from_another_phone_with_the_same_key_is_the_same_entry(scene: Scene) -> None:
    """Two tabs, or a phone that sent and a phone that took the seat over."""
    form = {**COUNT, "key": "k1"}
    for device in scene.seats:
        assert device.post(f"{scene.path}/enter", form, htmx=True).status_code == 200
    assert scene.live.seq == 1


def test_equal_entries_with_their_own_keys_are_two(scene: Scene) -> None:
    for key in ("k1", "k2"):
        scene["seat"].post(f"{scene.path}/enter", {**COUNT, "key": key})
    for _ in range(2):
        scene["seat"].post(f"{scene.path}/enter", COUNT)
    assert scene.counters() == (4, 0, 0)


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    "other", [{"n": "2"}, {"seat": "1"}, {"do": "pass"}, {"extra": "x"}, {"lift": "TALLY-2"}]
)
def test_the_same_key_with_something_else_is_refused_with_a_way_to_change_the_first(
    scene: Scene, htmx: bool, other: dict[str, str]
) -> None:
    scene["seat"].post(f"{scene.path}/enter", COUNT)
    form = {**COUNT, "key": "k1"}
    scene["seat"].post(f"{scene.path}/enter", form)
    answer = scene["seat"].post(f"{scene.path}/enter", form | other, htmx=htmx)
    assert answer.status_code == 409
    assert "Already recorded as #2" in answer.text
    assert f'href="{scene.path}/log/2"' in answer.text
    assert 'class="again"' not in answer.text
    assert scene.counters() == (2, 0, 0)


def test_keys_of_one_table_mean_nothing_at_another(desk: Desk, scene: Scene) -> None:
    other = desk.scene()
    for table in (scene, other):
        assert table["seat"].post(f"{table.path}/enter", {**COUNT, "key": "k1"}).status_code == 303
    assert (scene.live.seq, other.live.seq) == (1, 1)


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_an_ordered_entry_made_on_an_old_screen_is_refused_with_the_fresh_one(
    scene: Scene, htmx: bool
) -> None:
    scene.enter(scene.seats[1], do="count", seat=2, n=7)
    form = {"do": "pass", "key": "k1", "seen": "0", "memo": "still <here>"}
    answer = scene["seat"].post(f"{scene.path}/enter", form, htmx=htmx)
    assert answer.status_code == 409
    assert 'name="memo" value="still &lt;here&gt;"' in answer.text
    assert 'data-count="2">7<' in answer.text
    if htmx:
        for target in ("#slip", "#public", "#seat", "#dock", "#requests", "#news"):
            assert f'hx-target="{target}"' in answer.text
    assert scene.live.seq == 1


def test_an_entry_where_order_does_not_matter_is_taken_from_an_old_screen(scene: Scene) -> None:
    scene.count(2, 7)
    answer = scene["seat"].post(f"{scene.path}/enter", {**COUNT, "seen": "0"})
    assert answer.status_code == 303
    assert scene.counters() == (1, 0, 7)


@pytest.mark.parametrize("seen", ["", "x", "-1", "1.5", "9" * 40, "99999", "²", "1"])
def test_what_a_phone_says_it_saw_is_believed_only_if_it_is_a_number_before_now(
    scene: Scene, seen: str
) -> None:
    scene.count(0, 1)
    assert scene["seat"].post(f"{scene.path}/enter", {"do": "pass", "seen": seen}).status_code == 303


@pytest.mark.parametrize(
    ("route", "form"),
    [
        ("adjust", {"seat": "0", "amount": "3", "reason": "r"}),
        ("options", {"limit": "20"}),
        ("players", {"seat": "0", "name": "Anna"}),
        ("players", {"seat": "0", "leave": "1"}),
        ("newcomer", {"name": "Dee"}),
        ("newcomer", {"name": "Dee", "sit": "1"}),
        ("log/1", {"verb": "strike", "confirm": "1", "drops": ""}),
        ("log/1", {"verb": "amend", "seat": "1", "n": "3"}),
        ("undo", {"seq": "1"}),
    ],
)
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_every_correction_counts_once_too(desk: Desk, route: str, form: dict[str, str], htmx: bool) -> None:
    scene = desk.scene("Ann", "Bo")
    scene.count(0, 2)
    agreed = scene.previewed(scene["seat"], f"/{route}", **form) if form.get("verb") == "amend" else form
    sent = {**agreed, "key": "c1", "seen": "1"}
    first = scene["seat"].post(f"{scene.path}/{route}", sent, htmx=htmx)
    second = scene["seat"].post(f"{scene.path}/{route}", sent, htmx=htmx)
    assert {first.status_code, second.status_code} <= {200, 204, 303}
    assert scene.live.seq == 2


def test_two_taps_on_undo_take_back_one_entry(scene: Scene) -> None:
    scene.count(0, 1)
    scene.count(0, 2)
    for device, key in ((scene.seats[0], "a"), (scene.seats[1], "b")):
        answer = device.post(f"{scene.path}/undo", {"seq": "2", "key": key}, htmx=True)
        assert answer.status_code == 200
    assert scene.counters() == (1, 0, 0)
    assert scene["seat"].post(f"{scene.path}/redo", {"seq": "2"}, htmx=True).status_code == 200
    assert scene["seat"].post(f"{scene.path}/redo", {"seq": "2"}, htmx=True).status_code == 200
    assert scene.counters() == (3, 0, 0)


@pytest.mark.parametrize("seq", ["", "0", "-1", "1", "99", "x", "9" * 5000])
@pytest.mark.parametrize("verb", ["undo", "redo"])
def test_undoing_what_is_not_the_last_is_told(desk: Desk, scene: Scene, verb: str, seq: str) -> None:
    scene.count(0, 1)
    scene.count(0, 2)
    before = desk.on_disk()
    answer = scene["seat"].post(f"{scene.path}/{verb}", {"seq": seq}, htmx=True)
    assert answer.status_code == (200 if (verb, seq) == ("redo", "1") else 409)
    assert desk.on_disk() == before


def test_a_change_whose_losses_grew_since_the_preview_is_shown_again(scene: Scene) -> None:
    scene.count(0, 4)
    form = {"verb": "amend", "seat": "0", "n": "9"}
    before = scene.previewed(scene["seat"], "/log/1", **form)
    scene.count(0, 5)
    answer = scene["seat"].post(f"{scene.path}/log/1", before)
    assert answer.status_code == 409
    assert "Look again" in answer.text
    assert scene.live.seq == 2
    done = scene["seat"].post(f"{scene.path}/log/1", scene.previewed(scene["seat"], "/log/1", **form))
    assert done.status_code == 303
    assert scene.counters() == (9, 0, 0)


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("verb", ["strike", "amend"])
def test_a_change_that_was_overtaken_comes_with_a_fresh_preview_and_one_tap_confirms_it(
    scene: Scene, verb: str, htmx: bool
) -> None:
    scene.count(0, 4)
    form = {"verb": verb, **({"seat": "0", "n": "1"} if verb == "amend" else {})}
    agreed = scene.previewed(scene["seat"], "/log/1", **form)
    scene.enter(scene.seats[1], do="count", seat=0, n=-2)
    answer = scene["seat"].post(f"{scene.path}/log/1", {**agreed, "key": "a", "seen": "1"}, htmx=htmx)
    assert answer.status_code == 409
    assert "The table moved on" in answer.text
    assert 'class="again"' not in answer.text
    assert "no longer fits." in answer.text
    fresh = dict(PREVIEWED.findall(answer.text))
    assert fresh["drops"] == "2"
    if htmx:
        assert '<hx-partial hx-target="#edit"' in answer.text
    done = scene["seat"].post(f"{scene.path}/log/1", {**form, **fresh, "key": "b"}, htmx=htmx)
    assert done.status_code == (204 if htmx else 303)
    assert scene.counters() == (1 if verb == "amend" else 0, 0, 0)


@pytest.mark.parametrize(
    ("route", "form"),
    [
        ("log/1", {"verb": "strike", "confirm": "1", "drops": ""}),
        ("log/1", {"verb": "amend", "seat": "0", "n": "2"}),
        ("undo", {"seq": "1"}),
        ("redo", {"seq": "1"}),
    ],
)
def test_what_can_never_be_done_is_not_offered_all_the_same(
    scene: Scene, route: str, form: dict[str, str]
) -> None:
    scene.count(0, 1)
    if route != "undo":
        scene["seat"].post(f"{scene.path}/undo", {"seq": "1"})
    scene.count(0, 2)
    answer = scene["seat"].post(f"{scene.path}/{route}", form, htmx=True)
    assert answer.status_code == 409
    assert "all the same" not in answer.text


CLOSE = {"do": "close", "seen": "4"}


def test_the_slower_of_two_phones_is_told_who_was_first_and_nothing_is_refused(desk: Desk) -> None:
    scene = desk.scene("Ann", "Ben", "Cleo", title="get_nifty")
    for form in (
        {"do": "turn", "seat": 0},
        {"do": "challenge", "kind": "danger", "target": 1, "card": "7"},
        {"do": "add", "seat": 1, "card": "5"},
        {"do": "giveup", "seat": 1},
    ):
        assert scene.enter(scene["seat"], **form).status_code == 200
    first, slower = scene.seats[2], scene.seats[0]
    assert first.post(f"{scene.path}/enter", {**CLOSE, "key": "a"}, htmx=True).status_code == 200
    answer = slower.post(f"{scene.path}/enter", {**CLOSE, "key": "b"}, htmx=True)
    assert answer.status_code == 200
    assert "Cleo has entered that already" in answer.text
    assert 'role="alert"' not in answer.text
    assert 'hx-target="#public"' in answer.text
    plain = slower.post(f"{scene.path}/enter", {**CLOSE, "key": "c"})
    assert plain.status_code == 303
    assert scene.live.seq == 5
    late = slower.post(f"{scene.path}/enter", {**CLOSE, "seen": "5", "key": "d"}, htmx=True)
    assert late.status_code == 422


def test_two_players_who_add_the_same_number_are_never_taken_for_one(desk: Desk) -> None:
    scene = desk.scene("Ann", "Ben", "Cleo", title="get_nifty")
    for form in (
        {"do": "turn", "seat": 0},
        {"do": "challenge", "kind": "danger", "target": 1, "card": "7"},
        {"do": "ask", "seat": 1},
        {"do": "join", "seat": 2, "side": "defence"},
        {"do": "add", "seat": 1, "card": "3"},
        {"do": "add", "seat": 2, "card": "3"},
    ):
        assert scene.enter(scene["seat"], **form).status_code == 200
    assert len(scene.live.table.state.challenge.defence) == 2
