"""Pictures of every screen, on phone, tablet and laptop, by day and by night, into `shots/`.

`python tests/tools/shots.py [folder]`. They are there to be looked at.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from browser import ARGUMENTS, ensure
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
SIZES = {"phone": (360, 780), "tablet": (768, 1024), "laptop": (1280, 800)}


@contextmanager
def server(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "companion.cli", "serve", "--port", "0", "--no-browser", "--local"]
    command += ["--name", "table.test", "--db", str(folder / "shots.db"), "--games", str(ROOT / "tests/demo")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if found := re.search(r"http://[\w.]+:(\d+)", line):
                yield f"http://table.test:{found[1]}"
                return
    finally:
        process.terminate()
        process.wait(10)


class Camera:
    """One device of one size and theme; takes numbered pictures."""

    def __init__(self, browser: Browser, size: str, dark: bool, folder: Path) -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        self.page = self.context.new_page()
        self.folder, self.mark = folder, f"{size}-{'dark' if dark else 'light'}"

    def shoot(self, name: str, page: Page | None = None) -> None:
        page = page or self.page
        if page.locator("#badge").count():
            page.locator("#badge:not(.late)").wait_for()
        for attempt in range(3):
            try:
                page.screenshot(path=self.folder / f"{name}-{self.mark}.png")
                return
            except Exception:
                if attempt == 2:
                    raise


def tour(base: str, camera: Camera) -> None:
    """A short game of the demo that passes every screen of the shell."""
    page, shoot = camera.page, camera.shoot
    page.goto(base)
    shoot("01-start")
    page.goto(f"{base}/new/tally")
    shoot("02-setup")
    for n, name in enumerate(("Ann", "Bartholomew the Younger", "Cyrus")):
        page.fill(f"[name=player] >> nth={n}", name)
    page.click("button[value=host]")
    shoot("03-host")
    here = page.url.removesuffix("/host")
    page.goto(f"{here}/seats")
    shoot("04-seats")
    page.click(".tile >> nth=0")
    shoot("05-table-empty")
    for label in ("+3 for Ann", "+2 for Bart", "+3 for Ann", "+3 for Ann", "+1 for Cyrus"):
        page.get_by_role("button", name=label).click()
    page.get_by_text("Pass the turn").click()
    page.get_by_role("heading", name="Bartholomew").wait_for()
    shoot("06-table")
    page.get_by_role("button", name="+3 for Ann").click()
    page.locator("#slip .slip").wait_for()
    shoot("07-refusal")
    page.get_by_role("button", name="The card says otherwise").click()
    page.locator("[data-count='0']").get_by_text("12").wait_for()
    page.locator("#undo").click()
    page.locator("#redo").wait_for()
    shoot("08-undone")
    page.goto(f"{here}/log")
    shoot("09-log")
    page.goto(f"{here}/log/1")
    page.locator("[data-step='1']").click()
    page.get_by_text("What would it change").click()
    page.locator(".delta").wait_for()
    shoot("10-preview")
    for name, path in (("11-more", "more"), ("12-scores", "scores"), ("13-watch", "watch")):
        page.goto(f"{here}/{path}")
        shoot(name)
    page.goto(f"{base}/rules/tally")
    shoot("14-rules")
    page.goto(f"{base}/t/nowhere")
    shoot("15-error")
    page.goto(f"{base}/join")
    shoot("16-knock")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "shots"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as tmp, server(Path(tmp)) as base, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=ensure(), args=ARGUMENTS)
        for size in SIZES:
            for dark in (False, True):
                tour(base, Camera(browser, size, dark, folder))
                print(f"{size} {'dark' if dark else 'light'}: done")
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
