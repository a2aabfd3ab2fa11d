"""The time of an answer tells nothing of the reason of a refusal, of captures, of Black's marks, or of the chat."""

import random
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest
from websockets import Origin
from websockets.sync.client import connect

from tests.playing import Game
from tests.secrecy import timing
from tests.secrecy.timing import BOUND, REFUSED, Served, Times, largest_t, measured
from tests.web.wire import WebApp, make
from yurei.club.game.actions import Action
from yurei.referee.plain import told_to_bytes


def test_black_is_refused_for_three_reasons_and_told_the_same_of_all() -> None:
    games = [Game(None, f"{timing.SET_UP} {point}", size=5) for point in REFUSED.values()]
    assert [game.reasons[-1] for game in games] == ["opponent-stone", "suicide", "ko"]
    assert len({game.last for game in games}) == 1


def test_white_captures_or_does_not_and_is_told_the_same() -> None:
    tries = [f"{begins} {timing.FOLLOWED} {timing.MOVED}" for begins in timing.ACCEPTED.values()]
    games = [Game(None, each, size=5, referee="kriegspiel") for each in tries]
    assert [bool(game.verdicts[-1].captured) for game in games] == [True, False]
    assert len({told_to_bytes(game.told("white"), game.table.settings) for game in games}) == 1


def times(difference: float, seed: int = 1) -> Times:
    """Answers of three milliseconds and a little, some far slower; of one kind a little slower all of them."""
    chance = random.Random(seed)

    def ask(kind: str) -> float:
        slow = 0.05 if chance.random() < 0.02 else 0.0
        return 0.003 + chance.gauss(0, 0.0003) + slow + (difference if kind == "suicide" else 0.0)

    return measured(ask, list(REFUSED), 1000, chance)


def test_equal_times_are_found_equal_and_a_tenth_of_a_millisecond_is_found() -> None:
    assert largest_t(times(0.0))[0] < BOUND
    worst, which = largest_t(times(0.0001))
    assert worst > BOUND
    assert "suicide" in which


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.timeout(600)
def test_over_loopback_a_move_that_captures_takes_the_same_time(tmp_path: Path) -> None:
    with Served(tmp_path, "kriegspiel", "page") as server:

        def ask(kind: str) -> float:
            server.new_game(f"{timing.ACCEPTED[kind]} {timing.FOLLOWED}")
            return server.asks(timing.MOVED, "white")

        measured(ask, list(timing.ACCEPTED), 5, random.Random(0))  # what is done once
        worst, which = largest_t(measured(ask, list(timing.ACCEPTED), 300, random.Random(1)))
    assert worst < BOUND, which


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("way", ["page", "api"])
def test_over_loopback_a_refusal_for_each_reason_takes_the_same_time(tmp_path: Path, way: str) -> None:
    chance, kinds = random.Random(way), list(REFUSED)
    taken: dict[str, list[float]] = {kind: [] for kind in kinds}
    with Served(tmp_path, "common", way) as server:
        for _ in range(15):
            server.new_game()
            for number, found in enumerate(chance.sample(kinds, len(kinds)) for _ in range(20)):
                for kind in found:
                    seconds = server.asks(REFUSED[kind])
                    if number:
                        taken[kind].append(seconds)
    worst, which = largest_t(taken)
    assert worst < BOUND, which


ROUNDS = 600
HERE, OTHER_GAME = "in this game", "in another game"
Look = Callable[[Served], float]


def loads_page(chair: str) -> Look:
    return lambda server: server.loads(f"/g/{server.game}/{chair}", chair)


def opens_socket(chair: str) -> Look:
    def look(server: Served) -> float:
        began = perf_counter()
        address = server.socket_address(chair)
        origin = Origin(address.replace("ws", "http", 1).partition("/g/")[0])
        with connect(address, origin=origin, additional_headers=server.key(chair)) as socket:
            socket.recv(timeout=30)
            return perf_counter() - began

    return look


LOOKS: dict[str, Look] = {
    "White’s page": loads_page("white"),
    "White’s socket": opens_socket("white"),
    "a spectator’s page": loads_page("audience"),
    "a spectator’s socket": opens_socket("audience"),
    "who follows the link for spectators": lambda server: server.loads(server.invitation(), "audience"),
    "who asks for the record too early": lambda server: server.loads(
        f"/api/games/{server.game}/white/record", "white", 409
    ),
    "White out of turn": lambda server: server.asks("A3", "white", 409),
    "White’s list of games": lambda server: server.loads("/you", "white"),
    "a bot on White’s chair": lambda server: server.loads(f"/api/games/{server.game}/white?since=0", "white"),
}


def times_of(server: Served, look: Look) -> Times:
    """Return the seconds of looks at a game while Black's mark there, or in another game, is being stored."""
    chance, games = random.Random(1), {}
    for where in (HERE, OTHER_GAME):
        server.new_game()
        games[where] = server.game

    def ask(where: str) -> float:
        server.game = games[where]
        server.marks_without_waiting(chance.choice(("E4", "E5", "D4", "D5")))
        server.game = games[HERE]
        seconds = look(server)
        server.hears_the_answer()
        return seconds

    measured(ask, (HERE, OTHER_GAME), 20, chance)  # what is done once
    return measured(ask, (HERE, OTHER_GAME), ROUNDS, chance)


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.timeout(900)
@pytest.mark.parametrize("who", LOOKS)
def test_over_loopback_time_tells_nobody_that_black_has_marked_a_point(tmp_path: Path, who: str) -> None:
    with Served(tmp_path, "common", "page") as server:
        worst, which = largest_t(times_of(server, LOOKS[who]))
    assert worst < BOUND, which


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.timeout(900)
def test_the_measurement_finds_the_drawing_of_a_mark_on_blacks_own_page(tmp_path: Path) -> None:
    with Served(tmp_path, "common", "page") as server:
        worst, which = largest_t(times_of(server, opens_socket("black")))
    assert worst > BOUND, which


def test_while_a_mark_is_being_stored_everybody_else_reads_the_game(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    games = webapp.club.games
    key = made.seats["black"].cookies["yurei-person"]
    seen: dict[str, list[bool]] = {}

    async def store(do: str, at: str) -> None:
        store_events = games._store_events

        async def looking(*given: object) -> None:
            seen[do] = [games.game_if_written(made.name, chair) is not None for chair in ("black", "white", "audience")]
            await store_events(*given)  # type: ignore[arg-type]  # handed on as it came

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(games, "_store_events", looking)
            await webapp.club.perform(made.name, "black", key, Action(do, at))

    webapp.run(store("pencil-white", "E5"))
    webapp.run(store("stone", "C3"))
    assert seen == {"pencil-white": [False, True, True], "stone": [False, False, False]}
