"""One trick: following, winning, loot. And the order in which cards fall."""

from __future__ import annotations

import pytest
from nyet_table import NAMES, Draw, play, ready, refuses, tap

from companion.core.contract import Form, RuleViolation
from companion.core.text import say
from companion.games.nyet import GAME
from companion.games.nyet.cards import Card, find_card
from companion.games.nyet.events import CardPlayed, HandNoted, ResultEntered, TrickWon
from companion.games.nyet.model import State
from companion.games.nyet.play import leader, next_player
from companion.games.nyet.tricks import SUPER, Trumps, judge, playable

RED_BLUE = Trumps("red", "blue")
PLAIN_RED = Trumps("red")


def cards(names: str) -> list[Card]:
    found = [find_card(name) for name in names.split(",")]
    assert None not in found, names
    return [card for card in found if card is not None]


def winner(trumps: Trumps, names: str) -> str:
    trick = cards(names)
    return str(trick[judge(trumps, trick).at])


def fall(state: State, names: str) -> State:
    """Cards played in turn."""
    for card in cards(names):
        seat = next_player(state)
        assert seat is not None
        state = play(state, CardPlayed(seat, str(card)))
    return state


# -- who wins (the rows that are pure)

WINNERS = [
    ("NYET-5.17", PLAIN_RED, "blue 1,blue 4,red 1", "red 1"),
    ("NYET-5.18", Trumps("red", "red"), "red 13,red 1", "red 1"),
    ("NYET-5.29", PLAIN_RED, "green 6,green 11,blue 13,green 2", "green 11"),
    ("NYET-5.31", PLAIN_RED, "green 13,red 2,red 5,green 12", "red 5"),
    ("NYET-5.33", RED_BLUE, "red 13,blue 1,red 12", "blue 1"),
    ("NYET-5.34", PLAIN_RED, "green 2,blue 13,yellow 12", "green 2"),
    ("NYET-7.3", RED_BLUE, "green 1,green 2", "green 2"),
]


@pytest.mark.rule("NYET-5.17", "NYET-5.18", "NYET-5.29", "NYET-5.31", "NYET-5.33", "NYET-5.34", "NYET-7.3")
@pytest.mark.parametrize(("row", "trumps", "names", "best"), WINNERS)
def test_the_best_card_wins(row: str, trumps: Trumps, names: str, best: str) -> None:
    assert winner(trumps, names) == best, row


TIES = [
    ("NYET-5.30", Trumps(), "yellow 1,yellow 1,blue 9", 1, "NYET-5.30"),
    ("NYET-5.32", RED_BLUE, "green 9,red 1,red 1", 2, "NYET-5.32"),
    ("NYET-7.2", RED_BLUE, "blue 1,red 13,blue 1,blue 1", 3, "NYET-7.2"),
]


@pytest.mark.rule("NYET-5.30", "NYET-5.32", "NYET-7.2")
@pytest.mark.parametrize(("row", "trumps", "names", "at", "rule"), TIES)
def test_of_equal_cards_the_last_wins(row: str, trumps: Trumps, names: str, at: int, rule: str) -> None:
    verdict = judge(trumps, cards(names))
    assert (verdict.at, verdict.rule) == (at, rule)


@pytest.mark.rule("NYET-5.29", "NYET-5.31", "NYET-5.33")
@pytest.mark.parametrize(
    ("trumps", "names", "rule"),
    [
        (PLAIN_RED, "green 6,green 11", "NYET-5.29"),
        (PLAIN_RED, "green 6,red 2", "NYET-5.31"),
        (RED_BLUE, "green 6,blue 1", "NYET-5.33"),
    ],
)
def test_the_verdict_names_its_rule(trumps: Trumps, names: str, rule: str) -> None:
    verdict = judge(trumps, cards(names))
    assert verdict.rule == rule
    assert say(verdict.why, NAMES)


@pytest.mark.rule("NYET-5.16")
def test_a_supertrump_counts_as_trump_whatever_is_printed() -> None:
    assert RED_BLUE.suit(Card("blue", 1)) == "red"
    assert RED_BLUE.suit(Card("blue", 2)) == "blue"


