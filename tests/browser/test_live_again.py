"""Bad Wi-Fi, a killed server, a sleeping phone: nothing is lost, nothing doubled, nobody has to tap."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from conftest import TABLET, NewPhone
from fault_proxy import FaultProxy
from house import House, Table
from phone import Phone
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

WATCHDOG, RECONNECT = 16_000, 5_000
RECONNECT_SLOW = 20_000
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ENTER_OFTEN = """async ([buttons, times]) => {
  for (let n = 0; n < times; n++) {
    buttons[n % 2].click();
    await new Promise((done) => setTimeout(done, 30));
  }
}"""


@pytest.fixture
def proxy(house: House) -> Iterator[FaultProxy]:
    with FaultProxy(house.port) as proxy:
        yield proxy


@pytest.fixture
def bo(phone: NewPhone, table: Table) -> Phone:
    """Has a good link."""
    return phone().join(table.link, "Bo")


@pytest.fixture
def ann(phone: NewPhone, proxy: FaultProxy, table: Table) -> Phone:
    """Her link goes through the proxy."""
    address = f"http://table.test:{proxy.port}"
    return phone(address=address).may_lose_the_link().join(table.under(address), "Ann")


def test_everybody_is_live_again_after_the_server_was_killed(own_house: House, phones: NewPhone) -> None:
    host, tablet = phones(own_house, TABLET).may_lose_the_link(), phones(own_house, TABLET)
    table = host.host("Tally", ["Ann", "Bo"])
    ann, bo = phones(own_house), phones(own_house)
    ann.may_lose_the_link().join(table.link, "Ann").enter("+2", "Ann").counts(Ann=2)
    bo.may_lose_the_link().join(table.link, "Bo")
    tablet.may_lose_the_link().watch(table.link)
    own_house.kill()
    for one in (ann, bo, tablet, host):
        one.is_not_live("Catching up")
    own_house.start()
    back = own_house.answers_at()
    for one in (ann, bo, tablet, host):
        one.is_live(RECONNECT)
    took = time.monotonic() - back
    print("seconds_to_reconnect:", round(took, 2))
    assert took <= RECONNECT / 1000
    bo.counts(Ann=2).enter("+1", "Bo")
    for one in (ann, bo, tablet):
        one.counts(Ann=2, Bo=1)


def test_an_entry_tapped_while_the_server_is_away_is_kept_over_a_closed_tab_and_applied_once(
    own_house: House, phones: NewPhone
) -> None:
    ann = phones(own_house).may_lose_the_link()
    table = own_house.table()
    ann.join(table.link, "Ann")
    own_house.kill()
    ann.enter("+2", "Ann").is_not_live("1 not sent yet").enter("+1", "Ann").is_not_live("2 not sent yet")
    ann.new_tab()
    own_house.start()
    ann.to(table).is_live(RECONNECT).counts(Ann=3).reload().is_live().counts(Ann=3)
    ann.tap("Log").entries(2)


def test_an_entry_tapped_while_the_server_is_away_goes_out_by_itself(
    own_house: House, phones: NewPhone
) -> None:
    ann = phones(own_house).may_lose_the_link()
    ann.keep_score("Tally", ["Ann", "Bo"])
    own_house.kill()
    ann.enter("+2", "Ann").is_not_live("1 not sent yet")
    own_house.start()
    ann.counts(RECONNECT_SLOW, Ann=2).is_live(RECONNECT).tap("Log").entries(1)


def test_an_answer_that_was_lost_on_the_way_does_not_double_the_entry(
    ann: Phone, bo: Phone, proxy: FaultProxy
) -> None:
    proxy.lose_answers()
    ann.enter("+2", "Ann").is_not_live("1 not sent yet")
    bo.counts(Ann=2)
    proxy.pass_on()
    ann.is_live(RECONNECT_SLOW).counts(Ann=2)
    bo.counts(Ann=2).tap("Log").entries(1)


def test_an_unsent_entry_that_no_longer_fits_is_shown_with_the_reason(
    ann: Phone, bo: Phone, proxy: FaultProxy
) -> None:
    for total in (3, 6):
        ann.expects(422).enter("+3", "Ann").counts(Ann=total)
    proxy.cut()
    ann.enter("+3", "Ann").is_not_live("1 not sent yet")
    bo.counts(Ann=6).enter("+2", "Ann").counts(Ann=8)
    proxy.pass_on()
    expect(ann.slip).to_contain_text("Ann stops at 10: 8 and 3 is too much.", timeout=RECONNECT_SLOW)
    ann.counts(Ann=8).is_live(RECONNECT).tap("Up to 10").counts(Ann=10)
    bo.counts(Ann=10)


def test_an_unsent_entry_that_somebody_else_made_meanwhile_is_no_mistake(
    ann: Phone, bo: Phone, proxy: FaultProxy
) -> None:
    for total in (3, 6):
        ann.enter("+3", "Ann").counts(Ann=total)
    proxy.cut()
    ann.enter("+3", "Ann").is_not_live("1 not sent yet")
    bo.counts(Ann=6).enter("+3", "Ann").counts(Ann=9)
    proxy.pass_on()
    expect(ann.page.locator("#said")).to_contain_text("Bo has entered that already", timeout=RECONNECT_SLOW)
    ann.counts(Ann=9)
    expect(ann.slip).to_have_count(0)


def test_a_refusal_from_the_queue_is_not_wiped_away_by_what_was_sent_after_it(
    ann: Phone, bo: Phone, proxy: FaultProxy
) -> None:
    for total in (3, 6):
        ann.expects(422).enter("+3", "Ann").counts(Ann=total)
    proxy.cut()
    ann.enter("+3", "Ann").enter("+3", "Ann").enter("+1", "Bo").is_not_live("3 not sent yet")
    bo.counts(Ann=6).enter("+2", "Ann").counts(Ann=8)
    proxy.pass_on()
    bo.counts(RECONNECT_SLOW, Bo=1)
    ann.counts(Ann=8, Bo=1)
    expect(ann.slip).to_have_count(2)
    expect(ann.slip.first).to_contain_text("Ann stops at 10: 8 and 3 is too much.")


def test_a_silent_link_is_noticed_and_the_phone_catches_up(ann: Phone, bo: Phone, proxy: FaultProxy) -> None:
    ann.is_live()
    proxy.stall()
    since = time.monotonic()
    bo.enter("+2", "Bo").counts(Bo=2)
    expect(ann.page.locator("#badge")).not_to_have_text("Live", timeout=WATCHDOG)
    print("seconds_to_notice:", round(time.monotonic() - since, 1))
    assert time.monotonic() - since <= WATCHDOG / 1000
    ann.is_not_live("Offline").counts(Bo=0)
    proxy.cut()
    proxy.pass_on()
    ann.counts(RECONNECT_SLOW, Bo=2).is_live(RECONNECT)


def test_a_cut_link_comes_back_without_a_tap(ann: Phone, bo: Phone, proxy: FaultProxy) -> None:
    proxy.cut()
    ann.is_not_live("Catching up")
    bo.enter("+2", "Bo").counts(Bo=2)
    proxy.pass_on()
    ann.is_live(RECONNECT).counts(Bo=2)


def test_a_frozen_page_catches_up_when_it_wakes(ann: Phone, bo: Phone) -> None:
    session = ann.context.new_cdp_session(ann.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    for total in (1, 2, 3):
        bo.enter("+1", "Bo").counts(Bo=total)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    ann.counts(Bo=3).is_live()


def test_a_hidden_page_catches_up_when_it_is_looked_at(ann: Phone, bo: Phone) -> None:
    ann.page.evaluate(HIDE, True)
    bo.enter("+2", "Bo").counts(Bo=2).enter("+1", "Bo").counts(Bo=3)
    ann.counts(Bo=0)
    ann.page.evaluate(HIDE, False)
    ann.counts(Bo=3).is_live()


def test_a_half_made_choice_is_left_alone_by_twenty_remote_entries(ann: Phone, bo: Phone) -> None:
    guess = ann.page.get_by_label("Your guess")
    ann.choose_guess(17).page.evaluate("() => window.scrollTo(0, 60)")
    guess.focus()
    guess.evaluate("(input) => input.setSelectionRange(1, 2)")
    before = ann.page.evaluate("() => window.scrollY")
    buttons = [bo.button(words, "Bo").element_handle() for words in ("+2", "−1")]
    bo.page.evaluate(ENTER_OFTEN, [buttons, 14])
    bo.counts(Bo=7)
    bo.page.evaluate(ENTER_OFTEN, [buttons[::-1], 6])
    bo.counts(Bo=10)
    ann.counts(Bo=10).sees("The table moved on meanwhile.", within="#guess")
    expect(ann.page.locator("#guess .moved")).to_be_visible()
    expect(guess).to_have_value("17")
    expect(guess).to_be_focused()
    assert guess.evaluate("(input) => [input.selectionStart, input.selectionEnd]") == [1, 2]
    assert ann.page.evaluate("() => window.scrollY") == before
    ann.tap("Write it down")
    expect(ann.page.locator("[data-guess]")).to_have_text("17")
    expect(ann.page.locator("#guess .moved")).to_be_hidden()


def test_a_tap_of_one_s_own_does_not_empty_a_half_filled_form(ann: Phone) -> None:
    ann.choose_guess(17).enter("+1", "Ann").counts(Ann=1).enter("+1", "Ann").counts(Ann=2)
    expect(ann.page.get_by_label("Your guess")).to_have_value("17")


def test_coming_back_to_the_page_shows_how_it_stands_now(ann: Phone, bo: Phone) -> None:
    ann.tap("Scores").sees("Scores so far")
    bo.enter("+2", "Bo").counts(Bo=2)
    ann.page.go_back()
    ann.is_live().counts(Bo=2)
