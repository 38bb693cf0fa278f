"""Every screen, light and dark: no axe violation, nothing scrolls sideways at 320 px, targets are big."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import NARROW, PHONE, TABLET, NewPhone
from house import Table
from phone import Phone
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SIDEWAYS = """() => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"""
TARGETS = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), summary, select")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".hide, [hidden]"))
  .filter((one) => !one.closest("p.why, .sheet-why, small"))
  .map((one) => {
    const box = (one.closest("label") ?? one).getBoundingClientRect();
    const plays = one.matches("main [form=entry], .dock .btn");
    return [one.innerText || one.ariaLabel || one.name, Math.round(box.width), Math.round(box.height), plays];
  })"""


class Tour:
    """Walks one phone through every screen and says which it is on."""

    def __init__(self, new: NewPhone, size: tuple[int, int], dark: bool) -> None:
        self.ann = new(size, dark=dark).expects(404, 409, 422)
        self.new = new
        self.size = size
        self.dark = dark

    def screens(self) -> Iterator[tuple[str, Phone]]:
        ann = self.ann
        yield "start", ann.open()
        yield "set-up", ann.open("/new/tally")
        for details in ann.page.locator("summary").all():
            details.click()
        yield "set-up, all open", ann
        table = ann.host("Tally", ["Annabelle the Greatest", "Bo"])
        yield "host", ann.is_live()
        yield from self.at_the_door(table.code)
        ann.sees("Somebody knocks").page.locator("summary").click()
        yield "host, asked", ann
        yield "seats", ann.to(table, "/seats")
        ann.sit("Bo").is_seated_as("Bo")
        yield "table, nothing entered", ann
        yield "log, nothing entered", ann.to(table, "/log").is_live()
        yield "scores, nothing entered", ann.to(table, "/scores")
        ann.to(table).is_live()
        for total in (3, 6, 9):
            ann.enter("+3", "Bo").counts(Bo=total)
        ann.guess(12)
        ann.tap("Pass the turn").sees("Annabelle the Greatest").tap("Pass the turn").sees("Bo leads")
        yield "table", ann.reload().is_live()
        ann.enter("+3", "Bo").is_refused("TALLY-2")
        yield "refusal", ann
        ann.tap("Close").is_not_refused()
        ann.can_undo("The turn passed").undo().can_redo("The turn passed")
        yield "table with redo", ann
        ann.to(table, "/log").is_live()
        yield "log", ann
        ann.tap("Change entry 1").sees("What would it change?")
        yield "edit", ann
        ann.type("Counts", "1").tap("What would it change?").sees("was 9")
        yield "preview", ann
        yield "more", ann.to(table, "/more")
        ann.unfold("Rules of the house").choose("20").tap("For the whole game").sees("from the first entry")
        yield "set-up change", ann
        yield "scores", ann.to(table, "/scores")
        yield "watch", ann.to(table, "/watch").is_live()
        yield "rules", ann.open(f"/rules/tally?table={table.id}")
        yield "error", ann.open("/t/nothing")
        yield "start with tables", ann.open()

    def at_the_door(self, code: str) -> Iterator[tuple[str, Phone]]:
        cy = self.new(self.size, dark=self.dark)
        yield "knock", cy.open(f"/join?code={code}")
        # This page asks again every few seconds; here it stands still to be looked at.
        cy.may_lose_the_link().page.route("**/wait.js*", lambda route: route.abort())
        cy.tap("Knock").sees("Waiting to be let in")
        yield "waiting", cy


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_axe_finds_nothing_on_any_screen(phone: NewPhone, size: tuple[int, int], theme: str) -> None:
    axe, found, seen = Axe(), {}, []
    for name, screen in Tour(phone, size, theme == "dark").screens():
        seen.append(name)
        for violation in axe.run(screen.page).response["violations"]:
            nodes = [node["html"][:160] for node in violation["nodes"][:3]]
            found.setdefault(f"{name}: {violation['id']}", nodes)
    assert len(seen) == 24
    assert found == {}


def test_nothing_scrolls_sideways_on_a_narrow_phone(phone: NewPhone) -> None:
    wide = {
        name: over
        for name, screen in Tour(phone, NARROW, False).screens()
        if (over := screen.page.evaluate(SIDEWAYS)) > 0
    }
    assert wide == {}


def test_every_target_is_big_enough_for_a_thumb(phone: NewPhone, table: Table) -> None:
    ann = phone()
    ann.join(table.link, "Ann").enter("+1", "Ann").counts(Ann=1).can_undo("Ann counted +1")
    targets = ann.page.evaluate(TARGETS)
    assert len(targets) > 12
    assert [target for target in targets if min(target[1], target[2]) < 44] == []
    assert [target for target in targets if target[3] and target[2] < 56] == []


def test_the_refusal_is_big_enough_too(phone: NewPhone) -> None:
    ann = phone().expects(422)
    ann.keep_score("Tally", ["Ann", "Bo"]).enter("−1", "Ann").is_refused("TALLY-1").tap("Close")
    for total in (3, 6, 9):
        ann.enter("+3", "Ann").counts(Ann=total)
    ann.enter("+3", "Ann").is_refused("TALLY-2")
    targets = ann.page.evaluate(TARGETS)
    assert [target for target in targets if min(target[1], target[2]) < 44] == []


def test_scores_can_be_read_at_arm_s_length(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"])
    size = ann.page.locator("[data-count]").first.evaluate("(one) => getComputedStyle(one).fontSize")
    assert float(re.sub("px", "", size)) >= 24


def test_the_keyboard_alone_is_enough(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"])
    ann.button("+2", "Bo").focus()
    ann.page.keyboard.press("Enter")
    ann.counts(Bo=2)
    expect(ann.button("+2", "Bo")).to_be_focused()
    ann.page.keyboard.press("Space")
    ann.counts(Bo=4)
