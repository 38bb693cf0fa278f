"""A challenge while it runs: how it opens, who may add what, and when the side behind changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.get_nifty.book import card_of, stat_of
from companion.games.get_nifty.cancels import settle_cancels
from companion.games.get_nifty.cards import Kind, is_meant
from companion.games.get_nifty.events import ChallengeKind, Play, Side
from companion.games.get_nifty.model import Challenge, Piece, State
from companion.games.get_nifty.pieces import lay, make_all, spend
from companion.games.get_nifty.seating import check_no_challenge, check_seated, partner
from companion.games.get_nifty.totals import behind, stat_for

FIRST_KIND: dict[tuple[ChallengeKind, Side], Kind] = {
    ("danger", "attack"): "character",
    ("danger", "defence"): "character",
    ("boredom", "attack"): "boredom",
    ("boredom", "defence"): "character",
}
"""What a card must be that nobody has described."""


def running(state: State) -> Challenge:
    if state.challenge is None:
        raise RuleViolation(
            "NIFTY-DANGER-02",
            Text("No challenge is on: {who} may declare one.", who=Name(state.turn)),
        )
    return state.challenge


def check_turn_to_challenge(state: State, seat: Seat, lifted: frozenset[str]) -> None:
    if seat != state.turn and "NIFTY-TURN-08" not in lifted:
        raise RuleViolation(
            "NIFTY-TURN-08",
            Text("It is {turn}'s turn: {who} cannot challenge now.", turn=Name(state.turn), who=Name(seat)),
            [Offer(Text("It is {who}'s turn now", who=Name(seat)), {"do": "turn", "seat": str(seat)})],
            liftable=True,
        )


def challenge(
    state: State,
    seat: Seat,
    kind: ChallengeKind,
    target: Seat,
    plays: tuple[Play, ...],
    lifted: frozenset[str],
) -> State:
    """The player on turn declares a challenge and plays the first cards."""
    check_seated(state, seat)
    check_seated(state, target)
    check_no_challenge(state)
    check_turn_to_challenge(state, seat, lifted)
    state = open_challenge(state, seat, kind, target)
    after = enter(state, seat, "attack", plays, lifted)
    check_first_cards(after, lifted)
    return after


def open_challenge(state: State, seat: Seat, kind: ChallengeKind, target: Seat) -> State:
    """Partners help by themselves; Objects that cancel Objects work before any card is counted."""
    ours, theirs = partner(state, seat), partner(state, target)
    attack: tuple[Seat, ...] = () if ours is None or target in (seat, ours) else (ours,)
    defence: tuple[Seat, ...] = () if theirs is None or theirs == seat else (theirs,)
    opened = Challenge(kind, seat, target, attack_helpers=attack, defence_helpers=defence)
    return settle_cancels(replace(state, challenge=opened, last=None), objects_only=True)


def check_first_cards(state: State, lifted: frozenset[str]) -> None:
    """At least one Character, or one Boredom card; a bare number stands for some."""
    opened = running(state)
    used = (*opened.attack, *(lost.piece for lost in opened.gone if "attack" in lost.sides))
    if any(piece.kind in (FIRST_KIND[opened.kind, "attack"], "number") for piece in used):
        return
    if opened.kind == "danger" and "NIFTY-DANGER-02" not in lifted:
        raise RuleViolation(
            "NIFTY-DANGER-02",
            Text("A Danger challenge begins with at least one Character, and none was played."),
            liftable=True,
        )
    if opened.kind == "boredom" and "NIFTY-WEIRD-03" not in lifted:
        raise RuleViolation(
            "NIFTY-WEIRD-03",
            Text("A Boredom challenge begins with at least one Boredom card, and none was played."),
            liftable=True,
        )


# -- adding cards


def add_cards(
    state: State, seat: Seat, side: Side | None, plays: tuple[Play, ...], lifted: frozenset[str]
) -> State:
    """Several cards are one play: whether one alone would have put the side ahead does not matter."""
    check_seated(state, seat)
    now = running(state)
    on = side_for(state, now, seat, side, lifted)
    _, pieces = make_all(state, seat, plays, FIRST_KIND[now.kind, on], stat_for(now.kind, on))
    check_behind(state, now, seat, on, pieces, lifted)
    return enter(state, seat, on, plays, lifted)


def side_for(
    state: State, now: Challenge, seat: Seat, side: Side | None, lifted: frozenset[str] = frozenset()
) -> Side:
    """The side a player acts for. Who attacks themselves has both: the one behind, if none is named."""
    own = now.sides(seat)
    if not own and "NIFTY-INTER-02" not in lifted:
        raise RuleViolation(
            "NIFTY-INTER-02",
            Text("{who} takes no part in this challenge: nobody may interfere unasked.", who=Name(seat)),
            join_offers(state, now, seat),
            liftable=True,
        )
    if not own:
        return side or behind(state, now) or "defence"
    if side is not None and side not in own:
        raise RuleViolation(
            "NIFTY-INTER-07",
            Text("{who} stands on the other side and cannot change.", who=Name(seat)),
        )
    return side or (own[0] if len(own) == 1 else behind(state, now) or "defence")


def join_offers(state: State, now: Challenge, seat: Seat) -> list[Offer]:
    losing = behind(state, now)
    if losing is None or (losing, seat) in now.refused:
        return []
    label = Text("{asker} asked and {who} helps", asker=Name(now.principal(losing)), who=Name(seat))
    return [Offer(label, {"do": "join", "seat": str(seat), "side": losing})]


def check_behind(
    state: State, now: Challenge, seat: Seat, side: Side, pieces: Iterable[Piece], lifted: frozenset[str]
) -> None:
    """In a Danger challenge only the side behind adds; the player on turn may lay Objects at any time."""
    losing = behind(state, now)
    if now.kind != "danger" or losing in (None, side) or "NIFTY-DANGER-15" in lifted:
        return
    if seat == state.turn and all(piece.kind == "object" for piece in pieces):
        return
    raise RuleViolation(
        "NIFTY-DANGER-15",
        Text(
            "{who} is on the side in front: only {other}'s side, which is behind, may add now.",
            who=Name(seat),
            other=Name(now.principal(losing)),
        ),
        liftable=True,
    )


def enter(state: State, seat: Seat, side: Side, plays: tuple[Play, ...], lifted: frozenset[str]) -> State:
    """Put the cards down: Objects in front of their owner, all others into the challenge. Then cancels."""
    now = running(state)
    state, pieces = make_all(state, seat, plays, FIRST_KIND[now.kind, side], stat_for(now.kind, side))
    for piece in pieces:
        check_kind(state, now, side, piece, lifted)
    objects = tuple(piece for piece in pieces if piece.kind == "object")
    cards = tuple(piece for piece in pieces if piece.kind != "object")
    for piece in objects:
        check_helpful(state, now, side, piece, lifted)
        state = lay(state, piece)
    after = replace(
        now,
        attack=(*now.attack, *cards) if side == "attack" else now.attack,
        defence=(*now.defence, *cards) if side == "defence" else now.defence,
        fresh=(*now.fresh, *(piece.id for piece in objects)),
    )
    return flip(settle_cancels(spend(replace(state, challenge=after), seat, pieces)))


def check_kind(state: State, now: Challenge, side: Side, piece: Piece, lifted: frozenset[str]) -> None:
    match piece.kind:
        case "boredom" if (now.kind, side) != ("boredom", "attack") and "NIFTY-BORE-01" not in lifted:
            raise RuleViolation(
                "NIFTY-BORE-01",
                Text("{card} is a Boredom card: those only attack, in Boredom challenges.", card=piece.name),
                liftable=True,
            )
        case "character" | "object" if (now.kind, side) == ("boredom", "attack"):
            check_boredom_attack(piece, lifted)
        case "plot":
            raise RuleViolation(
                "NIFTY-TURN-07",
                Text("{card} is a Plot: it goes to the middle.", card=piece.name),
                [
                    Offer(
                        Text("Play it as the Plot"),
                        {"do": "plot", "card": piece.name, "seat": str(piece.seat)},
                    )
                ],
            )
        case _:
            pass


def check_boredom_attack(piece: Piece, lifted: frozenset[str]) -> None:
    if "NIFTY-WEIRD-03" not in lifted:
        raise RuleViolation(
            "NIFTY-WEIRD-03",
            Text(
                "{card} cannot bore anybody: a Boredom attack is made of Boredom cards only.", card=piece.name
            ),
            liftable=True,
        )


def check_helpful(state: State, now: Challenge, side: Side, piece: Piece, lifted: frozenset[str]) -> None:
    """Out of turn the challenged player may only play an Object that helps the defence (NIFTY-OBJECT-05)."""
    if piece.seat == state.turn or piece.seat != now.defender or "NIFTY-OBJECT-05" in lifted:
        return
    number, card = stat_of(state, piece, stat_for(now.kind, side)), card_of(state, piece)
    helps = number is None or number == "inf" or number > 0
    foes = [card_of(state, foe) for foe in now.attack]
    if (
        helps
        or card.special
        or card.cancels
        or any(is_meant(card, w) for foe in foes for w in foe.cancelled_by)
    ):
        return
    raise RuleViolation(
        "NIFTY-OBJECT-05",
        Text(
            "{card} does not help this defence: out of turn an Object must add to it, cancel or thwart.",
            card=piece.name,
        ),
        liftable=True,
    )


def flip(state: State) -> State:
    """Who had given up goes on if the other side is behind now."""
    now = state.challenge
    if now is None or now.given_up is None or behind(state, now) == now.given_up:
        return state
    return replace(state, challenge=replace(now, given_up=None))
