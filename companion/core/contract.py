"""What a game is: one frozen record of pure functions over frozen dataclasses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from companion.core.text import Text

Seat: TypeAlias = int
"""A place at the table, counted from 0. People are `seat` in rules and `player` on pages."""


class Form(Mapping[str, str]):
    """What a person sent: names and values, all text. `all` gives every value of a name.

    `lifted` are rules the table set aside; `near` are, for each card the form names and nobody knows,
    the cards of the card book that begin like it.
    """

    def __init__(
        self,
        values: Mapping[str, Sequence[str] | str],
        lifted: frozenset[str] = frozenset(),
        near: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._values = {k: [v] if isinstance(v, str) else list(v) for k, v in values.items()}
        self.lifted = lifted
        self.near = near or {}

    def __getitem__(self, name: str) -> str:
        return self._values[name][0]

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def all(self, name: str) -> list[str]:
        return list(self._values.get(name, ()))

    def under(self, lifted: frozenset[str]) -> Form:
        """The same form with rules set aside."""
        return Form(self._values, lifted, self.near)

    def number(self, name: str) -> int:
        """A whole number, or `BadForm` that names the field."""
        raw = self.get(name, "").strip().replace("\N{MINUS SIGN}", "-")
        digits = raw.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise BadForm(Text("{field} must be a whole number, not “{raw}”.", field=name, raw=raw[:40]))
        return int(raw)

    def word(self, name: str, *allowed: str) -> str:
        """One of the allowed words, or `BadForm`."""
        raw = self.get(name, "")
        if raw not in allowed:
            raise BadForm(Text("{field} cannot be “{raw}”.", field=name, raw=raw[:40]))
        return raw


class BadForm(Exception):
    """A form that no entry can be read from."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.template)
        self.text = text


