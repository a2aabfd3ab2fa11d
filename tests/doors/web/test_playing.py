"""Whole games by real browsers, from the form to the score."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import playing
from tests.doors.web.people import Club, Person
from yurei import records
from yurei.referee.announce import speak_result
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, WHITE_GHOST, WHITE_STONE
from yurei.rules.state import EndedBy

WORDS = {BLACK_STONE: "black", WHITE_STONE: "white", BLACK_GHOST: "black ghost", WHITE_GHOST: "white ghost"}


@pytest.mark.nightly  # by day tests/journeys do it in several files
def test_two_people_play_phantom_go_to_the_score(club: Club, tmp_path: Path) -> None:
    black, white = club.person(), club.person()
    links = club.fills_in(
        black, ruleset="go", referee="common", colour="black", width="5", komi="0.5", opponent="friend"
    )
    white.sits_down(links["white"])
    black.hears("The referee is ready.")
    expect(black.turn).to_have_text("Your turn: you are Black.")
    expect(white.turn).to_have_text("You are White. Black is to move.")

    black.tries("C3")
    white.hears("Black has moved, White to play.")
    white.sees("")
    white.tries("C3")
    black.hears("Illegal move.")
    white.hears("Illegal move.")
    white.sees("")
    white.tries("C4")
    black.hears("White has moved, Black to play.")
    black.sees("C3 black")
    white.sees("C4 white")

    black.tries("C4")
    white.hears("Illegal move.")
    black.tries("B4")
    white.hears("Black has moved, White to play.")
    white.tries("E1")
    black.hears("White has moved, Black to play.")
    black.tries("D4")
    white.hears("Black puts White into atari.")
    white.tries("E2")
    black.hears("White has moved, Black to play.")
    black.tries("C5")
    white.hears("Black has captured the following stones: C4.")
    white.sees("E1 white, E2 white")
    black.sees("B4 black, C3 black, C5 black, D4 black")
    assert white.lines[:3] == [
        "Black has captured the following stones: C4.",
        "White has moved, Black to play. (E2)",
        "Black puts White into atari.",
    ]

    white.passes()
    black.hears("White passes.")
    black.passes()
    for person in (black, white):
        person.is_asked("Black wins by 2.5 points.")
        person.sees("B4 black, C3 black, C5 black, D4 black, E1 white, E2 white", on="reference")

    black.tries("E1")
    for person in (black, white):
        person.is_asked("Black wins by 24.5 points.")
    black.does("settle")
    expect(white.page.locator("#agreed")).to_have_text("Agreed: Black.")
    white.does("settle")
    for person in (black, white):
        expect(person.page.locator("button[value=settle]")).to_have_count(0)
        expect(person.page.locator(".settling")).to_have_count(0)

    _looks_back(white)
    _record_tells_the_same(black, tmp_path / "game.jsonl")


def _looks_back(person: Person) -> None:
    """The replay: three boards, by slider, by steps, by address."""
    page = person.page
    page.get_by_text("Replay, all boards side by side").click()
    expect(page.locator("label[for=moment]")).to_have_text("Try 0 of 11")
    for board in ("black", "white", "reference"):
        person.sees("", on=board)
    page.locator("#moment").fill("8")
    expect(page.locator("#tried")).to_have_text("White: E2")
    person.sees("B4 black, C3 black, D4 black", on="black")
    person.sees("C4 white, E1 white, E2 white", on="white")
    person.sees("B4 black, C3 black, C4 white, D4 black, E1 white, E2 white", on="reference")
    page.get_by_role("link", name="Forward").click()
    expect(page.locator("#tried")).to_have_text("Black: C5")
    person.hears("Black has captured the following stones: C4.")
    person.sees("E1 white, E2 white", on="white")
    for key in ("ArrowLeft", "Home", "End"):
        page.locator("#moment").press(key)
    expect(page.locator("#tried")).to_have_text("Black: pass")
    page.get_by_role("link", name="Start").click()
    expect(page.locator("#tried")).to_have_text("The game begins.")
    page.goto(page.url.replace("at=0", "at=2"))
    expect(page.locator("#tried")).to_have_text("White: C3 – There is already an opponent’s stone.")
    expect(page.locator("#reference .last.refused")).to_have_count(1)
    page.get_by_text("Back to the game").click()
    person.hears("Black wins by 24.5 points.")


def _record_tells_the_same(person: Person, kept: Path) -> None:
    """The downloaded record is the game, refused tries and all."""
    person.page.locator(".downloads > summary").click()
    person.page.get_by_text("More formats").click()
    with person.page.expect_download() as download:
        person.page.get_by_text("The record, for programs").click()
    download.value.save_as(kept)
    record = records.read(kept.read_text(encoding="utf-8"))
    again = [answer for _, answer in records.replay(record, Table.of(record.settings))]
    assert [answer.said() for answer in again if answer] == [
        "Black has moved, White to play.",
        "Illegal move.",
        "White has moved, Black to play.",
        "Illegal move.",
        "Black has moved, White to play.",
        "White has moved, Black to play.",
        "Black puts White into atari.",
        "White has moved, Black to play.",
        "Black has captured the following stones: C4.",
        "White passes.",
        "Black passes.",
    ]


@pytest.mark.nightly
def test_alter_igo_ends_with_a_lone_suicide(club: Club) -> None:
    black, white = club.duel(ruleset="alter-igo", width="3")
    expect(black.page.locator("button[value=pass]")).to_have_count(0)
    for person, point, said in (
        (black, "A1", "Black has moved, White to play."),
        (white, "A2", "White puts Black into atari."),
        (black, "C3", "Black has moved, White to play."),
        (white, "B1", "White has captured the following stones: A1."),
    ):
        person.tries(point)
        black.hears(said)
        white.hears(said)
    black.sees("C3 black")
    black.tries("A1")
    for person in (black, white):
        person.hears("White wins: the last move was a single-stone suicide.")
        person.sees("A2 white, B1 white, C3 black", on="reference")
        expect(person.page.locator(".settling")).to_have_count(0)


@pytest.mark.nightly
def test_alter_igo_ends_in_a_draw_that_both_agree_to(club: Club) -> None:
    black, white = club.duel(ruleset="alter-igo", width="3", draw_by_agreement="true")
    black.tries("B2")
    white.hears("Black has moved, White to play.")
    black.does("offer")
    expect(white.page.locator(".offer")).to_contain_text("The opponent offers a draw.")
    expect(black.page.get_by_text("Waiting for the opponent’s answer")).to_be_visible()
    white.does("decline")
    expect(black.page.locator("button[value=offer]")).to_be_visible()
    white.does("offer")
    expect(black.page.locator(".offer")).to_be_visible()
    white.tries("A1")
    black.hears("White has moved, Black to play.")
    expect(black.page.locator(".offer")).to_be_visible()
    black.does("accept")
    for person in (black, white):
        person.hears("A draw by agreement.")
        person.sees("A1 white, B2 black", on="reference")


def test_in_a_match_of_two_games_the_colours_are_swapped(club: Club) -> None:
    first, second = club.duel(ruleset="alter-igo", width="3", two_game_match="true")
    first.tries("B2")
    second.hears("Black has moved, White to play.")
    second.resigns()
    first.hears("Black wins by resignation.")
    for person, colour in ((first, "White"), (second, "Black")):
        person.page.get_by_text("The second game, colours swapped").click()
        expect(person.turn).to_contain_text(f"ou are {colour}.")
        person.sees("")
    second.tries("A1")
    first.hears("Black has moved, White to play.")
    first.sees("")
    first.tries("C3")
    second.hears("White has moved, Black to play.")
    second.resigns()
    for person in (first, second):
        person.hears("White wins by resignation.")
        expect(person.page.locator("#match")).to_have_text("White of this game wins the match.")
        expect(person.page.get_by_text("The second game, colours swapped")).to_have_count(0)


@pytest.mark.nightly
def test_who_plays_on_has_declined_the_draw(club: Club) -> None:
    black, white = club.duel(ruleset="alter-igo", width="3", draw_by_agreement="true")
    black.does("offer")
    expect(white.page.locator(".offer")).to_be_visible()
    black.tries("B2")
    white.tries("B2")
    black.hears("Illegal move.")
    expect(white.page.locator(".offer")).to_be_visible()
    white.tries("A1")
    black.hears("White has moved, Black to play.")
    expect(black.page.locator("button[value=offer]")).to_be_visible()


@pytest.mark.nightly  # by day test_every_page.py places ghosts
def test_a_ghost_breaks_a_seki_in_no_seki_go(club: Club) -> None:
    black, white = club.duel(ruleset="no-seki-go", width="7", height="1")
    black.tries("D1")
    white.hears("Black has moved, White to play.")
    white.tries("B1")
    black.hears("White has moved, Black to play.")
    black.places_ghost("B1")
    white.hears("Illegal move.")
    black.passes()
    white.hears("Black passes.")
    white.tries("F1")
    black.hears("White has moved, Black to play.")
    black.places_ghost("C1")
    white.hears("Black puts White into atari.")
    black.sees("C1 black ghost, D1 black")
    white.sees("B1 white, F1 white")
    white.passes()
    black.hears("White passes.")
    black.tries("A1")
    white.hears("Black has captured the following stones: B1.")
    white.passes()
    black.hears("White passes.")
    black.passes()
    for person in (black, white):
        person.is_asked("White wins by 4 points.")
        person.sees("A1 black, C1 black ghost, D1 black, F1 white", on="reference")
    white.does("settle")
    expect(black.page.locator("#agreed")).to_have_text("Agreed: White.")
    black.tries("F1")
    expect(black.page.locator("#agreed")).to_have_count(0)
    for person in (black, white):
        person.is_asked("Black wins by 1 point.")
        person.does("settle")
    expect(black.page.locator(".settling")).to_have_count(0)


GAMES = {
    "go": (5, 5, "C3 C3 C4 C4 B4 E1 D4 E2 C5 pass pass"),
    "alter-igo": (3, 3, "A1 A2 C3 B1 A1"),
    "no-seki-go": (7, 1, "D1 B1 B1 pass F1 ghost-C1 pass A1 pass pass"),
}
UNDER = [
    ("no-seki-go", "counted"),
]
BY_NIGHT = [
    ("go", "open"),
    ("alter-igo", "olympiad"),
    ("go", "kriegspiel"),
    ("alter-igo", "hamburg"),
    ("no-seki-go", "hamburg"),
]


@pytest.mark.parametrize(
    ("game", "referee"),
    [
        *(pytest.param(*pair, id=" under ".join(pair)) for pair in UNDER),
        *(pytest.param(*pair, id=" under ".join(pair), marks=pytest.mark.nightly) for pair in BY_NIGHT),
    ],
)
def test_every_referee_says_and_shows_in_the_browser_what_he_says_and_shows_at_the_table(
    club: Club, game: str, referee: str
) -> None:
    width, height, tries = GAMES.get(game, GAMES["go"])
    people = dict(
        zip(
            ("black", "white"),
            club.duel(ruleset=game, referee=referee, width=f"{width}", height=f"{height}"),
            strict=True,
        )
    )
    at_table = playing.Game(None, "", game, (width, height), referee=referee)
    for word in tries.split():
        seat = at_table.table.to_move
        assert seat is not None
        at_table.play(word)
        _acts(people[seat], word)
        for name, person in people.items():
            view = at_table.table.view(name)
            if view.result is None:
                person.hears(at_table.last)
                expect(person.page.locator("#heard li").first).to_contain_text(at_table.last)
                person.sees(_drawn(view))
    result = at_table.table.result
    assert result is not None
    for person in people.values():
        # Who counts is asked; every other end is there at once.
        heard = person.is_asked if result.by is EndedBy.SCORE else person.hears
        heard(speak_result(result))


def _acts(person: Person, word: str) -> None:
    if word == "pass":
        person.passes()
    elif word.startswith("ghost-"):
        person.places_ghost(word.removeprefix("ghost-"))
    else:
        person.tries(word)


def _drawn(view: View) -> str:
    size = view.settings.size
    return ", ".join(f"{size.name(point)} {WORDS[cell]}" for point, cell in enumerate(view.board) if cell in WORDS)


@pytest.mark.nightly
def test_under_the_hamburg_referee_every_own_stone_may_be_gone(club: Club) -> None:
    black, white = club.duel(referee="hamburg", width="3")
    black.tries("B2")
    white.hears("Black has moved, White to move.")
    assert black.point("B2").get_attribute("aria-label") == "B2, black stone, may be gone"
    expect(black.page.get_by_text("Captured stones are not named")).to_be_visible()
    white.tries("B2")
    black.hears("There is already an opponent’s stone.")


@pytest.mark.nightly
def test_a_resignation_opens_the_board(club: Club) -> None:
    black, white = club.duel(width="3")
    black.tries("B2")
    white.hears("Black has moved, White to play.")
    white.resigns()
    for person in (black, white):
        person.hears("Black wins by resignation.")
        person.sees("B2 black", on="reference")


@pytest.mark.nightly
def test_a_handicap_lies_on_blacks_board_alone(club: Club) -> None:
    black, white = club.duel(width="9", handicap="2")
    expect(white.turn).to_have_text("Your turn: you are White.")
    black.sees("C3 black, G7 black")
    white.sees("")


@pytest.mark.nightly  # by day test_bad_input.py without a browser
def test_a_try_out_of_turn_is_told_to_wait_and_changes_nothing(club: Club) -> None:
    black, white = club.duel(width="3")
    white.tries("B2")
    expect(white.notice).to_contain_text("black's turn")
    black.tries("B2")
    white.hears("Black has moved, White to play.")
    white.tries("A1")
    expect(white.notice).to_be_empty()
    white.sees("A1 white")


@pytest.mark.nightly
def test_the_same_refusal_several_times_stands_in_one_line(club: Club) -> None:
    black, white = club.duel(width="3")
    black.tries("B2")
    white.hears("Black has moved, White to play.")
    for times in ("", " ×2", " ×3"):
        white.tries("B2")
        expect(white.page.locator("#heard li").first).to_have_text(f"White: Illegal move. (B2){times}")
        expect(black.page.locator("#heard li").first).to_have_text(f"White: Illegal move.{times}")


@pytest.mark.nightly  # by day tests/secrecy/test_wire.py holds it to the byte
def test_pencil_marks_are_seen_by_nobody_else(club: Club) -> None:
    black, white = club.duel(width="3")
    heard: list[str | bytes] = []
    white.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(frame)))
    white.page.reload()
    white.hears("The referee is ready.")
    while not heard:  # the page stands before its socket has said the same once more
        white.page.wait_for_timeout(10)
    before = len(heard)
    for tool, point, words in (
        ("pencil-white", "A1", "A1, pencil: white"),
        ("pencil-dead", "B2", "B2, pencil: captured"),
        ("pencil-cross", "C3", "C3, pencil: crossed out"),
        ("pencil-black", "A1", "A1, pencil: black"),
        ("pencil-black", "A1", "A1"),
    ):
        black.takes(tool)
        black.tries(point)
        expect(black.point(point)).to_have_attribute("aria-label", words)
    black.page.reload()
    expect(black.point("B2")).to_have_attribute("aria-label", "B2, pencil: captured")
    black.tries("A1")
    white.hears("Black has moved, White to play.")
    assert len(heard) == before + 1, "one frame, for the move"
    assert "pencil:" not in white.page.content()


def test_two_windows_of_one_player_show_the_same(club: Club) -> None:
    black, white = club.duel(width="3")
    other = Person(black.page.context.new_page())
    other.page.goto(black.page.url)
    black.tries("B2")
    other.hears("Black has moved, White to play.")
    other.sees("B2 black")
    white.tries("A1")
    other.hears("White has moved, Black to play.")
    other.tries("C3")
    black.sees("B2 black, C3 black")
    white.hears("Black has moved, White to play.")


def test_the_focus_stays_where_it_was_when_the_opponent_moves(club: Club) -> None:
    black, white = club.duel(width="3")
    white.point("C1").focus()
    black.tries("B2")
    white.hears("Black has moved, White to play.")
    expect(white.point("C1")).to_be_focused()
    white.page.keyboard.press("Enter")
    black.hears("White has moved, Black to play.")
    expect(white.point("C1")).to_be_focused()
