"""A game that the compiled code has not been told of: who searches refuses it in a sentence, and every level still plays."""

from typing import Any

import pytest

from tests.newcomer import new_referee
from yurei import Table, known, players, rules
from yurei import referee as referees
from yurei.errors import BadSettings, YureiError
from yurei.players import levels
from yurei.players import player as searching
from yurei.players.certain import is_compiled
from yurei.referee.settings import read_settings
from yurei.rules.compilable import is_compilable

REFUSED = [ruleset.slug for ruleset in rules.ALL if not is_compilable(ruleset)]


def test_atari_go_and_toroidal_go_are_two_of_them() -> None:
    assert REFUSED[:2] == ["atari-go", "toroidal-go"]


@pytest.mark.parametrize("game", REFUSED)
@pytest.mark.parametrize("referee", ["common", "open"])
def test_the_levels_play_it_to_its_end(game: str, referee: str) -> None:
    table = Table(game, referee=referee, size=4)
    seats = {"black": players.get("yurei:level=5", 1), "white": players.get("yurei:level=1", 2)}
    for _ in range(200):
        if table.to_move is None:
            break
        table.attempt(table.to_move, seats[table.to_move].choose(table.view(table.to_move)))
    assert table.result is not None


WEAK_WHERE = [
    *((f"yurei:level={level}", {"ruleset": game}) for level in (2, 3, 4, 5) for game in REFUSED),
    ("yurei:level=5", {"width": 25, "height": 25}),
    ("yurei", {"width": 5, "height": 20}),
]
NOT_WEAK_WHERE = [
    *(("yurei:level=1", {"ruleset": game}) for game in REFUSED),
    ("yurei:level=5", {"width": 19, "height": 19}),
    *((name, {"ruleset": "atari-go"}) for name in ("simple", "uniform", "hasty")),
    ("somebody-elses:strength=3", {"ruleset": "atari-go"}),
]


@pytest.mark.parametrize(("name", "given"), WEAK_WHERE)
def test_a_level_that_does_not_search_is_reported_as_weak(name: str, given: dict[str, Any]) -> None:
    assert "rules of thumb" in str(players.weakness(name, read_settings(given)))


@pytest.mark.parametrize(("name", "given"), NOT_WEAK_WHERE)
def test_a_player_that_plays_as_its_name_says_has_no_weakness(name: str, given: dict[str, Any]) -> None:
    assert players.weakness(name, read_settings(given)) is None


def test_without_numba_every_level_but_the_first_says_that_it_is_weaker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "is_ready", lambda: False)
    assert players.weakness("yurei:level=1", read_settings({})) is None
    assert str(players.weakness("yurei:level=2", read_settings({}))) == players.WITHOUT_FAST


SEARCHERS = ["belief", "mcts"]
NOT_SEARCHED: list[dict[str, Any]] = [*({"ruleset": game} for game in REFUSED), {"width": 25, "height": 25}]


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("given", NOT_SEARCHED)
def test_a_game_that_a_player_cannot_search_is_refused_before_it_begins(name: str, given: dict[str, Any]) -> None:
    player = players.get(name, 1)
    settings = read_settings({**given, "referee": "open" if player.must_see else "common"})
    said = rf"^the kernel has not been told (of|what) .* ruleset '{given.get('ruleset')}' (has|means)"
    with pytest.raises(BadSettings, match=said if "ruleset" in given else "the kernel"):
        player.check(settings)
    with pytest.raises(BadSettings):
        player.choose(Table.of(settings).view("black"))


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_referee_whom_a_player_cannot_search_under_is_refused_before_the_game(name: str) -> None:
    player = players.get(name, 1)
    slug = "open" if player.must_see else "common"
    with pytest.raises(BadSettings, match="has not been told what 'new_to_the_kernel' of referee"):
        player.check(Table("go", referee=new_referee(slug), size=5).settings)
    player.check(Table("go", referee=new_referee(slug, used=False), size=5).settings)


def test_the_levels_play_under_a_referee_with_a_new_field_and_say_that_they_are_weaker() -> None:
    table = Table("go", referee=new_referee("common"), size=3)
    assert "rules of thumb" in str(players.weakness("yurei:level=5", table.settings))
    assert table.attempt("black", players.get("yurei:level=5", 1).choose(table.view("black"))).accepted


def test_what_is_known_is_found_in_plain_python_under_a_referee_with_a_new_field() -> None:
    for used in (False, True):
        table = Table("go", referee=new_referee("hamburg", used=used), size=2)
        for seat, tried in (("black", "A1"), ("white", "B2"), ("black", "B2")):
            table.attempt(seat, tried)
        assert is_compiled(table.settings) is not used
        assert known(table.view("black")).text == ".W/B."


@pytest.mark.parametrize("speaker", [each.slug for each in referees.ALL if each.hides])
def test_a_player_that_must_see_everything_refuses_a_hiding_referee(speaker: str) -> None:
    with pytest.raises(BadSettings, match="plays only where everything is seen"):
        players.get("mcts").choose(Table("go", referee=speaker, size=5).view("black"))


def test_without_numba_a_searching_player_refuses_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "is_ready", lambda: False)
    with pytest.raises(YureiError, match="the kernel needs numba and numpy"):
        players.get("belief").check(read_settings({}))
