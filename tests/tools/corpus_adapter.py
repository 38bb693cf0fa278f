"""All that the corpus knows of the code under test, in one place.

When something is renamed or moved in the app, this module follows. What the functions give back, and what
is stored in the corpus, stay as they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from desk import Desk, Device
from example_files import all_examples
from werkzeug.test import TestResponse

from companion.core.codec import BadRecord, Codec
from companion.core.contract import Game, RuleViolation
from companion.core.events import SetUp, may_read
from companion.core.ledger import Ledger
from companion.core.table import Entry, Table, next_table
from companion.core.text import say
from companion.shelf import Shelf
from companion.tables import files
from companion.tables.live import LiveTable
from companion.tables.log import Member
from companion.tables.overtaken import Sent
from companion.web.screens import log_lines

MODULES_WITH_CLOCKS = ("companion.tables.service", "companion.tables.seating", "companion.web.setup")
DEMO = Path(__file__).parent.parent / "demo"


def shelf_with_demo() -> Shelf:
    return Shelf([DEMO])


def new_desk(folder: Path, shelf: Shelf) -> Desk:
    """The whole app on the database in a folder."""
    return Desk(folder, shelf)


def use_chance(desk: Desk, chance: Any) -> None:
    """Dice and draws come from there."""
    desk.tables.chance = chance


def example_paths(shelf: Shelf) -> Iterator[tuple[str, Path]]:
    """The game's key and the file of every worked example."""
    for example in all_examples(shelf):
        yield example.game.key, example.path


def pages_of_game(desk: Desk, key: str) -> tuple[list[str], list[str], list[str]]:
    """Where its set-up and rules are, its checkers, and its card books."""
    game = desk.parts.shelf.games[key]
    titles = [title.key for title in game.titles]
    checkers = [f"/check/{key}/{checker.key}" for checker in game.checkers]
    books = [f"/cards/{title}" for title in titles if game.cards]
    return [*(f"/new/{title}" for title in titles), f"/rules/{key}"], checkers, books


def read_file(shelf: Shelf, document: Mapping[str, Any]) -> tuple[Game, str, Any, list[Entry]]:
    """The game, title, set-up and entries of a table file."""
    return files.read(shelf, document)


def open_table(desk: Desk, title: str, setup: Any, host: str | None = None) -> LiveTable:
    """A table with nothing entered; with a host it is kept on that one device."""
    return desk.tables.open(title, setup.players, setup.options, host=host, solo=host is not None)


def enter(desk: Desk, live: LiveTable, entry: Entry) -> None:
    desk.tables.record(live, lambda: entry.event, Sent(by=entry.by, key=entry.key))


def sit_down(desk: Desk, live: LiveTable, device: Device, role: str, seat: int | None) -> None:
    """A device becomes a member and is here."""
    member = Member(device.id, role, seat, "2025-01-01T20:00:00Z")
    if live.members.get(device.id) != member:
        desk.seating.log.put_members(live.row.id, [member])
        live.members[device.id] = member
    live.saw(device.id)


def ask(device: Device, path: str, form: Mapping[str, Any] | None = None, htmx: bool = False) -> TestResponse:
    """A page; with a form, the answer to that."""
    return device.get(path, htmx=htmx) if form is None else device.post(path, form, htmx=htmx)


def set_up(players: Iterable[str], options: Mapping[str, Any]) -> Any:
    """What a table starts from."""
    return SetUp(tuple(players), dict(options))


def game_of(live: LiveTable) -> str:
    return live.game.key


def players_of(live: LiveTable) -> int:
    return len(live.table.players)


def length(live: LiveTable) -> int:
    return live.seq


def is_over(live: LiveTable) -> bool:
    return live.game.standings(live.table.state).finished


def path_of(live: LiveTable, place: str = "") -> str:
    return f"/t/{live.row.id}{place}"


def called(live: LiveTable) -> dict[str, str]:
    """What a table is called differs each time: what to write for it."""
    return {live.row.id: "ID", live.row.code: "CODE"}


def code_of(live: LiveTable) -> str:
    return live.row.code


