"""The line protocol: ops, mistakes, and that a mistake changes nothing. tests/test_docs.py has whole answers, to the letter."""

import io
import json
from typing import Any

import pytest
from hypothesis import given

from tests.inputs import check_sentence, damaged_inputs
from yurei import records, rules
from yurei import referee as referees
from yurei.apps.jsonlines import LONGEST_LINE, Operations, SeatSession, Session
from yurei.referee.settings import KEYS
from yurei.referee.table import Table


def ask(session: Session, line: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(
        session.answer(line if isinstance(line, str | bytes) else json.dumps(line)) or "null"
    )
    return answer


def stone(point: str, **more: object) -> dict[str, Any]:
    return {"op": "try", "kind": "stone", "point": point, **more}


def new(setup: str | None = None, **settings: object) -> dict[str, Any]:
    if setup is not None:
        rows = setup.split("/")
        settings = {"width": len(rows[0]), "height": len(rows), **settings}
    return {"op": "new", "settings": settings, "setup": setup}


def begun(setup: str | None = None, *lines: object, **settings: object) -> Session:
    session = Session()
    assert ask(session, new(setup, **settings))["ok"]
    for line in lines:
        ask(session, line)
    return session


PASS, RESIGN = {"op": "try", "kind": "pass"}, {"op": "try", "kind": "resign"}


def test_omitted_settings_take_the_defaults_of_the_ruleset() -> None:
    assert ask(Session(), {"op": "new"})["settings"]["width"] == 9
    assert ask(Session(), {"op": "new", "settings": None})["settings"]["height"] == 9
    assert ask(Session(), new(ruleset="japanese"))["settings"]["komi"] == 6.5
    assert ask(Session(), new(ruleset="new-zealand", komi=None))["settings"]["komi"] == 7
    alter_igo = ask(Session(), new(ruleset="alter-igo", white_passes=6))["settings"]
    assert (alter_igo["komi"], alter_igo["passing"], alter_igo["white_passes"]) == (None, 6, 6)


def test_a_whole_number_is_written_without_a_fraction() -> None:
    line = json.dumps(new("B..", ruleset="new-zealand"))
    assert '"komi":7,' in str(Session().answer(line))
    assert '"margin":2}' in str(begun("B..", PASS, komi=1).answer('{"op":"try","kind":"pass"}'))


def test_a_warning_is_handed_on() -> None:
    assert ask(Session(), new("...", ruleset="no-seki-go", komi=3))["warnings"] == [
        "komi 3 allows ties on a board of 3 points: a whole komi should be even there, such as 6"
    ]


def test_a_try_may_name_its_seat_and_write_its_point_small() -> None:
    session = begun()
    assert ask(session, stone("c4", seat="black"))["told"]["black"]["try"] == {"kind": "stone", "point": "C4"}
    assert ask(session, {"op": "try", "kind": "pass", "seat": "white"})["en"] == "White passes."


def test_a_ghost_that_is_replaced_is_named() -> None:
    for board, owner, captured in (("Ww../....", "white", ["B2"]), ("Bb../....", "black", [])):
        answer = ask(begun(board, ruleset="no-seki-go"), stone("B2"))
        assert (answer["removed"]["replaced_ghost"], answer["captured"]) == (owner, captured)


def test_a_lost_string_and_ghosts_are_named_in_order() -> None:
    answer = ask(begun("BW./.W./W..", ruleset="new-zealand"), stone("A2"))
    assert answer["removed"]["black_stones"] == ["A2", "A3"]
    swept = ask(begun("WB../w..w/....", ruleset="no-seki-go"), stone("A2"))
    assert (swept["removed"]["white_stones"], swept["removed"]["white_ghosts"]) == (["A3"], ["D2"])
    mirrored = ask(begun("BW../b..b/....", ruleset="no-seki-go", first="white"), stone("A2"))
    assert mirrored["removed"]["black_ghosts"] == ["D2"]


@pytest.mark.parametrize(
    ("session", "line", "result"),
    [
        (begun("B..", PASS, komi=0.5), PASS, {"winner": "black", "by": "score", "black": 3, "white": 0, "margin": 2.5}),
        (begun("B.W", PASS, komi=0), PASS, {"winner": None, "by": "score", "black": 1, "white": 1, "margin": 0}),
        (begun(), RESIGN, {"winner": "white", "by": "resignation"}),
    ],
    ids=["won by points", "tied", "resigned"],
)
def test_a_result_is_given_with_its_points_where_it_was_counted(
    session: Session, line: object, result: dict[str, object]
) -> None:
    answer = ask(session, line)
    assert (answer["result"], answer["to_move"]) == (result, None)


def test_a_reveal_gives_the_reference_board_and_every_try() -> None:
    assert ask(begun("...", stone("A1"), stone("A1"), RESIGN), {"op": "reveal"}) == {
        "reference": "B..",
        "tries": [
            {"seat": "black", "kind": "stone", "point": "A1", "accepted": True, "reason": None},
            {"seat": "white", "kind": "stone", "point": "A1", "accepted": False, "reason": "opponent-stone"},
            {"seat": "white", "kind": "resign", "point": None, "accepted": True, "reason": None},
        ],
        "result": {"winner": "black", "by": "resignation"},
    }


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ({"op": "area", "board": "B.W"}, {"black": 1, "white": 1, "neutral": 1}),
        ({"op": "area", "board": "B.W", "dead": ["c1"]}, {"black": 3, "white": 0, "neutral": 0}),
        ({"op": "area", "board": "b.w", "dead": None}, {"black": 1, "white": 1, "neutral": 1}),
        ({"op": "perft", "settings": {"width": 2, "height": 2}, "n": 2}, {"n": 21}),
        ({"op": "perft", "n": 0}, {"n": 1}),
        ({"op": "perft", "settings": {"first": "white", "ruleset": "alter-igo"}, "n": 1}, {"n": 81}),
    ],
)
def test_an_area_and_sequences_are_counted_without_a_game(line: object, answer: object) -> None:
    assert ask(Session(), line) == answer


