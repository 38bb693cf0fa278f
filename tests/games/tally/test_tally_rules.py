"""The rows of the demo game's rule table, from their examples."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.contract import BadForm, Form, Game, RuleViolation, Setup
from companion.core.events import Adjusted, OptionChanged, PlayerJoined, PlayerLeft


class Loaded:
    """Chance that always gives the same."""

    def __init__(self, value: int) -> None:
        self.value = value

    def roll(self, sides: int) -> int:
        assert 1 <= self.value <= sides
        return self.value

    def pick(self, count: int) -> int:
        return 0


class Played:
    """A table of tally without a table: events go straight to `apply`."""

    def __init__(self, game: Game, seats: int = 2, **options: Any) -> None:
        self.game = game
        self.kinds = {kind.__name__: kind for kind in game.events}
        self.state = game.start(Setup(seats, game.options(**options)))

    def __call__(self, *events: object, lifted: frozenset[str] = frozenset()) -> Played:
        for event in events:
            self.state = self.game.apply(self.state, event, lifted)
        return self

    def count(self, seat: int, n: int, *lifted: str) -> Played:
        return self(self.kinds["Counted"](seat, n), lifted=frozenset(lifted))

    def turn(self) -> Played:
        return self(self.kinds["TurnPassed"]())

    def read(self, seat: int | None, lifted: frozenset[str] = frozenset(), /, **form: str) -> Any:
        return self.game.read(self.state, seat, Form(form, lifted), Loaded(2))

    @property
    def counters(self) -> tuple[int, ...]:
        return tuple(row.count for row in self.game.view(self.state, None).rows)


@pytest.fixture
def played(tally: Game) -> Played:
    return Played(tally)


@pytest.mark.rule("TALLY-1")
def test_a_counter_of_two_cannot_lose_three_and_no_card_lifts_that(played: Played) -> None:
    played.count(0, 2)
    with pytest.raises(RuleViolation) as refused:
        played.count(0, -3, "TALLY-1")
    assert refused.value.rule == "TALLY-1"
    assert not refused.value.liftable
    assert [offer.form["n"] for offer in refused.value.allowed] == ["-2"]
    assert played.count(0, -2).counters == (0, 0)


@pytest.mark.rule("TALLY-1")
def test_at_zero_there_is_nothing_to_offer_instead(played: Played) -> None:
    with pytest.raises(RuleViolation) as refused:
        played.count(1, -1)
    assert refused.value.allowed == ()


@pytest.mark.rule("TALLY-2")
def test_a_counter_stops_at_the_limit(played: Played) -> None:
    played.count(0, 9)
    with pytest.raises(RuleViolation) as refused:
        played.count(0, 2)
    assert refused.value.rule == "TALLY-2"
    assert refused.value.liftable
    assert [offer.form["n"] for offer in refused.value.allowed] == ["1"]
    assert played.count(0, 1).counters == (10, 0)


@pytest.mark.rule("TALLY-2")
def test_at_the_limit_there_is_nothing_to_offer_instead(played: Played) -> None:
    played.count(0, 10)
    with pytest.raises(RuleViolation) as refused:
        played.count(0, 1)
    assert refused.value.allowed == ()


@pytest.mark.rule("TALLY-2")
def test_a_card_lifts_the_limit_for_one_entry(played: Played) -> None:
    played.count(0, 9).count(0, 2, "TALLY-2")
    assert played.counters == (11, 0)
    with pytest.raises(RuleViolation):
        played.count(0, 1)


@pytest.mark.rule("TALLY-2")
def test_the_limit_is_the_one_the_table_chose(tally: Game) -> None:
    assert Played(tally, limit=20).count(0, 11).counters == (11, 0)
    assert Played(tally)(OptionChanged("limit", 50)).count(0, 50).counters == (50, 0)


@pytest.mark.rule("TALLY-3")
@pytest.mark.parametrize(("counters", "ranks"), [((4, 7), (2, 1)), ((5, 5), (1, 1))])
def test_the_highest_counter_leads(played: Played, counters: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    for seat, n in enumerate(counters):
        played.count(seat, n)
    assert tuple(row.rank for row in played.game.standings(played.state).rows) == ranks
    rows = played.game.view(played.state, None).rows
    assert tuple(row.leads for row in rows) == tuple(rank == 1 for rank in ranks)


@pytest.mark.rule("TALLY-4")
def test_a_secret_guess_is_shown_as_it_was_written(played: Played) -> None:
    played(played.read(0, do="guess", number="12"))
    with pytest.raises(RuleViolation) as refused:
        played.read(0, do="show", seat="0", number="11")
    assert refused.value.rule == "TALLY-4"
    assert played.read(0, do="show", seat="0", number="12").number == 12
    assert played.read(0, frozenset({"TALLY-4"}), do="show", seat="0", number="11").number == 11


@pytest.mark.rule("TALLY-4")
def test_somebody_elses_phone_does_not_learn_of_the_guess(played: Played) -> None:
    played(played.read(0, do="guess", number="12"))
    assert played.read(1, do="show", seat="0", number="11").number == 11
    assert played.read(None, do="show", seat="0", number="11").number == 11


@pytest.mark.rule("TALLY-4")
def test_who_wrote_nothing_may_show_anything(played: Played) -> None:
    assert played.read(0, do="show", seat="0", number="11").number == 11


@pytest.mark.rule("TALLY-5")
def test_the_turn_leaves_out_whoever_left(tally: Game) -> None:
    played = Played(tally, seats=3)(PlayerLeft(1)).turn()
    assert tally.view(played.state, None).turn == 2
    assert tally.view(played.turn().state, None).turn == 0


@pytest.mark.rule("TALLY-6")
def test_the_game_ends_when_the_turn_comes_round_after_the_limit(played: Played) -> None:
    played.count(1, 10).turn()
    assert not played.game.standings(played.state).finished
    played.turn()
    standings = played.game.standings(played.state)
    assert standings.finished
    assert [row.winner for row in standings.rows] == [False, True]


@pytest.mark.rule("TALLY-6")
def test_the_game_goes_on_below_the_limit(played: Played) -> None:
    played.count(1, 9).turn().turn()
    assert not played.game.standings(played.state).finished


@pytest.mark.rule("TABLE-PLAYERS")
def test_a_fourth_player_finds_no_seat(played: Played) -> None:
    played(PlayerJoined("Cy"))
    assert played.counters == (0, 0, 0)
    with pytest.raises(RuleViolation, match="TABLE-PLAYERS"):
        played(PlayerJoined("Di"))


def test_a_free_correction_is_not_held_to_the_limits(played: Played) -> None:
    assert played(Adjusted(0, 25, "bonus"), Adjusted(1, -3, "late")).counters == (25, -3)


def test_a_roll_meets_chance_once_and_is_stored_as_a_count(played: Played) -> None:
    assert played(played.read(0, do="roll", seat="1")).counters == (0, 2)


def test_a_secret_needs_a_seat(played: Played) -> None:
    with pytest.raises(BadForm):
        played.read(None, do="guess", number="3")


def test_the_chart_has_a_point_for_every_round(played: Played) -> None:
    played.count(0, 3).turn().turn().count(1, 10)
    assert [moment.totals for moment in played.game.timeline(played.state)] == [(3, 0), (3, 10)]
    played.turn().turn()
    assert [moment.totals for moment in played.game.timeline(played.state)] == [(3, 0), (3, 10)]
