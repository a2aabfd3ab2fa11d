"""Random games: repeatable, fair, counted as the rules count, and as long as those of another program."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from tests.day_and_night import by_day_and_night
from yurei.errors import BadValue
from yurei.kernel import Refereed, RefereedBatch, core, games, ownership, random_games
from yurei.kernel.rulesets import compiled
from yurei.rules import Size, start
from yurei.rules.board import read_board
from yurei.rules.judge import is_move
from yurei.rules.scoring import area
from yurei.rules.state import Kind

Numbers = NDArray[Any]


def alike(one: Numbers, other: Numbers, errors: float = 4) -> bool:
    """Whether two samples have the same mean, within so many standard errors."""
    return bool(abs(one.mean() - other.mean()) <= errors * np.sqrt(one.var() / one.size + other.var() / other.size))


# Chance --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["go", "no-seki-go"])
def test_the_same_seed_plays_the_same_games(slug: str) -> None:
    first, again = (random_games(slug, 5, 300, seed=7) for _ in range(2))
    assert np.array_equal(first.plies, again.plies)
    assert np.array_equal(first.score, again.score)
    assert np.array_equal(first.winner, again.winner)


def test_more_games_of_a_seed_begin_with_the_same() -> None:
    some, more = random_games("go", 5, 100, seed=7), random_games("go", 5, 200, seed=7)
    assert np.array_equal(some.plies, more.plies[:100])


def test_recording_announcements_changes_no_game() -> None:
    silent, told = (random_games("go", 5, 500, seed=7, told=told) for told in (False, True))
    assert np.array_equal(silent.plies, told.plies)
    assert np.array_equal(silent.score, told.score)


def correlation(one: Numbers, other: Numbers) -> float:
    """In standard errors."""
    return float(abs(np.corrcoef(one, other)[0, 1]) * np.sqrt(len(one)))


@pytest.mark.parametrize(("seed", "neighbour"), [(0, 1), (1, 2), (2**40, 2**40 + 1), (2**63 - 2, 2**63 - 1)])
def test_the_games_of_neighbouring_seeds_have_nothing_in_common(seed: int, neighbour: int) -> None:
    one, other = random_games("go", 5, 20_000, seed), random_games("go", 5, 20_000, neighbour)
    assert correlation(one.plies, other.plies) < 4
    assert correlation(one.score, other.score) < 4


def test_neighbouring_games_of_a_seed_have_nothing_in_common() -> None:
    played = random_games("go", 5, 20_001, seed=3)
    assert correlation(played.plies[1:], played.plies[:-1]) < 4
    assert correlation(played.score[1:], played.score[:-1]) < 4


@njit()
def draw_stones(s, t, x, counts, flags):  # type: ignore[no-untyped-def]
    n, w = core.U(s[core.N]), core.U(s[core.W])
    for _ in range(20_000):
        move, x = core.random_move(s, t, n, w, s[core.TO_MOVE], x, flags)
        counts[move] += 1


@njit()
def draw_any(s, t, x, counts, flags):  # type: ignore[no-untyped-def]
    n, w = core.U(s[core.N]), core.U(s[core.W])
    for _ in range(20_000):
        move, x = core.random_move_with_ghosts(s, t, n, w, s[core.TO_MOVE], x, flags)
        counts[move] += 1


def drawn(slug: str, setup: str, policy: int = 0, stones_only: bool = False) -> tuple[dict[str, int], set[str]]:
    """How often each move is drawn for Black on a board, and which are allowed, as players write them."""
    cells, size = read_board(setup)
    game = compiled(slug, size)
    state, table = game.new_state(), game.new_table()
    games.set_up(state, table, np.frombuffer(cells, np.int8), game.flags)
    counts = np.zeros(2 * game.cells, np.int64)  # a ghost is negative: it counts from the end
    (draw_stones if stones_only else draw_any)(state, table, np.uint64(12345), counts, game.flags | policy)
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
    expected = 20_000 / len(allowed)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = len(allowed) - 1
    assert chi_square < freedom + 5 * np.sqrt(2 * freedom) + 5


# Policies ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stones_only", [True, False])
def test_a_player_that_fills_no_eyes_plays_elsewhere_instead_of_passing(stones_only: bool) -> None:
    # Black lives with eyes at A1 and C1; B3 to C3 are open.
    counts, _ = drawn("go", "B..W/BBBB/.B.B", core.NO_EYES, stones_only)
    assert set(counts) == {"B3", "C3"}


@pytest.mark.parametrize("stones_only", [True, False])
def test_a_player_who_has_only_eyes_left_passes(stones_only: bool) -> None:
    counts, _ = drawn("go", "BBBB/.B.B", core.NO_EYES, stones_only)
    assert set(counts) == {"pass"}


@pytest.mark.parametrize("slug", ["go", "no-seki-go"])
def test_without_eyes_filled_games_end_by_themselves_with_a_full_board(slug: str) -> None:
    played = random_games(slug, 9, 500, seed=1, policy="no-eyes", most=5_000)
    assert played.plies.max() < 5_000
    assert played.plies.mean() > 80
    assert played.plies.min() > 40


def test_only_the_uniform_policy_passes_on_an_empty_board() -> None:
    assert (random_games("go", 2, 2_000, seed=1).plies == 2).sum() > 40  # one in 25
    assert (random_games("go", 5, 2_000, seed=1, policy="no-eyes").plies > 10).all()


@pytest.mark.parametrize(("slug", "policy"), [("go", "uniform"), ("alter-igo", "uniform"), ("no-seki-go", "no-eyes")])
def test_games_of_rules_read_while_they_are_played_are_like_those_of_rules_compiled_in(
    slug: str, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = random_games(slug, 5, 10_000, seed=1, policy=policy)
    monkeypatch.setattr(games, "GAMES", games.ByRules({games.ANY: games.GAMES[games.ANY]}))
    general = random_games(slug, 5, 10_000, seed=2, policy=policy)
    assert alike(own.plies, general.plies)
    assert alike(own.winner, general.winner)


# Counting ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["go", "japanese", "no-seki-go"])
@pytest.mark.parametrize("komi", [-3, 0, 0.5, 7])
def test_the_winner_has_the_higher_score_after_komi(slug: str, komi: float) -> None:
    played = random_games(slug, "5x4", 2_000, seed=4, komi=komi)
    assert np.array_equal(played.winner, np.sign(played.score - komi).astype(np.int8))
    assert ((played.winner == 0).sum() > 0) == (komi == int(komi))
    assert np.array_equal(played.score, np.round(played.score))


def test_komi_changes_no_game() -> None:
    low, high = (random_games("go", 5, 500, seed=4, komi=komi) for komi in (-20, 20))
    assert np.array_equal(low.score, high.score)
    assert low.winner.sum() > high.winner.sum()


def test_no_side_has_more_area_than_there_are_points() -> None:
    played = random_games("go", "5x4", 2_000, seed=4)
    assert np.abs(played.score).max() <= 20


def test_the_colours_change_places_for_nothing_but_the_first_move() -> None:
    played = random_games("go", 5, 20_000, seed=5, komi=0)
    assert 0 < played.score.mean() < 3


def test_where_nothing_is_scored_the_score_is_none() -> None:
    played = random_games("alter-igo", 5, 2_000, seed=1)
    assert np.isnan(played.score).all()
    assert set(played.winner.tolist()) == {-1, 0, 1}


def test_alter_igo_on_one_point_is_lost_at_once() -> None:
    played = random_games("alter-igo", 1, 5, seed=1)
    assert played.plies.tolist() == [1] * 5
    assert played.winner.tolist() == [-1] * 5


def test_go_on_one_point_is_two_passes() -> None:
    played = random_games("go", 1, 5, seed=1, komi=0)
    assert played.plies.tolist() == [2] * 5
    assert played.score.tolist() == [0] * 5


def test_no_game_is_longer_than_most() -> None:
    assert random_games("go", 9, 200, seed=1, most=17).plies.max() == 17
    assert random_games("go", 3, 2_000, seed=1).plies.max() == 27


def test_no_games_are_no_trouble() -> None:
    assert random_games("go", 9, 0, seed=1).plies.shape == (0,)


# Against OpenSpiel ---------------------------------------------------------------------------------------------------
# Its games end by two passes, after twice as many moves as there are points, or, as a draw, where a placement makes a
# position that has stood before.

LINES = 9
MOST = 2 * LINES * LINES
PASS = LINES * LINES


@dataclass
class Sample:
    """Games that end as OpenSpiel's do: moves, area of Black less White, whether a repetition has ended them."""

    plies: Numbers
    score: Numbers
    repeated: Numbers


