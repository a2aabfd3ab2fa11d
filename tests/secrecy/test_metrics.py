"""What who runs the server reads of it tells him nothing of the only game there, which he may be playing himself."""

from collections.abc import Iterator

import pytest

from tests.secrecy.whole import figures
from tests.web.wire import SCRIPTED, House, Made, Visitor, make
from yurei.apps.web.monitoring import STEP, round_down, round_up


@pytest.fixture
def made() -> Iterator[Made]:
    with House() as house:
        yield make(house, width="5")


def metrics(made: Made) -> str:
    return figures(made.house)


def private(made: Made, times: int) -> None:
    """What White does for himself: marks, looks at his page, tries out of turn, a second page."""
    white = made.seats["white"]
    for _ in range(times):
        assert made.act("white", "pencil-black", "E5").status == 200
        assert white.get(made.at("white")).status == 200
        assert made.act("white", "stone", "A1").status == 409
    white.listen(made.at("white") + "/live")


def test_private_actions_do_not_change_the_metrics(made: Made) -> None:
    made.seats["white"].listen(made.at("white") + "/live")
    before = metrics(made)
    private(made, 20)
    assert metrics(made) == before


def test_tries_that_are_taken_and_that_are_refused_read_alike() -> None:
    """In one game Black tries where White stands, in the other where nobody does; a hundred times."""
    read = []
    for point in ("D4", "E1"):
        with House() as house:
            made = make(house, width="9", height="9")
            made.act("black", "stone", "C3")
            made.act("white", "stone", "D4")
            made.act("black", "stone", point)
            private(made, 0)
            for _ in range(STEP):
                made.seats["black"].get(made.at("black"))
            read.append(metrics(made))
    assert read[0] == read[1]
    assert f'route="/g/{{game}}/{{chair}}",status="200"}} {STEP}' in read[0]


def test_metrics_count_in_steps_and_name_no_player_or_point(made: Made) -> None:
    secrets = {
        value
        for seat in (*made.seats.values(), made.host)
        for name, value in seat.cookies.items()
        if name not in SCRIPTED
    }
    made.seats["black"].post("/you", {"nickname": "Shusaku"})
    private(made, STEP)
    for _ in range(3):
        Visitor(made.house).get("/learn")
    text = metrics(made)
    assert f'{{method="POST",route="/g/{{game}}/{{chair}}",status="200"}} {STEP}' in text
    assert f'{{method="POST",route="/g/{{game}}/{{chair}}",status="409"}} {STEP}' in text
    assert '{method="GET",route="/learn",status="200"} 3' in text
    assert 'yurei_games{phase="playing"} 1' in text
    assert not any(secret in text for secret in (*secrets, made.name, "Shusaku", "E5", "192.0.2"))


def test_an_address_that_is_none_is_no_label(made: Made) -> None:
    for number in range(2 * STEP):
        Visitor(made.house).get(f"/nowhere/{number}")
    assert f'{{method="GET",route="none",status="404"}} {2 * STEP}' in metrics(made)
    assert "nowhere" not in metrics(made)


def test_steps_are_whole() -> None:
    assert [round_down(count, 100) for count in (0, 99, 100, 199)] == [0, 0, 100, 100]
    assert [round_up(count, 10) for count in (0, 1, 10, 11)] == [0, 10, 10, 20]
