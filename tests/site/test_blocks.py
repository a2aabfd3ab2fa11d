"""Programs, commands, conversations and notebooks in the docs are run: here, or by the test that is named here."""

import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from scripts.environment import ROOT
from tests.plugins import with_research_commands
from tests.test_docs import written_in
from yurei.apps.cli.app import app
from yurei_research.bench import __main__ as benchmarks

TRAIN, COMPOSE = "Train a player", "Compose problems"
RUN_BY = {
    ("CONTRIBUTING.md", "diff"): "tests.contract.test_new_game_command:test_the_example_of_a_new_choice_is_a_game",
    ("CONTRIBUTING.md", "python"): "tests.contract.test_new_game_command:test_the_example_of_a_new_choice_is_a_game",
    ("README.md", "python"): "pytest itself, by --doctest-glob",
    ("docs/arena.md", "python"): "test_the_program_about_the_arena_plays_a_game",
    ("docs/arena.md", "text"): "a report of an arena that took its time: no test plays it again",
    ("docs/command-line.md", "console"): "tests.cli.test_cli:test_the_document_shows_the_real_output_of_the_commands",
    ("docs/command-line.md", "json"): "test_the_record_on_the_page_can_be_read",
    ("docs/command-line.md", "text"): "test_a_solved_board_is_reported_as_the_page_says",
    ("docs/gtp.md", "text"): "tests.gtp.test_hiding_sessions:test_the_transcripts_on_the_page_are_engine_output",
    ("docs/inventing.md", "python"): "test_examples_in_python_show_the_real_output",
    ("docs/kernel.md", "python"): "tests.kernel.test_interface:test_the_programs_of_the_page_run",
    ("docs/line-protocol.md", "text"): "tests.test_docs:test_the_line_protocol_answers_as_its_page_says",
    ("docs/players.md", "python"): "tests.test_docs:test_the_player_of_its_page_plays_and_can_be_installed",
    ("docs/players.md", "python", TRAIN): "tests.environments.test_training:test_the_trained_player_beats_random_play",
    ("docs/players.md", "toml"): "tests.test_docs:test_the_player_of_its_page_plays_and_can_be_installed",
    ("docs/problems.md", "json"): "tests.problems.test_docs:test_the_problem_of_the_page_is_proven",
    ("docs/problems.md", "json", COMPOSE): "tests.problems.test_docs:test_the_composition_of_the_page_is_proven",
    ("docs/problems.md", "python"): "tests.problems.test_docs:test_the_program_of_the_page_runs",
    ("docs/programs.md", "sh"): "tests.web.test_api:test_a_game_by_curl_goes_as_its_page_says",
    ("docs/programs.md", "sh", "Bots"): "tests.web.test_bots:test_the_page_about_bots_goes_as_it_says_by_curl",
    ("docs/programs.md", "python", "Bots"): "tests.web.test_bots:test_the_page_about_bots_goes_as_it_says_in_python",
    ("docs/programs.md", "text", "Bots"): "tests.web.test_bots:test_the_event_on_the_page_is_one_of_these",
    ("docs/research.md", "python"): "tests.environments.test_page:test_the_programs_of_the_research_page_run",
    ("docs/running.md", "text"): "a setting of Caddy's, which is not installed here",
    ("docs/sgf.md", "python"): "tests.test_docs:test_the_examples_and_properties_on_the_sgf_page_are_right",
    ("docs/solved.md", "text"): "tests.cli.test_solved:test_the_page_shows_the_real_output_of_the_command",
    ("docs/start.md", "python"): "test_examples_in_python_show_the_real_output",
}
"""Who runs the blocks of a page in a language, or those of one section. Shell lines are run by what follows, wherever they stand."""

LOOSE = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "research/README.md")
PAGES = [*(ROOT / name for name in LOOSE), *sorted((ROOT / "docs").rglob("*.md"))]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def extras(folder: str) -> set[str]:
    project = tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {"", *project["optional-dependencies"]}


def blocks() -> Iterator[tuple[str, ...]]:
    """The page, the language and the section of every block that is fenced in; without the section where it has no runner of its own."""
    for page in PAGES:
        section = ""
        text = page.read_text(encoding="utf-8")
        for heading, language in re.findall(r"^## ([^\n]*)$|^```(\w*)\n.*?^```$", text, re.MULTILINE | re.DOTALL):
            section = heading or section
            if not heading:
                where = (name_of(page), language)
                yield (*where, section) if (*where, section) in RUN_BY else where


def test_every_code_block_of_the_docs_is_run_by_a_test() -> None:
    found = set(blocks())
    assert len(found) > 15
    assert sorted(block for block in found if block[1] != "sh" or block in RUN_BY) == sorted(RUN_BY)


@pytest.mark.parametrize("who", sorted({who for who in RUN_BY.values() if ":" in who and " " not in who}))
def test_every_named_runner_of_a_code_block_is_a_test(who: str) -> None:
    module, name = who.split(":")
    assert name.startswith("test_")
    assert callable(getattr(importlib.import_module(module), name))


