"""OpenSpiel: every ruleset under every referee as a separate game, such as ``yurei_alter_igo_hamburg``.

Importing this module registers them, for ``pyspiel.load_game("yurei_go_common(board_size=5)")``.
"""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import log, prod
from typing import Any, Self

import numpy as np
import pyspiel
from numpy.typing import NDArray

from yurei import referee as referees
from yurei import rules
from yurei.errors import BadSettings, BadValue
from yurei.players.planes import Heard, action_of, actions_of, planes_shape, try_of
from yurei.referee.plain import told_to_bytes
from yurei.referee.referee import Referee
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import board_text
from yurei.rules.judge import Reason, Verdict
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset
from yurei.rules.scoring import score
from yurei.rules.state import Kind, Result, State, Try, start

PLACED, CAPTURED, LOST, VANISHED, APPEARED, GONE = range(6)
LISTS = 6
"""Fields by point: 1 for a stone placed and 2 for a ghost, if it was told; captured, lost and disappeared
points; the cells of pieces that came into sight; points whose piece went out of sight.
"""
MOVER, OUTCOME, TOOK, GAVE, ON_OPPONENT, ON_MOVER, WINNER, MARGIN = range(8)
SINGLES = 8
"""Single fields: side to move, 1 Black, 2 White; how the turn ended, 0 while it lasts; numbers of captures and losses,
each plus one; atari on either side, 2 for yes, 1 for no; winner; margin.
"""
OUTCOMES = (None, Outcome.MOVED, Outcome.PASSED, Outcome.RESIGNED)
REASONS = (None, *Reason)


def row_length(settings: Settings, actions: int) -> int:
    """Return the length of a row: fields by point, order and reasons of the turn's refused tries, single fields."""
    return LISTS * settings.size.points + 2 * actions + SINGLES


class ToldArray:
    """All that a seat was told, as an array of numbers with a row for each turn."""

    def __init__(self, settings: Settings, turns: int, actions: int) -> None:
        self._points, self._actions, self._turn, self._refusals = settings.size.points, actions, 0, 0
        self.rows = np.zeros((turns, row_length(settings, actions)), np.float32)
        self.heard = 0  # number of tries in the rows

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin.rows = self.rows.copy()
        return twin

    def hear(self, told: Told, seat: str) -> None:
        self.heard += 1
        row = self.rows[self._turn]
        lists, singles = row[: LISTS * self._points].reshape(LISTS, -1), row[-SINGLES:]
        singles[MOVER] = told.mover
        if told.outcome is Outcome.ILLEGAL:
            self._refusals += 1
            order, why = row[lists.size : -SINGLES].reshape(2, -1)
            why[self._refusals - 1] = 1 + REASONS.index(told.reason)
            if told.attempt is not None:
                ghost = self._points * (told.attempt.kind is Kind.GHOST)
                point = told.attempt.point
                order[self._actions - 2 if point is None else point + ghost] = self._refusals
            return
        if told.attempt is not None and told.attempt.point is not None:
            lists[PLACED, told.attempt.point] = 1 if told.attempt.kind is Kind.STONE else 2
        for which, points in ((CAPTURED, told.captured_points), (LOST, told.lost_points), (VANISHED, told.vanished)):
            lists[which, list(points or ())] = 1
        if told.seen is not None:
            lists[GONE, list(told.seen.gone)] = 1
            for point, cell in told.seen.appeared:
                lists[APPEARED, point] = cell
        counts = (told.captured_count, told.lost_count, told.atari_on_opponent, told.atari_on_mover)
        singles[TOOK : ON_MOVER + 1] = [0 if each is None else 1 + each for each in counts]
        singles[OUTCOME] = OUTCOMES.index(told.outcome)
        if told.result is not None:
            singles[WINNER] = told.result.winner or 0
            singles[MARGIN] = told.result.margin or 0
        self._turn, self._refusals = self._turn + 1, 0


SEATS = ("black", "white")


@dataclass(frozen=True)
class GameParameters:
    """Settings of an OpenSpiel game: those of yurei, the limit of moves, and the kind of payoff."""

    settings: Settings
    moves: int  # after which the game ends as it stands
    points: bool = False  # whether the payoff is in points, or else 1 for a win

    @cached_property
    def opening(self) -> View:
        """The first seat's view before the first try, without set-up stones."""
        return View.begin(self.settings, self.settings.seating.seats[0], bytes(self.settings.size.points))

    @property
    def actions(self) -> int:
        """Number of actions: stones, ghosts if there are any, the pass, the resignation."""
        return actions_of(self.opening)

    def try_of_action(self, action: int) -> Try:
        """Return the try with this action number; raise ``BadTry`` if the game has no such action."""
        return try_of(action, self.opening)

    def text(self, action: int) -> str:
        """Return the try with this action number as players write it: ``E5``, ``ghost E5``, ``pass``."""
        return self.try_of_action(action).text(self.settings.size)

    @property
    def largest_payoff(self) -> float:
        """Largest possible payoff of a player."""
        return self.settings.size.points + abs(self.settings.komi or 0) if self.points else 1.0


