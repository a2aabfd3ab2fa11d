"""Who meets whom: pairs have the same seeds and colours swapped, and everything is balanced wherever it ends."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.test_cli import yurei
from yurei.apps.arena import Schedule, Sequential, Standing
from yurei.apps.arena.contestants import checked_budget, parse_contestant, read_contestants, split_budget
from yurei.apps.arena.results import as_text, make_result_lines
from yurei.apps.arena.schedule import Job
from yurei.errors import BadValue, Unknown
from yurei.players import Budget
from yurei.players.levels import LEVELS, USUAL
from yurei.referee.settings import read_settings

A_LITTLE = Budget(playouts=1)


def schedule(
    *names: str, lines: int = 5, games: int = 6, gate: bool = False, seed: int = 1, **given: object
) -> Schedule:
    settings = read_settings({"width": lines, "height": lines, **given})
    return Schedule(settings, None, read_contestants(names, A_LITTLE), games, gate, seed)


@given(st.integers(2, 5), st.integers(1, 4), st.booleans())
def test_colours_are_balanced_exactly_in_every_pairing(players: int, pairs: int, gate: bool) -> None:
    plan = schedule(*["uniform"] * players, games=2 * pairs, gate=gate)
    jobs = list(plan.jobs())
    met = Counter((job.black.name, job.white.name) for job in jobs)
    assert set(met.values()) == {pairs}
    assert all(met[black, white] == met[white, black] for black, white in met)
    assert len(jobs) == plan.total == len({job.number for job in jobs})
    assert len(plan.pairings) == (players - 1 if gate else players * (players - 1) // 2)


def test_both_games_of_a_pair_have_the_same_seed_and_no_other_game_has_it() -> None:
    jobs = list(schedule("simple", "uniform", "hasty", games=8).jobs())
    assert set(Counter(job.seed for job in jobs).values()) == {2}
    for first, second in zip(jobs[::2], jobs[1::2], strict=True):
        assert (first.seed, first.pair) == (second.seed, second.pair)
        assert (first.black, first.white) == (second.white, second.black)


def test_the_seeds_of_two_players_do_not_depend_on_other_players() -> None:
    alone = [job.seed for job in schedule("simple", "uniform").jobs()]
    more = [
        job for job in schedule("simple", "uniform", "hasty").jobs() if "hasty" not in (job.black.name, job.white.name)
    ]
    assert alone == [job.seed for job in more]
    assert alone != [job.seed for job in schedule("simple", "uniform", seed=2).jobs()]


def test_every_pairing_has_played_as_often_wherever_the_arena_ends() -> None:
    jobs = list(islice(schedule("simple", "uniform", "hasty", games=8).jobs(), 12))
    assert set(Counter(frozenset((job.black.name, job.white.name)) for job in jobs).values()) == {4}


def test_a_job_goes_to_plain_values_and_back() -> None:
    for job in schedule("simple@0.5s", "program:python bot.py").jobs():
        assert Job.read(job.plain()) == job


def test_a_budget_of_ones_own_overrides_that_of_all() -> None:
    own, all_ = read_contestants(["simple@0.5s", "uniform"], A_LITTLE)
    assert (own.name, own.who, own.budget) == ("simple@0.5s", "simple", Budget(seconds=0.5))
    assert all_.budget == A_LITTLE
    assert parse_contestant("program:bot a@b@20p", A_LITTLE).budget == Budget(playouts=20)
    assert split_budget("program:mail me@home") == ("program:mail me@home", None)
    assert [one.name for one in read_contestants(["simple", "simple", "simple@9p"])] == [
        "simple",
        "simple#2",
        "simple@9p",
    ]


def test_a_level_has_the_budget_that_it_has_opposite_people() -> None:
    level, simple = read_contestants(["yurei:level=5", "simple"])
    assert (level.budget, simple.budget) == (LEVELS[5].budget, Budget(seconds=0.25))
    assert parse_contestant("yurei:level=5", A_LITTLE).budget == A_LITTLE


@pytest.mark.parametrize("text", ["yurei", *(f"yurei:level={level}" for level in LEVELS)])
def test_every_level_is_named_with_its_number_also_the_usual_one(text: str) -> None:
    assert parse_contestant(text, A_LITTLE).name == (f"yurei:level={USUAL}" if text == "yurei" else text)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["simple"], "an arena has two contestants or more, not 1"),
        (["simple", "nobody"], "no player 'nobody'"),
        (["simple", "simple@0s"], "more than 0 and at most 3600, not 0"),
        (["simple", "simple@1.5p"], "playouts are a whole number"),
        (["simple", "program: "], "is followed by a command"),
    ],
)
def test_bad_contestants_are_refused_with_the_reason(names: list[str], sentence: str) -> None:
    with pytest.raises((BadValue, Unknown), match=sentence):
        schedule(*names)


@pytest.mark.parametrize("games", [0, 1, 7, 10**7])
def test_games_come_in_pairs(games: int) -> None:
    with pytest.raises(BadValue, match="games come in pairs"):
        schedule("simple", "uniform", games=games)


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_budget_is_something_and_has_an_end(seconds: float) -> None:
    with pytest.raises(BadValue):
        checked_budget(seconds)


def over(plan: Schedule, number: int, winner: str | None) -> dict[str, object]:
    job = next(job for job in plan.jobs() if job.number == number)
    names = {"black": job.black.name, "white": job.white.name}
    return {"game": number, "pair": job.pair, **names, "winner": winner, "endless": False, "trouble": None, "spent": {}}


def test_later_pairs_decide_nothing_before_earlier_pairs_have_finished() -> None:
    plan = schedule("simple", "uniform", games=100)
    standing = Standing(plan, Sequential.for_better(0.95))
    first_wins = {job.number: "black" if job.black.name == "simple" else "white" for job in plan.jobs()}
    for number in range(2, 100):  # all pairs but the first: nothing can be said yet
        standing.add(over(plan, number, first_wins[number]))
    assert standing.decisions == []
    for number in (1, 0):
        standing.add(over(plan, number, first_wins[number]))
    assert standing.is_over()
    (sure,) = standing.decisions
    assert sure.pairs < 50
    assert standing.scores()["simple"][0] == 2 * sure.pairs
    assert list(standing.list_remaining_jobs([])) == []
    said = "0.95 sure that simple scores above 0.45 against uniform"
    assert sure.sentence == f"stopped after {2 * sure.pairs} games: {said}"


LITTLE_ARENA = ("--games", "2", "--jobs", "1", "--playouts", "1")


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("simple mcts --ruleset atari-go --referee open", "the kernel has not been told of"),
        ("belief simple --ruleset toroidal-go", "the kernel has not been told of"),
        ("simple mcts --referee hamburg", "plays only where everything is seen"),
        ("belief simple --size 25", "boards to 19x19"),
    ],
)
def test_a_player_that_cannot_play_the_game_is_refused_before_the_arena_begins(words: str, why: str) -> None:
    done = yurei("arena", *words.split(), *LITTLE_ARENA)
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr


def test_a_contestant_weaker_than_its_name_stands_in_the_report() -> None:
    names = ("yurei:level=5", "yurei:level=1", "simple")
    standing = Standing(schedule(*names, games=2, gate=True, ruleset="atari-go"))
    assert [line for line in as_text(standing).splitlines() if "rules of thumb" in line] == [
        "yurei:level=5: yurei cannot search this game yet: its levels 2 to 5 all play it by simple rules of thumb"
    ]
    assert [each["name"] for each in make_result_lines(standing)[2]["weak"]] == ["yurei:level=5"]


def test_a_komi_that_decides_every_game_stands_in_the_report() -> None:
    said = as_text(Standing(schedule("simple", "uniform", lines=2)))
    assert "komi 7.5 decides every game that is counted on a board of 4 points" in said


def test_a_game_of_more_moves_than_asked_for_is_a_draw() -> None:
    done = yurei("arena", "uniform", "simple", "--game", "alter-igo", "--size", "5", "--most", "3", *LITTLE_ARENA)
    assert done.exit_code == 0
    assert "drawn because they had too many moves: 2" in done.stdout
    with pytest.raises(BadValue, match="--most is a number of moves from 1"):
        replace(schedule("simple", "uniform"), most=0)


@pytest.mark.parametrize("option", ["--game", "--ruleset"])
def test_the_arena_takes_a_game_by_both_names_of_the_option(option: str) -> None:
    words = ("arena", "uniform", "simple", option, "alter-igo", "--size", "3", *LITTLE_ARENA)
    assert "Alter Igo on 3x3" in yurei(*words).stdout
