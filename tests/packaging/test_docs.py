"""What the docs say is so: their files replay, their events exist, their game works as it stands there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from blocks import DOCS, ROOT, add_files, blocks_in, copy_tree, files_in

from companion.core.codec import Codec
from companion.core.events import CORE_EVENTS
from companion.shelf import Shelf

DEMO = ROOT / "tests" / "demo"
TABLE_FILES = [block for block in blocks_in("log-format.md", "json") if '"companion"' in block]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def run(*words: object, cwd: Path = ROOT, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *map(str, words)]
    environment = {**os.environ, "PYTHONPATH": str(cwd), **env}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120)


def test_the_log_format_shows_table_files() -> None:
    assert len(TABLE_FILES) >= 2


@pytest.mark.parametrize("block", TABLE_FILES, ids=range(len(TABLE_FILES)))
def test_a_table_file_in_the_docs_replays(tmp_path: Path, block: str) -> None:
    file = tmp_path / "table.json"
    file.write_text(block, encoding="utf-8")
    result = run("-m", "companion.cli", "replay", file, "--games", DEMO)
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["players"]


def test_the_events_in_the_docs_are_those_there_are(shelf: Shelf) -> None:
    text = (DOCS / "log-format.md").read_text(encoding="utf-8")
    section = text.split("## Events of every game", 1)[1].split("\n## ", 1)[0]
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]*)\|", section, re.MULTILINE))
    assert set(listed) == {kind.__name__ for kind in CORE_EVENTS}
    for kind in CORE_EVENTS:
        fields = {name for name in kind.__dataclass_fields__ if name not in {"seat", "ordered", "secret"}}
        assert set(re.findall(r"`(\w+)`", listed[kind.__name__])) == fields, kind.__name__
    used = {entry["event"] for block in TABLE_FILES for entry in json.loads(block)["entries"]}
    assert used <= set(Codec(shelf.games["tally"]).kinds)
    assert used >= {kind.__name__ for kind in CORE_EVENTS} - {"SetUp"}


def test_the_refusals_in_the_docs_are_what_people_get(tmp_path: Path) -> None:
    text = (DOCS / "log-format.md").read_text(encoding="utf-8")
    start = {"companion": 1, "game": "tally", "players": ["Ann", "Bo"]}
    counted = [{"seat": seat, "event": "Counted", "data": {"n": n}} for seat, n in ((0, 4), (1, -1))]
    file = tmp_path / "FILE"
    for code, entries in ((1, counted), (2, [{"event": "Sneezed"}])):
        file.write_text(json.dumps({**start, "entries": entries}))
        result = run("-m", "companion.cli", "replay", file, "--games", DEMO)
        assert result.returncode == code
        assert f"| {code} |" in text
        assert f"`{result.stderr.strip().replace(str(file), 'FILE')}`" in text


@pytest.mark.parametrize("page", sorted([*DOCS.glob("*.md"), ROOT / "README.md"]), ids=lambda page: page.name)
def test_links_in_the_docs_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = copy_tree(tmp_path_factory.mktemp("docs"), "pyproject.toml", "tests")
    add_files(tree, files_in("add-a-game.md"))
    return tree


def test_the_game_of_the_docs_keeps_the_contract_and_its_own_tests(copy: Path) -> None:
    result = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games", "-k", "coin", cwd=copy)
    assert result.returncode == 0, result.stdout
    passed = re.search(r"(\d+) passed", result.stdout)
    assert passed is not None
    assert int(passed[1]) > 15


def test_the_game_of_the_docs_is_written_as_the_others_are(copy: Path) -> None:
    folders = ["companion/games/coin", "tests/games/coin"]
    checked = run("-m", "ruff", "check", "--no-cache", *folders, cwd=copy)
    assert checked.returncode == 0, checked.stdout
    formatted = run("-m", "ruff", "format", "--no-cache", "--check", *folders, cwd=copy)
    assert formatted.returncode == 0, formatted.stdout


def test_the_game_of_the_docs_replays_its_own_example(copy: Path) -> None:
    (example,) = (copy / "companion" / "games" / "coin" / "examples").glob("*three.json")
    result = run("-m", "companion.cli", "replay", example, cwd=copy)
    assert (result.returncode, result.stderr) == (0, "")
    assert [row["score"] for row in json.loads(result.stdout)["standings"]["rows"]] == [3, 1]
