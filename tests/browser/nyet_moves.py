"""NΣT! in the words of the people at the table, on real pages; and the sums they would do on paper."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from phone import Phone
from playwright.sync_api import Locator, expect

COLOURS = ("blue", "red", "yellow", "green")
HANDS = {2: 15, 3: 16, 4: 15, 5: 12}
OUT = {"discard2": 2, "discard1": 1, "except1": 1, "pass": 0, "nyet": 0}
SMALLER = {2: 1, 3: 1, 4: 2, 5: 2}
PATIENT = 15_000
BLINK = 650
"""The same button twice in less than this many milliseconds is one tap."""


@dataclass(frozen=True)
class Played:
    """A round as people saw it; the wedge is the side whose numbers are entered."""

    wedge: tuple[int, ...]
    value: int
    discard: str
    tricks: int
    loot: tuple[int, int]
    doubled: bool = False

    def points(self, players: int) -> list[int]:
        """What each player writes down, worked out as on paper."""
        others = HANDS[players] - OUT[self.discard] - self.tricks
        wedge = (self.tricks + self.loot[0]) * self.value * (2 if self.doubled else 1)
        circle = (others + self.loot[1]) * self.value
        return [wedge if seat in self.wedge else circle for seat in range(players)]


def any_round(chance: Random, players: int) -> Played:
    """Random values that can be: loot lies in won tricks, and there are twelve 1s."""
    discard = chance.choice(list(OUT))
    total = HANDS[players] - OUT[discard]
    tricks = chance.randint(0, total)
    wedge = tuple(sorted(chance.sample(range(players), SMALLER[players])))
    if players in (2, 4) and 0 not in wedge:
        wedge = tuple(seat for seat in range(players) if seat not in wedge)
    mine = chance.randint(0, min(12, tricks * (players - len(wedge))))
    yours = chance.randint(0, min(12 - mine, (total - tricks) * len(wedge)))
    doubled = players in (3, 5) and chance.random() < 0.5
    return Played(wedge, chance.choice((1, 2, 3, 4, -2)), discard, tricks, (mine, yours), doubled)


class Hand:
    """One device. Every tap counts, and waits until the table has taken it in."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.page = phone.page
        self.last: str | None = None
        phone.context.set_default_timeout(PATIENT)

    @property
    def seen(self) -> int:
        return int(self.page.locator("input[name=seen][form=entry]").input_value())

    def until(self, seq: int) -> Hand:
        expect(self.page.locator("input[name=seen][form=entry]")).to_have_value(str(seq), timeout=PATIENT)
        return self

    def choose(self, name: str) -> Hand:
        """Tap a chip or a tab, unless it is the one that is chosen already."""
        if not self.page.locator(f"#{name}").is_checked():
            self.phone.tap(self.page.locator(f"label:has(#{name})"))
            expect(self.page.locator(f"#{name}")).to_be_checked()
        return self

    def record(self, button: Locator) -> Hand:
        before = self.seen
        if (entry := button.get_attribute("value")) == self.last:
            self.page.wait_for_timeout(BLINK)
        self.last = entry
        self.phone.tap(button)
        return self.until(before + 1)

    def button(self, entry: str) -> Locator:
        """What a tap on a box means is said by the tab."""
        entry = entry.removeprefix("do=token&").removeprefix("do=line&")
        return self.page.locator(f'button[value="{entry}"]:visible')

    def play(self, entry: str) -> Hand:
        return self.record(self.button(entry).first)

    # -- the depths

    def result(self, number: int, played: Played, known: bool = False) -> Hand:
        """The whole round on one screen; with `known` the board and the sides are there already."""
        r = f"r{number}"
        self.choose("by-total" if known else "by-result")
        if not known:
            self.choose(f"{r}-value-{played.value}")
            wedge = ",".join(map(str, played.wedge))
            sides = self.page.locator(f'#{r}-result [name=wedge][value="{wedge}"]')
            if sides.count():
                self.choose(sides.get_attribute("id") or "")
            self.choose(f"{r}-discard-{played.discard}")
        self.choose(f"{r}-tricks-{played.tricks}")
        for side, loot in zip(("wedge", "circle"), played.loot, strict=True):
            if loot > 5:
                self.choose(f"{r}-{side}-more")
            self.choose(f"{r}-{side}-loot-{loot}")
        if self.page.locator(f"#{r}-doubled-1").count():
            self.choose(f"{r}-doubled-{int(played.doubled)}")
        return self.record(self.page.get_by_role("button", name=f"Score round {number}"))

    def boxes(self, *boxes: str) -> Hand:
        """The board as it lies there: one tap per line."""
        self.choose("by-boxes")
        for line, box in enumerate(boxes, 1):
            self.play(f"do=line&line={line}&box={box}")
        return self

    def sides(self, *wedge: int) -> Hand:
        ending = f"wedge={','.join(map(str, wedge))}"
        return self.record(self.page.locator(f'.sides-pad button[value$="{ending}"]'))

    def trick(self, winner: int, loot: int = 0) -> Hand:
        return self.play(f"do=trick&winner={winner}&loot={loot}")

    def card(self, colour: str, value: int) -> Hand:
        self.choose("by-cards").choose(f"pad-{colour}")
        return self.play(f"do=card&card={colour}+{value}")

    def totals(self, *totals: int) -> Hand:
        figures = [str(total).replace("-", "\N{MINUS SIGN}") for total in totals]
        expect(self.page.locator(".standing summary .num")).to_have_text(figures, timeout=PATIENT)
        return self


# -- a deck of one's own, to play whole rounds by the rules


Card = tuple[str, int]


def deal(chance: Random, players: int) -> list[list[Card]]:
    highest = 10 if players == 3 else 13
    deck = [(c, n) for c in COLOURS for n in (1, 1, *range(1, highest + 1))]
    chance.shuffle(deck)
    size = HANDS[players]
    return [deck[seat * size : (seat + 1) * size] for seat in range(players)]


def suit(card: Card, trump: str, supertrump: str) -> str:
    return trump if card == (supertrump, 1) else card[0]


def strength(card: Card, led: Card, trump: str, supertrump: str) -> tuple[int, int]:
    if card == (supertrump, 1):
        return (3, 0)
    if card[0] == trump:
        return (2, card[1])
    return (1, card[1]) if card[0] == suit(led, trump, supertrump) else (0, 0)


def follow(hand: list[Card], led: Card | None, trump: str, supertrump: str) -> list[Card]:
    if led is None:
        return hand
    wanted = suit(led, trump, supertrump)
    return [card for card in hand if suit(card, trump, supertrump) == wanted] or hand


def taken_by(cards: list[tuple[int, Card]], trump: str, supertrump: str) -> int:
    """Who takes the trick: the strongest card, and of equal ones the last."""
    best = max(strength(card, cards[0][1], trump, supertrump) for _, card in cards)
    return [seat for seat, card in cards if strength(card, cards[0][1], trump, supertrump) == best][-1]
