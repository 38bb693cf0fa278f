"""From what a person tapped to an event. A form is flat; `do` says what happened.

| do         | fields (those in brackets follow from the table if left out)                     |
|------------|----------------------------------------------------------------------------------|
| dealer     | seat, or how=random                                                              |
| character  | seat, character (1-5, 0 gives it back)                                           |
| describe   | character, name, colour, symbol: how the board prints it                         |
| token      | line, box, [seat]                                                                |
| line       | line, box: the bare box of one line                                              |
| board      | line1 ... line5: the bare boxes of all lines                                     |
| pass       | [seat]: a token is never passed, so this is refused                              |
| teams      | wedge (seats), [circle], [seat]                                                  |
| bonus      | to, [seat]                                                                       |
| discarded  | seat, [count], [ones]; or who=all                                                |
| passed     | seat, [to]                                                                       |
| hand       | card ...: your own cards, secret                                                 |
| laid       | card ...: your own discard or pass, secret                                       |
| card       | card (`red 7`), [seat]                                                           |
| trick      | winner, [loot]                                                                   |
| result     | [wedge], [circle], [value], [discard], [wedge_tricks], [circle_tricks],          |
|            | [wedge_loot], [circle_loot], [owner], [doubled], [owner_tricks], [owner_loot]    |
| score      | [doubled] (1 or 0)                                                               |
| void       | [reason]                                                                         |

Boxes: line 1 `1`-`5` (characters), line 2 `discard3 discard2 discard1 except1 pass nyet`, lines 3 and 4
`blue red yellow green none`, line 5 a number. Several seats or cards: repeat the name or use commas.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.contract import BadForm, Chance, Form, RuleViolation, Seat
from companion.core.events import OptionChanged
from companion.core.text import Name, Text
from companion.games.nyet.board import (
    DISCARD,
    LINES,
    bare,
    check_box,
    check_one_box,
    first_player,
)
from companion.games.nyet.cards import read_card
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
from companion.games.nyet.fields import count_of, many, number_or, own_seat, seat_or, seats, yes_or_no
from companion.games.nyet.flow import CARDS_OUT
from companion.games.nyet.hands import check_hand, check_laid_away, check_own_play
from companion.games.nyet.model import State
from companion.games.nyet.play import next_player
from companion.games.nyet.seating import MOST, left_of, put
from companion.games.nyet.teams import check_one_owner
from companion.games.nyet.tokens import next_token, token_offers

LONGEST_NAME = 24


def read(state: State, seat: Seat | None, form: Form, chance: Chance) -> Event:
    match form.word("do", *READERS, "dealer", "hand", "laid", "card"):
        case "dealer":
            return dealer(state, form, chance)
        case "hand":
            return hand(state, own_seat(seat), form)
        case "laid":
            return laid(state, own_seat(seat), form)
        case "card":
            return card(state, seat, form)
        case do:
            return READERS[do](state, form)


# -- set-up


def dealer(state: State, form: Form, chance: Chance) -> DealerChosen:
    """A draw gives every player the same chance; its result is what is stored (NYET-3.11)."""
    if form.get("how") == "random":
        return DealerChosen(state.seats[chance.pick(state.players)])
    return DealerChosen(form.number("seat"))


def character(state: State, form: Form) -> CharacterChosen:
    return CharacterChosen(form.number("seat"), form.number("character"))


def describe(state: State, form: Form) -> OptionChanged:
    at = form.number("character") - 1
    if not 0 <= at < MOST:
        raise BadForm(Text("There is no character {n}, only 1 to 5.", n=at + 1))
    old = state.options.characters[at]
    words = tuple(
        form.get(name, "").strip()[:LONGEST_NAME] or kept
        for name, kept in zip(("name", "colour", "symbol"), old, strict=True)
    )
    return OptionChanged("characters", put(state.options.characters, at, (words[0], words[1], words[2])))


# -- the board


def token(state: State, form: Form) -> TokenPlaced:
    return TokenPlaced(seat_or(form, next_token(state)), form.number("line"), form.get("box", ""))


def line(state: State, form: Form) -> LineRead:
    number = form.number("line")
    return LineRead(number, check_one_box(number, many(form, "box")))


def board(state: State, form: Form) -> BoardRead:
    return BoardRead(tuple(check_one_box(n, many(form, f"line{n}")) for n in LINES))


def refuse_pass(state: State, form: Form) -> Event:
    turn = next_token(state)
    if turn is None:
        raise BadForm(Text("The board is complete: there is no token to place."))
    who = seat_or(form, turn)
    raise RuleViolation(
        "NYET-4.4",
        Text("{who} cannot pass: covering a box is compulsory.", who=Name(who)),
        token_offers(state, turn),
    )


# -- sides, Bonus, discards


def teams(state: State, form: Form) -> TeamsFormed:
    wedge, circle = sides(state, form)
    return TeamsFormed(seat_or(form, first_player(state)), wedge, circle)


def sides(state: State, form: Form) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Both sides; who is not on the one named is on the other."""
    wedge, circle = seats(form, "wedge"), seats(form, "circle")
    if wedge and not circle:
        circle = tuple(seat for seat in state.seats if seat not in wedge)
    elif circle and not wedge:
        wedge = tuple(seat for seat in state.seats if seat not in circle)
    return wedge, circle