@pytest.mark.parametrize("line", ["", " ", "\n", b"", b"\r\n"])
def test_an_empty_line_is_passed_over(line: str | bytes) -> None:
    assert Session().answer(line) is None


def test_the_protocol_knows_every_setting_of_the_rules() -> None:
    web_only = {"seating", "handicap", "draw_by_agreement", "two_game_match", "tie_break"}
    assert set(ask(Session(), {"op": "new"})["settings"]) == set(KEYS) - web_only


KNOWN = ", ".join(ruleset.slug for ruleset in rules.ALL)
OPS = "Known: new, try, area, perft, reveal, solve, undo, record"
NINE = "columns are A to J without I, rows are 1 to 9"
MISTAKES: list[tuple[object, str]] = [
    ("nonsense", '\'nonsense\' is no JSON; send one object a line such as {"op":"new"}'),
    ('{"op":', '\'{"op":\' is no JSON; send one object a line such as {"op":"new"}'),
    ("[1]", '\'[1]\' is no JSON object; send one a line such as {"op":"new"}'),
    (b"7", '\'7\' is no JSON object; send one a line such as {"op":"new"}'),
    (b"\xff\xfe\xff", '\'��\ufffd\' is no JSON; send one object a line such as {"op":"new"}'),
    ("[" * 30_000, f'\'{"[" * 39}…\' is no JSON; send one object a line such as {{"op":"new"}}'),
    ('{"op":' + "1" * 5000 + "}", f'\'{{"op":{"1" * 33}…\' is no JSON; send one object a line such as {{"op":"new"}}'),
    ("x" * 1_000_000, "a line has at most 65536 bytes, this one has more; send one JSON object a line"),
    ({}, f"there is no op None. {OPS}"),
    ({"op": "tri"}, f"there is no op 'tri'; did you mean 'try'? {OPS}"),
    ({"op": [1]}, f"there is no op [1]. {OPS}"),
    ({"op": "try", "kind": "pass", "extra": 1}, "there is no key of 'try' 'extra'. Known: op, kind, point, seat"),
    ({"op": "reveal", "now": True}, "there is no key of 'reveal' 'now'. Known: op"),
    (new(ruleset="alterigo"), f"there is no ruleset 'alterigo'; did you mean 'alter-igo'? Known: {KNOWN}"),
    (
        new(colour="red"),
        "there is no setting 'colour'. Known: width, height, ruleset, capture, suicide, repetition, draw_counts, "
        "passing, white_passes, ghosts, scoring, komi, referee, lone_self_atari, failed_try, sight, first, seating, handicap",
    ),
    ({"op": "new", "answers": "some"}, "there is no kind of answers 'some'. Known: all, told"),
    (new(suicide="yes"), "suicide is one of 'forbidden', 'allowed', 'lone-loses', not 'yes'"),
    (new(sight=2.0), "sight is a whole number of points from 0 to 48, not 2.0; try 1"),
    (new(height="9"), "a board has 1 to 25 lines each way, not 9 by '9'; try 9 by 9"),
    (new(komi=0.25), "komi is a multiple of 0.5 from -10000 to 10000, not 0.25; try 7.5"),
    ({"op": "new", "settings": [9]}, "settings are an object of names and values, not [9]"),
    ({"op": "new", "settings": {}, "setup": "B."}, "the board is 2x1, the game 9x9; give a board of 9x9"),
    ({"op": "new", "setup": 5}, "a board is a text such as '.B/W.', not 5"),
    (new("BW/WB"), "a set-up position has a liberty for every string; this one has a string without"),
    (new("Bb."), "go has no ghosts; set up stones only, with B and W"),
    (stone("I5"), f"'I5' is no point of a 9x9 board: {NINE}"),
    ({**stone("A1"), "point": []}, f"[] is no point of a 9x9 board: {NINE}"),
    ({"op": "try", "kind": "stone"}, f"None is no point of a 9x9 board: {NINE}"),
    ({"op": "try", "kind": "pass", "point": "A1"}, "a pass has no point; leave 'A1' out"),
    ({"op": "try", "kind": "jump", "point": "A1"}, "there is no kind of try 'jump'. Known: stone, ghost, pass, resign"),
    ({"op": "try", "kind": [], "point": "A1"}, "there is no kind of try []. Known: stone, ghost, pass, resign"),
    ({"op": "try", "kind": "pass", "seat": "audience"}, "there is no seat 'audience'. Known: black, white"),
    ({"op": "try", "kind": "pass", "seat": "black"}, "it is white's turn, not black's"),
    ({"op": "try", "kind": "ghost", "point": "A1"}, "go has no ghosts; try a stone"),
    ({"op": "reveal"}, "the board is revealed after the end; the game goes on"),
    ({"op": "area"}, "a board is a text such as '.B/W.', not None"),
    ({"op": "area", "board": "B.", "dead": "A1"}, "dead is a list of points such as ['A1'], not 'A1'"),
    ({"op": "area", "board": "B.", "dead": ["B1"]}, "no stone stands on B1, so none is dead there"),
    ({"op": "solve", "width": 3, "height": 7}, "boards of up to 20 points can be solved; 3x7 has 21"),
    ({"op": "solve", "width": 3}, "a board has 1 to 25 lines each way, not 3 by None; try 9 by 9"),
]
SESSION = [stone("E5"), stone("E5"), stone("D4")]  # after the first, mistakes; then these two as if none had been