@pytest.mark.parametrize("name", ["docs/start.md", "docs/inventing.md"])
def test_examples_in_python_show_the_real_output(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0
    assert tried > 2


def test_the_program_about_the_arena_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = written_in(ROOT / "docs" / "arena.md", "python")
    exec(compile(program, "arena.md", "exec"), {})  # our own page
    assert "winner=" in capsys.readouterr().out


def test_the_record_on_the_page_can_be_read() -> None:
    from yurei import records

    (text,) = written_in(ROOT / "docs" / "command-line.md", "json")
    assert [getattr(entry, "accepted", None) for entry in records.read(text).entries] == [True, False]


def test_a_solved_board_is_reported_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.chdir(tmp_path)
    (shown,) = written_in(ROOT / "docs" / "command-line.md", "text")
    command, _, printed = shown.removeprefix("$ yurei ").partition("\n")
    assert CliRunner().invoke(app, shlex.split(command), prog_name="yurei").stdout == printed


def typed() -> list[tuple[str, str]]:
    """Every line that begins with a command of ours, in a fence or set in, and the page on which it stands."""
    found, ours = [], rf"(\w+=\S+ )*(yurei|{re.escape(benchmarks.PROGRAM)}|\./\w+|pip) "
    for page in PAGES:
        text = page.read_text(encoding="utf-8").replace("\\\n", " ")
        fenced = "\n".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
        lines = [*fenced.splitlines(), *re.findall(r"^    (.*)$", text, re.MULTILINE)]
        found += [(name_of(page), line.strip()) for line in lines if re.match(ours, line.strip() + " ")]
    return found


@pytest.mark.parametrize(("where", "line"), typed(), ids=lambda value: value if value.startswith("docs/") else None)
def test_every_command_that_is_shown_is_one(where: str, line: str) -> None:
    words = shlex.split(re.split(r"\s{2,}| \| | > | # ", line)[0].replace("…", "x"))
    while "=" in words[0]:
        words = words[1:]
    program, *rest = words
    if program == "pip":
        installed = [found for word in rest[1:] if (found := re.fullmatch(r"(\.|\./research)(?:\[([\w,]+)\])?", word))]
        assert rest[0] == "install"
        assert installed, f"{where}: {line}"
        for found in installed:
            assert set((found[2] or "").split(",")) <= extras(found[1]), f"{where}: {line}"
    elif line.startswith(benchmarks.PROGRAM):
        understood(words[3:], benchmarks.app)
    elif program == "yurei":
        understood(rest)
    else:
        assert (ROOT / program).exists(), f"{where}: {line}"


@pytest.fixture(autouse=True)
def commands_of_research() -> Iterator[None]:
    with with_research_commands():
        yield


def understood(words: list[str], program: typer.Typer = app) -> None:
    """Let every command on the way read its words, and run none; raises ``TyperException`` where one makes no sense."""
    command: Any = get_command(program)
    context = command.make_context("yurei", list(words))
    while hasattr(command, "commands"):
        left = [*context._protected_args, *context.args]
        if not left:
            return
        name, command, rest = command.resolve_command(context, left)
        context = command.make_context(name, rest, parent=context)


def test_an_invalid_command_in_the_docs_is_noticed() -> None:
    wrong = {app: ("play --gaem go", "plya", "sgf exports"), benchmarks.app: ("kernels", "kernel --round 1")}
    for program, lines in wrong.items():
        for line in lines:
            with pytest.raises(typer.TyperException):
                understood(line.split(), program)


@pytest.mark.parametrize("line", ["yurei play --size 9", "yurei rules", "yurei referee --referee hamburg --lang de"])
def test_commands_of_the_start_page_run(line: str) -> None:
    assert any(line in (ROOT / "docs" / f"{page}.md").read_text("utf-8") for page in ("start", "clubs", "inventing"))
    shown = CliRunner(env={"LANG": "C.UTF-8"}).invoke(app, line.split()[1:], input="", prog_name="yurei")
    assert shown.exit_code in (0, 1), "1: the input ended before the game"
    assert shown.stdout


@pytest.mark.parametrize("script", ["refusals", "strength", "timing", "two_worlds"])
def test_a_script_runs_as_it_is_printed_with_a_python_that_has_nothing_installed(script: str) -> None:
    python = Path(sys.base_prefix) / "bin" / "python3"
    done = subprocess.run(
        [python, "-I", "-S", f"scripts/{script}", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ")


def test_the_example_of_running_a_part_of_the_tests_finds_some() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folder, words = re.findall(r"^    ./test (tests/\S+) -k (\w+) ", text, re.MULTILINE)[0]
    files = (ROOT / folder).rglob("test_*.py")
    assert any(re.search(rf"^def test_\w*{words}", file.read_text(encoding="utf-8"), re.MULTILINE) for file in files)


NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.py"))


@pytest.mark.nightly
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_through_and_its_claims_hold(notebook: Path, tmp_path: Path) -> None:
    installed = {**os.environ, "PYTHONPATH": str(ROOT / "research" / "src")}
    ran = subprocess.run(
        [sys.executable, str(notebook)], cwd=tmp_path, env=installed, capture_output=True, text=True, check=False
    )
    said = ran.stderr.replace("yurei: compiling the kernel for this machine, some seconds, once …\n", "")
    assert (ran.returncode, said) == (0, "")
    assert len(ran.stdout.splitlines()) >= 6


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_has_text_and_claims_and_is_named_on_the_page_for_researchers(notebook: Path) -> None:
    written = notebook.read_text(encoding="utf-8")
    assert written.count("# %% [markdown]\n") >= 2
    assert "assert " in written, "it claims something, and tries it"
    assert notebook.name in (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
