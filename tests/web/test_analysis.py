"""The analysis board: what its page and its API say of a position is what the solved boards say."""

import asyncio
import json
import random
import re
from collections.abc import AsyncGenerator, Iterator
from html import unescape
from unittest.mock import Mock
from urllib.parse import quote

import pytest

from tests.web.test_bad_input import sentence
from tests.web.test_replay import at, play, said
from tests.web.wire import Visitor, WebApp, run_in_thread, until
from yurei.apps.web.analysis import offered_sizes
from yurei.club.programs import solved as boards
from yurei.club.programs.solved import Position, SolvedBoards, UnsolvedPosition, make_process_solver
from yurei.languages import Words
from yurei.players import tablebase
from yurei.players.tablebase import Analysis, analyse, are_ready, line_of_play, load_or_solve
from yurei.rules.board import BLACK, WHITE, Colour, board_text, empty_board, is_legal
from yurei.rules.points import Size

SIZES = [Size(1, 1), Size(5, 1), Size(2, 3), Size(4, 2), Size(3, 3), Size(4, 3)]
FIRST = Size(6, 3)
"""A board of which only the first moves are known."""


@pytest.fixture(scope="module", autouse=True)
def webapp() -> Iterator[WebApp]:
    """An application for all tests: what is only read can be read there by all."""
    for size in SIZES:
        load_or_solve(size)
    with WebApp() as webapp:
        yield webapp


def positions(size: Size, count: int) -> Iterator[tuple[bytes, Colour]]:
    """Legal positions of a board at random, the empty one among them."""
    chance = random.Random(f"analysis {size}")
    yield empty_board(size), BLACK
    found = 0
    while found < count:
        cells = bytes(chance.choices((0, 1, 2), (2, 1, 1))[0] for _ in range(size.points))
        if is_legal(cells, size):
            found += 1
            yield cells, chance.choice((BLACK, WHITE))


def address(cells: bytes, size: Size, to_move: Colour, more: str = "") -> str:
    return f"/analysis?board={board_text(cells, size)}{'' if to_move is BLACK else '&to_move=white'}{more}"


def page(webapp: WebApp, where: str, status: int = 200) -> str:
    answer = Visitor(webapp).get(where)
    assert answer.status == status, answer.text[:500]
    return unescape(answer.text)


def point_labels(text: str) -> dict[str, str]:
    labels = re.findall(r'<button name=at value="(\w+)"[^>]*aria-label="([^"]*)"', text)
    return {name: label.removeprefix(name).removeprefix(", ") for name, label in labels}


def words(analysis: Analysis) -> dict[str, str]:
    """What the page should say of each move, written another way."""
    found = {}
    for point, outcome in analysis.moves.items():
        moves = "1 move" if outcome.distance == 1 else f"{outcome.distance} moves"
        name = {None: "draw", BLACK: f"Black wins in {moves}", WHITE: f"White wins in {moves}"}[outcome.winner]
        found[analysis.size.name(point)] = f"{name}, best move" if point in analysis.best else name
    return found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_move_has_its_value(webapp: WebApp, size: Size) -> None:
    values = load_or_solve(size)
    for cells, to_move in positions(size, 8):
        text = page(webapp, address(cells, size, to_move))
        analysis = analyse(values, cells, size, to_move)
        named = point_labels(text)
        assert {name: named[name] for name in words(analysis)} == words(analysis)
        stones = {size.name(point) for point, cell in enumerate(cells) if cell}
        assert {name for name, label in named.items() if "stone" in label} == stones
        signs = re.findall(r'<g class="label (\w+)[^>]*>.*?<text[^>]*>([^<]*)</text>', text)
        assert len(signs) == len(analysis.moves)
        assert all((sign[0] in "+−") == (kind != "drawn") for kind, sign in signs)
        line = re.findall(r'aria-label="(Black|White) (\w+)"', text)
        best = line_of_play(values, cells, size, to_move)
        assert [name for _, name in line] == [size.name(point) for point in best]
        winner = analysis.outcome.winner
        assert ("a draw" if winner is None else f"{winner.word.capitalize()} wins in") in said(text)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_programs_are_told_the_same(webapp: WebApp, size: Size) -> None:
    values = load_or_solve(size)
    for cells, to_move in positions(size, 8):
        asked = f"/api/analysis?board={quote(board_text(cells, size))}&to_move={to_move.word}&ruleset=alter-igo"
        answer = json.loads(Visitor(webapp).get(asked).text)
        analysis = analyse(values, cells, size, to_move)
        plain = {
            size.name(point): {"value": each.winner.word if each.winner else "draw", "distance": each.distance}
            for point, each in analysis.moves.items()
        }
        assert answer["moves"] == plain
        assert answer["distance"] == analysis.outcome.distance
        assert answer["best"] == [size.name(point) for point in analysis.best]
        assert answer["line"] == [size.name(point) for point in line_of_play(values, cells, size, to_move)]
        assert (answer["solved"], answer["board"]) == (100, board_text(cells, size))


