"""GTP under a referee who hides the board: two games in which a seat is told the same give it the same bytes, both ways.

The engine in a seat is asked for everything after every try, what it should not say among it. Compared is what a controller
says to it and what it answers.
"""

from typing import Any

import pytest

from tests.day_and_night import by_day_and_night
from tests.gtp.session import engine, said, told_line
from tests.secrecy.entitled import Referee
from tests.secrecy.twins import Leak, Walk, World
from yurei import rules
from yurei.apps import gtp
from yurei.referee import ALL
from yurei.referee.announce import Attempt

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
    settings: dict[str, Any] = {"width": size[0], "height": size[1], "ruleset": game}
    walk = Conversations(settings, referees=referees)
    walk.from_board("/".join(["." * size[0]] * size[1]), depth)
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
