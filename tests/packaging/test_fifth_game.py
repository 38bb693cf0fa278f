"""A game adds folders and edits nothing: the one of docs/add-a-game.md, played through the web."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from blocks import ROOT, add_files, copy_tree, files_in
from running import Phone, Running, serve_command, start

from companion.shelf import Shelf

PLACES = ("companion/games/{key}/", "templates/{key}/", "static/{key}/", "tests/games/{key}/")
SHELL = (
    "companion/*.py",
    "companion/core/*.py",
    "companion/tables/*.py",
    "companion/web/*.py",
    "templates/*.html",
    "templates/home/*.html",
    "templates/join/*.html",
    "templates/table/*.html",
    "static/js/*.js",
    "static/css/*.css",
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project's tree with one more game in it."""
    tree = copy_tree(tmp_path_factory.mktemp("fifth"))
    BEFORE.update(contents(tree))
    add_files(tree, files_in("add-a-game.md"))
    return tree


BEFORE: dict[str, bytes] = {}
"""The copy as it was before the game was added."""


def contents(tree: Path) -> dict[str, bytes]:
    files = (path for path in tree.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(tree).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def server(copy: Path) -> Iterator[Running]:
    env = {**os.environ, "PYTHONPATH": str(copy)}
    running = start(serve_command(copy / "data" / "companion.db"), cwd=copy, env=env)
    yield running
    running.stop()


def test_the_game_lies_in_folders_of_its_name_alone() -> None:
    places = tuple(place.format(key="coin") for place in PLACES)
    assert all(path.startswith(places) for path in files_in("add-a-game.md"))
    assert not any((ROOT / place).exists() for place in places), "the docs' game is not on the shelf"


def test_the_new_game_is_played_from_the_start_page_to_the_last_undo(server: Running) -> None:
    with Phone(server.url) as phone:
        assert "Coin" in phone.get("/").text
        table = phone.open_table("coin", "Ann", "Bo", goal="3")
        page = phone.get(f"/t/{table}").text
        assert "Ann</bdi> calls" in page
        style = re.search(r'href="(/static/coin/game\.css[^"]*)"', page)
        assert style is not None
        assert ".coin-row" in phone.get(style[1]).text

        flip = {"do": "flip", "called": "heads", "shown": "heads"}
        assert phone.enter(table, "k1", seat=0, **flip).status_code == 303
        assert 'data-points="0">1<' in phone.get(f"/t/{table}").text

        refused = phone.enter(table, "k2", seat=0, **flip)
        assert refused.status_code == 422
        assert "COIN-1" in refused.text
        assert "Players call in turn, from the first seat on." in refused.text
        ruled = phone.post(f"/t/{table}/enter", key="k3", seat=0, lift="COIN-1", reason="a card", **flip)
        assert ruled.status_code == 303
        assert 'data-points="0">2<' in phone.get(f"/t/{table}").text

        assert phone.post(f"/t/{table}/undo", key="k4", seq=2).status_code == 303
        assert 'data-points="0">1<' in phone.get(f"/t/{table}").text
        for path in ("", "/log", "/log/1", "/scores", "/more", "/watch", "/export.json"):
            assert phone.get(f"/t/{table}{path}").status_code == 200, path
        assert phone.get("/rules/coin").status_code == 200


def test_the_game_was_added_and_nothing_was_edited(copy: Path, server: Running) -> None:
    after = contents(copy)
    new = {name for name in after.keys() - BEFORE.keys() if not name.startswith("data/")}
    assert new == set(files_in("add-a-game.md"))
    assert {name: after.get(name) for name in BEFORE} == BEFORE


def words_of(shelf: Shelf) -> dict[str, re.Pattern[str]]:
    """Every key, title and name on the shelf, as whole words."""
    words = {*shelf.games, *shelf.titles, *(title.name for _, title in shelf.titles.values())}
    return {word: re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE) for word in words}


def test_the_shell_names_no_game(shelf: Shelf) -> None:
    patterns = words_of(shelf)
    assert "tally" in patterns
    checked = [path for pattern in SHELL for path in sorted(ROOT.glob(pattern))]
    assert len(checked) > 30
    for path in checked:
        text = path.read_text(encoding="utf-8")
        named = [word for word, pattern in patterns.items() if pattern.search(text)]
        assert not named, f"{path.relative_to(ROOT)} names {named}"


def test_the_check_for_names_would_notice(shelf: Shelf) -> None:
    pattern = words_of(shelf)["tally"]
    assert pattern.search('if game.key == "tally":')
    assert not pattern.search("a totally different thing")


def test_the_copy_is_what_was_started(copy: Path, server: Running) -> None:
    assert (copy / "data" / "companion.db").exists()
    assert (copy / "companion" / "games" / "coin" / "__pycache__").is_dir() or sys.dont_write_bytecode
