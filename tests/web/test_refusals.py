"""Every "no" has one shape: what is wrong, why, and the way out. Never a traceback, never silence."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from desk import Desk, Scene
from test_headers import ERRORS, check, wrong

from companion.core.contract import RuleViolation
from companion.core.text import Text
from companion.shelf import Shelf

SLIP = '<section class="card slip" role="alert"'
DEMO = Path(__file__).parent.parent / "demo"
HEADS = {
    400: "That does not work",
    403: "Not from this phone",
    404: "No such table here",
    409: "Somebody was faster",
    413: "That is too much at once",
    422: "would go below zero",
    429: "Too many wrong codes",
    500: "That went wrong",
    503: "Cannot write right now",
}


def is_page(text: str) -> bool:
    return text.startswith("<!doctype html>") and text.count("<main") == 1


@pytest.mark.parametrize("status", ERRORS)
def test_an_error_is_a_slip_on_a_whole_page(desk: Desk, scene: Scene, status: int) -> None:
    with wrong(status, desk, scene) as answer:
        assert answer.status_code == status
        assert is_page(answer.text)
        assert answer.text.count(SLIP) == 1
        assert HEADS.get(status, "") in unescape(re.sub("<[^>]+>", "", answer.text))
        assert "Traceback" not in answer.text


@pytest.mark.parametrize("status", ERRORS)
def test_an_error_is_one_fragment_for_htmx(desk: Desk, scene: Scene, status: int) -> None:
    with wrong(status, desk, scene, htmx=True) as answer:
        assert answer.status_code == status
        assert answer.text.strip().startswith('<hx-partial hx-target="#slip"')
        assert answer.text.count(SLIP) == 1
        assert "<!doctype" not in answer.text
        assert HEADS.get(status, "") in unescape(re.sub("<[^>]+>", "", answer.text))


def test_an_old_token_is_told_to_a_page_that_waits_for_a_fragment(scene: Scene) -> None:
    answer = scene["seat"].post(f"{scene.path}/enter", {"do": "pass"}, csrf="0" * 32, htmx=True)
    assert answer.status_code == 403
    assert answer.text.strip().startswith('<hx-partial hx-target="#slip"')
    assert "Reload" in answer.text


# -- the rules say no


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_refusal_names_the_rule_and_links_to_it(scene: Scene, htmx: bool) -> None:
    answer = scene.enter(scene["seat"], htmx=htmx, do="count", seat=1, n=-1)
    assert answer.status_code == 422
    slip = answer.text[answer.text.index(SLIP) :]
    assert "<bdi>Bo</bdi> has only 0" in slip
    assert "A counter never falls below zero." in slip
    assert f'href="/rules/tally?table={scene.live.row.id}#TALLY-1"' in slip
    page = scene["seat"].get(f"/rules/tally?table={scene.live.row.id}").text
    assert 'id="TALLY-1"' in page
    assert scene.live.seq == 0


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_refusal_offers_what_would_fit_and_the_offer_works(scene: Scene, htmx: bool) -> None:
    scene.count(1, 9)
    answer = scene.enter(scene["seat"], htmx=htmx, do="count", seat=1, n=2)
    offer = re.search(r'name="play" value="([^"]+)"><span>Up to 10<', answer.text)
    assert offer
    taken = scene.enter(scene["seat"], htmx=htmx, play=unescape(offer[1]))
    assert taken.status_code == (200 if htmx else 303)
    assert scene.counters() == (0, 10, 0)


def again_form(text: str) -> tuple[str, dict[str, list[str]]]:
    """The form on a slip that sends the same thing again."""
    found = re.search(r'<form method="post" action="([^"]+)"[^>]*class="again">(.*?)</form>', text, re.S)
    assert found
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', found[2]):
        fields.setdefault(unescape(name), []).append(unescape(value))
    return unescape(found[1]), fields


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_what_a_card_may_lift_is_offered_as_a_ruling(scene: Scene, htmx: bool) -> None:
    form = {"do": "count", "seat": "1", "n": "12", "memo": "as <typed> & kept"}
    answer = scene.enter(scene["seat"], htmx=htmx, **form)
    assert answer.status_code == 422
    path, fields = again_form(answer.text)
    assert path == f"{scene.path}/enter"
    assert fields["lift"] == ["TALLY-2"]
    assert {name: [value] for name, value in form.items()}.items() <= fields.items()
    done = scene["seat"].post(path, {**fields, "csrf": fields["csrf"][0], "reason": "the card"}, csrf=None)
    assert done.status_code == 303
    assert scene.counters() == (0, 12, 0)
    log = scene["seat"].get(f"{scene.path}/log").text
    assert "ruling on TALLY-2" in log
    assert "the card" in log


def test_rulings_on_two_rules_add_up(scene: Scene) -> None:
    answer = scene.enter(scene["seat"], do="count", seat=1, n=12, lift="TALLY-4", reason="two cards")
    _, fields = again_form(answer.text)
    assert sorted(fields["lift"]) == ["TALLY-2", "TALLY-4"]


@pytest.mark.parametrize("lift", ["TALLY-1", "TALLY-2", "", "*", "TABLE-SEAT", "NO-SUCH"])
@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_what_no_card_can_lift_is_not_lifted(desk: Desk, scene: Scene, lift: str, htmx: bool) -> None:
    before = desk.on_disk()
    answer = scene.enter(scene["seat"], htmx=htmx, do="count", seat=1, n=-1, lift=lift)
    assert answer.status_code == 422
    assert 'name="lift"' not in answer.text
    assert "otherwise" not in answer.text
    assert desk.on_disk() == before


def test_a_ruling_that_is_not_needed_is_not_recorded(scene: Scene) -> None:
    scene.enter(scene["seat"], do="count", seat=1, n=1, lift="TALLY-2")
    assert type(scene.live.ledger.entries[-1].event).__name__ == "Counted"


# -- what was typed stays


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("status", [409, 503])
def test_what_could_not_be_recorded_now_can_be_sent_again_as_it_was(
    desk: Desk, scene: Scene, status: int, htmx: bool
) -> None:
    with wrong(status, desk, scene, htmx=htmx) as answer:
        path, fields = again_form(answer.text)
    assert (path, fields["do"]) == (f"{scene.path}/enter", ["pass"])
    sent = {name: values[0] for name, values in fields.items()}
    assert scene["seat"].post(path, sent, csrf=None).status_code == 303
    assert type(scene.live.ledger.entries[-1].event).__name__ == "TurnPassed"


def test_a_correction_that_could_not_be_written_keeps_its_reason(desk: Desk, scene: Scene) -> None:
    form = {"seat": "1", "amount": "7", "reason": "forgot a trick"}
    with desk.cannot_write():
        answer = scene["seat"].post(f"{scene.path}/adjust", form)
    assert answer.status_code == 503
    path, fields = again_form(answer.text)
    assert path == f"{scene.path}/adjust"
    assert {name: [value] for name, value in form.items()}.items() <= fields.items()


def test_opening_a_table_that_is_refused_keeps_names_options_and_totals(desk: Desk) -> None:
    device = desk.device()
    form = {"player": ["Ann <3", "ann <3"], "total": ["40", "50"], "limit": "50", "guessing": "False"}
    answer = device.post("/new/tally", form)
    assert answer.status_code == 422
    page = unescape(answer.text)
    for kept in (
        'value="Ann <3"',
        'value="ann <3"',
        'value="40"',
        'value="50" checked',
        'value="False" checked',
    ):
        assert kept in page
    assert device.post("/new/tally", {"player": ["Ann"]}).status_code == 422
    many = device.post("/new/tally", {"player": ["A", "B", "C", "D"]})
    assert many.status_code == 422
    assert "2 to 3 players" in many.text


@pytest.mark.parametrize("total", ["x", "1.5", "--1", "1e3", "²", "9" * 11, "1000001"])
def test_a_total_that_is_no_score_is_refused(desk: Desk, total: str) -> None:
    before = desk.on_disk()
    answer = desk.device().post("/new/tally", {"player": ["Ann", "Bo"], "total": [total, "1"]})
    assert answer.status_code == 422
    assert desk.on_disk() == before


def test_totals_so_far_are_carried_over(desk: Desk) -> None:
    form = {"player": ["Ann", "", "Bo"], "total": ["40", "", "−7"], "mode": "solo"}
    answer = desk.device().post("/new/tally", form)
    live = desk.tables.table(answer.headers["Location"].rsplit("/", 1)[-1])
    assert live.table.names == ("Ann", "Bo")
    assert live.table.state.counters == (40, -7)


# -- something of ours is broken


def broken(_state: Any, *_more: Any) -> Any:
    return {}["a secret of the program"]


@contextmanager
def throwaway(files: dict[str, str], **parts: Any) -> Iterator[Desk]:
    """An app of its own whose demo game is broken."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder, "templates", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        shelf = Shelf([Path(folder), DEMO])
        shelf.games = {"tally": replace(Shelf([DEMO]).games["tally"], **parts)}
        desk = Desk(Path(folder), shelf)
        try:
            yield desk
        finally:
            desk.close()


