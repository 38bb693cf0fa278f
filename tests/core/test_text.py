"""Sentences and how they are finished."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.text import Joined, Name, Text, say

NAMES = ("Ann", "Bo")


@pytest.mark.parametrize(("n", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (-1, "-1 cards")])
def test_the_plural_is_chosen_by_n(n: int, said: str) -> None:
    assert say(Text("{n} card", many="{n} cards", n=n), NAMES) == said


def test_without_a_plural_the_sentence_stays_as_it_is() -> None:
    assert say(Text("{n} left", n=5), NAMES) == "5 left"


def test_a_name_is_filled_in_when_the_sentence_is_shown() -> None:
    text = Text("{who} counted", who=Name(1))
    assert say(text, NAMES) == "Bo counted"
    assert say(text, ("Ann", "Bea")) == "Bea counted"


@pytest.mark.parametrize(("seat", "said"), [(7, "#8"), (-1, "#0")])
def test_a_seat_nobody_sits_in_is_called_by_its_number(seat: int, said: str) -> None:
    assert say(Name(seat), NAMES) == said


def test_texts_lie_inside_texts_and_lists() -> None:
    inner = Text("{who} leads by {n} point", many="{who} leads by {n} points", who=Name(0), n=2)
    outer = Text("{what} ({all})", what=inner, all=Joined([Name(0), Name(1), "the table"]))
    assert say(outer, NAMES) == "Ann leads by 2 points (Ann, Bo, the table)"
    assert say(Joined([inner, 3], glue=" / "), NAMES) == "Ann leads by 2 points / 3"


def test_braces_in_a_value_or_a_name_are_only_braces() -> None:
    text = Text("{who}: {reason}", who=Name(0), reason="{who} {0} {reason!r}")
    assert say(text, ("{reason}",)) == "{reason}: {who} {0} {reason!r}"


def test_every_part_goes_through_the_translation_with_its_number() -> None:
    asked: list[tuple[str, str, Any]] = []
    german = {"{n} card": "{n} Karten", "{what} by {who}": "{who} spielt {what}"}

    def translate(one: str, many: str, n: Any) -> str:
        asked.append((one, many, n))
        return german[one]

    text = Text("{what} by {who}", what=Text("{n} card", many="{n} cards", n=3), who=Name(0))
    assert say(text, NAMES, translate) == "Ann spielt 3 Karten"
    assert sorted(asked, key=str) == [("{n} card", "{n} cards", 3), ("{what} by {who}", "", None)]


def test_texts_are_equal_by_sentence_and_values() -> None:
    assert Text("{n}", n=1) == Text("{n}", n=1)
    assert hash(Text("{n}", n=1)) == hash(Text("{n}", n=1))
    assert Text("{n}", n=1) != Text("{n}", n=2)
    assert Text("{n}", n=1) != Text("{n}", many="{n}s", n=1)
    assert Text("a") != "a"
    assert Joined(["a"]) == Joined(("a",))
    assert hash(Joined(["a"])) == hash(Joined(("a",)))
    assert Joined(["a"]) != Joined(["a"], glue=" ")


def test_a_text_shows_its_sentence_and_values_to_a_developer() -> None:
    assert repr(Text("{n} left", n=5)) == "Text('{n} left', {'n': 5})"
    assert repr(Joined([1, 2])) == "Joined([1, 2])"
