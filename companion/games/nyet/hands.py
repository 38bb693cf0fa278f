"""A player's own hand: noted in secret, used for that player's own phone only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Text
from companion.games.nyet.board import DISCARD, bare, trumps
from companion.games.nyet.cards import Card, check_copies, find_card, read_card
from companion.games.nyet.discards import check_discard
from companion.games.nyet.flow import CARDS_OUT
from companion.games.nyet.model import State
from companion.games.nyet.tricks import follow_rule, playable, suit_text


def without(hand: Sequence[Card], gone: Sequence[Card]) -> tuple[Card, ...]:
    left = list(hand)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def known_cards(names: Sequence[str]) -> tuple[Card, ...]:
    """The cards among the names. `read` has checked them; a stored log is taken as it is."""
    return tuple(sorted(card for name in names if (card := find_card(name)) is not None))


def note_hand(state: State, seat: Seat, names: Sequence[str]) -> State:
    return _with_hand(state, seat, known_cards(names))


def lay_away(state: State, seat: Seat, names: Sequence[str]) -> State:
    """Cards left the hand by line 2. A secret changes nothing in the open: `Discarded` says it was done."""
    hand = state.round.hands.get(seat)
    if hand is None:
        return state
    gone = known_cards(names)
    after = _with_hand(state, seat, without(hand, gone))
    laid = {**state.round.laid, seat: laid_away(state, seat) + len(gone)}
    return replace(after, round=replace(after.round, laid=laid))


def played(state: State, seat: Seat, card: Card) -> State:
    hand = state.round.hands.get(seat)
    return state if hand is None else _with_hand(state, seat, without(hand, [card]))


def _with_hand(state: State, seat: Seat, hand: tuple[Card, ...]) -> State:
    return replace(state, round=replace(state.round, hands={**state.round.hands, seat: hand}))


# -- what a hand tells


def laid_away(state: State, seat: Seat) -> int:
    return state.round.laid.get(seat, 0)


def all_laid(state: State, seat: Seat) -> bool:
    """Whether the own cards for line 2 are laid away, so that only the table is to be told."""
    box = bare(state, DISCARD)
    due = 1 if box == "pass" else CARDS_OUT[box or "nyet"]
    return 0 < due <= laid_away(state, seat)


def cards_held(state: State, seat: Seat) -> int:
    """How many cards a player holds now."""
    now = state.round
    gone = bool(now.tricks or now.plays or seat in now.done or all_laid(state, seat))
    out = CARDS_OUT[bare(state, DISCARD) or "nyet"] if gone else 0
    here = any(play.seat == seat for play in now.plays)
    return max(state.deal.hand - out - len(now.tricks) - here, 0)


def trusted(state: State, seat: Seat) -> tuple[Card, ...] | None:
    """The noted hand, unless tricks were entered since without their cards."""
    hand = state.round.hands.get(seat)
    return hand if hand is not None and len(hand) <= cards_held(state, seat) else None


def legal_cards(state: State, seat: Seat) -> tuple[Card, ...]:
    """Which cards of the noted hand may be played to the trick on the table."""
    led = state.round.plays[0].card if state.round.plays else None
    return playable(trumps(state), led, trusted(state, seat) or ())


# -- checks for the player's own phone


def check_hand(state: State, names: Sequence[str], seat: Seat) -> None:
    """Cards of this deck, no more than there are, and not more than a hand holds."""
    seen: list[Card] = list(state.round.cards)
    for name in names:
        card = read_card(name, state.players)
        check_copies(card, seen)
        seen.append(card)
    most = cards_held(state, seat)
    if len(names) > most:
        raise RuleViolation(
            "NYET-3.12", Text("You hold {most} cards now, not {count}.", most=most, count=len(names))
        )


def check_laid_away(state: State, names: Sequence[str], seat: Seat, lifted: frozenset[str]) -> None:
    """Your own discard, card by card, together with what you have laid away already."""
    cards = [read_card(name, state.players) for name in names]
    count = laid_away(state, seat) + len(cards)
    box = bare(state, DISCARD)
    if box == "pass":
        if count != 1:
            raise RuleViolation("NYET-5.9", Text("You pass exactly one card, not {n}.", n=count))
    elif box is not None:
        check_discard(state, box, seat, count, sum(card.value == 1 for card in cards), lifted)
    for card in cards:
        check_held(state, seat, card, lifted)


def check_held(state: State, seat: Seat, card: Card, lifted: frozenset[str]) -> None:
    hand = trusted(state, seat)
    complete = hand is not None and len(hand) == cards_held(state, seat)
    if complete and hand is not None and card not in hand and "NYET-5.28" not in lifted:
        raise RuleViolation(
            "NYET-5.28",
            Text("{card} is not in the hand you noted.", card=card.text),
            [Offer(Text("Note your hand again"))],
            liftable=True,
        )


def check_own_play(state: State, seat: Seat, card: Card, lifted: frozenset[str]) -> None:
    """Refuse, on your own phone, a card you do not hold or that does not follow."""
    check_held(state, seat, card, lifted)
    if not state.round.plays or trusted(state, seat) is None:
        return
    led, now = state.round.plays[0].card, trumps(state)
    legal = legal_cards(state, seat)
    follows = any(now.suit(held) == now.suit(led) for held in legal)
    if not follows or now.suit(card) == now.suit(led) or follow_rule(now, led) in lifted:
        return
    text = Text(
        "{card} does not follow: {suit} was led and you hold it.",
        card=card.text,
        suit=suit_text(now.suit(led)),
    )
    fits = [
        Offer(held.text, {"do": "card", "seat": str(seat), "card": str(held)}) for held in sorted(set(legal))
    ]
    match follow_rule(now, led):
        case "NYET-5.19":
            raise RuleViolation("NYET-5.19", text, fits, liftable=True)
        case "NYET-5.25":
            raise RuleViolation("NYET-5.25", text, fits, liftable=True)
        case "NYET-5.26":
            raise RuleViolation("NYET-5.26", text, fits, liftable=True)
        case _:
            raise RuleViolation("NYET-5.23", text, fits, liftable=True)
