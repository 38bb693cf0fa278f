"""Cards that cancel each other, in every direction; and infinity."""

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
    lifted_play,
    new,
    obj,
    objects,
    pile,
    play,
    plays,
    points,
    ready,
    refuses,
    right,
    rules_noticed,
    safe,
    sums,
    weird,
)

from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import CardLaid, CardRemoved, Challenged, GaveUp, SpecialUsed
from companion.games.get_nifty.model import State

MACHINE = "Inflatable Time Machine"


def cast(state: State) -> State:
    """Made-up numbers for the two the rulebook names."""
    return know(know(state, "Zoe", d=3, s=3, w=1), "Dex", d=4, s=2, w=1)


@pytest.mark.rule("NIFTY-CANCEL-01")
def test_a_cancelled_card_is_discarded_at_once() -> None:
    state = obj(know(new(), "Aylee", d=2), B, "Radio", s=4, n=2, cancelled_by=["Aylee"])
    state = danger(state, A, B, "Aylee")
    assert sums(state) == (2, 0)
    assert pile(state) == ["Radio"]
    assert points(state, B) == 0


@pytest.mark.rule("NIFTY-CANCEL-02")
def test_a_cancelled_character_counts_nothing() -> None:
    state = add(danger(cast(new()), A, B, "Zoe", "Bun-Bun"), B, "Dex")
    assert sums(state) == (5, 2)
    gone = [term for term in GAME.view(state, None).duel.sides[0].terms if term.gone]
    assert [(term.name, term.number, term.was, term.by) for term in gone] == [("Zoe", "0", "3", "Dex")]


@pytest.mark.rule("NIFTY-CANCEL-03")
def test_cards_of_the_same_side_never_cancel_each_other() -> None:
    state = danger(cast(new()), A, B, "Zoe", "Dex")
    assert sums(state) == (7, 0)
    helped = add(help_(add(danger(cast(new()), A, B, 9), B, "Zoe"), C), C, "Dex")
    assert sums(helped) == (9, 5)
    assert sums(add(danger(cast(new()), A, B, "Zoe"), B, "Dex")) == (0, 2)


@pytest.mark.rule("NIFTY-CANCEL-04")
def test_dex_cancels_zoe_on_either_side_first_or_later() -> None:
    state = add(danger(cast(new()), A, B, "Dex"), B, "Zoe", 3)
    assert sums(state) == (4, 3)
    assert pile(state) == ["Zoe"]


@pytest.mark.rule("NIFTY-CANCEL-05")
def test_all_of_a_kind_are_hit() -> None:
    state = know(know(new(), "Vlad", d=2, attributes=["Vampire"]), "Priest", s=1, cancels=["VAMPIRE"])
    state = add(danger(state, A, B, "Vlad", "Vlad", "Vlad", 1), B, "Priest")
    assert sums(state) == (1, 1)
    assert sums(add(state, A, "Vlad", 1)) == (2, 1)


@pytest.mark.rule("NIFTY-CANCEL-06")
def test_a_character_under_a_token_is_out_of_every_challenge() -> None:
    state = enter(ready(cast(new(turn=B)), B), "do=nifty&card=Zoe=2", "do=turn&seat=0")
    refuses("NIFTY-CANCEL-06", state, CardRemoved(B, "Zoe", "cancelled", "Dex"))
    state = danger(state, A, B, "Dex")
    assert points(state, B) == 2
    assert sums(state) == (4, 0)


def test_two_that_cancel_each_other_both_go() -> None:
    state = know(know(new(), "Cat", d=3, cancels=["Dog"]), "Dog", s=3, cancels=["Cat"])
    state = add(danger(state, A, B, "Cat", 1), B, "Dog")
    assert sums(state) == (1, 0)
    assert pile(state) == ["Cat", "Dog"]


def test_a_cancelled_card_does_not_come_back() -> None:
    state = know(cast(new()), "Owl", d=1, cancels=["Dex"])
    state = add(danger(state, A, B, "Zoe", 1), B, "Dex")
    state = add(state, A, "Owl")
    assert sums(state) == (2, 0)
    assert pile(state) == ["Dex", "Zoe"]


