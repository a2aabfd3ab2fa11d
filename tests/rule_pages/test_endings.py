"""How a game ends: scoring, resignation, time, absence, and the sentence of every ending."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.playing import Game, play, state
from yurei import records, rules
from yurei import referee as referees
from yurei.errors import BadBoard, BadSettings, BadTry, GameOver, NotOver, OutOfTurn, Unknown
from yurei.records.record import Entry, begin
from yurei.referee import seating as seatings
from yurei.referee.announce import ENDINGS, speak, speak_result
from yurei.referee.table import Table
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules import BLACK, WHITE, Ruleset, Size, score
from yurei.rules.board import read_board
from yurei.rules.ruleset import NO_PASSING, Scoring
from yurei.rules.scoring import area, points, territory, without_dead
from yurei.rules.state import RESIGN, EndedBy, Result

# A board, and the points of Black and of White when area is counted.
AREAS = {
    "...": (0, 0),
    "B..": (3, 0),
    "..W": (0, 3),
    "B.W": (1, 1),
    "B.B.W": (3, 1),
    "..B/.BW/BW.": (6, 3),
    ".B./B.W/.W.": (3, 3),
    "Bb.": (3, 0),
    "b.w": (1, 1),
    ".wW/wW.": (0, 6),
    "B.b.w.W": (3, 3),
}


@pytest.mark.parametrize("board", AREAS)
def test_area_is_stones_and_empty_points_reached_by_one_colour_only(board: str) -> None:
    cells, size = read_board(board)
    counted = area(cells, size)
    assert (len(counted.black), len(counted.white)) == AREAS[board]
    assert not counted.black & counted.white


@pytest.mark.parametrize(
    ("board", "owned"), [("B..", (2, 0)), ("B.W", (0, 0)), (".B./B.W/.W.", (1, 1)), ("...", (0, 0))]
)
def test_territory_is_the_surrounded_empty_points_alone(board: str, owned: tuple[int, int]) -> None:
    counted = territory(*read_board(board))
    assert (len(counted.black), len(counted.white)) == owned


@pytest.mark.parametrize(
    ("board", "dead", "left"),
    [
        ("..B/WBB/...", "A2", "..B/.BB/..."),
        ("..B/WBB/...", "", "..B/WBB/..."),
        ("Wwb/BBB/wW.", "A3", "..b/BBB/wW."),
        ("Ww./.W./b..", "A3", ".w./.W./b.."),  # a ghost beside a string that lives stays, and so do the other colour's
        ("Wwb/B.b/...", "A3 A2", ".../.../..."),
    ],
)
def test_dead_stones_go_with_ghosts_of_their_colour_that_then_touch_no_string(board: str, dead: str, left: str) -> None:
    cells, size = read_board(board)
    assert without_dead(cells, size, map(size.point, dead.split())) == read_board(left)[0]


@pytest.mark.parametrize(
    ("board", "point", "named"),
    [("B..", 1, "B1"), ("Bb.", 1, "B1"), ("Ww.", 1, "B1"), ("B..", 99, "99"), ("B..", -9, "-9")],
)
def test_only_a_stone_can_be_dead(board: str, point: int, named: str) -> None:
    with pytest.raises(BadBoard, match=rf"^no stone stands on {named}, so none is dead there$"):
        without_dead(*read_board(board), [point])


@pytest.mark.parametrize(
    ("ruleset", "board", "before", "after"),
    [
        ("go", ".B./BW./.B.", Result(BLACK, EndedBy.SCORE, 5, 1, 4), Result(BLACK, EndedBy.SCORE, 9, 0, 9)),
        ("japanese", ".B./BW./.B.", Result(BLACK, EndedBy.SCORE, 2, 0, 2), Result(BLACK, EndedBy.SCORE, 7, 0, 7)),
        ("japanese", ".W./WB./.W.", Result(WHITE, EndedBy.SCORE, 0, 2, -2), Result(WHITE, EndedBy.SCORE, 0, 7, -7)),
    ],
)
def test_dead_stones_agreed_upon_after_two_passes_are_prisoners(
    ruleset: str, board: str, before: Result, after: Result
) -> None:
    table = Game(board, "pass pass", ruleset, komi=0).table
    assert table.result == table.count([]) == before
    assert table.count([table.settings.size.point("B2")]) == after


def test_a_game_is_counted_after_two_passes_alone() -> None:
    table = Game("B..", "A1").table
    with pytest.raises(NotOver, match=r"^the board is revealed after the end; the game goes on$"):
        table.count([])
    table.attempt("black", "resign")
    assert table.count([0]) == table.result == Result(WHITE, EndedBy.RESIGNATION)


JAPANESE_WITH_SUICIDE = replace(rules.get("japanese"), suicide=rules.get("new-zealand").suicide)


@pytest.mark.parametrize(
    ("ruleset", "board", "move", "first", "black", "white"),
    [
        ("go", ".../B../W..", "B1", "black", 9, 0),
        ("japanese", ".../B../W..", "B1", "black", 8, 0),  # one white stone, and seven points
        ("japanese", ".../W../B..", "B1", "white", 0, 8),
        (JAPANESE_WITH_SUICIDE, "BW./.W./W..", "A2", "black", 0, 8),  # suicides are the opponent's prisoners
    ],
)
def test_territory_counts_prisoners_and_area_does_not(
    ruleset: str | Ruleset, board: str, move: str, first: str, black: int, white: int
) -> None:
    game = Game(board, f"{move} pass pass", ruleset, komi=0, first=first)
    margin = black - white
    assert game.table.result == Result(BLACK if margin > 0 else WHITE, EndedBy.SCORE, black, white, margin)
    assert points(game.verdicts[0].after) == (black, white)


@pytest.mark.parametrize(
    ("komi", "winner", "margin"),
    [(0, BLACK, 3), (2.5, BLACK, 0.5), (3, None, 0), (3.5, WHITE, -0.5), (-1, BLACK, 4)],
)
def test_the_margin_is_black_less_white_less_komi(komi: float, winner: rules.Colour | None, margin: float) -> None:
    result = Game("B..", "pass pass", komi=komi).table.result
    assert result == Result(winner, EndedBy.SCORE, 3, 0, margin)


def test_a_ruleset_that_names_no_komi_takes_none() -> None:
    assert replace(rules.get("go"), komi=None).default_komi(Size(9, 9)) == 0


def test_two_passes_where_nothing_is_scored_agree_on_a_draw() -> None:
    alter_igo = replace(rules.get("alter-igo"), passing=rules.get("go").passing)
    assert play(state("B..", alter_igo), "pass pass")[1].after.result == Result(None, EndedBy.AGREEMENT)


def test_a_count_without_komi_is_possible() -> None:
    assert score(replace(state("B.."), komi=None)) == Result(BLACK, EndedBy.SCORE, 3, 0, 3)


WARNED = [
    # points of the board, komi, what is warned of
    ((3, 3), 6, None),
    ((3, 3), 7, "komi 7 allows ties on a board of 9 points: a whole komi should be even there, such as 6"),
    ((3, 3), 6.5, None),
    ((2, 3), 5, None),
    ((2, 3), 6, "komi 6 allows ties on a board of 6 points: a whole komi should be odd there, such as 7"),
    ((3, 3), -1, "komi -1 allows ties on a board of 9 points: a whole komi should be even there, such as 6"),
]


@pytest.mark.parametrize(("size", "komi", "warning"), WARNED)
def test_no_seki_go_warns_of_a_komi_that_allows_ties(size: tuple[int, int], komi: float, warning: str | None) -> None:
    settings = Game(None, "", "no-seki-go", size, komi=komi).table.settings
    assert settings.warnings == ((warning,) if warning else ())
    assert Game(None, "", "go", size, komi=komi).table.settings.warnings == ()


DECIDED = [
    # lines, komi, ruleset, whether the komi is more than the whole board
    (2, 7.5, "go", True),
    (2, 4.5, "go", True),
    (2, 4, "go", False),
    (2, -5, "go", True),
    (1, 7.5, "new-zealand", True),
    (3, 7.5, "go", False),
    (2, 6.5, "japanese", False),  # prisoners count without end
    (2, 7.5, "no-seki-go", True),
]


@pytest.mark.parametrize(("lines", "komi", "ruleset", "decided"), DECIDED)
def test_a_komi_that_is_more_than_the_whole_board_is_warned_of(
    lines: int, komi: float, ruleset: str, decided: bool
) -> None:
    settings = Game(None, "", ruleset, lines, komi=komi).table.settings
    assert any("decides every game" in warning for warning in settings.remarks) is decided
    assert ("Careful: this komi is worth more than the whole board." in settings.cautions) is decided


def test_no_warning_is_given_where_there_is_no_komi() -> None:
    assert Game(None, "", "alter-igo").table.settings.warnings == ()
    assert Game(None, "", "no-seki-go").table.settings.warnings == ()
    assert Game(None, "", replace(rules.get("go"), komi=None)).table.settings.warnings == ()


KOMI = "komi is a multiple of 0.5 from -10000 to 10000, not "


@pytest.mark.parametrize(
    ("komi", "shown"),
    [
        *((0.25, "0.25"), (10000.5, "10000.5"), (-10000.5, "-10000.5"), (True, "True"), ("7", "'7'")),
        *((float("nan"), "nan"), (float("inf"), "inf"), ([7], r"\[7\]")),
    ],
)
def test_komi_is_a_multiple_of_a_half(komi: object, shown: str) -> None:
    with pytest.raises(BadSettings, match=rf"^{KOMI}{shown}; try 7.5$"):
        Game(None, "", komi=komi)


@pytest.mark.parametrize("komi", [10000, -10000, 9999.5, 0, 0.5])
def test_komi_may_be_large_or_negative(komi: float) -> None:
    settings = Game(None, "", komi=komi).table.settings
    assert settings.komi == komi
    assert isinstance(settings.komi, float)


@pytest.mark.parametrize("komi", [6.5, 0])
def test_komi_is_refused_where_nothing_is_scored(komi: float) -> None:
    with pytest.raises(
        BadSettings, match=rf"^alter-igo: komi {komi:g} has no effect where nothing is scored; leave it out$"
    ):
        Game(None, "", "alter-igo", komi=komi)
    unscored = replace(rules.get("go"), scoring=Scoring.NONE, passing=NO_PASSING)
    with pytest.raises(BadSettings, match="go: komi"):
        Game(None, "", unscored, komi=komi)


SPOKEN = [
    (Result(BLACK, EndedBy.SCORE, 5, 1, 3.5), "Black wins by 3.5 points."),
    (Result(WHITE, EndedBy.SCORE, 1, 5, -4.0), "White wins by 4 points."),
    (Result(BLACK, EndedBy.SCORE, 5, 4, 1), "Black wins by 1 point."),
    (Result(None, EndedBy.SCORE, 1, 1, 0), "The scores are equal: a draw."),
    (Result(WHITE, EndedBy.RESIGNATION), "White wins by resignation."),
    (Result(BLACK, EndedBy.LONE_SUICIDE), "Black wins: the last move was a single-stone suicide."),
    (Result(None, EndedBy.REPETITION), "A draw by repetition."),
    (Result(WHITE, EndedBy.CAPTURE), "White wins by capture."),
    (Result(WHITE, EndedBy.NO_MOVE), "White wins: the opponent has no legal move."),
    (Result(BLACK, EndedBy.TIME), "Black wins on time."),
    (Result(None, EndedBy.AGREEMENT), "A draw by agreement."),
    (Result(WHITE, EndedBy.ABSENCE), "White wins: the opponent left the game."),
    (Result(None, EndedBy.ABANDONED), "Game abandoned: no winner."),
    (Result(WHITE, EndedBy.ABANDONED), "Decided by the host. White wins."),
]


@pytest.mark.parametrize(("result", "sentence"), SPOKEN)
def test_every_ending_has_a_sentence(result: Result, sentence: str) -> None:
    assert speak_result(result) == speak_result(result, "en") == sentence


@pytest.mark.parametrize(("margin", "said"), [(3.5, "3,5 Punkten"), (0.5, "0,5 Punkten"), (1, "1 Punkt")])
def test_a_margin_is_spoken_in_german(margin: float, said: str) -> None:
    assert speak_result(Result(BLACK, EndedBy.SCORE, 5, 1, margin), "de") == f"Schwarz gewinnt mit {said}."


def test_no_ending_is_left_out() -> None:
    assert {by for by, _ in ENDINGS} == set(EndedBy)
    assert {(result.by, result.winner is not None) for result, *_ in SPOKEN} == {*ENDINGS, (EndedBy.SCORE, True)}


@pytest.mark.parametrize(
    ("tries", "failed_try", "loser", "winner"),
    [
        ("", "retry", "black", WHITE),
        ("E5", "retry", "white", BLACK),
        ("E5 E5", "retry", "white", BLACK),  # a refused try does not hand the clock over
        ("E5 E5", "lose-turn", "black", WHITE),
    ],
)
def test_a_player_who_is_to_move_can_lose_on_time(
    tries: str, failed_try: str, loser: str, winner: rules.Colour
) -> None:
    table = Game(None, tries, failed_try=failed_try).table
    assert table.lose_on_time(loser) == table.result == table.reveal().result == Result(winner, EndedBy.TIME)
    assert table.to_move is None


@pytest.mark.parametrize(
    ("lose", "refused", "over", "by"),
    [
        (
            Table.lose_on_time,
            "it is white’s turn; only the clock of the player to move can run out",
            "the game is over; no clock runs any more",
            EndedBy.TIME,
        ),
        (
            Table.lose_by_absence,
            "it is white’s turn, not black’s",
            "the game is over; there is nothing to claim",
            EndedBy.ABSENCE,
        ),
    ],
    ids=["time", "absence"],
)
def test_only_the_player_to_move_can_lose_on_time_or_by_absence(
    lose: Callable[[Table, str], Result], refused: str, over: str, by: EndedBy
) -> None:
    table = Game(None, "E5").table
    with pytest.raises(OutOfTurn, match=f"^{refused}$"):
        lose(table, "black")
    with pytest.raises(OutOfTurn):
        lose(table, "audience")
    with pytest.raises(Unknown):
        lose(table, "red")
    assert table.view("white").heard[-1].outcome is Outcome.MOVED
    assert lose(table, "white") == table.result == Result(BLACK, by)
    assert table.to_move is None
    with pytest.raises(GameOver, match=f"^{over}$"):
        lose(table, "white")


@pytest.mark.parametrize("seating", seatings.ALL, ids=lambda seating: seating.slug)
@pytest.mark.parametrize("referee", referees.ALL, ids=lambda referee: referee.slug)
def test_all_are_told_the_same_and_their_views_follow_from_it(
    referee: referees.Referee, seating: seatings.Seating
) -> None:
    game = Game(None, "", referee=referee, seating=seating.slug)
    names = [*(seat.name for seat in seating.seats), "audience"]
    openings = {name: game.table.view(name) for name in names}
    game.play("E5 E5 C3")
    loser = game.table.to_move
    assert loser is not None
    boards = {name: game.shows(name) for name in names}
    result = game.table.lose_on_time(loser)
    assert result == Result(WHITE, EndedBy.TIME)
    told = Told(Outcome.LOST_ON_TIME, loser, BLACK, result=result)
    for name in names:
        view = game.table.view(name)
        assert view.heard[-1] == told
        assert View.of(openings[name], view.heard) == view
        assert game.shows(name) == boards[name]
    assert speak(referee, told, game.table.settings.size) == "Black has lost on time."


@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_a_resignation_out_of_turn_is_announced_like_one_in_turn(referee: str) -> None:
    table = Game(None, "B2", referee=referee).table
    answer, in_turn = table.resign("black"), Game(None, "resign", referee=referee).answers[-1]
    assert answer.said() == in_turn.said() == "Black resigns."
    assert answer.told == in_turn.told
    for seat in ("black", "white", "audience"):
        view = table.view(seat)
        assert view.heard[-1] == in_turn.told[seat]
        assert View.of(view.opening, view.heard) == view


def test_a_player_resigns_after_two_passes() -> None:
    played = Game(None, "B2 pass pass")
    assert played.table.result is not None
    assert played.table.result.by is EndedBy.SCORE
    played.table.resign("black")
    assert played.table.count(()) == Result(WHITE, EndedBy.RESIGNATION)
    assert [tried.attempt for tried in played.table.reveal().tries][-1] == RESIGN


def test_a_game_is_resigned_once_and_by_players_alone() -> None:
    table = Game(None, "B2", seating="rengo").table
    with pytest.raises(BadTry):
        table.resign("audience")
    with pytest.raises(Unknown):
        table.resign("red")
    table.resign("white-2")
    assert table.result == Result(BLACK, EndedBy.RESIGNATION), "a partner resigns for the side"
    with pytest.raises(GameOver, match=r"^the game is over; nobody can resign any more$"):
        table.resign("white-1")


@pytest.mark.parametrize("tries", ["B2", "B2 pass pass"])
def test_the_record_of_a_resignation_reads_back_and_is_played_again(tries: str) -> None:
    played = Game(None, tries, size=5)
    played.table.resign("black")
    entries = tuple(Entry(each.seat, each.attempt, each.reason is None) for each in played.table.reveal().tries)
    again = records.read(records.write(replace(begin(played.table.settings), entries=entries)))
    table = Table.of(again.settings)
    assert [bool(answer and answer.accepted) for _, answer in records.replay(again, table)] == [True] * len(entries)
    assert table.reveal() == played.table.reveal()


def test_an_abandoned_game_has_no_winner() -> None:
    table = Game(None, "E5", size=9).table
    assert table.abandon() == table.result == Result(None, EndedBy.ABANDONED)
    assert table.reveal().result.by is EndedBy.ABANDONED
    with pytest.raises(GameOver):
        table.abandon()
