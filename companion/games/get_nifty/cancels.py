"""Cards that take each other out, across the two sides of a challenge and never on the same side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.games.get_nifty.book import card_of, stat_of
from companion.games.get_nifty.cards import Card, takes_out
from companion.games.get_nifty.events import Side
from companion.games.get_nifty.model import Challenge, Gone, Piece, State
from companion.games.get_nifty.pieces import pick_up, to_pile
from companion.games.get_nifty.totals import stat_for

SIDES: tuple[Side, ...] = ("attack", "defence")


@dataclass(frozen=True, slots=True)
class Standing:
    """A card in the challenge and the side it stands on; Objects of one who attacks themselves: both."""

    piece: Piece
    card: Card
    sides: tuple[Side, ...]

    def faces(self, other: Standing) -> bool:
        return self.piece.id != other.piece.id and any(a != b for a in self.sides for b in other.sides)


def standing(state: State, challenge: Challenge) -> list[Standing]:
    found = [
        Standing(piece, card_of(state, piece), (side,)) for side in SIDES for piece in challenge.pieces(side)
    ]
    for seat, chair in enumerate(state.chairs):
        if sides := challenge.sides(seat):
            found += [
                Standing(piece, card_of(state, piece), sides)
                for piece in chair.objects
                if piece.id not in challenge.used
            ]
    return [one for one in found if one.piece.kind != "number"]


def within_reach(challenge: Challenge, victim: Piece) -> bool:
    """Objects are cancelled in Danger challenges only: by Objects, and by Characters played for D or S."""
    return victim.kind != "object" or challenge.kind == "danger"


def hits(challenge: Challenge, one: Standing, other: Standing) -> bool:
    """Whether `one` takes `other` out."""
    return one.faces(other) and within_reach(challenge, other.piece) and takes_out(one.card, other.card)


def automatic(one: Standing) -> bool:
    """A Single-Use Object works only when its owner declares it; everything else by itself."""
    return not (one.piece.kind == "object" and one.card.single_use)


def settle_cancels(state: State, *, objects_only: bool = False) -> State:
    """Every card that faces its canceller leaves. All at once: two that cancel each other both go."""
    challenge = state.challenge
    if challenge is None:
        return state
    cards = standing(state, challenge)
    if objects_only:
        cards = [one for one in cards if one.piece.kind == "object"]
    struck: dict[int, tuple[Standing, str]] = {}
    for one in cards:
        if not automatic(one):
            continue
        for other in cards:
            if other.piece.id not in struck and hits(challenge, one, other):
                struck[other.piece.id] = (other, one.piece.name)
    return strike(state, challenge, struck.values())


def strike(state: State, challenge: Challenge, struck: Iterable[tuple[Standing, str]]) -> State:
    """These cards go to the discard pile at once and count nothing more in this challenge."""
    gone = tuple(
        Gone(
            one.piece,
            one.sides,
            by,
            tuple(stat_of(state, one.piece, stat_for(challenge.kind, side)) for side in one.sides),
        )
        for one, by in struck
    )
    if not gone:
        return state
    ids = {lost.piece.id for lost in gone}
    after = replace(
        challenge,
        attack=tuple(piece for piece in challenge.attack if piece.id not in ids),
        defence=tuple(piece for piece in challenge.defence if piece.id not in ids),
        gone=(*challenge.gone, *gone),
    )
    pieces = [lost.piece for lost in gone]
    return replace(to_pile(pick_up(state, pieces), pieces), challenge=after)


def declared_hits(state: State, challenge: Challenge, user: Piece, side: Side) -> list[tuple[Standing, str]]:
    """What a declared Special takes out: all it names on the other side, as they stand now."""
    one = Standing(user, card_of(state, user), (side,))
    return [(other, user.name) for other in standing(state, challenge) if hits(challenge, one, other)]
