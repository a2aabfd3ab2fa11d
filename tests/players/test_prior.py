"""The prior: as many stones expected as are hidden, and what kind of opponent this is, learned from one's own tries."""

import numpy as np
import pytest

from yurei.players.belief.ledger import Ledger
from yurei.players.belief.worlds import DOUBT, KINDS, FittedPrior, chances
from yurei.referee.table import Table


class Seat:
    """A seat that hears what is said, with its prior."""

    def __init__(self, table: Table, name: str) -> None:
        self.table, self.name, self.prior = table, name, FittedPrior()
        self.view = table.view(name)
        self.ledger = Ledger(self.view)

    def believes(self) -> np.ndarray:
        """Ask the prior; returns the odds."""
        return self.prior.odds(self.ledger, self.view)

    def tries(self, where: str, by: str | None = None) -> bool:
        """Something is tried, by this seat if nobody else is named; says whether it was accepted."""
        answer = self.table.attempt(by or self.name, where)
        self.view = self.table.view(self.name)
        self.prior.hear(answer.told[self.name], self.view)
        self.ledger.hear(answer.told[self.name], self.view)
        return answer.accepted


@pytest.fixture
def black() -> Seat:
    """Black, who is to move on 5x5: his stones are B2 and B4, White's are C3 and D4."""
    seat = Seat(Table("go", referee="olympiad", size=5), "black")
    for who, where in (("black", "B2"), ("white", "C3"), ("black", "B4"), ("white", "D4")):
        seat.tries(where, who)
    return seat


@pytest.mark.parametrize(("where", "accepted"), [("C3", False), ("A5", True)])
def test_the_kind_of_opponent_follows_bayes_rule(black: Seat, where: str, accepted: bool) -> None:
    black.believes()
    assert black.prior._chances is not None
    chance = black.prior._chances[:, black.view.settings.size.point(where)].copy()
    assert black.tries(where) is accepted
    likely = np.array(KINDS) * (1 - chance if accepted else chance)
    assert black.prior.kinds == pytest.approx(likely / likely.sum())
    assert black.prior.kinds != pytest.approx(np.array(KINDS))


def test_nothing_is_learned_from_passes_or_tries_of_the_opponent(black: Seat) -> None:
    black.believes()
    black.tries("pass")
    black.tries("E5", "white")
    assert black.prior.kinds == pytest.approx(np.array(KINDS))


def test_nothing_is_learned_from_a_refusal_that_tells_of_no_stone() -> None:
    seat = Seat(Table("go", referee="hamburg", size=3), "black")
    for who, where in (("black", "C3"), ("white", "A2"), ("black", "C2"), ("white", "B1"), ("black", "C1")):
        seat.tries(where, who)
    seat.tries("pass", "white")
    seat.believes()
    assert not seat.tries("A1")
    assert seat.view.heard[-1].reason is not None
    assert seat.view.heard[-1].reason.value == "suicide"
    assert seat.prior.kinds == pytest.approx(np.array(KINDS))


def test_no_kind_is_ever_ruled_out(black: Seat) -> None:
    for _ in range(50):
        black.believes()
        assert black.prior._chances is not None
        black.prior._chances[:, 0] = (1e-5, 0.5, 0.9)
        black.prior.hear(refused_at_a1(black), black.view)
    assert black.prior.kinds.min() >= DOUBT / 2
    assert black.prior.kinds.sum() == pytest.approx(1)


def refused_at_a1(black: Seat):  # type: ignore[no-untyped-def]
    """What Black would be told if A1 were White's."""
    table = Table("go", referee="olympiad", size=5)
    for who, where in (("black", "B2"), ("white", "A1")):
        table.attempt(who, where)
    return table.attempt("black", "A1").told["black"]


def test_as_many_are_expected_as_are_hidden() -> None:
    logits = np.linspace(-3, 3, 50, dtype=np.float32).reshape(2, 5, 5)
    can = np.ones((2, 5, 5), np.float32)
    can[:, 0, 0] = 0
    hidden = np.array([4.0, 11.0], np.float32).reshape(2, 1, 1)
    found = chances(logits, can, hidden)
    assert (found * can).sum((1, 2)) == pytest.approx([4, 11], abs=0.05)
    assert found[:, 0, 0].max() < 1e-4
    assert (np.diff(found[0].ravel()[1:]) > 0).all()
