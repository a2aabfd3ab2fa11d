"""GTP and the terminal in twin games: what a seat is told alike it is sent alike, to the byte.

The GTP engine in a seat is asked for everything after every try; compared is what a controller says to it and what it answers. At
the terminal two people hand the device over; compared is every page of White's and of the curtain.
"""

import random
from datetime import UTC, datetime

import pytest

from tests.day_and_night import by_day_and_night
from tests.gtp.session import engine, said, told_line
from tests.secrecy.entitled import SEATINGS, Record, Referee
from tests.secrecy.families import Stage, family
from tests.secrecy.twins import Leak, Walk, World, empty_setup, written
from yurei import rules
from yurei.apps import gtp
from yurei.apps.terminal import Game, PersonLeft, Recorder, Screen
from yurei.apps.terminal.screen import RULE
from yurei.referee import ALL
from yurei.referee.announce import Attempt
from yurei.referee.table import Table
from yurei.rules.state import Try

HIDING = [Referee(each.slug) for each in ALL if each.hides]
FEW = [Referee("hamburg"), Referee("fog"), Referee("kriegspiel")]
NOSY = (
    "showboard",
    "list_stones black",
    "list_stones white",
    "final_score",
    "final_status_list dead",
    "is_legal black A1",
    "all_legal white",
    "captures black",
    "lz-analyze 10",
    "undo",
    "play white A1",
    "play black A1",
    "gogui-play_sequence b A1 w B1",
    "yurei-told {}",
    "yurei-weighed",
    "yurei-settings",
    "list_commands",
)
VERBS = {
    **dict.fromkeys(
        ("protocol_version", "name", "version", "known_command", "list_commands", "quit", "echo"), "nothing of a game"
    ),
    **dict.fromkeys(
        ("cputime", "gomill-cpu_time", "gomill-describe_engine", "gogui-title", "gogui-interrupt"), "nothing of a board"
    ),
    "gogui-analyze_commands": "nothing of a game",
    **dict.fromkeys(("boardsize", "rectangular_boardsize", "query_boardsize", "clear_board"), "begins anew"),
    **dict.fromkeys(("komi", "get_komi", "yurei-settings", "fixed_handicap"), "what all know at the table"),
    **dict.fromkeys(("time_settings", "kgs-time_settings", "kata-time_settings", "time_left"), "the seat's clock"),
    "kata-list_time_settings": "nothing of a game",
    "yurei-seat": "who sits here",
    "yurei-told": "what the seat is told comes in, and what was said aloud goes out",
    "genmove": "a try of the seat's own",
    **dict.fromkeys(("play", "gogui-play_sequence", "undo", "gg-undo"), "refused, whatever is said"),
    **dict.fromkeys(("showboard", "list_stones"), "the seat's own board"),
    "final_score": "the result, once it was told",
}
"""What an engine in a seat can be asked for, and what it says of what. What is not listed here fails."""


@pytest.mark.parametrize("game", [each.slug for each in rules.ALL])
def test_every_command_of_an_engine_in_a_seat_is_listed(game: str) -> None:
    listed = said(engine(ruleset=game, referee="common"), "list_commands").removeprefix("= ").split()
    assert set(listed) == set(VERBS)


class Conversations(Walk):
    """Every sequence of tries, with an engine in each seat that hears its own and is asked for everything."""

    def _bytes(self, world: World, name: str, answer: Attempt | None = None) -> tuple[bytes, ...]:
        if name == "audience":
            return ()
        settings = world.table.settings
        sitting = gtp.engine(settings, "simple", 1)
        heard = [] if answer is None else [*world.table.view(name).heard[:-1], answer.told[name]]
        lines = [f"yurei-seat {name}", *(told_line(told, settings) for told in heard), *NOSY]
        if world.table.to_move == name:
            lines.append(f"genmove {name}")
        return tuple(f"{line}\n{said(sitting, line)}".encode() for line in lines)


