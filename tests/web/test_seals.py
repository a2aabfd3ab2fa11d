"""The referee's seals: the same for all, telling nothing, kept over a restart, and opened by the record of a game that is over."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.wire import House, Made, Visitor, make
from yurei import records
from yurei.club.game import game
from yurei.club.game.record import nonces
from yurei.errors import BadRecord
from yurei.records import verify

NOWHERE = "0" * 64


@pytest.fixture(autouse=True)
def true_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seals as they are outside of tests."""
    monkeypatch.setattr(game, "seal", verify.seal)


@pytest.fixture
def made(house: House) -> Made:
    """A hidden game with everybody on a chair of his own."""
    return make(house, width="3")


def seal_on(made: Made, chair: str) -> str | None:
    """The seal on a chair's page of all announcements."""
    _, found, rest = made.page(chair, "/heard").partition('id="seal"')
    return rest.partition("<code>")[2].partition("</code>")[0] if found else None


def played_to_the_end(made: Made) -> list[str]:
    """Play some tries, one of them refused, and resign; the seals of each moment."""
    given = [str(seal_on(made, "black"))]
    for seat, do, at in (
        ("black", "stone", "B2"), ("white", "stone", "B2"), ("white", "stone", "A1"), ("black", "resign", ""),
    ):  # fmt: skip
        made.act(seat, do, at)
        given.append(str(seal_on(made, seat)))
    return given


def record_of(made: Made) -> bytes:
    """The record, as it is downloaded."""
    return made.seats["black"].get(f"{made.at('black')}/record").body


def test_everybody_is_given_the_same_seal_and_a_new_one_with_every_try(made: Made) -> None:
    before = seal_on(made, "black")
    assert before is not None
    assert {seal_on(made, chair) for chair in made.seats} == {before}
    made.act("black", "stone", "B2")
    after = seal_on(made, "black")
    assert {seal_on(made, chair) for chair in made.seats} == {after}
    assert after != before
    made.act("white", "stone", "B2")
    assert seal_on(made, "white") not in (before, after), "a refused try is sealed too"
    made.act("white", "pencil-white", "A1")
    assert seal_on(made, "black") == seal_on(made, "white")


def test_the_record_opens_them_once_the_game_is_over(made: Made) -> None:
    given = played_to_the_end(made)
    record = record_of(made)
    assert verify.seals_of(record) == given[:-1] + verify.seals_of(record)[-1:]
    assert verify.findings(record, given[1:2])[0] == f"{given[1]}: given after try 1"
    assert records.write(records.read(record)).encode() == record


def test_the_nonces_stay_in_the_house_until_then(made: Made) -> None:
    made.act("black", "stone", "B2")
    game = made.house.held[made.name]
    secrets = [game.stored.sealing, *nonces(game)]
    for chair, person in made.seats.items():
        for page in ("", "/record", "/replay", "/heard"):
            answer = person.get(made.at(chair) + page)
            assert not any(secret in answer.text for secret in secrets)
    assert game.stored.sealing not in repr(game.stored)


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"point":"A1"', b'"point":"C1"'), (b'"accepted":false', b'"accepted":true'), (b'"width":3', b'"width":4')],
    ids=["another point", "another verdict", "another board"],
)
def test_a_story_that_was_changed_is_found_out(made: Made, old: bytes, new: bytes) -> None:
    given = played_to_the_end(made)
    record = record_of(made)
    assert old in record
    with pytest.raises(ValueError, match="the story was changed"):
        verify.findings(record.replace(old, new, 1), [given[3]])


def test_nonces_that_do_not_fit_are_refused(made: Made) -> None:
    played_to_the_end(made)
    *lines, last = record_of(made).splitlines(keepends=True)
    nonces = json.loads(last)["nonces"]
    for wrong in ([], nonces[:-1], [*nonces[:-1], "x"], 7):
        changed = b"".join(lines) + json.dumps({"nonces": wrong}).encode()
        with pytest.raises(ValueError, match=r"nonce|not sealed"):
            verify.seals_of(changed)
        with pytest.raises(BadRecord):
            records.read(changed)
    with pytest.raises(BadRecord, match="nothing comes after"):
        records.read(b"".join(lines) + last + last)


def test_a_restart_makes_the_same_seals_again(made: Made) -> None:
    made.act("black", "stone", "B2")
    before = seal_on(made, "black")
    made.house.club.games.drop(made.name)
    assert seal_on(made, "black") == before


def test_two_games_with_the_same_tries_have_nothing_in_common(house: House) -> None:
    one, other = make(house, width="3"), make(house, width="3")
    assert not set(played_to_the_end(one)) & set(played_to_the_end(other))
    first, second = (verify.seals_of(record_of(made)) for made in (one, other))
    assert not set(first) & set(second)


def test_where_everybody_sees_the_board_nothing_is_sealed(house: House) -> None:
    made = make(house, width="3", referee="open")
    assert seal_on(made, "black") is None
    made.act("black", "resign")
    assert b"nonces" not in record_of(made)
    with pytest.raises(ValueError, match="was not sealed"):
        verify.seals_of(record_of(made))


def test_the_file_that_anybody_can_download_checks_them_alone(made: Made, tmp_path: Path) -> None:
    given = played_to_the_end(made)
    program, record = tmp_path / "verify.py", tmp_path / "game.jsonl"
    program.write_bytes(Visitor(made.house).get("/verify.py").body)
    record.write_bytes(record_of(made))
    assert len(program.read_text(encoding="utf-8").splitlines()) < 100

    def check(*kept: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", str(program), str(record), *kept]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    well, badly = check(given[0], given[2].upper()), check(NOWHERE)
    assert (well.returncode, well.stdout.splitlines()[1]) == (0, f"{given[2].upper()}: given after try 2")
    assert (badly.returncode, "the story was changed" in badly.stderr) == (1, True)
