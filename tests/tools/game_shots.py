"""Pictures of every screen of a game, on phone and tablet, by day, by night and without colours.

`python tests/tools/game_shots.py get_nifty --size phone --look dark`. They are there to be looked at.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from browser import ARGUMENTS, ensure
from playwright.sync_api import Browser, sync_playwright
from shots import ROOT, SIZES, server
from tours import TOURS
from walk import Tour

LOOKS = ("light", "dark", "grey")


def shoot(browser: Browser, base: str, tour: Tour, size: str, look: str, folder: Path) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if look == "dark" else "light"
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    if look == "grey":
        emulation = context.new_cdp_session(page)
        emulation.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    for name in tour.walk(page, base):
        if page.locator("#badge").count():
            page.locator("#badge", has_text="Live").wait_for()
        page.screenshot(path=folder / f"{name}-{size}-{look}.png")
        page.screenshot(path=folder / f"{name}-{size}-{look}-whole.png", full_page=True)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(TOURS))
    parser.add_argument("--into", type=Path, default=ROOT / "shots")
    parser.add_argument("--size", action="append", choices=["phone", "tablet"])
    parser.add_argument("--look", action="append", choices=LOOKS)
    asked = parser.parse_args()
    asked.into.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as tmp, server(Path(tmp)) as base, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=ensure(), args=ARGUMENTS)
        for size in asked.size or ("phone", "tablet"):
            for look in asked.look or LOOKS:
                shoot(browser, base, TOURS[asked.game], size, look, asked.into)
                print(f"{size} {look}: done", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
