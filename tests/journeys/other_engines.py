"""Drives WebKit (Safari's engine) by WebDriver over HTTP, and Firefox by WebDriver BiDi.

Both come from the packages of Debian and its kin: ``webkit2gtk-driver``, ``xvfb`` and ``firefox-esr``. Nothing else is needed.
"""

import itertools
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.programs import running

PATIENCE = 40
STARTS_IN = 120
SILENT = dict.fromkeys(("stdout", "stderr"), subprocess.DEVNULL)
MINI_BROWSERS = ("webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0")


class Visitor:
    """A person at a page in one of these browsers, who clicks and reads."""

    def __init__(self, browser: "WebKit | Firefox", base: str, width: int, height: int) -> None:
        self.browser = browser
        self._base = base
        browser.resizes(width, height)

    def goes_to(self, address: str) -> None:
        self.browser.goes_to(address if "://" in address else self._base + address)
        # What goes wrong from here on, as far as a page can hear it.
        self.browser.evaluate(
            "(window.faults ??= [], addEventListener('error', e => faults.push(e.message)),"
            " addEventListener('unhandledrejection', e => faults.push(String(e.reason))), true)"
        )

    def clicks(self, selector: str) -> None:
        """Click the middle of the first visible element, once it no longer moves and nothing covers it."""
        where = f"""(() => {{
            const seen = [...document.querySelectorAll({json.dumps(selector)})].find(each => each.checkVisibility());
            if (!seen) return null;
            seen.scrollIntoView({{ block: "center", behavior: "instant" }});
            const {{ x, y, width, height }} = seen.getBoundingClientRect();
            const place = [x + width / 2, y + height / 2], hit = document.elementFromPoint(...place);
            return seen.contains(hit) || hit?.closest("label")?.contains(seen) ? place : null;
        }})()"""
        place = None
        while place != (place := self.awaits(where)):
            time.sleep(0.2)
        self.browser.clicks_at(*place)

    def tries(self, point: str) -> None:
        self.clicks(f"#play [name=at][value={point}]")

    def does(self, what: str) -> None:
        self.clicks(f"button[name=do][value={what}]")

    def has(self, selector: str) -> bool:
        return bool(self.browser.evaluate(f"!!document.querySelector({json.dumps(selector)})"))

    def passes(self) -> None:
        if self.has("#pass, #pass-too"):
            self.clicks(":is(#pass, #pass-too) > summary")
        self.does("pass")

    def chooses(self, selector: str, value: str) -> None:
        self.browser.evaluate(
            f"""(() => {{
                const field = document.querySelector({json.dumps(selector)});
                for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
                if (field.type === "radio") field.click(); else field.value = {json.dumps(value)};
                for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, {{ bubbles: true }}));
                return true;
            }})()"""
        )

    def awaits(self, expression: str) -> Any:
        """Evaluate a script expression until it is true, and return its value."""
        end = time.monotonic() + PATIENCE
        while not (value := self._value(expression)):
            if time.monotonic() > end:
                raise AssertionError(f"never true: {expression}\n{self._value('document.body.innerText')}")
            time.sleep(0.1)
        return value

    def _value(self, expression: str) -> Any:
        try:
            return self.browser.evaluate(expression)
        except BrowserError:  # between two pages there is nothing to ask
            return None

    def hears(self, sentence: str) -> None:
        self.awaits(f"(document.querySelector('#said')?.textContent ?? '').includes({json.dumps(sentence)})")

    def is_shown(self, selector: str) -> None:
        self.awaits(f"[...document.querySelectorAll({json.dumps(selector)})].some(each => each.checkVisibility())")

    def sees(self, board: str, on: str) -> None:
        wanted = sorted(f"{each.split()[0]}, {each.split()[1]} stone" for each in board.split(", ") if each)
        self.awaits(
            f"""JSON.stringify([...document.querySelectorAll("#{on} [role=gridcell][aria-label*=stone]")]
                .map(cell => cell.ariaLabel.split(", ").slice(0, 2).join(", ")).sort()) === {json.dumps(json.dumps(wanted, separators=(",", ":")))}"""
        )

    def has_no_faults(self) -> None:
        """Check that no script has failed, and that the page is not wider than the window."""
        assert self.browser.evaluate("window.faults ?? []") == []
        assert self.browser.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


class BrowserError(Exception):
    """Error answer of a browser to a command."""


def find_mini_browser() -> str | None:
    """Return the path of WebKitGTK's MiniBrowser; None if it is not installed."""
    folders = [Path(folder) for folder in ("/usr/lib", "/usr/libexec")]
    found = [path for folder in folders for name in MINI_BROWSERS for path in folder.glob(f"**/{name}/MiniBrowser")]
    return str(found[0]) if found and shutil.which("WebKitWebDriver") and shutil.which("Xvfb") else None


