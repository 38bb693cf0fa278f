"""Cards, sums and the Plot as a page shows them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.contract import Seat
from companion.core.text import Name, Text
from companion.games.get_nifty.book import Need, card_of, plot_bonuses, stat_of
from companion.games.get_nifty.buttons import Button, button
from companion.games.get_nifty.cards import STATS, Card, all_stats
from companion.games.get_nifty.closing import need_offers, need_text
from companion.games.get_nifty.model import House, Piece, State
from companion.games.get_nifty.numbers import shown
from companion.games.get_nifty.totals import Term


@dataclass(frozen=True, slots=True)
class TermView:
    """One summand as a page shows it. `gone`: cancelled, counts 0, `was` what it had been."""

    number: str
    name: str
    note: Text
    what: str
    gone: bool = False
    was: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class NeedView:
    """A number somebody has to look up on a card, with one tap for each likely answer."""

    card: str
    stat: str
    text: Text
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class StatView:
    stat: str
    number: str


@dataclass(frozen=True, slots=True)
class CardView:
    """A card of the book or on the table. `complete`: all its numbers are known."""

    name: str
    kind: str
    stats: tuple[StatView, ...]
    attributes: tuple[str, ...]
    cancelled_by: tuple[str, ...]
    cancels: tuple[str, ...]
    single_use: bool
    special: str
    discard_option: str
    returns: bool
    source: str
    complete: bool
    initial: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PieceView:
    id: int
    name: str
    seat: Seat
    card: CardView


@dataclass(frozen=True, slots=True)
class BonusView:
    of: str
    stat: str
    number: str


@dataclass(frozen=True, slots=True)
class PlotView:
    """The Plot in the middle, its four modifiers and its bonuses by attribute."""

    name: str
    stats: tuple[StatView, ...]
    bonuses: tuple[BonusView, ...]
    gives: tuple[tuple[House, int], ...]
    """How many Characters under a token get a Niftyness bonus of it."""


# -- cards


def card_view(card: Card) -> CardView:
    stats = tuple(StatView(stat, shown(number)) for stat, number in all_stats(card))
    return CardView(
        card.name,
        card.kind or "",
        stats,
        card.attributes,
        card.cancelled_by,
        card.cancels,
        card.single_use,
        card.special,
        card.discard_option,
        card.returns,
        card.source,
        all(number is not None for _, number in all_stats(card)),
        card.name[:1].upper(),
        card.aliases,
    )


def piece_view(state: State, piece: Piece) -> PieceView:
    """A card on the table with the numbers that count for this one."""
    card = card_of(state, piece)
    view = card_view(card)
    if piece.own:
        names = STATS if piece.kind != "boredom" else ("value",)
        stats = tuple(StatView(stat, shown(stat_of(state, piece, stat))) for stat in names)
        view = card_view_with(view, stats)
    return PieceView(piece.id, piece.name, piece.seat, view)


def card_view_with(view: CardView, stats: tuple[StatView, ...]) -> CardView:
    return replace(view, stats=stats, complete=all(stat.number != "?" for stat in stats))


def plot_view(state: State) -> PlotView | None:
    if state.plot is None:
        return None
    view, card = piece_view(state, state.plot), card_of(state, state.plot)
    counts = [
        (house, sum(bool(plot_bonuses(state, piece, "n")) for piece in home.under))
        for house, home in enumerate(state.homes)
    ]
    return PlotView(
        view.name,
        view.card.stats,
        tuple(BonusView(bonus.of, bonus.stat, shown(bonus.amount)) for bonus in card.bonuses),
        tuple(pair for pair in counts if pair[1]),
    )


# -- sums


def term_view(term: Term) -> TermView:
    sign = "+" if term.what in ("object", "plot", "bonus") and shown(term.number)[:1].isdigit() else ""
    return TermView(
        f"{sign}{shown(term.number)}",
        term.name or "±",
        term_note(term),
        term.what,
        bool(term.by),
        shown(term.was) if term.by else "",
        term.by,
    )


def term_note(term: Term) -> Text:
    who = Name(term.seat or 0)
    if term.by:
        return Text("{who}, was {was}: cancelled by {by}", who=who, was=shown(term.was), by=term.by)
    match term.what:
        case "plot":
            return Text("Plot, defender only") if term.stat == "w" else Text("Plot")
        case "bonus":
            return Text("Plot, for {of}", of=term.bonus)
        case "adjusted":
            return Text("corrected by hand")
        case "number":
            return Text("{who}, typed in", who=who)
    if term.helper:
        return Text("{who} helps", who=who)
    return Text("{who}, Object", who=who) if term.what == "object" else Text("{who}", who=who)


def need_view(need: Need) -> NeedView:
    return NeedView(
        need.card, need.stat, need_text(need), tuple(button(offer) for offer in need_offers(need))
    )
