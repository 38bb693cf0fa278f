"""State cards, Plots, the token, and Characters under it."""

from __future__ import annotations

import pytest
from nifty_table import (
    A,
    B,
    C,
    add,
    boredom,
    danger,
    end,
    enter,
    help_,
    know,
    new,
    obj,
    pile,
    play,
    plays,
    plot,
    points,
    ready,
    refuses,
    right,
    safe,
    slots,
    sums,
)

from companion.core.events import Adjusted
from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import (
    CardRemoved,
    ChallengeEntered,
    NiftyPlayed,
    PlotPlayed,
    PutRight,
    StatePlayed,
    TokenBought,
    TurnBegan,
)

HALLOWEEN = "It's Halloween!"


# -- State cards


@pytest.mark.rule("NIFTY-PLAY-01")
def test_a_state_card_counts_only_with_its_marker() -> None:
    state = play(new(), StatePlayed(A, "SAFE"))
    assert not GAME.view(state, A).homes[A].steps[0].done
    assert GAME.view(right(state, A, "marked"), A).homes[A].steps[0].done


@pytest.mark.rule("NIFTY-STATE-01")
def test_a_second_card_of_the_same_sort_is_refused() -> None:
    state = play(new(), StatePlayed(A, "SAFE"))
    refuses("NIFTY-STATE-01", state, StatePlayed(A, "SAFE"))
    refuses("NIFTY-STATE-01", right(state, A, "marked"), StatePlayed(A, "SAFE"))
    assert slots(play(state, StatePlayed(A, "WEIRD")), A) == ("up", "up")


@pytest.mark.rule("NIFTY-STATE-01")
def test_a_state_card_is_played_on_the_own_turn() -> None:
    refuses("NIFTY-STATE-01", new(), StatePlayed(B, "SAFE"))
    refuses("NIFTY-STATE-01", danger(new(), A, B, 3), StatePlayed(B, "SAFE"))


@pytest.mark.rule("NIFTY-STATE-02")
def test_a_new_state_card_has_no_marker() -> None:
    state = play(new(), StatePlayed(A, "SAFE"))
    assert safe(state, A) == "up"
    assert state.chairs[A].hand == 4


# -- Plots


@pytest.mark.rule("NIFTY-PLOT-01")
def test_a_plot_is_played_on_the_own_turn() -> None:
    assert play(new(), PlotPlayed(A, HALLOWEEN)).plot.name == HALLOWEEN


@pytest.mark.rule("NIFTY-PLOT-02")
def test_anybody_may_change_the_plot_in_any_challenge() -> None:
    assert play(danger(new(), A, B, 3), PlotPlayed(C, HALLOWEEN)).plot
    refuses("NIFTY-PLOT-02", new(), PlotPlayed(C, HALLOWEEN))


@pytest.mark.rule("NIFTY-PLOT-04")
def test_a_new_plot_sends_the_old_one_to_the_discard_pile() -> None:
    state = plot(plot(new(), "Fog"), "Rain")
    assert state.plot.name == "Rain"
    assert pile(state) == ["Fog"]


@pytest.mark.rule("NIFTY-PLOT-05")
def test_a_plot_may_be_a_helpers_contribution() -> None:
    state = help_(danger(new(), A, B, 3), C)
    assert sums(enter(state, "do=plot&seat=2&s=2")) == (3, 2)


@pytest.mark.rule("NIFTY-PLOT-06")
def test_the_plots_numbers_count_everywhere() -> None:
    state = play(new(), PlotPlayed(A, HALLOWEEN))
    assert sums(danger(state, A, B, 5)) == (7, 0)
    assert sums(add(boredom(state, A, B, 9), B, 3)) == (9, 5)
    assert points(state, A) == points(state, B) == 2
    assert points(enter(ready(state, A), "do=nifty&card=14"), A) == 16


@pytest.mark.rule("NIFTY-PLOT-07")
def test_a_new_plot_recounts_both_sides() -> None:
    state = danger(plot(new(), "Fog", d=2), A, B, 4)
    assert sums(state) == (6, 0)
    assert sums(plot(state, "Rain", C, s=1)) == (4, 1)


def test_a_plot_gives_bonuses_in_challenges_too() -> None:
    state = know(new(), "Imp", d=1, s=1, w=1, attributes=["DEMON"])
    state = know(state, "Hell", "plot", d=0, s=0, w=0, n=0, bonuses=["Demons d 3"])
    state = danger(play(state, PlotPlayed(A, "Hell")), A, B, "Imp", "Imp")
    assert sums(state) == (8, 0)


# -- the token


@pytest.mark.rule("NIFTY-PLAY-02")
def test_both_markers_are_needed_to_buy() -> None:
    refuses("NIFTY-PLAY-02", right(new(), A, "marked", "up"), TokenBought(A, plays(5)))
    refuses("NIFTY-PLAY-02", new(), TokenBought(A))


@pytest.mark.rule("NIFTY-TOKEN-01")
def test_a_token_is_bought_on_the_own_turn() -> None:
    state = right(right(new(), A, "marked", "marked"), B, "marked", "marked")
    assert play(state, TokenBought(A, plays(5))).homes[A].token
    refuses("NIFTY-TOKEN-01", state, TokenBought(B, plays(5)))


