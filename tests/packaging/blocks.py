"""Blocks of code in the docs, and a copy of the project's tree to try them in."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FILE = re.compile(r"^\*\*`?([\w./-]+)`?\*\*\n+```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TREE = ("companion", "templates", "static")


def files_in(document: str) -> dict[str, str]:
    """Every file a page of the docs gives: its path in bold, then a block with what is in it."""
    found = FILE.findall((DOCS / document).read_text(encoding="utf-8"))
    assert len({path for path, _ in found}) == len(found), "a file is given twice"
    return dict(found)


def blocks_in(document: str, language: str) -> list[str]:
    text = (DOCS / document).read_text(encoding="utf-8")
    return [block for kind, block in BLOCK.findall(text) if kind == language]


def copy_tree(to: Path, *more: str) -> Path:
    """The package, its templates and styles, without what running them left behind."""
    for name in (*TREE, *more):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        else:
            shutil.copy(source, to / name)
    return to


def add_files(to: Path, files: dict[str, str]) -> None:
    """Puts new files into a tree; none of them may be there already."""
    for path, content in files.items():
        target = to / path
        assert not target.exists(), f"{path} is there already"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")
