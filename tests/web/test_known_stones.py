"""A tap on a stone that a player knows to stand: answered by a sentence, told to nobody, counted nowhere."""

from random import Random

import pytest

from tests.web.programs import duel
from tests.web.wire import House, Made, make
from yurei import referee as referees

SAID = "you know what stands on C3, so this is no try"


def counted(made: Made) -> tuple[int, int]:
    """How many events there are, and how many tries."""
    game = made.house.held[made.name]
    return len(game.events), len(game.judged)


@pytest.mark.by_day(one_in=4)
@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
@pytest.mark.parametrize("failed_try", ["retry", "lose-turn"])
def test_a_tap_on_ones_own_stone_is_told_to_nobody(house: House, referee: str, failed_try: str) -> None:
    made = make(house, width="5", referee=referee, failed_try=failed_try)
    made.act("black", "stone", "C3")
    made.act("white", "stone", "A1")
    before = counted(made)
    white = made.seats["white"].listen(made.at("white") + "/live")
    frames = len(white.raw)
    for do, at in (("stone", "C3"), ("stone", " c3 ")):
        answer = made.act("black", do, at)
        assert (answer.status, answer.text) == (422, SAID)
    assert counted(made) == before
    assert len(white.raw) == frames
    assert made.act("black", "stone", "D4").status == 200, "it is Black's turn still"


def test_a_player_who_sees_the_opponents_stone_knows_it(house: House) -> None:
    for referee, status in (("open", 422), ("fog", 422), ("common", 200)):
        made = make(house, width="5", referee=referee)
        made.act("black", "stone", "C3")
        made.act("white", "stone", "C2")
        made.act("black", "stone", "E5")
        assert made.act("white", "stone", "C3").status == status, referee


def test_a_point_refused_without_a_reason_may_be_tried_again(house: House) -> None:
    made = make(house, width="5")
    made.act("black", "stone", "C3")
    for _ in range(2):
        assert made.act("white", "stone", "C3").status == 200
    assert counted(made)[1] == 3


def test_under_hamburg_a_stone_that_may_be_gone_is_tried_and_a_named_one_is_not(house: House) -> None:
    made = make(house, width="5", referee="hamburg")
    for seat, point in (("black", "C3"), ("white", "C3"), ("white", "A1"), ("black", "A2"), ("white", "E5")):
        assert made.act(seat, "stone", point).status == 200
    made.act("black", "stone", "B1")  # takes A1
    assert made.act("white", "stone", "C3").text == SAID, "the referee has said what stands there"
    assert made.act("white", "stone", "E5").status == 200, "it may be the one that was taken"
    assert counted(made)[1] == 7


def test_a_ghost_can_be_replaced_and_a_second_one_is_no_try(house: House) -> None:
    made = make(house, width="5", ruleset="no-seki-go")
    for seat, do, point in (
        ("black", "stone", "C3"),
        ("white", "stone", "A1"),
        ("black", "ghost", "C4"),
        ("white", "pass", ""),
    ):
        assert made.act(seat, do, point).status == 200
    assert made.act("black", "ghost", "C4").status == 422
    assert made.act("black", "stone", "C4").status == 200


@pytest.mark.parametrize("game", ["go", "no-seki-go"])
@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_a_program_is_told_the_points_on_which_a_try_is_no_try_and_no_others(
    house: House, referee: str, game: str
) -> None:
    sides, chance = dict(zip(("black", "white"), duel(house, referee=referee, ruleset=game), strict=True)), Random(1)
    for _ in range(25):
        seen = sides["black"].sees()
        program = sides[seen["to_move"] or "black"]
        standing = program.sees()["standing"]
        kinds = ("stone", "ghost") if seen["settings"]["ghosts"] else ("stone",)
        for point, cell in standing.items():
            for do in kinds:
                if cell in "BW" or do == "ghost":
                    answer = program.ask("POST", program.address, {"do": do, "point": point})
                    assert (answer.status, "so this is no try" in answer.text) == (422, True)
        free = [f"{column}{row}" for column in "ABCDE" for row in range(1, 6)]
        point = chance.choice([each for each in free if each not in standing])
        assert program.ask("POST", program.address, {"do": kinds[-1], "point": point}).status == 200
    for program in sides.values():
        heard = program.sees()["heard"]
        assert any(each["verdict"] == "illegal" for each in heard)
    sides["black"].does("resign")
    assert sides["white"].sees()["standing"] == {}


def test_under_hamburg_a_program_need_not_ask_for_what_the_referee_has_named(house: House) -> None:
    black, white = duel(house, referee="hamburg")
    black.does("stone", "C3")
    assert white.does("stone", "C3")["standing"] == {"C3": "B"}
    assert black.sees()["standing"] == {"C3": "B"}


def test_a_program_is_refused_a_try_on_a_known_stone_too(house: House) -> None:
    black, white = duel(house)
    black.does("stone", "C3")
    white.does("stone", "A1")
    answer = black.ask("POST", black.address, {"do": "stone", "point": "C3"})
    assert (answer.status, SAID in answer.text) == (422, True)
    assert len(white.sees()["heard"]) == 2


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_two_games_that_sound_alike_are_answered_alike(house: House, referee: str) -> None:
    """White's stones lie elsewhere, and in one of the games one of Black's was captured unheard."""
    answers = []
    for tries in ("A1 C3 E5 D3", "A1 D2 E5 B4"):
        made = make(house, width="5", referee=referee)
        for number, point in enumerate(tries.split()):
            made.act(("black", "white")[number % 2], "stone", point)
        answers.append([made.act("black", "stone", point).status for point in ("A1", "E5", "A1")])
    assert answers[0] == answers[1] == [422, 422, 422]
