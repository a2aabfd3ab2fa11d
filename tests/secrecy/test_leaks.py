"""Test the test: deliberate leaks, and things withheld. The walk through twin games must catch every one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.day_and_night import first_by_day
from tests.secrecy.entitled import Referee as Twin
from tests.secrecy.twins import REFEREES, Leak, Walk, Withheld, setups
from yurei.apps import jsonlines as protocol
from yurei.errors import OutOfTurn
from yurei.referee.referee import Referee
from yurei.referee.seating import Seat
from yurei.referee.sight import NOTHING_NEW, Seen, Watch, points_within
from yurei.referee.table import Reveal, Table
from yurei.referee.told import Outcome, Told
from yurei.referee.told import tell as true_tell
from yurei.referee.view import View
from yurei.rules import Verdict, score
from yurei.rules.board import BLACK, GHOST, WHITE, board_text, string_at
from yurei.rules.points import Size
from yurei.rules.state import EndedBy, Kind, Result

Patch = Callable[[pytest.MonkeyPatch], None]
Change = Callable[[Told, Referee, Verdict, Seat], Mapping[str, Any]]


def told_also(change: Change) -> Patch:
    """A referee's tongue slips: some fields of what is told are other than they should be."""

    def tell(referee: Referee, verdict: Verdict, mover: Seat, listener: Seat, *more: Any) -> Told:
        told = true_tell(referee, verdict, mover, listener, *more)
        return replace(told, **change(told, referee, verdict, listener))

    return lambda patch: patch.setattr("yurei.referee.table.tell", tell)


def when(referees: str | Callable[[Referee], bool], change: Callable[[Verdict], Mapping[str, Any]]) -> Patch:
    """The same, of one referee or some alone."""

    def slips(referee: Referee) -> bool:
        return referee.slug == referees if isinstance(referees, str) else referees(referee)

    return told_also(lambda _told, referee, verdict, _seat: change(verdict) if slips(referee) else {})


def gone_from(verdict: Verdict) -> tuple[int, ...]:
    return verdict.after.size.in_order([*verdict.captured, *verdict.own_losses])


def stones_in_atari(verdict: Verdict) -> int:
    """How many stones of the opponent's are in atari."""
    after = verdict.after
    stones = [point for point, cell in enumerate(after.cells) if cell == verdict.mover.opponent]
    return sum(len(string_at(after.cells, after.size.neighbours, point)[1]) == 1 for point in stones)


def shown_also(change: Callable[[Table, View], Mapping[str, Any]]) -> Patch:
    """Some fields of a view are other than they should be."""
    true_view = Table.view

    def view(table: Table, seat: str) -> View:
        shown = true_view(table, seat)
        return replace(shown, **change(table, shown))

    return lambda patch: patch.setattr(Table, "view", view)


def cut_from_the_truth(table: Table, shown: View) -> dict[str, Any]:
    own = (shown.seat.colour, (shown.seat.colour or 0) + GHOST)
    board = bytes(cell if cell in own else 0 for cell in table._state.cells)
    return {"board": board} if shown.settings.referee.hides else {}


def the_opening_shows_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("yurei.referee.table.own_board_at_start", lambda _settings, _seat, cells: cells)


def an_error_tells_how_many_stones_stand(patch: pytest.MonkeyPatch) -> None:
    true_attempt = Table.attempt

    def attempt(table: Table, seat: str, tried: str) -> object:
        try:
            return true_attempt(table, seat, tried)
        except OutOfTurn as error:
            stones = sum(map(bool, table._state.cells))
            raise OutOfTurn(f"{error}; {stones} stones stand on the board") from None

    patch.setattr(Table, "attempt", attempt)


def a_sight_that_reaches(farther: int) -> Patch:
    """All see so many points farther than they should."""

    def around(size: Size, distance: int) -> tuple[int, ...]:
        return tuple(points_within(size, distance + farther, point) for point in range(size.points))

    return lambda patch: patch.setattr("yurei.referee.sight._find_points_within", around)


