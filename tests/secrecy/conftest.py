"""A house without a network."""

from __future__ import annotations

from tests.doors.web.conftest import house

__all__ = ["house"]