@pytest.mark.by_day
@pytest.mark.parametrize(("line", "sentence"), MISTAKES, ids=lambda value: str(value)[:20])
def test_a_mistake_is_told_in_one_sentence_and_changes_nothing(line: object, sentence: str) -> None:
    session, without = begun(), begun()
    assert ask(session, SESSION[0]) == ask(without, SESSION[0])
    assert ask(session, line) == {"error": sentence}
    for later in SESSION[1:]:
        assert ask(session, later) == ask(without, later)


@pytest.mark.parametrize("line", [stone("A1"), {"op": "reveal"}, {"op": "undo"}, {"op": "record"}])
def test_before_a_game_all_that_needs_one_is_refused(line: object) -> None:
    assert ask(Session(), line) == {"error": "there is no game yet; begin one with op 'new'"}


@pytest.mark.parametrize("seat", [None, "black", "white"])
def test_a_try_after_the_end_is_refused(seat: str | None) -> None:
    assert ask(begun(None, RESIGN), stone("A1", seat=seat)) == {"error": "the game is over; nobody is to move"}


@pytest.mark.parametrize("n", [-1, 1.5, "2", True, None, [1]])
def test_perft_takes_a_whole_number(n: object) -> None:
    answer = ask(Session(), {"op": "perft", "settings": {"width": 1, "height": 1}, "n": n})
    assert list(answer) == ["error"]
    assert "0" in answer["error"]
    assert len(answer["error"]) < 120


