"""Interference: asked, declined, refused, given; and teams, where partners help by themselves."""

from __future__ import annotations

import pytest
from nifty_table import (
    A,
    B,
    C,
    D,
    add,
    boredom,
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
    points,
    ready,
    refuses,
    right,
    safe,
    sums,
    winners,
)

from companion.core.events import PlayerLeft
from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import (
    CardsAdded,
    Challenged,
    ChallengeEntered,
    HelpAsked,
    HelpDeclined,
    HelperJoined,
    HelpOffered,
    HelpRefused,
    PlotPlayed,
    SpecialUsed,
    StatePlayed,
    TurnBegan,
)


@pytest.mark.rule("NIFTY-INTER-01")
def test_only_the_side_behind_asks_for_help() -> None:
    state = danger(new(), A, B, 7)
    assert play(state, HelpAsked(B, C)).challenge.asked == (("defence", C),)
    refuses("NIFTY-INTER-01", state, HelpAsked(A))
    refuses("NIFTY-INTER-01", state, HelperJoined(C, "attack"))


@pytest.mark.rule("NIFTY-INTER-02")
def test_nobody_interferes_unasked_or_refused() -> None:
    state = danger(new(), A, B, 7)
    no = refuses("NIFTY-INTER-02", state, CardsAdded(C, plays(3)))
    assert no.allowed[0].form == {"do": "join", "seat": "2", "side": "defence"}
    refuses("NIFTY-INTER-02", state, SpecialUsed(C, "Sword"))
    refused = play(state, HelpAsked(B), HelpRefused(B, C))
    refuses("NIFTY-INTER-02", refused, HelperJoined(C, "defence"))
    assert help_(refused, D).challenge.defence_helpers == (D,)
    assert play(refused, PlotPlayed(C, "It's Halloween!")).plot


@pytest.mark.rule("NIFTY-INTER-02")
def test_whoever_asked_may_turn_down_who_would_help() -> None:
    state = danger(new(), A, B, 7)
    refuses("NIFTY-INTER-02", state, HelpOffered(C))
    refuses("NIFTY-INTER-02", play(state, HelpAsked(B, D)), HelpOffered(C))
    offered = play(state, HelpAsked(B), HelpOffered(C), HelpOffered(D))
    help_now = GAME.view(offered, B).duel.help
    assert (help_now.asker, help_now.offered) == (B, (C, D))
    turned_down = play(offered, HelpRefused(B, C))
    assert GAME.view(turned_down, B).duel.help.offered == (D,)
    refuses("NIFTY-INTER-02", turned_down, HelperJoined(C, "defence"))
    assert help_(turned_down, D).challenge.defence_helpers == (D,)
    assert play(offered, HelpDeclined(D)).challenge.offered == (C,)
    refuses("NIFTY-INTER-07", help_(offered, C), HelpOffered(C))


@pytest.mark.rule("NIFTY-INTER-03")
def test_a_helper_adds_any_cards() -> None:
    state = know(help_(danger(new(), A, B, 7), C), "Hat", "object", s=0)
    state = add(state, C, "Ape=3", "Hat")
    assert sums(state) == (7, 3)
    assert objects(state, C) == ["Hat"]


@pytest.mark.rule("NIFTY-INTER-04")
def test_a_helpers_objects_count_good_and_bad() -> None:
    state = obj(obj(new(), C, "Vest", s=2), C, "Anvil", s=-1)
    state = add(danger(state, A, B, 9), B, 5)
    assert sums(help_(state, C)) == (9, 6)


@pytest.mark.rule("NIFTY-INTER-05")
def test_a_helper_of_a_defence_marks_the_own_card_too() -> None:
    state = right(right(new(), B, "up"), C, "up")
    state = end(add(help_(danger(state, A, B, 7), C), C, 7))
    assert (safe(state, B), safe(state, C)) == ("marked", "marked")
    running = add(help_(danger(right(right(new(), B, "up"), C, "up"), A, B, 7), C), C, 7)
    assert safe(end(running, C), C) == "up"


@pytest.mark.rule("NIFTY-INTER-05")
def test_a_helper_of_an_attack_marks_nothing() -> None:
    state = add(danger(right(new(), C, "up"), A, B, 3), B, 5)
    state = end(add(help_(state, C, "attack"), C, 5))
    assert not state.last.defended
    assert safe(state, C) == "up"


@pytest.mark.rule("NIFTY-INTER-06")
def test_several_may_help() -> None:
    state = add(help_(help_(danger(new(), A, B, 7), C), D), D, 2)
    assert state.challenge.defence_helpers == (C, D)


@pytest.mark.rule("NIFTY-INTER-07")
def test_nobody_changes_sides() -> None:
    state = add(help_(danger(new(), A, B, 7), C), C, 8)
    refuses("NIFTY-INTER-07", state, HelperJoined(C, "attack"))
    refuses("NIFTY-INTER-07", state, CardsAdded(C, plays(3), "attack"))
    refuses("NIFTY-INTER-07", state, HelperJoined(B, "attack"))


@pytest.mark.rule("NIFTY-INTER-08")
def test_a_helper_on_the_losing_side_loses_nothing_but_cards() -> None:
    state = help_(danger(right(right(new(), B, "marked"), C, "marked"), A, B, 9), C)
    state = end(add(state, C, "Ape=2"))
    assert (safe(state, B), safe(state, C)) == ("up", "marked")
    assert "Ape" in pile(state)


