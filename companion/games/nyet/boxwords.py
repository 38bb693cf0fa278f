"""Boxes of the board and characters, as people pick or write them when they change an entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.contract import BadForm, Choice, Words
from companion.core.text import Joined, Text
from companion.games.nyet.board import LINE_WORDS, LINES, box_text, boxes
from companion.games.nyet.model import State


def box_words(state: State, line: int, label: Text) -> Words:
    if line not in LINES:
        return Words(label)
    return Words(label, choices=tuple(Choice(box, box_text(state, line, box)) for box in boxes(state, line)))


def any_box_words(state: State, line: int) -> Words:
    """The boxes of a line first, then those of the others, in case the line was wrong."""
    own = box_words(state, line, Text("Box")).choices
    known = {choice.value for choice in own}
    others: dict[str, list[Text]] = {}
    for other in LINES:
        for box in boxes(state, other):
            if box not in known:
                said = Text("{line}: {box}", line=LINE_WORDS[other], box=box_text(state, other, box))
                others.setdefault(box, []).append(said)
    more = (Choice(box, Text("{boxes}", boxes=Joined(said, " / "))) for box, said in others.items())
    return Words(Text("Box"), choices=(*own, *more))


def character_words(state: State) -> Words:
    names = [Text("{name}", name=name) for name, _, _ in state.options.characters]
    given_back = Choice(0, Text("gave it back"))
    return Words(Text("Character"), choices=(*(Choice(n, t) for n, t in enumerate(names, 1)), given_back))


def printed_words(n: int) -> Words:
    """One character as it is printed on the board."""
    return Words(
        Text("Character {n}", n=n),
        "word",
        hint=Text("Name, colour, symbol."),
        write=printed_word,
        read=printed,
    )


def printed_word(character: Any) -> str:
    return ", ".join(map(str, character)) if isinstance(character, list | tuple) else str(character)


def printed(word: str) -> Sequence[str]:
    parts = [part.strip() for part in word.split(",")]
    if len(parts) != 3 or not all(parts):
        raise BadForm(Text("“{raw}” is no name, colour and symbol.", raw=word[:40]))
    return parts
