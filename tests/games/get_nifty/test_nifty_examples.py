"""The worked examples end with the State cards, sums and places that the notes work out by hand.

What every example owes (schema, replay, standings) is checked for all games in `test_examples.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from example_files import Example

from companion.core.ledger import Ledger
from companion.games.get_nifty import GAME
from companion.games.get_nifty.model import State

FOLDER = Path(GAME.start.__code__.co_filename).parent / "examples"


@dataclass(frozen=True)
class End:
    """Sums of the last challenge, SAFE and WEIRD by player (n u m f), Objects left, cards discarded."""

    sums: str
    slots: str
    objects: str = ""
    pile: str = ""


ENDS = {
    "E1-": End("5:5", "nu mn nn", "Gadget Vest", "Alpha Beta"),
    "E2-": End("7:3", "nn un nn", "Vest", "Beta Bun-Bun"),
    "E3-": End("4:1", "un nn nn", "", "Alpha Beta"),
    "E4-": End("5:3", "mn fn nn", "Gadget", "Alpha Beta"),
    "E6-": End("4:4", "un nn", "X Y", "Alpha Beta"),
    "E8-": End("3:2", "nn uu", "Gadget Vest", "Aylee Beta Gamma Playstashun"),
    "E10-": End("7:5", "un nn", "", "Beta Delta Dex Dex Dex Gadget Zoe Zoe Zoe"),
    "E11-": End("2:2", "nn mn", "", "Alpha Anti-Vamp-Cannon Beta Vampire-one Vampire-two"),
    "E11b-": End("4:4", "nn mn", "Anti-Vamp-Cannon", "Beta Vampire-one"),
    "E12-": End("4:2", "nn un", "Sword", "Alpha Beta Inflatable-Time-Machine"),
    "E13-": End("8:8", "nn mn mn nn", "Vest Hat", "Alpha Alpha-two Beta Gamma"),
    "E13b-": End("12:8", "un nn un nn", "Vest Hat", "Alpha Alpha-three Alpha-two Beta Gamma"),
    "E15-": End("7:6", "nn un nn nn"),
    "E17-": End("", "mm nn", "", "Ape Bat Cow"),
    "E17b-": End("", "mm nn", "", "Anvil Ape Bat"),
    "E17c-": End("", "mm nn", "Lamp"),
    "E17d-": End("", "mu nn"),
    "E18-": End("", "mm nn nn nn", "Lamp"),
    "E18b-": End("", "mu nn nn nn", "Lamp"),
    "E23-": End("3:0", "nn nn mn", "", "Alpha Beta"),
    "E24-": End("2:2", "nn mn", "Spray", "Alpha Beta Spray"),
    "E25-": End("4:4", "nn nn", "", "Beta"),
    "E27-": End("4:0", "nn um", "", "Dex"),
    "E29-": End("2:3", "nn nn nn", "Rope", "Ape Bat Cow Eel Fly Gnu Swapper"),
    "SIX-04-": End("8:9", "nn mn nn", "Gun Vest", "Ape"),
    "WIN-01-": End("", "mm un"),
}


def replay(mark: str) -> State:
    (path,) = [p for p in FOLDER.glob("*.json") if f"-{mark}" in p.name and "expected" not in p.name]
    example = Example(GAME, path)
    state: State = Ledger.load(GAME, example.setup, example.entries).table.state
    return state


def ended(state: State) -> End:
    last = state.last
    sums = "" if last is None or last.attack is None else f"{last.attack.text}:{last.defence.text}"
    things = [piece.name.replace(" ", "-") for chair in state.chairs for piece in chair.objects]
    gone = sorted(piece.name.replace(" ", "-") for piece in state.pile if piece.kind != "number")
    slots = " ".join(home.safe[0] + home.weird[0] for home in state.homes)
    return End(sums, slots, " ".join(things), " ".join(gone))


@pytest.mark.parametrize("mark", list(ENDS))
def test_an_example_ends_as_worked_out_by_hand(mark: str) -> None:
    assert ended(replay(mark)) == ENDS[mark]


def test_the_token_of_e17_was_bought_and_nothing_lies_under_it() -> None:
    for mark in ("E17-", "E17b-"):
        assert replay(mark).homes[0].token
        assert replay(mark).homes[0].under == ()


def test_the_refill_of_e29_waits_for_the_next_turn() -> None:
    state = replay("E29-")
    assert (state.turn, state.drew, state.chairs[1].hand) == (1, 4, 5)


def test_every_example_is_listed_here() -> None:
    names = [path.name for path in FOLDER.glob("*.json") if "expected" not in path.name]
    assert len(names) == len(ENDS)
