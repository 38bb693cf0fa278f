"""A walk through every screen of Get Nifty: for pictures, and for the tests that look at every screen."""

from __future__ import annotations

from collections.abc import Iterator

from walk import Tour, Walk

CARDS = (
    "name=Bun-Bun&kind=character&w=3&n=4",
    "name=Aylee&kind=character&d=3&s=1&w=4&n=3",
    "name=Zoe&kind=character&d=3&s=3&w=1&n=2",
    "name=Dex&kind=character&d=4&s=2&w=1&n=1",
    "name=Oasis&kind=character&d=4&s=4&w=2&n=3&returns=1",
    "name=Lysinda&kind=character&d=4&s=1&w=2&n=2&attributes=VAMPIRE",
    "name=Sword&kind=object&d=1&s=0&w=0&n=1",
    "name=Laser+Cannon&kind=object&d=2&s=0&w=0&n=2",
    "name=Playstashun&kind=object&d=0&s=-1&w=inf&n=2",
    "name=Inflatable+Time+Machine&kind=object&d=0&s=inf&w=1&n=3",
    "name=Anti-Vamp+Cannon&kind=object&d=0&s=1&w=0&n=1",
    "name=Dude!&kind=boredom&value=5",
    "name=Man!&kind=boredom&value=4",
)
OBJECTS = (
    "do=lay&card=Laser+Cannon&seat=0",
    "do=turn&seat=1",
    "do=lay&card=Playstashun&seat=1",
    "do=turn&seat=3",
    "do=lay&card=Sword&seat=3",
    "do=turn&seat=0",
)
STATES = (
    "do=right&seat=0&safe=marked&weird=marked&token=1",
    "do=right&seat=1&safe=marked&weird=up",
    "do=right&seat=2&safe=fluxed",
)


def described(walk: Walk) -> None:
    walk.enter(*(f"do=describe&{card}" for card in CARDS))


def by_numbers(walk: Walk) -> Iterator[str]:
    walk.sit_down(4)
    yield "01-first-turn"
    walk.open("who-deals")
    yield "02-who-deals"
    walk.enter("do=dealer&seat=3", "do=state&card=SAFE", "do=turn", "do=state&card=SAFE", "do=turn&seat=0")
    walk.choose("-at-1", "-danger")
    yield "03-challenge-by-number"
    walk.enter("do=challenge&kind=danger&target=1&card=7")
    yield "04-duel-by-number"
    walk.enter("do=add&card=7")
    yield "05-duel-tie"
    walk.enter("do=giveup")
    yield "06-last-call"
    walk.enter("do=close")
    yield "07-outcome"


def with_cards(walk: Walk) -> Iterator[str]:
    walk.sit_down(4)
    walk.enter("do=dealer&seat=3")
    described(walk)
    walk.enter(*STATES, *OBJECTS, "do=plot&card=It's+Halloween!")
    yield "08-turn-with-cards"
    walk.open("home-0")
    yield "09-sum-opened"
    walk.look_again()
    walk.choose("t-nifty")
    yield "10-under-the-token"
    walk.choose("t-object")
    walk.open("lay-other")
    yield "11-an-object"
    walk.choose("t-plot")
    walk.open("plot-other")
    yield "12-a-plot"
    walk.choose("t-challenge", "-at-1", "-danger", "character-Bun-Bun", "character-Zoe")
    yield "13-challenge-with-cards"
    walk.enter("do=challenge&kind=danger&target=1&card=Bun-Bun&card=Zoe")
    yield "14-duel"
    walk.enter("do=add&card=Dex", "do=ask&seat=1")
    walk.choose("t-help")
    yield "15-help"
    walk.sit(2)
    yield "16-asked-for-help"
    walk.enter("do=join&seat=2&side=defence", "do=add&seat=2&card=Aylee&side=defence")
    yield "17-duel-with-a-helper"
    walk.enter("do=add&card=9&seat=1", "do=ask&seat=0&of=3", "do=join&seat=3&side=attack")
    walk.enter("do=add&seat=0&card=6&side=attack", "do=add&seat=2&card=Inflatable+Time+Machine&side=defence")
    yield "18-duel-cancelled-infinity"
    walk.choose("t-plot")
    yield "19-plot-in-a-duel"
    walk.go("/watch")
    yield "20-watch-duel"
    walk.go()
    walk.enter("do=giveup", "do=close")
    yield "21-outcome-with-cards"


def specials_and_unknowns(walk: Walk) -> Iterator[str]:
    walk.sit_down(3)
    walk.enter("do=dealer&seat=2")
    described(walk)
    walk.enter("do=turn&seat=1", "do=lay&card=Anti-Vamp+Cannon&seat=1", "do=state&card=SAFE&seat=1")
    walk.enter("do=turn&seat=0", "do=challenge&kind=danger&target=1&card=Lysinda&card=Zoe")
    walk.enter("do=add&card=Dex&seat=1")
    yield "22-special-now-and-if-used"
    walk.enter("do=use&card=Anti-Vamp+Cannon&seat=1", "do=giveup&final=1")
    walk.enter("do=challenge&kind=danger&target=2&card=Kiki&card=2")
    yield "23-unknown-number"
    walk.enter("do=decide&won=attack", "do=challenge&kind=boredom&target=1&card=Dude!&card=Man!&card=3")
    yield "24-boredom"
    walk.enter("do=add&card=Playstashun&seat=1&side=defence")
    yield "25-infinity"
    walk.choose("on-defence-attack")
    yield "26-the-other-side"
    walk.enter("do=giveup&final=1", "do=challenge&kind=danger&target=0&card=5")
    yield "27-against-oneself"


