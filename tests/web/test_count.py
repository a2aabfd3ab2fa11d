"""After two passes: dead stones are proposed, marked, agreed on or played out; the count is explained, and ends on time."""

import asyncio
import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.day_and_night import examples, first_by_day
from tests.web.wire import NOON, Made, WebApp, make, run_in_thread
from yurei import records
from yurei.apps.web.table.ended import count_board, list_score_rows
from yurei.club.game.actions import Action, perform
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.model.stored import Chair, StoredGame
from yurei.club.programs.jobs import propose
from yurei.club.programs.proposals import Playouts
from yurei.errors import BadBoard, BadTry
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.rules.board import read_board

MINUTE, DAY = 60, 86_400
DEAD_A1 = "B1 A1 B2 D4 C3 E4 pass pass"
"""On 5x5; the white stone at A1 has its last liberty at A2. White wins by 7.5 while it lives, by 6.5 without it."""


@pytest.fixture
def made(webapp: WebApp) -> Made:
    made = make(webapp, width="5")
    made.play(DEAD_A1)
    return made


@pytest.fixture
def clocked(webapp: WebApp) -> Made:
    """The same with five minutes to answer."""
    return count_with_clock(webapp)


def mark(answer: str, name: str) -> str:
    found = re.search(rf'id="{name}"[^>]*>(?:<span[^>]*>)?([^<]*)<', answer)
    return found[1] if found else ""


def test_a_new_dead_mark_cancels_the_agreement_of_the_other_side_who_is_told(made: Made) -> None:
    changed = "The marks have changed since you agreed."
    made.act("black", "dead", "A1")
    assert mark(made.part("white"), "marked") == "Marked dead: A1."
    made.act("black", "settle", "A1")
    assert mark(made.part("white"), "agreed") == "Agreed: Black."
    made.act("white", "dead", "C3")
    assert mark(made.part(), "agreed") == ""
    assert mark(made.part(), "marked") == "Marked dead: A1, C3."
    assert (changed in made.part("black"), changed in made.part("white")) == (True, False)
    made.act("black", "settle", "A1 C3")
    assert changed not in made.part("black") + made.part("white")
    made.act("white", "settle", "C3 A1")
    assert "settling" not in made.part()
    assert made.act("black", "dead", "A1").status == 409


def test_no_player_agrees_to_marks_that_they_have_not_seen(made: Made) -> None:
    made.act("white", "settle")
    made.play("dead:A1! settle:A1")
    for seen in ("", "C3", "A1 C3"):
        answer = made.act("white", "settle", seen)
        assert (answer.status, answer.text) == (409, "the marked stones have changed; check them, then accept"), seen
    assert mark(made.part(), "agreed") == "Agreed: Black."
    assert made.act("white", "settle", "Z9").status == 422
    made.act("white", "settle", "A1")
    assert "settling" not in made.part()


