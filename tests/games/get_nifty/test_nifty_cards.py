"""Characters, Objects, Specials, and the few facts the rulebook prints."""

from __future__ import annotations

from typing import Any

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
    said,
    sums,
)

from companion.core.events import CardDescribed
from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import (
    CardLaid,
    CardRemoved,
    CardsAdded,
    Challenged,
    Discarded,
    DiscardOptionUsed,
    GaveUp,
    Play,
    SpecialUsed,
    TurnBegan,
)
from companion.games.get_nifty.model import State
from companion.games.get_nifty.numbers import versus
from companion.games.get_nifty.printed import PRINTED

CANNON = "Anti-Vamp Cannon"


# -- Characters


@pytest.mark.rule("NIFTY-CHAR-01")
def test_a_character_is_never_laid_on_the_table() -> None:
    refuses("NIFTY-CHAR-01", new(), CardLaid(A, "Bun-Bun"))


@pytest.mark.rule("NIFTY-CHAR-02")
@pytest.mark.parametrize(("number", "odd"), [(0, False), (5, False), ("inf", False), (6, True), (-1, True)])
def test_a_characters_stats_run_from_0_to_5_or_people_look_again(number: Any, odd: bool) -> None:
    state = know(new(), "Ape", d=number)
    assert rules_noticed(state) == [], "nobody has played it"
    assert ("NIFTY-CHAR-02" in rules_noticed(danger(state, A, B, "Ape"))) == odd


@pytest.mark.rule("NIFTY-CHAR-02")
@pytest.mark.parametrize("number", ["three", 1.5, True, 10**6, [1], "1e3"])
def test_a_stat_is_a_number(number: Any) -> None:
    refuses("NIFTY-CHAR-02", new(), CardDescribed("Ape", {"kind": "character", "d": number}))
    if isinstance(number, int) and not isinstance(number, bool):
        refuses("NIFTY-CHAR-02", new(), Challenged(A, "danger", B, (Play(value=number),)))


@pytest.mark.rule("NIFTY-CHAR-03")
def test_bun_bun_is_danger_5_and_safety_0() -> None:
    assert sums(danger(new(), A, B, "bunbun"))[0] == 5
    assert sums(add(danger(new(), A, B, 3), B, "BUN-BUN"))[1] == 0


@pytest.mark.rule("NIFTY-CHAR-04")
def test_attributes_are_what_other_cards_refer_to() -> None:
    state = know(new(), "Lysinda", d=4, attributes=["VAMPIRE"])
    state = know(state, "Slayer", s=0, cancels=["all Vampires"])
    assert sums(add(danger(state, A, B, "Lysinda"), B, "Slayer")) == (0, 0)


@pytest.mark.rule("NIFTY-CHAR-06")
def test_the_cancelled_by_line_takes_a_card_out() -> None:
    state = know(know(new(), "Zoe", d=3), "Dex", s=2)
    state = add(danger(state, A, B, "Zoe"), B, "Dex")
    assert sums(state) == (0, 2)
    assert "Zoe" in pile(state)


def with_option(state: State) -> State:
    state = know(know(state, "Swapper", discard_option="Object"), "Rope", "object", n=1)
    return play(state, Discarded(A, 0, ("Rope",)))


@pytest.mark.rule("NIFTY-CHAR-07")
def test_a_discard_option_swaps_a_character_for_a_card_of_the_pile() -> None:
    state = with_option(new())
    hand = state.chairs[A].hand
    state = play(state, DiscardOptionUsed(A, "Swapper", "Rope"))
    assert state.chairs[A].hand == hand
    assert pile(state) == ["Swapper"]
    assert play(state, CardLaid(A, "Rope")).chairs[A].objects


@pytest.mark.rule("NIFTY-CHAR-07")
def test_a_discard_option_needs_its_kind_in_the_pile_and_the_own_turn() -> None:
    state = with_option(new())
    refuses("NIFTY-CHAR-07", state, DiscardOptionUsed(B, "Swapper", "Rope"))
    refuses("NIFTY-CHAR-07", state, DiscardOptionUsed(A, "Swapper", "Lamp"))
    refuses("NIFTY-CHAR-07", state, DiscardOptionUsed(A, "Bun-Bun", "Rope"))
    empty = know(new(), "Swapper", discard_option="Object")
    refuses("NIFTY-CHAR-07", empty, DiscardOptionUsed(A, "Swapper", "Rope"))
    refuses("NIFTY-CHAR-07", with_option(new()), DiscardOptionUsed(A, "Swapper", "Swapper"))
    assert not GAME.view(empty, None).actions.options
    assert GAME.view(state, None).actions.options


