"""What is in force now: one figure, one sentence, the facts of the round."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Joined, Name, Text
from companion.games.nyet.board import LINE_WORDS, LINES, bare, box_text, first_player, value
from companion.games.nyet.cards import COLOURS
from companion.games.nyet.flow import phase, tricks_total, yet_to_discard
from companion.games.nyet.model import State
from companion.games.nyet.play import next_player
from companion.games.nyet.teams import names, owner_of
from companion.games.nyet.tokens import next_token
from companion.games.nyet.totals import headline, leaders, round_number, rounds_total, totals


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled fact; `value` is None while it is not known, `colour` a suit to show its symbol."""

    key: str
    label: Text
    value: Text | None
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Banner:
    figure: Text
    caption: Text
    headline: Text
    detail: Text | None
    facts: tuple[Fact, ...]


KEYS = ("first", "discard", "trump", "supertrump", "value")


def facts(state: State) -> tuple[Fact, ...]:
    """The five lines and the Bonus card."""
    found = []
    for line, key in zip(LINES, KEYS, strict=True):
        box = bare(state, line)
        text = None if box is None else box_text(state, line, box)
        first = first_player(state)
        if key == "first" and first is not None:
            text = Text("{who}", who=Name(first))
        found.append(Fact(key, LINE_WORDS[line], text, box if box in COLOURS and box is not None else ""))
    owner = owner_of(state)
    if owner is not None:
        found.append(Fact("bonus", Text("Bonus"), Text("{who}", who=Name(owner))))
    return tuple(found)


def banner(state: State) -> Banner:
    figure, caption = key_figure(state)
    return Banner(figure, caption, sentence(state), round_line(state), facts(state))


def situation(state: State) -> tuple[Text, ...]:
    """Where the game is: the round and what is to be done, and what the board says."""
    known = [Text("{name}: {text}", name=f.label, text=f.value) for f in facts(state) if f.value]
    return (*(line for line in (round_line(state), sentence(state)) if line is not None), *known)


def key_figure(state: State) -> tuple[Text, Text]:
    """The worth of a trick while one is played, else the best total."""
    worth = value(state)
    if worth is not None and phase(state) not in ("board", "over"):
        return (Text("×{value}", value=str(worth).replace("-", "\N{MINUS SIGN}")), Text("a trick"))
    best = leaders(state)
    total = str(totals(state)[best[0]]).replace("-", "\N{MINUS SIGN}")
    return Text("{total}", total=total), Text("{who}", who=names(best))


def sentence(state: State) -> Text:
    """What is to be done now, and by whom."""
    first = Joined([] if (seat := first_player(state)) is None else [Name(seat)])
    match phase(state):
        case "board":
            turn = next_token(state)
            who = Name(state.dealer if turn is None else turn)
            return Text("{who}, cover one box", who=who)
        case "teams":
            return Text("{who} forms the sides", who=first)
        case "bonus":
            return Text("{who} gives the Bonus card", who=first)
        case "discard":
            return Text("{what}: {who}", what=discard_text(state), who=names(yet_to_discard(state)))
        case "tricks":
            return trick_text(state)
        case "scoring":
            return Text("Round {number} is played: score it", number=round_number(state))
        case _:
            return headline(state) or Text("The game is over")


def discard_text(state: State) -> Text:
    box = bare(state, 2)
    return Text("Discard") if box is None else box_text(state, 2, box)


def trick_text(state: State) -> Text:
    number, total = len(state.round.tricks) + 1, tricks_total(state)
    who = next_player(state)
    if who is None:
        return Text("Trick {number} of {total}", number=number, total=total)
    if state.round.plays:
        return Text("Trick {number} of {total}: {who} plays", number=number, total=total, who=Name(who))
    return Text("Trick {number} of {total}: {who} leads", number=number, total=total, who=Name(who))


def round_line(state: State) -> Text | None:
    total, number = rounds_total(state), round_number(state)
    if phase(state) == "over":
        return None
    if total is None:
        return Text(
            "Round {number}, up to {target} points. {who} deals.",
            number=number,
            target=state.options.target,
            who=Name(state.dealer),
        )
    return Text("Round {number} of {total}. {who} deals.", number=number, total=total, who=Name(state.dealer))
