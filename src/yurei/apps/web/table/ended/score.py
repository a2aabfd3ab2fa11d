"""Score of a game, point by point, with the owner of each point and the reason, also for screen readers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from htpy import Element, Node, caption, details, li, p, span, summary, table, tbody, td, th, thead, tr, ul

from yurei.apps.web.board.board import Say
from yurei.club.game.game import Game
from yurei.languages import N_, number_text
from yurei.rules.board import BLACK, BLACK_GHOST, BLACK_STONE, EMPTY, WHITE, WHITE_GHOST, WHITE_STONE, Colour
from yurei.rules.ruleset import Scoring
from yurei.rules.scoring import regions, without_dead

AREAS: Mapping[frozenset[Colour], tuple[str, str, str]] = {
    frozenset({BLACK}): ("black", "black", N_("Black’s territory, reaches only black stones: {count}")),
    frozenset({WHITE}): ("white", "white", N_("White’s territory, reaches only white stones: {count}")),
    frozenset({BLACK, WHITE}): ("both", "both", N_("Neutral, reaches both colours: {count}")),
    frozenset(): ("neither", "", N_("Neutral, reaches no stone: {count}")),
}
"""Kinds of empty points, by the colours that they reach: part of an id, class of the mark, and words."""


@dataclass(frozen=True)
class Counted:
    """A counted board.

    Attributes:
        cells: The board without dead stones.
        areas: Empty points by the colours that they reach; a single colour owns them.
        prisoners: Number of Black's and of White's stones captured in the game.
        dead: Number of black and of white stones marked dead.
    """

    cells: bytes
    areas: Mapping[frozenset[Colour], frozenset[int]]
    prisoners: tuple[int, int]
    dead: tuple[int, int]

    @property
    def owners(self) -> dict[int, int]:
        """Owner's cell value by owned empty point."""
        return {point: int(colour) for colour in Colour for point in self.areas[frozenset({colour})]}


def counted(game: Game) -> Counted | None:
    """Return the count of an ended game with the present dead marks; None if nothing is counted.

    Raises:
        NotOver: Before the end.
    """
    board, size = game.reference, game.settings.size
    if game.result is None or game.result.margin is None:
        return None
    cells = without_dead(board, size, game.count.dead)
    areas = dict.fromkeys(AREAS, frozenset[int]())
    for points, colours in regions(cells, size):
        areas[frozenset(colours)] |= points
    lost = game.judged[-1].verdict.after.lost
    dead = (board.count(BLACK_STONE) - cells.count(BLACK_STONE), board.count(WHITE_STONE) - cells.count(WHITE_STONE))
    return Counted(cells, areas, lost, dead)


def rows(game: Game, count: Counted) -> Iterator[tuple[str, float, float]]:
    """Yield the rows of the score: name, Black's points, White's."""
    settings = game.settings
    if settings.ruleset.scoring is Scoring.AREA:
        yield N_("Stones on the board"), count.cells.count(BLACK_STONE), count.cells.count(WHITE_STONE)
        if settings.ruleset.ghosts:
            yield N_("Ghosts on the board"), count.cells.count(BLACK_GHOST), count.cells.count(WHITE_GHOST)
    black, white = (len(count.areas[frozenset({colour})]) for colour in (BLACK, WHITE))
    yield N_("Empty points that only this colour reaches"), black, white
    if settings.ruleset.scoring is Scoring.TERRITORY:
        yield N_("Stones captured from the opponent"), count.prisoners[1], count.prisoners[0]
        yield N_("The opponent’s dead stones"), count.dead[1], count.dead[0]
    yield N_("Komi"), 0, settings.komi or 0


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
                _row(say(N_("Total")), black, white, language),
            ],
        ],
        ul(".regions")[_reasons(game, count, say)],
        bool(count.owners) and p(".note")[say(N_("Small squares on the board show who owns the empty points."))],
    ]


def _row(words: str, black: float, white: float, language: str) -> Element:
    return tr[th(scope="row")[words], td[number_text(black, language)], td[number_text(white, language)]]


def _reasons(game: Game, count: Counted, say: Say) -> Iterator[Node]:
    """Yield the groups of points: owner, reason, number, and their names, folded."""
    dead = "dead", "", N_("Dead, removed before scoring: {count}"), game.count.dead
    groups = [dead, *((*AREAS[each], points) for each, points in count.areas.items())]
    for name, kind, words, points in groups:
        if points:
            yield li[
                details(id=f"region-{name}", data_own="")[
                    summary[kind and span(class_=f"owner {kind}"), say(words).format(count=len(points))],
                    p[", ".join(game.settings.size.names(points))],
                ]
            ]
    if game.settings.ruleset.scoring is Scoring.AREA and any(cell != EMPTY for cell in count.cells):
        yield li[say(N_("Every stone that stands is a point for its colour."))]
