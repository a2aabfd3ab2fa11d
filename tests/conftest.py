"""Set-up of all tests: the browser, hypothesis's profiles, and nightly cases."""

import gc
import signal
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserType, TimeoutError

from scripts.environment import find_browser, find_headless, in_ci, is_root
from tests.day_and_night import mark_by_day

collect_ignore_glob = (
    [] if find_spec("numba") else [f"{folder}/test_*.py" for folder in ("kernel", "players", "solved")]
)
"""Without numba there is no kernel to test, and none of these players can play."""
NO_BROWSER = "needs a browser: install Chromium, Chrome or Edge, or set YUREI_BROWSER to its path"
LAUNCH_TIMEOUT = 40_000
"""Milliseconds; a Chromium starts in one second, or never."""
BROWSER_FIXTURES = {"browser", "browser_type_launch_args", "context", "launch_browser", "new_context", "page"}
BROWSER_ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started as `nohup pytest &`, the programs under test would ignore Ctrl-C too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# In CI the same examples every time: a red build means that the change broke something.
settings.register_profile("fast", max_examples=30, deadline=None, derandomize=in_ci(), print_blob=True)
settings.register_profile(
    "nightly", max_examples=2000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fast")

_FIRST_CASES = pytest.StashKey[dict[str, dict[str, object]]]()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark cases of ``by_day`` tests as nightly unless they are for every run."""
    mark_by_day(item, item.session.stash.setdefault(_FIRST_CASES, {}))


def pytest_collection_finish() -> None:
    """Freeze the present objects, mostly modules, so that garbage collections do not visit them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses a browser, so that `-m "not browser"` finds them all."""
    for item in items:
        if BROWSER_FIXTURES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a browser test if there is no browser; in CI that is a failure."""
    if item.get_closest_marker("browser") and find_browser() is None:
        (pytest.fail if in_ci() else pytest.skip)(NO_BROWSER)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the browser that ./test found. Chromium has no sandbox for root."""
    arguments = [*BROWSER_ARGUMENTS, *(["--no-sandbox"] if is_root() else [])]
    return {**browser_type_launch_args, "executable_path": find_headless(), "args": arguments}


@pytest.fixture(scope="session")
def launch_browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Callable[..., Browser]:
    """Start the browser; try a second time if it fails to start."""

    def launch(**options: Any) -> Browser:
        wanted = {**browser_type_launch_args, "timeout": LAUNCH_TIMEOUT, **options}
        try:
            return browser_type.launch(**wanted)
        except TimeoutError:
            return browser_type.launch(**wanted)

    return launch
