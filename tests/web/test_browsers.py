"""The installed app, older browsers, and browsers without sockets or cookies."""

import json
import re
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scripts.environment import find_browser
from tests.web.evenings import NAMES, makes
from tests.web.people import Club, Person, Server
from tests.web.push_service import Keys, text_of
from tests.web.wire import Answer, Visitor, WebApp
from yurei.apps.web.frame.http import CHECK
from yurei.apps.web.frame.security import STATIC, static_url
from yurei.apps.web.notifications.routes import ICONS
from yurei.club.model.secrets import link_secret

NewContext = Callable[..., BrowserContext]
EVERYBODYS = re.compile(r"/static/(\w{12}/)?[\w.-]+|/offline|/(learn|problems)(/[\w-]+)?(\?.*)?")
PLAYING = "No connection to the server"
SHELL_IS_KEPT = """async () => {
  const script = await (await fetch("/sw.js")).text();
  const shell = JSON.parse(/SHELL = (\\[.*?\\])/.exec(script)[1]);
  while (!(await Promise.all(shell.map((url) => caches.match(url)))).every(Boolean)) await new Promise((done) => setTimeout(done, 100));
}"""


@pytest.fixture
def installed(server: Server, new_context: NewContext) -> Callable[..., Page]:
    def install(path: str = "/learn", address: str = server.address) -> Page:
        context = new_context(base_url=address, locale="en-GB", permissions=["notifications"])
        page = context.new_page()
        page.goto(path)
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        return page

    return install


