"""Line 2: discards and passes, confirmed in the open or noted in secret."""

from __future__ import annotations

import pytest
from nyet_table import Draw, enter, new, play, ready, refuses, tap

from companion.core.contract import Form, RuleViolation
from companion.games.nyet import GAME
from companion.games.nyet.events import (
    CardPlayed,
    CardsLaidAway,
    Discarded,
    DiscardsFinished,
    HandNoted,
    Passed,
    ResultEntered,
    TrickWon,
)
from companion.games.nyet.flow import phase, tricks_total, yet_to_discard
from companion.games.nyet.hands import cards_held

ALL_SIX = {"line2": ("discard3", "discard2", "discard1", "except1", "pass")}


def refuses_own(rule: str, state: object, query: str, seat: int = 0, lifted: str = "") -> RuleViolation:
    """Refused while it is read, on the phone of the seat whose cards these are."""
    with pytest.raises(RuleViolation) as caught:
        tap(state, query, seat)  # type: ignore[arg-type]
    assert caught.value.rule == rule
    return caught.value


@pytest.mark.rule("NYET-4.12")
def test_the_first_trick_waits_until_all_have_confirmed() -> None:
    state = ready(3, (0,), discard="discard1")
    state = play(state, Discarded(0, 1), Discarded(2, 1))
    for event in (TrickWon(0), CardPlayed(0, "red 2")):
        no = refuses("NYET-4.12", state, event)
        assert no.allowed[0].form == {"do": "discarded", "who": "all"}
    lifted = play(state, TrickWon(0), lifted=frozenset({"NYET-4.12"}))
    assert len(play(lifted, TrickWon(1)).round.tricks) == 2
    assert play(state, Discarded(1, 1), TrickWon(0)).round.tricks


@pytest.mark.rule("NYET-4.12")
def test_nothing_is_discarded_after_the_first_lead() -> None:
    state = play(ready(3, (0,), discard="discard1"), CardPlayed(0, "red 2"))
    refuses("NYET-4.12", state, Discarded(1, 1))
    refuses("NYET-4.12", state, CardsLaidAway(1, ("red 3",)))


@pytest.mark.rule("NYET-4.12")
def test_a_table_that_confirms_nothing_is_not_held_up() -> None:
    assert play(ready(3, (0,), discard="discard1"), TrickWon(0)).round.tricks
    assert play(ready(3, (0,), discard="discard1"), ResultEntered(wedge_tricks=4)).scored


CASES = [("discard3", 3, "NYET-5.5"), ("discard2", 2, "NYET-5.6"), ("discard1", 1, "NYET-5.7")]


@pytest.mark.rule("NYET-5.5", "NYET-5.6", "NYET-5.7")
@pytest.mark.parametrize(("box", "due", "rule"), CASES)
def test_a_discard_has_exactly_the_number_of_cards_that_the_box_says(box: str, due: int, rule: str) -> None:
    state = ready(4, (0, 1), discard=box, **ALL_SIX)
    for count in (due - 1, due + 1):
        no = refuses(rule, state, Discarded(0, count))
        assert no.allowed[0].form["count"] == str(due)
    assert play(state, Discarded(0, due, ones=1)).round.done == (0,)
    cards = ["red 1", "blue 4", "green 9", "green 10"]
    refuses_own(rule, state, "do=laid&card=" + ",".join(cards[: due + 1]))
    event = tap(state, "do=laid&card=" + ",".join(cards[:due]), seat=0)
    assert event == CardsLaidAway(0, tuple(cards[:due]))


@pytest.mark.rule("NYET-5.8")
def test_under_except_one_no_one_is_thrown_away() -> None:
    state = ready(4, (0, 1), discard="except1")
    refuses("NYET-5.8", state, Discarded(0, 1, ones=1))
    refuses("NYET-5.8", state, Discarded(0, 0))
    refuses_own("NYET-5.8", state, "do=laid&card=red+1")
    assert tap(state, "do=laid&card=red+2", seat=0) == CardsLaidAway(0, ("red 2",))
    assert enter(state, "do=discarded&seat=0").round.done == (0,)


@pytest.mark.rule("NYET-5.8")
def test_a_hand_of_nothing_but_ones_discards_nothing_by_a_ruling() -> None:
    state = ready(5, (0, 1), 0, discard="except1")
    assert play(state, Discarded(0, 0), lifted=frozenset({"NYET-5.8"})).round.done == (0,)


@pytest.mark.rule("NYET-5.9")
def test_cards_are_passed_to_the_left_one_each() -> None:
    state = ready(4, (0, 1), discard="pass")
    no = refuses("NYET-5.9", state, Passed(0, 3))
    assert no.allowed[0].form["to"] == "1"
    refuses("NYET-5.9", state, Discarded(0, 1))
    refuses_own("NYET-5.9", state, "do=laid&card=red+2,red+3")
    state = enter(state, *(f"do=passed&seat={seat}" for seat in range(4)))
    assert yet_to_discard(state) == ()
    assert [cards_held(state, seat) for seat in range(4)] == [15] * 4
    assert tricks_total(state) == 15


@pytest.mark.rule("NYET-5.9")
def test_nobody_passes_when_another_box_is_in_force() -> None:
    refuses("NYET-5.9", ready(4, (0, 1), discard="discard1"), Passed(0, 1))


@pytest.mark.rule("NYET-5.10")
def test_with_ny3t_bare_on_line_two_nobody_discards() -> None:
    state = ready(5, (0, 1), 0, discard="nyet")
    refuses("NYET-5.10", state, Discarded(0, 1))
    refuses("NYET-5.10", state, DiscardsFinished())
    refuses_own("NYET-5.10", state, "do=laid&card=red+2")
    assert tricks_total(state) == 12
    assert phase(state) == "tricks"