def walked(game: str, size: tuple[int, int], depth: int, referees: list[Referee]) -> Conversations:
    walk = Conversations(game, size, referees=referees)
    walk.from_empty_board(depth)
    return walk


@pytest.mark.parametrize(
    ("game", "size", "depth"),
    by_day_and_night(
        [("go", (3, 1), 3)],
        [(game.slug, size, 4 if size == (3, 1) else 3) for game in rules.ALL for size in ((3, 1), (2, 2))],
    ),
    ids=str,
)
def test_an_engine_in_a_seat_says_the_same_in_twin_games(game: str, size: tuple[int, int], depth: int) -> None:
    walk = walked(game, size, depth, FEW if depth == 3 and size == (3, 1) else HIDING)
    assert walk.games > 60


def test_a_controller_that_leaks_the_other_seats_announcements_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def tells_all(world: World, name: str, answer: Attempt | None) -> Attempt | None:
        return answer and Attempt(
            answer.accepted, dict.fromkeys(answer.told, answer.told[answer.told[name].seat]), answer.settings
        )

    honest = Conversations._bytes
    monkeypatch.setattr(
        Conversations,
        "_bytes",
        lambda walk, world, name, answer=None: honest(walk, world, name, tells_all(world, name, answer)),
    )
    with pytest.raises(Leak):
        walked("go", (3, 1), 2, FEW)


LINES = 4


def pages(record: Record, game: str, referee: str) -> list[str]:
    """All that White, and everybody at the curtain, can see while these tries are made."""
    table, shown, lines = Table(game, referee=referee, size=LINES), list[str](), list[str]()
    for number, (seat, tried, _) in enumerate(record):
        if number == 0 or seat != record[number - 1][0]:
            lines.append("")  # lifts the curtain
        lines.append(written(tried))
    source = iter(lines)
    book = Recorder(table.settings, None, lambda: datetime(2026, 5, 1, 18, tzinfo=UTC))
    with pytest.raises(PersonLeft):
        Game(table, Screen(lambda: next(source, "quit") + "\n", shown.append), book, {}).play()
    return [page for page in "".join(shown).split(RULE + "\n") if "\nBlack> " not in page]


def seen_in_twins(game: str, referee: str) -> list[list[str]]:
    """The pages of some games in all of which White is owed the same."""
    stage = Stage(game, Referee(referee), "duel", LINES, empty_setup(LINES, LINES), SEATINGS["duel"][1])
    found = family(random.Random(7), stage, 6, 8)
    assert len(found.alike) > 1
    return [pages(record, game, referee) for record in found.alike]


GAMES = by_day_and_night(
    [("go", "common")],
    [
        *(("alter-igo", "fog"), ("no-seki-go", "hamburg")),
        *((game, referee) for game in ("go", "no-seki-go") for referee in ("kriegspiel", "olympiad", "counted")),
    ],
)


@pytest.mark.parametrize(("game", "referee"), GAMES)
def test_twins_look_alike_in_the_terminal(game: str, referee: str) -> None:
    one, *others = seen_in_twins(game, referee)
    assert sum("\nWhite> " in page for page in one) >= 2
    assert others == [one] * len(others)


def test_a_board_of_the_wrong_seat_in_the_terminal_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    show_board = Game._show_board
    monkeypatch.setattr(Game, "_show_board", lambda self, seat: show_board(self, "black"))  # whoever looks
    one, *others = seen_in_twins("go", "common")
    assert others != [one] * len(others)


def test_a_try_that_the_curtain_shows_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    make_try = Game._attempt

    def make_and_show_try(self: Game, seat: str, attempt: Try) -> None:
        make_try(self, seat, attempt)
        self._said.append(attempt.text(self._settings.size))

    monkeypatch.setattr(Game, "_attempt", make_and_show_try)
    one, *others = seen_in_twins("go", "common")
    assert others != [one] * len(others)
