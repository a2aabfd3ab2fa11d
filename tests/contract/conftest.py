"""What the contracts share."""

from tests.newcomer import new_ruleset

__all__ = ["new_ruleset"]
