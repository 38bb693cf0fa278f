"""Events and options to JSON and back, with the path of whatever is wrong; and their JSON Schema."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from companion.core.contract import Game
from companion.core.events import CORE_EVENTS, SetUp

NESTED_KEYS = {"seat", "event", "data"}
"""What a record inside another one may hold; the outer one has the number, the time and the name."""
NESTED_SCHEMA = {"$ref": "#/properties/entries/items", "propertyNames": {"enum": sorted(NESTED_KEYS)}}
DEEPEST = 32


class BadRecord(Exception):
    """Data of the wrong shape. Says what is wrong and where."""


def too_deep(value: Any, left: int = DEEPEST) -> bool:
    """Whether lists and objects lie inside each other so deep that walking them could fail."""
    if not isinstance(value, Mapping | list | tuple):
        return False
    inner = value.values() if isinstance(value, Mapping) else value
    return left == 0 or any(too_deep(part, left - 1) for part in inner)


def unknown_keys(given: Any, known: Any, path: str = "$") -> str | None:
    """The path of the first key that decoding would silently ignore."""
    if isinstance(given, Mapping) and isinstance(known, Mapping):
        for key, value in given.items():
            if key not in known:
                return f"{path}.{key}"
            if deeper := unknown_keys(value, known[key], f"{path}.{key}"):
                return deeper
    elif isinstance(given, list | tuple) and isinstance(known, list | tuple):
        for n, (value, other) in enumerate(zip(given, known, strict=False)):
            if deeper := unknown_keys(value, other, f"{path}[{n}]"):
                return deeper
    return None


def convert(data: Any, kind: type, *, strict: bool = True) -> Any:
    """`data` as an instance of `kind`, or `BadRecord`. `strict=False` also reads numbers from text."""
    try:
        value: Any = msgspec.convert(data, kind, strict=strict)
    except (msgspec.ValidationError, RecursionError, OverflowError) as error:
        raise BadRecord(str(error)) from None
    if stray := unknown_keys(data, msgspec.to_builtins(value)):
        raise BadRecord(f"Object contains unknown field - at `{stray}`")
    return value


def has_seat(kind: type) -> bool:
    return any(f.name == "seat" for f in dataclasses.fields(kind))


class Codec:
    """Turns the events of one game, core events included, into records and back."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kinds = {kind.__name__: kind for kind in (*CORE_EVENTS, *game.events)}

    def encode(self, event: Any) -> dict[str, Any]:
        """`{"seat": ..., "event": name, "data": {...}}`; the seat stands outside the data."""
        kind = type(event)
        data = {
            f.name: self.encode(value) if f.name == "event" else msgspec.to_builtins(value)
            for f in dataclasses.fields(kind)
            if (value := getattr(event, f.name)) is not None or f.name != "seat"
        }
        return {"seat": data.pop("seat", None), "event": kind.__name__, "data": data}

    def decode(self, record: Any) -> Any:
        """The event in a record, or `BadRecord` that says what is wrong where."""
        if not isinstance(record, Mapping):
            raise BadRecord("an entry must be an object")
        name = record.get("event")
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            raise BadRecord(f"there is no event {str(name)[:40]!r} in {self.game.key}")
        data = record.get("data", {})
        if not isinstance(data, Mapping):
            raise BadRecord(f"{name}: data must be an object")
        if too_deep(data):
            raise BadRecord(f"{name}: more than {DEEPEST} levels inside each other")
        return self._build(kind, dict(data), record.get("seat"))

    def _build(self, kind: type, data: dict[str, Any], seat: Any) -> Any:
        if "seat" in data:
            raise BadRecord(f"{kind.__name__}: the seat stands beside the data, not in it")
        if has_seat(kind):
            if seat is not None:
                data["seat"] = seat
        elif seat is not None:
            raise BadRecord(f"{kind.__name__} is about no single seat")
        nested = self._nested(kind, data.pop("event")) if "event" in data else None
        if nested is not None:
            data["event"] = None
        try:
            event = convert(data, kind)
        except BadRecord as bad:
            raise BadRecord(f"{kind.__name__}: {bad}") from None
        return dataclasses.replace(event, event=nested) if nested is not None else event

    def _nested(self, kind: type, record: Any) -> Any:
        if isinstance(record, Mapping) and (stray := set(record) - NESTED_KEYS):
            raise BadRecord(f"{kind.__name__}: unknown field - at `$.event.{min(map(str, stray))}`")
        return self.decode(record)

    def options(self, data: Any, *, strict: bool = True) -> Any:
        """The game's options from a mapping; what is missing takes its default."""
        try:
            return convert(data, self.game.options, strict=strict)
        except BadRecord as bad:
            raise BadRecord(f"options: {bad}") from None

    @cached_property
    def schema(self) -> dict[str, Any]:
        """JSON Schema of a whole table file of this game."""
        kinds = list(self.kinds.values())
        schemas, parts = msgspec.json.schema_components(
            [self.game.options, *kinds], ref_template="#/$defs/{name}"
        )
        for part in parts.values():
            if part.get("type") == "object" and "properties" in part:
                part["additionalProperties"] = False
        entries = {kind: self._entry_schema(kind, parts) for kind in kinds}
        setup = entries.pop(SetUp)
        parts["Amended"]["properties"]["event"] = {"anyOf": [NESTED_SCHEMA, setup]}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"A table of {self.game.key}",
            "type": "object",
            "required": ["companion", "game", "players", "entries"],
            "additionalProperties": False,
            "properties": {
                "companion": {"const": 1},
                "game": {"const": self.game.key},
                "title": {"enum": [title.key for title in self.game.titles]},
                "players": {
                    "type": "array",
                    "items": {"type": "string", "minLength": 1},
                    "minItems": self.game.seats.start,
                },
                "options": schemas[0],
                "entries": {"type": "array", "items": {"oneOf": list(entries.values())}},
            },
            "$defs": parts,
        }

    def _entry_schema(self, kind: type, parts: dict[str, Any]) -> dict[str, Any]:
        part = parts[kind.__name__]
        seat = part["properties"].pop("seat", None)
        required = [name for name in part.get("required", []) if name != "seat"]
        if "event" in part["properties"]:
            part["properties"]["event"] = NESTED_SCHEMA
        seat_needed = seat is not None and "seat" in part.get("required", [])
        part["required"] = required
        return {
            "type": "object",
            "required": ["event", *(["seat"] if seat_needed else []), *(["data"] if required else [])],
            "additionalProperties": False,
            "properties": {
                "seq": {"type": "integer", "minimum": 1},
                "at": {"type": ["string", "null"]},
                "by": {"type": ["string", "null"]},
                "key": {"type": ["string", "null"]},
                "seat": seat if seat is not None else {"type": "null"},
                "event": {"const": kind.__name__},
                "data": {"$ref": f"#/$defs/{kind.__name__}"},
            },
        }
