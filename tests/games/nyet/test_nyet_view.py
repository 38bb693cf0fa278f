"""What pages may know: banner, reminders, own hand, score sheet, checker, sentences."""

from __future__ import annotations

from dataclasses import fields

import msgspec
import pytest
from nyet_table import NAMES, board, enter, new, play, ready, tap, tricks

from companion.core.contract import Form
from companion.core.text import Text, say
from companion.games.nyet import GAME
from companion.games.nyet.events import (
    BonusGiven,
    CardPlayed,
    CardsLaidAway,
    CharacterChosen,
    HandNoted,
    LineRead,
    ResultEntered,
    RoundScored,
    TokenPlaced,
    TrickWon,
)
from companion.games.nyet.flow import phase
from companion.games.nyet.model import State
from companion.games.nyet.options import Options

HAND = ("blue 1", "blue 9", "red 4", "yellow 7")


def rules_of(state: State) -> list[str]:
    return [reminder.rule for reminder in GAME.view(state, None).reminders]


# -- reminders at their moment


@pytest.mark.rule("NYET-3.10", "NYET-3.12")
def test_before_the_first_round_a_scorekeeper_is_named_and_cards_are_dealt() -> None:
    assert rules_of(new(4)) == ["NYET-3.10", "NYET-3.12"]
    assert (
        say(GAME.view(new(5), None).reminders[1].text, NAMES)
        == "Ann shuffles and deals 12 cards to everybody."
    )
    assert rules_of(play(new(4), TokenPlaced(0, 3, "red"))) == []


@pytest.mark.rule("NYET-4.22", "NYET-7.7")
def test_before_the_next_deal_all_cards_are_gathered() -> None:
    assert rules_of(play(new(4), ResultEntered((0, 1), (2, 3), 1, "nyet", 4))) == ["NYET-4.22", "NYET-3.12"]
    two = play(new(2), ResultEntered((0,), (1,), 1, "nyet", 4))
    assert rules_of(two) == ["NYET-4.22", "NYET-7.7", "NYET-3.12"]


@pytest.mark.rule("NYET-4.16", "NYET-5.37")
def test_loot_is_laid_beside_the_tricks_and_stays_there() -> None:
    state = play(ready(4, (0, 1)), TrickWon(2, 1))
    assert rules_of(state) == ["NYET-4.16", "NYET-5.37"]
    assert rules_of(play(state, TrickWon(0))) == ["NYET-5.37"]
    assert rules_of(ready(4, (0, 1))) == []


# -- the banner and the steps


def test_the_banner_says_what_is_to_be_done() -> None:
    state = new(5)
    said = [say(GAME.view(state, None).banner.headline, NAMES)]
    for queries in (
        ("do=board&line1=2&line2=discard1&line3=red&line4=blue&line5=3",),
        ("do=teams&wedge=0,1",),
        ("do=bonus&to=1",),
        ("do=discarded&seat=0",),
        ("do=discarded&who=all",),
        ("do=card&card=red+4",),
        *(("do=trick&winner=2",) for _ in range(11)),
    ):
        state = enter(state, *queries)
        said.append(say(GAME.view(state, None).banner.headline, NAMES))
    assert said[:7] == [
        "Ann, cover one box",
        "Bo forms the sides",
        "Bo gives the Bonus card",
        "Discard 1: Ann, Bo, Cy, Di, Eve",
        "Discard 1: Bo, Cy, Di, Eve",
        "Trick 1 of 11: Bo leads",
        "Trick 1 of 11: Cy plays",
    ]
    assert said[-1] == "Round 1 is played: score it"
    assert say(GAME.view(state, None).banner.figure, NAMES) == "×3"


def test_every_offered_button_is_an_entry_that_is_accepted() -> None:
    state = new(3, line2=("discard3", "discard2", "discard1", "except1", "pass"))
    for _ in range(60):
        view = GAME.view(state, None)
        entries = [box.token for line in view.lines for box in line.boxes if box.token]
        entries += [choice.entry for choice in view.team_choices]
        entries += [entry for _, entry in view.discard.buttons] if view.discard else []
        entries += [entry for row in view.tricks.pad for entry in row.entries] if view.tricks else []
        entries += [choice.entry for choice in view.score_choices]
        entries += [choice.entry for choice in view.dealer_choices]
        entries += [key.entry for key in view.tricks.keys if not key.gone] if view.tricks else []
        for entry in entries:
            enter(state, entry)
        if view.discard and view.discard.all_done:
            state = enter(state, view.discard.buttons[0][1])
            continue
        state = enter(state, next(entry for entry in entries if "dealer" not in entry))
    assert len(state.scored) == 1


