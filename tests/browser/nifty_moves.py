"""Get Nifty in the words of the people at the table, on real pages."""

from __future__ import annotations

from phone import Phone
from playwright.sync_api import Locator, expect

PATIENT = 15_000
SEEN = "input[name=seen][form=entry]"
DESCRIBE = """(play) => {
  const body = new URLSearchParams(new FormData(document.forms.entry));
  body.set("play", play);
  body.delete("seen");
  body.set("key", Array.from(crypto.getRandomValues(new Uint8Array(8))).join("-"));
  return fetch(document.forms.entry.action, {method: "POST", body, headers: {"HX-Request": "true"}})
    .then((answer) => answer.text().then(() => answer.status));
}"""


class Hand:
    """One device. Every tap counts, and waits until the table has taken it in."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.page = phone.page
        phone.context.set_default_timeout(PATIENT)

    @property
    def seen(self) -> int:
        return int(self.page.locator(SEEN).input_value())

    def until(self, seq: int) -> Hand:
        expect(self.page.locator(SEEN)).to_have_value(str(seq), timeout=PATIENT)
        return self

    def knows(self, *cards: str) -> Hand:
        """Cards the table has described before, behind the page's back."""
        for card in cards:
            assert self.page.evaluate(DESCRIBE, f"do=describe&{card}") == 200
        self.phone.reload().is_live()
        return self

    # -- tapping

    def choose(self, ending: str) -> Hand:
        """Tap a chip or a tab, unless it is the one that is chosen already."""
        field = self.page.locator(f"[id$='{ending}']").first
        if not field.is_checked():
            self.phone.tap(self.page.locator(f"label:has([id$='{ending}']):visible").first)
            expect(field).to_be_checked()
        return self

    def record(self, button: Locator) -> Hand:
        """Learning a card from the book is an entry of its own, so one tap may be two."""
        before = self.seen
        self.phone.tap(button)
        expect(self.page.locator(SEEN)).not_to_have_value(str(before), timeout=PATIENT)
        return self

    def play(self, entry: str) -> Hand:
        """A button whose entry begins like this."""
        return self.record(self.page.locator(f'button[value^="{entry}"]:visible').first)

    # -- turns

    def next_turn(self) -> Hand:
        return self.record(self.page.locator(".turning > .go"))

    def turn_of(self, name: str) -> Hand:
        for _ in range(7):
            if name in self.page.locator(".turning h2").inner_text():
                return self
            self.next_turn()
        raise AssertionError(f"It never was {name}'s turn.")

    def state(self, card: str) -> Hand:
        return self.record(self.page.get_by_role("button", name=f"Play {card}"))

    def lay(self, card: str) -> Hand:
        self.choose("t-object")
        return self.record(self.page.locator(f'#lay-object button[value="{card}"]'))

    def plot(self, card: str) -> Hand:
        self.choose("t-plot")
        return self.record(self.page.locator(f'#plot-form button[value="{card}"]'))

    def under(self, number: int) -> Hand:
        self.choose("t-nifty")
        return self.record(self.page.locator(f'#nifty-form button[value="{number}"]'))

    # -- a challenge

    def whom(self, target: int, kind: str) -> Hand:
        return self.choose("t-challenge").choose(f"-at-{target}").choose(f"-{kind}")

    def challenge(self, target: int, kind: str, number: int) -> Hand:
        self.whom(target, kind)
        return self.record(self.page.locator(f'.challenge .nums button[value="{number}"]'))

    def challenge_with(self, target: int, kind: str, *cards: str) -> Hand:
        self.whom(target, kind)
        for card in cards:
            self.find(card, ".challenge")
            self.phone.tap(self.page.locator(f'.challenge label:has([value="{card}"]):visible'))
        return self.record(self.page.locator(".challenge .go"))

    def find(self, card: str, within: str) -> Hand:
        """Where many cards are known, they open by their first letter."""
        if not self.page.locator(f'{within} [value="{card}"]').first.locator("xpath=..").is_visible():
            self.phone.tap(self.page.locator(f"{within} .letter:visible", has_text=card[0]))
        return self

    def number(self, number: int, side: str = "defence") -> Hand:
        self.choose("t-number")
        return self.record(self.page.locator(f'#add-{side} .nums button[value="{number}"]'))

    def card(self, card: str, side: str = "defence") -> Hand:
        self.choose("t-card").find(card, f"#add-{side}")
        return self.record(self.page.locator(f'#add-{side} button[value="{card}"]:visible').first)

    def by(self, seat: int, side: str = "defence") -> Hand:
        return self.choose(f"add-{side}-{seat}")

    def gives_up(self) -> Hand:
        return self.play("do=giveup")

    def nobody_wants_more(self) -> Hand:
        return self.play("do=close")

    def ends(self) -> Hand:
        return self.gives_up().nobody_wants_more()

    # -- looking

    def outcome(self, *words: str) -> Hand:
        for word in words:
            expect(self.page.locator(".outcome")).to_contain_text(word, timeout=PATIENT)
        return self

    def totals(self, attack: str, defence: str) -> Hand:
        expect(self.page.locator(".duel output")).to_have_text([attack, defence], timeout=PATIENT)
        return self

    def lies(self, house: int, safe: str = "", weird: str = "") -> Hand:
        slots = self.page.locator(f"#home-{house} .slot")
        for slot, word in ((0, safe), (1, weird)):
            if word:
                expect(slots.nth(slot)).to_contain_text(word, timeout=PATIENT)
        return self

    def points(self, house: int, text: str) -> Hand:
        expect(self.page.locator(f"#home-{house} .points .num")).to_have_text(text, timeout=PATIENT)
        return self

    def won(self, *names: str) -> Hand:
        for name in names:
            expect(self.page.locator(".won-it")).to_contain_text(name, timeout=PATIENT)
        return self
