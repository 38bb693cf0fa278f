"""From what a person tapped to an event. A form is flat; `do` says what happened.

| do        | fields (those in brackets follow from the table if left out)                             |
|-----------|------------------------------------------------------------------------------------------|
| dealer    | seat, or how=random                                                                      |
| turn      | [seat]: whose turn it is now; the next clockwise                                         |
| state     | card (SAFE, WEIRD), [seat]                                                               |
| lay       | [card], [seat], [d s w n]: an Object in front of oneself, named or by its numbers        |
| plot      | [card], [seat], [d s w n]: a Plot in the middle; numbers left out are 0                  |
| token     | [card ...], [seat]: a token bought, and with what                                        |
| nifty     | card ..., [seat]: Characters under the token                                             |
| discard   | [count], [card ...], [seat]                                                              |
| option    | card, take, [seat]: a Discard Option                                                     |
| reshuffle | -                                                                                        |
| challenge | kind (danger, boredom), target, card ..., [seat]                                         |
| add       | card ..., [seat], [side] (attack, defence)                                               |
| use       | card, [seat], [side]: a Special is declared                                              |
| ask       | [seat], [of]: help is asked for                                                          |
| decline   | seat: who was asked says no                                                              |
| offer     | seat: who was asked would help                                                           |
| refuse    | helper, [seat]: the asker says no                                                        |
| join      | seat, [side]: asked, agreed, accepted                                                    |
| giveup    | [seat], [final=1] (no last call needed), [waive ...]                                     |
| close     | [waive ...]: nothing more at the last call                                               |
| decide    | won (attack, defence), [waive ...]: the table says who won                               |
| duel      | kind, target, [seat], [attack ...], [defence ...], [attack_helper ...],                  |
|           | [defence_helper ...], [use ...], [won], [waive ...]: a whole challenge at once           |
| remove    | card, seat, [why] (cancelled, used, discarded, taken, gone), [by]                        |
| right     | seat, [safe], [weird] (none, up, marked, fluxed), [token] (1, 0), [reason]               |
| describe  | name, [kind], [d s w n value], [attributes], [cancelled_by], [cancels], [aliases],       |
|           | [single_use], [returns], [special], [discard_option], [bonuses],                          |
|           | [of, d_bonus ... n_bonus]: facts of a card; what is left out stays as it was             |

A card is a word: a name (`Bun-Bun`), the number that counts here (`7`, `-1`, `inf`), a name with its
number (`Zoe=3`), or a kind with a number for a card nobody names (`object=2`). Several cards: repeat
the field. Several seats: repeat the field or use commas. `waive`: seats that leave a gain. `sure`: a
name that is a new card although known ones begin like it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.contract import BadForm, Chance, Form, Seat
from companion.core.text import Text
from companion.games.get_nifty.cards import STATS
from companion.games.get_nifty.events import (
    CardLaid,
    CardRemoved,
    CardsAdded,
    Challenged,
    ChallengeDecided,
    ChallengeEnded,
    ChallengeEntered,
    DealerChosen,
    Discarded,
    DiscardOptionUsed,
    Event,
    GaveUp,
    HelpAsked,
    HelpDeclined,
    HelperJoined,
    HelpOffered,
    HelpRefused,
    NiftyPlayed,
    PlotPlayed,
    PutRight,
    Reshuffled,
    SpecialUsed,
    StatePlayed,
    TokenBought,
    TurnBegan,
)
from companion.games.get_nifty.facts import describe
from companion.games.get_nifty.fields import LONGEST, many, number_of, plays, seat_or, side_of, some_plays
from companion.games.get_nifty.model import State
from companion.games.get_nifty.seating import left_of
from companion.games.get_nifty.totals import behind
from companion.games.get_nifty.unsure import check_names


def read(state: State, seat: Seat | None, form: Form, chance: Chance) -> Event:
    match form.word("do", *READERS, "dealer"):
        case "dealer" if form.get("how") == "random":
            return DealerChosen(state.seats[chance.pick(len(state.seats))])
        case "dealer":
            return DealerChosen(form.number("seat"))
        case do:
            check_names(state, form)
            return READERS[do](state, form)


# -- turns and plays


def principal_behind(state: State) -> Seat:
    """Who most likely acts now: the player whose side is losing, or the defender."""
    now = state.challenge
    return state.turn if now is None else now.principal(behind(state, now) or "defence")


def turn(state: State, form: Form) -> TurnBegan:
    return TurnBegan(seat_or(form, left_of(state, state.turn)))


def state_card(state: State, form: Form) -> StatePlayed:
    return StatePlayed(seat_or(form, state.turn), form.get("card", "").strip()[:LONGEST])


def lay(state: State, form: Form) -> CardLaid:
    d, s, w, n = numbers = [number_of(form, stat) for stat in STATS]
    name = form.get("card", "").strip()
    if not name and numbers == [None] * len(STATS):
        raise BadForm(Text("Name the Object, or type its numbers."))
    return CardLaid(seat_or(form, state.turn), name, d, s, w, n)


def plot(state: State, form: Form) -> PlotPlayed:
    """Numbers typed in for a Plot are all its numbers: what was left out is 0."""
    numbers = [number_of(form, stat) for stat in STATS]
    name = form.get("card", "").strip()
    if any(number is not None for number in numbers):
        numbers = [number or 0 for number in numbers]
    elif not name:
        raise BadForm(Text("Name the Plot, or type its numbers."))
    d, s, w, n = numbers
    return PlotPlayed(seat_or(form, state.turn), name, d, s, w, n)


def token(state: State, form: Form) -> TokenBought:
    return TokenBought(seat_or(form, state.turn), plays(form))


def nifty(state: State, form: Form) -> NiftyPlayed:
    return NiftyPlayed(seat_or(form, state.turn), some_plays(form))


def discard(state: State, form: Form) -> Discarded:
    names = tuple(name.strip() for name in form.all("card") if name.strip())
    return Discarded(seat_or(form, state.turn), seat_or(form, len(names), "count"), names)


def option(state: State, form: Form) -> DiscardOptionUsed:
    return DiscardOptionUsed(seat_or(form, state.turn), form.get("card", ""), form.get("take", ""))


def reshuffle(state: State, form: Form) -> Reshuffled:
    return Reshuffled()


# -- challenges


def challenge(state: State, form: Form) -> Challenged:
    kind = form.word("kind", "danger", "boredom")
    who = seat_or(form, state.turn)
    return Challenged(
        who, "danger" if kind == "danger" else "boredom", seat_or(form, who, "target"), plays(form)
    )


def add(state: State, form: Form) -> CardsAdded:
    return CardsAdded(acting(state, form), some_plays(form), side_of(form))


def acting(state: State, form: Form) -> Seat:
    side, now = side_of(form), state.challenge
    other = now.principal(side) if now is not None and side is not None else principal_behind(state)
    return seat_or(form, other)


def use(state: State, form: Form) -> SpecialUsed:
    return SpecialUsed(acting(state, form), form.get("card", ""), side_of(form))


def ask(state: State, form: Form) -> HelpAsked:
    of = form.number("of") if form.get("of", "").strip() else None
    return HelpAsked(seat_or(form, principal_behind(state)), of)


def decline(state: State, form: Form) -> HelpDeclined:
    return HelpDeclined(form.number("seat"))


def offer(state: State, form: Form) -> HelpOffered:
    return HelpOffered(form.number("seat"))


def refuse(state: State, form: Form) -> HelpRefused:
    return HelpRefused(seat_or(form, principal_behind(state)), form.number("helper"))


def join(state: State, form: Form) -> HelperJoined:
    now = state.challenge
    losing = None if now is None else behind(state, now)
    return HelperJoined(form.number("seat"), side_of(form) or losing or "defence")


def giveup(state: State, form: Form) -> GaveUp:
    final = form.get("final", "") not in ("", "0")
    return GaveUp(seat_or(form, principal_behind(state)), final, many(form, "waive"))


def close(state: State, form: Form) -> ChallengeEnded:
    return ChallengeEnded(many(form, "waive"))


def decide(state: State, form: Form) -> ChallengeDecided:
    won = form.word("won", "attack", "defence")
    return ChallengeDecided("attack" if won == "attack" else "defence", many(form, "waive"))


def duel(state: State, form: Form) -> ChallengeEntered:
    kind = form.word("kind", "danger", "boredom")
    who = seat_or(form, state.turn)
    return ChallengeEntered(
        who,
        "danger" if kind == "danger" else "boredom",
        seat_or(form, who, "target"),
        plays(form, "attack"),
        plays(form, "defence"),
        many(form, "attack_helper"),
        many(form, "defence_helper"),
        tuple(name.strip() for name in form.all("use") if name.strip()),
        side_of(form, "won"),
        many(form, "waive"),
    )


# -- corrections and facts


def remove(state: State, form: Form) -> CardRemoved:
    words = ("cancelled", "used", "discarded", "taken", "gone")
    why: Any = form.word("why", *words) if form.get("why") else "gone"
    return CardRemoved(form.number("seat"), form.get("card", ""), why, form.get("by", ""))


def right(state: State, form: Form) -> PutRight:
    slots = ("none", "up", "marked", "fluxed")
    safe: Any = form.word("safe", *slots) if form.get("safe") else None
    weird: Any = form.word("weird", *slots) if form.get("weird") else None
    has = form.get("token", "")
    return PutRight(
        form.number("seat"), safe, weird, None if not has else has != "0", form.get("reason", "")[:LONGEST]
    )


READERS: dict[str, Callable[[State, Form], Event]] = {
    "turn": turn,
    "state": state_card,
    "lay": lay,
    "plot": plot,
    "token": token,
    "nifty": nifty,
    "discard": discard,
    "option": option,
    "reshuffle": reshuffle,
    "challenge": challenge,
    "add": add,
    "use": use,
    "ask": ask,
    "decline": decline,
    "offer": offer,
    "refuse": refuse,
    "join": join,
    "giveup": giveup,
    "close": close,
    "decide": decide,
    "duel": duel,
    "remove": remove,
    "right": right,
    "describe": describe,
}
