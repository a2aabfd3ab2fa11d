"""A house without a network."""

from tests.web.conftest import house

__all__ = ["house"]
