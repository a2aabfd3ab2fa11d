"""Problems as text: transcripts and solutions for terminals, comments and printed pages; and problems as SGF.

Every node of an SGF sets up the board, as in records for viewers, so that programs show it correctly without knowing
the rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from yurei.errors import YureiError
from yurei.languages import ENGLISH, N_, closed, join_sentences, translation
from yurei.problems.problem import Problem
from yurei.problems.solving import Input, Line, SolvingState, Step, first_state, kind_of
from yurei.records import sgf_write
from yurei.referee.announce import announcement_text, name_try, seat_label, speak_gone
from yurei.referee.referee import Captures, FailedTry, Referee
from yurei.referee.settings import Settings
from yurei.rules import judge
from yurei.rules.board import BLACK
from yurei.rules.ruleset import Capture, Repetition, Ruleset, Suicide
from yurei.rules.state import Try, read_try

INDENT = "  "
MARKS = {
    "hidden": N_("marked points: {points}"),
    "fence": N_("moves may be made on: {points}"),
    "target": N_("target: {points}"),
    "certain": N_("certain: {points}"),
}
"""Descriptions of the marks of a board; other marks are not described."""

ANNOUNCED = {
    (Captures.POINTS, True): N_("captured stones and new ataris are announced"),
    (Captures.POINTS, False): N_("captured stones are announced, ataris are not"),
    (Captures.COUNT, True): N_("new ataris and the number of captured stones are announced"),
    (Captures.COUNT, False): N_("the number of captured stones is announced, ataris are not"),
    (Captures.NOTHING, True): N_("captures are not announced, new ataris are"),
    (Captures.NOTHING, False): N_("captures are not announced, nor are ataris"),
}
"""Clause on what a referee announces, by the level of detail of captures and by whether ataris are announced."""


def game_text(settings: Settings, language: str = ENGLISH) -> str:
    """Return a title with game, referee and announcements: *Phantom Go · Kriegspiel: captures are not announced, …*."""
    say, who = translation(language).gettext, settings.referee
    announced = say(ANNOUNCED[who.captures, who.atari] if who.hides else N_("everybody sees the whole board"))
    return say(N_("{game} · {referee}: {silence}.")).format(
        game=say(settings.ruleset.title), referee=say(who.title), silence=announced
    )


def rules_text(settings: Settings, language: str = ENGLISH) -> str:
    """Return the ``game_text``, followed by sentences on the rules that matter in problems."""
    departures = _special_rules(settings.ruleset, settings.referee, translation(language).gettext)
    return join_sentences([game_text(settings, language), *departures], language)


def _special_rules(ruleset: Ruleset, who: Referee, say: Callable[[str], str]) -> Iterator[str]:
    """Yield sentences on the rules that are not those of Phantom Go, or not usual for referees."""
    if ruleset.capture is Capture.SIMULTANEOUS:
        yield say(N_("Strings without liberties are removed, of both colours at once."))
    if ruleset.suicide is Suicide.LONE_LOSES:
        yield say(N_("Whoever places a stone that is the only one to be removed loses."))
    elif ruleset.suicide is Suicide.ALLOWED and ruleset.repetition is Repetition.POSITIONAL_SUPERKO:
        yield say(N_("Suicide is allowed, but no move may bring back an earlier position, as a single stone’s would."))
    elif ruleset.suicide is Suicide.ALLOWED:
        yield say(N_("Suicide is allowed."))
    if ruleset.ghosts:
        yield say(N_("A ghost is a liberty of its owner’s strings alone."))
    if not who.hides:
        return
    if ruleset.ghosts and who.captures is not Captures.NOTHING:
        yield say(N_("An opponent’s ghost that is replaced or removed is announced as a captured stone."))
    if who.atari and not who.lone_self_atari:
        yield say(N_("A move that puts only the mover into atari sounds like any other."))
    if who.reasons:
        yield say(N_("All hear why a try is refused."))
    if not who.vanishes:
        yield say(N_("Captured stones stay on their owner’s board."))
    if who.sight == 1:
        yield say(N_("Players also see the points beside their own stones."))
    elif who.sight:
        yield say(N_("Players also see what is up to {sight} points from their own stones.")).format(sight=who.sight)
    if who.failed_try is FailedTry.LOSE_TURN:
        yield say(N_("A refused try ends the turn."))


def line_text(line: Line, settings: Settings, language: str = ENGLISH) -> str:
    """Return a line of a transcript as text: the try, what was told of it, own pieces that disappeared, the remark."""
    said = [_told_text(line, settings, language)]
    if line.told is not None:
        said.append(speak_gone(line.told, settings.size, language))
    if line.note is not None:
        said.append(line.note.said(translation(language).gettext))
    return join_sentences((make_sentence(text, language) for text in said if text), language)


def turn_text(turn: Iterable[Line], settings: Settings, language: str = ENGLISH) -> str:
    """Return the lines of a turn as text; equal lines in a row are written once, with their number."""
    lines = groupby(line_text(line, settings, language) for line in turn)
    counted = ((text, sum(1 for _ in same)) for text, same in lines)
    return join_sentences((text if times == 1 else f"{text} ×{times}" for text, times in counted), language)


def make_sentence(text: str, language: str = ENGLISH) -> str:
    """Return a text as a sentence: with a capital letter and a full stop, unless it ends with such a mark."""
    text = text[:1].upper() + text[1:]
    return text if text[-1:] in ".。!！?？…" else closed(text, language)


def answer_text(answer: str, settings: Settings, language: str = ENGLISH) -> str:
    """Return an answer in a language: a try in its words, such as *ghost E5*; any other answer unchanged."""
    attempt = _parse_try(answer, settings)
    return answer if attempt is None else name_try(attempt, settings.size, translation(language).gettext)


def step_text(step: Step, settings: Settings, language: str = ENGLISH) -> str:
    """Return a step of a solution as one line of text, with its remark in parentheses."""
    said, say = _told_text(step, settings, language), translation(language).gettext
    if step.told is not None and (gone := speak_gone(step.told, settings.size, language)):
        said = join_sentences((said, gone), language)
    return said if step.note is None else f"{said} ({step.note.said(say)})"


def _told_text(tried: Line | Step, settings: Settings, language: str) -> str:
    say, who = translation(language).gettext, seat_label(tried.colour.word, language)
    attempt = _parse_try(tried.tried, settings)
    if tried.told is not None:
        return announcement_text(tried.told, settings, language, attempt)
    if tried.tried is None:
        return say(N_("{seat} plays.")).format(seat=who)
    if attempt is None:
        return say(N_("{seat}: {tried}")).format(seat=who, tried=tried.tried)
    return closed(f"{who} {name_try(attempt, settings.size, say)}", language)


def _parse_try(tried: str | None, settings: Settings) -> Try | None:
    """Return the try that a text stands for; None if it is another kind of answer, such as several points."""
    try:
        return None if tried is None else read_try(tried, settings.size)
    except YureiError:
        return None


def mark_lines(problem: Problem, marked: Mapping[str, tuple[int, ...]], language: str = ENGLISH) -> list[str]:
    """Return lines that describe the marks of a board, one per mark, see ``SolvingState.marked``."""
    say, size = translation(language).gettext, problem.settings.size
    described = {mark: size.names(size.in_order(points)) for mark, points in marked.items() if points}
    return [say(text).format(points=" ".join(described[mark])) for mark, text in MARKS.items() if mark in described]


def solution_lines(problem: Problem, steps: Sequence[Step], language: str = ENGLISH) -> list[str]:
    """Return a solution as text, one line per step; alternatives are lettered ``1a``, ``1b``, and indented below."""
    return list(_solution(steps, problem.settings, language, 1, 0))


def _solution(steps: Sequence[Step], settings: Settings, language: str, number: int, depth: int) -> Iterator[str]:
    for place, step in enumerate(steps):
        letter = _letters(place) if len(steps) > 1 else ""
        yield f"{INDENT * depth}{number}{letter}. {step_text(step, settings, language)}"
        yield from _solution(step.branches, settings, language, number + 1, depth + bool(letter))


def _letters(place: int) -> str:
    """Return the letters of an alternative by its number from 0: ``a`` to ``z``, then ``aa``, ``ab``."""
    above, letter = divmod(place, 26)
    return (_letters(above - 1) if above else "") + "abcdefghijklmnopqrstuvwxyz"[letter]


def list_end_lines(state: SolvingState, language: str = ENGLISH) -> list[str]:
    """Return lines on a problem's state: its note, and the number of boards that fit unless the note has it."""
    say = translation(language).gettext
    lines = [] if state.note is None else [state.note.said(say)]
    if state.boards is not None:
        lines.append(say(N_("Boards that fit: {boards}")).format(boards=state.boards))
    return list(dict.fromkeys(lines))


