"""Results of an arena: scores with intervals, ratings with error bars, and reports. A draw counts half a point.

The pairs of games are independent, not the games: both games of a pair have the same seeds, with colours swapped. If
they have the same result more often than by chance, the games carry less information than their number, and every
interval is widened accordingly; it is never narrower than for single games. See docs/decisions/0023.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import log, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

from yurei import players
from yurei.apps.arena.contestants import CHEATING, PROGRAM, budget_words
from yurei.apps.arena.playing import TimeSpent
from yurei.apps.arena.schedule import Job, Schedule, Sequential, expected_score

SURE = 0.95
ELO = 400 / log(10)  # Elo of a factor of e in the odds
PRIOR_DRAWS = 1.0  # added to every pairing for the ratings, so that an unbeaten contestant has a finite rating too
FAR = 2000 / ELO  # prior standard deviation of ratings; it links contestants that have not met yet
STEPS = 200


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its confidence interval."""

    value: float
    low: float
    high: float


def wilson_interval(score: float, games: float, sure: float = SURE) -> Interval:
    """Return the Wilson interval for a score in independent games; 0 to 1 without games. ``games`` may be a fraction.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.

    >>> found = wilson_interval(0.5, 10)
    >>> round(found.low, 4), round(found.high, 4)
    (0.2366, 0.7634)
    """
    if games <= 0:
        return Interval(score, 0.0, 1.0)
    z = NormalDist().inv_cdf((1 + sure) / 2)
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return Interval(score, max(0.0, min(score, middle - half)), min(1.0, max(score, middle + half)))


def variance_ratio(pairs: Sequence[float]) -> float:
    """Return the variance of a pair's mean score, divided by that of two independent games; at least 1.0.

    >>> variance_ratio([1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0])
    2.2222222222222223
    >>> variance_ratio([0.5, 0.5, 0.5])
    1.0
    """
    count = len(pairs)
    score = sum(pairs) / count if count else 0.0
    single = score * (1 - score) / 2
    if count < 2 or not single:
        return 1.0
    return max(1.0, sum((each - score) ** 2 for each in pairs) / (count - 1) / single)


@dataclass(frozen=True, slots=True)
class Score:
    """The results of two contestants against each other."""

    one: str
    other: str
    pairs: tuple[float, ...] = ()  # score of ``one`` in each complete pair of games, as the mean of the two
    single: tuple[float, ...] = ()  # its score in games of incomplete pairs

    @property
    def games(self) -> int:
        return 2 * len(self.pairs) + len(self.single)

    @property
    def points(self) -> float:
        """The points of ``one``: 1 for each game won, a half for each draw."""
        return 2 * sum(self.pairs) + sum(self.single)

    @property
    def weight(self) -> float:
        """The number of independent games that would give as much information as these games."""
        return self.games / variance_ratio(self.pairs)

    def score(self, sure: float = SURE) -> Interval:
        """Return the score of ``one``, between 0 and 1, with its interval."""
        return wilson_interval(self.points / self.games if self.games else 0.5, self.weight, sure)


def total_score(name: str, met: Iterable[Score]) -> tuple[int, Interval]:
    """Return the number of games of a contestant, and its score in these games with the interval."""
    games, points, weight = 0, 0.0, 0.0
    for each in met:
        if name in (each.one, each.other):
            games += each.games
            points += each.points if name == each.one else each.games - each.points
            weight += each.weight
    return games, wilson_interval(points / games if games else 0.5, weight)


