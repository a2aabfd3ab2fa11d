"""What the page of a game weighs, whom it asks, and that waiting is measured; by the command that measures it."""

import json
import subprocess

import pytest

from research.tests.command import PROGRAM, bench


@pytest.mark.nightly  # every page's weight is held by day, by the tests that walk over all pages
@pytest.mark.browser
def test_the_page_of_a_game_is_light_and_asks_nobody_else() -> None:
    words = ["web", "--clicks", "4", "--json"]
    done = subprocess.run([*PROGRAM, *words], capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    figures = {figure["what"]: figure for figure in json.loads(done.stdout)["figures"]}
    weight = figures["the page of a game with all that it loads"]
    assert weight["reached"], f"{weight['value']} kB"
    assert weight["value"] > figures["of it the page"]["value"] > 5
    assert figures["requests to other addresses"]["value"] == 0
    for what, most in (("click to own stone, median", 25), ("click to the opponent's page, median", 30)):
        assert 0 < figures[what]["value"] < 5000
        assert figures[what]["target"] == most


@pytest.mark.parametrize("clicks", ["0", "73"])
def test_a_number_of_clicks_out_of_range_is_refused(clicks: str) -> None:
    shown = bench("web", "--clicks", clicks)
    assert shown.exit_code == 2
    assert "--clicks is a whole number from 1 to 72" in shown.stderr
