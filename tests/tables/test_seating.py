"""Who sits where: coming in, sitting down, taking over, asking, giving back, locking."""

from __future__ import annotations

import pytest
from keeping import Keeper, at_once

from companion.core.text import say
from companion.tables import live as live_module
from companion.tables.errors import TableRefusal
from companion.tables.live import LiveTable
from companion.tables.overtaken import Sent


@pytest.fixture
def live(keeper: Keeper) -> LiveTable:
    """A table of Ann and Bo; the laptop is its host."""
    return keeper.tables.open("tally", ["Ann", "Bo"], {}, host="laptop")


def seats(live: LiveTable) -> dict[str, tuple[str, int | None]]:
    return {member.device: (member.role, member.seat) for member in live.members.values()}


def kept(keeper: Keeper, live: LiveTable) -> None:
    """What is in memory is what a restart would find."""
    stored = {member.device: member for member in keeper.log.members(live.row.id)}
    assert stored == live.members


def seated(keeper: Keeper, live: LiveTable, device: str, seat: int, *, here: bool = False) -> None:
    assert keeper.seating.sit(live, device, seat)
    if here:
        live.saw(device)


def news(live: LiveTable) -> str:
    return say(live.news.text, live.table.names) if live.news else ""


def test_who_opens_a_table_is_its_host(keeper: Keeper, live: LiveTable) -> None:
    assert seats(live) == {"laptop": ("host", None)}
    assert [member.device for member in live.hosts()] == ["laptop"]
    kept(keeper, live)


def test_who_comes_in_watches_and_coming_in_again_changes_nothing(keeper: Keeper, live: LiveTable) -> None:
    first = keeper.seating.admit(live, "phone")
    assert (first.role, first.seat) == ("spectator", None)
    assert keeper.seating.admit(live, "phone") == first
    assert keeper.seating.admit(live, "laptop").role == "host"
    kept(keeper, live)


def test_a_free_seat_is_taken_and_kept_after_a_restart(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "phone", 1)
    assert seats(live)["phone"] == ("seat", 1)
    assert keeper.seating.sit(live, "phone", 1)
    kept(keeper, live)
    assert seats(keeper.again(live)) == seats(live)


def test_a_host_who_sits_down_stays_host_and_so_when_standing_up(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "laptop", 0)
    assert seats(live)["laptop"] == ("host", 0)
    keeper.seating.stand_up(live, "laptop")
    assert seats(live)["laptop"] == ("host", None)
    keeper.seating.stand_up(live, "nobody")
    kept(keeper, live)


def test_a_phone_holds_one_seat_at_a_time(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "phone", 0)
    seated(keeper, live, "phone", 1)
    assert live.holders(0) == []
    assert [member.device for member in live.holders(1)] == ["phone"]


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_there_are_no_other_seats(keeper: Keeper, live: LiveTable, seat: int) -> None:
    with pytest.raises(TableRefusal, match="no such seat"):
        keeper.seating.sit(live, "phone", seat)
    assert "phone" not in live.members


def test_a_seat_whose_phone_is_away_can_be_taken_over_and_all_are_told(
    keeper: Keeper, live: LiveTable
) -> None:
    seated(keeper, live, "old", 0)
    assert not live.is_here(0)
    with live.listening() as woken:
        assert keeper.seating.sit(live, "new", 0)
        assert woken.is_set()
    assert seats(live)["new"] == ("seat", 0)
    assert seats(live)["old"] == ("spectator", None)
    assert news(live) == "Ann is now on another phone."
    kept(keeper, live)


