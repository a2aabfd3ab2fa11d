"""Pages and frames: none is shown to another reader, none has a length that tells a point, and none of a problem has its answer."""

import json
from collections import Counter
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

import pytest

from tests.day_and_night import by_day_and_night
from tests.web.solving import Solver, of_kind
from tests.web.wire import Made, Socket, Visitor, WebApp, make
from yurei.apps.web.frame.html import Drawing
from yurei.apps.web.parts.game_parts import Page, UnconfirmedTry
from yurei.apps.web.table import page as table
from yurei.apps.web.table import routes as live
from yurei.club import games
from yurei.problems import Problem, collection, files, kind_of
from yurei.problems.problem import QUESTION
from yurei.problems.solving import group_by_turn
from yurei.rules.points import Size

CHAIRS = ("black", "white", "referee", "audience")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Page]:
    """Every page that is drawn, and not only shown once more."""
    pages: list[Page] = []
    draw = table.draw_live_part

    def noted(page: Page) -> Drawing:
        pages.append(page)
        return draw(page)

    monkeypatch.setattr(live, "draw_live_part", noted)
    return pages


def watchers(made: Made, number: int, language: str = "en") -> list[Socket]:
    return [
        Visitor(made.webapp, made.seats["audience"].cookies, language).listen(f"{made.at('audience')}/live")
        for _ in range(number)
    ]


