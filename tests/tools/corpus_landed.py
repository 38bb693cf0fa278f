"""A database as the landed version leaves it: tables of every game, their people, the card book.

It proves that stored tables keep opening, and that a phone that comes back finds its seat.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from corpus_adapter import (
    ask,
    called,
    cards_in_book,
    code_of,
    device_with,
    enter,
    exported,
    length,
    lock,
    members_of,
    new_desk,
    open_table,
    path_of,
    read_file,
    shelf_with_demo,
    sit_down,
    standings_of,
    stored_keys,
    tables_in_store,
    titles,
)
from corpus_files import CORPUS
from corpus_pages import Page
from corpus_reader import Sitting, all_lines

LANDED = CORPUS / "landed.db"
ROLES = (("spectator", None), ("host", None), ("scorer", None), ("seat", 0), ("seat", 1))
PHONES = {role if seat is None else f"{role} {seat}": (role, seat) for role, seat in ROLES}


def write_landed(play: Callable[[Any], Iterator[Sitting]]) -> None:
    """A few tables with members and keys, one of them locked; one file, nothing beside it."""
    with tempfile.TemporaryDirectory() as folder:
        desk = new_desk(Path(folder), shelf_with_demo())
        for number, sitting in enumerate(play(desk)):
            for phone, (role, seat) in PHONES.items():
                sit_down(desk, sitting.live, device_with(desk, phone), role, seat)
            if number == 0:
                lock(desk, sitting.live)
        keep_alone(desk, sitting)
        desk.close()
        database = sqlite3.connect(Path(folder) / "companion.db", isolation_level=None)
        database.execute("pragma journal_mode = delete")
        database.execute("vacuum")
        database.close()
        shutil.copyfile(Path(folder) / "companion.db", LANDED)


def keep_alone(desk: Any, sitting: Sitting) -> None:
    """The last table once more, kept on one device: nobody else belongs to it."""
    alone = open_table(desk, sitting.title, sitting.setup, device_with(desk, "host").id)
    for entry in read_file(shelf_with_demo(), exported(sitting.live))[-1]:
        enter(desk, alone, entry)


@contextmanager
def landed_desk(folder: Path) -> Iterator[Any]:
    """Today's app on a copy of that database."""
    shutil.copyfile(LANDED, folder / "companion.db")
    desk = new_desk(folder, shelf_with_demo())
    try:
        yield desk
    finally:
        desk.close()


def found_in(desk: Any) -> dict[str, Any]:
    """All that the database comes to: every table by its code, and the card books."""
    tables = {
        code_of(live): {
            "members": members_of(live),
            "keys": stored_keys(live),
            **standings_of(live),
            "lines": all_lines(live),
        }
        for live in tables_in_store(desk)
    }
    return {"tables": tables, "cards": {title: cards_in_book(desk, title) for title in titles(desk)}}


def pages_in(desk: Any) -> Iterator[tuple[str, dict[str, Page]]]:
    """The page of every table as the phones see it that sat there when it was stored."""
    for live in tables_in_store(desk):
        seen = {}
        for phone in PHONES:
            answer = ask(device_with(desk, phone), path_of(live))
            seen[phone] = Page.read(answer.text, answer.status_code, called(live))
        yield code_of(live), seen


def goes_on(desk: Any) -> dict[str, int]:
    """How many entries every table gains when the first player's phone, or the only one, enters something."""
    gained = {}
    for live in tables_in_store(desk):
        phone = "seat 0" if "seat 0" in members_of(live) else "host"
        before = length(live)
        form = {"seat": "0", "amount": "1", "reason": "it goes on", "key": "goes on"}
        ask(device_with(desk, phone), path_of(live, "/adjust"), form)
        gained[code_of(live)] = length(live) - before
    return gained
