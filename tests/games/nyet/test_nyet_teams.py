"""The first player's choices: sides and the Bonus card."""

from __future__ import annotations

import pytest
from nyet_table import board, enter, new, play, ready, refuses, tap

from companion.core.contract import RuleViolation
from companion.games.nyet import GAME
from companion.games.nyet.board import first_player
from companion.games.nyet.events import (
    BonusGiven,
    CardPlayed,
    DealerChosen,
    Discarded,
    DiscardsFinished,
    ResultEntered,
    TeamsFormed,
    TrickWon,
)
from companion.games.nyet.flow import phase
from companion.games.nyet.model import Teams
from companion.games.nyet.teams import owner_of, teams_of


@pytest.mark.rule("NYET-4.9")
def test_the_bare_character_is_first_player_whoever_dealt() -> None:
    assert first_player(board(play(new(4), DealerChosen(0)), first=1)) == 1


@pytest.mark.rule("NYET-4.10")
def test_the_sides_come_before_anything_else() -> None:
    state = board(new(4), discard="discard1")
    assert phase(state) == "teams"
    for event in (Discarded(0, 1), DiscardsFinished(), BonusGiven(0, 0), TrickWon(0), CardPlayed(0, "red 2")):
        no = refuses("NYET-4.10", state, event)
        assert len(no.allowed) == 3


@pytest.mark.rule("NYET-4.10")
def test_only_the_first_player_forms_the_sides() -> None:
    state = board(new(4), first=2)
    refuses("NYET-4.10", state, TeamsFormed(0, (0, 1), (2, 3)))
    assert play(state, TeamsFormed(0, (0, 1), (2, 3)), lifted=frozenset({"NYET-4.10"})).round.teams


@pytest.mark.rule("NYET-4.11")
def test_the_bonus_card_comes_after_the_sides() -> None:
    state = ready(5, (0, 1), discard="discard1")
    assert phase(state) == "bonus"
    for event in (Discarded(0, 1), TrickWon(0)):
        no = refuses("NYET-4.11", state, event)
        assert [offer.form["to"] for offer in no.allowed] == ["0", "1"]
    assert phase(play(state, BonusGiven(0, 1))) == "discard"
    assert phase(ready(4, (0, 1), discard="discard1")) == "discard"


@pytest.mark.rule("NYET-4.11")
def test_a_ruling_lets_a_round_go_on_without_the_bonus_card() -> None:
    lifted = frozenset({"NYET-4.11"})
    state = play(ready(5, (0, 1)), TrickWon(0), lifted=lifted)
    assert play(state, TrickWon(1)).round.tricks[1].winner == 1
    assert phase(state) == "tricks"


@pytest.mark.rule("NYET-5.2")
@pytest.mark.parametrize(
    ("players", "wedge"),
    [(4, (0,)), (4, (0, 1, 2)), (5, (0,)), (5, (0, 1, 2, 3)), (3, (0, 1, 2)), (2, (0, 1))],
)
def test_sides_of_the_wrong_size_are_refused(players: int, wedge: tuple[int, ...]) -> None:
    circle = tuple(seat for seat in range(players) if seat not in wedge)
    no = refuses("NYET-5.2", board(new(players)), TeamsFormed(0, wedge, circle))
    assert no.allowed
    refuses("NYET-5.2", new(players), ResultEntered(wedge, circle, 3, "nyet", 4))


@pytest.mark.rule("NYET-5.2")
@pytest.mark.parametrize(("players", "wedge"), [(2, (1,)), (3, (1,)), (3, (0, 2)), (4, (1, 3)), (5, (1, 4))])
def test_sides_of_the_right_size_are_formed(players: int, wedge: tuple[int, ...]) -> None:
    teams = teams_of(ready(players, wedge))
    assert teams is not None
    assert teams.wedge == wedge


@pytest.mark.rule("NYET-5.3")
def test_the_first_player_may_be_on_either_side() -> None:
    for wedge in ((0, 2), (1, 3)):
        teams = teams_of(ready(5, wedge, first=1))
        assert teams is not None
        assert 1 in teams.circle or 1 in teams.wedge
    assert len(tap(board(new(5), first=1), "do=teams&wedge=0,2").circle) == 3


@pytest.mark.rule("NYET-5.4")
@pytest.mark.parametrize(
    ("wedge", "circle"),
    [
        ((0, 1), (3,)),
        ((0, 1, 2), (2, 3)),
        ((0, 0), (1, 2, 3)),
        ((0, 1), (2, 3, 4)),
        ((), ()),
        ((0, 1), (2, -1)),
    ],
)
def test_everybody_is_on_exactly_one_side(wedge: tuple[int, ...], circle: tuple[int, ...]) -> None:
    refuses("NYET-5.4", board(new(4)), TeamsFormed(0, wedge, circle))
    refuses("NYET-5.4", new(4), ResultEntered(wedge, circle, 3, "nyet", 4))


