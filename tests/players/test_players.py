"""What every player holds to: the same answer to the same words, one budget a turn, refused games and settings."""

import re
from importlib.metadata import EntryPoint
from random import Random
from typing import Any, ClassVar

import pytest

from tests.newcomer import COMPILED_REFEREES, new_referee
from tests.playing import Game
from yurei import known, players, referee, rules
from yurei.club.programs.worker import HIDDEN, HIDDEN_GO, SEEN, compiled_part_for
from yurei.errors import BadSettings, BadValue, YureiError
from yurei.kernel.games import GO
from yurei.kernel.rulesets import compiled
from yurei.players import Budget, Player, levels
from yurei.players import player as searching
from yurei.players.certain import is_compiled
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.rules.board import EMPTY
from yurei.rules.compilable import is_compilable
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import PASS, RESIGN, Try, stone

PLAYED = [
    (player.slug, game.slug, speaker.slug)
    for player in players.ALL
    for game in rules.ALL
    for speaker in referee.ALL
    if not (player.must_see and speaker.hides)
    and (player.slug not in ("belief", "mcts") or (is_compilable(game) and speaker in COMPILED_REFEREES))
]


class Counting(Player):
    """Passes, and keeps what it was given."""

    slug = "counting"
    summary = "Passes."
    PARAMETERS: ClassVar[dict[str, Any]] = {"step": 3, "calm": 0.5, "quiet": True, "note": None}
    given: Budget

    def decide(self, budget: Budget) -> Try:
        self.given = budget
        self.spend(playouts=int(str(self.parameters["step"])))
        return PASS


@pytest.mark.by_day
@pytest.mark.parametrize(("slug", "game", "speaker"), PLAYED)
def test_a_player_told_step_by_step_plays_as_one_given_the_view(slug: str, game: str, speaker: str) -> None:
    table = Table(game, referee=speaker, size=5)
    told, handed = players.get(slug, seed=7), players.get(slug, seed=7)
    told.begin(table.view("black"))
    other = players.get("uniform", seed=1)
    for _ in range(40):
        if table.result is not None:
            break
        if table.to_move == "black":
            attempt = told.answer(Budget(playouts=50))
            assert handed.choose(table.view("black"), Budget(playouts=50)) == attempt
        else:
            attempt = other.choose(table.view("white"))
        told.hear(table.attempt(str(table.to_move), attempt).told["black"])
    assert told.view == table.view("black")


def test_a_player_given_a_view_of_another_game_starts_again() -> None:
    player = players.get("simple", seed=1)
    set_up, taken_back = Game("......./......./......./...B.../......./......./......."), Game(size=7, tries="D4 pass")
    for game in (Game(size=5), Game(size=7), set_up, taken_back):
        player.choose(game.table.view("black"))
        assert player.view == game.table.view("black")


def test_all_tries_of_a_turn_share_its_budget_and_the_next_turn_has_a_new_one() -> None:
    game, player = Game(size=5, tries="A1 C3"), Counting()
    for tries, left in (("", 10), ("C3", 7), ("B3 D3", 10)):  # C3 is refused: a white stone is there
        player.choose(game.play(tries).table.view("black"), Budget(playouts=10, seconds=9.0))
        assert player.given.playouts == left
        assert player.given.seconds is not None
        assert (player.given.seconds < 9) is (tries == "C3")


def test_a_name_contains_the_parameters_that_are_set() -> None:
    assert Counting().name == "counting"
    assert Counting(step="4").name == "counting:step=4"
    assert players.get("simple").name == "simple"
    set_ = {"step": 4, "calm": 0.25, "quiet": False, "note": "C3"}
    for quiet in ("false", "False", False):
        assert Counting(step="4", calm="0.25", quiet=quiet, note="C3").parameters == set_
    assert Counting(quiet="true").parameters["quiet"] is True


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"stride": 1}, "counting has no parameter 'stride'. Known: step, calm, quiet, note"),
        ({"step": "many"}, "step of counting is a whole number, not 'many'"),
        ({"quiet": "maybe"}, "quiet of counting is true or false, not 'maybe'"),
    ],
)
def test_a_bad_parameter_is_refused_with_the_reason(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadValue, match=re.escape(said)):
        Counting(**given)


