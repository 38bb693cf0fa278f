"""Players, characters, deck, deal, dealer."""

from __future__ import annotations

import pytest
from nyet_table import Draw, board, enter, new, play, ready, refuses, tap, total_of

from companion.core.contract import RuleViolation, Setup
from companion.core.events import Adjusted, CardDescribed, OptionChanged, PlayerJoined, PlayerLeft
from companion.games.nyet import GAME
from companion.games.nyet.board import LINES, covered
from companion.games.nyet.cards import DEALS, deck, read_card
from companion.games.nyet.events import (
    CardPlayed,
    CharacterChosen,
    DealerChosen,
    ResultEntered,
    RoundVoided,
    TokenPlaced,
)
from companion.games.nyet.seating import characters


@pytest.mark.rule("NYET-2.1")
def test_a_sixth_player_is_refused() -> None:
    refuses("NYET-2.1", new(5), PlayerJoined("Flo"))


@pytest.mark.rule("NYET-2.1")
def test_there_are_exactly_five_characters() -> None:
    refuses("NYET-2.1", new(3), CharacterChosen(0, 6))
    with pytest.raises(RuleViolation) as caught:
        new(3, characters=(("Bear", "", ""),))
    assert caught.value.rule == "NYET-2.1"


@pytest.mark.rule("NYET-2.1", "NYET-3.3")
def test_two_players_cannot_have_the_same_character() -> None:
    state = play(new(3), CharacterChosen(0, 2))
    no = refuses("NYET-3.3", state, CharacterChosen(1, 2))
    assert [offer.form["character"] for offer in no.allowed] == ["1", "3", "4", "5"]
    assert characters(state) == {0: 2, 1: 1, 2: 3}


def test_a_character_can_be_given_back_and_swapped() -> None:
    state = play(new(5), CharacterChosen(0, 2), CharacterChosen(1, 1))
    state = play(state, CharacterChosen(0, 0), CharacterChosen(1, 2), CharacterChosen(0, 1))
    assert characters(state) == {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}


def test_a_character_gets_the_name_colour_and_symbol_of_the_printed_board() -> None:
    state = enter(new(3), "do=describe&character=2&name=Fox&colour=orange&symbol=wolf")
    assert state.options.characters[1] == ("Fox", "orange", "wolf")
    assert GAME.view(state, None).lines[0].boxes[1].character.name == "Fox"


@pytest.mark.rule("NYET-2.2")
@pytest.mark.parametrize("name", ["green 14", "black 3", "red 0", "red", "", "red -1", "red ٣"])
def test_a_card_that_no_deck_holds_is_refused(name: str) -> None:
    refuses("NYET-2.2", ready(4, (0, 1)), CardPlayed(0, name))


@pytest.mark.rule("NYET-2.2")
def test_the_deck_goes_up_to_thirteen_in_four_colours_of_fifteen() -> None:
    state = play(ready(4, (0, 1)), CardPlayed(0, "yellow 13"))
    assert str(state.round.plays[0].card) == "yellow 13"
    assert [
        sum(card.colour == colour for card in deck(4)) for colour in ("blue", "red", "yellow", "green")
    ] == [15] * 4


@pytest.mark.rule("NYET-2.3")
def test_a_second_red_seven_is_refused_and_the_free_reds_are_offered() -> None:
    state = play(ready(4, (0, 1)), CardPlayed(0, "red 7"))
    no = refuses("NYET-2.3", state, CardPlayed(1, "red 7"))
    assert "red 7" not in [offer.form["card"] for offer in no.allowed]
    assert not no.liftable
    assert refuses("NYET-2.3", state, CardPlayed(1, "red 7"), frozenset({"NYET-2.3"}))


@pytest.mark.rule("NYET-2.3")
def test_the_third_one_of_a_colour_fits_and_the_fourth_does_not() -> None:
    state = play(ready(4, (0, 1)), *(CardPlayed(seat, "red 1") for seat in (0, 1, 2)))
    refuses("NYET-2.3", state, CardPlayed(3, "red 1"))


@pytest.mark.rule("NYET-3.1")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_only_two_to_five_can_play(players: int) -> None:
    with pytest.raises(RuleViolation) as caught:
        GAME.start(Setup(players, GAME.options()))
    assert caught.value.rule == "NYET-3.1"
    assert players not in GAME.seats


@pytest.mark.rule("NYET-3.1")
def test_three_can_play_and_of_two_nobody_can_leave() -> None:
    assert new(3).players == 3
    refuses("NYET-3.1", new(2), PlayerLeft(0))


