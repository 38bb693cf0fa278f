"""What the table does with its own hands, said at its moment (the `prompt` rows)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Name, Text
from companion.games.get_nifty.book import card_of
from companion.games.get_nifty.events import Side
from companion.games.get_nifty.model import HAND, Challenge, State
from companion.games.get_nifty.totals import behind


@dataclass(frozen=True, slots=True)
class Reminder:
    rule: str
    text: Text


def untouched(state: State) -> bool:
    """Before anything was played."""
    return state.turns == 1 and not state.serial and state.challenge is None and state.last is None


def reminders(state: State) -> tuple[Reminder, ...]:
    found = set_up(state) if untouched(state) else []
    found += drawing(state)
    if state.plot is not None:
        found.append(
            Reminder(
                "NIFTY-PLOT-03", Text("Read the Plot aloud when it is played: {card}.", card=state.plot.name)
            )
        )
    if state.challenge is not None:
        found += in_challenge(state, state.challenge)
    return tuple(found)


def set_up(state: State) -> list[Reminder]:
    return [
        Reminder("NIFTY-SETUP-01", Text("Take the NIFTY tokens out and lay them aside.")),
        Reminder(
            "NIFTY-SETUP-02",
            Text(
                "{dealer} deals {n} cards to everybody, {all} in all.",
                dealer=Name(state.dealer),
                n=HAND,
                all=HAND * len(state.seats),
            ),
        ),
    ]


def drawing(state: State) -> list[Reminder]:
    found = []
    if state.drew and state.challenge is None:
        text = Text("{who} drew {n} card.", many="{who} drew {n} cards.", who=Name(state.turn), n=state.drew)
        found.append(Reminder("NIFTY-TURN-02", text))
    if len(state.pile) >= HAND:
        text = Text("If the draw pile is used up, reshuffle the discards. Cards under tokens stay out.")
        found.append(Reminder("NIFTY-TURN-10", text))
    return found


def in_challenge(state: State, now: Challenge) -> list[Reminder]:
    found = []
    if not now.defence and behind(state, now) == "defence":
        text = Text("{who} answers with Characters or Objects.", who=Name(now.defender))
        found.append(Reminder("NIFTY-DANGER-06" if now.kind == "danger" else "NIFTY-WEIRD-05", text))
    return found + specials(state, now)


def specials(state: State, now: Challenge) -> list[Reminder]:
    """The Specials of the cards in this challenge, as typed in: they apply as printed."""
    sides: tuple[Side, ...] = ("attack", "defence")
    found = []
    for piece in (*now.attack, *now.defence):
        if text := card_of(state, piece).special:
            found.append(Reminder("NIFTY-CHAR-05", special_text(piece.name, text)))
    for piece in [p for side in sides for seat in now.seats(side) for p in state.chairs[seat].objects]:
        if text := card_of(state, piece).special:
            found.append(Reminder("NIFTY-OBJECT-08", special_text(piece.name, text)))
    return list(dict.fromkeys(found))


def special_text(card: str, text: str) -> Text:
    return Text("{card}: {text}", card=card, text=text)
