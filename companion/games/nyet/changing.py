"""How people write what an entry holds when they change it: boxes by their names, cards such as `red 7`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.contract import BadForm, Choice, Words
from companion.core.events import OptionChanged
from companion.core.text import Text
from companion.games.nyet.board import LINE_WORDS, LINES
from companion.games.nyet.boxwords import any_box_words, box_words, character_words, printed_words
from companion.games.nyet.cards import find_card
from companion.games.nyet.events import (
    BoardRead,
    BonusGiven,
    CharacterChosen,
    LineRead,
    Passed,
    ResultEntered,
    TeamsFormed,
    TokenPlaced,
    TrickWon,
)
from companion.games.nyet.model import State
from companion.games.nyet.options import DISCARD_WORDS

AS_THE_BOARD_SAYS = Text("as the board says")
YES_NO = (Choice(True, Text("Yes")), Choice(False, Text("No")))
CARD_HINT = Text("A colour and a number, such as red 7.")


def card(word: str) -> str:
    found = find_card(word)
    if found is None:
        raise BadForm(Text("“{raw}” is no card.", raw=word[:40]))
    return str(found)


COMMON: dict[str, Words] = {
    "seat": Words(Text("Player")),
    "to": Words(Text("To"), "seat"),
    "line": Words(Text("Line"), choices=tuple(Choice(line, LINE_WORDS[line]) for line in LINES)),
    "wedge": Words(Text("Wedge"), "seats"),
    "circle": Words(Text("Circle"), "seats"),
    "count": Words(Text("How many cards")),
    "ones": Words(Text("Known 1s among them")),
    "cards": Words(Text("Cards"), "word", hint=CARD_HINT, read=card),
    "card": Words(Text("Card"), "word", hint=CARD_HINT, read=card),
    "loot": Words(Text("Loot cards")),
    "wedge_tricks": Words(Text("Tricks of the Wedge"), nothing=Text("the rest")),
    "circle_tricks": Words(Text("Tricks of the Circle"), nothing=Text("the rest")),
    "wedge_loot": Words(Text("Loot of the Wedge")),
    "circle_loot": Words(Text("Loot of the Circle")),
    "owner": Words(Text("Bonus card"), "seat", nothing=Text("as it was given")),
    "doubled": Words(Text("Doubled by the Bonus card"), choices=YES_NO, nothing=Text("nobody said")),
    "owner_tricks": Words(Text("Tricks of the Bonus holder"), nothing=Text("follows from the rest")),
    "owner_loot": Words(Text("Loot of the Bonus holder"), nothing=Text("follows from the rest")),
    "reason": Words(Text("Why")),
}


def words(state: State, event: Any) -> Mapping[str, Words]:
    match event:
        case TokenPlaced(line=line) | LineRead(line=line):
            return COMMON | {"box": any_box_words(state, line)}
        case BoardRead():
            each = tuple(box_words(state, line, LINE_WORDS[line]) for line in LINES)
            return {"boxes": Words(Text("Boxes"), "word", each=each)}
        case CharacterChosen():
            return COMMON | {"character": character_words(state)}
        case TeamsFormed():
            return COMMON | {"seat": Words(Text("Who decides"))}
        case BonusGiven() | Passed():
            return COMMON | {"seat": Words(Text("From"))}
        case TrickWon():
            return COMMON | {"seat": Words(Text("Who takes the trick"))}
        case ResultEntered():
            return COMMON | result_words(state)
        case OptionChanged("characters", value) if isinstance(value, list | tuple):
            each = tuple(printed_words(n) for n in range(1, len(value) + 1))
            return {"value": Words(Text("Characters"), each=each)}
        case _:
            return COMMON


def result_words(state: State) -> dict[str, Words]:
    values = tuple(Choice(n, Text("{n}", n=n)) for n in state.options.values)
    lines = tuple(Choice(box, DISCARD_WORDS[box]) for box in state.options.line2)
    return {
        "value": Words(Text("Value of a trick"), choices=values, nothing=AS_THE_BOARD_SAYS),
        "discard": Words(Text("Discard"), choices=(Choice("", AS_THE_BOARD_SAYS), *lines)),
    }
