"""The load generator works: figures come out, and nothing failed. Nothing here is timed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from bench.http import Dechunker
from bench.scripts import loaded

TOOLS = Path(__file__).parent
ROOT = TOOLS.parents[1]


def bench(module: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(TOOLS)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_every_game_of_the_shelf_has_a_script() -> None:
    scripts = {script.game: script for script in loaded(bench("bench.scripts"))}
    assert {"nyet", "get_nifty", "tally"} <= set(scripts)
    assert scripts["nyet"].steps[-1].round == 8
    assert all(len(script.steps) == len(script.records) for script in scripts.values())


def test_two_tables_give_every_figure(tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    bench("bench", "--tiny", "--base", "", "--game", "tally", "--json", str(out))
    figures = json.loads(out.read_text(encoding="utf-8"))["head"]
    for wanted in (
        "tally: bytes per entry to 4 phones, mean",
        "tally: 2 tables x 4 phones, CPU per entry",
        "tally: 8 entries/s, tap to all phones, p99",
        "tally: opening 8 phones, memory per idle phone",
        "entry 80 : entry 50, CPU",
        "entry of 80 with a phone on the whole log, CPU : without",
        "entry 10 of 80 changed, another table's worst answer",
    ):
        assert figures[wanted]["values"], wanted


def test_a_chunked_body_is_read_in_any_pieces() -> None:
    wire = b"5\r\nid: 7\r\n1\r\n\n\r\n0\r\n\r\n"
    for size in range(1, len(wire)):
        frames = Dechunker()
        got = b"".join(frames.feed(wire[at : at + size]) for at in range(0, len(wire), size))
        assert (got, frames.ended) == (b"id: 7\n", True)
