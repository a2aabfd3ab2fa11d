"""The commands of ``yurei``, with their order and their examples in the help."""

import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.main import get_command

from yurei.apps.cli.arena import arena
from yurei.apps.cli.collection import problem, problems_export
from yurei.apps.cli.common import INTERRUPTED, USAGE, BadUsage, exit_on_errors, fail
from yurei.apps.cli.new_game import new_game
from yurei.apps.cli.perft import perft
from yurei.apps.cli.play import play, referee, watch
from yurei.apps.cli.records import replay, review, sgf_export, sgf_import, verify
from yurei.apps.cli.rules import rules
from yurei.apps.cli.servers import backup, check, gtp, seat, serve, warmup
from yurei.apps.cli.solved import analyse, solve

STATUS = "exit status: 0 well, 1 the game or the record breaks its rules or the input ended, 2 bad usage"
STATUS += "; the descriptions are missing because of -OO; run python without it" * (sys.flags.optimize > 1)

COMMANDS: dict[Callable[..., Any], str] = {
    serve: """
        yurei serve                             on this machine, in the browser
        yurei serve --host 0.0.0.0 --port 80    for a club
        yurei serve --public-url https://go.example --log --no-browser      behind a proxy
        """,
    backup: "yurei backup games-monday.db --database /var/lib/yurei/games.db",
    check: """
        yurei check                             is every game as lists have it?
        yurei check --database games-monday.db  is a copy whole?
        """,
    play: """
        yurei play                              two people, one terminal
        yurei play --game alter-igo --size 5    another game, a small board
        yurei play --against simple --seat white --save game.jsonl
        """,
    watch: """
        yurei watch yurei:level=2 yurei:level=3             Phantom Go as the audience hears it
        yurei watch simple uniform --game alter-igo --size 5
        """,
    problem: """
        yurei problem                           today's
        yurei problem --kind plan               today's plan
        yurei problem --kind endgame --grade 7  any of them
        yurei problem endgame-4x4-17            this one
        """,
    referee: """
        yurei referee --referee hamburg --lang de   for two people at a real table
        yurei referee --json-lines                  for programs
        """,
    replay: """
        yurei replay game.jsonl                 what everybody heard
        yurei replay game.jsonl --seat black    what Black knew after every try
        yurei replay game.jsonl --as hamburg    the same game under another referee
        """,
    review: """
        yurei review game.jsonl                 every try, where the game turned, what was worth hearing
        yurei review game.jsonl --try 31        what the seat believed before its 31st try
        yurei review game.jsonl --json > review.jsonl
        """,
    verify: "yurei verify yurei-GAME.jsonl 1f0c…     whether this seal, kept while one played, is one of the record's",
    rules: """
        yurei rules                             every game, referee, seating and option
        yurei rules alter-igo                   one game in full, with its examples
        """,
    new_game: """
        yurei new-game lazy-go
        yurei new-game lazy-go --title "Lazy Go" --tree ../my-yurei
        """,
    arena: """
        yurei arena simple uniform --size 5 --games 100             who is better, and by how much
        yurei arena simple uniform --at-least 0.65 --out monday     until it is sure; the same command goes on
        yurei arena simple 'program:python bot.py@1s' --jobs 4      a program of one's own, with a budget of its own
        """,
    seat: "yurei seat simple                       asked line by line, see the line protocol",
    gtp: """
        yurei gtp --level 3                     an engine for Sabaki or GoGui
        yurei gtp --game alter-igo --size 7     GoGui plays it as well
        yurei gtp --referee hamburg             one seat of Phantom Go, see docs/gtp.md
        """,
    perft: """
        yurei perft go --size 3 --moves 3
        yurei perft alter-igo --size 2x3 --moves 5 --repetition situational-superko
        """,
    solve: """
        yurei solve alter-igo 3x4               a second
        yurei solve alter-igo 4                 a quarter of a minute
        yurei solve alter-igo 4x5               a quarter of an hour
        """,
    analyse: """
        yurei analyse .../.B./... --to-move white
        yurei analyse .../.../... B2 A2         after two moves
        yurei analyse ..../..../..../.... --json
        """,
    warmup: "yurei warmup                            after an installation, or in an image",
}
"""All commands in the order of the help, with examples."""
SGF: dict[Callable[..., Any], str] = {
    sgf_export: """
        yurei sgf export game.jsonl > game.sgf                  everything, for us and for other programs
        yurei sgf export game.jsonl --viewers > seen.sgf        the true board of any game, for any viewer
        yurei sgf export game.jsonl --seat black > black.sgf    what Black knew
        """,
    sgf_import: """
        yurei sgf import game.sgf > game.jsonl                  the record in it, or its moves refereed
        yurei sgf import other.sgf --referee hamburg            as if they had been tried before this referee
        yurei sgf import other.sgf --position --move 40         a board for --setup
        """,
}
PROBLEMS: dict[Callable[..., Any], str] = {
    problems_export: """
        yurei problems export --out problems.jsonl
        yurei problems export --kind endgame --sgf endgames
        """
}