class Chance(Protocol):
    """Where dice and shuffles come from; only `Game.read` ever meets it."""

    def roll(self, sides: int) -> int: ...

    def pick(self, count: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that would be allowed: a sentence and, where possible, the entry that does it."""

    label: Text
    form: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)


class RuleViolation(Exception):
    """The rules say no: which rule, what is wrong, what would fit, and whether a card may lift it."""

    def __init__(
        self,
        rule: str,
        text: Text,
        allowed: Sequence[Offer] = (),
        *,
        liftable: bool = False,
    ) -> None:
        super().__init__(f"{rule}: {text.template}")
        self.rule = rule
        self.text = text
        self.allowed = tuple(allowed)
        self.liftable = liftable


@dataclass(frozen=True, slots=True)
class Notice:
    """Something improper that came to light: people settle it, the app does not refuse it."""

    rule: str
    text: Text
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of a game's `rules.tsv`."""

    id: str
    section: str
    edition: str
    rule: str
    kind: str
    example: str
    note: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One value an option may take."""

    value: str | int | bool
    label: Text


@dataclass(frozen=True, slots=True)
class Option:
    """How one field of a game's options dataclass is asked for on the set-up page.

    With `many` any number of choices may be ticked; without choices it is a number
    between `low` and `high`.
    """

    name: str
    label: Text
    choices: tuple[Choice, ...] = ()
    hint: Text | None = None
    rule: str = ""
    many: bool = False
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Title:
    """One box on the shelf: what the start page offers. Its preset fills in options."""

    key: str
    name: str
    line: Text
    preset: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """How one seat stands."""

    seat: Seat
    score: int | None
    rank: int
    winner: bool = False
    detail: Text | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """How all stand; `finished` once the game is over."""

    rows: tuple[Standing, ...]
    finished: bool = False
    headline: Text | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """One point of the chart: a label (round 3, turn 12) and every seat's total then."""

    label: Text
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table starts from: how many sit there and the options in force."""

    seats: int
    options: Any


@dataclass(frozen=True, slots=True)
class CardField:
    """How one fact of a card is asked for: `kind` is number, choice, words, flag or text.

    A number lies between `low` and `high`, may be left empty (not known yet) and, with `infinite`,
    may be infinity.
    """

    name: str
    label: Text
    kind: str
    choices: tuple[Choice, ...] = ()
    hint: Text | None = None
    infinite: bool = False
    low: int = -999
    high: int = 999


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card the rulebook itself says something about, and where."""

    name: str
    facts: Mapping[str, Any]
    source: str


def _nothing_known(_state: Any, _name: str) -> Mapping[str, Any]:
    return {}


def _nothing_learned(_before: Any, _after: Any) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class CardBook:
    """What a game wants to know about a card; groups type their cards in once and find them again.

    `named` lists the cards a form plays, so that the table learns what they say before they count.
    `line` puts a card's facts in one line. `learned` names the cards of which the table knows more, or
    something else, after an entry than before; `known` gives what it knows of a card by now. So the book
    learns what tables learn.
    """

    fields: tuple[CardField, ...]
    named: Callable[[Form], tuple[str, ...]]
    line: Callable[[Mapping[str, Any]], Text]
    printed: tuple[PrintedCard, ...] = ()
    known: Callable[[Any, str], Mapping[str, Any]] = _nothing_known
    learned: Callable[[Any, Any], Sequence[str]] = _nothing_learned


Cards: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Cards by name with what is known of them."""


@dataclass(frozen=True, slots=True)
class Words:
    """How people read and write one field of an event when they change an entry of the log.

    What is left out follows from the field's type. `kind` is `seat`, `seats`, or `word` for what one
    word says; of a tuple each item is one. `write` and `read` go from a value to its word and back;
    `read` raises `BadForm`. `choices` are those to pick from, `nothing` says what None means.
    `each` has words for every place of a tuple.
    """

    label: Text
    kind: str = ""
    choices: tuple[Choice, ...] = ()
    nothing: Text | None = None
    hint: Text | None = None
    write: Callable[[Any], str] = str
    read: Callable[[str], Any] = str.strip
    each: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Checker:
    """A page that needs no table: reads a form, answers with what a template may know.

    `view` is also handed the cards of the card book by name, and the state of the table that the page was
    opened from, or None.
    """

    key: str
    name: Text
    view: Callable[[Form, Cards, Any], Any]


def _no_notices(_state: Any) -> tuple[Notice, ...]:
    return ()


def _no_note(_before: Any, _event: Any, _after: Any) -> Text | None:
    return None


def _no_situation(_state: Any) -> tuple[Text, ...]:
    return ()


def _no_words(_state: Any, _event: Any) -> Mapping[str, Words]:
    return {}


@dataclass(frozen=True)
class Game:
    """A game's table of contents. Every function is pure.

    `apply` returns the next state or raises `RuleViolation`, nothing else. It never decides by a
    secret: a check that rests on one player's secret lives in `read`, for that player's own phone.
    `words(state, event)` says, by the field's name, how people write what an event holds;
    `situation(state)` how it stands besides `standings`, in lines that everybody may read.
    `note(before, event, after)` adds to a line of the log what followed from the event; it is asked
    once, when the entry is folded, and never for a secret one.
    """

    key: str
    titles: tuple[Title, ...]
    seats: range
    options: type
    asked: tuple[Option, ...]
    events: tuple[type, ...]
    start: Callable[[Setup], Any]
    read: Callable[[Any, Seat | None, Form, Chance], Any]
    apply: Callable[[Any, Any, frozenset[str]], Any]
    view: Callable[[Any, Seat | None], Any]
    tell: Callable[[Any, Seat | None], Text]
    standings: Callable[[Any], Standings]
    timeline: Callable[[Any], tuple[Moment, ...]]
    notices: Callable[[Any], tuple[Notice, ...]] = _no_notices
    checkers: tuple[Checker, ...] = ()
    cards: CardBook | None = None
    words: Callable[[Any, Any], Mapping[str, Words]] = _no_words
    situation: Callable[[Any], tuple[Text, ...]] = _no_situation
    note: Callable[[Any, Any, Any], Text | None] = _no_note

    def title(self, key: str) -> Title:
        return next((title for title in self.titles if title.key == key), self.titles[0])
