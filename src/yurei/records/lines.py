"""Reads and writes records as text, one JSON object a line: first the settings, then the tries.

    {"yurei":"record","version":1,"settings":{…},"setup":null,"ruleset_version":1,"referee_version":1,"started":null}
    {"seat":"black","kind":"stone","point":"E5","accepted":true,"at":"2026-05-01T18:00:07Z"}
    {"end":"agreement","at":"2026-05-01T18:20:00Z"}
    {"end":"repetition","at":"2026-05-01T18:20:00Z"}
    {"end":"time","seat":"white","at":"2026-05-01T18:20:00Z"}
    {"end":"absence","seat":"white","at":"2026-05-01T18:20:00Z"}
    {"end":"abandoned","at":"2026-05-01T18:20:00Z"}

Only the last line of a game can be one of these five. If the referee gave seals, one more line reveals the nonces, see
``yurei.records.verify``: a nonce for the first line, then one a try.

    {"nonces":["1f…","a0…"]}

If programs played, the first line names them, by seat:

    …,"started":null,"players":{"white":{"name":"simple","version":1}}}

``read`` reads back what ``write`` has written, byte for byte. A time is in UTC, with microseconds unless they are zero.
Every error in a text is a ``BadRecord``: one sentence that names the line.
"""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NoReturn

from yurei.errors import BadRecord, BadSettings, BadTry, YureiError, unknown
from yurei.languages import N_
from yurei.records.record import End, Entry, Kept, Program, Record, numbering_errors
from yurei.referee.plain import try_values
from yurei.referee.referee import Referee
from yurei.referee.settings import Settings, read_settings
from yurei.rules.points import Size, shorten
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import EndedBy, Kind, Try, checked_setup

FORMAT, VERSION = "record", 1
LARGEST = 8 * 1024 * 1024
"""Greatest size of a record, in bytes or characters."""
LONGEST_NAME = 200
"""Greatest length of a program's name with its parameters, in characters."""
Line = Mapping[str, Any]
GAME = ("yurei", "version", "settings", "setup", "ruleset_version", "referee_version", "started", "players")
NEEDLESS = ("setup", "started", "players", "point", "at")
"""Keys that may be left out, meaning null."""
OF_ALL = (EndedBy.AGREEMENT, EndedBy.REPETITION, EndedBy.ABANDONED)
OF_A_SEAT = (EndedBy.TIME, EndedBy.ABSENCE)
"""Ends of a game without a try: those of the whole game, and those by one seat."""


def read_object(text: str) -> Line:
    """Parse a line as a JSON object; raise ``BadRecord`` if it is none."""
    if not text.strip():
        raise BadRecord(N_("it is empty; a record has one JSON object a line"))
    try:
        value = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(N_("{text} is no JSON; a record has one JSON object a line"), text=shorten(text)) from None
    if not isinstance(value, dict):
        raise BadRecord(N_("{text} is no JSON object; a record has one a line"), text=shorten(text))
    return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadRecord(N_("{key} stands in it twice; keep one"), key=shorten(twice))
    return value


def _refuse(constant: str) -> NoReturn:
    raise BadRecord(N_("{text} is no number of JSON; write null where there is none"), text=constant)


def _check_keys(line: Line, keys: Collection[str], needless: Collection[str] = NEEDLESS) -> None:
    for key in line:
        if key not in keys:
            raise unknown("key", key, keys)
    for key in keys:
        if key not in line and key not in needless:
            raise BadRecord(N_("{key} is missing; a line such as this has {keys}"), key=repr(key), keys=", ".join(keys))


