"""A card among many is found with two letters, in the challenge and on the own turn."""

from __future__ import annotations

import pytest
from conftest import NewPhone
from nifty_moves import Hand
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.browser

MANY = [f"name={letter}ster+{n}&kind=character&d={n}&s=1&w=1&n=1" for letter in "ABCDEFGH" for n in (1, 2)]
EXTRA = ("name=Großer+Élan&kind=character&d=4&aliases=Mighty+Moe", "name=Rope&kind=object&s=2")


def at_table(phone: NewPhone) -> Hand:
    hand = Hand(phone())
    hand.phone.keep_score("Get Nifty", ["Ann", "Bo"])
    return hand.knows(*MANY, *EXTRA)


def visible(hand: Hand, within: str) -> Locator:
    return hand.page.locator(f"{within} .find [data-words]:visible")


def test_two_letters_leave_the_cards_that_fit(phone: NewPhone) -> None:
    hand = at_table(phone)
    hand.whom(0, "danger")
    field = hand.page.locator(".challenge [data-finds]")
    for letters, found in (("ds", 2), ("el", 1), ("MOE", 1), ("xx", 0), ("", 0)):
        field.fill(letters)
        expect(visible(hand, ".for-danger")).to_have_count(found)


def test_ticked_cards_stay_in_sight_and_make_room_for_the_next(phone: NewPhone) -> None:
    hand = at_table(phone)
    hand.whom(0, "danger")
    field = hand.page.locator(".challenge [data-finds]")
    for letters, card in (("mi", "Großer Élan"), ("hst", "Hster 2")):
        field.fill(letters)
        hand.page.locator(f'.for-danger label:has([value="{card}"])').click()
        expect(field).to_have_value("")
    expect(visible(hand, ".for-danger")).to_have_count(2)
    hand.record(hand.page.locator(".challenge .go"))
    hand.totals("6", "0")


def test_enter_takes_the_only_card_that_is_left_and_sends_nothing_else(phone: NewPhone) -> None:
    hand = at_table(phone)
    hand.challenge(0, "danger", 3).choose("t-card")
    field = hand.page.locator("#add-defence [data-finds]")
    field.fill("ster")
    expect(visible(hand, "#add-defence")).to_have_count(0)
    field.fill("ro")
    field.press("Enter")
    hand.totals("3", "2")
    expect(hand.page.locator("#slip .slip")).to_have_count(0)


def test_an_entry_from_another_phone_leaves_what_was_found(phone: NewPhone) -> None:
    hand = at_table(phone)
    hand.challenge(0, "danger", 3).choose("t-card")
    field = hand.page.locator("#add-defence [data-finds]")
    field.fill("ro")
    before = hand.seen
    hand.page.evaluate(
        """() => { const body = new URLSearchParams(new FormData(document.forms.entry));
        body.set("play", "do=plot&seat=1&d=1"); body.set("key", "from-elsewhere");
        return fetch(document.forms.entry.action, {method: "POST", body}).then(() => null); }"""
    )
    hand.until(before + 1).totals("4", "0")
    expect(field).to_have_value("ro")
    expect(visible(hand, "#add-defence")).to_have_count(1)


def test_ones_own_entry_leaves_a_half_made_challenge_ready(phone: NewPhone) -> None:
    hand = at_table(phone)
    hand.whom(0, "danger").state("WEIRD")
    expect(hand.page.locator(".challenge .moved")).to_be_hidden()
    hand.challenge(0, "danger", 4).totals("4", "0")
