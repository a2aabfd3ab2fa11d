"""``yurei new-game``: in a copy of the tree it writes a game that every test takes as it is."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from yurei import rules
from yurei.apps.cli.app import app

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "scripts", "docs", "changes", "examples", "research", "strength")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "corpus", "*.egg-info", ".*", "node_modules")
BY_DAY = ("tests/contract/test_rows.py", "tests/rule_pages/test_examples.py", "tests/playthroughs")
PYTEST = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider")
BUT_THIS = ("--ignore", "tests/contract/test_new_game_command.py")
BY_NIGHT = ("tests/contract", "tests/playthroughs", "tests/rule_pages", "tests/test_docs.py", "tests/counts")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=LEFT_OUT)
    for file in [each for each in ROOT.iterdir() if each.is_file()]:
        shutil.copy(file, tmp_path)
    return tmp_path


def yurei(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words), prog_name="yurei")
    return done.exit_code, done.output


def run_there(tree: Path, *words: str) -> str:
    paths = {"PYTHONPATH": os.pathsep.join([str(tree / "src"), str(tree)]), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *words], cwd=tree, env={**os.environ, **paths}, capture_output=True, text=True, check=False
    ).stdout


def test_new_game_writes_a_file_a_line_and_entries_for_translations(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tree / "docs")
    status, printed = yurei("new-game", "lazy-go")
    sources = tree / "src" / "yurei"
    assert (status, (sources / "rules" / "lazy_go.py").exists()) == (0, True)
    assert not (ROOT / "src" / "yurei" / "rules" / "lazy_go.py").exists()
    assert str(tree) in printed
    assert printed.startswith("Lazy Go is played from now on.\n")
    for named in ("rules/lazy_go.py", "languages/de.po", "languages/ja.po", "./test", "changes/lazy-go.added.md"):
        assert named in printed
    source = (sources / "rules" / "__init__.py").read_text(encoding="utf-8")
    listed = re.search(r"^ALL.*?^\]", source, re.MULTILINE | re.DOTALL)
    assert listed
    assert listed[0].endswith("    lazy_go.RULESET,\n]")
    assert "lazy_go" in source.partition("from yurei.rules import ")[2].partition("from ")[0]
    ast.parse(source)
    for catalogue in (sources / "languages").glob("*.po"):
        stubs = re.findall(r'^msgid "(.*)"\nmsgstr ""$', catalogue.read_text(encoding="utf-8"), re.MULTILINE)
        sentences = ("What Lazy Go is, in one plain sentence.", "In Lazy Go a stone without liberties goes.")
        assert stubs[-3:] == ["Lazy Go", *sentences]


def test_a_list_that_is_too_long_for_a_line_is_folded_and_found_again(tree: Path) -> None:
    for name in ("a-game-of-a-long-name-indeed", "another-game-of-a-long-name", "yet-another-game-of-a-long-name"):
        assert yurei("new-game", name, "--tree", str(tree))[0] == 0
    source = (tree / "src" / "yurei" / "rules" / "__init__.py").read_text(encoding="utf-8")
    assert source.count("import (\n    a_game_of_a_long_name_indeed,\n") == 1
    assert max(map(len, source.splitlines())) <= 120
    names = run_there(tree, "-c", "from yurei import rules; print(*[ruleset.slug for ruleset in rules.ALL][-2:])")
    assert names == "another-game-of-a-long-name yet-another-game-of-a-long-name\n"


@pytest.mark.parametrize(
    "tests",
    [
        pytest.param(BY_DAY, id="by day"),
        pytest.param(BY_NIGHT, id="by night", marks=[pytest.mark.nightly, pytest.mark.timeout(900)]),
    ],
)
def test_the_new_game_passes_the_tests_as_it_is(tree: Path, tests: tuple[str, ...]) -> None:
    assert yurei("new-game", "lazy-go", "--title", "Lazy Go 2", "--tree", str(tree))[0] == 0
    only = ["-k", "lazy"] if tests is BY_DAY else []
    printed = run_there(tree, *PYTEST, *BUT_THIS, *tests, *only)
    counted = re.match(r"(\d+) passed", printed.splitlines()[-1])
    assert counted, printed[-4000:]
    assert int(counted[1]) >= 5
    golden = (tree / "tests" / "playthroughs" / "lazy-go-hamburg.txt").read_text(encoding="utf-8")
    assert golden.startswith("Lazy Go 2, the hamburg referee\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Lazy Go"], "a game's name is small letters, digits and hyphens, such as lazy-go, not 'Lazy Go'"),
        (["../go"], "a game's name is small letters, digits and hyphens, such as lazy-go, not '../go'"),
        (["x" * 41], "a game's name is small letters, digits and hyphens"),
        (["alter-igo"], "there is already a game alter-igo"),
        (["lazy-go", "--title", "Alter Igo"], "or one called Alter Igo; `yurei rules` lists all"),
        (["judge"], "judge is a word of the program's; take another name"),
        (["import"], "import is a word of the program's; take another name"),
        (["points"], "points is a word of the program's; take another name"),
        (["lazy-go", "--title", "\a"], "a game's title is something that can be printed"),
        (["lazy-go", "--tree", "/nowhere"], "/nowhere is no checkout of yurei; say where one is with --tree"),
    ],
)
def test_a_bad_game_name_is_refused_in_one_line_and_no_file_is_written(words: list[str], sentence: str) -> None:
    before = sorted(Path(rules.__file__).parent.glob("*.py"))
    status, printed = yurei("new-game", *words)
    assert status == 2
    assert sentence in printed
    assert len(printed.splitlines()) == 1
    assert sorted(Path(rules.__file__).parent.glob("*.py")) == before


# A new choice, as CONTRIBUTING has it.

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    return str(found)


def change(tree: Path, but: str = "") -> None:
    """Change the files of a tree as CONTRIBUTING says; ``but`` is left out."""
    for part in re.split(r"^--- ", block("diff"), flags=re.MULTILINE)[1:]:
        name, _, hunks = part.partition("\n")
        file = tree / name
        source = file.read_text(encoding="utf-8")
        for hunk in re.split(r"^@@\n", hunks, flags=re.MULTILINE):
            lines = [line for line in hunk.splitlines(keepends=True) if not but or but not in line]
            old = "".join(line[1:] for line in lines if line[0] in " -")
            assert source.count(old) == 1, f"{name}: {old}"
            source = source.replace(old, "".join(line[1:] for line in lines if line[0] in " +"))
        file.write_text(source, encoding="utf-8")
    assert yurei("new-game", "cornerless-go", "--tree", str(tree))[0] == 0
    game = tree / "src" / "yurei" / "rules" / "cornerless_go.py"
    game.write_text(f'"""Cornerless Go: nobody plays in a corner."""\n\n{block("python")}', encoding="utf-8")


PAGES = """
from tests.web.wire import WebApp, Visitor
with WebApp() as webapp:
    for page in ("/learn/cornerless-go", "/learn"):
        answer = Visitor(webapp).get(page)
        print(page, answer.status, "No stone may be placed in a corner." in answer.text)
