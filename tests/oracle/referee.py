"""What each seat is told and sees, and what the referee announces."""

from dataclasses import dataclass
from typing import Any

from .board import COLOUR, STONE, Board, Point, board_text, distance, other, point_name, point_names, points_of
from .play import Game, Try, Turn, captured, lost, newly_in_atari


@dataclass(frozen=True)
class Referee:
    """A row of the table of referees."""

    points: str | None  # who is told which stones went: "all", their "owner", or nobody
    count: bool  # whether all are told how many
    atari: bool
    reason: bool  # whether all are told why a try was illegal
    words: str  # whose sentences are said
    board: str = "standing"  # one's own board: own pieces "standing" or "placed", or the "reference" board


# "| referee | after an accepted move | captures | atari | after an illegal try | the owner's board |"
REFEREES = {
    # "exactly which stones, to all | yes | 'Illegal move', no reason | captured stones vanish"
    "common": Referee("all", True, True, False, "common"),
    # "only how many, to all | yes | the reason | nothing vanishes: nobody is told which stones went"
    "hamburg": Referee(None, True, True, True, "hamburg", "placed"),
    # "not announced | no | that there was an illegal try | captured stones vanish, and only their owner sees it"
    "kriegspiel": Referee(None, False, False, False, "common"),
    # "exactly which stones, to all | no | 'Illegal move', no reason | captured stones vanish"
    "olympiad": Referee("all", True, False, False, "common"),
    # "how many, to all; which, only to their owner | no | 'Illegal move', no reason | captured stones vanish"
    "counted": Referee("owner", True, False, False, "hamburg"),
    # "the move | exactly which stones, to all | yes | the reason | everybody sees the reference board"
    "open": Referee("all", True, True, True, "common", "reference"),
    # "not announced | no | that there was an illegal try | captured stones vanish; what stands near one's own stones is seen"
    # "`fog` is the row of `kriegspiel` with sight 1."  How far a referee lets see is a setting.
    "fog": Referee(None, False, False, False, "common"),
}

NAMES = {"en": {"black": "Black", "white": "White"}, "de": {"black": "Schwarz", "white": "Weiß"}}
# "Hamburg's four reasons", "Repetition", "Passing where there is none", and the "further reasons" for ghosts
REASONS = {
    "en": {
        "opponent-stone": "There is already an opponent’s stone.", "own-stone": "There is already an own stone.",
        "ghost": "There is already a ghost.", "no-liberty": "That is no liberty of an own string.",
        "suicide": "Suicide.", "ko": "The ko cannot be captured back immediately.",
        "repetition": "That would repeat an earlier position.", "no-passing": "Passing is not allowed.",
    },
    "de": {
        "opponent-stone": "Da steht bereits ein gegnerischer Stein.", "own-stone": "Da steht bereits ein eigener Stein.",
        "ghost": "Da steht bereits ein Geist.", "no-liberty": "Das ist keine Freiheit einer eigenen Kette.",
        "suicide": "Selbstmord.", "ko": "Das Ko kann nicht sofort zurückgeschlagen werden.",
        "repetition": "Das würde eine frühere Stellung wiederholen.", "no-passing": "Passen ist nicht erlaubt.",
    },
}  # fmt: skip
ILLEGAL = {"en": "Illegal move.", "de": "Das geht nicht."}


def own_board(game: Game, seat: str) -> Board:
    """Return a seat's own board."""
    kind = REFEREES[game.settings["referee"]].board
    if kind == "reference":
        return game.board
    if kind == "standing":
        # "a seat's own board shows its own pieces, and of the opponent's exactly those in sight, as they truly are"
        return own_pieces(game.board, seat) | opponents_in_sight(game.board, seat, game.settings["sight"])
    # "a player's own board is what he has placed"; "Set-up stones lie on their owner's board."
    board = own_pieces(game.start, seat)
    for turn in game.turns:
        if turn.event == "placement" and turn.colour == seat:
            board[turn.tried.at] = turn.placed[turn.tried.at]
    return board


def own_pieces(board: Board, seat: str) -> Board:
    return {p: piece if COLOUR[piece] == seat else "." for p, piece in board.items()}


def in_sight(board: Board, seat: str, sight: int) -> set[Point]:
    # "if it lies within that distance of one of the stones on that seat's own board that stand on the reference board.
    # Ghosts see nothing."
    stones = points_of(board, STONE[seat])
    return {p for p in board for stone in stones if distance(board, p, stone) <= sight}


def opponents_in_sight(board: Board, seat: str, sight: int | None) -> dict[Point, str]:
    """The opponent's pieces, stones and ghosts, that a seat sees; None "sees everything"."""
    points = set(board) if sight is None else in_sight(board, seat, sight)
    return {p: board[p] for p in sorted(points) if COLOUR[board[p]] == other(seat)}


def change_in_sight(game: Game, seat: str, turn: Turn) -> dict[str, Any] | None:
    """Return the change of a seat's sight by a turn, from its sight before and after it."""
    sight = game.settings["sight"]
    # "null under a referee without sight"; `open` "sees everything"
    if sight == 0:
        return None
    before, after = opponents_in_sight(turn.before, seat, sight), opponents_in_sight(turn.after, seat, sight)
    return {
        # "pieces as in a board's text": a ghost in sight that has become a stone appears as that
        "appeared": {point_name(p): piece for p, piece in after.items() if before.get(p) != piece},
        # "What goes out of sight is taken off the board"; "An opponent's stone that is captured in sight is seen to go"
        "gone": point_names(set(before) - set(after)),
    }


