"""Checks of ``./test``, in order, and the report of failures."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from scripts.environment import (
    ROOT,
    environment,
    find_uv,
    get_browser,
    get_other_engines,
    in_ci,
    install_in_place,
    say,
    uv_settings,
)

COVERED = {
    "src/yurei/rules": "yurei.rules",
    "src/yurei/referee": "yurei.referee",
}
"""Packages of which every branch is tested."""
COVERING = (
    "tests/rule_pages",
    "tests/contract/test_compilable.py",
    "tests/contract/test_spoken.py",
    "tests/contract/test_values.py",
    "tests/oracle/test_same_answers.py",
    "tests/playthroughs",
)
"""Tests that cover them. Measuring coverage makes Python two to three times as slow, so all others run without it."""
CORES = os.cpu_count() or 1
SPREAD = ("--dist", "worksteal", "-n")
"""Options of pytest for several workers; their number comes next.

Tests that cover run in one worker per core. The others get one more: a test that waits for a browser leaves its core to
another.
"""
NO_BROWSER = (
    "there is no Chromium, Chrome or Edge here; install one or set YUREI_BROWSER to its path. Browser tests are skipped"
)


@dataclass
class Counts:
    """How many tests ran, summed over every pytest of this run."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def add(self, report: Path) -> None:
        """Add the report of pytest; nothing if pytest did not get as far as writing one."""
        if not report.exists() or not report.stat().st_size:
            return
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped = int(suite.get("skipped", 0))
            self.failed += failed
            self.skipped += skipped
            self.passed += int(suite.get("tests", 0)) - failed - skipped

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


@dataclass
class Checks:
    """Runs one check after the other and remembers which failed."""

    programs: Path
    failed: list[str] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)

    def run(self, title: str, *command: str) -> None:
        """Run a program of the environment in the repository's folder."""
        self.begin(title, *command)()

    def begin(self, title: str, *command: str, quiet: bool = False) -> Callable[[], None]:
        """Start such a program in the background, its output dropped if ``quiet``; return a function that waits for it."""
        print(paint("1", f"── {title}: {shlex.join(command)}"), flush=True)
        path = os.pathsep.join([str(self.programs), os.environ.get("PATH", "")])
        # The tests start many Pythons: bytecode is kept for the next, in the environment, not beside the code.
        kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(self.programs.parent / "bytecode")}
        running = subprocess.Popen(
            [str(self.programs / command[0]), *command[1:]],
            cwd=ROOT,
            env=os.environ | {"PATH": path} | kept,
            stdout=subprocess.DEVNULL if quiet else None,
        )

        def wait() -> None:
            if status := running.wait():
                self.failed.append(f"{title} (status {status})")

        return wait

    def pytest(self, title: str, *options: str) -> None:
        """Run pytest and count its tests."""
        if get_browser() is None and not in_ci():
            say(NO_BROWSER)
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder, "report.xml")
            self.run(title, "pytest", f"--junitxml={report}", *options)
            self.counts.add(report)

    def tests(self, compiled: Callable[[], None], *slow: str) -> None:
        """Run every test: first those measured for coverage, then, when the kernel is compiled, all others.

        With the options ``slow`` the others are all tests, the slow ones too: with coverage they would take far longer.
        """
        packages = [f"--cov={package}" for package in COVERED.values()]
        said = ["--cov-branch", "--cov-fail-under=100", "--cov-report=term-missing:skip-covered"]
        covering = (*COVERING, *COVERED)
        self.pytest("tests that cover rules and referee", *SPREAD, str(CORES), *packages, *said, *covering)
        compiled()
        others = slow or [f"--ignore={path}" for path in covering]
        self.pytest("all other tests", *SPREAD, str(CORES + 1), *others)

    def style(self) -> Callable[[], None]:
        """Run all static checks, and start to compile the kernel; return a function that waits for its end.

        The tests are collected once beforehand, so that the workers of pytest find their bytecode. Without it each worker
        compiles all of it, which takes half a minute of processor time.
        """
        compiled = self.begin("compiled code", "yurei", "warmup")
        collected = self.begin("bytecode of the tests", "pytest", "--collect-only", "-qq", quiet=True)
        self.run("lint", "ruff", "check")
        self.run("format", "ruff", "format", "--check")
        self.run("types", "mypy")
        self.run("import contracts", "lint-imports", "--no-logo")
        self.run("spelling", "codespell")
        collected()
        return compiled

    def finish(self, *, tests: bool) -> int:
        """Print the failures and the number of tests; return the exit status."""
        for title in self.failed:
            print(paint("31;1", f"failed: {title}"))
        if not self.failed:
            print(paint("32", "all is well"))
        if tests:
            print(self.counts)
        return 1 if self.failed else 0


