"""An open page compared with a fresh load of the same address: its table, and the time on its clocks."""

import difflib
import json
import re
import time
from typing import Any

from playwright.sync_api import Error, Page

PAGES = """async (id) => {
    const clocks = (page) => [...page.querySelectorAll(".clock")].map((clock) => {
        const time = clock.querySelector("[role=timer]");
        return {
            id: clock.id, classes: clock.className.trim(), text: time.textContent,
            rest: clock.querySelector(".rest").textContent, stages: time.dataset.stages,
        };
    });
    const part = (page) => page.getElementById(id), asked = performance.now();
    const answer = await fetch(location.href, { cache: "no-store" });
    const took = performance.now() - asked, shown = clocks(part(document));
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const age = Number(fresh.getElementById("table").dataset.age ?? 0);
    const unfolded = [...document.querySelectorAll("[data-toggled]")].map((own) => `#${own.id}`);
    const tables = [document, fresh].map((page) => {
        const table = part(page).cloneNode(true);
        for (const clock of table.querySelectorAll(".clock")) {
            clock.classList.remove("low");
            for (const time of clock.querySelectorAll("[role=timer], .rest")) time.textContent = "";
            clock.querySelector("[role=timer]").removeAttribute("data-stages");
        }
        table.removeAttribute("data-changed");
        for (const point of table.querySelectorAll("[tabindex]")) point.removeAttribute("tabindex");
        for (const id of table.querySelectorAll("[name=request]")) id.setAttribute("value", "");
        for (const missed of table.querySelectorAll("#section-told > i")) missed.remove();
        for (const own of unfolded.flatMap((id) => [...table.querySelectorAll(id)])) {
            own.removeAttribute("open");
            own.removeAttribute("data-toggled");
        }
        for (const each of [table, ...table.querySelectorAll("*")]) {
            each.classList.remove("dropped", "unveiled", "asked", "aimed");
            if (!each.classList.length) each.removeAttribute("class");
        }
        return table.outerHTML.replaceAll("<", "\\n<").split("\\n");
    });
    return { tables, took, age, shown, fresh: clocks(part(fresh)) };
}"""
"""A part of both pages without time, and without what a script adds: the tab stop, ids of requests, missed sentences, what its
reader has unfolded, classes of movement. And the clocks of both: the open page's as they were when the fresh page came, and
how old what is fresh was when it was sent, in milliseconds."""
LEAVING = ("Execution context was destroyed", "Failed to fetch")
"""What a browser says of a page that goes to another address meanwhile: to the rematch, for example."""
PATIENCE = 10
"""Seconds in which a change may still be on its way to the open page."""
CLOSE = 0.5
"""Seconds by which a clock may differ from that of a fresh page, in what it shows and in when it shows the next stage."""

OLDEST = 3_000
"""Milliseconds since which a list that is drawn for many may be drawn."""


def assert_equals_fresh_load(page: Page, part: str = "table") -> None:
    """Check that an open page, or one element of it, shows the same as a fresh load of its address."""
    end, clocks_differ_since = time.monotonic() + PATIENCE, None
    while True:
        try:
            both = page.evaluate(PAGES, part)
        except Error as error:
            if not any(words in error.message for words in LEAVING) or time.monotonic() > end:
                raise
            page.wait_for_load_state()
            continue
        shown, fresh = both["tables"]
        if shown == fresh:
            if clocks_agree(both):
                return
            clocks_differ_since = clocks_differ_since or time.monotonic()
            if time.monotonic() > clocks_differ_since + CLOSE:
                raise AssertionError(f"clocks: open page {both['shown']}, fresh load {both['fresh']}")
            page.wait_for_timeout(50)
            continue
        clocks_differ_since = None
        if time.monotonic() > end:
            raise AssertionError("\n".join(difflib.unified_diff(fresh, shown, "fresh load", "open page", n=1)))
        page.wait_for_timeout(100)


def clocks_agree(both: dict[str, Any]) -> bool:
    """Return whether the clocks of both pages show the same stage, and times less than ``CLOSE`` apart."""
    if len(both["shown"]) != len(both["fresh"]) or not 0 <= both["age"] <= OLDEST:
        return False
    for shown, fresh in zip(both["shown"], both["fresh"], strict=True):
        stages, runs = json.loads(fresh["stages"]), "running" in fresh["classes"]
        left, rest = stage_after(both["age"] if runs else 0, stages)
        expected = fresh["id"], rest, runs, runs and left < 10_000
        if (shown["id"], shown["rest"], "running" in shown["classes"], "low" in shown["classes"]) != expected:
            return False
        least, most = times_shown_as(shown["text"])
        if not (least - CLOSE <= left / 1000 and (left - both["took"]) / 1000 <= most + CLOSE):
            return False
        if not runs and shown["text"] != fresh["text"]:
            return False
    return True


def stage_after(passed: float, stages: list[tuple[int, str]]) -> tuple[float, str]:
    """Return the milliseconds left of a clock's stage after some have passed, and the text beside them."""
    for length, rest in stages:
        if passed < length:
            return length - passed, rest
        passed -= length
    return 0, ""


def times_shown_as(text: str) -> tuple[float, float]:
    """Return the range of seconds that a clock displays as this text: ``9.8``, ``4:59``, ``2 days, 3:05``."""
    if tenths := re.fullmatch(r"\d\.\d", text):
        return float(tenths[0]), float(tenths[0]) + 0.1
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    days = numbers.pop(0) if re.search(r"[^\d:]", text) else 0
    if days:
        numbers.append(0)
    seconds = 0
    for number in numbers:
        seconds = 60 * seconds + number
    return 86400 * days + seconds, 86400 * days + seconds + (60 if days else 1)


def watch_console(page: Page, errors: list[str]) -> None:
    """Add every script error of a page to a list, every answer from 400 up, and every frame with a clock in its HTML."""

    def read_frame(frame: str | bytes) -> None:
        if "data-stages" in str(frame):
            errors.append(f"{page.url}: a clock in the HTML of a frame")

    page.on("websocket", lambda socket: socket.on("framereceived", read_frame))
    page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("response", lambda answer: errors.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
