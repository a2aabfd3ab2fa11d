"""Our SGF: a game of any kind comes back as it was, and other programs read its results, rules and names."""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.day_and_night import examples
from tests.records import readers
from tests.records.games import again, ended_table, game, some_details, some_record
from tests.records.readers import Stones, katrain_boards, parse_by_sgfmill, viewer_boards
from yurei import records, rules
from yurei.records import End, Entry, Kept, Program, Record, sgf
from yurei.records.sgf import Played, rules_name
from yurei.referee.view import board_after
from yurei.rules.points import Shape, Size
from yurei.rules.ruleset import Repetition, Ruleset
from yurei.rules.state import PASS, EndedBy


def nodes(tries: str, *ends: Kept, **settings: object) -> list[dict[str, list[str]]]:
    """The nodes of a game's native form, without what is ours alone."""
    record = game(tries, **settings)
    for end in ends:
        record = record.with_entry(end)
    return [
        {name: values for name, values in node.items() if not name.startswith("Y")}
        for node in sgf.main_line(sgf.native(again(record)))
    ]


@pytest.mark.parametrize(
    ("tries", "end", "settings", "result"),
    [
        ("B2 pass pass", None, {"komi": 0.5}, "B+8.5"),
        ("pass pass", None, {"komi": 7}, "W+7"),
        ("pass pass", None, {"komi": 0}, "0"),
        ("resign", None, {}, "W+R"),
        ("B2", End(EndedBy.TIME, "white"), {}, "B+T"),
        ("B2", End(EndedBy.ABSENCE, "white"), {}, "B+F"),
        ("B2", End(EndedBy.AGREEMENT), {"draw_by_agreement": True}, "0"),
        ("B2", End(EndedBy.REPETITION), {}, "0"),
        ("B2", End(EndedBy.ABANDONED), {}, "Void"),
        ("A1 B1 B2 A2 C3 A1", None, {"ruleset": "alter-igo"}, None),
        ("B1 C3 A2 A1", None, {"ruleset": "alter-igo"}, "B+"),
        ("B2", None, {}, None),
    ],
)
def test_a_result_is_written_as_every_program_reads_it(
    tries: str, end: Kept | None, settings: dict[str, object], result: str | None
) -> None:
    root = nodes(tries, *([] if end is None else [end]), width=3, height=3, **settings)[0]
    assert root.get("RE") == (None if result is None else [result])


def test_rules_with_a_choice_of_their_own_are_not_called_by_a_name_that_others_know() -> None:
    go, japanese, new_zealand = (rules.get(slug) for slug in ("go", "japanese", "new-zealand"))
    never: Any = "no-position-ever-again"
    for ruleset in (go, japanese, new_zealand):
        for other in (never, Repetition.DRAW_ON_THIRD):
            changed = replace(ruleset, repetition=other, title="Go of my own")
            assert rules_name(changed) == "Go of my own"
    assert rules_name(replace(go, repetition=Repetition.POSITIONAL_SUPERKO)) == "Chinese"
    assert rules_name(replace(new_zealand, repetition=Repetition.SIMPLE_KO, title="Go of my own")) == "Go of my own"
    assert rules_name(WindyGo(slug="windy-go", title="Windy Go", source="x", wind="north")) == "Windy Go"
    assert rules_name(WindyGo(slug="calm-go", title="Calm Go", source="x")) == rules_name(GO_AS_A_RULESET)


@dataclass(frozen=True)
class WindyGo(Ruleset):
    """Go with a choice that no other game has."""

    wind: str = "none"


GO_AS_A_RULESET = Ruleset(slug="plain-go", title="Plain Go", source="x")


def test_rules_that_others_know_have_their_name_and_all_others_their_own() -> None:
    names = {ruleset.slug: rules_name(ruleset) for ruleset in rules.ALL}
    assert names["go"] == "Chinese"
    assert names["japanese"] == "Japanese"
    assert (names["new-zealand"], names["tromp-taylor"]) == ("NZ", "Tromp-Taylor")
    assert {names[slug].lower() for slug in ("go", "japanese", "new-zealand")} <= readers.OGS_RULES
    for ruleset in rules.ALL:
        if ruleset.ghosts or not ruleset.counts:
            assert names[ruleset.slug] == ruleset.title, "nobody takes it for Go"


