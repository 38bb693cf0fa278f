"""Sentences for people: kept apart from their values so that they can be translated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Name:
    """Stands for a player's name inside a `Text`; filled in when the sentence is shown."""

    seat: int


class Text:
    """A sentence with named values: `Text("{who} counted {n}", who=Name(0), n=2)`.

    `many` is the plural of the sentence, chosen by the value `n`.
    """

    __slots__ = ("many", "template", "values")

    def __init__(self, template: str, /, many: str = "", **values: object) -> None:
        self.template = template
        self.many = many
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.template, self.many, tuple(sorted(self.values))))

    def __repr__(self) -> str:
        return f"Text({self.template!r}, {self.values!r})"

    def _parts(self) -> tuple[str, str, dict[str, object]]:
        return self.template, self.many, self.values


class Joined:
    """Several texts in one line, such as a list of names."""

    __slots__ = ("glue", "parts")

    def __init__(self, parts: Sequence[object], glue: str = ", ") -> None:
        self.parts = tuple(parts)
        self.glue = glue

    def __iter__(self) -> Iterator[object]:
        return iter(self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Joined) and (self.parts, self.glue) == (other.parts, other.glue)

    def __hash__(self) -> int:
        return hash((self.parts, self.glue))

    def __repr__(self) -> str:
        return f"Joined({list(self.parts)!r})"


def say(
    text: object,
    names: Sequence[str],
    translate: Callable[[str, str, Any], str] | None = None,
) -> str:
    """The finished sentence, with `names` of the seats put in."""
    if isinstance(text, Text):
        values = {key: say(value, names, translate) for key, value in text.values.items()}
        number = text.values.get("n")
        if translate is not None:
            template = translate(text.template, text.many, number)
        else:
            template = text.many if text.many and number != 1 else text.template
        return template.format(**values)
    if isinstance(text, Joined):
        return text.glue.join(say(part, names, translate) for part in text)
    if isinstance(text, Name):
        return names[text.seat] if 0 <= text.seat < len(names) else f"#{text.seat + 1}"
    return str(text)