def boards(game: Game) -> dict[str, str]:
    views = {seat: board_text(own_board(game, seat)) for seat in ("black", "white")}
    return views | {"reference": board_text(game.board)}


def atari_said(game: Game, turn: Turn) -> tuple[bool, bool]:
    """Return whether atari on the opponent, and on the mover, is announced."""
    if not REFEREES[game.settings["referee"]].atari:
        return False, False
    on_opponent, on_mover = newly_in_atari(turn, other(turn.colour)), newly_in_atari(turn, turn.colour)
    # "A move that puts **only the mover** into atari is announced as a plain move by default …; the option `lone-self-atari`"
    return on_opponent, on_mover and (on_opponent or game.settings["lone_self_atari"])


def told(game: Game, seat: str, mover: str, tried: Try, reason: str | None, turn: Turn) -> dict[str, Any]:
    """Return what a seat is told of a try: null for what this referee never tells; [], 0 or false for nothing."""
    row, own = REFEREES[game.settings["referee"]], seat == mover
    on_opponent, on_mover = atari_said(game, turn)
    gone, own_gone = point_names(captured(turn)), point_names(lost(turn))
    verdict = "illegal" if reason else {"pass": "passed", "resign": "resigned"}.get(tried.kind, "moved")
    # "The point that was tried is known to the seat that tried it, and to nobody else."  Under `open` "the move" is told.
    # "The point of an illegal try stays with its seat, under `open` too"; "Passes and resignations are always announced"
    known = own or (not reason and (tried.point is None or game.settings["referee"] == "open"))
    return {
        "verdict": verdict,
        "try": {"kind": tried.kind, "point": tried.point and point_name(tried.point)} if known else None,
        "reason": reason if row.reason else None,
        "captured_points": gone if row.points == "all" or (row.points == "owner" and not own) else None,
        "captured_count": len(gone) if row.count else None,
        "lost_points": own_gone if row.points == "all" or (row.points == "owner" and own) else None,
        "lost_count": len(own_gone) if row.count else None,
        "atari_on_opponent": on_opponent if row.atari else None,
        "atari_on_mover": on_mover if row.atari else None,
        "vanished": None if row.board == "placed" else own_gone if own else gone,
        # "`Told` says to each seat what changed in *its* sight"
        "seen": change_in_sight(game, seat, turn),
        "to_move": None if game.result else game.turn_of,
    }


def said(game: Game, language: str, mover: str, tried: Try, reason: str | None, turn: Turn) -> str:
    """Return the referee's announcement of a try."""
    row, english, name = REFEREES[game.settings["referee"]], language == "en", NAMES[language][mover]
    if reason:
        return REASONS[language][reason] if row.reason else ILLEGAL[language]
    if tried.kind == "resign":
        return f"{name} resigns." if english else f"{name} gibt auf."
    if tried.kind == "pass":
        return f"{name} passes." if english else f"{name} passt."
    capture, loss, atari = (part(game, language, turn) for part in (capture_said, loss_said, atari_words))
    if row.words == "hamburg" and capture and atari:
        # "under `hamburg` the capture and the atari stay one sentence, the loss follows it"
        sentences = [f"{name} {capture} {'and' if english else 'und'} {atari}.", loss and f"{name} {loss}."]
    else:
        # "Order of sentences: captured, lost, atari"
        sentences = [words and f"{name} {words}." for words in (capture, loss, atari)]
    # "A referee's sentence for a turn change is left out where another sentence was said"
    return " ".join(s for s in sentences if s) or turn_change(language, mover, row.words)


def turn_change(language: str, mover: str, words: str) -> str:
    name, next_name = NAMES[language][mover], NAMES[language][other(mover)]
    if language == "de":
        return f"{name} hat gezogen, {next_name} ist dran."
    return f"{name} has moved, {next_name} to {'move' if words == 'hamburg' else 'play'}."


def capture_said(game: Game, language: str, turn: Turn) -> str:
    return gone_said(game, captured(turn), *{
        "en": ("has captured the following stones", "captures", "stone", "stones"),
        "de": ("schlägt die folgenden Steine", "fängt", "Stein", "Steine"),
    }[language])  # fmt: skip


def loss_said(game: Game, language: str, turn: Turn) -> str:
    return gone_said(game, lost(turn), *{
        "en": ("has lost the following stones", "loses", "stone", "stones"),
        "de": ("verliert die folgenden Steine", "verliert", "Stein", "Steine"),
    }[language])  # fmt: skip


def gone_said(game: Game, points: set[Point], which: str, how_many: str, one: str, more: str) -> str:
    row = REFEREES[game.settings["referee"]]
    # "A list that would be empty is not said."
    if not points or not row.count:
        return ""
    if row.words == "common":
        return f"{which}: {', '.join(point_names(points))}"
    return f"{how_many} {len(points)} {one if len(points) == 1 else more}"


def atari_words(game: Game, language: str, turn: Turn) -> str:
    on_opponent, on_mover = atari_said(game, turn)
    opponent, english = NAMES[language][other(turn.colour)], language == "en"
    whom = [opponent] * on_opponent + ["himself" if english else "sich selbst"] * on_mover
    if not whom:
        return ""
    return f"puts {' and '.join(whom)} into atari" if english else f"setzt {' und '.join(whom)} ins Atari"