def members_of(live: LiveTable) -> list[str]:
    """Who belongs to a table; devices are told apart by what they may do."""
    return sorted(f"{member.role} {member.seat}" for member in live.members.values())


def stored_keys(live: LiveTable) -> dict[str, Any]:
    """The taps that are known, with their entry and fingerprint: none of them is carried out twice."""
    return {key: list(known) for key, known in live.keys.items()}


def lock(desk: Desk, live: LiveTable) -> None:
    desk.seating.lock(live, True)


def device_with(desk: Desk, name: str) -> Device:
    """A phone that comes back with the cookie it had."""
    device = desk.device()
    device.token = device.cookie = hashlib.md5(name.encode()).hexdigest()
    device.id = hashlib.sha256(device.token.encode()).hexdigest()
    return device


def exported(live: LiveTable) -> dict[str, Any]:
    return files.export(live.row, live.ledger, secrets=True)


def forget_cards(desk: Desk) -> None:
    """The card book is empty again: what one table taught it must not show at the next."""
    desk.store.write(lambda db: db.execute("delete from cards"))


def titles(desk: Desk) -> list[str]:
    """The boxes on the shelf that have a card book."""
    return [title for title, (game, _) in desk.parts.shelf.titles.items() if game.cards]


def cards_in_book(desk: Desk, title: str) -> list[str]:
    cards = desk.tables.cards.all(desk.parts.shelf.titles[title][0], title)
    return [f"{card.name} {sorted(card.facts.items())}" for card in cards]


def tables_in_store(desk: Desk) -> list[LiveTable]:
    """Every table of the file, folded again; in the order of their codes."""
    rows = sorted(desk.tables.log.tables(), key=lambda row: row.code)
    return [desk.tables.table(row.id) for row in rows]


def standings_of(live: LiveTable) -> dict[str, Any]:
    """How it stands, in words."""
    table, game = live.table, live.game
    found = game.standings(table.state)
    rows = [
        [row.seat, row.score, row.rank, row.winner, row.detail and say(row.detail, table.names)]
        for row in found.rows
    ]
    return {
        "rows": rows,
        "finished": found.finished,
        "headline": found.headline and say(found.headline, table.names),
        "notices": [[notice.rule, say(notice.text, table.names)] for notice in game.notices(table.state)],
        "situation": [say(line, table.names) for line in game.situation(table.state)],
    }


def lines_of(live: LiveTable, viewer: int | None) -> list[str]:
    """The whole log as somebody may read it: number, whom it is about, what became of it, the sentence."""
    found = []
    for line in reversed(log_lines(live, viewer, None)):
        signs = ("-" if line.gone else "") + ("*" if line.changeable else "")
        whom = "" if line.seat is None else f"@{line.seat}"
        found.append(f"{line.seq} {whom}{signs} {say(line.text, live.table.names)}")
    return found


def changeable(live: LiveTable) -> list[tuple[int, int]]:
    """The entries that stand, each with a seat that may read it."""
    seats = range(len(live.table.players))
    standing = [step for step in live.ledger.steps if step.seq]
    readers = [(step.seq, [seat for seat in seats if may_read(step.event, seat)]) for step in standing]
    return [(seq, who[0]) for seq, who in readers if who]


def tables_on_the_way(shelf: Shelf, document: Mapping[str, Any]) -> list[Table]:
    """The table after every entry of a file, the empty one first."""
    game, _title, setup, entries = read_file(shelf, document)
    ledger = Ledger(game, setup)
    found = [ledger.table]
    for entry in entries:
        ledger.accept(ledger.propose(entry))
        found.append(ledger.table)
    return found


def refusal(table: Table, record: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the rules say to an entry at a table; None if they allow it or it is none at all."""
    try:
        event = Codec(table.game).decode(record)
        next_table(table, event)
    except RuleViolation as no:
        allowed = [[say(offer.label, table.names), _plain(offer.form)] for offer in no.allowed]
        said = say(no.text, table.names)
        return {"rule": no.rule, "said": said, "liftable": no.liftable, "allowed": allowed}
    except BadRecord:
        return None
    return None


def _plain(form: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in form.items()}
