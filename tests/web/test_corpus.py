"""Tables of the landed version, entered and opened again: everything stands, reads and looks as it did."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from corpus_adapter import example_paths, forget_cards, new_desk, refusal, shelf_with_demo, tables_on_the_way
from corpus_files import CORPUS, Kept, Pages, differences, different_looks, kept_tables, pages_of, read
from corpus_landed import LANDED, found_in, goes_on, landed_desk, pages_in
from corpus_reader import replay, shelf_pages

GAMES = ("nyet", "get_nifty", "tally")
KEPT = {f"{kept.game}/{kept.name}": kept for kept in kept_tables(example_paths(shelf_with_demo()))}
MEMORY = Path("/dev/shm")


@pytest.fixture(scope="module")
def corpus_desk() -> Iterator[Any]:
    """An app of its own: the card book of other tests must not show on its pages."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        desk = new_desk(Path(folder), shelf_with_demo())
        yield desk
        desk.close()


@pytest.fixture(scope="module")
def stored_pages() -> dict[str, Pages]:
    return {game: pages_of(game) for game in GAMES}


def told(found: list[str]) -> str:
    return "\n".join(["", *found, f"({len(found)} differences; see tests/corpus/README.md)"])


@pytest.mark.parametrize("name", KEPT)
def test_a_table_comes_to_the_same_and_shows_the_same(
    corpus_desk: Any, stored_pages: dict[str, Pages], name: str
) -> None:
    kept: Kept = KEPT[name]
    outcome = replay(corpus_desk, shelf_with_demo(), read(kept.document), kept.when)
    found = [f"{name}, {one}" for one in differences(outcome, kept.expected, stored_pages[kept.game])]
    assert not found, told(found)


@pytest.mark.parametrize("game", GAMES)
def test_pages_that_need_no_table_show_the_same(
    corpus_desk: Any, stored_pages: dict[str, Pages], game: str
) -> None:
    stored = read(CORPUS / game / "shelf.json")
    forget_cards(corpus_desk)
    looks = shelf_pages(corpus_desk, game, stored["questions"])
    found = list(different_looks(looks, stored["pages"], stored_pages[game]))
    assert not found, told(found)


@pytest.mark.parametrize("game", ["nyet", "get_nifty"])
def test_what_was_refused_is_refused_by_the_same_rule_in_the_same_words(game: str) -> None:
    shelf = shelf_with_demo()
    ways: dict[str, list[Any]] = {}
    found = []
    for case in read(CORPUS / game / "refused.json")["refused"]:
        name = case["table"]
        if name not in ways:
            ways[name] = tables_on_the_way(shelf, read(KEPT[f"{game}/{name}"].document))
        expected = {key: case[key] for key in ("rule", "said", "liftable", "allowed")}
        now = refusal(ways[name][case["at"]], case["entry"])
        if now != expected:
            found.append(f"{name} after entry {case['at']}, {case['entry']}:\n  was {expected}\n  now {now}")
    assert not found, told(found)


def test_a_stored_database_opens_and_stands_as_it_did(tmp_path: Path) -> None:
    expected = read(LANDED.with_suffix(".json"))
    with landed_desk(tmp_path) as desk:
        found = found_in(desk)
        assert found["cards"] == expected["cards"]
        assert found["tables"].keys() == expected["tables"].keys()
        for code, table in found["tables"].items():
            assert table == expected["tables"][code], code


def test_a_phone_that_sat_at_a_stored_table_finds_its_seat_and_the_same_page(tmp_path: Path) -> None:
    expected = read(LANDED.with_suffix(".json"))
    with landed_desk(tmp_path) as desk:
        found = list(different_looks(dict(pages_in(desk)), expected["looks"], Pages(expected)))
    assert not found, told(found)


def test_a_stored_table_goes_on(tmp_path: Path) -> None:
    with landed_desk(tmp_path) as desk:
        gained = goes_on(desk)
    assert set(gained.values()) == {1}
    assert gained.keys() == read(LANDED.with_suffix(".json"))["tables"].keys()


def test_the_corpus_is_whole() -> None:
    """Nothing of it was lost or left out by mistake."""
    for game, random_tables in (("nyet", 12), ("get_nifty", 12), ("tally", 4)):
        names = [kept.name for kept in KEPT.values() if kept.game == game]
        examples = {path.stem for key, path in example_paths(shelf_with_demo()) if key == game}
        kept_examples = {name for name in names if not name.startswith("random-")}
        assert kept_examples <= examples
        assert len(names) - len(kept_examples) == random_tables
