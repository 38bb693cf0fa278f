"""The NY3T! phase: tokens, closed lines, the board read directly."""

from __future__ import annotations

from itertools import cycle

import pytest
from nyet_table import board, enter, new, play, ready, refuses, tap

from companion.core.contract import RuleViolation
from companion.games.nyet import GAME
from companion.games.nyet.board import (
    LINES,
    bare,
    bare_boxes,
    covered,
    first_player,
    open_boxes,
    trumps,
    value,
)
from companion.games.nyet.cards import Card
from companion.games.nyet.events import (
    BoardRead,
    CardPlayed,
    CharacterChosen,
    DealerChosen,
    LineRead,
    ResultEntered,
    TeamsFormed,
    TokenPlaced,
    TrickWon,
)
from companion.games.nyet.flow import phase
from companion.games.nyet.model import State
from companion.games.nyet.tokens import next_token, tokens_left

LIFTED = frozenset({"NYET-4.2"})


def cover(state: State, line: int, *boxes: str) -> State:
    """Cover boxes in turn, whoever's turn it is."""
    for box in boxes:
        state = play(state, TokenPlaced(next_token(state) or 0, line, box))
    return state


def cover_all_but(state: State, kept: tuple[str, ...]) -> State:
    for line, keep in zip(LINES, kept, strict=True):
        state = cover(state, line, *(box for box in open_boxes(state, line) if box != keep))
    return state


@pytest.mark.rule("NYET-1.2")
def test_the_box_nobody_covered_is_in_force() -> None:
    state = cover(new(4), 3, "blue", "red", "yellow", "none")
    assert bare(state, 3) == "green"
    assert trumps(state).trump == "green"


@pytest.mark.rule("NYET-1.2")
def test_a_covered_box_cannot_be_read_as_bare() -> None:
    state = cover(new(4), 3, "blue")
    no = refuses("NYET-1.2", state, LineRead(3, "blue"))
    assert [offer.form["box"] for offer in no.allowed] == ["red", "yellow", "green", "none"]
    refuses("NYET-1.2", state, BoardRead(("1", "nyet", "blue", "red", "2")))


@pytest.mark.rule("NYET-4.1")
def test_tricks_are_refused_while_a_line_has_two_bare_boxes() -> None:
    state = cover(new(2), 3, "blue", "red", "yellow")
    state = play(state, *(LineRead(n, box) for n, box in ((1, "1"), (2, "nyet"), (4, "none"), (5, "2"))))
    for event in (TrickWon(0), CardPlayed(0, "red 2"), TeamsFormed(0, (0,), (1,))):
        no = refuses("NYET-4.1", state, event)
        assert {offer.form["box"] for offer in no.allowed} == {"green", "none"}


@pytest.mark.rule("NYET-4.1")
def test_the_board_stands_once_the_trick_phase_has_begun() -> None:
    refuses("NYET-4.1", ready(3, (0,)), LineRead(3, "green"))
    assert bare(play(board(new(3)), LineRead(3, "green")), 3) == "green"


@pytest.mark.rule("NYET-4.2")
def test_the_dealer_covers_first_and_then_clockwise() -> None:
    state = play(new(3), DealerChosen(1))
    no = refuses("NYET-4.2", state, TokenPlaced(0, 3, "red"))
    assert no.allowed[0].form["seat"] == "1"
    order = []
    for box in ("blue", "red", "yellow", "green"):
        order.append(next_token(state))
        state = cover(state, 3, box)
    assert order == [1, 2, 0, 1]


@pytest.mark.rule("NYET-4.2")
def test_a_ruling_lets_a_token_be_placed_out_of_turn() -> None:
    state = play(new(3), TokenPlaced(2, 3, "red"), lifted=LIFTED)
    assert next_token(state) == 0


@pytest.mark.rule("NYET-4.3")
def test_a_covered_box_cannot_be_covered_again() -> None:
    state = cover(new(3), 3, "red")
    refuses("NYET-4.3", state, TokenPlaced(1, 3, "red"))
    refuses("NYET-4.3", state, TokenPlaced(1, 1, "5"))


