"""Fixtures of journeys: what a person does in a real browser, from the first click to the end."""

import os
import re

import pytest

from tests.day_and_night import first_by_day
from tests.journeys.journey import Journey
from tests.web.conftest import club, own_server, server
from tests.web.people import Club

__all__ = ["club", "journey", "own_server", "server", "width"]  # fixtures for the tests beside this file


@pytest.fixture(params=first_by_day([1440, 390]))
def width(request: pytest.FixtureRequest) -> int:
    """Width of the screens: a laptop's, and in nightly runs a phone's too."""
    value: int = request.param
    return value


@pytest.fixture
def journey(request: pytest.FixtureRequest, club: Club, width: int) -> Journey:
    name = re.sub(r"\W+", "-", request.node.name.removeprefix("test_")).strip("-")
    return Journey(club, width, os.environ.get("YUREI_PICTURES"), name)