@pytest.mark.rule("NIFTY-TOKEN-02")
def test_the_price_is_five_niftyness_from_the_hand() -> None:
    state = right(new(), A, "marked", "marked")
    state = know(know(state, "Ape", n=3), "Bat", n=2)
    bought = play(state, TokenBought(A, plays("Ape", "Bat")))
    assert bought.homes[A].token
    assert bought.homes[A].under == ()
    assert pile(bought) == ["Ape", "Bat"]
    refuses("NIFTY-TOKEN-02", state, TokenBought(A, plays("Ape")))
    refuses("NIFTY-TOKEN-02", state, TokenBought(A, plays(4)))
    refuses("NIFTY-TOKEN-02", state, TokenBought(A, plays("Ape", "Zoe")))
    assert play(state, TokenBought(A, plays("Ape", "Ape", "object=-1"))).homes[A].token


@pytest.mark.rule("NIFTY-TOKEN-02")
def test_only_characters_and_objects_of_the_hand_pay() -> None:
    state = right(obj(new(), A, "Rope", n=3), A, "marked", "marked")
    state = know(know(state, "Yawn", "boredom", value=5), "Fog", "plot", n=5)
    refuses("NIFTY-TOKEN-02", state, TokenBought(A, plays("Rope", 3)))
    refuses("NIFTY-TOKEN-02", state, TokenBought(A, plays("Yawn", 5)))
    refuses("NIFTY-TOKEN-02", state, TokenBought(A, plays("Fog", 5)))
    refuses("NIFTY-CARD-02", state, TokenBought(A, plays("SAFE", 5)))
    refuses("NIFTY-TOKEN-02", play(state, PlotPlayed(A, HALLOWEEN)), TokenBought(A, plays(4)))


@pytest.mark.rule("NIFTY-TOKEN-03")
def test_one_token_is_enough() -> None:
    refuses("NIFTY-TOKEN-03", ready(new(), A), TokenBought(A, plays(5)))


@pytest.mark.rule("NIFTY-TOKEN-04")
def test_cards_under_a_token_can_be_neither_taken_nor_cancelled() -> None:
    state = enter(ready(new(), A), "do=nifty&card=Zoe=2")
    refuses("NIFTY-TOKEN-04", state, CardRemoved(A, "Zoe", "taken"))
    refuses("NIFTY-CANCEL-06", state, CardRemoved(A, "Zoe", "cancelled", "Dex"))


@pytest.mark.rule("NIFTY-TOKEN-05")
def test_cards_under_a_token_add_nothing_to_a_defence() -> None:
    state = know(new(turn=B), "Ape", s=4, n=1)
    state = enter(ready(state, B), "do=nifty&card=Ape", "do=turn&seat=0")
    assert sums(danger(state, A, B, 3)) == (3, 0)


@pytest.mark.rule("NIFTY-TOKEN-06")
def test_without_a_marker_no_more_points() -> None:
    state = right(ready(new(), A), A, "marked", "up")
    refuses("NIFTY-TOKEN-06", state, NiftyPlayed(A, plays(3)))
    assert points(play(right(state, A, weird="marked"), NiftyPlayed(A, plays(3))), A) == 3


@pytest.mark.rule("NIFTY-TOKEN-07")
def test_a_token_is_never_lost() -> None:
    state = ready(new(), B)
    for _ in range(3):
        state = play(state, ChallengeEntered(A, "danger", B, won="attack"))
    assert state.homes[B].token
    refuses("NIFTY-TOKEN-07", state, CardRemoved(B, "NIFTY", "taken"))
    refuses("NIFTY-TOKEN-07", state, PutRight(B, token=False))


# -- Niftyness


@pytest.mark.rule("NIFTY-OBJ-02")
def test_niftyness_only_while_safe_and_weird() -> None:
    refuses("NIFTY-OBJ-02", right(new(), A, "marked", "up"), NiftyPlayed(A, plays(3)))
    refuses("NIFTY-OBJ-02", right(new(), A, "none", "marked"), NiftyPlayed(A, plays(3)))


@pytest.mark.rule("NIFTY-PLAY-03")
def test_no_points_without_a_token() -> None:
    no = refuses("NIFTY-PLAY-03", right(new(), A, "marked", "marked"), NiftyPlayed(A, plays(3)))
    assert no.allowed[0].form["do"] == "token"


@pytest.mark.rule("NIFTY-WIN-08")
def test_characters_go_under_the_token_on_the_own_turn() -> None:
    state = ready(ready(new(), A), B)
    refuses("NIFTY-WIN-08", state, NiftyPlayed(B, plays(3)))
    assert points(play(state, NiftyPlayed(A, plays(1, 2, 3))), A) == 6
    assert points(play(play(state, TurnBegan(B)), NiftyPlayed(B, plays(3))), B) == 3


@pytest.mark.rule("NIFTY-WIN-08")
def test_only_characters_go_under_the_token() -> None:
    state = know(ready(new(), A), "Yawn", "boredom", value=5)
    refuses("NIFTY-WIN-08", state, NiftyPlayed(A, plays("Yawn")))
    refuses("NIFTY-WIN-08", state, NiftyPlayed(A, plays(HALLOWEEN)))


@pytest.mark.rule("NIFTY-WIN-10")
def test_objects_never_go_under_the_token_and_can_be_lost() -> None:
    state = obj(ready(new(), A), A, "Rope", n=3)
    refuses("NIFTY-WIN-10", state, NiftyPlayed(A, plays("Rope")))
    refuses("NIFTY-WIN-10", state, NiftyPlayed(A, plays("object=3")))
    assert points(state, A) == 3
    assert points(play(state, CardRemoved(A, "Rope", "cancelled", "Moth")), A) == 0


def test_a_game_is_taken_up_in_the_middle() -> None:
    state = play(
        new(), PutRight(A, "marked", "fluxed", True, "we are in the middle"), Adjusted(A, 7, "so far")
    )
    assert slots(state, A) == ("marked", "fluxed")
    assert points(state, A) == 7
    assert end(danger(state, A, B, 1)).last is not None