@pytest.mark.rule("NIFTY-INTER-09")
def test_a_stolen_card_goes_to_the_challenger_first() -> None:
    state = help_(add(danger(right(new(), B, "up"), A, B, 3), B, 5), C, "attack")
    state = end(add(state, C, 5))
    assert [safe(state, seat) for seat in (A, B, C)] == ["up", "none", "none"]


@pytest.mark.rule("NIFTY-INTER-10")
def test_a_stolen_card_the_challenger_has_goes_to_the_first_helper_who_needs_it() -> None:
    start = right(right(new(), A, "marked"), B, "up")
    both = {"attack_helpers": (C, D), "won": "attack"}
    state = play(start, ChallengeEntered(A, "danger", B, **both))
    assert [safe(state, seat) for seat in (A, B, C, D)] == ["marked", "none", "up", "none"]
    state = play(right(start, C, "up"), ChallengeEntered(A, "danger", B, **both))
    assert [safe(state, seat) for seat in (A, B, C, D)] == ["marked", "none", "up", "up"]
    state = play(right(right(start, C, "up"), D, "marked"), ChallengeEntered(A, "danger", B, **both))
    assert safe(state, B) == "fluxed"
    running = add(help_(add(danger(start, A, B, 3), B, 5), C, "attack"), C, 5)
    assert safe(end(running, C), B) == "fluxed"


@pytest.mark.rule("NIFTY-INTER-11")
def test_who_is_asked_may_decline() -> None:
    state = play(danger(new(), A, B, 7), HelpAsked(B, C), HelpDeclined(C))
    assert state.challenge.declined == (C,)
    assert state.challenge.asked == ()
    assert GAME.view(state, C).duel.help.declined == (C,)
    assert GAME.view(state, C).duel.losing == "defence"


def test_the_help_buttons_lead_through() -> None:
    state = danger(new(), A, B, 7)
    asked = enter(state, GAME.view(state, B).duel.help.ask[0].entry)
    assert GAME.view(asked, B).duel.help.asked == (C,)
    assert enter(asked, GAME.view(asked, B).duel.help.join[0].entry).challenge.defence_helpers == (C,)
    assert enter(asked, GAME.view(asked, B).duel.help.decline[0].entry).challenge.declined == (C,)
    refused = enter(asked, GAME.view(asked, B).duel.help.refuse[0].entry)
    assert GAME.view(refused, B).duel.help.refused == (C,)


# -- six players


@pytest.mark.rule("NIFTY-SIX-02")
def test_a_teams_state_cards_count_for_both() -> None:
    state = play(new(6), StatePlayed(0, "SAFE"))
    assert safe(state, 3) == "up"
    refuses("NIFTY-STATE-01", play(state, TurnBegan(3)), StatePlayed(3, "SAFE"))
    state = play(right(state, 0, "marked", "marked"), TurnBegan(3))
    assert GAME.view(state, 3).actions.token is not None


@pytest.mark.rule("NIFTY-SIX-03")
def test_partners_keep_their_own_objects_and_both_count() -> None:
    state = obj(obj(new(6), 0, "Rope", n=2), 3, "Lamp", n=3)
    assert (objects(state, 0), objects(state, 3)) == (["Rope"], ["Lamp"])
    assert points(state, 0) == points(state, 3) == 5


@pytest.mark.rule("NIFTY-SIX-04")
def test_a_partner_helps_without_being_asked() -> None:
    state = obj(obj(new(6), 3, "Gun", d=2, s=2), 4, "Vest", s=3)
    assert sums(danger(state, 0, 1, 5)) == (7, 3)
    assert sums(add(danger(state, 0, 1, 5), 4, 4)) == (7, 7)
    self_made = danger(state, 0, 0, 5)
    assert sums(self_made) == (5, 2)
    mates = danger(state, 0, 3, 5)
    assert sums(mates) == (5, 2)


@pytest.mark.rule("NIFTY-SIX-05")
def test_the_losing_team_asks_the_team_that_is_not_involved() -> None:
    state = danger(new(6), 0, 1, 5)
    asked = play(state, HelpAsked(1, 2), HelperJoined(2, "defence"))
    assert asked.challenge.defence_helpers == (4, 2, 5)
    refuses("NIFTY-INTER-07", state, HelpAsked(1, 3))
    assert safe(end(add(right(asked, 2, "up"), 5, 5)), 5) == "marked"


@pytest.mark.rule("NIFTY-SIX-04")
def test_a_marker_is_put_once_per_team() -> None:
    state = end(add(danger(right(new(6), 1, "up"), 0, 1, 5), 4, 5))
    assert len(state.last.changes) == 1
    assert safe(state, 4) == "marked"


@pytest.mark.rule("NIFTY-WIN-06")
def test_a_team_needs_eighteen() -> None:
    state = ready(new(6), 0)
    assert winners(enter(state, "do=nifty&card=17")) == []
    assert winners(enter(state, "do=nifty&card=18")) == [0, 3]


def test_a_team_of_one_plays_on() -> None:
    state = play(new(6), PlayerLeft(3))
    assert sums(danger(state, 0, 1, 5)) == (5, 0)
    assert GAME.view(state, None).target == 18


def test_whole_challenges_name_helpers_too() -> None:
    state = right(right(new(), B, "up"), C, "up")
    state = play(state, ChallengeEntered(A, "danger", B, plays(5), plays(6), defence_helpers=(C, C)))
    assert (safe(state, B), safe(state, C)) == ("marked", "marked")
    refuses("NIFTY-INTER-07", state, ChallengeEntered(A, "danger", B, plays(5), defence_helpers=(A,)))
    assert boredom(new(), A, B, 3).challenge.kind == "boredom"
    assert play(new(), Challenged(A, "danger", A, plays(1))).challenge.alone
