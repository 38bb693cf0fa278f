"""Tables as files over the web: what goes out comes in again, and hostile files leave nothing behind."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from desk import HERE, Desk, Scene
from example_files import Example, all_examples
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from companion.shelf import Shelf

DEMO = Path(__file__).parent.parent / "demo"
BASE: dict[str, Any] = {"companion": 1, "game": "tally", "players": ["Ann", "Bo"], "entries": []}
COUNTED = {"seat": 0, "event": "Counted", "data": {"n": 1}}
PLACES = ("", "/log", "/scores", "/more", "/host", "/export.json", "/watch", "/seats", "/log/1")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "example" in metafunc.fixturenames:
        examples = all_examples(Shelf([DEMO]))
        names = [f"{example.game.key}/{example.path.stem}" for example in examples]
        metafunc.parametrize("example", examples, ids=names)


def bring_in(desk: Desk, content: Any, name: str = "table.json") -> TestResponse:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    device = desk.device()
    file = FileStorage(io.BytesIO(raw), name)
    boundary, body = encode_multipart({"csrf": device.csrf, "file": file})
    kind = f'multipart/form-data; boundary="{boundary}"'
    return device.open("POST", "/import", headers={"Origin": f"http://{HERE}"}, data=body, content_type=kind)


def deep(levels: int) -> dict[str, Any]:
    facts: Any = 1
    for _ in range(levels):
        facts = {"a": facts}
    return {"event": "CardDescribed", "data": {"name": "Fish", "facts": facts}}


def with_entries(*entries: Any) -> dict[str, Any]:
    return {**BASE, "entries": list(entries)}


HOSTILE: dict[str, Any] = {
    "nothing": b"",
    "no JSON": b"<html>hello</html>",
    "half a file": b'{"companion": 1, "game": "tally"',
    "bad UTF-8": b'{"companion": 1, "game": "\xff\xfe"}',
    "NUL": b"\x00" * 100,
    "a zip": b"PK\x03\x04" + b"\x00" * 60,
    "a database": b"SQLite format 3\x00" + b"\x00" * 80,
    "deep lists": b"[" * 100_000,
    "deep and closed": b"[" * 5_000 + b"]" * 5_000,
    "a huge number": b'{"companion": ' + b"9" * 5_000 + b"}",
    "NaN": b'{"companion": 1, "game": "tally", "players": ["A", "B"], "options": {"limit": NaN}}',
    "a list": [],
    "a number": 7,
    "null": None,
    "another format": {**BASE, "companion": 2},
    "no format": {k: v for k, v in BASE.items() if k != "companion"},
    "format as text": {**BASE, "companion": "1"},
    "unknown key": {**BASE, "admin": True},
    "unknown game": {**BASE, "game": "poker"},
    "game as list": {**BASE, "game": ["tally"]},
    "game as path": {**BASE, "game": "../../etc/passwd"},
    "unknown title": {**BASE, "title": "poker"},
    "title as list": {**BASE, "title": []},
    "title as object": {**BASE, "title": {}},
    "title as number": {**BASE, "title": 1},
    "no players": {**BASE, "players": []},
    "too many players": {**BASE, "players": [f"P{n}" for n in range(1000)]},
    "players as text": {**BASE, "players": "Ann"},
    "players as objects": {**BASE, "players": [{}, {}]},
    "an empty name": {**BASE, "players": ["", "Bo"]},
    "an invisible name": {**BASE, "players": ["\u202e\u200b", "Bo"]},
    "two alike": {**BASE, "players": ["Bo", "BO"]},
    "options as list": {**BASE, "options": []},
    "unknown option": {**BASE, "options": {"cheat": True}},
    "wrong option": {**BASE, "options": {"limit": 11}},
    "option as text": {**BASE, "options": {"limit": "10"}},
    "no entries": {k: v for k, v in BASE.items() if k != "entries"},
    "entries as object": {**BASE, "entries": {}},
    "too many entries": {**BASE, "entries": [{}] * 20_001},
    "an entry as text": with_entries("Counted"),
    "an empty entry": with_entries({}),
    "an unknown event": with_entries({"event": "Hacked"}),
    "an event as list": with_entries({"event": []}),
    "unknown key in an entry": with_entries({**COUNTED, "admin": 1}),
    "unknown key in the data": with_entries({**COUNTED, "data": {"n": 1, "x": 1}}),
    "data as list": with_entries({**COUNTED, "data": []}),
    "text for a number": with_entries({**COUNTED, "data": {"n": "1"}}),
    "half a point": with_entries({**COUNTED, "data": {"n": 1.5}}),
    "seat as text": with_entries({**COUNTED, "seat": "0"}),
    "nobody's seat": with_entries({**COUNTED, "seat": 7}),
    "a negative seat": with_entries({**COUNTED, "seat": -1}),
    "an enormous seat": with_entries({**COUNTED, "seat": 10**30}),
    "an enormous number": with_entries(
        {"seat": 0, "event": "Adjusted", "data": {"amount": 10**40, "reason": ""}}
    ),
    "an enormous fraction": with_entries(
        {"event": "CardDescribed", "data": {"name": "x", "facts": {"a": 1e300}}}
    ),
    "wrong number": with_entries({**COUNTED, "seq": 2}),
    "time as number": with_entries({**COUNTED, "at": 5}),
    "by as list": with_entries({**COUNTED, "by": []}),
    "key as object": with_entries({**COUNTED, "key": {}}),
    "the same key twice": with_entries({**COUNTED, "key": "a"}, {**COUNTED, "key": "a"}),
    "half a character": with_entries({"seat": 0, "event": "PlayerRenamed", "data": {"name": "\ud800"}}),
    "half a character in by": with_entries({**COUNTED, "by": "\udfff"}),
    "no name": with_entries({"event": "PlayerJoined", "data": {"name": "\u202e"}}),
    "too deep": with_entries(deep(40)),
    "much too deep": with_entries(deep(400)),
    "refused by the rules": with_entries({**COUNTED, "data": {"n": -1}}),
    "refused at the end": with_entries(*[COUNTED] * 10, {**COUNTED, "data": {"n": 9}}),
    "undoing nothing": with_entries({"event": "Undone", "data": {"seq": 1}}),
    "undoing the future": with_entries(COUNTED, {"event": "Undone", "data": {"seq": 9}}),
    "a correction in a correction": with_entries(
        COUNTED, {"event": "Amended", "data": {"seq": 1, "event": {"event": "Undone", "data": {"seq": 1}}}}
    ),
    "a set-up as an entry": with_entries({"event": "SetUp", "data": {"players": ["A", "B"], "options": {}}}),
    "a ruling that is none": with_entries(
        {"event": "RulingMade", "data": {"rules": "TALLY-1", "event": COUNTED}}
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_answered_with_a_sentence_and_leaves_nothing(desk: Desk, what: str) -> None:
    before = desk.on_disk()
    answer = bring_in(desk, HOSTILE[what])
    assert answer.status_code in (400, 422)
    assert 'class="card slip"' in answer.text
    assert "Traceback" not in answer.text
    assert len(answer.text) < 4_000
    assert desk.on_disk() == before


def test_no_file_is_asked_for(desk: Desk) -> None:
    device = desk.device()
    for form in ({}, {"file": "text"}, {"file": (io.BytesIO(b"{}"), "")}):
        answer = device.post("/import", form)
        assert answer.status_code == 422
        assert "Choose a file first" in answer.text


@pytest.mark.parametrize(("size", "status"), [(1_999_000, 400), (2_000_001, 413), (2_200_000, 413)])
def test_a_file_may_hold_two_megabytes(desk: Desk, size: int, status: int) -> None:
    answer = bring_in(desk, b" " * size)
    assert answer.status_code == status
    assert 'class="card slip"' in answer.text


def test_a_file_just_below_the_limit_is_read(desk: Desk) -> None:
    raw = json.dumps(with_entries(COUNTED)).encode()
    answer = bring_in(desk, raw + b" " * (2_000_000 - len(raw)))
    assert answer.status_code == 303


def test_texts_of_a_file_are_as_tame_as_those_typed_in(desk: Desk) -> None:
    device = desk.device()
    wild = "\u202e\x07<b>" + "x" * 500
    document = {
        **BASE,
        "players": [wild, "Bo"],
        "entries": [
            {"seat": 1, "event": "PlayerRenamed", "data": {"name": wild[:-1] + "y"}, "by": wild, "at": wild},
            {"seat": 0, "event": "Adjusted", "data": {"amount": 10**12, "reason": wild}},
            *[{"event": "TurnPassed"}] * 4,
            {"seat": 0, "event": "Adjusted", "data": {"amount": -(10**12), "reason": ""}},
        ],
    }
    answer = device.post("/import", {"file": (io.BytesIO(json.dumps(document).encode()), "t.json")})
    assert answer.status_code == 303
    here = answer.headers["Location"].removesuffix("/host")
    for place in PLACES:
        page = device.get(here + place)
        assert page.status_code == 200
        assert "\u202e" not in page.text
        assert "\x07" not in page.text
        assert "x" * 220 not in page.text
        assert "<b>x" not in page.text or page.mimetype == "application/json"
    live = desk.tables.table(here.rsplit("/", 1)[-1])
    assert all(len(name) <= 24 for name in live.table.names)


def standings(desk: Desk, table_id: str) -> Any:
    live = desk.tables.table(table_id)
    return live.game.standings(live.table.state), live.table.names, live.table.options, live.seq


def test_an_example_comes_in_goes_out_and_comes_in_again(desk: Desk, example: Example) -> None:
    device, content, results = desk.device(), example.path.read_bytes(), []
    for _ in range(3):
        answer = device.post("/import", {"file": (io.BytesIO(content), "table.json")})
        assert answer.status_code == 303, answer.text
        here = answer.headers["Location"].removesuffix("/host")
        content = device.get(f"{here}/export.json").data
        results.append((standings(desk, here.rsplit("/", 1)[-1]), json.loads(content)))
    assert results[0][0] == results[1][0] == results[2][0]
    assert results[0][1] == results[1][1] == results[2][1]


def test_an_import_is_always_a_new_table_of_which_one_is_the_host(desk: Desk, scene: Scene) -> None:
    scene.count(0, 1)
    content = scene["spectator"].get(f"{scene.path}/export.json").data
    stranger, before = scene["stranger"], scene.live.seq
    places = set()
    for _ in range(2):
        answer = stranger.post("/import", {"file": (io.BytesIO(content), "table.json")})
        places.add(answer.headers["Location"])
        assert stranger.get(answer.headers["Location"]).status_code == 200
    assert len(places) == 2
    assert scene.live.seq == before
    assert stranger.get(scene.path).status_code == 404


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)
EVENTS = st.sampled_from(
    ["Counted", "Guessed", "TurnPassed", "Undone", "Amended", "SetUp", "RulingMade", "Adjusted", "?"]
)
ENTRY = st.fixed_dictionaries(
    {},
    optional={
        "event": EVENTS | JSON,
        "seat": st.integers(-1, 3) | JSON,
        "data": st.dictionaries(st.sampled_from(["n", "seq", "number", "event", "amount", "players"]), JSON)
        | JSON,
        "key": JSON,
        "by": JSON,
        "seq": st.integers(0, 3) | JSON,
    },
)
FILE = st.fixed_dictionaries(
    {},
    optional={
        "companion": st.just(1) | JSON,
        "game": st.just("tally") | JSON,
        "title": st.just("tally") | JSON,
        "players": st.just(["Ann", "Bo"]) | JSON,
        "options": st.just({}) | JSON,
        "entries": st.lists(ENTRY, max_size=3) | JSON,
    },
)


@settings(max_examples=150)
@given(
    document=st.fixed_dictionaries(
        {
            "companion": st.just(1),
            "game": st.just("tally"),
            "players": st.just(["A", "B"]),
            "entries": st.lists(ENTRY, max_size=3),
        }
    )
    | FILE
    | JSON
)
def test_no_file_brings_the_server_down(desk: Desk, document: Any) -> None:
    before = desk.on_disk()
    answer = bring_in(desk, json.dumps(document).encode())
    assert answer.status_code in (303, 400, 422)
    assert answer.status_code == 303 or desk.on_disk() == before
