"""Every screen of every game: no axe violation, nothing sideways at 320 px, big targets, a light load."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import NARROW, PHONE, TABLET, NewPhone
from test_axe_screens import SIDEWAYS, TARGETS
from test_first_load import LIGHT, Scale
from tours import TOURS
from walk import NAMES, Tour

pytestmark = [pytest.mark.browser, pytest.mark.parametrize("tour", list(TOURS.values()), ids=list(TOURS))]

PATIENT = 20_000


@pytest.mark.parametrize(
    ("size", "theme"),
    [(PHONE, "light"), (PHONE, "dark"), (TABLET, "light"), (TABLET, "dark")],
    ids=["phone-light", "phone-dark", "tablet-light", "tablet-dark"],
)
def test_axe_finds_nothing_on_any_screen(
    phone: NewPhone, tour: Tour, size: tuple[int, int], theme: str
) -> None:
    ann = phone(size, dark=theme == "dark").expects(422)
    ann.context.set_default_timeout(PATIENT)
    axe, found, seen = Axe(), {}, 0
    for name in tour.walk(ann.page, ann.address):
        seen += 1
        for violation in axe.run(ann.page).response["violations"]:
            found[f"{name}: {violation['id']}"] = [node["html"][:200] for node in violation["nodes"][:4]]
    assert seen == tour.screens
    assert found == {}


def test_nothing_scrolls_sideways_and_every_target_is_big_enough(phone: NewPhone, tour: Tour) -> None:
    ann = phone(NARROW).expects(422)
    ann.context.set_default_timeout(PATIENT)
    wide, small = {}, {}
    for name in tour.walk(ann.page, ann.address):
        if (over := ann.page.evaluate(SIDEWAYS)) > 0:
            wide[name] = over
        for words, width, height, plays in ann.page.evaluate(TARGETS):
            records = plays and words != "do"  # a tab says only what the next tap will mean
            if min(width, height) < 44 or (records and height < 56):
                small[f"{name}: {words}"] = (width, height)
    assert (wide, small) == ({}, {})


class Apart(Scale):
    """Weighs the first message of the stream, which is not compressed, apart from what is loaded."""

    stream = 0

    def _received(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._streams:
            self.stream += round(event["encodedDataLength"])


def test_the_first_load_of_a_table_is_light(phone: NewPhone, tour: Tour) -> None:
    ann = phone()
    scale = Apart(ann)
    ann.keep_score(tour.name, list(NAMES[: tour.most]))
    print(f"one device: {scale.bytes} bytes, {scale.requests} requests; stream: {scale.stream} bytes")
    assert 2_000 < scale.bytes <= LIGHT
    assert scale.stream <= LIGHT