PLUGINS = "yurei.commands"
"""Group of entry points for commands of other packages, see ``command_app``; ``problems.make`` is in a group."""
IN_RESEARCH = ("dataset", "exact", "problems.check", "problems.make", "problems.solve")


class Commands(TyperGroup):
    """The group of all commands, including those of installed packages. It turns errors into exit statuses."""

    def list_commands(self, context: Any) -> list[str]:
        group = _full_name(context, "")
        plugged = [
            entry.name.removeprefix(group) for entry in entry_points(group=PLUGINS) if entry.name.startswith(group)
        ]
        return [*super().list_commands(context), *(name for name in plugged if "." not in name)]

    def get_command(self, context: Any, name: str) -> Any:
        """Return a command by its name, or None. A command of an installed package is imported only here."""
        full = _full_name(context, name)
        for entry in entry_points(group=PLUGINS, name=full):
            return get_command(entry.load())
        if full in IN_RESEARCH and not context.resilient_parsing:
            raise BadUsage("this command is in yurei-research: pip install '.[fast]' ./research, in a clone of yurei")
        return super().get_command(context, name)

    def main(self, *arguments: Any, **options: Any) -> NoReturn:
        status = None
        with exit_on_errors():
            try:
                status = super().main(*arguments, **{**options, "standalone_mode": False})
            except typer.TyperException as error:
                fail(_usage_error_sentence(error), USAGE)
            except typer.Abort:
                sys.exit(INTERRUPTED)
        sys.exit(status if isinstance(status, int) else 0)


def _full_name(context: Any, name: str) -> str:
    """Return the name of a command, preceded by that of its group if it is in one, such as ``problems.make``."""
    return name if context.parent is None else f"{context.info_name}.{name}"


def _usage_error_sentence(error: typer.TyperException) -> str:
    """Return the text of a usage error as one sentence, which also names the ``--help`` of the command."""
    context = getattr(error, "ctx", None)
    text = " ".join(error.format_message().split()).rstrip(".")
    return f"{text[:1].lower()}{text[1:]}; `{context.command_path if context else 'yurei'} --help` says more"


def _help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(USAGE)


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"`yurei COMMAND --help` says more.\n\n{STATUS}",
)
sgf = typer.Typer(
    help="Export records as SGF, and import SGF as records or positions.", callback=_help, invoke_without_command=True
)
problems = typer.Typer(
    cls=Commands,
    help="Export problems; with yurei-research also make, check and prove them.",
    callback=_help,
    invoke_without_command=True,
)


def _version(wanted: bool) -> None:
    if wanted:
        from yurei import __version__

        typer.echo(f"yurei {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def yurei(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play, referee and replay Phantom Go and other forms of Go with hidden stones."""
    _help(context)


def epilog(examples: str) -> str:
    """Return the end of a help text: the examples, then the exit statuses. ``\\b`` keeps the line breaks."""
    lines = [f"  {line.strip()}" for line in examples.strip().splitlines()]
    return "\n".join(["\b", "examples:", *lines]) + f"\n\n{STATUS}"


def command_app(command: Callable[..., Any], examples: str) -> typer.Typer:
    """Return a typer application with a single command, as entry points in the group ``yurei.commands`` need it."""
    single = typer.Typer(rich_markup_mode=None, add_completion=False)
    single.command(epilog=epilog(examples))(command)
    return single


for command, examples in COMMANDS.items():
    app.command(epilog=epilog(examples))(command)
for group, prefix, commands in ((sgf, "sgf", SGF), (problems, "problems", PROBLEMS)):
    for command, examples in commands.items():
        group.command(command.__name__.removeprefix(f"{prefix}_"), epilog=epilog(examples))(command)
    app.add_typer(group, name=prefix)
