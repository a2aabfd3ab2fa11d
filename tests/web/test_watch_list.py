"""The list of games to watch: who plays, how far it is as all hear it, how many listen; and nothing that nobody is told."""

import asyncio
import re
import time
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from tests.web.people import Club
from tests.web.wire import House, Made, Socket, Visitor, make
from yurei.apps.web import watch
from yurei.club import presence as crowds


@pytest.fixture(autouse=True)
def drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks has the list drawn, where a test is not about that."""
    monkeypatch.setattr(watch, "PAUSE", 0.005)


def listed(house: House, language: str = "en") -> str:
    """The list as anybody sees it now."""
    time.sleep(0.006)
    return Visitor(house, language=language).fragment("/watch").text


def public(house: House, **wish: str) -> Made:
    """A game that everybody may watch."""
    return make(house, **{"width": "3", "watching": "everybody", **wish})


def text(html: str) -> str:
    """What somebody reads."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def test_the_list_shows_the_players_the_game_and_its_progress(house: House) -> None:
    made = public(house, referee="hamburg", clock="5+3")
    made.seats["black"].post("/you", {"nickname": "Ota"})
    for seat, point in (("black", "B2"), ("white", "B2"), ("white", "A1")):
        made.act(seat, "stone", point)
    made.seats["audience"].listen(made.at("audience") + "/live")
    said = text(listed(house))
    for words in (
        "Phantom Go",
        "3×3 · referee: Hamburg · 5 min + 3 s per move",
        "Black Ota",
        "White Guest",
        "Black 5:",
        "White has moved, Black to move.",
        "moves: 2 · refused: 1 · spectators: 1",
    ):
        assert words in said, words
    german = text(listed(house, "de"))
    assert "Züge: 2 · abgelehnt: 1" in german


def test_a_program_is_called_yurei_and_a_chair_nobody_sits_on_free(house: House) -> None:
    maker = Visitor(house)
    maker.post("/games", {"opponent": "yurei", "width": "3", "watching": "everybody"})
    maker.post("/games", {"opponent": "friend", "width": "3", "watching": "everybody"})
    said = text(listed(house))
    assert "White yurei" in said
    assert "White free" in said
    maker.post("/games", {"opponent": "solo", "width": "3", "watching": "everybody"})
    assert listed(house).count('class="going-on"') == 3


def test_running_games_are_listed_before_ended_games(house: House) -> None:
    ended, running = public(house), public(house)
    ended.act("black", "resign")
    page = listed(house)
    assert page.index(running.name) < page.index('id="ended"') < page.index(ended.name)
    assert "White wins by resignation." in page


def test_a_board_is_pictured_where_the_audience_sees_it_and_nowhere_else(house: House) -> None:
    for wish, acts, seen in (
        ({"referee": "open"}, [("black", "stone", "B2")], True),
        ({}, [("black", "stone", "B2")], False),
        ({}, [("black", "stone", "B2"), ("black", "open", ""), ("white", "open", "")], True),
        ({}, [("black", "stone", "B2"), ("white", "resign", "")], True),
    ):
        made = public(house, **wish)
        for seat, do, at in acts:
            assert made.act(seat, do, at).status == 200
        page = listed(house)
        entry = re.search(f'<li[^>]* id="watch-{made.name}".*?</li>(?!<li class="(black|white))', page, re.DOTALL)
        assert entry
        assert ('class="black" d="M1 1h0"' in entry[0]) == seen, acts


TRIES = {
    "two games in which other points are tried": (
        [("black", "A1"), ("white", "A1"), ("white", "B2")],
        [("black", "C3"), ("white", "C3"), ("white", "A2")],
    ),
    "a game in which somebody takes notes": (
        [("black", "A1"), ("white", "B2")],
        [("black", "A1"), ("white", "pencil-black A1"), ("black", "pencil-cross C1"), ("white", "B2")],
    ),
}


@pytest.mark.by_day(one_in=4)
@pytest.mark.parametrize("referee", ["common", "hamburg", "kriegspiel", "olympiad", "counted", "fog"])
@pytest.mark.parametrize("worlds", TRIES.values(), ids=list(TRIES))
def test_games_that_sound_alike_look_alike_in_the_list(worlds: tuple[list[tuple[str, str]], ...], referee: str) -> None:
    """Every byte: the list, and the frames of who looks at it all the time."""
    leaves = []
    for tries in worlds:
        with House() as house:
            made = public(house, referee=referee, clock="5+3")
            ear = Visitor(house).listen("/watch/live")
            pages = []
            for seat, words in tries:
                do, _, point = words.rpartition(" ")
                assert made.act(seat, do or "stone", point).status == 200
                time.sleep(0.03)
                if not do:
                    pages.append(listed(house))
            time.sleep(0.03)
            leaves.append((pages, Visitor(house).get("/watch").headers, tuple(ear.frames)))
            ear.close()
    assert leaves[0] == leaves[1]


