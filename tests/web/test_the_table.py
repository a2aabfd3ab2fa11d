"""What lies on the table without a network: the drawing, the referee's voice, the counters, likes, aims, and their weight."""

import random
import re
from pathlib import Path

import pytest

from tests.web.test_after_the_end import mark
from tests.web.wire import House, Made, Visitor, make
from yurei.apps.web.shell.preferences import LIKES
from yurei.apps.web.shell.static_files import STATIC, without_comments
from yurei.rules.points import Size

HEAVIEST = 120_000
"""Bytes of a page with all that it loads, the styles of its end among them, so that the reveal is styled from its first frame.

On 19x19 4 kB of it make coordinates equally long, so that no length tells a point."""


def page(made: Made, chair: str, path: str = "") -> str:
    """The page of a chair."""
    return made.seats[chair].get(made.at(chair) + path).text


def play(made: Made, tries: str) -> None:
    """Let Black and White try in turn; ``!`` lets the same one try again."""
    seat = "black"
    for word in tries.split():
        do, _, at = word.removesuffix("!").rpartition(":")
        made.act(seat, "pass" if at == "pass" else do or "stone", "" if at == "pass" else at)
        if not word.endswith("!"):
            seat = "white" if seat == "black" else "black"


def labels(text: str) -> dict[str, str]:
    """What a screen reader says of the points that have something on them."""
    return dict(re.findall(r'aria-label="([A-Z]\d+), ([^"]+)"', text))


def test_a_ghost_away_from_ones_own_stones_is_refused_with_the_rule(house: House) -> None:
    made = make(house, width="5", ruleset="no-seki-go")
    rule = "A ghost goes beside one of your own stones."
    play(made, "C3 D3 ghost:E5!")
    assert rule in page(made, "black")
    assert rule not in page(made, "white")
    play(made, "ghost:D3!")
    assert rule not in page(made, "black"), "an own stone is beside it: the other one was in the way"


def test_where_everything_is_seen_nothing_is_guessed_and_nothing_revealed(house: House) -> None:
    made = make(house, width="5", referee="open")
    play(made, "C3 D4")
    text = page(made, "black")
    assert "pencil-" not in text
    last = re.search(r'class="last[^"]*"', text)
    assert last, "the opponent's last move has its mark"
    made.act("black", "resign")
    assert "revealed" not in page(made, "black")


def test_a_hidden_game_has_a_legend_of_the_marks(house: House) -> None:
    made = make(house, width="5")
    legend = re.search(r'<[^>]*class="[^"]*marks[^"]*".*?</dl>', page(made, "black"), re.DOTALL)
    assert legend
    assert "refused" in legend[0].lower()


@pytest.mark.parametrize(("colour", "waits"), [("black", "Your turn."), ("white", "You are White.")])
def test_who_waits_for_a_friend_reads_that_the_friend_has_not_come_yet(house: House, colour: str, waits: str) -> None:
    host, friend, other = Visitor(house), Visitor(house), "White" if colour == "black" else "Black"
    table = host.post("/games", {"colour": colour, "opponent": "friend", "width": "5", "height": "5"}).location
    text = host.get(table).text
    assert mark(text, "turn") == f"{waits} {other} has not come yet."
    (link,) = re.findall(rf'value="[^"]*(/g/\w+/join/{other.lower()}/[^"]+)"', text)
    friend.post(link)
    ending = "Your turn: you are Black." if colour == "black" else "You are White. Black is to move."
    assert mark(host.get(table).text, "turn") == ending


@pytest.mark.parametrize(("width", "tries"), [(9, 40), (13, 80), (19, 130)])
def test_a_game_in_play_weighs_little_with_all_that_it_loads(house: House, width: int, tries: int) -> None:
    made, points = make(house, width=f"{width}"), list(Size(width, width).names(range(width * width)))
    random.Random(1).shuffle(points)
    play(made, " ".join(points[:tries]))
    text = page(made, "black")
    assert text.count("<use class") >= tries // 3, "stones lie on it"
    loaded: dict[str, int] = {}
    for name in re.findall(r'"/static/\w+/([\w.-]+)"', text):
        _load(name, loaded)
    assert {
        "style.css",
        "board.css",
        "table.css",
        "yurei.js",
        "table.js",
        "sending.js",
        "board.js",
        "told.js",
        "notify.js",
    } < set(loaded)
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
def test_style_sheets_and_scripts_are_served_without_comments_and_indents(house: House, name: str) -> None:
    served = Visitor(house).get(f"/static/{name}").text
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


