"""One line of the log for every event."""

from __future__ import annotations

from companion.core.contract import Seat
from companion.core.events import TableChange, tell_core
from companion.core.text import Joined, Name, Text
from companion.games.nyet.board import LINE_WORDS, NONE
from companion.games.nyet.cards import COLOUR_WORDS, find_card
from companion.games.nyet.events import (
    BoardRead,
    BonusGiven,
    CardPlayed,
    CardsLaidAway,
    CharacterChosen,
    DealerChosen,
    Discarded,
    DiscardsFinished,
    Event,
    HandNoted,
    LineRead,
    Passed,
    ResultEntered,
    RoundScored,
    RoundVoided,
    TeamsFormed,
    TokenPlaced,
    TrickWon,
)
from companion.games.nyet.options import DISCARD_WORDS, Options

CHARACTERS = {str(n): name for n, (name, _, _) in enumerate(Options().characters, 1)}


def character_words(box: str) -> Text:
    """A character by the name it has until a table gives it another."""
    return Text("{name}", name=CHARACTERS[box]) if box in CHARACTERS else Text("character {n}", n=box)


def box_words(line: int, box: str) -> Text:
    """A box as a log line names it, without the table's own names."""
    if line == 1:
        return character_words(box)
    if line == 2:
        return DISCARD_WORDS.get(box, Text("{box}", box=box))
    if line == 4 and box == NONE:
        return Text("no supertrump")
    if box == NONE:
        return Text("no trump")
    return COLOUR_WORDS.get(box, Text("{box}", box=box.replace("-", "\N{MINUS SIGN}")))


def line_words(line: int, box: str) -> Text:
    name = LINE_WORDS.get(line, Text("Line {line}", line=line))
    return Text("{name}: {box}", name=name, box=box_words(line, box))


def card_words(name: str) -> object:
    card = find_card(name)
    return name if card is None else card.text


def tell(event: Event, seat: Seat | None) -> Text:
    """What happened, as `seat` may read it. Secret events never get here for another seat."""
    match event:
        case DealerChosen(who):
            return Text("{who} deals", who=Name(who))
        case CharacterChosen(who, 0):
            return Text("{who} gave the character back", who=Name(who))
        case CharacterChosen(who, character):
            return Text("{who} plays {character}", who=Name(who), character=character_words(str(character)))
        case TokenPlaced(who, line, box):
            return Text("{who} covered {box}", who=Name(who), box=line_words(line, box))
        case LineRead(line, box):
            return Text("Left bare: {box}", box=line_words(line, box))
        case BoardRead(boxes):
            named = [line_words(n, box) for n, box in enumerate(boxes, 1)]
            return Text("The board: {boxes}", boxes=Joined(named))
        case TeamsFormed(_, wedge, circle):
            return Text("{wedge} against {circle}", wedge=people(wedge), circle=people(circle))
        case BonusGiven(who, to):
            return Text("{who} gave the Bonus card to {to}", who=Name(who), to=Name(to))
        case Discarded(who, count, _):
            return Text("{who} discarded {n} card", many="{who} discarded {n} cards", who=Name(who), n=count)
        case Passed(who, to):
            return Text("{who} passed a card to {to}", who=Name(who), to=Name(to))
        case DiscardsFinished():
            return Text("All have discarded or passed")
        case HandNoted(who, cards):
            return Text("{who} noted a hand of {n}", who=Name(who), n=len(cards))
        case CardsLaidAway(who, cards):
            laid = Joined([card_words(name) for name in cards])
            return Text("{who} laid away {cards}", who=Name(who), cards=laid)
        case CardPlayed(who, card):
            return Text("{who} played {card}", who=Name(who), card=card_words(card))
        case TrickWon(who, 0):
            return Text("{who} won a trick", who=Name(who))
        case TrickWon(who, loot):
            return Text("{who} won a trick with {n} loot", who=Name(who), n=loot)
        case ResultEntered():
            return tell_result(event)
        case RoundScored(True):
            return Text("The round was scored, doubled by the Bonus card")
        case RoundScored():
            return Text("The round was scored")
        case RoundVoided(""):
            return Text("The round is void")
        case RoundVoided(reason):
            return Text("The round is void: {reason}", reason=reason)
        case _:
            return tell_change(event)


def people(seats: tuple[Seat, ...]) -> Joined:
    return Joined([Name(seat) for seat in seats])


def tell_result(result: ResultEntered) -> Text:
    """Only what was entered: what follows from it is on the score sheet."""

    def side(seats: tuple[Seat, ...], word: Text, tricks: int | None, loot: int) -> Text:
        who = people(seats) if seats else word
        if tricks is None:
            return Text("{who} the rest and {loot} loot", who=who, loot=loot)
        return Text("{who} {tricks} tricks and {loot} loot", who=who, tricks=tricks, loot=loot)

    wedge = side(result.wedge, Text("Wedge"), result.wedge_tricks, result.wedge_loot)
    circle = side(result.circle, Text("Circle"), result.circle_tricks, result.circle_loot)
    if result.doubled:
        return Text("Result: {wedge}; {circle}; doubled", wedge=wedge, circle=circle)
    return Text("Result: {wedge}; {circle}", wedge=wedge, circle=circle)


def tell_change(event: TableChange) -> Text:
    return tell_core(event) or Text("A change at the table")
