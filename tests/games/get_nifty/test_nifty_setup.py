"""Set-up, turns, hands, and what is no card of this game."""

from __future__ import annotations

import pytest
from nifty_table import A, B, C, Draw, new, obj, play, plays, plot, refuses, right, rules_noticed, said, tap

from companion.core.contract import RuleViolation, Setup
from companion.core.events import CardDescribed, PlayerJoined, PlayerLeft
from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import (
    CardLaid,
    CardsAdded,
    Challenged,
    DealerChosen,
    Discarded,
    GaveUp,
    PlotPlayed,
    StatePlayed,
    TurnBegan,
)
from companion.games.get_nifty.pieces import draws


@pytest.mark.rule("NIFTY-OBJ-01")
def test_the_way_to_win_is_shown_in_its_order() -> None:
    state = right(new(), A, "marked")
    steps = GAME.view(state, A).homes[A].steps
    assert said(step.label for step in steps) == [
        "the marker on SAFE",
        "WEIRD",
        "NIFTY token",
        "16 points",
    ]
    assert [step.done for step in steps] == [True, False, False, False]


@pytest.mark.rule("NIFTY-CARD-01")
@pytest.mark.parametrize("kind", ["Event", "event", 7, ["plot"]])
def test_a_card_is_of_one_of_the_five_kinds(kind: object) -> None:
    refuses("NIFTY-CARD-01", new(), CardDescribed("Zap", {"kind": kind}))
    for known in ("character", "Object", "boredom", "plot"):
        play(new(), CardDescribed("Zap", {"kind": known}))


@pytest.mark.rule("NIFTY-CARD-01")
@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_card_has_a_name(name: str) -> None:
    refuses("NIFTY-CARD-01", new(), CardDescribed(name, {}))


@pytest.mark.rule("NIFTY-CARD-02")
def test_state_cards_are_safe_and_weird_only() -> None:
    no = refuses("NIFTY-CARD-02", new(), StatePlayed(A, "NIFTY"))
    assert len(no.allowed) == 2
    refuses("NIFTY-CARD-02", new(), CardDescribed("Nifty", {"kind": "object"}))
    refuses("NIFTY-CARD-02", new(), CardLaid(A, "safe"))


@pytest.mark.rule("NIFTY-SETUP-02")
@pytest.mark.parametrize(("players", "cards"), [(2, 10), (4, 20), (6, 30)])
def test_everybody_is_dealt_five(players: int, cards: int) -> None:
    state = GAME.start(Setup(players, GAME.options()))
    assert sum(chair.hand for chair in state.chairs) == cards
    assert f"{cards} in all" in " ".join(said(r.text for r in GAME.view(state, None).reminders))


@pytest.mark.rule("NIFTY-SETUP-03")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_play(players: int) -> None:
    with pytest.raises(RuleViolation) as caught:
        GAME.start(Setup(players, GAME.options()))
    assert caught.value.rule == "NIFTY-SETUP-03"


@pytest.mark.rule("NIFTY-SETUP-03")
def test_nobody_can_join_six_or_leave_two() -> None:
    refuses("NIFTY-SETUP-03", new(6, six="singles"), PlayerJoined("Gus"))
    refuses("NIFTY-SETUP-03", new(2), PlayerLeft(A))


@pytest.mark.rule("NIFTY-TURN-01")
def test_the_player_on_the_dealers_left_begins() -> None:
    state = play(GAME.start(Setup(3, GAME.options())), DealerChosen(A))
    assert state.turn == B
    assert play(state, DealerChosen(C)).turn == A
    assert tap(state, "do=dealer&how=random", chance=Draw(2)) == DealerChosen(C)


@pytest.mark.rule("NIFTY-TURN-02")
def test_a_turn_begins_and_ends_with_drawing_up_to_five() -> None:
    state = new(3, A)
    state = play(state, Challenged(A, "danger", B, plays("Ape=1", "Bat=2", "Cow=3", "Dog=4")))
    assert state.chairs[A].hand == 1
    state = play(state, CardsAdded(B, plays("Eel=5", "Fly=5")), GaveUp(A, True))
    assert [GAME.view(state, None).players[seat].draws for seat in (A, B)] == [4, 2]
    state = play(state, TurnBegan(B))
    assert state.chairs[A].hand == 5
    assert state.chairs[B].hand == 5
    assert state.drew == 2


@pytest.mark.rule("NIFTY-TURN-02")
def test_turns_go_round_clockwise_past_empty_chairs() -> None:
    state = play(new(4, C), PlayerLeft(3))
    assert tap(state, "do=turn") == TurnBegan(A)


