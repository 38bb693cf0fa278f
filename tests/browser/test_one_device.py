"""One device from the start page to the first entry, and what a tap is worth."""

from __future__ import annotations

import pytest
from conftest import NewPhone
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SEND = """([body, times]) => Promise.all(Array.from({length: times}, () =>
  fetch(document.forms.entry.action, {method: "POST", body, headers: {
    "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}})
  .then(async (answer) => [answer.status, await answer.text()])))"""
BODY = """(play) => {
  const body = new URLSearchParams(new FormData(document.forms.entry));
  body.set("play", play);
  return String(body);
}"""

COVERED = """(toast) => {
  const inside = (box, x, y) => box.left < x && x < box.right && box.top < y && y < box.bottom;
  const over = [...toast.querySelectorAll("*")].map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll("a, button")].filter((one) => !toast.contains(one)).filter((one) => {
    const box = one.getBoundingClientRect();
    return over.some((other) => inside(other, box.left + box.width / 2, box.top + box.height / 2));
  }).map((one) => one.innerText);
}"""


def test_from_the_start_page_to_the_first_entry_in_six_taps_and_the_names(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"]).enter("+1", "Ann").counts(Ann=1)
    typing = 2
    assert ann.taps + typing <= 6


def test_the_next_table_remembers_the_names(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"])
    ann.taps = 0
    ann.open().tap(ann.page.locator(".box-lid", has_text="Tally")).tap("I keep score")
    ann.enter("+1", "Bo").counts(Bo=1)
    assert ann.taps <= 3


def test_a_game_can_be_taken_up_in_the_middle(phone: NewPhone) -> None:
    ann = phone()
    ann.set_up("Tally", ["Ann", "Bo"]).tap(ann.page.get_by_text("We are in the middle of a game"))
    ann.type("Total of player 1", "4").type("Total of player 2", "7").tap("I keep score")
    ann.counts(Ann=4, Bo=7)


def test_the_page_is_no_secure_context_and_needs_none(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"]).enter("+2", "Bo").counts(Bo=2)
    assert ann.page.evaluate("() => window.isSecureContext") is False


def test_three_fast_taps_are_three_entries(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"])
    button = ann.button("+1", "Ann").element_handle()
    ann.page.evaluate("(button) => { button.click(); button.click(); button.click(); }", button)
    ann.counts(Ann=3)
    ann.tap("Log").entries(3)


def test_a_triple_click_is_three_entries_too(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"])
    ann.button("+1", "Ann").click(click_count=3)
    ann.counts(Ann=3)


def test_one_tap_sent_five_times_is_one_entry(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"])
    body = ann.page.evaluate(BODY, "do=count&seat=0&n=2")
    answers = ann.page.evaluate(SEND, [body, 5])
    assert [status for status, _ in answers] == [200] * 5
    ann.counts(Ann=2).tap("Log").entries(1)


def test_the_same_key_with_another_body_is_told_what_was_recorded(phone: NewPhone) -> None:
    ann = phone().expects(409)
    ann.keep_score("Tally", ["Ann", "Bo"])
    body = ann.page.evaluate(BODY, "do=count&seat=0&n=2")
    ann.page.evaluate(SEND, [body, 1])
    [[status, text]] = ann.page.evaluate(SEND, [body.replace("n%3D2", "n%3D3"), 1])
    assert status == 409
    assert "#1" in text
    ann.counts(Ann=2).tap("Log").entries(1)


def test_what_was_recorded_covers_no_button_and_undo_is_beside_it(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"]).enter("+1", "Ann").sees("Ann counted +1", within="#said")
    toast = ann.page.locator("#said")
    covered = toast.evaluate(COVERED)
    assert covered == []
    gap = ann.page.locator("#undo").bounding_box()["y"] - toast.bounding_box()["y"]  # type: ignore[index]
    assert 0 < gap < 40
    ann.undo().counts(Ann=0)


def test_nothing_moves_when_less_motion_is_asked_for(phone: NewPhone) -> None:
    ann = phone(still=True)
    ann.keep_score("Tally", ["Ann", "Bo"]).enter("+1", "Ann").counts(Ann=1)
    assert ann.page.evaluate("() => document.getAnimations().length") == 0


def test_the_game_ends_with_a_winner_and_can_be_played_again(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"])
    for _ in range(3):
        ann.enter("+3", "Bo")
    ann.enter("+1", "Bo").counts(Bo=10)
    ann.tap("Pass the turn").sees("Bo's turn").tap("Pass the turn").sees("The game is over")
    ann.tap("Scores").sees("The game is over", "Winner")
    ann.tap("Play again")
    expect(ann.page.get_by_label("Name of player 2")).to_have_value("Bo")