@pytest.mark.rule("NYET-4.4")
def test_a_token_cannot_be_passed() -> None:
    state = cover(new(3), 5, "1", "2")
    refuses("NYET-4.4", state, "do=pass")
    with pytest.raises(RuleViolation) as caught:
        tap(state, "do=pass&seat=1")
    assert any(offer.form["line"] == "5" for offer in caught.value.allowed)


@pytest.mark.rule("NYET-4.6")
def test_a_line_with_one_bare_box_is_closed() -> None:
    state = cover(new(4), 4, "blue", "red", "yellow", "green")
    no = refuses("NYET-4.6", state, TokenPlaced(0, 4, "none"))
    assert all(offer.form["line"] != "4" for offer in no.allowed)
    assert len(no.allowed) == 4 + 5 + 5 + 5


@pytest.mark.rule("NYET-4.7")
@pytest.mark.parametrize(("players", "tokens"), [(5, 20), (4, 19), (3, 18), (2, 17)])
def test_the_phase_ends_by_itself_after_the_last_token(players: int, tokens: int) -> None:
    state = new(players)
    assert tokens_left(state) == tokens
    placed: dict[int, int] = dict.fromkeys(range(players), 0)
    expected = GAME.view(state, None).tokens.left_of
    lines = cycle(LINES)
    for n in range(tokens):
        assert phase(state) == "board", n
        line = next(line for line in lines if bare(state, line) is None)
        seat = next_token(state)
        assert seat is not None
        placed[seat] += 1
        state = cover(state, line, open_boxes(state, line)[0])
    assert tokens_left(state) == 0
    assert next_token(state) is None
    assert phase(state) != "board"
    assert tuple(placed.items()) == expected
    refuses("NYET-4.6", state, TokenPlaced(0, 5, bare(state, 5) or ""))


@pytest.mark.rule("NYET-4.8")
def test_the_five_bare_boxes_are_the_rules_of_the_round() -> None:
    state = cover_all_but(play(new(3), CharacterChosen(1, 4)), ("4", "discard1", "red", "blue", "-2"))
    assert bare_boxes(state) == ("4", "discard1", "red", "blue", "-2")
    assert first_player(state) == 1
    assert (trumps(state).trump, trumps(state).supertrump, value(state)) == ("red", "blue", -2)
    assert [fact.key for fact in GAME.view(state, None).banner.facts][:5] == [
        "first",
        "discard",
        "trump",
        "supertrump",
        "value",
    ]


@pytest.mark.rule("NYET-4.8")
def test_a_result_cannot_contradict_the_board() -> None:
    state = ready(3, (0,), value=3, discard="nyet")
    refuses("NYET-4.8", state, ResultEntered(value=2, wedge_tricks=4))
    refuses("NYET-4.8", state, ResultEntered(discard="pass", wedge_tricks=4))


@pytest.mark.rule("NYET-4.23")
def test_a_board_read_directly_names_one_box_per_line() -> None:
    state = new(3)
    for boxes in (("1", "nyet", "", "blue", "3"), ("1", "nyet"), ("1", "nyet", "red", "blue", "3", "4"), ()):
        refuses("NYET-4.23", state, BoardRead(boxes))
    refuses("NYET-4.23", state, BoardRead(("1", "nyet", "red,blue", "blue", "3")))
    refuses("NYET-4.23", state, "do=board&line1=1&line2=nyet&line3=red&line3=blue&line4=blue&line5=3")
    refuses("NYET-4.23", state, "do=board&line1=1&line2=nyet&line4=blue&line5=3")
    refuses("NYET-4.23", state, LineRead(4, "pink"))
    after = enter(state, "do=board&line1=1&line2=nyet&line3=red&line4=blue&line5=3")
    assert bare_boxes(after) == ("1", "nyet", "red", "blue", "3")


