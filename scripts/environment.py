"""Preparation of ``play`` and ``test``: uv, an environment, a browser.

Standard library only, because this runs before anything is installed. Downloads go
into the repository's folder (``.tools``, ``.venv``, ``.venv-test``) and
every package is checked against the hashes in ``requirements/*.txt``. The package index
is the machine's own setting: uv's variables, and pip's if uv has none.
"""

import ast
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV_PIN = ROOT / "scripts" / "uv.txt"
OLDEST_UV = (0, 8)  # the first with `uv venv --clear`
BIN = "Scripts" if os.name == "nt" else "bin"
EXE = ".exe" if os.name == "nt" else ""

BROWSER_COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
BROWSER_APPLICATIONS = ("Chromium", "Google Chrome", "Microsoft Edge")
HEADLESS_COMMANDS = ("chromium-headless-shell", "chrome-headless-shell")
"""The same without windows: pages open in a third of the time. They show no notifications."""
BROWSER_PACKAGES = ("chromium", "fonts-dejavu-core", "fonts-noto-core")
OTHER_ENGINES = {"webkit2gtk-driver": "WebKitWebDriver", "xvfb": "Xvfb", "firefox-esr": "firefox-esr"}
"""WebKit, a virtual screen for it, and Firefox: each package with the program by which it is found."""


def say(text: str) -> None:
    """Print a message for the person at the terminal."""
    print(f"yurei: {text}", file=sys.stderr, flush=True)


def call(command: list[str], *, env: dict[str, str] | None = None) -> None:
    """Run a step of the preparation; show its output only if it failed."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout.strip()}\nyurei: this failed with status {done.returncode}: {' '.join(command)}")


# Packages ----------------------------------------------------------------------------------------------------------


def environment(name: str, requirements: str) -> Path:
    """Return the folder of the programs of an environment that matches its requirements file.

    Args:
        name: The environment's folder, below the repository.
        requirements: The hash-pinned file of all that belongs in it.

    Nothing is done if the stamp of the last time still matches.
    """
    folder = ROOT / name
    programs = folder / BIN
    stamp = folder / "yurei-stamp"
    pinned = (ROOT / requirements).read_bytes()
    # An environment belongs to one interpreter and one place; a changed list of packages only needs an update.
    place = digest(sys.version.encode(), sys.base_prefix.encode(), str(ROOT).encode())
    content = digest(pinned, (ROOT / "pyproject.toml").read_bytes())
    old_place, _, old_content = stamp.read_text().partition(" ") if stamp.exists() else ("", "", "")
    python = programs / f"python{EXE}"
    if not python.exists():
        old_place = ""
    if (old_place, old_content) == (place, content):
        return programs

    uv = find_uv()
    settings = uv_settings()
    stamp.unlink(missing_ok=True)
    if old_place != place:
        say(f"making {name} with Python {sys.version.split()[0]} …")
        call([uv, "venv", "--quiet", "--clear", "--no-project", "--python", sys.executable, str(folder)], env=settings)
    count = sum(b"==" in line and b";" not in line for line in pinned.splitlines())
    say(f"installing {count} packages into {name} …")
    sync = ["pip", "sync", "--quiet", "--python", str(python), "--require-hashes", requirements]
    call([uv, *sync], env=settings)
    install_in_place(programs, ".")
    stamp.write_text(f"{place} {content}")
    return programs


def install_in_place(programs: Path, folder: str) -> None:
    """Install a package of this repository into an environment, editable and without its dependencies.

    Args:
        programs: The folder of the environment's programs.
        folder: The package's folder: ``.`` or ``./research``.
    """
    command = [find_uv(), "pip", "install", "--quiet", "--python", str(programs / f"python{EXE}")]
    call([*command, "--no-deps", "--no-build-isolation", "--editable", folder], env=uv_settings())


def run_with_tests() -> None:
    """Run this program again with the Python of ``.venv-test``, which is made if need be, unless it runs with it."""
    folder = ROOT / ".venv-test"
    if Path(sys.prefix) != folder:
        python = str(environment(folder.name, "requirements/dev.txt") / f"python{EXE}")
        if os.name == "nt":
            sys.exit(subprocess.call([python, *sys.argv]))
        os.execv(python, [python, *sys.argv])


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def find_uv() -> str:
    """Return the path of a uv: one of the machine's that is new enough, or the pinned one, fetched with pip."""
    version = UV_PIN.read_text().split()[0].removeprefix("uv==")
    folder = ROOT / ".tools" / f"uv-{version}"
    fetched = folder / "bin" / f"uv{EXE}"
    if fetched.exists():
        return str(fetched)
    if (own := shutil.which("uv")) and uv_version(own) >= OLDEST_UV:
        return own
    say(f"fetching uv {version} …")
    if not runs([sys.executable, "-m", "pip", "--version"]):
        sys.exit("yurei needs pip or uv to fetch its packages. On Debian and Ubuntu: apt install python3-pip")
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    exact = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--requirement", str(UV_PIN)]
    call([sys.executable, "-m", "pip", "install", *quiet, "--upgrade", "--target", str(folder), *exact])
    return str(fetched)


