"""Programs of the server's at a table: what they agree to, what they dispute, and what becomes of one that goes wrong."""

import json
import logging
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from tests.web.programs import Program
from tests.web.test_bad_input import refused
from tests.web.wire import Answer, Visitor, WebApp, names_point, start_game
from yurei import players, records, referee
from yurei.players import Budget, Player
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK_STONE
from yurei.rules.state import PASS, Try, stone

APART = ["C1", "C2", "C3", "C4", "C5"]
"""Black's wall on 5x5; the program's stands beside it."""


class Scripted(Player):
    """Plays what it was told to, then passes."""

    slug = "scripted"
    summary = "Plays what it was told to."
    tries: tuple[Any, ...] = ()

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._left = list(type(self).tries)

    def decide(self, budget: Budget) -> Try:
        if not self._left:
            return PASS
        wanted = self._left.pop(0)
        if isinstance(wanted, Exception):
            raise wanted
        return wanted if isinstance(wanted, Try) else stone(self.view.settings.size.point(wanted))


class Agreeable(Scripted):
    """Agrees to every draw."""

    slug = "agreeable"

    def accepts_draw(self) -> bool:
        return True


class Measured(Scripted):
    """Has something that can be set."""

    slug = "measured"
    version = 7
    PARAMETERS: ClassVar[dict[str, Any]] = {"step": 3}

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        Player.__init__(self, seed, **parameters)
        self._left = []
        if self.parameters["step"] == 13:
            raise ZeroDivisionError


PROGRAMS = [*players.ALL, Scripted, Agreeable, Measured]


@pytest.fixture
def webapp(monkeypatch: pytest.MonkeyPatch) -> Iterator[WebApp]:
    monkeypatch.setattr(players, "ALL", PROGRAMS)
    with WebApp() as webapp:
        yield webapp


def against(webapp: WebApp, *tries: Any, **wish: str) -> tuple[Visitor, str]:
    Scripted.tries = tries
    return start_game(webapp, **{"opponent": "yurei", "program": "scripted", "colour": "black", "width": "5", **wish})


@pytest.mark.parametrize(
    "wrong",
    [RuntimeError("C3 is hidden"), stone(99), stone(-1), Try("jump"), "nothing at all"],  # type: ignore[arg-type]
    ids=["raises", "off the board", "before the board", "no try", "no point"],
)
def test_a_program_that_goes_wrong_resigns_and_the_person_s_move_stays(
    webapp: WebApp, wrong: Any, caplog: pytest.LogCaptureFixture
) -> None:
    visitor, table = against(webapp, wrong)
    with caplog.at_level(logging.WARNING, "yurei.club.game.programs"):
        assert visitor.send(table, {"do": "stone", "at": "C3"}).status == 200
    seen = visitor.knows(table)
    assert seen["board"].split("/")[2] == "..B.."
    assert (seen["ended"]["winner"], seen["ended"]["by"]) == ("black", "resignation")
    (line,) = caplog.messages
    assert line.startswith("the program scripted resigns: it has ")
    assert not names_point(line, "C3")


@pytest.mark.parametrize(
    ("tries", "points", "verdicts"),
    [
        (["C3", "C3", "C3"], ["C3"], ["moved", "illegal", "resigned"]),
        (["C3", "D4", "C3", "E5"], ["C3", "A1"], ["moved", "illegal", "moved", "moved", "illegal", "moved"]),
    ],
    ids=["again in its turn", "again a turn later"],
)
def test_a_program_that_tries_a_refused_point_again_in_its_turn_resigns(
    webapp: WebApp, tries: list[str], points: list[str], verdicts: list[str]
) -> None:
    visitor, table = against(webapp, *tries)
    for point in points:
        visitor.send(table, {"do": "stone", "at": point})
    assert [heard["verdict"] for heard in visitor.knows(table)["heard"]] == verdicts


def heard_while_it_tries(webapp: WebApp, refused: str, judge: str) -> list[Any]:
    """All that a person gets in whose stones a program has run; her stones are the same."""
    visitor, table = against(webapp, "D4", refused, "E5", referee=judge)
    ear = visitor.listen(f"{table}/live")
    got: list[Any] = []
    for point in ("C3", "B2"):
        got.append(visitor.send(table, {"do": "stone", "at": point}))
        got += [visitor.get(table), visitor.fragment(table), visitor.knows(table), list(ear.frames)]
    return got


