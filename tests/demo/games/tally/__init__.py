"""Tally: a counter per player. The smallest game that needs everything the shell can do."""

from companion.games.tally.engine import apply, start
from companion.games.tally.entry import known, learned, named_cards, read
from companion.games.tally.model import EVENTS, Options
from companion.games.tally.view import notices, standings, tell, timeline, view, words

from companion.core.contract import CardBook, CardField, Choice, Game, Option, PrintedCard, Title
from companion.core.text import Text

GAME = Game(
    key="tally",
    titles=(Title("tally", "Tally", Text("Count up, guess the sum")),),
    seats=range(2, 4),
    options=Options,
    asked=(
        Option(
            "limit",
            Text("Counters stop at"),
            tuple(Choice(n, Text("{n}", n=n)) for n in (10, 20, 50)),
            rule="TALLY-2",
        ),
        Option(
            "guessing",
            Text("Secret guesses"),
            (Choice(True, Text("Yes")), Choice(False, Text("No"))),
            hint=Text("Everybody may write down a secret guess."),
        ),
    ),
    events=EVENTS,
    start=start,
    read=read,
    apply=apply,
    view=view,
    tell=tell,
    standings=standings,
    timeline=timeline,
    notices=notices,
    words=words,
    cards=CardBook(
        fields=(
            CardField("plus", Text("Counts"), "number"),
            CardField("aliases", Text("Also called"), "words"),
        ),
        named=named_cards,
        line=lambda facts: Text("counts {plus}", plus=facts.get("plus", "?")),
        printed=(PrintedCard("Booster", {"plus": 2}, "made up for the demo"),),
        known=known,
        learned=learned,
    ),
)
