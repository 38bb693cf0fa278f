"""Putting right what was entered before: change, strike out, adjust, options, people."""

from __future__ import annotations

import pytest
from conftest import TABLET, NewPhone
from house import Table
from phone import Phone
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def pair(phone: NewPhone, table: Table) -> tuple[Phone, Phone]:
    return phone().join(table.link, "Ann"), phone().join(table.link, "Bo")


def test_an_older_entry_is_changed_with_a_preview_and_a_later_one_dropped(
    pair: tuple[Phone, Phone], table: Table
) -> None:
    ann, bo = pair
    ann.enter("+3", "Ann").counts(Ann=3).enter("+2", "Bo").counts(Bo=2)
    ann.enter("−1", "Bo").counts(Bo=1).enter("−1", "Bo").counts(Bo=0)
    ann.tap("Log").tap("Change entry 2").sees("Change entry 2", "Bo counted +2")
    ann.type("Counts", "1").tap("What would it change?")
    ann.sees("no longer fits.", "#4", "Bo took 1 back", "TALLY-1", within="#edit")
    bo.counts(Ann=3, Bo=0)
    ann.tap("Change it").reads(5, "Changed #2", "Bo counted +1").reads(4, "no longer counts")
    bo.counts(Ann=3, Bo=0).can_undo("Changed #2").undo().counts(Bo=0)
    ann.reads(6, "Undone").reads(2, "Bo counted +2")
    expect(ann.line(4)).not_to_contain_text("no longer counts")


def test_the_preview_shows_every_score_and_records_nothing(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    ann.enter("+3", "Ann").counts(Ann=3).enter("+1", "Ann").counts(Ann=4)
    ann.tap("Log").tap("Change entry 1").tap(ann.page.get_by_role("button", name="One more"))
    ann.type("Counts", "1").tap("What would it change?")
    expect(ann.page.locator(".delta li")).to_have_count(2)
    ann.sees("was 4", "no change", within=".delta").tap("Leave it").entries(2)
    bo.counts(Ann=4)


def test_a_change_that_breaks_a_rule_is_refused(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    ann.expects(422).enter("+3", "Ann").counts(Ann=3).tap("Log").tap("Change entry 1")
    ann.type("Counts", "11").tap("What would it change?").is_refused("Ann stops at 10", "TALLY-2")
    bo.counts(Ann=3)


def test_an_older_entry_is_struck_out(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    ann.enter("+3", "Ann").counts(Ann=3).enter("+2", "Ann").counts(Ann=5)
    bo.tap("Log").tap("Change entry 1").tap("Strike out").sees("was 5", within=".delta")
    bo.tap("Strike it out").reads(3, "Struck out", "Ann counted +3", "by Bo").reads(1, "no longer counts")
    ann.counts(Ann=2)


def test_a_score_is_adjusted_with_a_reason(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    ann.tap("More")
    ann.unfold("Correct a score").choose("Bo").type("Points", "-4").type("Why?", "late card")
    ann.tap("Correct the score").counts(Bo=-4)
    bo.counts(Bo=-4).tap("Log").sees("late card", within="#line-1").reads(1, "Bo", "by Ann")


def test_an_option_changes_from_here_on(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    ann.tap("More").unfold("Rules of the house").choose("20").tap("From here on")
    ann.sees("Limit 20")
    bo.sees("Limit 20")
    for total in (3, 6, 9, 12):
        bo.enter("+3", "Bo").counts(Bo=total)


def test_an_option_changes_for_the_whole_game_with_a_preview_of_what_is_lost(phone: NewPhone) -> None:
    host, bo = phone(TABLET), phone()
    host.set_up("Tally", ["Ann", "Bo"]).tap(host.page.get_by_text("Rules of the house"))
    bo.join(host.choose("20").tap("Open a table").hosted().link, "Bo").sees("Limit 20")
    for total in (3, 6, 9, 12):
        bo.enter("+3", "Bo").counts(Bo=total)
    bo.tap("More").unfold("Rules of the house").choose("10").tap("For the whole game")
    bo.sees("For the whole game, from the first entry", "#4", "no longer fits.", "TALLY-2", "was 12")
    bo.tap("Change it").counts(Bo=9).sees("Limit 10")
    bo.undo().counts(Bo=12).sees("Limit 20")


def test_a_latecomer_sits_down_in_the_middle(
    pair: tuple[Phone, Phone], table: Table, phone: NewPhone
) -> None:
    ann, bo = pair
    ann.enter("+2", "Ann").counts(Ann=2)
    cy = phone()
    cy.open(table.link).tap(cy.page.get_by_text("My name is not here")).type("Your name", "Cy")
    cy.tap("Sit down as a new player").is_seated_as("Cy").enter("+1", "Cy")
    for one in (ann, bo, cy):
        one.counts(Ann=2, Bo=0, Cy=1)
    ann.tap("Log").sees("Cy", within="#line-2")


def test_a_player_leaves_and_the_turn_passes_over_the_seat(
    pair: tuple[Phone, Phone], table: Table, phone: NewPhone
) -> None:
    ann, bo = pair
    cy = phone()
    cy.open(table.link).tap(cy.page.get_by_text("My name is not here")).type("Your name", "Cy")
    cy.tap("Sit down as a new player").is_seated_as("Cy")
    ann.tap("More").unfold("Players").unfold("Leaves Bo").tap("Yes, leaves for good Bo")
    for one in (ann, cy):
        expect(one.counter("Bo")).to_have_count(0)
    ann.tap("Pass the turn").sees("Cy's turn")
    cy.sees("Cy's turn")
    bo.sees("Cy's turn")


def test_a_player_is_renamed_everywhere(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    ann.enter("+2", "Bo").counts(Bo=2).tap("More").unfold("Players")
    ann.type("Name of player 2", "Bodo").tap("Rename Bo")
    ann.counts(Bodo=2)
    bo.sees("You are Bodo").counts(Bodo=2).tap("Log").reads(1, "Bodo counted +2")


def test_who_was_overtaken_sees_the_preview_anew_and_one_tap_confirms_it(pair: tuple[Phone, Phone]) -> None:
    ann, bo = pair
    ann.enter("+3", "Ann").counts(Ann=3)
    bo.expects(409).tap("Log").tap("Change entry 1").tap("Strike out").sees("was 3", within=".delta")
    ann.enter("−1", "Ann").counts(Ann=2)
    bo.tap("Strike it out").sees(
        "The table moved on", "#2", "no longer fits.", within="#edit"
    ).is_not_refused()
    bo.tap("Strike it out").reads(3, "Struck out", "Ann counted +3").reads(2, "no longer counts")
    ann.counts(Ann=0).can_undo("Struck out").undo().counts(Ann=2)
    bo.reads(3, "no longer counts")
