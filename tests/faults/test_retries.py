"""Requests that are sent again with the same id, or doubled, delayed and cut by the network, are executed once."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.day_and_night import first_by_day
from tests.faults.network import Network, run
from tests.web.programs import duel
from tests.web.wire import Answer, Made, WebApp, make
from yurei.club.game.game import Game
from yurei.club.store.tables import MIGRATIONS, metadata, migrate, practised, version_of, versions


@pytest.fixture
def place(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"


def tries(made: Made, seat: str, point: str, name: str) -> Answer:
    return made.seats[seat].send(made.at(seat), {"do": "stone", "at": point, "request": name})


def happened(webapp: WebApp, game: str) -> list[tuple[str, str, str]]:
    return [(event.chair, event.what, event.request) for event in webapp.happened(game) if event.kind == "try"]


def test_a_try_that_is_sent_again_happens_once_and_is_answered_the_same(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="common")
    sent = [("black", "C3", "one"), ("white", "C3", "one"), ("white", "D4", "two")]  # the second is refused
    for seat, point, name in sent:
        answers = [tries(made, seat, point, name) for _ in range(3)]
        assert {answer.status for answer in answers} == {200}
        assert len({answer.body for answer in answers}) == 1
    assert tries(made, "black", "E5", "one").status == 200, "that was Black's first"
    assert happened(webapp, made.name) == sent
    assert tries(made, "white", "E5", "three").status == 409, "another id is another try, and it is not his turn"


def test_a_try_sent_again_after_a_restart_happens_once(place: str) -> None:
    with WebApp(place=place) as webapp:
        made = make(webapp, width="5")
        first = tries(made, "black", "C3", "lost-1")
    with WebApp(place=place) as webapp:
        for visitor in made.seats.values():
            visitor.webapp = webapp
        assert tries(made, "black", "C3", "lost-1").body == first.body
        assert happened(webapp, made.name) == [("black", "C3", "lost-1")]


def test_a_retrying_program_gets_the_same_outcome_again(webapp: WebApp) -> None:
    black, white = duel(webapp, referee="common")
    once = black.does("stone", "C3", id="x")["heard"]
    white.does("stone", "C3", id="y")
    again = black.does("stone", "C3", id="x")["heard"]
    assert [each["said"] for each in again][: len(once)] == [each["said"] for each in once]
    assert len(happened(webapp, black.address.split("/")[3])) == 2


def says(made: Made, seat: str, text: str, name: str) -> Answer:
    return made.seats[seat].send(f"{made.at(seat)}/chat", {"text": text, "request": name})


def test_a_message_sent_twice_is_posted_once(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    for _ in range(2):
        assert says(made, "black", "Hello", "one").status == 200
        assert says(made, "white", "Good evening", "one").status == 200
    assert says(made, "black", "Hello", "two").status == 200
    spoken = [event.what.strip() for event in webapp.happened(made.name) if event.kind == "chat"]
    assert spoken == ["Hello", "Good evening", "Hello"]
    assert "is no id" in says(made, "black", "Hello", "a b").text


FORM = re.compile(
    r'<form(?: id="\w+")?(?: class="\w+")? method="post"(?: action="/g/[^"/]+/[^"/]+/chat")?(?: data-| hidden|>).*?</form>',
    re.DOTALL,
)
ID = re.compile(r'<input type="hidden" name="request" value="([^"]*)">')


def ids_of(page: str) -> set[str]:
    """The ids of all forms of a page by which something is done at the table; every such form has one."""
    forms = FORM.findall(page)
    assert forms
    return {found for form in forms for found in ID.findall(form) or ["none"]}


def test_without_scripts_a_form_that_is_sent_twice_is_sent_once(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    black = made.seats["black"]
    (drawn,) = ids_of(black.get(made.at("black")).text)
    for _ in range(2):
        answer = black.post(made.at("black"), {"do": "stone", "at": "C3", "request": drawn})
        assert answer.location == made.at("black")
    assert happened(webapp, made.name) == [("black", "C3", drawn)]
    made.act("white", "stone", "D4")
    (again,) = ids_of(black.get(made.at("black")).text)
    assert again != drawn
    black.post(made.at("black"), {"do": "stone", "at": "E5", "request": again})
    assert len(happened(webapp, made.name)) == 3


def test_every_form_of_a_player_has_an_id_at_every_moment_of_a_game(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="open")
    seen = []

    def look() -> None:
        (drawn,) = ids_of(made.page("black"))
        seen.append(drawn)

    look()
    for seat, do, at in (
        ("black", "stone", "C3"),
        ("white", "stone", "A1"),
        ("white", "takeback", ""),
        ("black", "takeback-decline", ""),
        ("black", "pass", ""),
        ("white", "pass", ""),
        ("black", "dead", "A1"),
        ("white", "dispute", ""),
        ("black", "stone", "B1"),
        ("white", "give-in", ""),
    ):
        assert made.act(seat, do, at).status == 200, do
        look()
    assert len(set(seen)) == len(seen), "whatever happens, what is done next is something else"


def test_spectators_in_one_chair_do_not_share_a_request_id(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="open", watching="everybody")
    watcher = made.seats["audience"]
    assert ids_of(watcher.get(made.at("audience")).text) == {""}
    for _ in range(2):
        assert watcher.send(f"{made.at('audience')}/chat", {"text": "Hello", "request": ""}).status == 200
    assert sum(event.kind == "chat" for event in webapp.happened(made.name)) == 2


@pytest.mark.parametrize("name", ["a b", "é", "x" * 41, "\n", "../x"])
def test_a_bad_request_id_is_refused(webapp: WebApp, name: str) -> None:
    made = make(webapp, width="5")
    answer = tries(made, "black", "C3", name)
    assert answer.status == 422
    assert "is no id" in answer.text
    assert happened(webapp, made.name) == []


def test_the_database_itself_keeps_nothing_twice(place: str) -> None:
    with WebApp(place=place) as webapp:
        made = make(webapp, width="5")
        tries(made, "black", "C3", "one")
    with closing(sqlite3.connect(place.partition("///")[2])) as database, pytest.raises(sqlite3.IntegrityError):
        database.execute("INSERT INTO events SELECT game, number + 1, chair, kind, what, at, request FROM events")


def test_a_new_database_has_the_newest_schema_which_is_that_of_the_code(place: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == max(versions())
    engine = sql.create_engine(place.replace("+aiosqlite", ""))
    with engine.begin() as connection:
        assert version_of(connection) is None
        migrate(connection)
        assert version_of(connection) == max(versions())
        migrate(connection)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_database_of_the_first_release_is_migrated(place: str) -> None:
    engine = sql.create_engine(place.replace("+aiosqlite", ""))
    first_tables = [table for table in metadata.sorted_tables if table is not practised]
    with engine.begin() as connection:
        metadata.create_all(connection, first_tables)
        for gone in ("news", "former_keys"):
            connection.execute(sql.text(f"CREATE TABLE {gone} (person VARCHAR(64) NOT NULL)"))
        connection.execute(sql.text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        connection.execute(sql.text("INSERT INTO alembic_version VALUES ('0001')"))
        assert version_of(connection) == "0001"
        migrate(connection)
        assert version_of(connection) == max(versions())
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


@pytest.mark.parametrize(("schedules", "steps"), first_by_day([(12, 25), (1500, 40)]), ids=["day", "night"])
def test_every_action_is_executed_once_despite_network_faults(webapp: WebApp, schedules: int, steps: int) -> None:
    run(schedules, steps, webapp)


def test_an_action_executed_twice_is_detected(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "place_of", lambda *_: None)
    with pytest.raises(AssertionError, match="twice"):
        run(10, 15, webapp, seed=1, shorten=False)


def test_a_lost_announcement_is_detected(webapp: WebApp) -> None:
    network = Network(webapp)
    network.connects("black")
    network.wants("black", "stone", 12)
    network._bring([(network.intents[0], "whole")])
    assert len(network.ears["black"].socket.frames) == 2  # type: ignore[union-attr]
    webapp.rewind(network.made.name, webapp.happened(network.made.name)[:-1])
    network.all_are_cut()
    network.connects("black")
    with pytest.raises(AssertionError):
        network.nothing_heard_is_unsaid()
    with pytest.raises(AssertionError, match="answered and not kept"):
        network.nothing_happens_twice()
