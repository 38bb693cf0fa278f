"""The reading in force of a disputed rule is on the screen where it makes a difference, and only there."""

from __future__ import annotations

from typing import Any

import pytest
from nifty_table import A, B, C, boredom, danger, end, enter, help_, new, obj, play, plot, ready, right, said

from companion.core.events import OptionChanged
from companion.games.get_nifty import GAME
from companion.games.get_nifty.model import State


def read_at(state: State) -> dict[str, str]:
    return {reading.rule: said([reading.text])[0] for reading in GAME.view(state, None).readings}


def helped_attack(state: State) -> State:
    return help_(danger(right(state, B, "up"), A, B, 1), C, "attack")


MATTERS: dict[str, Any] = {
    "six": lambda: new(6),
    "flux": lambda: danger(right(new(), B, "fluxed"), A, B, 3),
    "single_use": lambda: danger(obj(new(), B, "Anti-Vamp Cannon", s=1), A, B, 3),
    "fluxed_thief": lambda: danger(right(right(new(), A, "fluxed"), B, "up"), A, B, 3),
    "own_loss": lambda: danger(right(new(), A, "up"), A, A, 3),
    "spare_card": lambda: helped_attack(right(obj(new(), B, "Wall", s=3), A, "up")),
    "helper_marks": lambda: helped_attack(right(obj(new(), B, "Wall", s=3), C, "up")),
    "several": lambda: ready(ready(new(), A), B),
    "win_in_challenge": lambda: danger(ready(new(), C), A, B, 3),
    "plot_pays": lambda: plot(right(new(), A, "marked", "marked"), "Fog", n=2),
}
RULES = {option.name: option.rule for option in GAME.asked}


def test_every_option_has_its_moment() -> None:
    assert set(MATTERS) == set(RULES)


@pytest.mark.parametrize("name", list(MATTERS))
def test_a_reading_is_shown_where_it_matters(name: str) -> None:
    assert RULES[name] in read_at(MATTERS[name]())


@pytest.mark.parametrize("name", [name for name in MATTERS if name != "six"])
def test_another_reading_is_shown_once_it_is_chosen(name: str) -> None:
    option = next(option for option in GAME.asked if option.name == name)
    state = MATTERS[name]()
    for choice in option.choices:
        shown = read_at(play(state, OptionChanged(name, choice.value)))[option.rule]
        assert shown == f"{said([option.label])[0]}: {said([choice.label])[0]}."


@pytest.mark.parametrize(
    "plain",
    [
        lambda: new(),
        lambda: danger(new(), A, B, 3),
        lambda: danger(right(new(), B, "up"), A, B, 3),
        lambda: danger(right(new(), B, "marked"), A, B, 3),
        lambda: boredom(right(new(), B, "fluxed"), A, B, 3),
        lambda: help_(danger(right(new(), B, "up"), A, B, 3), C),
        lambda: plot(right(new(), A, "marked", "up"), "Fog", n=2),
        lambda: end(danger(ready(new(), C), A, B, 3)),
    ],
)
def test_no_reading_is_shown_where_none_matters(plain: Any) -> None:
    assert read_at(plain()) == {}


OUTCOMES = {
    "flux": (lambda: right(new(), B, "fluxed"), B, "defence"),
    "own_loss": (lambda: right(new(), A, "up"), A, "attack"),
    "fluxed_thief": (lambda: right(right(new(), A, "fluxed"), B, "up"), B, "attack"),
}


def outcome_only(state: State, target: int, won: str) -> list[str]:
    last = GAME.view(enter(state, f"do=duel&kind=danger&seat={A}&target={target}&won={won}"), None).last
    return [reading.rule for reading in last.readings]


@pytest.mark.parametrize("name", list(OUTCOMES))
def test_where_only_the_outcome_was_entered_the_reading_stands_with_it(name: str) -> None:
    begin, target, won = OUTCOMES[name]
    assert outcome_only(begin(), target, won) == [RULES[name]]
    assert outcome_only(right(new(), B, "up"), B, "defence") == []
