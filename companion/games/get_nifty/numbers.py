"""Numbers on cards: whole numbers, infinity, and sums in which a number may not be known yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Number: TypeAlias = int | Literal["inf"]
INFINITY: Literal["inf"] = "inf"
HIGHEST = 999
"""More than any sum at a table; what lies beyond is a slip of the finger."""
SIGN = "∞"
INFINITE_WORDS = ("inf", "infinity", "infinite", SIGN)
UNKNOWN_WORDS = ("", "?", "unknown")


class NotANumber(ValueError):
    """Something that stands where a number belongs."""


def read_number(raw: Any) -> Number | None:
    """A number from a card's facts; None if it is left open. Never reads "not known" as 0."""
    if isinstance(raw, str):
        word = raw.strip().casefold().replace("\N{MINUS SIGN}", "-")
        if word in UNKNOWN_WORDS:
            return None
        if word.removeprefix("+") in INFINITE_WORDS:
            return INFINITY
        digits = word[1:] if word[:1] in ("-", "+") else word
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise NotANumber(raw[:40])
        raw = int(word)
    if raw is None:
        return None
    if isinstance(raw, bool) or not isinstance(raw, int) or abs(raw) > HIGHEST:
        raise NotANumber(str(raw)[:40])
    return raw


def shown(number: Number | None) -> str:
    """As people read it: a real minus, the sign of infinity, a question mark."""
    if number is None:
        return "?"
    if number == INFINITY:
        return SIGN
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


@dataclass(frozen=True, slots=True)
class Total:
    """A sum as far as it is known. An infinite term outweighs everything, the unknown included."""

    finite: int = 0
    infinite: bool = False
    unknown: bool = False

    @property
    def known(self) -> bool:
        return self.infinite or not self.unknown

    @property
    def number(self) -> Number | None:
        if self.infinite:
            return INFINITY
        return None if self.unknown else self.finite

    @property
    def text(self) -> str:
        if self.known:
            return shown(self.number)
        return f"{shown(self.finite)} + ?" if self.finite else "?"


def add_up(numbers: Iterable[Number | None]) -> Total:
    found = tuple(numbers)
    return Total(
        sum(n for n in found if isinstance(n, int)),
        any(n == INFINITY for n in found),
        any(n is None for n in found),
    )


def at_least(total: Total, limit: int) -> bool:
    """Whether a sum certainly reaches a limit."""
    return total.infinite or (total.known and total.finite >= limit)


def is_number(word: str) -> bool:
    try:
        return read_number(word) is not None
    except NotANumber:
        return False


def versus(attack: str, defence: str) -> str:
    """Both totals, held together at the end of a line."""
    return f"{attack}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{defence}"
