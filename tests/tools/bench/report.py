"""The figures of both sides in one table, and as JSON."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

from bench.sides import Checkout, Figure

COMMIT_SECONDS = 0.5


def commits_per_second(folder: Path) -> float:
    """How often this disk can say that something is safe: what no entry of a single table can beat."""
    disk = sqlite3.connect(folder / "raw.db", isolation_level=None)
    disk.execute("pragma journal_mode = wal")
    disk.execute("pragma synchronous = full")
    disk.execute("create table t (a, b)")
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < COMMIT_SECONDS:
        disk.execute("insert into t values (1, 'x')")
        done += 1
    disk.close()
    return done / (time.perf_counter() - start)


def lines(sides: Sequence[Checkout]) -> list[str]:
    """One line a figure: each side's median, and with two sides the last against the first."""
    names = list(sides[-1].figures)
    width = max(map(len, names), default=0)
    heads = "".join(f"{side.name:>14}" for side in sides)
    found = [f"{'':{width}}{heads}{'   ' + sides[1].name + ':' + sides[0].name if len(sides) > 1 else ''}"]
    for name in names:
        figures = [side.figures.get(name) for side in sides]
        found.append(f"{name:{width}}{''.join(map(cell, figures))}{ratio(figures)}")
    return found


def cell(figure: Figure | None) -> str:
    return f"{'-':>14}" if figure is None else f"{number(figure.value):>10} {figure.unit:<3}"


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}" if abs(value) < 100 else f"{value:.1f}"


def ratio(figures: Sequence[Figure | None]) -> str:
    medians = [figure.value for figure in figures if figure is not None]
    return f"{medians[-1] / medians[0]:12.2f}" if len(medians) == 2 and medians[0] else ""


def as_json(sides: Sequence[Checkout]) -> str:
    """Every single measurement, for whoever wants to look closer."""
    return json.dumps(
        {
            side.name: {name: {"unit": f.unit, "values": f.values} for name, f in side.figures.items()}
            for side in sides
        },
        indent=1,
        ensure_ascii=False,
    )
