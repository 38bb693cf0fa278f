"""Blanks that are typed into: a number, a word or a short text, several of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.contract import BadForm
from companion.core.text import Text
from companion.tables.names import clean
from companion.web.changing.blanks import Blank, Field

LONGEST_TEXT = 200
MOST_LINES = 60


@dataclass(frozen=True, slots=True)
class Number(Blank):
    """A whole number; empty only where that means something."""

    nothing: Text | None = None

    def written(self, value: Any) -> tuple[str, ...]:
        return ("" if value is None else str(value).replace("-", "\N{MINUS SIGN}"),)

    def understood(self, given: tuple[str, ...], old: Any) -> Any:
        raw = given[0].replace("\N{MINUS SIGN}", "-") if given else ""
        if not raw and self.nothing is not None:
            return None
        digits = raw.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise self.bad(
                Text("a whole number is needed, not “{raw}”.", raw=raw[:40])
                if raw
                else Text("a whole number is needed.")
            )
        return int(raw)

    def field(self, name: str, typed: tuple[str, ...]) -> Field:
        empty = Text("Empty: {what}.", what=self.nothing) if self.nothing else None
        return Field(name, self.label, "number", typed, (), self.hint or empty)


@dataclass(frozen=True, slots=True)
class Line(Blank):
    """One word or a short text."""

    write: Callable[[Any], str] = str
    parse: Callable[[str], Any] = str

    def written(self, value: Any) -> tuple[str, ...]:
        return ("" if value is None else self.write(value),)

    def understood(self, given: tuple[str, ...], old: Any) -> Any:
        try:
            return self.parse(clean(given[0], LONGEST_TEXT) if given else "")
        except BadForm as bad:
            raise self.bad(bad.text) from None

    def field(self, name: str, typed: tuple[str, ...]) -> Field:
        return Field(name, self.label, "text", typed, (), self.hint)


@dataclass(frozen=True, slots=True)
class Lines(Line):
    """Several words: one to a line, or with commas. What is left empty goes."""

    def written(self, value: Any) -> tuple[str, ...]:
        return tuple(map(self.write, value))

    def understood(self, given: tuple[str, ...], old: Any) -> Any:
        kept = {self.write(item).strip(): item for item in old}
        items: list[Any] = []
        for raw in given:
            if raw in kept:
                items.append(kept[raw])
            else:
                words = [clean(word, LONGEST_TEXT) for word in raw.split(",")]
                items += [Line.understood(self, (word,), None) for word in words if word]
        if len(items) > MOST_LINES:
            raise self.bad(Text("at most {most} fit here.", most=MOST_LINES))
        return type(old)(items)

    def field(self, name: str, typed: tuple[str, ...]) -> Field:
        lines = tuple(raw for raw in typed if raw.strip())
        return Field(name, self.label, "lines", (*lines, ""), (), self.hint)
