"""The tab key: a shell completes commands, options, games and referees."""

import pytest
from typer.testing import CliRunner

from yurei import referee, rules
from yurei.apps.cli.app import app


def completed(typed: str) -> list[str]:
    """What bash is given for a line whose last word is still being typed."""
    place = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" ")), "_YUREI_COMPLETE": "complete_bash"}
    return CliRunner(env=place).invoke(app, [], prog_name="yurei").stdout.split()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("yurei re", ["referee", "replay", "review"]),
        ("yurei sgf ", ["export", "import"]),
        ("yurei play --draw-c", ["--draw-counts"]),
        ("yurei play --game ", [each.slug for each in rules.ALL]),
        ("yurei play --referee ", [each.slug for each in referee.ALL]),
        ("yurei replay game.jsonl --as k", ["kriegspiel"]),
        ("yurei replay game.jsonl --lang ", ["en", "de", "fr", "es", "ja"]),
        ("yurei rules alt", ["alter-igo"]),
    ],
)
def test_the_tab_key_completes(typed: str, words: list[str]) -> None:
    assert completed(typed) == words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_of_a_shell_calls_yurei(shell: str) -> None:
    shown = CliRunner(env={"_YUREI_COMPLETE": f"source_{shell}"}).invoke(app, [], prog_name="yurei")
    assert f"_YUREI_COMPLETE=complete_{shell}" in shown.stdout
