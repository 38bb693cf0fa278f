"""The same table next week: under another address, from the list of tables, from a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import TABLET, NewPhone
from house import House

pytestmark = pytest.mark.browser


def test_a_table_is_taken_up_under_another_address_and_the_seats_by_name(
    own_house: House, phones: NewPhone
) -> None:
    host, ann = phones(own_house, TABLET), phones(own_house)
    table = host.host("Tally", ["Ann", "Bo"])
    ann.join(table.link, "Ann").enter("+2", "Ann").counts(Ann=2).enter("+1", "Bo").counts(Bo=1)
    for screen in (host, ann):
        screen.open("about:blank")
    own_house.stop()
    own_house.start("other.test")

    host, ann, bo = phones(own_house, TABLET), phones(own_house), phones(own_house)
    host.open(own_house.operator_link).sees("All tables on this computer", table.code).tap("Take over")
    again = host.hosted()
    assert again.id == table.id
    assert again.link.startswith(f"http://other.test:{own_house.port}/")
    ann.join(again.link, "Ann").counts(Ann=2, Bo=1)
    bo.join(again.link, "Bo").enter("+3", "Bo")
    ann.counts(Ann=2, Bo=4).can_undo("Bo counted +3").undo().counts(Bo=1).undo().counts(Bo=0)


def test_a_phone_that_kept_its_cookie_has_its_seat_after_a_restart(
    own_house: House, phones: NewPhone
) -> None:
    ann = phones(own_house).may_lose_the_link()
    table = own_house.table()
    ann.join(table.link, "Ann").enter("+2", "Ann").counts(Ann=2)
    own_house.stop()
    own_house.start()
    ann.open(table.link).is_seated_as("Ann").counts(Ann=2)


def test_the_start_page_lists_the_own_tables(own_house: House, phones: NewPhone) -> None:
    ann = phones(own_house).may_lose_the_link()
    ann.keep_score("Tally", ["Ann", "Bo"]).enter("+2", "Ann").counts(Ann=2)
    ann.open()
    own_house.stop()
    own_house.start()
    ann.open().sees("Your tables", "Ann, Bo").tap("Go on").is_live().counts(Ann=2)
    stranger = phones(own_house)
    stranger.open().sees_not("Your tables")


def test_a_table_moves_by_its_file(own_house: House, phones: NewPhone, tmp_path: Path) -> None:
    ann = phones(own_house)
    ann.keep_score("Tally", ["Ann", "Bo"]).enter("+2", "Ann").counts(Ann=2).tap("More")
    with ann.page.expect_download() as saved:
        ann.tap("Save as a file")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert len(json.loads(file.read_text())["entries"]) == 1
    other = phones(own_house)
    other.open().tap(other.page.get_by_text("Bring in a table from a file"))
    other.page.get_by_label("A table file (.json)").set_input_files(file)
    table = other.tap("Open as a new table").hosted()
    other.join(table.link, "Bo") if "/seats" in other.page.url else other.to(table, "/seats").sit("Bo")
    other.is_seated_as("Bo").counts(Ann=2)
