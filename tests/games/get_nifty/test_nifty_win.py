"""Niftyness, the target, and the moment somebody wins."""

from __future__ import annotations

import pytest
from nifty_table import (
    A,
    B,
    C,
    D,
    add,
    danger,
    end,
    enter,
    know,
    new,
    obj,
    play,
    plays,
    plot,
    points,
    ready,
    refuses,
    right,
    rules_noticed,
    said,
    slots,
    winners,
)

from companion.core.events import Adjusted, CardDescribed
from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import (
    ChallengeEntered,
    NiftyPlayed,
    PlotPlayed,
    TokenBought,
    TurnBegan,
)
from companion.games.get_nifty.model import State


def at(state: State, seat: int, number: int) -> State:
    """Safe, Weird, a token, and so much Niftyness."""
    return ready(play(state, Adjusted(seat, number, "so far")), seat)


@pytest.mark.rule("NIFTY-WIN-01")
def test_the_first_at_the_target_wins_at_once_on_anybodys_turn() -> None:
    state = play(right(new(turn=B), A, "up", "marked", True), Adjusted(A, 16, ""))
    assert winners(state) == []
    state = play(state, ChallengeEntered(B, "danger", A, plays(3), plays(3)))
    assert state.turn == B
    assert winners(state) == [A]
    assert GAME.standings(state).finished
    refuses("NIFTY-WIN-01", state, TurnBegan(C))


@pytest.mark.rule("NIFTY-WIN-01")
def test_the_table_may_play_on() -> None:
    state = at(new(), A, 16)
    state = play(state, TurnBegan(B), lifted=frozenset({"NIFTY-WIN-01"}))
    assert winners(state) == [A]
    assert state.turn == B


@pytest.mark.rule("NIFTY-WIN-02", "NIFTY-WIN-03", "NIFTY-WIN-04", "NIFTY-WIN-05")
@pytest.mark.parametrize(("players", "target"), [(2, 20), (3, 18), (4, 16), (5, 14)])
def test_the_target_goes_by_the_number_of_players(players: int, target: int) -> None:
    state = new(players)
    assert winners(at(state, A, target - 1)) == []
    assert winners(at(state, A, target)) == [A]
    assert GAME.view(at(state, A, target - 1), A).homes[A].nifty.to_go == 1


@pytest.mark.rule("NIFTY-WIN-07")
def test_niftyness_is_characters_plot_and_objects() -> None:
    state = obj(obj(ready(new(2), A), A, "Rope", n=3), A, "Anvil", n=-1)
    state = plot(play(state, NiftyPlayed(A, plays("Ape=5", "Bat=4", "Cow=3"))), "Fog", n=2)
    assert points(state, A) == 16
    terms = GAME.view(state, A).homes[A].nifty.terms
    assert [term.number for term in terms] == ["5", "4", "3", "+2", "+3", "−1"]


@pytest.mark.rule("NIFTY-WIN-09")
def test_a_plot_gives_certain_characters_more() -> None:
    state = know(ready(new(), A), "Imp", n=2, attributes=["DEMON"])
    state = play(state, NiftyPlayed(A, plays("Imp", "Imp", "Ape=1")))
    facts = {"kind": "plot", "d": 0, "s": 0, "w": 0, "n": 0, "bonuses": ["DEMON +1"]}
    state = play(state, CardDescribed("Hell", facts))
    assert points(play(state, PlotPlayed(A, "Hell")), A) == 7
    assert GAME.view(play(state, PlotPlayed(A, "Hell")), A).plot.gives == ((A, 2),)


@pytest.mark.rule("NIFTY-WIN-11")
def test_points_alone_do_not_win() -> None:
    state = play(right(new(2), A, "marked", "up", True), Adjusted(A, 22, ""))
    assert winners(state) == []
    state = play(state, ChallengeEntered(A, "boredom", A, plays(3), plays(3)))
    assert winners(state) == [A]


@pytest.mark.rule("NIFTY-WIN-12")
def test_an_object_played_in_defence_wins_only_with_the_challenge() -> None:
    base = know(at(new(), B, 14), "Lamp", "object", d=0, s=2, w=0, n=2)
    running = add(danger(base, A, B, 5), B, "Lamp")
    assert points(running, B) == 16
    assert winners(running) == []
    assert winners(end(add(running, B, 3))) == [B]
    lost = end(running)
    assert winners(lost) == []
    assert slots(lost, B) == ("up", "marked")
    once = add(danger(know(base, "Lamp", "object", d=0, s=2, w=0, n=2, single_use=True), A, B, 2), B, "Lamp")
    assert winners(end(once)) == []
    assert points(end(once), B) == 14


@pytest.mark.rule("NIFTY-WIN-13")
def test_a_token_is_needed() -> None:
    state = right(new(), A, "marked", "marked")
    state = plot(obj(state, A, "Gold", n=14), "Fog", n=2)
    assert points(state, A) == 16
    assert winners(state) == []
    assert winners(play(state, TokenBought(A))) == [A]


@pytest.mark.rule("NIFTY-WIN-14")
def test_the_player_on_turn_comes_first_then_clockwise() -> None:
    state = at(at(new(), A, 14), C, 14)
    now = plot(state, "Fog", n=2)
    assert winners(now) == [A]
    assert "NIFTY-WIN-14" in rules_noticed(now)
    assert "Cy got there at the same moment" in said(GAME.view(now, None).victory)[1]
    assert winners(plot(play(state, TurnBegan(B)), "Fog", n=2)) == [C]
    assert winners(plot(play(state, TurnBegan(D)), "Fog", n=2)) == [A]


@pytest.mark.rule("NIFTY-WIN-15")
def test_a_plot_in_a_challenge_of_others_wins_at_once() -> None:
    state = danger(at(new(), C, 15), A, B, 3)
    assert winners(plot(state, "Fog", D, n=2)) == [C]


def test_equal_scores_share_a_rank_and_the_winner_is_first() -> None:
    state = plot(at(at(new(), A, 14), C, 14), "Fog", n=2)
    ranks = {row.seat: (row.rank, row.winner) for row in GAME.standings(state).rows}
    assert ranks == {A: (1, True), C: (1, False), B: (3, False), D: (3, False)}
    ahead = at(play(new(), Adjusted(B, 30, "")), A, 16)
    assert [row.rank for row in GAME.standings(ahead).rows] == [1, 2, 3, 3]


def test_an_infinite_total_wins_and_an_unknown_one_does_not() -> None:
    state = ready(new(), A)
    assert winners(play(state, NiftyPlayed(A, plays("inf")))) == [A]
    unknown = play(state, NiftyPlayed(A, plays("Zoe", 16)))
    assert winners(unknown) == []
    assert GAME.standings(unknown).rows[A].score is None
    assert winners(enter(unknown, "do=describe&name=Zoe&n=0")) == [A]


def test_the_chart_has_a_point_for_every_turn() -> None:
    state = play(at(new(), A, 3), TurnBegan(B), Adjusted(B, 4, ""))
    assert [moment.totals for moment in GAME.timeline(state)] == [(3, 0, 0, 0), (3, 4, 0, 0)]
