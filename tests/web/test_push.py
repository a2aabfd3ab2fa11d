"""Push notifications: what is sent, when, to which services; and contacts kept over a restart."""

import asyncio
import json
import secrets
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.web.push_service import Arrived, Keys, PushService, bytes_of, text_of, who_sent
from tests.web.wire import NOON, Answer, Made, Visitor, WebApp, make, run_in_thread, until
from yurei.apps.web.frame.address import PublicUrl
from yurei.apps.web.frame.http import HOST, PERSON
from yurei.apps.web.notifications import push
from yurei.apps.web.notifications.mail import OutsideSettings
from yurei.apps.web.notifications.push import Push, Pusher, is_public
from yurei.apps.web.settings import outside_settings
from yurei.club import people, presence
from yurei.club.model import limits
from yurei.club.model.secrets import digest
from yurei.club.people import Contacts
from yurei.club.store import Store
from yurei.errors import BadValue

BROWSER = Keys(secrets.randbits(250), secrets.token_bytes(16))
LOCAL = OutsideSettings.model_construct(push_local=True, push_services="localhost, 127.0.0.1, *.example")
OURS = ("origin", "https://go.example")
TURN, NEWS = "It is your turn.", "There is news in your game."


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service that is trusted, and an application that waits for nobody before it rings."""
    service = PushService(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(service.certificate))
    monkeypatch.setattr(Push, "patience", 0.01)
    yield service
    service.close()


@pytest.fixture
def webapp(service: PushService) -> Iterator[WebApp]:
    with WebApp(PublicUrl("https", "go.example"), outside=LOCAL) as webapp:
        yield webapp


def subscribe(visitor: Visitor, service: PushService | None = None, path: str = "/one", **other: str) -> Answer:
    """What a browser's script sends, once somebody has pressed the button."""
    given = {"p256dh": text_of(BROWSER.public), "auth": text_of(BROWSER.auth)}
    if service is not None:
        given["endpoint"] = service.address + path
    return visitor.post("/you/push", given | other)


def said(arrived: Arrived) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(BROWSER.opens(arrived.body))
    return told


@pytest.fixture
def subscribed(made: Made, service: PushService) -> Made:
    """A game in which White's browser is subscribed."""
    subscribe(made.seats["white"], service)
    return made


def play(made: Made, tries: str) -> list[int]:
    """Try, such as ``b:C3 w:D4``; return the statuses of the answers."""
    seats = {"b": "black", "w": "white"}
    return [made.act(seats[each[0]], "stone", each[2:]).status for each in tries.split()]