def test_the_board_can_be_read_line_by_line_in_five_taps() -> None:
    taps = ("line=1&box=2", "line=2&box=pass", "line=3&box=none", "line=4&box=none", "line=5&box=-2")
    state = enter(new(4), *(f"do=line&{tap}" for tap in taps))
    assert phase(state) == "teams"
    assert bare_boxes(state) == ("2", "pass", "none", "none", "-2")


def test_tokens_and_a_line_read_directly_can_be_mixed() -> None:
    state = cover(new(3), 3, "blue")
    state = play(state, LineRead(5, "4"))
    assert tokens_left(state) == 2 + 4 + 3 + 4
    refuses("NYET-4.6", state, TokenPlaced(1, 5, "1"))


@pytest.mark.rule("NYET-4.20")
def test_all_boxes_are_bare_again_after_the_round() -> None:
    state = cover_all_but(new(5), ("3", "nyet", "red", "blue", "2"))
    state = play(state, ResultEntered((0, 1), (2, 3, 4), wedge_tricks=4))
    assert all(not covered(state, line) for line in LINES)
    assert sum(len(open_boxes(state, line)) for line in LINES) == 25


@pytest.mark.rule("NYET-5.1")
def test_a_character_nobody_plays_cannot_be_first_player() -> None:
    state = play(new(3), CharacterChosen(0, 5))
    no = refuses("NYET-5.1", state, LineRead(1, "4"))
    assert [offer.form["box"] for offer in no.allowed] == ["2", "3", "5"]
    assert first_player(play(state, LineRead(1, "5"))) == 0


@pytest.mark.rule("NYET-5.12")
def test_a_box_that_line_two_lacks_is_refused_with_the_way_out() -> None:
    no = refuses("NYET-5.12", new(3), LineRead(2, "discard4"))
    assert no.allowed
    assert refuses("NYET-5.12", new(3), LineRead(2, "discard3")).allowed
    three = new(3, line2=("discard3", "discard1", "except1", "pass", "nyet"))
    assert bare(play(three, LineRead(2, "discard3")), 2) == "discard3"


@pytest.mark.rule("NYET-5.13")
def test_the_bare_colour_of_line_three_is_trump() -> None:
    assert trumps(board(new(3), trump="yellow")).trump == "yellow"


@pytest.mark.rule("NYET-5.14")
def test_the_fifth_box_of_line_three_means_no_trump() -> None:
    state = ready(3, (0,), trump="none", supertrump="none")
    assert trumps(state).trump is None
    state = play(state, CardPlayed(0, "red 5"), CardPlayed(1, "blue 10"), CardPlayed(2, "red 9"))
    assert state.round.tricks[0].winner == 2


@pytest.mark.rule("NYET-5.15")
def test_the_ones_of_the_bare_colour_of_line_four_are_supertrumps() -> None:
    now = trumps(board(new(3), supertrump="blue"))
    assert now.is_super(Card("blue", 1))
    assert not now.is_super(Card("red", 1))
    assert not now.is_super(Card("blue", 2))


@pytest.mark.rule("NYET-5.22")
def test_a_value_that_the_board_lacks_is_refused() -> None:
    refuses("NYET-5.22", new(3), LineRead(5, "7"))
    refuses("NYET-5.22", new(3), ResultEntered((0,), (1, 2), 7, "nyet", 4))
    assert value(play(new(3, values=(1, 2, 3, 7, -2)), LineRead(5, "7"))) == 7


@pytest.mark.rule("NYET-4.23")
def test_a_token_on_a_box_of_another_line_is_refused() -> None:
    refuses("NYET-4.23", new(3), TokenPlaced(0, 3, "nyet"))
    refuses("NYET-4.23", new(3), TokenPlaced(0, 1, "6"))


def test_vetoes_are_shown_or_hidden() -> None:
    for shown, by in ((True, 0), (False, None)):
        state = cover(new(3, vetoes=shown), 3, "red")
        box = GAME.view(state, None).lines[2].boxes[1]
        assert (box.status, box.by) == ("covered", by)