class WebKit:
    def __init__(self, http: httpx.Client, session: str) -> None:
        self._http = http
        self._session = f"/session/{session}"

    def _posts(self, path: str, **words: Any) -> Any:
        return _answer(self._http.post(f"{self._session}{path}", json=words))

    def goes_to(self, address: str) -> None:
        self._posts("/url", url=address)

    def evaluate(self, expression: str) -> Any:
        return self._posts("/execute/sync", script=f"return ({expression});", args=[])

    def clicks_at(self, x: float, y: float) -> None:
        self._posts("/actions", actions=[_click_of_mouse(x, y)])

    def resizes(self, width: int, height: int) -> None:
        self._posts("/window/rect", x=0, y=0, width=width, height=height)
        for _ in range(3):  # the window's frame is not the page's
            wide, high = self.evaluate("[innerWidth, innerHeight]")
            if (wide, high) == (width, height):
                return
            rect = _answer(self._http.get(f"{self._session}/window/rect"))
            self._posts("/window/rect", width=rect["width"] + width - wide, height=rect["height"] + height - high)
            time.sleep(0.5)


def _answer(answer: httpx.Response) -> Any:
    value = answer.json()["value"]
    if not answer.is_success:
        raise BrowserError(value["message"] or value["error"])
    return value


@contextmanager
def screen() -> Iterator[str]:
    options = ["-displayfd", "1", "-screen", "0", "2000x1300x24", "-nolisten", "tcp"]
    with running(["Xvfb", *options], stderr=subprocess.DEVNULL, text=True) as server:
        yield f":{server.stdout.readline().strip()}"


@contextmanager
def webkit(display: str) -> Iterator[WebKit]:
    port, quiet = _free_port(), {"WEBKIT_DISABLE_DMABUF_RENDERER": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    if os.getuid() == 0:
        quiet["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"  # there is none for root
    driver = ["WebKitWebDriver", f"--port={port}"]
    with (
        running(driver, env=os.environ | quiet | {"DISPLAY": display, "LANG": "C.UTF-8"}, **SILENT),
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=STARTS_IN) as http,
    ):
        _wait_for(lambda: http.get("/status").is_success)
        options = {"binary": find_mini_browser(), "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        session = _answer(http.post("/session", json={"capabilities": {"alwaysMatch": wanted}}))["sessionId"]
        yield WebKit(http, session)


def find_firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Connection:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    def asks(self, method: str, **words: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": words}))
        while (answer := json.loads(self._socket.recv(timeout=STARTS_IN))).get("id") != number:
            pass
        if answer["type"] == "error":
            raise BrowserError(answer["message"])
        return answer["result"]


class Firefox:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        user = connection.asks("browser.createUserContext")["userContext"]
        self._page = connection.asks("browsingContext.create", type="tab", userContext=user)["context"]

    def goes_to(self, address: str) -> None:
        self._connection.asks("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        words = {"expression": f"JSON.stringify({expression})", "target": {"context": self._page}}
        answer = self._connection.asks("script.evaluate", **words, awaitPromise=False)
        if answer["type"] != "success":
            raise BrowserError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def clicks_at(self, x: float, y: float) -> None:
        self._connection.asks("input.performActions", context=self._page, actions=[_click_of_mouse(x, y)])

    def resizes(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._connection.asks("browsingContext.setViewport", context=self._page, viewport=viewport)


@contextmanager
def firefox() -> Iterator[Connection]:
    port = _free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        Path(profile, "user.js").write_text('user_pref("intl.accept_languages", "en-GB");\n', encoding="ascii")
        options = ["--headless", "--no-remote", "--profile", profile, f"--remote-debugging-port={port}"]
        with running([str(find_firefox()), *options], env=os.environ | {"HOME": profile}, **SILENT):
            _wait_for(lambda: _is_open(port))
            with connect(f"ws://127.0.0.1:{port}/session", max_size=None) as socket:
                connection = Connection(socket)
                connection.asks("session.new", capabilities={})
                yield connection


def _click_of_mouse(x: float, y: float) -> dict[str, Any]:
    actions = [
        {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _is_open(port: int) -> bool:
    with socket.create_connection(("127.0.0.1", port), timeout=1):
        return True


def _wait_for(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + STARTS_IN
    while time.monotonic() < end:
        with suppress(OSError, httpx.TransportError):
            if ready():
                return
        time.sleep(0.1)
    raise AssertionError(f"the browser has not started in {STARTS_IN} s")
