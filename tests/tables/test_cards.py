"""The card book: typed in once, found again, and never deciding anything by itself."""

from __future__ import annotations

from typing import Any

import pytest
from keeping import Keeper

from companion.core.codec import BadRecord
from companion.core.contract import BadForm, Game, RuleViolation
from companion.core.events import Amended, CardDescribed
from companion.core.text import say
from companion.shelf import Shelf
from companion.tables.cardforms import BadCard, card_from, card_name, cards_in, facts_from
from companion.tables.cards import Card, Cards, Lesson
from companion.tables.live import LiveTable
from companion.tables.overtaken import Recorded, Sent
from companion.tables.store import CannotWrite

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
    assert facts_from(tally, {"plus": ["?"]}) == {}


@pytest.mark.parametrize("raw", ["many", "1000", "-1000", "-+5", "1.5", "\N{INFINITY}"])
def test_a_number_that_does_not_fit_is_refused_with_what_would(tally: Game, raw: str) -> None:
    with pytest.raises(BadCard) as no:
        facts_from(tally, {"plus": [raw]})
    assert no.value.field == "plus"
    assert say(no.value.text, ()) == f"Counts cannot be “{raw}”: a whole number from -999 to 999, or nothing."


def test_a_number_may_be_infinite_where_the_game_says_so(shelf: Shelf) -> None:
    nifty = shelf.games["get_nifty"]
    for raw in ("\N{INFINITY}", "inf", "+Infinity"):
        assert facts_from(nifty, {"d": [raw]}) == {"d": "inf"}
    with pytest.raises(BadCard, match="cannot be"):
        facts_from(nifty, {"kind": ["event"]})


@pytest.mark.parametrize("raw", ["", "  ", "\u202e", "x" * 41])
def test_a_name_that_does_not_fit_is_refused(raw: str) -> None:
    with pytest.raises(BadCard) as no:
        card_name(raw)
    assert no.value.field == "name"
    assert "at most 40" in say(no.value.text, ())


def test_a_card_that_no_table_would_take_is_not_for_the_book(shelf: Shelf) -> None:
    nifty = shelf.games["get_nifty"]
    with pytest.raises(RuleViolation, match="NIFTY-CARD-02"):
        card_from(nifty, {"name": ["Safe"]})
    for card in ({"name": "Nifty"}, {"name": "Torg", "facts": {"d": 99999}}):
        with pytest.raises(BadRecord, match="card 1"):
            cards_in(nifty, {"companion_cards": 1, "game": "get_nifty", "cards": [card]})


# -- the book learns what tables learn


@pytest.fixture
def nifty(keeper: Keeper) -> LiveTable:
    return keeper.tables.open("get_nifty", ("Ann", "Bo"), {})


def in_book(keeper: Keeper, live: LiveTable, name: str) -> dict[str, Any] | None:
    card = keeper.tables.cards.find(live.game, live.row.title, name)
    return None if card is None else dict(card.facts)


def challenge(keeper: Keeper, live: LiveTable, card: str) -> Recorded:
    seat = live.table.state.turn
    return keeper.play(live, do="challenge", kind="danger", seat=seat, target=1 - seat, card=card)


def defend(keeper: Keeper, live: LiveTable, card: str) -> Recorded:
    return keeper.play(live, do="add", side="defence", seat=1 - live.table.state.turn, card=card)


def test_the_book_hears_of_a_card_that_is_played(keeper: Keeper, nifty: LiveTable) -> None:
    recorded = challenge(keeper, nifty, "Torg=3")
    assert in_book(keeper, nifty, "torg") == {"kind": "character", "d": 3}
    keeper.tables.undo(nifty, recorded.seq, ANN)
    assert in_book(keeper, nifty, "torg") == {"kind": "character", "d": 3}


def test_what_one_table_was_told_the_next_one_knows(keeper: Keeper, nifty: LiveTable) -> None:
    challenge(keeper, nifty, "Torg")
    keeper.play(nifty, do="describe", name="Torg", d=4, s=2)
    facts = {"kind": "character", "d": 4, "s": 2}
    assert in_book(keeper, nifty, "Torg") == facts
    other = keeper.tables.open("get_nifty", ("Cy", "Di"), {})
    challenge(keeper, other, "torg")
    assert other.ledger.entries[0].event == CardDescribed("Torg", facts)


def test_a_card_that_a_table_knows_by_itself_is_not_described_to_it(keeper: Keeper, nifty: LiveTable) -> None:
    challenge(keeper, nifty, "Torg=3")
    defend(keeper, nifty, "Torg")
    assert not any(isinstance(entry.event, CardDescribed) for entry in nifty.ledger.entries)


def test_what_the_book_knows_beyond_that_is_told_to_the_table(keeper: Keeper, nifty: LiveTable) -> None:
    challenge(keeper, nifty, "Torg=3")
    keeper.tables.keep_cards(nifty.game, "get_nifty", [Card("Torg", {"kind": "character", "d": 9, "s": 2})])
    defend(keeper, nifty, "Torg")
    assert nifty.table.cards["Torg"] == {"kind": "character", "d": 3, "s": 2}


def test_what_was_typed_in_wins_over_what_was_heard(keeper: Keeper, nifty: LiveTable) -> None:
    challenge(keeper, nifty, "Torg")
    keeper.tables.keep_cards(nifty.game, "get_nifty", [Card("Torg", {"kind": "object", "s": 5})])
    defend(keeper, nifty, "Torg=3")
    assert in_book(keeper, nifty, "Torg") == {"kind": "object", "s": 5}
    book = keeper.tables.cards
    assert not book.learn(nifty.game, "get_nifty", [Lesson("torg", {"s": 3}, {})], "now")
    assert book.learn(nifty.game, "get_nifty", [Lesson("torg", {"s": 3, "d": 1}, {})], "now")
    assert in_book(keeper, nifty, "Torg") == {"kind": "object", "s": 5, "d": 1}
    assert book.learn(nifty.game, "get_nifty", [Lesson("torg", {"s": 3}, {}, heard=False)], "now")
    assert in_book(keeper, nifty, "Torg") == {"kind": "object", "s": 3, "d": 1}


