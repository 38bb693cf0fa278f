"""Revokes that came to light: a colour denied in one trick and shown in a later one."""

from __future__ import annotations

from companion.core.contract import Notice
from companion.core.text import Name, Text
from companion.games.nyet.board import trumps, trumps_from
from companion.games.nyet.model import Play, Round, State
from companion.games.nyet.totals import round_number
from companion.games.nyet.tricks import Trumps, follow_rule, suit_text


def notices(state: State) -> tuple[Notice, ...]:
    """Revokes of this round and, until the next has begun, of the round just scored."""
    if state.round.touched or not state.scored:
        return revokes(state.round, trumps(state), round_number(state))
    last = state.scored[-1]
    return revokes(last.played, trumps_from(last.boxes, last.options), last.number)


def revokes(played: Round, now: Trumps, number: int) -> tuple[Notice, ...]:
    tricks = [trick.plays for trick in played.tricks] + ([played.plays] if played.plays else [])
    found = []
    for n, plays in enumerate(tricks, 1):
        for play in plays[1:]:
            suit = now.suit(plays[0].card)
            if now.suit(play.card) == suit:
                continue
            shown = _shown_later(tricks, n, play, suit, now)
            if shown is not None:
                later, card = shown
                found.append(
                    Notice(
                        follow_rule(now, plays[0].card),
                        Text(
                            "Round {number}, trick {first}: {who} did not follow {suit},"
                            " but had {card} in trick {later}.",
                            number=number,
                            who=Name(play.seat),
                            suit=suit_text(suit),
                            first=n,
                            card=card.card.text,
                            later=later,
                        ),
                        play.seat,
                    )
                )
    return tuple(found)


def _shown_later(
    tricks: list[tuple[Play, ...]], after: int, denied: Play, suit: str, now: Trumps
) -> tuple[int, Play] | None:
    return next(
        (
            (n, play)
            for n, plays in enumerate(tricks[after:], after + 1)
            for play in plays
            if play.seat == denied.seat and now.suit(play.card) == suit
        ),
        None,
    )