def test_a_discard_option_is_not_refused_when_nobody_knows_the_pile() -> None:
    state = play(know(new(), "Swapper", discard_option="Object"), Discarded(A, 2))
    play(state, DiscardOptionUsed(A, "Swapper", "Rope"))


# -- Objects


@pytest.mark.rule("NIFTY-OBJECT-01")
def test_an_objects_stats_may_be_negative() -> None:
    state = know(new(), "Anvil", "object", s=-2)
    assert rules_noticed(state) == []
    refuses("NIFTY-OBJECT-01", new(), CardDescribed("Anvil", {"kind": "object", "s": "heavy"}))


@pytest.mark.rule("NIFTY-OBJECT-02")
def test_an_object_is_cancelled_like_a_character() -> None:
    state = obj(know(new(), "Aylee", d=3), B, "Radio", s=2, cancelled_by=["AYLEE"])
    state = danger(state, A, B, "Aylee")
    assert objects(state, B) == []
    assert pile(state) == ["Radio"]


@pytest.mark.rule("NIFTY-OBJECT-03")
def test_an_object_is_laid_on_the_own_turn() -> None:
    assert objects(play(new(), CardLaid(A, "Sword")), A) == ["Sword"]
    assert objects(enter(new(), "do=lay&s=2&n=1"), A) == ["Object 1"]


@pytest.mark.rule("NIFTY-OBJECT-04")
def test_an_object_stays_without_a_cause_to_go() -> None:
    state = right(obj(new(), B, "Rope", s=1), B, "up")
    state = end(danger(state, A, B, 5))
    assert objects(state, B) == ["Rope"]
    refuses("NIFTY-OBJECT-04", state, CardRemoved(B, "Rope"))
    refuses("NIFTY-OBJECT-04", state, CardRemoved(B, "Rope", "used"))
    assert objects(play(state, CardRemoved(B, "Rope", "cancelled", "Moth")), B) == []


@pytest.mark.rule("NIFTY-OBJECT-04")
def test_an_object_nobody_has_cannot_go() -> None:
    with pytest.raises(Exception, match="NIFTY-OBJECT-04"):
        play(new(), CardRemoved(B, "Rope", "cancelled"))


@pytest.mark.rule("NIFTY-OBJECT-05")
def test_out_of_turn_an_object_must_help_the_defence() -> None:
    state = new()
    for name, facts in {
        "Vest": {"s": 2},
        "Hat": {"s": 0, "w": 1},
        "Horn": {"s": 0, "special": "Ends it."},
    }.items():
        state = know(state, name, "object", **facts)
    attacked = danger(state, A, B, 5)
    assert sums(add(attacked, B, "Vest")) == (5, 2)
    add(attacked, B, "Horn")
    refuses("NIFTY-OBJECT-05", attacked, CardsAdded(B, plays("Hat")))
    assert sums(add(boredom(state, A, B, 5), B, "Hat")) == (5, 1)


@pytest.mark.rule("NIFTY-OBJECT-05")
def test_out_of_turn_nobody_else_lays_an_object() -> None:
    state = know(new(), "Vest", "object", s=2)
    refuses("NIFTY-OBJECT-05", state, CardLaid(B, "Vest"))
    no = refuses("NIFTY-OBJECT-05", danger(state, A, B, 5), CardLaid(B, "Vest"))
    assert no.allowed[0].form["do"] == "add"


def test_an_object_with_unknown_safety_is_asked_for_and_not_refused() -> None:
    state = add(danger(new(), A, B, 5), B, "object")
    assert add(danger(new(), A, B, 5), B, "Laser Cannon").challenge
    assert sums(add(danger(new(), A, B, 5), B, "Laser Cannon"))[1] is None
    assert state.challenge


@pytest.mark.rule("NIFTY-OBJECT-06")
def test_a_played_object_cannot_be_discarded_by_its_owner() -> None:
    state = obj(new(), A, "Rope")
    refuses("NIFTY-OBJECT-06", state, CardRemoved(A, "Rope", "discarded"))


