"""What the table is asked about a card, and the cards the rulebook itself says something about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.contract import CardBook, CardField, Choice, PrintedCard
from companion.core.text import Joined, Text
from companion.games.get_nifty.book import known, learned
from companion.games.get_nifty.cards import FLAGS, STAT_NAMES, STATS, facts_of
from companion.games.get_nifty.facts import named_cards
from companion.games.get_nifty.numbers import HIGHEST, NotANumber, read_number, shown
from companion.games.get_nifty.printed import PRINTED

KIND_LABELS = {
    "character": Text("Character"),
    "object": Text("Object"),
    "boredom": Text("Boredom card"),
    "plot": Text("Plot"),
}
FLAG_LABELS = {"single_use": Text("Single-Use"), "returns": Text("returns")}


def number(name: str, label: Text, hint: Text | None = None) -> CardField:
    return CardField(name, label, "number", hint=hint, infinite=True, low=-HIGHEST, high=HIGHEST)


FIELDS = (
    CardField("kind", Text("Kind"), "choice", tuple(Choice(k, label) for k, label in KIND_LABELS.items())),
    number("d", Text("Danger")),
    number("s", Text("Safety")),
    number("w", Text("Weirdness")),
    number("n", Text("Niftyness")),
    number("value", Text("Boredom"), Text("What a Boredom card is worth.")),
    CardField("attributes", Text("Attributes"), "words", hint=Text("Such as DEMON or VAMPIRE.")),
    CardField("cancelled_by", Text("Cancelled by"), "words"),
    CardField("cancels", Text("Cancels"), "words", hint=Text("Names or attributes.")),
    CardField("single_use", Text("Single-Use"), "flag"),
    CardField("special", Text("Special"), "text", hint=Text("In your own words.")),
    CardField("discard_option", Text("Discard Option"), "text", hint=Text("Such as Object.")),
    CardField("returns", Text("Goes back to the hand if its side fails"), "flag"),
    CardField("bonuses", Text("A Plot's bonuses"), "words", hint=Text("Such as: DEMON n 1")),
    CardField("aliases", Text("Also called"), "words"),
)


def number_text(raw: Any) -> str:
    try:
        return shown(read_number(raw))
    except NotANumber:
        return "?"


def card_line(facts: Mapping[str, Any]) -> Text:
    """A card in one line: kind, the numbers that are known, attributes."""
    kind = KIND_LABELS.get(str(facts.get("kind", "")).casefold(), Text("Card"))
    numbers: list[object] = [
        Text("{stat} {n}", stat=STAT_NAMES[stat], n=number_text(facts[stat]))
        for stat in (*STATS, "value")
        if stat in facts
    ]
    tags = facts.get("attributes")
    words: list[object] = [str(tag) for tag in tags] if isinstance(tags, list | tuple) else []
    flags: list[object] = [FLAG_LABELS[name] for name in FLAGS if facts.get(name)]
    return Text("{what}", what=Joined([kind, *numbers, *words, *flags]))


CARDS = CardBook(
    FIELDS,
    named_cards,
    card_line,
    tuple(PrintedCard(card.name, facts_of(card), card.source) for card in PRINTED),
    known,
    learned,
)
