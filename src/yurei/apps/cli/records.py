"""The commands ``yurei replay``, ``verify``, ``review`` and ``sgf``, which read records of games."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei import __version__, records
from yurei.apps.cli import options
from yurei.apps.cli.common import BadUsage, progress_bar, read_bytes
from yurei.errors import BadRecord
from yurei.records import Record, sgf
from yurei.records.verify import check_kept_seals
from yurei.referee.announce import announcement_text
from yurei.referee.plain import view_to_bytes
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings, read_settings, referee_of
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.rules.points import shorten

if TYPE_CHECKING:
    from yurei.players.review import ReviewedTry


def replay(
    record: options.RecordFile,
    seat: Annotated[str | None, typer.Option(metavar="SEAT", help="Show what this seat knew.")] = None,
    as_: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="REFEREE",
            help="Replay under another referee, with the same rules.",
            autocompletion=options.completer(options.setting_values("referee")),
        ),
    ] = None,
    sight: Annotated[
        str | None,
        typer.Option(metavar="NUMBER", help="Replay with another sight: number of points that a stone sees."),
    ] = None,
    lang: options.Lang = None,
) -> None:
    """Replay a record and show what each seat was told."""
    language = options.chosen_language(lang)
    played = records.read(read_bytes(record))
    if as_ is not None or sight is not None:
        far = {} if sight is None else {"sight": options.whole_number(sight)}
        played = played.under_referee(referee_of({"referee": as_ or played.settings.referee.slug, **far}))
    if seat is not None:
        played.settings.seating.seat(seat)
    _print_replay(played, seat, language)


def verify(
    record: options.RecordFile,
    seals: Annotated[
        list[str] | None, typer.Argument(metavar="[SEAL]...", help="A seal that you kept while you played.")
    ] = None,
) -> None:
    """Check that a record was not changed after the game, by comparing it with seals that you have kept."""
    text = read_bytes(record)
    played = records.read(text)
    for _ in records.replay(played, Table.of(played.settings, played.setup)):
        pass
    try:
        said = check_kept_seals(text, list(seals or []))
    except ValueError as error:
        raise BadRecord("{error}", error=str(error)) from None
    typer.echo("\n".join(said))
    typer.echo("every try is judged in it as the rules judge it")


def _print_replay(record: Record, seat: str | None, language: str) -> None:
    from yurei.apps.terminal.screen import ending_text, opening_text, unfinished_text

    settings, table = record.settings, Table.of(record.settings, record.setup)
    typer.echo(opening_text(settings, language) + "\n")
    if seat is not None:
        typer.echo(_board_text(table, seat) + "\n")
    for count, (_, answer) in enumerate(records.replay(record, table), start=1):
        if answer is not None:
            told = answer.told[seat or AUDIENCE.name]
            typer.echo(f"{count:4}  {announcement_text(told, settings, language)}")
            if seat is not None:
                typer.echo(_board_text(table, seat, told) + "\n")
    if table.to_move is not None:
        typer.echo(unfinished_text(table.to_move, language))
    elif table.result is not None:
        typer.echo(ending_text(table.result, language, settings.ruleset))


def _board_text(table: Table, seat: str, told: Told | None = None) -> str:
    """Return a seat's own board as text, with a mark at the point that the seat has just tried."""
    from yurei.apps.terminal.screen import choose_signs, draw_board

    mark = told.attempt.point if told is not None and told.attempt is not None else None
    view = table.view(seat)
    return draw_board(view.board, table.settings.size, choose_signs(sys.stdout), mark, view.fog)


WORTH_TELLING = 5  # greatest numbers of turning points, and of announcements, that are listed


