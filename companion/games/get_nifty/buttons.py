"""What a page needs to offer an entry: a label and the form it sends, as one plain value."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import Offer
from companion.core.text import Text

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,=")


@dataclass(frozen=True, slots=True)
class Button:
    label: Text
    entry: str
    """A query string such as `do=add&card=Bun-Bun&seat=1`."""


def escaped(value: object) -> str:
    """A value for a query string. Card names hold anything: `It's Halloween!`, `Rock & Roll`."""
    found = []
    for sign in str(value):
        if sign in PLAIN:
            found.append(sign)
        elif sign == " ":
            found.append("+")
        else:
            found += [f"%{byte:02X}" for byte in sign.encode("utf-8", "replace")]
    return "".join(found)


def entry(do: str, **fields: object) -> str:
    """Fields that are None are left out; a tuple is the same name several times."""
    parts = [f"do={do}"]
    for name, value in fields.items():
        many = value if isinstance(value, tuple) else (value,)
        parts += [f"{name}={escaped(one)}" for one in many if one is not None]
    return "&".join(parts)


def button(offer: Offer) -> Button:
    form = dict(offer.form)
    return Button(offer.label, entry(str(form.pop("do", "")), **form))
