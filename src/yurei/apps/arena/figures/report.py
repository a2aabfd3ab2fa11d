"""The report of an arena, as text and as lines of JSON."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from yurei.apps.arena import budgets
from yurei.apps.arena.contestants import weaknesses
from yurei.apps.arena.figures.standing import Standing
from yurei.apps.arena.figures.statistics import Interval, Met

MOST_NAMED = 10
"""Most troubles that are listed one by one."""


def order(standing: Standing) -> list[str]:
    """Return the names of the contestants, the strongest first."""
    rated = standing.ratings()
    return sorted(standing.names, key=lambda name: -rated[name].value)


def lines_of(standing: Standing) -> list[dict[str, Any]]:
    """Return the results as lines of JSON. The last line has the scores alone: name, games, score, and its interval."""
    scores, rated = standing.scores(), standing.ratings()
    return [
        {"pairings": [_pairing(each) for each in standing.met()]},
        {"ratings": [{"name": name, **_interval("elo", rated[name])} for name in order(standing)]},
        {"weak": [{"name": name, "why": why} for name, why in _weak(standing).items()]},
        {"stopped": [{"one": one.one, "other": one.other, "why": one.sentence} for one in standing.sure]},
        {"wrong": [{"game": game["game"], **game["trouble"]} for game in standing.wrong]},
        {
            "players": [
                {"name": name, "games": games, **_interval("score", score)}
                for name in standing.names
                for games, score in [scores[name]]
            ]
        },
    ]


def _weak(standing: Standing) -> dict[str, str]:
    return weaknesses(standing.schedule.contestants, standing.schedule.settings)


def _pairing(met: Met) -> dict[str, Any]:
    return {"one": met.one, "other": met.other, "games": met.games, **_interval("score", met.score())}


def _interval(name: str, interval: Interval) -> dict[str, float]:
    digits = 1 if name == "elo" else 4
    found = {name: interval.value, "low": interval.low, "high": interval.high}
    return {key: round(value, digits) + 0.0 for key, value in found.items()}


def as_json(standing: Standing) -> str:
    """Return the lines of JSON as text."""
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines_of(standing))


def as_text(standing: Standing) -> str:
    """Return the report as text: a table and the remarks on it."""
    return "\n".join([*_title(standing), "", *_table(standing), *_pairings(standing), *(_ending(standing))])


def _title(standing: Standing) -> Iterator[str]:
    schedule = standing.schedule
    settings = schedule.settings
    komi = "" if settings.komi is None else f", komi {settings.komi:g}"
    yield f"{settings.ruleset.title} on {settings.size}{komi}, referee {settings.referee.title}"
    spending = {one.name: budgets.said(one.budget) for one in schedule.contestants}
    alike = set(spending.values())
    said = alike.pop() if len(alike) == 1 else ", ".join(f"{name} {budget}" for name, budget in spending.items())
    yield f"{standing.games} of {schedule.total} games, a turn has {said}, seed {schedule.seed}"
    yield from (f"{name}: {why}" for name, why in _weak(standing).items())
    yield from settings.remarks


def _table(standing: Standing) -> Iterator[str]:
    scores, rated, tally = standing.scores(), standing.ratings(), standing.tally()
    width = max(6, *(len(name) for name in standing.names))
    yield f"{'':{width}}  games  score  95 %               Elo  95 %            won drawn lost"
    for name in order(standing):
        games, score = scores[name]
        elo, (won, drawn, lost) = rated[name], tally[name]
        yield (
            f"{name:{width}}  {games:5}  {score.value:.3f}  {score.low:.3f} to {score.high:.3f}"
            f"  {elo.value:+5.0f}  {elo.low:+5.0f} to {elo.high:+5.0f}  {won:4} {drawn:5} {lost:4}"
        )


def _pairings(standing: Standing) -> Iterator[str]:
    """Yield the score of each pairing, if there are more than two contestants."""
    if len(standing.names) > 2:
        yield ""
        for met in standing.met():
            score = met.score()
            yield f"{met.one} : {met.other}  {met.points:g} of {met.games}, {score.low:.3f} to {score.high:.3f}"


def _ending(standing: Standing) -> Iterator[str]:
    """Yield the remarks: why the arena is over, errors of players, turns over budget."""
    said = [f"{sure.one} : {sure.other}  {sure.sentence}" for sure in standing.sure]
    if standing.test is not None:
        unsure = [
            met for met in standing.met() if (met.one, met.other) not in {(s.one, s.other) for s in standing.sure}
        ]
        said += [f"{met.one} : {met.other}  not sure after {met.games} games" for met in unsure]
    if standing.endless:
        said.append(f"drawn because they had too many moves: {standing.endless}")
    said += _wrong(standing)
    for name, took in standing.took.items():
        if took.over:
            said.append(
                f"{name} took too long in {took.over} of {took.turns} turns, "
                f"{took.longest:.3f} s in the longest: its games are not on equal terms"
            )
    if said:
        yield ""
        yield from said


def _wrong(standing: Standing) -> Iterator[str]:
    """Yield which contestants lost games by an error, and by which."""
    counted = Counter((game["trouble"]["name"], game["trouble"]["reason"]) for game in standing.wrong)
    for (name, reason), games in counted.most_common(MOST_NAMED):
        first = next(
            game["game"]
            for game in standing.wrong
            if (game["trouble"]["name"], game["trouble"]["reason"]) == (name, reason)
        )
        yield f"{name} lost {games} game{'s' if games > 1 else ''}, the first is {first}: it {reason}"
    if len(counted) > MOST_NAMED:
        yield f"and {len(counted) - MOST_NAMED} other ways of going wrong, see results.jsonl"