def uv_version(uv: str) -> tuple[int, ...]:
    """Return the version that ``uv --version`` prints, ``()`` if it prints none."""
    words = output([uv, "--version"]).split()
    numbers = words[1].split(".")[:2] if len(words) > 1 else []
    return tuple(int(number) for number in numbers if number.isdigit())


def uv_settings() -> dict[str, str]:
    """Return the environment variables for uv, with pip's index and certificates if uv has none of its own."""
    settings = {**os.environ, "UV_PYTHON_DOWNLOADS": "never"}
    pip = pip_settings()
    for theirs, ours in {
        "index-url": ("UV_DEFAULT_INDEX", "UV_INDEX_URL"),
        "cert": ("SSL_CERT_FILE",),
    }.items():
        if theirs in pip and not any(name in os.environ for name in ours):
            settings[ours[0]] = pip[theirs]
    more = os.environ.get("PIP_EXTRA_INDEX_URL")
    if more and not any(name in os.environ for name in ("UV_INDEX", "UV_EXTRA_INDEX_URL")):
        settings["UV_INDEX"] = more
    return settings


def pip_settings() -> dict[str, str]:
    """Return pip's settings from its files and variables: ``{"index-url": ...}``."""
    found = {}
    for line in output([sys.executable, "-m", "pip", "config", "list"]).splitlines():
        name, equals, value = line.partition("=")
        if equals and value[:1] in {"'", '"'}:
            found[name.rpartition(".")[2]] = str(ast.literal_eval(value))
    return found


def output(command: list[str]) -> str:
    """Return the output of a command, empty if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    except OSError:
        return ""
    return done.stdout if done.returncode == 0 else ""


def runs(command: list[str]) -> bool:
    return bool(output(command))


# The browser -------------------------------------------------------------------------------------------------------


def find_browser() -> str | None:
    """Return the path of a Chromium: the one asked for, the system's, or one that Playwright installed."""
    if asked := os.environ.get("YUREI_BROWSER"):
        return shutil.which(asked)
    found = [path for name in BROWSER_COMMANDS if (path := shutil.which(name))]
    found += [str(path) for path in browser_applications() if path.exists()]
    found += [str(path) for path in playwright_browsers()]
    return found[0] if found else None


def find_headless() -> str | None:
    """Return the path of a Chromium without windows, if there is one; else the result of ``find_browser``."""
    found = [path for name in HEADLESS_COMMANDS if (path := shutil.which(name))]
    return found[0] if found and "YUREI_BROWSER" not in os.environ else find_browser()


def browser_applications() -> list[Path]:
    """Return the paths of browsers on a Mac."""
    return [Path("/Applications", f"{name}.app", "Contents", "MacOS", name) for name in BROWSER_APPLICATIONS]


def playwright_browsers() -> list[Path]:
    """Return the Chromiums that Playwright installed, the newest first."""
    home = Path.home()
    places = [
        os.environ.get("PLAYWRIGHT_BROWSERS_PATH", ""),
        os.environ.get("XDG_CACHE_HOME", str(home / ".cache")) + "/ms-playwright",
        str(home / "Library" / "Caches" / "ms-playwright"),
        os.environ.get("LOCALAPPDATA", str(home)) + "/ms-playwright",
    ]
    names = ("chrome", "chrome.exe", "Chromium", "headless_shell", "chrome-headless-shell")
    patterns = [f"chromium*/chrome-*/{name}" for name in names] + ["chromium*/chrome-*/*.app/Contents/MacOS/*"]
    found = [path for place in places if place for pattern in patterns for path in Path(place).glob(pattern)]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def get_browser() -> str | None:
    """Return a browser for the tests; install Debian's if there is none and this is root."""
    missing = [*(() if find_browser() else BROWSER_PACKAGES), *(() if _opens_fast() else HEADLESS_COMMANDS[:1])]
    if missing and "YUREI_BROWSER" not in os.environ:
        install(missing)
    return find_browser()


def get_other_engines() -> None:
    """Install Debian's WebKit and Firefox for the nightly tests, if they are missing and this is root."""
    if missing := [package for package, program in OTHER_ENGINES.items() if not shutil.which(program)]:
        install(missing)


def install(packages: list[str]) -> None:
    """Install Debian packages, if this is root on Debian; print failures."""
    if not (is_root() and shutil.which("apt-get")):
        return
    say(f"installing {packages[0]} with apt-get …")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run(
            ["apt-get", "-qq", *command],
            env=quiet,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode:
            say(f"apt-get {command[0]} failed: {' '.join(done.stdout.splitlines()[-3:])}")


def _opens_fast() -> bool:
    """Whether the tests have a browser without windows, or one of Playwright's, which needs no Debian."""
    return find_headless() != find_browser() or str(find_browser()) in map(str, playwright_browsers())


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def in_ci() -> bool:
    """Whether this runs in CI: a missing browser is a failure then."""
    return os.environ.get("CI", "").lower() not in {"", "0", "false"}