@pytest.mark.rule("NYET-5.19")
def test_without_a_trump_colour_supertrumps_are_a_suit_of_their_own() -> None:
    lone = Trumps(None, "blue")
    assert lone.suit(Card("blue", 1)) == SUPER
    assert playable(lone, Card("blue", 1), cards("blue 1,blue 8")) == (Card("blue", 1),)
    assert winner(lone, "green 13,blue 1,green 12") == "blue 1"
    printed = Trumps(None, "blue", own_suit=False)
    assert playable(printed, Card("blue", 1), cards("blue 1,blue 8")) == (Card("blue", 1), Card("blue", 8))
    assert winner(printed, "blue 13,blue 1,blue 12") == "blue 1"


@pytest.mark.rule("NYET-7.1")
@pytest.mark.parametrize("at", range(4))
def test_a_single_supertrump_wins_in_every_position(at: int) -> None:
    names = ["red 13", "red 12", "blue 13"]
    names.insert(at, "blue 1")
    assert winner(RED_BLUE, ",".join(names)) == "blue 1"


# -- following, where the hand is known

FOLLOWING = [
    ("NYET-5.23", PLAIN_RED, "green 4", "green 3,blue 9", "green 3"),
    ("NYET-5.24", Trumps("green"), "red 4", "blue 9,green 2", "blue 9,green 2"),
    ("NYET-5.25", RED_BLUE, "red 5", "blue 1,green 7", "blue 1"),
    ("NYET-5.26", RED_BLUE, "blue 1", "red 4,blue 6", "red 4"),
    ("NYET-5.27", RED_BLUE, "blue 9", "blue 1,green 3", "blue 1,green 3"),
    ("NYET-7.4", RED_BLUE, "green 9", "yellow 1,blue 3", "yellow 1,blue 3"),
]


@pytest.mark.rule("NYET-5.23", "NYET-5.24", "NYET-5.25", "NYET-5.26", "NYET-5.27", "NYET-7.4")
@pytest.mark.parametrize(("row", "trumps", "led", "hand", "legal"), FOLLOWING)
def test_who_can_follow_must(row: str, trumps: Trumps, led: str, hand: str, legal: str) -> None:
    assert playable(trumps, cards(led)[0], cards(hand)) == tuple(cards(legal)), row


@pytest.mark.rule("NYET-5.28")
def test_the_leader_may_lead_any_card_also_trump_in_the_first_trick() -> None:
    hand = cards("blue 1,red 4,green 3")
    assert playable(RED_BLUE, None, hand) == tuple(hand)
    for name in ("blue 1", "red 4", "green 3"):
        assert play(ready(3, (0,)), CardPlayed(0, name)).round.plays


REFUSED = [
    ("NYET-5.23", "red", "blue", "green 4", "green 3,blue 9", "blue 9"),
    ("NYET-5.25", "red", "blue", "red 5", "blue 1,green 7", "green 7"),
    ("NYET-5.26", "red", "blue", "blue 1", "red 4,blue 6", "blue 6"),
    ("NYET-5.19", "none", "blue", "blue 1", "blue 1,blue 8", "blue 8"),
]


@pytest.mark.rule("NYET-5.19", "NYET-5.23", "NYET-5.25", "NYET-5.26")
@pytest.mark.parametrize(("rule", "trump", "supertrump", "led", "hand", "card"), REFUSED)
def test_a_card_that_does_not_follow_is_refused_on_the_own_phone_only(
    rule: str, trump: str, supertrump: str, led: str, hand: str, card: str
) -> None:
    state = ready(3, (0,), trump=trump, supertrump=supertrump)
    state = play(state, HandNoted(1, tuple(hand.split(","))), CardPlayed(0, led))
    with pytest.raises(RuleViolation) as caught:
        tap(state, f"do=card&seat=1&card={card}", seat=1)
    assert caught.value.rule == rule
    assert caught.value.liftable
    fits = {offer.form["card"] for offer in caught.value.allowed}
    assert fits == set(hand.split(",")) - {card}
    # Somebody else's phone must not learn what Bo holds, and a ruling sets the rule aside.
    assert play(state, tap(state, f"do=card&seat=1&card={card}", seat=0)).round.plays
    form = Form({"do": "card", "card": card}, lifted=frozenset({rule}))
    assert GAME.read(state, 1, form, Draw()) == CardPlayed(1, card)


