"""The baselines: whole games under every referee without a bad try, the same answer again; witnesses that cheat."""

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

import pytest

from tests.arena.test_games import game
from tests.cli.test_cli import yurei
from tests.day_and_night import chosen_by_day
from tests.kernel import test_cache
from tests.newcomer import COMPILED_REFEREES
from tests.players import test_levels, test_players
from yurei import players, rules
from yurei.apps.arena.contestants import WITNESSES
from yurei.errors import BadValue
from yurei.kernel.rulesets import supported_rulesets
from yurei.players import Budget, Player
from yurei.referee.table import Table
from yurei.referee.told import Outcome
from yurei.rules.state import RESIGN, Try, read_try
from yurei_research import baseline_searches, baselines
from yurei_research.baselines import Searcher
from yurei_research.cheating import CheatingBelief

SLUGS = [player.slug for player in baselines.ALL]
SEARCHERS = [player.slug for player in baselines.ALL if issubclass(player, Searcher)]
"""Those with a hard ledger; what is on the worlds of belief answers, and spends its budget, as belief does."""
PLAYOUTS = Budget(playouts=30)


def play(table: Table, sides: dict[str, Player], most: int = 80) -> list[tuple[str, Try, bool]]:
    """Play to the end, or so many tries; no try may come twice in a turn."""
    for seat, player in sides.items():
        player.begin(table.view(seat))
    played: list[tuple[str, Try, bool]] = []
    tried: set[Try] = set()
    while table.result is None and len(played) < most:
        seat = str(table.to_move)
        attempt = sides[seat].answer(PLAYOUTS)
        assert attempt not in tried, f"{attempt} was refused in this turn"
        answer = table.attempt(seat, attempt)
        tried = set() if table.to_move != seat else tried | {attempt}
        played.append((seat, attempt, answer.accepted))
        for name, player in sides.items():
            player.hear(answer.told[name])
    return played


@pytest.mark.parametrize("speaker", chosen_by_day([each.slug for each in COMPILED_REFEREES], "common".__eq__))
@pytest.mark.parametrize("game", chosen_by_day([each.slug for each in supported_rulesets()], "go".__eq__))
def test_baselines_play_whole_games_under_every_referee(game: str, speaker: str) -> None:
    for number, slug in enumerate(SLUGS):
        table = Table(game, referee=speaker, size=4 if number % 2 else (5, 4))
        seat, opposite = ("black", "white") if number % 3 else ("white", "black")
        played = play(table, {seat: players.get(slug, seed=number), opposite: players.get("simple", seed=number)})
        assert (seat, RESIGN, True) not in played or not rules.get(game).passing.ends_games


@pytest.mark.parametrize("slug", SEARCHERS)
def test_the_answer_depends_only_on_seed_budget_and_announcements(slug: str) -> None:
    table = Table("go", referee="common", size=5)
    told, handed, same = (players.get(slug, seed=7) for _ in range(3))
    other = players.get("uniform", seed=1)
    told.begin(table.view("black"))
    for _ in range(30):
        if table.to_move == "white":
            attempt = other.choose(table.view("white"))
        else:
            attempt = told.answer(PLAYOUTS)
            assert handed.choose(table.view("black"), PLAYOUTS) == attempt
            if not (told.view.heard and told.view.heard[-1].outcome is Outcome.ILLEGAL):
                assert same.choose(table.view("black"), PLAYOUTS) == attempt
        told.hear(table.attempt(str(table.to_move), attempt).told["black"])
        if table.result is not None:
            break


@pytest.mark.parametrize("slug", SEARCHERS)
def test_a_budget_is_kept_by_all_tries_of_a_turn_together(slug: str) -> None:
    table = Table("go", size=5)
    table.attempt("black", "C3")
    player = players.get(slug, seed=1)
    refused = 0
    while table.to_move == "white" and refused < 3:
        player.choose(table.view("white"), Budget(playouts=100))
        assert player.spent.playouts == 100
        table.attempt("white", "C3")  # he is told that something else was refused, and thinks again
        refused += 1
    player.choose(Table("go", size=9).view("black"), Budget(seconds=0.02))
    assert player.spent.playouts
    assert player.spent.seconds is not None
    assert 0.02 <= player.spent.seconds < 1


def begun() -> Table:
    """A game in which White has tried C3 in vain, and does not know where Black has moved since."""
    table = Table("go", size=5)
    for seat, attempt in (("black", "C3"), ("white", "C3"), ("white", "D4"), ("black", "A1")):
        table.attempt(seat, attempt)
    return table


@pytest.mark.parametrize("slug", SEARCHERS)
def test_a_baseline_explains_its_candidates_and_expected_opponent_stones(slug: str) -> None:
    table, player = begun(), players.get(slug, seed=1)
    chosen = player.choose(table.view("white"), Budget(playouts=200))
    said = player.explain()
    assert said.candidates[0].attempt == chosen
    assert said.playouts == 200
    assert said.worlds > 0
    assert said.win is not None
    assert 0 <= said.win <= 1
    assert said.opponent is not None
    size = table.settings.size
    assert said.opponent[size.point("D4")] == 0  # his own stone
    assert sum(said.opponent) == pytest.approx(2)  # two black moves, none captured
    assert abs(sum(each.weight for each in said.candidates) - 1) < 1e-9


