"""The replay: every moment of a game that has ended, in the words of any referee, by links alone."""

import re
from html import unescape
from itertools import pairwise

import pytest

from tests.web.wire import House, Made, Visitor, make
from yurei import referee as referees
from yurei.apps.web.replay.controls import MARKS, spaced_out
from yurei.apps.web.shell.static_files import STATIC, without_comments
from yurei.club import archive
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.model.stored import EventKind

# White's stone on A1 is tried upon, put into atari, and taken; then White passes, and Black resigns.
TRIES = "black:B2 white:A1 black:A1 black:A2 white:C3 black:B1 white:pass black:resign"


def play(house: House, tries: str = TRIES, **wish: str) -> Made:
    """A game with these tries."""
    made = make(house, **{"width": "3", **wish})
    for each in tries.split():
        seat, _, tried = each.partition(":")
        chair = seat if seat in made.seats else "one-device" if "one-device" in made.seats else "solo"
        made.act(chair, *((tried,) if tried in ("pass", "resign") else ("stone", tried)))
    return made


def at(made: Made, query: str = "", chair: str = "window") -> str:
    """The page of the replay, for a stranger."""
    answer = Visitor(made.house).get(f"{made.at(chair)}/replay?{query}")
    assert answer.status == 200, answer.text
    return answer.text


def read(pattern: str, page: str) -> list[str]:
    """What stands on a page, without its marks."""
    return [unescape(re.sub(r"<[^>]+>", "", found)) for found in re.findall(pattern, page, re.DOTALL)]


def said(page: str) -> str:
    """Referee’s announcements."""
    return read(r'id="said"[^>]*>(.*?)</p>', page)[0]


def told(page: str) -> tuple[str, str]:
    """Referee’s announcements, and what each seat saw."""
    (boards,) = re.findall(r'<div class="boards.*?<div class="controls">', page, re.DOTALL)
    return said(page), boards


def test_the_replay_names_the_game_the_players_and_the_result(house: House) -> None:
    made = play(house)
    made.seats["black"].post("/you", {"nickname": "Kuro"})
    facts = " ".join(read(r'<p class="facts">(.*?)</p>', at(made)))
    for words in (
        "Phantom Go · 3x3 · referee: Common · komi",
        "Black: Kuro · White: Guest",
        "White wins by resignation.",
    ):
        assert words in facts


def test_the_list_shows_every_try_with_its_outcome(house: House) -> None:
    page = at(play(house), "at=6")
    assert read(r"<li[^>]*><a [^>]*>([^<]*(?:<small>.*?</small>)?)</a></li>", page.partition('id="tries"')[2]) == [
        "Black: B2",
        "White: A1",
        "Black: A1 not allowed",
        "Black: A2 puts into atari",
        "White: C3",
        "Black: B1 captures 1",
        "White: pass",
        "Black: resign",
    ]
    assert read(r'aria-current="step">(.*?)</a>', page) == ["Black: B1 captures 1"]
    assert len(re.findall(r'<li class="refused">', page)) == 1


def test_the_ways_lead_from_event_to_event(house: House) -> None:
    made = play(house)
    ways = {
        "Next: Stones captured": ("at=0", 6),
        "Next: Put into atari": ("at=0", 4),
        "Next: Refused tries": ("at=0", 3),
        "Next: Passed": ("at=2", 7),
        "Previous: Refused tries": ("at=8", 3),
        "Previous: Stones captured": ("at=6", 6),
    }
    for name, (query, leads) in ways.items():
        (link,) = re.findall(rf'<a href="\?at=(\d+)" aria-label="{name}"', at(made, query))
        assert int(link) == leads, name
    page = at(made, "at=4")
    assert re.findall(r'href="\?at=(\d+)" data-key="Shift\+Arrow(?:Left|Right)"', page) == ["3", "6"]
    assert re.findall(r'<svg class="(\w+)" y="\d+"><a href="\?at=(\d+)"', page) == [
        ("capture", "6"),
        ("atari", "4"),
        ("refusal", "3"),
        ("pass", "7"),
    ]


