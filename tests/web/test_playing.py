"""Playing in real browsers: hands and keyboards, shared screens, the geometry of the board, and fog."""

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.day_and_night import first_by_day
from tests.web.people import Club, Person
from tests.web.wire import Visitor, WebApp, make


def test_two_windows_of_one_player_show_the_same_and_keep_the_focus(club: Club) -> None:
    black, white = club.duel(width="3")
    other = Person(black.page.context.new_page())
    other.page.goto(black.page.url)
    white.point("A1").focus()
    black.tries("B2")
    for person in (other, white):
        person.hears("Black has moved, White to play.")
    other.sees("B2 black")
    expect(white.point("A1")).to_be_focused()
    white.page.keyboard.press("Enter")
    other.hears("White has moved, Black to play.")
    expect(white.point("A1")).to_be_focused()
    other.tries("C3")
    black.sees("B2 black, C3 black")
    white.hears("Black has moved, White to play.")


@pytest.mark.parametrize("milliseconds", first_by_day([120, 180, 250]))
def test_a_double_click_on_a_shared_screen_neither_plays_nor_lifts_the_curtain(club: Club, milliseconds: int) -> None:
    person = club.person()
    club.makes(person, width="3", opponent="one-device")
    person.page.wait_for_load_state("networkidle")
    box = person.page.locator(".curtain button").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.page.mouse.click(*middle)
    person.page.wait_for_timeout(milliseconds)
    person.page.mouse.click(*middle)  # on the board that lies there now
    expect(person.page.locator("#play")).to_be_visible()
    person.hears("The referee is ready.")
    person.page.wait_for_timeout(500)
    person.page.mouse.dblclick(*middle, delay=40)  # the second time on the curtain
    person.hears("Black has moved, White to play.")
    shows_nothing(person)
    person.lifts_the_curtain()
    assert person.lines == ["Black has moved, White to play."]
    person.tries("B3")
    person.hears("Illegal move.")


def test_a_try_made_before_the_answer_to_another_is_dropped(club: Club) -> None:
    black, white = club.person(), club.person()
    links = club.makes(black, width="5")
    held: list[Any] = []

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: held.append((server, message)))

    white.page.route_web_socket("**/live", hold)
    white.sits_down(links["white"])
    black.tries("C3")
    white.hears("Black has moved, White to play.")
    white.tries("C3")
    expect(white.page.locator("#play .asked")).to_have_attribute("value", "C3")  # marked under the finger at once
    white.tries("D3")
    white.page.wait_for_timeout(100)
    for _ in range(3):
        for server, message in held:
            server.send(message)
        tried = [json.loads(message)["at"] for _, message in held if json.loads(message)["do"] == "stone"]
        assert set(tried) <= {"C3"}
        held.clear()
        white.page.wait_for_timeout(200)
    white.hears("Illegal move.")
    white.sees("")
    white.page.unroute_all()