def test_a_phone_is_away_once_it_has_not_been_seen_for_twenty_seconds(
    keeper: Keeper, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = live_module.time.monotonic()
    seated(keeper, live, "phone", 0)
    monkeypatch.setattr(live_module.time, "monotonic", lambda: now)
    live.saw("phone")
    with live.listening() as woken:
        monkeypatch.setattr(live_module.time, "monotonic", lambda: now + 19.9)
        live.notice_absences()
        assert live.is_here(0)
        assert not woken.is_set()
        monkeypatch.setattr(live_module.time, "monotonic", lambda: now + 20.1)
        live.notice_absences()
        assert not live.is_here(0)
        assert woken.is_set()
        woken.clear()
        live.notice_absences()
        assert not woken.is_set(), "told once"
        live.saw("phone")
        assert woken.is_set()


def test_a_seat_whose_phone_is_here_is_only_asked_for(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "old", 0, here=True)
    for _ in range(3):
        assert not keeper.seating.sit(live, "new", 0)
    (request,) = live.open_requests()
    assert (request.device, request.seat) == ("new", 0)
    assert seats(live)["old"] == ("seat", 0)
    assert seats(live)["new"] == ("spectator", None)


@pytest.mark.parametrize("yes", [True, False])
def test_a_request_for_a_seat_is_answered_once(keeper: Keeper, live: LiveTable, yes: bool) -> None:
    seated(keeper, live, "old", 0, here=True)
    keeper.seating.sit(live, "new", 0)
    (request,) = live.open_requests()
    with live.listening() as woken:
        keeper.seating.answer(live, request.id, yes)
        assert woken.is_set()
    keeper.seating.answer(live, request.id, not yes)
    assert [member.device for member in live.holders(0)] == ["new" if yes else "old"]
    assert live.open_requests() == []
    kept(keeper, live)


def test_only_the_host_and_the_seats_own_phone_may_answer(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "ann", 0, here=True)
    seated(keeper, live, "bo", 1, here=True)
    keeper.seating.sit(live, "new", 0)
    keeper.seating.ask_in(live, "stranger")
    for_seat, let_in = live.open_requests()
    may = {
        device: [keeper.seating.may_answer(live, member, r) for r in (for_seat.id, let_in.id, "none")]
        for device, member in live.members.items()
    }
    assert may == {
        "laptop": [True, True, True],
        "ann": [True, False, False],
        "bo": [False, False, False],
        "new": [False, False, False],
    }


def test_the_short_code_only_asks_to_be_let_in(keeper: Keeper, live: LiveTable) -> None:
    keeper.seating.ask_in(live, "stranger")
    keeper.seating.ask_in(live, "stranger")
    keeper.seating.ask_in(live, "laptop")
    (request,) = live.open_requests()
    assert request.seat is None
    assert "stranger" not in live.members
    keeper.seating.answer(live, request.id, True)
    assert seats(live)["stranger"] == ("spectator", None)


def test_a_request_lapses(keeper: Keeper, live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper.seating.ask_in(live, "stranger")
    now = live_module.time.monotonic()
    monkeypatch.setattr(live_module.time, "monotonic", lambda: now + live_module.REQUEST_SECONDS + 1)
    assert live.open_requests() == []


def test_who_asks_again_after_the_request_lapsed_is_heard(
    keeper: Keeper, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper.seating.ask_in(live, "stranger")
    now = live_module.time.monotonic()
    monkeypatch.setattr(live_module.time, "monotonic", lambda: now + live_module.REQUEST_SECONDS + 1)
    keeper.seating.ask_in(live, "stranger")
    assert [request.device for request in live.open_requests()] == ["stranger"]
    assert len(live.requests) == 1, "lapsed requests are not kept for ever"


def test_the_host_gives_a_seat_back_to_the_phone_it_was_taken_from(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "old", 0)
    seated(keeper, live, "new", 0)
    keeper.seating.revert(live, 0)
    assert seats(live)["old"] == ("seat", 0)
    assert seats(live)["new"] == ("spectator", None)
    assert news(live) == "Ann is back on the first phone."
    kept(keeper, live)


def test_giving_back_leaves_one_phone_per_seat_whatever_happened_meanwhile(
    keeper: Keeper, live: LiveTable
) -> None:
    seated(keeper, live, "old", 0)
    seated(keeper, live, "new", 0)
    seated(keeper, live, "new", 1)
    seated(keeper, live, "third", 0)
    keeper.seating.revert(live, 0)
    assert [member.device for member in live.holders(0)] == ["old"]
    assert [member.device for member in live.holders(1)] == ["new"]
    assert seats(live)["third"] == ("spectator", None)
    kept(keeper, live)


def test_giving_back_a_seat_that_nobody_took_changes_nothing(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "phone", 0)
    before = seats(live)
    for seat in (-1, 0, 1, 7):
        keeper.seating.revert(live, seat)
    assert seats(live) == before
    assert news(live) == ""


def test_a_locked_table_lets_nobody_new_in_and_nobody_change_seats(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "phone", 0)
    keeper.seating.lock(live, True)
    assert news(live) == "The table is locked."
    for job in (
        lambda: keeper.seating.admit(live, "stranger"),
        lambda: keeper.seating.ask_in(live, "stranger"),
        lambda: keeper.seating.sit(live, "stranger", 1),
        lambda: keeper.seating.sit(live, "phone", 1),
    ):
        with pytest.raises(TableRefusal, match="locked"):
            job()
    assert set(live.members) == {"laptop", "phone"}
    assert keeper.seating.sit(live, "phone", 0), "its own seat is still its own"
    assert keeper.again(live).row.locked


def test_an_unlocked_table_lets_people_in_again(keeper: Keeper, live: LiveTable) -> None:
    keeper.seating.lock(live, True)
    keeper.seating.lock(live, False)
    assert keeper.seating.sit(live, "phone", 0)
    assert not keeper.again(live).row.locked


def test_the_tablet_in_the_middle_may_enter_without_a_seat(keeper: Keeper, live: LiveTable) -> None:
    keeper.seating.admit(live, "tablet")
    assert keeper.seating.make_scorer(live, "tablet").role == "scorer"
    assert keeper.seating.make_scorer(live, "laptop").role == "host"
    seated(keeper, live, "tablet", 0)
    keeper.seating.stand_up(live, "tablet")
    assert seats(live)["tablet"] == ("scorer", None)
    kept(keeper, live)


def test_a_new_host_keeps_the_seat_it_holds(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "phone", 1)
    keeper.seating.make_host(live, "phone")
    keeper.seating.make_host(live, "console")
    assert seats(live) == {"laptop": ("host", None), "phone": ("host", 1), "console": ("host", None)}
    kept(keeper, live)


def test_of_many_who_reach_for_one_free_seat_one_sits_there(keeper: Keeper, live: LiveTable) -> None:
    def reach(device: str) -> bool:
        taken = keeper.seating.sit(live, device, 0)
        live.saw(device)
        return taken

    at_once(*(lambda n=n: reach(f"phone {n}") for n in range(8)))
    assert len(live.holders(0)) == 1
    kept(keeper, live)


def test_giving_back_puts_the_other_phone_back_where_it_sat(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "ann", 0)
    seated(keeper, live, "bo", 1)
    seated(keeper, live, "bo", 0)
    keeper.seating.revert(live, 0)
    assert seats(live)["ann"] == ("seat", 0)
    assert seats(live)["bo"] == ("seat", 1)
    kept(keeper, live)


def test_a_seat_with_secrets_is_never_taken_without_a_yes(keeper: Keeper, live: LiveTable) -> None:
    seated(keeper, live, "phone", 0)
    keeper.tables.play(live, 0, {"do": "guess", "number": "12"}, Sent())
    assert live.has_secrets(0)
    assert not live.has_secrets(1)
    assert not live.is_here(0)
    assert not keeper.seating.sit(live, "other", 0)
    assert [member.device for member in live.holders(0)] == ["phone"]
    [request] = live.open_requests()
    assert keeper.seating.may_answer(live, live.members["laptop"], request.id)
    keeper.seating.answer(live, request.id, yes=True)
    assert [member.device for member in live.holders(0)] == ["other"]
    keeper.tables.undo(live, 1, Sent())
    assert keeper.seating.sit(live, "phone", 0), "nothing secret is left, and the other phone is away"