def ratings(names: Sequence[str], met: Sequence[Score], sure: float = SURE) -> Mapping[str, Interval]:
    """Return Elo ratings (mean 0) with error bars: the most likely ones in the model of Bradley and Terry.

    A rating's error bar is that of its distance from the mean of all. It is computed from Fisher's information at the
    maximum, in which pairs have the weight of their independent games.

    Source: R. A. Bradley, M. E. Terry, Rank analysis of incomplete block designs, 1952.
    """
    places = {name: place for place, name in enumerate(names)}
    strengths = [0.0] * len(names)
    played = [(places[each.one], places[each.other], each) for each in met if each.games]
    for _ in range(STEPS):
        slopes, information = _slopes(strengths, played)
        steps = _solve_linear_system(information, slopes)
        largest = max(map(abs, steps), default=0.0)
        strengths = [
            old + step * min(1.0, 2 / max(largest, 1e-300)) for old, step in zip(strengths, steps, strict=True)
        ]
        if largest < 1e-9:
            break
    mean = sum(strengths) / len(strengths)
    z = NormalDist().inv_cdf((1 + sure) / 2)
    halves = [z * sqrt(max(0.0, variance)) for variance in _variances(_slopes(strengths, played)[1])]
    return {
        name: Interval(ELO * (own - mean), ELO * (own - mean - half), ELO * (own - mean + half))
        for name, own, half in zip(names, strengths, halves, strict=True)
    }


def _slopes(strengths: list[float], played: Sequence[tuple[int, int, Score]]) -> tuple[list[float], list[list[float]]]:
    """Return the derivatives of the log-likelihood by the strengths, and Fisher's information matrix."""
    count = len(strengths)
    slopes = [-own / FAR**2 for own in strengths]
    information = [[(row == column) / FAR**2 for column in range(count)] for row in range(count)]
    for one, other, each in played:
        chance = expected_score(ELO * (strengths[one] - strengths[other]))
        weight = each.weight + PRIOR_DRAWS
        scored = each.points / each.games * each.weight + PRIOR_DRAWS / 2
        slope, varies = scored - weight * chance, weight * chance * (1 - chance)
        for place, sign in ((one, 1), (other, -1)):
            slopes[place] += sign * slope
            information[place][place] += varies
        information[one][other] -= varies
        information[other][one] -= varies
    return slopes, information


def _variances(information: list[list[float]]) -> list[float]:
    """Return the variance of each strength, measured from the mean strength of all contestants."""
    count = len(information)
    shares = [[(row == column) - 1 / count for column in range(count)] for row in range(count)]
    return [
        sum(a * b for a, b in zip(share, _solve_linear_system(information, share), strict=True)) for share in shares
    ]


