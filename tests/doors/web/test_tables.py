"""Tables of other kinds: one screen, one person, four people, a program; and who only listens or only watches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.doors.web.people import Club, Person

QUESTION = "Both have passed, and the board is revealed. Is this right?"


def shows_nothing(person: Person) -> None:
    """Only the curtain: no board, no point, no piece, no typed field."""
    expect(person.page.locator(".curtain button")).to_be_visible()
    # The links to the chairs and the name of the game are chance's own letters, and may spell a point.
    page = re.sub(r"/join/[^\"<]*", "", person.page.content()).replace(person.page.url.split("/")[-2], "")
    for trace in ("grid", "<svg viewBox", 'class="stone', "black stone", "white stone", "pencil", "typed", "B2"):
        assert trace not in page, trace


def lifts(person: Person) -> None:
    """Lift the curtain, and wait until the board takes clicks: not the second half of a double click."""
    person.page.locator(".curtain button").click()
    expect(person.page.locator("#play")).to_be_visible()
    person.page.wait_for_timeout(450)


@pytest.mark.parametrize("script", first_by_day([True, False]), ids=["with JavaScript", "without JavaScript"])
def test_on_a_shared_screen_nothing_of_any_board_is_left_between_turns(club: Club, script: bool) -> None:
    person = club.person(java_script_enabled=script)
    club.makes(person, opponent="one-device", width="3")
    page = person.page
    shows_nothing(person)
    expect(page.locator(".curtain")).to_contain_text("Hand the device to Black.")
    lifts(person)
    person.takes("pencil-white")
    person.tries("A1")
    person.takes("stone")
    person.tries("B2")
    person.hears("Black has moved, White to play.")
    shows_nothing(person)
    page.reload()
    shows_nothing(person)
    for _ in range(3):
        page.go_back()
        if page.locator("#table").count():
            shows_nothing(person)
    for _ in range(3):
        page.go_forward()
        if page.locator("#table").count():
            shows_nothing(person)

    lifts(person)
    person.sees("")
    expect(person.point("A1")).to_have_attribute("aria-label", "A1")
    person.tries("B2")
    person.hears("Illegal move.")
    person.tries("A1")
    person.hears("White has moved, Black to play.")
    shows_nothing(person)
    lifts(person)
    person.sees("B2 black")
    expect(person.point("A1")).to_have_attribute("aria-label", "A1, pencil: white")
    person.passes()
    person.hears("Black passes.")
    lifts(person)
    person.passes()
    person.hears(QUESTION)
    person.sees("A1 white, B2 black", on="reference")
    person.does("settle")
    expect(page.locator(".settling")).to_have_count(0)


def test_a_second_window_of_a_shared_screen_is_curtained_with_the_first(club: Club) -> None:
    person = club.person()
    club.makes(person, opponent="one-device", width="3")
    other = Person(person.page.context.new_page())
    other.page.goto(person.page.url)
    shows_nothing(other)
    lifts(person)
    person.tries("B2")
    person.hears("Black has moved, White to play.")
    other.hears("Black has moved, White to play.")
    shows_nothing(other)


@pytest.mark.nightly
def test_one_person_plays_all_seats_and_sees_all_boards(club: Club) -> None:
    person = club.person()
    club.makes(person, opponent="solo", width="3", ruleset="no-seki-go", referee="kriegspiel")
    person.tries("B2")
    person.hears("Black has moved, White to play.")
    person.sees("")
    person.sees("B2 black", on="black")
    person.tries("B2")
    person.hears("Illegal move.")
    person.tries("A1")
    person.hears("White has moved, Black to play.")
    person.sees("B2 black")
    person.sees("A1 white", on="white")
    person.passes()
    person.hears("Black passes.")
    person.passes()
    person.hears(QUESTION)
    person.does("settle")
    expect(person.page.locator(".settling")).to_have_count(0)


RENGO = {
    "rengo": ({"black-1": "B2 black", "white-1": "A1 white", "black-2": "C3 black", "white-2": "A3 white"}),
    "rengo-shared": (
        {
            "black-1": "A1 white, B2 black",
            "white-1": "A1 white, B2 black",
            "black-2": "A3 white, C3 black",
            "white-2": "A3 white, C3 black",
        }
    ),
}


@pytest.mark.nightly  # by day tests/journeys/test_rengo.py
@pytest.mark.parametrize("form", ["rengo", "rengo-shared"])
def test_four_people_play_rengo(club: Club, form: str) -> None:
    seats = ["black-1", "white-1", "black-2", "white-2"]
    people = {seat: club.person() for seat in seats}
    links = club.makes(people["black-1"], opponent=form, width="3")
    for seat in seats[1:]:
        people[seat].sits_down(links[seat])
    expect(people["white-2"].turn).to_have_text("You are White 2. Black 1 is to move.")
    for seat, person in people.items():
        person.opens_more()
        person.page.locator(".naming input").fill(f"Friend {seat}")
        person.page.locator(".naming button").first.click()
    for seat in seats:
        for person in people.values():
            expect(person.page.locator(f"#at-{seat}")).to_contain_text(f"Friend {seat} (connected)")
    for seat, point, said in (
        ("black-1", "B2", "Black has moved, White to play."),
        ("white-1", "A1", "White has moved, Black to play."),
        ("black-2", "B2", "Illegal move."),
        ("black-2", "C3", "Black has moved, White to play."),
        ("white-2", "A3", "White has moved, Black to play."),
    ):
        expect(people[seat].turn).to_contain_text("Your turn")
        people[seat].tries(point)
        for person in people.values():
            person.hears(said)
    for seat, board in RENGO[form].items():
        people[seat].sees(board)
    assert people["white-2"].lines[2] == "Black 2: Illegal move."
    people["black-1"].passes()
    people["white-1"].hears("Black passes.")
    people["white-1"].passes()
    people["black-2"].does("settle")
    expect(people["white-2"].page.locator("#agreed")).to_have_text("Agreed: Black.")
    people["white-1"].does("settle")
    for person in people.values():
        expect(person.page.locator(".settling")).to_have_count(0)
        person.sees("A1 white, A3 white, B2 black, C3 black", on="reference")
    people["white-2"].page.get_by_text("Replay, all boards").click()
    people["white-2"].page.get_by_role("link", name="End", exact=True).click()
    for seat, board in RENGO[form].items():
        people["white-2"].sees(board, on=seat)


@pytest.mark.parametrize(("game", "colour"), first_by_day([("no-seki-go", "white"), ("go", "black")]))
def test_a_game_against_the_program_comes_to_its_end(club: Club, game: str, colour: str) -> None:
    person = club.person()
    club.makes(person, opponent="yurei", colour=colour, width="3", ruleset=game, program="simple")
    ended = person.page.locator("#table.ended")
    for _ in range(40):
        expect(person.page.locator("#table.ended, .turn.yours").first).to_be_visible()
        if ended.count():
            break
        before = person.number
        person.passes()
        expect(person.table).not_to_have_attribute("data-number", str(before))
    expect(ended).to_be_visible()
    person.does("settle")
    expect(person.page.locator(".settling")).to_have_count(0)
    expect(person.said).to_contain_text("wins by")


@pytest.mark.nightly
def test_alter_igo_against_the_program_ends_too(club: Club) -> None:
    person = club.person()
    club.makes(person, opponent="yurei", width="2", ruleset="alter-igo")
    person.tries("A1")
    expect(person.said).to_have_text(
        re.compile("^White ")
    )  # The program has answered; two stones on four points take nothing.
    person.resigns()
    expect(person.page.locator("#table.ended")).to_be_visible()


@pytest.mark.nightly  # by day tests/journeys/test_referee_and_audience.py
def test_the_referee_sees_the_truth_while_the_audience_only_hears(club: Club) -> None:
    referee, black, white, audience = (club.person() for _ in range(4))
    links = club.makes(referee, colour="referee", width="3")
    black.sits_down(links["black"])
    white.sits_down(links["white"])
    audience.sits_down(links["audience"])
    for player in (black, white):
        expect(player.page.get_by_text("The referee’s seat is taken")).to_be_visible()
        player.page.locator("#admitting summary").click()
        player.page.get_by_role("button", name="Yes, show the board to the referee").click()
    expect(black.page.get_by_text("The referee’s seat is taken")).to_be_visible()

    black.tries("B2")
    referee.sees("B2 black", on="reference")
    audience.hears("Black has moved, White to play.")
    white.tries("B2")
    audience.hears("Illegal move.")
    expect(referee.page.locator(".tries li").first).to_have_text("White: B2 There is already an opponent’s stone.")
    white.tries("A1")
    referee.sees("A1 white, B2 black", on="reference")
    referee.sees("B2 black", on="black")
    referee.sees("A1 white", on="white")
    audience.hears("White has moved, Black to play.")
    assert audience.lines == [
        "White has moved, Black to play.",
        "White: Illegal move.",
        "Black has moved, White to play.",
    ]
    expect(audience.page.get_by_text("The boards stay hidden until the end.")).to_be_visible()
    # The name of a game is chance, and may well contain a point.
    page = audience.page.content().replace(audience.page.url.split("/")[-2], "")
    for trace in ('role="grid"', "B2", "A1", 'class="stone'):
        assert trace not in page
    expect(audience.page.locator("#table form")).to_have_count(0)

    black.resigns()
    for person in (referee, black, white, audience):
        person.hears("White wins by resignation.")
        person.sees("A1 white, B2 black", on="reference")


@pytest.mark.nightly
def test_under_the_open_referee_the_audience_sees_the_board(club: Club) -> None:
    black, audience = club.person(), club.person()
    links = club.makes(black, referee="open", width="3")
    audience.sits_down(links["audience"])
    black.tries("B2")
    audience.hears("Black has moved, White to play.")
    audience.sees("B2 black", on="audience")


@pytest.mark.nightly  # by day test_bad_input.py follows a link that is spent
def test_a_link_opens_its_chair_in_one_browser_alone(club: Club) -> None:
    black, white, another = club.person(), club.person(), club.person()
    links = club.makes(black, width="3")
    white.sits_down(links["white"])
    assert "/join/" not in white.page.url
    another.page.goto(links["white"])
    expect(another.page.locator("main")).to_contain_text("somebody sits here already")
    another.page.goto(white.page.url)
    expect(another.page.locator("main")).to_contain_text("no access to this seat")
    white.sits_down(links["white"])
    white.hears("The referee is ready.")
    expect(black.page.locator("#invitations")).not_to_contain_text("White")


def test_the_maker_copies_a_link(club: Club) -> None:
    person = club.person(permissions=["clipboard-read", "clipboard-write"])
    links = club.makes(person, width="3")
    person.page.locator("#invitations button[data-copies*='/white/']").click()
    expect(person.page.locator("[data-done]")).to_be_visible()
    assert person.page.evaluate("navigator.clipboard.readText()") == links["white"]


@pytest.mark.nightly  # by day test_by_hand.py clicks twice on the curtain
def test_a_double_click_on_a_shared_screen_neither_tries_for_the_opponent_nor_lifts_the_curtain(club: Club) -> None:
    person = club.person()
    for point in ("A3", "B3", "B1"):
        club.makes(person, opponent="one-device", width="3")
        curtain = person.page.locator(".curtain button").bounding_box()
        lifts(person)
        assert curtain is not None
        if point == "B3":
            person.page.mouse.dblclick(
                curtain["x"] + curtain["width"] / 2, curtain["y"] + curtain["height"] / 2, delay=40
            )
        else:
            person.point(point).dblclick()
        person.hears("Black has moved, White to play.")
        shows_nothing(person)
        lifts(person)
        assert person.lines == ["Black has moved, White to play."]
        person.tries(point)
        person.hears("Illegal move.")


def test_a_double_click_in_a_duel_is_one_move(club: Club) -> None:
    black, white = club.duel(width="3")
    black.point("B2").dblclick()
    white.hears("Black has moved, White to play.")
    white.point("B2").dblclick()
    black.hears("Illegal move.")
    white.tries("A1")
    black.hears("White has moved, Black to play.")
    black.sees("B2 black")
    white.sees("A1 white")
