"""The compiled referee says, tells and refuses what the table does; what it shows of a move in sight."""

import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.day_and_night import by_day_and_night, first_by_day
from tests.kernel.differential import RULESETS, any_referee, compare_with_table
from tests.kernel.test_interface import python
from tests.newcomer import COMPILED_REFEREES, new_referee
from yurei import referee as referees
from yurei import rules
from yurei.errors import BadBoard, BadSettings, BadTry, BadValue, GameOver, Unknown, YureiError
from yurei.kernel import Nodes, Refereed, World, judging
from yurei.kernel.refereed import key_of
from yurei.kernel.rulesets import compiled
from yurei.referee import Captures, FailedTry, Referee
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.referee.told import Outcome, Told, tell
from yurei.rules import Size
from yurei.rules.board import board_text
from yurei.rules.judge import Reason
from yurei.rules.state import EndedBy, Kind, Result, Try, ghost


@pytest.mark.parametrize(
    ("seed", "tries"),
    by_day_and_night(((seed, 1_000) for seed in range(1, 5)), ((seed, 100_000) for seed in range(101, 111)), 3600),
)
def test_all_is_judged_and_told_as_at_the_table(seed: int, tries: int) -> None:
    found = compare_with_table(seed, tries)
    assert found.differences == []
    assert found.tries >= tries > found.plies > 0


def test_every_referee_is_compared_with_every_choice() -> None:
    chance = random.Random(1)
    seen = [any_referee(chance) for _ in range(2000)]
    assert {each.slug for each in seen} == {each.slug for each in COMPILED_REFEREES}
    for option, values in (
        ("captures", set(Captures)),
        ("owner_hears", set(Captures)),
        ("failed_try", set(FailedTry)),
        ("sight", {0, 1, 2, 3, 5, 48, "everything"}),
        *((option, {True, False}) for option in ("vanishes", "atari", "reasons", "lone_self_atari")),
    ):
        assert {getattr(each, option) for each in seen} == values, option


def wrong(**change: Callable[[Told], object]) -> Callable[[Told], Told]:
    """A slip of the referee's tongue: some of what is told is other than it should be."""
    return lambda told: replace(told, **{key: value(told) for key, value in change.items()})  # type: ignore[arg-type]


SLIPS = {
    "outcome": wrong(outcome=lambda told: Outcome.MOVED if told.outcome is Outcome.PASSED else told.outcome),
    "attempt": wrong(attempt=lambda told: None),
    "reason": wrong(reason=lambda told: None),
    "captured points": wrong(captured_points=lambda told: told.captured_points and told.captured_points[1:]),
    "captured count": wrong(captured_count=lambda told: told.captured_count and told.captured_count + 1),
    "lost points": wrong(lost_points=lambda told: None),
    "lost count": wrong(lost_count=lambda told: told.lost_count and told.lost_count + 1),
    "atari on opponent": wrong(atari_on_opponent=lambda told: told.atari_on_opponent and None),
    "atari on mover": wrong(atari_on_mover=lambda told: told.atari_on_mover and None),
    "vanished": wrong(vanished=lambda told: told.vanished and told.vanished[1:]),
    "appeared": wrong(seen=lambda told: told.seen and told.seen._replace(appeared=())),
    "gone": wrong(seen=lambda told: told.seen and told.seen._replace(gone=())),
    "result": wrong(result=lambda told: None),
}


