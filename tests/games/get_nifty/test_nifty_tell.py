"""The log, line by line, and outcomes in words."""

from __future__ import annotations

from typing import Any

import pytest
from nifty_table import (
    NAMES,
    A,
    B,
    C,
    add,
    danger,
    end,
    help_,
    new,
    play,
    plays,
    refuses,
    right,
    said,
    tap,
)

from companion.core.events import Adjusted, CardDescribed
from companion.core.table import tell
from companion.core.text import say
from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import (
    CardLaid,
    CardRemoved,
    CardsAdded,
    Challenged,
    ChallengeDecided,
    ChallengeEnded,
    ChallengeEntered,
    DealerChosen,
    Discarded,
    DiscardOptionUsed,
    GaveUp,
    HelpAsked,
    HelpDeclined,
    HelperJoined,
    HelpOffered,
    HelpRefused,
    NiftyPlayed,
    PlotPlayed,
    PutRight,
    Reshuffled,
    SpecialUsed,
    StatePlayed,
    TokenBought,
    TurnBegan,
)
from companion.games.get_nifty.model import State

LINES: list[tuple[Any, str]] = [
    (DealerChosen(A), "Ann deals"),
    (TurnBegan(B), "Bo's turn"),
    (StatePlayed(A, "SAFE"), "Ann plays SAFE"),
    (CardLaid(A, "Sword"), "Ann lays Sword"),
    (CardLaid(A, d=2, n=-1), "Ann lays D 2 N −1"),
    (PlotPlayed(B, "It's Halloween!"), "Bo changes the Plot: It's Halloween!"),
    (TokenBought(A), "Ann buys a NIFTY token"),
    (TokenBought(A, plays("Zoe=3", 2)), "Ann buys a NIFTY token for Zoe 3 + 2"),
    (NiftyPlayed(A, plays("Zoe")), "Ann plays for Niftyness: Zoe"),
    (Discarded(A, 1), "Ann discards 1 card"),
    (Discarded(A, 3), "Ann discards 3 cards"),
    (Discarded(A, 0, ("Zoe", "Dex")), "Ann discards Zoe, Dex"),
    (DiscardOptionUsed(A, "Zoe", "Sword"), "Ann throws Zoe away and takes Sword"),
    (Reshuffled(), "The discards are reshuffled"),
    (Challenged(A, "danger", B, plays("Bun-Bun", 2)), "Danger: Ann against Bo: Bun-Bun + 2"),
    (Challenged(A, "boredom", A, plays("inf")), "Boredom: Ann against themselves: ∞"),
    (CardsAdded(B, plays("object=2")), "Bo adds Object 2"),
    (SpecialUsed(B, "Anti-Vamp Cannon"), "Bo uses Anti-Vamp Cannon"),
    (HelpAsked(B), "Bo asks for help"),
    (HelpAsked(B, C), "Bo asks Cy for help"),
    (HelpDeclined(C), "Cy does not want to help"),
    (HelpOffered(C), "Cy would help"),
    (HelpRefused(B, C), "Bo refuses Cy's help"),
    (HelperJoined(C, "attack"), "Cy helps in the attack"),
    (HelperJoined(C, "defence"), "Cy helps in the defence"),
    (GaveUp(B), "Bo gives up"),
    (ChallengeEnded(), "The challenge is over"),
    (ChallengeDecided("attack"), "The attack won"),
    (ChallengeDecided("defence"), "The defence won"),
    (ChallengeEntered(A, "danger", B, plays(7), plays(5)), "Danger: Ann against Bo, 7 : 5"),
    (ChallengeEntered(A, "danger", B, won="attack"), "Danger: Ann against Bo, the attack won"),
    (ChallengeEntered(A, "danger", B, won="defence"), "Danger: Ann against Bo, the defence won"),
    (CardRemoved(A, "Sword", "cancelled", "Moth"), "Ann's Sword: cancelled by Moth"),
    (CardRemoved(A, "Sword"), "Ann's Sword: gone"),
    (PutRight(A, "marked", "fluxed", True), "Put right for Ann: SAFE marked, WEIRD Fluxed, has a token"),
    (PutRight(A), "Put right for Ann: –"),
]


@pytest.mark.parametrize(("event", "line"), LINES, ids=[line for _, line in LINES])
def test_a_line_of_the_log(event: Any, line: str) -> None:
    assert say(GAME.tell(event, None), NAMES) == line


def test_every_event_has_a_line_here() -> None:
    assert {type(event) for event, _ in LINES} == set(GAME.events)


def test_a_replaced_fluxed_card_is_told() -> None:
    state = end(danger(right(right(new(), A, "fluxed"), B, "up"), A, B, 3))
    assert said(GAME.view(state, None).last.lines) == [
        "Bo does not withstand the Danger, 3 : 0.",
        "Bo loses the SAFE.",
        "Ann takes the SAFE in place of the Fluxed one.",
        "The Fluxed card that was replaced is discarded.",
    ]


def test_an_outcome_without_cards_tells_no_sums() -> None:
    state = play(right(new(), B, "fluxed"), ChallengeEntered(A, "danger", B, won="defence"))
    assert said(GAME.view(state, None).last.lines) == [
        "Bo withstands the Danger.",
        "Bo's SAFE is face up again, without a marker.",
    ]


def test_several_winners_are_told() -> None:
    state = new(several="highest")
    for seat, number in ((A, 14), (C, 15)):
        state = right(play(state, Adjusted(seat, number, "")), seat, "marked", "marked", True)
    state = play(state, tap(state, "do=plot&n=2"))
    assert said(GAME.view(state, None).victory) == [
        "Cy got Nifty: 17 of 16, Safe and Weird.",
        "Ann got there at the same moment with less, or later in turn.",
    ]


@pytest.mark.rule("NIFTY-CANCEL-07")
def test_a_whole_challenge_uses_only_what_lies_there() -> None:
    event = ChallengeEntered(A, "danger", B, plays(3), plays(4), used=("Sword",))
    refuses("NIFTY-CANCEL-07", new(), event)


def test_a_described_card_is_told_with_its_numbers() -> None:
    event = CardDescribed("It's Halloween!", {"kind": "plot", "d": 2, "n": 3})
    assert say(tell(GAME, event, None), NAMES) == "It's Halloween!: Plot, Danger 2, Niftyness 3"


def noted(state: State, event: Any) -> str:
    return say(GAME.note(state, event, play(state, event)), NAMES)


def test_a_gain_that_was_left_is_told_at_the_end_of_the_challenge() -> None:
    state = add(help_(danger(right(right(new(), B, "up"), C, "up"), A, B, 3), C), C, 5)
    assert noted(state, GaveUp(A, True)) == "3 : 5, Bo withstands"
    assert noted(state, GaveUp(A, True, (C,))) == "3 : 5, Bo withstands; Cy leaves the SAFE"
    state = play(state, GaveUp(A))
    assert noted(state, ChallengeEnded((C, C, 99))) == "3 : 5, Bo withstands; Cy leaves the SAFE"


def test_a_challenge_against_oneself_that_is_left_at_that_says_whether_the_defence_holds() -> None:
    state = danger(right(new(), A, "fluxed"), A, A, 3)
    assert noted(state, GaveUp(A)) == "the defence does not hold"
    assert noted(add(state, A, 5, side="defence"), GaveUp(A)) == "the defence holds"
    assert GAME.note(state, GaveUp(A), play(danger(new(), A, B, 3), GaveUp(B))) is None
