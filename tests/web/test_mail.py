"""Mails: none before an address is confirmed, one a turn, none to who looks, and the way out of them in each."""

import re
import time
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from pydantic import SecretStr

from tests.web.mail_server import MailServer
from tests.web.wire import FORM, Made, Visitor, WebApp, make, names_point
from yurei.apps.web.frame.address import PublicUrl
from yurei.apps.web.notifications import mail as mails
from yurei.apps.web.notifications.mail import Mail, OutsideSettings
from yurei.apps.web.settings import outside_settings
from yurei.club import presence
from yurei.errors import BadValue

GO = PublicUrl("https", "go.example")
OURS = ("origin", "https://go.example")
SEI = "sei@mail.example"


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    """A mail server; and nobody waits long before he is written to."""
    monkeypatch.setattr(Mail, "patience", 0.01)
    monkeypatch.setattr(presence, "GRACE", 0.05)
    service = MailServer()
    yield service
    service.close()


@pytest.fixture
def webapp(service: MailServer) -> Iterator[WebApp]:
    settings = OutsideSettings.model_construct(
        smtp_host="127.0.0.1",
        smtp_port=service.port,
        smtp_user=service.USER,
        smtp_password=SecretStr(service.PASSWORD),
        smtp_from="yurei@go.example",
        smtp_tls="none",
    )
    with WebApp(GO, outside=settings) as webapp:
        yield webapp


def link_in(mail: EmailMessage, what: str) -> str:
    text = f"{mail.get_content()} {mail['List-Unsubscribe']}"
    (link,) = set(re.findall(rf"https://go\.example(/mail/[^/]+/{what}/[^>\s]+)", text))
    return str(link)


def confirmed(made: Made, service: MailServer, chair: str = "white", address: str = SEI) -> EmailMessage:
    """Somebody gives an address, and says that it is his."""
    assert made.seats[chair].post("/you/mail", {"address": address}).location == "/you"
    asked = service.next()
    assert Visitor(made.webapp).post(link_in(asked, "confirm")).status == 200
    return asked


def test_mail_is_hidden_without_a_mail_server() -> None:
    with WebApp() as webapp:
        text = Visitor(webapp).get("/you").text
        assert not any(words in text for words in ("address", "Mail"))
        assert Visitor(webapp).post("/you/mail", {"address": SEI}).status == 404


def test_no_mail_is_sent_before_the_address_is_confirmed(made: Made, service: MailServer) -> None:
    white = made.seats["white"]
    white.post("/you/mail", {"address": SEI})
    asked = service.next()
    assert (asked["To"], service.to, asked["From"]) == (SEI, [SEI], "yurei@go.example")
    made.act("black", "stone", "C3")
    assert service.nothing_comes()
    link = link_in(asked, "confirm")
    assert "Yes, send e-mails" in Visitor(made.webapp).get(link).text
    made.play("D4 E5", first="white")
    assert service.nothing_comes(), "to look at a link says nothing"
    assert "Open the link" in white.get("/you").text
    assert Visitor(made.webapp).post(link).status == 200
    assert "E-mails go to this address:" in white.get("/you").text


def test_a_mail_says_that_it_is_your_turn_and_where_and_no_more(made: Made, service: MailServer) -> None:
    confirmed(made, service)
    made.play("C3")
    mail = service.next()
    assert mail["Subject"] == "It is your turn."
    text = ["It is your turn.", "", f"https://go.example{made.at('white')}"]
    assert str(mail.get_content()).splitlines()[:3] == text
    assert not names_point(str(mail), "C3")
    for point in ("D4", "D4"):
        made.act("black", "stone", point)
    assert service.nothing_comes(), "one a turn"


def test_refused_tries_of_the_other_side_send_no_mail(webapp: WebApp, service: MailServer) -> None:
    made = make(webapp, width="5", referee="kriegspiel")
    made.play("C3 D4")
    confirmed(made, service)
    made.play("D4! D4! D4!")
    assert service.nothing_comes()


def test_a_person_with_an_open_page_gets_no_mail(made: Made, service: MailServer) -> None:
    confirmed(made, service)
    socket = made.seats["white"].listen(f"{made.at('white')}/live", OURS)
    assert socket.accepted
    made.act("black", "stone", "C3")
    assert service.nothing_comes()
    socket.close()
    assert service.next()["Subject"] == "It is your turn."