def audit(checks: Checks) -> None:
    """Look up the pinned packages among known vulnerabilities. A failed look-up is a failure of the check.

    The pins are read as they are: pip does not resolve them again, so nothing is installed.
    """
    asked = ("--strict", "--require-hashes", "--disable-pip", "--progress-spinner=off")
    for pins in (
        "requirements/play.txt",
        "requirements/server.txt",
        "requirements/dev.txt",
        "requirements/docs.txt",
        "requirements/audit.txt",
    ):
        checks.run(f"vulnerabilities in {pins}", "pip-audit", *asked, "--requirement", pins)


def bill(checks: Checks) -> None:
    """Write the packages that `./play` installs, with versions and hashes, as a CycloneDX bill of materials."""
    Path(ROOT, "build").mkdir(exist_ok=True)
    said = ("--pyproject", "pyproject.toml", "--output-reproducible", "--of", "JSON", "-o", "build/sbom.json")
    checks.run("bill of materials, build/sbom.json", "cyclonedx-py", "requirements", *said, "requirements/play.txt")


def site(checks: Checks) -> None:
    """Build the documentation into build/site/html; a warning is a failure."""
    building = Checks(environment(".venv-docs", "requirements/docs.txt"), checks.failed)
    building.run("documentation, build/site/html", "python", "-m", "scripts.site")


LOOKED_AT: dict[str, Callable[[Checks], None]] = {"audit": audit, "sbom": bill}


def main(arguments: list[str]) -> int:
    """Run the requested checks; return the exit status."""
    word, *options = arguments or [""]
    # Started with SIGINT ignored (`nohup ./test &`), the programs under test would ignore it too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if word in LOOKED_AT:
        checks = Checks(environment(".venv-audit", "requirements/audit.txt"))
        LOOKED_AT[word](checks)
        return checks.finish(tests=False)
    checks = Checks(environment(".venv-test", "requirements/dev.txt"))
    if word in {"nightly", "wheel"}:
        find_uv()  # fetches uv if it is missing; tests cannot: they have neither pip nor its settings
        os.environ.update(uv_settings())
    if word in {"nightly", "docs"}:
        site(checks)
    if word in {"nightly", "bench"}:
        install_in_place(checks.programs, "./research")
    if word == "":
        checks.tests(checks.style())
    elif word == "nightly":
        get_other_engines()
        compiled = checks.style()
        slow = ["--timeout=3600", "--hypothesis-profile=nightly", "-m"]
        if options:
            compiled()
            checks.pytest("tests", *SPREAD, str(CORES + 1), *slow, "", *options)
        else:
            checks.tests(compiled, *slow, "not alone")
            checks.pytest("tests of research", *SPREAD, str(CORES + 1), *slow, "not alone", "research")
            checks.pytest("tests that measure times", *slow, "alone", "tests", "research")
    elif word == "docs":
        checks.pytest("the site", "-m", "", "--timeout=3600", "tests/site", *options)
    elif word == "wheel":
        checks.pytest("a release", "-m", "", "--timeout=3600", "tests/release", *options)
    elif word == "mutate":
        shutil.rmtree(ROOT / "mutants", ignore_errors=True)  # old mutants do not know newer tests
        checks.run("mutants", "mutmut", "run", *options)
        checks.run("survivors", "mutmut", "results")
    elif word == "bench":
        checks.run("benchmarks", "python", "-m", "yurei_research.bench", *options)
    else:
        checks.pytest("tests", *arguments)
    return checks.finish(tests=word not in {"mutate", "bench"})


def paint(colour: str, text: str) -> str:
    """Colour a line for a terminal."""
    plain = "NO_COLOR" in os.environ or not (sys.stdout.isatty() or "FORCE_COLOR" in os.environ)
    return text if plain else f"\033[{colour}m{text}\033[0m"
