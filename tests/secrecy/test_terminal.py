"""The terminal in twin games: what White and everybody at the curtain are shown is the same, to the character.

Two people hand the terminal over. In the second game Black tries elsewhere, and White is told the same.
"""

import random
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from tests.day_and_night import by_day_and_night
from yurei.apps.terminal import Book, Game, Left, Screen
from yurei.apps.terminal.screen import RULE
from yurei.errors import YureiError
from yurei.referee.plain import told_to_bytes
from yurei.referee.seating import AUDIENCE
from yurei.referee.table import Table
from yurei.rules.state import Try

LINES, TRIES, ENOUGH = 4, 8, 2
"""Boards of 4x4; so many tries; of which so many have to differ."""
Tried = tuple[str, str]
"""Whose try, and what."""


def owed(table: Table, seat: str, attempt: str) -> tuple[bytes, bytes] | None:
    """Try it, and give what White and the audience are told; None for what can be no try here."""
    try:
        answer = table.attempt(seat, attempt)
    except YureiError:
        return None
    white, everybody = (told_to_bytes(answer.told[name], table.settings) for name in ("white", AUDIENCE.name))
    return white, everybody


def twins(game: str, referee: str, chance: random.Random) -> tuple[Sequence[Tried], Sequence[Tried]]:
    """Two games in which White is told the same, and Black has tried other points."""
    for _ in range(200):
        one, other = (Table(game, referee=referee, size=LINES) for _ in range(2))
        points = list(one.settings.size.names(range(one.settings.size.points)))
        tries: list[tuple[Tried, Tried]] = []
        while len(tries) < TRIES and one.to_move is not None:
            seat, attempt = one.to_move, chance.choice(points)
            said = owed(one, seat, attempt)
            likely = chance.sample(points, len(points)) if seat == "black" else [attempt]
            found = next((each for each in likely if owed(other.copy(), seat, each) == said), None)
            if found is None:
                break
            owed(other, seat, found)
            tries.append(((seat, attempt), (seat, found)))
        if len(tries) == TRIES and sum(left != right for left, right in tries) >= ENOUGH:
            return [left for left, _ in tries], [right for _, right in tries]
    raise AssertionError("no twins were found")


def pages(tries: Sequence[Tried], game: str, referee: str) -> list[str]:
    """All that White, and everybody at the curtain, can see while these tries are made."""
    table, shown, lines = Table(game, referee=referee, size=LINES), list[str](), list[str]()
    for number, (seat, attempt) in enumerate(tries):
        if number == 0 or seat != tries[number - 1][0]:
            lines.append("")  # lifts the curtain
        lines.append(attempt)
    source = iter(lines)
    book = Book(table.settings, None, lambda: datetime(2026, 5, 1, 18, tzinfo=UTC))
    with pytest.raises(Left):
        Game(table, Screen(lambda: next(source, "quit") + "\n", shown.append), book, {}).play()
    return [page for page in "".join(shown).split(RULE + "\n") if "\nBlack> " not in page]


GAMES = by_day_and_night(
    [("go", "common")],
    [
        *(("alter-igo", "fog"), ("no-seki-go", "hamburg")),
        *((game, referee) for game in ("go", "no-seki-go") for referee in ("kriegspiel", "olympiad", "counted")),
    ],
)


@pytest.mark.parametrize(("game", "referee"), GAMES)
def test_twins_look_alike_in_the_terminal(game: str, referee: str) -> None:
    left, right = twins(game, referee, random.Random(7))
    assert left != right
    one, other = pages(left, game, referee), pages(right, game, referee)
    assert sum("\nWhite> " in page for page in one) >= 2
    assert len(one) > TRIES / 2
    assert one == other


def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = twins("go", "common", random.Random(7))
    show_board = Game._show_board
    monkeypatch.setattr(Game, "_show_board", lambda self, seat: show_board(self, "black"))  # whoever looks
    assert pages(left, "go", "common") != pages(right, "go", "common")


def test_a_try_that_the_curtain_shows_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = twins("go", "common", random.Random(7))
    make_try = Game._attempt

    def make_and_show_try(self: Game, seat: str, attempt: Try) -> None:
        make_try(self, seat, attempt)
        self._said.append(attempt.text(self._settings.size))

    monkeypatch.setattr(Game, "_attempt", make_and_show_try)
    assert pages(left, "go", "common") != pages(right, "go", "common")