@pytest.mark.rule("NIFTY-TURN-03")
@pytest.mark.parametrize(("hand", "drawn"), [(5, 0), (0, 5), (3, 2), (7, 0)])
def test_one_draws_up_to_five_and_no_more(hand: int, drawn: int) -> None:
    assert draws(hand) == drawn


def test_a_hand_nobody_counted_is_not_guessed() -> None:
    state = play(new(), Challenged(A, "danger", B, plays(7)))
    assert GAME.view(state, None).players[A].draws is None


@pytest.mark.rule("NIFTY-TURN-04")
def test_any_number_of_plays_in_one_turn() -> None:
    state = plot(obj(obj(new(), A, "Rope"), A, "Lamp"), "Fog")
    state = play(state, Challenged(A, "danger", B, plays(3)), GaveUp(B, True))
    state = play(state, Challenged(A, "boredom", B, plays(3)), GaveUp(B, True))
    assert state.turn == A


@pytest.mark.rule("NIFTY-TURN-05")
def test_any_number_of_cards_is_discarded_on_the_own_turn() -> None:
    assert play(new(), Discarded(A, 5)).chairs[A].hand == 0
    assert play(new(), Discarded(A, 0, ("Zoe", "Dex"))).chairs[A].hand == 3
    refuses("NIFTY-TURN-05", new(), Discarded(B, 5))


@pytest.mark.rule("NIFTY-TURN-06")
def test_a_turn_may_pass_without_a_play() -> None:
    assert play(new(), TurnBegan(B)).turn == B


@pytest.mark.rule("NIFTY-TURN-07")
def test_only_state_cards_and_objects_lie_in_front_of_oneself() -> None:
    state = play(new(), CardDescribed("Yawn", {"kind": "boredom", "value": 3}))
    refuses("NIFTY-TURN-07", state, CardLaid(A, "Yawn"))
    refuses("NIFTY-TURN-07", state, CardLaid(A, "It's Halloween!"))
    refuses("NIFTY-TURN-07", state, PlotPlayed(A, "Sword"))
    running = play(state, Challenged(A, "danger", B, plays(3)))
    refuses("NIFTY-TURN-07", running, CardsAdded(B, plays("It's Halloween!")))
    assert play(state, CardLaid(A, "Sword")).chairs[A].objects


@pytest.mark.rule("NIFTY-TURN-08")
def test_the_player_on_turn_challenges_anybody_or_themselves() -> None:
    for target in (A, B, C):
        assert play(new(), Challenged(A, "danger", target, plays(3))).challenge
    no = refuses("NIFTY-TURN-08", new(), Challenged(B, "danger", A, plays(3)))
    assert tap(new(), "&".join(f"{k}={v}" for k, v in no.allowed[0].form.items())) == TurnBegan(B)


def test_a_whole_challenge_entered_at_once_implies_the_turn() -> None:
    state = play(new(), tap(new(), "do=duel&seat=1&kind=danger&target=2&attack=3&defence=4"))
    assert state.turn == B


@pytest.mark.rule("NIFTY-SIX-01")
def test_six_play_in_three_teams_with_partners_opposite() -> None:
    state = new(6)
    assert [state.house(seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
    assert [home.seats for home in GAME.view(state, None).homes] == [(0, 3), (1, 4), (2, 5)]
    assert rules_noticed(state) == []


@pytest.mark.rule("NIFTY-SIX-01")
def test_six_singles_are_warned_and_play_to_twelve() -> None:
    state = new(6, six="singles")
    assert rules_noticed(state) == ["NIFTY-SIX-01"]
    assert GAME.view(state, None).target == 12
    assert len(GAME.view(state, None).homes) == 6


@pytest.mark.rule("NIFTY-SIX-01")
def test_a_sixth_player_comes_in_alone_or_not_at_all() -> None:
    refuses("NIFTY-SIX-01", new(5), PlayerJoined("Flo"))
    state = play(new(5, six="singles"), PlayerJoined("Flo"))
    assert rules_noticed(state) == ["NIFTY-SIX-01"]
    refuses("NIFTY-SIX-01", play(new(6), PlayerLeft(5)), PlayerJoined("Gus"))


def test_a_new_player_lowers_the_target() -> None:
    assert GAME.view(play(new(3), PlayerJoined("Di")), None).target == 16


def test_who_leaves_takes_nothing_along() -> None:
    state = right(obj(new(3), A, "Rope"), A, "marked", "up")
    state = play(state, PlayerLeft(A))
    assert [piece.name for piece in state.pile] == ["Rope"]
    assert state.homes[A].safe == "none"
    assert state.turn == B
    refuses("TABLE-SEAT", state, TurnBegan(A))


@pytest.mark.rule("TABLE-SEAT")
def test_an_empty_chair_plays_nothing() -> None:
    refuses("TABLE-SEAT", new(3), Challenged(A, "danger", 7, plays(3)))
