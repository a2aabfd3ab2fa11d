"""A game is one file and one line: every referee, seating and door takes it without a line of code of its own."""

import json
import random

import pytest

from tests.playing import Game, drawn, play, random_game, state
from yurei import referee as referees
from yurei import rules
from yurei.apps.jsonlines import Session
from yurei.errors import Unknown
from yurei.referee import Referee
from yurei.referee import seating as seatings
from yurei.referee.seating import Seating
from yurei.referee.settings import read_settings
from yurei.referee.view import View
from yurei.rules import WHITE, Ruleset


def test_it_is_found_by_its_name_and_only_while_it_is_listed(new_ruleset: Ruleset) -> None:
    assert rules.get(new_ruleset.slug) is new_ruleset
    with pytest.raises(Unknown, match=rf"did you mean 'both-ways-go'\?.* {rules.ALL[-2].slug}, both-ways-go$"):
        rules.get("both-way-go")


def test_before_it_is_listed_nobody_knows_it() -> None:
    with pytest.raises(Unknown, match="no ruleset 'both-ways-go'"):
        rules.get("both-ways-go")


def test_its_examples_are_played(new_ruleset: Ruleset) -> None:
    both, lone = new_ruleset.examples
    assert drawn(play(state(both.board, new_ruleset, WHITE), "B1")[0].after) == both.after
    verdict = play(state(lone.board, new_ruleset), "B2")[0]
    assert (drawn(verdict.after), verdict.after.result) == (lone.after, None)


@pytest.mark.parametrize("seating", seatings.ALL, ids=lambda seating: seating.slug)
@pytest.mark.parametrize("referee", referees.ALL, ids=lambda referee: referee.slug)
def test_every_referee_and_seating_takes_it(new_ruleset: Ruleset, referee: Referee, seating: Seating) -> None:
    game = Game(None, "", new_ruleset.slug, 4, referee=referee.slug, seating=seating.slug)
    names = [*(seat.name for seat in seating.seats), "audience"]
    openings = {name: game.table.view(name) for name in names}
    random_game(random.Random(1), 60, game)
    assert len(game.answers) > 40
    for name, opening in openings.items():
        view = game.table.view(name)
        assert View.of(opening, view.heard) == view
    assert all(answer.said(language) for answer in game.answers for language in ("en", "de"))


def test_its_settings_are_written_and_read(new_ruleset: Ruleset) -> None:
    settings = Game(None, "", new_ruleset.slug).table.settings
    assert settings.plain()["ruleset"] == "both-ways-go"
    assert read_settings(settings.plain()) == settings


def test_the_line_protocol_takes_it(new_ruleset: Ruleset) -> None:
    session = Session()
    lines = [
        {
            "op": "new",
            "settings": {"ruleset": new_ruleset.slug, "width": 2, "height": 2, "first": "white"},
            "setup": "BW/B.",
        },
        {"op": "try", "kind": "stone", "point": "B1"},
        {"op": "perft", "settings": {"ruleset": new_ruleset.slug, "width": 2, "height": 1}, "n": 2},
    ]
    begun, tried, counted = (json.loads(session.answer(json.dumps(line)) or "null") for line in lines)
    assert begun["settings"]["komi"] == 0.5
    assert tried["boards"]["reference"] == "../.."
    assert tried["en"] == (
        "White has captured the following stones: A1, A2. White has lost the following stones: B1, B2."
    )
    assert counted == {"n": 5}  # a second stone would bring the empty board back to Black
