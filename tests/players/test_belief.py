"""Belief: worlds that a seat imagines, the prior on what is hidden, and whole games played by it."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tests import playing
from tests.day_and_night import first_by_day
from tests.players.imagining import all_worlds, contradictions, shares
from yurei import players, referee
from yurei.kernel.search import root
from yurei.players import Budget
from yurei.players import worlds as drawing
from yurei.players.ledger import Ledger
from yurei.players.worlds import DOUBT, KINDS, FittedPrior, Prior, Thinking, Worlds, to_probabilities
from yurei.referee.table import Table
from yurei.rules.board import BLACK, EMPTY
from yurei.rules.state import PASS, RESIGN, Kind, stone


class Game(playing.Game):
    """A game between two players, and what Black's ledger says; the truth beside it."""

    def __init__(self, speaker: str, size: int, seed: int) -> None:
        super().__init__(size=size, referee=speaker)
        self.chance = Random(seed)
        self.view = self.table.view("black")
        self.ledger = Ledger(self.view)
        names = [self.chance.choice(["simple", "uniform"]) for _ in range(2)]
        self.players = {"black": players.get(names[0], seed), "white": players.get(names[1], seed + 1)}

    @property
    def truth(self) -> bytes:
        """The true board."""
        return self.verdicts[-1].after.cells if self.verdicts else self.view.board

    def moments(self, most: int = 400) -> Iterator[Ledger]:
        """Play, and stop whenever Black is to try."""
        for _ in range(most):
            if self.table.result is not None:
                return
            seat = str(self.table.to_move)
            if seat == "black":
                yield self.ledger
            attempt = self.players[seat].choose(self.table.view(seat))
            if self.chance.random() < 0.2:  # tries that no player makes, to hear more refusals
                attempt = stone(self.chance.randrange(self.table.settings.size.points))
            told = self.table.attempt(seat, attempt).told["black"]
            self.view = self.table.view("black")
            self.ledger.hear(told, self.view)


def imagined(game: Game, odds: np.ndarray | None = None) -> Worlds:
    """The worlds that Black's seat imagines."""
    found = Worlds(game.table.settings, Random(5))
    weights = Prior().odds(game.ledger, game.view) if odds is None else odds
    found.draw(game.ledger, weights)
    return found


@pytest.mark.by_day
@pytest.mark.parametrize(("size", "seeds"), first_by_day([(5, 1), (6, 10)]))
@pytest.mark.parametrize("speaker", [each.slug for each in referee.ALL if each.hides and each.slug != "hamburg"])
def test_no_world_contradicts_the_announcements_and_the_truth_is_possible(speaker: str, size: int, seeds: int) -> None:
    for seed in range(seeds):
        game = Game(speaker, size, seed)
        settings = game.table.settings
        for ledger in game.moments():
            assert contradictions(game.truth, ledger, settings.size, settings.ruleset) == []
            can = drawing.find_possible_points(ledger, game.view)
            hidden = {
                p for p, cell in enumerate(game.truth) if cell == ledger.colour.opponent and ledger.board[p] == EMPTY
            }
            assert all(can[point] or point in ledger.proven for point in hidden)
            worlds = imagined(game)
            worlds.occupancy(rounds=2)
            for world in worlds.boards():
                assert contradictions(world, ledger, settings.size, settings.ruleset) == []


@pytest.mark.parametrize(("size", "seeds"), first_by_day([(6, 1), (9, 8)]))
def test_with_unseen_own_losses_few_worlds_contradict_the_announcements(size: int, seeds: int) -> None:
    # Which own stones went is guessed first; on a full board now and then no guess leaves room for all that is hidden.
    worlds = wrong = 0
    for seed in range(seeds):
        game = Game("hamburg", size, seed)
        settings = game.table.settings
        for ledger in game.moments():
            assert contradictions(game.truth, ledger, settings.size, settings.ruleset) == []
            drawn = imagined(game)
            drawn.occupancy(rounds=1)
            for world in drawn.boards():
                worlds += 1
                wrong += bool(contradictions(world, ledger, settings.size, settings.ruleset))
    assert wrong <= 0.005 * worlds