def ten_terms(walk: Walk) -> Iterator[str]:
    walk.sit_down(4)
    walk.enter("do=dealer&seat=3")
    for n in range(1, 6):
        walk.enter(f"do=lay&card=Object+of+Desire+{n}&seat=0&d={n}&s=-{n}&w=0&n=1")
    walk.enter("do=turn&seat=1", *(f"do=lay&seat=1&d=0&s=-{20 + n}&w=0&n=-1" for n in range(5)))
    walk.enter("do=right&seat=1&safe=up", "do=turn&seat=0", "do=plot&d=2&s=-9&w=1&n=-30&card=Doom")
    walk.enter("do=challenge&kind=danger&target=1&card=Bun-Bun&card=3&card=4&card=1")
    walk.enter("do=add&card=1&card=2&card=0&card=1")
    yield "28-ten-terms"
    walk.go("/watch")
    yield "29-watch-ten-terms"


def the_end(walk: Walk) -> Iterator[str]:
    walk.sit_down(6)
    walk.enter("do=dealer&seat=5")
    described(walk)
    walk.enter("do=right&seat=1&safe=marked&weird=marked&token=1", "do=turn&seat=1")
    walk.enter("do=nifty&card=Bun-Bun&card=Oasis&card=Aylee&card=4", "do=lay&card=Laser+Cannon")
    yield "30-three-teams"
    walk.enter("do=turn&seat=2", "do=plot&card=It's+Halloween!")
    yield "31-won"
    walk.go("/watch")
    yield "32-watch-won"
    walk.go("/scores")
    yield "33-scores"
    walk.page.goto(f"{walk.base}/cards/get_nifty")
    yield "34-card-book"
    walk.page.goto(f"{walk.base}/cards/get_nifty/card?name=Anti-Vamp+Cannon")
    yield "35-a-card"
    checker = f"{walk.base}/check/get_nifty/challenge"
    walk.page.goto(checker)
    yield "36-checker-empty"
    sides = "attack=Zoe%3D3&attack=4&attack_object=2&defence=Dex%3D2&defence_object=-1"
    walk.page.goto(f"{checker}?kind=danger&{sides}&safe=marked&plot_d=2&plot_s=0")
    yield "37-checker"


def forms_and_questions(walk: Walk) -> Iterator[str]:
    walk.sit_down(4)
    walk.enter("do=dealer&seat=3")
    described(walk)
    walk.enter("do=right&seat=0&safe=marked&weird=marked", "do=plot&card=It's+Halloween!")
    walk.open("token-cards")
    for letters, card in (("zo", "Zoe"), ("sw", "Sword")):
        walk.page.locator("#pay-typed").fill(letters)
        walk.choose(f"pay-{card}")
    yield "38-token-with-named-cards"
    walk.choose("t-discard")
    walk.page.locator(".p-discard").scroll_into_view_if_needed()
    yield "39-discards"
    walk.enter("do=lay&card=Lamp", "do=right&seat=0&token=1")
    yield "40-somebody-may-have-won"
    walk.enter("do=describe&name=Lamp&d=0&n=1", "do=right&seat=0&safe=fluxed", "do=right&seat=1&safe=up")
    walk.enter("do=challenge&kind=danger&target=1&card=Bun-Bun", "do=ask&seat=1", "do=offer&seat=2")
    walk.sit(1)
    yield "41-help-is-offered"
    walk.choose("t-card")
    walk.page.locator("#add-defence [data-finds]").fill("zo")
    yield "42-found-with-two-letters"
    walk.look_again()
    walk.page.locator(".plays button[value^='do=refuse']:visible").first.click()
    walk.choose("t-help")
    yield "43-help-refused"
    walk.enter("do=giveup&seat=1")
    yield "44-last-call-with-a-choice"
    walk.choose("t-card")
    walk.page.locator("#add-defence [id$=typed]").fill("It's Halloween!")
    walk.page.locator("#add-defence button:text-is('Add')").click()
    walk.page.locator("#slip .slip").wait_for()
    yield "45-refused"
    checker = f"{walk.base}/check/get_nifty/challenge"
    walk.page.goto(f"{checker}?kind=boredom&attack=Zoe&defence=2")
    yield "46-checker-refused"
    here = f"table={walk.here.rsplit('/', 1)[-1]}"
    walk.page.goto(f"{checker}?kind=danger&seat=0&target=1&attack=Zoe&attack=4&defence=Dex&{here}")
    yield "47-checker-at-a-table"


def every_screen(walk: Walk) -> Iterator[str]:
    yield from by_numbers(walk)
    yield from with_cards(walk)
    yield from specials_and_unknowns(walk)
    yield from ten_terms(walk)
    yield from the_end(walk)
    yield from forms_and_questions(walk)


TOUR = Tour("get_nifty", "Get Nifty", 6, 47, every_screen)
