"""Twin games on larger boards: the opponent's tries are drawn anew, and what is heard stays the same, to the byte."""

import json
import random
from typing import Any

import pytest

from tests.day_and_night import first_by_day
from tests.oracle.board import point_name
from tests.oracle.play import Game, Try, all_tries
from tests.secrecy.entitled import SEATINGS, Event, Observer, Referee, happen, owed, owed_at_first
from tests.secrecy.twins import REFEREES, oracle_game
from yurei.apps.jsonlines import Session

TRIES = 40
SEEDS = first_by_day(range(100))
SETUP = {"go": ".BBW./B..BW/...../.BW../BW.W.", "alter-igo": "", "no-seki-go": "B.Ww./...../.WB../W.B../.b..."}


class Twin:
    """One of two games: the truth by the oracle, and the line protocol that is asked."""

    def __init__(self, settings: dict[str, Any], setup: str) -> None:
        self.game: Game = oracle_game(settings, setup)
        self.session = Session()
        self.begun = self.ask({"op": "new", "settings": settings, "setup": setup})
        assert "error" not in self.begun

    def ask(self, line: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.session.answer(json.dumps(line)) or "{}")
        return answer

    def event(self, tried: Try) -> Event:
        return happen("duel", self.game, tried)

    def go_on(self, event: Event) -> dict[str, Any]:
        """Try it, and return all that the line protocol says."""
        self.game = event.after
        tried = event.tried
        point = {} if tried.point is None else {"point": point_name(tried.point)}
        return self.ask({"op": "try", "kind": tried.kind, **point})


def heard(answer: dict[str, Any], seat: str) -> str:
    """The part of an answer that is for a seat, to the byte."""
    for_all = [answer.get(key) for key in ("accepted", "to_move", "result", "en", "de", "settings", "warnings")]
    return json.dumps([for_all, answer.get("told", {}).get(seat), answer["boards"][seat]])


def play_twins(chance: random.Random, settings: dict[str, Any], referee: Referee, observer: Observer) -> int:
    """Play two games that are twins to the observer for as long as they are; return how many tries were not the same."""
    setup = SETUP[settings["ruleset"]] or "/".join(["." * 5] * 5)
    one, other = Twin(settings, setup), Twin(settings, setup)
    assert owed_at_first(referee, "duel", observer, one.game) == owed_at_first(referee, "duel", observer, other.game)
    assert heard(one.begun, observer.name) == heard(other.begun, observer.name)
    different = 0
    for _ in range(TRIES):
        event = one.event(chance.choice(list(all_tries(one.game))))
        twin = twin_event(chance, other, event, referee, observer)
        if twin is None or event.after.result:
            break
        different += twin.tried != event.tried
        answers = one.go_on(event), other.go_on(twin)
        assert heard(answers[0], observer.name) == heard(answers[1], observer.name), (event.tried, twin.tried)
    return different


def twin_event(chance: random.Random, other: Twin, event: Event, referee: Referee, observer: Observer) -> Event | None:
    """Something that can happen in the other game, and of which the observer is owed the same; another try if possible."""
    wanted = owed(referee, observer, event, ())
    tries = [event.tried]
    if event.mover != observer:
        tries = [*chance.sample(list(all_tries(other.game)), 12), event.tried]
    for tried in tries:
        twin = other.event(tried)
        if owed(referee, observer, twin, ()) == wanted:
            return twin
    return None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", SETUP)
def test_seats_that_are_owed_the_same_get_the_same_bytes(game: str, seed: int) -> None:
    chance, different = random.Random(seed), 0
    for referee in REFEREES:
        for observer in SEATINGS["duel"]:
            settings: dict[str, Any] = {"width": 5, "height": 5, "ruleset": game, "referee": referee.name}
            settings["lone_self_atari"] = referee.lone_self_atari
            settings["failed_try"] = chance.choice(["retry", "lose-turn"])
            different += play_twins(chance, settings, referee, observer)
    assert different > 30  # the games were indeed not the same