def test_baselines_are_known_by_name_and_not_offered_to_people() -> None:
    assert set(SLUGS) <= set(players.slugs())
    assert not set(SLUGS) & {player.slug for player in players.ALL}
    assert players.get("so-ismcts:pom=1").name == "so-ismcts:pom=1"
    with pytest.raises(BadValue, match="pine"):
        players.get("believing-trees:trees=pine")
    with pytest.raises(BadValue, match="many"):
        players.get("golois:hidden=many")


def test_the_player_tries_the_last_free_point_at_once_and_passes_without_one() -> None:
    for corner, expected in (("W", "A1"), ("B", "pass")):
        table = Table("go", referee="open", size=3, setup=f"B.B/BBB/.{corner}B")
        attempt = players.get("golois", seed=1).choose(table.view("black"), PLAYOUTS)
        assert attempt == read_try(expected, table.settings.size)


@pytest.mark.parametrize(("komi", "passes"), [(-9.5, True), (9.5, False)])
def test_golois_passes_after_the_opponent_where_that_wins(komi: float, passes: bool) -> None:
    table = Table("go", referee="open", size=4, setup=".B../.BW./BBW./.BW.", first="white", komi=komi)
    table.attempt("white", "pass")
    attempt = players.get("golois", seed=2).choose(table.view("black"), Budget(playouts=200))
    assert (attempt == read_try("pass", table.settings.size)) == passes


@pytest.mark.parametrize("trees", ["mo-ismcts", "so-ismcts", "determinised-uct"])
def test_trees_on_our_belief_weigh_only_permitted_tries(trees: str) -> None:
    table, player = begun(), players.get(f"believing-trees:trees={trees}", seed=1)
    chosen = player.choose(table.view("white"), Budget(playouts=600))
    said = player.explain()
    assert isinstance(player, baselines.BelievingTrees)
    assert isinstance(player._thinking, baselines.TreeThinking), "not the search of belief itself"
    assert said.playouts == 420, "the rest is for the case that it is refused"
    weighed = {each.attempt for each in said.candidates if each.weight}
    assert chosen in weighed
    assert not {read_try(point, table.settings.size) for point in ("C3", "D4")} & weighed
    assert sum(each.weight for each in said.candidates) == pytest.approx(1)


TREES = ["determinised-uct", "so-ismcts", "mo-ismcts", "bs-mcts"]
SHARED = {
    test_levels.test_in_alter_igo_an_eye_is_filled_rather_than_the_game_lost: ["golois", "ucb-amaf", *TREES],
    test_levels.test_in_go_the_player_fills_no_own_eyes_and_passes_in_the_end: ["golois", "ucb-amaf", *TREES],
    test_levels.test_a_player_left_with_own_eyes_only_fills_one_and_does_not_resign: ["golois", *TREES],
    test_players.test_an_unsupported_referee_is_refused_before_the_game: SLUGS,
}
"""Tests of yurei's own players that baselines pass too."""


@pytest.mark.parametrize(
    ("shared", "slug"),
    [(shared, slug) for shared, slugs in SHARED.items() for slug in slugs],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_baseline_passes_a_test_of_yurei_s_own_players(shared: Callable[[str], None], slug: str) -> None:
    shared(slug)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("given", test_players.NOT_SEARCHED)
def test_a_game_that_a_player_cannot_search_is_refused_before_it_begins(slug: str, given: dict[str, Any]) -> None:
    test_players.test_a_game_that_a_player_cannot_search_is_refused_before_it_begins(slug, given)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("speaker", ["olympiad", "open"])
def test_a_player_that_has_not_searched_has_no_estimate_and_declines_a_draw(slug: str, speaker: str) -> None:
    test_players.test_a_player_that_has_not_searched_has_no_estimate_and_declines_a_draw(slug, speaker)


@pytest.mark.parametrize(("player", "key"), test_players.numbers_of(baselines.ALL))
def test_every_number_of_a_baseline_is_bounded(player: type[Player], key: str) -> None:
    test_players.test_every_number_of_a_player_of_ours_is_bounded(player, key)


def test_every_entry_has_a_name_of_its_own_by_which_its_code_is_found() -> None:
    test_cache.test_every_entry_has_a_name_of_its_own_by_which_its_code_is_found(baseline_searches)


@pytest.mark.parametrize(
    ("player", "game", "reason"),
    [
        ("golois", ("--size", "25"), "boards to 19x19"),
        ("cheating-belief", ("--ruleset", "atari-go"), "the kernel has not been told of"),
    ],
    ids=["a board too large", "a game that the kernel does not know"],
)
def test_the_arena_refuses_a_player_that_cannot_play_the_game(player: str, game: tuple[str, str], reason: str) -> None:
    done = yurei("arena", player, "simple", *game, "--games", "2", "--jobs", "1")
    assert done.exit_code == 2
    assert reason in done.stderr


def test_yurei_names_the_players_of_this_package_as_they_are() -> None:
    installed = {entry.name for group in (players.GROUP, WITNESSES) for entry in entry_points(group=group)}
    assert set(players.IN_RESEARCH) <= installed
    assert set(players.IN_RESEARCH) == {*SLUGS, CheatingBelief.slug}


@pytest.mark.parametrize("failed_try", ["retry", "lose-turn"])
def test_a_cheat_is_never_refused(failed_try: str) -> None:
    played = game("cheating-belief", "simple", failed_try=failed_try, ruleset="no-seki-go")
    black = [entry for entry in played.record.entries if entry.seat == "black"]
    assert black
    assert all(entry.accepted for entry in black)  # type: ignore[union-attr]


def test_a_cheat_sits_in_the_arena_alone() -> None:
    assert CheatingBelief.slug not in players.slugs()
