"""The worked examples of NΣT!: between them they show every box and every option."""

from __future__ import annotations

from example_files import all_examples

from companion.core.ledger import Ledger
from companion.games.nyet import GAME
from companion.games.nyet.board import LINES
from companion.games.nyet.options import LINE_TWO, Options
from companion.shelf import Shelf

EXAMPLES = [example for example in all_examples(Shelf()) if example.game is GAME]


def test_every_example_is_named_by_a_rule() -> None:
    rules = Shelf().rules("nyet")
    assert EXAMPLES
    assert all("-".join(example.path.stem.split("-")[:2]) in rules for example in EXAMPLES)


def test_there_is_an_example_for_every_box_and_every_option() -> None:
    boxes: set[tuple[int, str | None]] = set()
    options: set[str] = set()
    for example in EXAMPLES:
        options |= set(example.setup.options)
        for scored in Ledger.load(GAME, example.setup, example.entries).table.state.scored:
            boxes |= set(zip(LINES, scored.boxes, strict=True))
    colours = ("blue", "red", "yellow", "green", "none")
    printed = {(1, str(n)) for n in range(1, 6)} | {(2, box) for box in LINE_TWO}
    printed |= {(line, box) for line in (3, 4) for box in colours}
    printed |= {(5, str(value)) for value in Options().values}
    assert printed <= boxes
    assert {option.name for option in GAME.asked} <= options
