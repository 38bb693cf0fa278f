"""Danger challenges: totals, who may add, how they end, what they change."""

from __future__ import annotations

import pytest
from nifty_table import (
    A,
    B,
    C,
    add,
    danger,
    end,
    enter,
    help_,
    know,
    new,
    obj,
    objects,
    pile,
    play,
    plays,
    plot,
    refuses,
    right,
    safe,
    said,
    slots,
    sums,
)

from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import (
    CardLaid,
    CardsAdded,
    Challenged,
    ChallengeDecided,
    ChallengeEnded,
    ChallengeEntered,
    DealerChosen,
    GaveUp,
    SpecialUsed,
    TurnBegan,
)
from companion.games.get_nifty.model import State

CANNON = "Anti-Vamp Cannon"


def fight(state: State, attack: int, defence: int, seat: int = A, target: int = B) -> State:
    """Bare numbers on both sides, to the end."""
    return play(state, ChallengeEntered(seat, "danger", target, plays(attack), plays(defence)))


@pytest.mark.rule("NIFTY-DANGER-01", "NIFTY-DANGER-09")
@pytest.mark.parametrize("target", [A, B])
def test_any_successful_defence_marks_the_safe_card(target: int) -> None:
    state = right(new(), target, "up")
    state = add(danger(state, A, target, 4), target, 4, side="defence")
    assert safe(end(state), target) == "marked"


@pytest.mark.rule("NIFTY-DANGER-02")
def test_a_danger_challenge_needs_a_character_and_the_own_turn() -> None:
    refuses("NIFTY-DANGER-02", new(), Challenged(A, "danger", B))
    refuses("NIFTY-DANGER-02", know(new(), "Gun", "object", d=3), Challenged(A, "danger", B, plays("Gun")))
    refuses("NIFTY-TURN-08", new(), Challenged(B, "danger", A, plays(3)))
    refuses("NIFTY-DANGER-02", new(), ChallengeEntered(A, "danger", B, (), plays(4)))


@pytest.mark.rule("NIFTY-DANGER-02")
@pytest.mark.parametrize(
    "event",
    [CardsAdded(B, plays(3)), GaveUp(B), ChallengeEnded(), ChallengeDecided("attack"), SpecialUsed(B, "x")],
)
def test_nothing_of_a_challenge_happens_without_one(event: object) -> None:
    refuses("NIFTY-DANGER-02", new(), event)


@pytest.mark.rule("NIFTY-DANGER-03")
def test_who_attacks_themselves_plays_both_sides() -> None:
    state = danger(right(new(), A, "up"), A, A, "Ape=4")
    assert sums(add(state, A, "Bat=4")) == (4, 4)
    assert sums(add(add(state, A, 4, side="defence"), A, 2)) == (6, 4)
    assert "plays both sides" in said([GAME.view(state, None).duel.adders])[0]


@pytest.mark.rule("NIFTY-DANGER-04")
def test_the_attack_total() -> None:
    state = plot(obj(obj(new(), A, "Gun", d=1), A, "Plush", d=-2), "Fog", d=2)
    assert sums(danger(state, A, B, 5, 2))[0] == 8


@pytest.mark.rule("NIFTY-DANGER-05")
def test_the_defence_total() -> None:
    state = know(obj(new(), B, "Vest", s=2), "Hat", "object", s=1)
    assert sums(add(danger(state, A, B, 9), B, 3, "Hat")) == (9, 6)


@pytest.mark.rule("NIFTY-DANGER-07")
def test_own_objects_count_on_both_sides_of_a_self_challenge() -> None:
    state = right(obj(new(), A, "Dog", d=1, s=2), A, "up")
    state = add(danger(state, A, A, 4), A, 3)
    assert sums(state) == (5, 5)
    assert safe(end(state), A) == "marked"


@pytest.mark.rule("NIFTY-DANGER-08")
@pytest.mark.parametrize(("attack", "defended"), [(6, True), (7, False), (5, True)])
def test_a_tie_defends(attack: int, defended: bool) -> None:
    state = fight(new(), attack, 6)
    assert state.last.defended == defended