def test_all_own_browser_code_together_is_short() -> None:
    lines = {script.name: len(script.read_text(encoding="utf-8").splitlines()) for script in STATIC.glob("*.js")}
    assert sum(lines.values()) <= 1000, lines


def test_captured_points_are_marked_for_the_seats_that_were_told(house: House) -> None:
    made = make(house, width="3")
    play(made, "B2 A1 A2 C3 B1")
    assert labels(page(made, "white")) == {"A1": "just captured", "C3": "white stone"}
    assert labels(page(made, "black"))["A1"] == "just captured"
    kriegspiel = make(house, width="3", referee="kriegspiel")
    play(kriegspiel, "B2 A1 A2 C3 B1")
    assert labels(page(kriegspiel, "white"))["A1"] == "just captured", "he sees it vanish"
    assert "A1" not in labels(page(kriegspiel, "black")), "nobody has told him"
    hamburg = make(house, width="3", referee="hamburg")
    play(hamburg, "B2 A1 A2 C3 B1")
    assert labels(page(hamburg, "white"))["A1"] == "white stone, may be gone"


def test_the_card_says_whose_try_was_refused_unless_it_was_the_readers(house: House) -> None:
    made = make(house, width="3")
    play(made, "B2 B2")
    said = {chair: re.findall(r'id="told"[^>]*data-who="([^"]*)"', page(made, chair)) for chair in ("black", "white")}
    assert said == {"black": ["White:"], "white": []}


def lines(text: str) -> list[str]:
    """The lines of a transcript, newest first."""
    return re.findall(r"<li.*?</li>", text.partition('<ol id="heard"')[2].partition("</ol>")[0])


def counted(text: str) -> dict[str, list[str]]:
    """The counters by colour: moves, stones lost, refusals."""
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
    house: House, referee: str, black: dict[str, list[str]], white: dict[str, list[str]] | None
) -> None:
    made = make(house, width="3", referee=referee)
    play(made, "B2 B2! A1 A2 C3 B1")
    assert counted(page(made, "black")) == black
    assert counted(page(made, "white")) == (white or black)


@pytest.mark.parametrize(
    ("chair", "order"), [("black", ["white", "black"]), ("white", ["black", "white"]), ("audience", ["black", "white"])]
)
def test_a_players_own_clock_and_counters_come_second(house: House, chair: str, order: list[str]) -> None:
    made = make(house, width="3", clock="5+3")
    play(made, "B2 A1")
    assert list(counted(page(made, chair))) == order


def test_the_same_sentence_said_twice_is_read_out_twice(house: House) -> None:
    made = make(house, width="3")
    play(made, "B2 B2!")
    once = page(made, "white")
    made.act("white", "stone", "B2")
    twice = page(made, "white")
    said = [re.findall(r'<span id="told" data-told="(\d+)"[^>]*>([^<]*)', text) for text in (once, twice)]
    assert said == [[("2", "Illegal move.")], [("3", "Illegal move.")]], "another element each time"
    assert all('<p id="said" class="said" role="status"><span id="section-told"' in text for text in (once, twice))
    assert once.count('role="status"') == 4, (
        "the referee, the connection, news of lobby and evening, what is sent again, and nothing that chatters"
    )


def test_the_same_refusal_again_and_again_is_one_line(house: House) -> None:
    made = make(house, width="3")
    play(made, "B2")
    for times in ("", " ×2", " ×3"):
        made.act("white", "stone", "B2")
        for chair, said in (("white", "White: Illegal move. (B2)"), ("black", "White: Illegal move.")):
            assert re.sub("<[^>]*>", "", lines(page(made, chair))[0]) == f"{said}{times}"


