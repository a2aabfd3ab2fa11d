"""A browser that sends no cookie back gets no seat and no evening; one sentence says what to allow."""

from tests.web.evenings import NAMES, makes
from tests.web.wire import Answer, House, Visitor
from yurei.apps.web.shell.cookies import CHECK
from yurei.club.model.secrets import link_secret

SENTENCE = "Allow cookies for this site"


class Forgetful(Visitor):
    """A browser whose cookies are blocked."""

    def ask(self, *asked: object, **more: object) -> Answer:
        self.cookies.clear()
        answer = super().ask(*asked, **more)  # type: ignore[arg-type]
        self.cookies.clear()
        return answer


def is_refused(visitor: Visitor, path: str, **form: str) -> bool:
    """Whether a form leads to the sentence about cookies, after one attempt to set one."""
    first = visitor.post(path, form)
    assert first.status == 307, first.text
    assert any(cookie.startswith(f"{CHECK}=") for cookie in first.all("set-cookie"))
    second = visitor.post(first.location, form)
    return second.status == 403 and SENTENCE in second.text


def test_a_seat_stays_free_where_cookies_are_blocked(house: House) -> None:
    maker, guest = Visitor(house), Forgetful(house)
    table = maker.post("/games", {"width": "5", "colour": "black"}).location
    name = table.split("/")[2]
    link = f"/g/{name}/join/white/{link_secret(maker.cookies[f'yurei-{name}-host'], 'white')}"
    assert is_refused(guest, link)
    other = Visitor(house)
    assert other.post(link).location == f"/g/{name}/white"


def test_no_game_and_no_evening_is_made_where_cookies_are_blocked(house: House) -> None:
    guest = Forgetful(house)
    assert is_refused(guest, "/games", width="5")
    assert is_refused(guest, "/evenings", names="\n".join(NAMES), rounds="3", system="swiss", size="5")
    assert not house.games()
    assert not house.evenings()


def test_a_first_visitor_without_scripts_gets_through(house: House) -> None:
    visitor = Visitor(house)
    visitor.cookies.clear()
    first = visitor.post("/games", {"width": "5"})
    assert first.status == 307
    assert visitor.post(first.location, {"width": "5"}).location.startswith("/g/")


def test_the_link_of_a_player_at_an_evening_stays_free_where_cookies_are_blocked(house: House) -> None:
    club = makes(house)
    assert is_refused(Forgetful(house), club.links()[1])
    club.comes(1)  # the player still gets in
