"""Who wants to be told something is found again after a restart, and an older database learns to keep it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.web.wire import run_apart
from yurei.club.model.limits import Made
from yurei.club.people import Contacts
from yurei.club.store import Store

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def opened(database: Path) -> Store:
    return Store(f"sqlite+aiosqlite:///{database}")


async def _subscribes(database: Path) -> str:
    store = opened(database)
    await store.open()
    contacts = Contacts(store, lambda: NOON, Made())
    await contacts.open()
    for person in ("somebody", "another"):
        await contacts.add_push(person, f"https://push.example/{person}", "keys", "de")
    await contacts.add_mail("a-name", "somebody", "sei@mail.example", "ja")
    key = await store.club.server_key("push", lambda: "made at the first start")
    await store.close()
    return key


async def _after_a_restart(database: Path) -> None:
    store = opened(database)
    await store.open()
    contacts = Contacts(store, lambda: NOON, Made())
    await contacts.open()
    assert await store.club.server_key("push", lambda: "made once more") == "made at the first start"
    assert contacts.reaches("somebody", "push")
    assert not contacts.reaches("somebody", "mail"), "that is not confirmed"
    (push,), (mail,) = await contacts.of("somebody", "push"), await contacts.of("somebody", "mail")
    assert (push.address, push.language, push.made) == ("https://push.example/somebody", "de", NOON)
    await contacts.confirm(mail)
    assert contacts.reaches("somebody", "mail")
    for contact in (push, mail):
        await contacts.drop(contact.id)
    assert not contacts.reaches("somebody", "push")
    assert contacts.reaches("another", "push")
    assert await store.people.contacted() == {("another", "push")}
    await store.close()


def test_it_is_kept(tmp_path: Path) -> None:
    assert run_apart(_subscribes(tmp_path / "games.db")) == "made at the first start"
    run_apart(_after_a_restart(tmp_path / "games.db"))


@pytest.mark.parametrize("name", ["push", "mail"])
def test_a_server_makes_its_key_once(tmp_path: Path, name: str) -> None:
    async def twice() -> set[str]:
        store = opened(tmp_path / "games.db")
        await store.open()
        made = iter("ab")
        keys = {await store.club.server_key(name, lambda: next(made)) for _ in range(2)}
        await store.close()
        return keys

    assert run_apart(twice()) == {"a"}
