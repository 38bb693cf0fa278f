"""A secret stays with its seat, in everything anybody else can ask for, after every step."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from desk import CSRF, Desk, Device, Scene

from companion.core.events import may_read

FIRST, SECOND, THIRD = 739118264, 628007153, 517996042
SECRETS = (FIRST, SECOND, THIRD)
OWNER = 1
PAGES = ("", "/watch", "/log", "/more", "/scores", "/seats", "/host", "/export.json")
VIEWS = ("play", "watch", "host", "log", "")


def all_of_it(scene: Scene, device: Device) -> str:
    """Everything a device can see: pages, fragments, previews, streams, files, refusals."""
    seen = [device.get(f"{scene.path}{page}", htmx=htmx).text for page in PAGES for htmx in (False, True)]
    seen.append(device.get(f"/rules/tally?table={scene.live.row.id}").text)
    seen.append(device.get("/").text)
    for seq in range(scene.live.seq + 2):
        for htmx in (False, True):
            seen.append(device.get(f"{scene.path}/log/{seq}", htmx=htmx).text)
            seen.append(device.post(f"{scene.path}/log/{seq}", {"verb": "strike"}, htmx=htmx).text)
            amended = {"verb": "amend", "seat": str(OWNER), "number": "5", "n": "1"}
            seen.append(device.post(f"{scene.path}/log/{seq}", amended, htmx=htmx).text)
    seen.append(device.post(f"{scene.path}/options", {"scope": "whole", "limit": "20"}).text)
    stale = {"do": "pass", "seen": "0"} if scene.live.seq else {"do": "dance"}
    seen.append(device.post(f"{scene.path}/enter", stale, htmx=True).text)
    for view in VIEWS:
        with device.stream(f"{scene.path}/stream?view={view}") as messages:
            seen.append(next(messages))
    return "\n".join(seen)


def guess(scene: Scene, number: int) -> str:
    return scene.enter(scene.seats[OWNER], do="guess", number=number).text


def amend(scene: Scene, seq: int, number: int) -> str:
    form = {"verb": "amend", "seat": str(OWNER), "number": str(number)}
    shown = scene.seats[OWNER].post(f"{scene.path}/log/{seq}", form, htmx=True).text
    agreed = scene.previewed(scene.seats[OWNER], f"/log/{seq}", **form)
    done = scene.seats[OWNER].post(f"{scene.path}/log/{seq}", agreed)
    assert done.status_code == 303
    return shown


def tap(scene: Scene, device: Device, verb: str) -> str:
    ledger = scene.live.ledger
    reads = partial(may_read, viewer=scene.live.members[device.id].seat)
    target = ledger.undo_target(reads) if verb == "undo" else ledger.redo_target(reads)
    assert target is not None
    answer = device.post(f"{scene.path}/{verb}", {"seq": str(target.seq)}, htmx=True)
    assert answer.status_code == 200
    return answer.text


def strike(scene: Scene, seq: int) -> str:
    form = {"verb": "strike", "confirm": "1", "drops": ""}
    return scene.seats[OWNER].post(f"{scene.path}/log/{seq}", form).text


STEPS: list[tuple[str, Callable[[Scene], str]]] = [
    ("own", lambda s: guess(s, FIRST)),
    ("all", lambda s: s.count(0, 3).text),
    ("own", lambda s: amend(s, 1, SECOND)),
    ("all", lambda s: tap(s, s.seats[0], "undo")),
    ("all", lambda s: tap(s, s.seats[2], "redo")),
    ("own", lambda s: guess(s, THIRD)),
    ("all", lambda s: tap(s, s["scorer"], "undo")),
    ("all", lambda s: tap(s, s["host"], "redo")),
    ("own", lambda s: strike(s, 1)),
    ("all", lambda s: tap(s, s.seats[0], "undo")),
    ("own", lambda s: s.enter(s.seats[OWNER], do="show", seat=OWNER, number=12).text),
    ("all", lambda s: s.enter(s.seats[0], do="show", seat=OWNER, number=12).text),
    ("own", lambda s: s.enter(s.seats[OWNER], do="show", seat=OWNER, number=13, lift="TALLY-4").text),
]


def test_nobody_else_ever_sees_a_secret(scene: Scene) -> None:
    others = {who: device for who, device in scene.everybody.items() if who != f"seat {OWNER}"}
    for number, (audience, step) in enumerate(STEPS):
        answer = step(scene)
        if audience == "all":
            assert not any(str(secret) in answer for secret in SECRETS), f"the answer to step {number}"
        for who, device in others.items():
            seen = all_of_it(scene, device)
            assert not any(str(secret) in seen for secret in SECRETS), f"{who} after step {number}"
    own = all_of_it(scene, scene.seats[OWNER])
    assert str(THIRD) in own
    assert "something secret" in all_of_it(scene, scene.seats[0])


def test_its_own_seat_sees_it_at_every_step(scene: Scene) -> None:
    own = scene.seats[OWNER]
    assert str(FIRST) in guess(scene, FIRST)
    for place in ("", "/log", "/log/1"):
        assert str(FIRST) in own.get(f"{scene.path}{place}").text
    with own.stream(f"{scene.path}/stream?view=log") as messages:
        assert str(FIRST) in next(messages)
    assert str(SECOND) in amend(scene, 1, SECOND)
    assert str(SECOND) in own.get(scene.path).text
    refused = scene.enter(own, do="show", seat=OWNER, number=12)
    assert refused.status_code == 422
    assert str(SECOND) in refused.text


@pytest.mark.parametrize("who", ["seat 0", "seat 2", "scorer", "host"])
@pytest.mark.parametrize("verb", ["amend", "strike"])
def test_nobody_else_changes_a_secret_or_learns_it_by_trying(scene: Scene, who: str, verb: str) -> None:
    guess(scene, FIRST)
    device = scene.everybody[who]
    form = {"verb": verb, "seat": str(OWNER), "number": "5", "confirm": "1", "drops": ""}
    for htmx in (False, True):
        page = device.get(f"{scene.path}/log/1", htmx=htmx)
        answer = device.post(f"{scene.path}/log/1", form, htmx=htmx)
        assert (page.status_code, answer.status_code) == (422, 422)
        assert str(FIRST) not in page.text + answer.text
    assert scene.live.seq == 1


def test_a_secret_cannot_be_handed_to_another_seat(scene: Scene) -> None:
    guess(scene, FIRST)
    form = {"verb": "amend", "seat": "0", "number": "5", "confirm": "1", "drops": ""}
    answer = scene.seats[OWNER].post(f"{scene.path}/log/1", form)
    assert answer.status_code == 422
    assert scene.live.table.state.guesses == (None, FIRST, None)


def test_nobody_enters_a_secret_for_another_seat(scene: Scene) -> None:
    scene.enter(scene.seats[0], do="guess", seat=OWNER, number=FIRST)
    assert scene.live.table.state.guesses == (FIRST, None, None)
    for role in ("scorer", "host"):
        assert scene.enter(scene[role], do="guess", seat=OWNER, number=FIRST).status_code == 400
    assert scene.live.seq == 1


def test_a_phone_that_lost_its_seat_lost_its_secrets(desk: Desk, scene: Scene) -> None:
    guess(scene, FIRST)
    old, new = scene.seats[OWNER], scene["spectator"]
    new.post(f"{scene.path}/seats", {"seat": str(OWNER)})
    (request,) = scene.live.requests
    old.post(f"{scene.path}/answer", {"yes": request})
    assert str(FIRST) not in all_of_it(scene, old)
    assert str(FIRST) in all_of_it(scene, new)


def test_once_the_game_is_over_the_file_holds_everything(desk: Desk) -> None:
    scene = desk.scene("Ann", "Bo")
    guess(scene, FIRST)
    assert str(FIRST) not in scene["host"].get(f"{scene.path}/export.json").text
    scene.count(0, 10)
    scene.enter(scene.seats[0], do="pass")
    scene.enter(scene.seats[0], do="pass")
    assert scene.live.table.state.finished
    assert str(FIRST) in scene["host"].get(f"{scene.path}/export.json").text


# -- fragments are shared, what belongs to one phone is not


@pytest.mark.parametrize("place", ["", "/log", "/more", "/host", "/seats", "/stream", "/stream?view=host"])
def test_a_page_from_the_cache_holds_the_token_of_the_phone_that_asked(scene: Scene, place: str) -> None:
    guess(scene, FIRST)
    own = {device.csrf for device in scene.everybody.values()}
    assert len(own) == len(scene.everybody)
    for _ in range(2):
        for device in scene.everybody.values():
            if place.startswith("/stream"):
                with device.stream(f"{scene.path}{place}") as messages:
                    page = next(messages)
            else:
                page = device.get(f"{scene.path}{place}").text
            assert set(CSRF.findall(page)) <= {device.csrf}
            assert "\ue000" not in page


def test_no_two_forms_ever_carry_the_same_key(scene: Scene) -> None:
    found: list[str] = []
    for _ in range(3):
        for device in scene.everybody.values():
            page = device.get(scene.path).text
            found += set(re.findall(r'name="key" value="([0-9a-f]+)"', page))
    assert len(found) == len(set(found))
    assert len(found) >= 3 * len(scene.everybody)


def test_undo_passes_over_the_secrets_of_others(scene: Scene) -> None:
    scene.count(0, 3)
    guess(scene, FIRST)
    for who, expected in (("seat 0", "1"), ("host", "1"), (f"seat {OWNER}", "2")):
        found = re.search(r'value="(\d+)" id="undo"', scene.everybody[who].get(scene.path).text)
        assert found, who
        assert found[1] == expected, who
    stolen = scene.seats[0].post(f"{scene.path}/undo", {"seq": "2"}, htmx=True)
    assert stolen.status_code == 409
    assert scene.seats[0].post(f"{scene.path}/undo", {"seq": "1"}, htmx=True).status_code == 200
    assert scene.counters() == (0, 0, 0)
    assert str(FIRST) in scene.seats[OWNER].get(scene.path).text
    assert scene.seats[2].post(f"{scene.path}/redo", {"seq": "1"}, htmx=True).status_code == 200
    assert scene.counters() == (3, 0, 0)
