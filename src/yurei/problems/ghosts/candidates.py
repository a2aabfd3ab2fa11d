"""Makes problems of ghosts, on small boards as they are, and in regions fenced by walls on larger ones."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from yurei.problems.ghosts.proving import prove
from yurei.problems.ghosts.region import GOAL, task_of, without_ghosts
from yurei.problems.ghosts.search import Search
from yurei.problems.images import images
from yurei.problems.making import GradeShares
from yurei.problems.problem import Problem, problem_of
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, WHITE, Colour, is_legal, string_at, strings
from yurei.rules.points import Size

WHOLE = 16
"""Greatest number of points of boards that have no fence."""
SEPARATED = 0.8
REGIONS = ((4, 2), (5, 2), (6, 2), (7, 1), (3, 3), (4, 3), (5, 1), (6, 1))
"""Columns and rows of regions in the lower left corner."""
LEAST_MOVES, MOST_MOVES = 2, 4
"""Numbers of moves of problems that are made."""
SMALL = 7
"""Greatest number of points on which problems of four moves are made."""


def candidates(settings: Settings, random: Random) -> Iterator[Problem | None]:
    """Yield problems without end; None for every attempt in vain."""
    shares = GradeShares(random)
    while True:
        found = _random_position(settings.size, random)
        if found is None:
            yield None
            continue
        for target in _targets(found[0], settings.size):
            problem = _problem(settings, *found, target)
            yield problem if problem and shares.accepts(problem.grade) else None


def _targets(cells: bytes, size: Size) -> Iterator[int]:
    """Yield a point of each string that could take several moves to capture."""
    for stones, liberties in strings(cells, size):
        if LEAST_MOVES <= len(liberties) <= MOST_MOVES:
            yield min(stones)


def _problem(settings: Settings, cells: bytes, fence: frozenset[int] | None, target: int) -> Problem | None:
    """Return the problem to capture a string in as few moves as can be; None if ghosts are not needed for it, several
    moves do it, or it takes too many.
    """
    size = settings.size
    task = task_of(_bare(settings, cells, fence, target, MOST_MOVES))
    liberties = string_at(cells, size.neighbours, target)[1]
    if fence is not None and not fence >= {target, *liberties}:
        return None
    points = size.points if fence is None else len(fence)
    search, bare = Search(task), without_ghosts(task)
    in_go = Search(bare)
    for moves in range(len(liberties), (MOST_MOVES if points <= SMALL else MOST_MOVES - 1) + 1):
        if next(in_go.winning(bare.state, moves), None):
            return None
        right = list(islice(search.winning(task.state, moves), 2))
        if right:
            return _proven(_bare(settings, cells, fence, target, moves)) if len(right) == 1 else None
    return None


def _bare(settings: Settings, cells: bytes, fence: frozenset[int] | None, target: int, moves: int) -> Problem:
    size, solver = settings.size, Colour(cells[target]).opponent
    more = {"goal": GOAL, "target": size.name(target), "moves": moves}
    marked = {} if fence is None else {"fence": list(size.names(fence))}
    return Problem("ghosts", "ghosts", settings, cells, solver, (), 1, {**more, **marked})


def _proven(bare: Problem) -> Problem:
    """Return a problem with its answer, in the image with the smallest text and with the first stone as target, so
    that problems that are alike become equal.
    """
    values = [each for each in images(bare) if each["width"] == bare.settings.size.width]
    first = problem_of(min(values, key=lambda each: (each["board"], each["target"], each.get("fence", []))))
    assert first.board is not None
    size = first.settings.size
    string = string_at(first.board, size.neighbours, size.point(first.more["target"]))[0]
    fence = first.more.get("fence")
    points = None if fence is None else frozenset(size.point(each) for each in fence)
    bare = _bare(first.settings, first.board, points, min(string), first.more["moves"])
    return prove(bare).put_into(bare)


def _random_position(size: Size, random: Random) -> tuple[bytes, frozenset[int] | None] | None:
    """Return a board and its fence, None for no fence; None if a string has no liberty."""
    found = (_filled(size, range(size.points), random), None) if size.points <= WHOLE else _fenced(size, random)
    return found if is_legal(found[0], size) else None


def _filled(size: Size, points: range | frozenset[int], random: Random) -> bytes:
    """Return a board with stones on two to four fifths of some points."""
    density = random.uniform(0.4, 0.8)
    cells = bytearray(size.points)
    for point in sorted(points):
        if random.random() < density:
            cells[point] = random.choice((BLACK, WHITE))
    return bytes(cells)


def _fenced(size: Size, random: Random) -> tuple[bytes, frozenset[int]]:
    """Return a board with a region in a corner, and walls around it that have liberties outside."""
    regions = [each for each in REGIONS if each[0] <= size.width and each[1] < size.height]
    columns, rows = random.choice(regions)
    fence = frozenset(row * size.width + column for row in range(rows) for column in range(columns))
    cells = bytearray(_filled(size, fence, random))
    wall = list(_wall(size, columns, rows))
    change = random.randint(0, len(wall))
    first, then = random.sample((BLACK, WHITE), 2)
    for place, point in enumerate(wall):
        cells[point] = first if place < change else then
    _separate(cells, size, fence, random)
    return bytes(cells), fence


def _separate(cells: bytearray, size: Size, fence: frozenset[int], random: Random) -> None:
    """Give most stones that touch a wall of their colour the other colour: who is connected to a wall is safe."""
    for point in sorted(fence):
        walls = {cells[beside] for beside in size.neighbours[point] if beside not in fence}
        if cells[point] in walls and random.random() < SEPARATED:
            cells[point] = Colour(cells[point]).opponent


def _wall(size: Size, columns: int, rows: int) -> Iterator[int]:
    """Yield the points around a region in the corner, from the left edge to the lower edge."""
    yield from (rows * size.width + column for column in range(min(columns + 1, size.width)))
    if columns < size.width:
        yield from (row * size.width + columns for row in reversed(range(rows)))


__all__ = ["candidates"]
