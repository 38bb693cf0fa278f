"""The first load: light, from nowhere else, and live in whatever order the scripts come in."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import TABLET, NewPhone
from house import Table
from phone import Phone
from playwright.sync_api import Route, expect

pytestmark = pytest.mark.browser

LIGHT = 60_000


@pytest.mark.parametrize("script", ["htmx-", "hx-sse", "forms.js", "table.js"])
def test_a_page_goes_live_though_one_script_comes_late(phone: NewPhone, table: Table, script: str) -> None:
    ann, bo = phone(), phone()
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


class Scale:
    """Weighs what a phone loads: bytes over the wire with headers, and requests."""

    def __init__(self, phone: Phone) -> None:
        self.bytes = self.requests = 0
        self._streams: set[str] = set()
        session = phone.context.new_cdp_session(phone.page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.dataReceived", self._received)
        session.on("Network.loadingFinished", self._finished)

    def _asked(self, _: dict[str, Any]) -> None:
        self.requests += 1

    def _answered(self, event: dict[str, Any]) -> None:
        if event["response"]["mimeType"] == "text/event-stream":
            self._streams.add(event["requestId"])

    def _received(self, event: dict[str, Any]) -> None:
        """A stream never finishes, so its pieces are counted as they come."""
        if event["requestId"] in self._streams:
            self.bytes += round(event["encodedDataLength"])

    def _finished(self, event: dict[str, Any]) -> None:
        self.bytes += round(event["encodedDataLength"])


@pytest.mark.parametrize("page", ["", "/watch", "/log", "/host", "/seats", "/more", "/scores"])
def test_the_first_load_is_light(phone: NewPhone, page: str) -> None:
    """A phone whose cache is empty opens the page; all it holds is its cookie."""
    host, fresh = phone(TABLET), phone()
    table = host.host("Tally", ["Ann", "Bo"])
    fresh.context.add_cookies(host.context.cookies())
    scale = Scale(fresh)
    fresh.open(f"/t/{table.id}{page}").page.wait_for_load_state("load")
    if fresh.page.locator("#badge").count():
        fresh.is_live()
    print(f"{page or '/'}: {scale.bytes} bytes, {scale.requests} requests")
    assert 2_000 < scale.bytes <= LIGHT


def test_all_a_new_phone_loads_until_it_sits_at_the_table_is_light(phone: NewPhone, table: Table) -> None:
    ann = phone()
    scale = Scale(ann)
    ann.join(table.link, "Ann")
    print(f"joining: {scale.bytes} bytes, {scale.requests} requests")
    assert 2_000 < scale.bytes <= LIGHT


def test_all_one_device_loads_until_the_first_entry_is_light(phone: NewPhone) -> None:
    ann = phone()
    scale = Scale(ann)
    ann.keep_score("Tally", ["Ann", "Bo"]).enter("+1", "Ann").counts(Ann=1)
    print(f"one device: {scale.bytes} bytes, {scale.requests} requests")
    assert 2_000 < scale.bytes <= LIGHT


def test_nothing_needs_what_only_a_secure_page_has(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"])
    missing = "() => [window.isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto]"
    assert ann.page.evaluate(missing) == [False, False, False]
    ann.enter("+1", "Ann").counts(Ann=1).undo().counts(Ann=0)
