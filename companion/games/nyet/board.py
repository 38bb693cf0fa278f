"""The gameboard: five lines of five boxes, what is covered, what is in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Text
from companion.games.nyet.cards import COLOUR_WORDS, COLOURS
from companion.games.nyet.model import NO_BOXES, State
from companion.games.nyet.options import DISCARD_WORDS, Options
from companion.games.nyet.seating import characters, put
from companion.games.nyet.totals import check_running
from companion.games.nyet.tricks import Trumps

FIRST, DISCARD, TRUMP, SUPERTRUMP, VALUE = LINES = (1, 2, 3, 4, 5)
NONE = "none"

LINE_WORDS = {
    FIRST: Text("First player"),
    DISCARD: Text("Discard"),
    TRUMP: Text("Trump"),
    SUPERTRUMP: Text("Supertrump"),
    VALUE: Text("Value of a trick"),
}


def boxes(state: State, line: int) -> tuple[str, ...]:
    """The five boxes of a line."""
    match line:
        case 1:
            return ("1", "2", "3", "4", "5")
        case 2:
            return state.options.line2
        case 5:
            return tuple(str(value) for value in state.options.values)
        case _:
            return (*COLOURS, NONE)


def box_text(state: State, line: int, box: str) -> Text:
    match line:
        case 1:
            return Text("{name}", name=state.options.characters[int(box) - 1][0])
        case 2:
            return DISCARD_WORDS[box]
        case 3 if box == NONE:
            return Text("{name}", name=state.options.fifth_trump)
        case 4 if box == NONE:
            return Text("No Supertrump")
        case 4:
            return Text("{colour} 1s", colour=COLOUR_WORDS[box])
        case 3:
            return COLOUR_WORDS[box]
        case _:
            return Text("{value}", value=box.replace("-", "\N{MINUS SIGN}"))


# -- covered and bare


def covered(state: State, line: int) -> dict[str, Seat | None]:
    """The covered boxes of a line and by whom; nobody for a character that nobody plays."""
    spare: dict[str, Seat | None] = {}
    if line == FIRST:
        played = characters(state).values()
        spare = {str(n): None for n in range(1, 6) if n not in played}
    return spare | {token.box: token.seat for token in state.round.tokens if token.line == line}


def open_boxes(state: State, line: int) -> tuple[str, ...]:
    read = state.round.read[line - 1]
    gone = covered(state, line)
    return (read,) if read is not None else tuple(box for box in boxes(state, line) if box not in gone)


def bare(state: State, line: int) -> str | None:
    """The box in force on a line: the only one that nobody covered (NYET-1.2, 4.8)."""
    left = open_boxes(state, line)
    return left[0] if len(left) == 1 else None


def bare_boxes(state: State) -> tuple[str | None, ...]:
    return tuple(bare(state, line) for line in LINES)


def open_lines(state: State) -> tuple[int, ...]:
    return tuple(line for line in LINES if bare(state, line) is None)


# -- what the bare boxes say


def first_player(state: State) -> Seat | None:
    box = bare(state, FIRST)
    return next((seat for seat, n in characters(state).items() if str(n) == box), None)


def trumps(state: State) -> Trumps:
    """Trump and supertrump of the round."""
    return trumps_from(bare_boxes(state), state.options)


def trumps_from(bare: Sequence[str | None], options: Options) -> Trumps:
    """Trump and supertrump that the bare boxes of a board say (NYET-5.13 to 5.15)."""
    trump, supertrump = bare[TRUMP - 1], bare[SUPERTRUMP - 1]
    return Trumps(
        trump if trump in COLOURS else None,
        supertrump if supertrump in COLOURS else None,
        own_suit=options.lone_supertrumps == "suit",
    )


def value(state: State) -> int | None:
    box = bare(state, VALUE)
    return None if box is None else int(box)


# -- reading the board without the order of the tokens


def check_box(state: State, line: int, box: str) -> None:
    """Refuse a box that is not printed on this table's board."""
    if line not in LINES:
        raise RuleViolation("NYET-4.5", Text("There is no line {n}, only 1 to 5.", n=line))
    printed = boxes(state, line)
    if box in printed:
        return
    seen = box[:40]
    if line == DISCARD:
        raise RuleViolation(
            "NYET-5.12",
            Text("“{box}” is not on line 2 of this board.", box=DISCARD_WORDS.get(box, seen)),
            [Offer(Text("If your board has it, change line 2 in the options."))],
        )
    if line == VALUE:
        raise RuleViolation(
            "NYET-5.22",
            Text("{box} is not on line 5, only {printed}.", box=seen, printed=", ".join(printed)),
            [Offer(Text("If your board has it, change line 5 in the options."))],
        )
    raise RuleViolation(
        "NYET-4.23",
        Text("“{box}” is no box of line {n}, only {printed}.", box=seen, n=line, printed=", ".join(printed)),
    )


def read_line(state: State, line: int, box: str) -> State:
    """Take a line's bare box as it lies there."""
    check_running(state)
    now = state.round
    if now.teams or now.done or now.tricks or now.plays:
        raise RuleViolation(
            "NYET-4.1",
            Text("The NY3T! phase of this round is over: the board stands."),
            [Offer(Text("Change the older entry in the log if the board was read wrongly."))],
        )
    check_box(state, line, box)
    gone = covered(state, line)
    if line == FIRST and box in gone and gone[box] is None:
        raise RuleViolation(
            "NYET-5.1",
            Text("Nobody plays {box}: it cannot be first player.", box=box_text(state, line, box)),
            line_offers(state, line),
        )
    if box in gone:
        raise RuleViolation(
            "NYET-1.2",
            Text("{box} is covered, so it cannot be in force.", box=box_text(state, line, box)),
            line_offers(state, line),
        )
    return replace(state, round=replace(now, read=put(now.read, line - 1, box)))


def line_offers(state: State, line: int) -> list[Offer]:
    return [
        Offer(box_text(state, line, box), {"do": "line", "line": str(line), "box": box})
        for box in open_boxes(state, line)
    ]


def check_one_box(line: int, named: Sequence[str]) -> str:
    """The one box named for a line."""
    if len(named) != 1 or not named[0]:
        raise RuleViolation(
            "NYET-4.23",
            Text("Line {line} must name exactly one bare box, not {n}.", line=line, n=sum(map(bool, named))),
        )
    return named[0]


def read_board(state: State, named: Sequence[str]) -> State:
    """All five lines at once."""
    after = replace(state, round=replace(state.round, read=NO_BOXES)) if state.round.teams is None else state
    for line in LINES:
        here = named[line - 1 :] if line == LINES[-1] else named[line - 1 : line]
        after = read_line(after, line, check_one_box(line, here))
    return after