@pytest.mark.parametrize(
    ("name", "where", "said"),
    [
        ("nobody", None, "there is no player 'nobody'"),
        ("simple:loud", None, "a parameter is written name=value, not 'loud'"),
        ("ucb-amaf", None, "is in yurei-research; in a clone of yurei: pip install ./research"),
        ("golois:hidden=moves", None, "is in yurei-research; in a clone of yurei: pip install ./research"),
        ("broken", "nowhere:Player", "the player broken cannot be loaded"),
        ("broken", f"{__name__}:PASS", "the player broken is no class derived from yurei.players.Player"),
    ],
)
def test_a_player_that_cannot_be_found_or_made_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, where: str | None, said: str
) -> None:
    installed = [] if where is None else [EntryPoint(name, where, players.GROUP)]
    monkeypatch.setattr(players, "entry_points", lambda group: installed)
    with pytest.raises(YureiError, match=re.escape(said)):
        players.get(name)


def test_a_player_of_somebody_else_s_package_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "entry_points", lambda group: [EntryPoint("counting", f"{__name__}:Counting", group)])
    assert "counting" in players.slugs()
    assert players.get("counting:step=5").parameters["step"] == 5


@pytest.mark.parametrize(
    ("name", "speaker"),
    [("belief", "olympiad"), ("mcts", "open"), ("yurei:level=3", "olympiad"), ("yurei:level=3", "open")],
)
def test_a_losing_player_accepts_a_draw_and_a_winning_one_does_not(name: str, speaker: str) -> None:
    for komi, accepts in ((-30, False), (30, True)):
        player = players.get(name, seed=1)
        player.choose(Table("go", referee=speaker, size=5, komi=komi).view("black"), Budget(playouts=300))
        assert player.accepts_draw() is accepts


def test_a_player_who_sees_everything_plays_on_however_long_the_game_has_been() -> None:
    table = Table("go", referee="open", size=3, komi=0.5)
    player, chance, size = players.get("mcts", seed=1), Random(4), table.settings.size
    player.begin(table.view("black"))
    for _ in range(20 * size.points):  # stones come and go on a board that is much too small for so many
        view = table.view(str(table.to_move))
        order = chance.sample(
            [stone(point) for point in range(size.points) if view.board[point] == EMPTY], k=view.board.count(EMPTY)
        )
        answers = (table.attempt(view.seat.name, attempt) for attempt in (*order, PASS))
        player.hear(next(answer for answer in answers if answer.accepted).told["black"])
    assert table.result is None
    if table.to_move == "white":
        player.hear(table.attempt("white", "pass").told["black"])
    attempt = player.answer(Budget(playouts=400))
    assert attempt != RESIGN
    assert table.attempt("black", attempt).accepted


@pytest.mark.parametrize("slug", [player.slug for player in players.ALL])
@pytest.mark.parametrize("speaker", ["olympiad", "open"])
def test_a_player_that_has_not_searched_has_no_estimate_and_declines_a_draw(slug: str, speaker: str) -> None:
    player, table = players.get(slug, seed=1), Table("go", referee=speaker, size=5)
    if type(player).must_see and table.settings.referee.hides:
        return
    player.begin(table.view("white"))
    said = player.explain()
    assert (said.candidates, said.win, said.playouts) == ((), None, 0)
    assert not player.accepts_draw()


def numbers_of(kinds: list[type[Player]]) -> list[tuple[type[Player], str]]:
    """Players, each with a parameter that is a number."""
    return [(kind, key) for kind in kinds for key, usual in kind.PARAMETERS.items() if not isinstance(usual, str)]


