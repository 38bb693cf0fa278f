"""Takes out each refusal of the games in turn and expects a test marked with its id to fail.

Exit 1 if a refusal can be taken out and nobody notices.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from marked_tests import ROOT, Run, game_folder, game_tests, run, shelf_of
from rule_source import raised_in


def verdict(root: Path, rule: str, before: Run) -> str:
    """Empty if a test notices that the refusal is gone, else what is wrong."""
    if before.broken:
        return "its game's tests cannot run:\n" + before.output
    if failing := before.failing(rule):
        return f"fails even with the rule in place: {failing[0]}"
    if not (passing := before.passing(rule)):
        return "no test is marked with it"
    files = sorted({test.partition("::")[0] for test in passing})
    after = run(root, "-x", f"--only-rule={rule}", f"--disarm={rule}", *files)
    if after.broken:
        return "the tests cannot run without it:\n" + after.output
    return "" if after.failing(rule) else f"nobody notices, not even {passing[0]}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    shelf = shelf_of(given.root)
    keys = [given.game] if given.game else list(shelf.games)
    failed = False
    with ThreadPoolExecutor(given.jobs) as pool:
        tests = {key: game_tests(given.root, [key]) for key in keys}
        before = {key: pool.submit(run, given.root, *tests[key]) for key in keys if tests[key]}
        for key in keys:
            base = before[key].result() if key in before else Run(5, "", {})
            ids = sorted(raised_in(game_folder(shelf, key)))
            found = pool.map(lambda rule, base=base: verdict(given.root, rule, base), ids)
            wrong = {rule: why for rule, why in zip(ids, found, strict=True) if why}
            print(f"{key}: {len(ids) - len(wrong)} of {len(ids)} refusals are proved")
            for rule, why in wrong.items():
                print(f"  {rule}: {why}")
            failed = failed or bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