def test_a_card_is_cancelled_by_hand_because_a_text_says_so() -> None:
    state = danger(new(), A, B, "Ape=4", "Bat=2")
    state = enter(state, "do=remove&seat=0&card=Ape&why=cancelled&by=Net")
    assert sums(state) == (2, 0)
    assert pile(state) == ["Ape"]


@pytest.mark.rule("NIFTY-CANCEL-08")
@pytest.mark.parametrize("attacks", [True, False])
def test_aylee_cancels_the_objects_that_name_her(attacks: bool) -> None:
    state = know(new(), "Aylee", d=2, s=2, w=2)
    state = obj(obj(state, B, "Radio", s=4, cancelled_by=["AYLEE"]), B, "Phone", s=4, cancelled_by=["AYLEE"])
    state = obj(state, A, "Laptop", d=4, cancelled_by=["AYLEE"])
    if attacks:
        state = danger(state, A, B, "Aylee")
        assert (objects(state, A), objects(state, B)) == (["Laptop"], [])
        assert sums(state) == (6, 0)
    else:
        state = add(danger(state, A, B, 9), B, "Aylee")
        assert (objects(state, A), objects(state, B)) == ([], ["Radio", "Phone"])


@pytest.mark.rule("NIFTY-CANCEL-08")
def test_aylee_cancels_nothing_when_played_for_weirdness() -> None:
    state = obj(know(new(), "Aylee", w=2), A, "Radio", cancelled_by=["AYLEE"])
    state = add(boredom(state, A, B, 3), B, "Aylee")
    assert objects(state, A) == ["Radio"]


@pytest.mark.rule("NIFTY-CANCEL-08")
def test_aylee_hits_helpers_objects_and_in_a_self_challenge_the_own() -> None:
    state = obj(know(new(), "Aylee", d=2, s=2), C, "Radio", s=4, cancelled_by=["AYLEE"])
    state = help_(danger(state, A, B, "Aylee"), C)
    assert objects(state, C) == []
    own = obj(know(new(), "Aylee", d=2, s=2), A, "Radio", s=4, cancelled_by=["AYLEE"])
    own = danger(own, A, A, "Aylee")
    assert objects(own, A) == []
    assert sums(own) == (2, 0)


@pytest.mark.rule("NIFTY-CANCEL-09")
def test_bun_bun_chews_what_names_him() -> None:
    state = obj(new(), B, "Sofa", s=4, cancelled_by=["BUN-BUN"])
    assert objects(danger(state, A, B, "Bun-Bun"), B) == []


@pytest.mark.rule("NIFTY-CANCEL-10")
def test_other_characters_that_cancel_objects_are_warned_about() -> None:
    fine = know(
        know(new(), "Radio", "object", cancelled_by=["Aylee"]), "Sofa", "object", cancelled_by=["bun bun"]
    )
    fine = play(fine, CardLaid(A, "Radio"), CardLaid(A, "Sofa"))
    assert rules_noticed(fine) == []
    assert rules_noticed(know(fine, "Dex", cancels=["Radio"])) == ["NIFTY-CANCEL-10"]
    assert rules_noticed(know(fine, "Radio", "object", cancelled_by=["Zoe"])) == ["NIFTY-CANCEL-10"]


@pytest.mark.rule("NIFTY-CANCEL-11")
def test_the_sword_pops_the_time_machine_when_danger_begins() -> None:
    state = obj(obj(new(), A, "Sword", d=1), B, MACHINE, s=3)
    assert sums(danger(state, A, B, 3)) == (4, 0)
    assert objects(danger(state, A, B, 3), B) == []
    assert objects(boredom(state, A, B, 3), B) == [MACHINE]


@pytest.mark.rule("NIFTY-CANCEL-11")
def test_objects_go_before_the_first_card_is_looked_at() -> None:
    """The trap would have cancelled the attacker, but the Sword pops it before anybody is played."""
    state = obj(new(), B, "Trap", s=1, cancels=["Ape"], cancelled_by=["Sword"])
    state = danger(obj(state, A, "Sword", d=1), A, B, "Ape=3")
    assert sums(state) == (4, 0)


