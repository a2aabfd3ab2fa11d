"""Symmetries of the board: positions that are equal after turning or mirroring are solved once.

In a two-player zero-sum game some optimal strategy treats mirrored information alike: the mean of an optimal strategy
and its mirror images is optimal too. So each seat's information is turned into one standard form, on its own.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from yurei.players.tablebase import symmetries
from yurei.referee.told import Told
from yurei.rules.points import Size

Ints = NDArray[np.int64]


def turned(told: Told, images: tuple[int, ...], size: Size) -> Told:
    """Return what would be told of the turned try on the turned board."""

    def moved(points: tuple[int, ...] | None) -> tuple[int, ...] | None:
        return None if points is None else size.in_order(images[point] for point in points)

    attempt, seen = told.attempt, told.seen
    if attempt is not None and attempt.point is not None:
        attempt = replace(attempt, point=images[attempt.point])
    if seen is not None:
        cells = {images[point]: cell for point, cell in seen.appeared}
        appeared = tuple((point, cells[point]) for point in size.in_order(cells))
        seen = seen._replace(appeared=appeared, gone=moved(seen.gone) or ())
    return replace(
        told,
        attempt=attempt,
        captured_points=moved(told.captured_points),
        lost_points=moved(told.lost_points),
        vanished=moved(told.vanished),
        seen=seen,
    )


class Orbits:
    """Orbits of numbered things, such as tries or tellings, under a group of turnings.

    A subgroup is a number: ``groups[number]`` holds the turnings in it.

    Args:
        images: By turning and thing, the image of the thing.
        groups: The subgroups found so far, shared by all instances.
    """

    def __init__(self, images: Ints, groups: list[frozenset[int]]) -> None:
        self.images, self.groups = images, groups
        self._known: dict[int, tuple[int, int, int, int]] = {}

    def of(self, group: Ints, thing: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Return for each thing under its subgroup: the orbit's least, the turning there, orbit size, stabiliser."""
        keys, back = np.unique(group * self.images.shape[1] + thing, return_inverse=True)
        rows = np.array([self._one(int(key)) for key in keys], dtype=np.int64).reshape(-1, 4)[back]
        return rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3]

    def _one(self, key: int) -> tuple[int, int, int, int]:
        if key not in self._known:
            number, thing = divmod(key, self.images.shape[1])
            group = self.groups[number]
            least = min(int(self.images[turning, thing]) for turning in group)
            there = min(turning for turning in group if self.images[turning, thing] == least)
            orbit = len({int(self.images[turning, thing]) for turning in group})
            fixing = frozenset(turning for turning in group if self.images[turning, least] == least)
            if fixing not in self.groups:
                self.groups.append(fixing)
            self._known[key] = least, there, orbit, self.groups.index(fixing)
        return self._known[key]


class Symmetry:
    """Symmetries of a game: of its board, of its tries, of what is told.

    Attributes:
        product: ``product[g, h]`` is the turning that does h first, then g.
        inverse: The inverse of each turning.
        tries, told: The orbits of tries and of what is told.
    """

    def __init__(self, size: Size, told: list[Told], only_identity: bool = False) -> None:
        images = symmetries(size)[: 1 if only_identity else None]
        numbers = {each: number for number, each in enumerate(images)}
        self.order = len(images)
        self.product = np.array([[numbers[tuple(g[h[p]] for p in range(size.points))] for h in images] for g in images])
        self.inverse = np.argmin(self.product, axis=1)  # the identity is number 0
        self.points = np.array([[*each, size.points] for each in images], dtype=np.int64)
        groups = [frozenset(range(self.order))]
        self.groups = groups
        self.tries = Orbits(self.points, groups)
        self.told = Orbits(self._of_told(size, images, told), groups)

    @staticmethod
    def _of_told(size: Size, images: Sequence[tuple[int, ...]], told: list[Told]) -> Ints:
        numbers = {each: number for number, each in enumerate(told)}
        rows = [[numbers.setdefault(turned(each, turning, size), len(numbers)) for each in told] for turning in images]
        if len(numbers) > len(told):  # a symmetric try would tell something not met yet
            return Symmetry._of_told(size, images, list(numbers))
        return np.array(rows, dtype=np.int64).reshape(len(images), -1)
