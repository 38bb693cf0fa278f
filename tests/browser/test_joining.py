"""Two phones and a tablet: joining by the QR's address, seats kept, taken over, given back."""

from __future__ import annotations

import pytest
from conftest import TABLET, NewPhone
from house import Table
from phone import Phone
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

GONE = 40_000
TAP_EVERY_SECOND = """(buttons) => {
  let n = 0;
  setInterval(() => buttons[n++ % 2].click(), 1000);
}"""


@pytest.fixture
def host(phone: NewPhone) -> Phone:
    return phone(TABLET)


@pytest.fixture
def hosted(host: Phone) -> Table:
    """A table whose host's screen is looked at."""
    return host.host("Tally", ["Ann", "Bo"])


def test_the_invitation_under_the_code_is_the_one_in_it(host: Phone, hosted: Table) -> None:
    assert hosted.link.startswith(f"{host.house.address}/j/{hosted.id}/")
    expect(host.page.get_by_role("img", name="QR code that opens this table")).to_be_visible()


def test_a_phone_is_seated_in_two_actions(table: Table, phone: NewPhone) -> None:
    ann = phone()
    ann.join(table.link, "Ann")
    opening_the_link = 1
    assert ann.taps + opening_the_link == 2


def test_two_phones_and_a_tablet_show_the_same_table(host: Phone, hosted: Table, phone: NewPhone) -> None:
    ann, bo, tablet = phone(), phone(), phone(TABLET)
    ann.join(hosted.link, "Ann")
    bo.join(hosted.link, "Bo")
    tablet.watch(hosted.link)
    host.is_live()
    expect(host.page.locator(".seats small")).to_have_text(["seated", "seated"])
    ann.enter("+1", "Ann").counts(Ann=1)
    bo.counts(Ann=1).enter("+2", "Bo")
    for screen in (ann, bo, tablet):
        screen.counts(Ann=1, Bo=2).sees("Bo leads")
    ann.enter("+3", "Bo")
    for screen in (ann, bo, tablet):
        screen.counts(Ann=1, Bo=5)
    expect(tablet.page.locator(".plays").first).to_be_hidden()


def test_a_seat_is_kept_over_reload_and_scanning_again(table: Table, phone: NewPhone) -> None:
    ann = phone()
    ann.join(table.link, "Ann")
    ann.reload().is_seated_as("Ann")
    ann.taps = 0
    ann.open(table.link).is_seated_as("Ann")
    assert ann.taps == 0


def test_a_spectator_sees_no_buttons_and_can_still_sit_down(table: Table, phone: NewPhone) -> None:
    cy = phone()
    cy.open(table.link).tap("Just watch").sees("You are watching.").is_live()
    expect(cy.button("+1", "Ann")).to_be_hidden()
    cy.tap(cy.control("Take a seat", cy.page.locator("#dock"))).sit("Bo").is_seated_as("Bo")
    cy.enter("+1", "Bo").counts(Bo=1)


def test_a_seat_in_use_needs_the_yes_of_its_phone(table: Table, phone: NewPhone) -> None:
    ann, other = phone(), phone()
    ann.join(table.link, "Ann")
    other.open(table.link).sit("Ann").sees("That seat is on another phone")
    ann.sees("Another phone asks for the seat of Ann").tap("Give it the seat")
    ann.sees("You are watching.")
    other.sit("Ann").is_seated_as("Ann")


def test_a_seat_in_use_stays_where_it_is_after_a_no(table: Table, phone: NewPhone) -> None:
    ann, other = phone(), phone()
    ann.join(table.link, "Ann")
    other.open(table.link).sit("Ann").sees("That seat is on another phone")
    ann.sees("Another phone asks").tap("No").sees_not("Another phone asks")
    ann.is_seated_as("Ann").enter("+1", "Ann").counts(Ann=1)
    other.reload()
    expect(other.tile("Ann")).to_contain_text("on another phone")


def test_the_host_may_give_away_a_seat_in_use(host: Phone, hosted: Table, phone: NewPhone) -> None:
    ann, other = phone(), phone()
    ann.join(hosted.link, "Ann")
    other.open(hosted.link).sit("Ann")
    host.sees("Another phone asks for the seat of Ann").tap("Give it the seat")
    host.sees_not("Another phone asks")
    other.sit("Ann").is_seated_as("Ann")
    ann.sees("You are watching.")


def test_a_seat_whose_phone_is_gone_is_taken_over_and_can_be_given_back(phone: NewPhone) -> None:
    """The one test that waits the real twenty seconds. Bo's phone only listens at a busy table: it stays."""
    host, ann, bo, cy, other = phone(TABLET), phone(), phone(), phone(), phone()
    table = host.host("Tally", ["Ann", "Bo", "Cy"])
    for one, player in ((ann, "Ann"), (bo, "Bo"), (cy, "Cy")):
        one.join(table.link, player)
    ann.open("about:blank")
    cy.page.evaluate(TAP_EVERY_SECOND, [cy.button(words, "Cy").element_handle() for words in ("+1", "−1")])
    seats = host.page.locator(".seats small")
    expect(seats).to_have_text(["away", "seated", "seated"], timeout=GONE)
    other.join(table.link, "Ann")
    bo.sees("Ann is now on another phone.", within="#news")
    host.sees("Ann was taken over by another phone.").tap("Give it back to the first phone")
    other.sees("You are watching.")
    ann.open(table.link).is_seated_as("Ann")
    ann.enter("+1", "Ann").counts(Ann=1)


def test_the_code_only_asks_and_the_host_lets_in(host: Phone, hosted: Table, phone: NewPhone) -> None:
    cy = phone()
    cy.open().type("Code of the table", hosted.code.lower()).tap("Knock")
    cy.sees("Waiting to be let in")
    host.sees("Somebody knocks with the table's code.").tap("Let in")
    cy.sees("Which player are you?", timeout=8_000)
    cy.sit("Bo").is_seated_as("Bo")


def test_a_wrong_code_is_told_and_leads_nowhere(phone: NewPhone) -> None:
    cy = phone().expects(422)
    cy.open().type("Code of the table", "ZZZZZZ").tap("Knock")
    cy.is_refused("There is no open table with the code ZZZZZZ.").tap("To the start page")
    cy.sees("What are you playing?")


def test_a_locked_table_lets_nobody_new_in_and_the_seated_go_on(
    host: Phone, hosted: Table, phone: NewPhone
) -> None:
    ann, cy, di = phone(), phone().expects(422), phone().expects(422)
    ann.join(hosted.link, "Ann")
    host.tap("Lock").sees("Unlock")
    ann.sees("The table is locked.")
    cy.open(hosted.link).is_refused("The table is locked.")
    di.open().type("Code of the table", hosted.code).tap("Knock").is_refused("The table is locked.")
    ann.enter("+1", "Ann").counts(Ann=1).reload().is_seated_as("Ann")
    ann.open(hosted.link).is_seated_as("Ann")
    host.tap("Unlock").sees("nobody new gets in")
    cy.join(hosted.link, "Bo")
