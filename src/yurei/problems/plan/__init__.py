"""Plans: goals in hidden Go that are reached whatever the referee says."""

from yurei.problems.plan.kind import KIND

__all__ = ["KIND"]