@pytest.mark.parametrize(
    ("player", "key"), numbers_of([player for player in players.ALL if player is not players.Yurei])
)
def test_every_number_of_a_player_of_ours_is_bounded(player: type[Player], key: str) -> None:
    least, most = player.BOUNDS[key]
    assert least <= player.PARAMETERS[key] <= most
    for wrong in (least - 1, most + 1, "nan", "inf", 10**400):
        with pytest.raises(BadValue, match=f"^{key} of {player.slug} is "):
            players.get(f"{player.slug}:{key}={wrong}")


REFUSED = [ruleset.slug for ruleset in rules.ALL if not is_compilable(ruleset)]


@pytest.mark.parametrize("game", REFUSED)
@pytest.mark.parametrize("speaker", ["common", "open"])
def test_the_levels_play_a_game_that_is_not_compiled_to_its_end(game: str, speaker: str) -> None:
    table = Table(game, referee=speaker, size=4)
    seats = {"black": players.get("yurei:level=5", 1), "white": players.get("yurei:level=1", 2)}
    for _ in range(200):
        if table.to_move is None:
            break
        table.attempt(table.to_move, seats[table.to_move].choose(table.view(table.to_move)))
    assert table.result is not None


@pytest.mark.parametrize(
    ("name", "given", "is_weak"),
    [
        *((f"yurei:level={level}", {"ruleset": game}, level > 1) for level in players.LEVELS for game in REFUSED),
        ("yurei:level=5", {"width": 19, "height": 19}, False),
        ("yurei:level=5", {"width": 25, "height": 25}, True),
        ("yurei", {"width": 5, "height": 20}, True),
        *(
            (name, {"ruleset": "atari-go"}, False)
            for name in ("simple", "uniform", "hasty", "somebody-elses:strength=3")
        ),
    ],
)
def test_a_level_that_does_not_search_says_that_it_is_weaker(name: str, given: dict[str, Any], is_weak: bool) -> None:
    said = players.weakness(name, read_settings(given))
    assert "rules of thumb" in str(said) if is_weak else said is None


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
def test_an_unsupported_referee_is_refused_before_the_game(name: str) -> None:
    player = players.get(name, 1)
    slug = "open" if player.must_see else "common"
    with pytest.raises(BadSettings, match="has not been told what 'new_to_the_kernel' of referee"):
        player.check(Table("go", referee=new_referee(slug), size=5).settings)
    player.check(Table("go", referee=new_referee(slug, used=False), size=5).settings)


def test_the_levels_play_under_a_referee_with_a_new_field_and_say_that_they_are_weaker() -> None:
    table = Table("go", referee=new_referee("common"), size=3)
    assert "rules of thumb" in str(players.weakness("yurei:level=5", table.settings))
    assert table.attempt("black", players.get("yurei:level=5", 1).choose(table.view("black"))).accepted


def test_known_stones_are_found_in_plain_python_under_a_referee_with_a_new_field() -> None:
    for used in (False, True):
        table = Game(size=2, tries="A1 B2 B2", referee=new_referee("hamburg", used=used)).table
        assert is_compiled(table.settings) is not used
        assert known(table.view("black")).text == ".W/B."


@pytest.mark.parametrize("speaker", [each.slug for each in referee.ALL if each.hides])
def test_a_player_that_must_see_everything_refuses_a_hiding_referee(speaker: str) -> None:
    with pytest.raises(BadSettings, match="plays only where everything is seen"):
        players.get("mcts").choose(Table("go", referee=speaker, size=5).view("black"))


def test_without_numba_a_searching_player_refuses_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "is_ready", lambda: False)
    with pytest.raises(YureiError, match="the kernel needs numba and numpy"):
        players.get("belief").check(read_settings({}))


@pytest.mark.parametrize("game", [game for game in rules.ALL if is_compilable(game)], ids=lambda game: game.slug)
def test_each_game_needs_the_part_that_has_its_playouts(game: Ruleset) -> None:
    kernel = compiled(game, 5)
    own_board = kernel.flags == GO and kernel.scoring
    assert compiled_part_for(Table(game, referee="common", size=5).settings) is (HIDDEN_GO if own_board else HIDDEN)
    assert compiled_part_for(Table(game, referee="open", size=5).settings) is SEEN
