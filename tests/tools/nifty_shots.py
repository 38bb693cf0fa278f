"""Pictures of every screen of Get Nifty, on phone and tablet, by day, by night and without colours.

`python tests/tools/nifty_shots.py [folder] [phone|tablet] [light|dark|grey]`. They are there to be looked at.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from browser import ARGUMENTS, ensure
from nifty_tour import Walk, every_screen
from playwright.sync_api import Browser, sync_playwright
from shots import ROOT, SIZES, server

LOOKS = ("light", "dark", "grey")


def walk(browser: Browser, base: str, size: str, look: str, folder: Path) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if look == "dark" else "light"
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    if look == "grey":
        emulation = context.new_cdp_session(page)
        emulation.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    for name in every_screen(Walk(page, base)):
        if page.locator("#badge").count():
            page.locator("#badge", has_text="Live").wait_for()
        page.screenshot(path=folder / f"{name}-{size}-{look}.png")
        page.screenshot(path=folder / f"{name}-{size}-{look}-whole.png", full_page=True)
    context.close()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "shots"
    folder.mkdir(exist_ok=True)
    sizes = [size for size in ("phone", "tablet") if size in sys.argv] or ["phone", "tablet"]
    looks = [look for look in LOOKS if look in sys.argv] or LOOKS
    with tempfile.TemporaryDirectory() as tmp, server(Path(tmp)) as base, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=ensure(), args=ARGUMENTS)
        for size in sizes:
            for look in looks:
                walk(browser, base, size, look, folder)
                print(f"{size} {look}: done", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
