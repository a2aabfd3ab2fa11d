"""Tries that were refused and cannot have become legal: the deduction is held to all games that fit what a seat was told."""

from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from tests.day_and_night import examples
from tests.known import slow
from tests.players.test_levels import play
from tests.playing import Game
from yurei import players, referee, rules
from yurei.players.refusals import MOST_REFUSED, Refusals, list_certain_refusals
from yurei.referee.table import Table
from yurei.rules.judge import judge
from yurei.rules.state import PASS, stone

MOST_GAMES = 300
"""A game is not followed any further once more games than these look like it."""
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"failed_try": "lose-turn"},
    {"repetition": "positional-superko"},
    {"repetition": "situational-superko"},
    {"seating": "rengo"},
    {"seating": "rengo-shared"},
)


def ruled_out_points(game: Game, seat: str) -> set[str]:
    """The points at which a stone is ruled out for a seat, but for those on its own board."""
    view = game.table.view(seat)
    points = (
        attempt.point
        for attempt in list_certain_refusals(view)
        if attempt in map(stone, range(view.settings.size.points))
    )
    return {view.settings.size.name(point) for point in points if point is not None and not view.board[point]}


@pytest.mark.parametrize("speaker", ["common", "olympiad", "counted", "kriegspiel", "fog", "hamburg"])
def test_a_stone_is_still_there_until_it_may_have_been_taken(speaker: str) -> None:
    assert ruled_out_points(Game(size=5, tries="C3 C3 E1 A1 E5 B1", referee=speaker), "white") == {"C3"}
    if speaker not in ("kriegspiel", "fog"):  # who do not tell of captures
        assert ruled_out_points(Game(size=5, tries="A1 A1 B1 E5 A2", referee=speaker), "white") == set()


def test_a_partners_stone_may_be_taken_without_being_named() -> None:
    game = Game(
        size=(3, 2), tries="pass A2 B2 C2 pass B1 pass B1 A1 pass C1", referee="counted", seating="rengo-shared"
    )
    assert ruled_out_points(game, "white-2") == {"B1"}, "the partner's stone stands there"
    game.play("B2")
    assert game.told("white-2").captured_count == 5
    assert ruled_out_points(game, "white-2") == set(), "only two of the five were on White 2's board"


def test_where_captures_are_not_told_only_an_enclosed_stone_may_be_gone() -> None:
    game = Game(size=5, tries="A1 A1 B1 D4 D4 E5 C1", referee="kriegspiel")
    assert ruled_out_points(game, "white") == {"A1", "D4"}
    game.play("A2")
    assert ruled_out_points(game, "white") == {"D4"}


def test_a_ko_is_refused_for_one_move_only() -> None:
    game = Game(".BW./B.BW/.BW.", "B2 C2", referee="common", first="white")
    assert not game.answers[-1].accepted
    assert ruled_out_points(game, "black") == {"C2"}
    game.play("A1 D1")
    assert ruled_out_points(game, "black") == set()


def test_a_ban_of_the_ko_outlives_lost_turns() -> None:
    game = Game(size=(4, 1), referee="common", failed_try="lose-turn")
    game.play("A1 A1 B1 A1 C1 D1")  # White loses two turns, and takes three
    game.play("B1 A1 C1 A1 A1")  # Black would have all three again, and White has placed nothing since
    assert game.reasons[-1] == "ko"
    game.play("pass")
    assert ruled_out_points(game, "black") == set()


def test_where_suicide_is_allowed_a_refused_point_is_occupied() -> None:
    game = Game(size=3, tries="B2 B2 A1 C3 C1", game="alter-igo", referee="common")
    assert ruled_out_points(game, "white") == {"B2"}


@st.composite
def openings(draw: st.DrawFn) -> tuple[Table, str]:
    """A table of a tiny board, and one of its seats."""
    game = draw(st.sampled_from([each.slug for each in rules.ALL]))
    speaker = draw(st.sampled_from([each.slug for each in referee.ALL]))
    size = draw(st.sampled_from(((2, 2), (3, 2), (4, 1), (5, 1), (3, 3))))
    table = Table(game, referee=speaker, size=size, **draw(st.sampled_from(OPTIONS)))
    return table, draw(st.sampled_from([seat.name for seat in table.settings.seating.seats]))


def check_game(table: Table, seat: str, choices: list[int]) -> int:
    """Play by these choices, and check at a seat's turns that what is ruled out is refused in every game; count it."""
    possible, checked = [table.copy()], 0
    for choice in choices:
        mover = table.to_move
        if mover is None or len(possible) > MOST_GAMES:
            break
        attempts = list(slow.all_tries(table))
        attempt = attempts[choice % len(attempts)]
        if mover == seat:
            for each in list_certain_refusals(table.view(seat)):
                checked += 1
                assert all(judge(twin._state, each).reason for twin in possible), each
        answer = table.attempt(mover, attempt)
        if answer.accepted or mover == seat or table.to_move != mover:
            possible = slow.following(possible, seat, answer.told[seat])
            assert possible
    return checked


@examples(by_day=40, by_night=10_000)
@given(openings(), st.lists(st.integers(0, 10**6), min_size=8, max_size=60))
def test_a_ruled_out_try_is_refused_in_every_game_that_fits(opening: tuple[Table, str], choices: list[int]) -> None:
    event(f"ruled out {'something' if check_game(*opening, choices) else 'nothing'}")


TOGETHER = [
    ("go", "common"),
    ("no-seki-go", "kriegspiel"),
    ("alter-igo", "hamburg"),
    ("go", "fog"),
    ("no-seki-go", "counted"),
]
"""Games and referees, one for each level by day."""


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("level", "game", "speaker"),
    [
        pytest.param(level, *pair, marks=() if number == level - 1 else pytest.mark.nightly)
        for level in players.LEVELS
        for number, pair in enumerate(TOGETHER)
    ],
)
def test_no_level_makes_a_ruled_out_try_or_passes_early(level: int, game: str, speaker: str) -> None:
    table = Table(game, referee=speaker, size=7)
    known, refused = {seat: Refusals(table.view(seat)) for seat in ("black", "white")}, 0
    for turn, (seat, attempt, answer) in enumerate(play(table, level, 80)):
        assert attempt not in known[seat].list_certain_refusals()
        assert attempt != PASS or turn >= 20
        refused = 0 if answer.accepted else refused + 1
        assert refused <= MOST_REFUSED
        for name, each in known.items():
            each.hear(answer.told[name], table.view(name))
