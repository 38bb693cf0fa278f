"""Disputed readings of the rules, each a choice of the table. The first choice is the default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.contract import Choice, Option
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class Options:
    six: Literal["teams", "singles"] = "teams"
    flux: Literal["step", "mark"] = "step"
    single_use: Literal["special", "stats"] = "special"
    fluxed_thief: Literal["needs", "has"] = "needs"
    own_loss: Literal["usual", "harmless"] = "usual"
    spare_card: Literal["helpers", "first", "flux"] = "helpers"
    helper_marks: Literal["defence", "both"] = "defence"
    several: Literal["turn", "highest", "shared"] = "turn"
    win_in_challenge: Literal["at_once", "after"] = "at_once"
    plot_pays: bool = False


ASKED = (
    Option(
        "six",
        Text("Six players play"),
        (
            Choice("teams", Text("as three teams, partners opposite")),
            Choice("singles", Text("each alone, to 12 (not in the rules)")),
        ),
        hint=Text("Makes a difference with six players only."),
        rule="NIFTY-SIX-01",
    ),
    Option(
        "flux",
        Text("Defending with a Fluxed card"),
        (
            Choice("step", Text("turns it face up; the marker takes another defence")),
            Choice("mark", Text("turns it face up and marks it at once")),
        ),
        rule="NIFTY-FLUX-03",
    ),
    Option(
        "single_use",
        Text("A Single-Use Object is used up"),
        (
            Choice("special", Text("by its Special, or when played from the hand into the challenge")),
            Choice("stats", Text("also when its numbers counted in a challenge")),
        ),
        rule="NIFTY-SINGLE-02",
    ),
    Option(
        "fluxed_thief",
        Text("A challenger whose own card is Fluxed"),
        (
            Choice("needs", Text("may take the loser's card in its place")),
            Choice("has", Text("has one already and takes none")),
        ),
        rule="NIFTY-FLUX-08",
    ),
    Option(
        "own_loss",
        Text("Losing a challenge against oneself"),
        (
            Choice("usual", Text("costs the marker, or Fluxes the card")),
            Choice("harmless", Text("changes no State card")),
        ),
        rule="NIFTY-DANGER-14",
    ),
    Option(
        "spare_card",
        Text("A State card the winning challenger does not need goes to"),
        (
            Choice("helpers", Text("the first helper who needs it, else it is Fluxed")),
            Choice("first", Text("the first helper only, else it is Fluxed")),
            Choice("flux", Text("nobody: it is Fluxed")),
        ),
        rule="NIFTY-INTER-10",
    ),
    Option(
        "helper_marks",
        Text("Helpers mark their own card"),
        (
            Choice("defence", Text("when they helped a defence")),
            Choice("both", Text("when they helped either side to win")),
        ),
        rule="NIFTY-INTER-05",
    ),
    Option(
        "several",
        Text("Several reach the limit at the same moment"),
        (
            Choice("turn", Text("the player on turn wins, else the next clockwise")),
            Choice("highest", Text("the highest total wins, then as by turn")),
            Choice("shared", Text("they win together")),
        ),
        rule="NIFTY-WIN-14",
    ),
    Option(
        "win_in_challenge",
        Text("The limit reached during a challenge"),
        (
            Choice("at_once", Text("wins at once, unless by an Object played in it")),
            Choice("after", Text("wins only when the challenge is over")),
        ),
        rule="NIFTY-WIN-15",
    ),
    Option(
        "plot_pays",
        Text("The Plot's Niftyness helps to pay for a token"),
        (Choice(False, Text("No")), Choice(True, Text("Yes"))),
        rule="NIFTY-TOKEN-02",
    ),
)
