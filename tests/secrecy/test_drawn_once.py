"""A page is drawn once for all who are shown the same, and never for two who are not."""

from collections import Counter
from dataclasses import fields, replace
from typing import Any

import pytest

from tests.web.wire import House, Made, Socket, Visitor, make
from yurei.apps.web.shell.sections import Drawing
from yurei.apps.web.table import live
from yurei.apps.web.table import page as table
from yurei.apps.web.table.context import Aim, Page
from yurei.club import games

CHAIRS = ("black", "white", "referee", "audience")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Page]:
    """Every page that is drawn, and not only shown once more."""
    pages: list[Page] = []
    draw = table.draw

    def noted(page: Page) -> Drawing:
        pages.append(page)
        return draw(page)

    monkeypatch.setattr(live, "draw", noted)
    return pages


def watchers(made: Made, number: int, language: str = "en") -> list[Socket]:
    return [
        Visitor(made.house, made.seats["audience"].cookies, language).listen(f"{made.at('audience')}/live")
        for _ in range(number)
    ]


def test_a_try_is_drawn_once_for_each_chair_and_language(house: House, drawn: list[Page]) -> None:
    made = make(house)
    players = [made.seats[chair].listen(f"{made.at(chair)}/live") for chair in ("black", "white")]
    crowd = [*watchers(made, 5), *watchers(made, 3, "de")]
    drawn.clear()
    answer = made.act("black", "stone", "E5")
    assert Counter((page.chair, page.language) for page in drawn) == Counter(
        [("black", "en"), ("white", "en"), ("audience", "en"), ("audience", "de")]
    )
    assert players[0].frames[-1].rstrip() == answer.text.rstrip()  # spaces behind hide where the try was
    assert len({socket.frames[-1] for socket in crowd[:5]}) == 1
    assert crowd[0].frames[-1] != crowd[-1].frames[-1]


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every chair from which somebody is made to look, in order."""
    chairs: list[str] = []
    frame = live._Reader.frame

    def noted(reader: Any, game: Any) -> Any:
        chairs.append(reader.chair)
        return frame(reader, game)

    monkeypatch.setattr(live._Reader, "frame", noted)
    return chairs


def test_a_pencil_mark_wakes_only_the_player_who_made_it(house: House, woken: list[str]) -> None:
    made = make(house)
    for chair in CHAIRS:
        made.seats[chair].listen(f"{made.at(chair)}/live")
    woken.clear()
    made.act("black", "pencil-cross", "E5")
    assert woken == ["black"]
    woken.clear()
    made.seats["white"].send(f"{made.at('white')}/chat", {"text": "hello"})
    assert sorted(woken) == ["black", "white"]  # nobody else reads along in a hidden game
    woken.clear()
    made.act("black", "stone", "E5")
    assert sorted(woken) == sorted(CHAIRS)


def test_a_crowd_is_woken_bit_by_bit_and_after_the_players(
    house: House, woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "AT_ONCE", 2)
    made = make(house)
    watchers(made, 7)
    made.seats["white"].listen(f"{made.at('white')}/live")
    woken.clear()
    made.act("black", "stone", "E5")
    assert woken == ["white", *["audience"] * 7]


def test_pages_that_differ_in_any_field_are_rendered_separately(house: House) -> None:
    made = make(house)
    game = house.run(house.club.games.once(made.name))
    page = Page(game, "black", "en")
    others = {
        "game": replace(page, game=house.run(house.club.games.once(make(house).name))),
        "chair": replace(page, chair="white"),
        "language": replace(page, language="de"),
        "links": replace(page, links={"white": "http://yurei.example/g/1/join/white/2"}),
        "base": replace(page, base="https://go.example"),
        "likes": replace(page, likes=frozenset({"bare"})),
        "aim": replace(page, aim=Aim("stone", "E5")),
    }
    assert others.keys() == {
        field.name for field in fields(Page) if field.compare
    }  # a new field comes with a page of its own
    assert len({page.alike, *(other.alike for other in others.values())}) == len(others) + 1
    before = page.alike
    made.act("black", "stone", "E5")
    assert page.alike != before


def looks_in(order: tuple[str, ...]) -> dict[str, str]:
    """What each is shown of the same game where nothing is drawn yet and they look in this order; the maker has the links."""
    with House() as house:
        made = make(house)
        maker = Visitor(house, {**made.seats["black"].cookies, **made.host.cookies})
        for chair in CHAIRS:
            made.seats[chair].listen(f"{made.at(chair)}/live")
        made.act("black", "stone", "E5")
        made.act("white", "stone", "C3")
        made.act("black", "pencil-cross", "A1")
        made.act("white", "pencil-dead", "B2")
        shown = {}
        for who in order:
            visitor, chair = (maker, "black") if who == "maker" else (made.seats[who], who)
            shown[who] = visitor.fragment(made.at(chair)).text.rstrip()
            shown[f"{who}, live"] = str(visitor.listen(f"{made.at(chair)}/live").frames[-1]).rstrip()
        return shown


def test_no_reader_is_shown_a_page_rendered_for_another() -> None:
    everybody = ("maker", *CHAIRS)
    alone = {name: text for who in everybody for name, text in looks_in((who,)).items()}
    assert all(alone[who] == alone[f"{who}, live"] for who in everybody)
    assert len(set(alone.values())) == len(everybody)
    for order in (everybody, everybody[::-1], ("audience", "maker", "referee", "white", "black")):
        assert looks_in(order) == alone


def test_old_drawings_go(house: House, monkeypatch: pytest.MonkeyPatch, drawn: list[Page]) -> None:
    monkeypatch.setattr(live, "MOST", 2)
    game, kept = house.run(house.club.games.once(make(house).name)), live.Drawings()
    pages = [Page(game, chair, "en") for chair in ("black", "white", "audience")]
    for which in (0, 1, 0, 2, 0, 1):
        kept.of(pages[which])
    assert drawn == [pages[which] for which in (0, 1, 2, 1)]
