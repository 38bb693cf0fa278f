"""What every game on the shelf owes the table, whatever it is about."""

from __future__ import annotations

import dataclasses
import json
import typing
from collections.abc import Iterator, Sequence
from typing import Any

import jsonschema
import pytest
import rule_source
from any_event import of_event, of_game, of_options, of_table
from example_files import package, tables_on_the_way
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.core.codec import Codec
from companion.core.contract import Game, Option, RuleViolation
from companion.core.events import (
    PlayerJoined,
    SetUp,
    StruckOut,
    Undone,
    Withheld,
    is_quiet,
    is_secret,
    seat_of,
)
from companion.core.ledger import Ledger
from companion.core.table import Entry, Table, next_table, note_of, open_table, tell
from companion.core.text import Text, say
from companion.shelf import HEADER, Shelf

KINDS = {"check", "compute", "flow", "prompt", "table"}
OWED = {"check", "compute", "flow"}

contract = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
secrecy = settings(contract, max_examples=150)


def some_table(data: st.DataObject, game: Game, shelf: Shelf) -> Table:
    """A table to go on from: a fresh one, or any stage of a worked example."""
    stages = tables_on_the_way(game.key, shelf)
    if stages and data.draw(st.booleans(), label="from an example"):
        return stages[data.draw(st.integers(0, len(stages) - 1), label="stage")]
    players = data.draw(st.sampled_from(list(game.seats)), label="players")
    options = data.draw(of_options(game), label="options")
    names = tuple(f"P{n}" for n in range(1, players + 1))
    try:
        return open_table(game, SetUp(names, options))
    except RuleViolation:  # options that do not go together, or not with so many players
        assume(False)
        raise


def some_event(data: st.DataObject, table: Table, shelf: Shelf) -> Any:
    rules = list(shelf.rules(table.game.key))
    return data.draw(of_table(table.game, len(table.players), rules), label="event")


def play(data: st.DataObject, game: Game, shelf: Shelf, most: int = 8) -> Iterator[tuple[Table, Any, Table]]:
    """Random entries, refused ones left out: table before, event, table after."""
    table = some_table(data, game, shelf)
    for _ in range(data.draw(st.integers(1, most), label="entries")):
        event = some_event(data, table, shelf)
        try:
            after = next_table(table, event)
        except RuleViolation as no:
            assert_refusal(no, table, shelf)
        else:
            yield table, event, after
            table = after


def assert_refusal(no: RuleViolation, table: Table, shelf: Shelf) -> None:
    assert no.rule in shelf.rules(table.game.key) or no.rule.startswith("TABLE-")
    assert say(no.text, table.names)
    for offer in no.allowed:
        assert say(offer.label, table.names)


def public(table: Table) -> tuple[Any, ...]:
    """What everybody may know."""
    game, state = table.game, table.state
    looks = (game.view(state, None), game.standings(state), game.timeline(state), game.notices(state))
    return (*looks, game.situation(state))


# -- playing


@contract
@given(data=st.data())
def test_any_event_is_applied_or_refused_by_a_rule(any_game: Game, shelf: Shelf, data: st.DataObject) -> None:
    for _ in play(data, any_game, shelf):
        pass


@contract
@given(data=st.data())
def test_the_same_event_does_the_same_again_and_changes_nothing_in_place(
    any_game: Game, shelf: Shelf, data: st.DataObject
) -> None:
    for before, event, after in play(data, any_game, shelf, 5):
        seen = public(before)
        again = next_table(before, event)
        assert again.state == after.state
        assert public(again) == public(after)
        assert public(before) == seen


@contract
@given(data=st.data())
def test_whatever_is_accepted_can_be_looked_at_by_everybody(
    any_game: Game, shelf: Shelf, data: st.DataObject
) -> None:
    for before, event, after in play(data, any_game, shelf, 5):
        if (note := note_of(before, event, after)) is not None:
            assert say(note, after.names)
        for viewer in (None, *range(len(after.players))):
            any_game.view(after.state, viewer)
            line = tell(any_game, event, viewer)
            assert isinstance(line, Text)
            assert say(line, after.names)
        for fact in any_game.situation(after.state):
            assert say(fact, after.names)
        for notice in any_game.notices(after.state):
            assert say(notice.text, after.names)
            assert notice.rule in shelf.rules(any_game.key) or notice.rule.startswith("TABLE-")


