"""All that a template may know. Get Nifty has no secrets here; a seat adds what it may do itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.core.contract import Seat
from companion.core.text import Name, Text
from companion.games.get_nifty.book import Need, stat_of
from companion.games.get_nifty.buttons import Button, entry
from companion.games.get_nifty.cards import STATE_CARDS
from companion.games.get_nifty.cardview import CardView, NeedView, PlotView, card_view, need_view, plot_view
from companion.games.get_nifty.duelview import CHIPS, DuelView, SideView, duel_view
from companion.games.get_nifty.homeview import HomeView, PlayerView, home_view, nifty_view, player_view
from companion.games.get_nifty.model import State
from companion.games.get_nifty.pieces import in_play
from companion.games.get_nifty.plays import fits
from companion.games.get_nifty.readings import Reading, outcome_readings, readings
from companion.games.get_nifty.reminders import Reminder, reminders
from companion.games.get_nifty.seating import house_name, left_of, partner
from companion.games.get_nifty.tapcards import BookCard, TapCard, cards_to_tap, not_met_yet, tap_card
from companion.games.get_nifty.winning import target
from companion.games.get_nifty.words import KIND_NAMES, outcome_lines, victory_lines

Phase: TypeAlias = Literal["turn", "challenge", "last call", "over"]


@dataclass(frozen=True, slots=True)
class Banner:
    """What is in force now: a short sign, a line, and one below it."""

    sign: str
    head: Text
    line: Text


@dataclass(frozen=True, slots=True)
class TargetView:
    """Somebody who may be challenged, with the begin of the entry for each kind.

    `danger` and `boredom` go on with `&card=...` once per card; `duel_danger` and `duel_boredom` with
    `&attack=7&defence=5`, or `&won=defence` for the outcome alone.
    """

    seat: Seat
    alone: bool
    danger: str
    boredom: str
    duel_danger: str
    duel_boredom: str


@dataclass(frozen=True, slots=True)
class ActionsView:
    """What the player on turn may do outside a challenge; `lay`, `nifty` and so on are begins of entries."""

    seat: Seat
    state_cards: tuple[Button, ...]
    targets: tuple[TargetView, ...]
    numbers: tuple[int, ...]
    lay: tuple[Button, ...]
    plots: tuple[Button, ...]
    token: Button | None
    nifty: tuple[Button, ...]
    lay_other: str
    plot_other: str
    token_for: str
    nifty_other: str
    discard: tuple[Button, ...]
    options: tuple[Button, ...]
    next_turn: Button


@dataclass(frozen=True, slots=True)
class OutcomeView:
    defended: bool
    lines: tuple[Text, ...]
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class View:
    phase: Phase
    banner: Banner
    turn: Seat
    turns: int
    dealer: Seat
    teams: bool
    target: int
    players: tuple[PlayerView, ...]
    homes: tuple[HomeView, ...]
    plot: PlotView | None
    plots: tuple[Button, ...]
    """Plots of the book; anybody may play one during a challenge."""
    duel: DuelView | None
    actions: ActionsView | None
    waited_for: tuple[tuple[Text, NeedView], ...]
    """Numbers without which nobody knows who has won already, and why they matter."""
    last: OutcomeView | None
    victory: tuple[Text, ...]
    cards: tuple[CardView, ...]
    recent: tuple[str, ...]
    in_play: frozenset[str]
    pile: tuple[str, ...]
    pile_open: bool
    reminders: tuple[Reminder, ...]
    readings: tuple[Reading, ...]
    """Disputed rules as this table plays them, while they make a difference."""
    dealers: tuple[Button, ...]
    own: Seat | None
    own_plots: tuple[Button, ...]

    def cards_to_tap(
        self, book: Iterable[BookCard], kinds: tuple[str, ...], stat: str = ""
    ) -> tuple[TapCard, ...]:
        """Cards that can be in somebody's hand."""
        found = cards_to_tap(self.cards, book, kinds, stat)
        return tuple(card for card in found if card.name not in self.in_play)

    def cards_to_add(self, side: SideView, book: Iterable[BookCard]) -> tuple[TapCard, ...]:
        """What this side may add, with what it would do."""
        views = {card.name: card for card in self.cards}
        known = [tap_card(views[card.name], side.stat, card.effect) for card in side.known]
        new = not_met_yet(self.cards, book, side.kinds)
        return (*known, *(tap_card(card, side.stat, Text("from the book")) for card in new))


def view(state: State, seat: Seat | None) -> View:
    here = seat is not None and 0 <= seat < len(state.chairs) and state.chairs[seat].present
    duel = duel_view(state) if state.over is None else None
    free = state.challenge is None and state.over is None
    return View(
        phase(state),
        banner(state, duel),
        state.turn,
        state.turns,
        state.dealer,
        state.teams,
        target(state),
        tuple(player_view(state, player) for player in range(len(state.chairs))),
        tuple(home_view(state, house) for house in range(len(state.homes))),
        plot_view(state),
        plot_buttons(state, state.turn),
        duel,
        actions(state) if free else None,
        waited_for(state),
        outcome_view(state),
        () if state.over is None else victory_lines(state, state.over),
        tuple(card_view(card) for card in sorted(state.book.values(), key=lambda c: c.name.casefold())),
        state.recent,
        in_play(state),
        tuple(piece.name for piece in state.pile if piece.kind != "number"),
        state.pile_open,
        reminders(state) if state.over is None else (),
        readings(state),
        dealer_buttons(state),
        seat if here else None,
        plot_buttons(state, seat) if here and seat is not None and state.challenge is not None else (),
    )


