"""A house without a network."""

from tests.doors.web.conftest import house

__all__ = ["house"]