BAD = {
    "board=" + "/".join(["....."] * 5): "boards of up to 20 points can be solved; 5x5 has 25",
    "size=9": "boards of up to 20 points can be solved; 9x9 has 81",
    "size=0": "",
    "board=.../..": "the rows of a board are equally long",
    "board=.X/..": "not with 'X'",
    "board=.b/..": "alter-igo has no ghosts",
    "board=.../.../...&to_move=red": "there is no colour to play 'red'",
    "ruleset=go": "go is not among the games that can be solved",
    "ruleset=chess": "there is no ruleset 'chess'",
    "board=.../.../...&moves=D1": "'D1' is no point of a 3x3 board",
    "board=.../.../...&moves=A1.A1": "move 2, A1, cannot be played",
    "board=BB/BB&moves=A2": "move 1, A2, cannot be played",
    "board=.&moves=A1.A1": "move 2, A1, cannot be played",
    "board=.../.../...&after=-1": "no whole number",
    "board=.../.../...&do=burn": "there is no tool 'burn'",
    "board=.../.../...&do=black&at=Z9": "is no point of a 3x3 board",
    "board=./.&moves=" + ".".join(["A1", "A2"] * 400): "at most 500 moves",
}


@pytest.mark.parametrize(("query", "expected"), BAD.items(), ids=[query[:40] for query in BAD])
def test_a_bad_analysis_query_is_answered_by_one_sentence(webapp: WebApp, query: str, expected: str) -> None:
    answer = Visitor(webapp).get(f"/analysis?{query}")
    assert answer.status in (404, 422)
    assert expected in sentence(answer)


def test_programs_are_answered_by_one_sentence(webapp: WebApp) -> None:
    for query in ("board=.....%2F.....%2F.....%2F.....%2F.....", "board=BB%2FBB", "board=..&ruleset=go", ""):
        answer = Visitor(webapp).get(f"/api/analysis?{query}")
        assert answer.status == 422, query
        assert len(json.loads(answer.text)["error"]) > 20


def test_a_position_with_a_string_without_liberties_can_be_changed(webapp: WebApp) -> None:
    text = page(webapp, "/analysis?board=BB/BB")
    assert said(text).startswith("A string has no liberty")
    assert set(point_labels(text).values()) == {"black stone"}
    clicked = Visitor(webapp).get("/analysis?board=BB/BB&do=empty&at=A1")
    assert clicked.location == "/analysis?board=BB/.B&do=empty"


def clicked(webapp: WebApp, where: str) -> str:
    answer = Visitor(webapp).get(where)
    assert answer.status == 303
    return unescape(answer.location)


