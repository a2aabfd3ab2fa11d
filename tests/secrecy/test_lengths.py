"""The length of what a player is sent tells nothing of the point: TLS hides what is said, but not how long it is."""

from typing import Any

import pytest

from tests.day_and_night import by_day_and_night
from tests.web.wire import House, make
from yurei.rules.points import Size

CONTACT = "E5 E5 D5 D5 F5 E6 E6 C3 C3"
"""Tries in turn, with refused ones and stones beside each other."""
GAMES: list[tuple[str, str, int, str]] = [
    ("go", "kriegspiel", 9, ""),
    ("go", "common", 9, CONTACT),
    ("go", "hamburg", 13, CONTACT),
    ("go", "fog", 9, ""),
    ("no-seki-go", "kriegspiel", 10, ""),
    ("toroidal-go", "olympiad", 11, "C3 D4"),
]


def lengths_after(game: tuple[str, str, int, str], point: str) -> dict[str, Any] | None:
    """Return the lengths of all that is sent after a try at a point; the frames themselves to who does not play.

    None where the try was refused: of that all are told.
    """
    ruleset, referee, width, moves = game
    with House() as house:
        wish = {"ruleset": ruleset, "referee": referee, "width": f"{width}", "watching": "everybody"}
        made = make(house, **wish)
        table = house.run(_held(house, made.name))
        for move in moves.split():
            made.act(table.to_move, "stone", move)
        mover = table.to_move
        sockets = {
            chair: made.seats[chair].listen(f"{made.at(chair)}/live") for chair in ("black", "white", "audience")
        }
        before = {chair: len(socket.raw) for chair, socket in sockets.items()}
        answer = made.act(mover, "stone", point)
        if table.to_move == mover:
            return None
        frames = {chair: sockets[chair].raw[before[chair] :] for chair in sockets}
        again = {chair: made.seats[chair].listen(f"{made.at(chair)}/live").raw for chair in sockets}
        told = {chair: got for chair, got in frames.items() if chair != mover}
        lengths = [[len(frame.encode()) for frame in got[chair]] for got in (frames, again) for chair in sockets]
        return {"told": told, "lengths": lengths, "answer": len(answer.body)}


async def _held(house: House, name: str) -> Any:
    async with house.club.games.game(name) as game:
        return game


def points_of(width: int, every: int) -> list[str]:
    """Return the names of points of a board, those of all rows and columns among them."""
    size = Size(width, width)
    return [size.name(point) for point in range(0, size.points, every)]


@pytest.mark.parametrize(
    ("game", "every"),
    by_day_and_night([(game, 7 if game[2] == 9 else 12) for game in GAMES[:4]], [(game, 1) for game in GAMES]),
    ids=str,
)
def test_messages_to_a_player_have_the_same_length_for_every_point(game: tuple[str, str, int, str], every: int) -> None:
    got = {point: lengths_after(game, point) for point in points_of(game[2], every)}
    accepted = {point: sent for point, sent in got.items() if sent is not None}
    assert len(accepted) > 10
    first = next(iter(accepted.values()))
    assert [point for point, sent in accepted.items() if sent != first] == []