NUMBERS = (None, True, 0, -1, 26, 1.5, 1e300, 10**400)
NONSENSE: list[object] = [*NUMBERS, "", "I5", "\ud800", "a" * 60_000, [], [1] * 9000, {}]


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: str(value)[:12].encode("ascii", "replace").decode())
def test_no_nonsense_anywhere_is_answered_with_more_than_a_sentence(value: object) -> None:
    session = begun()
    lines: list[dict[str, Any]] = [{"op": value}, {"op": "new", "settings": value}, {"op": "new", "setup": value}]
    lines += [{"op": "new", "settings": {key: value}} for key in [*KEYS, "komi"]]
    lines += [{**stone("A1"), key: value} for key in ("kind", "point", "seat")]
    lines += [{"op": "area", "board": value}, {"op": "area", "board": "B.", "dead": value}]
    lines += [{"op": "area", "board": "B.", "dead": [value]}, {"op": "reveal", "now": value}]
    for line in lines:
        answer = ask(session, line)
        assert len(answer.get("error", "")) < 500
        assert "\n" not in answer.get("error", "")


WORDS = ('"op":', '"settings":{', '"seat":"', '"black"', "null", "true", "1e309", "\\ud800")


def texts(*lines: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(line, separators=(",", ":")) for line in lines).encode()


def is_answered(who: Operations, data: bytes) -> None:
    """Make sure that each line is answered by one, and a mistake by a sentence."""
    answers = io.BytesIO()
    who.serve(io.BytesIO(data), answers)
    said = answers.getvalue().splitlines()
    assert len(said) == sum(bool(line.strip()) for line in data.split(b"\n"))
    for answer in said:
        if answer.startswith(b'{"error"'):
            check_sentence(json.loads(answer)["error"])


SMALL: dict[str, Any] = {"width": 3, "height": 3}
TRIES = [stone("A1"), stone("B2"), stone("B2"), PASS, RESIGN]
REFEREED = [
    texts(new(**SMALL, referee=referee.slug), *TRIES[: 1 + number % 5]) for number, referee in enumerate(referees.ALL)
]
WITHOUT_A_GAME = [texts({"op": "reveal"}), texts({"op": "area", "board": "B.W/b.w", "dead": ["C2"]}), texts(TRIES[0])]


def seated(referee: str) -> bytes:
    """What White is told of a game, is asked, and is told of its end."""
    settings = {**SMALL, "referee": referee}
    lines = [{"op": "begin", "settings": settings, "seat": "white", "board": ".../.../...", "seed": 1}]
    answer = ask(begun(**settings), TRIES[0])
    lines.append({"op": "hear", "seat": "black", "told": answer["told"]["white"], "result": answer["result"]})
    lines.append({"op": "choose", "budget": {"seconds": 0.01, "playouts": 5, "clock": None}})
    return texts(*lines, {"op": "end", "result": None})


SEATED = [seated(referee.slug) for referee in referees.ALL]


@given(damaged_inputs([*REFEREED, *WITHOUT_A_GAME], WORDS))
def test_any_line_to_a_referee_is_answered_by_one_line(data: bytes) -> None:
    is_answered(Session(), data)


@given(damaged_inputs(SEATED, WORDS))
def test_any_line_to_a_player_is_answered_by_one_line(data: bytes) -> None:
    is_answered(SeatSession("simple"), data)


def test_the_conversations_that_are_spoilt_are_understood() -> None:
    for who, data in [*((Session(), each) for each in REFEREED), *((SeatSession("simple"), each) for each in SEATED)]:
        answers = io.BytesIO()
        who.serve(io.BytesIO(data), answers)
        assert b'"error"' not in answers.getvalue(), (data, answers.getvalue())


def served(*lines: bytes) -> list[dict[str, Any]]:
    answers = io.BytesIO()
    Session().serve(io.BytesIO(b"".join(lines)), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("length", "answer"), [(LONGEST_LINE, "ok"), (LONGEST_LINE + 1, "error"), (1_000_000, "error")]
)
def test_a_line_that_is_too_long_is_one_mistake(length: int, answer: str) -> None:
    line = b'{"op":"new"' + b" " * (length - 13) + b"}\n"
    assert len(line) == length
    answers = served(b'{"op":"new"}\n', line, b'{"op":"try","kind":"pass"}\n')
    assert [next(iter(each)) for each in answers] == ["ok", answer, "accepted"]