def test_a_try_is_drawn_once_for_each_chair_and_language(webapp: WebApp, drawn: list[Page]) -> None:
    made = make(webapp)
    players = [made.seats[chair].listen(f"{made.at(chair)}/live") for chair in ("black", "white")]
    crowd = [*watchers(made, 5), *watchers(made, 3, "de")]
    drawn.clear()
    answer = made.act("black", "stone", "E5")
    assert Counter((page.chair, page.language) for page in drawn) == Counter(
        [("black", "en"), ("white", "en"), ("audience", "en"), ("audience", "de")]
    )
    assert players[0].frames[-1].rstrip() == answer.text.rstrip()  # spaces behind hide where the try was
    assert len({socket.frames[-1] for socket in crowd[:5]}) == 1
    assert crowd[0].frames[-1] != crowd[-1].frames[-1]


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every chair from which somebody is made to look, in order."""
    chairs: list[str] = []
    frame = live._SocketReader.frame

    def noted(reader: Any, game: Any) -> Any:
        chairs.append(reader.chair)
        return frame(reader, game)

    monkeypatch.setattr(live._SocketReader, "frame", noted)
    return chairs


@pytest.mark.parametrize(
    ("do", "at", "known"),
    [
        ("pencil-cross", "E5", ["black"]),
        ("chat", "hello", ["black", "white"]),  # nobody else reads along in a hidden game
        ("stone", "E5", sorted(CHAIRS)),
        ("resign", "", sorted(CHAIRS)),
    ],
)
def test_an_action_wakes_those_alone_who_may_know_of_it_and_all_others_keep_their_drawing(
    webapp: WebApp, woken: list[str], do: str, at: str, known: list[str]
) -> None:
    made = make(webapp)
    made.play("A1 A5")
    for chair in CHAIRS:
        made.seats[chair].listen(f"{made.at(chair)}/live")
    game = webapp.run(webapp.club.games.load_uncached(made.name))
    before = {chair: Page(game, chair, "en").cache_key for chair in CHAIRS}
    woken.clear()
    path, sent = ("/chat", {"text": at}) if do == "chat" else ("", {"do": do, "at": at})
    assert made.seats["black"].send(made.at("black") + path, sent).status == 200
    assert sorted(set(woken)) == known
    assert sorted(chair for chair in CHAIRS if Page(game, chair, "en").cache_key != before[chair]) == known


def test_a_crowd_is_woken_bit_by_bit_and_after_the_players(
    webapp: WebApp, woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "AT_ONCE", 2)
    made = make(webapp)
    watchers(made, 7)
    made.seats["white"].listen(f"{made.at('white')}/live")
    woken.clear()
    made.act("black", "stone", "E5")
    assert woken == ["white", *["audience"] * 7]


def test_pages_that_differ_in_any_field_are_rendered_separately(webapp: WebApp) -> None:
    made = make(webapp)
    game = webapp.run(webapp.club.games.load_uncached(made.name))
    page = Page(game, "black", "en")
    others = {
        "game": replace(page, game=webapp.run(webapp.club.games.load_uncached(make(webapp).name))),
        "chair": replace(page, chair="white"),
        "language": replace(page, language="de"),
        "links": replace(page, links={"white": "http://yurei.example/g/1/join/white/2"}),
        "base": replace(page, base="https://go.example"),
        "likes": replace(page, likes=frozenset({"bare"})),
        "aim": replace(page, aim=UnconfirmedTry("stone", "E5")),
    }
    assert others.keys() == {
        field.name for field in fields(Page) if field.compare
    }  # a new field comes with a page of its own
    assert len({page.cache_key, *(other.cache_key for other in others.values())}) == len(others) + 1
    before = page.cache_key
    made.act("black", "stone", "E5")
    assert page.cache_key != before


def looks_in(order: tuple[str, ...]) -> dict[str, str]:
    """What each is shown of the same game where nothing is drawn yet and they look in this order; the maker has the links."""
    with WebApp() as webapp:
        made = make(webapp)
        maker = Visitor(webapp, {**made.seats["black"].cookies, **made.host.cookies})
        for chair in CHAIRS:
            made.seats[chair].listen(f"{made.at(chair)}/live")
        made.act("black", "stone", "E5")
        made.act("white", "stone", "C3")
        made.act("black", "pencil-cross", "A1")
        made.act("white", "pencil-dead", "B2")
        shown = {}
        for who in order:
            visitor, chair = (maker, "black") if who == "maker" else (made.seats[who], who)
            shown[who] = visitor.fragment(made.at(chair)).text.rstrip()
            shown[f"{who}, live"] = str(visitor.listen(f"{made.at(chair)}/live").frames[-1]).rstrip()
        return shown


def test_no_reader_is_shown_a_page_rendered_for_another() -> None:
    everybody = ("maker", *CHAIRS)
    alone = {name: text for who in everybody for name, text in looks_in((who,)).items()}
    assert all(alone[who] == alone[f"{who}, live"] for who in everybody)
    assert len(set(alone.values())) == len(everybody)
    for order in (everybody, everybody[::-1], ("audience", "maker", "referee", "white", "black")):
        assert looks_in(order) == alone


def test_old_drawings_go(webapp: WebApp, monkeypatch: pytest.MonkeyPatch, drawn: list[Page]) -> None:
    monkeypatch.setattr(live, "MOST", 2)
    game, kept = webapp.run(webapp.club.games.load_uncached(make(webapp).name)), live.Drawings()
    pages = [Page(game, chair, "en") for chair in ("black", "white", "audience")]
    for which in (0, 1, 0, 2, 0, 1):
        kept.of(pages[which])
    assert drawn == [pages[which] for which in (0, 1, 2, 1)]


CONTACT = "E5 E5 D5 D5 F5 E6 E6 C3 C3"
"""Tries in turn, with refused ones and stones beside each other."""
GAMES: list[tuple[str, str, int, str]] = [
    ("go", "kriegspiel", 9, ""),
    ("go", "common", 9, CONTACT),
    ("go", "hamburg", 13, CONTACT),
    ("go", "fog", 9, ""),
    ("no-seki-go", "kriegspiel", 10, ""),
    ("toroidal-go", "olympiad", 11, "C3 D4"),
]


def lengths_after(game: tuple[str, str, int, str], point: str) -> dict[str, Any] | None:
    """Return the lengths of all that is sent after a try at a point; the frames themselves to who does not play.

    None where the try was refused: of that all are told.
    """
    ruleset, referee, width, moves = game
    with WebApp() as webapp:
        wish = {"ruleset": ruleset, "referee": referee, "width": f"{width}", "watching": "everybody"}
        made = make(webapp, **wish)
        table = webapp.run(webapp.club.games.load_uncached(made.name))
        for move in moves.split():
            made.act(str(table.to_move), "stone", move)
        mover = str(table.to_move)
        sockets = {
            chair: made.seats[chair].listen(f"{made.at(chair)}/live") for chair in ("black", "white", "audience")
        }
        before = {chair: len(socket.raw) for chair, socket in sockets.items()}
        answer = made.act(mover, "stone", point)
        if table.to_move == mover:
            return None
        frames = {chair: sockets[chair].raw[before[chair] :] for chair in sockets}
        again = {chair: made.seats[chair].listen(f"{made.at(chair)}/live").raw for chair in sockets}
        told = {chair: got for chair, got in frames.items() if chair != mover}
        lengths = [[len(frame.encode()) for frame in got[chair]] for got in (frames, again) for chair in sockets]
        return {"told": told, "lengths": lengths, "answer": len(answer.body)}


def points_of(width: int, every: int) -> list[str]:
    """Return the names of points of a board, those of all rows and columns among them."""
    size = Size(width, width)
    return [size.name(point) for point in range(0, size.points, every)]


@pytest.mark.parametrize(
    ("game", "every"),
    by_day_and_night([(game, 7 if game[2] == 9 else 12) for game in GAMES[:4]], [(game, 1) for game in GAMES]),
    ids=str,
)
def test_messages_to_a_player_have_the_same_length_for_every_point(game: tuple[str, str, int, str], every: int) -> None:
    got = {point: lengths_after(game, point) for point in points_of(game[2], every)}
    accepted = {point: sent for point, sent in got.items() if sent is not None}
    assert len(accepted) > 10
    first = next(iter(accepted.values()))
    assert [point for point, sent in accepted.items() if sent != first] == []


KINDS = list(dict.fromkeys(problem.kind for problem in collection().values()))
PATHS = ("/problems/{}", "/api/problems/{}")


def twin(problem: Problem) -> Problem:
    """The same question with another answer, and without what follows from the answer."""
    question = {key: value for key, value in problem.more.items() if key in QUESTION}
    return replace(problem, answer=("A1", "no answer"), more=MappingProxyType(question))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("every", by_day_and_night([30], [1]))
def test_problems_that_differ_in_the_answer_alone_have_equal_pages(
    kind: str, every: int, webapp: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = list(of_kind(kind))[::every]
    pages = {problem.id: seen(Visitor(webapp), problem) for problem in problems}
    twins = {**collection(), **{problem.id: twin(problem) for problem in problems}}
    monkeypatch.setattr(files, "collection", lambda: twins)
    assert files.shipped(problems[0].id).answer == ("A1", "no answer")
    with WebApp() as other:
        for problem in problems:
            assert seen(Visitor(other), problem) == pages[problem.id], problem.id


def seen(visitor: Visitor, problem: Problem) -> list[bytes]:
    """The bytes of all that shows a problem before the first answer, looking back among it."""
    looked = Solver(visitor, problem.id)
    count = len(group_by_turn(kind_of(problem.kind).begin(problem).lines))
    then = [looked.does("look", str(number)).body for number in dict.fromkeys((0, count // 2))]
    return [*(visitor.get(path.format(problem.id)).body for path in PATHS), *then]


def test_a_list_shows_no_answer(webapp: WebApp) -> None:
    for shown in json.loads(Visitor(webapp).get("/api/problems").text)["problems"]:
        secret = {"answer"} | collection()[shown["id"]].more.keys() - QUESTION
        assert not secret & shown["question"].keys()


@pytest.mark.parametrize("kind", KINDS)
def test_no_step_of_a_solution_is_on_the_page_before_the_end(kind: str, webapp: WebApp) -> None:
    problem = next(of_kind(kind))
    page = Visitor(webapp).get(f"/problems/{problem.id}").text
    assert "Right answer" not in page
    assert "branches" not in page
    for step in kind_of(kind).solution(problem):
        assert step.note is None or str(step.note) not in page
