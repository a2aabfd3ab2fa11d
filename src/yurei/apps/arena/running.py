"""Runs an arena: plays, stores and counts its games, and plays no more games of decided pairings.

An interrupted arena is resumed from the folder of its results and records:

    manifest.json     the parameters that determine the games; and each time the arena was started or resumed
    results.jsonl     a line for each finished game, which counts once the complete line is on the disk
    games.jsonl.gz    the records, one after the other, each as a separate gzip member: `zcat` shows all,
                      `yurei arena --out DIR --record N` one
"""

import gzip
import json
import os
import platform
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from filelock import FileLock, Timeout

import yurei
from yurei import records
from yurei.apps.arena.crew import Crew
from yurei.apps.arena.playing import FinishedGame, utc_now
from yurei.apps.arena.results import Standing
from yurei.apps.arena.schedule import Job, Schedule, Sequential
from yurei.errors import YureiError
from yurei.machine import describe_machine
from yurei.records.lines import time_text
from yurei.referee.plain import colour_word

Follow = Callable[[Standing], None]  # callback that receives the standing after every game


def run(
    schedule: Schedule,
    crew: Crew,
    test: Sequential | None = None,
    place: Path | None = None,
    follow: Follow = lambda standing: None,
    standing: Standing | None = None,
) -> Standing:
    """Play the remaining games of an arena, store them in the folder ``place`` if given; return the standing."""
    with nullcontext() if place is None else closing(Folder(place, make_manifest(schedule, test))) as kept:
        games = kept.games if kept else []
        standing = Standing(schedule, test) if standing is None else standing
        for game in sorted(games, key=lambda game: int(game["game"])):  # in the order of the schedule
            standing.add(game)
        follow(standing)
        if not standing.is_over():
            left = standing.list_remaining_jobs([game["game"] for game in games])
            with closing(crew.play(left, kept.log if kept else None)) as playing:
                for job, played in playing:
                    standing.add(kept.add(job, played) if kept else make_result_line(job, played))
                    follow(standing)
                    if standing.is_over():
                        break
    return standing


def make_manifest(schedule: Schedule, test: Sequential | None) -> dict[str, Any]:
    """Return the manifest of an arena: its parameters, the version of yurei, and the machine."""
    return {
        "parameters": {
            "settings": schedule.settings.plain(),
            "setup": schedule.setup,
            "players": [one.plain() for one in schedule.contestants],
            "games": schedule.games,
            "gate": schedule.gate,
            "seed": schedule.seed,
            "most": schedule.most,
            "test": None if test is None else asdict(test),
        },
        "begun": time_text(utc_now().replace(microsecond=0)),
        "yurei": yurei.__version__,
        "commit": find_commit(),
        "machine": {**describe_machine(), "python": platform.python_version()},
    }