@pytest.mark.rule("NIFTY-OBJECT-07")
def test_all_objects_always_count_good_or_bad() -> None:
    state = obj(obj(new(), B, "Vest", s=2), B, "Anvil", s=-1)
    assert sums(add(danger(state, A, B, 9), B, 3))[1] == 4


# -- Single-Use


def cannon(state: State, seat: int, s: int = 1) -> State:
    return lifted_play(
        know(state, CANNON, "object", d=0, s=s, w=0, n=0), CardLaid(seat, CANNON), "NIFTY-OBJECT-05"
    )


@pytest.mark.rule("NIFTY-SINGLE-01", "NIFTY-CANCEL-07")
def test_a_special_is_used_once_and_the_object_goes_at_the_end() -> None:
    state = know(new(), "Lysinda", d=4, attributes=["VAMPIRE"])
    state = danger(cannon(state, B), A, B, "Lysinda", 2)
    assert sums(state) == (6, 1)
    state = play(state, SpecialUsed(B, CANNON))
    assert sums(state) == (2, 0)
    assert objects(state, B) == [CANNON]
    refuses("NIFTY-SINGLE-01", state, SpecialUsed(B, CANNON))
    assert state.challenge.given_up is None
    state = add(state, B, 3)
    state = play(state, GaveUp(A, True))
    assert objects(state, B) == []
    assert pile(state) == [CANNON, "Lysinda", "Number", "Number"]


@pytest.mark.rule("NIFTY-SINGLE-02")
def test_stats_are_free_until_the_special_is_used() -> None:
    state = right(cannon(new(), B), B, "marked")
    for _ in range(2):
        state = danger(state, A, B, 1)
        assert sums(state) == (1, 1)
        state = end(state)
    assert objects(state, B) == [CANNON]


@pytest.mark.rule("NIFTY-SINGLE-03")
def test_using_a_power_is_never_compulsory() -> None:
    state = know(cannon(new(), B), "Lysinda", d=4, attributes=["VAMPIRE"])
    state = add(danger(state, A, B, "Lysinda"), B, 3)
    assert sums(state) == (4, 4)
    state = end(state)
    assert objects(state, B) == [CANNON]
    assert state.last.defended


@pytest.mark.rule("NIFTY-CANCEL-07")
def test_a_special_belongs_to_who_has_it_in_play() -> None:
    state = danger(cannon(new(), B), A, B, 5)
    refuses("NIFTY-CANCEL-07", state, SpecialUsed(A, CANNON))
    refuses("NIFTY-CANCEL-07", state, SpecialUsed(B, "Sword"))


@pytest.mark.rule("NIFTY-CANCEL-07")
def test_vampires_that_come_after_the_cannon_are_not_hit() -> None:
    state = know(new(), "Lysinda", d=4, attributes=["VAMPIRE"])
    state = play(danger(cannon(state, B), A, B, 1, "Lysinda"), SpecialUsed(B, CANNON))
    state = add(add(state, B, 3), A, "Lysinda")
    assert sums(state) == (5, 3)


def test_now_and_if_used_are_shown_before_deciding() -> None:
    state = know(new(), "Lysinda", d=4, attributes=["VAMPIRE"])
    state = danger(cannon(state, B), A, B, "Lysinda", "Lysinda", 2)
    (special,) = GAME.view(state, B).duel.specials
    assert (special.now, special.then) == (versus("10", "1"), versus("2", "0"))
    assert special.cancels == ("Lysinda", "Lysinda")
    assert sums(enter(state, special.entry)) == (2, 0)


# -- the book


def test_nothing_is_printed_that_the_rulebook_does_not_say() -> None:
    known = {card.name: {s: n for s in "dswn" if (n := card.stat(s)) is not None} for card in PRINTED}
    assert {name: stats for name, stats in known.items() if stats} == {
        "Bun-Bun": {"d": 5, "s": 0},
        "Playstashun": {"w": "inf"},
        "It's Halloween!": {"d": 2, "s": 0, "w": 2, "n": 2},
    }
    assert all(card.source for card in PRINTED)


def test_a_description_is_the_whole_card_over_what_the_rulebook_prints() -> None:
    state = know(know(new(), "Ape", d=3, single_use=True), "Ape", s=1)
    view = next(card for card in GAME.view(state, None).cards if card.name == "Ape")
    assert (view.stats[0].number, view.stats[1].number, view.single_use) == ("?", "1", False)


