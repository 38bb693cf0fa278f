"""What a table file comes to with today's code: how it stands, what the log says, what every page shows."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from corpus_adapter import (
    Desk,
    Device,
    Entry,
    LiveTable,
    Shelf,
    TestResponse,
    ask,
    called,
    changeable,
    enter,
    forget_cards,
    game_of,
    length,
    lines_of,
    open_table,
    pages_of_game,
    path_of,
    players_of,
    read_file,
    sit_down,
    standings_of,
)
from corpus_pages import Page, Sight

# -- a table and the people who look at it ---------------------------------------------------------------


@dataclass
class Sitting:
    """A table with a device for every seat and one for each other role; its twin is kept on one device."""

    desk: Desk
    title: str
    setup: Any
    seats: list[Device] = field(default_factory=list)
    solo: LiveTable | None = None

    def __post_init__(self) -> None:
        self.spectator, self.host, self.scorer = (self.desk.device() for _ in range(3))
        self.live = open_table(self.desk, self.title, self.setup)

    def with_twin(self) -> Sitting:
        self.solo = open_table(self.desk, self.title, self.setup, self.scorer.id)
        return self

    def enter(self, entry: Entry) -> None:
        for live in (self.live, self.solo):
            if live is not None:
                enter(self.desk, live, entry)

    def gather(self) -> None:
        """Everybody is here, those too who have joined meanwhile."""
        seats = players_of(self.live)
        while len(self.seats) < seats:
            self.seats.append(self.desk.device())
        sit_down(self.desk, self.live, self.spectator, "spectator", None)
        sit_down(self.desk, self.live, self.host, "host", None)
        for seat in range(seats):
            sit_down(self.desk, self.live, self.seats[seat], "seat", seat)

    def who(self) -> dict[str, Device]:
        """All who may look; whoever has a seat, by its number."""
        here = enumerate(self.seats[: players_of(self.live)])
        seats = {f"seat {seat}": device for seat, device in here}
        alone = {"solo": self.scorer} if self.solo is not None else {}
        return {"spectator": self.spectator, "host": self.host, **seats, **alone}

    def page(self, who: str, place: str, form: Mapping[str, str] | None = None) -> Page:
        """A page around the table as somebody sees it; with a form, the answer to that."""
        live = self.solo if who == "solo" and self.solo is not None else self.live
        path = path_of(live, place.partition("?")[0])
        if place.startswith(("/check/", "/cards/", "/rules/")):
            path = f"{place}?table={path_of(live).removeprefix('/t/')}"
        answer = ask(self.who()[who], path, form, htmx=place.startswith(("/log/", "/enter")))
        return seen(answer, live)


def seen(answer: TestResponse, live: LiveTable | None = None) -> Page:
    return Page.read(answer.text, answer.status_code, called(live) if live else {})


# -- what is looked at -----------------------------------------------------------------------------------

Looks = dict[str, dict[str, Page]]
"""Pages by place and by who looks."""
STRIKE = "?strike"
NUMBER = re.compile(r"[0-9]+")
TRIED = {
    "nyet": ("do=pass", "do=trick&winner=0&loot=12", "do=token&line=3&box=red&seat=1"),
    "get_nifty": ("do=state&card=SAFE&seat=1", "do=close", "do=challenge&kind=boredom&target=1&card=Zoe"),
    "tally": ("do=count&seat=0&n=99", "do=count&seat=0&n=-99", "do=count"),
}
"""What the first player tries to enter at the end; most of it is refused, and the page says why."""


def looks(sitting: Sitting, *, last: bool) -> Looks:
    """What everybody sees now; at the last look also the pages around the table."""
    sitting.gather()
    everybody = list(sitting.who())
    found: Looks = {"": {who: sitting.page(who, "") for who in everybody}}
    if last:
        for place, people in _around(sitting).items():
            form = {"verb": "strike"} if place.endswith(STRIKE) else None
            found[place] = {who: sitting.page(who, place, form) for who in people}
    return found


def tries(sitting: Sitting) -> Looks:
    """What is answered to entries that hardly fit. It comes last of all, since some of them may."""
    found: Looks = {}
    for entry in TRIED[game_of(sitting.live)]:
        form = {"play": entry, "seen": str(length(sitting.live))}
        found[f"/enter?{entry}"] = {"seat 0": sitting.page("seat 0", "/enter", form)}
    return found


def _around(sitting: Sitting) -> dict[str, list[str]]:
    """Which pages else, and for whom."""
    first, final = "seat 0", f"seat {players_of(sitting.live) - 1}"
    _new, checkers, books = pages_of_game(sitting.desk, game_of(sitting.live))
    places = {
        "/watch": ["spectator"],
        "/log": ["spectator", first, final, "solo"],
        "/scores": ["spectator"],
        "/more": ["spectator", first, "host", "solo"],
        "/seats": [first],
        "/host": ["host"],
        f"/rules/{game_of(sitting.live)}": ["spectator"],
        **{place: [first] for place in checkers},
        **{place: [first] for place in books if place.endswith(f"/{sitting.title}")},
    }
    standing = changeable(sitting.live)
    for seq, reader in spread(standing, 4):
        places[f"/log/{seq}"] = [f"seat {reader}"]
    for seq, reader in spread(standing, 2):
        places[f"/log/{seq}{STRIKE}"] = [f"seat {reader}"]
    return places


def spread(things: list[Any], most: int) -> list[Any]:
    """Some of them, from all along the way, the last always."""
    count = min(most, len(things))
    return [things[(n + 1) * len(things) // count - 1] for n in range(count)]


def shelf_pages(desk: Desk, game: str, questions: Iterable[str]) -> Looks:
    """The pages of a game that need no table; `questions` are asked of its checkers."""
    places = [*itertools.chain(*pages_of_game(desk, game)), *questions]
    return {place: {"anybody": seen(desk.device().get(place))} for place in places}


# -- what it comes to ------------------------------------------------------------------------------------


@dataclass
class Outcome:
    """All that is held of one table: how it ends, the log as each may read it, and the looks on the way."""

    end: dict[str, Any]
    lines: dict[str, list[str]]
    looks: dict[int, Looks]


def replay(desk: Desk, shelf: Shelf, document: Mapping[str, Any], when: Iterable[int]) -> Outcome:
    """A table file entered again, with a look after the entries of these numbers."""
    _game, title, setup, entries = read_file(shelf, document)
    forget_cards(desk)
    sitting = Sitting(desk, title, setup).with_twin()
    found: dict[int, Looks] = {}
    wanted = set(when)
    for number, entry in enumerate([None, *entries]):
        if entry is not None:
            sitting.enter(entry)
        if number in wanted:
            found[number] = looks(sitting, last=number == len(entries))
    outcome = Outcome(standings_of(sitting.live), all_lines(sitting.live), found)
    found[len(entries)] |= tries(sitting)
    return outcome


def sentences(desk: Desk, shelf: Shelf, document: Mapping[str, Any]) -> list[set[str]]:
    """What the host and one player after the other read after every entry, numbers aside."""
    _game, title, setup, entries = read_file(shelf, document)
    forget_cards(desk)
    sitting = Sitting(desk, title, setup)
    found = []
    for number, entry in enumerate([None, *entries]):
        if entry is not None:
            sitting.enter(entry)
        sitting.gather()
        pages = [sitting.host, sitting.seats[number % players_of(sitting.live)]]
        sights = [Sight(ask(device, path_of(sitting.live)).text, called(sitting.live)) for device in pages]
        found.append({NUMBER.sub("#", said) for sight in sights for said in sight.sentences})
    return found


def all_lines(live: LiveTable) -> dict[str, list[str]]:
    """The log for everybody, and for each seat the lines that only it reads otherwise."""
    public = lines_of(live, None)
    found = {"all": public}
    for seat in range(players_of(live)):
        own = lines_of(live, seat)
        found[f"seat {seat}"] = [line for line, other in zip(own, public, strict=True) if line != other]
    return found