def _solve_linear_system(matrix: list[list[float]], right: list[float]) -> list[float]:
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    count = len(rows)
    for place in range(count):
        best = max(range(place, count), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        for below in range(place + 1, count):
            factor = rows[below][place] / rows[place][place]
            rows[below] = [a - factor * b for a, b in zip(rows[below], rows[place], strict=True)]
    found = [0.0] * count
    for place in reversed(range(count)):
        known = sum(rows[place][column] * found[column] for column in range(place + 1, count))
        found[place] = (rows[place][count] - known) / rows[place][place]
    return found


POINTS = {None: 0.5, "black": 1.0, "white": 0.0}  # of Black, by the winner


@dataclass(frozen=True, slots=True)
class DecidedPairing:
    """The decision of the sequential test on a pairing."""

    one: str
    other: str
    pairs: int  # of games that it took
    sentence: str  # why no more games are needed


class Standing:
    """The finished games of an arena, and the scores that follow from them.

    A decided pairing counts only the pairs that decided it, in the order of the schedule: which games
    finish early depends on their course, and would bias the score.
    """

    def __init__(self, schedule: Schedule, test: Sequential | None = None) -> None:
        self.schedule, self.test = schedule, test
        self.names = [one.name for one in schedule.contestants]
        self._points: dict[tuple[str, str], dict[int, list[float]]] = {
            (one.name, other.name): {} for one, other in schedule.pairings
        }
        self._leading: dict[tuple[str, str], list[float]] = {key: [] for key in self._points}
        self._sure: dict[tuple[str, str], DecidedPairing] = {}
        self.games = self.endless = 0  # endless: ended because of too many moves
        self.wrong: list[Mapping[str, Any]] = []  # lines of the games that were lost by an error
        self.took = {name: TimeSpent() for name in self.names}

    def add(self, game: Mapping[str, Any]) -> None:
        """Add a finished game, given as the line that ``running.make_result_line`` returns."""
        black, white, pair = game["black"], game["white"], game["pair"]
        straight = (black, white) in self._points
        key = (black, white) if straight else (white, black)
        points = POINTS[game["winner"]]
        self._points[key].setdefault(pair, []).append(points if straight else 1 - points)
        self.games += 1
        self.endless += game["endless"]
        if game["trouble"] is not None:
            self.wrong.append(game)
        for seat, spent in game["spent"].items():
            self.took[black if seat.startswith("black") else white].add_game(TimeSpent(**spent))
        self._check_decided(key)

    def _check_decided(self, key: tuple[str, str]) -> None:
        """Test whether the complete pairs of a pairing, up to the first missing game, decide it now."""
        leading, points = self._leading[key], self._points[key]
        known = len(leading)
        while len(points.get(len(leading), ())) == 2:
            leading.append(sum(points[len(leading)]) / 2)
        if self.test is None or key in self._sure:
            return
        found = self.test.decide(leading, known)
        if found is not None:
            decision, pairs = found
            says = f"{key[0]} scores {self.test.describe_decision(decision)} against {key[1]}"
            sentence = f"stopped after {2 * pairs} games: {self.test.sure:.3g} sure that {says}"
            self._sure[key] = DecidedPairing(*key, pairs, sentence)

    @property
    def decisions(self) -> list[DecidedPairing]:
        """The decisions of the sequential test so far, one for each decided pairing."""
        return list(self._sure.values())

    def is_over(self) -> bool:
        return self.games >= self.schedule.total or len(self._sure) == len(self._points)

    def list_remaining_jobs(self, done: Iterable[int]) -> Iterator[Job]:
        """Yield the jobs that still have to be played; ``done`` has the numbers of the finished games."""
        known = set(done)
        for job in self.schedule.jobs():
            names = (job.black.name, job.white.name)
            if job.number not in known and names not in self._sure and names[::-1] not in self._sure:
                yield job

    def list_pairing_scores(self) -> list[Score]:
        found = []
        for key, points in self._points.items():
            pairs = tuple(sum(pair) / 2 for _, pair in sorted(points.items()) if len(pair) == 2)
            single = tuple(pair[0] for pair in points.values() if len(pair) == 1)
            if key in self._sure:
                pairs, single = tuple(self._leading[key][: self._sure[key].pairs]), ()
            found.append(Score(*key, pairs, single))
        return found

    def tally(self) -> dict[str, tuple[int, int, int]]:
        """Return the wins, draws and losses of each contestant, in the games that count for the score."""
        found = {name: [0, 0, 0] for name in self.names}
        for key, points in self._points.items():
            most = self._sure[key].pairs if key in self._sure else self.schedule.games
            for scored in (scored for pair, games in points.items() if pair < most for scored in games):
                for name, own in ((key[0], scored), (key[1], 1 - scored)):
                    found[name][{1.0: 0, 0.5: 1, 0.0: 2}[own]] += 1
        return {name: (won, drawn, lost) for name, (won, drawn, lost) in found.items()}

    def scores(self) -> dict[str, tuple[int, Interval]]:
        met = self.list_pairing_scores()
        return {name: total_score(name, met) for name in self.names}

    def ratings(self) -> Mapping[str, Interval]:
        """Return the Elo rating of each contestant, with its error bar."""
        return ratings(self.names, self.list_pairing_scores())


MOST_NAMED = 10  # greatest number of errors that are listed one by one


def sort_by_rating(standing: Standing) -> list[str]:
    """Return the names of the contestants, sorted by rating, the strongest first."""
    rated = standing.ratings()
    return sorted(standing.names, key=lambda name: -rated[name].value)


def find_weaknesses(schedule: Schedule) -> dict[str, str]:
    """Return a warning, by name, for each contestant that plays this game worse than its name suggests."""
    known = [one for one in schedule.contestants if not one.who.startswith((PROGRAM, CHEATING))]
    found = {one.name: players.weakness(one.who, schedule.settings) for one in known}
    return {name: str(words) for name, words in found.items() if words}


def make_result_lines(standing: Standing) -> list[dict[str, Any]]:
    """Return the results as values for lines of JSON. The last line has only the score of each contestant."""
    rated = standing.ratings()
    pairings = [
        {"one": met.one, "other": met.other, "games": met.games, **_interval_values("score", met.score())}
        for met in standing.list_pairing_scores()
    ]
    players = [
        {"name": name, "games": games, **_interval_values("score", score)}
        for name, (games, score) in standing.scores().items()
    ]
    return [
        {"pairings": pairings},
        {"ratings": [{"name": name, **_interval_values("elo", rated[name])} for name in sort_by_rating(standing)]},
        {"weak": [{"name": name, "why": why} for name, why in find_weaknesses(standing.schedule).items()]},
        {"stopped": [{"one": one.one, "other": one.other, "why": one.sentence} for one in standing.decisions]},
        {"wrong": [{"game": game["game"], **game["trouble"]} for game in standing.wrong]},
        {"players": players},
    ]


def _interval_values(name: str, interval: Interval) -> dict[str, float]:
    digits = 1 if name == "elo" else 4
    found = {name: interval.value, "low": interval.low, "high": interval.high}
    return {key: round(value, digits) + 0.0 for key, value in found.items()}


def as_json(standing: Standing) -> str:
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in make_result_lines(standing))


