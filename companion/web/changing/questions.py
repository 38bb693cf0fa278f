"""Which blank asks for which value: as the game's words say, else as its type says."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

from companion.core.contract import Words
from companion.core.table import Table
from companion.core.text import Name, Text
from companion.web.changing.blanks import Blank, Ticks, humanised, pick
from companion.web.changing.lines import Line, Lines, Number

YES_NO = ((True, Text("Yes")), (False, Text("No")))
NOTHING = Text("nothing said")
Path: TypeAlias = tuple[str | int, ...]
"""Where in an event a value stands: its field, then the place in a tuple or the name in a mapping."""


def field_blanks(
    path: Path, hint: Any, words: Words, value: Any, table: Table
) -> Iterator[tuple[Path, Blank]]:
    if words.each and len(words.each) == len(value):
        for n, inner in enumerate(words.each):
            yield from field_blanks((*path, n), type(value[n]), inner, value[n], table)
    elif blank := blank_for(path, hint, words, value, table):
        yield path, blank


def blank_for(path: Path, hint: Any, words: Words, value: Any, table: Table) -> Blank | None:
    hint, optional = bare(hint)
    nothing = (words.nothing or NOTHING) if optional else None
    label, origin = words.label, typing.get_origin(hint)
    if words.choices:
        return pick(words, [(choice.value, choice.label) for choice in words.choices], nothing, value)
    if words.kind == "seat" or (path == ("seat",) and hint is int):
        return pick(words, seats(table, (value,)), nothing, value)
    if words.kind == "seats":
        return Ticks(label, words.hint, tuple(seats(table, value)))
    if words.kind == "word" and origin is not tuple:
        return Line(label, words.hint, words.write, words.read)
    if origin is Literal:
        return pick(words, [(one, humanised(str(one))) for one in typing.get_args(hint)], nothing, value)
    if hint is bool:
        return pick(words, YES_NO, nothing, value)
    if hint is int:
        return Number(label, words.hint, nothing)
    if hint is str:
        return Line(label, words.hint)
    if origin is tuple and (words.kind == "word" or typing.get_args(hint) == (str, ...)):
        return Lines(label, words.hint, words.write, words.read)
    return None


def bare(hint: Any) -> tuple[Any, bool]:
    """A type without None, and whether None was among its kinds."""
    if typing.get_origin(hint) not in (typing.Union, types.UnionType):
        return hint, False
    inner = [arg for arg in typing.get_args(hint) if arg is not type(None)]
    left = inner[0] if len(inner) == 1 else typing.Union[tuple(inner)]  # noqa: UP007
    return left, len(inner) < len(typing.get_args(hint))


def seats(table: Table, now: Iterable[Any]) -> list[tuple[int, Text]]:
    """Everybody at the table, and whoever is named in the entry besides."""
    here = range(len(table.players))
    strays = dict.fromkeys(seat for seat in now if seat is not None and seat not in here)
    return [(seat, Text("{who}", who=Name(seat))) for seat in (*here, *strays)]
