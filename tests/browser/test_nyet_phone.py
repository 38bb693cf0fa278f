"""NΣT! on a small phone: names are read, secrets laid away once, what was noted is put away."""

from __future__ import annotations

import pytest
from conftest import NARROW, PHONE, TABLET, NewPhone
from nyet_moves import Hand, Played
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NAMES = ["Charlotte", "Sebastian", "Alexander", "Dominik", "Theodora"]
CUT = """(all) => all.filter((one) => {
  const box = one.getBoundingClientRect();
  const out = (up) => box.right > up.getBoundingClientRect().right + 1
    || (!up.matches("label, section") && out(up.parentElement));
  return box.width > 1 && (one.scrollWidth > one.clientWidth + 1 || out(one.parentElement));
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["360", "320"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_chip_of_the_sides_names_its_people(
    phone: NewPhone, players: int, size: tuple[int, int]
) -> None:
    hand = Hand(phone(size))
    hand.phone.keep_score("NΣT!", NAMES[:players])
    hand.choose("by-result")
    names = hand.page.locator(".side-chips .with:not(.many .rest) bdi")
    assert names.count() == {3: 9, 4: 12, 5: 20}[players]
    for name in names.all():
        assert (name.bounding_box() or {"width": 0})["width"] > 40
    assert names.evaluate_all(CUT) == []


@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["360", "320"])
@pytest.mark.parametrize(("trump", "supertrump"), [("none", "yellow"), ("green", "none"), ("blue", "blue")])
def test_trump_and_supertrump_are_never_cut(
    phone: NewPhone, trump: str, supertrump: str, size: tuple[int, int]
) -> None:
    hand = Hand(phone(size))
    hand.phone.keep_score("NΣT!", NAMES[:4])
    hand.boxes("1", "discard2", trump, supertrump, "2")
    facts = hand.page.locator(".banner >> nth=0").locator(".suit > span")
    assert facts.count() == 2
    assert facts.evaluate_all(CUT) == []
    names = hand.page.locator(".sides-pad bdi")
    assert names.count() == 12
    assert names.evaluate_all(CUT) == []


def test_the_board_tells_the_last_round_and_a_trick_is_checked_with_its_trumps(phone: NewPhone) -> None:
    hand = Hand(phone())
    hand.phone.keep_score("NΣT!", NAMES[:3])
    hand.result(1, Played((1,), 3, "nyet", 10, (0, 5)))
    hand.phone.sees("Round 1: Charlotte, Alexander +33, Sebastian +30", within=".last-round summary")
    hand.choose("by-tokens").boxes("1", "nyet", "green", "none", "2").sides(0)
    hand.phone.tap("Check a trick")
    expect(hand.page.locator("[name=trump][value=green]")).to_be_checked()
    expect(hand.page.locator("[name=supertrump][value=none]")).to_be_checked()
    hand.page.locator("label:has(#pad-blue)").click()
    hand.page.locator(".of-blue button >> nth=3").click()
    hand.phone.sees("Card 1 takes the trick")
    hand.phone.tap("Back to the table")
    hand.phone.sees("Who won trick 1?")


def test_a_card_is_laid_away_once_and_then_the_table_is_told(phone: NewPhone) -> None:
    link = phone(TABLET).host("NΣT!", NAMES[:3]).link
    ann = Hand(phone().join(link, "Charlotte"))
    ann.page.locator("#note-hand > summary").click()
    for n in range(1, 9):
        ann.choose(f"h1-red-{n}").choose(f"h1-blue-{n}")
    ann.record(ann.page.get_by_role("button", name="Note these cards"))
    expect(ann.page.locator("#note-again")).not_to_have_attribute("open", "")
    expect(ann.page.locator(".nyet-hand .held")).to_have_count(16)
    ann.boxes("1", "discard1", "green", "yellow", "2").sides(0)
    ann.choose("h1-lay-red-3-1")
    ann.record(ann.page.get_by_role("button", name="Lay it away"))
    expect(ann.page.locator(".nyet-hand .held")).to_have_count(15)
    expect(ann.page.locator(".nyet-hand :checked")).to_have_count(0)
    expect(ann.page.get_by_role("button", name="Lay it away")).to_have_count(0)
    ann.record(ann.page.get_by_role("button", name="Tell the table: done"))
    expect(ann.page.locator(".doing .done")).to_contain_text("Charlotte")
