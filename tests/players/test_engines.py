"""Programs that speak GTP as players: GNU Go at open games, as the brain of a determinising player, and ours by our extension."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.day_and_night import chosen_by_day
from tests.gnugo import gnugo_command
from yurei import Table, players, referee
from yurei.apps.arena import play_game
from yurei.apps.arena.contestants import contestant, player_of
from yurei.errors import BadSettings, BadValue, Unknown, YureiError
from yurei.players import A_SECOND, Budget, Player
from yurei.players.engines import ENGINES, Determinised, Engine, EngineError, Process
from yurei.players.engines.engine import set_up
from yurei.players.engines.process import NotDone
from yurei.referee.settings import read_settings
from yurei.rules.board import read_board
from yurei.rules.state import PASS, RESIGN, EndedBy

STRANGE = Path(__file__).with_name("strange_engine.py")
LITTLE = Budget(seconds=0.1, playouts=20)


@pytest.fixture
def gnugo() -> str:
    """The command of GNU Go."""
    return gnugo_command()


def ours(*words: str) -> str:
    """The command of an engine of ours."""
    return " ".join([sys.executable, "-m", "yurei", "gtp", "--player", "simple", "--seed", "1", *words])


def strange(what: str) -> Engine:
    """An engine with which something is the matter."""
    return Engine(None, f"{sys.executable} {STRANGE} {what}")


def played(table: Table, sitting: Sequence[Player], most: int = 600) -> dict[str, int]:
    """Play a game to its end, and count the tries of each seat that were refused."""
    seats = dict(zip(("black", "white"), sitting, strict=True))
    for seat, player in seats.items():
        player.begin(table.view(seat))
    refused = dict.fromkeys(seats, 0)
    for _ in range(most):
        if table.to_move is None:
            break
        mover = table.to_move
        answer = table.attempt(mover, seats[mover].answer(LITTLE))
        refused[mover] += not answer.accepted
        for seat, player in seats.items():
            player.hear(answer.told[seat])
    return refused


# GNU Go plays.


@pytest.mark.parametrize(
    "settings",
    [
        {"size": 7},
        {"size": 9, "handicap": 3, "game": "japanese"},
        pytest.param({"size": 9, "first": "white", "komi": -3.5}, marks=pytest.mark.nightly),
        {"size": 5, "setup": ".W.../..B../.WB../...../....."},
    ],
)
def test_gnu_go_plays_a_whole_game_of_open_go(gnugo: str, settings: dict[str, object]) -> None:
    game = {"game": "go", **settings}
    table = Table(**game, referee="open")  # type: ignore[arg-type]
    engine = Engine(None, gnugo)
    refused = played(table, [players.get("simple", 1), engine])
    assert refused["white"] == 0
    assert table.result is not None
    assert table.result.by in (EndedBy.SCORE, EndedBy.RESIGNATION)
    assert table.result.winner is not None


def test_gnu_go_plays_itself_and_every_move_of_its_is_legal(gnugo: str) -> None:
    table = Table("go", referee="open", size=7)
    assert played(table, [Engine(None, gnugo), Engine(None, gnugo)]) == {"black": 0, "white": 0}
    assert table.result is not None
    assert table.result.by is EndedBy.SCORE


def test_gnu_go_s_dead_stones_are_given_up(gnugo: str) -> None:
    table = Table("go", referee="open", size=7, setup="......./......./.BBBBB./.B...B./.B.W.B./.B...B./.BBBBB.")
    engine = Engine(None, gnugo)
    engine.begin(table.view("white"))
    board = table.view("white").board
    assert engine.gives_up(board, [table.settings.size.point("D3")])
    assert not engine.gives_up(board, [table.settings.size.point("B1")])


@pytest.mark.parametrize(
    "speaker",
    chosen_by_day([each.slug for each in referee.ALL], "common".__eq__),
)
def test_gnu_go_is_the_brain_of_a_determinising_player(gnugo: str, speaker: str) -> None:
    """It sees worlds that fit what was told; what it would move there in most, is tried."""
    table = Table("go", referee=speaker, size=5)
    brain = Determinised(1, gnugo, worlds=2)
    played(table, [brain, players.get("uniform", 3)])
    assert table.result is not None
    assert 1 <= brain.explain().worlds <= 2
    assert sum(candidate.weight for candidate in brain.explain().candidates) == pytest.approx(1)


def test_gnu_go_plays_in_the_arena(gnugo: str) -> None:
    who = contestant(f"gtp:{gnugo}@0.2s", A_SECOND)
    assert (who.who, who.budget.seconds, who.version) == (f"gtp:{gnugo}", 0.2, None)
    game = play_game(read_settings({"referee": "open", "width": 5, "height": 5}), [who.who, "uniform"], [LITTLE] * 2, 1)
    assert game.trouble is None
    refused = play_game(
        read_settings({"ruleset": "alter-igo", "referee": "open"}), [who.who, "uniform"], [LITTLE] * 2, 1
    )
    assert refused.trouble is not None
    assert refused.trouble.reason.endswith("alter-igo is another game")
    with pytest.raises(BadValue, match="try 'gtp:gnugo --mode gtp'"):
        contestant("gtp: ", A_SECOND)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"ruleset": "alter-igo"},
            "engine plays Go with captures in turn, passes and a count, and alter-igo is another game",
        ),
        (
            {"ruleset": "no-seki-go"},
            "engine plays Go with captures in turn, passes and a count, and no-seki-go is another game",
        ),
        (
            {"referee": "common"},
            "engine plays only where everything is seen, and the referee common hides the board; try determinised",
        ),
        ({"width": 7}, "engine plays on square boards, and 7x9 is none"),
        ({"width": 25, "height": 25}, "the engine does not play on a 25x25 board"),
    ],
)
def test_games_that_gnu_go_does_not_play_are_refused_in_a_sentence(
    gnugo: str, settings: dict[str, object], sentence: str
) -> None:
    table = Table.of(read_settings({"referee": "open", **settings}))
    with pytest.raises(BadSettings) as refused:
        Engine(None, gnugo).begin(table.view("black"))
    assert str(refused.value) == sentence


def test_a_brain_for_alter_igo_is_refused_with_a_sentence(gnugo: str) -> None:
    with pytest.raises(BadSettings, match="determinised plays Go with captures in turn"):
        Determinised(None, gnugo).begin(Table("alter-igo", referee="common").view("black"))


# Our own engine, by the extension.


@pytest.mark.parametrize(("game", "speaker"), [("go", "hamburg"), ("alter-igo", "fog"), ("no-seki-go", "open")])
def test_our_engine_plays_the_game_and_referee_it_was_started_for(game: str, speaker: str) -> None:
    table = Table(game, referee=speaker, size=4)
    engine = Engine(None, ours("--ruleset", game, "--referee", speaker))
    played(table, [engine, players.get("simple", 2)])
    assert table.result is not None
    engine.leave(table.result)


def test_an_engine_of_ours_that_was_started_for_another_game_is_refused() -> None:
    engine = Engine(None, ours("--referee", "hamburg"))
    with pytest.raises(BadSettings) as refused:
        engine.begin(Table("go", referee="common", size=5, handicap=0).view("black"))
    assert str(refused.value) == "engine was started for another game: referee is 'hamburg' there, and 'common' here"
    with pytest.raises(BadSettings, match="first is 'black' there, and 'white' here"):
        engine.begin(Table("go", referee="hamburg", size=5, first="white").view("black"))
    with pytest.raises(BadSettings, match="engine begins on an empty board where something is hidden"):
        engine.begin(Table("go", referee="hamburg", size=3, setup=".B./.../...").view("black"))
    engine.begin(Table("go", referee="hamburg", size=9, handicap=2).view("white"))
    engine.leave(None)


# What goes wrong.


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("ends", "the engine has answered 'genmove' with ''"),
        ("chatters", "the engine has answered 'genmove' with 'I think that D4 is best'"),
        ("endless", "the engine has answered 'genmove' with ''"),
        ("off", "the engine has answered 'genmove' with 'Z99'"),
        ("silent", "the engine has not answered 'genmove' within 0.05 s"),
    ],
)
def test_an_engine_that_goes_wrong_is_told_of_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, what: str, sentence: str
) -> None:
    monkeypatch.setattr("yurei.players.player.PATIENCE_TIMES", 0)
    monkeypatch.setattr("yurei.players.player.PATIENCE_SECONDS", 0.05 if what == "silent" else 20)
    engine = strange(what)
    engine.begin(Table("go", referee="open", size=5).view("black"))
    with pytest.raises(EngineError) as wrong:
        engine.answer(Budget(seconds=0.1))
    assert str(wrong.value) == sentence


def test_an_engine_that_does_not_begin_is_told_of_in_a_sentence() -> None:
    view = Table("go", referee="open", size=5).view("black")
    with pytest.raises(EngineError, match="the engine refuses 'komi': 'no such luck'"):
        strange("refuses").begin(view)
    for command in ("/no/such/program", "", '"'):
        with pytest.raises(EngineError, match="the engine cannot be started"):
            Engine(None, command).begin(view)


def test_an_engine_that_insists_on_an_illegal_move_passes_and_then_resigns() -> None:
    """Its rules are not quite ours, and nobody tries the same twice in a turn."""
    table = Table("go", referee="open", size=5, setup="...../...../...../...../B....")
    engine = strange("stubborn")
    engine.begin(table.view("black"))
    engine.hear(table.attempt("black", engine.answer(LITTLE)).told["black"])
    assert engine.answer(LITTLE) == PASS
    engine.hear(table.attempt("black", PASS).told["black"])
    assert engine.view.to_move == "white"


def test_an_engine_that_does_not_follow_has_the_position_set_up_anew() -> None:
    table = Table("go", referee="open", size=5)
    engine = strange("forgets")
    engine.begin(table.view("white"))
    engine.hear(table.attempt("black", "C3").told["white"])
    with pytest.raises(EngineError, match="the engine refuses 'play'"):
        engine.answer(LITTLE)


def test_an_engine_ends_with_its_player() -> None:
    engine = strange("resigns")
    engine.begin(Table("go", referee="open", size=5).view("black"))
    assert engine.answer(LITTLE) == RESIGN
    program = engine._process._program
    assert program is not None
    assert program.poll() is None
    del engine
    gc.collect()
    assert program.wait(5) is not None


# Names.


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch, gnugo: str) -> None:
    """This machine knows an engine by a name."""
    monkeypatch.setenv(ENGINES, json.dumps({"gnugo": gnugo}))


@pytest.mark.usefixtures("known")
def test_an_engine_is_a_player_by_the_name_that_the_host_has_given_it() -> None:
    assert players.get("engine:name=gnugo").name == "engine:name=gnugo"
    assert isinstance(players.get("determinised:engine=gnugo,worlds=3"), Determinised)
    assert {"engine", "determinised"} <= set(players.slugs())
    assert isinstance(player_of("engine:name=gnugo", 1), Engine)


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("name", ["engine", "engine:name=katago", "engine:command=ls", "determinised:command=ls"])
def test_nobody_else_can_name_a_command(name: str) -> None:
    """Players are named over the network too: what is started is for the host alone to say."""
    with pytest.raises((Unknown, BadValue)):
        players.get(name)


@pytest.mark.parametrize("text", ["gnugo", "[]", '"x"', '{"gnugo": 1}'])
def test_a_variable_that_names_no_engines_is_told_of(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(ENGINES, text)
    with pytest.raises(YureiError, match=r"YUREI_ENGINES is a JSON object|there is no engine 'gnugo'"):
        players.get("engine:name=gnugo")


# Positions.


def test_a_position_stands_in_the_engine_as_it_was_set_up(gnugo: str) -> None:
    """In whatever order its stones come, none of them captures another on the way."""
    text = "WWWB./.WBB./WWB.B/W.WBB/.WWB."
    cells, size = read_board(text)
    process = Process(gnugo)
    process.ask("boardsize 5")
    set_up(process, cells, size)
    for colour, cell in (("black", 1), ("white", 2)):
        stones = [point for point, stands in enumerate(cells) if stands == cell]
        assert sorted(process.ask(f"list_stones {colour}").split()) == sorted(size.names(stones))
    with pytest.raises(NotDone, match="illegal move"):
        process.ask("play black A5")
    process.close()