def test_the_example_of_the_rfc_comes_out_byte_for_byte() -> None:
    """RFC 8291, appendix A."""
    browser = Keys(
        int.from_bytes(bytes_of("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"),
        bytes_of("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    key = push.read_private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    lock = push.BrowserKeys(browser.public, browser.auth)
    text = b"When I grow up, I want to be a watermelon"
    sealed = push.encrypt_for_browser(text, lock, bytes_of("DGv6ra1nlYgDCS1FRnbzlw"), key)
    assert text_of(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.opens(sealed) == text


def test_a_push_message_is_decrypted_by_other_code_at_the_endpoint(webapp: WebApp, service: PushService) -> None:
    made = make(webapp, width="5")
    assert subscribe(made.seats["white"], service).status == 204
    play(made, "b:C3")
    arrived = service.next()
    assert said(arrived) == {"body": TURN, "url": made.at("white")}
    claims, key = who_sent(arrived.headers["authorization"], NOON.timestamp())
    assert (claims["aud"], claims["sub"]) == (service.address, "https://go.example")
    assert f'data-key="{key}"' in made.seats["white"].get("/you").text
    assert arrived.headers["content-encoding"] == "aes128gcm"
    assert int(arrived.headers["ttl"]) > 3600
    assert made.name not in str((arrived.path, arrived.headers)), "the push service does not learn which game it is"


def test_the_key_of_the_server_is_made_once_and_never_leaves(webapp: WebApp, service: PushService) -> None:
    visitor = Visitor(webapp)
    (page,) = {visitor.get("/you").text for _ in range(3)}
    assert webapp.rows("server_keys")[0].key not in page


SECRET = {
    "where Black has tried": ("b:C3", "b:D4"),
    "that a stone was taken": ("b:B1 w:A1 b:A2", "b:B1 w:A1 b:C3"),
    "that tries were refused": ("b:C3 w:D4 b:D4 b:E5", "b:C3 w:D4 b:E5"),
}


def everything_sent(service: PushService, tries: str) -> list[tuple[Any, ...]]:
    """All that leaves for both players in a game, as far as it is not sealed, and unsealed."""
    came = []
    with WebApp(outside=LOCAL) as webapp:
        made = make(webapp, width="5", referee="kriegspiel")
        for chair in ("black", "white"):
            subscribe(made.seats[chair], service, f"/{chair}")
        for each in tries.split():
            before = webapp.held[made.name].to_move
            play(made, each)
            if webapp.held[made.name].to_move != before:
                arrived = service.next()
                headers = {name: value for name, value in arrived.headers.items() if name != "authorization"}
                came.append((arrived.path, headers, len(arrived.body), said(arrived)))
        assert service.nothing_comes()
    return came


@pytest.mark.by_day
@pytest.mark.parametrize("secret", SECRET)
def test_no_notification_tells_more_than_your_turn(service: PushService, secret: str) -> None:
    """Two games that differ only in what is hidden send the same, in the same order, to the same people."""
    one, other = (everything_sent(service, tries) for tries in SECRET[secret])
    assert one == other
    assert {told["body"] for *_, told in one} == {TURN}
    assert {tuple(told) for *_, told in one} == {("body", "url")}


@pytest.mark.by_day
@pytest.mark.parametrize("referee", ["kriegspiel", "common", "hamburg"])
def test_refused_try_of_the_opponent_sends_no_push_message(webapp: WebApp, service: PushService, referee: str) -> None:
    made = make(webapp, width="5", referee=referee)
    play(made, "b:C3 w:D4 b:C2 w:D3 b:C1 w:D2")
    subscribe(made.seats["white"], service)
    assert play(made, "b:D4 b:D3 b:D2") == [200] * 3
    assert made.act("black", "stone", "C3").status == 422, "a stone that Black knows to stand is no try"
    assert service.nothing_comes()
    play(made, "b:E5")
    assert said(service.next())["body"] == TURN
    made.seats["black"].post(f"{made.at('black')}/chat", {"text": "Hello."})
    assert service.nothing_comes(), "a turn rings once"


def test_a_turn_and_the_end_of_a_game_look_the_same_to_the_push_service(subscribed: Made, service: PushService) -> None:
    play(subscribed, "b:C3")
    turn = service.next()
    subscribed.act("white", "stone", "D4")
    subscribed.act("black", "resign")
    end = service.next()
    assert (said(turn)["body"], said(end)["body"]) == (TURN, NEWS)
    assert len(turn.body) == len(end.body)
    assert turn.headers["topic"] == end.headers["topic"]


def test_a_person_who_waits_for_an_opponent_is_notified_once_one_has_come(webapp: WebApp, service: PushService) -> None:
    maker, guest = Visitor(webapp, language="de"), Visitor(webapp)
    address = maker.post("/games", {"width": "5", "colour": "black"}).location
    subscribe(maker, service)
    webapp.run(_all_leave(webapp))
    assert service.nothing_comes()
    guest.post(maker.links(address.split("/")[2])["white"])
    assert said(service.next()) == {"body": "Sie sind dran.", "url": address}, "in the language of the reader"


async def _all_leave(webapp: WebApp) -> None:
    here = webapp.club.games.presence
    for who in list(here._leaving):
        here._leaving[who].cancel()
        here._note_absence(who)


@pytest.mark.parametrize("moves", [False, True], ids=["without a move", "after a move"])
def test_a_person_is_notified_on_closing_the_page_without_a_move(
    webapp: WebApp, service: PushService, monkeypatch: pytest.MonkeyPatch, moves: bool
) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.05)
    made = make(webapp, width="5")
    subscribe(made.seats["white"], service)
    socket = made.seats["white"].listen(f"{made.at('white')}/live", OURS)
    play(made, "b:C3 w:D4" if moves else "b:C3")
    assert service.nothing_comes(), "the page is open"
    socket.close()
    assert moves or said(service.next())["body"] == TURN
    assert service.nothing_comes()


def test_a_person_who_has_stopped_notifications_or_gave_the_seat_away_gets_none(
    subscribed: Made, service: PushService
) -> None:
    black, white = subscribed.seats["black"], subscribed.seats["white"]
    black.post("/you/push/stop", {"endpoint": f"{service.address}/one"})
    play(subscribed, "b:C3")
    assert said(service.next()), "nobody else can say so for him"
    assert white.post("/you/push/stop", {"endpoint": f"{service.address}/one"}).status == 204
    play(subscribed, "w:D4 b:E5")
    assert service.nothing_comes()
    subscribe(white, service)
    white.post(f"{subscribed.at('white')}/program")
    assert play(subscribed, "w:E4 b:A5") == [200, 200]
    assert service.nothing_comes()


def test_a_browser_that_is_gone_is_forgotten(subscribed: Made, service: PushService) -> None:
    service.status = 410
    play(subscribed, "b:C3")
    service.next()
    until(lambda: not subscribed.webapp.rows("contacts"))
    play(subscribed, "w:D4 b:E5")
    assert service.nothing_comes()


def test_oldest_browser_of_a_person_is_dropped_beyond_the_limit(made: Made, service: PushService) -> None:
    for number in range(people.MOST_PER_PERSON + 3):
        made.webapp.waits(1)
        assert subscribe(made.seats["white"], service, f"/{number}").status == 204
    kept = [contact.address.rpartition("/")[2] for contact in made.webapp.rows("contacts")]
    assert kept == [f"{number}" for number in range(3, people.MOST_PER_PERSON + 3)]


def test_push_endpoint_belongs_to_its_newest_subscriber(subscribed: Made, service: PushService) -> None:
    subscribe(subscribed.seats["black"], service)
    (kept,) = subscribed.webapp.rows("contacts")
    assert kept.person == digest(subscribed.seats["black"].cookies[HOST + PERSON])
    play(subscribed, "b:C3")
    assert service.nothing_comes()


@pytest.mark.by_day
@pytest.mark.parametrize("status", ["slow", "endless", 307, 500, 302])
def test_failing_push_service_delays_no_try(
    subscribed: Made, service: PushService, monkeypatch: pytest.MonkeyPatch, status: int | str
) -> None:
    monkeypatch.setattr(push, "SECONDS", 0.5)
    made, service.status = subscribed, status
    began = time.monotonic()
    assert play(made, "b:C3 w:D4 b:E5 w:A1 b:A3") == [200] * 5
    assert time.monotonic() - began < 3, "no try waits for it"
    assert service.next().path == "/one"
    time.sleep(0.7)
    assert service.arrived.qsize() <= 2, "nobody goes where it points, and it is left alone for a while"
    play(made, "w:A2")
    service.status = 201
    made.webapp.waits(3600 * 3)
    while not service.arrived.empty():
        service.next()
    play(made, "b:B4")
    assert said(service.next())["body"] == TURN


AT_MOZILLA = {"endpoint": "https://updates.push.services.mozilla.com/x"}
BAD = [
    "",
    "http://push.example/x",
    "ftp://push.example/x",
    "https://",
    "https://push.example:8443/x",
    "https://me@push.example/x",
    "https://push.example/x y",
    "https://push.example/\r\nX: y",
    "https://push.example/" + "x" * 1024,
    "https://[::1",
    "https://push.example:port/",
    "幽霊",
]


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("endpoint", address) for address in BAD),
        *(("p256dh", key) for key in ("AAAA", "ü", "")),
        *(("auth", key) for key in ("AAAA", "x" * 9999)),
    ],
    ids=lambda value: value[:30],
)
def test_a_bad_push_address_or_key_is_refused_with_the_reason(field: str, value: str) -> None:
    with WebApp() as webapp:
        answer = subscribe(Visitor(webapp), None, **AT_MOZILLA | {field: value})
    reason = "a push address begins with https://" if field == "endpoint" else "these are no keys of a browser"
    assert (answer.status, reason in answer.text) == (422, True)