def test_the_manifest_names_icons_of_the_size_that_they_have(webapp: WebApp) -> None:
    answer = Visitor(webapp).get("/manifest.webmanifest")
    told = json.loads(answer.text)
    assert answer.all("content-type") == ["application/manifest+json"]
    assert (told["name"], told["start_url"], told["scope"], told["display"]) == ("yurei", "/", "/", "standalone")
    assert {icon["sizes"] for icon in told["icons"]} == {"any", "192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in told["icons"])
    for icon in ICONS:
        data = (STATIC / icon["src"].removeprefix("/static/")).read_bytes()
        assert len(data) < 30_000
        if icon["type"] == "image/png":
            wide, high = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{wide}x{high}"
    assert 'rel="manifest" href="/manifest.webmanifest"' in Visitor(webapp).get("/").text


def test_the_worker_is_asked_for_anew_and_belongs_to_the_whole_server(webapp: WebApp) -> None:
    answer = Visitor(webapp).get("/sw.js")
    assert answer.all("cache-control") == ["no-cache"]
    assert answer.all("content-type")[0].startswith("text/javascript")
    assert '"VERSION"' not in answer.text
    for named in re.findall(r'"(/static/[^"]+)"', answer.text):
        assert Visitor(webapp).get(named).status == 200 or named.endswith("/"), named


def test_the_service_worker_differs_between_versions(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Visitor(webapp).get("/sw.js").text
    monkeypatch.setattr("yurei.__version__", "999")
    with WebApp() as later:
        assert Visitor(later).get("/sw.js").text != before
    assert Visitor(webapp).get("/sw.js").text == before


def deliver(page: Page, said: dict[str, Any]) -> None:
    """Hand the worker what a push service would, unsealed."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []

    def updated(event: dict[str, Any]) -> None:
        found.extend(each["registrationId"] for each in event["registrations"])

    tools.on("ServiceWorker.workerRegistrationUpdated", updated)
    tools.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    origin = page.evaluate("location.origin")
    given = {"origin": origin, "registrationId": found[-1], "data": json.dumps(said)}
    tools.send("ServiceWorker.deliverPushMessage", given)


SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const shown = await worker.getNotifications();
  return shown.map(({ title, body, data, tag }) => ({ title, body, data, tag }));
}"""


@pytest.fixture
def notified(server: Server, launch_browser: Callable[..., Browser]) -> Iterator[Page]:
    """The same in a browser that shows notifications, as one without windows does not."""
    browser = launch_browser(executable_path=find_browser())
    page = browser.new_page(base_url=server.address, locale="en-GB", permissions=["notifications"])
    page.goto("/learn")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    yield page
    browser.close()


def test_chromium_shows_the_text_of_a_push_message(notified: Page) -> None:
    told = {"body": "It is your turn.", "url": "/g/some-game/black"}
    for _ in range(2):
        deliver(notified, told)
    notified.wait_for_function(f"({SHOWN})().then(shown => shown.length)")
    assert notified.evaluate(SHOWN) == [
        {"title": "yurei", "body": told["body"], "data": told["url"], "tag": told["url"]}
    ], "one a game"
    deliver(notified, {**told, "url": "/g/another/white"})
    notified.wait_for_function(f"({SHOWN})().then(shown => shown.length === 2)")


@pytest.mark.nightly
def test_the_installed_app_opens_offline_with_learn_pages(own_server: Server, installed: Callable[..., Page]) -> None:
    page = installed("/learn/go", own_server.address)
    page.goto("/learn/alter-igo")
    expect(page.locator("#lesson")).to_be_visible()
    page.evaluate(SHELL_IS_KEPT)
    own_server.kill()
    for path, heading in (("/learn", "Learn"), ("/learn/alter-igo", "Alter Igo"), ("/learn/go", "Go")):
        page.goto(path)
        expect(page.locator("h1")).to_contain_text(heading)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)", "with its colours"
    for path in ("/", "/you", "/lobby", "/new", "/learn/referees", "/g/some-game/black"):
        page.goto(path)
        expect(page.locator("h1")).to_have_text(PLAYING)
    page.locator("main a[href='/learn']").click()
    expect(page.locator("h1")).to_have_text("Learn")
    own_server.start()
    page.goto("/")
    expect(page.locator("h1")).not_to_have_text(PLAYING)


def test_the_worker_keeps_nothing_of_a_game_nor_of_a_person(installed: Callable[..., Page], server: Server) -> None:
    page = installed("/")
    page.goto("/new?width=5&ruleset=alter-igo&colour=black")
    page.locator("#new button.primary").click()
    page.wait_for_url(re.compile("/g/"))
    game = page.url.split("/g/")[1].split("/")[0]
    Person(page).tries("C3")
    for path in ("you", "you/problems", "problems", "problems/series/endgame/2", "lobby", "watch"):
        page.goto(f"/{path}")
    for path in ("learn", "learn/go?example=1", f"g/{game}/black", f"g/{game}/links"):
        page.goto(f"/{path}")
    kept = page.evaluate("""async () => {
      const kept = {};
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) kept[url] = await (await cache.match(url)).text();
      }
      return kept;
    }""")
    paths = {url.removeprefix(server.address) for url in kept}
    assert {"/learn", "/problems", "/offline", "/learn/go?example=1", static_url("style.css")} <= paths
    assert [path for path in paths if not EVERYBODYS.fullmatch(path)] == []
    assert [url for url, text in kept.items() if game in text] == []


def test_a_link_still_takes_a_chair_where_the_worker_is_at_work(installed: Callable[..., Page], club: Club) -> None:
    links = club.makes(club.person(), width="5")
    page = installed("/")
    page.goto(links["white"])
    page.locator("main .primary").click()
    expect(page.locator("#table")).to_be_visible()
    assert page.url.endswith("/white")


STUB = """
  const keys = { p256dh: "KEY", auth: "BTBZMqHH6r4Tts7J_aSIgg" };
  let now = null;
  const made = { endpoint: "https://updates.push.services.mozilla.com/x", toJSON: () => ({ endpoint: made.endpoint, keys }), unsubscribe: async () => { now = null; } };
  PushManager.prototype.getSubscription = async () => now;
  PushManager.prototype.subscribe = async (given) => { window.given = given; return now = made; };
  Notification.requestPermission = async () => "granted";
"""


def test_button_turns_notifications_on_and_off(server: Server, new_context: NewContext) -> None:
    context = new_context(base_url=server.address, locale="en-GB", permissions=["notifications"])
    context.add_init_script(STUB.replace("KEY", text_of(Keys(17, b"").public)))
    page = context.new_page()
    page.goto("/you")
    begin = page.get_by_role("button", name="Notify me when it is my turn")
    stop = page.get_by_role("button", name="Turn off notifications on this device")
    with page.expect_response("**/you/push") as answered:
        begin.click()
    assert answered.value.status == 204
    assert page.evaluate("given.applicationServerKey") == page.locator("#notifications").get_attribute("data-key")
    assert page.evaluate("given.userVisibleOnly")
    expect(begin).to_be_hidden()
    with page.expect_response("**/you/push/stop") as answered:
        stop.click()
    assert answered.value.status == 204
    expect(stop).to_be_hidden()
    expect(begin).to_be_visible()


def test_notification_button_is_hidden_without_javascript(server: Server, new_context: NewContext) -> None:
    page = new_context(base_url=server.address, java_script_enabled=False).new_page()
    page.goto("/you")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#notifications")).to_be_hidden()


def test_the_title_and_the_icon_say_your_turn_as_long_as_it_is(club: Club) -> None:
    black, white = club.duel(width="5", ruleset="alter-igo")

    def is_turn_of(mover: Person) -> None:
        for person, colour in ((black, "Black"), (white, "White")):
            begins = "Your turn – " if person is mover else ""
            expect(person.page).to_have_title(re.compile(f"^{begins}Alter Igo, {colour}"))
            icon = static_url(f"icon{'-turn' if begins else ''}.svg")
            expect(person.page.locator("link[rel=icon]")).to_have_attribute("href", icon)

    is_turn_of(black)
    black.tries("C3")
    is_turn_of(white)
    white.tries("C3")
    expect(white.page.locator("#told")).to_have_text("Illegal move.")
    is_turn_of(white)
    white.resigns()
    for person in (black, white):
        expect(person.page).not_to_have_title(re.compile("Your turn"))
        expect(person.page.locator("link[rel=icon]")).to_have_attribute("href", static_url("icon.svg"))


PAPER = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(246, 241, 231)", "rgb(22, 24, 29)"


def test_no_style_sheet_needs_light_dark() -> None:
    assert [sheet.name for sheet in STATIC.glob("*.css") if "light-dark(" in sheet.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_colours_follow_the_system_unless_the_reader_chooses(club: Club, scheme: str, dark: bool) -> None:
    page = club.person(color_scheme=scheme).page
    page.goto("/learn")
    for liked, paper in (("", DARK if dark else LIGHT), ("light", LIGHT), ("dark", DARK)):
        page.evaluate("liked => { document.documentElement.dataset.likes = liked; }", liked)
        assert page.evaluate(PAPER) == paper, liked


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
    person.page.locator("[data-copies]").first.click()
    expect(person.page.locator("[data-done]").first).to_be_visible()


def test_a_pencil_key_works_with_every_layout_and_without_a_point_goes_to_the_board(club: Club) -> None:
    person = sits_down(club)
    person.page.keyboard.press("w")
    expect(person.page.locator("#play [role=gridcell]:focus")).to_have_count(1)
    layouts = {"A1": ("ц", "KeyW"), "B1": ("ς", "KeyW"), "C1": ("Process", "KeyW"), "D1": ("w", "KeyZ")}
    for number, (name, typed) in enumerate(layouts.items(), 1):
        person.point(name).focus()
        person.point(name).evaluate(
            "(cell, [key, code]) => cell.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))",
            list(typed),
        )
        expect(person.page.locator("#play .board circle.pencil.white")).to_have_count(number)
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


def test_moves_and_preferences_work_without_speech_and_audio(club: Club) -> None:
    gone = ("speechSynthesis", "AudioContext", "webkitAudioContext")
    person, errors = sits_down(club, "".join(f"delete window.{name};" for name in gone)), list[str]()
    person.page.on("pageerror", lambda error: errors.append(str(error)))
    assert person.page.evaluate("document.documentElement.dataset.likes").split() == ["sound"]
    person.tries("C3")
    person.hears("Black has moved, White to play.")
    person.page.locator(".preferences summary").click()
    with person.page.expect_response(lambda answer: answer.request.method == "POST") as kept:
        person.page.locator("#likes [value=night]").check()
    assert kept.value.status < 400
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
    white.page.get_by_role("button", name="Guess a stone here").click()
    expect(white.page.locator("#play .board circle.pencil.black")).to_have_count(1)
    expect(white.page.get_by_role("button", name="Guess a stone here")).to_have_count(0)


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


BLOCKED = """
window.WebSocket = class {
  readyState = 0;
  constructor() { setTimeout(() => { this.readyState = 3; this.onclose?.({ code: 1006 }); }); }
  send() {}
  close() {}
};
"""


def behind_a_proxy(club: Club) -> Person:
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


def test_a_seat_stays_free_where_cookies_are_blocked(webapp: WebApp) -> None:
    maker, guest = Visitor(webapp), Forgetful(webapp)
    table = maker.post("/games", {"width": "5", "colour": "black"}).location
    name = table.split("/")[2]
    link = f"/g/{name}/join/white/{link_secret(maker.cookies[f'yurei-{name}-host'], 'white')}"
    assert is_refused(guest, link)
    other = Visitor(webapp)
    assert other.post(link).location == f"/g/{name}/white"


def test_no_game_and_no_evening_is_made_where_cookies_are_blocked(webapp: WebApp) -> None:
    guest = Forgetful(webapp)
    assert is_refused(guest, "/games", width="5")
    assert is_refused(guest, "/evenings", names="\n".join(NAMES), rounds="3", system="swiss", size="5")
    assert not webapp.games()
    assert not webapp.evenings()


def test_a_first_visitor_without_scripts_gets_through(webapp: WebApp) -> None:
    visitor = Visitor(webapp)
    visitor.cookies.clear()
    first = visitor.post("/games", {"width": "5"})
    assert first.status == 307
    assert visitor.post(first.location, {"width": "5"}).location.startswith("/g/")


def test_the_link_of_a_player_at_an_evening_stays_free_where_cookies_are_blocked(webapp: WebApp) -> None:
    club = makes(webapp)
    assert is_refused(Forgetful(webapp), club.links()[1])
    club.comes(1)  # the player still gets in
