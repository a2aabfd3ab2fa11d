"""A triple ko under simple ko: the referee says that the position repeats, and either side may claim a draw."""

import json

import pytest

from tests.web.programs import Program
from tests.web.test_after_the_end import mark
from tests.web.test_taken_home import fetch
from tests.web.wire import House, Made, Visitor, make
from yurei import records
from yurei import referee as referees
from yurei.records import sgf
from yurei.referee.table import Table

TRIPLE_KO = ".BW./BW.W/.BW./.BW./B.BW/.BW./.BW./BW.W/.BW."
"""White holds the upper and the lower ko, Black the one between."""
CYCLE = ("C8", "B5", "C2", "B8", "C5", "B2")
"""Black, White, Black, White, Black, White: each takes a ko, and the position is what it was."""
SAID = "The position repeats. Until the next move either side may claim a draw."


def turns(made: Made, number: int, first: int = 0) -> None:
    """So many turns of the cycle."""
    for turn in range(first, first + number):
        answer = made.act(("black", "white")[turn % 2], "stone", CYCLE[turn % 6])
        assert answer.status == 200, answer.text


def triple_ko(house: House, **wish: str) -> Made:
    return make(house, width="4", height="9", setup=TRIPLE_KO, **wish)


@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_after_the_third_return_all_hear_that_the_position_repeats_and_before_it_nobody(
    house: House, referee: str
) -> None:
    made = triple_ko(house, referee=referee)
    turns(made, 17)
    for chair in ("black", "white", "audience"):
        assert mark(made.part(chair), "repeats") == ""
    assert made.act("black", "draw").status == 409
    turns(made, 1, first=17)
    for chair in ("black", "white", "audience"):
        assert mark(made.part(chair), "repeats") == SAID
    assert 'value="draw"' in made.part("black")
    assert 'value="draw"' in made.part("white")
    assert 'value="draw"' not in made.part("audience")


@pytest.mark.parametrize("claims", ["black", "white"])
def test_either_side_claims_the_draw(house: House, claims: str) -> None:
    made = triple_ko(house)
    turns(made, 18)
    assert made.act(claims, "draw").status == 200
    for chair in ("black", "white", "audience"):
        assert "A draw by repetition." in made.part(chair)


def test_the_next_move_ends_the_claim_and_a_refused_try_does_not(house: House) -> None:
    made = triple_ko(house)
    turns(made, 18)
    made.act("black", "stone", "C3")
    assert mark(made.part("white"), "repeats") == SAID
    made.act("black", "stone", "A9")
    assert mark(made.part("white"), "repeats") == ""
    assert "until the next move" in made.act("white", "draw").text


@pytest.mark.parametrize("repetition", ["positional-superko", "situational-superko"])
def test_where_a_superko_forbids_it_nothing_repeats(house: House, repetition: str) -> None:
    made = triple_ko(house, repetition=repetition)
    turns(made, 6)
    assert "Illegal move." in made.part("white")
    assert made.act("white", "draw").status == 409


def test_a_program_is_told_and_claims(house: House) -> None:
    wanted = {"settings": {"width": 4, "height": 9}, "setup": TRIPLE_KO}
    links = Program(house).says("/api/games", wanted)["links"]
    players = [Program(house).sits_down(links[seat]) for seat in ("black", "white")]
    for turn in range(18):
        assert players[0].sees()["repeats"] is False
        players[turn % 2].does("stone", CYCLE[turn % 6])
    assert [player.sees()["repeats"] for player in players] == [True, True]
    assert players[1].does("draw")["ended"]["by"] == "repetition"


def test_on_one_device_the_player_who_lifts_the_curtain_claims(house: House) -> None:
    maker = Visitor(house)
    wish = {"opponent": "one-device", "width": "4", "height": "9", "setup": TRIPLE_KO}
    table = maker.post("/games", wish).location
    for turn in range(18):
        maker.send(f"{table}/lift", {"seat": ("black", "white")[turn % 2]})
        assert maker.send(table, {"do": "stone", "at": CYCLE[turn % 6]}).status == 200
    curtain = maker.fragment(table).text
    assert mark(curtain, "repeats") == SAID
    assert 'value="draw"' not in curtain
    maker.send(f"{table}/lift", {"seat": "black"})
    assert maker.send(table, {"do": "draw"}).status == 200
    assert "A draw by repetition." in maker.fragment(table).text


def test_it_is_made_again_after_a_restart_and_the_record_reads_back(house: House) -> None:
    made = triple_ko(house)
    turns(made, 18)
    house.rewind(made.name, house.happened(made.name))
    assert mark(made.part("audience"), "repeats") == SAID
    made.act("white", "draw")
    record = fetch(made, "record").body
    assert json.loads(record.splitlines()[-2])["end"] == "repetition"
    read = records.read(record)
    table = Table.of(read.settings, read.setup)
    assert len(list(records.replay(read, table))) == 19
    assert table.result is not None
    assert (table.result.winner, table.result.by) == (None, "repetition")
    assert records.write(sgf.read(fetch(made, "sgf").body)).encode() == record
