"""Whole games of NΣT! on real pages: four phones and a tablet in mixed depths, five players on one device."""

from __future__ import annotations

from random import Random

import pytest
from conftest import TABLET, NewPhone
from nyet_moves import HANDS, OUT, Card, Hand, Played, any_round, deal, follow, taken_by
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NAMES = ["Ann", "Bo", "Cyrus", "Dee"]
DISCARDS = {"Discard 2": "discard2", "Discard 1": "discard1", "Except 1": "except1"}
DISCARDS |= {"Pass left": "pass", "NY3T!": "nyet"}


class Evening:
    """Four phones and a tablet, and the sheet of paper beside them."""

    def __init__(self, phone: NewPhone, chance: Random) -> None:
        self.table = phone(TABLET).host("NΣT!", NAMES)
        self.hands = [Hand(phone().join(self.table.link, name)) for name in NAMES]
        self.tablet = Hand(phone(TABLET).watch(self.table.link))
        self.chance = chance
        self.rounds: list[list[int]] = []

    @property
    def anybody(self) -> Hand:
        """Anybody may enter for anybody; all have seen what was entered before."""
        seq = max(hand.seen for hand in self.hands)
        return self.chance.choice(self.hands).until(seq)

    def write_down(self, played: Played) -> None:
        self.rounds.append(played.points(4))
        self.compare()

    def compare(self) -> None:
        totals = [sum(points) for points in zip(*self.rounds, strict=True)]
        for screen in (*self.hands, self.tablet):
            screen.totals(*totals)

    # -- the ways to enter a round

    def cover_the_board(self) -> tuple[str, int]:
        """Token by token, each from the phone of whoever's turn it is."""
        turn = len(self.rounds) % 4
        while self.hands[0].page.locator("[data-phase=board]").count():
            hand = self.hands[turn].until(max(other.seen for other in self.hands)).choose("by-tokens")
            left = hand.page.locator(".boxed button:visible")
            hand.record(left.nth(self.chance.randrange(left.count())))
            turn = (turn + 1) % 4
            self.hands[0].until(hand.seen)
        banner = self.hands[0].page.locator(".banner >> nth=0")
        discard = banner.locator(".force dd").nth(1).inner_text()
        value = banner.locator(".key .num").inner_text().strip("×").replace("\N{MINUS SIGN}", "-")
        return DISCARDS[discard], int(value)

    def begin(self, discard: str, value: int, wedge: tuple[int, ...], trump: str = "red") -> None:
        self.anybody.boxes(str(self.chance.randint(1, 4)), discard, trump, "green", str(value))
        self.anybody.sides(*wedge)
        if discard != "nyet":
            self.anybody.play("do=discarded&who=all")

    def take_tricks(self, wedge: tuple[int, ...], count: int) -> list[tuple[int, int]]:
        won = []
        for _ in range(count):
            winner, loot = self.chance.randrange(4), self.chance.choice((0, 0, 1, 2))
            if sum(taken for _, taken in won) + loot > 12:
                loot = 0
            self.anybody.choose("by-tricks").trick(winner, loot)
            won.append((winner, loot))
        return won

    def counted(self, wedge: tuple[int, ...], value: int, discard: str, won: list[tuple[int, int]]) -> Played:
        mine = [loot for winner, loot in won if winner in wedge]
        yours = [loot for winner, loot in won if winner not in wedge]
        return Played(wedge, value, discard, len(mine), (sum(mine), sum(yours)))

    def trick_by_trick(self, value: int, wedge: tuple[int, ...], discard: str) -> None:
        self.begin(discard, value, wedge)
        won = self.take_tricks(wedge, HANDS[4] - OUT[discard])
        self.anybody.play("do=score")
        self.write_down(self.counted(wedge, value, discard, won))

    def half_and_half(self, value: int, wedge: tuple[int, ...]) -> None:
        """Some tricks one by one, then somebody enters the rest as a result."""
        self.begin("discard1", value, wedge)
        won = self.take_tricks(wedge, 4)
        won += [(wedge[0], 1)] * 3 + [(3 if 3 not in wedge else 1, 0)] * 7
        played = self.counted(wedge, value, "discard1", won)
        self.anybody.result(len(self.rounds) + 1, played, known=True)
        self.write_down(played)

    def card_by_card(self, value: int, wedge: tuple[int, ...], trump: str) -> None:
        self.begin("nyet", value, wedge, trump)
        hands, won = deal(self.chance, 4), []
        lead = self.hands[0].page.locator(".banner >> nth=0").locator("h2 bdi").inner_text()
        leader = NAMES.index(lead)
        for _ in range(HANDS[4]):
            cards: list[tuple[int, Card]] = []
            for n in range(4):
                seat = (leader + n) % 4
                card = self.chance.choice(follow(hands[seat], cards[0][1] if cards else None, trump, "green"))
                hands[seat].remove(card)
                cards.append((seat, card))
                self.anybody.card(*card)
            leader = taken_by(cards, trump, "green")
            foes = [seat for seat in range(4) if (seat in wedge) != (leader in wedge)]
            won.append((leader, sum(card[1] == 1 for seat, card in cards if seat in foes)))
        self.anybody.play("do=score")
        self.write_down(self.counted(wedge, value, "nyet", won))

    def result_only(self, played: Played) -> None:
        self.anybody.result(len(self.rounds) + 1, played)
        self.write_down(played)


