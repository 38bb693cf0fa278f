"""NΣT!: the game's table of contents."""

from companion.core.contract import Game, Title
from companion.core.text import Text
from companion.games.nyet.banner import situation
from companion.games.nyet.changing import words
from companion.games.nyet.checker import CHECKERS
from companion.games.nyet.engine import apply, start
from companion.games.nyet.entry import read
from companion.games.nyet.events import EVENTS
from companion.games.nyet.notes import note
from companion.games.nyet.options import ASKED, Options
from companion.games.nyet.revokes import notices
from companion.games.nyet.tell import tell
from companion.games.nyet.totals import standings, timeline
from companion.games.nyet.view import view

GAME = Game(
    key="nyet",
    titles=(Title("nyet", "NΣT!", Text("Rule out what you do not want, then take tricks in teams")),),
    seats=range(2, 6),
    options=Options,
    asked=ASKED,
    events=EVENTS,
    start=start,
    read=read,
    apply=apply,
    view=view,
    tell=tell,
    standings=standings,
    timeline=timeline,
    notices=notices,
    checkers=CHECKERS,
    words=words,
    situation=situation,
    note=note,
)
