"""The card book: typed in once, found again, and never deciding anything by itself."""

from __future__ import annotations

import pytest
from keeping import Keeper

from companion.core.codec import BadRecord
from companion.core.contract import BadForm, Game
from companion.core.events import CardDescribed
from companion.tables.cards import Card, Cards, cards_in, facts_from
from companion.tables.errors import TableRefusal
from companion.tables.service import Sent

ANN = Sent(by="Ann")


@pytest.fixture
def book(keeper: Keeper) -> Cards:
    return keeper.tables.cards


def play(name: str) -> dict[str, str]:
    return {"do": "card", "seat": "0", "card": name}


def test_what_the_rulebook_prints_is_there_from_the_start_with_its_source(book: Cards, tally: Game) -> None:
    assert [(card.name, card.source) for card in book.all(tally, "tally")] == [
        ("Booster", "made up for the demo")
    ]


def test_a_card_is_found_by_two_letters_of_any_word_or_alias(book: Cards, tally: Game) -> None:
    book.put(tally, "tally", [Card("Inflatable Raft", {"plus": 1, "aliases": ["Gummy"]})], "now")
    for letters in ("in", "RA", "gu", "inflatable r"):
        assert [card.name for card in book.search(tally, "tally", letters)] == ["Inflatable Raft"]
    assert book.search(tally, "tally", "ft") == []
    assert book.find(tally, "tally", "gummy") == book.find(tally, "tally", "INFLATABLE RAFT")


def test_a_card_typed_in_again_replaces_the_old_one(book: Cards, tally: Game) -> None:
    for plus in (1, 3):
        book.put(tally, "tally", [Card("booster", {"plus": plus})], "now")
    assert [(card.name, card.facts) for card in book.all(tally, "tally")] == [("booster", {"plus": 3})]


def test_editions_have_books_of_their_own(book: Cards, tally: Game) -> None:
    book.put(tally, "another", [Card("Raft", {"plus": 1})], "now")
    assert book.find(tally, "tally", "Raft") is None


def test_the_first_play_of_a_card_tells_the_table_what_it_says(keeper: Keeper) -> None:
    live = keeper.table()
    keeper.tables.play(live, 0, play("Booster"), ANN)
    assert live.ledger.entries[0].event == CardDescribed("Booster", {"plus": 2})
    assert live.table.state.counters[0] == 2
    keeper.tables.play(live, 0, play("Booster"), ANN)
    assert live.seq == 3


def test_changing_the_book_changes_nothing_that_was_decided(keeper: Keeper, book: Cards, tally: Game) -> None:
    live = keeper.table()
    keeper.tables.play(live, 0, play("Booster"), ANN)
    keeper.tables.keep_cards(tally, "tally", [Card("Booster", {"plus": 5})])
    assert live.table.state.counters[0] == 2
    keeper.tables.play(live, 0, play("Booster"), ANN)
    assert live.table.state.counters[0] == 4


def test_a_refused_play_leaves_no_trace_of_its_card(keeper: Keeper) -> None:
    live = keeper.table()
    with pytest.raises(BadForm):
        keeper.tables.play(live, 0, play("Nobody knows it"), ANN)
    with pytest.raises(BadForm):
        keeper.tables.play(live, 0, {**play("Booster"), "seat": "x"}, ANN)
    assert live.seq == 0


def test_undo_takes_the_play_back_and_keeps_what_was_learnt(keeper: Keeper) -> None:
    live = keeper.table()
    recorded = keeper.tables.play(live, 0, play("Booster"), ANN)
    target = live.ledger.undo_target()
    assert target is not None
    assert target.seq == recorded.seq == 2
    keeper.tables.undo(live, 2, ANN)
    assert live.table.state.counters[0] == 0
    assert live.ledger.undo_target() is None
    assert "Booster" in live.table.cards


def test_a_tap_that_is_sent_twice_plays_and_teaches_once(keeper: Keeper) -> None:
    live = keeper.table()
    for _ in range(2):
        keeper.tables.play(live, 0, play("Booster"), Sent("Ann", "key", "print", 0))
    assert live.seq == 2


def test_a_book_goes_into_a_file_and_comes_back(book: Cards, tally: Game) -> None:
    book.put(tally, "tally", [Card("Raft", {"plus": -1, "aliases": ["Gummy"]})], "now")
    document = book.export(tally, "tally")
    book.put(tally, "copy", cards_in(tally, document), "now")
    assert {c.name: c.facts for c in book.all(tally, "copy")} == {
        c.name: c.facts for c in book.all(tally, "tally")
    }


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"companion_cards": 2},
        {"companion_cards": 1, "game": "chess", "cards": []},
        {"companion_cards": 1, "game": "tally", "cards": {}},
        {"companion_cards": 1, "game": "tally", "cards": [{"name": " "}]},
        {"companion_cards": 1, "game": "tally", "cards": [{"name": "X", "facts": {"odd": 1}}]},
    ],
)
def test_a_wrong_card_file_is_refused(tally: Game, document: object) -> None:
    with pytest.raises(BadRecord):
        cards_in(tally, document)


def test_facts_are_read_from_a_form_and_what_is_empty_is_not_known(tally: Game) -> None:
    assert facts_from(tally, {"plus": ["\N{MINUS SIGN}3"], "aliases": ["Gummy, Raft ,"]}) == {
        "plus": -3,
        "aliases": ["Gummy", "Raft"],
    }
    assert facts_from(tally, {"plus": [""]}) == {}
    assert facts_from(tally, {"plus": ["\N{INFINITY}"]}) == {"plus": "inf"}
    with pytest.raises(TableRefusal):
        facts_from(tally, {"plus": ["many"]})
