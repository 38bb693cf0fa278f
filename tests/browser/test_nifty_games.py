"""Whole games of Get Nifty on real pages: four phones, six phones in teams, two players on one device."""

from __future__ import annotations

import pytest
from conftest import TABLET, NewPhone
from nifty_moves import Hand
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

FOUR = ["Ann", "Bo", "Cyrus", "Dee"]
SIX = [*FOUR, "Eve", "Fay"]
CARDS = (
    "name=Lysinda&kind=character&d=4&s=1&w=1&n=2&attributes=VAMPIRE",
    "name=Sword&kind=object&d=1&s=0&w=0&n=1",
    "name=Inflatable+Time+Machine&kind=object&d=0&s=inf&w=0&n=0",
    "name=Anti-Vamp+Cannon&kind=object&d=0&s=1&w=0&n=0",
)


class Evening:
    """Phones of everybody and a tablet; whoever taps has seen what was entered before."""

    def __init__(self, phone: NewPhone, names: list[str]) -> None:
        self.table = phone(TABLET).host("Get Nifty", names)
        self.names = names
        self.hands = [Hand(phone().join(self.table.link, name)) for name in names]
        self.tablet = Hand(phone(TABLET).watch(self.table.link))
        self.hands[0].knows(*CARDS)

    def __getitem__(self, name: str) -> Hand:
        hand = self.hands[self.names.index(name)]
        return hand.until(max(other.seen for other in self.hands))

    @property
    def screens(self) -> list[Hand]:
        return [*self.hands, self.tablet]

    def all_see(self, house: int, safe: str = "", weird: str = "") -> None:
        for screen in self.screens:
            screen.lies(house, safe, weird)


def steal_and_flux(evening: Evening) -> None:
    """Cyrus takes Bo's SAFE; Dee, who has one, turns it over."""
    evening["Bo"].turn_of("Bo").state("SAFE")
    evening.all_see(1, "in play")
    evening["Cyrus"].turn_of("Cyrus").challenge(1, "danger", 5)
    evening["Bo"].totals("5", "0").gives_up()
    evening["Dee"].nobody_wants_more().outcome("does not withstand", "the SAFE: face up")
    evening.all_see(1, "none")
    evening.all_see(2, "in play")
    evening["Dee"].turn_of("Dee").state("SAFE").challenge(2, "danger", 4).ends()
    evening.all_see(2, "Fluxed")


def cancel_an_infinity(evening: Evening) -> None:
    evening["Bo"].turn_of("Bo").state("SAFE").lay("Inflatable Time Machine")
    evening["Ann"].turn_of("Ann").lay("Sword").challenge(1, "danger", 3)
    for screen in evening.screens:
        screen.totals("4", "0")
        expect(screen.page.locator(".defend .gone")).to_contain_text("was ∞: cancelled by Sword")
    evening["Bo"].ends().outcome("does not withstand", "4 : 0")


def help_and_a_special(evening: Evening, helper: str) -> None:
    """Dee's cannon takes the vampire out; the attacker finds help, and Dee still holds."""
    seat = evening.names.index(helper)
    evening["Dee"].turn_of("Dee").lay("Anti-Vamp Cannon")
    evening["Bo"].turn_of("Bo").challenge_with(3, "danger", "Lysinda")
    dee = evening["Dee"]
    expect(dee.page.locator(".special")).to_contain_text("cancels Lysinda")
    dee.play("do=use")
    bo = evening["Bo"].choose("t-help")
    expect(bo.page.locator(".banner h2").first).to_contain_text("Bo is losing")
    bo.play(f"do=ask&seat=1&of={seat}")
    evening[helper].phone.sees("asks you for help").tap("I would help")
    bo.phone.sees("would help you").tap("Accept")
    expect(evening.hands[seat].page.locator(".asked")).to_have_count(0)
    evening[helper].by(seat, "attack").number(6, "attack")
    evening["Dee"].number(8)
    evening["Bo"].gives_up()
    evening[helper].nobody_wants_more().outcome("Dee withstands", "Dee mark")
    evening.all_see(evening.names.index("Dee") % (3 if len(evening.names) == 6 else 9), "marked")


def put_right(hand: Hand, house: int) -> None:
    """As it really lies there: both marked."""
    hand.page.locator(f"#home-{house} > summary").click()
    hand.page.locator(f"#put-right-{house} > summary").click()
    form = hand.page.locator(f"#right-{house}")
    for field in ("safe", "weird"):
        form.locator(f"label:has([name={field}][value=marked])").click()
    hand.record(form.locator("button.mid"))


