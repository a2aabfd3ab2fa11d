"""The installed app in a real browser: what its worker shows, what it keeps, what is there without a server; the title."""

import json
import re
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scripts.environment import find_browser
from tests.web.people import Club, Person, Server
from tests.web.push_service import Keys, text_of
from tests.web.wire import House, Visitor
from yurei.apps.web.notifications.routes import ICONS
from yurei.apps.web.shell.static_files import STATIC, static_url

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
    """A browser in which the worker is at work."""

    def install(path: str = "/learn", address: str = server.address) -> Page:
        context = new_context(base_url=address, locale="en-GB", permissions=["notifications"])
        page = context.new_page()
        page.goto(path)
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        return page

    return install


# What a phone needs to know.


def test_the_manifest_names_icons_of_the_size_that_they_have(house: House) -> None:
    answer = Visitor(house).get("/manifest.webmanifest")
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
    assert 'rel="manifest" href="/manifest.webmanifest"' in Visitor(house).get("/").text


def test_the_worker_is_asked_for_anew_and_belongs_to_the_whole_server(house: House) -> None:
    answer = Visitor(house).get("/sw.js")
    assert answer.all("cache-control") == ["no-cache"]
    assert answer.all("content-type")[0].startswith("text/javascript")
    assert '"VERSION"' not in answer.text
    for named in re.findall(r'"(/static/[^"]+)"', answer.text):
        assert Visitor(house).get(named).status == 200 or named.endswith("/"), named


def test_another_version_keeps_its_things_under_another_name(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Visitor(house).get("/sw.js").text
    monkeypatch.setattr("yurei.__version__", "999")
    with House() as later:
        assert Visitor(later).get("/sw.js").text != before
    assert Visitor(house).get("/sw.js").text == before


# The worker.


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


@pytest.mark.browser
def test_chromium_shows_the_text_of_a_push_message(notified: Page) -> None:
    page = notified
    told = {"body": "It is your turn.", "url": "/g/some-game/black"}
    for _ in range(2):
        deliver(page, told)
    page.wait_for_function(f"({SHOWN})().then(shown => shown.length)")
    assert page.evaluate(SHOWN) == [
        {"title": "yurei", "body": told["body"], "data": told["url"], "tag": told["url"]}
    ], "one a game"
    deliver(page, {**told, "url": "/g/another/white"})
    page.wait_for_function(f"({SHOWN})().then(shown => shown.length === 2)")


@pytest.mark.nightly
@pytest.mark.browser
def test_the_installed_app_opens_offline_with_the_learn_pages_and_says_that_play_needs_the_server(
    own_server: Server, installed: Callable[..., Page]
) -> None:
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


@pytest.mark.browser
def test_the_worker_keeps_nothing_of_a_game_nor_of_a_person(installed: Callable[..., Page], server: Server) -> None:
    page = installed("/")
    page.goto("/new?width=5&ruleset=alter-igo&colour=black")
    page.locator("#new button.primary").click()
    page.wait_for_url(re.compile("/g/"))
    game = page.url.split("/g/")[1].split("/")[0]
    Person(page).tries("C3")
    for path in (
        "/you",
        "/you/problems",
        "/problems",
        "/problems/series/endgame/2",
        "/lobby",
        "/watch",
        "/learn",
        "/learn/go?example=1",
        f"/g/{game}/black",
        f"/g/{game}/links",
    ):
        page.goto(path)
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


@pytest.mark.browser
def test_a_link_still_takes_a_chair_where_the_worker_is_at_work(installed: Callable[..., Page], club: Club) -> None:
    links = club.makes(club.person(), width="5")
    page = installed("/")
    page.goto(links["white"])
    page.locator("main .primary").click()
    expect(page.locator("#table")).to_be_visible()
    assert page.url.endswith("/white")


# The button.

STUB = """
  const keys = { p256dh: "KEY", auth: "BTBZMqHH6r4Tts7J_aSIgg" };
  let now = null;
  const made = { endpoint: "https://updates.push.services.mozilla.com/x", toJSON: () => ({ endpoint: made.endpoint, keys }), unsubscribe: async () => { now = null; } };
  PushManager.prototype.getSubscription = async () => now;
  PushManager.prototype.subscribe = async (given) => { window.given = given; return now = made; };
  Notification.requestPermission = async () => "granted";
"""


@pytest.mark.browser
def test_a_button_begins_it_and_ends_it(server: Server, new_context: NewContext) -> None:
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


@pytest.mark.browser
def test_without_a_script_there_is_no_such_button(server: Server, new_context: NewContext) -> None:
    page = new_context(base_url=server.address, java_script_enabled=False).new_page()
    page.goto("/you")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#notifications")).to_be_hidden()


# The title and the icon.


def icon(page: Page) -> str:
    return str(page.locator("link[rel=icon]").get_attribute("href"))


@pytest.mark.browser
def test_the_title_and_the_icon_say_your_turn_as_long_as_it_is(club: Club) -> None:
    black, white = club.duel(width="5", ruleset="alter-igo")
    for person, turn in ((black, True), (white, False)):
        expect(person.page).to_have_title(
            re.compile("^Your turn – .+ – yurei$" if turn else "^Alter Igo, White – yurei$")
        )
        assert icon(person.page) == static_url(f"icon{'-turn' if turn else ''}.svg")
    black.tries("C3")
    expect(white.page).to_have_title(re.compile("^Your turn – Alter Igo, White"))
    expect(black.page).to_have_title(re.compile("^Alter Igo, Black"))
    assert (icon(black.page), icon(white.page)) == (static_url("icon.svg"), static_url("icon-turn.svg"))
    white.tries("C3")
    expect(white.page.locator("#told")).to_have_text("Illegal move.")
    expect(white.page).to_have_title(re.compile("^Your turn – Alter Igo, White"))
    expect(black.page).to_have_title(re.compile("^Alter Igo, Black"))
    white.resigns()
    for person in (black, white):
        expect(person.page).not_to_have_title(re.compile("Your turn"))
        expect(person.page.locator("link[rel=icon]")).to_have_attribute("href", static_url("icon.svg"))
