"""How people write what an entry holds when they change it: cards by their word, as in entry.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.contract import Choice, Words
from companion.core.text import Text
from companion.games.get_nifty.cards import STATE_CARDS
from companion.games.get_nifty.cardwords import play_word, stat, stat_word
from companion.games.get_nifty.events import (
    CardLaid,
    CardRemoved,
    Challenged,
    ChallengeEntered,
    Discarded,
    DiscardOptionUsed,
    HelpAsked,
    HelperJoined,
    HelpRefused,
    PlotPlayed,
    SpecialUsed,
    StatePlayed,
)
from companion.games.get_nifty.fields import play
from companion.games.get_nifty.model import State
from companion.games.get_nifty.tell import REMOVED
from companion.games.get_nifty.words import KIND_NAMES, SLOT_NAMES

CARD_HINT = Text("A name, the number that counts here, or both: Bun-Bun, 7, −1, ∞, Zoe=3, object=2.")
STAT_HINT = Text("A number or ∞; empty if it follows from the card.")
SIDES = (Choice("attack", Text("Attack")), Choice("defence", Text("Defence")))
YES_NO = (Choice(True, Text("Yes")), Choice(False, Text("No")))
SLOTS = tuple(Choice(slot, label) for slot, label in SLOT_NAMES.items())
AS_IT_WAS = Text("as it was")


def cards(label: Text) -> Words:
    return Words(label, "word", hint=CARD_HINT, write=play_word, read=play)


def number(label: Text) -> Words:
    return Words(label, "word", hint=STAT_HINT, write=stat_word, read=stat)


COMMON: dict[str, Words] = {
    "seat": Words(Text("Player")),
    "card": Words(Text("Card")),
    "cards": cards(Text("Cards")),
    "d": number(Text("Danger")),
    "s": number(Text("Safety")),
    "w": number(Text("Weirdness")),
    "n": number(Text("Niftyness")),
    "kind": Words(Text("Challenge"), choices=tuple(Choice(kind, name) for kind, name in KIND_NAMES.items())),
    "target": Words(Text("Against"), "seat"),
    "side": Words(Text("Side"), choices=SIDES, nothing=Text("follows from the table")),
    "final": Words(Text("Without a last call"), choices=YES_NO),
    "waived": Words(Text("Leaves a gain"), "seats"),
    "won": Words(Text("Won"), choices=SIDES, nothing=Text("follows from the sums")),
    "attack": cards(Text("Attack")),
    "defence": cards(Text("Defence")),
    "attack_helpers": Words(Text("Help in the attack"), "seats"),
    "defence_helpers": Words(Text("Help in the defence"), "seats"),
    "used": Words(Text("Specials used"), "word", hint=Text("Names of cards.")),
    "why": Words(
        Text("What became of it"), choices=tuple(Choice(why, said) for why, said in REMOVED.items())
    ),
    "by": Words(Text("By which card")),
    "safe": Words(Text("SAFE"), choices=SLOTS, nothing=AS_IT_WAS),
    "weird": Words(Text("WEIRD"), choices=SLOTS, nothing=AS_IT_WAS),
    "token": Words(Text("NIFTY token"), choices=YES_NO, nothing=AS_IT_WAS),
    "reason": Words(Text("Why")),
}

SPECIAL: dict[type, dict[str, Words]] = {
    StatePlayed: {"card": Words(Text("Card"), choices=tuple(Choice(c, Text(c)) for c in STATE_CARDS))},
    CardLaid: {"card": Words(Text("Object"), hint=Text("Empty if only its numbers are known."))},
    PlotPlayed: {"card": Words(Text("Plot"), hint=Text("Empty if only its numbers are known."))},
    Discarded: {
        "count": Words(Text("How many cards")),
        "cards": Words(Text("Which cards"), "word", hint=Text("Names, as far as anybody saw them.")),
    },
    DiscardOptionUsed: {"card": Words(Text("Thrown away")), "taken": Words(Text("Taken"))},
    Challenged: {"seat": Words(Text("Who challenges"))},
    ChallengeEntered: {"seat": Words(Text("Who challenges"))},
    SpecialUsed: {"card": Words(Text("Whose Special"))},
    HelpAsked: {
        "seat": Words(Text("Who asks")),
        "of": Words(Text("Who is asked"), "seat", nothing=Text("anybody")),
    },
    HelpRefused: {"seat": Words(Text("Who asked")), "helper": Words(Text("Whose help is refused"), "seat")},
    HelperJoined: {"seat": Words(Text("Who helps"))},
    CardRemoved: {"seat": Words(Text("Whose card"))},
}


def words(state: State, event: Any) -> Mapping[str, Words]:
    return COMMON | SPECIAL.get(type(event), {})