def a_sight_through_the_opponents_eyes(patch: pytest.MonkeyPatch) -> None:
    true_update = Watch.update

    def update(watch: Watch, verdict: Verdict, own: bytes, lies: bool) -> Seen:
        for point, cell in watch.shown.items():
            if watch._around is not None and cell in (BLACK, WHITE):
                watch._points |= watch._around[point]
        return true_update(watch, verdict, own, lies)

    patch.setattr(Watch, "update", update)


def a_sight_that_outlives_its_stones(patch: pytest.MonkeyPatch) -> None:
    true_sight = Watch._in_sight
    patch.setattr(
        Watch, "_in_sight", lambda watch, own, cells: true_sight(watch, own, cells) | getattr(watch, "_points", 0)
    )


def ghosts_that_see(patch: pytest.MonkeyPatch) -> None:
    true_sight = Watch._in_sight

    def in_sight(watch: Watch, own: bytes, cells: bytes) -> int:
        stones = [bytes(cell - GHOST if cell > GHOST else cell for cell in board) for board in (own, cells)]
        return true_sight(watch, *stones)

    patch.setattr(Watch, "_in_sight", in_sight)


def a_capture_in_sight_that_nobody_sees(patch: pytest.MonkeyPatch) -> None:
    """What goes stays on the boards of who saw it, as if nobody had looked there again."""
    true_update = Watch.update

    def update(watch: Watch, verdict: Verdict, own: bytes, lies: bool) -> Seen:
        before = dict(watch.shown)
        seen = true_update(watch, verdict, own, lies)
        watch.shown |= {point: before[point] for point in seen.gone}
        return seen._replace(gone=())

    patch.setattr(Watch, "update", update)


NO_RESULT = Result(None, EndedBy.AGREEMENT)


def the_board_is_revealed_before_the_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "reveal", lambda table: Reveal(table._state.cells, (), NO_RESULT))


def the_wire_sends_the_reference_board_to_white(patch: pytest.MonkeyPatch) -> None:
    true_boards = protocol.board_texts

    def boards(table: Table, reference: bytes) -> dict[str, str]:
        return {**true_boards(table, reference), "white": board_text(reference, table.settings.size)}

    patch.setattr(protocol, "board_texts", boards)


def the_wire_counts_the_stones_in_its_sentence(patch: pytest.MonkeyPatch) -> None:
    true_attempt = protocol.try_answer

    def attempt(answer: Any, verdict: Verdict, table: Table) -> dict[str, Any]:
        line = true_attempt(answer, verdict, table)
        return {**line, "en": line["en"] + " " * sum(map(bool, verdict.after.cells))}

    patch.setattr(protocol, "try_answer", attempt)