def as_text(standing: Standing) -> str:
    """Return the report as text: a table of the contestants, and remarks."""
    return "\n".join(
        [*_title(standing), "", *_rating_lines(standing), *_pairing_lines(standing), *(_remarks(standing))]
    )


def _title(standing: Standing) -> Iterator[str]:
    schedule = standing.schedule
    settings = schedule.settings
    komi = "" if settings.komi is None else f", komi {settings.komi:g}"
    yield f"{settings.ruleset.title} on {settings.size}{komi}, referee {settings.referee.title}"
    spending = {one.name: budget_words(one.budget) for one in schedule.contestants}
    alike = set(spending.values())
    said = alike.pop() if len(alike) == 1 else ", ".join(f"{name} {budget}" for name, budget in spending.items())
    yield f"{standing.games} of {schedule.total} games, a turn has {said}, seed {schedule.seed}"
    yield from (f"{name}: {why}" for name, why in find_weaknesses(schedule).items())
    yield from settings.remarks


def _rating_lines(standing: Standing) -> Iterator[str]:
    scores, rated, tally = standing.scores(), standing.ratings(), standing.tally()
    width = max(6, *(len(name) for name in standing.names))
    yield f"{'':{width}}  games  score  95 %               Elo  95 %            won drawn lost"
    for name in sort_by_rating(standing):
        games, score = scores[name]
        elo, (won, drawn, lost) = rated[name], tally[name]
        yield (
            f"{name:{width}}  {games:5}  {score.value:.3f}  {score.low:.3f} to {score.high:.3f}"
            f"  {elo.value:+5.0f}  {elo.low:+5.0f} to {elo.high:+5.0f}  {won:4} {drawn:5} {lost:4}"
        )


def _pairing_lines(standing: Standing) -> Iterator[str]:
    """Yield a line with the score of each pairing, if there are three contestants or more."""
    if len(standing.names) > 2:
        yield ""
        for met in standing.list_pairing_scores():
            score = met.score()
            yield f"{met.one} : {met.other}  {met.points:g} of {met.games}, {score.low:.3f} to {score.high:.3f}"


def _remarks(standing: Standing) -> Iterator[str]:
    """Yield the remarks of the report: the reason for the end, errors of players, and turns over budget."""
    said = [f"{sure.one} : {sure.other}  {sure.sentence}" for sure in standing.decisions]
    if standing.test is not None:
        decided = {(sure.one, sure.other) for sure in standing.decisions}
        unsure = [met for met in standing.list_pairing_scores() if (met.one, met.other) not in decided]
        said += [f"{met.one} : {met.other}  not sure after {met.games} games" for met in unsure]
    if standing.endless:
        said.append(f"drawn because they had too many moves: {standing.endless}")
    said += _errors_by_contestant(standing)
    for name, took in standing.took.items():
        if took.over:
            said.append(
                f"{name} took too long in {took.over} of {took.turns} turns, "
                f"{took.longest:.3f} s in the longest: its games are not on equal terms"
            )
    if said:
        yield ""
        yield from said


