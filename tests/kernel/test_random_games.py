"""Random games: repeatable, fair, counted as the rules count, and as long as those of another program."""

from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from tests.day_and_night import by_day_and_night
from yurei.errors import BadValue
from yurei.kernel import Refereed, core, games, ownership, random_games
from yurei.kernel.rulesets import compiled
from yurei.rules import start
from yurei.rules.board import read_board
from yurei.rules.judge import is_move
from yurei.rules.state import Kind

Numbers = NDArray[Any]


def alike(one: Numbers, other: Numbers, errors: float = 4) -> bool:
    """Whether two samples have the same mean, within so many standard errors."""
    return bool(abs(one.mean() - other.mean()) <= errors * np.sqrt(one.var() / one.size + other.var() / other.size))


def are_equally_likely(counts: dict[str, int]) -> bool:
    """Whether a chi-square test finds no move that is drawn too often or too rarely."""
    expected, freedom = sum(counts.values()) / len(counts), len(counts) - 1
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    return bool(chi_square < freedom + 5 * np.sqrt(2 * freedom) + 5)


@pytest.mark.parametrize("slug", ["go", "no-seki-go"])
def test_the_same_seed_plays_the_same_games(slug: str) -> None:
    some, more = (random_games(slug, 5, games, seed=7) for games in (300, 400))
    assert np.array_equal(some.plies, more.plies[:300])
    assert np.array_equal(some.score, more.score[:300])
    assert np.array_equal(some.winner, more.winner[:300])


def test_recording_announcements_changes_no_game() -> None:
    silent, told = (random_games("go", 5, 500, seed=7, told=told) for told in (False, True))
    assert np.array_equal(silent.plies, told.plies)
    assert np.array_equal(silent.score, told.score)


def correlation(one: Numbers, other: Numbers) -> float:
    """In standard errors."""
    return float(abs(np.corrcoef(one, other)[0, 1]) * np.sqrt(len(one)))


@pytest.mark.parametrize("seed", [0, 1, 2**40, 2**63 - 2])
def test_games_of_neighbouring_seeds_are_uncorrelated(seed: int) -> None:
    one, other = random_games("go", 5, 20_000, seed), random_games("go", 5, 20_000, seed + 1)
    for key in ("plies", "score"):
        assert correlation(getattr(one, key), getattr(other, key)) < 4
        assert correlation(getattr(one, key)[1:], getattr(one, key)[:-1]) < 4


@njit()
def draw(choose, s, t, x, counts, flags):  # type: ignore[no-untyped-def]
    n, w = core.U(s[core.N]), core.U(s[core.W])
    for _ in range(20_000):
        move, x = choose(s, t, n, w, s[core.TO_MOVE], x, flags)
        counts[move] += 1


def drawn(slug: str, setup: str, policy: int = 0, stones_only: bool = False) -> tuple[dict[str, int], set[str]]:
    """How often each move is drawn for Black on a board, and which are allowed, as players write them."""
    cells, size = read_board(setup)
    game = compiled(slug, size)
    state, table = game.new_state(), game.new_table()
    games.set_up(state, table, np.frombuffer(cells, np.int8), game.flags)
    counts = np.zeros(2 * game.cells, np.int64)  # a ghost is negative: it counts from the end
    choose = core.random_move if stones_only else core.random_move_with_ghosts
    draw(choose, state, table, np.uint64(12345), counts, game.flags | policy)
    names = {0: "pass", game.cells: "none"}
    for point in range(size.points):
        names[game.point(point)] = size.name(point)
        names[2 * game.cells - game.point(point)] = f"ghost {size.name(point)}"
    truth = start(game.ruleset, size, setup=setup)
    allowed = {each.text(size) for each in truth.tries() if is_move(truth, each) and each.kind is not Kind.RESIGN}
    return {names[int(place)]: int(counts[place]) for place in np.flatnonzero(counts)}, allowed


POSITIONS = [
    ("go", ".W./W.W/.W.", True),
    ("go", ".W./W.W/.W.", False),
    ("go", "B.W./.W.W/B.W.", True),
    ("new-zealand", ".W./W.W/.W.", True),
    ("alter-igo", ".W./W.W/.W.", False),
    ("no-seki-go", ".Ww/W.W/.Bb", False),
    ("no-seki-go", ".W.B.W.", False),
]


@pytest.mark.parametrize(("slug", "setup", "stones_only"), POSITIONS)
def test_every_legal_move_is_equally_likely_and_no_other_is_drawn(slug: str, setup: str, stones_only: bool) -> None:
    counts, allowed = drawn(slug, setup, stones_only=stones_only)
    assert set(counts) == allowed
    assert are_equally_likely(counts)


@pytest.mark.parametrize("stones_only", [True, False])
@pytest.mark.parametrize(("board", "moves"), [("B..W/BBBB/.B.B", {"B3", "C3"}), ("BBBB/.B.B", {"pass"})])
def test_a_player_that_fills_no_eyes_passes_only_if_nothing_else_is_left(
    board: str, moves: set[str], stones_only: bool
) -> None:
    counts, _ = drawn("go", board, core.NO_EYES, stones_only)
    assert set(counts) == moves


