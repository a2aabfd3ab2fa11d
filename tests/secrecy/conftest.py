"""Fixtures: an application without a network."""

from tests.web.conftest import made, webapp

__all__ = ["made", "webapp"]