def obliging(state: Any, event: Any, lifted: frozenset[str]) -> Any:
    """An engine that would let itself be talked out of a rule no card can lift."""
    if "TALLY-1" not in lifted:
        raise RuleViolation("TALLY-1", Text("Impossible."))
    return state


def test_whether_a_rule_can_be_lifted_is_not_for_the_phone_to_say() -> None:
    with throwaway({}, apply=obliging) as desk:
        scene = desk.scene()
        answer = scene.enter(scene["seat"], do="pass", lift="TALLY-1")
        assert answer.status_code == 422
        assert scene.live.seq == 0


BROKEN: dict[str, Callable[[], Any]] = {
    "view": lambda: throwaway({}, view=broken),
    "standings": lambda: throwaway({}, standings=broken),
    "notices": lambda: throwaway({}, notices=broken),
    "read": lambda: throwaway({}, read=broken),
    "apply": lambda: throwaway({}, apply=broken),
    "an undefined name": lambda: throwaway({"tally/public.html": "{{ nobody.knows }}"}),
    "a slip of the pen": lambda: throwaway({"tally/seat.html": "{% if %}"}),
    "a missing part": lambda: throwaway({"tally/banner.html": "{% include 'nowhere.html' %}"}),
}


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_game_is_an_error_page_and_no_traceback(what: str, htmx: bool) -> None:
    with BROKEN[what]() as desk:
        scene = desk.scene()
        answers = [
            scene["seat"].get(scene.path, htmx=htmx),
            scene["seat"].post(f"{scene.path}/enter", {"do": "count", "seat": "0", "n": "1"}, htmx=htmx),
        ]
        assert 500 in [answer.status_code for answer in answers]
        for answer in answers:
            check(answer)
            if answer.status_code == 500:
                text = answer.text
                assert "That went wrong" in text
                assert SLIP in text
                for leak in ("Traceback", "KeyError", "a secret of the program", "jinja", ".py", "nobody"):
                    assert leak not in text
        assert scene["seat"].get("/").status_code == 200


def test_several_options_are_changed_all_or_none(scene: Scene) -> None:
    seq = scene.live.seq
    answer = scene["seat"].post(f"/t/{scene.live.row.id}/options", {"limit": "20", "guessing": "nonsense"})
    assert answer.status_code in {400, 422}
    assert scene.live.seq == seq


def test_a_refusal_says_what_somebody_entered_meanwhile(scene: Scene) -> None:
    seen = str(scene.live.seq)
    scene.enter(scene.seats[0], do="count", seat=0, n=9)
    late = scene.enter(scene.seats[1], do="count", seat=0, n=3, seen=seen)
    assert late.status_code == 422
    assert "Meanwhile:" in late.text
    on_time = scene.enter(scene.seats[1], do="count", seat=0, n=3)
    assert "Meanwhile:" not in on_time.text
