"""From what a person tapped to an event."""

from __future__ import annotations

from companion.games.tally.model import Counted, Event, Guessed, GuessShown, State, TurnPassed

from companion.core.contract import BadForm, Chance, Form, RuleViolation, Seat
from companion.core.text import Text


def read(state: State, seat: Seat | None, form: Form, chance: Chance) -> Event:
    match form.word("do", "count", "roll", "guess", "show", "card", "pass"):
        case "count":
            return Counted(form.number("seat"), form.number("n"))
        case "roll":
            return Counted(form.number("seat"), chance.roll(3))
        case "guess":
            return Guessed(own_seat(seat), form.number("number"))
        case "show":
            return show(state, seat, form)
        case "card":
            return play_card(state, form)
        case _:
            return TurnPassed()


def named_cards(form: Form) -> tuple[str, ...]:
    return (form["card"],) if form.get("do") == "card" and "card" in form else ()


def known(state: State, name: str) -> dict[str, int]:
    found = dict(state.cards)
    return {"plus": found[name]} if name in found else {}


def learned(before: State, after: State) -> tuple[str, ...]:
    return tuple(name for name, plus in after.cards if dict(before.cards).get(name) != plus)


def play_card(state: State, form: Form) -> Counted:
    """A card counts as much as it says; what it says, the table has learnt before."""
    name = form.get("card", "")
    known = dict(state.cards)
    if name not in known:
        raise BadForm(Text("What does {card} say? Type it in first.", card=name[:40]))
    return Counted(form.number("seat"), known[name])


def own_seat(seat: Seat | None) -> Seat:
    if seat is None:
        raise BadForm(Text("Take a seat first: a secret belongs to one player."))
    return seat


def show(state: State, seat: Seat | None, form: Form) -> GuessShown:
    about, number = form.number("seat"), form.number("number")
    written = state.guesses[about] if 0 <= about < len(state.guesses) else None
    if about == seat and written is not None and written != number and "TALLY-4" not in form.lifted:
        raise RuleViolation(
            "TALLY-4",
            Text("You wrote down {written}, not {number}.", written=written, number=number),
            liftable=True,
        )
    return GuessShown(about, number)
