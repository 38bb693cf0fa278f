"""The trick checker: a page that needs no table. Trump, supertrump, cards in order: who wins and why.

Form: `players` (2-5), `trump` and `supertrump` (a colour or `none`), `card` once per card in order or
separated by commas, `side` (0 or 1) once per card for the loot, `lone` = suit or printed, `table` to go
back to.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import Cards, Checker, Form, RuleViolation
from companion.core.text import Text
from companion.games.nyet.cards import COLOURS, Card, check_copies, read_card
from companion.games.nyet.model import State
from companion.games.nyet.tricks import Trumps, Verdict, is_loot, judge

LONGEST_ID = 40


@dataclass(frozen=True, slots=True)
class CheckedCard:
    card: Card
    label: Text
    side: int | None
    wins: bool
    loot: bool


@dataclass(frozen=True, slots=True)
class TrickCheck:
    """`loot` is None while it is not known who is on which side."""

    players: int
    trump: str
    supertrump: str
    lone: str
    cards: tuple[CheckedCard, ...]
    verdict: Verdict | None
    loot: int | None
    refused: RuleViolation | None
    table: str


def check_trick(form: Form, _cards: Cards, _state: State | None) -> TrickCheck:
    players = int(word(form, "players", ("4", "2", "3", "5")))
    trump = word(form, "trump", ("none", *COLOURS))
    supertrump = word(form, "supertrump", ("none", *COLOURS))
    lone = word(form, "lone", ("suit", "printed"))
    now = Trumps(
        trump if trump in COLOURS else None, supertrump if supertrump in COLOURS else None, lone == "suit"
    )
    names = [part.strip() for raw in form.all("card") for part in raw.split(",") if part.strip()]
    sides = [int(side) if side in ("0", "1") else None for side in form.all("side")]
    cards, refused = read_cards(names, players)
    verdict = judge(now, cards) if cards else None
    checked = tuple(
        checked_card(now, cards, verdict, n, [*sides, *([None] * len(cards))]) for n in range(len(cards))
    )
    known = bool(cards) and all(card.side is not None for card in checked)
    loot = sum(card.loot for card in checked) if known else None
    return TrickCheck(players, trump, supertrump, lone, checked, verdict, loot, refused, table_id(form))


def table_id(form: Form) -> str:
    """The table the page was opened from; anything but letters and digits is none."""
    found = form.get("table", "")
    return found if found.isascii() and found.isalnum() and len(found) <= LONGEST_ID else ""


def word(form: Form, name: str, allowed: tuple[str, ...]) -> str:
    """One of the words; the first if none was sent."""
    return form.word(name, *allowed) if form.get(name) else allowed[0]


def read_cards(names: list[str], players: int) -> tuple[list[Card], RuleViolation | None]:
    """The cards up to the first that cannot be, and why it cannot."""
    cards: list[Card] = []
    try:
        for name in names:
            card = read_card(name, players)
            check_copies(card, cards)
            if len(cards) == players:
                raise RuleViolation("NYET-4.14", Text("{n} players play one card each.", n=players))
            cards.append(card)
    except RuleViolation as refused:
        return cards, refused
    return cards, None


def checked_card(
    now: Trumps, cards: list[Card], verdict: Verdict | None, n: int, sides: list[int | None]
) -> CheckedCard:
    wins = verdict is not None and verdict.at == n
    foe = verdict is not None and sides[n] is not None and sides[n] != sides[verdict.at]
    return CheckedCard(cards[n], cards[n].text, sides[n], wins, foe and is_loot(now, cards[n], True))


CHECKERS = (Checker("trick", Text("Who takes the trick?"), check_trick),)
