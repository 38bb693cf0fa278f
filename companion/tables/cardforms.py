"""Cards as people type them into a form, and as a card file has them. What no table would take is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.codec import BadRecord
from companion.core.contract import CardField, Game, RuleViolation
from companion.core.events import CardDescribed, SetUp
from companion.core.table import next_table, open_table
from companion.core.text import Text, say
from companion.tables.cards import FORMAT, LONGEST_NAME, MOST_CARDS, Card
from companion.tables.errors import TableRefusal
from companion.tables.files import parse
from companion.tables.names import clean

LONGEST_TEXT = 200
INFINITE = {"inf", "infinity", "\N{INFINITY}"}


class BadCard(TableRefusal):
    """A field of a card that cannot be kept as it was typed; the sentence says what would fit."""

    def __init__(self, field: str, text: Text) -> None:
        super().__init__(text)
        self.field = field


def card_from(game: Game, given: Mapping[str, list[str]]) -> Card:
    """A card as a form gives it, or `BadCard`, or what the game itself has against it."""
    card = Card(card_name("".join(given.get("name", [])[:1])), facts_from(game, given))
    check(game, card)
    return card


def card_name(raw: str) -> str:
    name = clean(raw, len(raw) + 1)
    if not name:
        raise BadCard("name", Text("A card needs a name, of at most {most} letters.", most=LONGEST_NAME))
    if len(name) > LONGEST_NAME:
        text = Text("The name has {n} letters: at most {most} fit.", n=len(name), most=LONGEST_NAME)
        raise BadCard("name", text)
    return name


def facts_from(game: Game, given: Mapping[str, list[str]]) -> dict[str, Any]:
    """The facts as a form gives them; what is left empty is not known."""
    facts: dict[str, Any] = {}
    for field in game.cards.fields if game.cards else ():
        value = _fact(field, given.get(field.name, []))
        if value is not None:
            facts[field.name] = value
    return facts


def typed(game: Game, given: Mapping[str, list[str]]) -> dict[str, Any]:
    """The same as it was typed, right or wrong, to stand in the form once more."""
    fields = game.cards.fields if game.cards else ()
    sent = {field.name: (field.kind, given[field.name]) for field in fields if given.get(field.name)}
    return {name: raw if kind == "words" else raw[0] for name, (kind, raw) in sent.items()}


def check(game: Game, card: Card) -> None:
    """Show the card to a table that nobody sits at: what no table would take is not for the book."""
    table = open_table(game, SetUp(("",) * game.seats.start, {}))
    next_table(table, CardDescribed(card.name, card.facts))


def _fact(field: CardField, raw: list[str]) -> Any:
    first = clean(raw[0], LONGEST_TEXT) if raw else ""
    if field.kind == "flag":
        return True if first else None
    if not first:
        return None
    if field.kind == "number":
        return _number(field, first)
    if field.kind == "words":
        words = [clean(word, LONGEST_NAME) for part in raw for word in part.split(",")]
        return [word for word in words if word]
    if field.choices and first not in [choice.value for choice in field.choices]:
        raise BadCard(field.name, Text("{field} cannot be “{raw}”.", field=field.label, raw=first[:20]))
    return first


def _number(field: CardField, raw: str) -> int | str | None:
    text = raw.replace("\N{MINUS SIGN}", "-").casefold()
    if text == "?":
        return None
    if text.removeprefix("+") in INFINITE and field.infinite:
        return "inf"
    digits = text[1:] if text[0] in "+-" else text
    if digits.isascii() and digits.isdigit() and len(digits) < 10 and field.low <= int(text) <= field.high:
        return int(text)
    fits = (
        Text("a whole number from {low} to {high}, ∞, or nothing", low=field.low, high=field.high)
        if field.infinite
        else Text("a whole number from {low} to {high}, or nothing", low=field.low, high=field.high)
    )
    text_ = Text("{field} cannot be “{raw}”: {fits}.", field=field.label, raw=raw[:20], fits=fits)
    raise BadCard(field.name, text_)


# -- files


def cards_in_file(game: Game, raw: bytes) -> list[Card]:
    try:
        document = parse(raw)
    except BadRecord:
        raise BadRecord("it is no card file") from None
    return cards_in(game, document)


def cards_in(game: Game, document: Any) -> list[Card]:
    """The cards of a card file, or `BadRecord` that says what is wrong where."""
    if not isinstance(document, Mapping) or "companion_cards" not in document:
        raise BadRecord("it is no card file")
    if document["companion_cards"] != FORMAT:
        raise BadRecord("it was written by another version")
    if document.get("game") != game.key:
        raise BadRecord(f"its cards are of another game, {str(document.get('game'))[:40]!r}")
    given = document.get("cards")
    if not isinstance(given, list) or len(given) > MOST_CARDS:
        raise BadRecord(f"its cards must be a list of at most {MOST_CARDS}")
    return [_read(game, n, item) for n, item in enumerate(given, 1)]


def _read(game: Game, n: int, item: Any) -> Card:
    name = clean(item["name"], LONGEST_NAME) if _has_name(item) else ""
    if not name:
        raise BadRecord(f"card {n} has no name")
    facts = item.get("facts", {})
    known = {field.name for field in game.cards.fields} if game.cards else set()
    if not isinstance(facts, Mapping) or not set(facts) <= known:
        raise BadRecord(f"card {n}, “{name}”, may hold only {', '.join(sorted(known))}")
    card = Card(name, dict(facts))
    try:
        check(game, card)
    except RuleViolation as no:
        raise BadRecord(f"card {n}, “{name}”: {say(no.text, ())}") from None
    return card


def _has_name(item: Any) -> bool:
    return isinstance(item, Mapping) and isinstance(item.get("name"), str)