def test_moves_are_played_taken_back_and_played_on(webapp: WebApp) -> None:
    start = "/analysis?board=.../.../..."
    assert clicked(webapp, f"{start}&do=play&at=B2") == f"{start}&moves=B2"
    assert clicked(webapp, f"{start}&moves=B2&do=play&at=A1") == f"{start}&moves=B2.A1"
    text = page(webapp, f"{start}&moves=B2.A1&after=1")
    assert point_labels(text)["B2"] == "black stone"
    assert "stone" not in point_labels(text)["A1"]
    assert "Move 1 of 2" in text
    assert clicked(webapp, f"{start}&moves=B2.A1&after=1&do=play&at=A1") == f"{start}&moves=B2.A1"
    assert clicked(webapp, f"{start}&moves=B2.A1&after=1&do=play&at=C3") == f"{start}&moves=B2.C3"


def test_stones_are_set_up_from_the_shown_position(webapp: WebApp) -> None:
    start = "/analysis?board=.../.../...&moves=B2"
    assert clicked(webapp, f"{start}&do=white&at=A1") == "/analysis?board=.../.B./W..&to_move=white&do=white"
    assert clicked(webapp, f"{start}&do=empty&at=B2") == "/analysis?board=.../.../...&to_move=white&do=empty"


def test_illegal_move_on_the_analysis_board_is_explained(webapp: WebApp) -> None:
    text = page(webapp, "/analysis?board=.../.../...&moves=B2&do=play&at=B2")
    assert said(text).startswith("No stone can be played on B2.")
    text = page(webapp, "/analysis?board=.&moves=A1&do=play&at=A1")
    assert "White wins: the last move was a single-stone suicide." in said(text)
    assert "Line of best play" not in text


def test_a_board_turned_has_the_same_values(webapp: WebApp) -> None:
    text = page(webapp, "/analysis?board=..B./..W.&moves=A1.B2")
    (turned,) = re.findall(r'<a [^>]*href="([^"]*)"[^>]*>Turn the board</a>', text)
    assert turned == "/analysis?board=../WB/../..&moves=A1.B2"
    other = point_labels(page(webapp, turned))
    across = {f"{'ABCD'[int(name[1]) - 1]}{'ABCD'.index(name[0]) + 1}": words for name, words in other.items()}
    assert across == point_labels(text)


def test_every_solved_board_can_be_chosen(webapp: WebApp) -> None:
    offered = re.findall(r'<option value="(\d+x\d+)"', page(webapp, "/analysis"))
    assert offered == [str(size) for size in offered_sizes()]
    assert len(offered) == len(set(offered)) == 27 + 8
    assert page(webapp, clicked(webapp, "/analysis?size=9x1"))


def test_larger_boards_have_values_of_first_moves_only(webapp: WebApp) -> None:
    text = page(webapp, address(empty_board(FIRST), FIRST, BLACK))
    assert said(text) == "Black to move: Black wins in 30 moves. Best moves: C2, D2."
    assert point_labels(text)["C2"] == "Black wins in 30 moves, best move"
    text = page(webapp, address(empty_board(FIRST), FIRST, BLACK, "&moves=C2"))
    assert said(text) == "White to move: Black wins in 29 moves. The values of the moves from here are not known."
    text = page(webapp, address(empty_board(FIRST), FIRST, BLACK, "&moves=C2.D2"))
    assert said(text) == "Of the board 6x3 only the first moves are known here."
    refused = Visitor(webapp).get("/api/analysis?board=......%2F..BW..%2F......")
    assert json.loads(refused.text)["error"] == "Of the board 6x3 only the first moves are known here."


def test_an_open_page_is_sent_its_part_alone(webapp: WebApp) -> None:
    answer = Visitor(webapp).fragment("/analysis?board=.../.../...&do=play&at=B2")
    assert answer.status == 200
    assert answer.text.startswith('<section id="analysis" data-address="/analysis?board=.../.../...&amp;moves=B2"')