@pytest.mark.rule("NYET-5.11")
def test_the_discard_waits_for_everybody_first_player_and_holder_included() -> None:
    state = ready(4, (0, 1), discard="discard1")
    waiting = GAME.view(state, None).discard
    assert waiting is not None
    assert waiting.waiting == (0, 1, 2, 3)
    for seat in range(4):
        assert phase(state) == "discard"
        state = play(state, Discarded(seat, 1))
    assert phase(state) == "tricks"
    refuses("NYET-5.11", state, Discarded(0, 1))


@pytest.mark.rule("NYET-5.11")
def test_one_tap_confirms_for_all() -> None:
    state = play(ready(4, (0, 1), discard="discard1"), Discarded(2, 1), DiscardsFinished())
    assert sorted(state.round.done) == [0, 1, 2, 3]


@pytest.mark.rule("NYET-7.5")
def test_a_one_may_be_passed() -> None:
    state = ready(4, (0, 1), discard="pass")
    assert tap(state, "do=laid&card=red+1", seat=2) == CardsLaidAway(2, ("red 1",))
    assert enter(state, "do=passed&seat=2").round.done == (2,)


@pytest.mark.rule("NYET-7.6")
def test_discarded_ones_are_no_loot() -> None:
    state = play(ready(2, discard="discard1"), Discarded(0, 1, ones=1), Discarded(1, 1, ones=1))
    assert state.round.ones_out == 2
    state = play(state, *(TrickWon(0) for _ in range(14)))
    assert [side.loot for side in GAME.view(state, None).sides] == [0, 0]


@pytest.mark.rule("NYET-7.6")
@pytest.mark.parametrize("ones", [-1, 3])
def test_more_ones_than_cards_cannot_be_discarded(ones: int) -> None:
    refuses("NYET-7.6", ready(4, (0, 1), discard="discard2"), Discarded(0, 2, ones))


# -- the own hand


@pytest.mark.rule("NYET-3.12")
def test_a_hand_holds_no_more_cards_than_were_dealt() -> None:
    state = ready(5, (0, 1), 0)
    cards = [f"{colour} {n}" for colour in ("red", "blue") for n in range(2, 9)]
    refuses_own("NYET-3.12", state, "do=hand&card=" + ",".join(cards[:13]))
    event = tap(state, "do=hand&card=" + ",".join(cards[:12]), seat=0)
    assert isinstance(event, HandNoted)


@pytest.mark.rule("NYET-2.3")
def test_a_hand_cannot_hold_a_card_twice_or_one_already_played() -> None:
    state = play(ready(4, (0, 1)), CardPlayed(0, "red 7"))
    refuses_own("NYET-2.3", state, "do=hand&card=red+7", seat=1)
    refuses_own("NYET-2.3", state, "do=hand&card=red+8,red+8", seat=1)
    assert tap(state, "do=hand&card=red+1,red+1,red+1", seat=1)


@pytest.mark.rule("NYET-5.28")
def test_you_cannot_lay_away_or_play_what_you_do_not_hold() -> None:
    state = ready(2, discard="discard1")
    held = ",".join(f"red {n}" for n in range(2, 14)) + ",blue 2,blue 3,blue 4"
    state = play(state, tap(state, f"do=hand&card={held}", seat=0))
    refuses_own("NYET-5.28", state, "do=laid&card=green+5")
    state = play(state, tap(state, "do=laid&card=blue+2", seat=0), Discarded(0, 1))
    assert cards_held(state, 0) == 14
    no = refuses_own("NYET-5.28", state, "do=card&card=blue+2")
    assert no.liftable
    form = Form({"do": "card", "card": "blue 2"}, lifted=frozenset({"NYET-5.28"}))
    assert GAME.read(state, 0, form, Draw()) == CardPlayed(0, "blue 2")


def test_a_secret_needs_a_seat() -> None:
    with pytest.raises(Exception, match="Take a seat"):
        tap(new(3), "do=hand&card=red+2")


@pytest.mark.rule("NYET-5.7")
@pytest.mark.parametrize(
    ("box", "rule", "first"),
    [
        ("discard3", "NYET-5.5", "card=red+2&card=red+3&card=red+4"),
        ("discard2", "NYET-5.6", "card=red+2&card=red+3"),
        ("discard1", "NYET-5.7", "card=red+2"),
        ("except1", "NYET-5.8", "card=red+2"),
        ("pass", "NYET-5.9", "card=red+2"),
    ],
)
def test_what_is_laid_away_is_laid_away_once(box: str, rule: str, first: str) -> None:
    state = ready(3, (0,), discard=box, **ALL_SIX)
    hand = "&".join(f"card={colour}+{n}" for colour in ("red", "blue") for n in range(2, 10))
    state = enter(state, f"do=hand&{hand}", seat=0)
    before = GAME.view(state, 0).own
    state = enter(state, f"do=laid&{first}", seat=0)
    own = GAME.view(state, 0).own
    assert (before.laid, own.laid) == (False, True)
    assert len(own.cards) == len(before.cards) - first.count("card")
    assert own.complete == (box != "pass")
    refuses_own(rule, state, "do=laid&card=red+9")
    refuses_own(rule, state, "do=laid&" + first.replace("red", "blue"))
    assert GAME.view(state, 1).own == GAME.view(ready(3, (0,), discard=box, **ALL_SIX), 1).own
    done = enter(state, *(entry for seat, entry in GAME.view(state, 0).discard.buttons if seat == 0))
    assert done.round.done == (0,)
    assert [held.card for held in GAME.view(done, 0).own.cards] == [held.card for held in own.cards]