def find_commit() -> str | None:
    """Return the commit of the checkout of yurei, with a + if there are changes; None if it is no checkout."""
    root = Path(yurei.__file__).parents[2]
    if not (root / ".git").exists():
        return None
    words = ["git", "-C", str(root), "describe", "--always", "--abbrev=40", "--dirty=+", "--exclude=*"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


MANIFEST, RESULTS, RECORDS, LOCK, LOG = "manifest.json", "results.jsonl", "games.jsonl.gz", ".lock", "workers.log"
FORMAT, VERSION = "arena", 1


class BadFolder(YureiError):
    """Raised when the folder of an arena cannot be used, or contains another arena."""


KEYS = frozenset({"game", "pair", "black", "white", "winner", "record"})  # of every line of a game


def make_result_line(job: Job, played: FinishedGame) -> dict[str, Any]:
    """Return a finished game as a line of ``results.jsonl``, without the position of its record in the other file."""
    trouble, wrong = played.trouble, None
    if trouble is not None:
        who = job.black if trouble.seat.startswith("black") else job.white
        wrong = {"seat": trouble.seat, "name": who.name, "reason": trouble.reason, "late": trouble.late}
    return {
        "game": job.number,
        "pair": job.pair,
        "black": job.black.name,
        "white": job.white.name,
        "seed": job.seed,
        "winner": colour_word(played.result.winner),
        "by": str(played.result.by),
        "margin": played.result.margin,
        "moves": played.moves,
        "tries": len(played.record.entries),
        "endless": played.endless,
        "trouble": wrong,
        "spent": {seat: spent.plain() for seat, spent in played.spent.items()},
        "seconds": [round(seconds, 4) for seconds in played.seconds],
    }


class Folder:
    """A folder in which the manifest, results and records of one arena are stored. One process writes to it at a time.

    Two arenas are the same if the ``parameters`` of their manifests are; the rest is for information.
    """

    def __init__(self, place: Path, manifest: dict[str, Any]) -> None:
        self.place, self.log = place, str(place / LOG)
        try:
            place.mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                lock = FileLock(place / LOCK, thread_local=False)
                lock.acquire(blocking=False)
                opened.callback(lock.release)
                self._begin(manifest)
                self.games = _cut_incomplete_data(place)
                self._results = opened.enter_context(open(place / RESULTS, "ab"))
                self._records = opened.enter_context(open(place / RECORDS, "ab"))
                self.close = opened.pop_all().close
        except Timeout:
            said = f"{str(place)!r} is in use by another arena; wait for it, or give --out another folder"
            raise BadFolder(said) from None
        except OSError as error:
            raise BadFolder(f"{str(place)!r} cannot be used: {(error.strerror or str(error)).lower()}") from None

    def _begin(self, manifest: dict[str, Any]) -> None:
        """Write the manifest to the folder; if there is one already, check that it is the same."""
        parameters, before = manifest["parameters"], _manifest(self.place)
        if before is None and any((self.place / name).exists() for name in (RESULTS, RECORDS)):
            raise BadFolder(f"{str(self.place)!r} has results but no {MANIFEST}; give --out another folder")
        for key, value in parameters.items():
            if before is not None and (was := before["parameters"].get(key)) != value:
                raise BadFolder(
                    f"{str(self.place)!r} holds another arena: its {key} is {_compact_text(was)}, not {_compact_text(value)}; "
                    "give the same command, or --out another folder"
                )
        now = {key: value for key, value in manifest.items() if key != "parameters"}
        sessions = [*(before["sessions"] if before else ()), now]
        kept = {"yurei": FORMAT, "version": VERSION, "parameters": parameters, "sessions": sessions}
        beside = self.place / f".{MANIFEST}.new"
        with open(beside, "wb") as file:
            _write_and_sync(file, json.dumps(kept, indent=1, ensure_ascii=False).encode() + b"\n")
        os.replace(beside, self.place / MANIFEST)

    def add(self, job: Job, played: FinishedGame) -> dict[str, Any]:
        """Store a finished game on the disk, and return its line."""
        member = gzip.compress(records.write(played.record).encode(), mtime=0)
        begins = self._records.tell()
        _write_and_sync(self._records, member)
        kept = {**make_result_line(job, played), "record": [begins, len(member)]}
        _write_and_sync(self._results, json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self.games.append(kept)
        return kept


def read_record(place: Path, number: int) -> records.Record:
    try:
        found = [game for game in _read_games(place) if game["game"] == number]
        if not found:
            raise BadFolder(f"{str(place)!r} has no game {number}; {RESULTS} lists those that are over")
        begins, length = found[0]["record"]
        with open(place / RECORDS, "rb") as file:
            file.seek(begins)
            return records.read(gzip.decompress(file.read(length)))
    except (OSError, EOFError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadFolder(f"{str(place)!r} cannot be read: {why.lower()}") from None


def _read_games(place: Path) -> Iterator[dict[str, Any]]:
    """Yield the finished games in a folder, one per line. An incomplete last line is left out."""
    with open(place / RESULTS, "rb") as file:
        for text in file:
            if text.endswith(b"\n"):
                try:
                    game = json.loads(text)
                except (ValueError, RecursionError):
                    raise BadFolder(f"{str(place / RESULTS)!r} has a line that is no JSON: {text[:40]!r}") from None
                if not _is_game(game):
                    raise BadFolder(f"{str(place / RESULTS)!r} has a line that is no game: {text[:40]!r}")
                yield game


def _is_game(game: object) -> bool:
    """Return whether the value of a line is a game: it has a number, players, and the position of the record."""
    if not isinstance(game, dict) or type(game.get("game")) is not int or not game.keys() >= KEYS:
        return False
    place = game["record"]
    return isinstance(place, list) and [type(each) for each in place] == [int, int] and min(place) >= 0


def _cut_incomplete_data(place: Path) -> list[dict[str, Any]]:
    """Remove incomplete data from the ends of both files, and return the finished games."""
    for name in (RESULTS, RECORDS):
        (place / name).touch()
    text = (place / RESULTS).read_bytes()
    os.truncate(place / RESULTS, text.rfind(b"\n") + 1)
    games, numbers = list(_read_games(place)), set()
    for game in games:
        if game["game"] in numbers:
            raise BadFolder(f"{str(place / RESULTS)!r} has game {game['game']} twice; keep one of the lines")
        numbers.add(game["game"])
    end = max((sum(game["record"]) for game in games), default=0)
    kept = place / RECORDS
    if kept.stat().st_size < end:
        raise BadFolder(f"{str(kept)!r} lacks records of games that {RESULTS} lists; give --out another folder")
    os.truncate(kept, end)
    return games


def _manifest(place: Path) -> dict[str, Any] | None:
    try:
        manifest = json.loads((place / MANIFEST).read_bytes())
        known = (manifest["yurei"], manifest["version"]) == (FORMAT, VERSION)
        if known and {"parameters", "sessions"} <= set(manifest):
            return dict(manifest)
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        pass
    raise BadFolder(f"{str(place / MANIFEST)!r} is no manifest of an arena; give --out another folder")


def _write_and_sync(file: IO[bytes], content: bytes) -> None:
    file.write(content)
    file.flush()
    os.fsync(file.fileno())


def _compact_text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:120]}…"
