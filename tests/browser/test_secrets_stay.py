"""Bo's secret guess is on Bo's phone and nowhere else while the game runs."""

from __future__ import annotations

import re

import pytest
from conftest import TABLET, NewPhone
from house import Table
from phone import Phone
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SECRET = 73519
PAGES = ("", "/log", "/watch", "/scores", "/more", "/seats", "/export.json")
LISTEN = """async (view) => {
  const answer = await fetch(`${location.pathname}/stream?view=${view}`);
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  window.heard = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    window.heard += decoder.decode(read.value, {stream: true});
  }
}"""
START = f"(view) => {{ ({LISTEN})(view); }}"
FETCH = "async (path) => (await fetch(path)).text()"


@pytest.fixture
def bo(phone: NewPhone, table: Table) -> Phone:
    return phone().join(table.link, "Bo")


@pytest.fixture
def others(phone: NewPhone, table: Table) -> dict[str, Phone]:
    """Ann's phone and one that just watches."""
    tablet = phone(TABLET)
    tablet.open(table.link).tap("Just watch").is_live()
    return {"Ann": phone().join(table.link, "Ann"), "tablet": tablet}


def tells(text: str) -> bool:
    """Whether the secret stands in a text; digits inside a random token do not count."""
    return re.search(rf"(?<![0-9a-zA-Z_-]){SECRET}(?![0-9a-zA-Z_-])", text) is not None


def knows(screen: Phone) -> bool:
    return tells(screen.page.content())


def test_it_is_in_no_stream_of_anybody_else(bo: Phone, others: dict[str, Phone]) -> None:
    for screen in (bo, *others.values()):
        screen.page.evaluate(START, "play")
    bo.guess(SECRET)
    for screen in others.values():
        screen.sees("has a guess")
        assert "has a guess" in screen.page.evaluate("() => window.heard")
        assert not tells(screen.page.evaluate("() => window.heard"))
        assert not knows(screen)
    assert tells(bo.page.evaluate("() => window.heard"))
    assert knows(bo)


def test_it_is_on_no_page_of_anybody_else(bo: Phone, others: dict[str, Phone], table: Table) -> None:
    bo.guess(SECRET)
    for screen in others.values():
        screen.sees("has a guess")
        texts = {page: screen.page.evaluate(FETCH, f"/t/{table.id}{page}") for page in PAGES}
        assert all(texts.values())
        assert [page for page, text in texts.items() if tells(text)] == []


def test_the_export_keeps_it_out_for_the_host_and_its_owner_too(bo: Phone, table: Table) -> None:
    bo.guess(SECRET)
    assert not tells(bo.page.evaluate(FETCH, f"/t/{table.id}/export.json"))


def test_log_and_undo_say_only_that_there_is_something(bo: Phone, others: dict[str, Phone]) -> None:
    ann = others["Ann"]
    bo.guess(SECRET).can_undo(f"Bo wrote down {SECRET}")
    ann.sees("nothing entered yet", within="#dock").tap("Log").reads(1, "Bo entered something secret")
    expect(ann.line(1).get_by_role("link")).to_have_count(0)
    bo.undo().can_redo(f"Bo wrote down {SECRET}")
    ann.reads(2, "Undone", "something secret")
    assert not knows(ann)
    bo.redo()
    ann.reads(3, "Put back", "something secret")
    assert not knows(ann)


def test_another_phone_cannot_open_it_for_a_change(bo: Phone, others: dict[str, Phone], table: Table) -> None:
    bo.guess(SECRET)
    ann = others["Ann"].expects(403, 422)
    ann.sees("has a guess").to(table, "/log/1").is_refused("Only its own player may change a secret.")
    assert not knows(ann)


def test_a_preview_that_touches_it_tells_nothing(bo: Phone, others: dict[str, Phone]) -> None:
    ann = others["Ann"]
    ann.enter("+2", "Ann").counts(Ann=2)
    bo.guess(SECRET)
    ann.sees("has a guess").tap("Log").tap("Change entry 1").type("Counts", "1").tap("What would it change?")
    ann.sees("was 2", within=".delta")
    assert not knows(ann)
    ann.tap("Change it").reads(3, "Changed #1")
    expect(ann.page.locator("#edit form")).to_have_count(0)
    ann.is_live()
    assert not knows(ann)


def test_a_refusal_that_rests_on_it_is_shown_to_its_owner_only(
    bo: Phone, others: dict[str, Phone], table: Table
) -> None:
    ann = others["Ann"]
    bo.guess(SECRET).expects(422)
    show = """(number) => {
      const button = document.createElement("button");
      button.setAttribute("form", "entry");
      button.name = "play";
      button.value = `do=show&seat=1&number=${number}`;
      document.getElementById("public").append(button);
      button.click();
    }"""
    bo.page.evaluate(show, 12)
    bo.is_refused(f"You wrote down {SECRET}, not 12.", "TALLY-4")
    ann.is_not_refused()
    ann.page.evaluate(show, 13)
    for screen in (ann, bo):
        screen.sees("guessed 13")
    assert not knows(ann)


def test_a_seat_that_changes_phones_takes_its_secret_along(bo: Phone, table: Table, phone: NewPhone) -> None:
    bo.guess(SECRET)
    other = phone()
    other.open(table.link).sit("Bo").sees("That seat is on another phone")
    assert not knows(other)
    bo.tap("Give it the seat").sees("You are watching.")
    expect(bo.page.locator("#guess")).to_have_count(0)
    bo.reload().is_live()
    assert not knows(bo)
    other.sit("Bo").is_seated_as("Bo")
    assert knows(other)
