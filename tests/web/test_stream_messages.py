"""What phones listen to: the whole screen at once, again after every change, and a sign of life between."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from desk import Desk, Scene
from hypothesis import given
from hypothesis import strategies as st

from companion.core.events import Adjusted, PlayerRenamed
from companion.web import stream
from companion.web.stream import message

VIEWS = {
    "play": "#dock",
    "watch": "#public",
    "host": "#requests",
    "log": "#lines",
    "nonsense": "#seat",
    "": "#seat",
}


@dataclass
class Heard:
    """One event as a browser hears it."""

    event: str = "message"
    id: str | None = None
    data: list[str] = field(default_factory=list)


def heard(text: str) -> list[Heard]:
    """The events in a stream, by the rules of the HTML standard."""
    found, now = [], Heard()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert lines.pop() == "", "an event must end with an empty line"
    for line in lines:
        if line == "":
            if now.data:
                found.append(now)
            now = Heard()
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            now.data.append(value)
        elif name == "event":
            now.event = value
        elif name == "id" and "\x00" not in value:
            now.id = value
        else:
            raise AssertionError(f"a line of its own: {line!r}")
    return found


@pytest.mark.parametrize("view", VIEWS)
def test_the_first_message_is_the_whole_screen_with_its_number(scene: Scene, view: str) -> None:
    scene.count(0, 3)
    with scene["host"].stream(f"{scene.path}/stream?view={view}") as messages:
        (first,) = heard(next(messages))
    assert (first.event, first.id) == ("message", "1")
    assert f'hx-target="{VIEWS[view]}"' in "\n".join(first.data)


@pytest.mark.parametrize("who", ["spectator", "seat 1", "scorer", "host"])
def test_every_entry_of_anybody_brings_a_new_message(scene: Scene, who: str) -> None:
    with scene.everybody[who].stream(f"{scene.path}/stream") as messages:
        assert 'data-count="0">0<' in next(messages)
        scene.count(0, 3)
        (second,) = heard(next(messages))
        assert second.id == "1"
        assert 'data-count="0">3<' in "\n".join(second.data)
        scene["seat"].post(f"{scene.path}/undo", {"seq": "1"})
        (third,) = heard(next(messages))
        assert third.id == "2"
        assert 'data-count="0">0<' in "\n".join(third.data)


def test_what_was_missed_is_not_sent_bit_by_bit(scene: Scene) -> None:
    with scene["seat"].stream(f"{scene.path}/stream") as messages:
        next(messages)
        for _ in range(5):
            scene.count(0, 1)
        (only,) = heard(next(messages))
        assert only.id == "5"


def test_a_phone_that_comes_back_gets_the_whole_screen_whatever_it_had_seen(scene: Scene) -> None:
    scene.count(0, 3)
    for last in ("0", "1", "99", "x"):
        answer = scene["seat"].get(f"{scene.path}/stream", headers={"Last-Event-ID": last}, buffered=False)
        first = next(iter(answer.response)).decode()  # type: ignore[arg-type]
        assert 'data-count="0">3<' in first
        answer.close()


def test_in_silence_there_is_a_sign_of_life(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stream.HEARTBEAT_SECONDS <= 10
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.001)
    with scene["seat"].stream(f"{scene.path}/stream") as messages:
        next(messages)
        for _ in range(3):
            (beat,) = heard(next(messages))
            assert (beat.event, beat.id, beat.data) == ("beat", None, [""])
        scene.count(0, 1)
        assert heard(next(messages))[0].id == "1"


def test_the_stream_ends_when_the_device_is_no_longer_at_the_table(scene: Scene) -> None:
    device = scene["spectator"]
    with device.stream(f"{scene.path}/stream") as messages:
        next(messages)
        del scene.live.members[device.id]
        scene.live.announce()
        assert next(messages, None) is None


def test_a_stream_follows_its_phone_to_another_seat(desk: Desk, scene: Scene) -> None:
    scene.enter(scene.seats[1], do="guess", number=739118264)
    device = scene["spectator"]
    with device.stream(f"{scene.path}/stream") as messages:
        assert "739118264" not in next(messages)
        device.post(f"{scene.path}/seats", {"seat": "1"})
        (request,) = scene.live.requests
        scene["host"].post(f"{scene.path}/answer", {"yes": request})
        assert "739118264" in next(messages)


def test_nobody_listens_any_more_once_a_stream_is_closed(scene: Scene) -> None:
    for _ in range(3):
        with scene["seat"].stream(f"{scene.path}/stream") as messages:
            next(messages)
            assert len(scene.live._listeners) == 1
    assert not scene.live._listeners


def test_a_stream_is_never_packed_or_held_back(scene: Scene) -> None:
    headers = {"Accept-Encoding": "gzip, br"}
    answer = scene["seat"].get(f"{scene.path}/stream", headers=headers, buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert "Content-Encoding" not in answer.headers
    assert "Content-Length" not in answer.headers
    assert answer.headers["X-Accel-Buffering"] == "no"
    answer.close()


NASTY = [
    "\r",
    "\n",
    "\r\n",
    "\u2028",
    "\u2029",
    "\x85",
    "\x0b",
    "\x0c",
    "\x00",
    "\ufeff",
    "\n\n",
    "\nevent: x\ndata: y\n\n",
]


@given(
    seq=st.integers(0, 10**9),
    text=st.lists(st.text(max_size=12) | st.sampled_from(NASTY), max_size=8).map("".join),
)
def test_no_text_can_end_a_message_or_begin_a_field(seq: int, text: str) -> None:
    (only,) = heard(message(seq, text))
    assert (only.event, only.id) == ("message", str(seq))
    assert "\n".join(only.data) == text.replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize("nasty", NASTY)
@pytest.mark.parametrize("view", ["play", "watch", "host", "log"])
def test_names_and_reasons_on_disk_cannot_begin_a_field_either(scene: Scene, view: str, nasty: str) -> None:
    """Even what slipped past the cleaning, from an older file say."""
    scene.record(PlayerRenamed(0, f"A{nasty}event: evil{nasty}data: evil"))
    scene.record(Adjusted(0, 1, f"B{nasty}id: 99{nasty}{nasty}"))
    with scene["host"].stream(f"{scene.path}/stream?view={view}") as messages:
        (only,) = heard(next(messages))
    assert (only.event, only.id) == ("message", "2")
