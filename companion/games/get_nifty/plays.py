"""What a player does with a card outside the two sides of a challenge."""

from __future__ import annotations

from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.get_nifty.book import card_of, find
from companion.games.get_nifty.cancels import settle_cancels
from companion.games.get_nifty.cards import STATE_CARDS, is_meant, key
from companion.games.get_nifty.challenge import flip
from companion.games.get_nifty.events import CardLaid, PlotPlayed
from companion.games.get_nifty.model import Home, Piece, State
from companion.games.get_nifty.pieces import lay, make, spend, take_back, to_pile, with_hand
from companion.games.get_nifty.seating import check_seated, home_of, with_home

MOST_DISCARDED = 99
"""More than any hand; what lies beyond is a slip of the finger."""


def turn_offer(seat: Seat) -> Offer:
    return Offer(Text("It is {who}'s turn now", who=Name(seat)), {"do": "turn", "seat": str(seat)})


# -- in front of oneself


def play_state(state: State, seat: Seat, card: str, lifted: frozenset[str]) -> State:
    """SAFE or WEIRD, unmarked. In place of a Fluxed one, which is discarded."""
    check_seated(state, seat)
    if card not in STATE_CARDS:
        raise RuleViolation(
            "NIFTY-CARD-02",
            Text("“{card}” is no State card: there are only SAFE and WEIRD.", card=card[:40]),
            [Offer(Text(name), {"do": "state", "card": name, "seat": str(seat)}) for name in STATE_CARDS],
        )
    home = home_of(state, seat)
    slot = home.slot("SAFE" if card == "SAFE" else "WEIRD")
    if seat != state.turn and "NIFTY-STATE-01" not in lifted:
        raise RuleViolation(
            "NIFTY-STATE-01",
            Text("{who} plays {card} on the own turn only.", who=Name(seat), card=card),
            [turn_offer(seat)],
            liftable=True,
        )
    if slot in ("up", "marked"):
        raise RuleViolation(
            "NIFTY-STATE-01", Text("{who} has a {card} in play already.", who=Name(seat), card=card)
        )
    replaced = slot == "fluxed"
    new = replace(home, safe="up") if card == "SAFE" else replace(home, weird="up")
    hand = state.chairs[seat].hand
    state = with_hand(state, seat, None if hand is None else hand - 1)
    return replace(with_home(state, state.house(seat), new), cards_out=state.cards_out + replaced)


def lay_card(state: State, event: CardLaid, lifted: frozenset[str]) -> State:
    """An Object in front of oneself; in one's own challenge it joins in."""
    seat = event.seat
    check_seated(state, seat)
    numbers = {"d": event.d, "s": event.s, "w": event.w, "n": event.n}
    state, piece = make(state, seat, event.card, "object", numbers)
    check_may_lie(piece)
    if seat != state.turn and "NIFTY-OBJECT-05" not in lifted:
        raise RuleViolation(
            "NIFTY-OBJECT-05",
            Text(
                "It is {turn}'s turn: out of turn only the challenged player lays an Object, to defend.",
                turn=Name(state.turn),
            ),
            defence_offers(state, piece) or [turn_offer(seat)],
            liftable=True,
        )
    state = spend(lay(state, piece), seat, (piece,))
    if (now := state.challenge) is not None:
        state = replace(state, challenge=replace(now, fresh=(*now.fresh, piece.id)))
    return flip(settle_cancels(state))


def defence_offers(state: State, piece: Piece) -> list[Offer]:
    if state.challenge is None or state.challenge.defender != piece.seat:
        return []
    form = {"do": "add", "seat": str(piece.seat), "card": piece.name, "side": "defence"}
    return [Offer(Text("{card} in defence", card=piece.name), form)]


def check_may_lie(piece: Piece) -> None:
    if piece.kind == "character":
        raise RuleViolation(
            "NIFTY-CHAR-01",
            Text(
                "{card} is a Character: it is played in a challenge or under the token, not to the table.",
                card=piece.name,
            ),
        )
    if piece.kind in ("boredom", "plot"):
        raise RuleViolation(
            "NIFTY-TURN-07",
            Text(
                "{card} does not lie in front of anybody: a Plot goes to the middle, a Boredom card attacks.",
                card=piece.name,
            ),
        )


# -- the middle


def play_plot(state: State, event: PlotPlayed, lifted: frozenset[str]) -> State:
    """On the own turn, or by anybody during any challenge. The old Plot is discarded."""
    seat = event.seat
    check_seated(state, seat)
    if seat != state.turn and state.challenge is None and "NIFTY-PLOT-02" not in lifted:
        raise RuleViolation(
            "NIFTY-PLOT-02",
            Text(
                "It is {turn}'s turn and no challenge is on: {who} cannot change the Plot now.",
                turn=Name(state.turn),
                who=Name(seat),
            ),
            [turn_offer(seat)],
            liftable=True,
        )
    numbers = {"d": event.d, "s": event.s, "w": event.w, "n": event.n}
    state, piece = make(state, seat, event.card, "plot", numbers)
    if piece.kind != "plot":
        raise RuleViolation("NIFTY-TURN-07", Text("{card} is no Plot.", card=piece.name))
    old = () if state.plot is None else (state.plot,)
    return flip(settle_cancels(spend(replace(to_pile(state, old), plot=piece), seat, (piece,))))


