"""The blanks of a form: each shows a value as words and reads the words back, or says what would fit.

What was left as it stood is never read again, so any value survives its own form.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.contract import BadForm, Words
from companion.core.text import Joined, Text


@dataclass(frozen=True, slots=True)
class Field:
    """One field as a page shows it: `kind` is pick, ticks, number, text or lines."""

    name: str
    label: Text
    kind: str
    typed: tuple[str, ...]
    choices: tuple[tuple[str, Text], ...] = ()
    hint: Text | None = None


@dataclass(frozen=True, slots=True)
class Blank(ABC):
    """Where one value is asked for."""

    label: Text
    hint: Text | None = None

    @abstractmethod
    def written(self, value: Any) -> tuple[str, ...]:
        """The value as a form sends it."""

    @abstractmethod
    def understood(self, given: tuple[str, ...], old: Any) -> Any:
        """The value that was typed in place of an old one, or `BadForm`."""

    @abstractmethod
    def field(self, name: str, typed: tuple[str, ...]) -> Field:
        """As a page shows it, with what stands in it."""

    def read(self, given: Sequence[str], old: Any) -> Any:
        typed = tuple(raw.strip() for raw in given if raw.strip())
        before = tuple(word.strip() for word in self.written(old) if word.strip())
        return old if typed == before else self.understood(typed, old)

    def bad(self, why: Text) -> BadForm:
        said = Text("{field}: {why}", field=self.label, why=why)
        return BadForm(Text("{said} {hint}", said=said, hint=self.hint) if self.hint else said)


def key(value: Any) -> str:
    """What a choice is called in a form."""
    if value is None:
        return ""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Pick(Blank):
    """One of a few."""

    choices: tuple[tuple[Any, Text], ...] = ()

    def written(self, value: Any) -> tuple[str, ...]:
        return (key(value),)

    def understood(self, given: tuple[str, ...], old: Any) -> Any:
        known = {key(value): value for value, _ in self.choices}
        wanted = given[0] if given else ""
        if wanted not in known:
            labels = Joined([label for _, label in self.choices])
            raise self.bad(Text("choose one of {choices}.", choices=labels))
        return known[wanted]

    def field(self, name: str, typed: tuple[str, ...]) -> Field:
        pairs = tuple((key(value), label) for value, label in self.choices)
        return Field(name, self.label, "pick", typed, pairs, self.hint)


@dataclass(frozen=True, slots=True)
class Ticks(Pick):
    """Any number of a few. Those that stay keep their order."""

    def written(self, value: Any) -> tuple[str, ...]:
        return tuple(map(key, value))

    def understood(self, given: tuple[str, ...], old: Any) -> Any:
        known = {key(value): value for value, _ in self.choices}
        if stray := [raw for raw in given if raw not in known]:
            raise self.bad(Text("“{raw}” is none of these.", raw=stray[0][:40]))
        stay = [value for value in old if key(value) in given]
        new = [value for name, value in known.items() if name in given and value not in stay]
        return type(old)((*stay, *new))

    def field(self, name: str, typed: tuple[str, ...]) -> Field:
        return replace(Pick.field(self, name, typed), kind="ticks")


def pick(words: Words, choices: Iterable[tuple[Any, Text]], nothing: Text | None, value: Any) -> Pick:
    """One of the choices; what stands there now is one of them even if no page offers it."""
    found = [(None, nothing), *choices] if nothing else list(choices)
    if key(value) not in {key(one) for one, _ in found}:
        found.append((value, plain(value)))
    return Pick(words.label, words.hint, tuple(found))


def plain(value: Any) -> Text:
    return Text("{value}", value=value) if str(value).strip() else Text("–")


def humanised(name: str) -> Text:
    return Text("{label}", label=name.replace("_", " ").capitalize())
