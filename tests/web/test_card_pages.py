"""The card book's pages: nothing that was typed is lost, cards come and go, the way back is there."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from desk import Desk, Device, Scene
from werkzeug.test import TestResponse

from companion.core.events import CardDescribed
from companion.tables.cards import Card

TORG = {"name": "Torg", "kind": "character", "d": "4", "special": "Runs & hides", "aliases": "Hero, Guy"}


@pytest.fixture
def nifty(desk: Desk) -> Iterator[Scene]:
    """A table of Get Nifty, with a book nobody has written in."""
    yield desk.scene("Ann", "Bo", title="get_nifty")
    desk.store.write(lambda db: db.execute("delete from cards"))


def in_book(scene: Scene, name: str) -> Card | None:
    return scene.desk.tables.cards.find(scene.live.game, "get_nifty", name)


def fields(page: str) -> dict[str, str]:
    found = re.findall(r'<input class="text[^"]*" name="([^"]+)" value="([^"]*)"', page)
    ticked = re.findall(r'name="([^"]+)" value="([^"]+)" checked', page)
    return {name: unescape(value) for name, value in (*found, *ticked)}


def head(answer: TestResponse) -> str:
    found = re.search(r'<section id="problem".*?<h2>(.*?)</h2>', answer.text, re.DOTALL)
    return unescape(found[1]) if found else ""


def bring(device: Device, what: Any, query: str = "") -> TestResponse:
    raw = what if isinstance(what, bytes) else json.dumps(what).encode()
    return device.post(f"/cards/get_nifty/import{query}", {"file": (io.BytesIO(raw), "cards.json")})


@pytest.mark.parametrize("place", ["{here}/card", "/cards/get_nifty/card"])
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"d": "99999"}, "Danger cannot be “99999”: a whole number from −999 to 999, ∞, or nothing."),
        ({"s": "many"}, "Safety cannot be “many”: a whole number from −999 to 999, ∞, or nothing."),
        ({"kind": "event"}, "Kind cannot be “event”."),
        ({"name": ""}, "A card needs a name, of at most 40 letters."),
        ({"name": "T" * 41}, "The name has 41 letters: at most 40 fit."),
        (
            {"name": "Safe"},
            "“Safe” is not to be described: SAFE and WEIRD are State cards, NIFTY a token.",
        ),
    ],
)
def test_a_form_that_does_not_fit_comes_back_as_it_was_typed(
    nifty: Scene, place: str, wrong: dict[str, str], sentence: str
) -> None:
    before = nifty.desk.on_disk()
    form = {**TORG, **wrong}
    answer = nifty["seat"].post(place.format(here=nifty.path), form)
    assert answer.status_code == 422
    assert head(answer) == sentence
    assert "What you typed is still here." in answer.text
    shown = fields(answer.text)
    assert {name: shown.get(name, "") for name in form if name != "kind"} == {
        name: value for name, value in form.items() if name != "kind"
    }
    if "kind" not in wrong:
        assert shown["kind"] == "character"
    if set(wrong) & {"d", "s"}:
        (name,) = wrong
        assert re.search(rf'name="{name}"[^>]*aria-invalid="true"', answer.text)
    assert f'action="{place.format(here=nifty.path)}' in answer.text
    assert nifty.desk.on_disk() == before


def test_a_form_comes_back_too_when_nothing_can_be_written(nifty: Scene) -> None:
    with nifty.desk.cannot_write():
        answer = nifty["seat"].post(f"{nifty.path}/card", TORG)
    assert answer.status_code == 503
    assert fields(answer.text)["special"] == "Runs & hides"


def test_the_address_of_the_form_leads_to_the_form(nifty: Scene) -> None:
    seat, here = nifty["seat"], nifty.live.row.id
    answer = seat.get(f"{nifty.path}/card?name=Zoe")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/cards/get_nifty/card?table={here}&name=Zoe"
    assert seat.get(answer.headers["Location"]).status_code == 200
    for path in ("import", "remove"):
        answer = seat.get(f"/cards/get_nifty/{path}?table={here}")
        assert answer.headers["Location"] == f"/cards/get_nifty?table={here}"


def test_a_card_kept_at_a_table_leads_back_to_the_book_and_is_told(nifty: Scene) -> None:
    answer = nifty["seat"].post(f"{nifty.path}/card", TORG)
    book = f"/cards/get_nifty?table={nifty.live.row.id}&kept=Torg"
    assert (answer.status_code, answer.headers["Location"]) == (303, book)
    assert "is kept." in nifty["seat"].get(book).text
    assert "The card is kept: Torg" in nifty["seat"].get(nifty.path).text
    assert isinstance(nifty.live.ledger.entries[-1].event, CardDescribed)
    card = in_book(nifty, "hero")
    assert card is not None
    assert card.facts["d"] == 4


def test_a_spectator_writes_into_the_book_only(nifty: Scene) -> None:
    here = f"table={nifty.live.row.id}"
    page = nifty["spectator"].get(f"/cards/get_nifty/card?{here}").text
    assert f'action="/cards/get_nifty/card?{here}"' in page
    answer = nifty["spectator"].post(f"/cards/get_nifty/card?{here}", TORG)
    assert answer.headers["Location"] == f"/cards/get_nifty?{here}&kept=Torg"
    assert nifty.live.seq == 0


def test_another_card_is_never_written_over(nifty: Scene) -> None:
    seat = nifty["seat"]
    seat.post("/cards/get_nifty/card", TORG)
    for path in ("/cards/get_nifty/card", f"{nifty.path}/card"):
        answer = seat.post(path, {"name": "TORG", "kind": "character", "d": "1"})
        assert answer.status_code == 422
        assert "Torg is in the book already" in answer.text
        assert 'value="TORG"' in answer.text
    assert seat.post("/cards/get_nifty/card", TORG).status_code == 303, "the same once more does no harm"
    seat.post("/cards/get_nifty/card", {"name": "Torg", "was": "Torg", "kind": "character", "d": "1"})
    card = in_book(nifty, "Torg")
    assert card is not None
    assert card.facts["d"] == 1


def test_a_card_under_another_name_leaves_the_old_one(nifty: Scene) -> None:
    nifty["seat"].post("/cards/get_nifty/card", TORG)
    nifty["seat"].post("/cards/get_nifty/card", {"name": "Torgo", "was": "Torg", "d": "1"})
    assert in_book(nifty, "Torg") is None
    assert in_book(nifty, "Torgo") is not None


def test_the_book_has_what_was_said_at_the_table_and_so_has_the_form(nifty: Scene) -> None:
    form = {"do": "challenge", "kind": "danger", "seat": "1", "target": "0", "card": "Torg=3"}
    assert nifty["seat"].post(f"{nifty.path}/enter", form).status_code == 303
    here = f"table={nifty.live.row.id}"
    assert (
        "<b>Torg</b><small>Character, Danger 3</small>" in nifty["seat"].get(f"/cards/get_nifty?{here}").text
    )
    nifty.desk.tables.forget_card(nifty.live.game, "get_nifty", "Torg")
    shown = fields(nifty["seat"].get(f"/cards/get_nifty/card?name=Torg&{here}").text)
    assert (shown["name"], shown["d"], shown["kind"]) == ("Torg", "3", "character")
    assert fields(nifty["seat"].get("/cards/get_nifty/card?name=Torg").text)["d"] == ""


def test_a_card_is_removed_after_a_second_tap(nifty: Scene) -> None:
    seat, here = nifty["seat"], f"?table={nifty.live.row.id}"
    seat.post("/cards/get_nifty/card", TORG)
    page = seat.get(f"/cards/get_nifty/card{here}&name=Torg").text
    assert re.search(r"<details[^>]*>\s*<summary>Remove this card from the book</summary>", page)
    answer = seat.post(f"/cards/get_nifty/remove{here}", {"name": "Torg"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/cards/get_nifty{here}")
    assert in_book(nifty, "Torg") is None
    assert seat.post("/cards/get_nifty/remove", {"name": "Torg"}).status_code == 303


def test_a_printed_card_goes_back_to_what_is_printed(nifty: Scene) -> None:
    seat = nifty["seat"]
    assert "<summary>" not in seat.get("/cards/get_nifty/card?name=Zoe").text
    seat.post("/cards/get_nifty/card", {"name": "Zoe", "was": "Zoe", "d": "3"})
    assert "Back to what the rulebook prints" in seat.get("/cards/get_nifty/card?name=Zoe").text
    seat.post("/cards/get_nifty/remove", {"name": "Zoe"})
    card = in_book(nifty, "Zoe")
    assert card is not None
    assert card.source


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (b"\x89PNG", "it is no card file"),
        (b"[]", "it is no card file"),
        ({"companion": 1, "game": "get_nifty"}, "it is no card file"),
        ({"companion_cards": 9}, "it was written by another version"),
        ({"companion_cards": 1, "game": "tally", "cards": []}, "of another game, 'tally'"),
        ({"companion_cards": 1, "game": "get_nifty", "cards": [{"name": " "}]}, "card 1 has no name"),
        (
            {"companion_cards": 1, "game": "get_nifty", "cards": [TORG | {"facts": {"d": "odd"}}]},
            "card 1, “Torg”: Torg: Danger cannot be “odd”",
        ),
    ],
)
def test_a_broken_file_is_refused_on_the_page_of_the_book(nifty: Scene, what: Any, why: str) -> None:
    before = nifty.desk.on_disk()
    answer = bring(nifty["seat"], what, f"?table={nifty.live.row.id}")
    assert answer.status_code == 422
    assert head(answer).startswith("This file cannot be brought in: ")
    assert why in head(answer)
    assert 'name="file"' in answer.text
    assert f'href="{nifty.path}"' in answer.text
    assert nifty.desk.on_disk() == before


def test_no_file_is_told_on_the_page_of_the_book_too(nifty: Scene) -> None:
    answer = nifty["seat"].post("/cards/get_nifty/import", {})
    assert (answer.status_code, head(answer)) == (422, "Choose a file first.")


def test_a_good_file_is_brought_in(nifty: Scene) -> None:
    cards = [{"name": "Torg", "facts": {"kind": "character", "d": 4}}]
    assert (
        bring(nifty["seat"], {"companion_cards": 1, "game": "get_nifty", "cards": cards}).status_code == 303
    )
    assert in_book(nifty, "Torg") == Card("Torg", cards[0]["facts"])  # type: ignore[arg-type]


def test_the_book_does_not_tell_a_table_from_none(nifty: Scene) -> None:
    there = nifty["stranger"].get(f"/cards/get_nifty?table={nifty.live.row.id}")
    nowhere = nifty["stranger"].get("/cards/get_nifty?table=0000000000000000")
    assert (there.status_code, there.text) == (nowhere.status_code, nowhere.text)
    assert nifty.live.row.id not in nifty["seat"].get(f"/cards/tally?table={nifty.live.row.id}").text


def test_an_offer_for_a_short_name_is_one_tap(nifty: Scene) -> None:
    form = {"do": "challenge", "kind": "danger", "seat": "1", "target": "0", "card": ["Bun-Bun", "zo"]}
    answer = nifty["seat"].post(f"{nifty.path}/enter", form, htmx=True)
    assert answer.status_code == 422
    assert "No card is called “zo” yet. Which one is it?" in answer.text
    offers = [unescape(value) for value in re.findall(r'name="play" value="([^"]*)"', answer.text)]
    assert offers[0].endswith("card=Bun-Bun&card=Zoe")
    assert offers[1].endswith("card=Bun-Bun&card=zo&sure=zo")
    assert nifty["seat"].post(f"{nifty.path}/enter", {"play": offers[0]}).status_code == 303
    assert set(nifty.live.table.state.recent) == {"Bun-Bun", "Zoe"}


def test_a_file_adds_cards_and_replaces_none_unasked(nifty: Scene) -> None:
    seat = nifty["seat"]
    seat.post("/cards/get_nifty/card", TORG)
    cards = [{"name": "Torg", "facts": {"kind": "character", "d": 1}}, {"name": "Yak", "facts": {"d": 2}}]
    raw = json.dumps({"companion_cards": 1, "game": "get_nifty", "cards": cards}).encode()
    answer = seat.post("/cards/get_nifty/import", {"file": (io.BytesIO(raw), "cards.json")})
    assert answer.headers["Location"] == "/cards/get_nifty?added=1&stayed=1"
    assert "Here already, and left as they are:" in seat.get(answer.headers["Location"]).text
    assert [card.facts.get("d") for name in ("Torg", "Yak") if (card := in_book(nifty, name))] == [4, 2]
    again = seat.post("/cards/get_nifty/import", {"file": (io.BytesIO(raw), "cards.json"), "replace": "1"})
    assert again.headers["Location"] == "/cards/get_nifty?added=2&stayed=0"
    assert [card.facts.get("d") for name in ("Torg", "Yak") if (card := in_book(nifty, name))] == [1, 2]
