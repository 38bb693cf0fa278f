"""Fields of a form: numbers, seats and lists that may be left out."""

from __future__ import annotations

from companion.core.contract import BadForm, Form, Seat
from companion.core.text import Text


def own_seat(seat: Seat | None) -> Seat:
    if seat is None:
        raise BadForm(Text("Take a seat first: a hand belongs to one player."))
    return seat


def number_or(form: Form, name: str, other: int | None) -> int | None:
    """A number, or `other` if the field is missing or empty."""
    return form.number(name) if form.get(name, "").strip() else other


def count_of(form: Form, name: str) -> int:
    return number_or(form, name, 0) or 0


def seat_or(form: Form, other: Seat | None, name: str = "seat") -> Seat:
    found = number_or(form, name, other)
    return form.number(name) if found is None else found


def many(form: Form, name: str) -> list[str]:
    return [part.strip() for raw in form.all(name) for part in raw.split(",") if part.strip()]


def seats(form: Form, name: str) -> tuple[Seat, ...]:
    return tuple(Form({name: part}).number(name) for part in many(form, name))


def yes_or_no(form: Form, name: str) -> bool | None:
    raw = form.get(name, "")
    return None if not raw else form.word(name, "0", "1", "on") != "0"
