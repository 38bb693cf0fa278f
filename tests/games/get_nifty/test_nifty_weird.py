"""Boredom challenges, and Fluxed cards."""

from __future__ import annotations

import pytest
from nifty_table import (
    A,
    B,
    add,
    boredom,
    danger,
    end,
    know,
    new,
    obj,
    pile,
    play,
    plays,
    plot,
    refuses,
    right,
    safe,
    slots,
    sums,
    weird,
)

from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import (
    CardsAdded,
    Challenged,
    ChallengeDecided,
    ChallengeEnded,
    ChallengeEntered,
    GaveUp,
    StatePlayed,
    TurnBegan,
)
from companion.games.get_nifty.model import State


def bore(state: State, attack: int, defence: int, seat: int = A, target: int = B) -> State:
    return play(state, ChallengeEntered(seat, "boredom", target, plays(attack), plays(defence)))


@pytest.mark.rule("NIFTY-WEIRD-01")
@pytest.mark.parametrize("target", [A, B])
def test_any_successful_defence_marks_the_weird_card(target: int) -> None:
    state = bore(right(new(), target, "up", "up"), 4, 4, A, target)
    assert slots(state, target) == ("up", "marked")


@pytest.mark.rule("NIFTY-WEIRD-02")
def test_without_a_weird_card_nothing_is_marked() -> None:
    assert slots(bore(new(), 4, 4), B) == ("none", "none")


@pytest.mark.rule("NIFTY-WEIRD-03")
def test_a_boredom_challenge_is_made_with_boredom_cards_only() -> None:
    refuses("NIFTY-WEIRD-03", new(), Challenged(A, "boredom", B, plays("Bun-Bun")))
    refuses("NIFTY-WEIRD-03", new(), Challenged(A, "boredom", B))
    running = boredom(new(), A, B, "Dude=3")
    refuses("NIFTY-WEIRD-03", running, CardsAdded(A, plays("Bun-Bun")))
    refuses("NIFTY-WEIRD-03", running, CardsAdded(A, plays("Sword")))


@pytest.mark.rule("NIFTY-WEIRD-04")
def test_the_boredom_total_has_no_object_and_no_plot() -> None:
    state = plot(obj(new(), A, "Hat", w=2, d=3), "Fog", d=2)
    assert sums(boredom(state, A, B, 3, 4))[0] == 7


@pytest.mark.rule("NIFTY-WEIRD-05")
def test_the_weirdness_total() -> None:
    state = plot(obj(new(), B, "Hat", w=1), "Fog", w=2)
    assert sums(add(boredom(state, A, B, 9), B, 2)) == (9, 5)


@pytest.mark.rule("NIFTY-WEIRD-06")
@pytest.mark.parametrize(("attack", "defended"), [(5, True), (6, False)])
def test_a_tie_defends_against_boredom_too(attack: int, defended: bool) -> None:
    assert bore(new(), attack, 5).last.defended == defended


@pytest.mark.rule("NIFTY-WEIRD-06")
def test_the_table_may_not_decide_against_the_sums() -> None:
    refuses("NIFTY-WEIRD-06", boredom(new(), A, B, 3), ChallengeDecided("defence"))


@pytest.mark.rule("NIFTY-WEIRD-07")
def test_a_marked_weird_card_loses_its_marker_and_stays() -> None:
    state = bore(right(new(), B, weird="marked"), 6, 5)
    assert (weird(state, A), weird(state, B)) == ("none", "up")


@pytest.mark.rule("NIFTY-WEIRD-08")
def test_an_unmarked_weird_card_is_taken_or_fluxed() -> None:
    state = right(new(), B, weird="up")
    assert (weird(bore(state, 6, 5), A), weird(bore(state, 6, 5), B)) == ("up", "none")
    state = right(state, A, weird="up")
    assert (weird(bore(state, 6, 5), A), weird(bore(state, 6, 5), B)) == ("up", "fluxed")


@pytest.mark.rule("NIFTY-WEIRD-09")
def test_boredom_cards_and_characters_are_discarded() -> None:
    state = end(add(boredom(new(), A, B, "Dude=2", "Man=3"), B, "Ape=5"))
    assert pile(state) == ["Ape", "Dude", "Man"]


