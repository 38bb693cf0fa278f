"""Cards that leave their place because of a card's text. Most such entries are a mistake: say why."""

from __future__ import annotations

from companion.core.contract import RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.get_nifty.book import card_of
from companion.games.get_nifty.cancels import Standing, standing, strike
from companion.games.get_nifty.cards import key
from companion.games.get_nifty.challenge import flip
from companion.games.get_nifty.events import CardRemoved
from companion.games.get_nifty.model import Piece, State
from companion.games.get_nifty.pieces import named, pick_up, to_pile
from companion.games.get_nifty.seating import check_seated, home_of


def remove(state: State, event: CardRemoved, lifted: frozenset[str]) -> State:
    seat = event.seat
    check_seated(state, seat)
    if key(event.card) == "nifty":
        raise RuleViolation(
            "NIFTY-TOKEN-07", Text("{who} keeps the NIFTY token: nothing takes it away.", who=Name(seat))
        )
    if (found := played(state, seat, event.card)) and event.why == "cancelled":
        return cancel(state, found, event.by)
    piece = named(state.chairs[seat].objects, state, event.card)
    if piece is None:
        check_not_under(state, event)
        raise RuleViolation(
            "NIFTY-OBJECT-04",
            Text("{who} has no {card} in play.", who=Name(seat), card=event.card[:40] or Text("such card")),
        )
    check_cause(state, piece, event, lifted)
    return flip(to_pile(pick_up(state, (piece,)), (piece,)))


def played(state: State, seat: Seat, name: str) -> Standing | None:
    """The card in the running challenge that is meant."""
    if state.challenge is None:
        return None
    own = [one for one in standing(state, state.challenge) if one.piece.seat == seat]
    piece = named([one.piece for one in own], state, name)
    return next((one for one in own if piece is not None and one.piece.id == piece.id), None)


def cancel(state: State, one: Standing, by: str) -> State:
    """Cancelled by hand, because a card's text said so."""
    if state.challenge is None:
        return state
    return flip(strike(state, state.challenge, [(one, by[:40])]))


def check_not_under(state: State, event: CardRemoved) -> None:
    under = named(home_of(state, event.seat).under, state, event.card)
    if under is None:
        return
    text = Text(
        "{card} lies under {who}'s token: it can be neither cancelled nor taken.",
        card=under.name,
        who=Name(event.seat),
    )
    if event.why == "cancelled":
        raise RuleViolation("NIFTY-CANCEL-06", text)
    raise RuleViolation("NIFTY-TOKEN-04", text)


def check_cause(state: State, piece: Piece, event: CardRemoved, lifted: frozenset[str]) -> None:
    """An Object stays until it is cancelled or used up; its owner may not throw it away."""
    if event.why == "discarded" and "NIFTY-OBJECT-06" not in lifted:
        raise RuleViolation(
            "NIFTY-OBJECT-06",
            Text(
                "{who} cannot discard {card}: a played Object stays.", who=Name(event.seat), card=piece.name
            ),
            liftable=True,
        )
    no_cause = event.why == "gone" or (event.why == "used" and not card_of(state, piece).single_use)
    if no_cause and "NIFTY-OBJECT-04" not in lifted:
        raise RuleViolation(
            "NIFTY-OBJECT-04",
            Text("{card} stays in play until it is cancelled or, if Single-Use, used up.", card=piece.name),
            liftable=True,
        )