@pytest.mark.rule("NIFTY-DANGER-08")
def test_the_table_may_decide_but_not_against_the_sums() -> None:
    state = add(danger(right(new(), B, "up"), A, B, 7), B, 5)
    refuses("NIFTY-DANGER-08", state, ChallengeDecided("defence"))
    assert (
        safe(play(state, ChallengeDecided("defence"), lifted=frozenset({"NIFTY-DANGER-08"})), B) == "marked"
    )
    assert safe(play(state, ChallengeDecided("attack")), A) == "up"
    refuses("NIFTY-DANGER-08", new(), ChallengeEntered(A, "danger", B, plays(7), plays(5), won="defence"))


@pytest.mark.rule("NIFTY-DANGER-10")
def test_a_defence_without_use_changes_nothing() -> None:
    state = fight(right(new(), B, "marked"), 3, 3)
    assert safe(state, B) == "marked"
    assert slots(fight(new(), 3, 3), B) == ("none", "none")
    assert "No State card changes." in said(GAME.view(state, None).last.lines)


@pytest.mark.rule("NIFTY-DANGER-11")
def test_a_lost_marker_leaves_the_card() -> None:
    state = fight(right(new(), B, "marked"), 7, 6)
    assert (safe(state, A), safe(state, B)) == ("none", "up")


@pytest.mark.rule("NIFTY-DANGER-12")
def test_an_unmarked_card_goes_to_a_challenger_without_one() -> None:
    state = fight(right(new(), B, "up"), 7, 6)
    assert (safe(state, A), safe(state, B)) == ("up", "none")
    lines = said(GAME.view(state, None).last.lines)
    assert lines[0] == "Bo does not withstand the Danger, 7 : 6."
    assert "Ann takes the SAFE: face up, no marker." in lines
    running = danger(right(new(), B, "up"), A, B, 3)
    refuses("NIFTY-DANGER-12", running, GaveUp(B, True, (A,)))


@pytest.mark.rule("NIFTY-DANGER-13")
@pytest.mark.parametrize("own", ["up", "marked"])
def test_an_unmarked_card_is_fluxed_by_a_challenger_who_has_one(own: str) -> None:
    state = fight(right(right(new(), A, own), B, "up"), 7, 6)
    assert (safe(state, A), safe(state, B)) == (own, "fluxed")


@pytest.mark.rule("NIFTY-DANGER-14")
@pytest.mark.parametrize(
    ("before", "after"), [("marked", "up"), ("up", "fluxed"), ("fluxed", "fluxed"), ("none", "none")]
)
def test_losing_against_oneself(before: str, after: str) -> None:
    assert safe(fight(right(new(), A, before), 7, 6, A, A), A) == after


@pytest.mark.rule("NIFTY-DANGER-15")
def test_only_the_side_behind_adds() -> None:
    state = know(add(danger(new(), A, B, 7), B, 5), "Gun", "object", d=1)
    refuses("NIFTY-DANGER-15", state, CardsAdded(A, plays(1)))
    assert sums(add(state, B, 2, 3)) == (7, 10)
    assert sums(play(state, CardLaid(A, "Gun"))) == (8, 5)
    assert sums(add(state, A, "Gun")) == (8, 5)
    tie = add(state, B, 2)
    assert sums(add(tie, A, 1)) == (8, 7)
    refuses("NIFTY-DANGER-15", tie, CardsAdded(B, plays(1)))


def test_nobody_is_refused_while_it_is_not_known_who_is_behind() -> None:
    state = danger(new(), A, B, "Zoe")
    assert sums(add(add(state, A, 1), B, 2)) == (None, 2)


@pytest.mark.rule("NIFTY-DANGER-16")
def test_only_the_side_behind_ends_it() -> None:
    state = add(danger(new(), A, B, 7), B, 5)
    no = refuses("NIFTY-DANGER-16", state, GaveUp(A))
    assert no.allowed[0].form == {"do": "giveup", "seat": "1"}
    refuses("NIFTY-DANGER-16", state, ChallengeEnded())
    called = play(state, GaveUp(B))
    assert GAME.view(called, None).phase == "last call"
    assert play(called, ChallengeEnded()).challenge is None
    assert play(state, GaveUp(B, True)).last.defended is False


