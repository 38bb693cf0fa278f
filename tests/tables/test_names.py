"""Names as people type them: safe to show, never empty to the eye, no two alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tables.errors import TableRefusal
from companion.tables.names import LONGEST, clean, player_names, short_names

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
AWKWARD = st.one_of(
    st.characters(),
    st.sampled_from(BIDI + "\u200b\u200d\ufeff\u00ad\u3164\u0301e\u0065 \t\n\x00\x1b\u2028\ud800\ue000"),
)
TEXTS = st.text(AWKWARD, max_size=60)


@given(TEXTS, st.integers(0, 60))
def test_a_cleaned_text_is_one_short_line_in_composed_form(text: str, longest: int) -> None:
    name = clean(text, longest)
    assert len(name) <= longest
    assert name == unicodedata.normalize("NFC", name)
    assert name == name.strip()
    assert "  " not in name
    assert not set(name) & set(BIDI)
    assert not any(unicodedata.category(ch) in {"Cc", "Cs", "Co", "Cn"} for ch in name)
    assert name.encode().decode() == name
    assert clean(name, longest) == name


@given(TEXTS, st.integers(0, 5), st.sampled_from(BIDI + "\x07\u200b\ufeff"))
def test_what_cannot_be_seen_changes_no_name(text: str, at: int, hidden: str) -> None:
    assert clean(text[:at] + hidden + text[at:], 99) == clean(text, 99)


@given(st.lists(TEXTS, min_size=1, max_size=4))
def test_names_are_either_refused_or_all_different_and_not_empty(raw: list[str]) -> None:
    try:
        names = player_names(raw)
    except TableRefusal:
        return
    assert len({name.casefold() for name in names}) == len(raw)
    assert all(0 < len(name) <= LONGEST for name in names)
    for name in names:
        with pytest.raises(TableRefusal):
            player_names([name], names)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann \t Lee\n", "Ann Lee"),
        ("A\u202enn", "Ann"),
        ("e\u200e\u0301", "é"),
        ("Zoe\u0308", "Zoë"),
        ("A" * 30, "A" * 24),
        ("A" * 23 + " B", "A" * 23),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("\x00\x1b[31mBo", "[31mBo"),
    ],
)
def test_names_as_they_are_shown(typed: str, shown: str) -> None:
    assert clean(typed) == shown
    assert player_names([typed]) == (shown,)


@pytest.mark.parametrize(
    "empty", ["", " ", "\n", "\x00", "\u200b", "\u202e", "\u200d", "\u3164", "\u2800 \ufe0f"]
)
def test_a_name_nobody_can_see_is_refused(empty: str) -> None:
    with pytest.raises(TableRefusal, match="needs a name"):
        player_names(["Ann", empty])


@pytest.mark.parametrize(
    "alike",
    ["ann", "ANN", " Ann ", "Ann\u200b", "A\u200dnn", "\uff21nn", "\U0001d400nn", "Ann\ufe0f", "Ann\u3164"],
)
def test_a_name_that_looks_like_anothers_is_refused(alike: str) -> None:
    with pytest.raises(TableRefusal, match="Two players"):
        player_names(["Ann", alike])
    with pytest.raises(TableRefusal, match="Two players"):
        player_names([alike], ["Ann"])


def test_a_short_name_is_the_first_word_where_that_is_enough() -> None:
    assert short_names(("Bartholomew Featherstone", "Ann")) == ("Bartholomew", "Ann")
    assert short_names(("Ann Lee", "ann", "Bo B")) == ("Ann Lee", "ann", "Bo")
    assert short_names(("李 明", "👩‍🚀 Zoe")) == ("李", "👩‍🚀")