def test_a_refused_point_stays_marked_until_it_is_known_to_be_free(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    made.play("C3 C3! A1 E5 E1")
    marked = 'value="C3" role=gridcell aria-label="C3, refused here on turn 2"'
    page = made.part("white")
    assert marked in page
    assert 'class="mark refused"' in page
    assert "refused here" not in made.part("black")
    made.play("A5 D1")
    assert marked in made.part("white"), "it is not only the last try"


def test_marks_can_be_hidden(club: Club) -> None:
    black, white = club.duel(width="5")
    black.tries("C3")
    white.hears("Black has moved, White to play.")
    white.tries("C3")
    white.hears("Illegal move.")
    white.tries("A1")
    mark = white.page.locator(".board .mark.refused")
    expect(mark).to_be_visible()
    white.page.get_by_text("Sound and appearance").click()
    white.page.get_by_label("Hide marks of refused moves and captures").check()
    expect(mark).to_be_hidden()


def test_the_winner_reads_the_win_first(webapp: WebApp) -> None:
    made = make(webapp, width="5")
    made.act("black", "resign")
    for chair, words in (("black", "You lost"), ("white", "You won")):
        assert f'<p id="outcome">{words}</p>' in made.part(chair)
    assert "outcome" not in made.part("audience").replace("data-outcome", "")


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_button_that_is_pressed_while_the_opponent_acts_is_still_clicked(club: Club, hand: str) -> None:
    black, white = club.duel(width="5", draw_by_agreement="true")
    black.page.locator("#pass > summary").click()
    passes = black.page.get_by_role("button", name="Yes, pass")
    passes.hover()
    passes.focus()
    black.page.clock.install()
    black.page.clock.pause_at(time.time() + 1)  # however busy the machine is, the press is short
    black.page.mouse.down() if hand == "mouse" else black.page.keyboard.down("Space")
    white.page.get_by_role("button", name="Offer a draw").click()  # Black's buttons are drawn anew
    expect(white.page.get_by_text("You offered a draw.")).to_be_visible()
    black.page.wait_for_timeout(200)  # the frame has come
    black.page.mouse.up() if hand == "mouse" else black.page.keyboard.up("Space")
    black.page.clock.resume()
    white.hears("Black passes.")


def test_a_page_is_updated_while_the_mouse_button_is_held(club: Club) -> None:
    black, white = club.duel(width="5", draw_by_agreement="true")
    black.page.locator("#pass > summary").hover()
    black.page.mouse.down()
    white.page.get_by_role("button", name="Offer a draw").click()
    expect(black.page.locator(".offer")).to_be_visible()  # within a second, and before the button is released


def test_a_question_that_was_asked_before_the_opponent_passed_is_folded(club: Club) -> None:
    black, white = club.duel(width="5")
    white.page.locator("#pass > summary").click()
    expect(white.page.locator("#pass button")).to_be_visible()
    black.passes()
    white.hears("Black passes.")
    expect(white.page.get_by_role("button", name="Yes, pass")).to_be_hidden()
    white.page.locator("#pass-too > summary").click()
    expect(white.page.locator("#pass-too .panel")).to_contain_text("The opponent has passed.")


def test_the_second_tap_on_pass_does_not_answer_its_question(club: Club) -> None:
    black, _ = club.duel(width="5")
    black.page.locator("#pass > summary").click()
    question = black.page.get_by_role("button", name="Yes, pass")
    question.dispatch_event("click", {"detail": 2})  # a sheet of a narrow window lies partly over its button
    black.page.wait_for_timeout(300)
    expect(black.page.locator("#heard li")).to_have_count(0)
    question.click()
    black.hears("Black passes.")


def test_on_a_phone_the_result_is_in_sight_when_the_count_is_agreed(club: Club) -> None:
    black, white = club.person(viewport={"width": 390, "height": 844}), club.person()
    white.sits_down(club.makes(black, width="9")["white"])
    black.passes()
    white.hears("Black passes.")
    white.passes()
    white.page.locator(".settling").wait_for()
    white.does("settle")
    black.does("settle")
    expect(black.page.locator("#outcome")).to_be_in_viewport(ratio=1)
    expect(black.said).to_be_in_viewport(ratio=1)


def test_a_stone_drops_once_and_hidden_stones_appear_one_by_one_at_the_end(club: Club) -> None:
    black, white = club.person(reduced_motion="no-preference"), club.person()
    white.sits_down(club.makes(black, width="5")["white"])
    for number, point in enumerate(("C3", "A1", "D3", "A2", "C4", "B2")):
        (black, white)[number % 2].tries(point)
        for person in (black, white):
            person.hears("White has moved, Black to play." if number % 2 else "Black has moved, White to play.")
        if point == "D3":
            classes = black.page.locator("#s-black-3 use.stone").evaluate_all(
                "all => all.map(each => each.classList.value)"
            )
            assert classes == ["stone black", "stone black dropped"]
    white.resigns()
    expect(black.page.locator("#table.ended[data-changed] .unveiled")).to_have_count(3)
    begin = black.page.locator(".unveiled").evaluate_all(
        "stones => stones.flatMap(stone => stone.getAnimations().map(each => each.effect.getTiming().delay))"
    )
    assert begin == [400, 650, 900]  # milliseconds
    black.page.reload()
    expect(black.page.locator("#table.ended .unveiled")).to_have_count(3)
    expect(black.page.locator("#table[data-changed]")).to_have_count(0)


def test_marking_dead_stones_unveils_nothing_again(club: Club) -> None:
    black, white = club.person(reduced_motion="no-preference"), club.person()
    white.sits_down(club.makes(black, width="5")["white"])
    for person, point in ((black, "C3"), (white, "A1"), (black, "D3"), (white, "E1")):
        person.tries(point)
        for listener in (black, white):
            listener.hears("White has moved, Black to play." if person is white else "Black has moved, White to play.")
    black.passes()
    white.hears("Black passes.")
    white.passes()
    expect(black.page.locator("#table.ended[data-changed] .unveiled")).to_have_count(2)
    black.page.locator("[name=at][value=A1]").click()
    expect(black.page.locator(".stone.dead")).to_have_count(1)
    animations = "parts => parts.flatMap(each => each.getAnimations()).length"
    assert black.page.locator("#s-black-1 *").evaluate_all(animations) == 0, "the row was drawn anew"


def test_open_menus_typed_text_and_focus_survive_page_updates(club: Club) -> None:
    black, white = club.duel(width="5")
    black.page.locator("#say").fill("half a sen")
    black.opens_more()
    black.page.locator("#keys > summary").click()
    black.page.locator("#typed").fill("E")
    white.page.locator("#say").fill("hello")
    white.page.locator("#say").press("Enter")
    expect(black.page.locator("#talk")).to_contain_text("hello")
    expect(black.page.locator("#typed")).to_be_focused()
    black.page.locator("#typed").press("Backspace")
    black.page.locator("#typed").press_sequentially("C3")
    black.page.locator("#typed").press("Enter")
    white.hears("Black has moved, White to play.")
    white.tries("D4")
    black.hears("White has moved, Black to play.")
    expect(black.page.locator("#keys")).to_have_attribute("open", "")
    expect(black.page.locator("#say")).to_have_value("half a sen")
    black.resigns()
    black.hears("White wins by resignation.")
    expect(black.page.locator("#say")).to_have_value("half a sen")


QUESTION = "Both have passed, and the board is revealed. Is this right?"


def shows_nothing(person: Person) -> None:
    """Only the curtain: no board, no point, no piece, no typed field."""
    expect(person.page.locator(".curtain button")).to_be_visible()
    # The links to the chairs and the name of the game are chance's own letters, and may spell a point.
    page = re.sub(r"/join/[^\"<]*", "", person.page.content()).replace(person.page.url.split("/")[-2], "")
    for trace in ("grid", "<svg viewBox", 'class="stone', "black stone", "white stone", "pencil", "typed", "B2"):
        assert trace not in page, trace


@pytest.mark.parametrize("script", first_by_day([True, False]), ids=["with JavaScript", "without JavaScript"])
def test_on_a_shared_screen_nothing_of_any_board_is_left_between_turns(club: Club, script: bool) -> None:
    person = club.person(java_script_enabled=script)
    club.makes(person, opponent="one-device", width="3")
    page = person.page
    shows_nothing(person)
    expect(page.locator(".curtain")).to_contain_text("Hand the device to Black.")
    person.lifts_the_curtain()
    person.takes("pencil-white")
    person.tries("A1")
    person.takes("stone")
    person.tries("B2")
    person.hears("Black has moved, White to play.")
    shows_nothing(person)
    page.reload()
    shows_nothing(person)
    for turns in (page.go_back, page.go_back, page.go_back, page.go_forward, page.go_forward, page.go_forward):
        turns()
        if page.locator("#table").count():
            shows_nothing(person)

    person.lifts_the_curtain()
    person.sees("")
    expect(person.point("A1")).to_have_attribute("aria-label", "A1")
    person.tries("B2")
    person.hears("Illegal move.")
    person.tries("A1")
    person.hears("White has moved, Black to play.")
    shows_nothing(person)
    person.lifts_the_curtain()
    person.sees("B2 black")
    expect(person.point("A1")).to_have_attribute("aria-label", "A1, pencil: white")


def test_a_second_window_of_a_shared_screen_is_curtained_with_the_first(club: Club) -> None:
    person = club.person()
    club.makes(person, opponent="one-device", width="3")
    other = Person(person.page.context.new_page())
    other.page.goto(person.page.url)
    shows_nothing(other)
    person.lifts_the_curtain()
    person.tries("B2")
    person.hears("Black has moved, White to play.")
    other.hears("Black has moved, White to play.")
    shows_nothing(other)


def test_a_copied_link_stays_marked_while_others_sit_down(club: Club) -> None:
    person, other = club.person(permissions=["clipboard-read", "clipboard-write"]), club.person()
    links = club.makes(person, opponent="rengo", width="3")
    button = person.page.locator("#invitations button[data-copies*='/white-2/']")
    button.click()
    expect(person.page.locator("[data-done]")).to_be_visible()
    assert person.page.evaluate("navigator.clipboard.readText()") == links["white-2"]
    other.sits_down(links["white-1"])
    expect(person.page.locator("#at-white-1.here")).to_be_visible()
    expect(person.page.locator("#invitations button[data-copies*='/white-1/']")).to_have_count(0)
    expect(person.page.locator("#invitations [data-done]")).to_have_attribute("data-copies", links["white-2"])


def test_a_double_click_in_a_duel_is_one_move(club: Club) -> None:
    black, white = club.duel(width="3")
    black.point("B2").dblclick()
    white.hears("Black has moved, White to play.")
    white.point("B2").dblclick()
    black.hears("Illegal move.")
    white.tries("A1")
    black.hears("White has moved, Black to play.")
    black.sees("B2 black")
    white.sees("A1 white")


def test_a_digit_in_the_typed_field_stays_a_digit(club: Club) -> None:
    black, white = club.duel(width="5")
    black.page.locator("#typed").press_sequentially("e4")
    expect(black.page.locator("#typed")).to_have_value("e4")
    expect(black.page.locator("#play input[value=stone]")).to_be_checked()
    black.page.keyboard.press("Enter")
    white.hears("Black has moved, White to play.")
    black.sees("E4 black")


def test_the_stone_is_at_hand_again_after_a_ghost_that_was_placed(club: Club) -> None:
    black, white = club.person(), club.person()
    white.sits_down(club.makes(black, ruleset="no-seki-go", width="5", height="5", colour="black")["white"])
    held = black.page.locator("#play [name=do]:checked")
    black.takes("ghost")
    black.tries("E5")
    black.hears("Illegal move.")
    expect(held).to_have_value("ghost")
    black.takes("stone")
    black.tries("C3")
    white.hears("Black has moved, White to play.")
    white.tries("A1")
    black.hears("White has moved, Black to play.")
    black.takes("ghost")
    black.tries("C4")
    black.sees("C3 black, C4 black ghost")
    expect(held).to_have_value("stone")


def test_a_game_without_javascript(club: Club) -> None:
    black, white = (club.person(java_script_enabled=False) for _ in range(2))
    links = club.makes(black, ruleset="no-seki-go", width="3", height="2")
    white.sits_down(links["white"])

    def reads(person: Person, sentence: str) -> None:
        person.page.reload()
        person.hears(sentence)

    black.tries("B2")
    black.hears("Black has moved, White to play.")
    reads(white, "Black has moved, White to play.")
    white.tries("B2")
    white.hears("Illegal move.")
    white.page.locator("#typed").fill("a1")
    white.page.keyboard.press("Enter")
    white.hears("White has moved, Black to play.")
    reads(black, "White has moved, Black to play.")
    black.takes("pencil-white")
    black.tries("A1")
    expect(black.point("A1")).to_have_attribute("aria-label", "A1, pencil: white")
    black.places_ghost("C2")
    reads(white, "Black has moved, White to play.")
    white.page.locator("#typed").fill("z9")
    white.page.keyboard.press("Enter")
    expect(white.page.locator("main")).to_contain_text("is no point of a 3x2 board")
    white.page.go_back()
    white.passes()
    reads(black, "White passes.")
    black.sees("B2 black, C2 black ghost")
    black.passes()
    black.hears(QUESTION)
    reads(white, QUESTION)
    white.tries("A1")
    white.does("settle")
    black.page.reload()
    black.does("settle")
    expect(black.page.locator(".settling")).to_have_count(0)
    black.page.get_by_role("link", name="Replay", exact=True).click()
    black.page.get_by_role("link", name="Start", exact=True).click()
    black.page.get_by_role("link", name="Forward", exact=True).click()
    expect(black.page.locator("#tried")).to_have_text("Black: B2")
    black.page.locator("#moment").evaluate("slider => { slider.value = 2 }")
    black.page.locator(".slider .go").click()
    expect(black.page.locator("#tried")).to_contain_text("White: B2")


def test_a_friend_s_link_is_shared_where_the_browser_can(club: Club) -> None:
    with_menu, without = club.person(), club.person()
    with_menu.page.add_init_script("navigator.share = async ({ url }) => { window.shared = url; }")
    without.page.add_init_script("navigator.share = undefined")
    links = club.makes(with_menu)
    with_menu.page.locator(f"#invitations [data-shares='{links['white']}']").click()
    assert with_menu.page.evaluate("window.shared") == links["white"]
    club.makes(without)
    expect(without.page.locator("#invitations [data-copies]").first).to_be_visible()
    expect(without.page.locator("#invitations [data-shares]").first).to_be_hidden()


def test_after_resigning_by_keyboard_the_content_has_the_focus(club: Club) -> None:
    black, _ = club.duel(width="5")
    black.page.locator("#resign summary").focus()
    black.page.keyboard.press("Enter")
    black.page.locator("#resign button[value=resign]").focus()
    black.page.keyboard.press("Enter")
    black.hears("White wins by resignation.")
    expect(black.page.locator("#content")).to_be_focused()


MISSES = """
() => {
  const margin = 0.8, misses = [];
  const board = document.querySelector('#play .board');
  const [width, height] = [Number(board.dataset.w), Number(board.dataset.h)];
  const picture = board.querySelector('svg').getBoundingClientRect();
  const unit = picture.width / (width + 2 * margin);
  let looked = 0;
  for (const point of board.querySelectorAll('button')) {
    point.scrollIntoView({ block: 'center' });
    const drawn = board.querySelector('svg').getBoundingClientRect();
    const column = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'.indexOf(point.value[0]);
    const row = height - Number(point.value.slice(1));
    const x = drawn.left + (margin + column + 0.5) * unit, y = drawn.top + (margin + row + 0.5) * unit;
    for (const [right, down] of [[0, 0], [0.3, 0.3], [0.3, -0.3], [-0.3, 0.3], [-0.3, -0.3]]) {
      looked += 1;
      const hit = document.elementFromPoint(x + right * unit, y + down * unit);
      if (hit !== point) misses.push(`${point.value} ${right} ${down}: ${hit?.value ?? hit?.tagName}`);
    }
  }
  const square = Math.abs(picture.height / (height + 2 * margin) - unit) < 0.01;
  return { looked, misses, square, wide: document.documentElement.scrollWidth - innerWidth };
}
"""


@pytest.mark.parametrize(
    ("width", "height"), first_by_day([(5, 13), (9, 9), (19, 2), (19, 19)]), ids=lambda lines: str(lines)
)
def test_every_point_is_where_it_is_drawn(club: Club, width: int, height: int) -> None:
    person = club.person(reduced_motion="reduce")
    club.makes(person, opponent="solo", width=f"{width}", height=f"{height}")
    for across in (320, 360, 768, 1400):
        person.page.set_viewport_size({"width": across, "height": 900})
        seen = person.page.evaluate(MISSES)
        assert seen["misses"] == [], f"on a screen {across} wide"
        assert seen["looked"] == width * height * 5
        assert seen["square"], "a point is as high as wide"
        assert seen["wide"] <= 0, "nothing hangs over the edge"


def test_a_stone_is_drawn_on_the_point_that_was_clicked(club: Club) -> None:
    person = club.person(reduced_motion="reduce")
    club.makes(person, opponent="solo", width="5", height="13", referee="open")
    for point in ("A1", "E13", "C7"):
        person.tries(point)
        stone = person.page.locator(f"#play g[id$='-{point[1:]}'] use.stone")
        stone.wait_for()
        clicked, drawn = person.point(point).bounding_box(), stone.bounding_box()
        assert clicked is not None
        assert drawn is not None
        near = clicked["width"] * 0.1  # stones lie a little off their points, and cast a shadow
        for start, length in (("x", "width"), ("y", "height")):
            middle = clicked[start] + clicked[length] / 2  # type: ignore[literal-required]
            assert middle == pytest.approx(drawn[start] + drawn[length] / 2, abs=near)  # type: ignore[literal-required]


def spoken(person: Person, point: str) -> str | None:
    return person.point(point).get_attribute("aria-label")


@pytest.mark.parametrize("width", first_by_day([360, 1280]))
def test_a_game_in_the_fog_from_the_form_to_the_score(club: Club, width: int) -> None:
    traits = {"viewport": {"width": width, "height": 800}, "has_touch": width < 400}
    black, white = club.person(**traits), club.person(**traits, color_scheme="dark")
    links = club.fills_in(black, ruleset="go", referee="fog", width="5", komi="0.5", opponent="friend")
    white.sits_down(links["white"])
    expect(black.page.locator(".fog")).to_have_count(1)
    assert spoken(black, "C3") == "C3, fog"

    black.tries("C3")
    white.hears("Black has moved, White to play.")
    white.sees("")
    assert [spoken(black, point) for point in ("C3", "C4", "D4")] == [
        *("C3, black stone, in sight", "C4, in sight", "D4, fog")
    ]
    # A stone comes into sight, of both.
    white.tries("C4")
    black.hears("White has moved, Black to play.")
    for person in (black, white):
        person.sees("C3 black, C4 white")
    assert spoken(black, "C4") == "C4, white stone, in sight"
    # A tap on a stone in sight is no try: nobody hears of it.
    black.tries("C4")
    expect(black.notice).not_to_be_empty()
    white.hears("White has moved, Black to play.")
    for mover, other, point in ((black, white, "D4"), (white, black, "E1"), (black, white, "B4"), (white, black, "E2")):
        mover.tries(point)
        other.hears("Black has moved, White to play." if mover is black else "White has moved, Black to play.")
    black.sees("B4 black, C3 black, C4 white, D4 black")
    white.sees("B4 black, C3 black, C4 white, D4 black, E1 white, E2 white")
    # White's C4 is captured: Black sees it go; White has nobody left there to see with.
    black.tries("C5")
    white.hears("Black has moved, White to play. Gone from your board: C4.")
    black.sees("B4 black, C3 black, C5 black, D4 black")
    assert spoken(black, "C4") == "C4, just captured, in sight"
    white.sees("E1 white, E2 white")
    assert spoken(white, "C4") == "C4, just captured, fog"
    for person in (black, white):
        assert person.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    white.passes()
    black.hears("White passes.")
    black.passes()
    for person in (black, white):
        person.is_asked("Black wins by 2.5 points.")
        expect(person.page.locator(".fog")).to_have_count(0)
        person.sees("B4 black, C3 black, C5 black, D4 black, E1 white, E2 white", on="reference")


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"referee": "open", "sight": "1"}, "open: everybody sees the whole board; leave sight out"),
        ({"referee": "hamburg", "sight": "0"}, "hamburg: nobody is told which stones went, and sight would show it"),
        ({"referee": "fog", "sight": "49"}, "sight is a whole number of points from 0 to 48, not 49; try 1"),
        ({"referee": "fog", "sight": "1.5"}, "sight is a whole number, not &#39;1.5&#39;"),
    ],
)
def test_an_impossible_sight_is_refused_in_one_sentence(webapp: WebApp, wish: dict[str, str], sentence: str) -> None:
    visitor = Visitor(webapp)
    for answer in (visitor.post("/games", wish), visitor.get("/new?" + "&".join(f"{k}={v}" for k, v in wish.items()))):
        assert (answer.status, sentence in answer.text) == (422, True)