def test_an_ended_game_leads_to_its_position(webapp: WebApp) -> None:
    made = play(webapp, "black:B2 white:A2 black:B1 white:C1 black:resign", ruleset="alter-igo")
    for number, after in ((5, ""), (2, "&after=2"), (0, "&after=0")):
        (link,) = re.findall(r'href="(/analysis[^"]*)"', unescape(at(made, f"at={number}")))
        assert link == f"/analysis?board=.../.../...&moves=B2.A2.B1.C1{after}"
    other = play(webapp, "black:B2 white:A2 black:resign", ruleset="go", referee="open")
    assert "/analysis" not in at(other, "at=1")


class Slowly:
    def __init__(self) -> None:
        self.asked: list[Size] = []
        self.running = self.most = 0
        self.may_go_on = self.fails = False

    async def __call__(self, board: Size) -> AsyncGenerator[int]:
        self.asked.append(board)
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            yield 40
            while not self.may_go_on:
                await asyncio.sleep(0.01)
            if self.fails:
                raise EOFError
        finally:
            self.running -= 1


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> set[Size]:
    """Boards whose tables are there only once they have been asked for."""
    gone = {Size(3, 4), Size(1, 5)}
    monkeypatch.setattr(tablebase, "are_ready", lambda board: board not in gone)
    return gone


def test_a_board_is_solved_when_it_is_asked_for_and_the_page_says_how_far(missing: set[Size]) -> None:
    slowly = Slowly()
    with WebApp(solve=slowly) as webapp:
        assert "This board is being solved" in said(page(webapp, "/analysis?board=.../.../.../..."))
        until(lambda: '<progress value="40"' in page(webapp, "/analysis?board=.../.../.../...&to_move=white"))
        api = Visitor(webapp).get("/api/analysis?board=...%2F...%2F...%2F...")
        assert (api.status, api.all("retry-after"), json.loads(api.text)["solved"]) == (202, ["1"], 40)
        page(webapp, "/analysis?board=.....")
        others = said(page(webapp, "/analysis"))
        assert "Black to move: Black wins in 18 moves." in others, "they are not kept waiting"
        slowly.may_go_on = True
        until(lambda: "to move" in said(page(webapp, "/analysis?board=.../.../.../...")))
        until(lambda: "to move" in said(page(webapp, "/analysis?board=.....")))
        assert (slowly.asked, slowly.most) == ([Size(3, 4), Size(1, 5)], 1), "each once, one after the other"


def test_a_board_that_fails_is_said_to_have_failed(missing: set[Size]) -> None:
    slowly = Slowly()
    slowly.may_go_on = slowly.fails = True
    with WebApp(solve=slowly) as webapp:
        page(webapp, "/analysis?board=.....")
        until(lambda: "could not be solved now" in said(page(webapp, "/analysis?board=.....")))
        assert slowly.asked == [Size(1, 5)], "it is not tried again at once"
        assert Visitor(webapp).get("/api/analysis?board=.....").status == 409


def test_a_server_without_tables_says_that_it_cannot_solve_the_board(missing: set[Size]) -> None:
    with WebApp() as webapp:
        assert "This server cannot solve the board 5x1" in said(page(webapp, "/analysis?board=....."))


async def solved_in_a_process(size: Size) -> list[int]:
    """The percentages that a process reports while it solves a board."""
    solve = make_process_solver()
    assert solve is not None
    return [percent async for percent in solve(size)]


def test_a_process_solves_a_board_and_keeps_its_table() -> None:
    done = run_in_thread(solved_in_a_process(Size(1, 11)))
    assert done == sorted(set(done)), "it does not go back"
    assert are_ready(Size(1, 11))


def test_a_process_that_fails_is_noticed() -> None:
    with pytest.raises(EOFError):
        run_in_thread(solved_in_a_process(Size(5, 5)))


def test_values_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    look_up = Mock(return_value=UnsolvedPosition(Words("no")))
    monkeypatch.setattr(boards, "look_up_position", look_up)
    position = Position(empty_board(Size(3, 3)), Size(3, 3), BLACK)

    async def twice() -> None:
        known = SolvedBoards(None)
        await known.analyse(position)
        await known.analyse(position)
        await known.close()

    run_in_thread(twice())
    look_up.assert_called_once_with(position)