@pytest.mark.rule("NYET-3.4")
@pytest.mark.parametrize(("players", "spare"), [(2, 3), (3, 2), (4, 1), (5, 0)])
def test_characters_that_nobody_plays_are_covered_before_play(players: int, spare: int) -> None:
    assert len(covered(new(players), 1)) == spare
    assert all(not covered(new(players), line) for line in LINES[1:])


@pytest.mark.rule("NYET-3.5")
def test_spare_characters_stay_covered_in_the_next_round() -> None:
    state = play(new(3), CharacterChosen(0, 4))
    before = covered(state, 1)
    state = play(board(state), ResultEntered((0,), (1, 2), wedge_tricks=4))
    assert covered(state, 1) == before == {"1": None, "5": None}
    refuses("NYET-3.5", state, CharacterChosen(0, 5))


@pytest.mark.rule("NYET-3.5")
def test_a_character_cannot_be_changed_once_tokens_lie_there() -> None:
    refuses("NYET-3.5", play(new(3), TokenPlaced(0, 3, "red")), CharacterChosen(0, 5))


@pytest.mark.rule("NYET-3.7", "NYET-3.8")
@pytest.mark.parametrize(
    ("players", "cards", "highest"), [(2, 60, 13), (3, 48, 10), (4, 60, 13), (5, 60, 13)]
)
def test_the_deck_fits_the_number_of_players(players: int, cards: int, highest: int) -> None:
    assert len(deck(players)) == DEALS[players].deck == cards
    assert max(card.value for card in deck(players)) == highest


@pytest.mark.rule("NYET-3.9")
@pytest.mark.parametrize("value", [11, 12, 13])
def test_with_three_players_eleven_and_up_are_refused(value: int) -> None:
    refuses("NYET-3.9", ready(3, (0,)), CardPlayed(0, f"blue {value}"))
    assert read_card(f"blue {value}", 4).value == value


@pytest.mark.rule("NYET-3.11")
@pytest.mark.parametrize("drawn", range(4))
def test_the_first_dealer_is_drawn_or_chosen(drawn: int) -> None:
    event = tap(new(4), "do=dealer&how=random", chance=Draw(drawn))
    assert event == DealerChosen(drawn)
    assert play(new(4), event).dealer == drawn
    assert play(new(4), event, tap(new(4), "do=dealer&seat=2")).dealer == 2


@pytest.mark.rule("NYET-3.13", "NYET-3.14", "NYET-3.15", "NYET-3.16")
@pytest.mark.parametrize(("players", "hand", "aside"), [(5, 12, 0), (4, 15, 0), (3, 16, 0), (2, 15, 30)])
def test_everybody_gets_the_same_number_of_cards(players: int, hand: int, aside: int) -> None:
    facts = GAME.view(new(players), None).round
    assert (facts.hand, facts.aside) == (hand, aside)


# -- coming and going, starting in the middle


def test_a_late_player_sits_down_between_two_rounds() -> None:
    state = play(new(3), ResultEntered((0,), (1, 2), 3, "nyet", 4), PlayerJoined("Di"))
    assert state.seats == (0, 1, 2, 3)
    assert characters(state)[3] == 4
    assert total_of(state) == [12, 36, 36, 0]
    assert GAME.view(state, None).round.total == 9


@pytest.mark.rule("NYET-3.12")
def test_nobody_joins_while_a_round_is_dealt() -> None:
    no = refuses("NYET-3.12", board(new(3)), PlayerJoined("Di"))
    assert play(board(new(3)), tap(new(3), "do=void"), PlayerJoined("Di")).players == 4
    assert no.allowed[0].form == {"do": "void"}


@pytest.mark.rule("TABLE-SEAT")
def test_who_leaves_keeps_the_score_and_the_running_round_is_void() -> None:
    state = play(new(4), ResultEntered((0, 1), (2, 3), 3, "nyet", 4))
    state = play(board(state), PlayerLeft(1))
    assert state.seats == (0, 2, 3)
    assert not state.round.touched
    assert state.dealer == 2
    assert total_of(state) == [12, 12, 33, 33]
    assert play(state, PlayerLeft(1)) == state
    state = play(state, ResultEntered((2,), (0, 3), 1, "nyet", 16))
    assert total_of(state) == [12, 12, 49, 33]
    assert GAME.standings(state).rows[1].detail is not None
    refuses("TABLE-SEAT", state, TokenPlaced(1, 3, "red"))


def test_a_game_can_begin_in_the_middle_with_given_totals() -> None:
    state = play(new(3, first_round=5), *(Adjusted(seat, 10 * seat, "so far") for seat in range(3)))
    assert total_of(state) == [0, 10, 20]
    assert GAME.view(state, None).round.number == 5
    for _ in range(5):
        state = play(state, ResultEntered((0,), (1, 2), 1, "nyet", 16))
    assert total_of(state) == [80, 10, 20]
    assert GAME.standings(state).finished
    assert GAME.timeline(state)[0].totals == (0, 10, 20)


