"""Makes problems of a kind, different from each other and numbered, and plays games of programs to make them of; the
same for the same seed.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from yurei.problems.images import fingerprint
from yurei.problems.kinds import Kind
from yurei.problems.problem import GRADES, Problem
from yurei.referee.referee import FailedTry
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.sight import NOTHING_NEW, watches
from yurei.referee.told import Told, tell
from yurei.referee.view import View, advanced, own_board_after
from yurei.rules.board import empty_board
from yurei.rules.judge import judge, lose_turn
from yurei.rules.ruleset import Repetition
from yurei.rules.state import start


def make(
    kind: Kind,
    settings: Settings,
    count: int,
    seed: int,
    tried: Callable[[], object] = lambda: None,
    patience: int | None = None,
) -> Iterator[Problem]:
    """Yield problems of a kind, none like another under symmetry and exchange of the colours.

    Args:
        kind: The kind.
        settings: The game, from ``kind.settings``.
        count: Number of problems, 0 or more.
        seed: Chooses the problems: the same seed gives the same problems.
        tried: Called after each candidate, also those in vain.
        patience: Number of candidates in a row that may be in vain, before it ends with fewer problems; None to go on
            without end.
    """
    prints: set[str] = set()
    in_vain = 0
    # A text as the seed: the same on every machine.
    candidates = kind.candidates(settings, Random(f"{kind.slug} {settings.size} {seed}"))
    while len(prints) < count and (patience is None or in_vain < patience):
        problem = next(candidates)
        tried()
        own = None if problem is None else fingerprint(problem)
        if problem is None or own is None or own in prints:
            in_vain += 1
        else:
            in_vain = 0
            prints.add(own)
            yield replace(problem, id=f"{kind.slug}-{settings.size}-{len(prints)}")


class GradeShares:
    """Drops problems of frequent grades, so that no grade takes more than its share, and rare ones stay.

    A grade that makes up more than a ninth of what was offered so far is accepted only so often that a ninth of
    all that is offered is left of it.

    Args:
        random: Decides.
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self._offered: Counter[int] = Counter()

    def accepts(self, grade: int) -> bool:
        """Return whether to keep a problem of this grade."""
        self._offered[grade] += 1
        share = self._offered[grade] / self._offered.total()
        return self._random.random() * len(GRADES) * share < 1


NAMES = ("simple", "simple", "uniform")
"""The players, one of which is chosen for each seat."""
SLOWER = 4
"""How many times longer a try takes to judge under rules of repetition that remember more than simple ko."""


def play(settings: Settings, random: Random, most: int) -> Iterator[dict[str, Told]]:
    """Play a game of programs, and yield what each listener is told of each try; a try that ends it is left out.

    Args:
        settings: The game, of two players.
        random: Chooses the players and their seeds.
        most: Greatest number of tries.
    """
    from yurei import players  # who only solves problems needs no players
    from yurei.players.player import Budget

    seats = settings.seating.seats
    state = start(settings.ruleset, settings.size, settings.komi, settings.first)
    listeners = (*seats, AUDIENCE)
    views = {seat: View.begin(settings, seat, empty_board(settings.size)) for seat in listeners}
    own = {seat: view.board for seat, view in views.items()}
    programs = {seat: players.get(random.choice(NAMES), random.randrange(2**32)) for seat in seats}
    for _ in range(most):
        mover = next(seat for seat in seats if seat.colour is state.to_move)
        verdict = judge(state, programs[mover].choose(views[mover], Budget()))
        if not verdict.accepted and settings.referee.failed_try is FailedTry.LOSE_TURN:
            verdict = replace(verdict, after=lose_turn(state))
        if verdict.after.result:
            return
        to_move = next(seat.name for seat in seats if seat.colour is verdict.after.to_move)
        watching = watches(settings.size, settings.referee.sight, own, state.cells)
        heard = {}
        for seat in listeners:
            seen = None if seat not in watching else NOTHING_NEW
            if seat in watching and verdict.accepted:
                seen = watching[seat].look(verdict, own[seat], lies=seat is mover)
            heard[seat.name] = told = tell(settings.referee, verdict, mover, seat, own[seat], to_move, seen)
            views[seat] = advanced(views[seat], told)
            own[seat] = own_board_after(own[seat], told, settings, seat)
        state = verdict.after
        yield heard


def effort_of(told: Told, settings: Settings) -> int:
    """Return how many tries under simple ko take as long to judge as those that may have been this one."""
    slower = 1 if settings.ruleset.repetition is Repetition.SIMPLE_KO else SLOWER
    kinds = 2 if settings.ruleset.ghosts else 1
    return slower * (1 if told.attempt is not None else kinds * settings.size.points + 1)
