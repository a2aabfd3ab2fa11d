"""The ratings of an arena as a PNG picture; needs matplotlib, which the extra ``research`` installs."""

from __future__ import annotations

from pathlib import Path

from yurei.apps.arena.figures.report import order
from yurei.apps.arena.figures.standing import Standing


def picture(standing: Standing, file: Path) -> None:
    """Draw the ratings with their error bars into a file.

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