def black_lead(cells: bytes) -> int:
    counted = area(cells, Size(LINES, LINES))
    return len(counted.black) - len(counted.white)


def cells_of(state: Any) -> bytes:
    """The board of an OpenSpiel game; its planes are black, white, empty, komi."""
    planes = np.array(state.observation_tensor(0)).reshape(-1, LINES * LINES)
    return bytes((planes[0] + 2 * planes[1]).astype(np.uint8))


def spiel_games(games: int, seed: int) -> Iterator[Any]:
    spiel = pytest.importorskip("pyspiel").load_game("go", {"board_size": LINES})
    assert spiel.max_game_length() == MOST
    chance = np.random.default_rng(seed)
    for _ in range(games):
        state = spiel.new_initial_state()
        numbers = iter(chance.random(MOST).tolist())
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(next(numbers) * len(actions))])
        yield state


def theirs(games: int, seed: int) -> Sample:
    plies, score, repeated = [], [], []
    for state in spiel_games(games, seed):
        moves = state.history()
        plies.append(len(moves))
        score.append(black_lead(cells_of(state)))
        repeated.append(state.returns() == [0, 0])
        assert repeated[-1] or len(moves) == MOST or moves[-2:] == [PASS, PASS]
    return Sample(np.array(plies), np.array(score), np.array(repeated))