def heard(ear: Socket, wanted: Callable[[list[str]], bool]) -> None:
    """Wait until so much has come."""
    for _ in range(200):
        if wanted(ear.frames):
            return
        time.sleep(0.01)
    raise AssertionError(ear.frames[-1])


def test_the_list_lives_and_is_not_sent_because_time_passes(house: House) -> None:
    made = public(house, clock="5")
    for seat, point in (("black", "B2"), ("white", "A1")):
        made.act(seat, "stone", point)
    ear = Visitor(house).listen("/watch/live")
    heard(ear, lambda frames: len(frames) == 1)
    house.waits(20)
    time.sleep(0.05)
    assert len(ear.frames) == 1
    assert "4:40" in listed(house)
    made.act("black", "stone", "C3")
    heard(ear, lambda frames: len(frames) == 2)
    assert "moves: 3" in ear.frames[-1]


def test_spectators_are_counted_once_a_browser_and_not_for_ever(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = public(house)
    somebody = Visitor(house, {"yurei-person": "known"})
    windows = [somebody.listen(made.at("audience") + "/live") for _ in range(5)]
    stranger = Visitor(house).listen(made.at("audience") + "/live")
    assert "spectators: 2" in listed(house)
    for window in windows:
        window.close()
    assert "spectators: 1" in listed(house)
    stranger.close()
    assert "spectators: 0" in listed(house)
    assert not house.club.games.crowds._open, "nothing is kept of who has gone"
    monkeypatch.setattr(crowds, "MOST_COUNTED", 3)
    for _ in range(5):
        Visitor(house).listen(made.at("audience") + "/live")
    assert "spectators: 3" in listed(house)


def test_the_list_is_rendered_once_per_language(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    public(house)
    monkeypatch.setattr(watch, "PAUSE", 3600)
    drawn, list_part = [], watch.list_part

    def draw(games: Sequence[watch.Listed], language: str, *, timeless: bool) -> str:
        drawn.append(language)
        return list_part(games, language, timeless=timeless)

    monkeypatch.setattr(watch, "list_part", draw)
    for _ in range(20):
        for language in ("en", "de"):
            Visitor(house, language=language).get("/watch")
            Visitor(house, language=language).listen("/watch/live")
    assert drawn == ["en", "en", "de", "de"], "with and without its clocks, in two languages"


def test_a_long_list_ends_somewhere_and_is_no_large_page(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "MOST_LISTED", 5)
    games = [public(house, width="19", referee="open") for _ in range(8)]
    for made in games[:6]:
        made.act("black", "resign")
    page = listed(house)
    assert page.count('id="watch-') == 5
    assert page.count('class="going-on"') == 2, "what runs is there, however many have ended"
    assert len(page) < 5 * 2500


def test_a_game_that_is_held_for_long_holds_nobody_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PATIENCE", 0.01)
    made, other = public(house), public(house)
    games = watch.WatchedGames(house.club)
    house.run(games.listed("en"))

    async def while_it_is_held() -> None:
        async with house.club.games.game(made.name):
            await asyncio.sleep(0.006)
            drawn = await games.listed("en")
            assert made.name in drawn.html, "as it was"
            assert other.name in drawn.html

    house.run(while_it_is_held())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_another_site_cannot_listen_to_the_list(house: House, origin: str) -> None:
    assert not Visitor(house).listen("/watch/live", ("origin", origin)).accepted


def test_markup_in_a_name_stays_text_in_the_list(house: House) -> None:
    made = public(house)
    made.seats["black"].post("/you", {"nickname": "<!--clocks--><b>"})
    page = listed(house)
    assert "<b>" not in page
    assert "&lt;!--clocks--&gt;&lt;b&gt;" in page


@pytest.mark.nightly
@pytest.mark.browser
def test_the_open_watch_list_shows_a_running_games_progress(club: Club) -> None:
    player, watcher = club.person(), club.person()
    club.makes(player, opponent="solo", width="3", watching="everybody", clock="5")
    entry = "#watch-" + player.page.url.split("/")[4]
    watcher.page.goto("/watch")
    expect(watcher.page.locator(entry)).to_contain_text("Nothing has been tried yet.")
    for point in ("B2", "A1"):
        player.tries(point)
        expect(watcher.page.locator(entry)).to_contain_text(f"moves: {'2' if point == 'A1' else '1'}")
    expect(watcher.page.locator(entry).get_by_role("timer").first).to_have_text(re.compile(r"^4:5\d$"))
    watcher.page.locator(f"{entry} a").click()
    watcher.hears("White has moved, Black to play.")
