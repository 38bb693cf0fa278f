"""Hypothesis strategies for the events of any game, made from the types of their fields."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections.abc import Mapping, Sequence, Set
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from companion.core.contract import Game, Option
from companion.core.events import (
    Adjusted,
    CardDescribed,
    OptionChanged,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RulingMade,
)

SMALL = st.integers(-2, 14)
NUMBERS = st.one_of(SMALL, SMALL, SMALL, st.integers(-1000, 1000), st.integers())
WORDS = st.one_of(st.sampled_from(["", "x", "Fish", "red"]), st.text(max_size=8))
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def bounded(kind: Any, limits: Sequence[Any]) -> st.SearchStrategy[Any]:
    """What fits an `Annotated` type: bounds of numbers and lengths, as msgspec checks them."""
    meta: dict[str, Any] = {}
    for limit in limits:
        if isinstance(limit, msgspec.Meta):
            names = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")
            meta |= {name: getattr(limit, name) for name in names if getattr(limit, name) is not None}
    if kind is int:
        low = meta.get("ge", meta["gt"] + 1 if "gt" in meta else None)
        high = meta.get("le", meta["lt"] - 1 if "lt" in meta else None)
        return st.integers(low, high)
    if kind is str and "pattern" in meta:
        return st.from_regex(meta["pattern"])
    if kind is str:
        return st.text(min_size=meta.get("min_length", 0), max_size=meta.get("max_length", 8))
    sizes = (meta.get("min_length", 0), meta.get("max_length", 10**6))
    return of_type(kind).filter(lambda value: not meta or sizes[0] <= len(value) <= sizes[1])


def of_type(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type, small ones more often."""
    plain = {int: NUMBERS, bool: st.booleans(), str: WORDS, Any: JSON, object: JSON, type(None): st.none()}
    plain |= {None: st.none(), float: st.floats(allow_nan=False, allow_infinity=False)}
    origin, args = get_origin(kind), get_args(kind)
    if origin is None and kind in plain:
        return plain[kind]
    if origin is Annotated:
        return bounded(args[0], args[1:])
    if origin is Literal:
        return st.sampled_from(args)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(of_type, args))
    if dataclasses.is_dataclass(kind):
        return of_dataclass(typing.cast("type", kind))
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return st.sampled_from(list(kind))
    return of_container(kind, origin or kind, args)


def of_container(kind: Any, origin: Any, args: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    if origin is tuple and args[1:] != (...,):
        return st.tuples(*map(of_type, args))
    if issubclass(origin, Mapping):
        key, value = args or (str, Any)
        return st.dictionaries(of_type(key), of_type(value), max_size=4)
    inner = of_type(args[0]) if args else JSON
    if issubclass(origin, Set):
        return st.frozensets(inner, max_size=4).map(frozenset if origin is not set else set)
    if issubclass(origin, Sequence):
        return st.lists(inner, max_size=4).map(list if origin is list else tuple)
    raise TypeError(f"no strategy for {kind!r}: add one")


def of_dataclass(kind: type, **given: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = {f.name: hints[f.name] for f in dataclasses.fields(kind) if f.init}
    return st.builds(
        kind, **{name: given.get(name) if name in given else of_type(hint) for name, hint in fields.items()}
    )


def of_event(kind: type, seats: int) -> st.SearchStrategy[Any]:
    """An event of a kind. Its seat is one at the table, as the core makes sure; nothing else is."""
    hints = typing.get_type_hints(kind)
    seat: st.SearchStrategy[Any] = st.integers(0, seats - 1)
    if "seat" in hints and type(None) in get_args(hints["seat"]):
        seat = st.none() | seat
    return of_dataclass(kind, **({"seat": seat} if "seat" in hints else {}))


def of_game(game: Game, seats: int) -> st.SearchStrategy[Any]:
    """Any event of a game."""
    return st.one_of([of_event(kind, seats) for kind in game.events])


def option_values(option: Option) -> st.SearchStrategy[Any]:
    values = [choice.value for choice in option.choices]
    if not values:
        return st.integers(option.low, option.high)
    one = st.sampled_from(values)
    return st.lists(one, unique=True) if option.many else one


def of_options(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """What may be chosen on the set-up page."""
    return st.fixed_dictionaries({}, optional={option.name: option_values(option) for option in game.asked})


def of_table(game: Game, seats: int, rules: Sequence[str]) -> st.SearchStrategy[Any]:
    """Any event that may stand in the log of a game, and sometimes a ruling."""
    seat = st.integers(0, seats - 1)
    choices = [st.builds(OptionChanged, st.just(o.name), option_values(o) | JSON) for o in game.asked]
    plain = of_game(game, seats)
    return st.one_of(
        *([plain] * 6),
        st.builds(RulingMade, st.lists(st.sampled_from(list(rules)), max_size=2).map(tuple), plain),
        st.builds(Adjusted, seat, NUMBERS, WORDS),
        st.builds(PlayerJoined, WORDS),
        st.builds(PlayerLeft, seat),
        st.builds(PlayerRenamed, seat, WORDS),
        st.builds(CardDescribed, WORDS, st.dictionaries(WORDS, JSON, max_size=3)),
        *choices,
    )
