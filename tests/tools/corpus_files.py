"""The corpus on disk: tables, what is expected of them, and the pages, each stored once.

Pages resemble each other a great deal. A page is stored as what it has more and less than another one, so
that the whole corpus stays small and a page that changed can still be shown word by word.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus_pages import Page
from corpus_reader import Looks, Outcome

CORPUS = Path(__file__).parent.parent / "corpus"
LATELY = 250
NOTHING = Page(Counter(), Counter())
Stored = list[Any]
"""The digest of the page it is like, then words less, words more, buttons less, buttons more, by number."""
TIMES = re.compile(r"(\d+)\*(.+)")
Digests = dict[str, dict[str, str]]
"""Digests of pages by place and by who looks."""


def digest(page: Page) -> str:
    """Names a page by all that is on it."""
    whole = json.dumps([sorted(page.words.elements()), sorted(page.pressable.elements())])
    return hashlib.sha256(whole.encode()).hexdigest()[:10]


def written(words: Counter[str]) -> str:
    """A bag of words in one line; what is in it several times has its number before it."""
    return " ".join(f"{n}*{w}" if n > 1 or TIMES.fullmatch(w) else w for w, n in sorted(words.items()))


def unwritten(line: str) -> Counter[str]:
    found = ((word, TIMES.fullmatch(word)) for word in line.split())
    return Counter({times[2] if times else word: int(times[1]) if times else 1 for word, times in found})


class Pages:
    """The pages of one game by their digests."""

    def __init__(self, stored: Mapping[str, Any] | None = None) -> None:
        self.pages: dict[str, Stored] = dict(stored["pages"]) if stored else {}
        self.buttons: list[str] = list(stored["buttons"]) if stored else []
        self._numbers: dict[str, int] = {}
        self._known: dict[str, Page] = {"": NOTHING}
        self._lately: dict[str, list[str]] = {}

    @property
    def stored(self) -> dict[str, Any]:
        return {"buttons": self.buttons, "pages": self.pages}

    def page(self, name: str) -> Page:
        """A page put together again from those it is like."""
        waiting = []
        like = name
        while like not in self._known:
            waiting.append(like)
            like = self.pages[like][0]
        for wanted in reversed(waiting):
            like, less, more, *numbers = self.pages[wanted]
            base = self._known[like]
            gone, come = (Counter(self.buttons[n] for n in some) for some in numbers)
            words = base.words - unwritten(less) + unwritten(more)
            self._known[wanted] = Page(words, base.pressable - gone + come)
        return self._known[name]

    def put(self, page: Page, place: str) -> str:
        """Store a page, as like as possible to one of those seen lately at such a place; its digest."""
        name = digest(page)
        lately = self._lately.setdefault("".join(letter for letter in place if not letter.isdigit()), [])
        if name not in self.pages:
            like = min(["", *lately[-LATELY:]], key=lambda base: _distance(page, self._known[base]))
            self.pages[name] = self._difference(page, like, self._known[like])
            self._known[name] = page
            lately.append(name)
        return name

    def _difference(self, page: Page, like: str, base: Page) -> Stored:
        presses = [base.pressable - page.pressable, page.pressable - base.pressable]
        numbers = [[self._number(press) for press in sorted(bag.elements())] for bag in presses]
        return [like, written(base.words - page.words), written(page.words - base.words), *numbers]

    def _number(self, press: str) -> int:
        if press not in self._numbers:
            self._numbers[press] = len(self.buttons)
            self.buttons.append(press)
        return self._numbers[press]


def _distance(page: Page, base: Page) -> int:
    """About how much is to be written."""
    words = (base.words - page.words) + (page.words - base.words)
    presses = (base.pressable - page.pressable) + (page.pressable - base.pressable)
    return words.total() * 5 + presses.total() * 12


# -- tables and what is expected of them -----------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    """A table of the corpus: the file it is replayed from, and what is expected of it."""

    game: str
    name: str
    document: Path
    expected: dict[str, Any]

    @property
    def when(self) -> list[int]:
        return [int(number) for number in self.expected["pages"]]


def kept_tables(examples: Iterable[tuple[str, Path]]) -> Iterator[Kept]:
    """Every table of the corpus; those of worked examples are replayed from where they stand."""
    where = {(game, path.stem): path for game, path in examples}
    for path in sorted(CORPUS.glob("*/*.expected.json")):
        game, name = path.parent.name, path.name.removesuffix(".expected.json")
        own = path.with_name(f"{name}.json")
        yield Kept(game, name, own if own.exists() else where[game, name], read(path))


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def pages_of(game: str) -> Pages:
    return Pages(read(CORPUS / game / "pages.json"))


def expectation(outcome: Outcome, pages: Pages) -> dict[str, Any]:
    """An outcome as it is stored."""
    return {
        **outcome.end,
        "lines": outcome.lines,
        "pages": {str(number): stored_looks(looks, pages) for number, looks in outcome.looks.items()},
    }


def stored_looks(looks: Looks, pages: Pages) -> Digests:
    return {
        place: {who: pages.put(page, place) for who, page in seen.items()} for place, seen in looks.items()
    }


def write(path: Path, document: Mapping[str, Any], *apart: str) -> None:
    """A line for each key, and for each item of those that are told apart."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_laid_out(document, apart) + "\n", encoding="utf-8")


def _laid_out(value: Any, apart: tuple[str, ...], key: str = "*") -> str:
    if (key != "*" and key not in apart) or not value:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, list):
        return "[\n" + ",\n".join(_laid_out(item, (), "") for item in value) + "\n]"
    rows = (f"{json.dumps(name)}: {_laid_out(item, apart, name)}" for name, item in value.items())
    return "{\n" + ",\n".join(rows) + "\n}"


# -- comparing -------------------------------------------------------------------------------------------


def differences(outcome: Outcome, expected: Mapping[str, Any], pages: Pages) -> Iterator[str]:
    """What is no longer as it was, to be read by people."""
    for part, now in outcome.end.items():
        if now != expected[part]:
            yield f"{part}: expected {expected[part]}\n    now {now}"
    for who, now in outcome.lines.items():
        yield from _different_lines(who, now, expected["lines"].get(who, []))
    for number, looks in outcome.looks.items():
        for found in different_looks(looks, expected["pages"][str(number)], pages):
            yield f"after entry {number}, {found}"


def _different_lines(who: str, now: list[str], before: list[str]) -> Iterator[str]:
    if now != before:
        lost, gained = (
            [line for line in before if line not in now],
            [line for line in now if line not in before],
        )
        shown = [f"expected: {line}" for line in lost] + [f"now:      {line}" for line in gained]
        yield f"log as {who} reads it:\n    " + "\n    ".join(shown or ["the order of the lines"])


def different_looks(looks: Looks, expected: Digests, pages: Pages) -> Iterator[str]:
    for place, seen in expected.items():
        for who, wanted in seen.items():
            page = looks.get(place, {}).get(who)
            if page is None:
                yield f"{who} no longer sees {place or 'the table'}"
            elif digest(page) != wanted:
                found = page.differs_from(pages.page(wanted))
                yield f"{who} at {place or 'the table'}:\n    " + "\n    ".join(found)
    for place in looks.keys() - expected.keys():
        yield f"a page that was not looked at before: {place}"