def test_four_players_sit_if_the_game_wants_four_and_each_is_told_their_own_announcements() -> None:
    session = Session()
    answered = ask(session, new(width=3, height=3, seating="rengo"))
    assert (answered["settings"]["seating"], answered["settings"]["handicap"]) == ("rengo", 0)
    assert list(answered["boards"]) == ["black-1", "white-1", "black-2", "white-2", "reference"]
    answer = ask(session, stone("B2", seat="black-1"))
    assert (answer["to_move"], list(answer["told"])) == ("white-1", ["black-1", "white-1", "black-2", "white-2"])
    assert [answer["told"][seat]["try"] is None for seat in answer["told"]] == [False, True, True, True]
    assert answer["boards"]["black-2"] == ".../.../..."
    assert ask(session, stone("A1", seat="black"))["error"].startswith("there is no seat 'black'")


def test_a_handicap_is_set_up_and_white_begins() -> None:
    answer = ask(Session(), new(handicap=2, first="white"))
    assert (answer["settings"]["handicap"], answer["to_move"]) == (2, "white")
    assert answer["boards"]["reference"].count("B") == 2
    assert answer["boards"]["white"].count("B") == 0
    assert "handicap" in ask(Session(), new(setup="B..", handicap=2))["error"]


TRUTH = ("accepted", "reason", "captured", "removed", "atari")


def test_answers_can_be_limited_to_the_knowledge_of_the_seats() -> None:
    session, full = Session(), begun("...", referee="kriegspiel")
    assert "reference" not in ask(session, {**new("...", referee="kriegspiel"), "answers": "told"})["boards"]
    for line in (stone("A1"), stone("A1"), stone("B1"), stone("C1")):
        answer, whole = ask(session, line), ask(full, line)
        assert answer == {
            **{key: value for key, value in whole.items() if key not in TRUTH},
            "boards": {seat: whole["boards"][seat] for seat in ("black", "white")},
        }
    assert ask(session, {"op": "record"})["error"].startswith("the board is revealed after the end")
    assert ask(session, {"op": "undo"}) == {
        "error": "under this referee no try is taken back: what was heard cannot be unheard"
    }
    for either in (session, full):
        ask(either, RESIGN)
    assert ask(session, {"op": "record"}) == ask(full, {"op": "record"})


def test_the_last_try_is_taken_back_refused_or_not_and_all_is_as_before() -> None:
    session, other = (begun("..../....", *map(stone, ("A1", "A1", "B1")), referee="hamburg") for _ in range(2))
    after_two = ask(other, {"op": "undo"})
    assert (after_two["ok"], after_two["tries"], after_two["to_move"]) == (True, 2, "white")
    ask(other, stone("C2"))
    again = begun("..../....", stone("A1"), stone("A1"), referee="hamburg")
    assert ask(other, {"op": "undo"})["boards"] == after_two["boards"]
    assert ask(other, stone("B1"))["boards"] == ask(again, stone("B1"))["boards"]
    assert ask(other, {"op": "record"}) == ask(session, {"op": "record"})
    for _ in range(3):
        assert ask(other, {"op": "undo"})["ok"]
    assert ask(other, {"op": "undo"}) == {"error": "nothing has been tried that could be taken back"}


def test_an_ended_game_goes_on_once_its_end_is_taken_back_and_a_new_game_takes_its_place() -> None:
    session = begun("...", stone("A1"), RESIGN)
    assert ask(session, {"op": "undo"})["to_move"] == "white"
    assert "error" in ask(session, {"op": "reveal"})
    assert ask(session, new(".."))["boards"]["reference"] == ".."
    assert ask(session, stone("A1"))["accepted"]


def test_the_record_is_one_that_yurei_reads() -> None:
    session = begun("B../...", stone("B1"), stone("B1"), PASS, referee="hamburg", komi=1)
    kept = records.read(ask(session, {"op": "record"})["record"])
    assert kept.setup == "B../..."
    assert [entry.accepted for entry in kept.entries] == [True, False, True]  # type: ignore[union-attr]
    table = Table.of(kept.settings, kept.setup)
    assert [entry.attempt.kind for entry, _ in records.replay(kept, table)] == ["stone", "stone", "pass"]  # type: ignore[union-attr]
    assert table.view("black").board_text == "B../.B."
