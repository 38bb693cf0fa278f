"""Small files: the figures the design asks for."""

from __future__ import annotations

from collections import Counter
from statistics import median

from blocks import ROOT

MEDIAN_LINES = 120
LONGEST_LINES = 400


def test_modules_are_small() -> None:
    sizes = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "companion").rglob("*.py")
        if "__pycache__" not in path.parts
    }
    assert len(sizes) > 20
    assert median(sizes.values()) <= MEDIAN_LINES
    assert {name: size for name, size in sizes.items() if size > LONGEST_LINES} == {}


def test_test_modules_have_names_of_their_own() -> None:
    """Without packages two of the same name cannot be collected in one run."""
    names = Counter(path.name for path in (ROOT / "tests").rglob("*.py") if "demo" not in path.parts)
    assert {name for name, times in names.items() if times > 1} <= {"conftest.py"}
    assert "__init__.py" not in names
