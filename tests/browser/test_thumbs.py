"""What a thumb does: double taps, taps without a link, and what comes up under it."""

from __future__ import annotations

from conftest import TABLET, NewPhone
from playwright.sync_api import expect

TWICE = "(button) => { button.click(); button.click(); }"


def test_three_fast_taps_are_three_entries_but_a_button_meant_once_counts_once(phone: NewPhone) -> None:
    ann = phone()
    ann.keep_score("Tally", ["Ann", "Bo"])
    ann.button("+1", "Ann").evaluate("(button) => { for (const _ of '123') button.click(); }")
    ann.counts(Ann=3)
    once = ann.button("+1", "Bo")
    once.evaluate("(button) => { button.setAttribute('data-once', ''); }")
    once.evaluate(TWICE)
    ann.counts(Bo=1)
    ann.page.wait_for_timeout(700)
    ann.counts(Bo=1).tap("Log").entries(4)


def test_a_tap_without_a_link_leaves_its_mark_until_it_is_answered(phone: NewPhone) -> None:
    ann = phone().may_lose_the_link()
    ann.keep_score("Tally", ["Ann", "Bo"])
    ann.context.set_offline(True)
    ann.enter("+1", "Ann")
    expect(ann.page.locator(".pending")).to_have_count(1)
    ann.context.set_offline(False)
    ann.counts(Ann=1, timeout=15_000)
    expect(ann.page.locator(".pending")).to_have_count(0)


def test_taps_without_a_link_are_taken_one_after_the_other(phone: NewPhone) -> None:
    """The second rests on the order of things, and only this phone moved the table."""
    host, ann = phone(TABLET), phone().may_lose_the_link()
    ann.join(host.host("Tally", ["Ann", "Bo"]).link, "Ann")
    ann.context.set_offline(True)
    ann.enter("+1", "Ann").tap("Pass the turn")
    ann.context.set_offline(False)
    ann.counts(Ann=1, timeout=15_000).sees("Bo's turn").is_not_refused().tap("Log").entries(2)


def test_news_go_by_themselves_and_do_not_come_again(phone: NewPhone) -> None:
    host, bo = phone(TABLET), phone()
    table = host.host("Tally", ["Ann", "Bo"])
    bo.join(table.link, "Bo")
    host.tap("Lock")
    bo.sees("The table is locked.", within="#news")
    bo.enter("+1", "Bo").counts(Bo=1).sees("The table is locked.", within="#news")
    expect(bo.page.locator("#news > *")).to_have_count(0, timeout=7_000)
    bo.enter("+1", "Bo").counts(Bo=2).reload().is_live()
    expect(bo.page.locator("#news > *")).to_have_count(0, timeout=100)