@pytest.mark.by_day
@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
def test_a_difference_in_what_the_table_tells_is_reported(
    slip: Callable[[Told], Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yurei.referee.table.tell", lambda *given: slip(tell(*given)))
    found = next((sentence for seed in range(20) for sentence in compare_with_table(seed, 300).differences), "")
    assert "seed" in found
    assert "the table says" in found


def play(game: Refereed, tries: str) -> list[Reason | None]:
    """The reasons against tries that follow one another."""
    reasons = []
    for word in tries.split():
        game.attempt(word.replace("ghost-", "ghost "))
        reasons.append(game.reason)
    return reasons


def text(cells: bytes, game: Refereed) -> str:
    return board_text(cells, game.plan.settings.size)


def test_refusals_are_counted_until_a_move_is_made() -> None:
    game = Refereed("go", 3, referee="hamburg")
    assert play(game, "B2 B2") == [None, Reason.OPPONENT_STONE]
    assert game.refused().tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert game.refusals == 1
    game.attempt("A1")
    assert not game.refused().any()
    assert game.refusals == 0


def test_the_reference_board_and_each_seats_board_are_kept_apart() -> None:
    game = Refereed("go", 3, referee="olympiad")
    play(game, "A2 A1 B1")
    assert text(game.reference, game) == ".../B../.B."
    assert text(game.board("white"), game) == ".../.../..."
    assert (game.opponent_pieces("white"), game.opponent_pieces("black")) == (2, 0)
    assert Refereed("go", 3, referee="kriegspiel").opponent_pieces("black") is None
    assert Refereed("no-seki-go", 3, referee="olympiad").opponent_pieces("black") is None
    assert Refereed("no-seki-go", 3, referee="open").opponent_pieces("black") == 0


KO = ".BW./B.BW/.BW./...."


def test_a_game_ends_and_is_counted() -> None:
    game = Refereed("go", 3, komi=2.5)
    play(game, "B2 pass pass")
    assert game.result == Result(rules.BLACK, EndedBy.SCORE, 9, 0, 6.5)
    assert game.to_move is None
    assert not game.legal().any()
    assert game.passed == (1, 1)
    for ask in (lambda: game.attempt(0), game.world):
        with pytest.raises(GameOver):
            ask()
    resigned = Refereed("alter-igo", 3)
    resigned.attempt(resigned.actions)
    assert resigned.result == Result(rules.WHITE, EndedBy.RESIGNATION)
    cut = Refereed("go", 3, most=1, komi=0)
    cut.attempt("B2")
    assert cut.result == Result(rules.BLACK, EndedBy.SCORE, 9, 0, 9)


def test_nothing_is_told_before_the_first_try() -> None:
    game = Refereed("go", 9, handicap=2)
    assert [game.told(listener) for listener in ("black", "white", "audience")] == [None] * 3
    assert (game.to_move, game.reason, game.result) == ("white", None, None)
    assert game.board("black").count(1) == 2
    for ask in (game.told, game.board, game.opponent_pieces):
        with pytest.raises(Unknown):
            ask("nobody")


@pytest.mark.parametrize("kind", [int, *(np.dtype(code).type for code in "bBhHiIlLqQ")])
def test_an_action_is_an_integer_of_any_type(kind: Any) -> None:
    game = Refereed("go", 3)
    assert game.attempt(kind(4))
    assert game.reference[4] == 1


def test_an_action_and_a_try_are_the_same() -> None:
    game = Refereed("no-seki-go", (3, 2))
    assert game.actions == 13
    for action in range(14):
        assert game.action(game.plan.tries(action)) == action
    assert [game.action(word) for word in ("B1", "ghost B1", "pass", "resign")] == [1, 7, 12, 13]


@pytest.mark.parametrize("action", [-1, 11, 2**40, Try(Kind.STONE, 99), ghost(1), "ghost A1", 1.0])
def test_a_bad_action_is_refused(action: Any) -> None:
    game = Refereed("go", 3)
    before = game.numbers.tobytes()
    with pytest.raises(TypeError if action == 1.0 else BadTry):
        game.attempt(action)
    assert game.numbers.tobytes() == before


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ({"seating": "rengo"}, "knows two players, 'duel', and not 'rengo'"),
        ({"seating": "solo"}, "knows two players, 'duel', and not 'solo'"),
        ({"size": 21}, "boards to 19x19"),
        ({"most": 0}, "most is a number of moves"),
        ({"setup": "B", "size": 1}, "has a liberty for every string"),
        ({"size": 9, "handicap": 2, "setup": "..."}, "a handicap is a set-up position of its own"),
        ({"ruleset": "chess"}, "there is no ruleset 'chess'"),
        ({"referee": "umpire"}, "there is no referee 'umpire'"),
        ({"sight": 1, "referee": "hamburg"}, "leave sight out"),
        ({"colour": "red"}, "there is no setting 'colour'"),
    ],
)
def test_unsupported_games_are_refused_with_the_reason(game: dict[str, Any], words: str) -> None:
    with pytest.raises(YureiError, match=words):
        Refereed(**{"size": 3, **game})


every_game = some.builds(
    lambda ruleset, referee, size, options: Refereed(ruleset[0], size, referee=referee, **{**ruleset[1], **options}),
    some.sampled_from(RULESETS),
    some.sampled_from(COMPILED_REFEREES),
    some.sampled_from([(1, 2), (3, 1), (2, 2), (3, 3), (4, 3)]),
    some.sampled_from([{}, {"failed_try": "lose-turn"}, {"first": "white"}]),
)
some_actions = some.lists(some.integers(0, 24), max_size=40)


