"""An event as form fields: from the types of its fields, and from the words its game has for them."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.contract import Form, Words
from companion.core.events import CardDescribed, OptionChanged, Withheld
from companion.core.table import Table
from companion.core.text import Text
from companion.web.changing.blanks import Blank, Field, humanised
from companion.web.changing.facts import fact_blanks, option_blank
from companion.web.changing.questions import Path, field_blanks

CORE_LABELS = {
    "seat": Text("Player"),
    "name": Text("Name"),
    "amount": Text("Points"),
    "reason": Text("Why"),
}


def fields_of(event: Any, table: Table, typed: Form | None = None) -> list[Field]:
    """The fields of an event, filled with its values or with what was typed."""
    found = []
    for path, blank in blanks(event, table):
        filled = blank.written(value_at(event, path)) if typed is None else typed.all(name(path))
        found.append(blank.field(name(path), tuple(filled)))
    return found


def read_fields(event: Any, table: Table, given: Form) -> Any:
    """The event with the values of the form, or `BadForm` that names the field."""
    for path, blank in list(blanks(event, table)):
        old = value_at(event, path)
        new = blank.read(given.all(name(path)), old)
        if new is not old:
            event = with_value(event, path, new)
    return event


def name(path: Path) -> str:
    return ".".join(map(str, path))


def value_at(value: Any, path: Path) -> Any:
    for part in path:
        if isinstance(value, Mapping):
            value = value.get(part)
        else:
            value = value[part] if isinstance(part, int) else getattr(value, part)
    return value


def with_value(whole: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    part, inner = path[0], with_value(value_at(whole, path[:1]), path[1:], new)
    if isinstance(whole, Mapping):
        rest = {key: value for key, value in whole.items() if key != part}
        return rest if inner is None else {**rest, part: inner}
    if isinstance(part, int):
        return type(whole)((*whole[:part], inner, *whole[part + 1 :]))
    return dataclasses.replace(whole, **{part: inner})


# -- which blank for which value


def blanks(event: Any, table: Table) -> Iterator[tuple[Path, Blank]]:
    """What can be changed about an event, field by field."""
    words = table.game.words(table.state, event)
    if isinstance(event, Withheld):
        return
    if isinstance(event, OptionChanged) and "value" not in words:
        option = next((o for o in table.game.asked if o.name == event.name), None)
        if hasattr(table.options, event.name) and (blank := option_blank(option, event)):
            yield ("value",), blank
        return
    hints = typing.get_type_hints(type(event))
    for field in dataclasses.fields(event):
        if isinstance(event, CardDescribed) and field.name == "facts":
            yield from fact_blanks(table, event)
        elif field.name != "event" and not (isinstance(event, OptionChanged) and field.name == "name"):
            told = words.get(field.name) or Words(CORE_LABELS.get(field.name) or humanised(field.name))
            yield from field_blanks((field.name,), hints[field.name], told, getattr(event, field.name), table)
