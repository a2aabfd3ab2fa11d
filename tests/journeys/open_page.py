"""An open page compared with a fresh load of the same address."""

from __future__ import annotations

import difflib
import time

from playwright.sync_api import Error, Page

TABLES = """async () => {
    const answer = await fetch(location.href, { cache: "no-store" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const unfolded = [...document.querySelectorAll("[data-toggled]")].map((own) => `#${own.id}`);
    return [document, fresh].map((page) => {
        const table = page.getElementById("table").cloneNode(true);
        for (const clock of table.querySelectorAll("[role=timer]")) {
            clock.textContent = clock.dataset.left = "";
            clock.parentElement.classList.remove("low");
        }
        for (const point of table.querySelectorAll("[tabindex]")) point.removeAttribute("tabindex");
        for (const id of table.querySelectorAll("[name=request]")) id.setAttribute("value", "");
        for (const missed of table.querySelectorAll("#section-told > i")) missed.remove();
        for (const own of unfolded.flatMap((id) => [...table.querySelectorAll(id)])) {
            own.removeAttribute("open");
            own.removeAttribute("data-toggled");
        }
        for (const each of [table, ...table.querySelectorAll("*")]) {
            each.classList.remove("changed", "dropped", "asked", "aimed");
            if (!each.classList.length) each.removeAttribute("class");
        }
        return table.outerHTML.replaceAll("<", "\\n<").split("\\n");
    });
}"""
"""The tables of both without running time, and without what a script adds: the tab stop, ids of requests, missed sentences,
what its reader has unfolded, classes of movement."""
LEAVING = ("Execution context was destroyed", "Failed to fetch")
"""What a browser says of a page that goes to another address meanwhile: to the rematch, for example."""
PATIENCE = 10
"""Seconds in which a change may still be on its way to the open page."""


def assert_equals_fresh_load(page: Page) -> None:
    """Fail where an open page shows anything but what a fresh load of its address would show."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            shown, fresh = page.evaluate(TABLES)
        except Error as error:
            if not any(words in error.message for words in LEAVING) or time.monotonic() > end:
                raise
            page.wait_for_load_state()
            continue
        if shown == fresh:
            return
        if time.monotonic() > end:
            raise AssertionError("\n".join(difflib.unified_diff(fresh, shown, "fresh load", "open page", n=1)))
        page.wait_for_timeout(100)


def watch_console(page: Page, errors: list[str]) -> None:
    """Add every script error of a page to a list, every answer from 400 up, and every frame with a clock in its HTML."""

    def read_frame(frame: str | bytes) -> None:
        if "data-left" in str(frame):
            errors.append(f"{page.url}: a clock in the HTML of a frame")

    page.on("websocket", lambda socket: socket.on("framereceived", read_frame))
    page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("response", lambda answer: errors.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
