"""Score of a game, point by point, with the owner of each point and the reason, also for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from htpy import Element, Node, caption, details, li, p, span, summary, table, tbody, td, th, thead, tr, ul

from yurei.apps.web.board.board import Say
from yurei.club.game.game import Game
from yurei.languages import N_, number_text
from yurei.rules.board import BLACK, BLACK_GHOST, BLACK_STONE, EMPTY, WHITE, WHITE_GHOST, WHITE_STONE, Colour
from yurei.rules.ruleset import Scoring
from yurei.rules.scoring import regions, without_dead


@dataclass(frozen=True)
class Region:
    """Connected empty points, dead stones removed; ``owner`` is None if no colour owns them."""

    points: tuple[int, ...]
    owner: Colour | None
    open_to_both: bool


@dataclass(frozen=True)
class Counted:
    """A counted board.

    Attributes:
        cells: The board without dead stones.
        regions: The regions of empty points.
        prisoners: Number of Black's and of White's stones captured in the game.
        dead: Number of black and of white stones marked dead.
    """

    cells: bytes
    regions: tuple[Region, ...]
    prisoners: tuple[int, int]
    dead: tuple[int, int]

    @property
    def owners(self) -> dict[int, int]:
        """Owner's cell value by owned empty point."""
        return {point: int(region.owner) for region in self.regions if region.owner for point in region.points}


def counted(game: Game) -> Counted | None:
    """Return the count of an ended game with the present dead marks; None if nothing is counted.

    Raises:
        NotOver: Before the end.
    """
    board, size = game.reference, game.settings.size
    if game.result is None or game.result.margin is None:
        return None
    cells = without_dead(board, size, game.count.dead)
    empty = tuple(
        Region(size.in_order(points), next(iter(touched)) if len(touched) == 1 else None, len(touched) == 2)
        for points, touched in regions(cells, size)
    )
    lost = game.judged[-1].verdict.after.lost
    dead = (board.count(BLACK_STONE) - cells.count(BLACK_STONE), board.count(WHITE_STONE) - cells.count(WHITE_STONE))
    return Counted(cells, empty, lost, dead)


STONES, GHOSTS = N_("Stones on the board"), N_("Ghosts on the board")
SURROUNDED = N_("Empty points that only this colour reaches")
PRISONERS, DEAD = N_("Stones captured from the opponent"), N_("The opponent’s dead stones")
KOMI, TOGETHER = N_("Komi"), N_("Total")
DEAD_STONES = N_("Dead, removed before scoring: {count}")
OWNED = {
    BLACK: N_("Black’s territory, reaches only black stones: {count}"),
    WHITE: N_("White’s territory, reaches only white stones: {count}"),
}
BOTH = N_("Neutral, reaches both colours: {count}")
NEITHER = N_("Neutral, reaches no stone: {count}")


def rows(game: Game, count: Counted) -> Iterator[tuple[str, float, float]]:
    """Yield the rows of the score: name, Black's points, White's."""
    settings = game.settings
    if settings.ruleset.scoring is Scoring.AREA:
        yield STONES, count.cells.count(BLACK_STONE), count.cells.count(WHITE_STONE)
        if settings.ruleset.ghosts:
            yield GHOSTS, count.cells.count(BLACK_GHOST), count.cells.count(WHITE_GHOST)
    yield SURROUNDED, _owned(count, BLACK), _owned(count, WHITE)
    if settings.ruleset.scoring is Scoring.TERRITORY:
        yield PRISONERS, count.prisoners[1], count.prisoners[0]
        yield DEAD, count.dead[1], count.dead[0]
    yield KOMI, 0, settings.komi or 0


def _owned(count: Counted, colour: Colour) -> int:
    return sum(len(region.points) for region in count.regions if region.owner is colour)


def explained(game: Game, say: Say, language: str) -> Node:
    """Draw the count as a table, and every region with its reason; nothing if nothing is counted."""
    count = counted(game)
    if count is None:
        return None
    lines = list(rows(game, count))
    black, white = sum(line[1] for line in lines), sum(line[2] for line in lines)
    return details(".explained", open=True)[
        summary[say(N_("Score details"))],
        table[
            caption[say(N_("Score"))],
            thead[tr[td, th(scope="col")[say(N_("Black"))], th(scope="col")[say(N_("White"))]]],
            tbody[
                (_row(say(words), one, other, language) for words, one, other in lines),
                _row(say(TOGETHER), black, white, language),
            ],
        ],
        ul(".regions")[_reasons(game, count, say)],
        bool(count.owners) and p(".note")[say(N_("Small squares on the board show who owns the empty points."))],
    ]


def _row(words: str, black: float, white: float, language: str) -> Element:
    return tr[th(scope="row")[words], td[number_text(black, language)], td[number_text(white, language)]]


def _reasons(game: Game, count: Counted, say: Say) -> Iterator[Node]:
    """Yield the groups of points: owner, reason, number, and their names, folded."""
    if game.count.dead:
        yield _named("dead", "", say(DEAD_STONES), game, game.count.dead)
    for colour, words in OWNED.items():
        owned = frozenset(point for point, owner in count.owners.items() if owner == colour)
        yield _named(colour.word, colour.word, say(words), game, owned)
    yield _named("both", "both", say(BOTH), game, _points(count, lambda each: each.open_to_both))
    yield _named(
        "neither", "", say(NEITHER), game, _points(count, lambda each: not each.owner and not each.open_to_both)
    )
    if game.settings.ruleset.scoring is Scoring.AREA and any(cell != EMPTY for cell in count.cells):
        yield li[say(N_("Every stone that stands is a point for its colour."))]


def _points(count: Counted, fits: Callable[[Region], bool]) -> frozenset[int]:
    """Return the points of all regions that fit a condition."""
    return frozenset(point for region in count.regions if fits(region) for point in region.points)


def _named(name: str, kind: str, words: str, game: Game, points: frozenset[int]) -> Node:
    if not points:
        return None
    names = p[_names(game, points)]
    return li[
        details(id=f"region-{name}", data_own="")[
            summary[kind and span(class_=f"owner {kind}"), words.format(count=len(points))], names
        ]
    ]


def _names(game: Game, points: frozenset[int]) -> str:
    size = game.settings.size
    return ", ".join(size.names(size.in_order(points)))


__all__ = ["Counted", "counted", "explained"]