def test_every_link_of_a_moment_leads_somewhere_without_a_script(house: House) -> None:
    made = play(house)
    page = at(made, "at=3&referee=hamburg&board=black")
    links = {unescape(link) for link in re.findall(r'<a [^>]*href="\?([^"]*)"', page)}
    assert len(links) > 10
    for link in links:
        assert "referee=hamburg" in link
        assert 'class="still large"' in at(made, link) or "board=alike" in link


def test_a_seats_own_board_marks_its_own_tries_alone(house: House) -> None:
    """Black is refused on A1: White never saw that point."""
    page = at(play(house), "at=3")
    boards = {seat: page.split(f'id="of-{seat}"')[1].split("</svg>")[0] for seat in ("black", "white")}
    assert 'class="last refused"' in boards["black"]
    assert 'class="last' not in boards["white"]


# In another referee's words.


def test_hamburg_does_not_name_the_stones_nor_take_them_off_their_owners_board(house: House) -> None:
    made = play(house)
    common, hamburg = at(made, "at=6"), at(made, "at=6&referee=hamburg")
    assert said(common) == "Black has captured the following stones: A1."
    assert said(hamburg) == "Black captures 1 stone."
    assert "A1, white stone" not in common
    assert 'aria-label="A1, white stone, may be gone"' in hamburg, "White cannot know that it was this one"
    assert said(at(made, "at=3")) == "Illegal move."
    assert said(at(made, "at=3&referee=hamburg")) == "There is already an opponent’s stone."
    assert "as Hamburg would have judged them" in hamburg


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("who", [who.slug for who in referees.ALL])
def test_a_replay_under_another_referee_equals_a_game_played_under_it(who: str) -> None:
    with House() as house:
        # Under open Black sees what stands on A1, and tries nothing.
        tries = TRIES.replace(" black:A1", "", 1) if who == "open" else TRIES
        common, under = play(house, tries), play(house, tries, referee=who)
        for moment in range(9):
            assert told(at(common, f"at={moment}&referee={who}")) == told(at(under, f"at={moment}"))


def test_stones_can_be_given_sight(house: House) -> None:
    made, under = play(house), play(house, sight="1")
    for moment in range(9):
        assert told(at(made, f"at={moment}&sight=1")) == told(at(under, f"at={moment}"))
    fog = 'class="fog"'
    assert fog in told(at(made, "at=2&sight=1"))[1]
    assert fog not in told(at(made, "at=2"))[1]


def test_the_cost_of_a_refused_try_stays_as_it_was_played(house: House) -> None:
    made = play(house, "black:B2 white:B2 black:A1 white:resign", failed_try="lose-turn")
    assert said(at(made, "at=3&referee=hamburg")) == "Black has moved, White to move."


def test_the_page_says_how_many_tries_are_judged_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = play(house)
    monkeypatch.setattr(archive, "MOST_AGAIN", 3)
    assert at(made, "at=8")
    assert at(made, "at=3&referee=hamburg")
    answer = Visitor(house).get(f"{made.at('window')}/replay?at=4&referee=hamburg")
    assert answer.status == 422
    assert "at most 3 tries" in answer.text


# The address.


NONSENSE = [
    ("referee=nobody", 404, "Known: common"),
    ("referee=%00", 404, "Known: common"),
    (f"referee={'A' * 5000}", 404, "Known: common"),
    ("sight=far", 422, "whole number of points from 0 to 48"),
    ("sight=-1", 422, "whole number"),
    ("sight=49", 422, "whole number"),
    (f"sight={'9' * 3000}", 422, "whole number"),
    ("sight=2&referee=hamburg", 422, "leave sight out"),
    ("sight=2&referee=open", 422, "leave sight out"),
    ("board=nobody", 422, "Known: reference, black, white, alike"),
    ("board=audience", 422, "Known: reference"),
    (f"board={'A' * 5000}", 422, "Known: reference"),
    ("board=<script>alert(1)</script>", 422, "Known: reference"),
]


