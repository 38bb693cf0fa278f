"""What a table may choose: the printed board and the disputed readings of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.contract import Choice, Option, RuleViolation
from companion.core.text import Text

LINE_TWO = ("discard3", "discard2", "discard1", "except1", "pass", "nyet")

LONGEST = 99
"""More rounds than anybody plays; keeps a slip of the finger from asking for a billion."""

DISCARD_WORDS = {
    "discard3": Text("Discard 3"),
    "discard2": Text("Discard 2"),
    "discard1": Text("Discard 1"),
    "except1": Text("Except 1"),
    "pass": Text("Pass left"),
    "nyet": Text("NY3T!"),
}


@dataclass(frozen=True, slots=True)
class Options:
    bonus: Literal["team", "share", "holder"] = "team"
    bonus_declinable: bool = True
    supertrump_loot: bool = True
    lone_supertrumps: Literal["suit", "printed"] = "suit"
    difference: bool = False
    end: Literal["rounds", "target"] = "rounds"
    rounds: int = 0
    target: int = 100
    vetoes: bool = True
    line2: tuple[str, ...] = ("discard2", "discard1", "except1", "pass", "nyet")
    fifth_trump: str = "No trump"
    values: tuple[int, ...] = (1, 2, 3, 4, -2)
    first_round: int = 1
    characters: tuple[tuple[str, str, str], ...] = (
        ("Bear", "black", "bear"),
        ("Wolf", "black", "wolf"),
        ("Hare", "black", "hare"),
        ("Owl", "black", "owl"),
        ("Walrus", "black", "walrus"),
    )
    """Name, colour and symbol of the five characters, as printed on this table's board."""


def check_options(options: Options) -> None:
    """Refuse a board that has not five boxes on every line, or a length that is none."""
    if len(options.characters) != 5:
        raise RuleViolation(
            "NYET-2.1", Text("There are five characters, not {n}.", n=len(options.characters))
        )
    if any(box not in LINE_TWO for box in options.line2) or len(set(options.line2)) < len(options.line2):
        raise RuleViolation(
            "NYET-5.12",
            Text(
                "Line 2 holds five different boxes of Discard 3, Discard 2, Discard 1, Except 1, Pass left"
                " and NY3T!, not “{boxes}”.",
                boxes=", ".join(options.line2)[:80],
            ),
        )
    if len(options.line2) != 5:
        raise RuleViolation(
            "NYET-4.5",
            Text(
                "Line 2 has {n} boxes instead of five: choose which option your board lacks.",
                n=len(options.line2),
            ),
        )
    if len(options.values) != 5 or len(set(options.values)) != 5:
        raise RuleViolation(
            "NYET-5.22",
            Text(
                "Line 5 needs five different numbers, not “{numbers}”.",
                numbers=", ".join(map(str, options.values))[:80],
            ),
        )
    if not (0 <= options.rounds <= LONGEST and 1 <= options.first_round <= LONGEST and options.target >= 1):
        raise RuleViolation(
            "NYET-1.3",
            Text(
                "A game has 1 to {most} rounds, begins with one of them, and a target is 1 or more.",
                most=LONGEST,
            ),
        )


YES_NO = (Choice(True, Text("Yes")), Choice(False, Text("No")))

ASKED = (
    Option(
        "line2",
        Text("Line 2 of your board"),
        tuple(Choice(box, DISCARD_WORDS[box]) for box in LINE_TWO),
        hint=Text("The rules name six boxes, a board has five: untick the one that yours lacks."),
        rule="NYET-5.12",
        many=True,
    ),
    Option(
        "values",
        Text("Numbers on line 5"),
        tuple(Choice(n, Text("{n}", n=n)) for n in (-4, -3, -2, -1, 1, 2, 3, 4, 5, 6)),
        hint=Text("Five of them; what is printed in red is negative."),
        rule="NYET-5.22",
        many=True,
    ),
    Option(
        "bonus",
        Text("The Bonus card doubles"),
        (
            Choice("team", Text("the whole side")),
            Choice("share", Text("the holder's own tricks and loot, for the side")),
            Choice("holder", Text("only what the holder writes down")),
        ),
        hint=Text("Makes a difference with five players only."),
        rule="NYET-6.15",
    ),
    Option(
        "bonus_declinable",
        Text("The holder may leave the result as it is"),
        YES_NO,
        hint=Text("Asked when the round is scored."),
        rule="NYET-6.15",
    ),
    Option("supertrump_loot", Text("A beaten supertrump is loot"), YES_NO, rule="NYET-5.39"),
    Option(
        "lone_supertrumps",
        Text("Supertrumps without a trump colour"),
        (
            Choice("suit", Text("are a suit of their own")),
            Choice("printed", Text("follow as their printed colour")),
        ),
        rule="NYET-5.19",
    ),
    Option(
        "difference",
        Text("Write down only the difference"),
        YES_NO,
        hint=Text("The better side scores the gap, the other nothing."),
        rule="NYET-6.5",
    ),
    Option(
        "end",
        Text("The game ends"),
        (Choice("rounds", Text("after a number of rounds")), Choice("target", Text("at a target"))),
        rule="NYET-1.3",
    ),
    Option(
        "rounds",
        Text("Number of rounds"),
        hint=Text("0: as the rules say, 10 with five, 9 with three, 8 with two or four players."),
        rule="NYET-1.3",
        high=LONGEST,
    ),
    Option("target", Text("Target"), rule="NYET-1.3", low=1, high=999),
    Option(
        "vetoes",
        Text("Show who covered which box"),
        YES_NO,
        hint=Text("No: like playing with the plain side of the tokens."),
        rule="NYET-4.2",
    ),
    Option(
        "first_round",
        Text("Begin with round"),
        hint=Text("In the middle of a game: then give each player their total."),
        rule="NYET-1.3",
        low=1,
        high=LONGEST,
    ),
)
