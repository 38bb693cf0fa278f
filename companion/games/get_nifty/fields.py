"""Fields of a form: seats, numbers, sides, and cards by their word (see entry.py)."""

from __future__ import annotations

from companion.core.contract import BadForm, Form, Seat
from companion.core.text import Text
from companion.games.get_nifty.cards import KINDS, Kind
from companion.games.get_nifty.events import Play, Side
from companion.games.get_nifty.numbers import NotANumber, Number, read_number

LONGEST = 200


def seat_or(form: Form, other: Seat, name: str = "seat") -> Seat:
    return form.number(name) if form.get(name, "").strip() else other


def many(form: Form, name: str) -> tuple[Seat, ...]:
    parts = [part.strip() for raw in form.all(name) for part in raw.split(",") if part.strip()]
    return tuple(Form({name: part}).number(name) for part in parts)


def number_of(form: Form, name: str) -> Number | None:
    try:
        return read_number(form.get(name, ""))
    except NotANumber as bad:
        raise BadForm(Text("{field} must be a number, not “{raw}”.", field=name, raw=str(bad))) from None


def side_of(form: Form, name: str = "side") -> Side | None:
    word = form.word(name, "attack", "defence", "") if name in form else ""
    return "attack" if word == "attack" else "defence" if word == "defence" else None


def play(word: str) -> Play:
    """One card from its word."""
    word = word.strip()[:LONGEST]
    name, equals, number = word.rpartition("=")
    try:
        if not equals:
            return Play(value=read_number(word))
        value = read_number(number)
    except NotANumber:
        if (equals and not name.strip()) or number.lstrip("+-").isdigit():
            raise BadForm(Text("“{raw}” is no number on a card.", raw=word[:40])) from None
        return Play(card=word)
    kind = kind_of(name)
    return Play(value=value, kind=kind) if kind else Play(card=name.strip(), value=value)


def kind_of(word: str) -> Kind | None:
    return next((kind for kind in KINDS if kind == word.strip().casefold()), None)


def plays(form: Form, name: str = "card") -> tuple[Play, ...]:
    return tuple(play(word) for word in form.all(name) if word.strip())


def some_plays(form: Form) -> tuple[Play, ...]:
    if not (found := plays(form)):
        raise BadForm(Text("Choose a card or a number first."))
    return found
