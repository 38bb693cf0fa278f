"""What the table does with its own hands, said at its moment (the `prompt` rows)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Name, Text
from companion.games.nyet.flow import phase
from companion.games.nyet.model import State


@dataclass(frozen=True, slots=True)
class Reminder:
    rule: str
    text: Text


def reminders(state: State) -> tuple[Reminder, ...]:
    step = phase(state)
    if step == "board":
        return dealing(state) if not state.round.touched else ()
    if step in ("tricks", "scoring"):
        return looting(state)
    return ()


def dealing(state: State) -> tuple[Reminder, ...]:
    """Before the first token: shuffle and deal."""
    found = []
    if not state.scored and state.options.first_round == 1:
        found.append(Reminder("NYET-3.10", Text("Name a scorekeeper: who confirms the scores?")))
    else:
        found.append(
            Reminder("NYET-4.22", Text("Gather all the cards, the discarded ones too, and shuffle them."))
        )
        if state.deal.aside:
            found.append(
                Reminder(
                    "NYET-7.7", Text("The {n} cards set aside go back into the deck.", n=state.deal.aside)
                )
            )
    found.append(
        Reminder(
            "NYET-3.12",
            Text(
                "{dealer} shuffles and deals {n} cards to everybody.",
                dealer=Name(state.dealer),
                n=state.deal.hand,
            ),
        )
    )
    return tuple(found)


def looting(state: State) -> tuple[Reminder, ...]:
    tricks = state.round.tricks
    found = []
    if tricks and tricks[-1].loot:
        found.append(
            Reminder(
                "NYET-4.16",
                Text("{who} lays the loot face up beside the trick pile.", who=Name(tricks[-1].winner)),
            )
        )
    if any(trick.loot for trick in tricks):
        found.append(Reminder("NYET-5.37", Text("Loot stays face up until the round is scored.")))
    return tuple(found)
