"""What a card says. Facts are typed in by people, so the reader forgives what it can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

from companion.core.contract import RuleViolation
from companion.core.text import Text
from companion.games.get_nifty.numbers import NotANumber, Number, read_number

Kind: TypeAlias = Literal["character", "object", "boredom", "plot"]
KINDS: tuple[Kind, ...] = get_args(Kind)
STATE_CARDS = ("SAFE", "WEIRD")
RESERVED = {"safe", "weird", "nifty"}
STATS = ("d", "s", "w", "n")
STAT_NAMES = {
    "d": Text("Danger"),
    "s": Text("Safety"),
    "w": Text("Weirdness"),
    "n": Text("Niftyness"),
    "value": Text("Boredom"),
}
LONGEST_NAME = 40
LONGEST_TEXT = 200
MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a Plot gives to every Character of a name or attribute; None if the amount is not known yet."""

    of: str
    stat: str
    amount: Number | None


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the book. A stat is a number, `inf`, or None while nobody has typed it in."""

    name: str
    kind: Kind | None = None
    d: Number | None = None
    s: Number | None = None
    w: Number | None = None
    n: Number | None = None
    value: Number | None = None
    """What a Boredom card is worth."""
    aliases: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    cancelled_by: tuple[str, ...] = ()
    cancels: tuple[str, ...] = ()
    single_use: bool = False
    special: str = ""
    discard_option: str = ""
    returns: bool = False
    """Goes back to the hand if its side fails."""
    bonuses: tuple[Bonus, ...] = ()
    source: str = ""
    """Where the rulebook prints these facts; empty if the table typed them in."""

    def stat(self, stat: str) -> Number | None:
        number: Number | None = getattr(self, stat)
        return number


# -- names


@lru_cache(4096)
def key(name: str) -> str:
    """A name without case, spaces and signs: the same card however it was typed."""
    plain = "".join(sign for sign in name.casefold() if sign.isalnum())
    return plain or name.strip().casefold()


def keys(card: Card) -> set[str]:
    return {key(card.name), *map(key, card.aliases)}


def is_meant(card: Card, word: str) -> bool:
    """Whether a word such as `DEX`, `VAMPIRE` or `all VAMPIRES` means this card."""
    plain = key(word)
    short = key(word[4:]) if word.casefold().startswith("all ") else plain
    if {plain, short} & keys(card):
        return True
    tags = {key(tag).removesuffix("s") for tag in card.attributes}
    return short.removesuffix("s") in tags


def takes_out(canceller: Card, victim: Card) -> bool:
    """Whether either of the two cards says that the one cancels the other."""
    named = any(is_meant(canceller, word) for word in victim.cancelled_by)
    return named or any(is_meant(victim, word) for word in canceller.cancels)


# -- facts


def described(old: Card, facts: Mapping[str, Any]) -> Card:
    """The card with what people typed in; what they left out stays as it was."""
    check_name(old.name)
    kind = read_kind(facts["kind"]) if "kind" in facts else old.kind
    card = replace(old, kind=kind, source="" if facts else old.source)
    found: dict[str, Any] = {
        name: READERS[name](card, name, raw) for name, raw in facts.items() if name in READERS
    }
    return replace(card, **found)


def check_name(name: str) -> None:
    if key(name) in RESERVED:
        raise RuleViolation(
            "NIFTY-CARD-02",
            Text(
                "“{name}” is not to be described: SAFE and WEIRD are State cards, NIFTY a token.",
                name=name,
            ),
        )
    if not name.strip() or len(name) > LONGEST_NAME:
        raise RuleViolation(
            "NIFTY-CARD-01", Text("A card needs a name of at most {n} letters.", n=LONGEST_NAME)
        )


def read_kind(raw: Any) -> Kind | None:
    word = raw.strip().casefold() if isinstance(raw, str) else raw
    found = next((kind for kind in KINDS if kind == word), None)
    if found is None and word not in (None, ""):
        raise RuleViolation(
            "NIFTY-CARD-01",
            Text(
                "There is no kind “{kind}”: a card is a Character, Object, Boredom, Plot, SAFE or WEIRD.",
                kind=str(raw)[:LONGEST_NAME],
            ),
        )
    return found


def read_stat(card: Card, stat: str, raw: Any) -> Number | None:
    try:
        return read_number(raw)
    except NotANumber as bad:
        said = Text("{card}: {stat} cannot be “{raw}”.", card=card.name, stat=STAT_NAMES[stat], raw=str(bad))
        if card.kind == "object":
            raise RuleViolation("NIFTY-OBJECT-01", said) from None
        raise RuleViolation("NIFTY-CHAR-02", said) from None


def words(_card: Card, _name: str, raw: Any) -> tuple[str, ...]:
    """Several words: a list of them, or one text with commas. What is no word is left out."""
    parts = raw.split(",") if isinstance(raw, str) else raw
    if not isinstance(parts, list | tuple):
        return ()
    found = (part.strip()[:LONGEST_NAME] for part in parts if isinstance(part, str))
    return tuple(dict.fromkeys(word for word in found if word))[:MOST_WORDS]


def is_yes(_card: Card, _name: str, raw: Any) -> bool:
    return raw is True or raw == 1 or (isinstance(raw, str) and raw.casefold() in ("1", "yes", "on", "true"))


def line(_card: Card, _name: str, raw: Any) -> str:
    return raw.strip()[:LONGEST_TEXT] if isinstance(raw, str) else ""


def read_bonuses(card: Card, name: str, raw: Any) -> tuple[Bonus, ...]:
    """Bonuses as `{"of": "DEMON", "stat": "n", "amount": 1}` each; others are left out."""
    found = []
    for part in raw if isinstance(raw, list | tuple) else ():
        if not isinstance(part, Mapping):
            continue
        of, stat = line(card, name, part.get("of")), part.get("stat", "n")
        if of and isinstance(stat, str) and stat in STATS:
            found.append(Bonus(of, stat, read_stat(card, stat, part.get("amount"))))
    return tuple(found[:MOST_WORDS])


READERS: dict[str, Callable[[Card, str, Any], Any]] = {
    **dict.fromkeys((*STATS, "value"), read_stat),
    **dict.fromkeys(("aliases", "attributes", "cancelled_by", "cancels"), words),
    **dict.fromkeys(("single_use", "returns"), is_yes),
    **dict.fromkeys(("special", "discard_option"), line),
    "bonuses": read_bonuses,
}


def all_stats(card: Card) -> Iterable[tuple[str, Number | None]]:
    """The numbers printed on a card of this kind."""
    names = ("value",) if card.kind == "boredom" else STATS
    return ((name, card.stat(name)) for name in names)
