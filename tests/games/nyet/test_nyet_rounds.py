"""The end of a round and of the game: sums, points, totals, ranking."""

from __future__ import annotations

from typing import Any

import pytest
from nyet_table import NAMES, Draw, board, enter, new, play, ready, refuses, total_of, tricks

from companion.core.contract import Form, RuleViolation
from companion.core.events import Adjusted, OptionChanged
from companion.core.text import say
from companion.games.nyet import GAME
from companion.games.nyet.board import VALUE, value
from companion.games.nyet.events import (
    CardPlayed,
    DealerChosen,
    Discarded,
    LineRead,
    ResultEntered,
    RoundScored,
    RoundVoided,
    TokenPlaced,
    TrickWon,
)
from companion.games.nyet.flow import phase, tricks_total
from companion.games.nyet.model import Count, Outcome, State, Teams
from companion.games.nyet.options import Options
from companion.games.nyet.scoring import seat_points, side_points

TWO = Teams((0,), (1,))


def rounds(state: State, count: int, wedge_tricks: int = 4) -> State:
    """Whole rounds entered as results, the first player(s) on the wedge."""
    for _ in range(count):
        wedge = state.seats[: state.players // 2]
        circle = tuple(seat for seat in state.seats if seat not in wedge)
        state = play(state, ResultEntered(wedge, circle, 1, "nyet", wedge_tricks))
    return state


# -- how many tricks


@pytest.mark.rule("NYET-4.17")
@pytest.mark.parametrize(
    ("players", "box", "total"), [(4, "discard2", 13), (3, "pass", 16), (5, "discard3", 9), (2, "nyet", 15)]
)
def test_a_round_has_as_many_tricks_as_cards_are_left_in_a_hand(players: int, box: str, total: int) -> None:
    line2 = ("discard3", "discard2", "except1", "pass", "nyet")
    assert tricks_total(board(new(players, line2=line2), discard=box)) == total


@pytest.mark.rule("NYET-4.17")
def test_one_trick_more_than_there_are_is_refused() -> None:
    state = tricks(ready(2), *[(0, 0)] * 15)
    assert phase(state) == "scoring"
    refuses("NYET-4.17", state, TrickWon(0))
    refuses("NYET-4.17", state, CardPlayed(0, "red 2"))


@pytest.mark.rule("NYET-4.18")
def test_the_tricks_of_both_sides_add_up() -> None:
    state = ready(4, (0, 1), discard="discard1")
    no = refuses("NYET-4.18", state, ResultEntered(wedge_tricks=8, circle_tricks=5))
    assert {(o.label.values["wedge"], o.label.values["circle"]) for o in no.allowed} == {(8, 6), (9, 5)}
    assert play(state, ResultEntered(wedge_tricks=8, circle_tricks=6)).scored
    assert play(state, ResultEntered(circle_tricks=6)).scored[0].outcome.counts[0].tricks == 8


@pytest.mark.rule("NYET-4.18")
@pytest.mark.parametrize("tricks", [(None, None), (16, None), (-1, None), (20, -5), (8, 8), (7, None)])
def test_tricks_that_cannot_be_are_refused_without_a_board_too(tricks: tuple[Any, Any]) -> None:
    result = ResultEntered((0, 1), (2, 3), 3, "", *tricks)
    refuses("NYET-4.18", new(4), result)


def test_without_a_board_the_sum_is_one_that_line_two_allows() -> None:
    for wedge, circle in ((8, 7), (8, 6), (8, 5)):
        assert play(new(4), ResultEntered((0, 1), (2, 3), 3, "", wedge, circle)).scored
    refuses("NYET-4.18", new(4), ResultEntered((0, 1), (2, 3), 3, "", 8, 4))


@pytest.mark.rule("NYET-4.19")
def test_a_round_is_scored_after_its_last_trick() -> None:
    state = tricks(ready(4, (0, 1), discard="discard2"), *[(0, 0)] * 12)
    no = refuses("NYET-4.19", state, RoundScored())
    assert "12 of 13" in say(no.text, NAMES)
    assert play(state, TrickWon(2), RoundScored()).scored
    assert play(state, ResultEntered(wedge_tricks=12)).scored


@pytest.mark.rule("NYET-4.19")
def test_a_round_that_has_not_begun_cannot_be_scored() -> None:
    refuses("NYET-4.19", new(4), RoundScored())
    refuses("NYET-4.19", board(new(4)), RoundScored())


@pytest.mark.rule("NYET-4.21")
def test_the_deal_moves_to_the_left() -> None:
    state = play(new(4), DealerChosen(3))
    assert rounds(state, 1).dealer == 0
    assert rounds(state, 2).dealer == 1


def test_a_void_round_counts_nothing_and_the_same_dealer_deals_again() -> None:
    state = play(new(4), DealerChosen(2), TokenPlaced(2, 3, "red"), RoundVoided("misdeal"))
    assert (state.dealer, state.scored, state.round.touched) == (2, (), False)
    assert GAME.view(state, None).round.number == 1


# -- what loot cannot be


@pytest.mark.rule("NYET-5.40")
def test_no_more_loot_than_ones_in_the_deck() -> None:
    state = ready(5, (0, 1), 0)
    refuses("NYET-5.40", state, ResultEntered(wedge_tricks=6, wedge_loot=8, circle_loot=5))
    assert play(state, ResultEntered(wedge_tricks=6, wedge_loot=8, circle_loot=4, doubled=False)).scored


@pytest.mark.rule("NYET-5.40")
def test_ones_known_to_be_discarded_cannot_be_captured() -> None:
    state = play(ready(4, (0, 1), discard="discard1"), Discarded(0, 1, 1), Discarded(1, 1, 1))
    refuses("NYET-5.40", state, ResultEntered(wedge_tricks=7, wedge_loot=7, circle_loot=4))
    assert play(state, ResultEntered(wedge_tricks=7, wedge_loot=7, circle_loot=3)).scored


@pytest.mark.rule("NYET-5.40")
def test_trick_by_trick_the_loot_cannot_exceed_the_ones() -> None:
    state = tricks(ready(4, (0, 1)), *[(0, 2)] * 6)
    refuses("NYET-5.40", state, TrickWon(0, 1))
    state = tricks(ready(4, (0, 1), supertrump_loot=False), *[(0, 2)] * 4)
    refuses("NYET-5.40", state, TrickWon(0, 2))


@pytest.mark.rule("NYET-5.41")
def test_no_loot_without_a_trick() -> None:
    state = ready(4, (0, 1))
    refuses("NYET-5.41", state, ResultEntered(wedge_tricks=0, wedge_loot=1))
    refuses("NYET-5.41", state, ResultEntered(wedge_tricks=15, circle_loot=1))


@pytest.mark.rule("NYET-5.42")
def test_no_more_loot_than_tricks_times_opponents() -> None:
    state = ready(4, (0, 1))
    refuses("NYET-5.42", state, ResultEntered(wedge_tricks=1, wedge_loot=3))
    refuses("NYET-5.42", state, ResultEntered(wedge_tricks=1, wedge_loot=-1))
    assert play(state, ResultEntered(wedge_tricks=1, wedge_loot=2)).scored


# -- points


@pytest.mark.rule("NYET-5.20", "NYET-5.21")
@pytest.mark.parametrize(("worth", "points"), [(3, 15), (-2, -10)])
def test_the_value_is_what_a_trick_and_a_loot_card_are_worth(worth: int, points: int) -> None:
    state = ready(4, (0, 1), value=worth)
    assert value(state) == worth
    state = play(state, ResultEntered(wedge_tricks=4, wedge_loot=1))
    assert total_of(state)[:2] == [points, points]


@pytest.mark.rule("NYET-5.20")
def test_a_result_needs_to_know_the_value() -> None:
    refuses("NYET-5.20", new(4), ResultEntered((0, 1), (2, 3), None, "nyet", 4))
    state = play(new(4), LineRead(VALUE, "4"), ResultEntered((0, 1), (2, 3), None, "nyet", 4))
    assert total_of(state) == [16, 16, 44, 44]


@pytest.mark.rule("NYET-6.1", "NYET-6.2", "NYET-6.3", "NYET-6.5")
def test_a_side_adds_up_the_tricks_and_loot_of_its_members() -> None:
    state = ready(4, (1, 3), value=4)
    state = tricks(state, (1, 1), (1, 0), (1, 0), (3, 2), (3, 0), (3, 0), (3, 0), *[(0, 0)] * 8)
    wedge, circle = GAME.view(state, None).sides
    assert (wedge.tricks, wedge.loot, circle.tricks) == (7, 3, 8)
    assert say(wedge.sum, NAMES) == "(7 + 3) × 4"
    state = play(state, RoundScored())
    assert total_of(state) == [32, 40, 32, 40]


@pytest.mark.rule("NYET-6.1", "NYET-6.2")
def test_a_result_cannot_be_less_than_what_was_recorded() -> None:
    state = tricks(ready(4, (0, 1)), (0, 2), (1, 0))
    refuses("NYET-6.1", state, ResultEntered(wedge_tricks=1, wedge_loot=2))
    refuses("NYET-6.2", state, ResultEntered(wedge_tricks=3, wedge_loot=1))
    assert play(state, ResultEntered(wedge_tricks=3, wedge_loot=2)).scored


@pytest.mark.rule("NYET-6.3")
@pytest.mark.parametrize(("count", "worth", "points"), [(Count(7, 3), 4, 40), (Count(0, 0), 3, 0)])
def test_the_result_is_tricks_and_loot_times_value(count: Count, worth: int, points: int) -> None:
    assert side_points(Outcome(TWO, (count, Count()), worth), Options())[0] == points


@pytest.mark.rule("NYET-6.4")
def test_a_negative_value_can_pull_a_total_below_zero() -> None:
    state = play(new(4), Adjusted(0, 6, "so far"))
    state = play(state, ResultEntered((0, 1), (2, 3), -2, "nyet", 5, wedge_loot=2))
    assert state.scored[0].points[0] == -14
    assert total_of(state)[0] == -8


# -- the Bonus card

# A printed example, re-expressed: value 2, twelve tricks, trio 7 + 3, partner 3 + 0, holder 2 + 1.
VECTOR = Outcome(Teams((0, 1), (2, 3, 4)), (Count(5, 1), Count(7, 3)), 2, 0, Count(2, 1), doubled=True)


@pytest.mark.rule("NYET-6.15")
@pytest.mark.parametrize(
    ("options", "holder", "partner", "trio"),
    [
        (Options(bonus="share"), 18, 18, 20),
        (Options(bonus="team"), 24, 24, 20),
        (Options(bonus="holder"), 24, 12, 20),
        (Options(bonus="share", difference=True), 0, 0, 2),
    ],
)
def test_what_the_bonus_card_doubles(options: Options, holder: int, partner: int, trio: int) -> None:
    assert seat_points(VECTOR, options) == {0: holder, 1: partner, 2: trio, 3: trio, 4: trio}
    result = ResultEntered(
        (0, 1), (2, 3, 4), 2, "nyet", 5, 7, 1, 3, owner=0, doubled=True, owner_tricks=2, owner_loot=1
    )
    state = play(new(5, bonus=options.bonus, difference=options.difference), result)
    assert total_of(state) == [holder, partner, trio, trio, trio]


@pytest.mark.rule("NYET-6.15")
def test_the_difference_of_negative_results_goes_to_the_better_side() -> None:
    outcome = Outcome(VECTOR.teams, VECTOR.counts, -2, 0, Count(2, 1), doubled=True)
    assert side_points(outcome, Options(bonus="share")) == (-18, -20)
    assert side_points(outcome, Options(bonus="share", difference=True)) == (2, 0)


@pytest.mark.rule("NYET-6.15")
def test_the_holder_decides_at_scoring_and_may_leave_it_as_it_is() -> None:
    state = tricks(ready(3, (0,), value=-2), *[(0, 0)] * 7, *[(1, 0)] * 9)
    no = refuses("NYET-6.15", state, RoundScored())
    assert [offer.form["doubled"] for offer in no.allowed] == ["1", "0"]
    assert total_of(play(state, RoundScored(doubled=False))) == [-14, -18, -18]
    assert total_of(play(state, RoundScored(doubled=True))) == [-28, -18, -18]
    assert len(GAME.view(state, None).score_choices) == 2


@pytest.mark.rule("NYET-6.15")
def test_doubling_the_side_counts_for_both_members() -> None:
    state = play(ready(5, (0, 1), 0, value=4), ResultEntered(wedge_tricks=7, wedge_loot=3, doubled=True))
    assert total_of(state) == [80, 80, 20, 20, 20]


@pytest.mark.rule("NYET-6.15")
def test_where_the_bonus_is_compulsory_it_always_doubles() -> None:
    state = tricks(ready(3, (0,), value=-2, bonus_declinable=False), *[(0, 0)] * 7, *[(1, 0)] * 9)
    refuses("NYET-6.15", state, RoundScored(doubled=False))
    assert total_of(play(state, RoundScored())) == [-28, -18, -18]
    assert (
        total_of(play(new(5, bonus_declinable=False), ResultEntered((0, 1), (2, 3, 4), 1, "nyet", 4)))[0] == 8
    )


@pytest.mark.rule("NYET-6.15")
def test_the_share_of_the_holder_must_be_known() -> None:
    state = ready(5, (0, 1), 0, bonus="share")
    refuses("NYET-6.15", state, ResultEntered(wedge_tricks=5, doubled=True))
    refuses("NYET-4.18", state, ResultEntered(wedge_tricks=5, doubled=True, owner_tricks=6))
    refuses("NYET-5.41", state, ResultEntered(wedge_tricks=5, wedge_loot=1, doubled=True, owner_loot=1))
    refuses("NYET-5.42", state, ResultEntered(wedge_tricks=5, wedge_loot=7, doubled=True, owner_tricks=3))
    state = tricks(state, *[(0, 0)] * 2, *[(1, 0)] * 3, *[(2, 0)] * 7)
    assert total_of(play(state, ResultEntered(wedge_tricks=5, doubled=True))) == [21, 21, 21, 21, 21]


@pytest.mark.rule("NYET-6.1")
def test_the_holder_cannot_have_won_less_than_was_recorded() -> None:
    state = tricks(ready(5, (0, 1), 0, bonus="share"), (0, 0), (0, 0))
    refuses("NYET-6.1", state, ResultEntered(wedge_tricks=5, doubled=True, owner_tricks=1))


# -- the length of the game

LENGTHS = [(5, 10, "NYET-6.6"), (4, 8, "NYET-6.7"), (3, 9, "NYET-6.8"), (2, 8, "NYET-6.9")]


@pytest.mark.rule("NYET-6.6", "NYET-6.7", "NYET-6.8", "NYET-6.9")
@pytest.mark.parametrize(("players", "length", "rule"), LENGTHS)
def test_the_game_is_over_after_its_last_round(players: int, length: int, rule: str) -> None:
    state = rounds(new(players), length - 1)
    assert not GAME.standings(state).finished
    assert GAME.view(state, None).round.left == 1
    state = rounds(state, 1)
    assert GAME.standings(state).finished
    assert phase(state) == "over"
    wedge = state.seats[: players // 2]
    circle = tuple(seat for seat in state.seats if seat not in wedge)
    for event in (ResultEntered(wedge, circle, 1, "nyet", 4), TokenPlaced(0, 3, "red"), LineRead(3, "red")):
        refuses(rule, state, event)
    for event in (TrickWon(0), RoundScored(), RoundVoided(), CardPlayed(0, "red 2")):
        refuses(rule, state, event)
    assert not GAME.standings(play(state, OptionChanged("rounds", 20))).finished


@pytest.mark.rule("NYET-6.10")
@pytest.mark.parametrize(("players", "deals"), [(5, 2), (4, 2), (3, 3), (2, 4)])
def test_everybody_deals_equally_often(players: int, deals: int) -> None:
    state = rounds(new(players), players * deals)
    assert GAME.standings(state).finished
    assert [player.deals for player in GAME.view(state, None).players] == [deals] * players
    schedule = GAME.view(new(players), None).round.schedule
    assert [seat for _, seat in schedule] == [*range(players)] * deals
    assert [number for number, _ in schedule] == [*range(1, players * deals + 1)]


def with_totals(state: State, totals: list[int]) -> State:
    now = total_of(state)
    return play(state, *(Adjusted(seat, want - now[seat], "") for seat, want in enumerate(totals)))


def winners(state: State) -> list[int]:
    return [row.seat for row in GAME.standings(state).rows if row.winner]


@pytest.mark.rule("NYET-1.3")
def test_the_winner_is_known_after_the_last_round_and_not_before() -> None:
    assert winners(with_totals(rounds(new(4), 8), [31, 12, 25, 9])) == [0]
    assert winners(with_totals(rounds(new(4), 7), [31, 12, 25, 9])) == []


@pytest.mark.rule("NYET-6.11")
def test_the_highest_total_wins() -> None:
    state = with_totals(rounds(new(3), 9), [12, 40, -3])
    assert winners(state) == [1]
    assert [row.rank for row in GAME.standings(state).rows] == [2, 1, 3]
    assert say(GAME.standings(state).headline, NAMES) == "Bo wins"


@pytest.mark.rule("NYET-6.12")
def test_a_tie_is_won_together() -> None:
    state = with_totals(rounds(new(3), 9), [40, 40, 12])
    assert winners(state) == [0, 1]
    assert [row.rank for row in GAME.standings(state).rows] == [1, 1, 3]
    assert say(GAME.standings(state).headline, NAMES) == "Ann, Bo win together"


def test_a_game_to_a_target_ends_between_rounds_when_somebody_reaches_it() -> None:
    state = rounds(new(4, end="target", target=30), 2)
    assert not GAME.standings(state).finished
    assert GAME.view(state, None).round.total is None
    state = rounds(state, 1)
    assert winners(state) == [2, 3]
    refuses("NYET-6.7", state, TokenPlaced(state.dealer, 3, "red"))


def test_every_total_opens_to_its_sum() -> None:
    state = play(new(3), Adjusted(1, 5, "so far"))
    state = play(state, ResultEntered((0,), (1, 2), 3, "nyet", 4, doubled=True))
    player = GAME.view(state, None).players[0]
    assert player.total == sum(term.amount for term in player.terms) == 24
    assert say(player.terms[0].sum, NAMES) == "(4 + 0) × 3 × 2"
    bo = GAME.view(state, None).players[1]
    assert [(say(term.label, NAMES), term.amount) for term in bo.terms] == [("so far", 5), ("Round 1", 36)]
    (row,) = GAME.view(state, None).sheet
    assert [(cell.points, cell.total) for cell in row.cells] == [(24, 24), (36, 41), (36, 36)]


def test_a_whole_round_is_one_form() -> None:
    state = enter(new(3), "do=result&wedge=1&value=-2&discard=nyet&wedge_tricks=6&circle_loot=1&doubled=0")
    assert total_of(state) == [-22, -12, -22]


def test_the_timeline_shows_the_totals_after_every_round() -> None:
    state = rounds(new(2), 3)
    assert [moment.totals for moment in GAME.timeline(state)] == [(0, 0), (4, 11), (8, 22), (12, 33)]


# -- the way out

MISFITS = [
    ResultEntered((0, 1), (2, 3, 4), 3, "nyet", 8, 5),
    ResultEntered((0, 1), (2, 3, 4), None, "nyet", 8),
    ResultEntered((0, 1), (2, 3, 4), 3, "nyet", 1, wedge_loot=9),
    ResultEntered((0, 1), (2, 3, 4), 3, "nyet", 12, circle_loot=1),
    ResultEntered((0, 1), (2, 3, 4), 3, "nyet", 8, doubled=True),
]


@pytest.mark.parametrize("result", MISFITS)
def test_a_refused_result_offers_whole_entries_that_fit(result: ResultEntered) -> None:
    state = new(5, bonus="holder")
    with pytest.raises(RuleViolation) as caught:
        play(state, result)
    assert caught.value.allowed
    for offer in caught.value.allowed:
        event = GAME.read(state, None, Form(offer.form), Draw())
        assert play(state, event).scored


@pytest.mark.parametrize(
    "result",
    [
        ResultEntered(value=2, wedge_tricks=4),
        ResultEntered(discard="pass", wedge_tricks=4),
        ResultEntered((0, 2), (1, 3, 4), wedge_tricks=4),
        ResultEntered(owner=1, wedge_tricks=4),
    ],
)
def test_a_result_that_contradicts_the_table_offers_what_the_table_knows(result: ResultEntered) -> None:
    state = ready(5, (0, 1), 0)
    with pytest.raises(RuleViolation) as caught:
        play(state, result)
    (offer,) = caught.value.allowed
    assert play(state, GAME.read(state, None, Form(offer.form), Draw())).scored