@pytest.mark.rule("NYET-5.4")
def test_the_sides_stand_for_the_round_and_are_formed_anew_in_the_next() -> None:
    state = play(ready(4, (0, 1)), TrickWon(0))
    refuses("NYET-5.4", state, TeamsFormed(0, (0, 2), (1, 3)))
    refuses("NYET-5.4", state, ResultEntered((0, 2), (1, 3), wedge_tricks=5))
    assert play(ready(4, (0, 1)), TeamsFormed(0, (0, 2), (1, 3))).round.teams == Teams((0, 2), (1, 3))
    assert play(state, ResultEntered(wedge_tricks=5)).round.teams is None


def test_with_two_players_there_is_nothing_to_choose() -> None:
    state = board(new(2))
    assert teams_of(state) == Teams((0,), (1,))
    assert phase(state) == "tricks"


@pytest.mark.rule("NYET-2.5")
def test_there_is_only_one_bonus_card() -> None:
    state = ready(5, (0, 1))
    refuses("NYET-2.5", state, "do=bonus&to=0&to=1")
    state = play(state, BonusGiven(0, 1))
    refuses("NYET-2.5", state, BonusGiven(0, 0))
    refuses("NYET-2.5", state, ResultEntered(wedge_tricks=4, owner=0))
    assert owner_of(state) == 1


@pytest.mark.rule("NYET-6.13")
@pytest.mark.parametrize("players", [2, 4])
def test_there_is_no_bonus_card_with_two_or_four_players(players: int) -> None:
    wedge, circle = ((0,), (1,)) if players == 2 else ((0, 1), (2, 3))
    state = play(board(new(players)), TeamsFormed(0, wedge, circle))
    refuses("NYET-6.13", state, BonusGiven(0, 0))
    refuses("NYET-6.13", state, ResultEntered(wedge_tricks=4, owner=0))
    refuses("NYET-6.13", state, ResultEntered(wedge_tricks=4, doubled=True))


@pytest.mark.rule("NYET-6.14")
def test_the_bonus_holder_is_on_the_smaller_side() -> None:
    state = ready(5, (0, 1))
    no = refuses("NYET-6.14", state, BonusGiven(0, 3))
    assert [offer.form["to"] for offer in no.allowed] == ["0", "1"]
    refuses("NYET-6.14", state, BonusGiven(0, 99))
    refuses("NYET-6.14", state, ResultEntered(wedge_tricks=4, owner=3))
    refuses("NYET-6.14", ready(3, (0,)), BonusGiven(0, 1))


@pytest.mark.rule("NYET-6.16")
def test_the_first_player_gives_the_bonus_card_also_to_themselves() -> None:
    state = ready(5, (1, 2), first=1)
    refuses("NYET-6.16", state, BonusGiven(2, 1))
    assert owner_of(play(state, BonusGiven(1, 1))) == 1
    assert owner_of(enter(state, "do=bonus&to=2")) == 2
    assert owner_of(play(state, BonusGiven(2, 1), lifted=frozenset({"NYET-6.16"}))) == 1


@pytest.mark.rule("NYET-6.16")
@pytest.mark.parametrize("mode", ["share", "holder"])
def test_a_result_that_doubles_the_holder_must_name_the_holder(mode: str) -> None:
    state = new(5, bonus=mode)
    refuses("NYET-6.16", state, ResultEntered((0, 1), (2, 3, 4), 3, "nyet", 4, doubled=True))


@pytest.mark.rule("NYET-6.17")
def test_with_three_players_the_lone_player_holds_the_bonus_card() -> None:
    state = ready(3, (0, 1), first=0)
    assert owner_of(state) == 2
    assert phase(state) == "tricks"
    assert GAME.view(state, None).owner == 2


def test_the_choices_of_the_first_player_are_offered_as_buttons() -> None:
    assert [len(GAME.view(board(new(n)), None).team_choices) for n in (2, 3, 4, 5)] == [0, 3, 3, 10]
    state = board(new(5))
    for choice in GAME.view(state, None).team_choices:
        assert len(GAME.view(enter(state, choice.entry), None).bonus_choices) == 2


def test_a_seat_that_is_no_number_is_a_bad_form() -> None:
    with pytest.raises(Exception, match="whole number"):
        tap(board(new(4)), "do=teams&wedge=Ann")
    with pytest.raises(RuleViolation):
        play(board(new(4)), tap(board(new(4)), "do=teams&wedge=0,9"))
