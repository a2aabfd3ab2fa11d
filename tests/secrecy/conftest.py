"""An application without a network."""

from tests.web.conftest import webapp

__all__ = ["webapp"]
