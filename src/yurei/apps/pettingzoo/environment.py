"""Environments for learning: seats are agents, tries are actions, and observations are what a seat was told.

An environment uses the referee's table, or the compiled referee (``compiled``), which gives the same answers a hundred
times as fast. Both know the truth, like a referee; what they show a seat follows from what it was told.
"""

import copy
import warnings
from collections.abc import Mapping
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any, Self

import gymnasium
import numpy as np
from gymnasium import Space, spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from yurei import players
from yurei.errors import BadSettings, BadTry, YureiError
from yurei.players.planes import Heard, action_of, actions_of, planes_shape, try_of
from yurei.players.player import check_searchable
from yurei.referee.referee import Referee
from yurei.referee.settings import Settings, settings_for
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.rules.board import LETTERS, Colour, board_text, stranded_ghosts
from yurei.rules.judge import Verdict
from yurei.rules.ruleset import Ruleset
from yurei.rules.scoring import score
from yurei.rules.state import State, checked_setup, start

if TYPE_CHECKING:
    from yurei.apps.pettingzoo.compiled import Compiled

Bytes = NDArray[np.uint8]
Shown = tuple[Bytes, Bytes]
"""Planes, uint8[planes, height, width], and mask, uint8[actions]; see ``yurei.players.planes``."""


class SlowEngine(UserWarning):
    """Warning that an environment uses the table, which is many times slower than the compiled referee."""


class TableEngine:
    """A game at the referee's table, without compiled code: it supports all seatings and sizes."""

    def __init__(self, settings: Settings, setup: str | None, most: int) -> None:
        self.truncated = False  # whether the game was cut off by the limit of moves
        self._most, self._moves = most, 0
        board = setup or settings.setup
        self._state: State = start(settings.ruleset, settings.size, settings.komi, settings.first, board)
        self._table = Table.of(settings, setup, self._note_state)
        self._heard = {seat.name: Heard(self._table.view(seat.name)) for seat in settings.seating.seats}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a pickled or copied game, and make its table report verdicts to it."""
        self.__dict__ |= state
        self._table = self._table.copy(self._note_state)

    def _note_state(self, verdict: Verdict) -> None:
        self._state = verdict.after

    @property
    def to_move(self) -> str | None:
        """Seat to move; None after the end."""
        return None if self.truncated else self._table.to_move

    @property
    def winner(self) -> Colour | None:
        """Winner of the ended game; None for a draw, and before the end."""
        if self.truncated:
            return score(self._state).winner
        return self._table.result.winner if self._table.result else None

    @property
    def reference(self) -> bytes:
        """Reference board: the truth."""
        return self._state.cells

    def attempt(self, action: int) -> bool:
        """Make the try with this action number; return whether it was accepted."""
        assert self._table.to_move is not None
        seat = self._table.to_move
        answer = self._table.attempt(seat, try_of(action, self._heard[seat].view))
        for seat, heard in self._heard.items():
            heard.hear(answer.told[seat])
        self._moves += answer.accepted
        self.truncated = self._moves >= self._most and self._table.result is None
        return answer.accepted

    def observe(self, seat: str) -> Shown:
        heard = self._heard[seat]
        mask = heard.may_try()
        return heard.planes(), np.zeros_like(mask) if self.truncated else mask

    def told(self, seat: str) -> Told | None:
        """Return what a seat was told of the last try; None before the first."""
        heard = self._heard[seat].view.heard
        return heard[-1] if heard else None

    def copy(self) -> Self:
        """Return an independent copy in the same state."""
        twin = copy.copy(self)
        twin._heard = {seat: heard.copy() for seat, heard in self._heard.items()}
        return twin


def make_compiled_plan(settings: Settings, most: int, engine: str) -> Any:
    """Return the compiled referee's plan of a game; None if the environment uses the table instead."""
    if engine == "auto" and (why := _why_not_compiled(settings)):
        slow = f"this environment runs at the referee's table, some forty times slower than compiled: {why}"
        warnings.warn(f"{slow}; engine='table' chooses that without a warning", SlowEngine, stacklevel=4)
        return None
    if engine == "table":
        return None
    from yurei.kernel.refereed import plan

    return plan(settings, most)