def follow(game: Refereed, actions: list[int]) -> list[Any]:
    """What all are told of tries, whichever of these are actions."""
    told: list[Any] = []
    for action in actions:
        if game.to_move is None:
            break
        game.attempt(action % game.actions)  # never the resignation
        told.append((game.reason, game.reference, [game.told(name) for name in ("black", "white", "audience")]))
    return told


@settings(max_examples=80, deadline=None)
@given(game=every_game, first=some_actions, then=some_actions)
def test_a_copy_is_independent(game: Refereed, first: list[int], then: list[int]) -> None:
    follow(game, first)
    before = game.numbers.tobytes(), game.words.tobytes()
    twin, other = game.copy(), Refereed.of(game.plan)
    other.copy_from(game)
    told = follow(twin, then)
    assert (game.numbers.tobytes(), game.words.tobytes()) == before
    assert (other.numbers.tobytes(), other.words.tobytes()) == before
    twin.copy_from(game)  # undone
    assert (twin.numbers.tobytes(), twin.words.tobytes()) == before
    assert follow(other, then) == told == follow(game, then)


def test_a_copy_is_of_the_same_plan() -> None:
    with pytest.raises(BadValue, match="another plan"):
        Refereed("go", 3).copy_from(Refereed("go", 5))


def test_many_games_lie_side_by_side() -> None:
    game = Refereed("go", 3, referee="hamburg")
    game.attempt("B2")
    nodes = Nodes(game, 4)
    with pytest.raises(GameOver):
        nodes.game(0).attempt(0)
    nodes.fill(game)
    for kind in (np.int64, np.uint8, np.int32):
        assert nodes.attempt(np.array([4, 4, 11, -1 % 256], kind)).tolist()[2:] == [judging.NO_ACTION] * 2
    assert nodes.attempt(np.array([0, 4, 9, 10])).tolist() == [0, judging.OPPONENT_STONE, 0, 0]
    assert nodes.attempt(np.array([0, 4, 9, 10])).tolist() == [
        judging.OPPONENT_STONE,
        judging.OPPONENT_STONE,
        0,
        judging.OVER,
    ]
    assert nodes.game(1).refusals == 5
    assert nodes.game(3).result == Result(rules.BLACK, EndedBy.RESIGNATION)
    twin = nodes.game(2).copy()
    assert twin.result == nodes.game(2).result
    for bad in ([1, 2, 3, 4], np.zeros(3, int), np.zeros(4), np.zeros((4, 1), int)):
        with pytest.raises(BadValue, match="an array of 4 integers"):
            nodes.attempt(bad)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="count is a whole number"):
        Nodes(game, 0)


def test_a_game_is_pickled_with_its_plan() -> None:
    game = Refereed("no-seki-go", 3, referee="fog")
    play(game, "B2 A1 ghost-B1")
    twin = pickle.loads(pickle.dumps(game))
    assert twin.told("white") == game.told("white")
    twin.attempt("C3")
    assert twin.reference != game.reference


@settings(max_examples=80, deadline=None)
@given(game=every_game, first=some_actions, then=some_actions)
def test_a_game_set_to_a_world_continues_like_the_original(game: Refereed, first: list[int], then: list[int]) -> None:
    follow(game, first)
    if game.to_move is None:
        return
    laid = Refereed.of(game.plan)
    laid.set_world(game.world())
    assert laid.world() == game.world()
    assert laid.legal().tolist() == game.legal().tolist()
    assert follow(laid, then) == follow(game, then)


@settings(max_examples=60, deadline=None)
@given(
    ruleset=some.sampled_from(
        [each for each in RULESETS if compiled(each[0], 3, **each[1]).ruleset.repetition != "simple-ko"]
    ),
    first=some_actions,
    then=some_actions,
)
def test_a_history_of_boards_is_enough(ruleset: tuple[str, Any], first: list[int], then: list[int]) -> None:
    game = Refereed(ruleset[0], (3, 2), **ruleset[1])
    of_positions = game.plan.settings.ruleset.draw_counts == "positions"
    third = game.plan.settings.ruleset.repetition == "draw-on-third"
    stood: list[Any] = [(game.reference, "black")]
    for action in first:
        if game.to_move is None:
            return
        moved = game.attempt(action % game.actions)
        if game.to_move is not None and moved and not (third and action % game.actions == game.actions - 1):
            stood.append((game.reference, game.to_move))
    if game.to_move is None:
        return
    history = tuple(stood if not (third and of_positions) else (board for board, _ in stood))
    laid = Refereed.of(game.plan)
    told = game.world()
    laid.set_world(replace(told, history=history))
    assert follow(laid, then) == follow(game, then)


