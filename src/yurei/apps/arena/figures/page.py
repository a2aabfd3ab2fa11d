"""The report of an arena as one page of HTML that loads nothing else, and its ratings as a PNG picture."""

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from yurei.apps.arena.figures.report import as_text, order
from yurei.apps.arena.figures.standing import Standing
from yurei.apps.arena.figures.statistics import Interval

STYLE = """
:root { color-scheme: light dark; --paper: #f6f1e7; --ink: #2b2a27; --line: #b9ab90; --own: #2f5d62; --faint: #6b675e }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1d1f1e; --ink: #e9e4d8; --line: #55524a; --own: #8fc1c6; --faint: #a39d90 }
}
body { background: var(--paper); color: var(--ink); font: 1rem/1.5 Georgia, serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
div.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .7rem; text-align: right; white-space: nowrap }
th[scope=row], thead th:first-child { text-align: left; font-weight: normal }
pre { white-space: pre-wrap; overflow-wrap: anywhere; color: var(--faint); font-size: .85rem }
svg { max-width: 100%; height: auto } svg text { fill: var(--ink); font-size: 13px } svg text.number { fill: var(--faint); font-size: 11px }
svg line.grid { stroke: var(--line); stroke-width: .5 } svg line.bar { stroke: var(--own); stroke-width: 2 } svg circle { fill: var(--own) }
""".strip()
WIDTH, ROW, LEFT, RIGHT = 720, 30, 220, 40


def page(standing: Standing) -> str:
    """Return the page."""
    settings, names = standing.schedule.settings, order(standing)
    title = f"Arena: {settings.ruleset.title} on {settings.size}, referee {settings.referee.title}"
    played = f"{standing.games} of {standing.schedule.total} games; intervals are of 95 %; a draw counts half."
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>",
        f"<h1>{escape(title)}</h1><p>{escape(played)}</p>",
        *_scores(standing, names),
        "<h2>Ratings</h2>",
        plot(names, standing.ratings()),
        *_cross_table(standing, names),
        f"<h2>In words</h2><pre>{escape(as_text(standing))}</pre>",
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _scores(standing: Standing, names: list[str]) -> Iterator[str]:
    scores, rated, tally = standing.scores(), standing.ratings(), standing.tally()
    heads = ("player", "games", "score", "95 %", "Elo", "95 %", "won", "drawn", "lost")
    yield (
        '<div class="wide"><table><thead><tr>'
        + "".join(f'<th scope="col">{head}</th>' for head in heads)
        + "</tr></thead>"
    )
    for name in names:
        games, score = scores[name]
        elo = rated[name]
        cells = [
            *(str(games), f"{score.value:.3f}", f"{score.low:.3f} to {score.high:.3f}"),
            *(f"{elo.value:+.0f}", f"{elo.low:+.0f} to {elo.high:+.0f}"),
            *map(str, tally[name]),
        ]
        yield _row(name, cells)
    yield "</table></div>"


def _cross_table(standing: Standing, names: list[str]) -> Iterator[str]:
    """Yield the cross-table: points of each player (row) against each other (column)."""
    points: dict[tuple[str, str], str] = {}
    for met in standing.met():
        points[met.one, met.other] = f"{met.points:g} of {met.games}"
        points[met.other, met.one] = f"{met.games - met.points:g} of {met.games}"
    yield "<h2>Who against whom</h2>"
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("", *names))
    yield f'<div class="wide"><table><thead><tr>{heads}</tr></thead>'
    for name in names:
        yield _row(name, [points.get((name, other), "–" if name == other else "") for other in names])
    yield "</table></div>"


def _row(name: str, cells: list[str]) -> str:
    return f'<tr><th scope="row">{escape(name)}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


def plot(names: list[str], rated: Mapping[str, Interval]) -> str:
    """Return the ratings with their error bars, as SVG."""
    low, high = min(each.low for each in rated.values()), max(each.high for each in rated.values())
    step = next(step for step in (10, 20, 50, 100, 200, 500, 1000, 10**9) if (high - low) / step <= 10)
    first, last = int(low // step) * step, int(-(-high // step)) * step or step
    across = (WIDTH - LEFT - RIGHT) / max(last - first, step)
    height = ROW * len(names) + 40

    def at(elo: float) -> str:
        return f"{LEFT + (elo - first) * across:.1f}"

    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">'
        "<title>Ratings in Elo with intervals of 95 %</title>"
    ]
    for tick in range(first, last + 1, step):
        drawn.append(f'<line class="grid" x1="{at(tick)}" x2="{at(tick)}" y1="8" y2="{height - 26}"/>')
        said = f"{tick:+d}" if tick else "0"
        drawn.append(f'<text class="number" x="{at(tick)}" y="{height - 10}" text-anchor="middle">{said}</text>')
    for place, name in enumerate(names):
        elo, y = rated[name], 8 + ROW * (place + 0.5)
        shown = name if len(name) <= 28 else f"{name[:27]}…"
        drawn.append(f'<text x="{LEFT - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(shown)}</text>')
        drawn.append(f'<line class="bar" x1="{at(elo.low)}" x2="{at(elo.high)}" y1="{y:.1f}" y2="{y:.1f}"/>')
        drawn.append(f'<circle cx="{at(elo.value)}" cy="{y:.1f}" r="5"/>')
    return "".join([*drawn, "</svg>"])


def picture(standing: Standing, file: Path) -> None:
    """Draw the ratings with their error bars into a PNG file.

    Raises:
        ModuleNotFoundError: if matplotlib is not installed. It loads slowly, so that it is imported here.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    names, rated = order(standing)[::-1], standing.ratings()
    values = [rated[name].value for name in names]
    bars = [
        [rated[name].value - rated[name].low for name in names],
        [rated[name].high - rated[name].value for name in names],
    ]
    figure = Figure(figsize=(8, 1.2 + 0.4 * len(names)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.errorbar(values, range(len(names)), xerr=bars, fmt="o", color="#2f5d62", capsize=3)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.7, len(names) - 0.3)
    axes.set_xlabel("Elo, mean 0, with intervals of 95 %")
    axes.grid(axis="x", color="#b9ab90", linewidth=0.5)
    settings = standing.schedule.settings
    axes.set_title(
        f"{settings.ruleset.title} on {settings.size}, referee {settings.referee.title}, {standing.games} games"
    )
    figure.savefig(file, dpi=120)