def ours(games: int, seed: int) -> tuple[Sample, Numbers]:
    """The kernel's games, stopped where OpenSpiel stops; and how long they are where it does not."""
    batch = RefereedBatch("go", LINES, games, seed, referee="open", most=MOST)
    keys = np.random.default_rng(seed).integers(-(2**62), 2**62, (2, LINES * LINES))
    stood = np.zeros((MOST + 1, games), np.int64)
    made, plies, score, natural = (np.zeros(games, np.int64) for _ in range(4))
    repeated = np.zeros(games, bool)
    while not natural.all():
        actions = batch.random_actions()
        batch.step(actions)
        moved, ended = ~batch.refused & (natural == 0), batch.terminated | batch.truncated
        pieces = batch.observations[:, [0, 2]].reshape(games, 2, -1)
        white_moves = batch.observations[:, 16, 0, 0] == 2
        black = np.where(white_moves[:, None], pieces[:, 1], pieces[:, 0])
        white = np.where(white_moves[:, None], pieces[:, 0], pieces[:, 1])
        stands = black @ keys[0] + white @ keys[1]
        earlier = np.arange(MOST + 1)[:, None] <= made
        again = ((stood == stands) & earlier).any(axis=0) & (actions != PASS) & moved
        made += moved
        stood[made[moved], np.flatnonzero(moved)] = stands[moved]
        for game in np.flatnonzero(moved & (plies == 0) & (again | ended)):
            plies[game], repeated[game] = made[game], again[game]
            score[game] = black_lead(bytes(black[game] + 2 * white[game]))
        natural[moved & ended] = made[moved & ended]
    return Sample(plies, score, repeated), natural


def hold_together(games: int) -> None:
    spiel = theirs(games, seed=1)
    parts = [ours(min(games, 5_000), seed) for seed in range(max(1, games // 5_000))]
    kernel = Sample(
        *(np.concatenate([getattr(part, name) for part, _ in parts]) for name in ("plies", "score", "repeated"))
    )
    assert alike(spiel.plies, kernel.plies, 3)
    assert alike(spiel.score, kernel.score, 3)
    assert alike(spiel.repeated, kernel.repeated, 3)
    natural = np.concatenate([each for _, each in parts])
    played = random_games("go", LINES, games, seed=1, most=MOST)
    assert alike(played.plies, natural, 3)
    assert alike(played.score, kernel.score, 3.5)  # one game in 300 would have gone on


@pytest.mark.parametrize("games", by_day_and_night([1_000], [100_000], seconds=3600))
def test_games_are_as_long_and_as_lopsided_as_those_of_openspiel(games: int) -> None:
    hold_together(games)


@pytest.mark.parametrize("games", by_day_and_night([60], [100_000], seconds=3600))
def test_openspiel_and_the_kernel_agree_on_legal_moves_and_final_boards(games: int) -> None:
    opening = Refereed("go", LINES, referee="open", most=MOST)
    for state in spiel_games(games, seed=9):
        game, again = opening.copy(), state.get_game().new_initial_state()
        for action in state.history():
            assert np.flatnonzero(game.legal()).tolist() == sorted(again.legal_actions())
            again.apply_action(action)
            assert game.attempt(action)
        assert cells_of(state) == game.board("audience")


# Whose the points are ------------------------------------------------------------------------------------------------

WALLS = "..BW./..BW./.WBW./..BW./..BW."


def test_points_surrounded_by_one_colour_are_its_territory() -> None:
    owners = ownership("go", 5, WALLS, games=200, seed=1)
    assert (owners[:, :2] > 0.2).all(), "the white stone inside is lost"
    assert owners[0, 4] < -0.2


def test_the_same_seed_gives_the_same_owners() -> None:
    one, again, other = (ownership("go", 5, WALLS, games=50, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize(
    ("board", "games"), [("B/.", 2), ("..BW./..BW./.WBW./..BW./..BW.", 1), ("BWBWB/BWBWB/BWBWB/BWBWB/BWBWB", 2)]
)
def test_bad_positions_and_numbers_of_games_are_refused(board: str, games: int) -> None:
    with pytest.raises(BadValue):
        ownership("go", 5, board, games=games, seed=1)
