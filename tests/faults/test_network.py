"""What the network doubles, delays, cuts and brings in another order happens once, and everybody hears one story."""

import pytest

from tests.day_and_night import first_by_day
from tests.faults.network import Network, run
from tests.web.wire import House
from yurei.club.game.game import Game


@pytest.mark.parametrize(("schedules", "steps"), first_by_day([(12, 25), (1500, 40)]), ids=["day", "night"])
def test_every_action_is_executed_once_despite_network_faults(house: House, schedules: int, steps: int) -> None:
    run(schedules, steps, house)


def test_an_action_executed_twice_is_detected(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "place_of", lambda *_: None)
    with pytest.raises(AssertionError, match="twice"):
        run(10, 15, house, seed=1, shorten=False)


def test_a_lost_announcement_is_detected(house: House) -> None:
    network = Network(house)
    network.connects("black")
    network.wants("black", "stone", 12)
    network._bring([(network.intents[0], "whole")])
    assert len(network.ears["black"].socket.frames) == 2  # type: ignore[union-attr]
    house.rewind(network.made.name, house.happened(network.made.name)[:-1])
    network.all_are_cut()
    network.connects("black")
    with pytest.raises(AssertionError):
        network.nothing_heard_is_unsaid()
    with pytest.raises(AssertionError, match="answered and not kept"):
        network.nothing_happens_twice()
