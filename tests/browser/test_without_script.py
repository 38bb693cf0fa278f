"""Everything that matters works without JavaScript: plain forms, plain pages."""

from __future__ import annotations

import pytest
from conftest import NewPhone
from house import Table
from phone import Phone
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def plain(phone: NewPhone) -> NewPhone:
    return lambda **options: phone(script=False, **options)


@pytest.fixture
def ann(plain: NewPhone, table: Table) -> Phone:
    return plain().join(table.link, "Ann")


def at_nine(ann: Phone) -> Phone:
    for total in (3, 6, 9):
        ann.enter("+3", "Ann").counts(Ann=total)
    return ann.expects(422)


def test_one_device_keeps_score(plain: NewPhone) -> None:
    ann = plain()
    ann.keep_score("Tally", ["Ann", "Bo"]).enter("+1", "Ann").counts(Ann=1)
    assert ann.taps + 2 <= 6


def test_two_phones_join_and_enter(ann: Phone, plain: NewPhone, table: Table) -> None:
    bo = plain().join(table.link, "Bo")
    ann.enter("+2", "Ann").counts(Ann=2)
    bo.tap("Refresh").counts(Ann=2).enter("+1", "Bo").counts(Ann=2, Bo=1)


def test_a_refusal_keeps_the_entry_and_offers_what_fits(ann: Phone) -> None:
    at_nine(ann).enter("+3", "Ann").is_refused("Ann stops at 10", "TALLY-2", "A counter stops")
    ann.counts(Ann=9).tap("Up to 10").counts(Ann=10).is_not_refused()


def test_a_refusal_can_be_overruled_by_a_card(ann: Phone) -> None:
    at_nine(ann).enter("+3", "Ann").is_refused("TALLY-2")
    ann.type("What the card says (optional)", "Overflow").tap("The card says otherwise").counts(Ann=12)
    ann.tap("Log").reads(4, "ruling on TALLY-2", "Overflow")


def test_the_rule_is_a_link_with_a_way_back(ann: Phone) -> None:
    at_nine(ann).enter("+3", "Ann").tap("Rule TALLY-2").sees("A counter stops at the limit")
    ann.tap("Back to the table").counts(Ann=9)


def test_a_secret_guess_is_written_down(ann: Phone) -> None:
    ann.guess(17)


def test_a_wrong_guess_is_refused_and_stays(ann: Phone) -> None:
    ann.expects(400, 422).page.locator("#guess input[name=number]").fill("99999999999")
    ann.tap("Write it down").is_refused("")
    expect(ann.page.locator("#guess input[name=number]")).to_have_value("99999999999")


def test_undo_and_redo(ann: Phone) -> None:
    ann.enter("+2", "Ann").counts(Ann=2).undo().counts(Ann=0).redo().counts(Ann=2)
    ann.tap("Log").entries(3).undo().entries(4)


def test_an_older_entry_is_changed_and_struck_out(ann: Phone) -> None:
    ann.enter("+2", "Ann").counts(Ann=2).enter("+1", "Ann").counts(Ann=3)
    ann.tap("Log").tap("Change entry 1").type("Counts", "5").tap("What would it change?")
    ann.sees("was 3", within=".delta").tap("Change it").counts(Ann=6)
    ann.tap("Log").tap("Change entry 2").tap("Strike out").tap("Strike it out").counts(Ann=5)


def test_a_score_is_adjusted(ann: Phone) -> None:
    ann.tap("More").unfold("Correct a score").choose("Ann").type("Points", "4")
    ann.type("Why?", "forgotten").tap("Correct the score").counts(Ann=4)


def test_an_option_is_changed(ann: Phone) -> None:
    ann.tap("More").unfold("Rules of the house").choose("20").tap("From here on").sees("Limit 20")


def test_the_host_lets_a_knocking_phone_in(ann: Phone, plain: NewPhone) -> None:
    host, cy = plain(), plain()
    table = host.host("Tally", ["Ann", "Bo"])
    cy.open().type("Code of the table", table.code).tap("Knock").sees("Waiting to be let in")
    host.reload().tap("Let in")
    cy.reload().sees("Which player are you?").sit("Bo").is_seated_as("Bo")


def test_the_host_locks_the_table(plain: NewPhone) -> None:
    host, cy = plain(), plain().expects(422)
    table = host.host("Tally", ["Ann", "Bo"])
    host.tap("Lock").sees("Unlock")
    cy.open(table.link).is_refused("The table is locked.")
    host.tap("Unlock")
    cy.join(table.link, "Ann")
