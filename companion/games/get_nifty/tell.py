"""One line of the log for each event."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.contract import Seat
from companion.core.text import Joined, Name, Text
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
    Play,
    PlotPlayed,
    PutRight,
    Reshuffled,
    SpecialUsed,
    StatePlayed,
    TokenBought,
    TurnBegan,
)
from companion.games.get_nifty.numbers import Number, shown
from companion.games.get_nifty.words import KIND_NAMES, SLOT_NAMES

REMOVED = {
    "cancelled": Text("cancelled"),
    "used": Text("used up"),
    "discarded": Text("discarded"),
    "taken": Text("taken away"),
    "gone": Text("gone"),
}


def play_text(play: Play) -> str:
    number = "" if play.value is None else shown(play.value)
    name = play.card.strip()[:40] or (play.kind or "").capitalize()
    return f"{name} {number}".strip() or "?"


def plays_text(plays: Sequence[Play]) -> object:
    return Joined([play_text(play) for play in plays], " + ") if plays else "–"


def card_text(name: str, numbers: Sequence[Number | None]) -> str:
    """A card by its name, or by its numbers."""
    known = zip("DSWN", numbers, strict=True)
    return name.strip()[:40] or " ".join(f"{stat} {shown(n)}" for stat, n in known if n is not None) or "?"


def tell(event: Event, seat: Seat | None) -> Text:
    match event:
        case DealerChosen(who):
            return Text("{who} deals", who=Name(who))
        case TurnBegan(who):
            return Text("{who}'s turn", who=Name(who))
        case StatePlayed(who, card):
            return Text("{who} plays {card}", who=Name(who), card=card[:40])
        case CardLaid(who, card, d, s, w, n):
            return Text("{who} lays {card}", who=Name(who), card=card_text(card, (d, s, w, n)))
        case PlotPlayed(who, card, d, s, w, n):
            return Text("{who} changes the Plot: {card}", who=Name(who), card=card_text(card, (d, s, w, n)))
        case TokenBought(who, ()):
            return Text("{who} buys a NIFTY token", who=Name(who))
        case TokenBought(who, cards):
            return Text("{who} buys a NIFTY token for {cards}", who=Name(who), cards=plays_text(cards))
        case NiftyPlayed(who, cards):
            return Text("{who} plays for Niftyness: {cards}", who=Name(who), cards=plays_text(cards))
        case Reshuffled():
            return Text("The discards are reshuffled")
        case Discarded() | DiscardOptionUsed() | CardRemoved() | PutRight():
            return tell_cards(event)
        case HelpAsked() | HelpDeclined() | HelpOffered() | HelpRefused() | HelperJoined():
            return tell_help(event)
        case (
            Challenged()
            | CardsAdded()
            | SpecialUsed()
            | GaveUp()
            | ChallengeEnded()
            | ChallengeDecided()
            | ChallengeEntered()
        ):
            return tell_challenge(event)
        case _:
            raise TypeError(event)


def tell_cards(event: Discarded | DiscardOptionUsed | CardRemoved | PutRight) -> Text:
    who = Name(event.seat)
    match event:
        case Discarded(_, count, ()):
            return Text("{who} discards {n} card", many="{who} discards {n} cards", who=who, n=count)
        case Discarded(_, _, cards):
            return Text("{who} discards {cards}", who=who, cards=Joined([card[:40] for card in cards]))
        case DiscardOptionUsed(_, card, taken):
            return Text(
                "{who} throws {card} away and takes {taken}", who=who, card=card[:40], taken=taken[:40]
            )
        case CardRemoved(_, card, why, by):
            line = Text("{who}'s {card}: {why}", who=who, card=card[:40], why=REMOVED[why])
            return Text("{line} by {by}", line=line, by=by[:40]) if by.strip() else line
        case PutRight(_, safe, weird, token, _):
            parts: list[object] = [
                Text("{card} {slot}", card=card, slot=SLOT_NAMES[slot])
                for card, slot in (("SAFE", safe), ("WEIRD", weird))
                if slot
            ]
            if token is not None:
                parts.append(Text("has a token") if token else Text("has no token"))
            return Text("Put right for {who}: {what}", who=who, what=Joined(parts) if parts else "–")


def tell_help(event: HelpAsked | HelpDeclined | HelpOffered | HelpRefused | HelperJoined) -> Text:
    who = Name(event.seat)
    match event:
        case HelpAsked(_, None):
            return Text("{who} asks for help", who=who)
        case HelpAsked(_, of):
            return Text("{who} asks {of} for help", who=who, of=Name(of or 0))
        case HelpDeclined():
            return Text("{who} does not want to help", who=who)
        case HelpOffered():
            return Text("{who} would help", who=who)
        case HelpRefused(_, helper):
            return Text("{who} refuses {helper}'s help", who=who, helper=Name(helper))
        case HelperJoined(_, side):
            return Text("{who} helps in the attack", who=who) if side == "attack" else helps_defence(who)


def helps_defence(who: Name) -> Text:
    return Text("{who} helps in the defence", who=who)


def tell_challenge(
    event: Challenged
    | CardsAdded
    | SpecialUsed
    | GaveUp
    | ChallengeEnded
    | ChallengeDecided
    | ChallengeEntered,
) -> Text:
    match event:
        case Challenged(who, kind, target, cards):
            return Text("{duel}: {cards}", duel=duel_text(who, kind, target), cards=plays_text(cards))
        case CardsAdded(who, cards, _):
            return Text("{who} adds {cards}", who=Name(who), cards=plays_text(cards))
        case SpecialUsed(who, card, _):
            return Text("{who} uses {card}", who=Name(who), card=card[:40] or "?")
        case GaveUp(who, _, _):
            return Text("{who} gives up", who=Name(who))
        case ChallengeEnded():
            return Text("The challenge is over")
        case ChallengeDecided(won, _):
            return Text("The attack won") if won == "attack" else Text("The defence won")
        case ChallengeEntered():
            return tell_whole(event)


def duel_text(who: Seat, kind: str, target: Seat) -> Text:
    name = KIND_NAMES["danger"] if kind == "danger" else KIND_NAMES["boredom"]
    if who == target:
        return Text("{kind}: {who} against themselves", kind=name, who=Name(who))
    return Text("{kind}: {who} against {target}", kind=name, who=Name(who), target=Name(target))


def tell_whole(event: ChallengeEntered) -> Text:
    duel = duel_text(event.seat, event.kind, event.target)
    if event.attack or event.defence:
        sums = (plays_text(event.attack), plays_text(event.defence))
        duel = Text("{duel}, {attack} : {defence}", duel=duel, attack=sums[0], defence=sums[1])
    if event.won is None:
        return duel
    won = Text("the attack won") if event.won == "attack" else Text("the defence won")
    return Text("{duel}, {won}", duel=duel, won=won)
