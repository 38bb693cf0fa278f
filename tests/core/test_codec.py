"""Events to records and back."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.codec import BadRecord, Codec
from companion.core.contract import Game
from companion.core.events import (
    CORE_EVENTS,
    Adjusted,
    Amended,
    CardDescribed,
    OptionChanged,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Redone,
    RulingMade,
    SetUp,
    StruckOut,
    Undone,
    Withheld,
)

COUNTED = {"seat": 0, "event": "Counted", "data": {"n": 2}}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def codec(tally: Game) -> Codec:
    return Codec(tally)


@pytest.fixture(scope="module")
def every_event(codec: Codec) -> list[Any]:
    kinds = codec.kinds
    counted = kinds["Counted"](0, 2)
    return [
        Undone(1),
        Redone(1),
        Amended(1, counted),
        Amended(1, counted, (2, 3)),
        Amended(0, SetUp(("Ann", "Bo"), {"limit": 20})),
        Amended(2, RulingMade(("TALLY-2",), kinds["Guessed"](1, 5), "the card says so")),
        Amended(2, Withheld(1), (3,)),
        StruckOut(1),
        StruckOut(1, (4,)),
        RulingMade(("TALLY-2", "TALLY-1"), counted),
        Withheld(),
        Withheld(1),
        PlayerRenamed(0, "Änn"),
        PlayerJoined("Cy"),
        PlayerLeft(1),
        Adjusted(0, -5, "late"),
        OptionChanged("limit", 20),
        OptionChanged("cards", ["a", {"b": None}]),
        CardDescribed("Fish", {"worth": 3, "also": ["Dog", None, True, 0.5]}),
        counted,
        kinds["Guessed"](1, 12),
        kinds["GuessShown"](1, 12),
        kinds["TurnPassed"](),
    ]


def test_every_kind_of_event_is_in_the_round_trip(codec: Codec, every_event: list[Any]) -> None:
    assert {type(event) for event in every_event} == {*codec.kinds.values()} - {SetUp}
    assert {*CORE_EVENTS, *codec.game.events} == {*codec.kinds.values()}


def test_every_event_survives_json(codec: Codec, every_event: list[Any]) -> None:
    for event in every_event:
        record = json.loads(json.dumps(codec.encode(event)))
        assert codec.decode(record) == event


def test_every_encoded_event_fits_the_schema(codec: Codec, every_event: list[Any]) -> None:
    document = {
        "companion": 1,
        "game": "tally",
        "title": "tally",
        "players": ["Ann", "Bo"],
        "options": {"limit": 20},
        "entries": [
            {"seq": n, "at": None, "by": "Ann", "key": None, **codec.encode(event)}
            for n, event in enumerate(every_event, 1)
        ],
    }
    jsonschema.Draft202012Validator.check_schema(codec.schema)
    jsonschema.validate(json.loads(json.dumps(document)), codec.schema)


def test_the_seat_stands_beside_the_data(codec: Codec) -> None:
    assert codec.encode(codec.kinds["Counted"](0, 2)) == COUNTED
    assert codec.encode(Undone(3)) == {"seat": None, "event": "Undone", "data": {"seq": 3}}
    nested = codec.encode(Amended(1, codec.kinds["Counted"](0, 2)))
    assert nested == {"seat": None, "event": "Amended", "data": {"seq": 1, "event": COUNTED, "drops": ()}}


def test_what_has_a_default_may_be_missing(codec: Codec) -> None:
    assert codec.decode({"event": "TurnPassed"}) == codec.kinds["TurnPassed"]()
    assert codec.decode({"event": "Withheld"}) == Withheld()
    assert codec.decode({"event": "StruckOut", "data": {"seq": 2}}) == StruckOut(2)


def entry(**changes: Any) -> dict[str, Any]:
    return {**COUNTED, **changes}


def around(nested: Any) -> dict[str, Any]:
    return {"event": "RulingMade", "data": {"rules": ["TALLY-1"], "event": nested}}


WRONG: dict[str, tuple[Any, str]] = {
    "an unknown key": (entry(data={"n": 1, "m": 2}), "Counted: .*unknown field.*`\\$\\.m`"),
    "a wrong type": (entry(data={"n": "1"}), "Counted: .*`int`.*`\\$\\.n`"),
    "a float": (entry(data={"n": 1.0}), "Counted: .*`int`.*`\\$\\.n`"),
    "a truth value": (entry(data={"n": True}), "Counted: .*`int`.*`\\$\\.n`"),
    "nothing": (entry(data={"n": None}), "Counted: .*`int`.*`\\$\\.n`"),
    "a missing value": (entry(data={}), "Counted: .*missing.*`n`"),
    "a missing seat": (entry(seat=None), "Counted: .*missing.*`seat`"),
    "a seat of the wrong type": (entry(seat="0"), "Counted: .*`int`.*`\\$\\.seat`"),
    "a seat that is a truth value": (entry(seat=False), "Counted: .*`int`.*`\\$\\.seat`"),
    "a seat in the data": (entry(data={"n": 1, "seat": 0}), "Counted: the seat stands beside"),
    "a seat where there is none": ({"event": "TurnPassed", "seat": 0}, "TurnPassed is about no single seat"),
    "a seat outside a ruling": ({**around(COUNTED), "seat": 0}, "RulingMade is about no single seat"),
    "a wrong member of a list": (
        {"event": "StruckOut", "data": {"seq": 1, "drops": [2, "3"]}},
        "StruckOut: .*`int`.*`\\$\\.drops\\[1\\]`",
    ),
    "an unknown event": (entry(event="Shouted"), "no event 'Shouted' in tally"),
    "no event": ({"data": {}}, "no event"),
    "an event that is no name": (entry(event=["Counted"]), "no event"),
    "a list of data": (entry(data=[1]), "Counted: data must be an object"),
    "no object at all": ([COUNTED], "an entry must be an object"),
    "a nested unknown key": (around(entry(data={"n": 1, "m": 2})), "Counted: .*unknown field.*`\\$\\.m`"),
    "a nested wrong type": (around(entry(data={"n": "1"})), "Counted: .*`int`.*`\\$\\.n`"),
    "a stray key beside nested data": (around(entry(sat=1)), "RulingMade: .*`\\$\\.event\\.sat`"),
    "a nested number": (around(entry(seq=1)), "RulingMade: .*`\\$\\.event\\.seq`"),
    "no nested event": ({"event": "RulingMade", "data": {"rules": []}}, "RulingMade: .*missing.*`event`"),
    "nothing nested": (around(None), "an entry must be an object"),
    "a nested event where there is none": (
        entry(data={"n": 1, "event": COUNTED}),
        "Counted: .*`\\$\\.event`",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_record_is_refused_and_says_where(codec: Codec, name: str) -> None:
    record, where = WRONG[name]
    with pytest.raises(BadRecord, match=where):
        codec.decode(record)


@pytest.mark.parametrize("name", [name for name in WRONG if name != "a float"])
def test_the_schema_refuses_it_too(codec: Codec, name: str) -> None:
    """But for `1.0`, which JSON Schema takes for a whole number."""
    document = {"companion": 1, "game": "tally", "players": ["Ann", "Bo"], "entries": [WRONG[name][0]]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, codec.schema)


@pytest.mark.parametrize(
    "change",
    [
        {"companion": 2},
        {"game": "chess"},
        {"title": "chess"},
        {"players": ["Ann"]},
        {"players": ["Ann", ""]},
        {"options": {"limit": 11}},
        {"options": {"limits": 10}},
        {"entries": None},
        {"extra": 1},
    ],
    ids=str,
)
def test_the_schema_refuses_a_wrong_file(codec: Codec, change: dict[str, Any]) -> None:
    document = {"companion": 1, "game": "tally", "players": ["Ann", "Bo"], "entries": []}
    jsonschema.validate(document, codec.schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**document, **change}, codec.schema)


def test_a_set_up_is_no_entry_but_may_stand_in_an_amendment(codec: Codec) -> None:
    setup = {"event": "SetUp", "data": {"players": ["Ann", "Bo"], "options": {}}}
    document = {"companion": 1, "game": "tally", "players": ["Ann", "Bo"]}
    jsonschema.validate(
        {**document, "entries": [{"event": "Amended", "data": {"seq": 0, "event": setup}}]}, codec.schema
    )
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**document, "entries": [setup]}, codec.schema)


@pytest.mark.parametrize("depth", [40, 2_000])
def test_records_inside_records_without_end_are_refused(codec: Codec, depth: int) -> None:
    record: dict[str, Any] = COUNTED
    for _ in range(depth):
        record = around(record)
    with pytest.raises(BadRecord, match="inside each other"):
        codec.decode(record)


@pytest.mark.parametrize("depth", [40, 900, 5_000])
def test_facts_inside_facts_without_end_are_refused(codec: Codec, depth: int) -> None:
    facts: Any = 1
    for _ in range(depth):
        facts = [facts]
    with pytest.raises(BadRecord, match="inside each other"):
        codec.decode({"event": "CardDescribed", "data": {"name": "Fish", "facts": {"deep": facts}}})


def test_options_take_their_defaults(codec: Codec) -> None:
    assert codec.options({}) == codec.game.options()
    assert codec.options({"limit": 20}).limit == 20


@pytest.mark.parametrize(
    ("given_options", "where"),
    [
        ({"limit": 11}, "options: .*`\\$\\.limit`"),
        ({"limit": "20"}, "options: .*`\\$\\.limit`"),
        ({"guessing": 1}, "options: .*`\\$\\.guessing`"),
        ({"limits": 20}, "options: .*unknown.*`\\$\\.limits`"),
        ([], "options: .*object"),
        (None, "options: .*object"),
    ],
)
def test_wrong_options_are_refused_and_say_where(codec: Codec, given_options: Any, where: str) -> None:
    with pytest.raises(BadRecord, match=where):
        codec.options(given_options)


def test_a_form_may_give_options_as_text(codec: Codec) -> None:
    read = codec.options({"limit": "20", "guessing": "false"}, strict=False)
    assert (read.limit, read.guessing) == (20, False)
    with pytest.raises(BadRecord, match="limit"):
        codec.options({"limit": "11"}, strict=False)


@given(data=st.data())
def test_decoding_any_json_gives_an_event_or_says_what_is_wrong(tally: Game, data: st.DataObject) -> None:
    codec = Codec(tally)
    kind = data.draw(st.sampled_from(sorted(codec.kinds)))
    known = {"n", "seq", "drops", "event", "rules", "name", "facts", "value", "seat", "number"}
    names = st.sampled_from(sorted(known))
    body = data.draw(JSON | st.dictionaries(names, JSON | st.just(COUNTED)))
    record = {"event": kind, "seat": data.draw(st.none() | st.integers(-1, 3) | JSON), "data": body}
    try:
        event = codec.decode(record)
    except BadRecord:
        return
    assert codec.decode(json.loads(json.dumps(codec.encode(event)))) == event


@given(record=JSON)
def test_any_json_at_all_is_refused_in_the_same_way(tally: Game, record: Any) -> None:
    with pytest.raises(BadRecord):
        Codec(tally).decode(record)
