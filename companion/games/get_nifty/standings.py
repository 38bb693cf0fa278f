"""Who leads, who won, how Niftyness went up and down, and what people should look at again."""

from __future__ import annotations

from companion.core.contract import Moment, Notice, Seat, Standing, Standings
from companion.core.text import Joined, Text
from companion.games.get_nifty.cards import Card, is_meant, takes_out
from companion.games.get_nifty.events import Slot
from companion.games.get_nifty.model import House, State
from companion.games.get_nifty.pieces import in_play
from companion.games.get_nifty.printed import OBJECT_CANCELLERS
from companion.games.get_nifty.seating import house_name
from companion.games.get_nifty.totals import nifty
from companion.games.get_nifty.winning import target

CHARACTER_STATS = range(6)
SLOT_WORDS: dict[Slot, str] = {
    "none": "no\N{NO-BREAK SPACE}{card}",
    "up": "{card}\N{NO-BREAK SPACE}in\N{NO-BREAK SPACE}play",
    "marked": "{card}\N{NO-BREAK SPACE}marked",
    "fluxed": "{card}\N{NO-BREAK SPACE}Fluxed",
}


def score(state: State, house: House) -> int | None:
    """Niftyness, or None while it is not known (or without end)."""
    number = nifty(state, house).number
    return number if isinstance(number, int) else None


def standings(state: State) -> Standings:
    won = () if state.over is None else state.over.houses
    scores = [score(state, state.house(seat)) for seat in range(len(state.chairs))]
    best = {score(state, house) for house in won} - {None}
    keys = [rank_key(state, seat, won, best) for seat in range(len(state.chairs))]
    rows = tuple(
        Standing(
            seat,
            scores[seat],
            1 + sum(other < keys[seat] for other in keys),
            winner=state.house(seat) in won,
            detail=detail(state, seat),
        )
        for seat in range(len(state.chairs))
    )
    return Standings(rows, state.over is not None, headline(state))


def rank_key(
    state: State, seat: Seat, won: tuple[House, ...], best: set[int | None]
) -> tuple[bool, bool, int]:
    """Winners first, then by Niftyness; who has the same as a winner shares that rank."""
    house = state.house(seat)
    total, known = nifty(state, house), score(state, house)
    if house in won or (known is not None and known in best):
        return (False, False, 0)
    return (True, not total.infinite, -total.finite)


def detail(state: State, seat: Seat) -> Text:
    """The State cards and the token of a player, and what the score alone does not say."""
    if not state.chairs[seat].present:
        return Text("left")
    house = state.house(seat)
    total, home = nifty(state, house), state.homes[house]
    said = Text(
        "{safe}, {weird}, {token}",
        safe=Text(SLOT_WORDS[home.safe], card="SAFE"),
        weird=Text(SLOT_WORDS[home.weird], card="WEIRD"),
        token=Text("NIFTY\N{NO-BREAK SPACE}token") if home.token else Text("no\N{NO-BREAK SPACE}token"),
    )
    if total.infinite:
        return Text("∞, {said}", said=said)
    if total.known:
        return said
    return Text("{sum}: not all numbers are known, {said}", sum=total.text, said=said)


def headline(state: State) -> Text | None:
    if state.over is not None:
        names = Joined([house_name(state, house) for house in state.over.houses], " and ")
        return Text("{who} got Nifty", who=names)
    holders = [house for house, home in enumerate(state.homes) if home.token and state.members(house)]
    if not holders:
        return None
    first = max(holders, key=lambda house: (nifty(state, house).infinite, nifty(state, house).finite))
    return Text(
        "{who}: {sum} of {target}",
        who=house_name(state, first),
        sum=nifty(state, first).text,
        target=target(state),
    )


def timeline(state: State) -> tuple[Moment, ...]:
    """Niftyness at the end of every turn, and now."""
    seats = len(state.chairs)
    past = tuple(
        Moment(Text("Turn {number}", number=n), (*totals, *(0,) * (seats - len(totals))))
        for n, (_, totals) in enumerate(state.chart, 1)
    )
    now = tuple(nifty(state, state.house(seat)).finite for seat in range(seats))
    return (*past, Moment(Text("Turn {number}", number=len(past) + 1), now))


# -- notices


def notices(state: State) -> tuple[Notice, ...]:
    found = [] if state.teams or len(state.seats) < 6 else [singles()]
    lying = in_play(state)
    for card in state.book.values():
        if card.name in lying:
            found += out_of_range(card)
            found += odd_cancellers(state, card)
    if state.over is not None and state.over.others and state.options.several == "turn":
        found.append(at_once(state))
    return tuple(found)


def singles() -> Notice:
    return Notice(
        "NIFTY-SIX-01",
        Text("Six play each alone: the rules recommend three teams, and the target of 12 is not official."),
    )


def out_of_range(card: Card) -> list[Notice]:
    if card.kind != "character":
        return []
    odd = [n for n in (card.d, card.s, card.w, card.n) if isinstance(n, int) and n not in CHARACTER_STATS]
    text = Text(
        "{card} has {number}: a Character's stats run from 0 to 5. Look at the card again.",
        card=card.name,
        number=odd[0] if odd else 0,
    )
    return [Notice("NIFTY-CHAR-02", text)] if odd else []


def odd_cancellers(state: State, card: Card) -> list[Notice]:
    """Characters other than Bun-Bun and Aylee that would cancel this Object."""
    if card.kind != "object":
        return []
    return [
        Notice(
            "NIFTY-CANCEL-10",
            Text(
                "{who} would cancel {card}: among Characters only Bun-Bun and Aylee cancel Objects.",
                who=other.name,
                card=card.name,
            ),
        )
        for other in state.book.values()
        if other.kind == "character"
        and takes_out(other, card)
        and not any(is_meant(other, name) for name in OBJECT_CANCELLERS)
    ]


def at_once(state: State) -> Notice:
    over = state.over
    assert over is not None
    others = Joined([house_name(state, house) for house in over.others], " and ")
    return Notice(
        "NIFTY-WIN-14",
        Text(
            "{others} reached the target at the same moment; {who} comes first from the player on turn.",
            others=others,
            who=house_name(state, over.houses[0]),
        ),
        next(iter(state.members(over.houses[0])), None),
    )