def test_one_number_is_typed_in_without_losing_the_others() -> None:
    state = know(new(), "Ape", d=3, attributes=["DEMON"])
    state = enter(state, "do=describe&name=ape&s=1")
    view = next(card for card in GAME.view(state, None).cards if card.name == "Ape")
    assert (view.stats[0].number, view.stats[1].number, view.attributes) == ("3", "1", ("DEMON",))


def test_what_a_description_leaves_out_of_a_printed_card_stays() -> None:
    state = play(new(), CardDescribed("bun bun", {"w": 3}))
    view = next(card for card in GAME.view(state, None).cards if card.name == "Bun-Bun")
    assert [(stat.stat, stat.number) for stat in view.stats] == [
        ("d", "5"),
        ("s", "0"),
        ("w", "3"),
        ("n", "?"),
    ]


def test_a_name_and_a_number_are_remembered() -> None:
    state = end(danger(new(), A, B, "Ape=4"))
    assert sums(danger(state, A, B, "ape"))[0] == 4
    assert sums(danger(state, A, B, "Ape=2"))[0] == 2


def test_an_edit_in_an_open_challenge_holds_from_then_on() -> None:
    state = danger(end(danger(new(), A, B, "Ape=4")), A, B, "Ape=2")
    assert sums(know(state, "Ape", d=5))[0] == 5
    zoe = add(danger(know(know(new(), "Ape", d=3), "Moth", s=1), A, B, "Ape"), B, "Moth")
    assert sums(zoe) == (3, 1)
    assert sums(know(zoe, "Ape", d=3, cancelled_by=["Moth"])) == (0, 1)


def test_a_later_description_never_changes_what_was_decided() -> None:
    state = right(know(new(), "Ape", d=4), B, "up")
    state = end(add(danger(state, A, B, "Ape"), B, 4))
    assert safe(know(state, "Ape", d=5), B) == "marked"


def test_unknown_is_never_read_as_nought() -> None:
    state = danger(new(), A, B, "Zoe")
    assert sums(state) == (None, 0)
    duel = GAME.view(state, None).duel
    assert [(need.card, need.stat) for need in duel.needs] == [("Zoe", "d")]
    assert said([duel.headline]) == ["Not all numbers are known yet"]
    known = enter(state, duel.needs[0].buttons[3].entry)
    assert sums(known) == (3, 0)


@pytest.mark.rule("NIFTY-DANGER-08")
def test_a_challenge_with_an_unknown_number_cannot_be_closed_but_decided() -> None:
    state = danger(right(new(), B, "up"), A, B, "Zoe")
    no = refuses("NIFTY-DANGER-08", state, GaveUp(B))
    assert "Danger of Zoe" in said([no.text])[0]
    assert safe(enter(state, "do=decide&won=defence"), B) == "marked"


@pytest.mark.rule("NIFTY-WEIRD-06")
def test_a_boredom_challenge_with_an_unknown_number_cannot_be_closed() -> None:
    refuses("NIFTY-WEIRD-06", boredom(new(), A, B, "Dude"), GaveUp(B))


def test_odd_facts_never_crash() -> None:
    odd = {
        "aliases": 3,
        "attributes": [1, None, "DEMON"],
        "cancels": {"a": 1},
        "bonuses": [1, {"of": 2}, "1", "DEMON"],
        "x": 1,
    }
    state = play(new(), CardDescribed("Ape", odd))
    view = next(card for card in GAME.view(state, None).cards if card.name == "Ape")
    assert view.attributes == ("DEMON",)


def test_halloweens_demon_bonus_is_asked_for() -> None:
    state = ready(know(new(), "Imp", n=2, attributes=["DEMON"]), A)
    state = enter(state, "do=nifty&card=Imp", "do=plot&card=It's+Halloween!")
    assert points(state, A) is None
    need = GAME.view(state, None).homes[A].nifty.needs[0]
    assert points(enter(state, need.buttons[1].entry), A) == 5


def test_a_turn_refills_and_a_card_text_may_remove() -> None:
    state = obj(new(), C, "Rope")
    assert objects(play(state, CardRemoved(C, "Rope", "taken")), C) == []
    assert play(state, TurnBegan(B)).drew == 0
