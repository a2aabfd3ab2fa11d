"""Journeys: what a person does from the first click to the end, in a real browser. No journey looks into the code."""

from __future__ import annotations

from tests.doors.web.conftest import club, own_server, server

__all__ = ["club", "own_server", "server"]  # fixtures for the tests beside this file
