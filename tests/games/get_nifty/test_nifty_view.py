"""What a page is told: reminders at their moment, buttons that work, and how few taps things take."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from nifty_table import (
    NAMES,
    A,
    B,
    C,
    add,
    boredom,
    danger,
    end,
    enter,
    help_,
    know,
    lifted_play,
    new,
    obj,
    play,
    plays,
    plot,
    ready,
    right,
    safe,
    said,
    tap,
)

from companion.core.contract import Setup
from companion.core.events import Adjusted
from companion.core.text import Text, say
from companion.games.get_nifty import GAME
from companion.games.get_nifty.buttons import entry
from companion.games.get_nifty.events import EVENTS, CardLaid, Discarded, PlotPlayed, PutRight, Reshuffled
from companion.games.get_nifty.model import State


def reminded(state: State) -> set[str]:
    return {reminder.rule for reminder in GAME.view(state, None).reminders}


@pytest.mark.rule("NIFTY-SETUP-01")
def test_the_tokens_are_laid_aside_first() -> None:
    start = GAME.start(Setup(3, GAME.options()))
    assert "NIFTY-SETUP-01" in reminded(start)
    assert "NIFTY-SETUP-01" not in reminded(end(danger(new(), A, B, 3)))


@pytest.mark.rule("NIFTY-TURN-10")
def test_reshuffling_is_remembered() -> None:
    state = play(new(), Discarded(A, 0, ("Zoe", "Dex", "Sword", "Aylee", "Bun-Bun")))
    assert "NIFTY-TURN-10" in reminded(state)
    assert "NIFTY-TURN-10" not in reminded(play(state, Reshuffled()))


@pytest.mark.rule("NIFTY-CHAR-05", "NIFTY-OBJECT-08")
def test_specials_are_read_from_the_cards() -> None:
    state = know(obj(new(), B, "Horn", special="Made up: loud."), "Ape", d=3, special="Made up: strong.")
    state = danger(state, A, B, "Ape")
    assert {"NIFTY-CHAR-05", "NIFTY-OBJECT-08"} <= reminded(state)
    assert "Ape: Made up: strong." in said(r.text for r in GAME.view(state, None).reminders)


@pytest.mark.rule("NIFTY-PLOT-03")
def test_a_plot_is_read_aloud() -> None:
    assert "NIFTY-PLOT-03" in reminded(play(new(), PlotPlayed(A, "It's Halloween!")))


@pytest.mark.rule("NIFTY-DANGER-06")
def test_the_defender_answers_unless_already_ahead() -> None:
    assert "NIFTY-DANGER-06" in reminded(danger(new(), A, B, 3))
    assert "NIFTY-DANGER-06" not in reminded(danger(obj(new(), B, "Vest", s=3), A, B, 3))


# -- taps


def test_a_challenge_in_bare_numbers_takes_six_taps() -> None:
    state = right(new(), B, "up")
    turn = GAME.view(state, A).actions
    target = next(t for t in turn.targets if t.seat == B)  # taps 1 and 2: Danger, Bo
    state = enter(state, f"{target.danger}&card=7")  # 3
    defence = GAME.view(state, B).duel.sides[1]
    state = enter(state, defence.numbers[5].entry)  # 4
    state = enter(state, GAME.view(state, B).duel.give_up.entry)  # 5
    state = enter(state, GAME.view(state, B).duel.close.entry)  # 6
    assert (safe(state, A), safe(state, B)) == ("up", "none")


def test_only_its_outcome_takes_three_taps() -> None:
    state = right(new(), B, "up")
    target = next(t for t in GAME.view(state, A).actions.targets if t.seat == B)
    assert safe(enter(state, f"{target.duel_danger}&won=defence"), B) == "marked"


def test_a_challenge_with_two_known_cards_takes_eight_taps() -> None:
    state = know(know(right(new(), B, "up"), "Ape", d=4), "Bat", s=4)
    target = next(t for t in GAME.view(state, A).actions.targets if t.seat == B)  # 1, 2
    state = enter(state, f"{target.danger}&card=Ape")  # 3 the list, 4 the card
    known = GAME.view(state, B).duel.sides[1].known  # 5 the list
    bat = next(card for card in known if card.name == "Bat")
    assert said([bat.effect]) == ["defends"]
    state = enter(state, bat.entry)  # 6
    state = enter(state, GAME.view(state, B).duel.give_up.entry)  # 7
    state = enter(state, GAME.view(state, B).duel.close.entry)  # 8
    assert safe(state, B) == "marked"


def test_what_lies_on_the_table_is_not_offered_from_the_hand() -> None:
    state = know(know(know(obj(new(), C, "Rope", s=2), "Ape", d=4), "Bat", s=2), "Cow", s=1)
    state = add(danger(ready(state, A), A, B, "Ape"), B, "Bat")
    offered = {card.name for card in GAME.view(state, None).duel.sides[1].known}
    assert "Cow" in offered
    assert not {"Ape", "Bat", "Rope"} & offered
    ended = GAME.view(end(state), None)
    assert "Rope" not in {card.name for card in ended.cards_to_tap((), ("object",))}
    assert {"Ape", "Bat", "Cow"} <= {card.name for card in ended.cards_to_tap((), ("character",), "d")}


def test_the_cards_of_the_book_are_offered_too() -> None:
    @dataclasses.dataclass
    class Known:
        name: str
        facts: dict[str, Any]

    state = know(new(), "Ape", d=4)
    book = [Known("Ape", {"kind": "character", "d": 1}), Known("Yak", {"kind": "character", "d": "inf"})]
    cards = {card.name: card for card in GAME.view(state, None).cards_to_tap(book, ("character",), "d")}
    assert (cards["Ape"].number, cards["Yak"].number) == ("4", "∞")
    duel = GAME.view(danger(state, A, B, 3), None)
    assert "Yak" in {card.name for card in duel.cards_to_add(duel.duel.sides[1], book)}


def test_the_outcome_stays_until_the_next_turn() -> None:
    state = end(danger(new(), A, B, 3))
    assert GAME.view(state, None).last
    assert GAME.view(enter(state, "do=turn"), None).last is None


def test_against_oneself_the_side_is_said() -> None:
    state = danger(right(new(), A, "up"), A, A, 4)
    duel = GAME.view(state, None).duel
    assert said([duel.headline, duel.give_up.label]) == [
        "Not enough yet: the defence is behind by 4",
        "Leave it at that",
    ]
    assert said([GAME.view(add(state, A, 4), None).duel.headline]) == ["The defence holds: a tie is enough"]
    assert said([GAME.view(add(state, A, 6), None).duel.headline]) == ["The defence holds by 2"]


def test_infinity_against_infinity_is_a_tie() -> None:
    state = obj(new(), B, "Wall", s="inf")
    duel = GAME.view(danger(state, A, B, "inf"), None).duel
    assert said([duel.headline]) == ["Ann is losing: a tie defends"]
    assert duel.gap == "0"


def test_the_same_card_twice_is_said() -> None:
    state = add(danger(know(new(), "Bat", s=2), A, B, 7), B, "Bat", "Bat")
    assert "Bat counts 2 times: as many such cards were played." in said(GAME.view(state, None).duel.notes)


# -- sentences


def test_who_is_losing_is_said_in_words() -> None:
    state = danger(new(), A, B, 7)
    duel = GAME.view(add(state, B, 3), None).duel
    assert said([duel.headline, duel.hint]) == ["Bo is losing by 4", "4 more would tie, and a tie defends."]
    tie = GAME.view(add(state, B, 7), None).duel
    assert said([tie.headline, tie.hint]) == [
        "Ann is losing: a tie defends",
        "1 more would put the attack ahead.",
    ]
    playstashun = lifted_play(new(), CardLaid(B, "Playstashun"), "NIFTY-OBJECT-05")
    duel = GAME.view(boredom(playstashun, A, B, 12), None).duel
    assert said([duel.headline]) == ["Ann is losing to ∞"]
    assert GAME.view(boredom(playstashun, A, B, 12), None).banner.sign == "∞"


def test_the_stakes_are_said_before_giving_up() -> None:
    state = danger(right(new(), B, "marked"), A, B, 3)
    assert said(GAME.view(state, None).duel.stakes) == ["Bo loses the marker and keeps the SAFE."]


def test_a_win_is_at_stake_too() -> None:
    state = play(right(new(), B, "up", "marked"), Adjusted(B, 16, ""), PutRight(B, token=True))
    state = add(danger(state, A, B, 3), B, 3)
    assert said(GAME.view(state, None).duel.stakes) == [
        "Bo marks the SAFE.",
        "Bo got Nifty: 16 of 16, Safe and Weird.",
    ]


def test_a_number_that_may_have_won_is_asked_for() -> None:
    state = play(ready(play(new(), CardLaid(A, "Lamp")), A), Adjusted(A, 14, ""))
    ((who, need),) = GAME.view(state, None).waited_for
    assert (said([who]), need.card, need.stat) == (["Ann may have won already:"], "Lamp", "n")
    assert enter(state, f"do=describe&name={need.card}&n=2").over
    assert GAME.view(play(new(), CardLaid(A, "Lamp")), None).waited_for == ()


def test_a_plot_of_which_nobody_knows_the_niftyness_is_asked_about() -> None:
    ((why, need),) = GAME.view(play(new(), PlotPlayed(A, "Fog")), None).waited_for
    assert (said([why]), need.card, need.stat) == (["Everybody's Niftyness waits for it:"], "Fog", "n")
    assert GAME.view(play(new(), PlotPlayed(A, "It's Halloween!")), None).waited_for == ()


def test_cancelled_cards_are_told_with_the_discards() -> None:
    state = add(danger(know(know(new(), "Zoe", d=3), "Dex", s=4), A, B, "Zoe", 2), B, "Dex")
    told = said(GAME.view(end(state), None).last.lines)
    assert "To the discard pile: Zoe, Dex." in told


def test_a_team_acts_in_the_plural_and_never_against_itself() -> None:
    state = right(new(6), 1, "up")
    targets = {target.seat for target in GAME.view(state, None).actions.targets}
    assert targets == set(range(6)) - {3}
    ended = enter(state, "do=duel&kind=danger&target=1&won=defence")
    assert "Bo & Eve mark the SAFE." in said(GAME.view(ended, None).last.lines)
    ended = enter(right(state, 1, "marked"), "do=duel&kind=danger&target=1&won=attack")
    assert "Bo & Eve lose the marker and keep the SAFE." in said(GAME.view(ended, None).last.lines)


def test_who_may_leave_a_gain_is_asked_at_the_last_call() -> None:
    state = help_(danger(right(right(new(), B, "up"), C, "up"), A, B, 3), C)
    state = enter(add(state, C, 3), "do=giveup")
    (leave,) = GAME.view(state, None).duel.waivers
    assert said([leave.label]) == ["Cy leaves the SAFE"]
    left = enter(state, leave.entry)
    assert (safe(left, B), safe(left, C)) == ("marked", "up")
    fluxed = enter(danger(right(right(new(), A, "fluxed"), B, "up"), A, B, 3), "do=giveup")
    kept = enter(fluxed, GAME.view(fluxed, None).duel.waivers[0].entry)
    assert (safe(kept, A), safe(kept, B)) == ("fluxed", "fluxed")
    needed = enter(danger(right(new(), B, "up"), A, B, 3), "do=giveup")
    assert GAME.view(needed, None).duel.waivers == ()


def test_helpers_and_the_player_on_turn_find_their_entries() -> None:
    state = help_(danger(new(), A, B, 3), C)
    duel = GAME.view(state, C).duel
    assert enter(state, dict(duel.sides[1].adds)[C] + "&card=3").challenge.defence[0].seat == C
    assert enter(state, duel.lay + "&card=Sword").chairs[A].objects


def test_the_effect_of_a_card_is_said_before_it_is_played() -> None:
    state = know(know(know(new(), "Halo", s=1), "Wall", "object", s="inf"), "Zoe", s=3)
    state = know(state, "Dex", d=4)
    state = danger(state, A, B, "Dex")
    effects = {card.name: said([card.effect])[0] for card in GAME.view(state, None).duel.sides[1].known}
    assert effects["Halo"] == "still 3 short"
    assert effects["Wall"] == "defends"
    assert effects["Zoe"] == "would be cancelled"
    assert effects["Aylee"] == "not all numbers are known"


def test_the_plot_is_shown_with_its_bonuses() -> None:
    view = GAME.view(play(new(), PlotPlayed(A, "It's Halloween!")), None).plot
    assert [(stat.stat, stat.number) for stat in view.stats] == [
        ("d", "2"),
        ("s", "0"),
        ("w", "2"),
        ("n", "2"),
    ]
    assert [(bonus.of, bonus.number) for bonus in view.bonuses] == [("DEMON", "?")]


# -- buttons


def entries(value: Any) -> list[str]:
    """Every complete entry that stands anywhere in a view."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        found = [] if not hasattr(value, "entry") else [value.entry]
        return found + [e for f in dataclasses.fields(value) for e in entries(getattr(value, f.name))]
    if isinstance(value, tuple):
        return [e for part in value for e in entries(part)]
    return []


