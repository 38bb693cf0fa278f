"""The real server over loopback with real seats, and its figures as ratios against another commit.

`make bench`, or `PYTHONPATH=tests/tools python -m bench`. See docs/bench.md. Nothing leaves this machine.
"""

from __future__ import annotations

import argparse
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import gevent
from bench import crowds, examples, long_logs
from bench.checkouts import HERE, checked_out, default_base, described
from bench.http import Failed
from bench.report import as_json, commits_per_second, lines
from bench.scripts import Script, loaded
from bench.server import environment
from bench.sides import FULL, QUICK, TINY, Checkout, Sizes, fresh_servers

LONGEST = 900.0
FILES = 8000


def asked(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description="This checkout against another commit.")
    parser.add_argument("--base", default=None, help="the commit to compare with; '' for none")
    parser.add_argument("--quick", action="store_true", help="smaller counts, within a minute")
    parser.add_argument("--tiny", action="store_true", help="only to see that everything works")
    parser.add_argument("--game", action="append", help="only this game (again for more)")
    parser.add_argument("--rounds", type=int, help="how often each side takes its turn")
    parser.add_argument("--json", type=Path, help="also write every measurement to a file")
    return parser.parse_args(words)


def scripts_of(checkout: Path, games: Sequence[str] | None) -> list[Script]:
    """Written by a process of its own in the checkout under test."""
    tools = str(Path(__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "bench.scripts"],
        cwd=checkout,
        env={**environment(), "PYTHONPATH": tools},
        stdout=subprocess.PIPE,
        check=True,
    )
    found = loaded(done.stdout.decode())
    chosen = [script for script in found if not games or script.game in games]
    if not chosen:
        raise SystemExit(f"there is none of these games: {games}")
    return chosen


def allow_many_files() -> None:
    """Every phone has two connections, on both sides."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def measure(checkouts: Sequence[Checkout], scripts: Sequence[Script], sizes: Sizes, scratch: Path) -> None:
    """Both servers run all the time; only one of them works at a time. The longest game opens most phones."""
    longest = max(scripts, key=lambda script: len(script.steps))
    for script in scripts:
        phones = sizes.opening if script is longest else sizes.tables * sizes.phones
        with fresh_servers(checkouts, scratch) as sides:
            examples.measure(sides, script, sizes)
            crowds.measure(sides, script, sizes, phones)
    with fresh_servers(checkouts, scratch) as sides:
        long_logs.measure(sides, sizes)


def run(sizes: Sizes, base: str | None, games: Sequence[str] | None) -> list[Checkout]:
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        old = stack.enter_context(checked_out(base, scratch))
        scripts = scripts_of(HERE, games)
        checkouts = [*([] if old is None else [Checkout("base", old)]), Checkout("head", HERE)]
        print(f"base: {described(base) if old and base else 'none, absolute figures only'}")
        print(f"head: {described('HEAD')}, as it lies here")
        print(f"disk: {commits_per_second(scratch):,.0f} commits/s", flush=True)
        measure(checkouts, scripts, sizes, scratch)
        return checkouts


def main() -> None:
    wanted = asked()
    sizes = TINY if wanted.tiny else QUICK if wanted.quick else FULL
    if wanted.rounds:
        sizes = Sizes(**{**vars(sizes), "rounds": wanted.rounds})
    base = default_base() if wanted.base is None else wanted.base
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    allow_many_files()
    start = time.monotonic()
    try:
        with gevent.Timeout(LONGEST, Failed(f"not done after {LONGEST:.0f} s")):
            sides = run(sizes, base, wanted.game)
    except Failed as no:
        sys.exit(f"failed: {no}")
    print(*lines(sides), sep="\n")
    print(f"{time.monotonic() - start:.0f} s, medians of {sizes.rounds}; see docs/bench.md")
    if wanted.json:
        wanted.json.write_text(as_json(sides), encoding="utf-8")


if __name__ == "__main__":
    main()
