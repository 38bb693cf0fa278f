"""The NIFTY token: buying it, and Characters played under it."""

from __future__ import annotations

from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Joined, Name, Text
from companion.games.get_nifty.book import Need, stat_of
from companion.games.get_nifty.cards import STATE_CARDS
from companion.games.get_nifty.closing import need_offers, need_text
from companion.games.get_nifty.events import Play
from companion.games.get_nifty.model import Piece, State
from companion.games.get_nifty.numbers import Number, add_up, at_least
from companion.games.get_nifty.pieces import make_all, named, spend, to_pile, with_hand
from companion.games.get_nifty.plays import turn_offer
from companion.games.get_nifty.seating import check_seated, home_of, with_home

PRICE = 5


def lacking(state: State, seat: Seat) -> Text:
    """Which of the two markers a player has not."""
    home = home_of(state, seat)
    slots = zip(STATE_CARDS, (home.safe, home.weird), strict=True)
    return Text(
        "no marker on {cards}", cards=Joined([name for name, slot in slots if slot != "marked"], " and ")
    )


def buy(state: State, seat: Seat, plays: tuple[Play, ...], lifted: frozenset[str]) -> State:
    """Both cards marked, on the own turn, cards from the hand worth five. An unnamed price counts as paid."""
    check_seated(state, seat)
    check_may_buy(state, seat, lifted)
    objects = state.chairs[seat].objects
    state, price = make_all(state, seat, plays, "character", "n")
    if plays and "NIFTY-TOKEN-02" not in lifted:
        check_price(state, objects, price)
    home = replace(home_of(state, seat), token=True)
    state = with_home(to_pile(spend(state, seat, price), price), state.house(seat), home)
    if plays:
        return state
    return replace(with_hand(state, seat, None), pile_open=True)


def check_may_buy(state: State, seat: Seat, lifted: frozenset[str]) -> None:
    home = home_of(state, seat)
    if home.token:
        raise RuleViolation(
            "NIFTY-TOKEN-03", Text("{who} has a NIFTY token already: one is enough.", who=Name(seat))
        )
    if seat != state.turn and "NIFTY-TOKEN-01" not in lifted:
        raise RuleViolation(
            "NIFTY-TOKEN-01",
            Text("It is {turn}'s turn: a token is bought on the own turn.", turn=Name(state.turn)),
            [turn_offer(seat)],
            liftable=True,
        )
    if not home.settled and "NIFTY-PLAY-02" not in lifted:
        raise RuleViolation(
            "NIFTY-PLAY-02",
            Text("{who} is not Safe and Weird: {what}.", who=Name(seat), what=lacking(state, seat)),
            liftable=True,
        )


def check_price(state: State, objects: tuple[Piece, ...], price: tuple[Piece, ...]) -> None:
    for piece in price:
        if piece.kind in ("boredom", "plot"):
            raise RuleViolation(
                "NIFTY-TOKEN-02",
                Text("{card} cannot pay: only Characters and Objects from the hand do.", card=piece.name),
                liftable=True,
            )
        if piece.kind == "object" and named(objects, state, piece.name):
            raise RuleViolation(
                "NIFTY-TOKEN-02",
                Text("{card} lies in play: only cards from the hand pay.", card=piece.name),
                liftable=True,
            )
    numbers: list[Number | None] = [stat_of(state, piece, "n") for piece in price]
    if state.options.plot_pays and state.plot is not None:
        numbers.append(stat_of(state, state.plot, "n"))
    check_sum(state, price, numbers)


def check_sum(state: State, price: tuple[Piece, ...], numbers: list[Number | None]) -> None:
    paid = add_up(numbers)
    if at_least(paid, PRICE):
        return
    unknown = next((Need(p.name, "n") for p in price if stat_of(state, p, "n") is None), None)
    if not paid.known and unknown is not None:
        raise RuleViolation(
            "NIFTY-TOKEN-02",
            Text("{what} is not known: is the price at least 5?", what=need_text(unknown)),
            need_offers(unknown),
            liftable=True,
        )
    raise RuleViolation(
        "NIFTY-TOKEN-02",
        Text("A token costs 5 Niftyness from the hand, and these are {sum}.", sum=paid.text),
        liftable=True,
    )


# -- under the token


def play_nifty(state: State, seat: Seat, plays: tuple[Play, ...], lifted: frozenset[str]) -> State:
    """Characters under the own token: out of every challenge, and nobody can take them."""
    check_seated(state, seat)
    check_may_score(state, seat, lifted)
    state, pieces = make_all(state, seat, plays, "character", "n")
    for piece in pieces:
        check_character(piece)
    home = home_of(state, seat)
    state = with_home(state, state.house(seat), replace(home, under=(*home.under, *pieces)))
    return spend(state, seat, pieces)


def check_may_score(state: State, seat: Seat, lifted: frozenset[str]) -> None:
    home = home_of(state, seat)
    if seat != state.turn and "NIFTY-WIN-08" not in lifted:
        raise RuleViolation(
            "NIFTY-WIN-08",
            Text(
                "It is {turn}'s turn: Characters go under the token on the own turn.", turn=Name(state.turn)
            ),
            [turn_offer(seat)],
            liftable=True,
        )
    if not home.settled and not home.token and "NIFTY-OBJ-02" not in lifted:
        raise RuleViolation(
            "NIFTY-OBJ-02",
            Text(
                "{who} is not Safe and Weird, so no Niftyness: {what}.",
                who=Name(seat),
                what=lacking(state, seat),
            ),
            liftable=True,
        )
    if not home.token:
        raise RuleViolation(
            "NIFTY-PLAY-03",
            Text("{who} has no NIFTY token to play Characters under.", who=Name(seat)),
            [Offer(Text("Buy a token"), {"do": "token", "seat": str(seat)})],
        )
    if not home.settled and "NIFTY-TOKEN-06" not in lifted:
        raise RuleViolation(
            "NIFTY-TOKEN-06",
            Text(
                "{who} cannot add Niftyness until Safe and Weird again: {what}.",
                who=Name(seat),
                what=lacking(state, seat),
            ),
            liftable=True,
        )


def check_character(piece: Piece) -> None:
    if piece.kind == "object":
        raise RuleViolation(
            "NIFTY-WIN-10", Text("{card} is an Object: those never go under the token.", card=piece.name)
        )
    if piece.kind in ("boredom", "plot"):
        raise RuleViolation(
            "NIFTY-WIN-08", Text("{card} is no Character: only those go under the token.", card=piece.name)
        )
