"""What the events that belong to every game do to a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from book import Book, facts

from companion.core.contract import Game, RuleViolation
from companion.core.events import (
    Adjusted,
    Amended,
    CardDescribed,
    OptionChanged,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RulingMade,
    SetUp,
    Undone,
    Withheld,
    is_ordered,
    is_secret,
    may_read,
    seat_of,
)
from companion.core.table import tell
from companion.core.text import Text, say


class TestPeople:
    def test_who_joins_takes_the_next_seat(self, book: Book) -> None:
        book.enter(PlayerJoined("Cy")).count(2, 3)
        assert book.ledger.table.names == ("Ann", "Bo", "Cy")
        assert book.counters == (0, 0, 3)

    def test_a_join_the_game_refuses_adds_nobody(self, tally: Game) -> None:
        book = Book(tally, "Ann", "Bo", "Cy")
        with pytest.raises(RuleViolation, match="TABLE-PLAYERS"):
            book.enter(PlayerJoined("Di"))
        assert book.ledger.table.names == ("Ann", "Bo", "Cy")

    def test_who_leaves_keeps_seat_and_score(self, book: Book) -> None:
        book.count(1, 4).enter(PlayerLeft(1))
        assert book.counters == (0, 4)
        assert [player.present for player in book.ledger.table.players] == [True, False]

    def test_a_new_name_changes_nothing_else(self, book: Book) -> None:
        book.count(1, 4)
        before = book.ledger.table
        book.enter(PlayerRenamed(1, "Bea"))
        assert book.ledger.table.names == ("Ann", "Bea")
        assert book.ledger.table == replace(before, players=book.ledger.table.players)
        assert book.undo().ledger.table.names == ("Ann", "Bo")

    def test_who_left_and_was_renamed_is_still_away(self, book: Book) -> None:
        book.enter(PlayerLeft(1), PlayerRenamed(1, "Bea"))
        assert [player.present for player in book.ledger.table.players] == [True, False]

    @pytest.mark.parametrize("seat", [2, 99, -1])
    def test_an_event_about_nobody_is_refused(self, book: Book, seat: int) -> None:
        events = [
            book.counted(seat, 1),
            PlayerLeft(seat),
            PlayerRenamed(seat, "X"),
            Adjusted(seat, 1, ""),
            Withheld(seat),
            RulingMade(("TALLY-2",), book.counted(seat, 1)),
        ]
        for event in events:
            with pytest.raises(RuleViolation, match="TABLE-SEAT"):
                book.enter(event)


class TestRulings:
    def test_a_ruling_lifts_the_named_rule_for_one_entry(self, book: Book) -> None:
        book.count(0, 9)
        book.enter(RulingMade(("TALLY-2",), book.counted(0, 5), "the card says so"))
        assert book.counters == (14, 0)
        assert book.ledger.table.rulings == (("TALLY-2", "the card says so"),)
        with pytest.raises(RuleViolation, match="TALLY-2"):
            book.count(0, 1)

    def test_a_ruling_on_another_rule_lifts_nothing(self, book: Book) -> None:
        with pytest.raises(RuleViolation, match="TALLY-2"):
            book.enter(RulingMade(("TALLY-5",), book.counted(0, 11)))

    def test_what_is_impossible_is_not_lifted(self, book: Book) -> None:
        with pytest.raises(RuleViolation, match="TALLY-1"):
            book.enter(RulingMade(("TALLY-1",), book.counted(0, -1)))

    def test_a_ruling_can_be_undone(self, book: Book) -> None:
        before = facts(book)
        book.enter(RulingMade(("TALLY-2",), book.counted(0, 12)))
        assert facts(book.undo()) == before

    def test_a_ruling_may_set_several_rules_aside(self, book: Book) -> None:
        book.enter(RulingMade(("TALLY-2", "TALLY-5"), book.counted(0, 12), "both"))
        assert book.ledger.table.rulings == (("TALLY-2", "both"), ("TALLY-5", "both"))


class TestOptions:
    def test_an_option_holds_from_there_on(self, book: Book) -> None:
        book.count(0, 9).enter(OptionChanged("limit", 20)).count(0, 9)
        assert book.counters == (18, 0)
        assert book.ledger.table.options.limit == 20
        assert book.ledger.setup.options == {}

    @pytest.mark.parametrize(
        ("name", "value"), [("limit", 11), ("limit", "20"), ("limit", None), ("colour", 1), ("", {"a": []})]
    )
    def test_what_no_option_can_be_is_refused(self, book: Book, name: str, value: Any) -> None:
        with pytest.raises(RuleViolation, match="TABLE-OPTION"):
            book.enter(OptionChanged(name, value))

    def test_undo_of_a_later_count_keeps_the_option(self, book: Book) -> None:
        book.enter(OptionChanged("limit", 20)).count(0, 15).undo()
        assert book.count(0, 20).counters == (20, 0)


def test_a_free_correction_changes_the_score_with_a_reason(book: Book) -> None:
    book.count(0, 4).enter(Adjusted(0, -6, "miscounted"))
    assert book.counters == (-2, 0)


def test_a_game_can_be_taken_up_in_the_middle(book: Book) -> None:
    book.enter(Adjusted(0, 34, ""), Adjusted(1, 28, ""))
    assert book.counters == (34, 28)


def test_a_withheld_entry_counts_for_nothing_but_keeps_its_number(book: Book) -> None:
    book.count(0, 1)
    before = facts(book)
    book.enter(Withheld(1), Withheld())
    assert facts(book) == before
    assert book.ledger.seq == 3
    assert facts(book.undo(2)) == before
    assert book.count(0, 1).counters == (2, 0)


# -- cards


@dataclass(frozen=True)
class CardPlayed:
    name: str


@dataclass(frozen=True)
class Pile:
    total: int = 0
    worth: Mapping[str, int] = field(default_factory=dict)


def play_cards(state: Pile, event: Any, lifted: frozenset[str]) -> Pile:
    match event:
        case CardDescribed(name, worth):
            return replace(state, worth={**state.worth, name: worth["worth"]})
        case CardPlayed(name) if name in state.worth:
            return replace(state, total=state.total + state.worth[name])
        case _:
            raise RuleViolation("PILE-1", Text("Nobody knows that card."))


@pytest.fixture
def cards(tally: Game) -> Book:
    """A table of a game whose cards are worth what the table says."""
    return Book(replace(tally, events=(CardPlayed,), start=lambda _: Pile(), apply=play_cards))


def fish(worth: int) -> CardDescribed:
    return CardDescribed("Fish", {"worth": worth})


class TestCards:
    def test_a_later_description_never_changes_what_was_decided(self, cards: Book) -> None:
        cards.enter(fish(2), CardPlayed("Fish"), fish(5))
        assert cards.ledger.table.state.total == 2
        assert cards.ledger.table.cards == {"Fish": {"worth": 5}}
        assert cards.enter(CardPlayed("Fish")).ledger.table.state.total == 7
        assert cards.again().ledger.table.state.total == 7

    def test_striking_a_description_out_brings_the_one_before_back(self, cards: Book) -> None:
        cards.enter(fish(2), fish(5)).strike_out(2)
        assert cards.ledger.table.cards == {"Fish": {"worth": 2}}
        assert cards.enter(CardPlayed("Fish")).ledger.table.state.total == 2

    def test_undo_passes_over_a_description(self, cards: Book) -> None:
        cards.enter(fish(2), CardPlayed("Fish"), fish(5)).undo()
        assert cards.ledger.table.state.total == 0
        assert cards.ledger.table.cards == {"Fish": {"worth": 5}}
        cards.redo()
        assert cards.ledger.table.state.total == 2

    def test_amending_a_description_does_change_what_rested_on_it(self, cards: Book) -> None:
        cards.enter(fish(2), CardPlayed("Fish"), fish(5), CardPlayed("Fish")).amend(1, fish(3))
        assert cards.ledger.table.state.total == 8

    def test_striking_a_description_out_makes_what_rested_on_it_misfits(self, cards: Book) -> None:
        cards.enter(fish(2), CardPlayed("Fish"))
        with pytest.raises(RuleViolation, match="PILE-1"):
            cards.strike_out(1)
        assert cards.strike_out(1, 2).ledger.table.state == Pile()
        assert cards.ledger.table.cards == {}


# -- who may read what


class TestTelling:
    @pytest.fixture
    def secret(self, book: Book) -> Any:
        return book.kinds["Guessed"](1, 12)

    def test_a_secret_is_read_by_its_own_seat_alone(self, book: Book, secret: Any) -> None:
        wrapped = [secret, Amended(1, secret), RulingMade(("TALLY-4",), secret)]
        wrapped.append(Amended(1, wrapped[2]))
        for event in wrapped:
            assert is_secret(event)
            assert seat_of(event) == 1
            assert [may_read(event, seat) for seat in (None, 0, 1, 2)] == [False, False, True, False]
        assert not is_secret(book.counted(1, 2))
        assert not is_secret(Undone(1))

    def test_others_read_only_that_there_is_a_secret(self, book: Book, secret: Any) -> None:
        names = ("Ann", "Bo")
        for event in (secret, Amended(1, secret), RulingMade(("TALLY-4",), secret)):
            for viewer in (None, 0, 2):
                assert say(tell(book.game, event, viewer), names) == "Bo entered something secret"
                told = Text("12 was written")
                assert say(tell(book.game, event, viewer, told), names) == "Bo entered something secret"
        assert say(tell(book.game, secret, 1), names) == "Bo wrote down 12"

    def test_a_ruling_tells_what_was_done_and_on_which_rule(self, book: Book) -> None:
        ruling = RulingMade(("TALLY-2", "TALLY-5"), book.counted(0, 12))
        told = say(tell(book.game, ruling, None), ("Ann", "Bo"))
        assert told == "Ann counted +12 (ruling on TALLY-2, TALLY-5)"

    @pytest.mark.parametrize(
        ("event", "line"),
        [
            (PlayerRenamed(0, "Änn"), "Ann is now called Änn"),
            (PlayerJoined("Cy"), "Cy joined"),
            (PlayerLeft(1), "Bo left"),
            (Adjusted(0, 5, "bonus"), "Ann +5: bonus"),
            (Adjusted(0, -5, ""), "Ann \N{MINUS SIGN}5"),
            (OptionChanged("limit", 20), "From here on “Counters stop at”: 20"),
            (OptionChanged("guessing", False), "From here on “Secret guesses”: No"),
            (OptionChanged("old_name", [1]), "From here on: another “old name”"),
            (CardDescribed("Fish", {}), "Card described: Fish"),
            (CardDescribed("Fish", {"plus": 2}), "Fish: counts 2"),
            (SetUp(("Ann",), {}), "The set-up"),
            (Withheld(1), "A secret entry"),
        ],
    )
    def test_a_core_event_is_told_in_one_line(self, book: Book, event: Any, line: str) -> None:
        assert say(tell(book.game, event, None), ("Ann", "Bo")) == line

    def test_what_is_ordered_stays_so_inside_a_ruling(self, book: Book) -> None:
        passed = book.kinds["TurnPassed"]()
        assert is_ordered(passed)
        assert is_ordered(RulingMade((), passed))
        assert not is_ordered(book.counted(0, 1))
