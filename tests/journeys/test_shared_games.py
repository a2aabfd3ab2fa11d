"""Games of more than two browsers, or of one: rengo with four, one device for two, a friend as the referee and another as the audience."""

from itertools import cycle

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.journeys.journey import QUESTION, WALLS, Journey
from tests.web.people import PIECE, Person

SEATS = ["black-1", "white-1", "black-2", "white-2"]


@pytest.mark.parametrize("opponent", first_by_day(["rengo", "rengo-shared"]))
def test_four_people_play_to_the_count(journey: Journey, opponent: str) -> None:
    black, white, black_2, white_2 = four = [journey.person() for _ in SEATS]
    links = journey.makes(black, opponent=opponent, width="5", height="5")
    for person, seat in zip(four[1:], SEATS[1:], strict=True):
        person.sits_down(links[seat])
    for seat in SEATS[1:]:
        expect(black.page.locator(f"#at-{seat}.here")).to_be_visible()
    journey.play("C1 D1 C2 D2", *four)
    black_2.sees("C2 black" if opponent == "rengo" else "C2 black, D2 white")
    black.tries("D2")
    journey.hears("Illegal move.")
    journey.check()
    journey.play("C3 D3 C4 D4 C5 D5 pass pass", *four)
    journey.hears(QUESTION)
    black_2.does("settle")
    expect(white_2.page.locator("#agreed")).not_to_be_empty()
    white.does("settle")
    journey.hears("White wins by 2.5 points.")
    for person in four:
        person.sees(WALLS, on="reference")
    journey.ends()


def lift_the_curtain(person: Person) -> None:
    """Take the device and say so; until then no board is shown."""
    expect(person.page.locator(".curtain")).to_be_visible()
    assert person.page.locator(PIECE).count() == 0
    person.lifts_the_curtain()


@pytest.mark.parametrize("referee", first_by_day(["common", "hamburg"]))
def test_a_game_is_handed_to_and_fro_to_its_count(journey: Journey, referee: str) -> None:
    both = journey.person()
    journey.makes(both, opponent="one-device", width="5", height="5", referee=referee)
    boards: dict[str, list[str]] = {"black": [], "white": []}
    for point, colour in zip(["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5"], cycle(boards), strict=False):
        lift_the_curtain(both)
        both.sees(", ".join(boards[colour]))
        if point == "D2":
            both.tries("C2")
            expect(both.page.locator("#said")).not_to_be_empty()
            both.sees(", ".join(boards[colour]))
        both.tries(point)
        boards[colour].append(f"{point} {colour}")
    journey.check()
    for _ in range(2):
        lift_the_curtain(both)
        both.passes()
    both.hears(QUESTION)
    both.sees(WALLS, on="reference")
    both.does("settle")
    both.hears("White wins by 2.5 points.")
    journey.ends()
    both.page.locator(".after a[href*='/replay?at=']:not([href*='#'])").click()
    expect(both.page.locator("#moment")).to_be_visible()
    both.sees(WALLS, on="reference")
    assert journey.errors == []


STONES = "C1 black, C2 black, D1 white"


def agrees(player: Person, fold: str, what: str) -> None:
    if not player.page.locator(fold).is_visible():
        player.opens_more()
    player.page.locator(f"{fold} > summary").click()
    player.does(what)


def test_the_board_is_opened_to_both(journey: Journey) -> None:
    black, white, referee, spectator = (journey.person() for _ in range(4))
    links = journey.makes(black, width="5", height="5")
    white.sits_down(links["white"])
    referee.sits_down(links["referee"])
    spectator.sits_down(links["audience"])
    for player in (black, white):
        expect(player.page.locator(".judge")).to_be_visible()
        expect(player.page.locator("#judge")).to_contain_text("The referee’s seat is taken.")  # hidden if it is small
    journey.play("C1 D1 C2", black, white)
    for watcher in (referee, spectator):
        assert watcher.page.locator(PIECE).count() == 0
    agrees(black, "#admitting", "admit")
    expect(referee.page.locator("#judge")).to_contain_text("Black")
    assert referee.page.locator(PIECE).count() == 0
    agrees(white, "#admitting", "admit")
    referee.sees(STONES, on="reference")
    assert spectator.page.locator(PIECE).count() == 0
    journey.check()

    agrees(white, "#opening", "open")
    for person in journey.people:
        expect(person.page.locator("#opened")).to_be_visible()
    assert spectator.page.locator(PIECE).count() == 0
    agrees(black, "#opening", "open")
    spectator.sees(STONES, on="reference")
    for player, own in ((black, "C1 black, C2 black"), (white, "D1 white")):
        player.sees(own)
    white.tries("C2")
    referee.hears("Illegal move.")
    expect(referee.page.locator(".tries .refused")).to_have_count(1)
    journey.play("D2", white)
    for watcher in (referee, spectator):
        watcher.sees(f"{STONES}, D2 white", on="reference")
    white.page.locator("#say").fill("Well played")
    white.page.locator("#say").press("Enter")
    for reader in (black, referee):
        expect(reader.page.locator("#talk")).to_contain_text("Well played")
    expect(spectator.page.locator("main")).not_to_contain_text("Well played")
    black.resigns()
    journey.hears("White wins by resignation.")
    journey.shows("#talk", "Well played")
    journey.ends()
