"""The browser for the tests: one that is there, else Debian's, else Playwright's own.

`python tests/tools/browser.py` makes sure there is one and fails if there is none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path(os.environ.get("PROGRAMFILES", "C:/Program Files")) / "Google/Chrome/Application/chrome.exe",
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--host-resolver-rules=MAP *.test 127.0.0.1",
]


def installed() -> str | None:
    """The path of a Chromium or Chrome on this machine."""
    given = os.environ.get("COMPANION_CHROMIUM")
    found = [given] if given else [shutil.which(name) for name in NAMES]
    found += [str(place) for place in PLACES if place.exists()]
    return next((path for path in found if path), None)


def playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as p:
        path = p.chromium.executable_path
    return path if Path(path).exists() else None


def ensure() -> str:
    """A browser, installed if need be; raises if there is none to be had."""
    if path := installed() or playwrights_own():
        return path
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-roboto"]
        subprocess.run(install, check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if path := installed() or playwrights_own():
        return path
    raise SystemExit("No Chromium could be found or installed; the browser tests cannot run without one.")


if __name__ == "__main__":
    print(f"browser: {ensure()}")
