"""Every page, for everybody who may see it, after every entry of every worked example of every game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from desk import Desk, Scene
from example_files import Example, all_examples
from jinja2 import StrictUndefined

from companion.core.events import Correction, is_secret, may_read, seat_of
from companion.shelf import Shelf
from companion.tables.overtaken import Sent

DEMO = Path(__file__).parent.parent / "demo"
STANDING = ("/more", "/seats", "/export.json")
"""Pages that hardly change with an entry: looked at now and then."""
NOW_AND_THEN = 8


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "example" in metafunc.fixturenames:
        examples = all_examples(Shelf([DEMO]))
        names = [f"{example.game.key}/{example.path.stem}" for example in examples]
        metafunc.parametrize("example", examples, ids=names)


def whole(page: str) -> None:
    """Nothing was left half done: the page ends, and no sentence or mark was forgotten in it."""
    assert page.rstrip().endswith("</html>")
    assert "\ue000" not in page
    for left in ("Undefined", "Text(", "Name(seat", "Joined(", "<bound method", "object at 0x"):
        assert left not in page


def scene_of(desk: Desk, example: Example) -> Scene:
    document = example.document
    title = document.get("title", example.game.titles[0].key)
    return Scene(desk, desk.tables.open(title, document["players"], document.get("options", {})))


def look(scene: Scene, step: int, last: bool) -> None:
    for device in scene.everybody.values():
        page = device.get(scene.path)
        assert page.status_code == 200
        whole(page.text)
    for place in ("/watch", "/scores", "/log"):
        whole(scene["spectator"].get(f"{scene.path}{place}").text)
    whole(scene.seats[step % len(scene.seats)].get(f"{scene.path}/log").text)
    if step % NOW_AND_THEN == 0 or last:
        for device in scene.everybody.values():
            for place in STANDING:
                assert device.get(f"{scene.path}{place}").status_code == 200
            whole(device.get(f"/rules/{scene.live.game.key}?table={scene.live.row.id}").text)
        whole(scene["host"].get(f"{scene.path}/host").text)


def look_at_changes(scene: Scene) -> None:
    """The page that changes an entry, and what striking it out would do, for whoever may."""
    entries = scene.live.ledger.entries
    for entry in entries[:: max(1, len(entries) // 40)]:
        for seat, device in enumerate(scene.seats):
            page = device.get(f"{scene.path}/log/{entry.seq}", htmx=True)
            step = scene.live.ledger.standing(entry.seq)
            if step is None:
                assert page.status_code == 409
            elif not may_read(step.event, seat):
                assert page.status_code == 422
            else:
                assert page.status_code == 200
                struck = device.post(f"{scene.path}/log/{entry.seq}", {"verb": "strike"}, htmx=True)
                assert struck.status_code == 200
                assert "Strike it out" in struck.text
                break


def test_every_page_renders_after_every_entry_of_an_example(desk: Desk, example: Example) -> None:
    scene = scene_of(desk, example)
    look(scene, 0, last=False)
    entries = example.entries
    for entry in entries:
        desk.tables.record(scene.live, lambda event=entry.event: event, Sent(by="Ann"))
        look(scene, entry.seq, last=entry.seq == len(entries))
    look_at_changes(scene)
    while (target := scene.live.ledger.undo_target()) is not None:
        owner = seat_of(target.event) if is_secret(target.event) else 0
        answer = scene.seats[owner or 0].post(f"{scene.path}/undo", {"seq": str(target.seq)}, htmx=True)
        assert answer.status_code == 200


def test_every_entry_of_an_example_can_be_confirmed_unchanged(desk: Desk, example: Example) -> None:
    """The form that changes an entry, sent back as it came, is read as the same entry."""
    scene = scene_of(desk, example)
    for entry in example.entries:
        desk.tables.record(scene.live, lambda event=entry.event: event, Sent(by="Ann"))
    for entry in example.entries[:: max(1, len(example.entries) // 25)]:
        step = scene.live.ledger.standing(entry.seq)
        readers = [n for n in range(len(scene.seats)) if step and may_read(step.event, n)]
        if step is None or not readers or isinstance(step.event, Correction):
            continue
        device = scene.seats[readers[0]]
        page = device.get(f"{scene.path}/log/{entry.seq}", htmx=True).text
        answer = device.post(f"{scene.path}/log/{entry.seq}", {**form_of(page), "verb": "amend"}, htmx=True)
        assert answer.status_code == 200, answer.text
        assert form_of(answer.text).items() >= form_of(page).items()
        assert "no longer fits" not in answer.text


def form_of(page: str) -> dict[str, Any]:
    """What a browser would send for the form as it stands."""
    from html import unescape

    found: dict[str, Any] = {}
    for tag in re.findall(r"<input\b[^>]*>", page, re.S):
        given = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
        ticked = given.get("type") not in ("radio", "checkbox") or " checked" in tag
        if "name" in given and ticked and given["name"] not in ("csrf", "key", "seen"):
            found.setdefault(given["name"], []).append(unescape(given.get("value", "")))
    return found


@pytest.mark.parametrize("place", ["/", "/join", "/join?code=abc", "/nowhere"])
def test_pages_without_a_table_render(desk: Desk, place: str) -> None:
    whole(desk.device().get(place).text)


def test_every_game_has_a_set_up_page_a_rules_page_and_its_checkers(desk: Desk, shelf: Shelf) -> None:
    device = desk.device()
    for title, (game, _) in shelf.titles.items():
        whole(device.get(f"/new/{title}").text)
        whole(device.get(f"/rules/{game.key}").text)
        assert "No rule mentions that" in device.get(f"/rules/{game.key}?q=qqqqqqq").text
        for checker in game.checkers:
            assert device.get(f"/check/{game.key}/{checker.key}").status_code == 200
            assert device.get(f"/check/{game.key}/{checker.key}?x=1").status_code in (200, 422)
    for nowhere in ("/new/nothing", "/rules/nothing", "/check/nothing/x", "/check/tally/nothing"):
        assert device.get(nowhere).status_code == 404


def test_a_table_kept_on_one_device_renders(desk: Desk, shelf: Shelf) -> None:
    for title, (game, _) in shelf.titles.items():
        device = desk.device()
        names = [f"P{n}" for n in range(game.seats.start)]
        answer = device.post(f"/new/{title}", {"player": names, "mode": "solo"})
        assert answer.status_code == 303, title
        for place in ("", "/log", "/more", "/scores", "/watch"):
            whole(device.get(answer.headers["Location"] + place).text)


def test_everything_stays_in_the_menu_of_who_may_use_it(desk: Desk) -> None:
    """No page shows somebody a link or a form that would be refused for the role."""
    scene = desk.scene("Ann", "Bo")
    scene.count(0, 1)
    for who, device in scene.everybody.items():
        for place in ("", "/log", "/more", "/scores", "/seats", "/watch"):
            page = device.get(f"{scene.path}{place}").text
            for link in set(re.findall(r'href="(/[^"#?]*)', page)):
                assert device.get(link).status_code in (200, 303), f"{who} on {place}: {link}"


@pytest.mark.parametrize(
    ("page", "view"), [("", "play"), ("/watch", "watch"), ("/host", "host"), ("/log", "log")]
)
def test_every_place_the_stream_fills_stands_on_the_page(scene: Scene, page: str, view: str) -> None:
    scene.count(0, 1)
    html = scene["host"].get(f"{scene.path}{page}").text
    assert f"/stream?view={view}" in html
    with scene["host"].stream(f"{scene.path}/stream?view={view}") as messages:
        targets = re.findall(r'hx-target="#([^"]+)"', next(messages))
    assert targets
    for target in targets:
        assert len(re.findall(f'id="{target}"', html)) == 1, target


def test_a_misspelled_name_in_a_template_is_an_error_and_not_an_empty_place(desk: Desk) -> None:
    assert desk.app.jinja_env.undefined is StrictUndefined