@pytest.mark.parametrize("slug", ["go", "no-seki-go"])
def test_without_eyes_filled_games_end_by_themselves_with_a_full_board(slug: str) -> None:
    played = random_games(slug, 9, 500, seed=1, policy="no-eyes", most=5_000)
    assert played.plies.max() < 5_000
    assert played.plies.mean() > 80
    assert played.plies.min() > 40


@pytest.mark.parametrize(("slug", "policy"), [("go", "uniform"), ("alter-igo", "uniform"), ("no-seki-go", "no-eyes")])
def test_games_of_rules_read_while_they_are_played_are_like_those_of_rules_compiled_in(
    slug: str, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = random_games(slug, 5, 10_000, seed=1, policy=policy)
    monkeypatch.setattr(games, "GAMES", games.ByRules({games.ANY: games.GAMES[games.ANY]}))
    general = random_games(slug, 5, 10_000, seed=2, policy=policy)
    assert alike(own.plies, general.plies)
    assert alike(own.winner, general.winner)


@pytest.mark.parametrize("slug", ["go", "japanese", "no-seki-go"])
@pytest.mark.parametrize("komi", [-3, 0, 0.5, 7])
def test_the_winner_has_the_higher_score_after_komi(slug: str, komi: float) -> None:
    played = random_games(slug, "5x4", 2_000, seed=4, komi=komi)
    assert np.array_equal(played.winner, np.sign(played.score - komi).astype(np.int8))
    assert ((played.winner == 0).sum() > 0) == (komi == int(komi))
    assert np.array_equal(played.score, np.round(played.score))
    assert slug == "japanese" or np.abs(played.score).max() <= 20  # the points of the board


def test_in_random_games_only_the_first_move_favours_black() -> None:
    played = random_games("go", 5, 20_000, seed=5, komi=0)
    assert 0 < played.score.mean() < 3


def test_where_nothing_is_scored_the_score_is_none() -> None:
    played = random_games("alter-igo", 5, 2_000, seed=1)
    assert np.isnan(played.score).all()
    assert set(played.winner.tolist()) == {-1, 0, 1}


@pytest.mark.parametrize(("slug", "komi", "plies", "winner"), [("alter-igo", None, 1, -1), ("go", 0, 2, 0)])
def test_on_one_point_alter_igo_is_lost_at_once_and_go_is_two_passes(
    slug: str, komi: int | None, plies: int, winner: int
) -> None:
    played = random_games(slug, 1, 5, seed=1, komi=komi)
    assert (played.plies.tolist(), played.winner.tolist()) == ([plies] * 5, [winner] * 5)


def test_no_game_is_longer_than_most() -> None:
    assert random_games("go", 9, 200, seed=1, most=17).plies.max() == 17
    assert random_games("go", 3, 2_000, seed=1).plies.max() == 27


def test_no_games_are_no_trouble() -> None:
    assert random_games("go", 9, 0, seed=1).plies.shape == (0,)


# Against OpenSpiel: there a game also ends where a placement makes a position that has stood before.

LINES = 9
MOST = 2 * LINES * LINES


@pytest.mark.parametrize("games", by_day_and_night([60], [100_000], seconds=3600))
def test_openspiel_and_the_kernel_agree_on_legal_moves_and_final_boards(games: int) -> None:
    spiel = pytest.importorskip("pyspiel").load_game("go", {"board_size": LINES})
    opening, chance = Refereed("go", LINES, referee="open", most=MOST), np.random.default_rng(9)
    for _ in range(games):
        game, state = opening.copy(), spiel.new_initial_state()
        while not state.is_terminal():
            legal = sorted(state.legal_actions())
            assert np.flatnonzero(game.legal()).tolist() == legal
            action = int(chance.choice(legal))
            state.apply_action(action)
            assert game.attempt(action)
        planes = np.array(state.observation_tensor(0)).reshape(-1, LINES * LINES)  # black, white, empty, komi
        assert bytes((planes[0] + 2 * planes[1]).astype(np.uint8)) == game.board("audience")


WALLS = "..BW./..BW./.WBW./..BW./..BW."


def test_points_surrounded_by_one_colour_are_its_territory() -> None:
    owners = ownership("go", 5, WALLS, games=200, seed=1)
    assert (owners[:, :2] > 0.2).all(), "the white stone inside is lost"
    assert owners[0, 4] < -0.2


def test_the_same_seed_gives_the_same_owners() -> None:
    one, again, other = (ownership("go", 5, WALLS, games=50, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize(("board", "games"), [("B/.", 2), (WALLS, 1), ("BWBWB/BWBWB/BWBWB/BWBWB/BWBWB", 2)])
def test_bad_positions_and_numbers_of_games_are_refused(board: str, games: int) -> None:
    with pytest.raises(BadValue):
        ownership("go", 5, board, games=games, seed=1)