def test_a_described_card_changes_nothing_here() -> None:
    assert play(new(3), CardDescribed("x", {})) == new(3)


# -- the board profile and other options


@pytest.mark.rule("NYET-4.5")
def test_a_board_with_six_boxes_on_line_two_is_refused() -> None:
    six = ("discard3", "discard2", "discard1", "except1", "pass", "nyet")
    with pytest.raises(RuleViolation) as caught:
        new(3, line2=six)
    assert caught.value.rule == "NYET-4.5"
    refuses("NYET-4.5", new(3), OptionChanged("line2", six))


@pytest.mark.rule("NYET-4.5")
def test_every_line_of_the_board_has_five_boxes() -> None:
    assert [len(line.boxes) for line in GAME.view(new(4), None).lines] == [5] * 5
    refuses("NYET-4.5", new(3), TokenPlaced(0, 6, "red"))


@pytest.mark.rule("NYET-4.5")
def test_a_box_that_the_round_speaks_of_stays_on_the_board() -> None:
    state = play(new(3), TokenPlaced(0, 2, "discard2"))
    three = ("discard3", "discard1", "except1", "pass", "nyet")
    refuses("NYET-4.5", state, OptionChanged("line2", three))
    assert play(new(3), OptionChanged("line2", three)).options.line2 == three


@pytest.mark.rule("NYET-5.12")
@pytest.mark.parametrize("line2", [("discard4",) * 5, ("nyet", "nyet", "pass", "except1", "discard1")])
def test_line_two_holds_five_different_boxes_of_the_six(line2: tuple[str, ...]) -> None:
    with pytest.raises(RuleViolation) as caught:
        new(3, line2=line2)
    assert caught.value.rule == "NYET-5.12"


@pytest.mark.rule("NYET-5.22")
@pytest.mark.parametrize("values", [(1, 2, 3, 4), (1, 1, 2, 3, 4)])
def test_line_five_holds_five_different_numbers(values: tuple[int, ...]) -> None:
    with pytest.raises(RuleViolation) as caught:
        new(3, values=values)
    assert caught.value.rule == "NYET-5.22"


@pytest.mark.rule("NYET-1.3")
@pytest.mark.parametrize(
    "options", [{"rounds": -1}, {"first_round": 0}, {"target": 0}, {"first_round": 10}, {"rounds": 100}]
)
def test_a_length_that_is_none_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(RuleViolation) as caught:
        new(3, **options)
    assert caught.value.rule == "NYET-1.3"


@pytest.mark.rule("TABLE-OPTION")
def test_an_unknown_option_or_value_is_refused() -> None:
    refuses("TABLE-OPTION", new(3), OptionChanged("colour", 1))
    refuses("TABLE-OPTION", new(3), OptionChanged("bonus", "sometimes"))


@pytest.mark.rule("NYET-4.21")
def test_the_dealer_is_chosen_for_the_first_round_only() -> None:
    state = play(new(3), ResultEntered((0,), (1, 2), 3, "nyet", 4))
    refuses("NYET-4.21", state, DealerChosen(0))
    assert play(state, DealerChosen(0), lifted=frozenset({"NYET-4.21"})).dealer == 0


@pytest.mark.rule("NYET-4.2")
def test_the_dealer_stands_once_tokens_lie_there() -> None:
    state = play(new(3), TokenPlaced(0, 3, "red"))
    refuses("NYET-4.2", state, DealerChosen(1))
    assert play(state, RoundVoided(), DealerChosen(1)).dealer == 1


@pytest.mark.rule("NYET-3.5")
def test_who_stays_keeps_the_character_when_somebody_leaves() -> None:
    state = play(new(4), PlayerLeft(1))
    assert characters(state) == {0: 1, 2: 3, 3: 4}
    assert set(covered(state, 1)) == {"2", "5"}
    assert characters(play(state, PlayerJoined("Eve"))) == {0: 1, 2: 3, 3: 4, 4: 5}


@pytest.mark.rule("NYET-3.5")
def test_who_had_to_give_way_keeps_the_character_when_somebody_leaves() -> None:
    state = play(new(3), CharacterChosen(0, 2))
    assert characters(play(state, PlayerLeft(0))) == {1: 1, 2: 3}
    assert characters(play(state, PlayerLeft(0), PlayerJoined("Eve"), PlayerJoined("Flo"))) == {
        1: 1,
        2: 3,
        3: 4,
        4: 5,
    }
