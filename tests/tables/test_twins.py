"""Two phones that enter the same at the same moment."""

from __future__ import annotations

from typing import Any

import pytest
from keeping import Keeper, counters

from companion.core.contract import RuleViolation
from companion.tables.errors import StaleTable
from companion.tables.live import LiveTable
from companion.tables.overtaken import Recorded, Sent


def by(who: str, seen: int | None, key: str | None = None) -> Sent:
    return Sent(by=who, key=key or f"{who}{seen}", fingerprint="f", seen=seen)


def fill(keeper: Keeper, live: LiveTable) -> None:
    keeper.count(live, 0, 9)


def test_a_refused_entry_that_another_made_meanwhile_is_that_entry(keeper: Keeper) -> None:
    live = keeper.table()
    fill(keeper, live)
    first = keeper.count(live, 0, 1, by("Ann", 1))
    assert keeper.count(live, 0, 1, by("Bo", 1)) == Recorded(first.seq, again=True, twin=True)
    assert (counters(live), live.seq) == ([10, 0], 2)


@pytest.mark.parametrize("seen", [None, 2, 99])
def test_who_has_seen_the_entry_is_refused(keeper: Keeper, seen: int | None) -> None:
    live = keeper.table()
    fill(keeper, live)
    keeper.count(live, 0, 1, by("Ann", 1))
    with pytest.raises(RuleViolation, match="TALLY-2"):
        keeper.count(live, 0, 1, by("Bo", seen))


@pytest.mark.parametrize("other", [{"seat": 0, "n": 2}, {"seat": 0, "n": -11}, {"seat": 1, "n": 11}])
def test_something_else_is_refused_as_ever(keeper: Keeper, other: dict[str, Any]) -> None:
    live = keeper.table()
    fill(keeper, live)
    keeper.count(live, 0, 1, by("Ann", 1))
    with pytest.raises(RuleViolation):
        keeper.count(live, other["seat"], other["n"], by("Bo", 1))


def test_equal_entries_that_the_rules_allow_both_count(keeper: Keeper) -> None:
    live = keeper.table()
    for who in ("Ann", "Bo"):
        assert not keeper.count(live, 0, 3, by(who, 0)).again
    assert counters(live) == [6, 0]


def test_an_ordered_entry_made_twice_is_one_if_two_people_made_it(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.play(live, by("Ann", 0), do="pass")
    assert keeper.play(live, by("Bo", 0), do="pass") == Recorded(1, again=True, twin=True)
    with pytest.raises(StaleTable):
        keeper.play(live, by("Ann", 0, "second tap"), do="pass")
    assert live.seq == 1


def test_what_one_phone_kept_while_it_was_away_is_taken_one_after_the_other(keeper: Keeper) -> None:
    """All its taps were made on the same screen; nobody else entered anything since."""
    live = keeper.table()
    keeper.count(live, 0, 3, by("Ann", 0, "a"))
    assert keeper.play(live, by("Ann", 0, "b"), do="pass") == Recorded(2)
    with pytest.raises(StaleTable):
        keeper.play(live, by("Ann", 0, "b again"), do="pass")
    keeper.tables.undo(live, 2, Sent(by="Ann"))
    assert keeper.play(live, by("Ann", 0, "c"), do="pass") == Recorded(4)


@pytest.mark.parametrize("others", [("Bo",), ("Ann", "Bo"), ("Bo", "Ann"), (None,), ("Ann",) * 40])
def test_what_others_entered_since_or_too_much_makes_a_screen_old(
    keeper: Keeper, others: tuple[str | None, ...]
) -> None:
    live = keeper.table(limit=50)
    for n, who in enumerate(others):
        keeper.count(live, 0, 1, Sent(who, f"k{n}", "f"))
    with pytest.raises(StaleTable) as no:
        keeper.play(live, by("Ann", 0), do="pass")
    assert no.value.again


def test_what_was_undone_meanwhile_is_no_twin(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.play(live, by("Ann", 0), do="pass")
    keeper.tables.undo(live, 1, Sent(by="Ann"))
    with pytest.raises(StaleTable):
        keeper.play(live, by("Bo", 0), do="pass")


def test_a_secret_of_another_is_no_twin(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.play(live, by("Ann", 0), 0, do="guess", number=5)
    assert keeper.play(live, by("Bo", 0), 1, do="guess", number=5) == Recorded(2)


def test_the_table_after_any_entry_is_the_one_there_was(keeper: Keeper) -> None:
    live = keeper.table(limit=50)
    seen = [live.table]
    for n in range(80):
        keeper.count(live, 0, 1 if n % 2 == 0 else -1)
        seen.append(live.table)
    assert [live.ledger.table_after(n).state for n in range(81)] == [table.state for table in seen]