def review(
    record: options.RecordFile,
    playouts: Annotated[
        int, options.number_option("--playouts", "Playouts for each try.", 1, hint="; try 1000")
    ] = 1000,
    at: Annotated[int | None, options.number_option("--try", "Show what the seat believed before this try.")] = None,
    seed: options.Seed = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per try.")] = False,
) -> None:
    """Analyse a game again: what each seat could have known and would better have tried, and where the game turned."""
    played = records.read(read_bytes(record))
    tries = sum(isinstance(entry, records.Entry) for entry in played.entries)
    if at is not None:
        options.check_range("--try", at, 1, tries)
    from yurei.club.programs.jobs import review_record

    reviewed = review_record(played, playouts, seed)
    seen: list[ReviewedTry] = []
    with progress_bar("review", quiet=as_json) as watch:
        for number, each in enumerate(reviewed, start=1):
            watch(number, len(played.entries))
            seen.append(each)
            if as_json:
                typer.echo(json.dumps({"number": number, **each.plain(played.settings.size)}))
            elif at is None:
                typer.echo(_review_line(number, each, played))
    if at is not None and not as_json:
        typer.echo(_belief_text(seen[at - 1], played))
    elif not as_json:
        typer.echo(_review_summary(seen, played))


def _review_line(number: int, each: "ReviewedTry", record: Record) -> str:
    size = record.settings.size
    words = [f"{number:4}  {each.seat:7} {each.attempt.text(size):9}", f"win {_percent(each.win)}"]
    if each.best is not None and each.best != each.attempt:
        words.append(f"rather {each.best.text(size)} ({_percent(each.best_value)})")
    if each.certain and each.certain.refusal:
        words.append("its refusal was certain")
    elif each.could_know:
        words.append("could have known that it is refused")
    elif not each.accepted:
        words.append(f"refused, {_percent(each.refused)} likely")
    if (bits := each.bits.get(each.seat, 0.0)) >= 1.0:
        words.append(f"learned {bits:.1f} bits")
    return "  ".join(words)


def _percent(chance: float | None) -> str:
    return "  - " if chance is None else f"{100 * chance:3.0f}%"


def _review_summary(tries: Sequence["ReviewedTry"], record: Record) -> str:
    """Return a text on the turning points of a game, and on the announcements with the most information."""
    from yurei.players.review import most_informative, turning_points

    lines = ["", "The game turned at:"]
    for number, fall in turning_points(tries, WORTH_TELLING):
        each = tries[number - 1]
        lines.append(f"  {number:4}  {each.seat} {each.attempt.text(record.settings.size)}: {100 * fall:.0f} points")
    lines += ["  nowhere"] * (len(lines) == 2)
    lines.append("The sentences that told most:")
    lines += [
        f"  {number:4}  told {seat} {bits:.1f} bits" for number, seat, bits in most_informative(tries, WORTH_TELLING)
    ]
    known = sum(each.could_know for each in tries)
    lines.append(f"Tries of which one could have known that they are refused: {known}")
    return "\n".join(lines)


def _belief_text(each: "ReviewedTry", record: Record) -> str:
    """Return a board with the chance of an enemy piece on each point, in tenths; the try is in parentheses."""
    size = record.settings.size
    rows = [f"{each.seat} tries {each.attempt.text(size)}; the chance of an enemy piece, in tenths:"]
    for row in reversed(range(size.height)):
        cells = []
        for point in range(row * size.width, (row + 1) * size.width):
            tenths = round(10 * each.opponent[point])
            sign = "." if tenths == 0 else "#" if tenths == 10 else str(tenths)
            cells.append(f"({sign})" if point == each.attempt.point else f" {sign} ")
        rows.append(f"{row + 1:3} " + "".join(cells))
    if each.certain:
        points = ", ".join(size.name(point) for point in each.certain.opponent) or "none"
        rows.append(f"Certain enemy pieces: {points}; boards that fit what was told: {each.certain.boards:,}")
    return "\n".join(rows)


