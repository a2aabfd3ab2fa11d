"""The machine's clock jumps, by hours or years, while games go on and between two servers: nobody loses or gains by it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.wire import NOON, Made, StoreInMemory, WebApp, make, make_people_known, run_in_thread, until
from yurei.clocks.controls import read_text
from yurei.clocks.timekeeper import ClockState
from yurei.club.club import Club
from yurei.club.game.actions import Action
from yurei.club.server_time import BEAT, SteadyClock
from yurei.referee.settings import read_settings
from yurei.rules.points import size_of

HOUR, YEAR = 3600, 365 * 86_400
PASSES, JUMPS, MOVES, STOPS, IS_KILLED = "passes", "jumps", "moves", "stops", "is killed"
LINES = 9


@dataclass
class World:
    """A machine, and the servers that were started on it one after the other, on the same games."""

    control: str
    wall: float = 0.0  # what the machine's clock says, in seconds since some noon
    even: float = 0.0  # what has really passed, in seconds
    up: float = 0.0  # how much of it while a server was there
    beat: float = 0.0  # when ``up`` was written down last
    moves: int = 0
    store: StoreInMemory = field(default_factory=StoreInMemory)

    async def begin(self) -> None:
        """A server, and a game in which each side has had its first turn, which costs nothing."""
        await self.starts()
        secrets = count()
        seated = await make_people_known(self.club, {seat: seat for seat in ("black", "white")})
        self.club._secrets = lambda: f"{next(secrets):012}"
        clock = {"clock": read_text(self.control).plain()}
        self.name, _ = await self.club.create_game(read_settings({"width": LINES, "height": LINES}), {}, clock, seated)
        for _ in range(2):
            await self.moved()

    async def starts(self) -> None:
        """A server goes on where the last one has left off."""
        clock = SteadyClock(lambda: NOON + timedelta(seconds=self.wall), lambda: self.even)
        self.club = Club(self.store, clock, lambda: "000")
        await self.club._uptime.begin()
        self.beat = self.up

    async def passed(self, seconds: int) -> None:
        for _ in range(seconds):
            self.wall, self.even, self.up = self.wall + 1, self.even + 1, self.up + 1
            if self.up - self.beat >= BEAT:
                await self.club._uptime.store_heartbeat()
                self.beat = self.up

    async def restarted(self, jump: int, down: int, *, killed: bool) -> None:
        """The server ends, and another one is started after a while; meanwhile the clock may have jumped."""
        self.club.games._alarms.cancel_timers()
        if killed:
            beating = self.club._uptime._beating
            assert beating is not None
            beating.cancel()
        else:
            await self.club._uptime.end()
        self.wall, self.even = self.wall + down + jump, self.even + down
        await self.starts()

    async def happens(self, what: str, seconds: int, jump: int) -> None:
        if what == JUMPS:
            self.wall += jump
        elif what == MOVES:
            await self.moved()
        elif what in (STOPS, IS_KILLED):
            await self.restarted(jump, seconds, killed=what == IS_KILLED)
        else:
            await self.passed(seconds)

    async def moved(self) -> None:
        """Who is to move does, while the game goes on: each side on its own half."""
        row, column = divmod(self.moves // 2, (LINES - 1) // 2)
        black = self.moves % 2 == 0
        point = size_of(LINES).name(row * LINES + (column if black else LINES - 1 - column))
        async with self.club.games.game(self.name) as game:
            over = game.over
        if not over and row < LINES:
            seat = "black" if black else "white"
            await self.club.perform(self.name, seat, seat, Action("stone", point))
            self.moves += 1

    async def shown(self) -> tuple[bool, tuple[ClockState, ...]]:
        async with self.club.games.game(self.name) as game:
            return game.over, game.clocks.clock_states()

    async def left(self) -> list[float]:
        return [face.left.main.total_seconds() for face in (await self.shown())[1]]

    async def ends(self) -> None:
        self.club.games._alarms.cancel_timers()
        await self.club._uptime.end()


Step = tuple[str, int, int]  # what happens; for how many seconds; how far the clock jumps
SECONDS = st.integers(0, 40)
JUMP = st.sampled_from([0, 1, -1, 7, -7, HOUR, -HOUR, 5 * HOUR, -5 * HOUR, YEAR, -YEAR])


def steps(*kinds: str) -> st.SearchStrategy[list[Step]]:
    return st.lists(st.tuples(st.sampled_from([PASSES, MOVES, *kinds]), SECONDS, JUMP), max_size=15)


async def lived(control: str, happens: Sequence[Step], *, jumping: bool) -> list[tuple[bool, tuple[ClockState, ...]]]:
    world, seen = World(control), []
    await world.begin()
    for what, seconds, far in happens:
        await world.happens(what, seconds, far if jumping else 0)
        seen.append(await world.shown())
    await world.ends()
    return seen


@pytest.mark.parametrize("control", ["2", "1+3", "1+3x10(b)", "1+5/20", "30s/move"])
@settings(max_examples=8)
@given(happens=steps(JUMPS, STOPS))
def test_clock_jumps_do_not_change_the_game_clocks(control: str, happens: list[Step]) -> None:
    with_jumps, without = (run_in_thread(lived(control, happens, jumping=jumping)) for jumping in (True, False))
    assert with_jumps == without


async def _bounded(happens: Sequence[Step]) -> None:
    """Look at each step that nobody is charged for more than what has passed, and given more than what a kill may give."""
    whole = 120.0
    world = World("2")
    await world.begin()
    spent, given = [0.0, 0.0], 0.0  # by side: what has passed in its turns; what kills may have given
    for what, seconds, jump in happens:
        before, mover, up = await world.left(), world.moves % 2, world.up
        if what == IS_KILLED:
            given += world.up - world.beat
        await world.happens(what, seconds, jump)
        over, spent[mover] = (await world.shown())[0], spent[mover] + world.up - up
        if over:
            assert spent[mover] >= whole, "who has lost on time has had all of it"
            break
        left = await world.left()
        for side in (0, 1):
            assert whole - spent[side] <= left[side] <= min(whole, whole - spent[side] + given)
            assert left[side] <= before[side] + (BEAT if what == IS_KILLED else 0)
    await world.ends()


@settings(max_examples=30)
@given(happens=steps(JUMPS, STOPS, IS_KILLED))
def test_a_kill_gives_at_most_the_time_between_two_signs_of_life(happens: list[Step]) -> None:
    run_in_thread(_bounded(happens))


@pytest.mark.parametrize("jump", [-YEAR, YEAR])
def test_a_server_that_finds_another_time_of_day_goes_on_with_everything(webapp: WebApp, jump: int) -> None:
    webapp.opens()
    made = make(webapp, width="3", clock="5+3", claim_after="5m")
    made.play("A1 C3 A2")
    before = statuses(made)
    webapp.dies()
    webapp.waits(jump)
    webapp.opens()
    assert statuses(made) == before
    assert webapp.run(webapp.club.housekeeping.sweep()) == 0, "a jump of a year is no year without people"
    made.play("C2 B1", "white")
    assert made.act("white", "resign").status == 200
    assert made.seats["black"].get(made.at("black") + "/record").status == 200


def statuses(made: Made) -> list[int]:
    """How pages of everybody and of each chair are answered."""
    for_all = [made.seats["black"].get(path).status for path in ("/", "/you", "/watch", "/lobby", "/health")]
    assert set(for_all) == {200}
    pages = ("", "/heard", "/transcript", "/projector")
    return [made.seats[chair].get(made.at(chair) + page).status for chair in made.seats for page in pages]


def test_a_player_runs_out_of_time_where_nobody_asks_and_the_game_is_not_in_memory(webapp: WebApp) -> None:
    """His opponent may be a program that waits to be told, or somebody who waits for a letter."""
    webapp.opens()
    made, without_clock = make(webapp, width="3", clock="5+3"), make(webapp, width="3")
    for each in (made, without_clock):
        each.play("A1 C3")
    webapp.run(webapp.club._uptime.store_heartbeat())
    webapp.dies()
    webapp.opens()
    alarms = webapp.club.games._alarms
    until(lambda: made.name in alarms._set)
    assert without_clock.name not in alarms._set
    webapp.forget_games()
    webapp.waits(400)
    webapp.run(alarms._check_clock(made.name))
    assert webapp.happened(made.name)[-1].kind == "time"