"""


def test_the_example_of_a_new_choice_is_a_game(tree: Path) -> None:
    change(tree)
    told = run_there(tree, "-m", "yurei", "rules", "cornerless-go")
    assert "A corner is closed." in told
    assert "the last try is illegal: The corners are closed." in told
    assert run_there(tree, "-c", PAGES).splitlines()[0] == "/learn/cornerless-go 200 True"
    tests = ["tests/contract/test_rows.py", "tests/contract/test_compilable.py", "tests/rule_pages/test_examples.py"]
    tests += ["tests/rule_pages/test_announcements.py", "-k", "cornerless or reason or compilable"]
    printed = run_there(tree, *PYTEST, *tests)
    assert re.search(r"^\d+ passed", printed.splitlines()[-1]), printed[-3000:]


def test_a_new_reason_without_its_sentence_is_announced_and_fails_a_test_that_names_the_place(tree: Path) -> None:
    change(tree, but="The corners are closed.")
    assert "the last try is illegal: Illegal move." in run_there(tree, "-m", "yurei", "rules", "cornerless-go")
    assert run_there(tree, "-c", PAGES).splitlines()[0] == "/learn/cornerless-go 200 True"
    printed = run_there(tree, *PYTEST, "tests/rule_pages/test_announcements.py")
    assert "write the sentence of each of these in REASONS in yurei/referee/announce.py" in printed
    assert "['CORNER']" in printed
    assert printed.splitlines()[-1].startswith("1 failed")