def bonus(state: State, form: Form) -> BonusGiven:
    owners = seats(form, "to")
    check_one_owner(owners)
    return BonusGiven(seat_or(form, first_player(state)), owners[0] if owners else form.number("to"))


def discarded(state: State, form: Form) -> Discarded | DiscardsFinished:
    if form.get("who") == "all":
        return DiscardsFinished()
    due = CARDS_OUT[bare(state, DISCARD) or "nyet"]
    count = number_or(form, "count", due)
    return Discarded(form.number("seat"), due if count is None else count, count_of(form, "ones"))


def passed(state: State, form: Form) -> Passed:
    who = form.number("seat")
    left = left_of(state, who) if 0 <= who < len(state.present) else 0
    return Passed(who, seat_or(form, left, "to"))


# -- cards


def hand(state: State, seat: Seat, form: Form) -> HandNoted:
    names = many(form, "card")
    check_hand(state, names, seat)
    return HandNoted(seat, tuple(names))


def laid(state: State, seat: Seat, form: Form) -> CardsLaidAway:
    names = many(form, "card")
    check_laid_away(state, names, seat, form.lifted)
    return CardsLaidAway(seat, tuple(names))


def card(state: State, seat: Seat | None, form: Form) -> CardPlayed:
    """A card on the table. Whether it follows is checked for one's own hand only."""
    who = seat_or(form, next_player(state))
    found = read_card(form.get("card", ""), state.players)
    if who == seat:
        check_own_play(state, who, found, form.lifted)
    return CardPlayed(who, str(found))


def trick(state: State, form: Form) -> TrickWon:
    return TrickWon(form.number("winner"), count_of(form, "loot"))


# -- the end of a round


def result(state: State, form: Form) -> ResultEntered:
    wedge, circle = sides(state, form)
    discard = form.get("discard", "")
    if discard:
        check_box(state, DISCARD, discard)
    return ResultEntered(
        wedge,
        circle,
        number_or(form, "value", None),
        discard,
        number_or(form, "wedge_tricks", None),
        number_or(form, "circle_tricks", None),
        count_of(form, "wedge_loot"),
        count_of(form, "circle_loot"),
        number_or(form, "owner", None),
        yes_or_no(form, "doubled"),
        number_or(form, "owner_tricks", None),
        number_or(form, "owner_loot", None),
    )


def score(state: State, form: Form) -> RoundScored:
    return RoundScored(yes_or_no(form, "doubled"))


def void(state: State, form: Form) -> RoundVoided:
    return RoundVoided(form.get("reason", "")[:200])


READERS: dict[str, Callable[[State, Form], Event]] = {
    "character": character,
    "describe": describe,
    "token": token,
    "line": line,
    "board": board,
    "pass": refuse_pass,
    "teams": teams,
    "bonus": bonus,
    "discarded": discarded,
    "passed": passed,
    "trick": trick,
    "result": result,
    "score": score,
    "void": void,
}
