"""While PostgreSQL restarts, every answer is 503 and says when to ask again; afterwards the first request is answered."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.faults.postgres import Postgres
from tests.web.wire import Answer, House, Made, Visitor, make
from yurei.apps.web.shell.cookies import PERSON
from yurei.club import turns
from yurei.club.game.game import Game
from yurei.club.model.stored import NOT_KEPT, DatabaseAway, EventKind, NotKept

AWAY = "the database does not answer at the moment; try again"
PAGES = ["/you", "/watch", "/lobby", "/g/{name}/black"]


@pytest.fixture
def made(postgres: Postgres) -> Iterator[Made]:
    """A game on a server whose database is a PostgreSQL."""
    with House(place=postgres.new()) as house:
        house.opens()
        yield make(house, by_program=["white"], width="5")


def not_in_memory(made: Made) -> None:
    """Let the server forget a game that is stored, as it does with one that nobody looks at."""
    made.house.club.games.drop(made.name)


def says_when_to_ask_again(answer: Answer) -> bool:
    return answer.status == 503 and answer.all("retry-after") == ["5"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_cannot_be_read_is_503_and_says_when_to_ask_again(
    made: Made, postgres: Postgres, path: str
) -> None:
    address = path.format(name=made.name)
    with postgres.away():
        not_in_memory(made)
        assert says_when_to_ask_again(made.seats["black"].get(address))
    assert made.seats["black"].get(address).status == 200


def test_a_try_in_a_game_that_has_to_be_read_is_503_and_made_when_it_is_sent_again(
    made: Made, postgres: Postgres
) -> None:
    with postgres.away():
        not_in_memory(made)
        answer = made.act("black", "stone", "C3")
        assert says_when_to_ask_again(answer)
        assert answer.text == AWAY
    assert made.act("black", "stone", "C3").status == 200


def test_a_program_is_told_the_same(made: Made, postgres: Postgres) -> None:
    with postgres.away():
        not_in_memory(made)
        program = made.seats["white"]
        token = ("authorization", f"Bearer {program.cookies[PERSON]}")
        answer = program.get(f"/api/games/{made.name}/white", token)
        assert says_when_to_ask_again(answer)
        assert AWAY in answer.text


@pytest.mark.parametrize("path", PAGES)
def test_after_a_restart_the_first_request_is_answered(made: Made, postgres: Postgres, path: str) -> None:
    address = path.format(name=made.name)
    made.seats["black"].get(address)  # its connection is kept
    with postgres.away():
        not_in_memory(made)
    assert made.seats["black"].get(address).status == 200


def test_a_program_answers_when_the_database_is_back(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "AGAIN", 0.01)
    with House(place=postgres.new()) as house:
        house.opens()
        games, happen, load = house.club.games, house.club.games.happen, house.club.games.load
        unread = [True, True]

        async def happen_unless_away(game: Game, *given: Any) -> Any:
            if unread and game.table.to_move == "white":
                games.drop(game.stored.id)
                raise NotKept(NOT_KEPT)
            return await happen(game, *given)

        async def load_unless_away(name: str) -> Any:
            if unread:
                unread.pop()
                raise DatabaseAway(AWAY)
            return await load(name)

        monkeypatch.setattr(games, "happen", happen_unless_away)
        monkeypatch.setattr(games, "load", load_unless_away)
        visitor = Visitor(house)
        wish = {"opponent": "yurei", "program": "simple", "colour": "black", "width": "5", "referee": "open"}
        table = visitor.post("/games", wish).location
        assert visitor.send(table, {"do": "stone", "at": "C3"}).status == 200
        house.run(house.club.turns.idle())
        assert not unread
        game = house.club.games.game_if_written(table.split("/")[2], "audience")
        assert game is not None
        assert [event.chair for event in game.events if event.kind is EventKind.TRY] == ["black", "white"]