@pytest.mark.rule("NIFTY-DANGER-16")
def test_nothing_else_begins_before_it_ends() -> None:
    state = danger(new(), A, B, 7)
    refuses("NIFTY-DANGER-16", state, TurnBegan(B))
    refuses("NIFTY-DANGER-16", state, DealerChosen(B))
    refuses("NIFTY-DANGER-16", state, Challenged(A, "danger", C, plays(3)))


def test_a_plot_at_the_last_call_may_turn_it_round() -> None:
    state = play(add(danger(new(), A, B, 6), B, 6), GaveUp(A))
    assert GAME.view(state, None).phase == "last call"
    flipped = enter(state, "do=plot&seat=3&d=1")
    assert GAME.view(flipped, None).phase == "challenge"
    assert GAME.view(flipped, None).duel.losing == "defence"
    assert GAME.view(enter(state, "do=plot&seat=3&s=1"), None).phase == "last call"


@pytest.mark.rule("NIFTY-DANGER-17")
def test_all_characters_are_discarded() -> None:
    state = danger(new(), A, B, "Ape=1", "Bat=1", "Cow=1")
    state = end(add(state, B, "Dog=2", "Eel=2"))
    assert pile(state) == ["Ape", "Bat", "Cow", "Dog", "Eel"]


@pytest.mark.rule("NIFTY-DANGER-17")
def test_a_card_that_returns_goes_back_to_the_hand_of_the_failing_side() -> None:
    state = know(new(), "Oasis", d=4, s=4, returns=True)
    lost = end(add(danger(state, A, B, "Oasis"), B, "Dog=4"))
    assert pile(lost) == ["Dog"]
    assert lost.chairs[A].hand == 5
    assert "Oasis goes back to Ann's hand." in said(GAME.view(lost, None).last.lines)
    won = end(add(danger(state, A, B, "Oasis"), B, "Dog=3"))
    assert pile(won) == ["Dog", "Oasis"]


@pytest.mark.rule("NIFTY-DANGER-18")
def test_used_single_use_objects_go_and_others_stay() -> None:
    state = know(obj(new(), B, "Sword", s=1), CANNON, "object", d=0, s=1, w=0, n=0)
    used = play(danger(obj(state, B, CANNON, s=1), A, B, 5), SpecialUsed(B, CANNON))
    assert objects(end(used), B) == ["Sword"]
    fresh = end(add(danger(state, A, B, 5), B, CANNON))
    assert objects(fresh, B) == ["Sword"]
    assert CANNON in pile(fresh)
    stats_only = end(danger(obj(state, B, CANNON, s=1), A, B, 5))
    assert objects(stats_only, B) == ["Sword", CANNON]


@pytest.mark.rule("NIFTY-DANGER-19")
def test_being_safe_protects_from_no_challenge() -> None:
    assert danger(right(new(), B, "marked"), A, B, 3).challenge


@pytest.mark.rule("NIFTY-DANGER-20")
def test_a_challenge_without_a_card_to_win_is_noted() -> None:
    state = danger(new(), A, B, 3)
    assert "Bo has no SAFE: nothing to lose or win." in said(GAME.view(state, None).duel.notes)
    assert slots(end(state), B) == ("none", "none")
    assert not said(GAME.view(danger(right(new(), B, "up"), A, B, 3), None).duel.notes)


def test_helpers_of_a_defence_gain_even_if_the_defender_has_no_card() -> None:
    state = help_(danger(right(new(), C, "up"), A, B, 3), C)
    assert safe(end(add(state, C, 4)), C) == "marked"


def test_negative_totals_are_possible() -> None:
    state = obj(new(), A, "Plush", d=-3)
    state = danger(state, A, B, 1)
    assert sums(state) == (-2, 0)
    assert GAME.view(state, None).duel.sides[0].total == "−2"