def test_the_tallies_open_out_their_sums_with_and_without_bonus() -> None:
    state = tricks(ready(3, (0,), value=3), (0, 1), (0, 0), (0, 0), (1, 1))
    wedge, circle = GAME.view(state, None).sides
    assert (wedge.points, wedge.doubled_points, circle.points, circle.doubled_points) == (12, 24, 6, None)
    assert say(wedge.doubled_sum, NAMES) == "(3 + 1) × 3 × 2"


# -- secrets


def test_only_the_own_seat_sees_its_hand_and_what_is_legal() -> None:
    state = play(ready(4, (0, 1)), HandNoted(1, HAND), CardPlayed(0, "blue 3"))
    own = GAME.view(state, 1).own
    assert own is not None
    assert own.to_move
    assert [(str(held.card), held.legal) for held in own.cards] == [
        ("blue 1", False),
        ("blue 9", True),
        ("red 4", False),
        ("yellow 7", False),
    ]
    bare_state = play(ready(4, (0, 1)), CardPlayed(0, "blue 3"))
    for seat in (None, 0, 2, 3):
        assert GAME.view(state, seat) == GAME.view(bare_state, seat)


def test_a_hand_is_forgotten_when_the_round_is_scored() -> None:
    state = play(ready(4, (0, 1)), HandNoted(1, HAND), ResultEntered(wedge_tricks=3))
    assert state.round.hands == {}
    assert state.scored[0].played.hands == {}


def test_a_hand_is_no_longer_trusted_after_tricks_entered_without_cards() -> None:
    state = ready(2)
    hand = tuple(f"{colour} {n}" for colour in ("red", "blue") for n in range(2, 14))[:15]
    state = play(state, HandNoted(0, hand))
    own = GAME.view(state, 0).own
    assert own is not None
    assert own.noted
    state = play(state, TrickWon(0))
    own = GAME.view(state, 0).own
    assert own is not None
    assert not own.noted
    assert tap(state, "do=card&card=green+2", seat=0) == CardPlayed(0, "green 2")


def test_laying_cards_away_changes_the_own_hand_and_nothing_in_the_open() -> None:
    before = ready(4, (0, 1), discard="discard1")
    state = play(before, HandNoted(1, HAND), CardsLaidAway(1, ("red 4",)))
    assert GAME.view(state, None) == GAME.view(before, None)
    assert play(before, CardsLaidAway(1, ("red 4",))) == before
    own = GAME.view(state, 1).own
    assert own is not None
    assert [str(held.card) for held in own.cards] == ["blue 1", "blue 9", "yellow 7"]


def test_whether_apply_accepts_never_rests_on_a_hand() -> None:
    state = play(ready(4, (0, 1)), HandNoted(1, HAND), CardPlayed(0, "blue 3"))
    assert play(state, CardPlayed(1, "green 12")).round.plays[1].seat == 1


# -- the score sheet


def test_the_sheet_keeps_the_tricks_of_a_round_with_their_reasons() -> None:
    state = ready(4, (0, 1))
    for seat, card in enumerate(("green 4", "green 9", "red 2", "green 1")):
        state = play(state, CardPlayed(seat, card))
    state = play(state, ResultEntered(wedge_tricks=3, circle_loot=0))
    (row,) = GAME.view(state, None).sheet
    assert (row.tricks[0].winner, row.tricks[0].rule) == (2, "NYET-5.31")
    assert say(row.tricks[0].why, NAMES) == "Red 2 is the highest trump"
    assert [say(text, NAMES) for text in row.boxes if text is not None] == [
        "Bear",
        "NY3T!",
        "Red",
        "Blue 1s",
        "3",
    ]
    assert row.cells[0].dealt


def test_after_a_round_the_board_says_what_it_brought() -> None:
    assert GAME.view(new(3), None).last == ()
    state = play(ready(3, (1,), value=3), ResultEntered(wedge_tricks=10, wedge_loot=0, circle_loot=5))
    shares = GAME.view(state, None).last
    assert [(say(share.names, NAMES), share.points, say(share.sum, NAMES)) for share in shares] == [
        ("Ann, Cy", 33, "(6 + 5) × 3"),
        ("Bo", 30, "(10 + 0) × 3"),
    ]
    assert GAME.view(board(state), None).last == ()


