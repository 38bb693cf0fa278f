"""How a challenge ends: the losing side gives up, a last call, the outcome; or all of it at once."""

from __future__ import annotations

from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.get_nifty.book import Need
from companion.games.get_nifty.cancels import settle_cancels
from companion.games.get_nifty.cards import STAT_NAMES
from companion.games.get_nifty.challenge import check_first_cards, enter, open_challenge, running
from companion.games.get_nifty.events import ChallengeEntered, Side
from companion.games.get_nifty.interference import check_outside, with_helpers
from companion.games.get_nifty.model import Challenge, State
from companion.games.get_nifty.outcome import resolve
from companion.games.get_nifty.pieces import is_bare, named, with_hand
from companion.games.get_nifty.seating import begin_turn, check_no_challenge, check_seated, partner
from companion.games.get_nifty.specials import declare, find_special
from companion.games.get_nifty.totals import behind, missing

WON_LABELS: dict[Side, Text] = {"defence": Text("The defence won"), "attack": Text("The attack won")}


def known_loser(state: State, now: Challenge) -> Side:
    """The side behind, or a refusal that says which number is missing."""
    losing = behind(state, now)
    if losing is not None:
        return losing
    open_needs = missing(state, now)
    text = Text("Nobody can say yet who is losing: {what} is not known.", what=need_text(open_needs[0]))
    offers = [*need_offers(open_needs[0]), *won_offers()]
    if now.kind == "danger":
        raise RuleViolation("NIFTY-DANGER-08", text, offers)
    raise RuleViolation("NIFTY-WEIRD-06", text, offers)


def need_text(need: Need) -> Text:
    if need.bonus:
        return Text(
            "what {card} adds to {of} in {stat}", card=need.card, of=need.bonus, stat=STAT_NAMES[need.stat]
        )
    return Text("the {stat} of {card}", card=need.card, stat=STAT_NAMES[need.stat])


def need_offers(need: Need) -> list[Offer]:
    """One tap for each number a Character may print."""
    field = f"{need.stat}_bonus" if need.bonus else need.stat
    extra = {"of": need.bonus} if need.bonus else {}
    return [
        Offer(
            Text("{what}: {n}", what=need_text(need), n=n),
            {"do": "describe", "name": need.card, field: str(n), **extra},
        )
        for n in range(6)
    ]


def won_offers() -> list[Offer]:
    sides: tuple[Side, ...] = ("defence", "attack")
    return [Offer(WON_LABELS[side], {"do": "decide", "won": side}) for side in sides]


# -- giving up


def give_up(state: State, seat: Seat, final: bool, waived: tuple[Seat, ...], lifted: frozenset[str]) -> State:
    check_seated(state, seat)
    now = running(state)
    losing = known_loser(state, now)
    if seat not in now.seats(losing):
        check_giver(now, seat, losing, lifted)
    if final:
        return resolve(state, now, other(losing), waived, lifted)
    return replace(state, challenge=replace(now, given_up=losing))


def check_giver(now: Challenge, seat: Seat, losing: Side, lifted: frozenset[str]) -> None:
    text = Text(
        "{who} is not losing: only {loser}'s side may declare the challenge over.",
        who=Name(seat),
        loser=Name(now.principal(losing)),
    )
    offers = [
        Offer(
            Text("{who} gives up", who=Name(now.principal(losing))),
            {"do": "giveup", "seat": str(now.principal(losing))},
        )
    ]
    if now.kind == "danger" and "NIFTY-DANGER-16" not in lifted:
        raise RuleViolation("NIFTY-DANGER-16", text, offers, liftable=True)
    if now.kind == "boredom" and "NIFTY-WEIRD-11" not in lifted:
        raise RuleViolation("NIFTY-WEIRD-11", text, offers, liftable=True)


def end(state: State, waived: tuple[Seat, ...], lifted: frozenset[str]) -> State:
    """Nothing more at the last call."""
    now = running(state)
    losing = known_loser(state, now)
    if now.given_up is None:
        check_given_up(now, losing)
    return resolve(state, now, other(losing), waived, lifted)


