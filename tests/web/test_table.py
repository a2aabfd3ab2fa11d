"""The page of a game without a network: board, announcements, counters, preferences, known stones, and its weight."""

import json
import random
import re
from math import hypot
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.day_and_night import first_by_day
from tests.gtp.session import engine, holds
from tests.web.people import Club
from tests.web.programs import duel
from tests.web.test_count import mark
from tests.web.wire import Made, Visitor, WebApp, make
from yurei import records
from yurei import referee as referees
from yurei.apps.jsonlines import Session
from yurei.apps.web.frame import board
from yurei.apps.web.frame.board import Picture, draw_board
from yurei.apps.web.frame.page import LIKES, PAINTS
from yurei.apps.web.frame.security import STATIC, static_url, without_comments
from yurei.rules.points import Size

HEAVIEST = 120_000
"""Bytes of a page with all that it loads, the styles of its end among them, so that the reveal is styled from its first frame.

On 19x19 4 kB of it make coordinates equally long, so that no length tells a point."""


def labels(text: str) -> dict[str, str]:
    return dict(re.findall(r'aria-label="([A-Z]\d+), ([^"]+)"', text))


def test_a_ghost_away_from_ones_own_stones_is_refused_with_the_rule(webapp: WebApp) -> None:
    made = make(webapp, width="5", ruleset="no-seki-go")
    rule = "A ghost goes beside one of your own stones."
    made.play("C3 D3 ghost:E5!")
    assert rule in made.page("black")
    assert rule not in made.page("white")
    made.play("ghost:D3!")
    assert rule not in made.page("black"), "an own stone is beside it: the other one was in the way"


def test_an_open_game_has_no_pencil_and_no_reveal(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="open")
    made.play("C3 D4")
    text = made.page("black")
    assert "pencil-" not in text
    last = re.search(r'class="last[^"]*"', text)
    assert last, "the opponent's last move has its mark"
    made.act("black", "resign")
    assert "revealed" not in made.page("black")