@pytest.mark.parametrize("options", [{}, {"failed_try": "lose-turn"}, {"suicide": "allowed"}], ids=str)
def test_a_ko_and_a_banned_position_of_a_world_are_not_made(options: dict[str, Any]) -> None:
    game, taken = Refereed("go", 4, **options), ".BW./BW.W/.BW./...."
    bans = (KO, key_of(KO, Size(4, 4))) if options else ()
    for world in (World(taken, ko="C3"), *(World(taken, bans=(ban, None)) for ban in bans)):
        game.set_world(world)
        assert play(game, "C3") == [Reason.KO]
    game.set_world(World(taken))
    assert play(game, "C3") == [None]


def test_prisoners_and_passes_of_a_world_count() -> None:
    game = Refereed("japanese", 3, komi=0.5)
    game.set_world(World("B../BB./...", "white", passes_in_row=1, passed=(1, 0), lost=(2, 5), plies=20))
    game.attempt("pass")
    assert game.result == Result(rules.BLACK, EndedBy.SCORE, 11, 2, 8.5)
    assert game.passed == (1, 1)
    six = Refereed("alter-igo", 3, white_passes=6)
    six.set_world(World(".../.B./...", "white", passed=(0, 5)))
    assert play(six, "pass A1 pass") == [None, None, Reason.NO_PASSING]


def test_unannounced_captured_stones_stay_on_their_owners_board() -> None:
    game = Refereed("go", 3, referee="hamburg")
    game.set_world(World(".../.../..W", "black", own=("B../.../...", "W../.../..W")))
    assert text(game.board("black"), game) == "B../.../..."
    assert text(game.board("white"), game) == "W../.../..W"


BAD_WORLDS: list[tuple[dict[str, Any], World, type[Exception], str]] = [
    ({}, World("WB./B../..."), BadBoard, "every string has a liberty, and the one at A3 has none"),
    ({"ruleset": "no-seki-go"}, World("b../.../..."), BadBoard, "the one on A3 does not"),
    ({}, World("b../.../..."), BadBoard, "go has no ghosts"),
    ({}, World("...."), BadBoard, "the board is 4x1, the game 3x3"),
    ({}, World(bytes(8)), BadBoard, "a text or 9 bytes from 0 to 4"),
    ({}, World(bytes([9] * 9)), BadBoard, "a text or 9 bytes from 0 to 4"),
    ({}, World(bytes(9), "green"), BadValue, "who is to move is 'black' or 'white', not 'green'"),
    ({}, World("B../.../...", ko="A3"), BadBoard, "on A3 something stands"),
    ({}, World(bytes(9), ko=9), BadValue, "ko of this world is a whole number from 0 to 8, not 9"),
    ({"ruleset": "tromp-taylor"}, World(bytes(9), ko=0), BadSettings, "give what has stood as its history"),
    ({}, World(bytes(9), bans=(bytes(9), None)), BadSettings, "leave bans out"),
    ({}, World(bytes(9), history=(bytes(9),)), BadSettings, "leave the history out"),
    ({"ruleset": "new-zealand"}, World(bytes(9), history=(bytes(9),)), BadValue, "pairs of a position and who"),
    ({"ruleset": "tromp-taylor"}, World(bytes(9), history=(1.5,)), BadValue, "a board or its key"),  # type: ignore[arg-type]
    (
        {"ruleset": "tromp-taylor", "most": 2},
        World(bytes(9), history=(1 << 9, 2 << 9, 3 << 9)),
        BadSettings,
        "larger most",
    ),
    ({}, World(bytes(9), passes_in_row=2), BadValue, "passes_in_row of this world is a whole number from 0 to 1"),
    ({"ruleset": "alter-igo"}, World(bytes(9), passed=(1, 0)), BadValue, "passed of this world"),
    ({}, World(bytes(9), lost=(-1, 0)), BadValue, "lost of this world"),
    ({"most": 9}, World(bytes(9), plies=9), BadValue, "plies of this world is a whole number from 0 to 8, not 9"),
    ({}, World(bytes(9), own=("W../.../...", bytes(9))), BadBoard, "on black's own board lie his own pieces alone"),
    ({}, World("B../.../...", own=(bytes(9), bytes(9))), BadBoard, "lies on his own board too"),
    ({}, World(bytes(9), own=(bytes(9), "W../.../...")), BadBoard, "what was taken leaves white's own board"),
]


