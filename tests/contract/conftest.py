"""Fixtures of the contract tests."""

from tests.newcomer import new_ruleset

__all__ = ["new_ruleset"]