def test_four_phones_and_a_tablet_play_eight_rounds_in_mixed_depths(phone: NewPhone) -> None:
    chance = Random("eight rounds")
    evening = Evening(phone, chance)
    discard, value = evening.cover_the_board()
    evening.anybody.sides(0, 2)
    if discard != "nyet":
        evening.anybody.play("do=discarded&who=all")
    won = evening.take_tricks((0, 2), HANDS[4] - OUT[discard])
    evening.anybody.play("do=score")
    evening.write_down(evening.counted((0, 2), value, discard, won))
    second = Played((0, 1), 3, "discard2", 7, (2, 1))
    evening.result_only(second)
    entry = evening.hands[0].seen
    evening.half_and_half(2, (0, 3))
    evening.card_by_card(-2, (0, 1), "blue")
    evening.begin("discard2", 4, (0, 2))
    correct_round_two(evening, entry, second)
    won = evening.take_tricks((0, 2), 13)
    evening.anybody.play("do=score")
    evening.write_down(evening.counted((0, 2), 4, "discard2", won))
    evening.result_only(any_round(chance, 4))
    evening.trick_by_trick(1, (0, 1), "pass")
    evening.result_only(any_round(chance, 4))
    best = max(totals := [sum(points) for points in zip(*evening.rounds, strict=True)])
    winners = [name for name, total in zip(NAMES, totals, strict=True) if total == best]
    for screen in (*evening.hands, evening.tablet):
        expect(screen.page.locator(".banner h2").first).to_contain_text("win")
        for winner in winners:
            expect(screen.page.locator(".banner h2").first).to_contain_text(winner)
    evening.hands[2].phone.to(evening.table, "/scores")
    expect(evening.hands[2].page.locator(".rounds tbody tr")).to_have_count(8)


def correct_round_two(evening: Evening, entry: int, second: Played) -> None:
    """In the middle of round 5 Cyrus remembers: the wedge had five loot in round 2, not two."""
    cyrus = evening.hands[2].until(max(hand.seen for hand in evening.hands))
    before = cyrus.seen
    cyrus.phone.to(evening.table, f"/log/{entry}").type("Loot of the Wedge", "5").tap("What would it change?")
    cyrus.phone.sees("was", within=".delta").tap("Change it")
    expect(cyrus.phone.line(before + 1)).to_contain_text("Changed")
    cyrus.phone.to(evening.table).is_live()
    evening.rounds[1] = Played((0, 1), 3, "discard2", 7, (5, 1)).points(4)
    evening.compare()


def test_five_players_keep_ten_rounds_on_one_device_by_results_only(phone: NewPhone) -> None:
    chance = Random("ten rounds")
    hand = Hand(phone())
    hand.phone.keep_score("NΣT!", ["Ann", "Bartholomew Featherstone", "Cyrus", "Dee", "Eleonora"])
    totals = [0] * 5
    for number in range(1, 11):
        played = any_round(chance, 5)
        hand.result(number, played)
        totals = [a + b for a, b in zip(totals, played.points(5), strict=True)]
        hand.totals(*totals)
    expect(hand.page.locator(".banner h2").first).to_contain_text("win")
    hand.phone.tap("Scores").sees("The game is over")
    expect(hand.page.locator(".rounds tbody tr")).to_have_count(10)
    figures = hand.page.locator(".rounds tbody tr >> nth=9").locator(".num")
    expect(figures).to_have_text([str(total).replace("-", "\N{MINUS SIGN}") for total in totals])
