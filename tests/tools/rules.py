"""Which rows of the rule tables have a passing test. Exit 1 if a check, compute or flow row has none."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from marked_tests import OWED, ROOT, Run, game_tests, run, shelf_of

from companion.core.contract import Rule


def table(rows: dict[str, Rule], results: Run) -> tuple[list[str], list[str]]:
    """Lines that count rows by kind, and the ids of rows without a passing test."""
    owed = [rule for rule in rows.values() if rule.kind in OWED]
    missing = [rule.id for rule in owed if not results.passing(rule.id)]
    total = Counter(rule.kind for rule in owed)
    lacking = Counter(rows[rule].kind for rule in missing)
    lines = [f"  {kind:8} {total[kind] - lacking[kind]:4} of {total[kind]:4}" for kind in OWED]
    return lines, missing


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout")
    given = parser.parse_args(arguments)
    shelf = shelf_of(given.root)
    keys = [given.game] if given.game else list(shelf.games)
    tests = game_tests(given.root, keys)
    results = run(given.root, *tests) if tests else Run(5, "", {})
    if results.broken:
        print(results.output)
        return 2
    known = {rule for key in shelf.games for rule in shelf.rules(key)}
    failed = False
    for key in keys:
        lines, missing = table(shelf.rules(key), results)
        print(key, *lines, sep="\n")
        for rule in missing:
            why = "its test fails" if results.failing(rule) else "no test"
            print(f"  {rule}: {why}: {shelf.rules(key)[rule].rule}")
        failed = failed or bool(missing)
    for rule in sorted(set(results.outcomes) - known):
        if not rule.startswith("TABLE-"):
            print(f"{rule} is in no rule table, but marked at {next(iter(results.outcomes[rule]))}")
            failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