class TableGame:
    """A game at the referee's table. The memories of the seats are updated only when they are read, for speed."""

    def __init__(self, form: GameParameters) -> None:
        settings = form.settings
        self.form, self.moves = form, 0
        self.state: State = start(settings.ruleset, settings.size, settings.komi, settings.first, settings.setup)
        self.table = Table.of(settings, witness=self._note_verdict)
        self._heard = [Heard(self.table.view(seat)) for seat in SEATS]
        self._words: list[tuple[str, ...]] = [(seat,) for seat in SEATS]
        self._recall: list[ToldArray | None] = [None, None]

    def _note_verdict(self, verdict: Verdict) -> None:
        self.state = verdict.after

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin.table = self.table.copy(twin._note_verdict)
        twin._heard = [heard.copy() for heard in self._heard]
        twin._words = list(self._words)
        twin._recall = [recall and recall.copy() for recall in self._recall]
        return twin

    def __deepcopy__(self, memory: dict[int, Any]) -> Self:
        return self.copy()

    @property
    def cut_off(self) -> bool:
        """Whether the game was stopped by its limit of moves."""
        return self.moves >= self.form.moves and self.table.result is None

    @property
    def to_move(self) -> int | None:
        """Player to move: 0 Black, 1 White; None after the end."""
        seat = None if self.cut_off else self.table.to_move
        return None if seat is None else SEATS.index(seat)

    @property
    def result(self) -> Result | None:
        """Result; if the game was cut off, the count of the present board."""
        return score(self.state) if self.cut_off else self.table.result

    def payoff(self) -> float:
        """Return Black's payoff; 0 before the end of the game and for a draw."""
        result = self.result
        if result is None:
            return 0.0
        if self.form.points and result.margin is not None:
            return float(result.margin)
        if result.winner is None:
            return 0.0
        return self.form.largest_payoff if result.winner.word == SEATS[0] else -self.form.largest_payoff

    def attempt(self, action: int) -> bool:
        """Make the try with this action number at the table; return whether it was accepted."""
        assert self.table.to_move is not None
        answer = self.table.attempt(self.table.to_move, self.form.try_of_action(action))
        self.moves += answer.accepted
        return answer.accepted

    def list_messages(self, player: int) -> tuple[Told, ...]:
        """Return all that a seat was told."""
        return self.table.view(SEATS[player]).heard

    def memory_of_seat(self, player: int) -> Heard:
        """Return the memory of a player's seat, brought up to date."""
        heard = self._heard[player]
        for told in self.list_messages(player)[len(heard.view.heard) :]:
            heard.hear(told)
        return heard

    def legal_actions_of(self, player: int) -> list[int]:
        """Return the actions that the player to move does not know to be illegal; none for the other player."""
        if self.to_move != player:
            return []
        found: list[int] = np.flatnonzero(self.memory_of_seat(player).may_try()).tolist()
        return found

    def told_text(self, player: int) -> str:
        """Return all that a seat was told as text: the seat's name, then a line of canonical JSON for each try."""
        words = self._words[player]
        new = self.list_messages(player)[len(words) - 1 :]
        settings = self.form.settings
        self._words[player] = (*words, *(told_to_bytes(told, settings).decode() for told in new))
        return "\n".join(self._words[player])

    def told_rows(self, player: int) -> NDArray[np.float32]:
        """Return all that a player was told as numbers, float32[turns, fields]."""
        recall = self._recall[player]
        if recall is None:
            recall = self._recall[player] = ToldArray(self.form.settings, self.form.moves, self.form.actions)
        for told in self.list_messages(player)[recall.heard :]:
            recall.hear(told, SEATS[player])
        return recall.rows


ATTEMPTS = 40  # guesses per try of the history, after which the search restarts
BEGINNINGS = 25
Chance = Callable[[], float]  # numbers from 0 to below 1


def resample_actions(form: GameParameters, told: Sequence[Told], player: int, chance: Chance) -> list[int]:
    """Return the actions of another game in which the player is told the same.

    The opponent's secret tries are guessed one by one; if the player would have heard something else,
    the last guess is taken back. What the player hears later guides the guesses: where they will be refused, a stone
    stands by then; where they will place one, none. The true game is not used.
    """
    expected = find_later_knowledge(form, told, player)
    for _ in range(BEGINNINGS):
        found = _search_history(form, told, player, chance, expected)
        if found is not None:
            return found
    raise BadValue(f"no history was found in which {SEATS[player]} is told the same; a shorter one may be easier")


