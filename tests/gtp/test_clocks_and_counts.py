"""How much of its time an engine takes, and how it counts where it has no kernel."""

import pytest

from tests.gtp.session import engine, holds, said
from yurei import players
from yurei.apps.gtp.engine import LEAST, Clocks, dialect, standard
from yurei.apps.gtp.protocol import Refused
from yurei.rules.board import BLACK, WHITE


@pytest.mark.parametrize(
    ("settings", "left", "seconds"),
    [
        ("time_settings 0 1 0", None, None),
        ("time_settings 100 0 0", None, 4.0),
        ("time_settings 0 300 25", None, 9.6),
        ("time_settings 1000 300 25", None, 40.0),
        ("time_settings 600 300 25", (120, 10), 9.6),
        ("time_settings 600 300 25", (0, 0), 9.6),
        ("time_settings 100 0 0", (0, 0), LEAST),
        ("kgs-time_settings none", None, None),
        ("kgs-time_settings absolute 500", (50, 0), 2.0),
        ("kgs-time_settings byoyomi 0 30 5", None, 24.0),
        ("kgs-time_settings byoyomi 600 30 5", (20, 2), 16.0),
        ("kgs-time_settings canadian 0 300 25", None, 9.6),
        ("kata-time_settings fischer 300 10", None, 12.0),
        ("kata-time_settings fischer-capped 300 10 600 -1", (250, 0), 10.0),
        ("kata-time_settings fischer-capped 300 10 -1 -1", None, 12.0),
        ("time_settings 300.5 0 0", None, 12.02),
        ("time_settings 0 0.5 1", None, 0.4),
        ("kgs-time_settings byoyomi 0 0.5 3", None, 0.4),
        ("time_settings 60 0 0", (3.5, 0), 0.14),
        ("time_settings 60 0 0", (10, 2), 4.0),
        ("time_settings 999999999 0 0", (999999999, 0), 1264896.0),
    ],
)
def test_a_move_takes_a_part_of_the_time_left(
    settings: str, left: tuple[float, int] | None, seconds: float | None
) -> None:
    command, *words = settings.split()
    clocks = Clocks()
    clocks.set(standard(words) if command == "time_settings" else dialect(words))
    if left is not None:
        clocks.told(BLACK, *left)
    budget = clocks.budget(BLACK).seconds
    assert budget == (seconds if seconds is None else pytest.approx(seconds))


TIME_SETTINGS = (
    "",
    *("time_settings 60 0 0", "time_settings 0 0 0", "time_settings 0 0.5 1", "time_settings 10.5 30 5"),
    *("kgs-time_settings none", "kgs-time_settings absolute 0", "kgs-time_settings byoyomi 0 1 1"),
    *("kgs-time_settings canadian 0 1 3", "kgs-time_settings fischer 0 0", "kgs-time_settings fischer 60 999999999"),
    *("kata-time_settings fischer-capped 1 1 0 0", "kata-time_settings fischer-capped 60 1 -1 -1"),
)
TIMES_LEFT = ("0 0", "0 1", "0 2", "0 999999999", "-3 0", "-3.5 4", "3.5 0", "0.001 2", "999999999 1", "60 0")


@pytest.mark.by_day
@pytest.mark.parametrize("settings", TIME_SETTINGS)
@pytest.mark.parametrize("left", TIMES_LEFT)
def test_every_clock_and_every_time_left_allow_moves(settings: str, left: str) -> None:
    playing = engine("uniform", width=3, height=3)
    for line in filter(None, (settings, f"time_left b {left}")):
        assert said(playing, line) == "="
    for command in ("genmove b", "reg_genmove b", "genmove b", "genmove w"):
        assert said(playing, command).startswith("= ")