def _errors_by_contestant(standing: Standing) -> Iterator[str]:
    """Yield a line for each error that lost a contestant games, the most frequent first."""
    causes = [(game["trouble"]["name"], game["trouble"]["reason"]) for game in standing.wrong]
    counted = Counter(causes)
    for cause, games in counted.most_common(MOST_NAMED):
        (name, reason), first = cause, standing.wrong[causes.index(cause)]["game"]
        yield f"{name} lost {games} game{'s' if games > 1 else ''}, the first is {first}: it {reason}"
    if len(counted) > MOST_NAMED:
        yield f"and {len(counted) - MOST_NAMED} other ways of going wrong, see results.jsonl"


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


def make_html_report(standing: Standing) -> str:
    """Return the report as one HTML page that needs no other files."""
    settings, names = standing.schedule.settings, sort_by_rating(standing)
    title = f"Arena: {settings.ruleset.title} on {settings.size}, referee {settings.referee.title}"
    played = f"{standing.games} of {standing.schedule.total} games; intervals are of 95 %; a draw counts half."
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>",
        f"<h1>{escape(title)}</h1><p>{escape(played)}</p>",
        *_score_lines(standing, names),
        "<h2>Ratings</h2>",
        draw_rating_chart(names, standing.ratings()),
        *_cross_table(standing, names),
        f"<h2>In words</h2><pre>{escape(as_text(standing))}</pre>",
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _score_lines(standing: Standing, names: list[str]) -> list[str]:
    scores, rated, tally = standing.scores(), standing.ratings(), standing.tally()
    rows = {}
    for name in names:
        (games, score), elo = scores[name], rated[name]
        rows[name] = [
            *(str(games), f"{score.value:.3f}", f"{score.low:.3f} to {score.high:.3f}"),
            *(f"{elo.value:+.0f}", f"{elo.low:+.0f} to {elo.high:+.0f}"),
            *map(str, tally[name]),
        ]
    return _html_table(("player", "games", "score", "95 %", "Elo", "95 %", "won", "drawn", "lost"), rows)


def _cross_table(standing: Standing, names: list[str]) -> list[str]:
    """Return the cross-table as HTML: the points of each contestant (row) against each other one (column)."""
    points: dict[tuple[str, str], str] = {}
    for met in standing.list_pairing_scores():
        points[met.one, met.other] = f"{met.points:g} of {met.games}"
        points[met.other, met.one] = f"{met.games - met.points:g} of {met.games}"
    rows = {name: [points.get((name, other), "–" if name == other else "") for other in names] for name in names}
    return ["<h2>Who against whom</h2>", *_html_table(("", *names), rows)]


def _html_table(heads: Iterable[str], rows: Mapping[str, list[str]]) -> list[str]:
    """Return a table as lines of HTML, with the name of each row before its cells."""
    columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    lines = [f'<div class="wide"><table><thead><tr>{columns}</tr></thead>']
    for name, cells in rows.items():
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        lines.append(f'<tr><th scope="row">{escape(name)}</th>{shown}</tr>')
    return [*lines, "</table></div>"]


def draw_rating_chart(names: list[str], rated: Mapping[str, Interval]) -> str:
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


def save_rating_chart(standing: Standing, file: Path) -> None:
    """Draw the ratings with their error bars into a PNG file. Imports matplotlib, which takes long to load."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    names, known, settings = sort_by_rating(standing)[::-1], standing.ratings(), standing.schedule.settings
    rated = [known[name] for name in names]
    bars = [[elo.value - elo.low for elo in rated], [elo.high - elo.value for elo in rated]]
    figure = Figure(figsize=(8, 1.2 + 0.4 * len(names)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    places = range(len(names))
    axes.errorbar([elo.value for elo in rated], places, xerr=bars, fmt="o", color="#2f5d62", capsize=3)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.7, len(names) - 0.3)
    axes.set_xlabel("Elo, mean 0, with intervals of 95 %")
    axes.grid(axis="x", color="#b9ab90", linewidth=0.5)
    title = f"{settings.ruleset.title} on {settings.size}, referee {settings.referee.title}, {standing.games} games"
    axes.set_title(title)
    figure.savefig(file, dpi=120)
