"""A house without a network, for those who break it."""

from tests.doors.web.conftest import house

__all__ = ["house"]
