"""Where a proxy lets no WebSocket through, a page still shows what happens: it asks again by itself."""

from playwright.sync_api import expect

from tests.web.people import Club, Person

BLOCKED = """
window.WebSocket = class {
  readyState = 0;
  constructor() { setTimeout(() => { this.readyState = 3; this.onclose?.({ code: 1006 }); }); }
  send() {}
  close() {}
};
"""


def behind_a_proxy(club: Club) -> Person:
    """Somebody whose sockets all fail."""
    person = club.person()
    person.page.add_init_script(BLOCKED)
    return person


def test_two_players_without_sockets_see_each_others_moves(club: Club) -> None:
    black, white = behind_a_proxy(club), behind_a_proxy(club)
    white.sits_down(club.makes(black, width="5", referee="open", colour="black")["white"])
    black.tries("C3")
    white.hears("Black has moved, White to play.")
    white.sees("C3 black")
    white.tries("D4")
    black.hears("White has moved, Black to play.")
    expect(black.page.locator("#connection")).to_have_text("")


def test_the_lobby_shows_a_new_challenge_without_sockets(club: Club) -> None:
    reader, other = behind_a_proxy(club).page, club.person().page
    reader.goto("/lobby")
    other.goto("/lobby")
    other.locator("#pair [name=nickname]").fill("Murasaki")
    other.locator("#pair .primary").click()
    expect(reader.locator(".challenge", has_text="Murasaki")).to_be_visible()
