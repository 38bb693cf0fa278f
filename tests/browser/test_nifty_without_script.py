"""Get Nifty with plain forms only."""

from __future__ import annotations

import pytest
from conftest import NewPhone
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_challenge_from_start_to_outcome(phone: NewPhone) -> None:
    ann = phone(script=False)
    ann.keep_score("Get Nifty", ["Ann", "Bo"])
    page = ann.page
    ann.tap(page.locator("label:has([id$='-at-0'])")).tap(page.locator("label:has([id$='-danger'])"))
    ann.tap(page.locator('.challenge .nums button[value="5"]'))
    expect(page.locator(".duel output")).to_have_text(["5", "0"])
    ann.tap(page.locator("label:has(#t-number)")).tap(page.locator('#add-defence .nums button[value="5"]'))
    expect(page.locator(".banner h2").first).to_contain_text("Bo is losing: a tie defends")
    ann.tap("or gives up").tap("Nobody wants more").sees("Ann withstands the Danger, 5 : 5.")