def test_a_refused_try_is_a_node_without_a_move() -> None:
    _, one, two, three = nodes("E5 E5 D4", width=9, height=13)
    assert one == {"B": ["ei"], "C": ["Black E5: Black has moved, White to play."]}
    assert two == {"MA": ["ei"], "C": ["White E5: Illegal move. (There is already an opponent’s stone.)"]}
    assert three["W"] == ["dj"]


def test_size_handicap_and_first_player_are_in_the_first_node() -> None:
    root = nodes("E5", width=9, height=13, handicap=2)[0]
    assert (root["SZ"], root["HA"], root["AB"]) == (["9:13"], ["2"], ["cj", "gd"])
    assert "PL" not in root, "with a handicap White begins"
    assert nodes("E5", first="white")[0]["PL"] == ["W"]
    assert nodes("C3", width=3, height=3, setup="B../.../...")[0]["PL"] == ["B"]


def test_own_stones_captured_in_alter_igo_are_removed_in_a_separate_node() -> None:
    """Black's stone takes White's and goes with it: other programs leave it standing."""
    settings: dict[str, Any] = {"width": 3, "height": 2, "ruleset": "alter-igo", "setup": "BBW/.WW"}
    *_, (_, last) = katrain_boards(sgf.native(again(game("A1", **settings))))
    assert last == {}
    assert [set(node) - {"C", "SZ"} for node in nodes("A1", **settings)[1:]] == [{"B"}, {"AE"}]


def test_a_lone_suicide_is_not_written_as_an_sgf_move() -> None:
    last = nodes("B1 C3 A2 A1", width=3, height=3, ruleset="alter-igo")[-1]
    assert last["CR"] == ["ac"]
    assert not {"B", "W", "AE"} & set(last)


def test_a_suicide_of_two_is_a_move_where_the_rules_are_those_of_new_zealand() -> None:
    board = {"width": 4, "height": 2, "setup": ".WW./BWW."}
    assert nodes("A2", ruleset="new-zealand", **board)[-1]["B"] == ["aa"]
    unusual = nodes("A2", suicide="allowed", scoring="territory", **board)
    assert unusual[0]["RU"] == ["Japanese"]
    assert "B" not in unusual[-1]
    assert unusual[-1]["AE"] == ["ab"]


def test_ghosts_are_labels_at_every_node_at_which_they_lie() -> None:
    shown = nodes("B2 A1 ghost-B3 C1", width=3, height=3, ruleset="no-seki-go")
    assert [node.get("LB") for node in shown] == [None, None, None, ["ba:b"], ["ba:b"]]


def test_names_levels_days_and_clocks_are_in_the_first_node() -> None:
    record = replace(
        game("E5", seating="rengo"),
        started=datetime(2026, 5, 1, 23, 59, tzinfo=UTC),
        players=(Program("white-2", "belief:level=3", 2),),
    )
    record = record.with_entry(Entry("white-1", PASS, True, datetime(2026, 5, 2, tzinfo=UTC)))
    details = sgf.Details({"black-1": "Aki", "black-2": "Bo"}, main_time=300, overtime="3x30 byo-yomi")
    root = sgf.main_line(sgf.native(again(record), details))[0]
    assert (root["PB"], root["PW"], root["WR"]) == (["Aki & Bo"], ["belief:level=3"], ["level 3"])
    assert (root["DT"], root["TM"], root["OT"]) == (["2026-05-01,2026-05-02"], ["300"], ["3x30 byo-yomi"])
    assert "BR" not in root
    assert parse_by_sgfmill(sgf.native(again(record), details)).get_player_name("b") == "Aki & Bo"


def test_sight_and_pencil_marks_are_kept_in_properties_of_our_own() -> None:
    record = game("C3 C4", width=5, height=5, referee="fog")
    text = sgf.native(again(record), notes={1: {"white": {12: "black"}}})
    _, first, second = sgf.main_line(text)
    assert first["YP"] == ['{"white":{"C3":"black"}}']
    assert second["YS"] == ['{"black":{"appeared":{"C4":"W"},"gone":[]},"white":{"appeared":{"C3":"B"},"gone":[]}}']
    assert sgf.read(text) == record


