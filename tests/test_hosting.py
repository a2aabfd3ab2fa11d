"""The recipes for who hosts a server: the unit of systemd, the image, and the three containers, as they lie in docs/running."""

import re
import tomllib

import pytest

from scripts.environment import ROOT

FOLDER = ROOT / "docs" / "running"
PAGE = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
UNIT = (FOLDER / "yurei.service").read_text(encoding="utf-8")
IMAGE = (FOLDER / "Containerfile").read_text(encoding="utf-8")
COMPOSE = (FOLDER / "compose.yaml").read_text(encoding="utf-8")
PINS = (ROOT / "requirements/server.txt").read_text(encoding="utf-8")
EXTRAS = ("fast", "postgres", "server")
"""What a server needs, of the extras of the project."""


def test_compiled_code_lasts_from_one_start_of_the_unit_to_the_next() -> None:
    folder = re.search(r"^CacheDirectory=(.+)$", UNIT, re.MULTILINE)
    assert folder is not None
    assert f"Environment=XDG_CACHE_HOME=/var/cache/{folder[1]}" in UNIT.splitlines()


def test_compiled_code_of_the_image_lies_in_its_volume() -> None:
    volume, cache = re.search(r"^VOLUME (.+)$", IMAGE, re.MULTILINE), re.search(r"XDG_CACHE_HOME=(\S+)", IMAGE)
    assert volume is not None
    assert cache is not None
    assert cache[1].startswith(f"{volume[1]}/")


def test_secrets_of_the_unit_have_a_file_of_their_own() -> None:
    assert "EnvironmentFile=-/etc/yurei.env" in UNIT.splitlines()
    assert "chmod 600 /etc/yurei.env" in PAGE


@pytest.mark.parametrize("recipe", [PAGE.split("## systemd")[1].split("## Upgrading")[0], IMAGE], ids=["unit", "image"])
def test_server_requirements_are_installed_with_hashes(recipe: str) -> None:
    assert re.search(r"--require-hashes -r \S*requirements/server\.txt", recipe)
    assert re.search(r"pip install (--no-cache-dir )?--no-deps --no-build-isolation ", recipe)


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_package_of_an_extra_of_a_server_is_pinned_with_hashes(extra: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for wanted in [*project["dependencies"], *project["optional-dependencies"][extra]]:
        (name,) = re.findall(r"^[\w.-]+", wanted)
        pinned = re.search(rf"^{name.lower()}==[^\n]*\\\n    --hash=sha256:[0-9a-f]{{64}}", PINS, re.MULTILINE)
        assert pinned, f"{name} is not pinned"


def test_the_pins_of_a_server_are_those_that_are_tested() -> None:
    tested = set(re.findall(r"^([\w.-]+==[\w.]+)", (ROOT / "requirements/dev.txt").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"^([\w.-]+==[\w.]+)", PINS, re.MULTILINE)) <= tested


def test_the_three_containers_hold_together() -> None:
    services = re.findall(r"^  (\w+):\n    (?:build|image)", COMPOSE, re.MULTILINE)
    assert services == ["yurei", "postgres", "caddy"]
    assert "@postgres/yurei" in COMPOSE
    assert "--to yurei:8000" in COMPOSE
    assert "EXPOSE 8000" in IMAGE
    for variable in re.findall(r"\$\{(\w+)", COMPOSE):
        assert f"{variable}=" in PAGE, f"running.md does not say how {variable} is set"


@pytest.mark.parametrize("door", ["/g/", "/mail/", "/you/along/", "/evening/", "/challenge/"])
def test_secret_addresses_are_documented_and_left_out_of_the_proxy_log(door: str) -> None:
    assert f"`{door}`" in PAGE.split("What a proxy must not log")[1].split("\n\n")[0]
    left_out = re.search(r"~\^/\(([^)]*)\)/ 0;", (FOLDER / "nginx.conf").read_text(encoding="utf-8"))
    assert left_out is not None
    assert door.strip("/") in left_out[1].split("|")