def test_what_is_described_at_a_table_changes_only_that_in_the_book(keeper: Keeper, nifty: LiveTable) -> None:
    challenge(keeper, nifty, "Torg=3")
    keeper.tables.keep_cards(nifty.game, "get_nifty", [Card("Torg", {"d": 5, "special": "Runs."})])
    keeper.play(nifty, do="describe", name="Torg", s=2)
    assert in_book(keeper, nifty, "Torg") == {"d": 5, "special": "Runs.", "s": 2}


def test_a_description_that_is_put_right_is_put_right_in_the_book(keeper: Keeper, nifty: LiveTable) -> None:
    keeper.tables.record(nifty, lambda: CardDescribed("Torg", {"d": 3}), ANN)
    keeper.tables.change(nifty, Amended(1, CardDescribed("Torg", {"d": 4})), ANN)
    assert in_book(keeper, nifty, "Torg") == {"d": 4}


def test_a_printed_card_keeps_what_is_printed_when_a_number_is_heard(
    keeper: Keeper, nifty: LiveTable
) -> None:
    challenge(keeper, nifty, "Zoe=3")
    assert in_book(keeper, nifty, "Zoe") == {"kind": "character", "d": 3, "cancelled_by": ["Dex"]}


def test_nothing_is_written_for_an_entry_that_teaches_nothing(
    keeper: Keeper, nifty: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = challenge(keeper, nifty, "Torg=3")
    writes: list[Any] = []
    write = keeper.store.write
    monkeypatch.setattr(keeper.store, "write", lambda job: (writes.append(job), write(job))[1])
    defend(keeper, nifty, "1")
    assert len(writes) == 1
    keeper.tables.undo(nifty, recorded.seq + 1, ANN)
    keeper.tables.undo(nifty, recorded.seq, ANN)
    challenge(keeper, nifty, "Torg=3")
    assert len(writes) == 5  # the table is told again what it forgot, the book knows it


def test_a_book_that_cannot_learn_fails_no_entry(
    keeper: Keeper, nifty: LiveTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_disk(*_: object) -> bool:
        raise CannotWrite("full")

    monkeypatch.setattr(Cards, "learn", no_disk)
    assert challenge(keeper, nifty, "Torg=3").seq == nifty.seq == 1
    assert "the card book could not learn" in caplog.text


def test_a_full_book_learns_no_more(
    keeper: Keeper, nifty: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.tables.cards.MOST_CARDS", 1)
    for name in ("Torg", "Gwynn"):
        keeper.tables.record(nifty, lambda name=name: CardDescribed(name, {"d": 1}), ANN)  # type: ignore[misc]
    assert in_book(keeper, nifty, "Torg") == {"d": 1}
    assert in_book(keeper, nifty, "Gwynn") is None


def test_a_removed_card_is_gone_and_a_table_keeps_it(keeper: Keeper, nifty: LiveTable) -> None:
    challenge(keeper, nifty, "Torg=3")
    keeper.tables.forget_card(nifty.game, "get_nifty", "TORG")
    assert in_book(keeper, nifty, "Torg") is None
    defend(keeper, nifty, "Torg")
    assert nifty.table.state.book["torg"].d == 3
    assert in_book(keeper, nifty, "Torg") is None


def test_of_a_printed_card_what_is_printed_stays(book: Cards, tally: Game) -> None:
    book.put(tally, "tally", [Card("Booster", {"plus": 9})], "now")
    book.remove(tally, "tally", "booster")
    assert book.find(tally, "tally", "Booster") == Card("Booster", {"plus": 2}, "made up for the demo")


def test_a_card_is_found_whatever_its_signs(book: Cards, tally: Game) -> None:
    book.put(tally, "tally", [Card("Big-Gun", {"plus": 1}), Card("Big Gun", {"plus": 2})], "now")
    assert [book.find(tally, "tally", name) for name in ("big gun", "BIG-GUN")] == [
        Card("Big Gun", {"plus": 2}),
        Card("Big-Gun", {"plus": 1}),
    ]
    book.remove(tally, "tally", "Big Gun")
    assert book.find(tally, "tally", "big  gun!") == Card("Big-Gun", {"plus": 1})
    assert book.find(tally, "tally", "!") is None


def test_a_short_name_is_asked_about_with_the_cards_of_the_book(keeper: Keeper, nifty: LiveTable) -> None:
    keeper.tables.keep_cards(nifty.game, "get_nifty", [Card("Zoom", {"kind": "character", "d": 1})])
    with pytest.raises(RuleViolation, match="NIFTY-CARD-01") as no:
        challenge(keeper, nifty, "zo")
    assert [say(offer.label, ()) for offer in no.value.allowed] == ["Zoe", "Zoom", "“zo” is a new card"]
    assert nifty.seq == 0


def test_a_card_that_was_removed_comes_back_whole(keeper: Keeper, nifty: LiveTable) -> None:
    keeper.play(nifty, do="describe", name="Torg", kind="character", d=4, s=2)
    keeper.tables.forget_card(nifty.game, "get_nifty", "Torg")
    keeper.play(nifty, do="describe", name="Torg", n=1)
    assert in_book(keeper, nifty, "Torg") == {"kind": "character", "d": 4, "s": 2, "n": 1}
