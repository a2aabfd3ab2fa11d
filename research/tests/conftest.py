"""The set-up of yurei's own tests: a browser, profiles of hypothesis, a PostgreSQL, a small collection of problems."""

from tests.conftest import (
    browser_type_launch_args,
    launch_browser,
    pytest_collection_finish,
    pytest_collection_modifyitems,
    pytest_itemcollected,
    pytest_runtest_setup,
)
from tests.faults.conftest import postgres
from tests.problems.conftest import snatches

__all__ = [
    "browser_type_launch_args",
    "launch_browser",
    "postgres",
    "pytest_collection_finish",
    "pytest_collection_modifyitems",
    "pytest_itemcollected",
    "pytest_runtest_setup",
    "snatches",
]