SGF_MARKS = {"hidden": "SQ", "target": "TR"}
"""SGF marks by the marks of a board."""


def can_show(problem: Problem) -> bool:
    """Return whether a problem can be shown as SGF: it has a board, no tries before it, and is answered by tries."""
    return (
        problem.board is not None and "tries" not in problem.more and kind_of(problem.kind).input(problem) is Input.TRY
    )


def sgf(problem: Problem, language: str = ENGLISH, version: str = "") -> str:
    """Return a problem as SGF, with comments in a language; call ``can_show`` first. ``version`` is that of yurei."""
    return sgf_write.file_text(_nodes(problem, sgf_write.Details(language=language, version=version)))


def _nodes(problem: Problem, details: sgf_write.Details) -> Iterator[sgf_write.Properties]:
    assert problem.board is not None
    size, language, kind = problem.settings.size, details.language, kind_of(problem.kind)
    say, steps, marked = translation(language).gettext, kind.solution(problem), kind.begin(problem).marked
    task = [rules_text(problem.settings, language), kind.prompt(problem).said(say)]
    yield {
        **sgf_write.make_header(problem.settings, details, None),
        "GN": [problem.id],
        **sgf_write.set_up(bytes(size.points), sgf_write.without_ghosts(problem.board), size),
        **sgf_write.label_ghosts(problem.board, size),
        "PL": ["B" if problem.to_move is BLACK else "W"],
        **{
            SGF_MARKS[each]: sgf_write.points_text(marked[each], size)
            for each in marked
            if each in SGF_MARKS and marked[each]
        },
        "C": ["\n".join([*task, *mark_lines(problem, marked, language)])],
    }
    if problem.settings.referee.hides or not _is_line(steps):
        yield {"C": ["\n".join([say(N_("Solution")), *solution_lines(problem, steps, language)])]}
    else:
        yield from _line(problem, steps, language)


def _is_line(steps: Sequence[Step]) -> bool:
    """Return whether a solution is a line: a sequence of tries without branches."""
    return not steps or (len(steps) == 1 and steps[0].tried is not None and _is_line(steps[0].branches))


def _line(problem: Problem, steps: Sequence[Step], language: str) -> Iterator[sgf_write.Properties]:
    """Yield the SGF nodes of a solution that is a line; each node sets up the board after its move."""
    state = first_state(problem)
    while steps and state.result is None:
        (step,) = steps
        verdict = judge(state, read_try(step.tried, state.size))
        nodes = sgf_write.set_up_nodes(
            sgf_write.without_ghosts(state.cells), sgf_write.without_ghosts(verdict.after.cells), state.size
        )
        marks = {
            **sgf_write.try_mark(verdict.attempt, verdict.accepted, state.size),
            **sgf_write.label_ghosts(verdict.after.cells, state.size),
        }
        yield from sgf_write.add_properties(nodes, marks, {"C": [step_text(step, problem.settings, language)]})
        state, steps = verdict.after, step.branches