@pytest.mark.parametrize("judge", [each.slug for each in referee.ALL])
def test_the_point_where_a_program_was_refused_reaches_no_one(webapp: WebApp, judge: str) -> None:
    with WebApp() as other:
        got = heard_while_it_tries(webapp, "C3", judge)
        assert got == heard_while_it_tries(other, "B2", judge)
    assert "refused" in got[-4].text


def divided(webapp: WebApp, *extra: str) -> tuple[Visitor, str]:
    """A game on 5x5 that two passes have ended: Black has the left side, the program the right."""
    visitor, table = against(webapp, "D1", "D2", "D3", "D4", "D5", *extra)
    for point in APART:
        visitor.send(table, {"do": "stone", "at": point})
    for number, _ in enumerate(extra):
        visitor.send(table, {"do": "stone", "at": f"B{2 * number + 2}"})
    visitor.send(table, {"do": "pass"})
    assert visitor.knows(table)["ended"]["counting"]
    return visitor, table


def test_a_program_disputes_a_count_that_gives_its_living_stones_away(webapp: WebApp) -> None:
    visitor, table = divided(webapp)
    visitor.send(table, {"do": "dead", "at": "D1"})
    dead = " ".join(visitor.knows(table)["ended"]["dead"])
    assert dead == "D1 D2 D3 D4 D5"
    answer = visitor.send(table, {"do": "settle", "at": dead})
    assert "play" in answer.text
    ended = visitor.knows(table)["ended"]
    assert (ended["agreed"], ended["counting"]) == ([], True)
    # It is played out, and who has asked for it gives the first move away: the person moves, passes, and nothing is dead.
    visitor.send(table, {"do": "pass"})
    ended = visitor.knows(table)["ended"]
    assert (ended["dead"], ended["counting"]) == ([], False)


def test_a_program_claims_the_proposed_stones_of_its_opponent_once(webapp: WebApp) -> None:
    async def all_black(_: Settings, board: bytes) -> frozenset[int]:
        return frozenset(point for point, cell in enumerate(board) if cell == BLACK_STONE)

    with WebApp(propose=all_black) as proposing:
        visitor, table = divided(proposing)
        visitor.send(table, {"do": "settle", "at": ""})
        ended = visitor.knows(table)["ended"]
        assert (ended["dead"], ended["agreed"], ended["counting"]) == (APART, [], True)
        assert "The marks have changed since you agreed." in visitor.get(table).text
        visitor.send(table, {"do": "dead", "at": "C1"})
        visitor.send(table, {"do": "settle", "at": ""})
        ended = visitor.knows(table)["ended"]
        assert (ended["dead"], ended["counting"]) == ([], False), (
            "it claims them once, and agrees to what costs it nothing"
        )


@pytest.mark.parametrize(("extra", "dead"), [(["A1"], ["A1"]), ([], [])])
def test_a_program_agrees_to_a_count_with_its_dead_stones_or_none(
    webapp: WebApp, extra: list[str], dead: list[str]
) -> None:
    visitor, table = divided(webapp, *extra)
    for point in dead:
        visitor.send(table, {"do": "dead", "at": point})
    visitor.send(table, {"do": "settle", "at": " ".join(dead)})
    ended = visitor.knows(table)["ended"]
    assert (ended["dead"], ended["counting"]) == (dead, False)


@pytest.mark.parametrize(("program", "ended_by"), [("agreeable", "agreement"), ("scripted", None)])
def test_a_program_is_asked_about_a_draw_and_declines_where_it_does_not_say_otherwise(
    webapp: WebApp, program: str, ended_by: str | None
) -> None:
    Scripted.tries = ("D4",)
    black = against_black(webapp, {"draw_by_agreement": True}, white=program)
    black.does("stone", "C3")
    assert black.does("offer")["offer"] == "black"
    known = black.sees()
    assert (known["offer"], known["ended"] and known["ended"]["by"]) == (None, ended_by)


def test_an_offer_of_a_draw_ends_with_the_game(webapp: WebApp) -> None:
    black = against_black(webapp, {"draw_by_agreement": True})
    assert black.does("offer")["offer"] == "black"
    known = black.does("resign")
    assert (known["ended"]["by"], known["offer"]) == ("resignation", None)


def against_black(webapp: WebApp, settings: dict[str, Any] | None = None, **programs: str) -> Program:
    """A program on Black's chair of a new game; others of the server's may sit on the other chairs."""
    links = json.loads(made_by_program(webapp, settings, **programs).text)["links"]
    return Program(webapp).sits_down(links["black"])


