"""NΣT! on a small phone: names are read, secrets laid away once, what was noted is put away."""

from __future__ import annotations

import pytest
from conftest import NARROW, PHONE, TABLET, NewPhone
from nyet_moves import Hand
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