def check_given_up(now: Challenge, losing: Side) -> None:
    loser = now.principal(losing)
    text = Text("{who} has not given up yet.", who=Name(loser))
    offers = [Offer(Text("{who} gives up", who=Name(loser)), {"do": "giveup", "seat": str(loser)})]
    if now.kind == "danger":
        raise RuleViolation("NIFTY-DANGER-16", text, offers)
    raise RuleViolation("NIFTY-WEIRD-11", text, offers)


def other(side: Side) -> Side:
    return "defence" if side == "attack" else "attack"


# -- the table says so


def decide(state: State, won: Side, waived: tuple[Seat, ...], lifted: frozenset[str]) -> State:
    """The table's own word counts where the sums are not known, and may not contradict them."""
    now = running(state)
    check_verdict(state, now, won, lifted)
    return resolve(state, now, won, waived, lifted)


def check_verdict(state: State, now: Challenge, won: Side, lifted: frozenset[str]) -> None:
    losing = behind(state, now)
    if losing in (None, other(won)):
        return
    text = Text(
        "The sums say that {who} loses: they would have to change first, or a card says otherwise.",
        who=Name(now.principal(losing)),
    )
    if now.kind == "danger" and "NIFTY-DANGER-08" not in lifted:
        raise RuleViolation("NIFTY-DANGER-08", text, liftable=True)
    if now.kind == "boredom" and "NIFTY-WEIRD-06" not in lifted:
        raise RuleViolation("NIFTY-WEIRD-06", text, liftable=True)


def enter_challenge(state: State, event: ChallengeEntered, lifted: frozenset[str]) -> State:
    """A whole challenge in one entry. It implies the turn, the help and the order of the single steps."""
    check_seated(state, event.seat)
    check_seated(state, event.target)
    check_no_challenge(state)
    if event.seat != state.turn:
        state = begin_turn(state, event.seat)
    state = open_challenge(state, event.seat, event.kind, event.target)
    state = settle_cancels(bring_helpers(state, event))
    state = enter(state, event.seat, "attack", event.attack, lifted)
    if event.attack or event.defence or event.won is None:
        check_first_cards(state, lifted)
    state = enter(state, event.target, "defence", event.defence, lifted)
    for name in event.used:
        state = use_any(state, name, lifted)
    state = forget_hands(state, event)
    if event.won is not None and not (event.attack or event.defence):
        return resolve(replace(state, pile_open=True), running(state), event.won, event.waived, lifted)
    if event.won is not None:
        return decide(state, event.won, event.waived, lifted)
    now = running(state)
    return resolve(state, now, other(known_loser(state, now)), event.waived, lifted)


def bring_helpers(state: State, event: ChallengeEntered) -> State:
    sides: tuple[tuple[Side, tuple[Seat, ...]], ...] = (
        ("attack", event.attack_helpers),
        ("defence", event.defence_helpers),
    )
    for side, seats in sides:
        for seat in seats:
            check_seated(state, seat)
            now = running(state)
            if seat in now.helpers(side):
                continue
            check_outside(now, seat)
            mate = partner(state, seat)
            new = (seat,) if mate is None or now.sides(mate) else (seat, mate)
            state = replace(state, challenge=with_helpers(now, side, new))
    return state


def use_any(state: State, name: str, lifted: frozenset[str]) -> State:
    """A Special that somebody in the challenge used; whoever has such a card in play."""
    now = running(state)
    sides: tuple[Side, ...] = ("defence", "attack")
    for side in sides:
        for seat in now.seats(side):
            ready = (piece for piece in state.chairs[seat].objects if piece.id not in now.used)
            if piece := named(ready, state, name):
                return declare(state, now, piece, side)
    return declare(state, now, find_special(state, now, now.defender, name, lifted), "defence")


def forget_hands(state: State, event: ChallengeEntered) -> State:
    """Nobody counted the cards where only a result was entered, or numbers."""
    now = running(state)
    told = event.attack and event.defence and not is_bare((*event.attack, *event.defence))
    seats = {*now.helpers("attack"), *now.helpers("defence")}
    if not told:
        seats |= {event.seat, event.target}
    for seat in seats:
        state = with_hand(state, seat, None)
    return state
