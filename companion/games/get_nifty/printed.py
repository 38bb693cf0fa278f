"""The few card facts that the rulebook itself prints, with their section. All else is typed in by the table.

A stat that the rulebook does not give stays unknown: it is asked for when it matters.
"""

from __future__ import annotations

from companion.games.get_nifty.cards import Bonus, Card, key
from companion.games.get_nifty.numbers import INFINITY

PRINTED: tuple[Card, ...] = (
    Card("Bun-Bun", "character", d=5, s=0, source="Character Cards; Characters vs. Objects"),
    Card("Aylee", "character", source="Characters vs. Objects"),
    Card("Zoe", "character", cancelled_by=("Dex",), source="Characters vs. Characters"),
    Card("Dex", "character", cancels=("Zoe",), source="Characters vs. Characters"),
    Card(
        "Anti-Vamp Cannon",
        "object",
        cancels=("VAMPIRE",),
        single_use=True,
        special="Cancels every VAMPIRE on the other side.",
        source="Single-Use Objects; Objects vs. Characters",
    ),
    Card("Playstashun", "object", w=INFINITY, source="The Concept of Infinity"),
    Card("Sword", "object", cancels=("Inflatable Time Machine",), source="Objects vs. Objects"),
    Card("Inflatable Time Machine", "object", cancelled_by=("Sword",), source="Objects vs. Objects"),
    Card("Laser Cannon", "object", source="The Cards"),
    Card(
        "It's Halloween!",
        "plot",
        d=2,
        s=0,
        w=2,
        n=2,
        bonuses=(Bonus("DEMON", "n", None),),
        source="Plot Cards; Winning the Game (the Demon bonus has no number there)",
    ),
)

BOOK = {key(card.name): card for card in PRINTED}

OBJECT_CANCELLERS = ("Bun-Bun", "Aylee")
"""The only Characters that can cancel Objects (Characters vs. Objects)."""
