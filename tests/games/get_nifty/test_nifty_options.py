"""Each option changes what it says, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from nifty_table import (
    A,
    B,
    C,
    D,
    add,
    danger,
    end,
    know,
    new,
    obj,
    objects,
    play,
    plays,
    plot,
    ready,
    refuses,
    right,
    safe,
    winners,
)

from companion.core.events import Adjusted, OptionChanged
from companion.games.get_nifty import GAME
from companion.games.get_nifty.events import ChallengeEntered, TokenBought
from companion.games.get_nifty.model import State

CANNON = "Anti-Vamp Cannon"


def won(state: State, side: Any, target: int = B, helpers: tuple[int, ...] = ()) -> State:
    return play(state, ChallengeEntered(A, "danger", target, attack_helpers=helpers, won=side))


def flux(**options: str) -> Any:
    return safe(won(right(new(**options), B, "fluxed"), "defence"), B)


def single_use(**options: str) -> Any:
    state = obj(new(**options), B, CANNON, s=1)
    return objects(end(danger(state, A, B, 5)), B)


def fluxed_thief(**options: str) -> Any:
    state = won(right(right(new(**options), A, "fluxed"), B, "up"), "attack")
    return safe(state, A), safe(state, B)


def own_loss(**options: str) -> Any:
    return [safe(won(right(new(**options), A, slot), "attack", A), A) for slot in ("up", "marked", "fluxed")]


def spare_card(**options: str) -> Any:
    state = right(right(right(new(**options), A, "up"), B, "up"), C, "up")
    one = won(state, "attack", helpers=(C, D))
    two = won(right(right(new(**options), A, "up"), B, "up"), "attack", helpers=(C, D))
    return [safe(one, seat) for seat in (B, D)], [safe(two, seat) for seat in (B, C)]


def helper_marks(**options: str) -> Any:
    state = right(right(new(**options), B, "marked"), C, "up")
    return safe(won(state, "attack", helpers=(C,)), C)


def several(**options: str) -> Any:
    state = new(**options)
    for seat, number in ((A, 14), (C, 15)):
        state = ready(play(state, Adjusted(seat, number, "")), seat)
    return winners(plot(state, "Fog", n=2))


def win_in_challenge(**options: str) -> Any:
    state = ready(play(new(**options), Adjusted(C, 15, "")), C)
    during = plot(danger(state, A, B, 3), "Fog", n=2)
    return winners(during), [] if during.over else winners(end(during))


def plot_pays(**options: Any) -> Any:
    state = plot(right(new(**options), A, "marked", "marked"), "Fog", n=2)
    try:
        return play(state, TokenBought(A, plays(4))).homes[A].token
    except Exception:
        return False


PROBES: dict[str, dict[Any, Any]] = {
    "flux": {"step": "up", "mark": "marked"},
    "single_use": {"special": [CANNON], "stats": []},
    "fluxed_thief": {"needs": ("up", "none"), "has": ("fluxed", "fluxed")},
    "own_loss": {"usual": ["fluxed", "up", "fluxed"], "harmless": ["up", "marked", "fluxed"]},
    "spare_card": {
        "helpers": (["none", "up"], ["none", "up"]),
        "first": (["fluxed", "none"], ["none", "up"]),
        "flux": (["fluxed", "none"], ["fluxed", "none"]),
    },
    "helper_marks": {"defence": "up", "both": "marked"},
    "several": {"turn": [A], "highest": [C], "shared": [A, C]},
    "win_in_challenge": {"at_once": ([C], []), "after": ([], [C])},
    "plot_pays": {False: False, True: True},
}
FUNCTIONS = {
    "flux": flux,
    "single_use": single_use,
    "fluxed_thief": fluxed_thief,
    "own_loss": own_loss,
    "spare_card": spare_card,
    "helper_marks": helper_marks,
    "several": several,
    "win_in_challenge": win_in_challenge,
    "plot_pays": plot_pays,
}


@pytest.mark.rule(
    "NIFTY-FLUX-03",
    "NIFTY-SINGLE-02",
    "NIFTY-FLUX-08",
    "NIFTY-DANGER-14",
    "NIFTY-INTER-10",
    "NIFTY-INTER-05",
    "NIFTY-WIN-14",
    "NIFTY-WIN-15",
    "NIFTY-TOKEN-02",
)
@pytest.mark.parametrize("name", list(PROBES))
def test_an_option_changes_what_it_says(name: str) -> None:
    for value, expected in PROBES[name].items():
        assert FUNCTIONS[name](**{name: value}) == expected, value


@pytest.mark.parametrize("name", list(PROBES))
def test_an_option_changes_nothing_else(name: str) -> None:
    for value in PROBES[name]:
        for other, probe in FUNCTIONS.items():
            if other != name:
                default = next(iter(PROBES[other].values()))
                assert probe(**{name: value}) == default, (value, other)


def test_every_option_is_asked_for_and_probed() -> None:
    assert {option.name for option in GAME.asked} == {*PROBES, "six"}


@pytest.mark.rule("TABLE-OPTION")
def test_an_option_changes_from_here_on() -> None:
    state = right(new(), B, "fluxed")
    assert safe(won(play(state, OptionChanged("flux", "mark")), "defence"), B) == "marked"
    refuses("TABLE-OPTION", state, OptionChanged("flux", "none"))
    refuses("TABLE-OPTION", state, OptionChanged("luck", "none"))


@pytest.mark.rule("NIFTY-SIX-01")
def test_teams_are_settled_with_the_set_up() -> None:
    refuses("NIFTY-SIX-01", new(6), OptionChanged("six", "singles"))
    assert play(new(4), OptionChanged("six", "singles")).options.six == "singles"


def test_the_highest_total_breaks_a_tie_by_turn() -> None:
    state = new(several="highest")
    for seat in (B, C):
        state = ready(play(state, Adjusted(seat, 14, "")), seat)
    assert winners(plot(state, "Fog", n=2)) == [B]
    assert add(danger(know(new(), "Ape", d=3), A, B, "Ape"), B, 1).challenge