PRIVATE = """
127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 0.0.0.0 100.64.0.1 224.0.0.1
255.255.255.255 ::1 :: fe80::1 fc00::1 ff02::1 ::ffff:10.0.0.1 2002:7f00:1:: 64:ff9b::7f00:1
fe80::1%eth0 fec0::1 ::127.0.0.1 ::10.0.0.1 ::ffff:0:127.0.0.1 64:ff9b:1::7f00:1 64:ff9b::8.8.8.8
192.0.0.8 192.0.0.9 192.88.99.1 192.52.193.1 192.31.196.1 192.175.48.6 5f00::1 100::1 200::1 400::1
4000::1 3ffe::1 3fff::1 2001::1 2001:1::1 2001:20::1 2001:db8::1 2620:4f:8000::1 2002:808:808::1
2600::5efe:10.0.0.1 2600::200:5efe:192.168.1.1 ::ffff:192.88.99.1 ff0e::1 fd00::1 198.18.0.1
203.0.113.1 240.0.0.1
"""


PUBLIC = "8.8.8.8 2606:4700::1111 2a00:1450:4001::1 2001:4860:4860::8888 ::ffff:8.8.8.8"


def test_private_addresses_are_not_public() -> None:
    assert [address for address in PRIVATE.split() if is_public(address)] == []
    assert [address for address in PUBLIC.split() if not is_public(address)] == []


