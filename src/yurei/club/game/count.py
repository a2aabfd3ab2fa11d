"""The count after two passes: players mark dead stones and agree, or play the position out if they disagree.

The board is revealed by then, so the play-out is open. Its moves do not change the score; they only show which of the
disputed stones can be captured.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from yurei import referee
from yurei.errors import BadBoard, BadValue, NotOver, OutOfTurn
from yurei.languages import N_
from yurei.records import Entry, Record
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, BLACK_STONE, WHITE, WHITE_STONE, Colour, board_text, string_at, strings
from yurei.rules.judge import Verdict
from yurei.rules.points import Size


def stones_on(cells: bytes) -> frozenset[int]:
    """Return the points of all stones of a board."""
    return frozenset(point for point, cell in enumerate(cells) if cell in (BLACK_STONE, WHITE_STONE))


class Playout:
    """A play-out: an open continuation of the game, to find out which disputed stones are dead.

    "If a player requests resumption of a stopped game, his opponent must oblige and has the right to play first"
    (Japanese rules of 1989, article 9.3): the player who asks gives the first move away.
    """

    def __init__(self, played: Settings, board: bytes, disputed: Iterable[int], first: Colour) -> None:
        self.settings = replace(played, referee=referee.get("open"), first=first, handicap=0)
        self.disputed = frozenset(disputed)
        self.setup = board_text(board, played.size)
        self.entries: list[Entry] = []
        self.given_in: Colour | None = None
        self._board = board
        self._verdicts: list[Verdict] = []
        self._table = Table.of(self.settings, setup=self.setup, witness=self._verdicts.append)

    @property
    def whole(self) -> bool:
        """Whether all stones of the board are in dispute."""
        return self.disputed == stones_on(self._board)

    def attempt(self, seat: str, attempt: str) -> None:
        """Pass a try to the referee."""
        answer = self._table.attempt(seat, attempt)
        told = answer.told[seat]
        assert told.attempt is not None
        self.entries.append(Entry(seat, told.attempt, answer.accepted))

    @property
    def to_move(self) -> str | None:
        """The name of the seat to move; None when the play-out is over."""
        return None if self.over else self._table.to_move

    @property
    def over(self) -> bool:
        """Whether the play-out has decided which stones are dead."""
        return self.given_in is not None or self._table.result is not None

    @property
    def dead(self) -> frozenset[int]:
        """The disputed stones that were captured so far; if a player has given up, all disputed stones of theirs."""
        if self.given_in is not None:
            return frozenset(point for point in self.disputed if self._board[point] == self.given_in)
        removed = (each.removed for each in self._verdicts)
        return self.disputed.intersection(
            point for each in removed for point in (*each.black_stones, *each.white_stones)
        )

    def view(self, seat: str) -> View:
        """Return the view of ``seat``, in which nothing is hidden."""
        return self._table.view(seat)

    @property
    def heard(self) -> tuple[Told, ...]:
        """The announcements of the referee."""
        return self._table.view("audience").heard

    def record(self, started: datetime | None) -> Record:
        """Return the play-out as the record of a separate game from a set-up position, without times of tries."""
        ruleset, judge = self.settings.ruleset, self.settings.referee
        return Record(self.settings, self.setup, ruleset.version, judge.version, started, tuple(self.entries))


@dataclass
class Count:
    """The marks of dead stones after two passes, and the players' agreement to them."""

    dead: frozenset[int] = frozenset()  # the stones that are marked dead
    settled: frozenset[Colour] = frozenset()  # the colours that have agreed
    withdrawn: frozenset[Colour] = frozenset()  # the colours that had agreed before the marks were changed
    playout: Playout | None = None  # the play-out, once a player has asked for it
    # The stones that random playouts consider dead: a proposal to the players, without effect on the marks.
    proposed: frozenset[int] = frozenset()
    proposing: bool = False  # whether the proposal is still being computed
    proposed_for: bytes = b""  # the board of the proposal, computed or not
    late: frozenset[Colour] = frozenset()  # the colours that ran out of time to answer

    @property
    def agreed(self) -> bool:
        """Whether both colours have agreed."""
        return self.settled == {BLACK, WHITE}

    @property
    def playing_out(self) -> bool:
        """Whether the disputed stones are being played out."""
        return self.playout is not None and not self.playout.over

    def mark(self, cells: bytes, size: Size, point: int) -> None:
        """Mark a string as dead, or remove the mark. This cancels all agreement."""
        self._check_not_playing_out()
        if cells[point] not in (BLACK_STONE, WHITE_STONE):
            raise BadBoard(N_("no stone stands on {point}, so none is dead there"), point=size.name(point))
        stones, _ = string_at(cells, size.neighbours, point)
        self.dead ^= frozenset(stones)
        self.withdrawn |= self.settled
        self.settled = frozenset()

    def list_unmarked(self, cells: bytes, size: Size) -> list[int]:
        """Return one stone of each string that the server proposes as dead and that is not marked yet."""
        wanted = [stones[0] for stones, _ in strings(cells, size) if self.proposed - self.dead >= set(stones)]
        if not wanted:
            raise BadValue(N_("nothing more is proposed; mark the stones that you take for dead"))
        return wanted

    def check_dead(self, seen: Iterable[int]) -> None:
        """Check that the marks which a player agrees to are the current ones."""
        self._check_not_playing_out()
        if self.dead != frozenset(seen):
            raise OutOfTurn(N_("the marked stones have changed; check them, then accept"))

    def agree(self, colour: Colour) -> None:
        """Note that a colour agrees to the present marks of dead stones."""
        self._check_not_playing_out()
        self.settled |= {colour}
        self.withdrawn -= {colour}

    def dispute(self, cells: bytes, settings: Settings, colour: Colour) -> None:
        """Start a play-out of the marked stones, or of all if no stone is marked; ``colour`` moves second."""
        self._check_not_playing_out()
        disputed = self.dead or stones_on(cells)
        if not disputed:
            raise BadValue(N_("no stone stands on the board, so there is nothing to play out"))
        self.settled = frozenset()
        self.playout = Playout(settings, cells, disputed, colour.opponent)

    def get_playout(self) -> Playout:
        """Return the play-out in progress; raise NotOver if there is no play-out."""
        if self.playout is None or self.playout.over:
            raise NotOver(N_("nothing is being played out"))
        return self.playout

    def play_out(self, seat: str, attempt: str) -> None:
        """Pass a try to the referee of the play-out."""
        self.get_playout().attempt(seat, attempt)
        self._conclude()

    def give_in(self, colour: Colour) -> None:
        """Give up all disputed stones of a colour."""
        self.get_playout().given_in = colour
        self._conclude()

    def _conclude(self) -> None:
        if self.playout is not None and self.playout.over and not self.agreed:
            self.dead = self.playout.dead
            self.settled = frozenset({BLACK, WHITE})

    def end_for_absent_opponent(self, dead: Iterable[int]) -> None:
        """End the count for an opponent who is absent: exactly the stones ``dead`` are dead."""
        self.dead, self.playout = frozenset(dead), None
        self.settled = frozenset({BLACK, WHITE})

    def _check_not_playing_out(self) -> None:
        if self.playing_out:
            raise BadValue(N_("the disputed stones are being played out; the score follows from that"))
