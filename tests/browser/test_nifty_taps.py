"""How many taps an entry takes, counted on the real page with random values."""

from __future__ import annotations

from random import Random

import pytest
from conftest import NewPhone
from nifty_moves import Hand

pytestmark = pytest.mark.browser

NAMES = ["Ann", "Bo", "Cyrus", "Dee"]
ROUNDS = 6
LETTERS = "ABCDEFGHIJKLMNOPRSTUVW"


def at_table(phone: NewPhone) -> Hand:
    hand = Hand(phone())
    hand.phone.keep_score("Get Nifty", NAMES)
    return hand


def somebody(chance: Random, hand: Hand) -> int:
    """Anybody who is not on turn."""
    turn = hand.page.locator(".turning h2 bdi").inner_text()
    return chance.choice([seat for seat, name in enumerate(NAMES) if name != turn])


def test_a_challenge_in_bare_numbers(phone: NewPhone) -> None:
    chance = Random("bare numbers")
    hand = at_table(phone)
    taps = []
    for _ in range(ROUNDS):
        target, kind = somebody(chance, hand), chance.choice(("danger", "boredom"))
        attack, defence = chance.randint(1, 12), chance.randint(1, 12)
        hand.phone.taps = 0
        hand.challenge(target, kind, attack).number(defence).ends()
        taps.append(hand.phone.taps)
        said = "withstands" if defence >= attack else "does not withstand"
        hand.outcome(f"{NAMES[target]} {said}", f"{attack} : {defence}")
        hand.next_turn()
    print(f"a challenge in bare numbers: {taps}, at most {max(taps)} taps")
    assert max(taps) <= 8


def test_a_challenge_with_two_known_cards_among_many(phone: NewPhone) -> None:
    chance = Random("two cards")
    hand = at_table(phone)
    names = [f"{letter}ster {n}" for letter in LETTERS for n in (1, 2)]
    stats = {name: (chance.randint(0, 5), chance.randint(0, 5)) for name in names}
    facts = [(name.replace(" ", "+"), d, s) for name, (d, s) in stats.items()]
    hand.knows(*(f"name={name}&kind=character&d={d}&s={s}&w=1&n=1" for name, d, s in facts))
    taps, added = [], []
    for _ in range(ROUNDS):
        target = somebody(chance, hand)
        attack, defence = chance.sample(list(stats), 2)
        hand.phone.taps = 0
        hand.challenge_with(target, "danger", attack)
        if stats[attack][0]:
            before = hand.phone.taps
            hand.card(defence)
            added.append(hand.phone.taps - before)
        hand.ends()
        taps.append(hand.phone.taps)
        d, s = stats[attack][0], stats[defence][1] if stats[attack][0] else 0
        hand.outcome("withstands" if s >= d else "does not withstand", f"{d} : {s}")
        hand.next_turn()
    print(f"with two known cards: {taps}, at most {max(taps)} taps; adding one of them: {added}")
    assert max(taps) <= 10
    assert max(added) <= 3


def test_only_how_it_ended(phone: NewPhone) -> None:
    chance = Random("outcome only")
    hand = at_table(phone)
    taps = []
    for _ in range(ROUNDS):
        target, kind = somebody(chance, hand), chance.choice(("danger", "boredom"))
        won = chance.choice(("defence", "attack"))
        hand.phone.taps = 0
        hand.whom(target, kind).play(f"do=duel&won={won}")
        taps.append(hand.phone.taps)
        hand.outcome("withstands" if won == "defence" else "does not withstand")
        hand.next_turn()
    print(f"only the outcome: {taps}, at most {max(taps)} taps")
    assert max(taps) <= 3


def test_the_plays_of_a_turn_are_one_or_two_taps(phone: NewPhone) -> None:
    hand = at_table(phone)
    taps = {}
    for what, tap in (
        ("a State card", lambda: hand.state("SAFE")),
        ("an Object", lambda: hand.lay("Sword")),
        ("a Plot", lambda: hand.plot("It's Halloween!")),
        ("the next turn", hand.next_turn),
    ):
        hand.phone.taps = 0
        tap()
        taps[what] = hand.phone.taps
    print(taps)
    assert max(taps.values()) <= 2
