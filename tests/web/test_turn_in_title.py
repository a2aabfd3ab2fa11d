"""Without a script the page itself says in its title and icon that it is one's turn."""

import re

from tests.web.wire import House, make
from yurei.apps.web.shell.static_files import static_url


def head(text: str) -> tuple[str, str]:
    """The title and the icon of a page."""
    title, icon = re.search(r"<title[^>]*>(.*?)</title>", text), re.search(r'rel="icon" href="([^"]+)"', text)
    assert title is not None
    assert icon is not None
    return title[1], icon[1]


def test_the_served_page_has_the_turn_in_its_title_and_icon(house: House) -> None:
    made = make(house, width="5")
    look = {chair: head(made.page(chair)) for chair in made.seats}
    assert look["black"] == ("Your turn – Phantom Go, Black – yurei", static_url("icon-turn.svg"))
    for chair in ("white", "referee", "audience"):
        assert "Your turn" not in look[chair][0]
        assert look[chair][1] == static_url("icon.svg")
    made.act("black", "resign")
    for chair in ("black", "white"):
        assert "Your turn" not in head(made.page(chair))[0]


def test_a_player_who_is_always_to_move_sees_no_turn_in_the_title(house: House) -> None:
    made = make(house, width="5", opponent="solo")
    assert "Your turn" not in head(made.page("solo"))[0]
