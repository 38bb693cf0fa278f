"""Runs the tests that are marked with a rule and reads how they went."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.shelf import Shelf

TOOLS = Path(__file__).parent
ROOT = TOOLS.parent.parent
OWED = ("check", "compute", "flow")


@dataclass(frozen=True)
class Run:
    """`outcomes` is rule id -> test -> passed, failed or skipped."""

    status: int
    output: str
    outcomes: dict[str, dict[str, str]]

    def passing(self, rule: str) -> list[str]:
        """The passing tests of a rule; none if one of them fails."""
        tests = self.outcomes.get(rule, {})
        return [] if "failed" in tests.values() else [t for t, how in tests.items() if how == "passed"]

    def failing(self, rule: str) -> list[str]:
        return [test for test, how in self.outcomes.get(rule, {}).items() if how == "failed"]

    @property
    def broken(self) -> bool:
        """Whether pytest itself could not do its work (1: tests failed, 5: there were none)."""
        return self.status not in (0, 1, 5)


def shelf_of(root: Path) -> Shelf:
    demo = root / "tests" / "demo"
    return Shelf([demo] if demo.is_dir() else [])


def game_folder(shelf: Shelf, key: str) -> Path:
    return Path(sys.modules[f"companion.games.{key}"].__path__[0]) if key in shelf.games else Path()


def run(root: Path, *args: str) -> Run:
    """Run pytest in its own process under `root`."""
    path = os.pathsep.join(filter(None, [str(TOOLS), os.environ.get("PYTHONPATH", "")]))
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-p", "rule_plugin", "--only-rules"),
                *("-p", "no:cacheprovider", "-p", "no:randomly", "-q", "--no-header", "--tb=line"),
                *(f"--rules-report={report}", f"--rootdir={root}", *args),
            ],
            cwd=root,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        outcomes = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    return Run(done.returncode, done.stdout + done.stderr, outcomes)


def game_tests(root: Path, keys: Sequence[str]) -> list[str]:
    """The test folders of these games, as far as there are any."""
    return [f"tests/games/{key}" for key in keys if (root / "tests" / "games" / key).is_dir()]
