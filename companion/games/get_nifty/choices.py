"""What may be done in a challenge and what it would do: cards to add, Specials to use, help to ask for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.get_nifty.buttons import Button, entry
from companion.games.get_nifty.cards import Card
from companion.games.get_nifty.challenge import FIRST_KIND, enter
from companion.games.get_nifty.events import ChallengeKind, Play, Side
from companion.games.get_nifty.interference import outsiders
from companion.games.get_nifty.model import Challenge, State
from companion.games.get_nifty.numbers import shown, versus
from companion.games.get_nifty.pieces import in_play
from companion.games.get_nifty.specials import Forecast
from companion.games.get_nifty.totals import behind, side_total, stat_for
from companion.games.get_nifty.totals import losing as losing_side


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card of the book that may be added now: what it counts here and what that would do."""

    name: str
    kind: str
    number: str
    effect: Text
    entry: str


@dataclass(frozen=True, slots=True)
class SpecialView:
    """A Special that may be declared: both totals now, and if it is used."""

    seat: Seat
    card: str
    now: str
    then: str
    cancels: tuple[str, ...]
    verdict: Text
    entry: str


@dataclass(frozen=True, slots=True)
class HelpView:
    """Who may be asked for help, who said no, and the answers of those who were asked."""

    asker: Seat
    asked: tuple[Seat, ...]
    offered: tuple[Seat, ...]
    declined: tuple[Seat, ...]
    refused: tuple[Seat, ...]
    ask: tuple[Button, ...]
    join: tuple[Button, ...]
    decline: tuple[Button, ...]
    refuse: tuple[Button, ...]


# -- cards that may be added


def known_cards(state: State, now: Challenge, side: Side) -> tuple[KnownCard, ...]:
    """Cards of the book that fit here and do not lie on the table already, by name."""
    wanted, lying = kinds_for(now.kind, side), in_play(state)
    cards = [card for card in state.book.values() if card.kind in wanted and card.name not in lying]
    cards.sort(key=lambda card: card.name.casefold())
    found = (known_card(state, now, side, card) for card in cards)
    return tuple(card for card in found if card is not None)


def kinds_for(kind: ChallengeKind, side: Side) -> tuple[str, ...]:
    first = FIRST_KIND[kind, side]
    return (first,) if first == "boredom" else (first, "object")


def known_card(state: State, now: Challenge, side: Side, card: Card) -> KnownCard | None:
    """What adding the card would do, found out by adding it."""
    who = now.principal(side)
    try:
        after = enter(state, who, side, (Play(card.name),), frozenset())
    except RuleViolation:
        return None
    then = after.challenge or now
    number = card.stat(stat_for(now.kind, side))
    return KnownCard(
        card.name,
        card.kind or "",
        shown(number),
        effect(after, then, side, card.name),
        entry("add", seat=who, side=side, card=card.name),
    )


def effect(after: State, then: Challenge, side: Side, name: str) -> Text:
    if any(gone.piece.name == name and gone.piece.id == after.serial - 1 for gone in then.gone):
        return Text("would be cancelled")
    losing = behind(after, then)
    if losing is None:
        return Text("not all numbers are known")
    attack, defence = side_total(after, then, "attack"), side_total(after, then, "defence")
    if losing != side:
        return Text("defends") if side == "defence" else Text("puts the attack ahead")
    if attack.infinite or defence.infinite:
        return Text("not against ∞")
    short = attack.finite - defence.finite if side == "defence" else defence.finite - attack.finite + 1
    return Text("still {n} short", n=short)


# -- Specials, help, the end


def special_view(state: State, now: Challenge, found: Forecast) -> SpecialView:
    attack, defence = side_total(state, now, "attack"), side_total(state, now, "defence")
    return SpecialView(
        found.seat,
        found.card,
        versus(attack.text, defence.text),
        versus(found.attack.text, found.defence.text),
        found.cancels,
        forecast_text(now, found),
        entry("use", seat=found.seat, side=found.side, card=found.card),
    )


def forecast_text(now: Challenge, found: Forecast) -> Text:
    side = losing_side(found.attack, found.defence)
    if side is None:
        return Text("not all numbers are known")
    return Text("then {who} is losing", who=Name(now.principal(side)))


def help_view(state: State, now: Challenge, losing: Side) -> HelpView:
    asker = now.principal(losing)
    free = outsiders(state, now)
    refused = tuple(seat for side, seat in now.refused if side == losing)
    everybody = (losing, None) in now.asked
    asked = tuple(s for s in free if (everybody or (losing, s) in now.asked) and s not in now.declined)
    able = tuple(seat for seat in free if seat not in refused)
    return HelpView(
        asker,
        asked,
        tuple(seat for seat in now.offered if seat in able),
        now.declined,
        refused,
        tuple(
            Button(Text("Ask {who}", who=Name(s)), entry("ask", seat=asker, of=s))
            for s in able
            if s not in asked
        ),
        tuple(Button(Text("{who} helps", who=Name(s)), entry("join", seat=s, side=losing)) for s in able),
        tuple(Button(Text("{who} declines", who=Name(s)), entry("decline", seat=s)) for s in asked),
        tuple(Button(Text("Not {who}", who=Name(s)), entry("refuse", seat=asker, helper=s)) for s in able),
    )
