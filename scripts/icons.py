"""Icons of the installed app, drawn from static/icon.svg by a browser.

``python scripts/icons.py`` writes them. A maskable icon is cut to any shape, so its paper goes to the edges and the
essential part stays in the middle.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from scripts.environment import find_browser, is_root

STATIC = Path(__file__).resolve().parent.parent / "src" / "yurei" / "apps" / "web" / "static"
LINES = "M0 16h32M16 0v32"
PAPER = "#dcab58"
ICONS = {"icon-192": (192, False), "icon-512": (512, False), "icon-maskable": (512, True)}
"""By name, the width in pixels, and whether the icon is maskable."""


def drawn(svg: str, maskable: bool) -> str:
    """Return a page with nothing on it but the icon."""
    if maskable:
        assert LINES in svg
        svg = svg.replace(LINES, "M-8 16h48M16 -8v48")
    look = f"background: {PAPER}; padding: 10%; box-sizing: border-box; overflow: visible" if maskable else ""
    return f"<style>body {{ margin: 0 }} svg {{ display: block; width: 100vw; height: 100vh; {look} }}</style>{svg}"


def main() -> None:
    """Draw all icons."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if is_root() else []
        browser = playwright.chromium.launch(executable_path=find_browser(), args=arguments)
        for name, (wide, maskable) in ICONS.items():
            page = browser.new_page(viewport={"width": wide, "height": wide})
            page.set_content(drawn(svg, maskable))
            page.screenshot(path=STATIC / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