@contract
@given(data=st.data())
def test_standings_are_in_order(any_game: Game, shelf: Shelf, data: st.DataObject) -> None:
    for _, _, after in play(data, any_game, shelf, 5):
        standings = any_game.standings(after.state)
        rows = standings.rows
        assert sorted(row.seat for row in rows) == list(range(len(after.players)))
        assert min(row.rank for row in rows) == 1
        assert all(1 <= row.rank <= len(rows) for row in rows)
        ranks: dict[int, set[int]] = {}
        for row in rows:
            if row.score is not None:
                ranks.setdefault(row.score, set()).add(row.rank)
        assert all(len(same) == 1 for same in ranks.values()), "equal scores, equal ranks"
        assert standings.finished or not any(row.winner for row in rows)
        assert all(row.rank == 1 for row in rows if row.winner)
        for moment in any_game.timeline(after.state):
            assert len(moment.totals) == len(after.players)
            assert say(moment.label, after.names)


@contract
@given(data=st.data())
def test_undo_and_striking_out_equal_never_entered(any_game: Game, shelf: Shelf, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(list(any_game.seats)))
    ledger = Ledger(any_game, SetUp(tuple(f"P{n}" for n in range(1, players + 1)), {}))
    for _ in range(data.draw(st.integers(0, 4))):
        event = some_event(data, ledger.table, shelf)
        try:
            ledger.accept(ledger.propose(Entry(ledger.seq + 1, event)))
        except RuleViolation:
            continue
    before = ledger.table
    try:
        event = some_event(data, before, shelf)
        ledger.accept(ledger.propose(Entry(ledger.seq + 1, event)))
    except RuleViolation:
        return
    struck = ledger.preview(StruckOut(ledger.seq)).table
    if is_quiet(event):
        ledger.accept(ledger.preview(StruckOut(ledger.seq)))
    else:
        ledger.accept(ledger.propose(Entry(ledger.seq + 1, Undone(ledger.seq))))
    for table in (struck, ledger.table):
        assert (table.state, table.players, table.options) == (before.state, before.players, before.options)
        assert public(table) == public(before)
    assert Ledger.load(any_game, ledger.setup, ledger.entries).table.state == before.state


# -- the record


@contract
@given(data=st.data())
def test_every_event_survives_json_and_fits_the_schema(any_game: Game, data: st.DataObject) -> None:
    codec = Codec(any_game)
    event = data.draw(of_game(any_game, any_game.seats.stop - 1))
    record = json.loads(json.dumps(codec.encode(event)))
    assert codec.decode(record) == event
    validator(any_game).validate(
        {"companion": 1, "game": any_game.key, "players": ["P"] * any_game.seats.start, "entries": [record]}
    )


VALIDATORS: dict[str, jsonschema.Draft202012Validator] = {}


def validator(game: Game) -> jsonschema.Draft202012Validator:
    if game.key not in VALIDATORS:
        VALIDATORS[game.key] = jsonschema.Draft202012Validator(Codec(game).schema)
    return VALIDATORS[game.key]


def test_events_are_frozen_and_have_names_of_their_own(any_game: Game) -> None:
    for kind in any_game.events:
        assert dataclasses.is_dataclass(kind)
        assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert len(Codec(any_game).kinds) == len({*Codec(any_game).kinds.values()})
    assert len({kind.__name__ for kind in any_game.events}) == len(any_game.events)
    jsonschema.Draft202012Validator.check_schema(Codec(any_game).schema)


# -- secrets


def secret_kinds(game: Game) -> list[type]:
    return [kind for kind in game.events if getattr(kind, "secret", False)]


def test_a_secret_belongs_to_a_seat(any_game: Game) -> None:
    for kind in secret_kinds(any_game):
        assert "seat" in {field.name for field in dataclasses.fields(kind)}