@pytest.mark.parametrize("speaker", ["kriegspiel", "fog"])
def test_only_the_owner_reads_that_a_stone_has_gone_where_captures_are_not_announced(
    house: House, speaker: str
) -> None:
    made = make(house, width="5", referee=speaker)
    play(made, "B1 A1 A2")
    lost, taken = page(made, "white"), page(made, "black")
    assert lines(lost)[0].count("Gone from your board: A1.") == 1
    assert "Gone from your board: A1." in mark(lost, "told")
    assert "Gone from" not in taken + page(made, "audience")
    made.act("white", "stone", "E5")
    assert "Gone from" not in mark(page(made, "white"), "told")
    assert lines(page(made, "white"))[1].count("Gone from your board: A1.") == 1


def test_stones_that_are_named_are_not_named_twice(house: House) -> None:
    made = make(house, width="5", referee="common")
    play(made, "B1 A1 A2")
    assert "A1" in lines(page(made, "white"))[0]
    assert "Gone from" not in page(made, "white")


def test_the_length_of_a_line_does_not_tell_whether_a_stone_has_gone(house: House) -> None:
    loses, keeps = (make(house, width="5", referee="kriegspiel") for _ in range(2))
    play(loses, "B1 A1 A2")
    play(keeps, "B1 E5 A2")
    assert len(lines(page(loses, "white"))[0]) == len(lines(page(keeps, "white"))[0])


def test_long_games_show_the_newest_and_keep_the_rest_on_a_page_of_its_own(house: House) -> None:
    made, points = make(house, width="9"), list(Size(9, 9).names(range(81)))
    play(made, " ".join(points[:70:2] + points[1:50:2]))
    text = page(made, "white")
    assert "All announcements" in text
    whole = page(made, "white", "/heard")
    assert len(lines(text)) == 20
    assert len(lines(whole)) == 60
    assert lines(whole)[:20] == lines(text)
    assert "(A1)" not in whole, "Black's own points stay with Black"
    assert "(A1)" in page(made, "black", "/heard")


def test_an_error_page_has_the_colours_of_its_reader(house: House) -> None:
    for likes in ("sound", "dark", ""):
        answer = Visitor(house, {"likes": likes}).get("/nowhere")
        assert answer.status == 404
        assert f'data-likes="{likes}"' in answer.text


def test_likes_are_kept_in_a_cookie_and_hold_without_scripts(house: House) -> None:
    made = make(house, width="3")
    black = made.seats["black"]
    assert 'data-likes="sound"' in page(made, "black"), "who has said nothing"
    answer = black.post("/likes", {"like": "clear", "back": made.at("black")})
    assert (answer.status, answer.location) == (303, made.at("black"))
    text = page(made, "black")
    assert 'data-likes="clear"' in text
    assert re.search(r'value="clear" checked', text)
    assert not re.search(r'value="sound" checked', text)
    black.post("/likes")
    assert 'data-likes=""' in page(made, "black"), "nothing is liked"
    for kept in ("nonsense", "sound.<b>", "....", "clear" * 1000):
        text = Visitor(house, {**black.cookies, "likes": kept}).get(made.at("black")).text
        liked = re.findall(r'data-likes="([^"]*)"', text)[0].split()
        assert set(liked) <= LIKES
    answer = black.post("/likes", {"like": "E4"})
    assert answer.status == 404
    assert "preference" in answer.text


def test_without_scripts_a_try_is_aimed_first_where_that_is_liked(house: House) -> None:
    made = make(house, width="9")
    black, address = made.seats["black"], made.at("black")
    black.post("/likes", {"like": "confirm"})
    assert 'name="aim"' in page(made, "black")
    answer = black.post(address, {"do": "stone", "at": "d4", "aim": "1"})
    assert (answer.status, answer.location) == (303, f"{address}?do=stone&aim=d4")
    aimed = black.get(answer.location).text
    assert "The referee is ready." in aimed, "nothing has happened"
    assert re.search(r'value="D4" role=gridcell[^>]* class="aimed"', aimed)
    assert re.search(r'<form id="confirm"[^>]*method="post"(?![^>]*hidden)', aimed)
    assert "Try D4" in aimed
    black.post(address, {"do": "pencil-cross", "at": "E5", "aim": "1"})
    assert labels(page(made, "black")) == {"E5": "pencil: crossed out"}, "a pencil needs no confirming"
    black.post(address, {"do": "stone", "at": "D4"})
    assert labels(page(made, "black"))["D4"] == "black stone"
    answer = black.get(f"{address}?do=stone&aim=Z99")
    assert answer.status == 422
    assert "no point of a 9x9 board" in answer.text