def made_by_program(webapp: WebApp, settings: dict[str, Any] | None = None, **programs: str) -> Answer:
    wish = {"settings": {"width": 5, "height": 5, **(settings or {})}, "programs": programs}
    return Program(webapp).ask("POST", "/api/games", wish)


def test_a_record_names_the_programs_and_their_parameters(webapp: WebApp) -> None:
    black = against_black(webapp, white="measured:step=4")
    for do in ("pass", "settle"):
        black.does(do)
    kept = records.read(black.ask("GET", f"{black.address}/record").body)
    assert kept.players == (records.Program("white", "measured:step=4", 7),)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("measured:stride=1", "measured has no parameter 'stride'. Known: step"),
        ("measured:step=many", "step of measured is a whole number, not 'many'"),
        ("measured:step=13", "the program measured:step=13 cannot be set so: ZeroDivisionError"),
        ("measured:" + "step=4," * 20, "the name of a program has 100 letters at most"),
        ("belief:steps=1000000000000", "steps of belief is from 0 to 100"),
        ("belief:win=nan", "win of belief is a number, not 'nan'"),
        ("belief:prior=x", "prior is one of 'uniform', 'fitted', not 'x'"),
    ],
)
def test_bad_program_parameters_are_refused_with_the_reason(webapp: WebApp, name: str, sentence: str) -> None:
    answer = made_by_program(webapp, white=name)
    assert (answer.status, json.loads(answer.text)["error"]) == (422, sentence)


def test_the_page_says_which_program_plays_and_at_which_level(webapp: WebApp) -> None:
    for name, called in (("simple", "simple"), ("yurei", "yurei 2"), ("yurei:level=1", "yurei 1")):
        visitor, table = against(webapp, program=name)
        assert f">{called}</bdi>" in visitor.get(table).text


def test_a_game_with_a_program_that_is_installed_no_more_can_be_read_and_the_program_resigns(
    webapp: WebApp, caplog: pytest.LogCaptureFixture
) -> None:
    visitor, table = against(webapp, "D4")
    name = table.split("/")[2]
    stored = webapp.games()[name]
    webapp.execute("UPDATE games SET players = ? WHERE id = ?", '{"white": "gone:by=1"}', name)
    webapp.rewind(name, webapp.happened(name))
    assert "gone" in visitor.get(table).text
    with caplog.at_level(logging.WARNING):
        visitor.send(table, {"do": "stone", "at": "C3"})
    assert visitor.knows(table)["ended"]["by"] == "resignation"
    assert caplog.messages == ["the program gone resigns: there is no such program here any more"]
    assert visitor.get("/you").status == 200
    assert stored.terms["player_versions"] == {"white": 1}
    visitor.send(table, {"do": "rematch"})
    (again,) = (game for game in webapp.games().values() if game.id != name)
    assert (again.players, again.terms["player_versions"]) == ({"black": "gone:by=1"}, {}), "nobody knows which version"


def test_the_board_of_a_game_against_a_program_is_not_revealed(webapp: WebApp) -> None:
    visitor, table = against(webapp, "D4")
    assert "Reveal the board" not in visitor.get(table).text
    said = "a program plays here, and does not agree to reveal the board before the end"
    assert refused(visitor.send(table, {"do": "open"}), 422) == said


@pytest.mark.parametrize(("own", "other"), [("black", "referee"), ("black", "white"), ("referee", "black")])
def test_one_browser_takes_one_seat_in_a_game(webapp: WebApp, own: str, other: str) -> None:
    maker, first = start_game(webapp, colour=own, width="5")
    game = first.split("/")[2]
    link, before = maker.links(game)[other], maker.get(first).text
    assert "this browser already has another seat in this game" in refused(maker.get(link), 403)
    assert maker.get(f"/g/{game}/{other}").status == 403
    assert maker.get(first).text == before
    assert Visitor(webapp).post(link).status == 303, "somebody else may sit there"


def test_the_json_names_the_person_on_the_referees_chair(webapp: WebApp) -> None:
    maker, table = start_game(webapp, colour="black", width="5")
    assert maker.knows(table)["referee"] is False
    referee = Visitor(webapp)
    assert referee.post(maker.links(table.split("/")[2])["referee"]).status == 303
    referee.post("/you", {"nickname": "Ota"})
    known = maker.knows(table)
    assert (known["referee"], known["referee_name"]) == (False, "Ota")
    assert "sees no more than spectators until all players agree" in maker.get(table).text
