"""A refusal says what, why and what instead; an undo names what it takes back."""

from __future__ import annotations

import pytest
from conftest import NewPhone
from house import Table
from phone import Phone
from playwright.sync_api import expect

OLD_SCREEN = "() => { document.querySelector('[form=entry][name=seen]').value = '0'; }"
pytestmark = pytest.mark.browser

TAP_UNDO_AT = "(at) => { setTimeout(() => document.getElementById('undo').click(), at - Date.now()); }"
TAP_UNDO_WHEN_IT_CHANGES = """() => {
  const seen = document.getElementById("undo").value;
  const observer = new MutationObserver(() => {
    const undo = document.getElementById("undo");
    if (undo.value !== seen) { observer.disconnect(); setTimeout(() => undo.click(), 50); }
  });
  observer.observe(document.getElementById("dock"), {subtree: true, childList: true, attributes: true});
}"""


@pytest.fixture
def pair(phone: NewPhone, table: Table) -> tuple[Phone, Phone]:
    """Ann and Bo on their phones, at a table that stops at ten."""
    return phone().join(table.link, "Ann"), phone().join(table.link, "Bo")


def at_nine(ann: Phone) -> Phone:
    for total in (3, 6, 9):
        ann.enter("+3", "Ann").counts(Ann=total)
    return ann.expects(422)


def test_a_refusal_names_its_rule_and_what_would_fit(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    at_nine(ann).enter("+3", "Ann")
    ann.is_refused("Ann stops at 10: 9 and 3 is too much.", "Nothing was recorded")
    ann.is_refused("A counter stops at the limit the table chose.", "TALLY-2")
    ann.counts(Ann=9)
    bo.counts(Ann=9).is_not_refused()
    ann.tap("Up to 10").counts(Ann=10).is_not_refused()
    bo.counts(Ann=10)


def test_the_rule_can_be_read_and_the_way_back_found(pair: tuple[Phone, Phone]) -> None:
    ann, _ = pair
    at_nine(ann).enter("+2", "Ann").is_refused("TALLY-2").tap("Rule TALLY-2")
    assert ann.page.url.endswith("#TALLY-2")
    ann.sees("A counter stops at the limit the table chose.", "At this table:")
    ann.tap("Back to the table").is_seated_as("Ann").counts(Ann=9)


def test_the_impossible_has_no_way_round(pair: tuple[Phone, Phone]) -> None:
    ann, _ = pair
    ann.expects(422).enter("−1", "Ann").is_refused("Ann has only 0", "TALLY-1")
    expect(ann.control("The card says otherwise")).to_have_count(0)
    ann.tap("Close").is_not_refused()


def test_a_card_that_says_otherwise_is_noted_as_a_ruling(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    at_nine(ann).enter("+3", "Ann").is_refused("TALLY-2")
    ann.type("What the card says (optional)", "Overflow card").tap("The card says otherwise")
    ann.counts(Ann=12).is_not_refused()
    bo.counts(Ann=12).tap("Log").reads(4, "Ann counted +3", "by Ann")
    bo.sees("Overflow card", within="#line-4")
    bo.open("/rules/tally?table=" + bo.page.url.split("/")[-2]).sees("ruling at this table")


def test_what_was_typed_stays_after_a_refusal(pair: tuple[Phone, Phone]) -> None:
    ann, _ = pair
    ann.expects(400, 422).choose_guess(7)
    at_nine(ann).enter("+3", "Ann").is_refused("TALLY-2")
    expect(ann.page.get_by_label("Your guess")).to_have_value("7")


def test_a_number_that_is_none_is_refused_and_stays(pair: tuple[Phone, Phone]) -> None:
    ann, _ = pair
    ann.expects(400, 422)
    ann.page.locator("#guess").evaluate("(form) => { form.noValidate = true; }")
    ann.type("Your guess", "many").tap("Write it down").is_refused("many")
    expect(ann.page.get_by_label("Your guess")).to_have_value("many")


def test_undo_names_what_it_takes_back_and_redo_puts_it_back(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    ann.enter("+2", "Ann").counts(Ann=2)
    bo.can_undo("Ann counted +2").undo().counts(Ann=0).can_redo("Ann counted +2")
    ann.counts(Ann=0).can_redo("Ann counted +2").redo().counts(Ann=2).can_undo("Ann counted +2")
    bo.counts(Ann=2)
    ann.tap("Log").entries(3).reads(2, "Undone", "Ann counted +2", "by Bo").reads(3, "Put back", "by Ann")


def test_two_undo_taps_at_once_take_back_one_entry(pair: tuple[Phone, Phone]) -> None:
    ann, _ = pair
    ann.enter("+1", "Ann").counts(Ann=1).enter("+2", "Ann")
    for one in pair:
        one.can_undo("Ann counted +2")
    at = ann.page.evaluate("() => Date.now() + 800")
    for one in pair:
        one.page.evaluate(TAP_UNDO_AT, at)
    for one in pair:
        one.can_undo("Ann counted +1").counts(Ann=1).is_not_refused()
    ann.tap("Log").entries(3)


def test_an_undo_button_that_changes_under_the_finger_means_what_was_seen(pair: tuple[Phone, Phone]) -> None:
    """Bo's finger comes down in the very moment in which Ann's undo changes his button."""
    ann, bo = pair
    ann.enter("+1", "Ann").counts(Ann=1).enter("+2", "Ann")
    bo.can_undo("Ann counted +2").page.evaluate(TAP_UNDO_WHEN_IT_CHANGES)
    ann.can_undo("Ann counted +2").undo().counts(Ann=1)
    bo.sees("Ann counted +2", within="#said").counts(Ann=1).is_not_refused()
    ann.tap("Log").entries(3)


def test_a_double_tap_on_undo_takes_back_one_entry(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    ann.enter("+1", "Ann").counts(Ann=1).enter("+2", "Ann").can_undo("Ann counted +2")
    ann.page.locator("#undo").evaluate("(button) => { button.click(); button.click(); }")
    ann.counts(Ann=1)
    bo.counts(Ann=1).tap("Log").entries(3)


def test_an_entry_where_order_matters_is_refused_when_somebody_was_faster(
    pair: tuple[Phone, Phone],
) -> None:
    ann, bo = pair
    bo.expects(409)
    ann.enter("+1", "Ann").counts(Ann=1)
    bo.counts(Ann=1).page.evaluate(OLD_SCREEN)
    bo.tap("Pass the turn").is_refused("Somebody was faster").sees("Ann's turn", "Enter it all the same")


def test_the_slower_of_two_who_tap_the_same_is_told_who_was_first(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    ann.tap("Pass the turn").sees("Bo's turn")
    bo.sees("Bo's turn").page.evaluate(OLD_SCREEN)
    bo.tap("Pass the turn").sees("Ann has entered that already", within="#said").is_not_refused()
    bo.sees("Bo's turn").tap("Log").entries(1)
