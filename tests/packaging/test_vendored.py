"""Scripts by others: just the files their makers published, with their licence, and no others."""

from __future__ import annotations

import base64
import hashlib
import json
import re

from blocks import ROOT

VENDOR = ROOT / "static" / "vendor"
SAID = json.loads((VENDOR / "vendored.json").read_text(encoding="utf-8"))


def test_vendored_files_are_the_published_ones() -> None:
    assert SAID["files"]
    for name, said in SAID["files"].items():
        digest = hashlib.sha384((VENDOR / name).read_bytes()).digest()
        assert base64.b64encode(digest).decode() == said["sha384"], name
        assert SAID["version"] in name


def test_htmx_says_the_version_that_is_written_down() -> None:
    script = (VENDOR / f"htmx-{SAID['version']}.min.js").read_text(encoding="utf-8")
    assert re.search(rf"""version\s*[=:]\s*["'`]{re.escape(SAID["version"])}["'`]""", script)


def test_nothing_else_lies_there_but_the_licence() -> None:
    assert {path.name for path in VENDOR.iterdir()} == {"vendored.json", "LICENSE-htmx", *SAID["files"]}
    assert SAID["licence"] == "0BSD"
    assert "Permission to use, copy, modify, and/or distribute" in (VENDOR / "LICENSE-htmx").read_text()


def test_pages_load_the_vendored_files_and_nothing_from_elsewhere() -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")}
    used = {name for text in pages.values() for name in re.findall(r"vendor/([\w.-]+\.js)", text)}
    assert used == set(SAID["files"])
    for path, text in pages.items():
        assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", text), path.name
