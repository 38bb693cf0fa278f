"""The Trick phase: tricks entered whole or card by card, and in any mixture."""

from __future__ import annotations

from dataclasses import replace

from companion.core.contract import Offer, RuleViolation, Seat
from companion.core.text import Name, Text
from companion.games.nyet.board import SUPERTRUMP, bare, first_player, trumps
from companion.games.nyet.cards import check_copies, left_over, read_card
from companion.games.nyet.flow import check_discards_done, tricks_total
from companion.games.nyet.hands import played
from companion.games.nyet.model import Play, State, Teams, Trick
from companion.games.nyet.scoring import check_ones, ones_in_play
from companion.games.nyet.seating import check_seated, clockwise
from companion.games.nyet.tricks import is_loot, judge


def leader(state: State) -> Seat | None:
    """Who leads: the first player, then whoever won the trick before."""
    tricks = state.round.tricks
    return tricks[-1].winner if tricks else first_player(state)


def yet_to_play(state: State) -> tuple[Seat, ...]:
    """Who has not played to this trick, in turn."""
    plays = state.round.plays
    start = plays[0].seat if plays else leader(state)
    gone = {play.seat for play in plays}
    return () if start is None else tuple(seat for seat in clockwise(state, start) if seat not in gone)


def next_player(state: State) -> Seat | None:
    left = yet_to_play(state)
    return left[0] if left else None


def loot_in_round(state: State) -> int:
    return sum(trick.loot for trick in state.round.tricks)


def ones_to_take(state: State) -> int:
    """How many 1s can become loot in this round, as far as the table knows."""
    return ones_in_play(
        state.round.ones_out, bare(state, SUPERTRUMP) not in (None, "none"), state.options.supertrump_loot
    )


def check_trick_left(state: State) -> None:
    total = tricks_total(state)
    if total is not None and len(state.round.tricks) >= total:
        raise RuleViolation(
            "NYET-4.17",
            Text("All {total} tricks of this round are recorded.", total=total),
            [Offer(Text("Score the round"), {"do": "score"})],
        )


# -- a whole trick


def beaten_by(state: State, winner: Seat) -> Text | None:
    """Why a player cannot win this trick any more, from the cards on the table."""
    plays = state.round.plays
    if not any(play.seat == winner for play in plays):
        return None
    verdict = judge(trumps(state), [play.card for play in plays])
    best = plays[verdict.at].seat
    if best == winner:
        return None
    return Text("{why}, played by {best}", why=verdict.why, best=Name(best))


def possible_loot(state: State, teams: Teams, winner: Seat) -> range:
    """How much loot this trick can hold for a winner: what is seen, and one for each opponent to come."""
    if beaten_by(state, winner) is not None:
        return range(0)
    foes = teams.foes(winner)
    seen = loot_of(state, [play for play in state.round.plays if play.seat in foes])
    hidden = sum(seat in foes for seat in yet_to_play(state))
    return range(seen, min(seen + hidden, ones_to_take(state) - loot_in_round(state)) + 1)


def check_trick(state: State, teams: Teams, winner: Seat, loot: int) -> None:
    """Refuse a winner or a loot that cannot be, or that contradicts the cards on the table."""
    fits = [
        Offer(
            Text("{who}, loot {loot}", who=Name(winner), loot=n),
            {"do": "trick", "winner": str(winner), "loot": str(n)},
        )
        for n in possible_loot(state, teams, winner)
    ]
    most = len(teams.foes(winner))
    if not 0 <= loot <= most:
        text = Text(
            "{loot} loot cannot be: {who} has {most} opponents.", loot=loot, who=Name(winner), most=most
        )
        raise RuleViolation("NYET-5.38", text, fits)
    check_ones(loot_in_round(state) + loot, ones_to_take(state), fits)
    why = beaten_by(state, winner)
    if why is not None:
        raise RuleViolation("NYET-4.15", Text("{who} cannot have won: {why}.", who=Name(winner), why=why))
    if loot not in possible_loot(state, teams, winner):
        raise RuleViolation(
            "NYET-5.35", Text("{loot} loot does not fit the cards on the table.", loot=loot), fits
        )


def win_trick(state: State, seat: Seat, loot: int, lifted: frozenset[str]) -> State:
    check_seated(state, seat)
    teams = check_discards_done(state, lifted)
    check_trick_left(state)
    check_trick(state, teams, seat, loot)
    return take_trick(state, seat, loot)


def take_trick(state: State, winner: Seat, loot: int) -> State:
    now = state.round
    first = now.plays[0].seat if now.plays else leader(state)
    trick = Trick(winner if first is None else first, winner, loot, now.plays)
    return replace(state, round=replace(now, tricks=(*now.tricks, trick), plays=()))


# -- card by card


def loot_of(state: State, plays: list[Play]) -> int:
    now = trumps(state)
    return sum(is_loot(now, play.card, state.options.supertrump_loot) for play in plays)


def check_turn(state: State, seat: Seat, card: str, lifted: frozenset[str]) -> None:
    turn = next_player(state)
    if turn is None or turn == seat:
        return
    fits = [
        Offer(Text("It was {turn}'s card", turn=Name(turn)), {"do": "card", "seat": str(turn), "card": card})
    ]
    if any(play.seat == seat for play in state.round.plays):
        raise RuleViolation(
            "NYET-4.14", Text("{who} has played to this trick already.", who=Name(seat)), fits
        )
    if state.round.plays:
        if "NYET-4.14" not in lifted:
            raise RuleViolation(
                "NYET-4.14",
                Text("It is {turn}'s card, not {who}'s.", turn=Name(turn), who=Name(seat)),
                fits,
                liftable=True,
            )
    elif not state.round.tricks:
        if "NYET-4.13" not in lifted:
            raise RuleViolation(
                "NYET-4.13",
                Text("{turn} is first player and leads, not {who}.", turn=Name(turn), who=Name(seat)),
                fits,
                liftable=True,
            )
    elif "NYET-4.15" not in lifted:
        raise RuleViolation(
            "NYET-4.15",
            Text("{turn} won the last trick and leads, not {who}.", turn=Name(turn), who=Name(seat)),
            fits,
            liftable=True,
        )


def play_card(state: State, seat: Seat, name: str, lifted: frozenset[str]) -> State:
    check_seated(state, seat)
    teams = check_discards_done(state, lifted)
    check_trick_left(state)
    card = read_card(name, state.players)
    seen = state.round.cards
    fits = [
        Offer(other.text, {"do": "card", "seat": str(seat), "card": str(other)})
        for other in left_over(card.colour, seen, state.players)
    ]
    check_copies(card, seen, fits)
    check_turn(state, seat, str(card), lifted)
    after = played(state, seat, card)
    now = after.round
    after = replace(after, round=replace(now, plays=(*now.plays, Play(seat, card))))
    return after if yet_to_play(after) else close_trick(after, teams)


def close_trick(state: State, teams: Teams) -> State:
    """All have played: the cards say who wins and what is loot."""
    plays = state.round.plays
    winner = plays[judge(trumps(state), [play.card for play in plays]).at].seat
    foes = teams.foes(winner)
    return take_trick(state, winner, loot_of(state, [play for play in plays if play.seat in foes]))
