"""What a browser lacks takes nothing else away: newer colours, a clipboard, room to keep pages, Latin keys, speech."""

import pytest
from playwright.sync_api import expect

from tests.web.people import Club, Person
from yurei.apps.web.shell.static_files import STATIC

PAPER = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(246, 241, 231)", "rgb(22, 24, 29)"


def test_no_style_sheet_needs_light_dark() -> None:
    assert [sheet.name for sheet in STATIC.glob("*.css") if "light-dark(" in sheet.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    ("scheme", "liked", "paper"),
    [("light", "", LIGHT), ("dark", "", DARK), ("dark", "light", LIGHT), ("light", "dark", DARK)],
)
def test_colours_follow_the_system_unless_the_reader_chooses(club: Club, scheme: str, liked: str, paper: str) -> None:
    page = club.person(color_scheme=scheme).page
    page.goto("/learn")
    page.evaluate("liked => { document.documentElement.dataset.likes = liked; }", liked)
    assert page.evaluate(PAPER) == paper


def test_a_page_is_shown_although_the_storage_of_the_browser_is_full(club: Club) -> None:
    page = club.person(service_workers="allow").page
    page.goto("/learn")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    [worker] = page.context.service_workers
    worker.evaluate(
        "() => { Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    page.goto("/problems")
    expect(page.locator("h1").first).to_have_text("Problems")
    assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") != "none", "it has its styles"


def sits_down(club: Club, init: str = "") -> Person:
    person = club.person()
    person.page.add_init_script(init)
    club.makes(person, width="5", referee="kriegspiel", colour="black")
    return person


def test_a_link_is_copied_without_a_clipboard(club: Club) -> None:
    person = sits_down(club, "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });")
    copy = person.page.locator("[data-copies]").first
    copy.click()
    expect(person.page.locator("[data-done]").first).to_be_visible()


@pytest.mark.parametrize(("key", "code"), [("ц", "KeyW"), ("ς", "KeyW"), ("Process", "KeyW"), ("w", "KeyZ")])
def test_a_pencil_key_works_with_every_layout(club: Club, key: str, code: str) -> None:
    person = sits_down(club)
    point = person.point("C3")
    point.focus()
    point.evaluate(
        "(cell, [key, code]) => cell.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))",
        [key, code],
    )
    expect(person.page.locator("#play .board circle.pencil.white")).to_have_count(1)
    expect(person.page.locator("#play [name=do]:checked")).to_have_value("stone")


def test_a_pencil_key_without_a_point_goes_to_the_board_and_keeps_the_stone(club: Club) -> None:
    person = sits_down(club)
    person.page.keyboard.press("w")
    expect(person.page.locator("#play [role=gridcell]:focus")).to_have_count(1)
    expect(person.page.locator("#play [name=do]:checked")).to_have_value("stone")


def test_own_stones_take_no_pencil_mark(club: Club) -> None:
    person = sits_down(club)
    person.tries("C3")
    expect(person.said).to_contain_text("Black has moved")
    person.point("C3").focus()
    person.page.keyboard.press("w")
    person.point("D4").focus()
    person.page.keyboard.press("b")
    expect(person.page.locator("#play .board circle.pencil")).to_have_count(1)


def test_where_no_speech_is_built_in_preferences_are_kept(club: Club) -> None:
    person = sits_down(club, "delete window.speechSynthesis; delete window.AudioContext;")
    person.page.locator(".preferences summary").click()
    with person.page.expect_response(lambda answer: answer.request.method == "POST") as kept:
        person.page.locator("#likes [value=night]").check()
    assert kept.value.status < 400


def test_where_no_sound_is_built_in_a_move_is_made_all_the_same(club: Club) -> None:
    person, errors = sits_down(club, "delete window.AudioContext; delete window.webkitAudioContext;"), list[str]()
    person.page.on("pageerror", lambda error: errors.append(str(error)))
    assert person.page.evaluate("document.documentElement.dataset.likes").split() == ["sound"]
    person.tries("C3")
    person.hears("Black has moved, White to play.")
    assert not errors


def test_a_changed_push_address_is_told_to_the_server(club: Club) -> None:
    script = (STATIC / "sw.js").read_text(encoding="utf-8")
    begin = script.index("async function subscribe(")
    body = script[begin : script.index("\nadd", begin)]
    page = club.person().page
    page.goto("/")
    sent = page.evaluate(
        f"""async () => {{
          const sent = [];
          const fetch = async (path, {{ body }}) => {{ sent.push([path, Object.fromEntries(body)]); }};
          {body}
          const found = {{ toJSON: () => ({{ endpoint: "https://push.example/2", keys: {{ p256dh: "k", auth: "a" }} }}) }};
          await subscribe({{ oldSubscription: null, newSubscription: found }});
          return sent;
        }}"""
    )
    assert sent == [["/you/push", {"endpoint": "https://push.example/2", "p256dh": "k", "auth": "a"}]]


def test_a_refused_point_is_marked_with_one_tap(club: Club) -> None:
    black, white = club.duel(width="5", referee="common", colour="black")
    black.tries("C3")
    expect(white.said).to_contain_text("Black has moved")
    white.tries("C3")
    white.page.get_by_role("button", name="A stone stands here").click()
    expect(white.page.locator("#play .board circle.pencil.black")).to_have_count(1)
    expect(white.page.get_by_role("button", name="A stone stands here")).to_have_count(0)


def test_a_new_message_leaves_the_lines_of_the_chat_that_a_screen_reader_has_read(club: Club) -> None:
    black, white = club.duel(width="5", colour="black")
    for number, text in enumerate(("hello", "good luck"), 1):
        white.page.locator("#say").fill(text)
        white.page.locator(".chat form button").click()
        expect(black.page.locator("#talk li")).to_have_count(number)
        if number == 1:
            black.page.locator("#talk li").evaluate("line => { line.dataset.read = ''; }")
    expect(black.page.locator("#talk li").first).to_contain_text("good luck")
    expect(black.page.locator("#talk li[data-read]")).to_contain_text("hello")
