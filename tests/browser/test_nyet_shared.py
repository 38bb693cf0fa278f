"""Several phones at one table of NΣT!: half-made choices survive, secrets stay, no script is needed."""

from __future__ import annotations

import pytest
from conftest import TABLET, NewPhone
from nyet_moves import Hand, Played
from phone import Table
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NAMES = ["Ann", "Bo", "Cyrus", "Dee"]


@pytest.fixture
def table(phone: NewPhone) -> Table:
    return phone(TABLET).host("NΣT!", NAMES)


@pytest.fixture
def pair(phone: NewPhone, table: Table) -> tuple[Hand, Hand]:
    return Hand(phone().join(table.link, "Ann")), Hand(phone().join(table.link, "Bo"))


def test_a_half_made_result_survives_what_others_enter(pair: tuple[Hand, Hand]) -> None:
    ann, bo = pair
    bo.choose("by-result").choose("r1-value-3").choose("r1-sides-2").choose("r1-tricks-6")
    ann.play("do=token&line=3&box=red")
    bo.until(1)
    for name in ("by-result", "r1-value-3", "r1-sides-2", "r1-tricks-6"):
        expect(bo.page.locator(f"#{name}")).to_be_checked()
    expect(bo.page.locator("#r1-result .moved")).to_be_visible()
    bo.choose("r1-discard-nyet").phone.expects(409).tap("Score round 1").is_refused("Somebody was faster")
    bo.record(bo.page.get_by_role("button", name="Enter it all the same"))
    bo.totals(18, 27, 18, 27)
    ann.until(2).totals(18, 27, 18, 27)
    expect(bo.page.locator("#r2-result :checked[name=value]")).to_have_count(0)
    expect(bo.page.locator("#by-result")).to_be_checked()


def test_the_other_side_s_tricks_are_worked_out_on_the_page(pair: tuple[Hand, Hand]) -> None:
    ann, _ = pair
    ann.choose("by-result").choose("r1-tricks-9")
    derived = ann.page.locator(".derived")
    expect(derived).to_be_hidden()
    ann.choose("r1-discard-discard2")
    expect(derived).to_be_visible()
    expect(ann.page.locator("#r1-tricks-13")).to_be_visible()
    expect(ann.page.locator("label:has(#r1-tricks-14)")).to_be_hidden()
    after = ann.page.locator("label:has(#r1-tricks-9) ~ label").filter(visible=True)
    assert after.count() == 13 - 9


def test_a_chosen_colour_survives_and_gone_cards_are_struck_out(pair: tuple[Hand, Hand]) -> None:
    ann, bo = pair
    ann.boxes("1", "nyet", "red", "blue", "2").sides(0, 2)
    bo.until(ann.seen).choose("by-cards").choose("pad-green")
    ann.card("green", 7)
    bo.until(ann.seen)
    expect(bo.page.locator("#pad-green")).to_be_checked()
    expect(bo.page.locator(".of-green .gone")).to_have_text(["7Green 7 is gone"])
    bo.card("green", 9)
    for hand in (ann, bo):
        expect(hand.page.locator(".card-face.best")).to_contain_text("Bo")
        hand.phone.sees("Green 9 is the highest of the led colour", within=".verdict")
        expect(hand.page.locator(".banner h2").first).to_contain_text("Cyrus plays")


def test_a_hand_is_seen_by_its_seat_only_and_its_legal_cards_are_lit(
    pair: tuple[Hand, Hand], phone: NewPhone, table: Table
) -> None:
    ann, bo = pair
    tablet = phone(TABLET).watch(table.link)
    bo.page.locator("#note-hand > summary").click()
    for name in ("h1-green-3", "h1-green-6", "h1-red-4"):
        bo.choose(name)
    bo.record(bo.page.get_by_role("button", name="Note these cards"))
    bo.phone.sees("Green 3", "Green 6", "Red 4", within=".nyet-hand")
    assert "green 6" not in ann.until(1).page.content().replace('value="green 6"', "")
    ann.boxes("1", "nyet", "red", "blue", "2").sides(0, 2)
    ann.card("green", 9)
    bo.until(ann.seen)
    expect(bo.page.locator(".nyet-hand .faces button:not(.dim)")).to_have_count(2)
    bo.phone.expects(422)
    bo.phone.tap(bo.page.locator(".nyet-hand .faces .dim")).is_refused("Red 4 does not follow", "NYET-5.23")
    bo.phone.tap("Close").is_not_refused()
    bo.record(bo.page.locator(".nyet-hand .faces button:not(.dim)").first)
    expect(bo.page.locator(".nyet-hand .faces .held")).to_have_count(2)
    for words in ("Your hand", "Note your hand"):
        tablet.sees_not(words)


def test_the_tablet_shows_the_board_and_nothing_to_tap(
    pair: tuple[Hand, Hand], phone: NewPhone, table: Table
) -> None:
    ann, _ = pair
    tablet = phone(TABLET).watch(table.link)
    ann.result(1, Played((0, 1), 2, "nyet", 5, (0, 0)))
    ann.choose("by-tokens").play("do=token&line=3&box=red")
    expect(tablet.page.locator(".box.off .token").first).to_be_visible()
    expect(tablet.page.locator(".box.looks").first).to_be_visible()
    expect(tablet.page.locator("main button:visible")).to_have_count(0)


def test_a_round_is_entered_without_script(phone: NewPhone) -> None:
    ann = phone(script=False)
    ann.keep_score("NΣT!", NAMES)
    for name in ("by-result", "r1-value--2", "r1-sides-1", "r1-discard-nyet", "r1-tricks-5"):
        ann.page.locator(f"label:has(#{name})").click()
    ann.page.get_by_role("button", name="Score round 1").click()
    totals = ann.page.locator(".standing summary .num")
    expect(totals).to_have_text(["−10", "−10", "−20", "−20"])


def test_vetoes_can_be_hidden_and_a_round_be_void(pair: tuple[Hand, Hand], table: Table) -> None:
    ann, _ = pair
    ann.play("do=token&line=3&box=red")
    expect(ann.page.locator(".lines .off").nth(1)).to_contain_text("covered by Ann")
    ann.page.locator("#void > summary").click()
    ann.play("do=void")
    expect(ann.page.locator(".lines .off")).to_have_count(1)
    expect(ann.page.locator(".banner h2").first).to_contain_text("Ann, cover one box")
