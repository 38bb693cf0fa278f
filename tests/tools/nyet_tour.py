"""A walk through every screen of NΣT!: for pictures, and for the tests that look at every screen."""

from __future__ import annotations

from collections.abc import Iterator

from walk import Tour, Walk

BARE = ("1&box=1", "2&box=discard2", "3&box=blue", "4&box=red", "5&box=3")
BOARD = [f"do=line&line={bare}" for bare in BARE]
TOKENS = ("1&box=3", "2&box=pass", "3&box=red", "1&box=2", "4&box=none", "5&box=-2", "5&box=1")
HAND = [f"card=blue+{n}" for n in (1, 4, 9, 13)] + [f"card=red+{n}" for n in (1, 1, 7)]
HAND += [f"card=green+{n}" for n in (2, 5, 6)] + ["card=yellow+1", "card=yellow+11"]


def five_at_the_table(walk: Walk) -> Iterator[str]:
    walk.sit_down(5)
    yield "01-board-empty"
    walk.open("who-deals", "characters")
    yield "02-dealer-and-characters"
    walk.page.reload()
    walk.open("note-hand")
    walk.choose("h1-blue-1", "h1-blue-6", "h1-red-2")
    yield "03-note-hand"
    walk.enter("do=hand&" + "&".join(HAND), *(f"do=token&line={token}" for token in TOKENS))
    yield "04-tokens"
    walk.choose("by-boxes")
    yield "05-bare-boxes"
    walk.enter(*BOARD)
    yield "06-sides"
    walk.enter("do=teams&wedge=0,2")
    yield "07-bonus"
    walk.enter("do=bonus&to=2", "do=discarded&seat=3")
    yield "08-discard"
    walk.enter("do=laid&card=green+2&card=green+5", "do=discarded&who=all")
    walk.enter(*(f"do=card&card={card}" for card in ("yellow+1", "yellow+8", "yellow+5", "yellow+12")))
    walk.enter("do=card&card=green+1")
    walk.open("last-trick", "sum-0")
    yield "09-tricks"
    walk.enter("do=card&card=blue+7", "do=card&card=blue+8")
    walk.choose("by-cards", "pad-blue")
    yield "10-cards"
    walk.page.locator(".faces .dim").first.click()
    walk.page.locator("#slip .slip").wait_for()
    yield "11-refused"
    walk.go("/watch")
    yield "12-watch-tricks"
    walk.go()
    walk.choose("by-total", "r1-tricks-6", "r1-wedge-loot-3", "r1-doubled-1")
    yield "13-rest-of-the-round"


def rounds_on_paper(walk: Walk) -> Iterator[str]:
    walk.sit_down(5)
    walk.choose("by-result", "r1-value-3", "r1-sides-4", "r1-discard-discard2", "r1-tricks-6")
    walk.choose("r1-wedge-loot-2", "r1-circle-more", "r1-doubled-1")
    yield "14-result"
    for wedge, value in (("0,1", 3), ("1,4", -2), ("0,3", -2), ("2,4", 4), ("0,4", -2)):
        rest = f"discard=discard2&wedge_tricks=8&wedge_loot=4&circle_loot=1&owner={wedge[0]}&doubled=1"
        walk.enter(f"do=result&wedge={wedge}&value={value}&{rest}")
    walk.open("sum-1")
    yield "15-next-round"
    walk.go("/scores")
    yield "16-scores"
    walk.go()
    walk.enter("do=token&line=3&box=red", "do=token&line=1&box=2", "do=token&line=5&box=4")
    walk.go("/watch")
    yield "17-watch-board"
    walk.go()
    for wedge in ("0,1", "1,2", "3,4", "2,3", "0,2"):
        walk.enter(f"do=result&wedge={wedge}&value=2&discard=nyet&wedge_tricks=5&owner={wedge[0]}&doubled=0")
    yield "18-over"
    asked = "trump=blue&supertrump=red&colour=red&card=yellow+4&card=blue+9&card=red+1"
    walk.page.goto(f"{walk.base}/check/nyet/trick?{asked}")
    yield "19-checker"
    walk.page.goto(f"{walk.base}/check/nyet/trick?{asked}&card=red+1&side=0&side=1&side=0&side=1")
    yield "20-checker-with-loot"


def three_and_two_at_the_table(walk: Walk) -> Iterator[str]:
    walk.sit_down(3)
    walk.enter(*BOARD[:1], "do=line&line=2&box=nyet", *BOARD[2:])
    yield "21-three-sides"
    walk.enter("do=teams&wedge=1", *(f"do=trick&winner={n % 3}&loot={n % 2}" for n in range(16)))
    yield "22-score-with-bonus"
    walk.sit_down(2)
    walk.enter(*BOARD[:1], "do=line&line=2&box=pass", *BOARD[2:])
    yield "23-two-pass-left"
    walk.enter("do=discarded&who=all", "do=trick&winner=1&loot=1")
    yield "24-two-tricks"


def every_screen(walk: Walk) -> Iterator[str]:
    yield from five_at_the_table(walk)
    yield from rounds_on_paper(walk)
    yield from three_and_two_at_the_table(walk)


TOUR = Tour("nyet", "NΣT!", 5, 24, every_screen)
