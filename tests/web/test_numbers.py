"""The number of what somebody may know of, by which a page is newer than another, is that of the events he may know of."""

from random import Random

import pytest

from tests.web.wire import House, Made, make
from yurei.club.game.game import Game

DEEDS = ("stone", "stone", "stone", "pencil-cross", "pencil-black", "pass", "offer", "decline")


def counted(made: Made) -> None:
    """On every chair the number is what one counts who walks over all events."""
    game = made.house.club.games.game_if_written(made.name, "audience")
    assert isinstance(game, Game)
    for chair in game.order:
        assert game.number_known(chair) == sum(game.may_know(chair, event) for event in game.events)


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("opponent", ["friend", "rengo"])
def test_it_is_counted_as_it_happens(seed: int, opponent: str) -> None:
    rng = Random(seed)
    with House() as house:
        made = make(house, width="4", draw_by_agreement="true", opponent=opponent)
        for number in range(60):
            chair = rng.choice(list(made.seats))
            if rng.random() < 0.25:
                made.seats[chair].send(f"{made.at(chair)}/chat", {"text": f"well {number}"})
            else:
                made.act(chair, rng.choice(DEEDS), rng.choice("ABCD") + rng.choice("1234"))
            counted(made)
            if number == 30 and seed % 2:
                made.let_the_referee_see()
        made.act("black" if "black" in made.seats else "black-1", "resign")
        counted(made)
        made.seats["audience"].send(f"{made.at('audience')}/chat", {"text": "now we may read"})
        counted(made)
