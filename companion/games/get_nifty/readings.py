"""The table's reading of a disputed rule, said where it first makes a difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.contract import Option
from companion.core.text import Text
from companion.games.get_nifty.book import card_of, stat_of
from companion.games.get_nifty.events import Side, Slot
from companion.games.get_nifty.model import Outcome, Sort, State
from companion.games.get_nifty.options import ASKED
from companion.games.get_nifty.seating import MOST

LIES: tuple[Slot, ...] = ("up", "fluxed")
"""A State card without a marker: it can be taken or turned."""


@dataclass(frozen=True, slots=True)
class Reading:
    rule: str
    text: Text


def readings(state: State) -> tuple[Reading, ...]:
    return tuple(reading(state, option) for option in ASKED if MATTERS[option.name](state))


def reading(state: State, option: Option) -> Reading:
    value = getattr(state.options, option.name)
    chosen = next(choice.label for choice in option.choices if choice.value == value)
    return Reading(option.rule, Text("{question}: {reading}.", question=option.label, reading=chosen))


def outcome_readings(state: State, ended: Outcome) -> tuple[Reading, ...]:
    """Those that decided what became of State cards, also where nobody saw the challenge itself."""
    turned = {change.why for change in ended.changes if change.before == "fluxed"}
    sort: Sort = "SAFE" if ended.kind == "danger" else "WEIRD"
    has_card = state.homes[state.house(ended.defender)].slot(sort) != "none"
    decided = {
        "flux": bool(turned & {"defended", "helped"}),
        "fluxed_thief": "took" in turned,
        "own_loss": ended.attacker == ended.defender and not ended.defended and has_card,
    }
    return tuple(reading(state, option) for option in ASKED if decided.get(option.name))


# -- when each makes a difference


def six(state: State) -> bool:
    return len(state.chairs) == MOST and state.turns == 1 and not state.serial and state.challenge is None


def flux(state: State) -> bool:
    return any(slot == "fluxed" for slot in slots(state, "defence"))


def single_use(state: State) -> bool:
    now = state.challenge
    return now is not None and any(
        card_of(state, piece).single_use
        for seat in (*now.seats("attack"), *now.seats("defence"))
        for piece in state.chairs[seat].objects
    )


def fluxed_thief(state: State) -> bool:
    return can_be_taken(state) and "fluxed" in slots(state, "attack")


def own_loss(state: State) -> bool:
    now = state.challenge
    return now is not None and now.alone and slots(state, "defence")[0] != "none"


def spare_card(state: State) -> bool:
    """Somebody helps an attack whose challenger has such a card already."""
    own, *helpers = slots(state, "attack") or ["none"]
    return can_be_taken(state) and own in ("up", "marked") and bool(helpers)


def helper_marks(state: State) -> bool:
    return any(slot in LIES for slot in slots(state, "attack")[1:])


def several(state: State) -> bool:
    return state.over is None and sum(home.token for home in state.homes) > 1


def win_in_challenge(state: State) -> bool:
    return state.challenge is not None and any(home.token and home.settled for home in state.homes)


def plot_pays(state: State) -> bool:
    home = state.homes[state.house(state.turn)]
    may_buy = home.settled and not home.token and state.challenge is None and state.over is None
    return may_buy and state.plot is not None and stat_of(state, state.plot, "n") != 0


def slots(state: State, side: Side) -> list[Slot]:
    """The State cards that are fought about, of everybody on a side; the principal's first."""
    now = state.challenge
    if now is None:
        return []
    houses = dict.fromkeys(state.house(seat) for seat in now.seats(side))
    return [state.homes[house].slot(now.sort) for house in houses]


def can_be_taken(state: State) -> bool:
    now = state.challenge
    return now is not None and not now.alone and slots(state, "defence")[0] in LIES


MATTERS: dict[str, Callable[[State], bool]] = {
    "six": six,
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
