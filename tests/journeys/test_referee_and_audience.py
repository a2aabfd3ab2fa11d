"""A friend as the referee and another as the audience: both follow a link, and see the board once the players agree."""

from playwright.sync_api import expect

from tests.journeys.journey import Journey
from tests.web.people import PIECE, Person

STONES = "C1 black, C2 black, D1 white"


def agrees(player: Person, fold: str, what: str) -> None:
    """Unfold what it means, and agree."""
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
        expect(player.page.locator("#judge")).to_contain_text(
            "The referee’s seat is taken."
        )  # hidden in a small window
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
    for person in journey.people:
        person.hears("White wins by resignation.")
        expect(person.page.locator("#talk")).to_contain_text("Well played")
    journey.ends()
