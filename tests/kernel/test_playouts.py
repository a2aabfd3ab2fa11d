"""Playouts on their own board: move by move what the slow kernel allows, in every position, each move equally likely."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.kernel.test_random_games import alike, are_equally_likely
from yurei.kernel import core, games, ownership, playouts, random_games
from yurei.kernel.compiling import entry
from yurei.kernel.core import I, U
from yurei.kernel.games import GO
from yurei.kernel.playouts import AROUND, COUNT, LABEL, NEXT, point_at
from yurei.kernel.rulesets import Compiled, compiled
from yurei.rules.board import Colour, read_board

Numbers = NDArray[Any]
SAME = 0


def entry_of(part: Any) -> Any:
    """Compile a part of the kernel for calls from Python."""
    return entry(getattr(part, "py_func", part))


lay_cells, lay_state, copy_board = map(entry_of, (playouts.lay_cells, playouts.lay_state, playouts.copy_board))


@entry
def play_out(b, x, moves):  # type: ignore[no-untyped-def]
    return playouts.play_out(b, x, moves, 0)


@entry
def advance(s, t, moves, x):  # type: ignore[no-untyped-def]
    """Make so many moves by chance; own eyes are filled too, and nobody passes twice."""
    n, w = U(s[core.N]), U(s[core.W])
    for _ in range(moves):
        if s[core.EMPTIES] and s[core.PASSES] == 0:
            move, x = core.random_move(s, t, n, w, s[core.TO_MOVE], x, GO)
            core.play(s, t, n, w, move, s[core.TO_MOVE], GO)


@entry
def follow(s, t, move):  # type: ignore[no-untyped-def]
    """Make a move of a playout; whether it is allowed and fills no eye, or is a pass and there is no such move."""
    n, w, me = U(s[core.N]), U(s[core.W]), s[core.TO_MOVE]
    cell = U(move // 20) * w + U(move % 20)
    chosen, others = move == 0, 0
    for k in range(s[core.EMPTIES]):
        p = U(s[core.section(n, core.LIST) + U(k)])
        if core.is_legal(s, t, n, w, I(p), me, GO) and not core.is_eye(s, n, w, p, me):
            chosen |= p == cell
            others += 1
    core.play(s, t, n, w, I(cell), me, GO)
    return chosen and (move != 0 or others == 0)


@entry
def difference(b, c, s):  # type: ignore[no-untyped-def]
    """0 where a board that was played on is the one that is laid down anew from a state, else which part is not."""
    n, w, width = U(s[core.N]), U(s[core.W]), U(s[core.WIDTH])
    for k in (core.EMPTIES, core.TO_MOVE, core.KO, core.PASSES, core.PLIES, core.LOST_BLACK, core.LOST_WHITE, 30):
        if b[U(k)] != c[U(k)]:
            return k
    stones, linked, strings = 0, 0, I(0)
    for k in range(width * U(s[core.HEIGHT])):
        row, column = U(k) // width, U(k) % width
        p = point_at(row, column)
        mine, other = U(b[LABEL + p]), U(c[LABEL + p])
        if b[AROUND + p] != c[AROUND + p] or (mine == U(0)) != (other == U(0)):
            return 101
        if playouts.owner(b, p) != core.owner(s, n, w, (row + U(1)) * w + column + U(1)):
            return 102
        if mine:
            stones += 1
            if b[COUNT + mine] != c[COUNT + other]:
                return 103
            strings += I(mine == p) - I(other == p)
            q = p
            while mine == p:
                linked += 1
                q = U(b[NEXT + q])
                if U(b[LABEL + q]) != mine or linked > 400:
                    return 104
                if q == p:
                    break
    if stones != linked or strings != 0:
        return 105
    for territory in (False, True):
        black, white = core.points(s, n, w, territory)
        if playouts.lead_by(b, territory) != black - white:
            return 106
    return 0


@entry
def slow_games(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):  # type: ignore[no-untyped-def]
    return core.many_games(template, s, t, seeds, plies, scores, winners, komi, scoring, core.NO_EYES, core.random_move)


def boards(game: Compiled) -> tuple[Numbers, Numbers]:
    """Two boards for playouts."""
    return np.zeros(playouts.ROOM, np.int32), np.zeros(playouts.ROOM, np.int32)


SIZES = [1, 2, 3, 5, 7, 9, 13, 19, (1, 5), (2, 3), (3, 7), (9, 4), (19, 2), (5, 13)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_playout_move_agrees_with_the_slow_kernel(size: object) -> None:
    game = compiled("go", size, most=10_000)
    chance, (b, laid), single = np.random.default_rng(7), boards(game), np.zeros(1, np.int32)
    for number in range(max(4, 2000 // game.size.points)):
        state, table = game.new_state(), game.new_table()
        advance(state, table, int(chance.integers(game.size.points + 1)) if number % 2 else 0, U(1 + 2 * number))
        lay_state(b, state)
        x, moves = U(chance.integers(1, 2**62)), 0
        while b[core.ENDED] != core.BY_PASSES and moves < 1500:
            b[core.ENDED] = core.GOING_ON
            x = U(play_out(b, x, single))
            moves += 1
            assert follow(state, table, single[0]), (number, moves)
            lay_state(laid, state)
            assert difference(b, laid, state) == SAME, (number, moves)


@pytest.mark.parametrize("size", [5, (7, 3), 19], ids=str)
def test_a_board_is_laid_from_cells_from_a_state_and_from_a_board_alike(size: object) -> None:
    game = compiled("go", size)
    width, moves = game.size.width + 1, np.zeros(game.most, np.int32)
    for number in range(20):
        state, table = game.new_state(), game.new_table()
        advance(state, table, number * game.size.points // 20, U(1 + 2 * number))
        cells = np.array([state[core.HEADER + game.point(k)] for k in range(game.size.points)], np.int8)
        one, other = boards(game)
        lay_state(one, state)
        lay_cells(other, state, cells)
        assert np.array_equal(one, other)
        assert divmod(one[core.KO], 20) == divmod(state[core.KO], width)
        copied = np.full_like(one, 7)
        copy_board(one, copied)
        ends = [(play_out(b, U(5), moves), b[core.PLIES], moves[:40].tolist()) for b in (one, copied)]
        assert ends[0] == ends[1]


def test_a_whole_playout_is_the_same_as_its_moves_one_by_one() -> None:
    game = compiled("go", 9)
    (b, c), moves, single = boards(game), np.zeros(game.most, np.int32), np.zeros(1, np.int32)
    for start in range(1, 60):
        for board in (b, c):
            lay_state(board, game.new_state())
        play_out(b, U(start), moves)
        x, one_by_one = U(start), list[int]()
        while c[core.ENDED] != core.BY_PASSES and len(one_by_one) < game.most:
            c[core.ENDED] = core.GOING_ON
            x = U(play_out(c, x, single))
            one_by_one.append(int(single[0]))
        assert moves[: b[core.PLIES]].tolist() == one_by_one


def test_a_game_ends_where_there_is_no_room_for_its_moves() -> None:
    game = compiled("go", 9)
    b, _ = boards(game)
    guarded = np.full(60, -5, np.int32)
    for room in (0, 1, 50):
        lay_state(b, game.new_state())
        play_out(b, U(1), guarded[:room])
        assert (b[core.PLIES], b[core.ENDED]) == (room, core.BY_LENGTH)
        assert (guarded[room:] == -5).all()


def drawn(setup: str, to_move: int = 1, draws: int = 6_000) -> dict[str, int]:
    """How often a playout begins with which move on a board, as players write them."""
    cells, size = read_board(setup)
    game = compiled("go", size)
    (source, b), single, x = boards(game), np.zeros(1, np.int32), U(12345)
    lay_cells(source, game.new_state(Colour(to_move)), np.frombuffer(cells, np.int8))
    counts: Counter[int] = Counter()
    for _ in range(draws):
        copy_board(source, b)
        x = U(play_out(b, x, single))
        counts[int(single[0])] += 1
    names = {(k // size.width + 1) * 20 + k % size.width + 1: size.name(k) for k in range(size.points)}
    return {{0: "pass", **names}[move]: count for move, count in counts.items()}


DRAWN = [
    # Black lives with eyes at A1 and C1; B3 and C3 are open.
    ("B..W/BBBB/.B.B", 1, {"B3", "C3"}),
    # Nothing but eyes is left: Black passes, and White too.
    ("BBBB/.B.B", 1, {"pass"}),
    ("BBBB/.B.B", 2, {"pass"}),
    # The last liberty of all is no eye for who takes it.
    ("BBBB/.BBB", 2, {"A1"}),
    (".W/WW", 1, {"A2"}),
    # Suicide is illegal, of one stone and of two.
    (".WB/WW./...", 1, {"C2", "A1", "B1", "C1"}),
    ("B.W/WWW/...", 1, {"A1", "B1", "C1"}),
    # With one enemy at its corners a point is an eye, with two it is none; nor is it at the edge with one.
    ("BBW../B.B../.B...", 1, {"D3", "E3", "D2", "E2", "C1", "D1", "E1"}),
    ("BBW../B.B../.BW..", 1, {"B2", "D3", "E3", "D2", "E2", "D1", "E1"}),
    ("B.B/WBB/...", 1, {"B3", "A1", "B1", "C1"}),
    ("..../....", 1, {f"{column}{row}" for column in "ABCD" for row in "12"}),
]


@pytest.mark.parametrize(("setup", "to_move", "allowed"), DRAWN)
def test_every_move_that_fills_no_eye_is_equally_likely_and_no_other_is_drawn(
    setup: str, to_move: int, allowed: set[str]
) -> None:
    counts = drawn(setup, to_move)
    assert set(counts) == allowed
    assert are_equally_likely(counts)


GAMES: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "go on 5x5": ("go", 5, {}),
    "go on 9x9": ("go", 9, {}),
    "go on 4x7": ("go", (4, 7), {}),
    "by territory": ("japanese", 5, {}),
    "short ones": ("go", 5, {"most": 21}),
    "nobody passes": ("go", 3, {"passing": "none", "most": 60}),
    "White passes twice": ("go", 3, {"white_passes": 2, "most": 60}),
    "one point where nobody passes": ("go", 1, {"passing": "none"}),
}


@pytest.mark.nightly  # by day every move is compared, above
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_thousand_games_are_like_those_of_the_slow_kernel(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, size, options = GAMES[name]
    fast = random_games(ruleset, size, 100_000, seed=1, policy="no-eyes", **options)
    monkeypatch.setattr(games, "GAMES", {core.NO_EYES: slow_games})
    slow = random_games(ruleset, size, 100_000, seed=2, policy="no-eyes", **options)
    for key in ("plies", "score", "winner"):
        one, other = getattr(fast, key).astype(float), getattr(slow, key).astype(float)
        assert alike(one, other), key
        assert alike((one - one.mean()) ** 2, (other - other.mean()) ** 2), f"spread of {key}"


BOARDS = ["B..W/BBBB/.B.B", "W.W.W/WWWWW/...../BBBBB/.B.B.", "...../..B../.....", "..W/.BW/..W"]


@pytest.mark.parametrize("passing", ["free", "none"])
@pytest.mark.parametrize("board", BOARDS)
def test_ownership_is_the_same_in_the_slow_kernel(board: str, passing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, size = read_board(board)
    fast = ownership("go", size, board, games=4_000, seed=1, passing=passing)
    monkeypatch.setitem(games.OWNERS, core.NO_EYES, games.OWNERS[games.ANY])
    slow = ownership("go", size, board, games=4_000, seed=2, passing=passing)
    assert np.abs(fast - slow).max() < 5 * np.sqrt(2 / 4_000)
