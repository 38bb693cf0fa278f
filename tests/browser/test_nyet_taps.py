"""How many taps an entry takes, counted on the real page with random values."""

from __future__ import annotations

from random import Random

import pytest
from conftest import NewPhone
from nyet_moves import COLOURS, Hand, any_round, deal

pytestmark = pytest.mark.browser

ROUNDS = {2: 3, 3: 4, 4: 8, 5: 4}
MOST = {2: 10, 3: 11, 4: 10, 5: 12}
"""A whole round on one screen, with the tab, the sides and the value."""


def at_table(phone: NewPhone, players: int) -> Hand:
    hand = Hand(phone())
    hand.phone.keep_score("NΣT!", ["Ann", "Bo", "Cy", "Dee", "Eve"][:players])
    return hand


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_round_on_one_screen(phone: NewPhone, players: int) -> None:
    chance = Random(f"taps {players}")
    hand = at_table(phone, players)
    taps, totals = [], [0] * players
    for number in range(1, ROUNDS[players] + 1):
        hand.phone.taps = 0
        played = any_round(chance, players)
        hand.result(number, played)
        taps.append(hand.phone.taps)
        totals = [a + b for a, b in zip(totals, played.points(players), strict=True)]
        hand.totals(*totals)
    print(f"{players} players, a round: {taps}, at most {max(taps)} taps")
    assert max(taps) <= MOST[players]


def test_a_trick_is_one_tap_and_the_board_six(phone: NewPhone) -> None:
    chance = Random("a trick")
    hand = at_table(phone, 4)
    hand.phone.taps = 0
    colours = (*COLOURS, "none")
    hand.boxes("2", "discard2", chance.choice(colours), chance.choice(colours), "3")
    board = hand.phone.taps
    hand.sides(0, 3)
    hand.play("do=discarded&who=all")
    taps = []
    for _ in range(5):
        hand.phone.taps = 0
        hand.trick(chance.randrange(4), chance.randrange(3))
        taps.append(hand.phone.taps)
    print(f"the board directly: {board} taps; a trick with its loot: {taps}, at most {max(taps)} taps")
    assert board <= 6
    assert max(taps) <= 2


def test_a_card_is_two_taps(phone: NewPhone) -> None:
    chance = Random("a card")
    hand = at_table(phone, 4)
    hand.boxes("1", "nyet", "red", "blue", "2").sides(0, 1).choose("by-cards")
    cards = [card for cards in deal(chance, 4) for card in cards]
    taps = []
    for card in cards[:20]:
        hand.phone.taps = 0
        hand.card(*card)
        taps.append(hand.phone.taps)
    print(f"a card: {taps}, at most {max(taps)} taps")
    assert max(taps) <= 2


def test_a_token_is_one_tap_and_closed_lines_take_none(phone: NewPhone) -> None:
    chance = Random("tokens")
    hand = at_table(phone, 4)
    tokens = 0
    while (left := hand.page.locator(".boxed button:visible")).count():
        hand.record(left.nth(chance.randrange(left.count())))
        tokens += 1
        if hand.page.locator("[data-phase=teams]").count():
            break
    assert tokens == 19
    assert hand.page.locator(".banner >> nth=0").locator(".force dd").count() == 4