LEAKS: dict[str, Patch] = {
    "how many stones are in atari": told_also(
        lambda told, _referee, verdict, _seat: {
            "atari_on_opponent": told.atari_on_opponent and stones_in_atari(verdict)
        }
    ),
    "a lone self-atari without the option": when(
        lambda referee: referee.atari, lambda verdict: {"atari_on_mover": verdict.mover in verdict.atari}
    ),
    "the reason under common": when("common", lambda verdict: {"reason": verdict.reason}),
    "the captured points under hamburg": when("hamburg", lambda verdict: {"captured_points": gone_from(verdict)}),
    "what vanished under hamburg": when("hamburg", lambda verdict: {"vanished": gone_from(verdict)}),
    "how many were captured under kriegspiel": when(
        "kriegspiel", lambda verdict: {"captured_count": len(verdict.captured)}
    ),
    "captured points in the order in which they fell": when(
        "common", lambda verdict: {"captured_points": verdict.captured}
    ),
    "the try to everybody": when(lambda referee: referee.hides, lambda verdict: {"attempt": verdict.attempt}),
    "an illegal try to everybody under open": when("open", lambda verdict: {"attempt": verdict.attempt}),
    "whether a stone or a ghost was placed": when(
        "common", lambda verdict: {"outcome": Outcome.PASSED} if verdict.attempt.kind is Kind.GHOST else {}
    ),
    "a sight that reaches one point too far": a_sight_that_reaches(1),
    "a sight through the opponent's eyes": a_sight_through_the_opponents_eyes,
    "a sight that outlives its stones": a_sight_that_outlives_its_stones,
    "ghosts that see": ghosts_that_see,
    "where the move was, told as seen": when(
        lambda referee: bool(referee.sight) and referee.hides,
        lambda verdict: {"seen": Seen(gone=() if verdict.attempt.point is None else (verdict.attempt.point,))},
    ),
    "what a player sees, to the audience": told_also(
        lambda told, _referee, verdict, seat: (
            {"seen": Seen(gone=gone_from(verdict))} if told.seen and seat.colour is None else {}
        )
    ),
    "own boards cut from the truth": shown_also(cut_from_the_truth),
    "the true board to the audience": shown_also(
        lambda table, shown: {"board": table._state.cells} if shown.seat.colour is None else {}
    ),
    "the score before the end": shown_also(lambda table, _: {"result": score(table._state)}),
    "set-up stones to everybody": the_opening_shows_everything,
    "the number of stones in an error": an_error_tells_how_many_stones_stand,
    "the reveal before the end": the_board_is_revealed_before_the_end,
    "the reference board on the wire": the_wire_sends_the_reference_board_to_white,
    "the number of stones in blanks on the wire": the_wire_counts_the_stones_in_its_sentence,
}
WITHHELD: dict[str, Patch] = {
    "the reason under hamburg": when("hamburg", lambda _: {"reason": None}),
    "which stones were captured under olympiad": when(
        "olympiad", lambda _: {"captured_points": (), "captured_count": 0, "vanished": ()}
    ),
    "how many were captured under counted": when("counted", lambda _: {"captured_count": 0, "lost_count": 0}),
    "what vanished, to its owner under kriegspiel": when("kriegspiel", lambda _: {"vanished": ()}),
    "atari under common": when("common", lambda _: {"atari_on_opponent": False, "atari_on_mover": False}),
    "one's own try": told_also(
        lambda told, referee, _verdict, _seat: {"attempt": None} if referee.slug == "hamburg" and told.reason else {}
    ),
    "the move under open": when(
        "open", lambda _: {"attempt": None, "captured_points": (), "lost_points": (), "seen": NOTHING_NEW}
    ),
    "the farthest points in sight": a_sight_that_reaches(-1),
    "what goes in sight": a_capture_in_sight_that_nobody_sees,
}
LISTENED_TO = [*REFEREES[:6], Twin("fog"), Twin("fog", option=2)]


def walk_through_twins() -> None:
    """The twins of a small collection of games; a good deal of what may happen happens in them."""
    # What White places farther off Black does not see, though a white stone that he sees stands beside it.
    tree = Walk("go", (5, 1), referees=LISTENED_TO)
    tree.from_board(".BW..", 2)
    for size, game, depth in (((2, 2), "go", 1), ((3, 1), "no-seki-go", 1), ((3, 1), "go", 2), ((4, 1), "go", 1)):
        tree = Walk(game, size, referees=LISTENED_TO)
        for setup in setups(*size, ".BWbw" if game == "no-seki-go" else ".BW"):
            tree.from_board(setup, depth)


@pytest.mark.nightly
def test_no_leak_is_reported_without_a_leak() -> None:
    walk_through_twins()


@pytest.mark.parametrize("leak", first_by_day(LEAKS, 10))
def test_a_leak_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)
    with pytest.raises(Leak):
        walk_through_twins()


@pytest.mark.parametrize("omission", first_by_day(WITHHELD, 3))
def test_a_withheld_fact_is_missed(omission: str, monkeypatch: pytest.MonkeyPatch) -> None:
    WITHHELD[omission](monkeypatch)
    with pytest.raises(Withheld):
        walk_through_twins()
