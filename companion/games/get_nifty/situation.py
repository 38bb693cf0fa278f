"""How it stands besides Niftyness and State cards: what a preview of a change compares."""

from __future__ import annotations

from companion.core.contract import Seat
from companion.core.text import Joined, Name, Text
from companion.games.get_nifty.model import Challenge, State
from companion.games.get_nifty.seating import house_name
from companion.games.get_nifty.tell import duel_text
from companion.games.get_nifty.totals import side_total
from companion.games.get_nifty.words import outcome_lines


def situation(state: State) -> tuple[Text, ...]:
    lines = [Text("{who}'s turn", who=Name(state.turn))]
    if state.plot is not None:
        lines.append(Text("Plot: {card}", card=state.plot.name or "?"))
    if state.challenge is not None:
        lines.append(challenge_line(state, state.challenge))
    elif state.last is not None:
        lines += outcome_lines(state, state.last)
    lines += [objects_line(state, seat) for seat in state.seats if state.chairs[seat].objects]
    lines += [under_line(state, house) for house, home in enumerate(state.homes) if home.under]
    return tuple(lines)


def challenge_line(state: State, now: Challenge) -> Text:
    return Text(
        "{duel}, {attack} : {defence}",
        duel=duel_text(now.attacker, now.kind, now.defender),
        attack=side_total(state, now, "attack").text,
        defence=side_total(state, now, "defence").text,
    )


def objects_line(state: State, seat: Seat) -> Text:
    names = Joined([piece.name or "?" for piece in state.chairs[seat].objects])
    return Text("In front of {who}: {cards}", who=Name(seat), cards=names)


def under_line(state: State, house: int) -> Text:
    names = Joined([piece.name or "?" for piece in state.homes[house].under])
    return Text("Under {who}'s token: {cards}", who=house_name(state, house), cards=names)