@pytest.mark.rule("NYET-5.24", "NYET-5.27", "NYET-7.4")
@pytest.mark.parametrize(
    ("trump", "led", "hand"),
    [
        ("green", "red 4", "blue 9,green 2"),
        ("red", "blue 9", "blue 1,green 3"),
        ("red", "green 9", "yellow 2,blue 3"),
    ],
)
def test_who_cannot_follow_may_play_anything(trump: str, led: str, hand: str) -> None:
    state = ready(3, (0,), trump=trump, supertrump="blue")
    state = play(state, HandNoted(1, tuple(hand.split(","))), CardPlayed(0, led))
    own = GAME.view(state, 1).own
    assert own is not None
    assert [card.legal for card in own.cards] == [True, True]
    for card in hand.split(","):
        assert tap(state, f"do=card&card={card}", seat=1) == CardPlayed(1, card)


# -- revokes that come to light


@pytest.mark.rule("NYET-5.23")
def test_a_revoke_that_shows_later_is_a_notice_naming_both_tricks() -> None:
    state = fall(ready(3, (0,), trump="red", supertrump="none"), "green 4,blue 9,green 2")
    assert GAME.notices(state) == ()
    state = fall(state, "yellow 2,green 3")
    (notice,) = GAME.notices(state)
    assert (notice.rule, notice.seat) == ("NYET-5.23", 1)
    assert say(notice.text, NAMES) == (
        "Round 1, trick 1: Bo did not follow Green, but had Green 3 in trick 2."
    )


@pytest.mark.rule("NYET-5.25", "NYET-5.26")
@pytest.mark.parametrize(("led", "rule"), [("red 4", "NYET-5.25"), ("blue 1", "NYET-5.26")])
def test_a_hidden_trump_is_a_revoke_too(led: str, rule: str) -> None:
    state = fall(ready(3, (0,), trump="red", supertrump="blue"), f"{led},green 9,red 2")
    state = fall(state, "yellow 2,blue 1,yellow 3")
    assert [(notice.rule, notice.seat) for notice in GAME.notices(state)] == [(rule, 1)]


def test_a_notice_stays_until_the_next_round_has_begun() -> None:
    state = fall(
        ready(3, (0,), trump="red", supertrump="none"), "green 4,blue 9,green 2,yellow 2,green 3,red 2"
    )
    state = play(state, ResultEntered(wedge_tricks=4))
    assert len(GAME.notices(state)) == 1
    assert GAME.notices(play(state, tap(state, "do=line&line=3&box=red"))) == ()


# -- whose card it is


@pytest.mark.rule("NYET-4.13")
def test_the_first_player_leads_the_first_trick() -> None:
    state = ready(3, (0,), first=1)
    no = refuses("NYET-4.13", state, CardPlayed(2, "red 4"))
    assert no.allowed[0].form["seat"] == "1"
    assert leader(state) == 1
    assert play(state, CardPlayed(2, "red 4"), lifted=frozenset({"NYET-4.13"})).round.plays[0].seat == 2


@pytest.mark.rule("NYET-4.14")
def test_the_others_follow_clockwise_one_card_each() -> None:
    state = play(ready(4, (0, 1), first=1), CardPlayed(1, "red 4"))
    assert next_player(state) == 2
    refuses("NYET-4.14", state, CardPlayed(3, "red 5"))
    order = []
    for name in ("red 5", "red 6", "red 7"):
        order.append(next_player(state))
        state = fall(state, name)
    assert order == [2, 3, 0]


@pytest.mark.rule("NYET-4.14")
def test_nobody_plays_twice_to_a_trick_even_by_a_ruling() -> None:
    state = play(ready(4, (0, 1)), CardPlayed(0, "red 4"))
    lifted = frozenset({"NYET-4.14"})
    refuses("NYET-4.14", state, CardPlayed(0, "red 5"), lifted)
    state = play(state, CardPlayed(2, "red 5"), lifted=lifted)
    assert next_player(state) == 1