@pytest.mark.rule("NIFTY-WEIRD-10")
def test_one_may_bore_oneself() -> None:
    state = boredom(right(new(), A, weird="up"), A, A, 3)
    assert weird(end(add(state, A, 3)), A) == "marked"


@pytest.mark.rule("NIFTY-WEIRD-11")
def test_both_sides_add_and_the_losing_side_ends_it() -> None:
    state = add(boredom(new(), A, B, 4), B, 6)
    assert sums(add(add(state, B, 1), A, 2)) == (6, 7)
    refuses("NIFTY-WEIRD-11", state, GaveUp(B))
    refuses("NIFTY-WEIRD-11", state, ChallengeEnded())
    refuses("NIFTY-WEIRD-11", state, TurnBegan(B))
    assert play(state, GaveUp(A), ChallengeEnded()).last.defended


@pytest.mark.rule("NIFTY-BORE-01")
def test_boredom_cards_only_attack_in_boredom() -> None:
    state = know(new(), "Dude", "boredom", value=3)
    refuses("NIFTY-BORE-01", state, Challenged(A, "danger", B, plays("Dude")))
    refuses("NIFTY-BORE-01", danger(state, A, B, 5), CardsAdded(B, plays("Dude")))
    refuses("NIFTY-BORE-01", boredom(state, A, B, "Dude"), CardsAdded(B, plays("Dude")))


# -- Flux


@pytest.mark.rule("NIFTY-FLUX-01")
def test_a_card_nobody_needs_is_turned_over_for_its_owner() -> None:
    state = bore(right(right(new(), A, weird="marked"), B, weird="up"), 3, 0)
    assert weird(state, B) == "fluxed"


@pytest.mark.rule("NIFTY-FLUX-02")
def test_a_fluxed_card_makes_nobody_safe() -> None:
    state = right(new(), A, "fluxed", "marked", True)
    assert not state.homes[A].settled
    assert not GAME.view(state, A).homes[A].steps[0].done


@pytest.mark.rule("NIFTY-FLUX-03")
def test_a_defence_of_the_matching_kind_turns_it_up_again() -> None:
    state = right(new(), B, "fluxed")
    assert safe(bore(state, 3, 3), B) == "fluxed"
    up = play(state, ChallengeEntered(A, "danger", B, plays(3), plays(3)))
    assert safe(up, B) == "up"
    assert safe(play(up, ChallengeEntered(A, "danger", B, plays(3), plays(3))), B) == "marked"


@pytest.mark.rule("NIFTY-FLUX-04")
@pytest.mark.parametrize("target", [A, B])
def test_the_challenge_that_turns_it_up_may_be_anybodys(target: int) -> None:
    state = right(new(), target, "fluxed")
    state = add(danger(state, A, target, 3), target, 3, side="defence")
    assert safe(end(state), target) == "up"


@pytest.mark.rule("NIFTY-FLUX-05")
def test_a_fluxed_card_is_taken_face_up_by_a_challenger_without_one() -> None:
    state = end(danger(right(new(), B, "fluxed"), A, B, 3))
    assert (safe(state, A), safe(state, B)) == ("up", "none")


@pytest.mark.rule("NIFTY-FLUX-06")
def test_a_fluxed_card_stays_fluxed_for_a_challenger_who_has_one() -> None:
    state = end(danger(right(right(new(), A, "up"), B, "fluxed"), A, B, 3))
    assert (safe(state, A), safe(state, B)) == ("up", "fluxed")


@pytest.mark.rule("NIFTY-FLUX-07")
def test_a_fluxed_card_is_replaced_from_the_hand() -> None:
    state = play(right(new(), A, "fluxed"), StatePlayed(A, "SAFE"))
    assert safe(state, A) == "up"
    assert state.cards_out == 1


@pytest.mark.rule("NIFTY-FLUX-08")
@pytest.mark.parametrize("theirs", ["up", "fluxed"])
def test_a_fluxed_card_is_replaced_by_a_stolen_one(theirs: str) -> None:
    running = danger(right(right(new(), A, "fluxed"), B, theirs), A, B, 3)
    state = end(running)
    assert (safe(state, A), safe(state, B), state.cards_out) == ("up", "none", 1)
    kept = end(running, A)
    assert (safe(kept, A), safe(kept, B), kept.cards_out) == ("fluxed", "fluxed", 0)
