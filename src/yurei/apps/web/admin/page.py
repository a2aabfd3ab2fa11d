"""Admin page for the server's operator. It is in English, as the log and the command line are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from htpy import (
    Element,
    Node,
    a,
    body,
    code,
    dd,
    div,
    dl,
    dt,
    h1,
    h2,
    head,
    header,
    html,
    link,
    main,
    meta,
    meter,
    p,
    section,
    span,
    strong,
    table,
    tbody,
    td,
    th,
    thead,
    title,
    tr,
)

from yurei.club.model.durations import longest_of
from yurei.club.model.summary import COUNTING, FINAL, PLAYING, WAITING

if TYPE_CHECKING:
    from yurei.apps.web.admin.readings import Readings

EVERY = 5
"""Seconds between reloads of the page."""
SLOWEST = 12
PARTS = (0.5, 0.95, 0.99)
PHASES = {WAITING: "waiting for players", PLAYING: "being played", COUNTING: "being counted", FINAL: "over"}
REFUSED = {
    "new": "games, seats and watchers, for there is enough to do",
    "open": "anybody, for too much is open",
    "requests": "too many requests of one person or address",
    "table": "too much at once at a table",
    "sockets": "too many pages open",
}


def admin_page(now: Readings, rates: Mapping[str, float], *, still: bool) -> str:
    """Return the admin page.

    Args:
        now: The current readings.
        rates: Rates per second, by kind; empty until they are known.
        still: Whether the page stops reloading itself.
    """
    return str(
        html(lang="en")[
            head[
                meta(charset="utf-8"),
                meta(name="viewport", content="width=device-width, initial-scale=1"),
                meta(name="color-scheme", content="light dark"),
                not still and meta(http_equiv="refresh", content=str(EVERY)),
                title["How the server does – yurei"],
                link(rel="stylesheet", href="/static/style.css"),
                link(rel="stylesheet", href="/static/admin.css"),
                link(rel="icon", href="/static/icon.svg", type="image/svg+xml"),
            ],
            body[
                header[span(".name")["yurei"], h1["How the server does"]],
                main[
                    _state(now),
                    _section("Games", _games(now)),
                    _section("The server", _server(now, rates)),
                    _section("In a second", _rates(rates)),
                    _section("Refused", _refused(now)),
                    _slowest(now),
                    _notes(still=still),
                ],
            ],
        ]
    )


def _state(now: Readings) -> Element:
    """Show whether new games are accepted, and how near the server is to its limit."""
    said = "Full: no new game is begun until those that go on have room." if now.full else "New games are welcome."
    return section("#state", class_={"panel": True, "full": now.full})[
        p[strong[said]],
        div(".signs")[
            _sign("The loop is late", now.late, now.bound),
            _sign("A write waits among many", now.waits, 4 * now.bound),
        ],
    ]


def _sign(name: str, value: float, bound: float) -> Element:
    most = 2 * bound or 1.0
    shown = f"{1000 * value:.0f} ms"
    return div[
        span[name],
        meter(aria_label=name, min="0", max=f"{most:g}", high=f"{bound or most:g}", value=f"{value:g}")[shown],
        strong[shown],
        span(".note")[f"at most {1000 * bound:.0f} ms" if bound else "no bound is set"],
    ]


def _section(name: str, tiles: Iterable[tuple[str, str]]) -> Element:
    return section(".panel")[h2[name], dl(".tiles")[(div[dt[what], dd[value]] for what, value in tiles)]]


def _games(now: Readings) -> Iterator[tuple[str, str]]:
    yield "in memory", f"{sum(now.games.values()):,}"
    for phase, said in PHASES.items():
        yield said, f"{now.games.get(phase, 0):,}"
    yield "chairs with their page open", f"{now.seats:,}"
    yield "watchers", f"{now.watchers:,}"
    yield "open sockets, up to", f"{now.sockets:,}"
    yield "programs thinking", f"{now.thinking:,}"
    yield "programs in line", f"{now.in_line:,}"


def _server(now: Readings, rates: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    yield "of one core", f"{100 * rates['processor']:.0f} %" if rates else "–"
    yield "memory", f"{now.memory / 2**20:,.0f} MiB" if now.memory else "–"
    yield "open files, up to", f"{now.files:,}" if now.files else "–"
    yield "writes that wait", f"{now.writes:,}" if now.writes else "under 10"
    for part in PARTS:
        yield f"a commit, {100 * part:.0f} of 100", _within(now.commits, part)


def _rates(rates: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    if not rates:
        yield "measured from now on", "–"
    for kind, rate in rates.items():
        if kind != "processor":
            yield kind, f"{rate:,.1f}"


def _refused(now: Readings) -> Iterator[tuple[str, str]]:
    for kind, said in REFUSED.items():
        yield said, f"{now.refused.get(kind, 0):,}"


def _slowest(now: Readings) -> Element:
    """List the slowest routes by their 99th percentile."""

    def slow(within: Sequence[int]) -> list[float]:
        return [longest_of([*within], part) or 0.0 for part in reversed(PARTS)]

    routes = sorted(now.took.items(), key=lambda each: (slow(each[1]), each[0]), reverse=True)[:SLOWEST]
    return section("#slowest.panel")[
        h2["Slowest routes"],
        div(".wide", role="region", aria_label="Slowest routes", tabindex="0")[
            table[
                thead[tr[th["route"], (th[f"{100 * part:.0f} of 100"] for part in PARTS), th["requests"]]],
                tbody[
                    (
                        tr[
                            th(scope="row")[code[f"{method} {path}"]],
                            (td[_within(within, part)] for part in PARTS),
                            td[f"{within[-1]:,}"],
                        ]
                        for (method, path), within in routes
                    )
                ],
            ]
        ]
        if routes
        else p(".note")["Nothing has been asked for often enough yet."],
    ]


def _within(counts: Sequence[int], part: float) -> str:
    bound = longest_of([*counts], part)
    if bound is None:
        return "–"
    return "over 10 s" if bound == float("inf") else f"{1000 * bound:g} ms" if bound < 1 else f"{bound:g} s"


def _notes(*, still: bool) -> Node:
    again = a(href="/")["Let it come anew"] if still else a(href="/?still")["Let it stand still"]
    return section(".notes")[
        p(".note")[f"This page comes anew every {EVERY} seconds. " if not still else "This page stands still. ", again],
        p(".note")[
            "Since the server began. Times are bounds: as many took no longer. Whatever has to do with a table is counted "
            "in whole hundreds, so that nobody reads here what another does at his. The same for Prometheus: ",
            a(href="/metrics")["/metrics"],
        ],
    ]
