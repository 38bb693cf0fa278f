"""Blanks for what games never see as a form of their own: options, and what a card says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.contract import BadForm, CardField, Option, Words
from companion.core.events import CardDescribed, OptionChanged
from companion.core.table import Table
from companion.core.text import Text
from companion.tables.cardforms import facts_from
from companion.tables.errors import TableRefusal
from companion.web.changing.blanks import Blank, Ticks, humanised, key, pick, plain
from companion.web.changing.lines import Line, Number
from companion.web.changing.questions import Path


def option_blank(option: Option | None, event: OptionChanged) -> Blank | None:
    """An option as the set-up page asks for it."""
    words = Words(option.label if option else humanised(event.name), hint=option.hint if option else None)
    if option is None or not option.choices:
        kind = type(event.value)
        return Number(words.label, words.hint) if kind is int else Line(words.label) if kind is str else None
    choices = [(choice.value, choice.label) for choice in option.choices]
    if not option.many:
        return pick(words, choices, None, event.value) if isinstance(event.value, str | int) else None
    if not isinstance(event.value, list | tuple):
        return None
    known = {key(value) for value, _ in choices}
    strays = [(value, plain(value)) for value in event.value if key(value) not in known]
    return Ticks(words.label, words.hint, (*choices, *strays))


def fact_blanks(table: Table, event: CardDescribed) -> Iterator[tuple[Path, Blank]]:
    """What a card says, as the card book asks for it."""
    for field in table.game.cards.fields if table.game.cards else ():
        yield ("facts", field.name), fact_blank(table, field, event.facts.get(field.name))


def fact_blank(table: Table, field: CardField, value: Any) -> Blank:
    words = Words(field.label, hint=field.hint)
    if field.kind == "flag":
        choices = ((True, Text("Yes")), (False if value is False else None, Text("No")))
        return pick(words, choices, None, value) if isinstance(value, bool | None) else Line(field.label)
    if field.kind == "choice" and isinstance(value, str | None):
        return pick(words, [(one.value, one.label) for one in field.choices], Text("not known"), value)

    def parse(raw: str) -> Any:
        try:
            return facts_from(table.game, {field.name: [raw]}).get(field.name)
        except TableRefusal as no:
            raise BadForm(no.text) from None

    return Line(field.label, field.hint, fact_text, parse)


def fact_text(value: Any) -> str:
    """A fact in words; what no page could have entered has none."""
    if isinstance(value, list | tuple):
        return ", ".join(part for part in value if isinstance(part, str))
    if value == "inf":
        return "∞"
    number = isinstance(value, int) and not isinstance(value, bool)
    return str(value).replace("-", "\N{MINUS SIGN}") if number else value if isinstance(value, str) else ""