USUAL_SERVICES = """
fcm.googleapis.com updates.push.services.mozilla.com autopush.dev.push.services.mozilla.com
web.push.apple.com wns2-par02p.notify.windows.com FCM.googleapis.com
"""


def test_the_push_services_of_browsers_are_known() -> None:
    for host in USUAL_SERVICES.split():
        assert Pusher().parse_endpoint(f"https://{host}/x").host == host.lower()


OTHER_SERVICES = """
push.example evil-fcm.googleapis.com x.fcm.googleapis.com fcm.googleapis.com.evil.example fcm.googleapis.com.
push.apple.com xpush.apple.com notify.windows.com push.services.mozilla.com.evil.example 8.8.8.8 [2600::1]
"""


@pytest.mark.parametrize("host", OTHER_SERVICES.split())
def test_other_push_services_are_refused_unless_the_server_allows_them(host: str) -> None:
    with WebApp() as webapp:
        answer = subscribe(Visitor(webapp), endpoint=f"https://{host}/x")
    assert (answer.status, "sends nothing to the push service" in answer.text) == (422, True)
    assert Pusher(services=["*"]).parse_endpoint(f"https://{host}/x").host


def test_further_push_services_are_named_in_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUREI_PUSH_SERVICES", "push.example, *.Push.Club")
    allowed = Pusher(services=outside_settings(None).services)
    for host in ("push.example", "a.push.club", "a.b.push.club"):
        assert allowed.parse_endpoint(f"https://{host}/x").host == host
    for host in ("a.push.example", "push.club", "other.example"):
        with pytest.raises(BadValue):
            allowed.parse_endpoint(f"https://{host}/x")


