"""Line 2: everybody throws cards away, or passes one, before the first lead."""

from __future__ import annotations

from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.nyet.board import DISCARD, bare, box_text
from companion.games.nyet.cards import ONES
from companion.games.nyet.flow import CARDS_OUT, check_bonus_given
from companion.games.nyet.model import State
from companion.games.nyet.seating import check_seated, left_of


def check_step(state: State, lifted: frozenset[str]) -> str:
    """The box in force, if it is time to discard."""
    check_bonus_given(state, lifted)
    if state.round.tricks or state.round.plays:
        raise RuleViolation(
            "NYET-4.12",
            Text("Cards are on the table: discarding and passing come before the first lead."),
            [Offer(Text("Void the round and deal again"), {"do": "void"})],
        )
    box = bare(state, DISCARD)
    assert box is not None, "check_bonus_given has seen a complete board"
    return box


def check_discard(state: State, box: str, seat: Seat, count: int, ones: int, lifted: frozenset[str]) -> None:
    """Refuse what the box in force does not say. The 1s among the cards count where they are known."""
    due = CARDS_OUT[box]
    text = Text(
        "{box}: {who} throws away exactly {due}, not {count}.",
        box=box_text(state, DISCARD, box),
        who=Name(seat),
        due=due,
        count=count,
    )
    fits = [
        Offer(
            Text("{who} discarded {due}", who=Name(seat), due=due),
            {"do": "discarded", "seat": str(seat), "count": str(due)},
        )
    ]
    match box:
        case "nyet":
            raise RuleViolation("NYET-5.10", Text("NY3T! is bare on line 2: nobody discards or passes."))
        case "pass":
            raise RuleViolation("NYET-5.9", Text("Pass left is in force: cards are passed, not discarded."))
        case "discard3" if count != due:
            raise RuleViolation("NYET-5.5", text, fits)
        case "discard2" if count != due:
            raise RuleViolation("NYET-5.6", text, fits)
        case "discard1" if count != due:
            raise RuleViolation("NYET-5.7", text, fits)
        case "except1" if (count != due or ones) and "NYET-5.8" not in lifted:
            only = Text("{who} throws away exactly one card, and not a 1.", who=Name(seat))
            # Liftable: a hand of nothing but 1s discards nothing.
            raise RuleViolation("NYET-5.8", only, fits, liftable=True)


def discard(state: State, seat: Seat, count: int, ones: int, lifted: frozenset[str]) -> State:
    check_seated(state, seat)
    box = check_step(state, lifted)
    check_discard(state, box, seat, count, ones, lifted)
    known = state.round.ones_out + ones
    if not 0 <= ones <= max(count, 0) or known > ONES:
        raise RuleViolation(
            "NYET-7.6", Text("{ones} of {count} discarded cards cannot be 1s.", ones=ones, count=count)
        )
    after = confirm(state, (seat,))
    return replace(after, round=replace(after.round, ones_out=known))


def pass_card(state: State, seat: Seat, to: Seat, lifted: frozenset[str]) -> State:
    check_seated(state, seat)
    box = check_step(state, lifted)
    left = left_of(state, seat)
    if box != "pass":
        raise RuleViolation(
            "NYET-5.9", Text("{box} is in force: nobody passes a card.", box=box_text(state, DISCARD, box))
        )
    if to != left:
        raise RuleViolation(
            "NYET-5.9",
            Text("{who} passes to the left, to {left}.", who=Name(seat), left=Name(left)),
            [
                Offer(
                    Text("{who} passed to {left}", who=Name(seat), left=Name(left)),
                    {"do": "passed", "seat": str(seat), "to": str(left)},
                )
            ],
        )
    return confirm(state, (seat,))


def finish(state: State, lifted: frozenset[str]) -> State:
    """Everybody is done, in one tap."""
    if check_step(state, lifted) == "nyet":
        raise RuleViolation("NYET-5.10", Text("NY3T! is bare on line 2: nobody discards or passes."))
    return confirm(state, tuple(seat for seat in state.seats if seat not in state.round.done))


def confirm(state: State, seats: tuple[Seat, ...]) -> State:
    box = bare(state, DISCARD)
    for seat in seats:
        if seat in state.round.done:
            raise RuleViolation(
                "NYET-5.11",
                Text(
                    "{who} has done it already: {box} binds everybody once.",
                    who=Name(seat),
                    box=box_text(state, DISCARD, box or ""),
                ),
            )
    return replace(state, round=replace(state.round, done=(*state.round.done, *seats)))