def find_later_knowledge(form: GameParameters, told: Sequence[Told], player: int) -> list[dict[int, tuple[bool, int]]]:
    """Return, for every try, what the player later learns of points: whether a stone is there, and at which try."""
    after: list[dict[int, tuple[bool, int]]] = [{} for _ in told]
    known: dict[int, tuple[bool, int]] = {}
    for number in range(len(told) - 1, -1, -1):
        after[number] = dict(known)
        each = told[number]
        mine = each.seat == SEATS[player]
        if mine and each.attempt is not None and each.attempt.point is not None:
            known[each.attempt.point] = (each.outcome is Outcome.ILLEGAL, number)
        for point in (each.captured_points if mine else each.lost_points) or ():
            known[point] = (True, number)
    return after


def _search_history(
    form: GameParameters, told: Sequence[Told], player: int, chance: Chance, expected: list[dict[int, tuple[bool, int]]]
) -> list[int] | None:
    """Search depth first for a history in which the player is told ``told``; None if too many guesses fail."""
    moments, actions, left = [TableGame(form)], list[int](), ATTEMPTS * (len(told) + 10)
    guesses: list[Iterator[int]] = []
    while len(actions) < len(told):
        number = len(actions)
        if len(guesses) == number:
            guesses.append(_guess_actions(moments[-1], told[number], player, chance, expected[number], number))
        for action in guesses[-1]:
            left -= 1
            moment = moments[-1].copy()
            moment.attempt(action)
            if moment.list_messages(player)[-1] == told[number]:
                moments.append(moment)
                actions.append(action)
                break
            if left <= 0:
                return None
        else:
            guesses.pop()
            if not actions:
                return None
            moments.pop()
            actions.pop()
    return actions


def _guess_actions(
    moment: TableGame, told: Told, player: int, chance: Chance, expected: dict[int, tuple[bool, int]], number: int
) -> Iterator[int]:
    """Return the actions that the next try may have been, in a random order that prefers likely ones."""
    form = moment.form
    if told.attempt is not None:
        return iter([action_of(told.attempt, form.opening)])
    points, moved = form.settings.size.points, told.outcome is Outcome.MOVED
    order = []
    for action in moment.legal_actions_of(1 - player):
        tried = form.try_of_action(action)
        if tried.kind is Kind.RESIGN or (tried.kind is Kind.PASS and moved):
            continue
        weight = _relative_likelihood(expected.get(action % points), moved, number) if tried.point is not None else 0.01
        order.append((-log(1 - chance()) / weight, action))
    return iter([action for _, action in sorted(order)])


def _relative_likelihood(expectation: tuple[bool, int] | None, moved: bool, number: int) -> float:
    """Return the relative likelihood that the opponent's move was on a point: high if a stone is found there later."""
    if expectation is None or not moved:
        return 1.0
    stands, when = expectation
    return 1.0 + 60.0 / (when - number) if stands else 0.02


LINES = 9
PAYOFFS = ("win", "points")
MOVES = 2  # default limit of moves a point