@pytest.mark.parametrize(("game", "world", "error", "words"), BAD_WORLDS)
def test_a_world_that_cannot_be_is_refused(
    game: dict[str, Any], world: World, error: type[Exception], words: str
) -> None:
    made = Refereed(**{"size": 3, **game})
    with pytest.raises(error, match=words):
        made.set_world(world)
    assert made.reference == bytes(9)
    assert made.attempt(4)


MISTAKES = """
import numpy as np
from yurei.errors import BadValue
from yurei.kernel import Refereed
from yurei.kernel import judging

game = Refereed("go", 3)
numbers, words, codes = game.numbers[None], game.words[None], np.zeros(1, np.int64)
one = np.array([4])
for call in (
    lambda: judging.attempt_rows(numbers.astype(np.int64), words, one, codes),
    lambda: judging.attempt_rows(numbers, words, np.array([4.0]), codes),
    lambda: judging.attempt_rows(numbers, words, [4], codes),
    lambda: judging.attempt_rows(game.numbers, words, one, codes),
    lambda: judging.attempt_rows(numbers[:, :-1].copy(), words, one, codes),
    lambda: judging.attempt_rows(numbers, words[:, :3].copy(), one, codes),
    lambda: judging.attempt_rows(numbers, words, np.array([1, 2]), np.zeros(2, np.int64)),
    lambda: judging.write_legal(game.numbers, game.words, game.plan.game.board_of, np.zeros(10, np.int32)),
    lambda: judging.set_up_world(
        game.plan.template, game.numbers, game.words, np.zeros(8, np.int8), np.zeros((2, 9), np.int8),
        np.zeros(8, np.int32), np.zeros(2, np.uint64), np.zeros(0, np.uint64),
    ),
):
    try:
        call()
        print("nothing")
    except BadValue as error:
        print(error)
game.attempt(4)
print(game.reference[4])
"""


@pytest.mark.parametrize("jit", first_by_day(["1", "0"]))
def test_with_checks_wrong_arrays_are_told_instead_of_written_past_their_ends(jit: str) -> None:
    said = python(MISTAKES, YUREI_CHECK="1", NUMBA_DISABLE_JIT=jit).splitlines()
    assert said[0].startswith("numbers is a contiguous array int32[:, :], not int64[1, ")
    assert said[1] == "actions is a contiguous array int64[:], not float64[1]"
    assert said[2] == "actions is an array int64[:], not list"
    assert said[3].startswith("numbers is a contiguous array int32[:, :], not int32[")
    assert said[4:7] == ["these arrays are not those of one kind of game; Refereed.numbers and .words are"] * 3
    assert said[7] == "legal is a contiguous array uint8[:], not int32[10]"
    assert said[8] == said[4]
    assert said[9:] == ["1"]


def test_twin_worlds_tell_a_searching_player_the_same() -> None:
    """The same tries of two worlds that are twins to Black tell him the same."""
    one, other = Refereed("go", 3, referee="olympiad"), Refereed("go", 3, referee="olympiad")
    one.set_world(World(".../.../..W", "black"))
    other.set_world(World("W../.../...", "black"))
    for game in (one, other):
        play(game, "B2 B2 B1")
    assert one.told("black") == other.told("black")
    assert one.board("black") == other.board("black")


def test_existing_settings_and_names_make_the_same_game() -> None:
    chosen = read_settings({"ruleset": "japanese", "referee": "fog", "width": 5, "height": 3, "sight": 2})
    own = replace(referees.get("fog"), sight=2)
    assert Refereed.of(chosen).plan.settings == Refereed("japanese", (5, 3), referee=own).plan.settings
    assert isinstance(own, Referee)
    assert Table.of(chosen).settings == chosen


def test_a_referee_with_a_field_that_the_kernel_does_not_know_is_refused_where_the_field_is_used() -> None:
    Refereed("go", 3, referee=new_referee("common", used=False))
    with pytest.raises(
        BadSettings, match="the kernel has not been told what 'new_to_the_kernel' of referee 'common' means"
    ):
        Refereed("go", 3, referee=new_referee("common"))