def sgf_export(
    record: options.RecordFile,
    viewers: Annotated[
        bool, typer.Option("--viewers", help="Set up the board in every node, for viewers that do not know the rules.")
    ] = False,
    seat: Annotated[str | None, typer.Option(metavar="SEAT", help="Only what this seat knew.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --seat: its view as JSON.")] = False,
    lang: options.Lang = None,
) -> None:
    """Print a record as SGF: complete, in the form for SGF viewers, or as one seat knew the game."""
    if (viewers and seat is not None) or (as_json and seat is None):
        raise BadUsage("--viewers and --seat are two forms, and --json goes with --seat; choose one")
    played = records.read(read_bytes(record))
    details = sgf.Details(language=options.chosen_language(lang), version=__version__)
    if seat is not None:
        played.settings.seating.seat(seat)
        table = Table.of(played.settings, played.setup)
        for _ in records.replay(played, table):
            pass
        view = table.view(seat)
        typer.echo(view_to_bytes(view) if as_json else sgf.side(view, details.of(played)), nl=as_json)
    else:
        game = _replay_record(played)
        typer.echo(sgf.viewer(game, details) if viewers else sgf.native(game, details), nl=False)


@options.with_settings(options.GAME_KEYS)
def sgf_import(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An SGF file; - for standard input.")],
    position: Annotated[
        bool, typer.Option("--position", help="Print a position for --setup instead of a record.")
    ] = False,
    line: Annotated[
        int | None, options.number_option("--line", "Game or variation, counted through the file.", 1)
    ] = None,
    move: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="With --position: after this number of moves.")
    ] = None,
    **settings: Any,
) -> None:
    """Print the record in an SGF file; for a game without one, judge its moves and print the new record."""
    if move is not None and not position:
        raise BadUsage("--move says which --position is meant; give both")
    count = None if move is None else options.whole_number(move)
    if count is not None and count < 0:
        raise BadUsage(f"{count} is no number of moves; the first position is 0")
    nodes = sgf.main_line(read_bytes(file), line or 1)
    if position or not sgf.is_native(nodes):
        game = sgf.ordinary(nodes)
        print_guesses(game.guesses)
        if position:
            return typer.echo(game.setup(count))
        chosen = _merge_settings(game, settings)
        setup = sgf.begun(game, chosen).setup
        record = sgf.refereed(game, chosen, Table.of(chosen, setup), lambda guess: print_guesses((guess,)))
        return typer.echo(records.write(record), nl=False)
    print_guesses(nodes.guesses)
    if any(value is not None for value in settings.values()):
        raise BadUsage("this SGF holds a record of yurei with its own settings; import it without options")
    record = sgf.record_of(nodes)
    _replay_record(record)
    return typer.echo(records.write(record), nl=False)


def print_guesses(guesses: Iterable[str]) -> None:
    for guess in guesses:
        typer.echo(f"yurei: {guess}", err=True)


def _replay_record(record: Record) -> sgf.Played:
    return sgf.Played.from_record(record, lambda hear: Table.of(record.settings, record.setup, hear))


def _merge_settings(game: sgf.Game, given: dict[str, Any]) -> Settings:
    """Return the settings of the game in an SGF file, except those that command options set."""
    chosen_ones = {key: value for key, value in given.items() if value is not None}
    said: dict[str, Any] = {"first": game.first.word}
    if "ruleset" not in chosen_ones:
        said["ruleset"] = _find_ruleset_name(game.rules)
    if game.usual_handicap():
        said["handicap"] = game.stones
    settings = options.settings_of({**given, **said, **chosen_ones}, str(game.size))
    if "komi" in chosen_ones or not settings.ruleset.counts:
        return settings
    if game.komi is None:
        print_guesses((f"the file gives no komi; it is {settings.komi:g}, which --komi changes",))
        return settings
    return options.settings_of({**given, **said, "komi": game.komi, **chosen_ones}, str(game.size))


def _find_ruleset_name(text: str) -> str | None:
    """Return the name of the ruleset for an SGF file, given the text of its rules; None for the default one."""
    found, guessed = sgf.read_rules(text)
    slug = (found or read_settings({}).ruleset).slug
    if not text:
        print_guesses((f"the file names no rules; it is refereed as {slug}, which --ruleset changes",))
    elif guessed:
        why = "are not known here" if found is None else "are no ruleset here"
        print_guesses((f"the rules {shorten(text)} {why}; it is refereed as {slug}, which --ruleset changes",))
    return found.slug if found else None
