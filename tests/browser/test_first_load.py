"""The first load: light, from nowhere else, and live in whatever order the scripts come in."""

from __future__ import annotations

import pytest
from conftest import TABLET, NewPhone
from playwright.sync_api import Route, expect

pytestmark = pytest.mark.browser

LIGHT = 60_000


@pytest.mark.parametrize("script", ["htmx-", "hx-sse", "forms.js", "table.js"])
def test_a_page_goes_live_though_one_script_comes_late(phone: NewPhone, script: str) -> None:
    ann, bo = phone(), phone()
    table = phone(TABLET).host("Tally", ["Ann", "Bo"])
    ann.open(table.link)
    held: list[Route] = []
    ann.page.route(f"**/*{script}*", lambda route: held.append(route))
    ann.tile("Ann").click(no_wait_after=True)
    expect(ann.page.locator("#badge")).to_be_attached()
    bo.join(table.link, "Bo")
    held[0].continue_()
    ann.is_live()
    bo.enter("+1", "Bo")
    ann.counts(Bo=1)