def test_nothing_is_marked_agreed_on_or_played_out_outside_the_count(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    for tries in ("B2 A1 pass", "resign:"):
        made.play(tries)
        for seat in ("black", "white"):
            for do in ("dead", "dead-proposed", "settle", "dispute", "give-in"):
                assert made.act(seat, do, "A1").status == 409, (seat, do)


def test_stones_not_captured_in_the_play_out_live_and_the_board_is_restored(made: Made) -> None:
    assert "White wins by 7.5 points." in made.part()
    made.act("black", "dead", "A1")
    assert "White wins by 6.5 points." in made.part()
    made.act("white", "dispute")
    text = made.part()
    assert mark(text, "disputed") == "In dispute: A1."
    assert mark(text, "turn") == "Your turn: you are Black.", "White has asked, so Black moves first"
    assert 'aria-label="D4, white stone"' in text, "it is played out openly"
    answer = made.act("white", "stone", "C4")
    assert (answer.status, answer.text) == (409, "it is not your turn; wait for the referee")
    made.play("C4 A2 D4")
    assert mark(made.part(), "told") == "There is already an opponent’s stone."
    for seat in ("black", "white"):
        made.act(seat, "pass")
    text = made.part()
    assert mark(text, "found").strip() == "Alive after playing it out: A1."
    assert "White wins by 7.5 points." in text
    assert 'aria-label="C4"' in text, "what was played there does not count"
    assert "agree to this count" not in text


def test_a_player_who_gives_in_accepts_the_opponents_marks(made: Made) -> None:
    made.play("dead:A1! dead:C3! dispute:")
    assert mark(made.part("white"), "turn") == "Your turn: you are White."
    made.act("white", "give-in")
    assert "White has given up its stones in dispute. Counted as dead: A1. Counted as alive: C3." in made.part()
    assert "Played out" not in made.part()


def test_a_play_out_shows_whose_turn_it_is_and_offers_the_pass_to_that_side_alone(made: Made) -> None:
    made.play("dead:A1! dispute:")
    for mover, other in (("white", "black"), ("black", "white")):
        text = made.part("audience")
        assert re.findall(r'class="(?:side \w+ )?moves">.*?at-(\w+)', text) == [mover]
        assert ("Referee’s announcements" in text) == (mover == "black"), "no heading with nothing below it"
        for chair in (mover, other):
            assert ('value="pass"' in made.part(chair)) == (chair == mover)
            assert 'value="give-in"' in made.part(chair)
        made.act(mover, "pass")
    assert 'moves">' not in made.part("audience")


def test_only_marked_stones_can_be_found_dead(made: Made) -> None:
    made.play("dead:C3! dispute:", first="white")
    made.play("A2 pass pass")
    assert mark(made.part(), "found").strip() == "Alive after playing it out: C3."
    assert "A1, white stone, dead" not in made.part(), "it was captured, but nobody had said that it was dead"


def test_without_a_mark_nobody_gives_all_of_their_stones_up_by_one_click(made: Made) -> None:
    made.act("white", "dispute")
    assert mark(made.part(), "disagrees") == "White does not agree with the count. Black moves first."
    assert 'value="give-in"' not in made.part("black")


def test_on_an_empty_board_there_is_nothing_to_play_out(webapp: WebApp) -> None:
    table = make(webapp, width="5")
    table.play("pass pass")
    assert "Play on" not in table.part("black")
    answer = table.act("black", "dispute")
    assert answer.status == 422
    assert answer.text.startswith("no stone stands on the board")


def test_while_stones_are_played_out_nothing_is_marked_or_agreed_on(made: Made) -> None:
    made.play("dead:A1! dispute:", first="white")
    for do in ("dead", "settle", "dispute"):
        answer = made.act("black", do, "A1")
        assert (answer.status, answer.text.split(";")[0]) == (422, "the disputed stones are being played out"), do


def test_both_records_are_true_and_can_be_replayed(made: Made) -> None:
    made.play("dead:A1! dispute:", first="white")
    made.act("black", "stone", "A2")
    assert made.seats["white"].get(made.at("white") + "/playout").status == 409, "it goes on"
    before = made.part()
    made.webapp.rewind(made.name, made.webapp.happened(made.name))
    assert made.part() == before, "also after a restart"
    made.play("pass pass", first="white")
    boards = []
    for name in ("record", "playout"):
        record = records.read(made.page("white", f"/{name}"))
        table = Table.of(record.settings, setup=record.setup)
        assert all(answer is not None for _, answer in records.replay(record, table))
        assert table.to_move is None
        boards.append((record.settings.referee.slug, len(record.entries), table.reveal().board[0]))
    assert boards == [("common", 8, 2), ("open", 3, 0)]


@pytest.mark.parametrize("text", ["resign", "RESIGN", " resign "])
def test_who_resigns_a_play_out_by_any_text_gives_in_and_keeps_no_dead_stone_alive(made: Made, text: str) -> None:
    made.play("dead:A1! dead:C3! dispute:")
    made.act("white", "stone", text)
    assert "White has given up its stones in dispute. Counted as dead: A1. Counted as alive: C3." in made.part()


def test_a_program_plays_the_stones_out_too(webapp: WebApp) -> None:
    made = make(webapp, width="3", opponent="yurei", colour="black", program="simple")
    for _ in range(40):
        if 'class="ended"' in made.part():
            break
        made.act("black", "pass")
    made.act("black", "dead", re.findall(r'aria-label="(\w\d), white stone', made.part())[0])
    made.act("black", "dispute")
    for _ in range(40):
        if "found" in made.part():
            break
        assert mark(made.part(), "turn") == "Your turn: you are Black."
        made.act("black", "pass")
    assert "All stones are alive." in made.part()


def test_one_person_on_all_seats_plays_both_sides_out(webapp: WebApp) -> None:
    made = make(webapp, width="3", opponent="solo", colour="black")
    made.play("B2! A1! pass! pass! dead:A1! dispute:! pass! A2! pass! B1!", first="solo")
    assert "Captured so far: A1." in made.part("solo")
    made.play("pass! pass!", first="solo")
    assert "Dead after playing it out: A1." in made.part("solo")


def test_the_referee_asks_and_says_the_result_only_once_both_agree(made: Made) -> None:
    made.play("dead:A1! settle:A1")
    for chair in ("black", "white", "audience", "referee"):
        assert mark(made.part(chair), "told") == "Both have passed, and the board is revealed. Is this right?", chair
        assert mark(made.part(chair), "preview") == "If both agree: White wins by 6.5 points.", chair
    assert mark(made.part("white"), "turn") == "Waiting for your answer."
    assert mark(made.part(), "turn") == "You agreed. Waiting for: White."
    assert mark(made.part("audience"), "turn") == "Waiting for: White."
    made.act("white", "settle", "A1")
    for chair in ("black", "white", "audience"):
        assert mark(made.part(chair), "told") == "White wins by 6.5 points.", chair
        assert mark(made.part(chair), "preview") == "", chair


def told(text: str) -> int:
    """How much the page says was said aloud: the voice speaks where that grows, and only then."""
    (number,) = re.findall(r'data-told="(\d+)"', text)
    return int(number)


def test_marks_are_no_news_to_the_voice_but_each_try_of_the_play_out_is_and_the_result(made: Made) -> None:
    asked = told(made.part())
    for seat, do in (("black", "dead"), ("black", "settle"), ("white", "dispute")):
        made.act(seat, do, "A1")
        assert told(made.part()) == asked
    made.act("black", "stone", "A2")
    assert told(made.part()) == asked + 1
    made.play("pass pass", first="white")
    assert (told(made.part()), mark(made.part(), "told")) == (asked + 4, "White wins by 6.5 points.")


def test_the_text_and_the_list_of_games_name_no_winner_of_an_open_count(webapp: WebApp) -> None:
    made = make(webapp, width="3", watching="everybody")
    made.play("B2 pass pass")
    assert "If both agree: Black wins by 1.5 points." in made.page("black", "/transcript")
    listed = made.host.get("/watch").text
    assert "the players agree on the score" in listed
    assert "wins" not in listed


def test_dead_stones_are_crossed_out_and_each_side_had_its_own_board(made: Made) -> None:
    assert 'class="crossed"' not in made.part()
    made.act("black", "dead", "A1")
    assert made.part().count('class="crossed"') == 1
    assert "believed" not in made.part(), "the boards are part of the result"
    made.play("settle:A1 settle:A1")
    reference, *believed = re.split(r'aria-label="Board of (?:Black|White)"', made.part("audience"))
    assert reference.count('class="stone ') == 6
    assert [board.count('class="stone ') for board in believed] == [3, 3], "each on his own"


GAMES = ("go", "japanese", "new-zealand", "no-seki-go", "tromp-taylor")


def played(ruleset: str, tries: list[tuple[str, str]], dead: list[str]) -> Game:
    """A game on 4x4 in which as many of these tries are made as can be, then two passes."""
    chosen = read_settings({"ruleset": ruleset, "referee": "open", "width": 4, "height": 4, "komi": 0.5})
    stored = StoredGame("game", chosen.plain(), (1, 1), {}, "", NOON)
    game = Game(stored, [Chair("black", ""), Chair("white", "")], [], lambda: NOON)
    for do, point in [*tries, ("pass", ""), ("pass", "")]:
        assert game.to_move is not None
        with suppress(BadTry):  # a ghost in a game without ghosts
            perform(game, game.to_move, Action(do, point))
    for point in dead:
        with suppress(BadBoard):  # nothing stands there
            perform(game, "black", Action("dead", point))
    return game


POINTS = st.sampled_from([f"{column}{row}" for column in "ABCD" for row in range(1, 5)])


@given(
    st.sampled_from(GAMES),
    st.lists(st.tuples(st.sampled_from(["stone", "ghost"]), POINTS), max_size=24),
    st.lists(POINTS, max_size=3),
)
@settings(deadline=None)
def test_the_lines_of_the_explanation_add_up(ruleset: str, tries: list[tuple[str, str]], dead: list[str]) -> None:
    game = played(ruleset, tries, dead)
    count, result = count_board(game), game.result
    assert count is not None
    assert result is not None
    lines = list(list_score_rows(game, count))
    assert sum(line[1] for line in lines) == result.black
    assert sum(line[2] for line in lines) == (result.white or 0) + 0.5
    everywhere = set().union(*count.areas.values())
    assert everywhere == {point for point, cell in enumerate(count.cells) if cell == 0}


def test_the_count_is_explained_in_words(webapp: WebApp) -> None:
    made, without_territory = make(webapp, width="5"), make(webapp, width="5")
    made.play("B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 E3 A3 pass pass dead:E3! dead:A3")
    without_territory.play("B1 D1 pass pass")
    text = made.part()
    assert "Small squares on the board show who owns the empty points." in text
    assert "Small squares" not in without_territory.part()
    for sentence, points in (
        ("Dead, removed before scoring: 2", "A3, E3"),
        ("Black’s territory, reaches only black stones: 5", "A1, A2, A3, A4, A5"),
        ("White’s territory, reaches only white stones: 5", "E1, E2, E3, E4, E5"),
        ("Neutral, reaches both colours: 5", "C1, C2, C3, C4, C5"),
    ):
        assert f"{sentence}</summary><p>{points}</p>" in text
    assert "<li>Every stone that stands is a point for its colour.</li>" in text
    assert 'aria-label="A1, Black’s point"' in text
    assert 'aria-label="A3, white stone, not seen until the end, dead, Black’s point"' in text
    assert '<tr><th scope="row">Total</th><td>10</td><td>17.5</td></tr>' in text


def test_from_the_end_the_analysis_is_one_click_away_and_two_formats_come_first(webapp: WebApp) -> None:
    made = make(webapp, width="3", opponent="friend")
    made.act("black", "stone", "B2")
    made.act("white", "resign")
    after = made.part()
    (analysis,) = re.findall(r'href="([^"]*/replay\?at=2#review)"', after)
    assert "Try 2 of 2" in made.seats["black"].get(analysis.partition("#")[0]).text
    first, more = after.split('class="downloads"')[1].split("More formats")
    assert re.findall(r'href="[^"]*/([^/"]*)"', first) == ["sgf?of=viewers", "transcript"]
    assert re.findall(r'href="[^"]*/([^/"]*)"', more)[:2] == ["sgf", "record"]


def test_prisoners_are_counted_where_territory_is(webapp: WebApp) -> None:
    made = make(webapp, width="3", ruleset="japanese")
    made.play("A2 A1 B1 C3 pass pass dead:C3")
    text = made.part()
    assert '<th scope="row">Stones captured from the opponent</th><td>1</td><td>0</td>' in text
    assert '<th scope="row">The opponent’s dead stones</th><td>1</td><td>0</td>' in text


def test_the_reveal_shows_a_player_the_unseen_stones_and_removes_the_captured_ones(webapp: WebApp) -> None:
    made = make(webapp, width="3", referee="hamburg")
    made.play("A2 A1 B1 pass pass")
    black, white = made.part("black"), made.part("white")
    assert "unveiled" not in black
    assert white.count("unveiled") == 2
    assert 'aria-label="A2, black stone, not seen until the end' in white
    assert 'id="s-reference-1"><use class="departed"' in white, "A1: under hamburg White did not know that it was gone"
    assert "departed" not in black


def test_proposed_dead_stones_are_shown_to_all_and_marked_on_request() -> None:
    asked: list[bytes] = []

    async def a1(_: Settings, board: bytes) -> frozenset[int]:
        asked.append(board)
        return frozenset({0})

    with WebApp(propose=a1) as webapp:
        made = make(webapp, width="5")
        socket = made.seats["white"].listen(made.at("white") + "/live")
        made.play("B1 A1 B2 D4 C3 E4")
        assert asked == []
        made.play("pass pass")
        assert len(asked) == 1
        assert "these stones mostly die: A1." in socket.frames[-1]
        assert "Mark these" in made.part()
        assert "Mark these" not in made.part("audience")
        made.act("black", "dead-proposed")
        assert mark(made.part(), "marked") == "Marked dead: A1."
        assert "Mark these" not in made.part()
        assert made.act("white", "dead-proposed").status == 422
        webapp.rewind(made.name, webapp.happened(made.name))
        made.part()
        assert "these stones mostly die: A1." in made.part(), "after a restart it is thought about once more"


def test_while_a_proposal_is_worked_out_the_page_says_so_and_its_end_shows_even_if_nothing_is_dead() -> None:
    begun, done = asyncio.Event(), asyncio.Event()

    async def slowly(_: Settings, board: bytes) -> frozenset[int]:
        begun.set()
        await done.wait()
        return frozenset()

    async def finish() -> None:
        await begun.wait()
        done.set()

    with WebApp(propose=slowly) as webapp:
        made = make(webapp, width="3")
        socket = made.seats["white"].listen(made.at("white") + "/live")
        made.play("B1 A1 pass pass")
        assert "is being worked out" in made.part()
        webapp.run(finish())
        assert "No stones are suggested as dead." in made.part()
        assert '"section-' in socket.frames[-1]
        assert "is being worked out" not in socket.frames[-1]


@pytest.mark.parametrize(("white_has_it", "dead"), [(0.9, ("A3", "B3")), (0.4, ("A3", "B3")), (0.2, ()), (-0.9, ())])
def test_a_string_is_proposed_where_its_points_change_hands(white_has_it: float, dead: tuple[str, ...]) -> None:
    board, _ = read_board("BB./.../..W")
    chosen = read_settings({"ruleset": "go", "referee": "common", "width": 3, "height": 3})
    assert chosen.size.names(propose(chosen, board, lambda _: -white_has_it)) == (
        dead or (("C1",) if white_has_it < -0.3 else ())
    )


@pytest.mark.nightly  # it compiles
@pytest.mark.timeout(300)  # where the kernel was never compiled, it is now
def test_the_kernel_finds_the_stone_that_cannot_live() -> None:
    pytest.importorskip("numba", reason="proposals come with the extra fast")
    walls = "...BW..../...BW..../...BW..../...BW..../...BW..../..BBW..../.WBWW..../..BW...../..BW....."
    board, _ = read_board(walls)
    chosen = read_settings({"ruleset": "go", "referee": "common", "width": 9, "height": 9})
    proposed = run_in_thread(Playouts()(chosen, board))
    assert chosen.size.names(proposed) == ("B3",)


def test_the_transcript_of_a_seat_contains_only_its_announcements(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.play("B2 A1 A1! resign:")
    text = made.page("audience", "/transcript")
    assert text.splitlines()[2:6] == [
        "   1. Black: B2 – Black has moved, White to play.",
        "   2. White: A1 – White has moved, Black to play.",
        "   3. Black: A1 (There is already an opponent’s stone.) – Illegal move.",
        "   4. Black: resign – Black resigns.",
    ]
    assert text.endswith("    A B C\n  3 . . .\n  2 . B .\n  1 W . .\n")
    text = made.page("white", "/transcript?of=white")
    assert text.splitlines()[4:8] == [
        "   1. Black has moved, White to play.",
        "   2. White: A1 – White has moved, Black to play.",
        "   3. Black – Illegal move.",
        "   4. Black resigns.",
    ]
    assert "B2" not in text
    assert made.seats["white"].get(made.at("white") + "/transcript?of=nobody").status == 404


def test_the_replay_shows_the_pencil_guesses_of_each_side_as_right_or_wrong(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.act("white", "pencil-black", "C3")
    made.play("B2 pencil-black:B2")
    made.act("white", "pencil-black", "C3")
    made.act("white", "resign")
    first, second = (made.page("black", f"/replay?at={at}") for at in range(2))
    assert 'aria-label="C3, pencil: black, wrong"' in first
    assert "Pencil guesses: 1; correct: 0." in first
    assert 'aria-label="B2, pencil: black"' in second
    assert "Pencil guesses: 1; correct: 1." in second
    assert "C3, pencil" not in second


def shown(made: Made, chair: str = "black") -> list[tuple[bool, str]]:
    found = re.findall(r'class="clock (black|white)( running)?[^"]*"[^>]*><span[^>]*>([^<]*)<', made.part(chair))
    return [(bool(runs), text) for _, runs, text in sorted(found)]


def count_with_clock(webapp: WebApp, clock: str = "5+3", **wish: str) -> Made:
    made = make(webapp, width="5", clock=clock, **wish)
    made.play(DEAD_A1)
    return made


@pytest.mark.parametrize(
    ("clock", "time"),
    first_by_day(
        [
            *(("5+3", "5:00"), ("1+3x30(b)", "1:30"), ("3d+1d max 7d", "3 days, 0:00"), ("6s", "1:00"), ("2", "2:00")),
            *(("20", "5:00"), ("30/move", "1:00"), ("0+15/300", "5:00"), ("2d+1d", "2 days, 0:00")),
        ],
        3,
    ),
)
def test_every_clock_gives_both_sides_a_time_to_answer_that_fits(webapp: WebApp, clock: str, time: str) -> None:
    made = count_with_clock(webapp, clock)
    for chair in ("black", "white", "audience"):
        assert shown(made, chair) == [(True, time), (True, time)]
        assert "the count stands as it is marked" in made.part(chair)


def test_a_count_in_a_game_without_a_clock_has_no_time_limit(webapp: WebApp, made: Made) -> None:
    assert mark(made.part(), "time-to-answer") == ""
    webapp.waits(30 * DAY)
    assert 'value="settle"' in made.part()


def test_a_count_left_unanswered_by_one_side_stands_as_marked(webapp: WebApp, clocked: Made) -> None:
    clocked.play("dead:A1! settle:A1")
    assert shown(clocked) == [(False, "5:00"), (True, "5:00")]
    assert clocked.seats["white"].knows(clocked.at("white"))["clocks"]["white"]["main"] == 300, "as programs are told"
    webapp.waits(5 * MINUTE - 1)
    assert mark(clocked.part(), "agreed") == "Agreed: Black."
    webapp.waits(1)
    for chair in ("black", "white", "audience"):
        assert "White wins by 6.5 points." in clocked.part(chair)
        assert mark(clocked.part(chair), "late") == "Not answered in time: White. So the count stands."
    assert clocked.act("white", "dead", "C3").status == 409


def test_an_unmarked_count_that_neither_side_answers_ends_with_all_stones_alive(webapp: WebApp, clocked: Made) -> None:
    socket = clocked.seats["audience"].listen(clocked.at("audience") + "/live")
    webapp.waits(5 * MINUTE)
    webapp.run(webapp.club.games._look_at_clock(clocked.name))  # as the alarm does
    assert "White wins by 7.5 points." in socket.frames[-1]
    assert mark(clocked.part(), "late") == "Not answered in time: Black, White. So the count stands."


def test_a_mark_in_the_last_second_gives_the_other_the_whole_time_to_undo_it(webapp: WebApp, clocked: Made) -> None:
    webapp.waits(5 * MINUTE - 1)
    clocked.act("black", "dead", "D4")
    assert shown(clocked) == [(True, "5:00"), (True, "5:00")]
    webapp.waits(5 * MINUTE - 1)
    clocked.play("dead:D4! settle:", first="white")
    webapp.waits(5 * MINUTE)
    assert "White wins by 7.5 points." in clocked.part()


def test_a_pencil_a_message_and_a_look_give_nobody_more_time(webapp: WebApp, clocked: Made) -> None:
    webapp.waits(4 * MINUTE)
    clocked.seats["white"].post(f"{clocked.at('white')}/chat", {"text": "wait"})
    clocked.part("white")
    assert shown(clocked) == [(True, "1:00"), (True, "1:00")]


def test_a_player_whose_time_runs_out_in_a_play_out_gives_in(webapp: WebApp, clocked: Made) -> None:
    clocked.play("dead:A1! dispute:")
    assert shown(clocked) == [(False, "5:00"), (True, "5:00")]
    assert "gives up its stones in dispute" in clocked.part()
    webapp.waits(4 * MINUTE)
    clocked.act("white", "stone", "C3")  # refused: it is White's turn still
    assert shown(clocked) == [(False, "5:00"), (True, "1:00")]
    clocked.act("white", "stone", "E1")
    assert shown(clocked) == [(True, "5:00"), (False, "5:00")]
    webapp.waits(5 * MINUTE)
    assert mark(clocked.part(), "late") == "Not answered in time: Black. So the count stands."
    assert "White wins by 7.5 points." in clocked.part()


def test_the_time_goes_on_after_a_restart_and_nobody_pays_for_the_time_between(webapp: WebApp) -> None:
    webapp.opens()
    made = count_with_clock(webapp)
    webapp.waits(2 * MINUTE)
    made.act("black", "dead", "A1")
    webapp.waits(MINUTE)
    webapp.run(webapp.club.close())
    webapp.dies()
    webapp.waits(7 * DAY)
    webapp.opens()
    assert shown(made) == [(True, "4:00"), (True, "4:00")]
    webapp.waits(4 * MINUTE)
    before = made.part("audience")
    assert "White wins by 6.5 points." in before
    webapp.rewind(made.name, webapp.happened(made.name))
    assert made.part("audience") == before


def test_a_server_that_begins_finds_the_counts_whose_time_runs(library: WebApp) -> None:
    made = count_with_clock(library)
    assert library.run(library.store.games.with_clocks()) == [made.name]


@given(
    st.lists(
        st.tuples(st.sampled_from(["dead A1", "dead D4", "settle", "wait 100", "wait 299"]), st.booleans()), max_size=12
    )
)
@examples(by_day=10, by_night=30)
def test_the_same_events_make_the_same_count_again(steps: list[tuple[str, bool]]) -> None:
    with WebApp() as webapp:
        made = count_with_clock(webapp)
        for step, black in steps:
            do, _, at = step.partition(" ")
            if do == "wait":
                webapp.waits(float(at))
            else:
                made.act("black" if black else "white", do, at)
        made.part()
        game: Game = webapp.held[made.name]
        kept = list(game.events)
        again = Game(game.stored, [], [], lambda: webapp.now)
        for event in kept:
            apply_event(again, event)
        assert again.count == game.count
        assert again.result == game.result
        assert [face.left for face in again.clocks.clock_states()] == [face.left for face in game.clocks.clock_states()]
