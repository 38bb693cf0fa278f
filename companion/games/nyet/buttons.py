"""What a page needs to offer an entry: a label and the form it sends, as one plain value."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import Offer
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Button:
    label: Text
    entry: str
    """A query string such as `do=trick&winner=1&loot=1`; of our words only a card has a space to escape."""


def entry(do: str, **fields: object) -> str:
    parts = [f"do={do}", *(f"{name}={value}" for name, value in fields.items())]
    return "&".join(parts).replace(" ", "+")


def button(offer: Offer) -> Button:
    form = dict(offer.form)
    return Button(offer.label, entry(str(form.pop("do", "")), **form))