@pytest.mark.rule("NYET-4.15")
def test_the_winner_leads_the_next_trick() -> None:
    state = fall(ready(4, (0, 1)), "red 4,red 5,red 6,red 7")
    assert leader(state) == 3
    refuses("NYET-4.15", state, CardPlayed(0, "red 8"))
    assert play(state, TrickWon(1)).round.tricks[1].leader == 3
    assert leader(play(state, TrickWon(1))) == 1
    assert play(state, CardPlayed(0, "red 8"), lifted=frozenset({"NYET-4.15"})).round.plays[0].seat == 0


# -- loot


@pytest.mark.rule("NYET-5.35", "NYET-5.36", "NYET-5.39")
@pytest.mark.parametrize(
    ("names", "won", "loot"),
    [
        ("green 9,green 2,yellow 1,green 1", 0, 2),  # 5.35: AB v CD, A wins 1s of C and D
        ("red 1,green 1,yellow 1,green 3", 0, 1),  # 5.36: own and teammate's 1s do not count
        ("blue 1,green 2,blue 1,green 3", 2, 1),  # 5.39: a beaten supertrump is loot
        ("green 9,yellow 1,green 2,green 3", 0, 0),
    ],
)
def test_ones_of_the_other_side_are_loot(names: str, won: int, loot: int) -> None:
    state = fall(ready(4, (0, 1)), names)
    assert (state.round.tricks[0].winner, state.round.tricks[0].loot) == (won, loot)


@pytest.mark.rule("NYET-5.39")
def test_a_table_may_say_that_beaten_supertrumps_are_no_loot() -> None:
    state = fall(ready(4, (0, 1), supertrump_loot=False), "blue 1,green 2,blue 1,green 1")
    assert (state.round.tricks[0].winner, state.round.tricks[0].loot) == (2, 0)


@pytest.mark.rule("NYET-5.38")
@pytest.mark.parametrize(
    ("players", "wedge", "winner", "most"),
    [
        (5, (0, 1), 0, 3),
        (5, (0, 1), 2, 2),
        (4, (0, 1), 0, 2),
        (3, (0,), 0, 2),
        (3, (0,), 1, 1),
        (2, (0,), 0, 1),
    ],
)
def test_a_trick_holds_no_more_loot_than_opponents(
    players: int, wedge: tuple[int, ...], winner: int, most: int
) -> None:
    state = ready(players, wedge, owner=0 if players == 5 else None)
    no = refuses("NYET-5.38", state, TrickWon(winner, most + 1))
    assert [offer.form["loot"] for offer in no.allowed] == [str(n) for n in range(most + 1)]
    refuses("NYET-5.38", state, TrickWon(winner, -1))
    assert play(state, TrickWon(winner, most)).round.tricks[0].loot == most
    tricks = GAME.view(state, None).tricks
    assert tricks is not None
    assert len(tricks.pad[winner].entries) == most + 1


# -- a trick begun card by card and finished with one tap


@pytest.mark.rule("NYET-4.15")
def test_a_winner_whose_card_is_beaten_is_refused() -> None:
    state = fall(ready(4, (0, 1)), "green 4,green 9")
    refuses("NYET-4.15", state, TrickWon(0))
    assert play(state, TrickWon(1)).round.tricks[0].winner == 1
    assert play(state, TrickWon(3)).round.tricks[0].winner == 3


@pytest.mark.rule("NYET-5.35")
def test_loot_must_fit_the_cards_on_the_table() -> None:
    state = fall(ready(4, (0, 1)), "green 4,green 9,green 1")
    refuses("NYET-5.35", state, TrickWon(1, 0))
    assert play(state, TrickWon(1, 2)).round.tricks[0].loot == 2
    refuses("NYET-5.35", state, TrickWon(3, 1))
    pad = GAME.view(state, None).tricks
    assert pad is not None
    assert [row.loot for row in pad.pad] == [(), (1, 2), (), (0,)]


def test_the_three_depths_mix_within_a_round() -> None:
    state = fall(ready(3, (0,)), "green 4,green 9,green 1")
    state = play(state, TrickWon(2))
    state = fall(state, "red 2,red 3,red 4")
    assert [trick.winner for trick in state.round.tricks] == [1, 2, 1]
    state = play(state, ResultEntered(wedge_tricks=5, circle_loot=2, doubled=False))
    assert state.scored[0].points == {0: 15, 1: 39, 2: 39}
