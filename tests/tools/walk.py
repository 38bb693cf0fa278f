"""One device on its way through a game's screens. What is not looked at is entered behind the page's back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page

NAMES = ("Ann", "Bartholomew Featherstone", "Cyrus", "Dee", "Eleonora", "Fay")
ENTER = """(play) => {
  const body = new URLSearchParams(new FormData(document.forms.entry));
  body.set("play", play);
  body.delete("seen");
  body.set("key", Array.from(crypto.getRandomValues(new Uint8Array(8))).join("-"));
  return fetch(document.forms.entry.action, {method: "POST", body, headers: {"HX-Request": "true"}})
    .then((answer) => answer.text().then(() => answer.status));
}"""


@dataclass
class Walk:
    page: Page
    base: str
    title: str
    here: str = ""

    def sit_down(self, players: int, seat: int = 0) -> None:
        self.page.goto(f"{self.base}/new/{self.title}")
        for number in range(1, len(NAMES) + 1):
            field = self.page.get_by_label(f"Name of player {number}", exact=True)
            if field.count():
                field.fill(NAMES[number - 1] if number <= players else "")
        self.page.click("button[value=host]")
        self.here = self.page.url.removesuffix("/host")
        self.sit(seat)

    def sit(self, seat: int) -> None:
        self.page.goto(f"{self.here}/seats")
        self.page.click(f".tile >> nth={seat}")
        self.page.locator("main.table").wait_for()

    def enter(self, *entries: str) -> None:
        for entry in entries:
            status = self.page.evaluate(ENTER, entry)
            assert status == 200, (entry, status)
        self.look_again()

    def look_again(self) -> None:
        self.page.reload()
        self.page.evaluate("scrollTo(0, 0)")

    def choose(self, *endings: str) -> None:
        for ending in endings:
            self.page.locator(f"label:has([id$='{ending}'])").first.click()

    def open(self, *details: str) -> None:
        for name in details:
            self.page.locator(f"#{name} > summary").click()

    def go(self, place: str = "") -> None:
        self.page.goto(f"{self.here}{place}")


@dataclass(frozen=True)
class Tour:
    """A game and the way past all its screens, each by its name."""

    title: str
    name: str
    most: int
    screens: int
    every_screen: Callable[[Walk], Iterator[str]]

    def walk(self, page: Page, base: str) -> Iterator[str]:
        return self.every_screen(Walk(page, base, self.title))
