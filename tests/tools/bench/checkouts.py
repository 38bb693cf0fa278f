"""Which commit to compare with, checked out beside this one for as long as the run lasts."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parents[3]
TRUNKS = ("origin/main", "origin/master", "main", "master")


def git(*words: str) -> str | None:
    """What git says, or None if it says no."""
    try:
        done = subprocess.run(["git", "-C", str(HERE), *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def commit(name: str) -> str | None:
    return git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")


def default_base() -> str | None:
    """Where this branch left the trunk; on the trunk itself, the commit before."""
    head = commit("HEAD")
    for trunk in TRUNKS:
        if head and commit(trunk):
            fork = git("merge-base", "HEAD", trunk)
            return fork if fork and fork != head else commit("HEAD^")
    return commit("HEAD^")


def described(name: str) -> str:
    return git("log", "-1", "--format=%h %s", name) or name


@contextmanager
def checked_out(base: str | None, scratch: Path) -> Iterator[Path | None]:
    """A temporary worktree of a commit, gone afterwards. None if there is nothing to compare with."""
    if not base:
        yield None
        return
    found = commit(base)
    if found is None:
        raise SystemExit(f"there is no commit {base}")
    folder = scratch / "base"
    if git("worktree", "add", "--detach", "--force", str(folder), found) is None:
        raise SystemExit(f"git cannot check {base} out")
    try:
        yield folder
    finally:
        git("worktree", "remove", "--force", str(folder))
        git("worktree", "prune")