class RefereedState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """OpenSpiel's state of a game. A refused try is an action too, after which the same player is to move."""

    def __init__(self, game: "RefereedGame") -> None:
        super().__init__(game)
        self.moment = TableGame(game.form)  # which holds the truth

    def current_player(self) -> int:
        """Return 0 for Black, 1 for White, or OpenSpiel's number for the end."""
        to_move = self.moment.to_move
        return pyspiel.PlayerId.TERMINAL if to_move is None else to_move

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal_actions_of(player)

    def _apply_action(self, action: int) -> None:
        self.moment.attempt(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.form.text(action)

    def is_terminal(self) -> bool:
        return self.moment.to_move is None

    def returns(self) -> list[float]:
        """Return the payoffs of Black and White; 0 while the game goes on."""
        payoff = self.moment.payoff()
        return [payoff, -payoff]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "RefereedState":
        """Return a random state in which the player was told the same, but the opponent's hidden tries may differ."""
        state: RefereedState = self.get_game().new_initial_state()
        for action in resample_actions(self.moment.form, self.moment.list_messages(player), player, sampler):
            state.apply_action(action)
        return state

    def __str__(self) -> str:
        """Return every try of the game, which reveals the truth."""
        text = self.moment.form.text
        return " ".join(f"{SEATS[each.player]}:{text(each.action)}" for each in self.full_history()) or "no try yet"


class Observer:
    """Observations of a state as numbers or text, with the interface of OpenSpiel's PyObserver.

    A player's private information is, with perfect recall, all that they were told, and without it the planes of
    ``yurei.players.planes``. Public information is what the audience was told. ``tensor``, float32[any], has all numbers
    in one row, ``dict`` the same by name and shape: ``told`` or ``planes``, and ``player``.
    """

    def __init__(self, form: GameParameters, kind: pyspiel.IIGObservationType, params: Any) -> None:
        if params:
            raise ValueError(f"an observation has no parameters here, and {params} were given")
        self._kind = kind
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        settings = form.settings
        pieces: dict[str, tuple[int, ...]] = {"player": (2,)} if self._private else {}
        if self._private and kind.perfect_recall:
            pieces["told"] = form.moves, row_length(settings, form.actions)
        elif self._private:
            pieces["planes"] = planes_shape(form.opening)
        self.tensor = np.zeros(sum(map(prod, pieces.values())), np.float32)
        self.dict = {}
        first = 0
        for name, shape in pieces.items():
            self.dict[name] = self.tensor[first : first + prod(shape)].reshape(shape)
            first += prod(shape)

    def set_from(self, state: Any, player: int) -> None:
        """Write a player's observation of a state into ``tensor``."""
        moment: TableGame = state.moment
        self.tensor.fill(0)
        if "player" in self.dict:
            self.dict["player"][player] = 1
        if "told" in self.dict:
            self.dict["told"][:] = moment.told_rows(player)
        if "planes" in self.dict:
            self.dict["planes"][:] = moment.memory_of_seat(player).planes()

    def string_from(self, state: Any, player: int) -> str:
        """Return a player's observation of a state as text."""
        moment: TableGame = state.moment
        if not self._private:
            return public_information(moment, self._kind.perfect_recall)
        if self._kind.perfect_recall:
            return moment.told_text(player)
        view = moment.table.view(SEATS[player])
        board = f"{SEATS[player]}\n{board_text(view.board, view.settings.size)}"
        if not self._kind.public_info:
            return board
        return f"{board}\n{public_information(moment, recalls=False)}\nrefused {moment.memory_of_seat(player).planes()[4].nonzero()}"


def public_information(moment: TableGame, recalls: bool) -> str:
    """Return what the audience was told, as text: of all tries if ``recalls`` is true, else of the last one."""
    view, settings = moment.table.view("audience"), moment.form.settings
    told = view.heard if recalls else view.heard[-1:]
    return "\n".join([f"move {moment.moves}", *(told_to_bytes(each, settings).decode() for each in told)])


class RefereedGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """An OpenSpiel game: a ruleset under a referee, registered as ``yurei_RULESET_REFEREE``.

    Parameters: ``board_size``, ``height`` (0 for a square), ``komi`` if points are counted, ``moves`` (after which
    the game ends as it stands; 0 for twice the points), ``payoff`` (``win`` or ``points``). Raises ``BadValue``.
    """

    kind: pyspiel.GameType
    ruleset: Ruleset
    referee: Referee

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        self.form = _read_form(self.ruleset, self.referee, given)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.form.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-self.form.largest_payoff,
            max_utility=self.form.largest_payoff,
            utility_sum=0.0,
            # No action is tried twice in a turn.
            max_game_length=self.form.moves * self.form.actions,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> RefereedState:
        return RefereedState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.form, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _read_form(ruleset: Ruleset, referee: Referee, given: dict[str, Any]) -> GameParameters:
    if given["payoff"] not in PAYOFFS:
        raise BadSettings(f"payoff is win or points, not {given['payoff']!r}")
    width, height = int(given["board_size"]), int(given["height"])
    values = {"width": width, "height": height or width, "komi": given.get("komi")}
    settings = read_settings(values, ruleset, referee)
    moves = int(given["moves"])
    if moves < 0:
        raise BadSettings(f"moves is a whole number from 0, not {moves}")
    return GameParameters(settings, moves or MOVES * settings.size.points, given["payoff"] == "points")


def _game_type(ruleset: Ruleset, referee: Referee) -> pyspiel.GameType:
    parameters: dict[str, Any] = {"board_size": LINES, "height": 0, "moves": 0, "payoff": "win"}
    komi = ruleset.default_komi(Size(LINES, LINES))
    if komi is not None:
        parameters["komi"] = float(komi)
    return pyspiel.GameType(
        short_name=f"yurei_{ruleset.slug}_{referee.slug}".replace("-", "_"),
        long_name=f"{ruleset.title}, {referee.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        # Even if everything is seen, only the player who made a refused try knows it.
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


def _register(ruleset: Ruleset, referee: Referee) -> str:
    """Register a ruleset under a referee as a game of OpenSpiel; return the name of the game."""
    kind = _game_type(ruleset, referee)
    name = str(kind.short_name)
    own = {"kind": kind, "ruleset": ruleset, "referee": referee, "__module__": __name__}
    globals()[name] = type(name, (RefereedGame,), own)  # where pickle looks for it
    pyspiel.register_game(kind, globals()[name])
    return name


NAMES = tuple(_register(*pair) for pair in product(rules.ALL, referees.ALL))  # of all games that are registered here