def test_a_hidden_game_has_a_legend_of_the_marks(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    legend = re.search(r'<[^>]*class="[^"]*marks[^"]*".*?</dl>', made.page("black"), re.DOTALL)
    assert legend
    assert "refused" in legend[0].lower()


@pytest.mark.parametrize(("colour", "waits"), [("black", "Your turn."), ("white", "You are White.")])
def test_the_page_says_that_the_invited_friend_has_not_come_yet(webapp: WebApp, colour: str, waits: str) -> None:
    host, friend, other = Visitor(webapp), Visitor(webapp), "White" if colour == "black" else "Black"
    table = host.post("/games", {"colour": colour, "opponent": "friend", "width": "5", "height": "5"}).location
    text = host.get(table).text
    assert mark(text, "turn") == f"{waits} {other} has not come yet."
    (link,) = re.findall(rf'value="[^"]*(/g/\w+/join/{other.lower()}/[^"]+)"', text)
    friend.post(link)
    ending = "Your turn: you are Black." if colour == "black" else "You are White. Black is to move."
    assert mark(host.get(table).text, "turn") == ending


@pytest.mark.parametrize(("width", "tries"), [(9, 40), (13, 80), (19, 130)])
def test_a_game_in_play_weighs_little_with_all_that_it_loads(webapp: WebApp, width: int, tries: int) -> None:
    made, points = make(webapp, width=f"{width}"), list(Size(width, width).names(range(width * width)))
    random.Random(1).shuffle(points)
    for number, point in enumerate(points[:tries]):
        made.act(("black", "white")[number % 2], "stone", point)
    text = made.page("black")
    assert text.count("<use class") >= tries // 3, "stones lie on it"
    loaded: dict[str, int] = {}
    for name in re.findall(r'"/static/\w+/([\w.-]+)"', text):
        _load(name, loaded)
    scripts = {f"{name}.js" for name in ("yurei", "table", "sending", "board", "told", "notify")}
    assert scripts | {"style.css", "board.css", "table.css"} < set(loaded)
    assert {"icon.svg", "icon-turn.svg"} & set(loaded)
    weight = len(text.encode()) + sum(loaded.values())
    assert weight <= HEAVIEST, f"{weight} bytes: the page {len(text.encode())}, {loaded}"


def _load(name: str, loaded: dict[str, int]) -> None:
    if name not in loaded:
        text = without_comments(STATIC / name).decode()
        loaded[name] = len(text.encode())
        for other in re.findall(r'from "\./([\w.]+)"', text):
            _load(other, loaded)


@pytest.mark.parametrize("name", [path.name for path in STATIC.iterdir() if path.suffix in (".css", ".js")])
def test_style_sheets_and_scripts_are_served_without_comments_and_indents(webapp: WebApp, name: str) -> None:
    served = Visitor(webapp).get(f"/static/{name}").text
    assert served.encode() == without_comments(STATIC / name)
    lines = map(str.strip, (STATIC / name).read_text(encoding="utf-8").splitlines())
    written = {re.sub(r" /\*.*\*/$", "", line.partition(" // ")[0]) for line in lines if not line.startswith("/*")}
    if name.endswith(".css"):
        written = {
            line.replace("; ", ";").replace("{ ", "{").replace(" {", "{").replace(" }", "}").replace("} ", "}")
            for line in written
        }
    assert set(served.splitlines()) <= written


@pytest.mark.parametrize("script", [*STATIC.glob("*.js")], ids=lambda script: script.name)
def test_no_text_of_a_script_goes_over_a_line_as_indents_are_not_served(script: Path) -> None:
    code = re.sub(r"/\*.*?\*/", "", script.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not [line for line in code.splitlines() if line.count("`") % 2]


def test_captured_points_are_marked_for_the_seats_that_were_told(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.play("B2 A1 A2 C3 B1")
    assert labels(made.page("white")) == {"A1": "just captured", "C3": "white stone"}
    assert labels(made.page("black"))["A1"] == "just captured"
    kriegspiel = make(webapp, width="3", referee="kriegspiel")
    kriegspiel.play("B2 A1 A2 C3 B1")
    assert labels(kriegspiel.page("white"))["A1"] == "just captured", "he sees it vanish"
    assert "A1" not in labels(kriegspiel.page("black")), "nobody has told him"
    hamburg = make(webapp, width="3", referee="hamburg")
    hamburg.play("B2 A1 A2 C3 B1")
    assert labels(hamburg.page("white"))["A1"] == "white stone, may be gone"


def test_the_card_says_whose_try_was_refused_unless_it_was_the_readers(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.play("B2 B2")
    said = {chair: re.findall(r'id="told"[^>]*data-who="([^"]*)"', made.page(chair)) for chair in ("black", "white")}
    assert said == {"black": ["White:"], "white": []}


def lines(text: str) -> list[str]:
    return re.findall(r"<li.*?</li>", text.partition('<ol id="heard"')[2].partition("</ol>")[0])


def counted(text: str) -> dict[str, list[str]]:
    sides = re.findall(r'<div class="side (\w+)[^"]*">.*?<dl class="counters"[^>]*>(.*?)</dl>', text)
    return {colour: re.findall(r"<dd>(?:<abbr[^>]*>)?([^<]*)<", cells) for colour, cells in sides}


@pytest.mark.parametrize(
    ("referee", "black", "white"),
    [
        ("common", {"black": ["3", "0", "0"], "white": ["2", "1", "1"]}, None),
        ("hamburg", {"black": ["3", "0", "0"], "white": ["2", "1", "1"]}, None),
        (
            "kriegspiel",
            {"black": ["3", "0", "0"], "white": ["2", "?", "1"]},
            {"black": ["3", "?", "0"], "white": ["2", "1", "1"]},
        ),
    ],
)
def test_only_announced_facts_are_counted(
    webapp: WebApp, referee: str, black: dict[str, list[str]], white: dict[str, list[str]] | None
) -> None:
    made = make(webapp, width="3", referee=referee)
    made.play("B2 B2! A1 A2 C3 B1")
    assert counted(made.page("black")) == black
    assert counted(made.page("white")) == (white or black)


@pytest.mark.parametrize(
    ("chair", "order"), [("black", ["white", "black"]), ("white", ["black", "white"]), ("audience", ["black", "white"])]
)
def test_a_players_own_clock_and_counters_come_second(webapp: WebApp, chair: str, order: list[str]) -> None:
    made = make(webapp, width="3", clock="5+3")
    made.play("B2 A1")
    assert list(counted(made.page(chair))) == order


def test_the_same_sentence_said_twice_is_read_out_twice(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.play("B2 B2!")
    once = made.page("white")
    made.act("white", "stone", "B2")
    twice = made.page("white")
    said = [re.findall(r'<span id="told" data-told="(\d+)"[^>]*>([^<]*)', text) for text in (once, twice)]
    assert said == [[("2", "Illegal move.")], [("3", "Illegal move.")]], "another element each time"
    assert all('<p id="said" class="said" role="status"><span id="section-told"' in text for text in (once, twice))
    assert once.count('role="status"') == 4, (
        "the referee, the connection, news of lobby and evening, what is sent again, and nothing that chatters"
    )


def test_the_same_refusal_again_and_again_is_one_line(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    made.play("B2")
    for times in ("", " ×2", " ×3"):
        made.act("white", "stone", "B2")
        for chair, said in (("white", "White: Illegal move. (B2)"), ("black", "White: Illegal move.")):
            assert re.sub("<[^>]*>", "", lines(made.page(chair))[0]) == f"{said}{times}"


@pytest.mark.parametrize("speaker", ["kriegspiel", "fog"])
def test_only_the_owner_reads_that_a_stone_has_gone_where_captures_are_not_announced(
    webapp: WebApp, speaker: str
) -> None:
    made = make(webapp, width="5", referee=speaker)
    made.play("B1 A1 A2")
    lost, taken = made.page("white"), made.page("black")
    assert lines(lost)[0].count("Gone from your board: A1.") == 1
    assert "Gone from your board: A1." in mark(lost, "told")
    assert "Gone from" not in taken + made.page("audience")
    made.act("white", "stone", "E5")
    assert "Gone from" not in mark(made.page("white"), "told")
    assert lines(made.page("white"))[1].count("Gone from your board: A1.") == 1


def test_stones_that_are_named_are_not_named_twice(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="common")
    made.play("B1 A1 A2")
    assert "A1" in lines(made.page("white"))[0]
    assert "Gone from" not in made.page("white")


def test_the_length_of_a_line_does_not_tell_whether_a_stone_has_gone(webapp: WebApp) -> None:
    loses, keeps = (make(webapp, width="5", referee="kriegspiel") for _ in range(2))
    loses.play("B1 A1 A2")
    keeps.play("B1 E5 A2")
    assert len(lines(loses.page("white"))[0]) == len(lines(keeps.page("white"))[0])


def test_long_games_show_the_newest_and_keep_the_rest_on_a_page_of_its_own(webapp: WebApp) -> None:
    made, points = make(webapp, width="9"), list(Size(9, 9).names(range(81)))
    made.play(" ".join(points[:70:2] + points[1:50:2]))
    text = made.page("white")
    assert "All announcements" in text
    whole = made.page("white", "/heard")
    assert len(lines(text)) == 20
    assert len(lines(whole)) == 60
    assert lines(whole)[:20] == lines(text)
    assert "(A1)" not in whole, "Black's own points stay with Black"
    assert "(A1)" in made.page("black", "/heard")


def test_an_error_page_has_the_colours_of_its_reader(webapp: WebApp) -> None:
    for likes in ("sound", "dark", ""):
        answer = Visitor(webapp, {"likes": likes}).get("/nowhere")
        assert answer.status == 404
        assert f'data-likes="{likes}"' in answer.text


def test_likes_are_kept_in_a_cookie_and_hold_without_scripts(webapp: WebApp) -> None:
    made = make(webapp, width="3")
    black = made.seats["black"]
    assert 'data-likes="sound"' in made.page("black"), "who has said nothing"
    answer = black.post("/likes", {"like": "clear", "back": made.at("black")})
    assert (answer.status, answer.location) == (303, made.at("black"))
    text = made.page("black")
    assert 'data-likes="clear"' in text
    assert re.search(r'value="clear" checked', text)
    assert not re.search(r'value="sound" checked', text)
    black.post("/likes")
    assert 'data-likes=""' in made.page("black"), "nothing is liked"
    for kept in ("nonsense", "sound.<b>", "....", "clear" * 1000):
        text = Visitor(webapp, {**black.cookies, "likes": kept}).get(made.at("black")).text
        liked = re.findall(r'data-likes="([^"]*)"', text)[0].split()
        assert set(liked) <= LIKES
    answer = black.post("/likes", {"like": "E4"})
    assert answer.status == 404
    assert "preference" in answer.text


def test_without_scripts_a_try_is_aimed_first_where_that_is_liked(webapp: WebApp) -> None:
    made = make(webapp, width="9")
    black, address = made.seats["black"], made.at("black")
    black.post("/likes", {"like": "confirm"})
    assert 'name="aim"' in made.page("black")
    answer = black.post(address, {"do": "stone", "at": "d4", "aim": "1"})
    assert (answer.status, answer.location) == (303, f"{address}?do=stone&aim=d4")
    aimed = black.get(answer.location).text
    assert "The referee is ready." in aimed, "nothing has happened"
    assert re.search(r'value="D4" role=gridcell[^>]* class="aimed"', aimed)
    assert re.search(r'<form id="confirm"[^>]*method="post"(?![^>]*hidden)', aimed)
    assert "Try D4" in aimed
    black.post(address, {"do": "pencil-cross", "at": "E5", "aim": "1"})
    assert labels(made.page("black")) == {"E5": "pencil: crossed out"}, "a pencil needs no confirming"
    black.post(address, {"do": "stone", "at": "D4"})
    assert labels(made.page("black"))["D4"] == "black stone"
    answer = black.get(f"{address}?do=stone&aim=Z99")
    assert answer.status == 422
    assert "no point of a 9x9 board" in answer.text


def head(text: str) -> tuple[str, str]:
    (title,), (icon,) = re.findall(r"<title[^>]*>(.*?)</title>", text), re.findall(r'rel="icon" href="([^"]+)"', text)
    return title, icon


def test_the_served_page_has_the_turn_in_its_title_and_icon(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    look = {chair: head(made.page(chair)) for chair in made.seats}
    assert look["black"] == ("Your turn – Phantom Go, Black – yurei", static_url("icon-turn.svg"))
    for chair in ("white", "referee", "audience"):
        assert "Your turn" not in look[chair][0]
        assert look[chair][1] == static_url("icon.svg")
    made.act("black", "resign")
    for chair in ("black", "white"):
        assert "Your turn" not in head(made.page(chair))[0]


def test_a_player_who_is_always_to_move_sees_no_turn_in_the_title(webapp: WebApp) -> None:
    made = make(webapp, width="5", opponent="solo")
    assert "Your turn" not in head(made.page("solo"))[0]


SAID = "you know what stands on C3, so this is no try"


def events_and_tries(made: Made) -> tuple[int, int]:
    game = made.webapp.held[made.name]
    return len(game.events), len(game.judged)


@pytest.mark.parametrize("referee", first_by_day([each.slug for each in referees.ALL], 3))
@pytest.mark.parametrize("failed_try", ["retry", "lose-turn"])
def test_a_tap_on_ones_own_stone_is_told_to_nobody(webapp: WebApp, referee: str, failed_try: str) -> None:
    made = make(webapp, width="5", referee=referee, failed_try=failed_try)
    made.play("C3 A1")
    before = events_and_tries(made)
    white = made.seats["white"].listen(made.at("white") + "/live")
    frames = len(white.raw)
    for do, at in (("stone", "C3"), ("stone", " c3 ")):
        answer = made.act("black", do, at)
        assert (answer.status, answer.text) == (422, SAID)
    assert events_and_tries(made) == before
    assert len(white.raw) == frames
    assert made.act("black", "stone", "D4").status == 200, "it is Black's turn still"


def test_a_player_who_sees_the_opponents_stone_knows_it(webapp: WebApp) -> None:
    for referee, status in (("open", 422), ("fog", 422), ("common", 200)):
        made = make(webapp, width="5", referee=referee)
        made.play("C3 C2 E5")
        assert made.act("white", "stone", "C3").status == status, referee


def test_a_point_refused_without_a_reason_may_be_tried_again(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    made.act("black", "stone", "C3")
    for _ in range(2):
        assert made.act("white", "stone", "C3").status == 200
    assert events_and_tries(made)[1] == 3


def test_hamburg_allows_a_try_on_a_stone_that_may_be_gone_but_not_on_a_named_one(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="hamburg")
    made.play("C3 C3! A1 A2 E5 B1")  # takes A1
    assert made.act("white", "stone", "C3").text == SAID, "the referee has said what stands there"
    assert made.act("white", "stone", "E5").status == 200, "it may be the one that was taken"
    assert events_and_tries(made)[1] == 7


def test_a_ghost_can_be_replaced_and_a_second_one_is_no_try(webapp: WebApp) -> None:
    made = make(webapp, width="5", ruleset="no-seki-go")
    made.play("C3 A1 ghost:C4 pass")
    assert made.act("black", "ghost", "C4").status == 422
    assert made.act("black", "stone", "C4").status == 200


@pytest.mark.parametrize("game", ["go", "no-seki-go"])
@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_a_program_is_told_the_points_on_which_a_try_is_no_try_and_no_others(
    webapp: WebApp, referee: str, game: str
) -> None:
    sides, chance = dict(zip(("black", "white"), duel(webapp, referee=referee, ruleset=game), strict=True)), Random(1)
    for _ in range(25):
        seen = sides["black"].sees()
        program = sides[seen["to_move"] or "black"]
        standing = program.sees()["standing"]
        kinds = ("stone", "ghost") if seen["settings"]["ghosts"] else ("stone",)
        for point, cell in standing.items():
            for do in kinds:
                if cell in "BW" or do == "ghost":
                    answer = program.ask("POST", program.address, {"do": do, "point": point})
                    assert (answer.status, "so this is no try" in answer.text) == (422, True)
        free = [f"{column}{row}" for column in "ABCDE" for row in range(1, 6)]
        point = chance.choice([each for each in free if each not in standing])
        assert program.ask("POST", program.address, {"do": kinds[-1], "point": point}).status == 200
    for program in sides.values():
        heard = program.sees()["heard"]
        assert any(each["verdict"] == "illegal" for each in heard)
    sides["black"].does("resign")
    assert sides["white"].sees()["standing"] == {}


def test_hamburg_adds_a_named_stone_to_the_standing_points_of_a_program(webapp: WebApp) -> None:
    black, white = duel(webapp, referee="hamburg")
    black.does("stone", "C3")
    assert white.does("stone", "C3")["standing"] == {"C3": "B"}
    assert black.sees()["standing"] == {"C3": "B"}


@pytest.mark.parametrize("referee", first_by_day([each.slug for each in referees.ALL], 3))
def test_two_games_that_sound_alike_are_answered_alike(webapp: WebApp, referee: str) -> None:
    """White's stones lie elsewhere, and in one of the games one of Black's was captured unheard."""
    answers = []
    for tries in ("A1 C3 E5 D3", "A1 D2 E5 B4"):
        made = make(webapp, width="5", referee=referee)
        made.play(tries)
        answers.append([made.act("black", "stone", point).status for point in ("A1", "E5", "A1")])
    assert answers[0] == answers[1] == [422, 422, 422]


SIZE = Size(4, 3)
points = st.sets(st.integers(0, SIZE.points - 1))
boards = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4]), min_size=SIZE.points, max_size=SIZE.points).map(bytes)
pictures = st.builds(
    Picture,
    size=st.just(SIZE),
    cells=boards,
    name=st.just("black"),
    label=st.just("Board"),
    pencil=st.dictionaries(st.integers(0, SIZE.points - 1), st.sampled_from(["black", "white", "dead", "cross"])),
    last=st.none() | st.tuples(st.integers(0, SIZE.points - 1), st.booleans()),
    dead=points,
    owners=st.dictionaries(st.integers(0, SIZE.points - 1), st.sampled_from([1, 2])),
    asked=st.booleans(),
    uncertain=points,
    taken=points,
    known=st.none() | boards,
    fog=st.just(0) | st.integers(0, 2**SIZE.points - 1),
    disputed=points,
    wrong=points,
    aim=st.none() | st.integers(0, SIZE.points - 1),
    pointed=points,
    heat=st.just(()) | st.lists(st.floats(0, 1), min_size=SIZE.points, max_size=SIZE.points),
)


@given(pictures)
def test_points_with_nothing_but_a_piece_on_them_are_drawn_alike_on_every_board(picture: Picture) -> None:
    short = str(draw_board(picture, str))
    said, marked = board._more_to_say, board._marked
    board._more_to_say = board._marked = lambda _: range(SIZE.points)  # type: ignore[assignment]
    try:
        assert str(draw_board(picture, str)) == short
    finally:
        board._more_to_say, board._marked = said, marked


RING = re.compile(r'class="last (\w+)[^"]*" d="M[\d.]+ [\d.]+a(\d*\.\d+)')
PEN = 0.085
"""Width of the ring's stroke, see board.css."""
BY_HAND = hypot(0.027, 0.024)
"""How far a piece may lie from its point."""


def radius_of_the_face() -> float:
    """How far the eyes and the mouth of a ghost reach from the middle of the drawing."""
    ellipses = re.findall(r"<ellipse ([^>]*)/>", re.findall(r'<g class="eyes">(.*?)</g>', PAINTS)[0])
    sizes = [{name: float(value) for name, value in re.findall(r'(\w+)="([-.\d]+)"', each)} for each in ellipses]
    assert len(sizes) == 3
    return max(hypot(abs(s.get("cx", 0)) + s["rx"], abs(s.get("cy", 0)) + s["ry"]) for s in sizes)


def test_the_ring_of_the_last_move_goes_around_the_face_of_a_ghost(webapp: WebApp) -> None:
    made = make(webapp, ruleset="no-seki-go", width="5")
    made.play("C3 E5 ghost:C4")
    [(kind, radius)] = RING.findall(made.part("black"))
    assert kind == "accepted"
    assert float(radius) - PEN / 2 > radius_of_the_face() + BY_HAND
    [(kind, radius)] = RING.findall(made.part("white"))
    assert float(radius) < 0.3, "on a stone it is small"


INTERSECTIONS = """
() => {
  const board = document.querySelector('#play .board svg'), lines = board.querySelector('.lines').getBBox(), cut = [];
  let glyphs = 0;
  for (const text of board.querySelectorAll('.coordinates text')) {
    for (let at = 0; at < text.getNumberOfChars(); at += 1) {
      const glyph = text.getExtentOfChar(at), ascent = glyph.height * 0.75; // a digit has no descender
      glyphs += 1;
      const beside = glyph.x + glyph.width <= lines.x || glyph.x >= lines.x + lines.width;
      const baseline = text.getStartPositionOfChar(at).y;
      const above = baseline <= lines.y || baseline - ascent * 0.8 >= lines.y + lines.height;
      if (!beside && !above) cut.push(`${text.textContent} ${at}`);
    }
  }
  return { cut, glyphs };
}
"""


@pytest.mark.parametrize("lines", ["5", "19"])
def test_lines_of_a_torus_leave_the_coordinates_free(club: Club, lines: str) -> None:
    person = club.person()
    club.makes(person, ruleset="toroidal-go", opponent="solo", width=lines)
    for across in (390, 1440):
        person.page.set_viewport_size({"width": across, "height": 900})
        found = person.page.evaluate(INTERSECTIONS)
        assert found["glyphs"] >= 4 * int(lines)
        assert found["cut"] == []


def test_lines_of_a_torus_run_on_beyond_its_outer_points(webapp: WebApp) -> None:
    page = make(webapp, ruleset="toroidal-go", width="5").part("black")
    flat = make(webapp, ruleset="go", width="5").part("black")
    first = [float(re.findall(r'class="lines" d="M([\d.]+)', text)[0]) for text in (page, flat)]
    assert first[0] < first[1] - 0.4


ONCE_MORE = re.compile(r'<use class="beyond" href="#(\w+-stone)"')


def test_atari_go_ends_in_the_browser_with_the_first_capture(webapp: WebApp) -> None:
    made = make(webapp, ruleset="atari-go", referee="kriegspiel", width="3")
    made.play("A2 A1 C3 C1 B1")
    for seat in ("black", "white", "audience"):
        page = made.page(seat)
        assert "Black wins by capture." in page
        assert made.seats[seat].get(made.at(seat) + "/replay?at=5").status == 200
    kept = records.read(made.seats["black"].get(made.at("black") + "/record").body)
    assert (kept.settings.ruleset.slug, len(kept.entries)) == ("atari-go", 5)


def test_stones_repeat_beyond_the_edge_of_a_torus_for_their_viewers_only(webapp: WebApp) -> None:
    made = make(webapp, ruleset="toroidal-go", width="4")
    made.play("A1 C2 D3")
    black, white, all_ = (made.page(seat) for seat in ("black", "white", "audience"))
    assert ONCE_MORE.findall(black) == ["black-stone"] * 4, "three times for the corner, once for the side"
    assert ONCE_MORE.findall(white) == []
    assert ONCE_MORE.findall(all_) == []


@pytest.mark.parametrize(
    ("game", "setup", "point", "removed", "result"),
    [
        ("atari-go", ".../.B./BW.", "C1", ["B1"], {"winner": "black", "by": "capture"}),
        ("toroidal-go", "..../..../B.../WB.B", "A4", ["A1"], None),
    ],
)
def test_the_line_protocol_answers(
    game: str, setup: str, point: str, removed: list[str], result: dict[str, str] | None
) -> None:
    session, lines = Session(), len(setup.split("/"))
    new = {"op": "new", "settings": {"ruleset": game, "width": lines, "height": lines}, "setup": setup}
    assert json.loads(session.answer(json.dumps(new)) or "")["ok"]
    answer = json.loads(session.answer(json.dumps({"op": "try", "kind": "stone", "point": point})) or "")
    assert (answer["removed"]["white_stones"], answer["result"]) == (removed, result)


def test_an_engine_of_gtp_counts_a_first_capture_as_a_win() -> None:
    holds(
        engine(ruleset="atari-go", width=3, height=3),
        """
        > play w A1
        =
        > play b A2
        =
        > play b B1
        =
        > final_score
        = B+…
        """,
    )