def _why_not_compiled(settings: Settings) -> str | None:
    """Return the reason why the compiled referee does not support a game; None if it supports the game."""
    if settings.seating.slug != "duel":
        return f"the kernel has not been told of the seating {settings.seating.slug!r}"
    try:
        check_searchable(settings)
    except YureiError as error:
        return str(error)
    return None


def has_stranded_ghosts(settings: Settings, setup: str | None) -> bool:
    """Return whether a set-up position has a ghost that touches no string of its colour."""
    text = setup or settings.setup
    if text is None or not settings.ruleset.ghosts:
        return False
    cells = checked_setup(settings.ruleset, settings.size, text)
    return any(stranded_ghosts(cells, settings.size.neighbours, colour) for colour in Colour)


MOST = 3  # default limit of moves per point
RENDER_MODES = ("ansi", "human")
ENGINES = ("auto", "compiled", "table")
MOMENT = (
    *("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"),
    "_skip_agent_selection",
)
"""Attributes of an environment, other than its engine, that change from try to try."""
Observation = dict[str, NDArray[Any]]


class Environment(AECEnv[str, Any, Any]):  # type: ignore[misc]  # AECEnv has no types
    """A refereed game as a PettingZoo environment. After a refused try the same agent is to move again.

    Args:
        ruleset, referee: Values or names.
        size: 9, "9x13" or (9, 13).
        most: Greatest number of moves, after which a game is counted and truncated; None for three times the points.
        setup: A board text; its stones lie on their owner's board.
        illegal: Effect of a masked action: it ``ends`` the game as a loss for its agent, or is ``refused``.
        engine: ``compiled``, ``table``, or ``auto``: ``compiled`` where it supports the game, else ``table`` with the
            warning ``SlowEngine``. Both give the same answers.
        render_mode: ``ansi``: ``render`` returns the board as text; ``human``: it prints the board.
        options: Further settings by the names of the line protocol, such as ``komi``, ``sight``, ``seating``.

    Raises:
        BadValue, Unknown: if a setting is invalid.
    """

    metadata = {"name": "yurei_v0", "render_modes": [*RENDER_MODES], "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's
    _begun = False
    _mask: bytes | None = None

    def __init__(
        self,
        ruleset: str | Ruleset = "go",
        referee: str | Referee = "common",
        size: object = 9,
        *,
        most: int | None = None,
        setup: str | None = None,
        illegal: str = "ends",
        engine: str = "auto",
        render_mode: str | None = "ansi",
        **options: Any,
    ) -> None:
        super().__init__()
        self.settings = settings_for(ruleset, referee, size, options)
        self._raises = _check_choice("illegal", illegal, ("ends", "refused")) == "refused"
        self._most = most or MOST * self.settings.size.points
        self.setup = setup
        self.render_mode = _check_choice("render_mode", render_mode or "ansi", RENDER_MODES)
        self._chooses = _check_choice("engine", engine, ENGINES) == "auto"
        self._plan = make_compiled_plan(self.settings, self._most, engine)
        seats = self.settings.seating.seats
        self._agents = {seat.name: _agent_name(seat.name) for seat in seats}
        self._seats = {agent: seat for seat, agent in self._agents.items()}
        self.possible_agents = list(self._seats)
        view = Table.of(self.settings).view(seats[0].name)
        shape, actions = planes_shape(view), actions_of(view)
        seen: dict[str, Space[Any]] = {
            "observation": spaces.Box(0, 255, shape, np.uint8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 1, (len(LETTERS) - 1, *shape[1:]), np.uint8)
        self._colours = {_agent_name(seat.name): seat.colour for seat in seats}

    def __getattr__(self, name: str) -> Any:
        if name in ("_engine", *MOMENT):
            raise AttributeError(f"no game has begun, so there is no {name.strip('_')} yet: call reset() first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations: planes as ``observation``, and the ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions: a stone on each point, row by row from A1, ghosts if any, pass, resignation."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: Ignored: the environment has no random choices.
            options: ``setup``, a board text, for this game alone.
        """
        self._begun, self._mask = True, None
        self._engine = self._new_engine((options or {}).get("setup", self.setup))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        first = self._engine.to_move
        assert first is not None  # no game is over before it has begun
        self.agent_selection = self._agents[first]

    def _new_engine(self, setup: str | None) -> "TableEngine | Compiled":
        if self._plan is None or (self._chooses and has_stranded_ghosts(self.settings, setup)):
            return TableEngine(self.settings, setup, self._most)
        from yurei.apps.pettingzoo.compiled import Compiled

        return Compiled(self._plan, setup)

    def observe(self, agent: str) -> Observation:
        """Return an agent's planes and its action mask: 0 for actions known to be illegal, and for all out of turn."""
        if not self._begun:
            EnvLogger.error_observe_before_reset()
        planes, mask = self._engine.observe(self._seats[agent])
        if agent == self.agent_selection:
            self._mask = mask.tobytes()  # the caller may write to the array
        return {"observation": planes, "action_mask": mask.view(np.int8)}

    def step(self, action: Any) -> None:
        """Take an action for the agent to move; the action is None if the game has ended for that agent.

        Raises:
            BadTry: if the action is masked; the game is then unchanged.
        """
        if not self._begun:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        engine = self._engine
        if self._mask is None:
            self._mask = engine.observe(self._seats[agent])[1].tobytes()
        try:
            number = index(action)
        except TypeError:
            number = -1
        is_action = 0 <= number < len(self._mask)
        assert self._raises or is_action, "action is not in action space"
        if not is_action or self._mask[number] != 1:
            self._handle_masked_action(agent, action)
            return
        self._mask = None
        self._cumulative_rewards[agent] = 0.0
        accepted = engine.attempt(number)
        self.infos[agent] = {"refused": not accepted}
        to_move = engine.to_move
        if to_move is not None:
            self.agent_selection = self._agents[to_move]
            return
        order = self.possible_agents
        self.agent_selection = order[(order.index(agent) + 1) % len(order)]
        self._end()

    def _handle_masked_action(self, agent: str, action: Any) -> None:
        """Handle a masked action: raise ``BadTry``, or end the game as a loss of the agent."""
        if self._raises:
            raise BadTry(f"action {action} is not allowed; the action mask says which are")
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = {each: -1.0 if each == agent else 0.0 for each in self.agents}
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self._deads_step_first()

    def _end(self) -> None:
        ended = self.truncations if self._engine.truncated else self.terminations
        ended.update(dict.fromkeys(self.agents, True))
        winner = self._engine.winner
        for agent, colour in self._colours.items():
            self.rewards[agent] = 0.0 if winner is None else 1.0 if colour is winner else -1.0
        self._accumulate_rewards()

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def agent_named(self, seat: str) -> str:
        """Return the name of the agent of a seat."""
        return self._agents[seat]

    def told(self, agent: str) -> Told | None:
        """Return what an agent was told of the last try; None before the first try."""
        return self._engine.told(self._seats[agent])

    def state(self) -> NDArray[np.uint8]:
        """Return the true board as planes: black stones, white stones, black ghosts, white ghosts."""
        cells = np.frombuffer(self._engine.reference, np.uint8)
        planes = [cells == piece for piece in range(1, len(LETTERS))]
        return np.array(planes, np.uint8).reshape(self.state_space.shape)

    def copy(self) -> "Environment":
        """Return an independent copy in the same state."""
        twin = Environment.__new__(Environment)
        twin.__dict__ |= self.__dict__
        twin.set_state(self.get_state())
        return twin

    def get_state(self) -> dict[str, Any]:
        """Return the present state for ``set_state``. It contains the true board."""
        return {**{name: _copy_value(getattr(self, name)) for name in MOMENT}, "engine": self._engine.copy()}

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Restore a state from ``get_state`` of this environment, or of one made with the same arguments."""
        for name in MOMENT:
            setattr(self, name, _copy_value(state[name]))
        self._engine, self._begun, self._mask = state["engine"].copy(), True, None

    def render(self) -> str | None:
        """Return the true board as text, rows from the top; print it instead if ``render_mode`` is ``human``."""
        board = board_text(self._engine.reference, self.settings.size).replace("/", "\n")
        return print(board) if self.render_mode == "human" else board


def env(*given: Any, **options: Any) -> Environment:
    """Return an environment in which a masked action ends the game as a loss (-1) of its agent, as in PettingZoo.

    It makes the checks of PettingZoo's wrappers itself; with the wrappers it would be a third as fast.
    """
    return Environment(*given, **options)


def raw_env(*given: Any, **options: Any) -> Environment:
    """Return an environment in which a masked action raises ``BadTry`` and changes nothing."""
    return Environment(*given, illegal="refused", **options)


def _agent_name(seat: str) -> str:
    """Return the name of a seat's agent in PettingZoo's style: ``black_0``, or ``white_2`` for ``white-2``."""
    return seat.replace("-", "_") if "-" in seat else f"{seat}_0"


def _copy_value(value: Any) -> Any:
    return value.copy() if isinstance(value, (dict, list)) else value


def _check_choice(name: str, given: str, known: tuple[str, ...]) -> str:
    if given not in known:
        raise BadSettings(f"{name} is one of {', '.join(known)}, not {given!r}")
    return given


A_LITTLE = players.Budget(playouts=16)
Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class OneAgent(gymnasium.Env[Observation, int]):
    """A duel as a Gymnasium environment: the agent plays one seat, and a player of yurei the other.

    Args:
        seat: ``black`` or ``white``.
        opponent: The name of the other seat's player, for ``players.get``. If it resigns, the agent has won.
        budget: The budget of the opponent's turns.
        given, options: Arguments of ``Environment``: ruleset, referee, size, komi, most …

    Raises:
        BadSettings: if the opponent cannot play this game, or there are not two seats.
        BadValue, Unknown: if a setting or the opponent is invalid.
    """

    metadata = Environment.metadata

    def __init__(
        self,
        *given: Any,
        seat: str = "black",
        opponent: str = "uniform",
        budget: players.Budget = A_LITTLE,
        **options: Any,
    ) -> None:
        self.game = Environment(*given, **options)
        if self.game.possible_agents != ["black_0", "white_0"] or seat not in ("black", "white"):
            raise BadSettings(f"one agent plays black or white in a duel, not {seat!r} in this seating")
        self._agent, self._other = self.game.agent_named(seat), {"black": "white", "white": "black"}[seat]
        self._name, self._budget, self._chance = opponent, budget, Random()
        players.get(opponent, 0).check(self.settings)
        self.observation_space = self.game.observation_space(self._agent)
        self.action_space = self.game.action_space(self._agent)
        self.render_mode = self.game.render_mode

    @property
    def settings(self) -> Settings:
        """The settings of the game."""
        return self.game.settings

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; ``options`` may have a board text as ``setup``. The seed is that of the opponent."""
        super().reset(seed=seed)
        if seed is not None:
            self._chance = Random(seed)
        self.game.reset(options=options)
        table = Table.of(self.settings, (options or {}).get("setup", self.game.setup))
        self._opponent = players.get(self._name, self._chance.getrandbits(63))
        self._opponent.begin(table.view(self._other))
        self._let_opponent_play()
        return self.game.observe(self._agent), {}

    def step(self, action: int) -> Step:
        """Try an action; if it becomes a move, let the opponent play. A masked action ends the game with -1."""
        self._step_both(int(action))
        resigned = self._let_opponent_play()
        game, agent = self.game, self._agent
        reward = 1.0 if resigned else float(game.rewards[agent])
        ended = resigned or game.terminations[agent]
        return game.observe(agent), reward, ended, game.truncations[agent], dict(game.infos[agent])

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the action mask as booleans; learning libraries look for this method by its name."""
        return self.game.observe(self._agent)["action_mask"].astype(bool)

    def render(self) -> Any:
        """Return or print the true board, like ``Environment.render``."""
        return self.game.render()

    def _step_both(self, action: int) -> None:
        """Take an action, and let the opponent's player hear what its seat was told."""
        self.game.step(action)
        told = self.game.told(self.game.agent_named(self._other))
        if told is not None and not self._is_over():
            self._opponent.hear(told)

    def _is_over(self) -> bool:
        return any(self.game.terminations.values()) or any(self.game.truncations.values())

    def _let_opponent_play(self) -> bool:
        """Play the opponent's tries until it is the agent's turn; return whether it has resigned."""
        other = self.game.agent_named(self._other)
        while not self._is_over() and self.game.agent_selection == other:
            action = action_of(self._opponent.answer(self._budget), self._opponent.view)
            if not self.game.observe(other)["action_mask"][action]:
                return True
            self._step_both(action)
        return False


def vector(count: int, *given: Any, **options: Any) -> SyncVectorEnv:
    """Return ``count`` ``OneAgent`` environments as a vector; the step that ends a game begins the next."""
    makers = [lambda: OneAgent(*given, **options) for _ in range(count)]
    return SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)
