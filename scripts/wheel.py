"""A trial release: a source distribution, a wheel made from it, and a game played by the installed wheel.

``./test wheel`` tests it. Each Python begins with only the pins of ``requirements/play.txt`` and the wheel: no clone, no home, no
compiled code.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from scripts.environment import BIN, EXE, ROOT, find_uv, uv_settings

SUPPORTED = tuple(
    (int(major), int(minor))
    for major, minor in re.findall(r'Python :: (\d+)\.(\d+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
)
"""Every Python that the project supports, oldest first."""
MANAGED = (".pyenv/versions/*/bin/python", ".local/share/uv/python/*/bin/python3")
SETTINGS = {"ruleset": "go", "referee": "common", "width": 5, "height": 5}
OPPONENT = "yurei:level=3"
COMPILED = "from yurei.club.programs.worker import compile_players; compile_players()"


# Building ----------------------------------------------------------------------------------------------------------


def build(python: Path, to: Path) -> tuple[Path, Path]:
    """Build both, the wheel from the source distribution alone; return the source distribution and the wheel.

    Args:
        python: A Python with hatchling.
        to: An empty folder.
    """
    hatchling = [str(python), "-m", "hatchling", "build", "-d", str(to)]
    _run([*hatchling, "-t", "sdist"], ROOT)
    (source,) = to.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(source) as packed:
            packed.extractall(folder, filter="data")
        (unpacked,) = Path(folder).iterdir()
        _run([*hatchling, "-t", "wheel"], unpacked)
    (wheel,) = to.glob("*.whl")
    return source, wheel


def names(built: Path) -> list[str]:
    """Return the files in a wheel or a source distribution, without the top folder of the latter."""
    if built.suffix == ".whl":
        with zipfile.ZipFile(built) as wheel:
            return wheel.namelist()
    with tarfile.open(built) as source:
        return [member.name.partition("/")[2] for member in source.getmembers()]


# Pythons -----------------------------------------------------------------------------------------------------------


def pythons() -> dict[tuple[int, int], Path]:
    """Return every supported Python on this machine, one for each version: on the path, of pyenv, or of uv."""
    on_path = [shutil.which(f"python{major}.{minor}") for major, minor in SUPPORTED]
    managed = [path for pattern in MANAGED for path in sorted(Path.home().glob(pattern))]
    found: dict[tuple[int, int], Path] = {}
    for path in (Path(sys.executable), *(Path(each) for each in on_path if each), *managed):
        if (version := _version(path)) in SUPPORTED:
            found.setdefault(version, path)
    return dict(sorted(found.items()))


def _version(python: Path) -> tuple[int, int]:
    asked = [str(python), "-c", "import sys; print(*sys.version_info[:2])"]
    with suppress(OSError, ValueError):
        major, minor = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()
        return int(major), int(minor)
    return (0, 0)


# Installation ------------------------------------------------------------------------------------------------------


def install(python: Path, wheel: Path, folder: Path) -> Path:
    """Make an environment of the pins and the wheel, and nothing else; return the folder of its programs."""
    uv, settings = find_uv(), uv_settings()
    _run([uv, "venv", "--quiet", "--no-project", "--python", str(python), str(folder)], ROOT, settings)
    here = ["--quiet", "--python", str(folder / BIN / f"python{EXE}")]
    _run([uv, "pip", "sync", *here, "--require-hashes", str(ROOT / "requirements/play.txt")], ROOT, settings)
    _run([uv, "pip", "install", *here, "--no-deps", "--offline", str(wheel)], ROOT, settings)
    return folder / BIN


def plays(programs: Path, home: Path) -> str:
    """Start the server that the wheel installed, run ``examples/bot.py`` against level 3, and return how the game
    ended.

    Args:
        programs: Folder of the environment's programs.
        home: An empty folder, the server's home.
    """
    keep = {name: value for name, value in os.environ.items() if name in {"PATH", "SYSTEMROOT", "TEMP", "TMPDIR"}}
    empty = {**keep, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "XDG_DATA_HOME": str(home / "data")}
    python = str(programs / f"python{EXE}")
    _run([python, "-I", "-c", COMPILED], home, empty)  # before this every level plays as the lowest
    bot = home / "bot.py"
    shutil.copy(ROOT / "examples" / "bot.py", bot)
    with _serving(programs, home, empty) as address:
        made = _ask(f"{address}/api/games", {"settings": SETTINGS, "programs": {"white": OPPONENT}})
        ended = _run([python, "-I", str(bot), made["links"]["black"], "--seed", "1"], home, empty)
    return ended.strip()


@contextmanager
def _serving(programs: Path, home: Path, environment: dict[str, str]) -> Iterator[str]:
    command = [str(programs / f"yurei{EXE}"), "serve", "--port", "0", "--no-browser"]
    server = subprocess.Popen(command, cwd=home, env=environment, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        said = server.stdout.readline()
        found = re.search(r"http://[^\s/]+", said)
        if not found:
            raise RuntimeError(f"the server did not say where it is: {said!r}")
        yield found[0]
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()


def _ask(address: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def _run(command: list[str], where: Path, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
