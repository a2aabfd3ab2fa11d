"""A try in a long game costs no more than at its beginning."""

import cProfile
import pstats

import pytest

from tests.web.wire import House, Made, make


def calls_of_tries(made: Made, tries: int) -> int:
    """Return the number of function calls that tries take in the server, with a page of each seat open."""
    profile, house = cProfile.Profile(), made.house

    async def switch(on: bool) -> None:
        profile.enable() if on else profile.disable()

    house.run(switch(True))
    for _ in range(tries):
        assert made.act("black", "stone", "T19").status == 200
    house.run(switch(False))
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]  # it has it


@pytest.mark.parametrize(("tries", "referee"), [(600, "common"), (600, "fog")])
def test_a_try_costs_as_much_after_hundreds_of_tries_as_after_fifty(tries: int, referee: str) -> None:
    with House() as house:
        made = make(house, width="19", referee=referee)
        made.act("black", "stone", "A1")
        made.act("white", "stone", "T19")
        for chair in ("black", "white", "audience"):
            made.seats[chair].listen(f"{made.at(chair)}/live")
        for _ in range(50):
            made.act("black", "stone", "T19")
        early = calls_of_tries(made, 10)
        for _ in range(tries):
            made.act("black", "stone", "T19")
        assert calls_of_tries(made, 10) <= 1.3 * early
