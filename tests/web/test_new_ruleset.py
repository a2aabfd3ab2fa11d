"""A game that is one file and one line of a list is in the browser at once."""

from dataclasses import replace

import pytest

from tests.newcomer import NO_PASS
from tests.web.wire import House, Visitor, make
from yurei import rules
from yurei.rules.ruleset import Repetition, Ruleset, Suicide, same_komi

OWN_GAME = Ruleset(
    slug="patience",
    title="Patience <Go>",
    source="https://example.org/patience",
    summary="Whoever is patient, wins.",
    suicide=Suicide.ALLOWED,
    repetition=Repetition.SITUATIONAL_SUPERKO,
    ghosts=False,
    komi=same_komi(-2.5),
)

NO_PASS_GAME = replace(NO_PASS, endings={"no-move": "{winner} has the last word."})


@pytest.fixture(autouse=True)
def _one_more_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ALL", [*rules.ALL, OWN_GAME, NO_PASS_GAME])


def test_a_new_game_can_be_chosen(house: House) -> None:
    page = Visitor(house).get("/new").text
    assert 'value="patience"' in page
    assert "Patience &lt;Go&gt;" in page
    assert "Whoever is patient, wins." in page


def test_a_new_game_is_played_to_its_end(house: House) -> None:
    made = make(house, ruleset="patience", referee="hamburg", width="3")
    white = made.seats["white"]
    assert "Patience &lt;Go&gt;" in white.get(made.at("white")).text
    assert "komi -2.5" in white.get(made.at("white")).text
    for seat, point in (("black", "A2"), ("white", "C3"), ("black", "B1"), ("white", "A1"), ("black", "B2")):
        assert made.act(seat, "stone", point).status == 200
    assert "White loses 1 stone." in white.fragment(made.at("white")).text
    made.act("white", "pass")
    made.act("black", "pass")
    for seat in ("black", "white"):
        assert made.act(seat, "settle").status == 200
    for seat in ("black", "white", "audience"):
        page = made.page(seat)
        assert "Black wins by 5.5 points." in page
        assert made.seats[seat].get(made.at(seat) + "/replay?at=3").status == 200
        assert '"ruleset":"patience"' in made.page(seat, "/record").replace(": ", ":")


def test_a_game_goes_on_after_a_restart_with_the_same_game_in_the_list(house: House) -> None:
    made = make(house, ruleset="patience", width="3")
    made.act("black", "stone", "A2")
    house.rewind(made.name, house.happened(made.name))
    assert made.act("white", "stone", "B2").status == 200


@pytest.mark.parametrize(
    ("failed_try", "setup", "last"), [("retry", ".B.B./BBB.B", "D1"), ("lose-turn", ".B.BW/BBB.W", "E1")]
)
def test_a_loss_without_a_legal_move_is_announced_in_the_games_own_words(
    house: House, failed_try: str, setup: str, last: str
) -> None:
    made = make(
        house,
        ruleset="stalemate-go",
        referee="kriegspiel",
        width="5",
        height="2",
        setup=setup,
        failed_try=failed_try,
    )
    assert "A player who has no legal move loses the game." in made.page("black")
    assert made.act("black", "stone", last).status == 200
    for seat in ("black", "white", "audience"):
        for page in ("", "/replay", "/transcript"):
            assert "Black has the last word." in made.seats[seat].get(made.at(seat) + page).text
    house.rewind(made.name, house.happened(made.name))
    assert "Black has the last word." in made.page("white")


def test_a_player_without_a_first_move_has_lost(house: House) -> None:
    made = make(house, ruleset="stalemate-go", width="4", height="2", setup=".B.B/BBBB", first="white")
    for seat in ("black", "white", "audience"):
        assert "Black has the last word." in made.page(seat)