# -- the hand


def discard(state: State, seat: Seat, count: int, cards: tuple[str, ...], lifted: frozenset[str]) -> State:
    check_seated(state, seat)
    if seat != state.turn and "NIFTY-TURN-05" not in lifted:
        raise RuleViolation(
            "NIFTY-TURN-05",
            Text(
                "It is {turn}'s turn: {who} discards on the own turn only.",
                turn=Name(state.turn),
                who=Name(seat),
            ),
            [turn_offer(seat)],
            liftable=True,
        )
    check_hand(state, seat, max(count, len(cards)), lifted)
    gone = []
    for name in cards:
        card = find(state, name)
        if card is not None and card.kind is not None:
            state, piece = make(state, seat, name, card.kind, {})
            gone.append(piece)
    unnamed = max(count, len(cards)) - len(gone)
    hand = state.chairs[seat].hand
    left = None if hand is None else hand - len(gone) - unnamed
    state = with_hand(to_pile(state, gone), seat, left)
    return replace(state, pile_open=state.pile_open or unnamed > 0)


def check_hand(state: State, seat: Seat, count: int, lifted: frozenset[str]) -> None:
    """Nobody discards nothing, or more than the hand, where that is known."""
    if not 1 <= count <= MOST_DISCARDED:
        raise RuleViolation(
            "NIFTY-TURN-05", Text("How many cards? At least 1, at most {most}.", most=MOST_DISCARDED)
        )
    hand = state.chairs[seat].hand
    if hand is not None and count > hand and "NIFTY-TURN-05" not in lifted:
        form = {"do": "discard", "seat": str(seat), "count": str(hand)}
        raise RuleViolation(
            "NIFTY-TURN-05",
            Text("{who} holds {hand}: {n} cannot be discarded.", who=Name(seat), hand=hand, n=count),
            [Offer(Text("Discard all {hand}", hand=hand), form)] if hand else [],
            liftable=True,
        )


def use_discard_option(state: State, seat: Seat, name: str, taken: str, lifted: frozenset[str]) -> State:
    """Throw a Character away, take a card of the kind it names from the discard pile."""
    check_seated(state, seat)
    state, piece = make(state, seat, name, "character", {})
    option = card_of(state, piece).discard_option
    found = next((p for p in reversed(state.pile) if key(p.name) == key(taken) and p.kind != "number"), None)
    if "NIFTY-CHAR-07" not in lifted:
        check_discard_option(state, seat, piece, option, taken, found)
    if found is not None:
        state = replace(state, pile=tuple(p for p in state.pile if p.id != found.id))
    return take_back(spend(to_pile(state, (piece,)), seat, (piece,)), seat)


def check_discard_option(
    state: State, seat: Seat, piece: Piece, option: str, taken: str, found: Piece | None
) -> None:
    """Where something does not fit: the own turn, an option on the card, a card of its kind in the pile."""
    card = find(state, taken)
    wrong = None
    if seat != state.turn:
        wrong = Text("It is {turn}'s turn: a Discard Option is for the own turn.", turn=Name(state.turn))
    elif not option:
        wrong = Text("{card} has no Discard Option that anybody typed in.", card=piece.name)
    elif not any(fits(state, p, option) for p in state.pile) and not state.pile_open:
        wrong = Text("There is no {what} in the discard pile to take.", what=option)
    elif found is None and not state.pile_open:
        wrong = Text("{card} is not in the discard pile.", card=taken[:40])
    elif card is not None and card.kind != key(option) and not is_meant(card, option):
        wrong = Text("{card} is no {what}.", card=card.name, what=option)
    if wrong is not None:
        offers = [
            Offer(Text("Take {card}", card=p.name), {"do": "option", "card": piece.name, "take": p.name})
            for p in state.pile
            if option and seat == state.turn and fits(state, p, option)
        ]
        raise RuleViolation("NIFTY-CHAR-07", wrong, offers, liftable=True)


def fits(state: State, piece: Piece, option: str) -> bool:
    return piece.kind != "number" and (piece.kind == key(option) or is_meant(card_of(state, piece), option))


def reshuffle(state: State) -> State:
    return replace(state, pile=(), pile_open=False)


def put_right(state: State, seat: Seat, home: Home) -> State:
    """As it really lies there. A token never goes away again."""
    check_seated(state, seat)
    if home_of(state, seat).token and not home.token:
        raise RuleViolation(
            "NIFTY-TOKEN-07",
            Text("{who} keeps the NIFTY token: nothing takes it away.", who=Name(seat)),
            [Offer(Text("If it was never bought, strike that entry out."))],
        )
    return with_home(state, state.house(seat), home)
