"""Cards and numbers as people type them: the other way round of fields.py."""

from __future__ import annotations

from companion.core.contract import BadForm
from companion.core.text import Text
from companion.games.get_nifty.events import Play
from companion.games.get_nifty.numbers import NotANumber, Number, read_number, shown


def play_word(one: Play) -> str:
    """One card as `fields.play` reads it."""
    name = one.card.strip() or one.kind or ""
    if not name:
        return shown(one.value)
    return name if one.value is None and one.card.strip() else f"{name}={shown(one.value)}"


def stat_word(number: Number | None) -> str:
    return "" if number is None else shown(number)


def stat(word: str) -> Number | None:
    try:
        return read_number(word)
    except NotANumber:
        raise BadForm(Text("“{raw}” is no number.", raw=word[:40])) from None
