"""People's names and other short texts, made safe to show."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from companion.core.text import Text
from companion.tables.errors import TableRefusal

LONGEST = 24
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(text: str, longest: int = LONGEST) -> str:
    """One line without control or direction characters, in composed form, cut to length."""
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(
        " " if ch.isspace() else ch
        for ch in composed
        if ch not in _BIDI and (ch.isspace() or unicodedata.category(ch) not in {"Cc", "Cs", "Co", "Cn"})
    )
    return " ".join(kept.split())[:longest].strip()


def player_names(raw: Sequence[str], taken: Sequence[str] = ()) -> tuple[str, ...]:
    """Cleaned names, none empty, no two alike."""
    names = tuple(clean(name) for name in raw)
    if not all(names):
        raise TableRefusal(Text("Every player needs a name."))
    seen = {_likeness(name) for name in taken}
    for name in names:
        if _likeness(name) in seen:
            raise TableRefusal(Text("Two players are called {name}: add an initial.", name=name))
        seen.add(_likeness(name))
    return names


def _likeness(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
