"""A player that uses all its thinking time, to measure what that costs the other games of a server."""

from __future__ import annotations

from time import thread_time

from yurei.players import Budget
from yurei.players.uniform import Uniform
from yurei.rules.state import Try

SERVING = """
import sys
from yurei import players
from yurei.apps.bench.pondering import Pondering
from yurei.apps.cli import main
players.ALL.append(Pondering)
sys.argv[0] = "yurei"
main()
"""
"""Program that runs ``yurei`` with this player."""


class Pondering(Uniform):
    """Works for two seconds on each turn, and then tries anything."""

    slug = "pondering"
    summary = "Works for two seconds on each turn, and then tries anything."
    budget = Budget(seconds=2.0)

    def decide(self, budget: Budget) -> Try:
        began = thread_time()
        while thread_time() - began < (budget.seconds or 0.0):
            pass
        return super().decide(budget)
