"""Pictures of every screen of NΣT!, on phone and tablet, by day, by night and without colours.

`python tests/tools/nyet_shots.py [folder] [phone|tablet ...]`. They are there to be looked at.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from browser import ARGUMENTS, ensure
from playwright.sync_api import Browser, Page, sync_playwright
from shots import ROOT, SIZES, Camera, server

NAMES = ["Ann", "Bartholomew Featherstone", "Cyrus", "Dee", "Eleonora"]
ENTER = """(play) => {
  const body = new URLSearchParams(new FormData(document.forms.entry));
  body.set("play", play);
  body.delete("seen");
  body.set("key", String(Math.random()));
  return fetch(document.forms.entry.action, {method: "POST", body, headers: {"HX-Request": "true"}})
    .then((answer) => answer.status);
}"""
LOOKS = ("light", "dark", "grey")


class Tour(Camera):
    """One device with a seat; what is not photographed is entered behind its back."""

    def __init__(self, browser: Browser, size: str, look: str, folder: Path, base: str) -> None:
        super().__init__(browser, size, look == "dark", folder)
        self.mark, self.base = f"{size}-{look}", base
        self.page.set_default_timeout(15_000)
        if look == "grey":
            self.without_colours(self.page)

    def without_colours(self, page: Page) -> None:
        emulation = self.context.new_cdp_session(page)
        emulation.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})

    def sit_down(self, players: int, seat: int = 0) -> str:
        self.page.goto(self.base)
        self.page.locator("a[href*=nyet]").first.click()
        for number in range(1, 6):
            field = self.page.get_by_label(f"Name of player {number}", exact=True)
            if number <= players or field.count():
                field.fill(NAMES[number - 1] if number <= players else "")
        self.page.click("button[value=host]")
        here = self.page.url.removesuffix("/host")
        self.page.goto(f"{here}/seats")
        self.page.click(f".tile >> nth={seat}")
        self.page.locator(".nyet").wait_for()
        return here

    def enter(self, *entries: str) -> None:
        for entry in entries:
            status = self.page.evaluate(ENTER, entry)
            assert status == 200, (entry, status)
        self.page.reload()

    def choose(self, *ids: str) -> None:
        for name in ids:
            self.page.locator(f"label:has(#{name})").click()

    def full(self, name: str) -> None:
        self.page.locator("#badge:not(.late)").wait_for()
        self.page.screenshot(path=self.folder / f"{name}-{self.mark}.png", full_page=True)


BOARD = ("do=line&line=1&box=1", "do=line&line=2&box=discard2", "do=line&line=3&box=blue")
BOARD += ("do=line&line=4&box=red", "do=line&line=5&box=3")
HAND = [f"card=blue+{n}" for n in (1, 4, 9, 13)] + [f"card=red+{n}" for n in (1, 1, 7)]
HAND += [f"card=green+{n}" for n in (2, 5, 6)] + ["card=yellow+1", "card=yellow+11"]


def five_at_the_table(tour: Tour) -> None:
    here = tour.sit_down(5)
    page = tour.page
    tour.shoot("n01-board-empty")
    page.locator("#who-deals summary").click()
    page.locator("#characters summary").click()
    tour.full("n02-dealer-and-characters")
    page.reload()
    page.locator("#note-hand summary").click()
    tour.choose("h1-blue-1", "h1-blue-6", "h1-red-2")
    tour.full("n03-note-hand")
    tour.enter("do=hand&" + "&".join(HAND))
    tokens = ("1&box=3", "2&box=pass", "3&box=red", "1&box=2", "4&box=none", "5&box=-2", "5&box=1")
    tour.enter(*(f"do=token&line={token}" for token in tokens))
    tour.shoot("n04-tokens")
    tour.choose("by-boxes")
    tour.shoot("n05-bare-boxes")
    tour.enter(*BOARD)
    tour.shoot("n06-sides")
    tour.enter("do=teams&wedge=0,2")
    tour.shoot("n07-bonus")
    tour.enter("do=bonus&to=2", "do=discarded&seat=3")
    tour.shoot("n08-discard")
    tour.full("n08-discard-whole")
    tour.enter("do=laid&card=green+2&card=green+5", "do=discarded&who=all")
    tour.enter("do=card&card=yellow+1", "do=card&card=yellow+8", "do=card&card=yellow+5")
    tour.enter("do=card&card=yellow+12", "do=card&card=green+1")
    tour.shoot("n09-tricks")
    tour.enter("do=card&card=blue+7", "do=card&card=blue+8")
    tour.choose("by-cards", "pad-blue")
    tour.shoot("n10-cards")
    tour.full("n11-cards-and-hand")
    page.locator(".faces .dim").first.click()
    page.locator("#slip .slip").wait_for()
    tour.shoot("n12-refused")
    watch = tour.context.new_page()
    watch.goto(f"{here}/watch")
    tour.shoot("n13-watch-tricks", watch)
    watch.close()
    page.reload()
    tour.choose("by-total", "r1-tricks-6", "r1-wedge-loot-3", "r1-doubled-1")
    tour.full("n14-rest-of-the-round")


def rounds_on_paper(tour: Tour) -> None:
    here = tour.sit_down(5)
    page = tour.page
    tour.choose("by-result", "r1-value-3", "r1-sides-4", "r1-discard-discard2", "r1-tricks-6")
    tour.choose("r1-wedge-loot-2", "r1-circle-more", "r1-doubled-1")
    tour.full("n15-result")
    for wedge, value, tricks in (("0,1", 3, 9), ("1,4", -2, 8), ("0,3", -2, 7), ("2,4", 4, 8), ("0,4", -2, 9)):
        owner = wedge[0]
        rest = f"wedge_tricks={tricks}&wedge_loot=2&circle_loot=1&owner={owner}&doubled=1"
        tour.enter(f"do=result&wedge={wedge}&value={value}&discard=discard2&{rest}")
    page.locator("#sum-1 summary").click()
    tour.full("n16-next-round")
    page.goto(f"{here}/scores")
    page.screenshot(path=tour.folder / f"n17-scores-{tour.mark}.png", full_page=True)
    page.goto(here)
    tour.enter("do=token&line=3&box=red", "do=token&line=1&box=2", "do=token&line=5&box=4")
    watch = tour.context.new_page()
    watch.goto(f"{here}/watch")
    tour.shoot("n18-watch-board", watch)
    watch.close()
    for wedge in ("0,1", "1,2", "3,4", "2,3", "0,2"):
        tour.enter(f"do=result&wedge={wedge}&value=2&discard=nyet&wedge_tricks=5&owner={wedge[0]}&doubled=0")
    tour.shoot("n19-over")
    asked = "trump=blue&supertrump=red&colour=red&card=yellow+4&card=blue+9&card=red+1"
    page.goto(f"{tour.base}/check/nyet/trick?{asked}")
    page.screenshot(path=tour.folder / f"n20-checker-{tour.mark}.png", full_page=True)


def three_at_the_table(tour: Tour) -> None:
    tour.sit_down(3)
    tour.enter(*BOARD[:1], "do=line&line=2&box=nyet", *BOARD[2:], "do=teams&wedge=1")
    tour.enter(*(f"do=trick&winner={n % 3}&loot={n % 2}" for n in range(16)))
    tour.shoot("n21-score-with-bonus")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "shots"
    sizes = sys.argv[2:] or ["phone", "tablet"]
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as tmp, server(Path(tmp)) as base, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=ensure(), args=ARGUMENTS)
        for size in (size for size in SIZES if size in sizes):
            for look in LOOKS:
                for trip in (five_at_the_table, rounds_on_paper, three_at_the_table):
                    tour = Tour(browser, size, look, folder, base)
                    trip(tour)
                    tour.context.close()
                print(f"{size} {look}: done", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