class Secretive:
    """Draws events of which many are one seat's secrets and others repeat what a secret says."""

    def __init__(self, data: st.DataObject, owner: int, shelf: Shelf) -> None:
        self.data = data
        self.owner = owner
        self.shelf = shelf
        self.said: list[tuple[Any, Any]] = []

    def secret(self, table: Table, kind: type) -> Any:
        event = self.data.draw(of_event(kind, len(table.players)), label="secret event")
        event = dataclasses.replace(event, seat=self.owner)
        hints = typing.get_type_hints(kind)
        names = [f.name for f in dataclasses.fields(kind) if f.name != "seat"]
        self.said += [(hints[name], getattr(event, name)) for name in names]
        return event

    def event(self, table: Table) -> Any:
        choice = self.data.draw(st.sampled_from(["secret", "echo", "any"]), label="what")
        if choice == "secret":
            return self.secret(table, self.data.draw(st.sampled_from(secret_kinds(table.game))))
        return (choice == "echo" and self.echo(table)) or some_event(self.data, table, self.shelf)

    def echo(self, table: Table) -> Any:
        """A public event with what a secret says in every place where that fits."""
        if not self.said:
            return None
        hint, said = self.data.draw(st.sampled_from(self.said), label="said")
        fits = {kind: places(kind, hint) for kind in table.game.events if not getattr(kind, "secret", False)}
        kinds = [kind for kind, names in fits.items() if names]
        if not kinds:
            return None
        kind = self.data.draw(st.sampled_from(kinds), label="kind")
        event = self.data.draw(of_event(kind, len(table.players)), label="around it")
        seat = {"seat": self.owner} if isinstance(seat_of(event), int) else {}
        return dataclasses.replace(event, **seat, **dict.fromkeys(fits[kind], said))


def places(kind: type, hint: Any) -> list[str]:
    """The fields of that type."""
    hints = typing.get_type_hints(kind)
    return [f.name for f in dataclasses.fields(kind) if f.name != "seat" and hints[f.name] == hint]


def outcome(table: Table, event: Any) -> tuple[Table, Any]:
    """The table after the event and None, or the same table and the refusal as people would see it."""
    try:
        return next_table(table, event), None
    except RuleViolation as no:
        return table, (no.rule, no.text, no.allowed, no.liftable)


def assert_same_for_others(one: Table, other: Table, owner: int) -> None:
    assert public(one) == public(other)
    for viewer in range(len(one.players)):
        if viewer != owner:
            assert one.game.view(one.state, viewer) == other.game.view(other.state, viewer)


@secrecy
@given(data=st.data())
def test_nobody_else_can_tell_one_secret_from_another(
    any_game: Game, shelf: Shelf, data: st.DataObject
) -> None:
    """Two tables that differ in nothing but what one seat keeps secret look the same to all others."""
    if not secret_kinds(any_game):
        return
    one = other = some_table(data, any_game, shelf)
    owner = data.draw(st.integers(0, len(one.players) - 1), label="owner")
    drawn = Secretive(data, owner, shelf)
    for _ in range(data.draw(st.integers(1, 8), label="entries")):
        event = instead = drawn.event(one)
        if is_secret(event) and seat_of(event) == owner and type(event) in any_game.events:
            instead = drawn.secret(one, type(event))
            if outcome(one, event)[1] or outcome(other, instead)[1]:
                instead = event  # one of the two cannot be said at all
            for viewer in {None, *range(len(one.players))} - {owner}:
                assert tell(any_game, event, viewer) == tell(any_game, instead, viewer)
        was, was_other = one, other
        one, refused = outcome(one, event)
        other, refused_other = outcome(other, instead)
        assert refused == refused_other, "a refusal must not rest on a secret"
        if not refused:
            assert note_of(was, event, one) == note_of(was_other, instead, other)
        assert_same_for_others(one, other, owner)


