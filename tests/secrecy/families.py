"""Families: random games that are all the same to one observer, since only tries differ that it is not told.

``entitled`` says what the observer must be told, and the oracle what is true; yurei's code is not used.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle.play import Game, Try, all_tries
from tests.secrecy.entitled import AUDIENCE, SEATINGS, Event, Observer, Record, Referee, happen, is_try, owed, own_try
from tests.secrecy.twins import REFEREES, Leak, Withheld, empty_setup, oracle_game

DRAWS = 5
"""Number of random tries in the search for one of which the observer is told the same."""
DRAWS_OF_REFUSED = 25
"""The same for a refused try, which is rarer: with few hidden stones most tries are moves."""
MOST_STRAYS = 2
GAMES = ("go", "alter-igo", "no-seki-go", "atari-go", "toroidal-go")
SETUPS: dict[str, tuple[str, ...]] = {
    "go": (".BBW./B..BW/...../.BW../BW.W.", ".BW../BW.W./.BW../...../....."),
    "alter-igo": ("BW.W./B.WB./.BW../...../..WB.",),
    "no-seki-go": ("B.Ww./...../.WB../W.B../.b...",),
    "atari-go": (".BBW./B..BW/...../.BW../BW.W.",),
    "toroidal-go": (".BBW./B..BW/...../.BW../BW.W.", ".BW.B/.BW../...../.WB.W/B...."),
}
"""Positions in which much is about to happen: atari, ko, snapback, ghosts; on 5x5."""


@dataclass(frozen=True)
class Stage:
    """What a family has in common: ruleset, referee, seating, board, and the observer."""

    ruleset: str
    referee: Referee
    seating: str
    width: int
    setup: str
    observer: Observer
    failed_try: str = "retry"

    @property
    def settings(self) -> dict[str, Any]:
        """Settings by their names in the line protocol, without the referee."""
        size = {"width": self.width, "height": self.width}
        return {"ruleset": self.ruleset, **size, "failed_try": self.failed_try}

    def begun(self) -> Game:
        return oracle_game(self.settings, self.setup)

    def __str__(self) -> str:
        return (
            f"{self.ruleset} {self.width}x{self.width} {self.seating} {self.referee.name}"
            f" sight={self.referee.sight} {self.observer.name}"
        )


@dataclass(frozen=True)
class Line:
    """A game in progress: its true state, and every try."""

    game: Game
    record: Record = ()

    def after(self, event: Event) -> Line:
        return Line(event.after, (*self.record, (event.mover.name, event.tried, event.reason)))


@dataclass(frozen=True)
class Family:
    """Different games of one length of which the observer is told the same."""

    stage: Stage
    alike: tuple[Record, ...]
    stray: tuple[Record, ...]  # the same to him but for their last try; they may be shorter

    @property
    def pairs(self) -> int:
        """Number of pairs of these games."""
        return len(self.alike) * (len(self.alike) - 1) // 2


def stage_of(chance: random.Random, sizes: Sequence[int] = (5, 5, 5, 9)) -> Stage:
    """Return a random stage: any ruleset, referee, seating and observer."""
    ruleset, seating = chance.choice(GAMES), chance.choice(("duel", "duel", "rengo", "rengo-shared"))
    width = chance.choice(sizes)
    empty = empty_setup(width, width)
    setup = chance.choice((empty, *SETUPS[ruleset])) if width == 5 else empty
    observer = chance.choice((*SEATINGS[seating], AUDIENCE))
    failed_try = chance.choice(("retry", "retry", "lose-turn"))
    return Stage(ruleset, chance.choice(REFEREES), seating, width, setup, observer, failed_try)


def family(chance: random.Random, stage: Stage, members: int, length: int) -> Family:
    """Return a random family of up to ``members`` games.

    Each try is drawn for one of the games. In every other game a try is searched of which the observer is told the
    same; a game without such a try is replaced by a copy of another one.
    """
    lines = [Line(stage.begun()) for _ in range(members)]
    strays: list[Line] = []
    for _ in range(length):
        event = _next(chance, stage, lines[0])
        if event is None:
            break
        kept, strayed = _games_after_try(chance, stage, lines, event)
        strays = strayed[:MOST_STRAYS] or strays
        lines = [*kept, *(chance.choice(kept) for _ in range(members - len(kept)))]
        chance.shuffle(lines)
    alike = tuple(dict.fromkeys(line.record for line in lines))
    return Family(stage, alike, tuple(dict.fromkeys(stray.record for stray in strays)))


def _next(chance: random.Random, stage: Stage, line: Line) -> Event | None:
    """Return a random next try that does not end the game; passes are rare."""
    for _ in range(10):
        tries = [tried for tried in _tries(stage, line) if tried.kind != "pass" or chance.random() < 0.2]
        event = happen(stage.seating, line.game, chance.choice(tries))
        if event.after.result is None:
            return event
    return None


def _tries(stage: Stage, line: Line) -> list[Try]:
    return [
        tried for tried in all_tries(line.game) if is_try(stage.referee, stage.seating, line.game, tried, line.record)
    ]


def _games_after_try(
    chance: random.Random, stage: Stage, lines: Sequence[Line], event: Event
) -> tuple[list[Line], list[Line]]:
    """Return the games one try longer in which the observer is told the same as of ``event``, and other ones."""
    wanted = owed(stage.referee, stage.observer, event, ())
    kept, strays = [lines[0].after(event)], []
    for line in lines[1:]:
        drawn, possible = [event.tried], _tries(stage, line)
        if own_try(stage.referee, stage.observer, event) is None:  # the observer does not know what was tried
            draws = DRAWS if event.reason is None else DRAWS_OF_REFUSED
            drawn = [*(chance.choice(possible) for _ in range(draws)), event.tried]
        twin: Event | None = None  # who moves may see a piece where in the first game there was a try
        for tried in (each for each in drawn if each in possible):
            twin = happen(stage.seating, line.game, tried)
            if owed(stage.referee, stage.observer, twin, ()) == wanted:
                kept.append(line.after(twin))
                break
        else:
            if twin is not None and twin.after.result is None:
                strays.append(line.after(twin))
    return kept, strays


def compare(found: Family, got_of: Callable[[Stage, Record], Sequence[Hashable]]) -> int:
    """Play a family and its stray games; return the number of pairs that were the same to the observer.

    ``got_of`` returns what the observer receives before and after each try. Raises ``Leak`` if two games of the family
    differ, ``Withheld`` if a stray game does not differ from them.
    """
    first, *others = found.alike
    expected = got_of(found.stage, first)
    for other in others:
        if got_of(found.stage, other) != expected:
            raise Leak(f"{found.stage}: he is owed the same in {first} and {other}, and can tell them apart")
    for stray in found.stray:
        if got_of(found.stage, stray)[-1] == expected[len(stray)]:
            raise Withheld(f"{found.stage}: he cannot tell {stray} from {first[: len(stray)]}")
    return found.pairs
