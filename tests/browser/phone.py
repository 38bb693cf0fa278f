"""A phone at the table, in the words of the people who hold it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from house import House, Table
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, Response, expect

from companion.web.security import CSP

QUICK = 5_000
FAILED = re.compile(r"the server responded with a status of (\d+)")


@dataclass
class Phone:
    """One browser of its own, with its own cookie. `taps` counts what a finger did."""

    context: BrowserContext
    house: House
    page: Page
    has_script: bool = True
    address: str = ""
    taps: int = 0
    console: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)
    without_csp: list[str] = field(default_factory=list)
    _expected: set[int] = field(default_factory=set)
    _link_may_break: bool = False

    def __post_init__(self) -> None:
        self.address = self.address or self.house.address
        self.context.set_default_timeout(QUICK)
        self._listen()

    def _listen(self) -> None:
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.console.append(f"page error: {error}"))
        self.page.on("request", self._went)
        self.page.on("response", self._came)

    # -- what is collected and judged at the end of every test

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.console.append(message.text)

    def _went(self, request: Request) -> None:
        if (parts := urlsplit(request.url)).scheme in ("http", "https", "ws", "wss"):
            self.hosts.add(parts.netloc)

    def _came(self, response: Response) -> None:
        if response.headers.get("content-security-policy") != CSP:
            self.without_csp.append(response.url)

    def expects(self, *statuses: int) -> Phone:
        """This test has the phone refused: these answers are what it is about."""
        self._expected.update(statuses)
        return self

    def may_lose_the_link(self) -> Phone:
        self._link_may_break = True
        return self

    def complaints(self) -> list[str]:
        """Everything in the console that this test did not ask for."""
        return [text for text in self.console if not self._is_expected(text)]

    def _is_expected(self, text: str) -> bool:
        if found := FAILED.search(text):
            return int(found[1]) in self._expected
        return self._link_may_break and ("net::ERR_" in text or "htmx:sse:error" in text)

    # -- moving about

    def open(self, path: str = "/") -> Phone:
        self.page.goto(self.address + path if path.startswith("/") else path)
        return self

    def reload(self) -> Phone:
        self.page.reload()
        return self

    def new_tab(self) -> Phone:
        """The tab is gone, a new one is there: what the page held in memory is lost."""
        self.page.close()
        self.page = self.context.new_page()
        self._listen()
        return self

    def tap(self, what: str | Locator, within: Locator | None = None) -> Phone:
        """Tap a button or a link by its words, or anything by its place."""
        (self.control(what, within) if isinstance(what, str) else what).click()
        self.taps += 1
        return self

    def control(self, words: str, within: Locator | None = None) -> Locator:
        place = within or self.page.locator("body")
        named = re.compile(rf"^\s*{re.escape(words)}")
        return place.get_by_role("button", name=named).or_(place.get_by_role("link", name=named)).first

    def unfold(self, words: str) -> Phone:
        return self.tap(self.page.locator("summary", has_text=words).first)

    def type(self, label: str, value: str) -> Phone:
        self.page.get_by_label(label, exact=True).first.fill(value)
        return self

    def choose(self, label: str) -> Phone:
        """One of a few."""
        return self.tap(self.page.get_by_role("radio", name=label, exact=True).first)

    def sees(self, *words: str, within: str = "body", timeout: float = QUICK) -> Phone:
        for word in words:
            expect(self.page.locator(within)).to_contain_text(word, timeout=timeout)
        return self

    def sees_not(self, *words: str, within: str = "body") -> Phone:
        for word in words:
            expect(self.page.locator(within)).not_to_contain_text(word, timeout=QUICK)
        return self

    def is_live(self, timeout: float = QUICK) -> Phone:
        """The badge says that this screen is up to date."""
        expect(self.page.locator("#badge")).to_have_text("Live", timeout=timeout)
        return self

    def is_not_live(self, words: str, timeout: float = QUICK) -> Phone:
        expect(self.page.locator("#badge")).to_contain_text(words, timeout=timeout)
        return self

    # -- opening and joining

    def set_up(self, title: str, players: list[str]) -> Phone:
        self.open().tap(self.page.get_by_role("link", name=re.compile(title, re.I)).first)
        for number, player in enumerate(players, 1):
            self.type(f"Name of player {number}", player)
        return self

    def keep_score(self, title: str, players: list[str]) -> Phone:
        """One device for everybody."""
        self.set_up(title, players).tap("I keep score")
        return self.is_live() if self.has_script else self

    def host(self, title: str, players: list[str]) -> Table:
        self.set_up(title, players).tap("Open a table")
        return self.hosted()

    def hosted(self) -> Table:
        """The table whose host page this is."""
        found = re.search(r"/t/(\w+)/host", self.page.url)
        assert found, self.page.url
        link = self.page.get_by_label("Or send this link").input_value()
        assert link
        return Table(found[1], link, self.page.locator(".code").inner_text())

    def join(self, link: str, player: str) -> Phone:
        """Scan, tap the own name, seated."""
        self.open(link).sit(player)
        return self.is_seated_as(player)

    def sit(self, player: str) -> Phone:
        return self.tap(self.tile(player))

    def tile(self, player: str) -> Locator:
        name = self.page.get_by_text(player, exact=True)
        return self.page.locator("button.tile", has=name)

    def is_seated_as(self, player: str) -> Phone:
        expect(self.page.locator(".you")).to_contain_text(f"You are {player}", timeout=QUICK)
        return self.is_live() if self.has_script else self

    def watch(self, link: str) -> Phone:
        """The tablet in the middle."""
        self.open(link).tap("This is the tablet in the middle")
        return self.is_live()

    def to(self, table: Table, part: str = "") -> Phone:
        return self.open(f"/t/{table.id}{part}")

    # -- playing Tally

    def counter(self, player: str) -> Locator:
        name = self.page.get_by_text(player, exact=True)
        return self.page.locator(".counter", has=name)

    def button(self, words: str, player: str) -> Locator:
        return self.page.get_by_role("button", name=f"{words} for {player}", exact=True)

    def enter(self, words: str, player: str) -> Phone:
        return self.tap(self.button(words, player))

    def counts(self, timeout: float = QUICK, **players: int) -> Phone:
        """What stands on the counters, by player."""
        for player, count in players.items():
            number = self.counter(player).locator("[data-count]")
            expect(number).to_have_text(str(count), timeout=timeout)
        return self

    def choose_guess(self, number: int) -> Phone:
        return self.type("Your guess", str(number))

    def guess(self, number: int) -> Phone:
        self.choose_guess(number).tap("Write it down")
        expect(self.page.locator("[data-guess]")).to_have_text(str(number), timeout=QUICK)
        return self

    # -- refusals, undo, log

    @property
    def slip(self) -> Locator:
        return self.page.locator(".slip[role=alert]")

    def is_refused(self, *words: str) -> Phone:
        for word in words:
            expect(self.slip).to_contain_text(word, timeout=QUICK)
        return self

    def is_not_refused(self) -> Phone:
        expect(self.slip).to_have_count(0, timeout=QUICK)
        return self

    def undo(self) -> Phone:
        """As a person does: after having seen what the button says."""
        return self.tap(self.page.locator("#dock:not([data-unseen]) #undo"))

    def redo(self) -> Phone:
        return self.tap(self.page.locator("#dock:not([data-unseen]) #redo"))

    def can_undo(self, words: str) -> Phone:
        """What undo would take back, and people have had the time to see it."""
        expect(self.page.locator("#dock:not([data-unseen]) #undo")).to_contain_text(words, timeout=QUICK)
        return self

    def can_redo(self, words: str) -> Phone:
        expect(self.page.locator("#dock:not([data-unseen]) #redo")).to_contain_text(words, timeout=QUICK)
        return self

    def line(self, seq: int) -> Locator:
        return self.page.locator(f"#line-{seq}")

    def reads(self, seq: int, *words: str) -> Phone:
        """A line of the log says so."""
        for word in words:
            expect(self.line(seq)).to_contain_text(word, timeout=QUICK)
        return self

    def entries(self, count: int) -> Phone:
        """The log, which must have this many lines."""
        expect(self.page.locator(".log li[id]")).to_have_count(count, timeout=QUICK)
        return self