@pytest.mark.by_day
@pytest.mark.parametrize("speaker", ["olympiad", "common"])
@pytest.mark.parametrize("listed", [True, False], ids=["from the list of all", "changed step by step"])
def test_every_world_is_met_as_often_as_its_share(speaker: str, listed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not listed:
        monkeypatch.setattr(drawing, "MOST_LISTED", 0)
    compared = 0
    for seed in range(8):
        game = Game(speaker, 3, seed)
        settings, chance = game.table.settings, Random(seed)
        for ledger in game.moments(40):
            odds = drawing.find_possible_points(ledger, game.view) * np.array(
                [chance.uniform(0.2, 3.0) for _ in range(9)]
            )
            worlds = list(all_worlds(ledger, settings.size, settings.ruleset, odds))
            if ledger.hidden == len(ledger.proven) or len(worlds) < 2:
                continue
            if not listed and (ledger.refused_points() or ledger.atari or np.count_nonzero(odds) < ledger.hidden + 3):
                continue  # on a board so full, or so narrowly told, not every world is reached by steps: hence the list
            exact = shares(worlds, 9, BLACK.opponent)
            worlds_drawn = imagined(game, odds)
            worlds_drawn.occupancy(rounds=5, steps=50)
            drawn = worlds_drawn.occupancy(rounds=300, steps=12)
            for point in range(9):
                if point not in ledger.proven:
                    assert drawn[point] == pytest.approx(exact[point], abs=0.035), (seed, worlds)
            compared += 1
    assert compared > 10


def test_worlds_lose_the_number_of_own_stones_announced_under_hamburg() -> None:
    table = Table("go", referee="hamburg", size=5)
    ledger, view = Ledger(table.view("black")), table.view("black")
    for seat, where in [("black", "A1"), ("white", "A2"), ("black", "E5"), ("white", "B1")]:
        told = table.attempt(seat, where).told["black"]
        view = table.view("black")
        ledger.hear(told, view)
    assert [loss.count for loss in ledger.own_losses] == [1]
    worlds = Worlds(table.settings, Random(1))
    worlds.draw(ledger, Prior().odds(ledger, view))
    assert {world.count(BLACK) for world in worlds.boards()} == {1}, "one of the two stones is gone"


@pytest.mark.parametrize("level", players.LEVELS)
def test_every_level_gives_the_same_try_for_the_same_words(level: int) -> None:
    tries = []
    for hidden in ("C3", "D4"):
        table = playing.Game(size=7, tries=f"E5 {hidden} C5 G7", referee="olympiad").table
        player = players.get(f"yurei:level={level}", seed=3)
        tries.append(player.choose(table.view("black"), Budget(playouts=200)))
    assert tries[0] == tries[1]


def test_the_playout_board_and_the_full_board_give_the_same_values() -> None:
    game = Game("olympiad", 9, 11)
    moment = next(ledger for ledger in game.moments() if ledger.moves == 30)
    odds = Prior().odds(moment, game.view)
    tries = [stone(point) for point in range(81) if game.view.board[point] == 0] + [PASS]
    found = []
    for light in (True, False):
        thinking = Thinking(game.table.settings, Random(4))
        if not light:
            thinking._board = None
        thinking.begin(moment, odds, tries)
        thinking.think(Budget(playouts=20_000), np.array([300.0, 1.0, 0.7, 40.0]), 4)
        places = [thinking.place_of(attempt) for attempt in tries]
        visits = thinking.statistics[root.VISITS, places]
        found.append((visits, thinking.statistics[root.VALUE, places] / np.maximum(visits, 1)))
    looked_at = (found[0][0] > 200) & (found[1][0] > 200)
    assert looked_at.sum() > 10
    assert np.abs(found[0][1] - found[1][1])[looked_at].max() < 0.1
    assert abs(np.average(found[0][1] - found[1][1], weights=looked_at)) < 0.01


def test_a_player_who_sits_down_in_the_middle_of_a_turn_goes_on() -> None:
    table = playing.Game(size=5, tries="A1 C3 C3", referee="olympiad").table
    attempt = players.get("belief", seed=1).choose(table.view("black"), Budget(playouts=100))
    assert attempt not in (stone(12), stone(0), RESIGN)


def test_ghosts_are_among_the_candidates() -> None:
    table = playing.Game(size=5, tries="C3 A1", game="no-seki-go", referee="olympiad").table
    player = players.get("belief", seed=1)
    player.choose(table.view("black"), Budget(playouts=100))
    kinds = {candidate.attempt.kind for candidate in player.explain().candidates}
    assert kinds == {Kind.STONE, Kind.GHOST, Kind.PASS}


@pytest.mark.parametrize(("playouts", "gives_up"), [(600, True), (60, False)], ids=["who looked", "who looked little"])
def test_a_player_who_cannot_win_any_more_resigns_after_some_turns(playouts: int, gives_up: bool) -> None:
    table = Table("go", referee="olympiad", size=5, komi=50)
    sitting = {"black": players.get("belief", 1), "white": players.get("belief", 2)}
    made = 0
    while table.result is None and made < 30:
        seat = str(table.to_move)
        attempt = sitting[seat].choose(table.view(seat), Budget(playouts=playouts))
        if attempt == RESIGN:
            assert gives_up
            assert seat == "black"
            assert made >= 6
            return
        made += table.attempt(seat, attempt).accepted
    assert not gives_up


class Seat:
    """A seat that hears what is said, with its prior."""

    def __init__(self, table: Table, name: str) -> None:
        self.table, self.name, self.prior = table, name, FittedPrior()
        self.view = table.view(name)
        self.ledger = Ledger(self.view)

    def believes(self) -> np.ndarray:
        """Ask the prior; returns the odds."""
        return self.prior.odds(self.ledger, self.view)

    def tries(self, where: str, by: str | None = None) -> bool:
        """Something is tried, by this seat if nobody else is named; says whether it was accepted."""
        answer = self.table.attempt(by or self.name, where)
        self.view = self.table.view(self.name)
        self.prior.hear(answer.told[self.name], self.view)
        self.ledger.hear(answer.told[self.name], self.view)
        return answer.accepted


@pytest.fixture
def black() -> Seat:
    """Black, who is to move on 5x5: his stones are B2 and B4, White's are C3 and D4."""
    seat = Seat(Table("go", referee="olympiad", size=5), "black")
    for who, where in (("black", "B2"), ("white", "C3"), ("black", "B4"), ("white", "D4")):
        seat.tries(where, who)
    return seat


@pytest.mark.parametrize(("where", "accepted"), [("C3", False), ("A5", True)])
def test_the_kind_of_opponent_follows_bayes_rule(black: Seat, where: str, accepted: bool) -> None:
    black.believes()
    assert black.prior._chances is not None
    chance = black.prior._chances[:, black.view.settings.size.point(where)].copy()
    assert black.tries(where) is accepted
    likely = np.array(KINDS) * (1 - chance if accepted else chance)
    assert black.prior.kinds == pytest.approx(likely / likely.sum())
    assert black.prior.kinds != pytest.approx(np.array(KINDS))


def test_nothing_is_learned_from_passes_or_tries_of_the_opponent(black: Seat) -> None:
    black.believes()
    black.tries("pass")
    black.tries("E5", "white")
    assert black.prior.kinds == pytest.approx(np.array(KINDS))


def test_nothing_is_learned_from_a_refusal_that_tells_of_no_stone() -> None:
    seat = Seat(Table("go", referee="hamburg", size=3), "black")
    for who, where in (("black", "C3"), ("white", "A2"), ("black", "C2"), ("white", "B1"), ("black", "C1")):
        seat.tries(where, who)
    seat.tries("pass", "white")
    seat.believes()
    assert not seat.tries("A1")
    assert seat.view.heard[-1].reason is not None
    assert seat.view.heard[-1].reason.value == "suicide"
    assert seat.prior.kinds == pytest.approx(np.array(KINDS))


def test_no_kind_is_ever_ruled_out(black: Seat) -> None:
    for _ in range(50):
        black.believes()
        assert black.prior._chances is not None
        black.prior._chances[:, 0] = (1e-5, 0.5, 0.9)
        black.prior.hear(playing.Game(size=5, tries="B2 A1 A1", referee="olympiad").told("black"), black.view)
    assert black.prior.kinds.min() >= DOUBT / 2
    assert black.prior.kinds.sum() == pytest.approx(1)


def test_as_many_are_expected_as_are_hidden() -> None:
    logits = np.linspace(-3, 3, 50, dtype=np.float32).reshape(2, 5, 5)
    can = np.ones((2, 5, 5), np.float32)
    can[:, 0, 0] = 0
    hidden = np.array([4.0, 11.0], np.float32).reshape(2, 1, 1)
    found = to_probabilities(logits, can, hidden)
    assert (found * can).sum((1, 2)) == pytest.approx([4, 11], abs=0.05)
    assert found[:, 0, 0].max() < 1e-4
    assert (np.diff(found[0].ravel()[1:]) > 0).all()