@pytest.mark.rule("NIFTY-CANCEL-12")
def test_objects_cancel_objects_from_either_side_later_and_with_helpers() -> None:
    state = obj(obj(new(), B, "Sword", d=1), A, MACHINE, d=3)
    assert objects(danger(state, A, B, 3), A) == []
    late = danger(obj(new(), A, MACHINE, d=3), A, B, 3)
    late = know(late, "Sword", "object", s=1)
    assert objects(add(late, B, "Sword"), A) == []
    helped = danger(obj(obj(new(), A, MACHINE, d=3), C, "Sword", s=0), A, B, 3)
    assert objects(helped, A) == [MACHINE]
    assert objects(help_(helped, C), A) == []
    first = obj(new(), B, "Sword", s=1)
    first = danger(know(first, MACHINE, "object", d=3), A, B, 3)
    assert objects(play(first, CardLaid(A, MACHINE)), A) == []


def test_an_object_that_is_not_single_use_cancels_characters_by_itself() -> None:
    state = obj(know(new(), "Vlad", d=2, attributes=["VAMPIRE"]), B, "Garlic", s=1, cancels=["VAMPIRE"])
    assert sums(danger(state, A, B, "Vlad", 1)) == (1, 1)


def test_the_cannon_hits_defenders_in_boredom_too() -> None:
    state = know(new(), "Vlad", w=4, attributes=["VAMPIRE"])
    state = obj(state, A, "Anti-Vamp Cannon")
    state = add(boredom(state, A, B, 3), B, "Vlad")
    assert sums(play(state, SpecialUsed(A, "Anti-Vamp Cannon"))) == (3, 0)


def test_the_last_attacker_may_be_cancelled_and_the_challenge_goes_on() -> None:
    state = lifted_play(cast(new()), Challenged(A, "danger", B, plays("Zoe")))
    state = right(add(state, B, "Dex"), B, "up")
    assert safe(play(state, GaveUp(A, True)), B) == "marked"


# -- infinity


@pytest.mark.rule("NIFTY-INF-01")
def test_infinity_beats_every_number() -> None:
    state = add(boredom(new(), A, B, 99), B, "inf")
    assert sums(state) == (99, "inf")
    assert end(state).last.defended
    assert sums(add(boredom(new(), A, B, 99), B, "∞"))[1] == "inf"


@pytest.mark.rule("NIFTY-INF-02")
def test_the_playstashun_defends_alone() -> None:
    state = lifted_play(right(new(), B, weird="up"), CardLaid(B, "Playstashun"), "NIFTY-OBJECT-05")
    state = boredom(state, A, B, 30)
    assert sums(state) == (30, "inf")
    view = GAME.view(state, None).duel
    assert (view.losing, view.gap) == ("attack", "∞")
    assert weird(end(state), B) == "marked"


@pytest.mark.rule("NIFTY-INF-03")
def test_infinity_against_infinity_is_a_tie() -> None:
    assert end(add(danger(new(), A, B, "inf"), B, "inf")).last.defended
    assert not end(add(danger(new(), A, B, "inf"), B, 99)).last.defended


def test_negative_numbers_do_not_reduce_infinity_and_cancelled_infinity_is_gone() -> None:
    state = obj(new(), B, "Anvil", s=-4)
    assert sums(add(danger(state, A, B, 9), B, "inf")) == (9, "inf")
    state = obj(know(new(), "Aylee", d=1), B, "Field", s="inf", cancelled_by=["Aylee"])
    assert sums(danger(state, A, B, "Aylee")) == (1, 0)


def test_an_infinite_defence_is_ahead_whatever_is_unknown() -> None:
    state = add(danger(new(), A, B, "Zoe"), B, "inf")
    assert GAME.view(state, None).duel.losing == "attack"
    assert end(state).last.defended