def test_four_phones_play_until_a_plot_decides(phone: NewPhone) -> None:
    evening = Evening(phone, FOUR)
    steal_and_flux(evening)
    cancel_an_infinity(evening)
    help_and_a_special(evening, "Cyrus")
    put_right(evening["Ann"], 0)
    evening["Ann"].turn_of("Ann").play("do=token").under(12)
    evening["Ann"].under(1).points(0, "14")
    evening["Cyrus"].turn_of("Cyrus").plot("It's Halloween!")
    for screen in evening.screens:
        screen.won("Ann", "16 of 16")
        expect(screen.page.locator(".turning")).to_have_count(0)


def test_six_phones_in_three_teams(phone: NewPhone) -> None:
    evening = Evening(phone, SIX)
    steal_and_flux(evening)
    cancel_an_infinity(evening)
    help_and_a_special(evening, "Cyrus")
    put_right(evening["Eve"], 1)
    evening["Eve"].turn_of("Eve").play("do=token").under(12)
    evening["Bo"].under(4).points(1, "16")
    # Somebody who has no part in it changes the Plot in the middle of a challenge.
    evening["Fay"].turn_of("Fay").challenge(0, "danger", 2)
    evening["Ann"].choose("t-plot").choose("plot-by-4")
    evening["Ann"].record(evening["Ann"].page.locator('#plot-form button[value="It\'s Halloween!"]'))
    for screen in evening.screens:
        screen.won("Bo", "Eve", "18 of 18")


def test_two_players_on_one_device_with_bare_numbers_only(phone: NewPhone) -> None:
    hand = Hand(phone())
    hand.phone.keep_score("Get Nifty", ["Ann", "Bartholomew Featherstone"])
    hand.turn_of("Ann").state("SAFE").state("WEIRD")
    for kind in ("danger", "boredom"):
        hand.challenge(0, kind, 2).number(3).ends().outcome("Ann withstands", "2 : 3")
    hand.lies(0, "marked", "marked").next_turn()
    hand.challenge(0, "danger", 7).number(4).ends().outcome("7 : 4").lies(0, "in play", "marked")
    hand.next_turn().challenge(0, "danger", 1).number(1).ends().lies(0, "marked")
    hand.play("do=token")
    for total in (5, 10, 15):
        hand.under(5).points(0, str(total))
    hand.under(5).won("Ann", "20 of 20")


def test_a_checked_challenge_becomes_an_entry(phone: NewPhone) -> None:
    hand = Hand(phone())
    hand.phone.keep_score("Get Nifty", ["Ann", "Bo", "Cyrus"])
    hand.turn_of("Ann").next_turn().state("SAFE")
    hand.phone.tap("Check a challenge").type("Attack 1", "Zoe=3").type("Attack 2", "4")
    for choice in ("[name=seat][value='0']", "[name=target][value='1']"):
        hand.page.locator(f"label:has({choice})").click()
    hand.phone.type("Defence 1", "Dex=9").tap("Who wins?").sees("4 : 9: defended", "Zoe counts nothing")
    hand.phone.tap("Enter this challenge at the table").is_live()
    hand.outcome("Bo withstands", "4 : 9").lies(1, "marked")


SCORES = """() => ({
  colours: [...document.querySelectorAll(".standings small")].map((one) => getComputedStyle(one).color),
  muted: getComputedStyle(document.querySelector(".standings thead")).color,
  beside: [...document.querySelectorAll(".home-head")].map((head) => {
    const box = (part) => head.querySelector(part).getBoundingClientRect();
    const [name, sum] = [box(".grow"), box(".home-sum")];
    return name.right <= sum.left && name.top < sum.bottom && sum.top < name.bottom;
  }),
})"""


@pytest.mark.parametrize(
    "names", [["Ann", "Bartholomew Featherstone", *FOUR[2:]], [*SIX[:4], "E" * 24, "Fay"]]
)
def test_scores_stay_beside_their_names_and_details_are_no_gains(phone: NewPhone, names: list[str]) -> None:
    ann = phone()
    ann.keep_score("Get Nifty", names).tap("Scores")
    found = ann.sees("no SAFE, no WEIRD, no token").page.evaluate(SCORES)
    assert set(found["colours"]) == {found["muted"]}
    assert found["beside"] == [True] * (3 if len(names) == 6 else 4)