def outcome_view(state: State) -> OutcomeView | None:
    """How the last challenge ended, until the next turn."""
    ended = state.last
    if ended is None or ended.turns != state.turns:
        return None
    return OutcomeView(ended.defended, outcome_lines(state, ended), outcome_readings(state, ended))


def waited_for(state: State) -> tuple[tuple[Text, NeedView], ...]:
    if state.over is not None:
        return ()
    found = {
        need: Text("{who} may have won already:", who=house_name(state, house))
        for house, home in enumerate(state.homes)
        if home.token and home.settled
        for need in nifty_view(state, house).needs
    }
    if state.plot is not None and stat_of(state, state.plot, "n") is None:
        found.setdefault(need_view(Need(state.plot.name, "n")), Text("Everybody's Niftyness waits for it:"))
    return tuple((text, need) for need, text in found.items())


def phase(state: State) -> Phase:
    if state.over is not None:
        return "over"
    if state.challenge is None:
        return "turn"
    return "challenge" if state.challenge.given_up is None else "last call"


def banner(state: State, duel: DuelView | None) -> Banner:
    if state.over is not None:
        lines = victory_lines(state, state.over)
        return Banner("★", lines[0], lines[1] if len(lines) > 1 else Text("The game is over."))
    if duel is not None:
        mark = "+" if duel.alone and duel.losing == "attack" else "\N{MINUS SIGN}"
        sign = duel.gap if duel.gap in ("", "0", "∞") else f"{mark}{duel.gap}"
        line = Text("Last call: a Plot from anybody?") if duel.last_call else duel.hint
        return Banner(sign or "?", duel.headline, line)
    line = Text("First to {n} Niftyness, Safe and Weird.", n=target(state))
    return Banner("", Text("{who}'s turn", who=Name(state.turn)), line)


def dealer_buttons(state: State) -> tuple[Button, ...]:
    """Until the first turn is over."""
    if state.turns > 1 or state.serial or state.challenge is not None or state.last is not None:
        return ()
    drawn = Button(Text("Draw the dealer"), entry("dealer", how="random"))
    seats = (Button(Text("{who} deals", who=Name(s)), entry("dealer", seat=s)) for s in state.seats)
    return (drawn, *seats)


def plot_buttons(state: State, seat: Seat) -> tuple[Button, ...]:
    now = None if state.plot is None else state.plot.name
    return tuple(
        Button(Text("{card}", card=card.name), entry("plot", seat=seat, card=card.name))
        for card in sorted(state.book.values(), key=lambda card: card.name.casefold())
        if card.kind == "plot" and card.name != now
    )


def actions(state: State) -> ActionsView:
    seat = state.turn
    home = state.homes[state.house(seat)]
    slots = zip(STATE_CARDS, (home.safe, home.weird), strict=True)
    may_score = home.token and home.settled
    after = left_of(state, seat)
    return ActionsView(
        seat,
        tuple(
            Button(Text("Play {card}", card=name), entry("state", seat=seat, card=name))
            for name, slot in slots
            if slot in ("none", "fluxed")
        ),
        tuple(target_view(seat, other) for other in state.seats if other != partner(state, seat)),
        tuple(CHIPS),
        book_buttons(state, "object", "lay", seat),
        plot_buttons(state, seat),
        Button(Text("Buy a NIFTY token"), entry("token", seat=seat))
        if home.settled and not home.token
        else None,
        book_buttons(state, "character", "nifty", seat) if may_score else (),
        entry("lay", seat=seat),
        entry("plot", seat=seat),
        entry("token", seat=seat) if home.settled and not home.token else "",
        entry("nifty", seat=seat) if may_score else "",
        tuple(Button(Text("Discard {n}", n=n), entry("discard", seat=seat, count=n)) for n in range(1, 6)),
        option_buttons(state, seat),
        Button(Text("{who}'s turn now", who=Name(after)), entry("turn", seat=after)),
    )


def target_view(seat: Seat, other: Seat) -> TargetView:
    return TargetView(
        other,
        seat == other,
        *(
            entry(do, kind=kind, seat=seat, target=other)
            for do in ("challenge", "duel")
            for kind in KIND_NAMES
        ),
    )


def book_buttons(state: State, kind: str, do: str, seat: Seat) -> tuple[Button, ...]:
    return tuple(
        Button(Text("{card}", card=card.name), entry(do, seat=seat, card=card.name))
        for card in sorted(state.book.values(), key=lambda card: card.name.casefold())
        if card.kind == kind
    )


def option_buttons(state: State, seat: Seat) -> tuple[Button, ...]:
    """Discard Options with a card in the pile that fits."""
    return tuple(
        Button(
            Text("Throw {card}, take {taken}", card=card.name, taken=piece.name),
            entry("option", seat=seat, card=card.name, take=piece.name),
        )
        for card in state.book.values()
        if card.discard_option
        for piece in state.pile
        if fits(state, piece, card.discard_option)
    )
