"""Writes the corpus: random tables of every game, what today's code makes of them, and a whole database.

Run by hand, once, on the version whose behaviour is to be kept, and never to make a failing test pass; see
tests/corpus/README.md. `PYTHONPATH=tests/web python tests/tools/write_corpus.py`
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from corpus_adapter import (
    DEMO,
    MODULES_WITH_CLOCKS,
    example_paths,
    exported,
    forget_cards,
    new_desk,
    refusal,
    set_up,
    shelf_with_demo,
    tables_on_the_way,
    use_chance,
)
from corpus_files import CORPUS, Pages, expectation, stored_looks, write
from corpus_landed import LANDED, found_in, landed_desk, pages_in, write_landed
from corpus_players import Player
from corpus_reader import Sitting, replay, sentences, shelf_pages
from corpus_styles import EVENINGS, NAMES, QUESTIONS, Evening

LEAST, MOST = 60, 115
LOOKS, LOOKS_AT_EXAMPLES = 6, 3
STORED = {"nyet": (8, 9), "get_nifty": (3,), "tally": (2,)}
"""The tables of the database, by the number of the evening."""
APART = ("tables", "cards", "looks", "buttons", "pages")
REFUSALS, PER_RULE = 200, 9


class Clock:
    """An evening that goes on by some seconds with every entry."""

    def __init__(self) -> None:
        self.at = datetime(2025, 1, 3, 19, 0, tzinfo=UTC)

    def __call__(self) -> str:
        self.at += timedelta(seconds=7)
        return self.at.strftime("%Y-%m-%dT%H:%M:%SZ")


class Dice:
    """Chance that is the same each time the corpus is written."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def roll(self, sides: int) -> int:
        return self.rng.randint(1, sides)

    def pick(self, count: int) -> int:
        return self.rng.randrange(count)


def played(desk: Any, game: str, evening: Evening, number: int) -> Sitting:
    """One table, played at random."""
    rng = Random(f"{game} {number}")
    use_chance(desk, Dice(rng))
    forget_cards(desk)
    options = evening.options(rng) if number else {}
    sitting = Sitting(desk, evening.title, set_up(NAMES[: evening.seats[number]], options))
    player = Player(sitting, rng, evening.style, mood="steps")
    sitting.gather()
    evening.begins(player)
    player.play(LEAST, rng.randint(LEAST + 30, MOST))
    made = Counter(entry["event"] for entry in exported(sitting.live)["entries"])
    print(f"{game} {number}: {made.total()} entries, {dict(made)}", flush=True)
    return sitting


def tables_of(desk: Any, game: str) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Name and file of every table of a game, and whether it is a worked example."""
    for key, path in example_paths(shelf_with_demo()):
        if key == game:
            yield path.stem, json.loads(path.read_text(encoding="utf-8")), True
    for number in range(len(EVENINGS[game].seats)):
        yield f"random-{number + 1:02}", exported(played(desk, game, EVENINGS[game], number).live), False


def write_game(desk: Any, game: str) -> None:
    folder, pages = CORPUS / game, Pages()
    seen: set[str] = set()
    documents: dict[str, dict[str, Any]] = {}
    for name, document, is_example in tables_of(desk, game):
        documents[name] = document
        said = sentences(desk, shelf_with_demo(), document)
        when = telling(said, LOOKS_AT_EXAMPLES if is_example else LOOKS, seen)
        outcome = replay(desk, shelf_with_demo(), document, when)
        write(folder / f"{name}.expected.json", expectation(outcome, pages), "lines", "all", "pages")
        if not is_example:
            write(folder / f"{name}.json", document, "entries")
    forget_cards(desk)
    alone = shelf_pages(desk, game, QUESTIONS[game])
    write(folder / "shelf.json", {"questions": QUESTIONS[game], "pages": stored_looks(alone, pages)}, "pages")
    if game != "tally":
        write(folder / "refused.json", {"refused": list(refusals(desk, game, documents))}, "refused")
    write(folder / "pages.json", pages.stored, "buttons", "pages")


def write_database() -> None:
    """A small database of the landed version, and what it comes to when it is opened again."""

    def tables(desk: Any) -> Iterator[Sitting]:
        for game, numbers in STORED.items():
            for number in numbers:
                yield played(desk, game, EVENINGS[game], number)

    write_landed(tables)
    pages = Pages()
    with tempfile.TemporaryDirectory() as folder, landed_desk(Path(folder)) as desk:
        looks = stored_looks(dict(pages_in(desk)), pages)
        write(LANDED.with_suffix(".json"), {**found_in(desk), "looks": looks, **pages.stored}, *APART)


def telling(said: list[set[str]], most: int, seen: set[str]) -> list[int]:
    """After which entries to look: the last, then those that say most that is new, else far apart."""
    chosen = [len(said) - 1]
    seen |= said[-1]
    while len(chosen) < min(most, len(said)):
        rest = [number for number in range(len(said)) if number not in chosen]
        far = {number: min(abs(number - other) for other in chosen) for number in rest}
        chosen.append(max(rest, key=lambda number: (len(said[number] - seen), far[number])))
        seen |= said[chosen[-1]]
    return sorted(chosen)


def refusals(desk: Any, game: str, documents: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Entries that were made somewhere, at places where the rules refuse them, few for each rule."""
    rng = Random(f"{game} refused")
    ways = {name: tables_on_the_way(shelf_with_demo(), document) for name, document in documents.items()}
    plain = ("seat", "event", "data")
    entries = [
        {key: entry[key] for key in plain if key in entry}
        for document in documents.values()
        for entry in document["entries"]
    ]
    times: Counter[str] = Counter()
    for _ in range(60_000):
        name = rng.choice(list(ways))
        at = rng.randrange(len(ways[name]))
        entry = twisted(json.loads(json.dumps(rng.choice(entries))), rng)
        said = refusal(ways[name][at], entry)
        if said is not None and times[said["rule"]] < PER_RULE and times.total() < REFUSALS:
            times[said["rule"]] += 1
            yield {"table": name, "at": at, "entry": entry, **said}
    print(f"{game}: {times.total()} refusals by {len(times)} rules", flush=True)


def twisted(entry: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The entry, often with a number or a word of it changed."""
    data = entry.get("data", {})
    for name, value in data.items():
        if rng.random() < 0.35:
            if isinstance(value, bool):
                data[name] = not value
            elif isinstance(value, int):
                data[name] = value + rng.choice([-3, -1, 1, 2, 7])
            elif isinstance(value, str):
                data[name] = rng.choice(["", "red 1", "blue 7", "none", "nyet", "Bun-Bun", "attack", value])
            elif isinstance(value, list) and value:
                data[name] = [*value, rng.choice(value)] if rng.random() < 0.5 else value[1:]
    return entry


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", help="only this game", choices=list(EVENINGS))
    given = parser.parse_args(arguments)
    clock = Clock()
    patches = [patch(f"{module}.now", clock) for module in MODULES_WITH_CLOCKS]
    for one in patches:
        one.start()
    with tempfile.TemporaryDirectory() as folder:
        desk = new_desk(Path(folder), shelf_with_demo())
        for game in [given.game] if given.game else EVENINGS:
            write_game(desk, game)
        desk.close()
    if not given.game:
        write_database()
    size = sum(path.stat().st_size for path in CORPUS.rglob("*") if path.is_file())
    print(f"{size / 1e6:.2f} MB in {CORPUS.relative_to(DEMO.parent.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
