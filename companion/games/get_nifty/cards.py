"""What a card says. Facts are typed in by people, so the reader forgives what it can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

from companion.core.contract import RuleViolation
from companion.core.text import Text
from companion.games.get_nifty.numbers import NotANumber, Number, is_number, read_number

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
LISTS = ("aliases", "attributes", "cancelled_by", "cancels")
FLAGS = ("single_use", "returns")
TEXTS = ("special", "discard_option")
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
    heard: tuple[str, ...] = ()
    """Stats that were said with a play and described by nobody yet."""

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


def described(base: Card, facts: Mapping[str, Any]) -> Card:
    """A card with what people typed in over what is known without them."""
    kind = read_kind(facts["kind"]) if facts.get("kind") else base.kind
    card = replace(base, kind=kind, source="" if facts else base.source)
    found: dict[str, Any] = {
        name: READERS[name](card, name, raw) for name, raw in facts.items() if name in READERS
    }
    return replace(card, **found)


def facts_of(card: Card) -> dict[str, Any]:
    """The other way round: all that is known of a card, as a description of it."""
    facts: dict[str, Any] = {"kind": card.kind} if card.kind else {}
    facts |= {stat: number for stat in (*STATS, "value") if (number := card.stat(stat)) is not None}
    facts |= {name: list(found) for name in LISTS if (found := getattr(card, name))}
    facts |= {name: True for name in FLAGS if getattr(card, name)}
    facts |= {name: text for name in TEXTS if (text := getattr(card, name))}
    if card.bonuses:
        facts["bonuses"] = [f"{b.of} {b.stat} {'?' if b.amount is None else b.amount}" for b in card.bonuses]
    return facts


def check_name(name: str) -> None:
    if key(name) in RESERVED:
        raise RuleViolation(
            "NIFTY-CARD-02",
            Text(
                "“{name}” is not to be described: SAFE and WEIRD are State cards, NIFTY a token.",
                name=name,
            ),
        )
    if is_number(name):
        raise RuleViolation(
            "NIFTY-CARD-01", Text("“{name}” is a number: a card needs a name of its own.", name=name)
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
    """A Plot's bonuses, such as `DEMON n 1` each; what makes no sense is left out."""
    found = [read_bonus(card, part) for part in words(card, name, raw)]
    return tuple(bonus for bonus in found if bonus is not None)


def read_bonus(card: Card, raw: str) -> Bonus | None:
    """A name or attribute, a stat (Niftyness if left out), an amount (`?` if not known yet)."""
    *of, amount = raw.split()
    stat = of.pop().casefold() if len(of) > 1 and of[-1].casefold() in STATS else "n"
    return Bonus(" ".join(of), stat, read_stat(card, stat, amount)) if of else None


READERS: dict[str, Callable[[Card, str, Any], Any]] = {
    **dict.fromkeys((*STATS, "value"), read_stat),
    **dict.fromkeys(LISTS, words),
    **dict.fromkeys(FLAGS, is_yes),
    **dict.fromkeys(TEXTS, line),
    "bonuses": read_bonuses,
}


def all_stats(card: Card) -> Iterable[tuple[str, Number | None]]:
    """The numbers printed on a card of this kind."""
    names = ("value",) if card.kind == "boredom" else STATS
    return ((name, card.stat(name)) for name in names)