def test_the_board_of_a_side_contains_only_its_own_knowledge() -> None:
    table = ended_table(game("E5 E5 D4", referee="hamburg"))
    black, white = (sgf.side(table.view(seat)) for seat in ("black", "white"))
    assert "AB[ee]CR[ee]" in black
    assert "AW" not in black
    assert "MA[ee]C[White E5: There is already an opponent’s stone.]" in white
    assert "AB" not in white


SEEDS = st.integers(0, 2**32)


def stones(cells: bytes, size: Size) -> Stones:
    """The stones of a board of ours, as readers have them."""
    return {divmod(point, size.width): " bw"[cell] for point, cell in enumerate(cells) if cell in (1, 2)}


def boards_of(played: Played) -> list[Stones]:
    """What stood on the reference board, before the first entry and after each."""
    size = played.record.settings.size
    return [stones(cells, size) for cells in (played.opening, *(step.cells for step in played.steps))]


def last_of_each_try(read: Iterable[tuple[Container[str], Stones]]) -> list[Stones]:
    """What stands before the first try and after each, with what is set up behind it."""
    boards: list[Stones] = []
    for names, board in read:
        if not boards or "C" in names:
            boards.append(board)
        else:
            boards[-1] = board
    return boards


def check_record(record: Record, chance: Random) -> None:
    """Put a record through all forms and all readers."""
    played, details = again(record), some_details(chance, record.settings)
    text = sgf.native(played, details)
    assert records.write(sgf.read(text)) == records.write(record)
    assert sgf.read(text.encode()) == record
    truth = boards_of(played)
    # Across the edge of a torus a string can have a liberty that KaTrain and sgfmill's board do not see.
    flat = record.settings.size.shape is Shape.RECTANGLE
    if flat:
        assert last_of_each_try((node.properties, board) for node, board in katrain_boards(text)) == truth
    if parse_by_sgfmill(text) and flat and min(record.settings.size.width, record.settings.size.height) > 1:
        assert last_of_each_try((names, board) for names, board in readers.sgfmill_boards(text)) == truth
    open_text = sgf.viewer(played, details)
    parse_by_sgfmill(open_text)
    shown = katrain_boards(open_text) if flat else viewer_boards(open_text)
    assert last_of_each_try((node.properties, board) for node, board in shown) == truth
    check_sides(record, details)
    for each in (text, open_text):
        check_text(each)


def check_sides(record: Record, details: sgf.Details) -> None:
    """What a seat knew is what other programs show of its export."""
    table, size = ended_table(record), record.settings.size
    for seat in record.settings.seating.seats:
        view = table.view(seat.name)
        board, boards = view.opening.board, [stones(view.opening.board, size)]
        for told in view.heard:
            board = board_after(board, told, view.settings, view.seat)
            boards.append(stones(board, size))
        text = sgf.side(view, details)
        parse_by_sgfmill(text)
        assert last_of_each_try((node.properties, shown) for node, shown in viewer_boards(text)) == boards
        check_text(text)


def check_text(text: str) -> None:
    """A file is text as Sabaki, KaTrain and OGS demand it."""
    tokens = readers.sabaki_tokens(text)
    assert tokens[:6] == ["(", ";", "FF", "[4]", "GM", "[1]"]
    assert tokens.index("CA") < 100, "Sabaki looks no further"
    assert all(re.fullmatch("[A-Z]{1,2}", token) for token in tokens if token[0].isalpha())
    assert tokens.count("(") == tokens.count(")") == 1, "there are no variations"
    end = tokens.index(";", 2) if ";" in tokens[2:] else len(tokens) - 1
    root = {name: value[1:-1] for name, value in pairwise(tokens[2:end]) if name.isalpha()}
    assert re.fullmatch(r"\d+|\d+:\d+", root["SZ"])
    assert "RE" not in root or readers.RESULT.fullmatch(root["RE"])
    assert "OT" not in root or readers.OGS_OVERTIME.fullmatch(root["OT"])
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", text)


@examples(40, 10_000)
@given(SEEDS)
def test_a_game_comes_back_as_it_was_and_every_program_shows_its_board(seed: int) -> None:
    chance = Random(seed)
    check_record(some_record(chance), chance)