@secrecy
@given(data=st.data())
def test_an_export_without_the_secrets_gives_the_same_standings(
    any_game: Game, shelf: Shelf, data: st.DataObject
) -> None:
    if not secret_kinds(any_game):
        return
    full = bare = some_table(data, any_game, shelf)
    owner = data.draw(st.integers(0, len(full.players) - 1), label="owner")
    drawn = Secretive(data, owner, shelf)
    for _ in range(data.draw(st.integers(1, 8), label="entries")):
        event = drawn.event(full)
        full, refused = outcome(full, event)
        if is_secret(event):
            bare = next_table(bare, Withheld(seat_of(event)))
        else:
            bare, refused_bare = outcome(bare, event)
            assert refused == refused_bare
        assert any_game.standings(full.state) == any_game.standings(bare.state)


# -- options and titles


def one_of_each(option: Option) -> Sequence[Any]:
    values = [choice.value for choice in option.choices] or [option.low, option.high]
    return [[], *([value] for value in values), values] if option.many else values


def test_every_option_asked_for_is_one_and_every_choice_can_be_taken(any_game: Game, shelf: Shelf) -> None:
    codec = Codec(any_game)
    fields = {field.name for field in dataclasses.fields(any_game.options)}
    default = any_game.options()
    names = [option.name for option in any_game.asked]
    assert len(set(names)) == len(names)
    for option in any_game.asked:
        assert option.name in fields
        assert say(option.label, ())
        assert option.choices or option.low < option.high
        assert not option.rule or option.rule in shelf.rules(any_game.key)
        for value in one_of_each(option):
            taken = codec.options({option.name: value})
            assert getattr(taken, option.name) in (value, tuple(value) if option.many else value)
        if option.choices and not option.many:
            assert getattr(default, option.name) in [choice.value for choice in option.choices]


def test_every_title_opens_a_table(any_game: Game) -> None:
    assert any_game.titles
    for title in any_game.titles:
        assert title.name
        assert say(title.line, ())
        for players in any_game.seats:
            table = open_table(any_game, SetUp(("P",) * players, title.preset))
            assert len(any_game.standings(table.state).rows) == players


def test_nobody_joins_a_full_table(any_game: Game) -> None:
    table = open_table(any_game, SetUp(("P",) * (any_game.seats.stop - 1), any_game.titles[0].preset))
    with pytest.raises(RuleViolation):
        next_table(table, PlayerJoined("Late"))


def test_a_game_is_named_as_its_folder(any_game: Game) -> None:
    assert package(any_game.key).name == any_game.key
    assert any_game.seats.step == 1
    assert any_game.seats.start >= 1


def test_titles_are_on_the_shelf_once(shelf: Shelf) -> None:
    titles = [title.key for game in shelf.games.values() for title in game.titles]
    assert len(set(titles)) == len(titles)


# -- the rule table


def test_the_rule_table_is_well_formed(any_game: Game) -> None:
    lines = (package(any_game.key) / "rules.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == HEADER
    rows = [line.split("\t") for line in lines[1:] if line]
    assert {len(row) for row in rows} == {len(HEADER)}
    ids = [row[0] for row in rows]
    assert len(set(ids)) == len(ids)
    for rule, _, _, sentence, kind, example, _ in rows:
        assert rule_source.RULE_ID.fullmatch(rule), rule
        assert kind in KINDS, rule
        assert sentence.strip(), rule
        assert kind not in OWED or "->" in example, rule


def test_every_refusal_in_the_source_names_a_row(any_game: Game, shelf: Shelf) -> None:
    raised = {rule for rule in rule_source.raised_in(package(any_game.key)) if not rule.startswith("TABLE-")}
    assert raised <= set(shelf.rules(any_game.key))


def test_every_refusal_can_be_proved(any_game: Game) -> None:
    """It is one `raise` with the id written out, so that `prove` can take it out."""
    assert rule_source.unprovable(package(any_game.key)) == []


def test_rule_ids_belong_to_one_game(shelf: Shelf) -> None:
    ids = [rule for key in shelf.games for rule in shelf.rules(key)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("key", ["", "no-such-game"])
def test_an_unknown_game_is_not_on_the_shelf(shelf: Shelf, key: str) -> None:
    assert key not in shelf.games