@pytest.mark.by_day(one_in=4)
@pytest.mark.parametrize(("query", "status", "hint"), NONSENSE, ids=[query[:30] for query, _, _ in NONSENSE])
def test_nonsense_gets_one_sentence(house: House, query: str, status: int, hint: str) -> None:
    answer = Visitor(house).get(f"{play(house).at('window')}/replay?{query}")
    assert answer.status == status
    (sentence,) = read(r"</h1><p>(.*?)</p>", answer.text)
    assert hint in sentence
    assert len(sentence) < 400
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("query", ["at=1", "referee=open", "referee=fog&sight=3", "board=white&at=2", "board=nobody"])
def test_before_the_end_nobody_gets_any_of_it(house: House, query: str) -> None:
    made = play(house, "black:B2 white:A1 black:A1")
    for chair in ("black", "white", "referee", "audience"):
        answer = made.seats[chair].get(f"{made.at(chair)}/replay?{query}")
        assert answer.status == 409
        assert "gridcell" not in answer.text
    for chair in ("window", "black"):
        answer = Visitor(house).get(f"{made.at(chair)}/replay?{query}")
        assert answer.status in (403, 409)
        assert "gridcell" not in answer.text


def test_the_link_to_a_moment_shows_the_same_to_everybody(house: House) -> None:
    made = play(house)
    own = made.page("black", "/replay?at=6&referee=hamburg&board=white")
    (link,) = re.findall(r'data-copies="([^"]*)"', own)
    path = unescape(link).partition("yurei.example")[2]
    assert path == f"{made.at('window')}/replay?at=6&referee=hamburg&board=white"
    answer = Visitor(house).get(path)
    assert answer.status == 200
    assert told(answer.text) == told(own)


@pytest.mark.parametrize(
    ("wish", "seats"),
    [
        ({"opponent": "rengo"}, ["black-1", "white-1", "black-2", "white-2"]),
        ({"opponent": "one-device"}, ["black", "white"]),
        ({"opponent": "solo"}, ["black", "white"]),
    ],
)
def test_there_is_a_board_for_every_seat(house: House, wish: dict[str, str], seats: list[str]) -> None:
    made = make(house, width="3", **wish)
    chair = next(name for name in made.seats if name not in ("referee", "audience"))
    if chair == "one-device":
        made.seats[chair].send(f"{made.at(chair)}/lift", {"seat": "black"})
    assert made.act(chair, "stone", "B2").status == 200
    other = next((name for name in made.seats if name == "white-1"), chair)
    if chair == "one-device":
        made.seats[chair].send(f"{made.at(chair)}/lift", {"seat": "white"})
    assert made.act(other, "resign").status == 200
    for query in ("at=1", "at=1&referee=kriegspiel", "at=1&board=alike"):
        assert re.findall(r'<section id="of-([\w-]+)"', at(made, query)) == ["reference", *seats]


# Long games.


async def _long(made: Made, tries: int) -> None:
    async with made.house.club.games.game(made.name) as game:
        _fill(game, tries)


def _fill(game: Game, tries: int) -> None:
    """Try all over the board, every third try on a stone."""
    size = game.settings.size
    for number in range(tries):
        point = number * 7 % size.points if number % 3 else (number - 1) * 7 % size.points
        apply_event(game, game.event(game.to_move or "", EventKind.TRY, size.name(point)))
    apply_event(game, game.event(game.to_move or "", EventKind.TRY, "resign"))


def test_a_game_of_six_hundred_tries_on_the_largest_usual_board_is_a_light_page(house: House) -> None:
    made = make(house, width="19", height="19", referee="hamburg")
    house.run(_long(made, 600))
    for query in ("at=600", "at=600&referee=common&board=black", "at=300&board=alike"):
        page = at(made, query)
        loaded = {"board.js", *re.findall(r'/static/\w+/([\w.]+)"', page)}
        assert "replay.js" in loaded
        weight = len(page.encode()) + sum(len(without_comments(STATIC / name)) for name in loaded)
        assert weight < 103_000, f"{query}: {weight}"
        assert 'aria-current="step"' in page, "the try that is looked at is in the list"


def test_marks_do_not_lie_on_one_another() -> None:
    assert list(spaced_out([1, 2, 9], 10)) == [1, 2, 9]
    shown = list(spaced_out(range(1, 601), 600))
    assert len(shown) <= MARKS
    assert min(after - before for before, after in pairwise(shown)) >= 600 / MARKS
    assert list(spaced_out([], 0)) == []
