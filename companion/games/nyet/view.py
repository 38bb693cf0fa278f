"""All that a template may know. `view(state, None)` is public; a seat adds only its own hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.contract import Seat
from companion.core.text import Name, Text
from companion.games.nyet.banner import Banner, banner
from companion.games.nyet.board import DISCARD, SUPERTRUMP, TRUMP, bare, box_text, first_player
from companion.games.nyet.boardview import (
    CharacterView,
    LineView,
    TokensView,
    character_views,
    line_views,
    tokens_view,
)
from companion.games.nyet.buttons import Button, entry
from companion.games.nyet.flow import Phase, phase
from companion.games.nyet.model import State
from companion.games.nyet.ownview import OwnView, own_view
from companion.games.nyet.reminders import Reminder, reminders
from companion.games.nyet.resultview import ResultView, result_view
from companion.games.nyet.seating import characters, clockwise, left_of
from companion.games.nyet.sheet import Share, SheetRow, Term, last_shares, sheet, terms
from companion.games.nyet.teams import owner_of, teams_of
from companion.games.nyet.totals import finished, leaders, round_number, rounds_total, totals
from companion.games.nyet.trickview import (
    SideView,
    TricksView,
    bonus_buttons,
    side_key,
    side_views,
    team_buttons,
    tricks_view,
    waiting,
)


@dataclass(frozen=True, slots=True)
class PlayerView:
    seat: Seat
    present: bool
    total: int
    terms: tuple[Term, ...]
    leads: bool
    character: CharacterView | None
    side: str
    owner: bool
    tricks: int
    loot: int
    dealer: bool
    first: bool
    deals: int


@dataclass(frozen=True, slots=True)
class RoundView:
    """`total` and `left` are None when the game ends at a target. `schedule`: round and its dealer."""

    number: int
    total: int | None
    left: int | None
    target: int | None
    dealer: Seat
    next_dealer: Seat
    schedule: tuple[tuple[int, Seat], ...]
    hand: int
    deck: int
    aside: int


@dataclass(frozen=True, slots=True)
class DiscardView:
    """Line 2: what everybody does, who has confirmed it, and the buttons to confirm."""

    box: str
    label: Text
    waiting: tuple[Seat, ...]
    done: tuple[Seat, ...]
    buttons: tuple[tuple[Seat, str], ...]
    all_done: str


@dataclass(frozen=True, slots=True)
class View:
    phase: Phase
    banner: Banner
    round: RoundView
    players: tuple[PlayerView, ...]
    characters: tuple[CharacterView, ...]
    lines: tuple[LineView, ...]
    tokens: TokensView
    first: Seat | None
    team_choices: tuple[Button, ...]
    bonus_choices: tuple[Button, ...]
    sides: tuple[SideView, ...]
    owner: Seat | None
    discard: DiscardView | None
    tricks: TricksView | None
    trumps: Mapping[str, str]
    """What the trick checker is asked with; empty until the board is read."""
    score_choices: tuple[Button, ...]
    result: ResultView
    sheet: tuple[SheetRow, ...]
    last: tuple[Share, ...]
    reminders: tuple[Reminder, ...]
    dealer_choices: tuple[Button, ...]
    void: str
    finished: bool
    leaders: tuple[Seat, ...]
    own: OwnView | None


def view(state: State, seat: Seat | None) -> View:
    step = phase(state)
    here = seat is not None and 0 <= seat < len(state.present) and state.present[seat]
    return View(
        step,
        banner(state),
        round_view(state),
        tuple(player_view(state, player) for player in range(len(state.present))),
        character_views(state),
        line_views(state),
        tokens_view(state),
        first_player(state),
        team_buttons(state) if step == "teams" else (),
        bonus_buttons(state) if step == "bonus" else (),
        side_views(state),
        owner_of(state),
        discard_view(state),
        tricks_view(state),
        checker_query(state),
        score_buttons(state) if step == "scoring" else (),
        result_view(state),
        sheet(state),
        last_shares(state) if step == "board" else (),
        reminders(state),
        dealer_buttons(state),
        entry("void") if step != "over" and state.round.touched else "",
        finished(state),
        leaders(state),
        own_view(state, seat) if seat is not None and here else None,
    )


def player_view(state: State, seat: Seat) -> PlayerView:
    character = characters(state).get(seat)
    teams, now, count = teams_of(state), totals(state), state.round.count(seat)
    here = state.present[seat]
    return PlayerView(
        seat,
        here,
        now[seat],
        terms(state, seat),
        seat in leaders(state),
        None if character is None else character_views(state)[character - 1],
        side_key(teams, seat) if here else "",
        seat == owner_of(state),
        count.tricks,
        count.loot,
        seat == state.dealer,
        seat == first_player(state),
        sum(scored.dealer == seat for scored in state.scored),
    )


def round_view(state: State) -> RoundView:
    number, total, deal = round_number(state), rounds_total(state), state.deal
    return RoundView(
        number,
        total,
        None if total is None else max(total - number + 1, 0),
        state.options.target if total is None else None,
        state.dealer,
        left_of(state, state.dealer),
        schedule(state),
        deal.hand,
        deal.deck,
        deal.aside,
    )


def schedule(state: State) -> tuple[tuple[int, Seat], ...]:
    """Who deals which of the rounds to come; one lap where the length is open."""
    number, total = round_number(state), rounds_total(state)
    order = clockwise(state, state.dealer)
    left = len(order) if total is None else total - number + 1
    return tuple((number + n, order[n % len(order)]) for n in range(left))


def discard_view(state: State) -> DiscardView | None:
    box = bare(state, DISCARD)
    if box is None or phase(state) not in ("discard", "tricks"):
        return None
    to_do = waiting(state)
    do = "passed" if box == "pass" else "discarded"
    return DiscardView(
        box,
        box_text(state, DISCARD, box),
        to_do,
        state.round.done,
        tuple((seat, entry(do, seat=seat)) for seat in to_do),
        entry("discarded", who="all") if to_do else "",
    )


def checker_query(state: State) -> dict[str, str]:
    trump, supertrump = bare(state, TRUMP), bare(state, SUPERTRUMP)
    if trump is None or supertrump is None:
        return {}
    return {
        "players": str(state.players),
        "trump": trump,
        "supertrump": supertrump,
        "lone": state.options.lone_supertrumps,
    }


def score_buttons(state: State) -> tuple[Button, ...]:
    """The last tap of a round: the Bonus holder's decision where there is one."""
    if owner_of(state) is None or not state.options.bonus_declinable:
        return (Button(Text("Score the round"), entry("score")),)
    return (
        Button(Text("Score it doubled"), entry("score", doubled=1)),
        Button(Text("Score it as it is"), entry("score", doubled=0)),
    )


def dealer_buttons(state: State) -> tuple[Button, ...]:
    """Who deals first can be drawn or chosen until the first round has begun."""
    if state.scored or state.round.touched:
        return ()
    drawn = Button(Text("Draw the dealer"), entry("dealer", how="random"))
    return (
        drawn,
        *(Button(Text("{who}", who=Name(seat)), entry("dealer", seat=seat)) for seat in state.seats),
    )