def texts(value: Any) -> list[Text]:
    if isinstance(value, Text):
        return [value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [t for f in dataclasses.fields(value) for t in texts(getattr(value, f.name))]
    return [t for part in value for t in texts(part)] if isinstance(value, tuple) else []


STAGES: dict[str, Any] = {
    "start": lambda: new(),
    "ready": lambda: ready(plot(obj(new(), A, "Rope", n=2), "Fog", n=1), A),
    "danger": lambda: danger(obj(obj(new(), B, "Anti-Vamp Cannon"), A, "Gun", d=2), A, B, "Bun-Bun"),
    "unknown": lambda: danger(new(), A, B, "Zoe"),
    "boredom": lambda: add(boredom(new(), A, C, 4), C, 2),
    "self": lambda: danger(right(new(), A, "up"), A, A, 4),
    "teams": lambda: danger(new(6), 0, 1, 4),
    "over": lambda: enter(ready(new(), A), "do=nifty&card=16"),
}


@pytest.mark.parametrize("stage", list(STAGES))
def test_every_button_of_a_view_is_an_entry_and_every_text_can_be_said(stage: str) -> None:
    state = STAGES[stage]()
    for seat in (None, A, B):
        view = GAME.view(state, seat)
        found = entries(view)
        assert found or stage == "over"
        for query in found:
            event = tap(state, query)
            assert type(event) in EVENTS or type(event).__name__ == "CardDescribed"
        for text in texts(view):
            assert say(text, NAMES)


def test_names_of_any_sort_survive_a_button() -> None:
    for name in ("It's Halloween!", "Rock & Roll", "50% off = ok?", "Ünï+çode #1"):
        event = tap(new(), entry("plot", card=name, seat=1))
        assert event == PlotPlayed(1, name)


def test_words_of_cards() -> None:
    assert plays("Zoe=3", "7", "-1", "object=2", "∞", "a=b") == (
        *plays("Zoe=3"),
        *plays(7),
        *plays(-1),
        *plays("object=2"),
        *plays("inf"),
        *plays("a=b"),
    )
    assert [(p.card, p.value, p.kind) for p in plays("Zoe=3", "−1", "object=2", "∞", "a=b")] == [
        ("Zoe", 3, None),
        ("", -1, None),
        ("", 2, "object"),
        ("", "inf", None),
        ("a=b", None, None),
    ]
