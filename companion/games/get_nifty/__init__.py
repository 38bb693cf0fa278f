"""Get Nifty: the game's table of contents."""

from companion.core.contract import Game, Title
from companion.core.text import Text
from companion.games.get_nifty.cardbook import CARDS
from companion.games.get_nifty.changing import words
from companion.games.get_nifty.checker import CHECKERS
from companion.games.get_nifty.engine import apply, start
from companion.games.get_nifty.entry import read
from companion.games.get_nifty.events import EVENTS
from companion.games.get_nifty.notes import note
from companion.games.get_nifty.options import ASKED, Options
from companion.games.get_nifty.situation import situation
from companion.games.get_nifty.standings import notices, standings, timeline
from companion.games.get_nifty.tell import tell
from companion.games.get_nifty.view import view

GAME = Game(
    key="get_nifty",
    titles=(Title("get_nifty", "Get Nifty", Text("Get Safe, get Weird, get Nifty")),),
    seats=range(2, 7),
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
    cards=CARDS,
    words=words,
    situation=situation,
    note=note,
)
