"""The strategies behind the contract: what they make is well typed, so the codec takes it."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import msgspec
import pytest
from any_event import of_event, of_type
from hypothesis import given
from hypothesis import strategies as st

from companion.core.codec import Codec
from companion.core.contract import Game


class Suit(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Card:
    suit: Suit
    rank: Annotated[int, msgspec.Meta(ge=1, le=9)]


@dataclass(frozen=True)
class Everything:
    seat: int
    number: int
    flag: bool
    word: str
    named: Annotated[str, msgspec.Meta(min_length=1, max_length=3)]
    coded: Annotated[str, msgspec.Meta(pattern="^[a-c]{2}$")]
    side: Literal["left", "right", 3]
    maybe: int | None
    pair: tuple[int, str]
    hand: tuple[Card, ...]
    few: Annotated[tuple[int, ...], msgspec.Meta(max_length=2)]
    suits: frozenset[Suit]
    scores: Mapping[str, int]
    anything: Any
    share: float = 0.5


@dataclass(frozen=True)
class ForAllOrOne:
    seat: int | None = None


@given(data=st.data())
def test_an_event_of_any_fields_is_well_typed(tally: Game, data: st.DataObject) -> None:
    codec = Codec(replace(tally, events=(Everything,)))
    event = data.draw(of_event(Everything, 3))
    assert event.seat in range(3)
    assert codec.decode(json.loads(json.dumps(codec.encode(event)))) == event


def test_an_event_may_be_about_no_seat(tally: Game) -> None:
    seen = set()

    @given(event=of_event(ForAllOrOne, 2))
    def collect(event: ForAllOrOne) -> None:
        seen.add(event.seat)

    collect()
    assert seen == {None, 0, 1}


def test_a_type_without_a_strategy_is_named() -> None:
    with pytest.raises(TypeError, match="complex"):
        of_type(complex)