def time_text(time: datetime | None) -> str | None:
    """Return a time as text in UTC; None for None."""
    if time is None:
        return None
    if time.utcoffset() is None:
        raise BadRecord(N_("the time {time} has no time zone; take it from datetime.now(UTC)"), time=time.isoformat())
    return time.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def read_time(text: object) -> datetime | None:
    """Parse a time in UTC; return None for None."""
    if text is None:
        return None
    try:
        if isinstance(text, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z", text, re.ASCII):
            return datetime.fromisoformat(text)
    except ValueError:
        pass  # the 31st of February has the right form
    raise BadRecord(N_("{text} is no time; write it in UTC, as 2026-05-01T18:00:07Z"), text=shorten(text))


def _check_named(settings: Settings) -> None:
    """Raise ``BadRecord`` if reading the names in these settings would give different settings."""
    try:
        named = read_settings(settings.plain())
    except YureiError:  # a custom ruleset, which the reader passes to ``read``
        return
    if named != settings:
        raise BadRecord(
            N_("{ruleset} under {referee} is not the game that was played; give the variant its own slug"),
            ruleset=settings.ruleset.slug,
            referee=settings.referee.slug,
        )


def _read_settings(given: object, ruleset: Ruleset | None, referee: Referee | None) -> Settings:
    """Parse the settings of a record; ``ruleset`` and ``referee`` replace those that it names."""
    if not isinstance(given, dict):
        raise BadSettings(N_("settings are an object of names and values, not {given}"), given=shorten(given))
    for name, value in given.items():
        if isinstance(value, (dict, list)):
            raise BadSettings(
                N_("{key} is a word, a number or true or false, not {value}"), key=shorten(name), value=shorten(value)
            )
    return read_settings(given, ruleset, referee)


def write(record: Record) -> str:
    """Return the record as text.

    Raises ``BadRecord`` if a time has no time zone, or the names in the settings would be read as a different game.
    """
    lines = [first_line(record), *(line_of(entry, record.settings) for entry in record.entries)]
    if record.nonces:
        lines.append(json_text({"nonces": record.nonces}))
    return "".join(f"{line}\n" for line in lines)


def first_line(record: Record) -> str:
    """Return the first line of a record, which holds the settings."""
    _check_named(record.settings)
    game: dict[str, Any] = {
        "yurei": FORMAT,
        "version": VERSION,
        "settings": record.settings.plain(),
        "setup": record.setup,
        "ruleset_version": record.ruleset_version,
        "referee_version": record.referee_version,
        "started": time_text(record.started),
    }
    if record.players:
        game["players"] = {each.seat: {"name": each.name, "version": each.version} for each in record.players}
    return json_text(game)


def line_of(entry: Kept, settings: Settings) -> str:
    """Return an entry of a record as a line of text."""
    if not isinstance(entry, Entry):
        seat = {"seat": entry.seat} if entry.by in OF_A_SEAT else {}
        return json_text({"end": entry.by, **seat, "at": time_text(entry.at)})
    tried = try_values(entry.attempt, settings.size)
    return json_text({"seat": entry.seat, **tried, "accepted": entry.accepted, "at": time_text(entry.at)})


def json_text(line: Mapping[str, Any]) -> str:
    """Return a JSON object as text without spaces."""
    return json.dumps(line, separators=(",", ":"))


def read(text: str | bytes, ruleset: Ruleset | None = None, referee: Referee | None = None) -> Record:
    """Parse the text of a record; raise ``BadRecord`` if it is invalid. Whether tries are legal is not checked.

    A given ``ruleset`` or ``referee`` is used in place of the one that the record names.
    """
    first, *others = _lines(text)
    with numbering_errors(1):
        record = _read_game(read_object(first), ruleset, referee)
    entries: list[Kept] = []
    nonces: tuple[str, ...] = ()
    for number, line in enumerate(others, start=2):
        with numbering_errors(number):
            kept = read_object(line)
            if nonces:
                raise BadRecord(N_("nothing comes after the nonces"))
            if "nonces" in kept:
                nonces = _read_nonces(kept, sum(isinstance(entry, Entry) for entry in entries))
            else:
                entries.append(_read_entry(kept, record.settings))
    return replace(record, entries=tuple(entries), nonces=nonces)


def _read_nonces(line: Line, tries: int) -> tuple[str, ...]:
    _check_keys(line, ("nonces",))
    given, nonce = line["nonces"], re.compile("[0-9a-f]{64}")
    if not isinstance(given, list) or not all(isinstance(each, str) and nonce.fullmatch(each) for each in given):
        raise BadRecord(N_("nonces are a list of texts of 64 hexadecimal digits, not {given}"), given=shorten(given))
    if len(given) != tries + 1:
        raise BadRecord(N_("{given} nonces do not fit {tries} tries"), given=len(given), tries=tries)
    return tuple(given)


def _lines(text: str | bytes) -> list[str]:
    if len(text) > LARGEST:
        raise BadRecord(N_("a record has at most {most} bytes, this text has more"), most=LARGEST)
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            with numbering_errors(error.object.count(b"\n", 0, error.start) + 1):
                raise BadRecord(N_("it is not in UTF-8; a record is a text in UTF-8")) from None
    return text.removeprefix("\ufeff").removesuffix("\n").split("\n")


def _read_game(line: Line, own_ruleset: Ruleset | None, own_referee: Referee | None) -> Record:
    if line.get("yurei") != FORMAT:
        raise BadRecord(
            N_("a record begins with {beginning}; this text begins otherwise"),
            beginning=f'{{"yurei":"{FORMAT}","version":{VERSION},…}}',
        )
    if line.get("version") != VERSION or isinstance(line["version"], bool):
        raise BadRecord(
            N_("it has version {version}; this yurei reads version {known}"),
            version=shorten(line.get("version")),
            known=VERSION,
        )
    _check_keys(line, GAME)
    settings, setup = _read_settings(line["settings"], own_ruleset, own_referee), line.get("setup")
    ruleset, referee = settings.ruleset, settings.referee
    if setup is not None and settings.handicap:
        raise BadSettings(N_("a handicap is a set-up position of its own; keep one of the two"))
    if setup is not None:
        checked_setup(ruleset, settings.size, setup)
    return Record(
        settings=settings,
        setup=setup,
        ruleset_version=_read_version("ruleset", ruleset.slug, line["ruleset_version"], ruleset.version),
        referee_version=_read_version("referee", referee.slug, line["referee_version"], referee.version),
        started=read_time(line.get("started")),
        players=_read_players(line.get("players"), settings),
    )


def _read_players(given: object, settings: Settings) -> tuple[Program, ...]:
    """Parse the programs that played; unknown names are accepted, since their tries are recorded."""
    if given is None:
        return ()
    if not isinstance(given, dict):
        raise BadRecord(N_("players are an object of seats and programs, not {given}"), given=shorten(given))
    return tuple(_read_program(seat, program, settings) for seat, program in given.items())


def _read_program(seat: str, given: object, settings: Settings) -> Program:
    _read_seat({"seat": seat}, settings)
    if not isinstance(given, dict):
        raise BadRecord(N_("a program is an object with name and version, not {given}"), given=shorten(given))
    _check_keys(given, ("name", "version"), ("version",))
    name, version = given["name"], given.get("version")
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME:
        raise BadRecord(N_("{name} is no name of a program"), name=shorten(name))
    if version is not None and (isinstance(version, bool) or not isinstance(version, int) or version < 1):
        raise BadRecord(N_("{version} is no version; the first one is 1"), version=shorten(version))
    return Program(seat, name, version)


def _read_version(kind: str, slug: str, version: object, known: int) -> int:
    """Return the version of a ruleset or referee in a record; raise ``BadRecord`` if it is later than ``known``."""
    if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= known:
        raise BadRecord(
            N_("{key} is {version}; this yurei knows {name} up to version {known}"),
            key=f"{kind}_version",
            version=shorten(version),
            name=slug,
            known=known,
        )
    return version


def _read_entry(line: Line, settings: Settings) -> Kept:
    if "end" in line:
        return _read_end(line, settings)
    _check_keys(line, ("seat", "kind", "point", "accepted", "at"))
    seat, accepted = _read_seat(line, settings), line["accepted"]
    if not isinstance(accepted, bool):
        raise BadTry(N_("{key} is true or false, not {value}"), key="accepted", value=shorten(accepted))
    return Entry(seat, read_attempt(line, settings.size), accepted, read_time(line.get("at")))


def _read_seat(line: Line, settings: Settings) -> str:
    seat, names = line["seat"], [seat.name for seat in settings.seating.seats]
    if seat not in names:
        raise unknown("seat", seat, names)
    return str(seat)


def _read_end(line: Line, settings: Settings) -> Kept:
    end = line["end"]
    if end not in (*OF_ALL, *OF_A_SEAT):
        raise unknown("end", end, [*OF_ALL, *OF_A_SEAT])
    _check_keys(line, ("end", "seat", "at") if end in OF_A_SEAT else ("end", "at"))
    return End(EndedBy(end), _read_seat(line, settings) if end in OF_A_SEAT else None, read_time(line.get("at")))


def read_attempt(line: Line, size: Size) -> Try:
    """Parse the ``kind`` and ``point`` of a line as a try."""
    kind, point = line.get("kind"), line.get("point")
    kinds = [kind.value for kind in Kind]
    if kind not in kinds:
        raise unknown("kind of try", kind, kinds)
    if kind not in (Kind.PASS, Kind.RESIGN):
        return Try(Kind(kind), size.point(point))
    if point is not None:
        raise BadTry(N_("a {kind} has no point; leave {point} out"), kind=kind, point=shorten(point))
    return Try(Kind(kind))
