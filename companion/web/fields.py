"""An event as form fields, from its type alone, so that any entry of any game can be corrected."""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from companion.core.codec import BadRecord, convert, too_deep
from companion.tables.files import parse
from companion.tables.names import clean

LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `kind` is seat, choice, number, text or json."""

    name: str
    label: str
    kind: str
    value: Any
    choices: tuple[Any, ...] = ()


def fields_of(event: Any) -> list[Field]:
    hints = typing.get_type_hints(type(event), include_extras=False)
    return [
        _field(f.name, hints[f.name], getattr(event, f.name))
        for f in dataclasses.fields(event)
        if f.name != "event"
    ]


def _field(name: str, hint: Any, value: Any) -> Field:
    label = name.replace("_", " ").capitalize()
    kind, choices = _kind(name, hint)
    shown = json.dumps(msgspec.to_builtins(value), ensure_ascii=False) if kind == "json" else value
    return Field(name, label, kind, shown, choices)


def _kind(name: str, hint: Any) -> tuple[str, tuple[Any, ...]]:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        inner = [arg for arg in typing.get_args(hint) if arg is not type(None)]
        if len(inner) != 1:
            return "json", ()
        kind, choices = _kind(name, inner[0])
        return kind, ("", *choices) if choices else ()
    if name == "seat" and hint is int:
        return "seat", ()
    if typing.get_origin(hint) is Literal:
        return "choice", typing.get_args(hint)
    if hint is bool:
        return "choice", (True, False)
    if hint is int:
        return "number", ()
    return ("text", ()) if hint is str else ("json", ())


def read_fields(event: Any, given: Mapping[str, str]) -> Any:
    """The event with the values of the form, or `BadRecord`."""
    data = {field.name: _raw(field, given) for field in fields_of(event)}
    return convert(data, type(event))


def _raw(field: Field, given: Mapping[str, str]) -> Any:
    raw = given.get(field.name, "")
    if field.kind == "text":
        return clean(raw, LONGEST_TEXT)
    if field.kind == "json":
        return _json(field, raw)
    if raw == "":
        return None
    if field.kind == "choice":
        return {str(choice): choice for choice in field.choices}.get(raw, raw)
    return _number(raw.strip().replace("\N{MINUS SIGN}", "-"))


def _number(raw: str) -> int | str:
    """The number, or the text as it is, which is then refused with its place."""
    digits = raw.removeprefix("-")
    return int(raw) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else raw


def _json(field: Field, raw: str) -> Any:
    try:
        value = parse(raw)
    except BadRecord:
        raise BadRecord(f"{field.label} could not be read") from None
    if too_deep(value):
        raise BadRecord(f"{field.label} goes too deep")
    return value
