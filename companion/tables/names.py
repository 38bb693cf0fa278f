"""People's names and other short texts, made safe to show."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from companion.core.text import Text
from companion.tables.errors import TableRefusal

LONGEST = 24
_JOINERS = "\u200c\u200d"
"""Invisible, but emoji and some scripts need them. Direction marks are of the same kind and go."""
_NEVER = {"Cc", "Cf", "Cs", "Co", "Cn"}
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\u3164"
    "\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def clean(text: str, longest: int = LONGEST) -> str:
    """One line without control or direction characters, in composed form, cut to length."""
    kept = "".join(
        " " if ch.isspace() else ch
        for ch in text
        if ch.isspace() or ch in _JOINERS or unicodedata.category(ch) not in _NEVER
    )
    return " ".join(unicodedata.normalize("NFC", kept).split())[:longest].strip()


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """For narrow places: the first word of a name, where nobody else's begins with the same."""
    firsts = [name.split()[0] if name.split() else name for name in names]
    alike = [_likeness(first) for first in firsts]
    return tuple(
        first if alike[n] and alike.count(alike[n]) == 1 else names[n] for n, first in enumerate(firsts)
    )


def player_names(raw: Sequence[str], taken: Sequence[str] = ()) -> tuple[str, ...]:
    """Cleaned names, none empty to the eye, no two alike."""
    names = tuple(clean(name) for name in raw)
    if not all(map(_likeness, names)):
        raise TableRefusal(Text("Every player needs a name."))
    seen = {_likeness(name) for name in taken}
    for name in names:
        if _likeness(name) in seen:
            raise TableRefusal(Text("Two players are called {name}: add an initial.", name=name))
        seen.add(_likeness(name))
    return names


def _likeness(name: str) -> str:
    """What two names that look the same have in common; empty if there is nothing to see."""
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", name)).casefold().strip()