@pytest.fixture
def slow_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Names that end in ``.example`` are looked up for long, and the usual push services are this machine."""
    look, slow = socket.getaddrinfo, threading.Event()

    def looked_up(host: str, *more: Any, **options: Any) -> Any:
        if host.endswith(".example"):
            slow.wait(20)
        return look("127.0.0.1" if host in push.USUAL else host, *more, **options)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    yield
    slow.set()


def test_names_that_take_long_to_look_up_keep_nobody_elses_notification_back(
    webapp: WebApp, service: PushService, slow_names: None
) -> None:
    made = make(webapp, width="5")
    for number in range(8):
        other = make(webapp, width="5")
        for path in range(5):
            subscribe(other.seats["white"], endpoint=f"https://slow-{number}-{path}.example/x")
        play(other, "b:C3")
    subscribe(made.seats["white"], service)
    began = time.monotonic()
    play(made, "b:C3")
    assert said(service.next())["body"] == TURN
    assert time.monotonic() - began < 2


def test_slow_names_of_others_keep_no_usual_service_back(
    monkeypatch: pytest.MonkeyPatch, webapp: WebApp, slow_names: None
) -> None:
    monkeypatch.setattr(push, "LOOKUP_SECONDS", 0.3)
    post = Pusher(local=True, services=["*"])

    async def all_of_them() -> str:
        asking = [asyncio.create_task(post._resolve(post.parse_endpoint(f"https://{n}.example/x"))) for n in range(60)]
        await asyncio.sleep(0.01)
        found = await asyncio.wait_for(post._resolve(post.parse_endpoint("https://fcm.googleapis.com/x")), 1)
        ends = await asyncio.gather(*asking, return_exceptions=True)
        assert {type(end) for end in ends} == {TimeoutError}
        return found

    assert webapp.run(all_of_them()) == "127.0.0.1"
    post.close()


def test_a_name_that_leads_to_this_machine_is_not_followed(service: PushService, webapp: WebApp) -> None:
    services = ["localhost", "127.0.0.1"]
    post = Pusher(local=False, services=services)
    to = Pusher(local=True, services=services).parse_endpoint(f"{service.address}/x")
    with pytest.raises(push.Undelivered):
        webapp.run(post.deliver(to, {}, b"x"))
    assert service.nothing_comes()
    with pytest.raises(BadValue):
        post.parse_endpoint(f"{service.address}/x")
    post.close()


def test_a_false_push_service_is_refused(
    webapp: WebApp, service: PushService, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = PushService(tmp_path_factory.mktemp("other"))
    made = make(webapp, width="5")
    subscribe(made.seats["white"], other)
    play(made, "b:C3")
    assert other.nothing_comes()
    other.close()


@asynccontextmanager
async def opened(database: Path) -> AsyncIterator[tuple[Store, Contacts]]:
    """A store of this database, and its contacts, as after a start."""
    store = Store(f"sqlite+aiosqlite:///{database}")
    await store.open()
    contacts = Contacts(store, lambda: NOON, limits.RecordLimits())
    await contacts.open()
    yield store, contacts
    await store.close()


async def _contacts_over_a_restart(database: Path) -> None:
    async with opened(database) as (_, contacts):
        for person in ("somebody", "another"):
            await contacts.add_push(person, f"https://push.example/{person}", "keys", "de")
        await contacts.add_mail("a-name", "somebody", "sei@mail.example", "ja")
    async with opened(database) as (store, contacts):
        assert contacts.has_contact("somebody", "push")
        assert not contacts.has_contact("somebody", "mail"), "that is not confirmed"
        (push,), (mail,) = await contacts.find_all("somebody", "push"), await contacts.find_all("somebody", "mail")
        assert (push.address, push.language, push.made) == ("https://push.example/somebody", "de", NOON)
        await contacts.confirm(mail)
        assert contacts.has_contact("somebody", "mail")
        for contact in (push, mail):
            await contacts.drop(contact.id)
        assert not contacts.has_contact("somebody", "push")
        assert await store.people.list_reachable_people() == {("another", "push")}


def test_contacts_survive_a_restart(tmp_path: Path) -> None:
    run_in_thread(_contacts_over_a_restart(tmp_path / "games.db"))


@pytest.mark.parametrize("name", ["push", "mail"])
def test_a_server_makes_its_key_once(tmp_path: Path, name: str) -> None:
    made = iter("abc")

    async def key_after_a_start() -> set[str]:
        async with opened(tmp_path / "games.db") as (store, _):
            return {await store.club.server_key(name, lambda: next(made)) for _ in range(2)}

    assert [run_in_thread(key_after_a_start()) for _ in range(2)] == [{"a"}, {"a"}]
