"""Under a referee who hides the board an engine sits in one seat: it tries, and is told what that seat hears."""

import json
import re
from itertools import cycle, islice
from pathlib import Path

import pytest

from tests.gtp.session import Refereed, check_session, engine, said, told_line
from yurei import Table, referee, rules

PAGE = Path(__file__).parents[2] / "docs" / "gtp.md"
NOTHING_SAID = (
    '"reason":null,"captured_points":null,"captured_count":0,"lost_points":null,"lost_count":0,'
    '"atari_on_opponent":false,"atari_on_mover":false,"vanished":null,"seen":null'
)
OWN_MOVE = f'{{"seat":"black","told":{{"verdict":"moved","try":{{"kind":"stone","point":"B4"}},{NOTHING_SAID},"to_move":"white"}}}}'
"""What Black is told when his first try has become a move."""
OTHERS_MOVE = f'{{"seat":"white","told":{{"verdict":"moved","try":null,{NOTHING_SAID},"to_move":"black"}}}}'


def test_a_try_becomes_a_move_when_the_referee_accepts_it_and_none_out_of_turn_takes_a_seat() -> None:
    check_session(
        engine(referee="hamburg", width=5, height=5),
        f"""
        > genmove w → ? it is black's turn
        > genmove b → = B4
        > genmove b → ? say first what became of B4, with yurei-told
        > list_stones b
        > yurei-told {OWN_MOVE} → = Black has moved, White to move.
        > list_stones b → = B4
        > genmove b → ? it is white's turn
        > yurei-told {{"seat":"white","told":{{"verdict":"illegal","try":null,{NOTHING_SAID},"to_move":"white"}}}}
        = Illegal move.
        > yurei-told {OTHERS_MOVE}
        = White has moved, Black to move.
        > list_stones w
        > genmove b → = …
        """,
    )


def test_commands_that_need_the_true_board_are_refused_with_the_reason() -> None:
    check_session(
        engine(referee="common", width=5, height=5),
        """
        > gogui-play_sequence b c3 w d4
        ? the referee hides the board: what this seat is told of a move is said with yurei-told
        > gg-undo 2 → ? the referee hides the board: what was told cannot be untold
        > yurei-told {} → ? say first who sits here: yurei-seat black, or yurei-seat white
        > yurei-seat white
        > genmove b
        ? this engine sits on white; where the referee hides the board each side has an engine of its own
        """,
    )
    playing = engine(referee="common")
    unknown = "is_legal all_legal final_status_list lz-analyze kata-analyze captures move_history gogui-rules_board"
    for name in unknown.split():
        assert said(playing, f"{name} w") == "? unknown command"


CHANGES = (
    ('{"kind":"stone","point":"B4"}', "null"),
    ('"B4"', '"A1"'),
    ('{"kind":"stone","point":"B4"}', '{"kind":"pass"}'),
    ('"moved"', '"passed"'),
    ('"to_move":"white"', '"to_move":null'),
    ('"captured_count":0', '"captured_count":26'),
)
NO_NEWS = ("", "no json", "[]", "{}", '{"seat":"black"}', '{"seat":"audience","told":{}}')


@pytest.mark.parametrize("line", [*NO_NEWS, OTHERS_MOVE, *(OWN_MOVE.replace(*change) for change in CHANGES)])
def test_an_impossible_announcement_is_refused_and_changes_nothing(line: str) -> None:
    playing = engine(referee="hamburg", width=5, height=5)
    assert said(playing, "genmove b") == "= B4"
    refusal = "? this is nothing that the referee tells this seat now; see docs/gtp.md"
    assert said(playing, f"yurei-told {line}") == refusal
    assert said(playing, "genmove b") == "? say first what became of B4, with yurei-told"
    assert said(playing, "list_stones b") == "="


def test_the_opponent_s_point_is_told_to_nobody() -> None:
    game = Refereed(Table("go", referee="hamburg", size=5))
    game.turn()
    values = json.loads(told_line(game.table.copy().attempt("white", "A1").told["black"], game.table.settings)[11:])
    values["told"]["try"] = {"kind": "stone", "point": "A1"}
    assert game.say("black", f"yurei-told {json.dumps(values)}").startswith("? this is nothing")


def test_a_handicap_is_known_to_both_and_its_stones_are_seen_by_their_owner() -> None:
    for seat, stones in (("black", "= C3 G7"), ("white", "=")):
        check_session(
            engine(referee="olympiad"),
            f"""
            > boardsize 9
            > yurei-seat {seat}
            > fixed_handicap 2 → = C3 G7
            > fixed_handicap 17 → ? invalid number of stones
            > list_stones b
            {stones}
            > genmove b → ? {"it is white's turn" if seat == "black" else "this engine sits on white; …"}
            > clear_board
            """,
        )


IN_TURN = zip(cycle(rules.ALL), cycle(referee.ALL), strict=False)
EVERY = islice(IN_TURN, max(len(rules.ALL), len(referee.ALL)))
PAIRS = [(game.slug, speaker.slug) for game, speaker in EVERY if speaker.hides]


@pytest.mark.parametrize(("game", "speaker"), PAIRS)
def test_two_engines_play_whole_games_under_every_hiding_referee(game: str, speaker: str) -> None:
    playing = Refereed(Table(game, referee=speaker, size=4))
    for _ in range(600):
        if playing.table.to_move is None:
            break
        playing.turn()
    result = playing.table.result
    assert result is not None
    answer = playing.say("white", "final_score")
    if result.winner is None:
        assert answer in ("= 0", "? cannot score")
    else:
        assert answer.startswith(f"= {result.winner.name[0]}+")
    assert playing.say("black", "genmove black") == "? the game is over"
    for seat in ("black", "white"):
        own = ["".join(row[3:-2].split()) for row in playing.say(seat, "showboard").splitlines()[2:-1]]
        letters = str.maketrans("BWbw", "XOxo")
        assert own == playing.table.view(seat).board_text.translate(letters).split("/")


def test_the_transcripts_on_the_page_are_engine_output() -> None:
    sessions = re.findall(r"^```text\n(> .*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(sessions) == 2
    for session, speaker in zip(sessions, ("open", "hamburg"), strict=True):
        check_session(engine(referee=speaker, width=5, height=5), session)


@pytest.mark.parametrize(("game", "speaker"), [("go", "open"), ("alter-igo", "open"), ("go", "common")])
def test_the_page_has_every_command(game: str, speaker: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    listed = said(engine(ruleset=game, referee=speaker), "list_commands").removeprefix("= ").split()
    assert [name for name in listed if f"`{name}" not in page] == []