def test_a_change_of_options_leaves_the_old_sums_alone() -> None:
    from companion.core.events import OptionChanged

    state = play(ready(5, (0, 1), 0), ResultEntered(wedge_tricks=5, doubled=True))
    state = play(state, OptionChanged("bonus", "holder"))
    assert say(GAME.view(state, None).sheet[0].cells[0].sum, NAMES) == "(5 + 0) × 3 × 2"


# -- the checker


def check(query: dict[str, object]) -> object:
    return GAME.checkers[0].view(Form(query), {}, None)  # type: ignore[arg-type]


def test_the_checker_says_who_wins_what_is_loot_and_which_rule_says_so() -> None:
    answer = check(
        {
            "players": "4",
            "trump": "red",
            "supertrump": "blue",
            "card": ["green 9", "blue 1", "red 1", "green 1"],
            "side": ["0", "1", "0", "1"],
        }
    )
    assert (answer.verdict.at, answer.verdict.rule, answer.loot) == (1, "NYET-5.33", 1)
    assert [card.loot for card in answer.cards] == [False, False, True, False]
    assert answer.refused is None


@pytest.mark.parametrize(
    ("table", "kept"), [("4f9a", "4f9a"), ("../x", ""), ("é", ""), ("a" * 41, ""), ("", "")]
)
def test_the_checker_goes_back_to_a_table_that_can_be_one(table: str, kept: str) -> None:
    assert check({"table": table}).table == kept


def test_the_table_opens_the_checker_with_its_trumps() -> None:
    assert GAME.view(new(3), None).trumps == {}
    asked = GAME.view(ready(3, (0,), trump="none", supertrump="blue"), None).trumps
    assert asked == {"players": "3", "trump": "none", "supertrump": "blue", "lone": "suit"}
    answer = check(dict(asked))
    assert (answer.players, answer.trump, answer.supertrump) == (3, "none", "blue")


def test_the_checker_works_with_nothing_filled_in() -> None:
    answer = check({})
    assert (answer.cards, answer.verdict, answer.loot) == ((), None, None)


@pytest.mark.rule("NYET-2.3", "NYET-3.9", "NYET-4.14")
@pytest.mark.parametrize(
    ("players", "cards", "rule"),
    [
        ("3", "blue 12", "NYET-3.9"),
        ("4", "blue 7,blue 7", "NYET-2.3"),
        ("2", "blue 7,blue 8,blue 9", "NYET-4.14"),
        ("4", "blue", "NYET-2.2"),
    ],
)
def test_the_checker_refuses_what_cannot_be(players: str, cards: str, rule: str) -> None:
    answer = check({"players": players, "card": cards})
    assert answer.refused is not None
    assert answer.refused.rule == rule


# -- sentences and options


def test_every_event_is_told_in_a_sentence() -> None:
    told = {
        TokenPlaced(1, 4, "none"): "Bo covered Supertrump: no supertrump",
        TokenPlaced(1, 1, "3"): "Bo covered First player: Hare",
        TokenPlaced(1, 1, "9"): "Bo covered First player: character 9",
        LineRead(1, "5"): "Left bare: First player: Walrus",
        CharacterChosen(0, 4): "Ann plays Owl",
        TrickWon(1, 2): "Bo won a trick with 2 loot",
        TrickWon(1): "Bo won a trick",
        BonusGiven(0, 1): "Ann gave the Bonus card to Bo",
        CardPlayed(2, "blue 7"): "Cy played Blue 7",
        RoundScored(True): "The round was scored, doubled by the Bonus card",
        ResultEntered((0,), (1, 2), 3, "nyet", 4, wedge_loot=1): (
            "Result: Ann 4 tricks and 1 loot; Bo, Cy the rest and 0 loot"
        ),
    }
    for event, line in told.items():
        assert say(GAME.tell(event, None), NAMES) == line


def test_every_option_but_names_is_asked_with_its_default_among_the_choices() -> None:
    asked = {option.name: option for option in GAME.asked}
    assert {f.name for f in fields(Options)} - set(asked) == {"characters", "fifth_trump"}
    for name, option in asked.items():
        value = getattr(Options(), name)
        if option.choices:
            known = [choice.value for choice in option.choices]
            assert all(one in known for one in (value if option.many else (value,)))
        else:
            assert option.low <= value <= option.high


def test_options_are_plain_data() -> None:
    plain = msgspec.to_builtins(Options())
    assert msgspec.convert(plain, Options) == Options()


def test_texts_in_a_view_are_templates_and_not_sentences() -> None:
    assert isinstance(GAME.view(board(new(3)), None).banner.headline, Text)
    assert phase(board(new(3))) == "teams"