def test_mail_is_dropped_if_the_player_moves(made: Made, service: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 300 <= mails.PATIENCE <= 3600
    confirmed(made, service)
    monkeypatch.setattr(Mail, "patience", 0.4)
    made.play("C3 D4")
    assert service.nothing_comes(0.8)


PARTS = b'--=_x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--=_x--\r\n'


@pytest.mark.parametrize(  # RFC 8058 has both, and the second should be preferred
    ("body", "kind"), [(b"List-Unsubscribe=One-Click", FORM), (PARTS, 'multipart/form-data; boundary="=_x"')]
)
def test_every_mail_leads_out_by_page_and_button(made: Made, service: MailServer, body: bytes, kind: str) -> None:
    asked = confirmed(made, service)
    made.act("black", "stone", "C3")
    told = service.next()
    for mail in (asked, told):
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert "Stop these e-mails" in Visitor(made.webapp).get(link_in(mail, "stop")).text
    assert link_in(told, "stop") in str(told.get_content()), "in its text too"
    assert Visitor(made.webapp).ask("POST", link_in(told, "stop"), body=body, kind=kind).status == 200
    assert not made.webapp.rows("contacts")
    made.play("D4 E5", first="white")
    assert service.nothing_comes()
    assert Visitor(made.webapp).get(link_in(told, "stop")).status == 404


def test_a_person_stops_mails_on_their_own_page(made: Made, service: MailServer) -> None:
    confirmed(made, service)
    assert made.seats["black"].post("/you/mail/stop").status == 303
    assert made.webapp.rows("contacts"), "nobody else can say so for him"
    made.seats["white"].post("/you/mail/stop")
    assert not made.webapp.rows("contacts")


def test_mail_link_has_one_purpose_one_address_and_an_expiry(made: Made, service: MailServer) -> None:
    made.seats["white"].post("/you/mail", {"address": SEI})
    link = link_in(service.next(), "confirm")
    others = (link.replace("confirm", "stop"), link.replace("confirm", "read"), "/mail/x/confirm/y")
    for wrong in (link[:-1], f"{link}0", *others):
        assert Visitor(made.webapp).post(wrong).status == 404, wrong
    made.seats["white"].post("/you/mail", {"address": "other@mail.example"})
    assert Visitor(made.webapp).post(link).status == 404, "another address has taken its place"
    newer = link_in(service.next(), "confirm")
    made.webapp.waits(3 * 24 * 3600)
    assert Visitor(made.webapp).post(newer).status == 404


def test_confirmation_mails_per_address_are_limited(made: Made, service: MailServer) -> None:
    spelt = [SEI, "s.e.i@mail.example", "sei+1@mail.example", "SEI@mail.example"]
    answers = [Visitor(made.webapp).post("/you/mail", {"address": address}).status for address in spelt]
    assert answers == [303, 303, 303, 429]
    many = [made.seats["white"].post("/you/mail", {"address": f"{n}x@mail.example"}).status for n in range(4)]
    assert many == [303, 303, 303, 429]
    made.webapp.waits(25 * 3600)
    assert Visitor(made.webapp).post("/you/mail", {"address": SEI}).status == 303


BAD = ("", "sei", "@x.example", "sei@", "sei@x", "a@b@c.example", "a..b@c.example", "a b@c.example", "<a@b.example>")
WORSE = ("a@b.c\r\nBcc: x@y.example", "a@b.example, c@d.example", "幽霊@mail.example", "x" * 250 + "@mail.example")


def test_a_bad_mail_address_is_refused_with_the_reason(made: Made, service: MailServer) -> None:
    for address in (*BAD, *WORSE):
        answer = made.seats["white"].post("/you/mail", {"address": address})
        assert (answer.status, "this is no e-mail address" in answer.text) == (422, True), address
    assert service.arrived.empty()


def test_unreachable_mail_server_delays_no_try(made: Made, service: MailServer) -> None:
    confirmed(made, service)
    service.close()
    began = time.monotonic()
    assert made.act("black", "stone", "C3").status == 200
    assert time.monotonic() - began < 3


def test_the_environment_says_where_the_mail_server_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not outside_settings(None).smtp_host
    monkeypatch.setenv("YUREI_SMTP_HOST", "mail.example")
    with pytest.raises(BadValue, match="YUREI_SMTP_HOST needs --public-url"):
        outside_settings(None)
    with pytest.raises(BadValue, match="YUREI_SMTP_FROM is ''"):
        outside_settings(GO)
    monkeypatch.setenv("YUREI_SMTP_FROM", "yurei@go.example")
    monkeypatch.setenv("YUREI_SMTP_PASSWORD", "a secret")
    chosen = outside_settings(GO)
    assert (chosen.smtp_host, chosen.smtp_port, chosen.smtp_tls) == ("mail.example", 587, "starttls")
    assert "a secret" not in repr(chosen)
    monkeypatch.setenv("YUREI_SMTP_TLS", "perhaps")
    with pytest.raises(BadValue, match="YUREI_SMTP_TLS is 'perhaps'"):
        outside_settings(GO)
