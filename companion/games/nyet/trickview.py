"""Sides, tricks, cards and the pads to enter them, as a page draws them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.contract import Seat
from companion.core.text import Text
from companion.games.nyet.board import first_player, trumps, trumps_from, value
from companion.games.nyet.buttons import Button, button, entry
from companion.games.nyet.cards import COLOURS, Card, copies
from companion.games.nyet.flow import phase, tricks_total, yet_to_discard
from companion.games.nyet.model import Outcome, Play, State, Teams, Trick
from companion.games.nyet.options import Options
from companion.games.nyet.play import leader, next_player, possible_loot
from companion.games.nyet.rounds import side_count
from companion.games.nyet.scoring import side_points, side_sum
from companion.games.nyet.teams import bonus_offers, owner_of, team_offers, teams_of
from companion.games.nyet.tricks import Trumps, is_loot, judge

SIDE_KEYS = ("wedge", "circle")


@dataclass(frozen=True, slots=True)
class SideView:
    """A side's tally so far and, where the value is known, its sum opened out."""

    key: str
    name: Text
    seats: tuple[Seat, ...]
    tricks: int
    loot: int
    bonus: bool
    sum: Text | None
    points: int | None
    doubled_sum: Text | None
    doubled_points: int | None


@dataclass(frozen=True, slots=True)
class PlayView:
    seat: Seat
    card: Card
    label: Text
    wins: bool
    loot: bool


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick that was taken; `why` and `rule` where its cards are known."""

    number: int
    winner: Seat
    side: str
    loot: int
    plays: tuple[PlayView, ...]
    why: Text | None
    rule: str


@dataclass(frozen=True, slots=True)
class PadRow:
    """One player's buttons on the trick pad: won it with so much loot. Impossible ones are not there."""

    seat: Seat
    side: str
    loot: tuple[int, ...]
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardKey:
    card: Card
    gone: bool
    left: int
    entry: str


@dataclass(frozen=True, slots=True)
class TricksView:
    number: int
    total: int
    leader: Seat | None
    next: Seat | None
    taken: tuple[TrickView, ...]
    table: tuple[PlayView, ...]
    best: Text | None
    pad: tuple[PadRow, ...]
    keys: tuple[CardKey, ...]


def side_name(side: int) -> Text:
    return (Text("Wedge"), Text("Circle"))[side]


def side_key(teams: Teams | None, seat: Seat) -> str:
    return "" if teams is None else SIDE_KEYS[teams.side(seat)]


def side_views(state: State) -> tuple[SideView, ...]:
    teams, worth, owner = teams_of(state), value(state), owner_of(state)
    if teams is None:
        return ()
    counts = (side_count(state, teams, 0), side_count(state, teams, 1))
    own = None if owner is None else state.round.count(owner)
    views = []
    for side, count in enumerate(counts):
        bonus = owner is not None and side == teams.smaller
        plain = None if worth is None else Outcome(teams, counts, worth, owner, own, doubled=False)
        twice = None if worth is None else Outcome(teams, counts, worth, owner, own, doubled=bonus)
        views.append(
            SideView(
                SIDE_KEYS[side],
                side_name(side),
                teams.members(side),
                count.tricks,
                count.loot,
                bonus,
                None if plain is None else side_sum(plain, side, state.options),
                None if plain is None else side_points(plain, state.options)[side],
                None if twice is None or not bonus else side_sum(twice, side, state.options),
                None if twice is None or not bonus else side_points(twice, state.options)[side],
            )
        )
    return tuple(views)


def play_views(
    now: Trumps, plays: tuple[Play, ...], teams: Teams | None, options: Options
) -> tuple[PlayView, ...]:
    if not plays:
        return ()
    best = plays[judge(now, [play.card for play in plays]).at].seat
    foes = () if teams is None else teams.foes(best)
    return tuple(
        PlayView(
            play.seat,
            play.card,
            play.card.text,
            play.seat == best,
            play.seat in foes and is_loot(now, play.card, options.supertrump_loot),
        )
        for play in plays
    )


def trick_view(number: int, trick: Trick, now: Trumps, teams: Teams | None, options: Options) -> TrickView:
    verdict = judge(now, [play.card for play in trick.plays]) if trick.plays else None
    # A trick whose cards were entered in part only has a winner, but no reason.
    told = verdict is not None and trick.plays[verdict.at].seat == trick.winner
    return TrickView(
        number,
        trick.winner,
        side_key(teams, trick.winner),
        trick.loot,
        play_views(now, trick.plays, teams, options),
        verdict.why if verdict is not None and told else None,
        verdict.rule if verdict is not None and told else "",
    )


def tricks_view(state: State) -> TricksView | None:
    teams, total = teams_of(state), tricks_total(state)
    if teams is None or total is None or phase(state) not in ("discard", "tricks", "scoring"):
        return None
    now, plays, taken = trumps(state), state.round.plays, state.round.tricks
    more = may_play(state)
    return TricksView(
        min(len(taken) + 1, total),
        total,
        leader(state),
        next_player(state) if more else None,
        tuple(trick_view(n, trick, now, teams, state.options) for n, trick in enumerate(taken, 1)),
        play_views(now, plays, teams, state.options),
        judge(now, [play.card for play in plays]).why if plays else None,
        tuple(pad_row(state, teams, seat) for seat in state.seats) if more else (),
        card_keys(state) if more else (),
    )


def may_play(state: State) -> bool:
    """Whether a card or a trick could be entered now: what would be refused is not drawn."""
    step = phase(state)
    # A discard that nobody confirms is only a reminder; once somebody did, all are waited for.
    return step == "tricks" or (step == "discard" and not state.round.done)


def pad_row(state: State, teams: Teams, seat: Seat) -> PadRow:
    loot = tuple(possible_loot(state, teams, seat))
    return PadRow(seat, side_key(teams, seat), loot, tuple(entry("trick", winner=seat, loot=n) for n in loot))


def card_keys(state: State) -> tuple[CardKey, ...]:
    seen = state.round.cards
    return tuple(
        CardKey(
            card,
            seen.count(card) >= copies(value),
            copies(value) - seen.count(card),
            entry("card", card=card),
        )
        for colour in COLOURS
        for value in range(1, state.deal.highest + 1)
        for card in (Card(colour, value),)
    )


# -- choices


def team_buttons(state: State) -> tuple[Button, ...]:
    first = first_player(state)
    return () if first is None else tuple(map(button, team_offers(state, first)))


def bonus_buttons(state: State) -> tuple[Button, ...]:
    first, teams = first_player(state), teams_of(state)
    if first is None or teams is None:
        return ()
    return tuple(map(button, bonus_offers(teams, first)))


def waiting(state: State) -> tuple[Seat, ...]:
    return yet_to_discard(state) if phase(state) == "discard" else ()


def past_tricks(state: State, at: int) -> tuple[TrickView, ...]:
    """The tricks of a scored round, as far as they were entered."""
    scored = state.scored[at]
    now = trumps_from(scored.boxes, scored.options)
    return tuple(
        trick_view(n, trick, now, scored.outcome.teams, scored.options)
        for n, trick in enumerate(scored.played.tricks, 1)
    )