@pytest.mark.parametrize("spent", [0, 0.001, 1, 61, 10**6])
def test_a_clock_that_has_run_out_never_divides_by_its_missing_period(spent: float) -> None:
    for settings in filter(None, TIME_SETTINGS):
        command, *words = settings.split()
        clocks = Clocks()
        clocks.set(standard(words) if command == "time_settings" else dialect(words))
        clocks.told(BLACK, 0, 2)
        clocks.spent(BLACK, spent)
        seconds = clocks.budget(BLACK).seconds
        assert seconds is None or seconds > 0


def test_an_engine_takes_its_own_time_off_its_clock() -> None:
    clocks = Clocks()
    clocks.set(standard(["100", "10", "1"]))
    clocks.spent(WHITE, 50)
    assert clocks.budget(WHITE).clock == 50
    assert clocks.budget(BLACK).clock == 100
    clocks.spent(WHITE, 57)
    assert clocks.budget(WHITE).clock == 10, "a period begins anew with its move"
    clocks.reset()
    assert clocks.budget(WHITE).clock == 100


@pytest.mark.parametrize(
    "words", ["", "hourglass 1", "absolute", "absolute -1", "byoyomi 1 0 1", "canadian 1 1 0", "none 1"]
)
def test_a_clock_that_is_none_is_a_syntax_error(words: str) -> None:
    with pytest.raises(Refused, match="syntax error"):
        dialect(words.split())


def test_time_left_on_an_unset_clock_counts_as_main_time() -> None:
    clocks = Clocks()
    assert clocks.budget(BLACK).seconds is None
    clocks.told(BLACK, 200, 0)
    assert clocks.budget(BLACK).seconds == pytest.approx(8)


DEAD_AND_ALIVE = """
> boardsize 5
=
> komi 0
=
> gogui-setup B B1 B B2 B B3 B B4 B B5 W C1 W C2 W C3 W C4 W C5 W A3
=
> gogui-setup_player W
=
> final_status_list dead
= A3
> final_status A3
= dead
> final_status B3
= alive
> final_status D3
? vertex must not be empty
> final_status_list alive
= B1 B2 B3 B4 B5 C1 C2 C3 C4 C5
> final_score
= W+5
> clear_board
=
> final_score
= 0
"""


def test_a_stone_in_the_opponent_s_area_is_dead() -> None:
    holds(engine(), DEAD_AND_ALIVE)


def test_without_the_kernel_random_games_find_dead_stones_without_analysis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(players, "is_ready", lambda: False)
    holds(engine(), DEAD_AND_ALIVE)
    assert said(engine(), "kata-analyze 10") == "? unknown command"


def test_prisoners_count_under_japanese_rules_and_are_kept_where_turns_are_out_of_order() -> None:
    holds(
        engine(ruleset="japanese", width=3, height=3),
        """
        > komi 0.5
        =
        > gogui-play_sequence B A2 W A1 B B1 W C3
        =
        > captures b
        = 1
        > play w pass
        =
        > captures b
        = 1
        > undo
        =
        > undo
        =
        > play b c3
        =
        > captures b
        = 1
        > captures w
        = 0
        """,
    )


def test_dead_stones_are_taken_off_one_after_the_other_and_then_it_is_a_pass() -> None:
    """White lives above with two eyes; his stone in Black's land is dead, which he disputes after two passes."""
    stones = [*(f"b {column}4" for column in "ABCDEFG"), *(f"w {column}5" for column in "ABCDEFG")]
    playing = engine(width=7, height=7, komi=0.5)
    for line in (f"gogui-setup {' '.join(stones)} w D6 w D7 b C2 b E2 w D2", "play b pass", "play w pass"):
        assert said(playing, line) == "="
    assert said(playing, "final_status_list dead") == "= D2"
    moves = []
    while (moved := said(playing, "kgs-genmove_cleanup b")) != "= pass":
        moves.append(moved.removeprefix("= "))
        assert said(playing, "play w pass") == "="
    assert sorted(moves) == ["D1", "D3"]
    assert "D2" not in said(playing, "list_stones w")
    assert said(playing, "final_status_list dead") == "="
