"""Standing of an arena: its finished games, their scores, and which pairings are decided."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from yurei.apps.arena.figures.sequential import Decision, Sequential
from yurei.apps.arena.figures.statistics import Interval, Met, ratings, score_of
from yurei.apps.arena.played import Spent
from yurei.apps.arena.schedule import Job, Schedule

POINTS = {None: 0.5, "black": 1.0, "white": 0.0}
"""Points of Black, by the winner."""


@dataclass(frozen=True, slots=True)
class Sure:
    """A decision on a pairing.

    Attributes:
        one, other: The contestants of the pairing.
        decision: Accepted claim about the score of ``one``.
        pairs: Number of pairs of games that it took.
        sentence: Reason why no more games are needed.
    """

    one: str
    other: str
    decision: Decision
    pairs: int
    sentence: str


class Standing:
    """The finished games of an arena.

    A pairing that is decided counts the pairs that decided it, in the order of the schedule, and no
    others: which games finish early depends on their course, and would bias the score.

    Args:
        schedule: All games.
        test: The sequential test; None to play all games.

    Attributes:
        names: The contestants.
        games: Number of finished games.
        endless: Number of games that were ended because they had too many moves.
        wrong: The lines of the games that were lost by an error.
        took: Time that each contestant has taken.
    """

    def __init__(self, schedule: Schedule, test: Sequential | None = None) -> None:
        self.schedule, self.test = schedule, test
        self.names = [one.name for one in schedule.contestants]
        self._points: dict[tuple[str, str], dict[int, list[float]]] = {
            (one.name, other.name): {} for one, other in schedule.pairings
        }
        self._leading: dict[tuple[str, str], list[float]] = {key: [] for key in self._points}
        self._sure: dict[tuple[str, str], Sure] = {}
        self.games = self.endless = 0
        self.wrong: list[Mapping[str, Any]] = []
        self.took = {name: Spent() for name in self.names}

    def add(self, game: Mapping[str, Any]) -> None:
        """Add a finished game, as ``kept.line`` writes it."""
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
            self.took[black if seat.startswith("black") else white].add_game(Spent(**spent))
        self._look(key)

    def _look(self, key: tuple[str, str]) -> None:
        """Test whether a pairing is decided now, on whole pairs without a gap before them."""
        leading, points = self._leading[key], self._points[key]
        known = len(leading)
        while len(points.get(len(leading), ())) == 2:
            leading.append(sum(points[len(leading)]) / 2)
        if self.test is None or key in self._sure:
            return
        found = self.test.decide(leading, known)
        if found is not None:
            decision, pairs = found
            says = f"{key[0]} scores {self.test.says(decision)} against {key[1]}"
            sentence = f"stopped after {2 * pairs} games: {self.test.sure:.3g} sure that {says}"
            self._sure[key] = Sure(*key, decision, pairs, sentence)

    @property
    def sure(self) -> list[Sure]:
        """Decisions, pairing by pairing."""
        return list(self._sure.values())

    def is_over(self) -> bool:
        """Return whether no game is left to play."""
        return self.games >= self.schedule.total or len(self._sure) == len(self._points)

    def left(self, done: Iterable[int]) -> Iterator[Job]:
        """Yield the games that are still to be played, as long as the caller asks.

        Args:
            done: The numbers of the finished games.
        """
        known = set(done)
        for job in self.schedule.jobs():
            names = (job.black.name, job.white.name)
            if job.number not in known and names not in self._sure and names[::-1] not in self._sure:
                yield job

    def met(self) -> list[Met]:
        """Return the score of each pairing."""
        return [self._met(key) for key in self._points]

    def _met(self, key: tuple[str, str]) -> Met:
        points = self._points[key]
        if key in self._sure:
            return Met(*key, tuple(self._leading[key][: self._sure[key].pairs]))
        whole = tuple(sum(pair) / 2 for _, pair in sorted(points.items()) if len(pair) == 2)
        return Met(*key, whole, tuple(pair[0] for pair in points.values() if len(pair) == 1))

    def tally(self) -> dict[str, tuple[int, int, int]]:
        """Return wins, draws and losses of each contestant, in the games that count."""
        found = {name: [0, 0, 0] for name in self.names}
        for key, points in self._points.items():
            most = self._sure[key].pairs if key in self._sure else self.schedule.games
            for scored in (scored for pair, games in points.items() if pair < most for scored in games):
                for name, own in ((key[0], scored), (key[1], 1 - scored)):
                    found[name][{1.0: 0, 0.5: 1, 0.0: 2}[own]] += 1
        return {name: (won, drawn, lost) for name, (won, drawn, lost) in found.items()}

    def scores(self) -> dict[str, tuple[int, Interval]]:
        """Return games and score of each contestant."""
        met = self.met()
        return {name: score_of(name, met) for name in self.names}

    def ratings(self) -> Mapping[str, Interval]:
        """Return the rating of each contestant."""
        return ratings(self.names, self.met())
